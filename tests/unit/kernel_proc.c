// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/kernel_proc.c: lines of /proc whose names look like something else. */
#include "tools/kernel/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/tap.h"

static void check_stat(void)
{
	char text[] = "42 (a) R 1) S 7 42 42 0 -1 2129984 1 2 3 4 5 6 7 8 20 0 "
		      "1 0 99 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 3 0 0 0";
	char cut[] = "42 (a) S 7 42";
	char none[] = "42 a";
	struct tctl_proc_stat stat;

	tap_ok(!tctl_proc_stat_parse(text, &stat), "stat is read");
	tap_ok(!strcmp(stat.comm, "a) R 1"), "a name with brackets: %s",
	       stat.comm);
	tap_ok(stat.state == 'S' && stat.ppid == 7 && stat.cpu == 3 &&
		       stat.flags == 2129984,
	       "state, parent, CPU, flags");
	tap_ok(tctl_proc_stat_parse(cut, &stat) == -EINVAL &&
		       tctl_proc_stat_parse(none, &stat) == -EINVAL,
	       "what is cut is refused");
}

static void check_ids(void)
{
	struct tctl_proc_ids ids;

	tap_ok(!tctl_proc_ids_parse("Name:\tNSpid:\t9\nNStgid:\t7\t1\n"
				    "NSpid:\t8\t2\nNSsid:\t0\t0\n",
				    &ids) &&
		       ids.nr == 2 && ids.tgid[1] == 1 && ids.tid[1] == 2,
	       "ids in two namespaces");
	tap_ok(tctl_proc_ids_parse("Name:\tx\nPid:\t7\n", &ids) == -EINVAL,
	       "a kernel that doesn't tell");
}

static void check_map(void)
{
	char text[] = "7f0000-7f1000 r-xp 00001000 fe:00 123    /a b (deleted)\n";
	char anonymous[] = "7f0000-7f1000 rw-p 00000000 00:00 0\n";
	char bad[] = "7f0000 r-xp";
	struct tctl_proc_map map;

	tap_ok(!tctl_proc_map_parse(text, &map) && map.start == 0x7f0000 &&
		       map.end == 0x7f1000 && map.pgoff == 0x1000 &&
		       map.inode == 123 && map.is_executable &&
		       !strcmp(map.name, "/a b (deleted)"),
	       "a mapping of a file");
	tap_ok(!tctl_proc_map_parse(anonymous, &map) && !*map.name &&
		       !map.is_executable,
	       "one of none");
	tap_ok(tctl_proc_map_parse(bad, &map) == -EINVAL, "no mapping");
}

static void check_symbol(void)
{
	char text[] = "ffffffff81000000 T start_kernel\n";
	char module[] = "ffffffffc0000000 t ext4_read\t[ext4]\n";
	char bad[] = "ffffffff81000000 T";
	struct tctl_proc_symbol symbol;

	tap_ok(!tctl_proc_symbol_parse(text, &symbol) &&
		       symbol.address == 0xffffffff81000000 &&
		       symbol.type == 'T' &&
		       !strcmp(symbol.name, "start_kernel") && !*symbol.module,
	       "a symbol of the kernel");
	tap_ok(!tctl_proc_symbol_parse(module, &symbol) &&
		       !strcmp(symbol.name, "ext4_read") &&
		       !strcmp(symbol.module, "ext4"),
	       "one of a module");
	tap_ok(tctl_proc_symbol_parse(bad, &symbol) == -EINVAL, "no symbol");
}

static void check_files(void)
{
	char text[8];
	int root = open("/", O_PATH | O_DIRECTORY);

	tap_ok(tctl_proc_text(root, "proc/self/stat", text, sizeof(text)) == 7,
	       "a text is cut");
	tap_ok(tctl_proc_text(root, "proc/no/such", text, sizeof(text)) < 0 &&
		       !*text,
	       "what is not there is empty");
	tap_ok(tctl_proc_id("12") == 12 && !tctl_proc_id("self") &&
		       !tctl_proc_id("1x") && !tctl_proc_id("99999999999"),
	       "names that are numbers");
	close(root);
}

int main(void)
{
	check_stat();
	check_ids();
	check_map();
	check_symbol();
	check_files();
	return tap_done();
}
