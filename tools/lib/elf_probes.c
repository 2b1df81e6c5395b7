// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reading probes from a file: the note gives the two sections, the sites count
 * the gates of each name, the event slots are the declarations. Inlined code
 * carries the same declaration several times; it is listed once.
 */
#include "elf_probes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf_declaration.h"
#include "elf_image.h"

struct reading {
	struct tctl_elf_image image;
	Elf *elf;
	int has_relocations;
	struct tctl_elf_probes *probes;
	uint64_t sites, sites_end;	/* addresses */
	uint64_t events, events_end;
	const char **gates;		/* event texts; only the first line */
	size_t max_probes;
	uint64_t text_size;		/* of all events so far */
};

/* Slots may share a text: a small file could ask for much memory. */
#define MAX_TEXT_SIZE	(64u << 20)

static int bad(struct reading *reading, const char *reason)
{
	reading->probes->reason = reason;
	return -EBADMSG;
}

/* The target of the self-relative reference at an address. */
static uint64_t target(const struct reading *reading, uint64_t address,
		       const unsigned char *field)
{
	int32_t distance = (int32_t)tctl_elf_image_u32(&reading->image, field);

	return address + (uint64_t)(int64_t)distance;
}

static int read_note(struct reading *reading, uint64_t address,
		     const unsigned char *bytes, size_t size)
{
	if (size < sizeof(struct tctl_note) ||
	    tctl_elf_image_u32(&reading->image, bytes) != TCTL_NOTE_VERSION)
		return bad(reading, "its note is of another version");
	reading->sites = target(reading, address + 4, bytes + 4);
	reading->sites_end = target(reading, address + 8, bytes + 8);
	reading->events = target(reading, address + 12, bytes + 12);
	reading->events_end = target(reading, address + 16, bytes + 16);
	return 0;
}

static uint64_t align4(uint64_t n)
{
	return (n + 3) & ~(uint64_t)3;
}

/* Looks for our note in one segment. Returns 1: read it, 0: it is not there. */
static int find_note_in(struct reading *reading,
			const struct tctl_elf_range *range)
{
	const unsigned char *bytes = reading->image.bytes + range->offset;
	uint64_t at = 0, name_size, size, type, data;
	int ret;

	while (range->size - at >= 12) {
		name_size = tctl_elf_image_u32(&reading->image, bytes + at);
		size = tctl_elf_image_u32(&reading->image, bytes + at + 4);
		type = tctl_elf_image_u32(&reading->image, bytes + at + 8);
		data = at + 12 + align4(name_size);
		if (data > range->size || size > range->size - data)
			return bad(reading, "its notes are damaged");
		if (type == TCTL_NOTE_TYPE &&
		    name_size == sizeof(TCTL_NOTE_OWNER) &&
		    !memcmp(bytes + at + 12, TCTL_NOTE_OWNER, name_size)) {
			ret = read_note(reading, range->address + data,
					bytes + data, size);
			return ret ? ret : 1;
		}
		at = data + align4(size);
		if (at > range->size)
			return 0;
	}
	return 0;
}

static int find_note(struct reading *reading)
{
	int ret = 0;

	for (size_t i = 0; i < reading->image.nr_notes && !ret; i++)
		ret = find_note_in(reading, &reading->image.notes[i]);
	return ret;
}

static size_t line_length(const char *text)
{
	return strcspn(text, "\n");
}

static int compare_names(const char *a, const char *b)
{
	size_t x = line_length(a), y = line_length(b);
	int order = memcmp(a, b, x < y ? x : y);

	return order ? order : (x > y) - (x < y);
}

static int compare_gates(const void *a, const void *b)
{
	return compare_names(*(const char *const *)a, *(const char *const *)b);
}

static int read_site(struct reading *reading, uint64_t address,
		     const unsigned char *site)
{
	uint32_t info = tctl_elf_image_u32(&reading->image, site + 8);
	const char *text;

	if (TCTL_SITE_KIND(info) == TCTL_SITE_VALUE)
		reading->probes->nr_values++;
	if (TCTL_SITE_KIND(info) != TCTL_SITE_GATE ||
	    !(info & TCTL_SITE_KEY_TEXT))
		return 0;
	text = tctl_elf_image_string(&reading->image,
				     target(reading, address + 4, site + 4),
				     TCTL_MAX_EVENT_TEXT);
	if (!text)
		return bad(reading, "a gate's text is outside of the file");
	reading->gates[reading->probes->nr_gates++] = text;
	return 0;
}

