/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/create.c: `tracectl create`: makes a session, or adds a
 * channel to one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "tools/tracectl/channel.h"
#include "tools/tracectl/client.h"
#include "tools/tracectl/domain.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"
#include "tools/tracectl/session.h"

static char *create_output;
static int create_add;
static int create_kernel;
static int create_own_name;

static const struct poptOption create_options[] = {
	{ "output", 'o', POPT_ARG_STRING, &create_output, 0,
	  "where the trace goes (tracectl-SESSION-DATETIME)", "DIR" },
	{ "own-name", '\0', POPT_ARG_NONE, &create_own_name, 0,
	  "let the trace say tracectl, not lttng-ust or lttng-modules", NULL },
	{ "add-channel", '\0', POPT_ARG_NONE, &create_add, 0,
	  "add a channel to a session that exists and never ran", NULL },
	{ "kernel", 'k', POPT_ARG_NONE, &create_kernel, 0,
	  "the channel is for the kernel's events", NULL },
	TCTL_KERNEL_OPTIONS,
	TCTL_CHANNEL_OPTIONS,
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int create_session(const char *name, json_t *channel)
{
	struct tctl_client client;
	json_t *answer = NULL, *request;
	char *output;
	int status = tctl_client_open(&client, TCTL_CLIENT_START);

	if (status == TCTL_EXIT_OK) {
		output = tctl_session_output(create_output, name);
		request = json_pack("{ss ss ss s[O]}", "cmd", "create",
				    "session", name, "output", output,
				    "channels", channel);
		if (create_own_name)
			json_object_set_new(request, "own_name", json_true());
		status = tctl_client_call(&client, TCTL_CLIENT_START, request,
					  &answer);
		free(output);
	}
	if (answer && tctl_common.json)
		tctl_session_print_json(answer, stdout);
	else if (answer && !tctl_common.quiet)
		printf("session %s, trace %s\n", name, json_string_value(
			json_object_get(answer, "output")));
	json_decref(answer);
	tctl_client_release(&client);
	return status;
}

static int create_channel(const char *given, json_t *channel)
{
	struct tctl_client client;
	json_t *answer = NULL;
	char *name;
	int status = tctl_client_open(&client, TCTL_CLIENT_JOIN);

	if (status == TCTL_EXIT_OK)
		status = tctl_session_choose(&client, given, &name);
	if (status == TCTL_EXIT_OK) {
		status = tctl_client_call(&client, TCTL_CLIENT_JOIN,
			json_pack("{ss ss sO}", "cmd", "add-channel",
				  "session", name, "channel", channel),
			&answer);
		free(name);
	}
	if (answer && tctl_common.json)
		tctl_session_print_json(answer, stdout);
	json_decref(answer);
	tctl_client_release(&client);
	return status;
}

static char *create_name(void)
{
	time_t now = time(NULL);
	char name[32];

	strftime(name, sizeof(name), "auto-%Y%m%d-%H%M%S", localtime(&now));
	return tctl_text("%s", name);
}

int tctl_create_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_options options;
	json_t *channel = NULL;
	char *made = NULL;
	const char *name;
	int status;

	if (!tctl_options_read(&options, command, create_options, argc, argv,
			       0, 1)) {
		status = options.exit;
		goto out;
	}
	name = options.arguments[0];
	status = tctl_channel_read(command, &channel);
	if (status == TCTL_EXIT_OK && create_kernel)
		status = tctl_domain_kernel_channel(command, channel, 0);
	if (status == TCTL_EXIT_OK && name)
		status = tctl_pattern_session(command, name);
	if (status != TCTL_EXIT_OK)
		goto out;
	if (create_add) {
		status = create_channel(name, channel);
		goto out;
	}
	if (!name)
		name = made = create_name();
	status = create_session(name, channel);
out:
	free(made);
	json_decref(channel);
	tctl_options_release(&options);
	return status;
}
