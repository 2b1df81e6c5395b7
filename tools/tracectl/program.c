/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/program.c: looks at a program's first bytes and rights, to say
 * why the library did not get into it.
 */
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include "tools/tracectl/program.h"

#define PROGRAM_MAX_SEGMENTS	256

static int program_is_secure(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return 0;
	return ((st.st_mode & S_ISUID) && st.st_uid != geteuid()) ||
	       ((st.st_mode & S_ISGID) && st.st_gid != getegid()) ||
	       (geteuid() && fgetxattr(fd, "security.capability", NULL, 0) > 0);
}

static int program_has_interpreter(int fd, const Elf64_Ehdr *header)
{
	Elf64_Phdr segment;
	unsigned int i;

	for (i = 0; i < header->e_phnum && i < PROGRAM_MAX_SEGMENTS; i++) {
		off_t place = header->e_phoff + i * sizeof(segment);

		if (pread(fd, &segment, sizeof(segment), place) !=
		    sizeof(segment))
			return 0;
		if (segment.p_type == PT_INTERP)
			return 1;
	}
	return 0;
}

/* A header of this very machine, to compare with. */
static int program_own_header(Elf64_Ehdr *header)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : pread(fd, header, sizeof(*header), 0);

	if (fd >= 0)
		close(fd);
	return n == sizeof(*header);
}

static enum tctl_program program_elf_kind(int fd, const Elf64_Ehdr *header)
{
	Elf64_Ehdr own;

	if (!program_own_header(&own) ||
	    own.e_ident[EI_CLASS] != header->e_ident[EI_CLASS] ||
	    own.e_ident[EI_DATA] != header->e_ident[EI_DATA] ||
	    own.e_machine != header->e_machine)
		return TCTL_PROGRAM_FOREIGN;
	if (own.e_ident[EI_CLASS] == ELFCLASS64 &&
	    !program_has_interpreter(fd, header))
		return TCTL_PROGRAM_STATIC;
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
