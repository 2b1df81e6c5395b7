/* SPDX-License-Identifier: MIT */
/*
 * libtrace/statedump.c: see statedump.h. Agent only, but for the constructor's
 * tctl_statedump_init(). Names and fields are those that viewers look for.
 *
 * The event slots are made by hand: no site hits them, so they need no gate,
 * and the library itself is no traced object.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/event.h"
#include "libtrace/object.h"
#include "libtrace/statedump.h"

#define STATEDUMP_LEVEL		13	/* TRACECTL_DEBUG_LINE */
#define STATEDUMP_MAX_BUILD_ID	64
#define STATEDUMP_MAX_FIELDS	6
#define STATEDUMP_MAX_LINK	256
#define STATEDUMP_MAX_SECTIONS	96
#define STATEDUMP_MAX_NAMES	2048
#define STATEDUMP_NAME		16	/* bytes of a process's name */

#define KIND(class, log2)	((class) | (log2) << 4)
#define KIND_ADDRESS		(KIND(TCTL_KIND_UINT, 3) | TCTL_KIND_HEX << 8)
#define KIND_U8			KIND(TCTL_KIND_UINT, 0)
#define KIND_U32		KIND(TCTL_KIND_UINT, 2)
#define KIND_U64		KIND(TCTL_KIND_UINT, 3)
#define KIND_STRING		KIND(TCTL_KIND_STRING, 0)
#define KIND_BYTES		(KIND_U8 | TCTL_KIND_HEX << 8 | \
				 TCTL_KIND_SEQUENCE << 12)
#define KIND_NAME		(KIND_U8 | TCTL_KIND_TEXT | \
				 TCTL_KIND_ARRAY << 12 | \
				 STATEDUMP_NAME << 16)
#define KINDS(low, high)	((uint64_t)(low) | (uint64_t)(high) << 32)

#define PROVIDER		"lttng_ust_statedump:"
#define LINE_TEXT(line)		#line
#define LINE(line)		LINE_TEXT(line)
#define PLACE			"\nlibtrace/statedump.c:" LINE(__LINE__)

/* The kinds continue the slot, whose flexible array they are. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wgnu-variable-sized-type-not-at-end"
#endif
struct statedump_event {
	const char *text;
	struct {
		struct tctl_event_slot slot;
		uint64_t kinds[STATEDUMP_MAX_FIELDS / 2];
	};
};

#define EVENT(name, count, fields, ...) {				\
	.text = PROVIDER name PLACE fields,				\
	.slot.size = sizeof(struct statedump_event) -			\
		     offsetof(struct statedump_event, slot),		\
	.slot.nr_fields = count,					\
	.slot.level = STATEDUMP_LEVEL,					\
	.kinds = { __VA_ARGS__ },					\
}

static struct statedump_event
statedump_start = EVENT("start", 0, "", 0),
statedump_procname = EVENT("procname", 1, "\nprocname", KINDS(KIND_NAME, 0)),
statedump_bin_info = EVENT("bin_info", 6,
	"\nbaddr\nmemsz\npath\nis_pic\nhas_build_id\nhas_debug_link",
	KINDS(KIND_ADDRESS, KIND_U64), KINDS(KIND_STRING, KIND_U8),
	KINDS(KIND_U8, KIND_U8)),
statedump_build_id = EVENT("build_id", 2, "\nbaddr\nbuild_id",
	KINDS(KIND_ADDRESS, KIND_BYTES)),
statedump_debug_link = EVENT("debug_link", 3, "\nbaddr\ncrc\nfilename",
	KINDS(KIND_ADDRESS, KIND_U32), KINDS(KIND_STRING, 0)),
statedump_end = EVENT("end", 0, "", 0);

static void statedump_register(struct statedump_event *event)
{
	int is_new;

	event->slot.text = (int32_t)(event->text -
				     (const char *)&event->slot.text);
	tctl_event_register(&event->slot, &is_new);
}

void tctl_statedump_init(void)
{
	tctl_object_lock();
	statedump_register(&statedump_start);
	statedump_register(&statedump_procname);
	statedump_register(&statedump_bin_info);
	statedump_register(&statedump_build_id);
	statedump_register(&statedump_debug_link);
	statedump_register(&statedump_end);
	tctl_object_unlock();
}

/* Lowest and highest mapped address. */
static void statedump_extent(const struct dl_phdr_info *info,
			     struct tctl_statedump_object *object)
{
	uint64_t low = UINT64_MAX, high = 0;
	int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];

		if (phdr->p_type != PT_LOAD)
			continue;
		if (phdr->p_vaddr < low)
			low = phdr->p_vaddr;
		if (phdr->p_vaddr + phdr->p_memsz > high)
			high = phdr->p_vaddr + phdr->p_memsz;
	}
	if (!high)
		return;
	object->base = info->dlpi_addr + low;
	object->size = high - low;
	object->is_pic = low == 0;
}

