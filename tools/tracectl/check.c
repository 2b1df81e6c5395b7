/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/check.c: `tracectl check`: hands over to the checker, which
 * shares nothing with what writes traces and reads its own options.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/checker/check.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"

int tctl_check_run(const struct tctl_command *command, int argc,
		   const char **argv)
{
	const char **words = tctl_memory(calloc(argc + 3, sizeof(*words)));
	int nr = 0, status;

	words[nr++] = command->name;
	/* common options in front of the subcommand's name */
	if (tctl_common.json)
		words[nr++] = "--json";
	if (tctl_common.quiet)
		words[nr++] = "--quiet";
	memcpy(words + nr, argv + 1, (argc - 1) * sizeof(*words));
	status = tctl_check_main(nr + argc - 1, words);
	free(words);
	return status;
}
