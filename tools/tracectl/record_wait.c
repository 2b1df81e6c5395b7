/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/record_wait.c: from the start of a recording to its end: the
 * command's end, the time limit, or signals.
 *
 * Signals: what a terminal sends goes to the command, too, so it is only
 * waited for; what a process sent to this command alone is passed on. The
 * second one ends the recording even if the command goes on.
 */
#include <errno.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/progress.h"
#include "tools/tracectl/record.h"
#include "tools/tracectl/session.h"

#define WAIT_PROGRESS_MS	1000

static long wait_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns 1 when the recording is to end. */
static int wait_interrupted(struct tctl_record *record,
			    const struct signalfd_siginfo *info)
{
	int again = record->interrupted != 0;

	record->interrupted = (int)info->ssi_signo;
	if (!record->child.pid)
		return 1;
	if (info->ssi_code <= 0)
		kill(record->child.pid, record->interrupted);
	if (again)
		tctl_note("recording ends, process %d goes on",
			  (int)record->child.pid);
	return again;
}

static int wait_read_signals(struct tctl_record *record, int *ret_status)
{
	struct signalfd_siginfo info;

	while (read(record->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD) {
			if (tctl_child_ended(&record->child, ret_status))
				return 1;
		} else if (wait_interrupted(record, &info)) {
			return 1;
		}
	}
	return 0;
}

/* Asks for totals; also finds, or starts, the successor of a daemon that went
   away. A daemon that can't be asked is not asked again before the end. */
static int wait_ask(struct tctl_record *record, struct tctl_progress *progress)
{
	json_t *answer;
	int status;

	status = tctl_client_call(&record->client, TCTL_CLIENT_START,
			json_pack("{ss ss}", "cmd", "stats", "session",
				  record->session), &answer);
	if (status == TCTL_EXIT_OK)
		tctl_progress_update(progress, tctl_session_answer_totals(answer));
	json_decref(answer);
	return status == TCTL_EXIT_OK;
}

/* Milliseconds to sleep at most; -1: no bound. */
static int wait_timeout(const struct tctl_record *record, long begin,
			int asking)
{
	long left = record->duration_s * 1000 - (wait_now_ms() - begin);

	if (record->duration_s && left < WAIT_PROGRESS_MS)
		return left < 0 ? 0 : (int)left;
	return asking || record->duration_s ? WAIT_PROGRESS_MS : -1;
}

int tctl_record_wait(struct tctl_record *record)
{
	struct tctl_progress progress;
	int status = 0, watching = 1;
	long begin = wait_now_ms();

	tctl_progress_init(&progress);
	for (;;) {
		struct pollfd pollers[2] = {
			{ .fd = record->signals, .events = POLLIN },
			{ .fd = watching ? record->client.fd : -1,
			  .events = POLLRDHUP },
		};
		int nr = poll(pollers, 2, wait_timeout(record, begin,
					watching && progress.shown));

		if (nr < 0 && errno != EINTR)
			break;
		if (nr > 0 && pollers[0].revents &&
		    wait_read_signals(record, &status))
			break;
		if (record->duration_s &&
		    wait_now_ms() - begin >= record->duration_s * 1000)
			break;
		if (watching && (pollers[1].revents ||
				 (nr == 0 && progress.shown)))
			watching = wait_ask(record, &progress);
	}
	tctl_progress_clear(&progress);
	return record->child.pid && record->interrupted ?
		TCTL_EXIT_SIGNAL + record->interrupted : status;
}
