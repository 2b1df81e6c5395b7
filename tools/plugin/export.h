/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/export.h: a trace in the format of another viewer. Formats are
 * written while the trace is read; what they keep of it is their own.
 */
#ifndef TRACECTL_PLUGIN_EXPORT_H
#define TRACECTL_PLUGIN_EXPORT_H

#include "tools/plugin/report.h"

struct tctl_export {
	struct tctl_report *report;
	FILE *stream;
	void *data;		/* the format's, zeroed */
};

struct tctl_export_format {
	const char *name;
	size_t size;		/* of data */
	bool binary;
	void (*begin)(struct tctl_export *export);	/* or NULL */
	/* each event, also those that the filter does not want */
	void (*event)(struct tctl_export *export,
		      const struct tctl_event *event);
	void (*end)(struct tctl_export *export);	/* or NULL */
	void (*release)(struct tctl_export *export);	/* or NULL */
};

extern const struct tctl_export_format tctl_export_chrome;
extern const struct tctl_export_format tctl_export_csv;
extern const struct tctl_export_format tctl_export_folded;
extern const struct tctl_export_format tctl_export_perfetto;
extern const struct tctl_export_format tctl_export_speedscope;

#endif
