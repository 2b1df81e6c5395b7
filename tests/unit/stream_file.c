// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/stream_file.c: a stream file grows packet by packet; a successor
 * cuts off what its index or the ring's position doesn't vouch for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/stream_file.h"

static char directory[] = "/tmp/tracectl-test.XXXXXX";
static const uint8_t uuid[16];

static off_t size_of(const char *name)
{
	char path[256];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	return stat(path, &st) ? -1 : st.st_size;
}

static int append(struct tctl_stream_file *file, size_t size)
{
	static const char bytes[65536];
	struct tctl_ctf_packet packet = {
		.uuid = uuid, .records_size = size, .begin_ns = 10,
		.end_ns = 20 + file->packets, .discarded = 2,
	};

	return tctl_stream_file_append(file, &packet, bytes);
}

static void test_growth(void)
{
	struct tctl_stream_file file;

	tap_is(tctl_stream_file_open(&file, directory, "c_0", 0), 0, "open");
	tap_is(append(&file, 13), 0, "a packet");
	tap_is(append(&file, 100), 0, "another");
	tap_is(append(&file, 0), 0, "an empty one");
	tap_is(size_of("c_0"), 104 + 192 + 88, "size of the stream");
	tap_is(size_of("index/c_0.idx"), 16 + 3 * 72, "size of the index");
	tctl_stream_file_close(&file);
}

static void test_resume(void)
{
	struct tctl_stream_file file;

	tap_is(tctl_stream_file_open(&file, directory, "c_0", 2), 0,
	       "a successor that knows of two packets");
	tap_is(size_of("c_0"), 104 + 192, "... cuts the stream");
	tap_is(size_of("index/c_0.idx"), 16 + 2 * 72, "... and the index");
	tap_ok(file.packets == 2 && file.end_ns == 21 && file.discarded == 2,
	       "... and knows how they ended");
	tap_is(append(&file, 8), 0, "... and goes on");
	tctl_stream_file_close(&file);
	tap_is(tctl_stream_file_open(&file, directory, "c_0", 9), -EBADMSG,
	       "packets that are not there");
	tap_is(size_of("c_0"), 104 + 192 + 96, "... nothing is cut for that");
}

/* What can't be written leaves the files as they were. */
static void test_full(void)
{
	struct rlimit limit = { 400, RLIM_INFINITY };
	struct tctl_stream_file file;

	signal(SIGXFSZ, SIG_IGN);
	tctl_stream_file_open(&file, directory, "c_1", 0);
	tap_is(append(&file, 8), 0, "a packet fits");
	setrlimit(RLIMIT_FSIZE, &limit);
	tap_is(append(&file, 1000), -EFBIG, "one that doesn't is refused");
	tap_is(size_of("c_1"), 96, "... and leaves nothing");
	limit.rlim_cur = RLIM_INFINITY;
	setrlimit(RLIMIT_FSIZE, &limit);
	tap_is(append(&file, 1000), 0, "... and fits later");
	tap_is(file.packets, 2, "... as the second");
	tctl_stream_file_close(&file);
}

int main(void)
{
	char command[64], index[64];
	int status;

	if (!mkdtemp(directory))
		return 99;
	snprintf(index, sizeof(index), "%s/index", directory);
	mkdir(index, 0700);
	test_growth();
	test_resume();
	test_full();
	status = tap_done();
	snprintf(command, sizeof(command), "rm -r %s", directory);
	return system(command) || status;
}
