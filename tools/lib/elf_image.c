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
	image->is_64_bit = header.e_ident[EI_CLASS] == ELFCLASS64;
	ret = image_segments(image, elf);
	if (ret)
		tctl_elf_image_release(image);
	return ret;
}

void tctl_elf_image_release(struct tctl_elf_image *image)
{
	free(image->loads);
	free(image->notes);
	free(image->relocations);
	image->loads = image->notes = NULL;
	image->relocations = NULL;
	image->nr_loads = image->nr_notes = image->nr_relocations = 0;
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

/* Those without a symbol add where the file is loaded to their addend, on every
   machine that has addends; the others keep them in the bytes. */
static int relocations_add(struct tctl_elf_image *image, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	struct tctl_elf_relocation *grown;
	const size_t each = image->is_64_bit ? sizeof(Elf64_Rela) :
					       sizeof(Elf32_Rela);
	size_t nr = data ? data->d_size / each : 0;
	GElf_Rela rela;

	grown = reallocarray(image->relocations, image->nr_relocations + nr + 1,
			     sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	image->relocations = grown;
	for (size_t i = 0; i < nr && gelf_getrela(data, (int)i, &rela); i++) {
		if (GELF_R_SYM(rela.r_info))
			continue;
		grown[image->nr_relocations].address = rela.r_offset;
		grown[image->nr_relocations++].value =
			(uint64_t)rela.r_addend;
	}
	return 0;
}

static int compare_relocations(const void *a, const void *b)
{
	const struct tctl_elf_relocation *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

int tctl_elf_image_relocations(struct tctl_elf_image *image, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int ret = 0;

	while (!ret && (section = elf_nextscn(elf, section))) {
		if (gelf_getshdr(section, &header) &&
		    header.sh_type == SHT_RELA && header.sh_flags & SHF_ALLOC)
			ret = relocations_add(image, section);
	}
	if (image->nr_relocations)
		qsort(image->relocations, image->nr_relocations,
		      sizeof(*image->relocations), compare_relocations);
	return ret;
}

int tctl_elf_image_pointer(const struct tctl_elf_image *image, uint64_t address,
			   uint64_t *ret_target)
{
	const struct tctl_elf_relocation key = { .address = address }, *found;
	const unsigned char *bytes;

	bytes = tctl_elf_image_at(image, address, image->is_64_bit ? 8 : 4);
	if (!bytes)
		return -EINVAL;
	found = image->nr_relocations ?
		bsearch(&key, image->relocations, image->nr_relocations,
			sizeof(key), compare_relocations) : NULL;
	*ret_target = found ? found->value :
		      image->is_64_bit ? tctl_elf_image_u64(image, bytes) :
					 tctl_elf_image_u32(image, bytes);
	return 0;
}