static int read_sites(struct reading *reading)
{
	uint64_t size = reading->sites_end - reading->sites;
	const size_t each = sizeof(struct tctl_site);
	const unsigned char *sites;
	int ret = 0;

	sites = tctl_elf_image_at(&reading->image, reading->sites, size);
	if (!sites || size % each)
		return bad(reading, "its sites are outside of the file");
	reading->gates = calloc(size / each + 1, sizeof(*reading->gates));
	if (!reading->gates)
		return -ENOMEM;
	for (uint64_t at = 0; at < size && !ret; at += each)
		ret = read_site(reading, reading->sites + at, sites + at);
	if (!ret)
		qsort(reading->gates, reading->probes->nr_gates,
		      sizeof(*reading->gates), compare_gates);
	return ret;
}

/* First of the sorted gates that is not before (or: is behind) the name. */
static size_t gate_bound(const struct reading *reading, const char *name,
			 int behind)
{
	size_t low = 0, high = reading->probes->nr_gates, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (compare_names(reading->gates[middle], name) < behind)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct tctl_elf_probe *new_probe(struct reading *reading)
{
	struct tctl_elf_probes *probes = reading->probes;
	struct tctl_elf_probe *grown;
	size_t max;

	if (probes->nr_probes == reading->max_probes) {
		max = reading->max_probes ? reading->max_probes * 2 : 16;
		grown = reallocarray(probes->probes, max, sizeof(*grown));
		if (!grown)
			return NULL;
		probes->probes = grown;
		reading->max_probes = max;
	}
	return &probes->probes[probes->nr_probes];
}

static int read_declaration(struct reading *reading, uint64_t address,
			    struct tctl_elf_declaration *ret)
{
	int err = 0;

	if (!reading->has_relocations)
		err = tctl_elf_image_relocations(&reading->image,
						 reading->elf);
	reading->has_relocations = 1;
	if (err)
		return err;
	err = tctl_elf_declaration_read(ret, &reading->image, address);
	return err == -EINVAL ?
		bad(reading, "an event's declaration makes no sense") : err;
}

/* A slot with a text and kinds of its own. */
static int read_own(struct reading *reading, uint64_t address,
		    const unsigned char *slot, unsigned int nr_fields,
		    struct tctl_elf_declaration *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->text = tctl_elf_image_string(&reading->image, address,
					  TCTL_MAX_EVENT_TEXT);
	if (!ret->text)
		return bad(reading, "an event's text is outside of the file");
	for (unsigned int i = 0; i < (nr_fields + 1) / 2; i++)
		ret->kinds[i] = tctl_elf_image_u64(&reading->image,
						   slot + 16 + 8 * i);
	ret->nr_fields = nr_fields;
	ret->level = slot[12];
	return 0;
}

static int add_probe(struct reading *reading,
		     const struct tctl_elf_declaration *event)
{
	struct tctl_elf_probe *probe;
	int ret;

	reading->text_size += strlen(event->text);
	if (reading->text_size > MAX_TEXT_SIZE)
		return bad(reading, "its events are larger than 64 MiB");
	probe = new_probe(reading);
	if (!probe)
		return -ENOMEM;
	ret = tctl_event_text_parse(&probe->event, event->text,
				    strlen(event->text) + 1, event->kinds,
				    event->nr_fields);
	if (ret == -EINVAL) {
		reading->probes->nr_refused++;
		reading->probes->reason = probe->event.reason;
		return 0;
	}
	if (ret)
		return ret;
	probe->level = event->level;
	probe->nr_sites = (unsigned int)(gate_bound(reading, event->text, 1) -
					 gate_bound(reading, event->text, 0));
	reading->probes->nr_probes++;
	return 0;
}

static int read_event(struct reading *reading, uint64_t address,
		      const unsigned char *slot, unsigned int nr_fields)
{
	struct tctl_elf_declaration event;
	const uint64_t what = target(reading, address, slot);
	int ret;

	if (nr_fields == TCTL_SLOT_DECLARED)
		ret = read_declaration(reading, what, &event);
	else
		ret = read_own(reading, what, slot, nr_fields, &event);
	if (ret)
		return ret;
	ret = add_probe(reading, &event);
	tctl_elf_declaration_release(&event);
	return ret;
}

/* What follows the head of a slot; UINT64_MAX: too many. */
static uint64_t kinds_size(unsigned int nr_fields)
{
	if (nr_fields == TCTL_SLOT_DECLARED)
		return 0;
	return nr_fields > TCTL_MAX_FIELDS ? UINT64_MAX :
					     (nr_fields + 1) / 2 * 8;
}

static int read_slot(struct reading *reading, uint64_t address,
		     const unsigned char *slot, uint64_t rest,
		     uint64_t *ret_size)
{
	unsigned int nr_fields;
	uint64_t size;

	if (rest < sizeof(struct tctl_event_slot))
		return bad(reading, "an event does not fit its section");
	size = tctl_elf_image_u16(&reading->image, slot + 8);
	nr_fields = tctl_elf_image_u16(&reading->image, slot + 10);
	if (size % 8 || size > rest || size < sizeof(struct tctl_event_slot) ||
	    size - sizeof(struct tctl_event_slot) < kinds_size(nr_fields))
		return bad(reading, "an event does not fit its section");
	*ret_size = size;
	if (!tctl_elf_image_u32(&reading->image, slot))
		return 0;
	return read_event(reading, address, slot, nr_fields);
}

static int read_events(struct reading *reading)
{
	uint64_t size = reading->events_end - reading->events;
	const unsigned char *events;
	uint64_t at = 0, slot_size = 0;
	int ret = 0;

	events = tctl_elf_image_at(&reading->image, reading->events, size);
	if (!events)
		return bad(reading, "its events are outside of the file");
	while (at < size && !ret) {
		ret = read_slot(reading, reading->events + at, events + at,
				size - at, &slot_size);
		at += slot_size;
	}
	return ret;
}

static int compare_fields(const struct tctl_event_text *a,
			  const struct tctl_event_text *b)
{
	const struct tctl_event_field *x, *y;
	int order;

	if (a->nr_fields != b->nr_fields)
		return a->nr_fields < b->nr_fields ? -1 : 1;
	for (uint32_t i = 0; i < a->nr_fields; i++) {
		x = &a->fields[i];
		y = &b->fields[i];
		order = strcmp(x->name, y->name);
		if (order)
			return order;
		if (x->kind != y->kind)
			return x->kind < y->kind ? -1 : 1;
	}
	return 0;
}

static int compare_probes(const void *a, const void *b)
{
	const struct tctl_event_text *x, *y;
	int order;

	x = &((const struct tctl_elf_probe *)a)->event;
	y = &((const struct tctl_elf_probe *)b)->event;
	order = strcmp(x->full_name, y->full_name);
	if (!order)
		order = strcmp(x->file, y->file);
	if (!order && x->line != y->line)
		order = x->line < y->line ? -1 : 1;
	return order ? order : compare_fields(x, y);
}

static void merge_probes(struct tctl_elf_probes *probes)
{
	struct tctl_elf_probe *kept = probes->probes, *probe;
	size_t n = probes->nr_probes;

	if (!n)
		return;
	qsort(probes->probes, n, sizeof(*probes->probes), compare_probes);
	for (probe = kept + 1; probe < probes->probes + n; probe++) {
		if (compare_probes(kept, probe))
			*++kept = *probe;
		else
			tctl_event_text_release(&probe->event);
	}
	probes->nr_probes = (size_t)(kept - probes->probes) + 1;
}

static int read_image(struct reading *reading)
{
	int ret = find_note(reading);

	if (ret <= 0)
		return ret;
	ret = read_sites(reading);
	if (!ret)
		ret = read_events(reading);
	if (!ret)
		merge_probes(reading->probes);
	return ret;
}

static int read_elf(struct tctl_elf_probes *probes, Elf *elf)
{
	struct reading reading = { .elf = elf, .probes = probes };
	const char *reason;
	int ret;

	ret = tctl_elf_image_init(&reading.image, elf);
	if (ret) {
		probes->reason = "it is no linked ELF file";
		return ret;
	}
	ret = read_image(&reading);
	if (ret) {
		reason = probes->reason;
		tctl_elf_probes_release(probes);
		probes->reason = reason;
	}
	free(reading.gates);
	tctl_elf_image_release(&reading.image);
	return ret;
}

int tctl_elf_probes_parse(struct tctl_elf_probes *probes, void *bytes,
			  size_t size)
{
	Elf *elf;
	int ret;

	memset(probes, 0, sizeof(*probes));
	elf_version(EV_CURRENT);
	elf = elf_memory(bytes, size);
	if (!elf) {
		probes->reason = "it is no linked ELF file";
		return -ENOEXEC;
	}
	ret = read_elf(probes, elf);
	elf_end(elf);
	return ret;
}

int tctl_elf_probes_read(struct tctl_elf_probes *probes, const char *path)
{
	Elf *elf;
	int fd, ret;

	memset(probes, 0, sizeof(*probes));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf) {
		ret = read_elf(probes, elf);
		elf_end(elf);
	} else {
		probes->reason = "it is no linked ELF file";
		ret = -ENOEXEC;
	}
	close(fd);
	return ret;
}

void tctl_elf_probes_release(struct tctl_elf_probes *probes)
{
	for (size_t i = 0; i < probes->nr_probes; i++)
		tctl_event_text_release(&probes->probes[i].event);
	free(probes->probes);
	memset(probes, 0, sizeof(*probes));
}
