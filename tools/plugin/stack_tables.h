/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/stack_tables.h: stacks as reports print them, for report_profile.c
 * and report_offcpu.c.
 */
#ifndef TRACECTL_PLUGIN_STACK_TABLES_H
#define TRACECTL_PLUGIN_STACK_TABLES_H

#include "tools/plugin/flame.h"
#include "tools/plugin/report.h"

/* kind: of values, TCTL_COUNT or TCTL_NS. */
void tctl_stack_tables(struct tctl_report *report, struct tctl_output *output,
		       const struct tctl_flame *flame,
		       enum tctl_column_kind kind);

/* NULL, or what is wrong with the format asked for. */
const char *tctl_stack_format_check(const struct tctl_report *report);
/* The formats that are no tables: folded, svg. */
void tctl_stack_format(const struct tctl_report *report,
		       const struct tctl_flame *flame, FILE *stream,
		       const char *title, const char *unit);

#endif
