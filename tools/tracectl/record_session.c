/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/record_session.c: the session that `tracectl record` makes,
 * and ends, for itself.
 */
#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/record.h"
#include "tools/tracectl/session.h"

#define RECORD_NAME_LENGTH	40

/* The command's last path component, in characters that a session may have. */
static char *record_base_name(const struct tctl_record *record)
{
	const char *path = record->child.argv ? record->child.argv[0] : "all";
	const char *slash = strrchr(path, '/');
	char *name, *c;

	name = tctl_text("%.*s", RECORD_NAME_LENGTH,
			 slash && slash[1] ? slash + 1 : path);
	for (c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("_.-", *c))
			*c = '_';
	return name;
}

/* A second recording in the same second gets a number. */
static char *record_free_output(const char *name)
{
	char *first = tctl_session_output(NULL, name);
	char *path = tctl_memory(strdup(first));
	int i;

	for (i = 2; !access(path, F_OK) && i < 1000; i++) {
		free(path);
		path = tctl_text("%s-%d", first, i);
	}
	free(first);
	return path;
}

int tctl_record_name(struct tctl_record *record, const char *session,
		     const char *output, int all)
{
	char *base = record_base_name(record);
	struct stat st;
	uint64_t token;

	record->session = session ? tctl_memory(strdup(session)) :
				    tctl_text("%s-%d", base, (int)getpid());
	record->output = output ? tctl_session_output(output, NULL) :
				  record_free_output(session ? session : base);
	free(base);
	record->existed = !lstat(record->output, &st);
	if (all || !record->child.argv)
		return TCTL_EXIT_OK;
	if (getrandom(&token, sizeof(token), 0) != sizeof(token)) {
		tctl_error("cannot get a random number for the command's "
			   "token: %s (try again, or use --all)",
			   strerror(errno));
		return TCTL_EXIT_FAILED;
	}
	record->token = tctl_text("%016" PRIx64, token | 1);
	record->child.token = tctl_memory(strdup(record->token));
	return TCTL_EXIT_OK;
}

/* Asks, and drops the answer after report() saw it. */
static int record_ask(struct tctl_record *record, json_t *request,
		      int (*report)(json_t *answer))
{
	json_t *answer;
	int status;

	json_object_set_new(request, "session", json_string(record->session));
	status = tctl_client_call(&record->client, TCTL_CLIENT_START, request,
				  &answer);
	if (status == TCTL_EXIT_OK && report)
		status = report(answer);
	json_decref(answer);
	return status;
}

/* Applications that can't follow now may do so later. */
static int record_report_start(json_t *answer)
{
	tctl_session_report_applications(answer);
	return tctl_session_report_kernel(answer);
}

static int record_report_matches(json_t *answer)
{
	if (!json_integer_value(json_object_get(answer, "matched")))
		tctl_warning("the kernel has no event of that name (see "
			     "tracectl list -k)");
	return TCTL_EXIT_OK;
}

int tctl_record_follow(struct tctl_record *record, long pid)
{
	return record_ask(record, json_pack("{ss sI}", "cmd", "follow", "pid",
					    (json_int_t)pid), NULL);
}

static int record_follow_pids(struct tctl_record *record)
{
	int status = TCTL_EXIT_OK;
	json_t *pid;
	size_t i;

	json_array_foreach(record->pids, i, pid)
		if (status == TCTL_EXIT_OK)
			status = tctl_record_follow(record,
						    json_integer_value(pid));
	return status;
}

static json_t *record_create_request(const struct tctl_record *record)
{
	json_t *request = json_pack("{ss ss s[] sb}", "cmd", "create",
				    "output", record->output, "channels",
				    "owner", 1);
	json_t *channels = json_object_get(request, "channels");

	if (record->channel)
		json_array_append(channels, record->channel);
	if (record->kernel_channel)
		json_array_append(channels, record->kernel_channel);

	if (record->own_name)
		json_object_set_new(request, "own_name", json_true());
	if (record->token)
		json_object_set_new(request, "token",
				    json_string(record->token));
	return request;
}

int tctl_record_begin(struct tctl_record *record)
{
	int status = tctl_client_open(&record->client, TCTL_CLIENT_START);

	if (status == TCTL_EXIT_OK)
		status = record_ask(record, record_create_request(record),
				    NULL);
	if (status != TCTL_EXIT_OK)
		return status;
	record->created = 1;
	if (record->enable)
		status = record_ask(record, json_deep_copy(record->enable),
				    record_report_start);
	if (status == TCTL_EXIT_OK && record->kernel_enable)
		status = record_ask(record,
				    json_deep_copy(record->kernel_enable),
				    record_report_matches);
	if (status == TCTL_EXIT_OK)
		status = record_ask(record, json_pack("{ss}", "cmd", "start"),
				    record_report_start);
	if (status == TCTL_EXIT_OK)
		status = record_follow_pids(record);
	return status;
}

static int record_remove_entry(const char *path, const struct stat *st,
			       int type, struct FTW *position)
{
	(void)st;
	(void)type;
	/* a directory that was there before stays */
	if (position->level)
		remove(path);
	return 0;
}

void tctl_record_discard(struct tctl_record *record)
{
	json_t *answer;

	if (!record->created)
		return;
	tctl_client_call(&record->client, TCTL_CLIENT_JOIN,
			 json_pack("{ss ss sb}", "cmd", "destroy", "session",
				   record->session, "force", 1), &answer);
	json_decref(answer);
	nftw(record->output, record_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	if (!record->existed)
		rmdir(record->output);
}

/* What could not be written is still in memory: the session stays, then. */
static int record_check_written(struct tctl_record *record)
{
	int status = tctl_session_report_writing(record->totals);

	if (status != TCTL_EXIT_OK)
		tctl_note("the session is kept (once there is space: tracectl "
			  "stop %s; tracectl destroy %s)", record->session,
			  record->session);
	return status;
}

int tctl_record_end(struct tctl_record *record)
{
	json_t *answer;
	int status;

	status = tctl_client_call(&record->client, TCTL_CLIENT_START,
			json_pack("{ss ss}", "cmd", "stop", "session",
				  record->session), &answer);
	if (status != TCTL_EXIT_OK)
		return status;
	record->totals = json_incref(tctl_session_answer_totals(answer));
	json_decref(answer);
	status = record_check_written(record);
	if (status == TCTL_EXIT_OK)
		status = record_ask(record, json_pack("{ss}", "cmd", "destroy"),
				    NULL);
	return status;
}