static void statedump_notes(const unsigned char *at, size_t size,
			    struct tctl_statedump_object *object)
{
	const ElfW(Nhdr) *note;
	size_t name, descriptor;

	while (size >= sizeof(*note)) {
		note = (const void *)at;
		name = (note->n_namesz + 3ul) & ~3ul;
		descriptor = (note->n_descsz + 3ul) & ~3ul;
		if (sizeof(*note) + name + descriptor > size)
			return;
		if (note->n_type == NT_GNU_BUILD_ID && name == 4 &&
		    !memcmp(note + 1, "GNU", 4) &&
		    note->n_descsz <= STATEDUMP_MAX_BUILD_ID) {
			object->build_id = at + sizeof(*note) + name;
			object->build_id_size = note->n_descsz;
			return;
		}
		at += sizeof(*note) + name + descriptor;
		size -= sizeof(*note) + name + descriptor;
	}
}

/* A copy of what the dynamic linker knows of the n-th object: what is made of
   it may wait for files and for a daemon, without the linker's lock. */
struct statedump_copy {
	struct tctl_statedump_object object;
	unsigned int n;		/* objects to go */
	int is_main;
	char path[4096];
	unsigned char build_id[STATEDUMP_MAX_BUILD_ID];
};

static void statedump_copy_path(struct statedump_copy *copy, const char *path)
{
	ssize_t length;

	copy->object.path = copy->path;
	if (copy->is_main) {
		length = readlink("/proc/self/exe", copy->path,
				  sizeof(copy->path) - 1);
		copy->path[length > 0 ? length : 0] = 0;
	} else if (path) {
		strncpy(copy->path, path, sizeof(copy->path) - 1);
	}
}

