/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/page.c: the control page: found, made, and refused where somebody
 * may have prepared it. Each case runs in a process of its own, because a page
 * once mapped stays.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libtrace/page.h"
#include "tests/lib/tap.h"

#define OTHER_USER	12345

static char work[] = "/dev/shm/tracectl-test.XXXXXX";
static char runtime[64], page[80], other[80];

/* What tctl_page_open() says after prepare, in a child; 1000: not 0 .. -errno
   because the case could not be prepared. */
static int open_after(int (*prepare)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		setenv("TRACECTL_RUNTIME_DIR", runtime, 1);
		if (prepare())
			_exit(200);
		tctl_page_init();
		_exit(-tctl_page_open());
	}
	waitpid(pid, &status, 0);
	unlink(page);
	rmdir(page);
	unlink(other);
	rmdir(runtime);
	unlink(runtime);
	if (!WIFEXITED(status) || WEXITSTATUS(status) == 200)
		return 1000;
	return -WEXITSTATUS(status);
}

static int make_file(const char *path, mode_t mode, const void *data,
		     size_t size)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	if (fd < 0 || fchmod(fd, mode) ||
	    pwrite(fd, data, size, 0) != (ssize_t)size)
		return -1;
	return close(fd);
}

static int make_page(uint64_t magic, uint32_t version, size_t size)
{
	static struct tctl_page content;

	content.magic = magic;
	content.version = version;
	content.size = TCTL_PAGE_SIZE;
	return mkdir(runtime, 0700) ||
	       make_file(page, 0600, &content, size);
}

static int make_good(void)
{
	return make_page(TCTL_PAGE_MAGIC, TCTL_PAGE_VERSION,
			 sizeof(struct tctl_page));
}

static int prepare_nothing(void)
{
	return 0;
}

static int prepare_empty(void)
{
	return mkdir(runtime, 0700) || make_file(page, 0600, "", 0);
}

/* No file may grow: who tries is killed. */
static int prepare_limit(void)
{
	const struct rlimit none = { 0, 0 };

	return setrlimit(RLIMIT_FSIZE, &none);
}

static int prepare_limit_empty(void)
{
	return prepare_empty() || prepare_limit();
}

static int prepare_limit_zero(void)
{
	return make_good() || truncate(page, 0) ||
	       truncate(page, TCTL_PAGE_SIZE) || prepare_limit();
}

static int prepare_limit_good(void)
{
	return make_good() || truncate(page, TCTL_PAGE_SIZE) ||
	       prepare_limit();
}

static int prepare_symlink(void)
{
	return make_good() || rename(page, other) || symlink(other, page);
}

static int prepare_two_links(void)
{
	return make_good() || link(page, other);
}

static int prepare_writable(void)
{
	return make_good() || chmod(page, 0620);
}

static int prepare_fifo(void)
{
	return mkdir(runtime, 0700) || mkfifo(page, 0600);
}

static int prepare_directory(void)
{
	return mkdir(runtime, 0700) || mkdir(page, 0700);
}

static int prepare_stranger(void)
{
	return make_page(0x1234, TCTL_PAGE_VERSION, sizeof(struct tctl_page));
}

static int prepare_version(void)
{
	return make_page(TCTL_PAGE_MAGIC, TCTL_PAGE_VERSION + 1,
			 sizeof(struct tctl_page));
}

static int prepare_open_dir(void)
{
	return mkdir(runtime, 0700) || chmod(runtime, 0777);
}

static int prepare_dir_link(void)
{
	return symlink("/dev/shm", runtime);
}

static int prepare_other_owner(void)
{
	return make_good() || chown(page, OTHER_USER, -1);
}

static int prepare_other_dir(void)
{
	return mkdir(runtime, 0700) || chown(runtime, OTHER_USER, -1);
}

static int private_shm(const char *options)
{
	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return -1;
	unsetenv("TRACECTL_RUNTIME_DIR");
	return mount("tmpfs", "/dev/shm", "tmpfs", 0, options);
}

static int expect_page(const char *path)
{
	struct stat st;

	tctl_page_init();
	return tctl_page_open() || stat(path, &st) ||
	       st.st_size != TCTL_PAGE_SIZE ||
	       st.st_blocks * 512 < TCTL_PAGE_SIZE;
}

static int prepare_default(void)
{
	struct stat st;

	return private_shm("mode=1777") ||
	       expect_page("/dev/shm/tracectl-0/page") ||
	       stat("/dev/shm/tracectl-0", &st) ||
	       (st.st_mode & 07777) != 0711;
}

