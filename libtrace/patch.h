/* SPDX-License-Identifier: MIT */
/*
 * libtrace/patch.h: writing into the text of the running process.
 *
 * Locking: the caller holds tctl_object_lock (object.h).
 */
#ifndef LIBTRACE_PATCH_H
#define LIBTRACE_PATCH_H

#include <stddef.h>
#include <stdint.h>

/* The most that is handed to a patcher at once. */
#define TCTL_PATCH_BATCH	512

/* One store: size is 1, 2, 4 or 8, at is aligned to it. insn: where the
   instruction begins that it changes; only for breakpoints (patcher.h). */
struct tctl_patch {
	uint8_t *at;
	uint8_t *insn;
	uint64_t value;
	uint32_t size;
};

/*
 * Store them all, in order; each is seen whole or not at all. Fast when sorted
 * by address. Does not make other threads run the new bytes: that is
 * tctl_membarrier_sync_core(), once per batch. The first call of a process
 * tries patching out on a function of the library's own. protection: PROT_* of
 * the text, to which it returns. Returns 0 or a
 * negative errno, with the cause in tctl_patch_reason(); *ret_done tells how
 * many were stored.
 */
int tctl_patch_text(const struct tctl_patch *patches, size_t nr,
		    int protection, size_t *ret_done);

/* Why patching failed, one line; "" when it did not. */
const char *tctl_patch_reason(void);

/* Before a change: no reason yet. */
void tctl_patch_forget(void);

/* Make that the reason. */
void tctl_patch_explain(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* The port can't patch: makes that the reason, returns -EPERM. */
int tctl_patch_refuse(void);

/* "mprotect", "/proc/self/mem", or "none": how text is written; ""
   until it was tried. */
const char *tctl_patch_method(void);

/* For tests: choose the way of writing, 0 to decide anew. */
#define TCTL_PATCH_UNDECIDED	0
#define TCTL_PATCH_MPROTECT	1
#define TCTL_PATCH_PROC_MEM	2
#define TCTL_PATCH_NONE		3
void tctl_patch_choose(int method);

#endif
