/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/check.h: `tracectl check DIR...`, a strict decoder of CTF 1.8
 * traces. It shares nothing with what writes traces, so that a mistake made
 * there can't hide here.
 */
#ifndef CHECKER_CHECK_H
#define CHECKER_CHECK_H

/*
 * argv[0] is the name of the subcommand. Prints findings and a summary to
 * stdout, usage errors to stderr. Returns the exit status: 0 every trace is
 * valid, 1 some rule is broken or no trace was found, 2 usage.
 */
int tctl_check_main(int argc, const char **argv);

#endif
