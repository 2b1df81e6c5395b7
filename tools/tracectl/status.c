/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/status.c: `tracectl status`: what the daemon does and uses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"

static const struct poptOption status_options[] = {
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static void status_print_value(const char *key, json_t *value)
{
	if (json_is_string(value))
		printf("%-16s%s\n", key, json_string_value(value));
	else if (json_is_integer(value))
		printf("%-16s%" JSON_INTEGER_FORMAT "\n", key,
		       json_integer_value(value));
	else if (json_is_boolean(value))
		printf("%-16s%s\n", key, json_is_true(value) ? "yes" : "no");
	else if (json_is_array(value))
		printf("%-16s%zu\n", key, json_array_size(value));
}

static void status_print_uptime(json_t *value)
{
	json_int_t seconds = json_integer_value(value) / 1000000000;

	printf("%-16s%" JSON_INTEGER_FORMAT " h %02d min %02d s\n", "uptime",
	       seconds / 3600, (int)(seconds / 60 % 60), (int)(seconds % 60));
}

/* An object's members on one line: "clock  source tsc, ...". */
static void status_print_object(const char *key, json_t *object)
{
	const char *member, *separator = "";
	json_t *value;
	char *text;

	printf("%-16s", key);
	json_object_foreach(object, member, value) {
		printf("%s%s ", separator, member);
		if (json_is_string(value)) {
			fputs(json_string_value(value), stdout);
		} else {
			text = json_dumps(value, JSON_ENCODE_ANY);
			fputs(text ? text : "?", stdout);
			free(text);
		}
		separator = ", ";
	}
	putchar('\n');
}

static void status_print(json_t *answer)
{
	const char *key;
	json_t *value;

	json_object_foreach(answer, key, value) {
		if (!strcmp(key, "ok"))
			continue;
		if (!strcmp(key, "uptime_ns"))
			status_print_uptime(value);
		else if (json_is_object(value))
			status_print_object(key, value);
		else
			status_print_value(key, value);
	}
}

int tctl_status_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_options options;
	struct tctl_client client;
	json_t *answer = NULL;
	int status;

	if (!tctl_options_read(&options, command, status_options, argc, argv,
			       0, 0)) {
		status = options.exit;
		goto out;
	}
	status = tctl_client_open(&client, TCTL_CLIENT_JOIN);
	if (status == TCTL_EXIT_OK)
		status = tctl_client_call(&client, TCTL_CLIENT_JOIN,
			json_pack("{ss}", "cmd", "status"), &answer);
	if (answer && tctl_common.json)
		tctl_session_print_json(answer, stdout);
	else if (answer)
		status_print(answer);
	json_decref(answer);
	tctl_client_release(&client);
out:
	tctl_options_release(&options);
	return status;
}
