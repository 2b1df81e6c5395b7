// SPDX-License-Identifier: GPL-2.0-or-later
/* Interrupts, block devices, network interfaces. */
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "proc.h"
#include "state_system.h"

static int write_interrupt(struct tctl_state_writer *writer, uint32_t irq,
			   const char *chip, const char *action)
{
	tctl_state_begin(writer, "lttng_statedump_interrupt");
	tctl_state_u32(writer, irq);
	tctl_state_string(writer, chip);
	tctl_state_string(writer, action);
	return tctl_state_end(writer);
}

/* sys/kernel/irq/IRQ; who shares an interrupt has an event each. */
static int take_interrupt(void *arg, int folder, const char *name)
{
	char path[64], chip[128], actions[1024], *rest = actions, *action;
	int ret = 0;

	if (*name < '0' || *name > '9')
		return 0;
	snprintf(path, sizeof(path), "%.20s/chip_name", name);
	tctl_proc_text(folder, path, chip, sizeof(chip));
	snprintf(path, sizeof(path), "%.20s/actions", name);
	if (tctl_proc_text(folder, path, actions, sizeof(actions)) <= 0)
		return 0;
	while (!ret && (action = strsep(&rest, ",")))
		ret = write_interrupt(arg, tctl_proc_id(name), chip, action);
	return ret;
}

int tctl_state_interrupts(struct tctl_state_writer *writer)
{
	return tctl_proc_each(writer->root, "sys/kernel/irq", take_interrupt,
			      writer);
}

/* sys/class/block/NAME */
static int take_block_device(void *arg, int folder, const char *name)
{
	struct tctl_state_writer *writer = arg;
	char path[300], text[32];
	unsigned int major, minor;

	snprintf(path, sizeof(path), "%s/dev", name);
	if (tctl_proc_text(folder, path, text, sizeof(text)) <= 0 ||
	    sscanf(text, "%u:%u", &major, &minor) != 2)
		return 0;
	tctl_state_begin(writer, "lttng_statedump_block_device");
	/* As the kernel's events have it, not as user space packs it. */
	tctl_state_u32(writer, major << 20 | minor);
	tctl_state_string(writer, name);
	return tctl_state_end(writer);
}

int tctl_state_block_devices(struct tctl_state_writer *writer)
{
	return tctl_proc_each(writer->root, "sys/class/block",
			      take_block_device, writer);
}

static int write_interface(struct tctl_state_writer *writer, const char *name,
			   uint32_t address)
{
	tctl_state_begin(writer, "lttng_statedump_network_interface");
	tctl_state_string(writer, name);
	tctl_state_u32(writer, address);
	return tctl_state_end(writer);
}

/* The interface's address if it is of IPv4, in network order. */
static int has_address(const struct ifaddrs *entry, uint32_t *ret_address)
{
	struct sockaddr_in address;

	if (!entry->ifa_addr || entry->ifa_addr->sa_family != AF_INET)
		return 0;
	memcpy(&address, entry->ifa_addr, sizeof(address));
	*ret_address = address.sin_addr.s_addr;
	return 1;
}

static int is_addressed(const struct ifaddrs *all, const char *name)
{
	uint32_t address;

	for (; all; all = all->ifa_next)
		if (!strcmp(all->ifa_name, name) && has_address(all, &address))
			return 1;
	return 0;
}

/* One event for each address, one for an interface that has none. */
int tctl_state_network_interfaces(struct tctl_state_writer *writer)
{
	struct ifaddrs *all, *entry;
	uint32_t address;
	int ret = 0;

	if (getifaddrs(&all))
		return 0;
	for (entry = all; !ret && entry; entry = entry->ifa_next) {
		if (has_address(entry, &address))
			ret = write_interface(writer, entry->ifa_name, address);
		else if (entry->ifa_addr &&
			 entry->ifa_addr->sa_family == AF_PACKET &&
			 !is_addressed(all, entry->ifa_name))
			ret = write_interface(writer, entry->ifa_name, 0);
	}
	freeifaddrs(all);
	return ret;
}
