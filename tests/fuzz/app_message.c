// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/app_message.c: messages of applications. An input is one message;
 * what the daemon keeps of it must be whole whatever comes.
 */
#include <stdarg.h>
#include <tracectl/abi/site.h>
#include "tools/tracectld/app.h"
#include "tools/tracectld/attach.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/operation.h"
#include "tools/tracectld/process.h"

#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"

static struct tctl_daemon the_daemon = { .serial = 5 };
static unsigned int accepted, events;

/* What messages lead to. */
uint64_t tctl_attach_update(struct tctl_app *app, int always)
{
	(void)app, (void)always;
	return 0;
}

void tctl_attach_failed(struct tctl_app *app)
{
	(void)app;
}

void tctl_operations_ack(struct tctl_daemon *daemon, struct tctl_app *app,
			 int failed)
{
	(void)daemon, (void)app, (void)failed;
}

void tctl_process_seen(struct tctl_app *app)
{
	(void)app;
}

void tctl_daemon_note(const struct tctl_daemon *daemon, const char *format, ...)
{
	(void)daemon, (void)format;
}

void tctl_app_fail(struct tctl_app *app, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(app->error, sizeof(app->error), format, args);
	va_end(args);
}

static void check_and_free(struct tctl_app *app)
{
	uint32_t i;

	for (i = 0; i < app->nr_events; i++) {
		struct tctl_app_event *event = &app->events[i];

		if (event->text && (!event->name || !event->kinds ||
				    event->text[event->text_size - 1] ||
				    event->nr_fields > TCTL_MAX_FIELDS))
			abort();
		events += event->text != NULL;
		free(event->text);
		free(event->name);
		free(event->kinds);
	}
	free(app->events);
	free(app->exe);
	if (app->acked > the_daemon.serial)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tctl_app app = { .daemon = &the_daemon, .introduced = 1 };
	static union {
		uint8_t bytes[TCTL_MAX_MESSAGE];
		struct tctl_message head;
	} message;

	if (size > sizeof(message))
		return 0;
	memcpy(&message, data, size);
	if (size >= sizeof(message.head)) {
		app.introduced = data[6] != TCTL_MSG_HELLO &&
				 data[7] != TCTL_MSG_HELLO;
		app.foreign = message.head.type > UINT8_MAX;
	}
	accepted += !tctl_app_message_apply(&app, &message, size);
	check_and_free(&app);
	return 0;
}

#ifndef FUZZER
#define ROUNDS	20000

static union {
	uint8_t bytes[512];
	struct tctl_message head;
	struct tctl_msg_hello hello;
	struct tctl_msg_event event;
	struct tctl_msg_ack ack;
} seed;

static void run(unsigned int type, size_t size)
{
	seed.head.size = (uint32_t)size;
	seed.head.version = TCTL_APP_VERSION;
	seed.head.type = (uint16_t)type;
	fuzz_seed(seed.bytes, size, 8, size, ROUNDS / 2);
	tctl_foreign_message_out(seed.bytes, size);
	fuzz_seed(seed.bytes, size, 8, size, ROUNDS / 2);
}

int main(void)
{
	static const char text[] = "p:e\nf.c:1\nx";

	run(TCTL_MSG_HELLO, sizeof(seed.hello) + 16);
	memset(&seed, 0, sizeof(seed));
	seed.event.index = 3;
	seed.event.nr_fields = 1;
	seed.event.text_size = sizeof(text);
	seed.event.kinds[0] = TCTL_KIND_UINT | 2 << 4;
	memcpy(seed.event.kinds + 1, text, sizeof(text));
	run(TCTL_MSG_EVENT, sizeof(seed.event) + 8 + sizeof(text));
	memset(&seed, 0, sizeof(seed));
	seed.ack.serial = 4;
	seed.ack.error = -1;
	run(TCTL_MSG_ACK, sizeof(seed.ack) + 8);
	run(TCTL_MSG_READY, sizeof(seed.head));
	tap_ok(events > 100, "declarations were accepted");
	tap_ok(accepted > 1000 && accepted < 4 * ROUNDS,
	       "some messages were accepted, some refused");
	return tap_done();
}
#endif
