/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/channel.c: the options that describe a channel. What can be
 * told from the numbers alone is refused here; whether there is memory for them
 * is the daemon's to say.
 */
#include <errno.h>
#include <string.h>
#include <tracectl/abi/ring.h>
#include "tools/tracectl/channel.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/table.h"

#define CHANNEL_SUBBUF_SIZE	262144
#define CHANNEL_SUBBUFS		8

static char *channel_name;
static char *channel_subbuf_size;
static char *channel_subbufs;
static char *channel_mode;
static char *channel_protocol;
static const char **channel_contexts;

struct poptOption tctl_channel_options[] = {
	{ "channel", 'c', POPT_ARG_STRING, &channel_name, 0,
	  "name of the channel (channel0)", "NAME" },
	{ "subbuf-size", '\0', POPT_ARG_STRING, &channel_subbuf_size, 0,
	  "size of a sub-buffer, a power of two (256k)", "SIZE" },
	{ "subbufs", '\0', POPT_ARG_STRING, &channel_subbufs, 0,
	  "sub-buffers per CPU, a power of two (8)", "NUMBER" },
	{ "mode", '\0', POPT_ARG_STRING, &channel_mode, 0,
	  "when full: discard new events, or overwrite the oldest (discard)",
	  "MODE" },
	{ "context", '\0', POPT_ARG_ARGV, &channel_contexts, 0,
	  "also record procname with each event", "NAME" },
	{ "buffers", '\0', POPT_ARG_STRING, &channel_protocol, 0,
	  "write protocol: whole or counted (by what the application can)",
	  "PROTOCOL" },
	POPT_TABLEEND
};

/* text NULL: *ret_value stays. */
static int channel_number(const struct tctl_command *command,
			  const char *option, const char *text, uint64_t least,
			  uint64_t most, uint64_t *ret_value)
{
	uint64_t value = 0;

	if (!text)
		return TCTL_EXIT_OK;
	if (tctl_number_parse_size(text, &value))
		return tctl_usage_error(command, "--%s '%s' is no size: write "
					"e.g. 65536, 256k or 1M", option, text);
	if (value & (value - 1))
		return tctl_usage_error(command, "--%s %s is no power of two",
					option, text);
	if (value < least || value > most)
		return tctl_usage_error(command, "--%s %s is out of bounds: "
			"%llu to %llu", option, text,
			(unsigned long long)least, (unsigned long long)most);
	*ret_value = value;
	return TCTL_EXIT_OK;
}

static int channel_word(const struct tctl_command *command, const char *option,
			const char *text, const char *one, const char *other)
{
	if (!text || !strcmp(text, one) || !strcmp(text, other))
		return TCTL_EXIT_OK;
	return tctl_usage_error(command, "--%s '%s': it is %s or %s", option,
				text, one, other);
}

static int channel_add_contexts(const struct tctl_command *command,
				json_t *contexts)
{
	const char **name;

	json_array_append_new(contexts, json_string("vpid"));
	json_array_append_new(contexts, json_string("vtid"));
	for (name = channel_contexts; name && *name; name++) {
		if (!strcmp(*name, "procname"))
			json_array_append_new(contexts, json_string(*name));
		else if (strcmp(*name, "vpid") && strcmp(*name, "vtid"))
			return tctl_usage_error(command, "no context '%s': "
				"there are vpid and vtid (always recorded) and "
				"procname", *name);
	}
	return TCTL_EXIT_OK;
}

int tctl_channel_read(const struct tctl_command *command, json_t **ret_channel)
{
	uint64_t size = CHANNEL_SUBBUF_SIZE, nr = CHANNEL_SUBBUFS;
	json_t *channel, *contexts;
	int status;

	status = channel_number(command, "subbuf-size", channel_subbuf_size,
				TCTL_MIN_SUBBUF_SIZE, TCTL_MAX_SUBBUF_SIZE,
				&size);
	if (status == TCTL_EXIT_OK)
		status = channel_number(command, "subbufs", channel_subbufs,
					TCTL_MIN_SUBBUFS, TCTL_MAX_SUBBUFS,
					&nr);
	if (status == TCTL_EXIT_OK)
		status = channel_word(command, "mode", channel_mode, "discard",
				      "overwrite");
	if (status == TCTL_EXIT_OK)
		status = channel_word(command, "buffers", channel_protocol,
				      "whole", "counted");
	if (status != TCTL_EXIT_OK)
		return status;
	contexts = json_array();
	status = channel_add_contexts(command, contexts);
	channel = json_pack("{ss ss sI sI so}",
		"name", channel_name ? channel_name : TCTL_CHANNEL_NAME,
		"mode", channel_mode ? channel_mode : "discard",
		"subbuf_size", (json_int_t)size, "nr_subbufs", (json_int_t)nr,
		"contexts", contexts);
	if (channel_protocol)
		json_object_set_new(channel, "protocol",
				    json_string(channel_protocol));
	if (status == TCTL_EXIT_OK)
		*ret_channel = channel;
	else
		json_decref(channel);
	return status;
}
