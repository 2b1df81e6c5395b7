/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/peak.c: runs a command and prints the most memory it had, in KiB:
 *
 *	peak COMMAND [ARGUMENT]...
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void command_run(char **argv)
{
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc < 2)
		return 2;
	pid = fork();
	if (!pid)
		command_run(argv + 1);
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || status)
		return 1;
	printf("%ld\n", usage.ru_maxrss);
	return 0;
}
