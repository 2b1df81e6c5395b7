/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/export.c: the formats, and the file they are written to.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/plugin/document.h"
#include "tools/plugin/export.h"

static const struct tctl_export_format *const formats[] = {
	&tctl_export_perfetto,
	&tctl_export_chrome,
	&tctl_export_csv,
	&tctl_export_folded,
	&tctl_export_speedscope,
};
#define NR_FORMATS	(sizeof(formats) / sizeof(formats[0]))

struct export {
	const struct tctl_export_format *format;
	struct tctl_export export;
	struct tctl_document document;
};

static const struct tctl_export_format *format_find(const char *name)
{
	size_t i;

	for (i = 0; i < NR_FORMATS; i++)
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	return NULL;
}

static const char *export_begin(struct tctl_report *report)
{
	struct export *export = report->data;
	const char *name = report->options.format, *wrong;

	export->format = name ? format_find(name) : NULL;
	if (!export->format)
		return "format is perfetto, chrome, folded, speedscope or csv";
	wrong = tctl_document_open(&export->document, report->options.output,
				   export->format->binary);
	if (wrong)
		return wrong;
	export->export.report = report;
	export->export.stream = export->document.stream;
	export->export.data = tctl_plugin_memory(
		calloc(1, export->format->size));
	if (export->format->begin)
		export->format->begin(&export->export);
	return NULL;
}

static void export_event(struct tctl_report *report,
			 const struct tctl_event *event)
{
	struct export *export = report->data;

	export->format->event(&export->export, event);
}

static int export_write(struct tctl_report *report, const char *broken)
{
	struct export *export = report->data;

	(void)broken;
	if (export->format->end)
		export->format->end(&export->export);
	return tctl_document_close(&export->document);
}

static void export_release(struct tctl_report *report)
{
	struct export *export = report->data;

	if (export->export.data && export->format->release)
		export->format->release(&export->export);
	free(export->export.data);
	tctl_document_close(&export->document);
}

const struct tctl_report_class tctl_report_export = {
	.name = "export",
	.description = "the trace in the format of another viewer",
	.help = "Perfetto, Chrome's trace events, folded stacks, speedscope,\n"
		"CSV.",
	.size = sizeof(struct export),
	.takes = TCTL_TAKES_FORMAT | TCTL_TAKES_OUTPUT,
	.begin = export_begin,
	.event = export_event,
	.write = export_write,
	.release = export_release,
};
