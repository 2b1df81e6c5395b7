// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * page.c: see page.h. Order within a page: path and pid, then the generation,
 * then the doorbell; an application that wakes finds all of it.
 */
#include <dirent.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <tracectl/abi/app.h>
#include "tools/tracectld/page.h"

#define SHM_DIR		TCTL_PAGES_DIR
#define SHM_PREFIX	TCTL_PAGES_PREFIX

static int check(int fd, uid_t owner, struct stat *st)
{
	if (fstat(fd, st))
		return -errno;
	if (!S_ISREG(st->st_mode) || st->st_nlink != 1 ||
	    (st->st_uid != owner && st->st_uid) || (st->st_mode & 022))
		return -EPERM;
	return 0;
}

static int fill(int fd)
{
	const struct tctl_page head = {
		.magic = htole64(TCTL_PAGE_MAGIC),
		.version = htole32(TCTL_PAGE_VERSION),
		.size = htole32(sizeof(head)),
	};
	int err = posix_fallocate(fd, 0, TCTL_PAGE_SIZE);

	if (err)
		return -err;
	return pwrite(fd, &head, sizeof(head), 0) == sizeof(head) ? 0 : -EIO;
}

/* Filled under another name first, so that nobody sees half a page; where an
   application was faster, its page stays. */
static int make_own(int dir_fd)
{
	int err, fd;

	fd = openat(dir_fd, "page.new", O_RDWR | O_CREAT | O_TRUNC |
		    O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	err = fill(fd);
	close(fd);
	if (!err && renameat2(dir_fd, "page.new", dir_fd, "page",
			      RENAME_NOREPLACE) && errno != EEXIST)
		err = -errno;
	unlinkat(dir_fd, "page.new", 0);
	return err;
}

static int add(struct tctl_pages *pages, int fd, const char *path, uid_t uid,
	       const struct stat *st)
{
	struct tctl_page_file *page = calloc(1, sizeof(*page));

	if (!page || !(page->path = strdup(path)))
		goto no_memory;
	page->map = mmap(NULL, TCTL_PAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	if (page->map == MAP_FAILED)
		goto no_memory;
	page->fd = fd;
	page->device = st->st_dev;
	page->inode = st->st_ino;
	page->uid = uid;
	page->next = pages->list;
	pages->list = page;
	return 0;

no_memory:
	if (page)
		free(page->path);
	free(page);
	return -ENOMEM;
}

static int open_own(struct tctl_pages *pages)
{
	const int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	int dir_fd = pages->runtime->dir_fd;
	struct stat st;
	int err, fd;

	fd = openat(dir_fd, "page", flags);
	if (fd < 0 && errno == ENOENT) {
		err = make_own(dir_fd);
		if (err)
			return err;
		fd = openat(dir_fd, "page", flags);
	}
	if (fd < 0)
		return -errno;
	err = check(fd, geteuid(), &st);
	if (!err && st.st_size < TCTL_PAGE_SIZE)
		err = -EBADMSG;
	if (!err)
		err = add(pages, fd, "own", geteuid(), &st);
	if (err)
		close(fd);
	return err;
}

static uint32_t get_word(int fd, size_t offset)
{
	uint32_t word = 0;

	if (pread(fd, &word, sizeof(word), (off_t)offset) != sizeof(word))
		return 0;
	return word;
}

static void put(int fd, const void *bytes, size_t size, size_t offset)
{
	ssize_t n = pwrite(fd, bytes, size, (off_t)offset);

	(void)n;	/* a page that can't be written has nobody to wake */
}

static void ring(struct tctl_page_file *page, uint32_t mask)
{
	size_t offset = offsetof(struct tctl_page, doorbell);
	uint32_t value = get_word(page->fd, offset) + 1;

	put(page->fd, &value, sizeof(value), offset);
	syscall(SYS_futex, (char *)page->map + offset, FUTEX_WAKE_BITSET,
		INT_MAX, NULL, NULL, mask);
}

static void announce(struct tctl_pages *pages, struct tctl_page_file *page,
		     int running)
{
	size_t at = offsetof(struct tctl_page, daemons) +
		    pages->kind * sizeof(struct tctl_page_daemon);
	struct tctl_page_daemon entry = { 0 };
	uint32_t generation = le32toh(get_word(page->fd, at));

	generation = running ? (generation | 1) + 2 * (generation & 1) :
			       (generation | 1) + 1;
	entry.generation = htole32(generation);
	if (running) {
		entry.pid = htole32((uint32_t)getpid());
		snprintf(entry.path, sizeof(entry.path), "%s/app.sock",
			 pages->runtime->path);
	}
	put(page->fd, (char *)&entry + sizeof(uint32_t),
	    sizeof(entry) - sizeof(uint32_t), at + sizeof(uint32_t));
	put(page->fd, &entry.generation, sizeof(uint32_t), at);
	ring(page, FUTEX_BITSET_MATCH_ANY);
}

static int known(struct tctl_pages *pages, const struct stat *st)
{
	struct tctl_page_file *page;

	for (page = pages->list; page; page = page->next)
		if (page->device == st->st_dev && page->inode == st->st_ino)
			return 1;
	return 0;
}

/* The owner of a directory named tracectl-UID[.N], when it is that user's. */
static int open_user_dir(int shm_fd, const char *name, uid_t *ret_uid)
{
	struct stat st;
	char *end;
	unsigned long uid = strtoul(name + strlen(SHM_PREFIX), &end, 10);
	int fd;

	if (end == name + strlen(SHM_PREFIX) ||
	    (*end && (*end != '.' || end[1] < '1' || end[1] > '9' || end[2])))
		return -EINVAL;
	fd = openat(shm_fd, name, O_DIRECTORY | O_NOFOLLOW | O_RDONLY |
		    O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || st.st_uid != uid) {
		close(fd);
		return -EPERM;
	}
	*ret_uid = st.st_uid;
	return fd;
}

/* 1: a page that was not known; 0: one that was; -errno: none to be used. */
static int open_page(struct tctl_pages *pages, int dir_fd, const char *name,
		     uid_t uid)
{
	int fd = openat(dir_fd, "page", O_RDWR | O_NOFOLLOW | O_NONBLOCK |
			O_CLOEXEC);
	struct stat st;
	int ret;

	if (fd < 0)
		return -errno;
	ret = check(fd, uid, &st);
	if (!ret && st.st_size < TCTL_PAGE_SIZE)
		ret = -EAGAIN;	/* it is being made */
	if (!ret && !known(pages, &st))
		ret = add(pages, fd, name, uid, &st) ? -ENOMEM : 1;
	if (ret != 1)
		close(fd);
	return ret;
}

static int watch_dir(const struct tctl_pages *pages, int dir_fd)
{
	char path[64];

	if (pages->inotify_fd < 0)
		return -1;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", dir_fd);
	return inotify_add_watch(pages->inotify_fd, path, IN_CREATE |
				 IN_MODIFY | IN_MOVED_TO | IN_ONLYDIR);
}

/* Returns the new page (announced by the caller) or NULL. The watch comes
   first: the page may be made meanwhile. */
static struct tctl_page_file *open_user(struct tctl_pages *pages, int shm_fd,
					const char *name)
{
	uid_t uid = 0;
	int dir_fd = open_user_dir(shm_fd, name, &uid), wd, ret;

	if (dir_fd < 0)
		return NULL;
	wd = watch_dir(pages, dir_fd);
	ret = open_page(pages, dir_fd, name, uid);
	if (ret >= 0 && wd >= 0)
		inotify_rm_watch(pages->inotify_fd, wd);
	close(dir_fd);
	return ret == 1 ? pages->list : NULL;
}

static void find_others(struct tctl_pages *pages, int tell)
{
	int shm_fd = open(SHM_DIR, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
	DIR *dir = shm_fd < 0 ? NULL : fdopendir(shm_fd);
	struct tctl_page_file *page;
	struct dirent *entry;

	if (!dir) {
		if (shm_fd >= 0)
			close(shm_fd);
		return;
	}
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, SHM_PREFIX, strlen(SHM_PREFIX)))
			continue;
		page = open_user(pages, shm_fd, entry->d_name);
		if (page && tell)
			announce(pages, page, 1);
	}
	closedir(dir);
}

