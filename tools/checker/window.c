/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/window.c: a part of a file in memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tools/checker/window.h>
#include <unistd.h>

/* Offsets in bits, and one packet's sizes, have to fit 64 bits. */
#define FILE_SIZE_MAX ((off_t)1 << 56)

int tctl_window_open(struct tctl_window *window, int dir_fd, const char *path)
{
	struct stat st;
	int ret;

	memset(window, 0, sizeof(*window));
	window->fd = openat(dir_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (window->fd < 0)
		return -errno;
	if (fstat(window->fd, &st))
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = -EINVAL;
	else if (st.st_size > FILE_SIZE_MAX)
		ret = -EFBIG;
	else
		ret = 0;
	if (!ret) {
		window->file_size = st.st_size;
		window->bytes = calloc(1, TCTL_WINDOW_SIZE + TCTL_WINDOW_SLACK);
		ret = window->bytes ? 0 : -ENOMEM;
	}
	if (ret)
		close(window->fd);
	return ret;
}

void tctl_window_close(struct tctl_window *window)
{
	free(window->bytes);
	close(window->fd);
}

const uint8_t *tctl_window_load(struct tctl_window *window, uint64_t offset,
				uint64_t len)
{
	ssize_t got;

	window->base = offset;
	window->len = 0;
	window->error = 0;
	while (window->len < TCTL_WINDOW_SIZE) {
		got = pread(window->fd, window->bytes + window->len,
			    TCTL_WINDOW_SIZE - window->len,
			    (off_t)(offset + window->len));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			window->error = errno;
		if (got <= 0)
			break;
		window->len += got;
	}
	return len <= window->len ? window->bytes : NULL;
}
