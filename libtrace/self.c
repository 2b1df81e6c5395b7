/* SPDX-License-Identifier: MIT */
/*
 * libtrace/self.c: see self.h. Agent only, but for tctl_self_init() (library's
 * constructor) and tctl_self_fork(). No memory is allocated.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/event.h"
#include "libtrace/gate.h"
#include "libtrace/membarrier.h"
#include "libtrace/object.h"
#include "libtrace/patcher.h"
#include "libtrace/self.h"
#include "libtrace/word.h"

static uint64_t self_token;
static uint64_t self_start_ns;

static void self_set_start(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	self_start_ns = (uint64_t)now.tv_sec * 1000000000 +
			(uint64_t)now.tv_nsec;
}

void tctl_self_init(void)
{
	const char *token;

	self_set_start();
	token = getauxval(AT_SECURE) ? NULL : getenv("TRACECTL_TOKEN");
	if (token)
		self_token = strtoull(token, NULL, 16);
}

int tctl_self_recorded(void)
{
	return self_token != 0;
}

void tctl_self_fork(void)
{
	self_set_start();
}

/* A small file's first bytes, NUL-terminated; length. */
static size_t self_read(const char *path, char *buf, size_t size)
{
	ssize_t got = -1;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		got = read(fd, buf, size - 1);
		close(fd);
	}
	buf[got > 0 ? got : 0] = 0;
	return got > 0 ? (size_t)got : 0;
}

/* Possible CPUs: one more than the last of a list like "0-3,8-11". */
static uint32_t self_cpus(void)
{
	char list[256];
	size_t at = self_read("/sys/devices/system/cpu/possible", list,
			      sizeof(list));

	while (at && (list[at - 1] < '0' || list[at - 1] > '9'))
		at--;
	while (at && list[at - 1] >= '0' && list[at - 1] <= '9')
		at--;
	if (list[at])
		return (uint32_t)strtoul(list + at, NULL, 10) + 1;
	return (uint32_t)sysconf(_SC_NPROCESSORS_CONF);
}

/* As TCTL_HELLO_PATCHER: the numbers are the same. */
static uint32_t self_patcher(void)
{
	int patcher;

	tctl_object_lock();
	patcher = tctl_patcher();
	tctl_object_unlock();
	return (uint32_t)patcher;
}

size_t tctl_self_hello(struct tctl_msg_hello *message, size_t size)
{
	char comm[sizeof(message->procname)];
	ssize_t length;

	memset(message, 0, sizeof(*message));
	memset(comm, 0, sizeof(comm));
	message->pid = (uint32_t)getpid();
	message->word_size = sizeof(void *) * 8;
	message->flags = self_patcher() << 8;
	if (tctl_rseq_usable())
		message->flags |= TCTL_HELLO_RSEQ;
	if (TCTL_NARROW)
		message->flags |= TCTL_HELLO_NARROW;
	if (tctl_membarrier_sync_core_granted())
		message->flags |= TCTL_HELLO_SYNC_CORE;
	message->nr_cpus = self_cpus();
	message->token = self_token;
	message->start_ns = self_start_ns;
	length = (ssize_t)self_read("/proc/self/comm", comm, sizeof(comm));
	while (length && comm[length - 1] == '\n')
		comm[--length] = 0;
	memcpy(message->procname, comm, sizeof(message->procname) - 1);
	size -= sizeof(*message) + 1;
	length = readlink("/proc/self/exe", message->exe,
			  size < 4096 ? size : 4096);
	if (length < 0)
		length = 0;
	message->exe[length] = 0;
	return sizeof(*message) + (size_t)length + 1;
}

size_t tctl_self_event(struct tctl_msg_event *message, size_t size,
		       uint32_t index)
{
	const struct tctl_event *event = &tctl_events[index];
	size_t kinds = (event->nr_fields + 1u) / 2 * sizeof(uint64_t);
	size_t text = strlen(event->text) + 1;

	if (sizeof(*message) + kinds + text > size)
		return 0;
	memset(message, 0, sizeof(*message));
	message->index = index;
	message->nr_fields = event->nr_fields;
	message->level = event->level;
	message->nr_sites = tctl_gate_sites(event->name);
	message->text_size = (uint32_t)text;
	memcpy(message->kinds, event->kinds, kinds);
	memcpy((char *)message->kinds + kinds, event->text, text);
	return sizeof(*message) + kinds + text;
}

size_t tctl_self_object(struct tctl_msg_object *message, size_t size,
			const struct tctl_statedump_object *object)
{
	size_t room = size - sizeof(*message) - object->build_id_size - 1;
	size_t path = strlen(object->path);

	if (path > room)
		path = room;
	memset(message, 0, sizeof(*message));
	message->base = object->base;
	message->size = object->size;
	message->loaded = 1;
	message->build_id_size = object->build_id_size;
	memcpy(message->rest, object->build_id, object->build_id_size);
	memcpy(message->rest + object->build_id_size, object->path, path);
	message->rest[object->build_id_size + path] = 0;
	return sizeof(*message) + object->build_id_size + path + 1;
}
