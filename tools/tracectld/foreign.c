// SPDX-License-Identifier: GPL-2.0-or-later
/* foreign.c: see foreign.h. */
#include <tracectl/abi/app.h>
#include "tools/tracectld/foreign.h"

static void turn(unsigned char *at, size_t size)
{
	size_t i;

	for (i = 0; i < size / 2; i++) {
		unsigned char byte = at[i];

		at[i] = at[size - 1 - i];
		at[size - 1 - i] = byte;
	}
}

/* Returns how many bytes were turned: fewer than the layout has where the next
   number does not fit into the room. */
static size_t turn_within(unsigned char *bytes, size_t room, const char *layout)
{
	size_t done = 0, size;

	for (; *layout; layout++, done += size) {
		size = (size_t)(*layout - '0');
		if (size > room - done)
			break;
		turn(bytes + done, size);
	}
	return done;
}

void tctl_foreign_turn(void *bytes, const char *layout)
{
	turn_within(bytes, SIZE_MAX, layout);
}

/* What follows the head, up to what is no number or of variable length. */
static const char *message_layout(unsigned int type)
{
	switch (type) {
	case TCTL_MSG_HELLO:
		return "444488";
	case TCTL_MSG_EVENT:
		return "4211" "4444";
	case TCTL_MSG_OBJECT:
		return "8844";
	case TCTL_MSG_ACK:
		return "844";
	case TCTL_MSG_CHANNEL:
		return "4488";
	case TCTL_MSG_CHANNEL_CLOSE:
	case TCTL_MSG_ENABLE:
	case TCTL_MSG_DISABLE:
	case TCTL_MSG_STATEDUMP:
	case TCTL_MSG_FLUSH:
		return "44";
	case TCTL_MSG_SYNC:
		return "88";
	default:
		return "";
	}
}

static void turn_list(unsigned char *bytes, size_t room, const char *layout,
		      uint64_t nr)
{
	size_t done = 0, size;

	for (; nr; nr--, done += size) {
		size = turn_within(bytes + done, room - done, layout);
		if (!size)
			break;
	}
}

/* The numbers behind the fixed part, which is as this machine has it. */
static void turn_variable(unsigned char *bytes, size_t size, unsigned int type)
{
	const struct tctl_msg_event *event = (const void *)bytes;
	const struct tctl_msg_enable *enable = (const void *)bytes;

	if (type == TCTL_MSG_EVENT && size >= sizeof(*event))
		turn_list(bytes + sizeof(*event), size - sizeof(*event), "8",
			  (event->nr_fields + 1u) / 2);
	else if ((type == TCTL_MSG_ENABLE || type == TCTL_MSG_DISABLE) &&
		 size >= sizeof(*enable))
		turn_list(bytes + sizeof(*enable), size - sizeof(*enable), "44",
			  enable->nr);
}

static void turn_fixed(unsigned char *bytes, size_t size, unsigned int type)
{
	const size_t head = sizeof(struct tctl_message);

	turn_within(bytes + head, size - head, message_layout(type));
}

void tctl_foreign_message_in(void *message, size_t size)
{
	const struct tctl_message *head = message;

	if (size < sizeof(*head))
		return;
	turn_within(message, size, TCTL_LAYOUT_MESSAGE);
	turn_fixed(message, size, head->type);
	turn_variable(message, size, head->type);
}

void tctl_foreign_message_out(void *message, size_t size)
{
	const struct tctl_message *head = message;

	if (size < sizeof(*head))
		return;
	turn_variable(message, size, head->type);
	turn_fixed(message, size, head->type);
	turn_within(message, size, TCTL_LAYOUT_MESSAGE);
}
