/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/status.c: `tracectl status`: what the daemon does and uses.
 */
#include <stdio.h>
#include <string.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/lttng.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"

static const struct poptOption status_options[] = {
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

/* A value as it stands in a line. */
static void status_print_value(json_t *value)
{
	const char *key, *separator = "";
	json_t *member;
	size_t i;

	if (json_is_string(value))
		fputs(json_string_value(value), stdout);
	else if (json_is_integer(value))
		printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_boolean(value))
		fputs(json_is_true(value) ? "yes" : "no", stdout);
	json_object_foreach(value, key, member) {
		printf("%s%s ", separator, key);
		status_print_value(member);
		separator = ", ";
	}
	json_array_foreach(value, i, member) {
		fputs(i ? "; " : "", stdout);
		status_print_value(member);
	}
}

static void status_print_uptime(json_t *value)
{
	json_int_t seconds = json_integer_value(value) / 1000000000;

	printf("%-14s%" JSON_INTEGER_FORMAT " h %02d min %02d s\n", "uptime",
	       seconds / 3600, (int)(seconds / 60 % 60), (int)(seconds % 60));
}

/* What is promised about changing running code depends on maker and family. */
static void status_print_cpu(void)
{
	static const char *const keys[] = { "vendor_id", "cpu family", "model" };
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[256], *value;
	size_t found = 0;

	while (file && found < 3 && fgets(line, sizeof(line), file)) {
		value = strstr(line, ": ");
		if (!value || strncmp(line, keys[found], strlen(keys[found])))
			continue;
		line[strcspn(line, "\n")] = '\0';
		printf("%s%s", found == 0 ? "cpu           " :
			       found == 1 ? ", family " : ", model ",
		       value + 2);
		found++;
	}
	if (found)
		putchar('\n');
	if (file)
		fclose(file);
}

static void status_print(json_t *answer)
{
	const char *key;
	json_t *value;

	json_object_foreach(answer, key, value) {
		if (!strcmp(key, "ok"))
			continue;
		if (!strcmp(key, "uptime_ns")) {
			status_print_uptime(value);
			continue;
		}
		printf("%-14s", key);
		status_print_value(value);
		putchar('\n');
	}
	status_print_cpu();
}

/* One line for each, as somebody may wonder why one records nothing. */
static void status_print_lttng(json_t *processes)
{
	const char *name, *reason;
	int pid, bridge;
	json_t *process;
	size_t i;

	json_array_foreach(processes, i, process) {
		reason = "";
		if (json_unpack(process, "{s:i s:s s:b s?s}", "pid", &pid,
				"procname", &name, "bridge", &bridge, "reason",
				&reason))
			continue;
		printf("%-14s%d %s: %s%s\n", i ? "" : "lttng-ust", pid, name,
		       bridge ? "its events are ours, too" : "no bridge: ",
		       reason);
	}
}

int tctl_status_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_options options;
	struct tctl_client client;
	json_t *answer = NULL, *lttng = NULL;
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
	if (answer)
		lttng = tctl_lttng_processes();
	if (answer && tctl_common.json) {
		json_object_set(answer, "lttng_ust", lttng);
		tctl_session_print_json(answer, stdout);
	} else if (answer) {
		status_print(answer);
		status_print_lttng(lttng);
	}
	json_decref(lttng);
	json_decref(answer);
	tctl_client_release(&client);
out:
	tctl_options_release(&options);
	return status;
}