static int statedump_copy(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct statedump_copy *copy = arg;
	struct tctl_statedump_object *object = &copy->object;
	int i;

	(void)size;
	if (copy->n--)
		return 0;
	statedump_extent(info, object);
	statedump_copy_path(copy, info->dlpi_name);
	for (i = 0; i < info->dlpi_phnum && !object->build_id_size; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			statedump_notes((const void *)(info->dlpi_addr +
					info->dlpi_phdr[i].p_vaddr),
					info->dlpi_phdr[i].p_memsz, object);
	if (object->build_id_size)
		memcpy(copy->build_id, object->build_id, object->build_id_size);
	object->build_id = copy->build_id;
	return 1;
}

int tctl_statedump_each(int (*fn)(const struct tctl_statedump_object *object,
				  void *arg), void *arg)
{
	struct statedump_copy copy;
	unsigned int n;
	int ret = 0;

	for (n = 0; !ret; n++) {
		memset(&copy, 0, sizeof(copy));
		copy.n = n;
		copy.is_main = !n;
		if (!dl_iterate_phdr(statedump_copy, &copy))
			break;
		if (copy.object.size)
			ret = fn(&copy.object, arg);
	}
	return ret;
}

static ssize_t statedump_read(int fd, void *buf, size_t size, uint64_t offset)
{
	return pread(fd, buf, size, (off_t)offset);
}

/* A file name, padding, and a checksum. */
static int statedump_read_link(int fd, const ElfW(Shdr) *section, char *link,
			       size_t room, uint32_t *crc)
{
	const size_t size = section->sh_size;

	if (size <= sizeof(*crc) || size > room ||
	    statedump_read(fd, link, size, section->sh_offset) !=
	    (ssize_t)size || link[size - sizeof(*crc) - 1])
		return 0;
	memcpy(crc, link + size - sizeof(*crc), sizeof(*crc));
	return 1;
}

/* The .gnu_debuglink section. Few reads: this is done for each object when
   recording starts. */
static int statedump_find_link(int fd, char *link, size_t room, uint32_t *crc)
{
	static const char wanted[] = ".gnu_debuglink";
	ElfW(Shdr) sections[STATEDUMP_MAX_SECTIONS];
	char names[STATEDUMP_MAX_NAMES];
	ElfW(Ehdr) elf;
	ssize_t size;
	int i;

	if (statedump_read(fd, &elf, sizeof(elf), 0) != sizeof(elf) ||
	    memcmp(elf.e_ident, ELFMAG, SELFMAG) ||
	    elf.e_shentsize != sizeof(sections[0]) ||
	    elf.e_shnum > STATEDUMP_MAX_SECTIONS ||
	    elf.e_shstrndx >= elf.e_shnum)
		return 0;
	size = elf.e_shnum * (ssize_t)sizeof(sections[0]);
	if (statedump_read(fd, sections, (size_t)size, elf.e_shoff) != size)
		return 0;
	size = statedump_read(fd, names, sizeof(names),
			      sections[elf.e_shstrndx].sh_offset);
	for (i = 0; i < elf.e_shnum; i++)
		if ((ssize_t)(sections[i].sh_name + sizeof(wanted)) <= size &&
		    !memcmp(names + sections[i].sh_name, wanted,
			    sizeof(wanted)))
			return statedump_read_link(fd, &sections[i], link,
						   room, crc);
	return 0;
}

static int statedump_link(const char *path, char *link, size_t room,
			  uint32_t *crc)
{
	int fd, found;

	if (path[0] != '/')
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return 0;
	found = statedump_find_link(fd, link, room, crc);
	close(fd);
	return found;
}

static void statedump_record(uint32_t mask, struct statedump_event *event,
			     const struct tctl_segment *segments,
			     unsigned int nr)
{
	tctl_record_into(mask, &event->slot, segments, nr);
}

struct statedump_bin_head {
	uint64_t baddr;
	uint64_t memsz;
};

static int statedump_object(const struct tctl_statedump_object *object,
			    void *arg)
{
	const uint32_t *mask = arg;
	const struct statedump_bin_head head = { object->base, object->size };
	char link[STATEDUMP_MAX_LINK];
	uint32_t crc = 0;
	const int linked = statedump_link(object->path, link, sizeof(link),
					  &crc);
	const uint8_t tail[] = { object->is_pic != 0,
				 object->build_id_size != 0, linked != 0 };
	const struct tctl_segment bin_info[] = {
		{ &head, sizeof(head), TCTL_SEGMENT_FIXED },
		{ object->path, (uint32_t)strlen(object->path),
		  TCTL_SEGMENT_STRING },
		{ tail, sizeof(tail), TCTL_SEGMENT_FIXED },
	};
	const struct tctl_segment build_id[] = {
		{ &head.baddr, sizeof(head.baddr), TCTL_SEGMENT_FIXED },
		{ object->build_id, object->build_id_size,
		  TCTL_SEGMENT_SEQUENCE },
	};
	const struct tctl_segment debug_link[] = {
		{ &head.baddr, sizeof(head.baddr), TCTL_SEGMENT_FIXED },
		{ &crc, sizeof(crc), TCTL_SEGMENT_FIXED },
		{ link, linked ? (uint32_t)strlen(link) : 0,
		  TCTL_SEGMENT_STRING },
	};

	statedump_record(*mask, &statedump_bin_info, bin_info, 3);
	if (object->build_id_size)
		statedump_record(*mask, &statedump_build_id, build_id, 2);
	if (linked)
		statedump_record(*mask, &statedump_debug_link, debug_link, 3);
	return 0;
}

/* The process's, which is the main thread's: the caller is another one. */
static void statedump_write_name(uint32_t mask)
{
	char name[STATEDUMP_NAME + 1] = "";
	const struct tctl_segment segment = { name, STATEDUMP_NAME,
					      TCTL_SEGMENT_FIXED };
	int fd = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 ? -1 : statedump_read(fd, name, STATEDUMP_NAME, 0);

	if (fd >= 0)
		close(fd);
	if (size <= 0)
		return;
	name[strcspn(name, "\n")] = 0;
	statedump_record(mask, &statedump_procname, &segment, 1);
}

void tctl_statedump_write(unsigned int k)
{
	uint32_t mask = 1u << k;

	statedump_record(mask, &statedump_start, NULL, 0);
	statedump_write_name(mask);
	tctl_statedump_each(statedump_object, &mask);
	statedump_record(mask, &statedump_end, NULL, 0);
}
