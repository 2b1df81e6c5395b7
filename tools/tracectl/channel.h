/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/channel.h: the options that describe a channel, for `create`
 * and `record`.
 */
#ifndef TRACECTL_CHANNEL_H
#define TRACECTL_CHANNEL_H

#include <jansson.h>
#include <popt.h>
#include "tools/tracectl/command.h"

/* What channels are called where nobody names them. */
#define TCTL_CHANNEL_NAME		"channel0"
#define TCTL_CHANNEL_KERNEL_NAME	"kernel0"

extern struct poptOption tctl_channel_options[];
#define TCTL_CHANNEL_OPTIONS \
	{ NULL, '\0', POPT_ARG_INCLUDE_TABLE, tctl_channel_options, 0, \
	  "Channel options:", NULL }

/* After the options were read. Returns TCTL_EXIT_OK or TCTL_EXIT_USAGE;
   *ret_channel is the protocol's object, the caller's to release. */
int tctl_channel_read(const struct tctl_command *command,
		      json_t **ret_channel);

#endif
