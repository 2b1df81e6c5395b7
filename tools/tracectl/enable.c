/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/enable.c: `tracectl enable`: chooses events to record, now and
 * in applications to come.
 */
#include <stdio.h>
#include <stdlib.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/enable.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/nearest.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"
#include "tools/tracectl/session.h"

static char *enable_session;
static char *enable_channel;
static const char **enable_exclude;
static char *enable_level;
static char *enable_level_only;
static int enable_kernel;

static const struct poptOption enable_options[] = {
	{ "kernel", 'k', POPT_ARG_NONE, &enable_kernel, 0,
	  "events of the kernel", NULL },
	{ "session", 's', POPT_ARG_STRING, &enable_session, 0,
	  "which session, when there are several", "NAME" },
	{ "channel", 'c', POPT_ARG_STRING, &enable_channel, 0,
	  "which channel, when there are several", "NAME" },
	{ "exclude", 'x', POPT_ARG_ARGV, &enable_exclude, 0,
	  "not these (repeatable)", "PATTERN" },
	{ "level", '\0', POPT_ARG_STRING, &enable_level, 0,
	  "this log level and more urgent ones only", "LEVEL" },
	{ "level-only", '\0', POPT_ARG_STRING, &enable_level_only, 0,
	  "this log level only", "LEVEL" },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int enable_check(const struct tctl_command *command,
			const struct tctl_enable *enable,
			const char *const *texts)
{
	return enable->kernel ? tctl_pattern_check_kernel(command, texts) :
				tctl_pattern_check(command, texts);
}

int tctl_enable_request(const struct tctl_command *command,
			const struct tctl_enable *enable, json_t **ret_request)
{
	const char *level = enable->level ? enable->level : enable->level_only;
	json_t *request;
	int status, number = 0;

	status = enable_check(command, enable, enable->patterns);
	if (status == TCTL_EXIT_OK)
		status = enable_check(command, enable, enable->exclude);
	if (status == TCTL_EXIT_OK && enable->level && enable->level_only)
		return tctl_usage_error(command, "--level and --level-only "
					"exclude each other");
	if (status == TCTL_EXIT_OK && level)
		status = tctl_pattern_level(command, level, &number);
	if (status != TCTL_EXIT_OK)
		return status;
	request = json_pack("{ss so}", "cmd", "enable", "patterns",
			    tctl_pattern_array(enable->patterns));
	if (enable->kernel)
		json_object_set_new(request, "domain", json_string("kernel"));
	if (enable->exclude)
		json_object_set_new(request, "exclude",
				    tctl_pattern_array(enable->exclude));
	if (level) {
		json_object_set_new(request, "level", json_integer(number));
		json_object_set_new(request, "level_only",
				    json_boolean(enable->level_only != NULL));
	}
	*ret_request = request;
	return TCTL_EXIT_OK;
}

/* Whoever mistyped a name should hear of it; where nothing runs yet there is
   nothing to compare with. */
static int enable_report_no_match(json_t *patterns, json_t *answer)
{
	json_t *seen = json_object_get(answer, "seen");
	char *names;

	if (!json_array_size(seen)) {
		tctl_note("no application with probes is running: the patterns "
			  "stay in force for those started later");
		return TCTL_EXIT_OK;
	}
	names = tctl_nearest_names(patterns, seen);
	tctl_warning("no event of a live application matches: there are %s "
		     "(the patterns stay in force for applications started "
		     "later; all events: tracectl list --probes)", names);
	free(names);
	return TCTL_EXIT_NO_MATCH;
}

static int enable_report_kernel(json_t *patterns, json_t *answer,
				json_int_t matched)
{
	char *names;

	if (matched) {
		if (!tctl_common.json && !tctl_common.quiet)
			printf("%lld event%s of the kernel enabled\n",
			       (long long)matched, matched == 1 ? "" : "s");
		return tctl_session_report_kernel(answer);
	}
	names = tctl_nearest_names(NULL, patterns);
	tctl_warning("the kernel has no event that matches %s (see tracectl "
		     "list -k)", names);
	free(names);
	return TCTL_EXIT_NO_MATCH;
}

static int enable_report(json_t *patterns, json_t *answer)
{
	json_int_t matched = json_integer_value(json_object_get(answer,
								"matched"));
	json_int_t applications = json_integer_value(json_object_get(answer,
							"applications"));
	int status = TCTL_EXIT_OK, pending;

	if (tctl_common.json)
		tctl_session_print_json(answer, stdout);
	if (enable_kernel)
		return enable_report_kernel(patterns, answer, matched);
	if (!matched)
		status = enable_report_no_match(patterns, answer);
	else if (!tctl_common.json && !tctl_common.quiet)
		printf("%lld event%s enabled in %lld application%s\n",
		       (long long)matched, matched == 1 ? "" : "s",
		       (long long)applications, applications == 1 ? "" : "s");
	pending = tctl_session_report_applications(answer);
	return pending ? pending : status;
}

int tctl_enable_ask(const char *session, const char *channel, json_t *request,
		    json_t **ret_answer)
{
	struct tctl_client client;
	char *name = NULL;
	int status = tctl_client_open(&client, TCTL_CLIENT_JOIN);

	*ret_answer = NULL;
	if (status == TCTL_EXIT_OK)
		status = tctl_session_choose(&client, session, &name);
	if (status == TCTL_EXIT_OK) {
		json_object_set_new(request, "session", json_string(name));
		if (channel)
			json_object_set_new(request, "channel",
					    json_string(channel));
		status = tctl_client_call(&client, TCTL_CLIENT_JOIN,
					  json_incref(request), ret_answer);
	}
	json_decref(request);
	free(name);
	tctl_client_release(&client);
	return status;
}

int tctl_enable_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_options options;
	struct tctl_enable enable;
	json_t *request, *patterns, *answer;
	int status;

	if (!tctl_options_read(&options, command, enable_options, argc, argv,
			       0, -1)) {
		status = options.exit;
		goto out;
	}
	enable = (struct tctl_enable){
		.patterns = options.arguments, .exclude = enable_exclude,
		.level = enable_level, .level_only = enable_level_only,
		.kernel = enable_kernel,
	};
	if (!options.nr_arguments)
		status = tctl_usage_error(command, "which events? name a "
					  "pattern, '*' for all");
	else
		status = tctl_enable_request(command, &enable, &request);
	if (status != TCTL_EXIT_OK)
		goto out;
	patterns = json_incref(json_object_get(request, "patterns"));
	status = tctl_enable_ask(enable_session, enable_channel, request,
				 &answer);
	if (status == TCTL_EXIT_OK)
		status = enable_report(patterns, answer);
	json_decref(patterns);
	json_decref(answer);
out:
	tctl_options_release(&options);
	return status;
}
