/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/window.h: a part of a file in memory. Files are read, not
 * mapped: one that shrinks meanwhile then gives an error, not SIGBUS.
 */
#ifndef CHECKER_WINDOW_H
#define CHECKER_WINDOW_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_WINDOW_SIZE ((uint64_t)1 << 20)

/* Bytes behind the last one that may be loaded (not used). */
#define TCTL_WINDOW_SLACK 16

struct tctl_window {
	int fd;
	uint64_t file_size;
	uint64_t base, len;	/* what is in memory */
	uint8_t *bytes;
	int error;		/* errno of a failed read; 0: file shrank */
};

/* Opens path (below the directory dir_fd); regular files only. 0 or -errno. */
int tctl_window_open(struct tctl_window *window, int dir_fd, const char *path);
void tctl_window_close(struct tctl_window *window);

/* Move the window; use tctl_window_at(). */
const uint8_t *tctl_window_load(struct tctl_window *window, uint64_t offset,
				uint64_t len);

/* len bytes at offset of the file (len up to 64 KiB), NULL: see error. */
static inline const uint8_t *tctl_window_at(struct tctl_window *window,
					    uint64_t offset, uint64_t len)
{
	uint64_t from = offset - window->base;

	if (__builtin_expect(from <= window->len && len <= window->len - from,
			     1))
		return window->bytes + from;
	return tctl_window_load(window, offset, len);
}

#endif
