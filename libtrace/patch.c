/* SPDX-License-Identifier: MIT */
/*
 * libtrace/patch.c: writing into text. Called by site.c under tctl_object_lock.
 *
 * Two ways. The first makes the pages writable as well and stores; the right
 * to execute is never taken away, for other threads run in those pages, and
 * where it can't be had again (PR_SET_MDWE) the process would die. The second
 * is /proc/self/mem, which the kernel lets the process write through whatever
 * the protection; it copies, so it is given aligned words that it copies in one
 * piece. Both make private copies of the pages: the file is never touched.
 *
 * Which of them works is tried out once on the port's trial function, under the
 * conditions of use: it was run before (so a translator or a cache holds its
 * old bytes), is patched, and must then behave as patched.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tracectl/abi/site.h>
#include <arch/cache.h>
#include <arch/encode.h>
#include <libtrace/membarrier.h>
#include <libtrace/patch.h>
#include <libtrace/word.h>

static int chosen;
static char reason[200];

/* Why no way was found: of mprotect and of /proc/self/mem. */
static int refused[2];

const char *tctl_patch_reason(void)
{
	return reason;
}

const char *tctl_patch_method(void)
{
	static const char *const names[] = {
		[TCTL_PATCH_UNDECIDED] = "",
		[TCTL_PATCH_MPROTECT] = "mprotect",
		[TCTL_PATCH_PROC_MEM] = "/proc/self/mem",
		[TCTL_PATCH_NONE] = "none",
	};

	return names[chosen];
}

void tctl_patch_choose(int method)
{
	chosen = method;
	reason[0] = '\0';
}

void tctl_patch_forget(void)
{
	reason[0] = '\0';
}

void tctl_patch_explain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
}

int tctl_patch_refuse(void)
{
	tctl_patch_explain("text can't be changed: this library patches no "
			   "code");
	return -EPERM;
}

static uintptr_t page_of(const void *at)
{
	static uintptr_t page_size;

	if (!page_size)
		page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	return (uintptr_t)at & ~(page_size - 1);
}

static uintptr_t page_size(void)
{
	return -page_of((void *)UINTPTR_MAX);
}

/* Relaxed stores: what orders them against running the bytes is the
   synchronisation after the batch. The thread sanitizer takes text for
   something that is never written, and faults. */
__attribute__((no_sanitize("thread")))
static void store(const struct tctl_patch *patch)
{
	switch (patch->size) {
	case 1:
		__atomic_store_n(patch->at, (uint8_t)patch->value,
				 __ATOMIC_RELAXED);
		break;
	case 2:
		__atomic_store_n((uint16_t *)patch->at, (uint16_t)patch->value,
				 __ATOMIC_RELAXED);
		break;
	case 4:
		__atomic_store_n((uint32_t *)patch->at, (uint32_t)patch->value,
				 __ATOMIC_RELAXED);
		break;
	case 8:		/* on processors of 64 bits only */
		__atomic_store_n((unsigned long *)patch->at,
				 (unsigned long)patch->value, __ATOMIC_RELAXED);
		break;
	}
}

/* How many patches from the first on lie in pages that follow each other. */
static size_t run_length(const struct tctl_patch *patches, size_t nr,
			 uintptr_t *ret_end)
{
	uintptr_t last = page_of(patches[0].at);
	size_t n;

	for (n = 1; n < nr; n++) {
		const uintptr_t page = page_of(patches[n].at);

		if (page != last && page != last + page_size())
			break;
		last = page;
	}
	*ret_end = last + page_size();
	return n;
}

static int write_mprotect(const struct tctl_patch *patches, size_t nr,
			  int protection, size_t *ret_done)
{
	while (*ret_done < nr) {
		const struct tctl_patch *run = patches + *ret_done;
		void *begin = (void *)page_of(run->at);
		uintptr_t end;
		size_t i, n = run_length(run, nr - *ret_done, &end);
		size_t length = end - (uintptr_t)begin;

		if (mprotect(begin, length, protection | PROT_READ | PROT_WRITE))
			return -errno;
		for (i = 0; i < n; i++)
			store(&run[i]);
		*ret_done += n;
		/* Only fails for want of memory to split a mapping, and then
		   the text merely stays writable. */
		mprotect(begin, length, protection);
	}
	return 0;
}

/* In the order of the machine's bytes. */
static void place(uint8_t *at, const struct tctl_patch *patch)
{
	const uint16_t half = patch->value;
	const uint32_t word = patch->value;

	if (patch->size == 2)
		memcpy(at, &half, sizeof(half));
	else if (patch->size == 4)
		memcpy(at, &word, sizeof(word));
	else
		memcpy(at, &patch->value, sizeof(patch->value));
}

/* The aligned word around the patch, with the patch in it. */
static int write_word(int fd, const struct tctl_patch *patch)
{
	uint8_t *word = (uint8_t *)((uintptr_t)patch->at & ~(uintptr_t)7);
	const uint8_t byte = patch->value;
	uint64_t bytes;
	ssize_t n;

	if (patch->size == 1) {
		n = pwrite64(fd, &byte, 1, (off64_t)(uintptr_t)patch->at);
		return n == 1 ? 0 : n < 0 ? -errno : -EIO;
	}
	memcpy(&bytes, word, sizeof(bytes));
	place((uint8_t *)&bytes + (patch->at - word), patch);
	n = pwrite64(fd, &bytes, sizeof(bytes), (off64_t)(uintptr_t)word);
	return n == sizeof(bytes) ? 0 : n < 0 ? -errno : -EIO;
}