static int prepare_squatted(void)
{
	return private_shm("mode=1777") ||
	       mkdir("/dev/shm/tracectl-0", 0755) ||
	       chown("/dev/shm/tracectl-0", OTHER_USER, -1) ||
	       symlink("/tmp", "/dev/shm/tracectl-0.1") ||
	       make_file("/dev/shm/tracectl-0.2", 0644, "", 0) ||
	       expect_page("/dev/shm/tracectl-0.3/page");
}

static int fill(void)
{
	static char block[4096];
	int fd = open("/dev/shm/ballast", O_WRONLY | O_CREAT, 0600);

	while (write(fd, block, sizeof(block)) > 0)
		;
	close(fd);
	return 0;
}

static int prepare_full(void)
{
	return private_shm("mode=1777,size=1m") || fill();
}

static int prepare_full_then_free(void)
{
	if (prepare_full())
		return -1;
	tctl_page_init();
	if (tctl_page_open() != -ENOSPC || tctl_page_get())
		return -1;
	tctl_page_ring();
	return unlink("/dev/shm/ballast");
}

static void test_made(void)
{
	tap_is(open_after(prepare_nothing), 0, "directory and page are made");
	tap_is(open_after(make_good), 0, "a page that is there is used");
	tap_is(open_after(prepare_empty), 0, "an empty one is filled in");
	tap_is(open_after(prepare_limit), -EFBIG,
	       "a limit of file sizes: none is made");
	tap_is(open_after(prepare_limit_empty), -EFBIG,
	       "an empty one is left alone");
	tap_is(open_after(prepare_limit_zero), -EFBIG,
	       "so is one of zeroes");
	tap_is(open_after(prepare_limit_good), 0, "a whole one is used");
}

static void test_refused(void)
{
	tap_is(open_after(prepare_symlink), -ELOOP, "a symbolic link");
	tap_is(open_after(prepare_two_links), -EPERM, "a file with two names");
	tap_is(open_after(prepare_writable), -EPERM,
	       "a file that others may write to");
	tap_is(open_after(prepare_fifo), -EPERM, "a fifo");
	tap_is(open_after(prepare_directory), -EISDIR, "a directory");
	tap_is(open_after(prepare_stranger), -EBADMSG, "something else");
	tap_is(open_after(prepare_version), -EBADMSG, "another version");
	tap_is(open_after(prepare_open_dir), -EPERM,
	       "a runtime directory that all may write to");
	tap_is(open_after(prepare_dir_link), -EPERM,
	       "a symbolic link for a runtime directory");
}

static int may_mount(void)
{
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(private_shm("mode=1777") != 0);
	waitpid(pid, &status, 0);
	return status == 0;
}

static void test_as_root(void)
{
	tap_is(open_after(prepare_other_owner), -EPERM,
	       "another user's page");
	tap_is(open_after(prepare_other_dir), -EPERM,
	       "another user's directory");
	if (!may_mount()) {
		tap_skip("default names, full /dev/shm: can't mount here");
		return;
	}
	tap_is(open_after(prepare_default), 0, "the default directory");
	tap_is(open_after(prepare_squatted), 0,
	       "the next free name where three are taken");
	tap_is(open_after(prepare_full), -ENOSPC, "a full /dev/shm");
	tap_is(open_after(prepare_full_then_free), 0,
	       "no longer full: tried again");
}

static void test_ring(void)
{
	uint32_t before;

	tctl_page_init();
	before = *tctl_page_doorbell();
	tctl_page_ring();
	tap_is(*tctl_page_doorbell(), before + 1,
	       "without a page a doorbell of the process's own is rung");
	setenv("TRACECTL_RUNTIME_DIR", runtime, 1);
	tctl_page_init();
	tap_is(tctl_page_open(), 0, "with a page");
	before = tctl_page_get()->doorbell;
	tctl_page_ring();
	tap_is(tctl_page_get()->doorbell, before + 1, "the page's");
	tap_is(tctl_page_any_daemon(), 0, "no daemon is marked");
	tctl_page_get()->daemons[TCTL_DAEMON_ROOT].generation = 3;
	tap_is(tctl_page_any_daemon(), 1, "root's is");
	tctl_page_get()->daemons[TCTL_DAEMON_ROOT].generation = 4;
	tap_is(tctl_page_any_daemon(), 0, "it has ended");
	unlink(page);
	rmdir(runtime);
}

int main(void)
{
	if (!mkdtemp(work))
		return 99;
	snprintf(runtime, sizeof(runtime), "%s/run", work);
	snprintf(page, sizeof(page), "%s/page", runtime);
	snprintf(other, sizeof(other), "%s/other", work);
	chmod(work, 0755);
	test_made();
	test_refused();
	if (geteuid() == 0)
		test_as_root();
	else
		tap_skip("other users' pages, full /dev/shm: needs root");
	unsetenv("TRACECTL_RUNTIME_DIR");
	test_ring();
	rmdir(work);
	return tap_done();
}