static void free_page(struct tctl_page_file *page)
{
	munmap(page->map, TCTL_PAGE_SIZE);
	close(page->fd);
	free(page->path);
	free(page);
}

/* Forget pages whose files are gone, so that they don't pile up. */
static void forget_removed(struct tctl_pages *pages)
{
	struct tctl_page_file **at = &pages->list, *page;
	struct stat st;

	while ((page = *at)) {
		if (!fstat(page->fd, &st) && st.st_nlink) {
			at = &page->next;
			continue;
		}
		*at = page->next;
		free_page(page);
	}
}

int tctl_pages_init(struct tctl_pages *pages, struct tctl_runtime *runtime,
		    unsigned int kind)
{
	int err;

	pages->list = NULL;
	pages->runtime = runtime;
	pages->kind = kind;
	pages->inotify_fd = -1;
	pages->everybody = kind == TCTL_DAEMON_ROOT && !runtime->chosen;
	err = open_own(pages);
	if (!err && pages->everybody)
		find_others(pages, 0);
	return err;
}

void tctl_pages_announce(struct tctl_pages *pages)
{
	struct tctl_page_file *page;

	for (page = pages->list; page; page = page->next)
		announce(pages, page, 1);
}

/* A directory chosen by TRACECTL_RUNTIME_DIR serves whoever uses it. */
void tctl_pages_ring(struct tctl_pages *pages, uint32_t uid, uint32_t mask)
{
	struct tctl_page_file *page;

	for (page = pages->list; page; page = page->next)
		if (page->uid == uid || !pages->everybody)
			ring(page, mask);
}

int tctl_pages_unwatched(const struct tctl_pages *pages)
{
	return pages->everybody && pages->inotify_fd < 0;
}

void tctl_pages_refresh(struct tctl_pages *pages)
{
	if (!pages->everybody)
		return;
	forget_removed(pages);
	find_others(pages, 1);
}

void tctl_pages_retire(struct tctl_pages *pages)
{
	struct tctl_page_file *page;

	for (page = pages->list; page; page = page->next)
		announce(pages, page, 0);
}

void tctl_pages_release(struct tctl_pages *pages)
{
	struct tctl_page_file *page;

	while ((page = pages->list)) {
		pages->list = page->next;
		free_page(page);
	}
}