/* The thread's own entry: the process's one goes through its first thread,
   which may have ended. */
static int open_memory(void)
{
	int fd = open("/proc/thread-self/mem", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		fd = open("/proc/self/mem", O_WRONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int write_proc_mem(const struct tctl_patch *patches, size_t nr,
			  size_t *ret_done)
{
	int fd = open_memory();
	int ret = 0;

	if (fd < 0)
		return fd;
	for (; *ret_done < nr && !ret; *ret_done += !ret)
		ret = write_word(fd, &patches[*ret_done]);
	close(fd);
	return ret;
}

static int write_by(int method, const struct tctl_patch *patches, size_t nr,
		    int protection, size_t *ret_done)
{
	size_t i;
	int ret;

	if (method == TCTL_PATCH_MPROTECT)
		ret = write_mprotect(patches, nr, protection, ret_done);
	else
		ret = write_proc_mem(patches, nr, ret_done);
	for (i = 0; i < *ret_done; i++)
		tctl_cache_clean(patches[i].at);
	tctl_cache_finish();
	return ret;
}

static int try_edit(int method, const struct tctl_trial *trial,
		    const struct tctl_edit *edit)
{
	struct tctl_patch patch = {
		.at = trial->code + edit->offset,
		.value = edit->value,
		.size = edit->size,
	};
	size_t done = 0;

	if (!edit->size)
		return 0;
	return write_by(method, &patch, 1, PROT_READ | PROT_EXEC, &done);
}

static int try_gate(int method, int open)
{
	struct tctl_trial trial;
	struct tctl_edit edit;
	int ret;

	tctl_trial_site(&trial);
	ret = tctl_encode_gate(trial.code, trial.target, open, &edit);
	return ret ? ret : try_edit(method, &trial, &edit);
}

static int try_value(int method, uint32_t value)
{
	struct tctl_trial trial;
	struct tctl_edit edit;
	int ret;

	tctl_trial_site(&trial);
	ret = tctl_encode_value(trial.code, trial.info, value, &edit);
	return ret ? ret : try_edit(method, &trial, &edit);
}

/* 0, a negative errno of the writing, or -EIO: written but not run. */
static int try_method(int method)
{
	const int before = tctl_trial_run();
	int ret;

	ret = try_value(method, (uint32_t)before + 1);
	if (ret)
		return ret;
	tctl_membarrier_sync_core();
	if (tctl_trial_run() != before + 1)
		return -EIO;
	ret = try_gate(method, 1);
	if (ret)
		return ret;
	tctl_membarrier_sync_core();
	if (tctl_trial_run() != TCTL_TRIAL_OPEN)
		return -EIO;
	ret = try_gate(method, 0);
	if (ret)
		return ret;
	tctl_membarrier_sync_core();
	return tctl_trial_run() == before + 1 ? 0 : -EIO;
}

static const char *cause_of(int error)
{
	return error == -EIO ? "written code is not what runs" :
			       strerror(-error);
}

/* Of this moment, not of the process. */
static int is_passing(int error)
{
	return error == -ENOMEM || error == -EMFILE || error == -ENFILE;
}

static int refuse(void)
{
	tctl_patch_explain("text can't be changed: mprotect: %s, "
			   "/proc/self/mem: %s", cause_of(refused[0]),
			   cause_of(refused[1]));
	return -EPERM;
}

static int decide(void)
{
	refused[0] = try_method(TCTL_PATCH_MPROTECT);
	chosen = TCTL_PATCH_MPROTECT;
	if (!refused[0])
		return 0;
	refused[1] = try_method(TCTL_PATCH_PROC_MEM);
	chosen = TCTL_PATCH_PROC_MEM;
	if (!refused[1])
		return 0;
	chosen = is_passing(refused[0]) || is_passing(refused[1]) ?
		TCTL_PATCH_UNDECIDED : TCTL_PATCH_NONE;
	return refuse();
}

/* One page may refuse what the trial's page allowed, and a process may be
   forbidden later what it was allowed then. */
static int write_chosen(const struct tctl_patch *patches, size_t nr,
			int protection, size_t *ret_done)
{
	int err = write_by(chosen, patches, nr, protection, ret_done);
	int other = 0;

	if (err && chosen == TCTL_PATCH_MPROTECT) {
		other = write_by(TCTL_PATCH_PROC_MEM, patches, nr, protection,
				 ret_done);
		if (!other)
			return 0;
		tctl_patch_explain("text at %p can't be changed: mprotect: %s, "
				   "/proc/self/mem: %s",
				   (void *)patches[*ret_done].at,
				   cause_of(err), cause_of(other));
	} else if (err) {
		tctl_patch_explain("text at %p can't be changed: "
				   "/proc/self/mem: %s",
				   (void *)patches[*ret_done].at,
				   cause_of(err));
	}
	return err;
}

int tctl_patch_text(const struct tctl_patch *patches, size_t nr,
		    int protection, size_t *ret_done)
{
	const int saved = errno;
	int ret = 0;

	*ret_done = 0;
	if (chosen == TCTL_PATCH_UNDECIDED)
		ret = decide();
	else if (chosen == TCTL_PATCH_NONE)
		ret = refuse();
	if (!ret)
		ret = write_chosen(patches, nr, protection, ret_done);
	errno = saved;
	return ret;
}
