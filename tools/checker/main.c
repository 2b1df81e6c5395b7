/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/main.c: the checker as a program of its own, for the tests. */
#include <tools/checker/check.h>

int main(int argc, char **argv)
{
	return tctl_check_main(argc, (const char **)argv);
}
