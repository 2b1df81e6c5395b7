/* SPDX-License-Identifier: MIT */
/* lttng/ust-version.h, of tracectl: the version of LTTng-UST that code finds
   here. */
#ifndef TRACECTL_LTTNG_UST_VERSION_H
#define TRACECTL_LTTNG_UST_VERSION_H

#define LTTNG_UST_MAJOR_VERSION		2
#define LTTNG_UST_MINOR_VERSION		13
#define LTTNG_UST_PATCHLEVEL_VERSION	0
#define LTTNG_UST_VERSION		"2.13.0"

#endif
