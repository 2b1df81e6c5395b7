/* SPDX-License-Identifier: MIT */
/*
 * libtrace/page.c: finds, makes and maps the control page.
 *
 * /dev/shm is writable by everybody, so nothing found there is believed before
 * it was looked at through a descriptor: a directory of somebody else makes us
 * go on to the next name, a page that is not a plain file of our own is not
 * used. A page is allocated in full before it is mapped, so that touching it
 * never faults on a full file system.
 *
 * Locking: none; see page.h for who may call what.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libtrace/page.h"

#define PAGE_NAMES	10	/* tracectl-UID, and .1 to .9 */

static struct tctl_page *page_mapped;
static uid_t page_owner;
static uint32_t page_local_doorbell;
static char page_override[PATH_MAX];

void tctl_page_init(void)
{
	const char *dir;

	if (getauxval(AT_SECURE))
		return;
	dir = getenv("TRACECTL_RUNTIME_DIR");
	if (dir && dir[0] == '/' && strlen(dir) < sizeof(page_override))
		strcpy(page_override, dir);
}

static int page_open_dir(const char *path)
{
	/* Others find root's app.sock through it. */
	const mode_t mode = geteuid() ? 0700 : 0711;
	struct stat st;
	int fd;

	if (!mkdir(path, mode))
		chmod(path, mode);	/* whatever the umask is */
	else if (errno != EEXIST)
		return -errno;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR ? -EPERM : -errno;
	if (fstat(fd, &st) || st.st_uid != geteuid() || (st.st_mode & 022)) {
		close(fd);
		return -EPERM;
	}
	return fd;
}

/* The first name that is ours or can become ours: the daemon finds the same. */
static int page_find_dir(void)
{
	char path[64];
	int fd = -EPERM, i;

	if (page_override[0])
		return page_open_dir(page_override);
	for (i = 0; i < PAGE_NAMES; i++) {
		snprintf(path, sizeof(path), i ? "/dev/shm/tracectl-%u.%d" :
			 "/dev/shm/tracectl-%u", geteuid(), i);
		fd = page_open_dir(path);
		if (fd != -EPERM && fd != -EACCES)
			break;
	}
	return fd;
}

static int page_trust(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_nlink != 1 || (st.st_mode & 022) ||
	    (st.st_uid != geteuid() && st.st_uid != 0))
		return -EPERM;
	return 0;
}

/* Daemons write the same bytes into a fresh page, so who comes first doesn't
   matter; what follows them is zero. */
static int page_fill(int fd)
{
	const struct tctl_page page = {
		.magic = htole64(TCTL_PAGE_MAGIC),
		.version = htole32(TCTL_PAGE_VERSION),
		.size = htole32(TCTL_PAGE_SIZE),
	};
	const ssize_t size = offsetof(struct tctl_page, doorbell);

	return pwrite(fd, &page, size, 0) == size ? 0 : -EIO;
}

/* Writing beyond the limit of file sizes would not only fail: the signal that
   comes with it ends the process. */
static int page_is_beyond_limit(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) ||
	       limit.rlim_cur < TCTL_PAGE_SIZE;
}

static int page_is_short(int fd)
{
	struct stat st;

	return fstat(fd, &st) || st.st_size < TCTL_PAGE_SIZE;
}

static int page_check(int fd)
{
	const int limited = page_is_beyond_limit();
	struct tctl_page head = { .magic = 0 };
	ssize_t size;

	if (limited && page_is_short(fd))
		return -EFBIG;
	/* A hole, or the lack of a page, would fault under the mapping. */
	if (fallocate(fd, 0, 0, TCTL_PAGE_SIZE))
		return -errno;
	size = pread(fd, &head, sizeof(head), 0);
	if (size != sizeof(head))
		return -EIO;
	if (!head.magic)
		return limited ? -EFBIG : page_fill(fd);
	if (le64toh(head.magic) != TCTL_PAGE_MAGIC ||
	    le32toh(head.version) != TCTL_PAGE_VERSION ||
	    le32toh(head.size) < sizeof(head))
		return -EBADMSG;
	return 0;
}

static int page_open_file(int dir)
{
	/* NONBLOCK: a fifo of that name must not hold us up. */
	const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC |
			  O_NONBLOCK;
	int fd, ret;

	fd = openat(dir, "page", flags, 0600);
	if (fd < 0)
		return -errno;
	ret = page_trust(fd);
	if (!ret)
		ret = page_check(fd);
	if (ret) {
		close(fd);
		return ret;
	}
	return fd;
}

int tctl_page_open(void)
{
	int dir, fd, ret = 0;
	void *map;

	if (tctl_page_get())
		return 0;
	page_owner = geteuid();
	dir = page_find_dir();
	if (dir < 0)
		return dir;
	fd = page_open_file(dir);
	close(dir);
	if (fd < 0)
		return fd;
	map = mmap(NULL, TCTL_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
		   fd, 0);
	if (map == MAP_FAILED)
		ret = -errno;
	close(fd);
	/* (agent:A) pairs with (agent:B) in tctl_page_ring(). */
	if (!ret)
		__atomic_store_n(&page_mapped, map, __ATOMIC_SEQ_CST);
	return ret;
}

void tctl_page_close(void)
{
	__atomic_store_n(&page_mapped, NULL, __ATOMIC_SEQ_CST);
}

struct tctl_page *tctl_page_get(void)
{
	return __atomic_load_n(&page_mapped, __ATOMIC_SEQ_CST);
}

uid_t tctl_page_owner(void)
{
	return page_owner;
}

uint32_t *tctl_page_doorbell(void)
{
	struct tctl_page *page = tctl_page_get();

	return page ? &page->doorbell : &page_local_doorbell;
}

uint32_t tctl_page_bitset(void)
{
	return 1u << (getpid() % 32);
}

static void page_ring(uint32_t *doorbell)
{
	__atomic_fetch_add(doorbell, 1, __ATOMIC_SEQ_CST);
	syscall(SYS_futex, doorbell, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL,
		tctl_page_bitset());
}

/*
 * (agent:B) pairs with (agent:A) in tctl_page_open(): the caller stored what it
 * wants before; either we see the page that the agent is going to sleep on, or
 * the agent sees the caller's store before it sleeps.
 */
void tctl_page_ring(void)
{
	struct tctl_page *page = tctl_page_get();

	page_ring(&page_local_doorbell);
	if (page)
		page_ring(&page->doorbell);
}

uint32_t tctl_page_generation(unsigned int kind)
{
	struct tctl_page *page = tctl_page_get();

	return page ? le32toh(__atomic_load_n(&page->daemons[kind].generation,
					      __ATOMIC_ACQUIRE)) : 0;
}

int tctl_page_any_daemon(void)
{
	unsigned int kind;

	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++)
		if (tctl_page_generation(kind) & 1)
			return 1;
	return 0;
}
