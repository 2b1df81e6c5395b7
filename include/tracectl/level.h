/* SPDX-License-Identifier: MIT */
/* tracectl/level.h: the log levels of probes, the most urgent first. */
#ifndef TRACECTL_LEVEL_H
#define TRACECTL_LEVEL_H

enum tracectl_level {
	TRACECTL_EMERG		= 0,
	TRACECTL_ALERT		= 1,
	TRACECTL_CRIT		= 2,
	TRACECTL_ERR		= 3,
	TRACECTL_WARNING	= 4,
	TRACECTL_NOTICE		= 5,
	TRACECTL_INFO		= 6,
	TRACECTL_DEBUG_SYSTEM	= 7,
	TRACECTL_DEBUG_PROGRAM	= 8,
	TRACECTL_DEBUG_PROCESS	= 9,
	TRACECTL_DEBUG_MODULE	= 10,
	TRACECTL_DEBUG_UNIT	= 11,
	TRACECTL_DEBUG_FUNCTION	= 12,
	TRACECTL_DEBUG_LINE	= 13,	/* a probe's, unless it says otherwise */
	TRACECTL_DEBUG		= 14
};

#endif
