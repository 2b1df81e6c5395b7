/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/device.h: requests of block devices, from issue to completion,
 * and packets of network devices. For report_io.c.
 */
#ifndef TRACECTL_PLUGIN_DEVICE_H
#define TRACECTL_PLUGIN_DEVICE_H

#include "tools/plugin/event.h"
#include "tools/plugin/output.h"

struct tctl_devices {
	struct tctl_map disks, requests, networks;
};

void tctl_devices_init(struct tctl_devices *devices);
void tctl_devices_release(struct tctl_devices *devices);
/* Any event may be given. wanted: it counts; else it is only known. */
void tctl_devices_event(struct tctl_devices *devices,
			const struct tctl_event *event, bool wanted);
/* Tables of what there is. */
void tctl_devices_print(struct tctl_devices *devices,
			struct tctl_output *output, size_t top);

#endif
