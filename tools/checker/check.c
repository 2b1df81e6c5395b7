/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/check.c: `tracectl check`: options, the directories, and what
 * the traces below one directory have in common.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tools/checker/check.h>
#include <tools/checker/find.h>
#include <tools/checker/summary.h>

enum { EXIT_VALID, EXIT_INVALID, EXIT_USAGE };

static const char usage[] =
"Usage: tracectl check [OPTION]... DIR...\n"
"Check each CTF 1.8 trace at or below DIR strictly.\n"
"\n"
"  -e, --events   also print how often each event occurs\n"
"  -s, --strict   warnings make a trace invalid, too\n"
"  -a, --all      print every finding, not the first three of a kind per file\n"
"  -q, --quiet    print nothing: only the exit status\n"
"      --json     print one JSON object\n"
"      --rules    print the rules and end\n"
"  -h, --help     print this and end\n"
"\n"
"Exit status: 0 valid, 1 a rule is broken or no trace was found, 2 usage.\n";

struct options {
	bool events, strict, all, quiet, json, rules, help;
};

static const struct {
	const char *name;
	char letter;
	size_t offset;
} option_table[] = {
	{ "--events", 'e', offsetof(struct options, events) },
	{ "--strict", 's', offsetof(struct options, strict) },
	{ "--all", 'a', offsetof(struct options, all) },
	{ "--quiet", 'q', offsetof(struct options, quiet) },
	{ "--json", 0, offsetof(struct options, json) },
	{ "--rules", 0, offsetof(struct options, rules) },
	{ "--help", 'h', offsetof(struct options, help) },
};

static bool option_set(struct options *options, const char *argument)
{
	size_t i;

	for (i = 0; i < sizeof(option_table) / sizeof(option_table[0]); i++) {
		char letter = option_table[i].letter;

		if (!strcmp(argument, option_table[i].name) ||
		    (letter && argument[1] == letter && !argument[2])) {
			*(bool *)((char *)options + option_table[i].offset) =
				true;
			return true;
		}
	}
	return false;
}

/* Directories stay in argv[1..]; their number, or -1. */
static int options_read(struct options *options, int argc, const char **argv)
{
	bool words = false;
	int i, nr = 0;

	for (i = 1; i < argc; i++) {
		if (!words && !strcmp(argv[i], "--")) {
			words = true;
		} else if (words || argv[i][0] != '-' || !argv[i][1]) {
			argv[1 + nr++] = argv[i];
		} else if (!option_set(options, argv[i])) {
			fprintf(stderr, "tracectl: cannot check: unknown "
				"option %s (see tracectl check --help)\n",
				argv[i]);
			return -1;
		}
	}
	return nr;
}

static void rules_print(void)
{
	int i;

	for (i = 0; i < TCTL_NR_RULES; i++) {
		const struct tctl_rule_info *info = tctl_rule_info(i);

		printf("%-22s %-8s %s\n", info->name,
		       tctl_severity_name(info->severity), info->text);
	}
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/*
 * What one tracer recorded at one time shares its clock. Other tracers take an
 * offset per trace, so theirs only deserve a warning.
 */
static void clock_compare(struct tctl_findings *findings,
			  const struct tctl_trace *first,
			  const struct tctl_trace *trace)
{
	const struct tctl_clock *a = tctl_trace_clock(first);
	const struct tctl_clock *b = tctl_trace_clock(trace);
	bool own = tctl_trace_is_own(first) && tctl_trace_is_own(trace);
	struct tctl_where where = tctl_where_file(trace->metadata);
	const char *what;

	if (!a || !b)
		return;
	if (!same_text(a->uuid, b->uuid))
		what = "uuid";
	else if (tctl_clock_ns(a, 0) != tctl_clock_ns(b, 0))
		what = "offset";
	else
		return;
	tctl_rule_broken_as(findings, TCTL_RULE_CLOCK_SHARED,
			    own ? TCTL_ERROR : TCTL_WARNING, &where,
			    "the clock's %s is not that of %.200s", what,
			    first->path);
}

static int traces_check(struct tctl_summary *summary, struct tctl_paths *paths)
{
	struct tctl_trace *first = NULL;
	size_t i;

	for (i = 0; i < paths->nr; i++) {
		struct tctl_trace *trace, **list;

		list = realloc(summary->traces,
			       (summary->nr_traces + 1) * sizeof(*list));
		if (!list)
			return -ENOMEM;
		summary->traces = list;
		trace = tctl_trace_check(summary->findings, paths->list[i]);
		if (!trace)
			return -ENOMEM;
		list[summary->nr_traces++] = trace;
		if (first)
			clock_compare(summary->findings, first, trace);
		else
			first = trace;
	}
	return 0;
}

/* Returns an exit status. */
static int directory_check(struct tctl_summary *summary, const char *path)
{
	struct tctl_where where = tctl_where_file(path);
	struct tctl_paths paths = { 0 };
	int ret = tctl_traces_find(&paths, path);

	if (!ret && !paths.nr)
		tctl_rule_broken(summary->findings, TCTL_RULE_TRACE_FOUND,
				 &where, "there is no trace (a directory with "
				 "a file called metadata) here or below");
	if (!ret)
		ret = traces_check(summary, &paths);
	tctl_paths_release(&paths);
	if (!ret)
		return EXIT_VALID;
	fprintf(stderr, "tracectl: cannot check %s: %s (name a directory that "
		"holds a trace)\n", path, strerror(-ret));
	return EXIT_USAGE;
}

static int directories_check(const struct options *options, int nr,
			     const char **paths)
{
	struct tctl_findings findings = {
		.quiet = options->quiet || options->json,
		.all = options->all, .keep = options->json,
	};
	struct tctl_summary summary = {
		.findings = &findings, .events = options->events,
	};
	int i, ret = EXIT_VALID;

	for (i = 0; i < nr && ret == EXIT_VALID; i++)
		ret = directory_check(&summary, paths[i]);
	summary.valid = ret == EXIT_VALID && !findings.count[TCTL_ERROR] &&
			!(options->strict && findings.count[TCTL_WARNING]);
	if (options->json)
		tctl_summary_json(&summary);
	else if (!options->quiet)
		tctl_summary_print(&summary);
	if (ret == EXIT_VALID && !summary.valid)
		ret = EXIT_INVALID;
	while (summary.nr_traces)
		tctl_trace_close(summary.traces[--summary.nr_traces]);
	free(summary.traces);
	tctl_findings_release(&findings);
	return ret;
}

int tctl_check_main(int argc, const char **argv)
{
	struct options options = { 0 };
	int nr = options_read(&options, argc, argv);

	if (nr < 0)
		return EXIT_USAGE;
	if (options.help) {
		fputs(usage, stdout);
		return EXIT_VALID;
	}
	if (options.rules) {
		rules_print();
		return EXIT_VALID;
	}
	if (!nr) {
		fprintf(stderr, "tracectl: cannot check: no directory given "
			"(tracectl check DIR)\n");
		return EXIT_USAGE;
	}
	return directories_check(&options, nr, argv + 1);
}
