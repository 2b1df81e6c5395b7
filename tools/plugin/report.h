/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report.h: what a report is: called for each event in the order
 * of time, then once to print. One instance for each sink component; one
 * thread.
 */
#ifndef TRACECTL_PLUGIN_REPORT_H
#define TRACECTL_PLUGIN_REPORT_H

#include "tools/plugin/distribution.h"
#include "tools/plugin/event.h"
#include "tools/plugin/filter.h"
#include "tools/plugin/output.h"
#include "tools/plugin/state.h"

#define TCTL_DEFAULT_TOP	10
#define TCTL_MAX_NEEDS		4

/* Parameters that only some reports take. */
#define TCTL_TAKES_FIELDS	1u	/* field, by, from, to, key */
#define TCTL_TAKES_FORMAT	2u
#define TCTL_TAKES_OUTPUT	4u
#define TCTL_TAKES_EVENT	8u

struct tctl_report_options {
	size_t top;		/* rows of a table; 0: all */
	bool json;
	const char *colour;	/* "auto", "always", "never" */
	char *event, *field, *by, *from, *to, *key;
	char *format, *output;
};

/* What the tracer could not record. */
struct tctl_loss {
	int64_t begin_ns, end_ns;	/* TCTL_NOTHING: not known */
	int64_t cpu;			/* -1: not known */
	int64_t events;			/* TCTL_NOTHING: not known */
	bool packets;			/* whole packets are missing */
};

struct tctl_report {
	const struct tctl_report_class *class;
	struct tctl_report_options options;
	struct tctl_filter filter;
	struct tctl_state state;
	struct tctl_map classes;	/* struct tctl_event_class */
	int64_t first_ns, last_ns;	/* of all events; valid if any */
	uint64_t nr_events;		/* of all */
	uint64_t nr_inside;		/* within window and filter */
	struct tctl_loss *losses;
	size_t nr_losses;
	bool kinds[TCTL_NR_KINDS];	/* seen */
	void *data;			/* the class's, zeroed */
};

struct tctl_flame;

struct tctl_report_class {
	const char *name, *description, *help;
	size_t size;			/* of data */
	enum tctl_kind needs[TCTL_MAX_NEEDS];	/* none: any trace will do */
	bool needs_any;		/* one of them is enough; else all */
	unsigned int takes;	/* TCTL_TAKES_* */
	size_t top;		/* rows without --top; 0: TCTL_DEFAULT_TOP */
	/* NULL, or the wrong usage as a sentence */
	const char *(*begin)(struct tctl_report *report);
	/* each message before it is an event or a loss here; may be NULL. NULL,
	   or what is wrong with the window */
	const char *(*message)(struct tctl_report *report,
			       const bt_message *message);
	void (*event)(struct tctl_report *report,
		      const struct tctl_event *event);
	void (*print)(struct tctl_report *report, struct tctl_output *output);
	/* instead of print: a document of its own. broken: NULL, or why reading
	   ended early. 0 or -EIO */
	int (*write)(struct tctl_report *report, const char *broken);
	/* what a flame graph is drawn of, to be released, its title and the
	   unit of its values; NULL: there is none */
	void (*flame)(struct tctl_report *report, struct tctl_flame *ret_flame,
		      const char **ret_title, const char **ret_unit);
	void (*release)(struct tctl_report *report);
};

extern const struct tctl_report_class tctl_report_summary;
extern const struct tctl_report_class tctl_report_events;
extern const struct tctl_report_class tctl_report_cpu;
extern const struct tctl_report_class tctl_report_sched;
extern const struct tctl_report_class tctl_report_syscalls;
extern const struct tctl_report_class tctl_report_io;
extern const struct tctl_report_class tctl_report_files;
extern const struct tctl_report_class tctl_report_irq;
extern const struct tctl_report_class tctl_report_memory;
extern const struct tctl_report_class tctl_report_locks;
extern const struct tctl_report_class tctl_report_profile;
extern const struct tctl_report_class tctl_report_offcpu;

/* Documents, in no list: they write files for other programs. */
extern const struct tctl_report_class tctl_report_export;
extern const struct tctl_report_class tctl_report_html;

/* All reports; NULL ends the list. */
extern const struct tctl_report_class *const tctl_report_classes[];

/* True: the trace has what the class needs. False, and buf names what it lacks
   as "a, b" or "a or b". */
#define TCTL_LACKS_SIZE		256
bool tctl_report_can_run(const struct tctl_report *report,
			 const struct tctl_report_class *class,
			 char buf[TCTL_LACKS_SIZE]);
/* Window that the numbers are about: of the trace and the filter. */
int64_t tctl_report_begin_ns(const struct tctl_report *report);
int64_t tctl_report_end_ns(const struct tctl_report *report);

/* The event is of the window, the CPUs and the tasks asked for. */
bool tctl_report_wants(const struct tctl_report *report,
		       const struct tctl_event *event);
bool tctl_report_wants_task(struct tctl_report *report, int64_t tid);

/* "comm (tid)" of a task; buf is returned. */
#define TCTL_TASK_NAME_SIZE	64
const char *tctl_report_task_name(struct tctl_report *report, int64_t tid,
				  char buf[TCTL_TASK_NAME_SIZE]);
/* "comm (pid)"; "comm (thread tid)" where the process is not known. */
const char *tctl_report_process_name(struct tctl_report *report, int64_t pid,
				     int64_t tid,
				     char buf[TCTL_TASK_NAME_SIZE]);

/* Life of an instance; used by the sink. class and options are set. */
const char *tctl_report_init(struct tctl_report *report);
/* NULL, or what is wrong with --begin or --end. */
const char *tctl_report_message(struct tctl_report *report,
				const bt_message *message);
/* Prints; broken: reading ended early, for this reason. 0 or -EIO. */
int tctl_report_end(struct tctl_report *report, FILE *stream,
		    const char *broken);
void tctl_report_release(struct tctl_report *report);

#endif
