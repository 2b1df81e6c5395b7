/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/program.c: looks at a program's first bytes and rights, to say
 * why the library did not get into it.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include "tools/tracectl/program.h"

#define PROGRAM_MAX_SEGMENTS	256
#define PROGRAM_MAX_PATH	256

static int program_is_secure(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return 0;
	return ((st.st_mode & S_ISUID) && st.st_uid != geteuid()) ||
	       ((st.st_mode & S_ISGID) && st.st_gid != getegid()) ||
	       (geteuid() && fgetxattr(fd, "security.capability", NULL, 0) > 0);
}

/* The dynamic linker that a 64-bit file asks for, without its folder; "" when it
   asks for none. */
static void program_interpreter(int fd, const Elf64_Ehdr *header, char *name,
				size_t size)
{
	char path[PROGRAM_MAX_PATH] = "";
	Elf64_Phdr segment;
	const char *slash;
	unsigned int i;

	for (i = 0; i < header->e_phnum && i < PROGRAM_MAX_SEGMENTS; i++) {
		off_t place = header->e_phoff + i * sizeof(segment);

		if (pread(fd, &segment, sizeof(segment), place) !=
		    sizeof(segment))
			break;
		if (segment.p_type != PT_INTERP)
			continue;
		if (pread(fd, path, sizeof(path) - 1,
			  (off_t)segment.p_offset) <= 0)
			break;
		if (segment.p_filesz < sizeof(path))
			path[segment.p_filesz] = 0;
		break;
	}
	slash = strrchr(path, '/');
	snprintf(name, size, "%s", slash ? slash + 1 : path);
}

/* This program: its header and dynamic linker, to compare with. */
static int program_own(Elf64_Ehdr *header, char *interpreter, size_t size)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : pread(fd, header, sizeof(*header), 0);

	if (n == sizeof(*header))
		program_interpreter(fd, header, interpreter, size);
	if (fd >= 0)
		close(fd);
	return n == sizeof(*header);
}

static enum tctl_program program_elf_kind(int fd, const Elf64_Ehdr *header)
{
	char interpreter[PROGRAM_MAX_PATH], own_interpreter[PROGRAM_MAX_PATH];
	Elf64_Ehdr own;

	if (!program_own(&own, own_interpreter, sizeof(own_interpreter)) ||
	    own.e_ident[EI_CLASS] != header->e_ident[EI_CLASS] ||
	    own.e_ident[EI_DATA] != header->e_ident[EI_DATA] ||
	    own.e_machine != header->e_machine)
		return TCTL_PROGRAM_FOREIGN;
	if (own.e_ident[EI_CLASS] == ELFCLASS64) {
		program_interpreter(fd, header, interpreter,
				    sizeof(interpreter));
		if (!*interpreter)
			return TCTL_PROGRAM_STATIC;
		if (strcmp(interpreter, own_interpreter))
			return TCTL_PROGRAM_OTHER_LIBC;
	}
	return program_is_secure(fd) ? TCTL_PROGRAM_SECURE :
				       TCTL_PROGRAM_DYNAMIC;
}

enum tctl_program tctl_program_kind(const char *path)
{
	enum tctl_program kind = TCTL_PROGRAM_UNKNOWN;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf64_Ehdr header;
	ssize_t n;

	if (fd < 0)
		return kind;
	n = pread(fd, &header, sizeof(header), 0);
	if (n >= 2 && !memcmp(&header, "#!", 2))
		kind = TCTL_PROGRAM_SCRIPT;
	else if (n == sizeof(header) && !memcmp(&header, ELFMAG, SELFMAG))
		kind = program_elf_kind(fd, &header);
	close(fd);
	return kind;
}
