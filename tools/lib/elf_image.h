/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/elf_image.h: the bytes of an ELF file by the addresses they would be
 * loaded at, and numbers in its byte order. Every access is checked. For
 * elf_probes.c.
 */
#ifndef TOOLS_ELF_IMAGE_H
#define TOOLS_ELF_IMAGE_H

#include <libelf.h>
#include <stddef.h>
#include <stdint.h>

struct tctl_elf_range {
	uint64_t address;
	uint64_t offset;	/* in the file */
	uint64_t size;		/* in the file; checked */
};

/* What the dynamic linker puts at an address, less where the file is loaded. */
struct tctl_elf_relocation {
	uint64_t address;
	uint64_t value;
};

struct tctl_elf_image {
	const unsigned char *bytes;	/* the file, borrowed from the Elf */
	size_t size;
	int big_endian;
	int is_64_bit;
	struct tctl_elf_range *loads;	/* PT_LOAD */
	size_t nr_loads;
	struct tctl_elf_range *notes;	/* PT_NOTE */
	size_t nr_notes;
	struct tctl_elf_relocation *relocations;	/* by address */
	size_t nr_relocations;
};

/* Returns 0, -ENOEXEC (no linked ELF file) or -ENOMEM. */
int tctl_elf_image_init(struct tctl_elf_image *image, Elf *elf);
void tctl_elf_image_release(struct tctl_elf_image *image);

/* size bytes at an address, NULL when the file does not hold them all. */
const unsigned char *tctl_elf_image_at(const struct tctl_elf_image *image,
				       uint64_t address, uint64_t size);

/* A string at an address; NULL when it does not end within max bytes. */
const char *tctl_elf_image_string(const struct tctl_elf_image *image,
				  uint64_t address, size_t max);

/* Reads what tctl_elf_image_pointer() needs. Returns 0 or -ENOMEM. */
int tctl_elf_image_relocations(struct tctl_elf_image *image, Elf *elf);

/* Reads the pointer at an address. Returns 0 or -EINVAL: it is not there. */
int tctl_elf_image_pointer(const struct tctl_elf_image *image, uint64_t address,
			   uint64_t *ret_target);

uint16_t tctl_elf_image_u16(const struct tctl_elf_image *image, const void *p);
uint32_t tctl_elf_image_u32(const struct tctl_elf_image *image, const void *p);
uint64_t tctl_elf_image_u64(const struct tctl_elf_image *image, const void *p);

#endif
