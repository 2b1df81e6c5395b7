/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/record.c: `tracectl record`: runs a command and records it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "tools/tracectl/channel.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/domain.h"
#include "tools/tracectl/enable.h"
#include "tools/tracectl/lttng.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"
#include "tools/tracectl/program.h"
#include "tools/tracectl/record.h"
#include "tools/tracectl/runtime.h"
#include "tools/tracectl/session.h"
#include "tools/tracectl/view.h"

#define RECORD_LIBRARY		"libtracectl.so"
#define RECORD_LIBC_LIBRARY	"libtracectl-libc.so"
#define RECORD_LIBC_PATTERN	"lttng_ust_libc:*"
#define RECORD_PTHREAD_PATTERN	"lttng_ust_pthread:*"

static char *record_level;
static char *record_level_only;
static char *record_output;
static char *record_session;
static int record_libc;
static int record_all;
static int record_no_preload;
static int record_no_lttng;
static int record_own_name;
static int record_view;
static long record_duration;

static const struct poptOption record_options[] = {
	TCTL_DOMAIN_OPTIONS,
	{ "level", '\0', POPT_ARG_STRING, &record_level, 0,
	  "this log level and more urgent ones only", "LEVEL" },
	{ "level-only", '\0', POPT_ARG_STRING, &record_level_only, 0,
	  "this log level only", "LEVEL" },
	{ "output", 'o', POPT_ARG_STRING, &record_output, 0,
	  "where the trace goes (tracectl-NAME-DATETIME)", "DIR" },
	{ "session", 's', POPT_ARG_STRING, &record_session, 0,
	  "name of the session (COMMAND-PID)", "NAME" },
	{ "libc", '\0', POPT_ARG_NONE, &record_libc, 0,
	  "also record memory and mutex calls of any dynamic program", NULL },
	{ "all", 'a', POPT_ARG_NONE, &record_all, 0,
	  "record all applications of the user, not COMMAND's only", NULL },
	{ "duration", 'd', POPT_ARG_LONG, &record_duration, 0,
	  "end after this time (without COMMAND)", "SECONDS" },
	{ "no-libtracectl-preload", '\0', POPT_ARG_NONE, &record_no_preload, 0,
	  "COMMAND brings its own libtracectl", NULL },
	{ "no-lttng-ust", '\0', POPT_ARG_NONE, &record_no_lttng, 0,
	  "leave the events of LTTng-UST's providers alone", NULL },
	{ "own-name", '\0', POPT_ARG_NONE, &record_own_name, 0,
	  "let the trace say tracectl, not lttng-ust or lttng-modules", NULL },
	{ "view", '\0', POPT_ARG_NONE, &record_view, 0,
	  "print the trace with babeltrace2 afterwards", NULL },
	TCTL_KERNEL_OPTIONS,
	TCTL_CHANNEL_OPTIONS,
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int record_check_options(const struct tctl_command *command,
				int has_command)
{
	if (record_duration < 0)
		return tctl_usage_error(command, "--duration %ld is negative",
					record_duration);
	if (record_duration && has_command)
		return tctl_usage_error(command, "--duration is for recording "
			"without a command: it ends when COMMAND ends (use "
			"timeout %ld COMMAND)", record_duration);
	if (record_libc && !has_command)
		return tctl_usage_error(command, "--libc needs a COMMAND to "
					"run with it");
	if (record_session)
		return tctl_pattern_session(command, record_session);
	return TCTL_EXIT_OK;
}

/* --libc without -e records libc's calls besides everything else; with -e, the
   patterns and libc's calls. */
static int record_read_enable(const struct tctl_command *command,
			      json_t **ret_request)
{
	static const char *const everything[] = { "*", NULL };
	struct tctl_enable enable = {
		.patterns = tctl_domain_user.patterns ?
			    tctl_domain_user.patterns : everything,
		.exclude = tctl_domain_user.exclude,
		.level = record_level, .level_only = record_level_only,
	};
	json_t *patterns;
	int status = tctl_enable_request(command, &enable, ret_request);

	if (status != TCTL_EXIT_OK || !record_libc ||
	    !tctl_domain_user.patterns)
		return status;
	patterns = json_object_get(*ret_request, "patterns");
	json_array_append_new(patterns, json_string(RECORD_LIBC_PATTERN));
	json_array_append_new(patterns, json_string(RECORD_PTHREAD_PATTERN));
	return status;
}

static int record_library_missing(const char *name, const char *option)
{
	tctl_error("cannot record: %s is not found beside this command or "
		   "where it was installed (install it, or use %s)", name,
		   option);
	return TCTL_EXIT_FAILED;
}

/* One more library for LD_PRELOAD; option: how to do without. */
static int record_add_preload(struct tctl_child *child, const char *name,
			      const char *option)
{
	char *library = tctl_runtime_library(name), *before = child->preload;

	if (!library)
		return record_library_missing(name, option);
	child->preload = before ? tctl_text("%s:%s", before, library) :
				  tctl_text("%s", library);
	free(library);
	free(before);
	return TCTL_EXIT_OK;
}

/* Programs made for LTTng-UST are often started by others, or load it when they
   run; to those that know nothing of it the bridge does nothing. */
static int record_add_lttng(struct tctl_child *child)
{
	char *library = tctl_runtime_library(TCTL_LTTNG_LIBRARY);

	if (!library)
		return TCTL_EXIT_OK;
	free(library);
	child->lttng = 1;
	return record_add_preload(child, TCTL_LTTNG_LIBRARY, "--no-lttng-ust");
}

/* What goes into LD_PRELOAD. */
static int record_choose_preload(struct tctl_child *child)
{
	int status = TCTL_EXIT_OK;

	if (tctl_program_kind(child->path) == TCTL_PROGRAM_OTHER_LIBC)
		return status;
	if (!record_no_preload)
		status = record_add_preload(child, RECORD_LIBRARY,
					    "--no-libtracectl-preload");
	if (status == TCTL_EXIT_OK && record_libc)
		status = record_add_preload(child, RECORD_LIBC_LIBRARY,
					    "no --libc");
	if (status == TCTL_EXIT_OK && !record_no_preload && !record_no_lttng)
		status = record_add_lttng(child);
	return status;
}

/* From now on signals are read, not delivered; but those that were ignored
   (nohup) stay so. */
static int record_block_signals(struct tctl_record *record)
{
	static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction action;
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (!sigaction(endings[i], NULL, &action) &&
		    action.sa_handler != SIG_IGN)
			sigaddset(&set, endings[i]);
	sigprocmask(SIG_BLOCK, &set, &record->inherited);
	record->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (record->signals >= 0)
		return TCTL_EXIT_OK;
	tctl_error("cannot wait for signals: %s (raise the limit of open "
		   "files)", strerror(errno));
	return TCTL_EXIT_FAILED;
}

static const char *record_output_of(json_t *totals)
{
	const char *output = json_string_value(json_object_get(totals,
							       "output"));

	return output ? output : "";
}

static void record_report(const struct tctl_record *record)
{
	if (tctl_common.json) {
		tctl_session_print_json(record->totals, stderr);
		return;
	}
	if (!tctl_session_own_events(record->totals) &&
	    !tctl_domain_has_profiles())
		tctl_record_explain_empty(record);
	if (tctl_common.quiet)
		return;
	tctl_session_print_totals(record->totals, stderr);
	if (json_integer_value(json_object_get(record->totals, "packets")))
		fprintf(stderr, "view    tracectl view %s\n",
			record_output_of(record->totals));
}

/* The command is about to begin. */
static int record_follow_child(void *argument)
{
	struct tctl_record *record = argument;

	if (!record->kernel_channel)
		return TCTL_EXIT_OK;
	return tctl_record_follow(record, record->child.pid);
}

/* After the names are known. Returns the exit code. */
static int record_run(struct tctl_record *record)
{
	int status = tctl_record_begin(record), ended;

	if (status == TCTL_EXIT_OK && record->child.argv)
		status = tctl_child_start(&record->child, &record->inherited,
					  record_follow_child, record);
	if (status != TCTL_EXIT_OK) {
		tctl_record_discard(record);
		return status;
	}
	if (!record->child.argv)
		tctl_note("recording into %s (end it with Ctrl-C)",
			  record->output);
	status = tctl_record_wait(record);
	ended = tctl_record_end(record);
	if (ended != TCTL_EXIT_OK)
		return status ? status : ended;
	record_report(record);
	if (record_view)
		tctl_view_trace(record_output_of(record->totals), NULL);
	return status;
}

static void record_release(struct tctl_record *record)
{
	tctl_client_release(&record->client);
	tctl_child_release(&record->child);
	json_decref(record->channel);
	json_decref(record->enable);
	json_decref(record->kernel_channel);
	json_decref(record->kernel_enable);
	json_decref(record->pids);
	json_decref(record->totals);
	free(record->session);
	free(record->output);
	free(record->token);
	if (record->signals >= 0)
		close(record->signals);
}

/* Channel and events of the kernel, of the command alone or of everybody. */
static int record_prepare_kernel(const struct tctl_command *command,
				 struct tctl_record *record, int has_command)
{
	int status = tctl_domain_pids(command, &record->pids);

	if (status == TCTL_EXIT_OK)
		status = tctl_domain_kernel_request(command,
						    &record->kernel_enable);
	if (status == TCTL_EXIT_OK)
		status = tctl_channel_read(command, &record->kernel_channel);
	if (status != TCTL_EXIT_OK)
		return status;
	json_object_set_new(record->kernel_channel, "name",
			    json_string(TCTL_CHANNEL_KERNEL_NAME));
	return tctl_domain_kernel_channel(command, record->kernel_channel,
					  has_command && !record_all);
}

static int record_prepare_user(const struct tctl_command *command,
			       struct tctl_record *record)
{
	int status = tctl_channel_read(command, &record->channel);

	if (status == TCTL_EXIT_OK)
		status = record_read_enable(command, &record->enable);
	return status;
}

/* All that can be wrong without a daemon, before anything is made. */
static int record_prepare(const struct tctl_command *command,
			  struct tctl_record *record,
			  struct tctl_options *options)
{
	int has_command = options->nr_arguments > 0, status;

	status = record_check_options(command, has_command);
	if (status == TCTL_EXIT_OK && tctl_domain_has_user())
		status = record_prepare_user(command, record);
	if (status == TCTL_EXIT_OK && tctl_domain_has_kernel())
		status = record_prepare_kernel(command, record, has_command);
	if (status == TCTL_EXIT_OK && has_command)
		status = tctl_child_find(&record->child,
					 (char **)options->arguments);
	if (status == TCTL_EXIT_OK && has_command && record->channel)
		status = record_choose_preload(&record->child);
	if (status == TCTL_EXIT_OK)
		status = tctl_record_name(record, record_session,
					  record_output, record_all);
	return status == TCTL_EXIT_OK ? record_block_signals(record) : status;
}

int tctl_record_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_record record = {
		.client = { .fd = -1 }, .signals = -1,
	};
	struct tctl_options options;
	int status;

	if (!tctl_options_read(&options, command, record_options, argc, argv,
			       TCTL_OPTIONS_STOP_AT_WORD, -1)) {
		status = options.exit;
		goto out;
	}
	record.duration_s = record_duration;
	record.own_name = record_own_name;
	status = record_prepare(command, &record, &options);
	if (status == TCTL_EXIT_OK)
		status = record_run(&record);
out:
	record_release(&record);
	tctl_options_release(&options);
	return status;
}
