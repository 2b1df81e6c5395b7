// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The statedump: the machine first, then process by process. It is no snapshot:
 * what changes meanwhile is told by the events that are recorded at the same
 * time.
 */
#include "statedump.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "proc.h"
#include "state_process.h"
#include "state_system.h"

struct dump {
	struct tctl_state_writer *writer;
	uint32_t what;
};

static int mark(struct tctl_state_writer *writer, const char *event)
{
	tctl_state_begin(writer, event);
	return tctl_state_end(writer);
}

static int dump_process(struct dump *dump, uint32_t pid)
{
	int ret = tctl_state_process(dump->writer, pid);

	if (!ret && dump->what & TCTL_STATEDUMP_FILES)
		ret = tctl_state_files(dump->writer, pid);
	if (!ret && dump->what & TCTL_STATEDUMP_MAPS)
		ret = tctl_state_maps(dump->writer, pid);
	return ret;
}

static int take_process(void *arg, int folder, const char *name)
{
	uint32_t pid = tctl_proc_id(name);

	(void)folder;
	return pid ? dump_process(arg, pid) : 0;
}

static int dump_processes(struct dump *dump, const uint32_t *pids)
{
	int ret = 0;

	if (!pids)
		return tctl_proc_each(dump->writer->root, "proc", take_process,
				      dump);
	for (; !ret && *pids; pids++)
		ret = dump_process(dump, *pids);
	return ret;
}

static int dump_system(struct dump *dump)
{
	struct tctl_state_writer *writer = dump->writer;
	int ret = tctl_state_cpus(writer);

	if (!ret)
		ret = tctl_state_interrupts(writer);
	if (!ret)
		ret = tctl_state_block_devices(writer);
	if (!ret)
		ret = tctl_state_network_interfaces(writer);
	if (!ret && dump->what & TCTL_STATEDUMP_SYMBOLS)
		ret = tctl_state_symbols(writer);
	return ret;
}

int tctl_kernel_statedump(const struct tctl_kernel_catalogue *catalogue,
			  uint32_t what, const uint32_t *pids,
			  tctl_kernel_emit_fn *emit, void *arg)
{
	struct tctl_state_writer *writer = calloc(1, sizeof(*writer));
	struct dump dump = {writer, what};
	int ret;

	if (!writer)
		return -ENOMEM;
	writer->catalogue = catalogue;
	writer->emit = emit;
	writer->arg = arg;
	writer->root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (writer->root < 0) {
		ret = -errno;
		goto out;
	}
	ret = mark(writer, "lttng_statedump_start");
	if (!ret)
		ret = dump_system(&dump);
	if (!ret)
		ret = dump_processes(&dump, pids);
	if (!ret)
		ret = mark(writer, "lttng_statedump_end");
	close(writer->root);
out:
	free(writer);
	return ret;
}
