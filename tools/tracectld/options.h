/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/tracectld/options.h: the command line of tracectld. */
#ifndef TRACECTLD_OPTIONS_H
#define TRACECTLD_OPTIONS_H

struct tctl_options {
	char *runtime_dir;
	char *output_root;	/* sessions may only write below it; or NULL */
	int daemonize;
	int verbose;
	int exit_when_idle_s;	/* 0: never */
};

/* Returns -1 to go on, otherwise the exit status. */
int tctl_options_parse(struct tctl_options *options, int argc,
		       const char **argv);

#endif
