/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/device.c: a request is known by its device and sector. It
 * belongs to the window in which it completes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/device.h"

#define SECTOR		512
/* More is no request's, nor a packet's. */
#define MAX_BYTES	(INT64_C(1) << 40)
/* rwbs as a number, as LTTng has it */
#define RWBS_WRITE	1
#define RWBS_DISCARD	2
#define RWBS_FLUSH	256
/* of the kernel's device numbers */
#define MINOR_BITS	20

struct device_disk {
	struct tctl_key key;		/* dev */
	char name[32];
	uint64_t reads, writes, others, errors;
	int64_t read_bytes, written_bytes;
	struct tctl_distribution latency;
};

struct device_request {
	struct tctl_key key;		/* sector; dev as text */
	int64_t since_ns;
};

struct device_network {
	struct tctl_key key;		/* name */
	uint64_t sent, received, failed;
	int64_t sent_bytes, received_bytes;
};

void tctl_devices_init(struct tctl_devices *devices)
{
	tctl_map_init(&devices->disks, sizeof(struct device_disk));
	tctl_map_init(&devices->requests, sizeof(struct device_request));
	tctl_map_init(&devices->networks, sizeof(struct device_network));
}

void tctl_devices_release(struct tctl_devices *devices)
{
	size_t i;

	for (i = 0; i < devices->disks.nr; i++)
		tctl_distribution_release(&((struct device_disk *)
				devices->disks.records[i])->latency);
	tctl_map_release(&devices->disks);
	tctl_map_release(&devices->requests);
	tctl_map_release(&devices->networks);
}

static struct device_disk *disk_of(struct tctl_devices *devices, int64_t dev)
{
	struct device_disk *disk = tctl_map_get(&devices->disks, dev, NULL);

	if (!*disk->name)
		snprintf(disk->name, sizeof(disk->name),
			 "%" PRIu64 ":%" PRIu64, (uint64_t)dev >> MINOR_BITS,
			 (uint64_t)dev & ((1u << MINOR_BITS) - 1));
	return disk;
}

static void disk_named(struct tctl_devices *devices,
		       const struct tctl_event *event)
{
	const char *name = tctl_event_text(event, "diskname");
	struct device_disk *disk;
	int64_t dev;

	if (!name || !*name || !tctl_event_integer(event, "dev", &dev))
		return;
	disk = disk_of(devices, dev);
	snprintf(disk->name, sizeof(disk->name), "%s", name);
}

/* The keys of a request; false: it has none. */
static bool request_key(const struct tctl_event *event, int64_t *ret_dev,
			int64_t *ret_sector, char text[24])
{
	if (!tctl_event_integer(event, "dev", ret_dev) ||
	    !tctl_event_integer(event, "sector", ret_sector))
		return false;
	snprintf(text, 24, "%" PRId64, *ret_dev);
	return true;
}

static void request_issued(struct tctl_devices *devices,
			   const struct tctl_event *event)
{
	int64_t dev, sector;
	char text[24];

	/* flushes have no sector of their own */
	if (request_key(event, &dev, &sector, text) && sector != -1)
		((struct device_request *)tctl_map_get(&devices->requests,
				sector, text))->since_ns = event->time_ns;
}

static int64_t request_bytes(const struct tctl_event *event)
{
	int64_t bytes;

	if (!tctl_event_integer(event, "nr_sector", &bytes) || bytes < 0 ||
	    bytes > MAX_BYTES / SECTOR)
		return 0;
	return bytes * SECTOR;
}

enum request_what { REQUEST_READ, REQUEST_WRITE, REQUEST_OTHER };

/* As LTTng's number, where older ones have no bit for reading; or in letters as
   the kernel's own events have it. */
static enum request_what request_what(const struct tctl_event *event)
{
	const char *text;
	int64_t flags;

	if (tctl_event_integer(event, "rwbs", &flags))
		return flags & RWBS_WRITE ? REQUEST_WRITE :
		       flags & (RWBS_DISCARD | RWBS_FLUSH) ? REQUEST_OTHER :
							     REQUEST_READ;
	text = tctl_event_text(event, "rwbs");
	if (text && strchr(text, 'W'))
		return REQUEST_WRITE;
	return text && strchr(text, 'R') ? REQUEST_READ : REQUEST_OTHER;
}

static void disk_completed(struct device_disk *disk,
			   const struct tctl_event *event)
{
	int64_t bytes = request_bytes(event), error;

	switch (request_what(event)) {
	case REQUEST_WRITE:
		disk->writes++;
		disk->written_bytes = tctl_sum(disk->written_bytes, bytes);
		break;
	case REQUEST_READ:
		disk->reads++;
		disk->read_bytes = tctl_sum(disk->read_bytes, bytes);
		break;
	default:
		disk->others++;
		break;
	}
	if ((tctl_event_integer(event, "errors", &error) ||
	     tctl_event_integer(event, "error", &error)) && error)
		disk->errors++;
}

