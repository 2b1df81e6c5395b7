// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Addresses to bytes. libelf takes the headers apart, in both word sizes and
 * byte orders; what they point to is looked up here.
 */
#include "elf_image.h"

#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

static int range_add(const struct tctl_elf_image *image,
		     struct tctl_elf_range **ranges, size_t *nr,
		     const GElf_Phdr *header)
{
	struct tctl_elf_range *grown, *range;

	/* What lies behind the end of the file is not there. */
	if (header->p_offset > image->size ||
	    header->p_filesz > image->size - header->p_offset)
		return 0;
	grown = reallocarray(*ranges, *nr + 1, sizeof(**ranges));
	if (!grown)
		return -ENOMEM;
	*ranges = grown;
	range = &grown[(*nr)++];
	range->address = header->p_vaddr;
	range->offset = header->p_offset;
	range->size = header->p_filesz;
	return 0;
}

static int image_segments(struct tctl_elf_image *image, Elf *elf)
{
	GElf_Phdr header;
	size_t n;
	int ret = 0;

	if (elf_getphdrnum(elf, &n))
		return -ENOEXEC;
	for (size_t i = 0; i < n && !ret; i++) {
		if (!gelf_getphdr(elf, (int)i, &header))
			return -ENOEXEC;
		if (header.p_type == PT_LOAD)
			ret = range_add(image, &image->loads, &image->nr_loads,
					&header);
		else if (header.p_type == PT_NOTE)
			ret = range_add(image, &image->notes, &image->nr_notes,
					&header);
	}
	return ret;
}

int tctl_elf_image_init(struct tctl_elf_image *image, Elf *elf)
{
	GElf_Ehdr header;
	int ret;

	memset(image, 0, sizeof(*image));
	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		return -ENOEXEC;
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
		return -ENOEXEC;
	image->bytes = (const unsigned char *)elf_rawfile(elf, &image->size);
	if (!image->bytes)
		return -ENOEXEC;
	image->big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
	ret = image_segments(image, elf);
	if (ret)
		tctl_elf_image_release(image);
	return ret;
}

void tctl_elf_image_release(struct tctl_elf_image *image)
{
	free(image->loads);
	free(image->notes);
	image->loads = image->notes = NULL;
	image->nr_loads = image->nr_notes = 0;
}

/* The bytes from an address to the end of its segment. */
static const unsigned char *image_rest(const struct tctl_elf_image *image,
				       uint64_t address, uint64_t *ret_size)
{
	const struct tctl_elf_range *load;

	for (size_t i = 0; i < image->nr_loads; i++) {
		load = &image->loads[i];
		if (address < load->address ||
		    address - load->address >= load->size)
			continue;
		*ret_size = load->size - (address - load->address);
		return image->bytes + load->offset + (address - load->address);
	}
	return NULL;
}

const unsigned char *tctl_elf_image_at(const struct tctl_elf_image *image,
				       uint64_t address, uint64_t size)
{
	const unsigned char *bytes;
	uint64_t rest;

	bytes = image_rest(image, address, &rest);
	return bytes && size <= rest ? bytes : NULL;
}

const char *tctl_elf_image_string(const struct tctl_elf_image *image,
				  uint64_t address, size_t max)
{
	const unsigned char *bytes;
	uint64_t rest;

	bytes = image_rest(image, address, &rest);
	if (!bytes)
		return NULL;
	if (rest > max)
		rest = max;
	return memchr(bytes, 0, rest) ? (const char *)bytes : NULL;
}

static uint64_t load(const struct tctl_elf_image *image, const void *p,
		     unsigned int size)
{
	const unsigned char *bytes = p;
	uint64_t value = 0;

	for (unsigned int i = 0; i < size; i++)
		value = value << 8 |
			bytes[image->big_endian ? i : size - 1 - i];
	return value;
}

uint16_t tctl_elf_image_u16(const struct tctl_elf_image *image, const void *p)
{
	return (uint16_t)load(image, p, 2);
}

uint32_t tctl_elf_image_u32(const struct tctl_elf_image *image, const void *p)
{
	return (uint32_t)load(image, p, 4);
}

uint64_t tctl_elf_image_u64(const struct tctl_elf_image *image, const void *p)
{
	return load(image, p, 8);
}