static void request_completed(struct tctl_devices *devices,
			      const struct tctl_event *event, bool wanted)
{
	struct device_request *request;
	struct device_disk *disk;
	int64_t dev, sector;
	char text[24];

	if (!request_key(event, &dev, &sector, text))
		return;
	disk = disk_of(devices, dev);
	if (wanted)
		disk_completed(disk, event);
	request = tctl_map_find(&devices->requests, sector, text);
	if (!request)
		return;
	if (wanted)
		tctl_distribution_add(&disk->latency,
				      event->time_ns - request->since_ns);
	tctl_map_remove(&devices->requests, request);
}

static void network_packet(struct tctl_devices *devices,
			   const struct tctl_event *event)
{
	const char *name = tctl_event_text(event, "name");
	struct device_network *network;
	int64_t length, rc;

	if (!tctl_event_integer(event, "len", &length) || length < 0 ||
	    length > MAX_BYTES)
		length = 0;
	network = tctl_map_get(&devices->networks, 0,
			       name && *name ? name : "?");
	if (event->class->kind == TCTL_KIND_NET_RECEIVE) {
		network->received++;
		network->received_bytes =
			tctl_sum(network->received_bytes, length);
	} else if (tctl_event_integer(event, "rc", &rc) && rc) {
		network->failed++;
	} else {
		network->sent++;
		network->sent_bytes = tctl_sum(network->sent_bytes, length);
	}
}

void tctl_devices_event(struct tctl_devices *devices,
			const struct tctl_event *event, bool wanted)
{
	switch (event->class->kind) {
	case TCTL_KIND_BLOCK_DEVICE:
		disk_named(devices, event);
		break;
	case TCTL_KIND_BLOCK_ISSUE:
		request_issued(devices, event);
		break;
	case TCTL_KIND_BLOCK_COMPLETE:
		request_completed(devices, event, wanted);
		break;
	case TCTL_KIND_NET_SEND:
	case TCTL_KIND_NET_RECEIVE:
		if (wanted)
			network_packet(devices, event);
		break;
	default:
		break;
	}
}

static int compare_disks(const void *a, const void *b)
{
	const struct device_disk *x = *(struct device_disk **)a;
	const struct device_disk *y = *(struct device_disk **)b;
	double moved = (double)y->read_bytes + y->written_bytes -
		       x->read_bytes - x->written_bytes;

	if (moved)
		return moved > 0 ? 1 : -1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_disks(struct tctl_devices *devices,
			struct tctl_output *output, size_t top)
{
	static const struct tctl_column columns[] = {
		{ "name", "disk", TCTL_TEXT },
		{ "reads", "reads", TCTL_COUNT },
		{ "read_bytes", "read", TCTL_BYTES },
		{ "writes", "writes", TCTL_COUNT },
		{ "written_bytes", "written", TCTL_BYTES },
		{ "others", "other", TCTL_COUNT },
		{ "errors", "errors", TCTL_COUNT },
		{ "latency_ns", "", TCTL_SPREAD_NS },
		{ NULL, NULL, 0 }
	};
	static const struct tctl_column open = {
		"requests_open", "not completed", TCTL_COUNT
	};
	struct device_disk *disk;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&devices->disks, compare_disks);
	tctl_rows_begin(&table, output, "disks",
			"Disks, from issue to completion", columns, top);
	for (i = 0; i < devices->disks.nr; i++) {
		disk = sorted[i];
		if (!disk->reads && !disk->writes && !disk->others)
			continue;
		tctl_rows_add(&table, disk->name, (int64_t)disk->reads,
			      disk->read_bytes, (int64_t)disk->writes,
			      disk->written_bytes, (int64_t)disk->others,
			      (int64_t)disk->errors, &disk->latency);
	}
	tctl_rows_end(&table);
	free(sorted);
	tctl_output_value(output, &open, (int64_t)devices->requests.nr);
}

static int compare_networks(const void *a, const void *b)
{
	const struct device_network *x = *(struct device_network **)a;
	const struct device_network *y = *(struct device_network **)b;

	return strcmp(x->key.text, y->key.text);
}

static void print_networks(struct tctl_devices *devices,
			   struct tctl_output *output, size_t top)
{
	static const struct tctl_column columns[] = {
		{ "name", "network device", TCTL_TEXT },
		{ "received", "received", TCTL_COUNT },
		{ "received_bytes", "bytes", TCTL_BYTES },
		{ "sent", "sent", TCTL_COUNT },
		{ "sent_bytes", "bytes", TCTL_BYTES },
		{ "failed", "not sent", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	struct device_network *network;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&devices->networks, compare_networks);
	tctl_rows_begin(&table, output, "networks", "Network devices", columns,
			top);
	for (i = 0; i < devices->networks.nr; i++) {
		network = sorted[i];
		tctl_rows_add(&table, network->key.text,
			      (int64_t)network->received,
			      network->received_bytes, (int64_t)network->sent,
			      network->sent_bytes, (int64_t)network->failed);
	}
	tctl_rows_end(&table);
	free(sorted);
}

void tctl_devices_print(struct tctl_devices *devices,
			struct tctl_output *output, size_t top)
{
	if (devices->disks.nr)
		print_disks(devices, output, top);
	if (devices->networks.nr)
		print_networks(devices, output, top);
}
