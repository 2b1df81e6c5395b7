/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_object.c: a sorted table of names, made once of what
 * libdw finds in a file, its debugging information, or .gnu_debugdata.
 *
 * Paths come from traces: nothing but regular files is opened.
 */
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tools/plugin/map.h"
#include "tools/plugin/symbol_object.h"

#define PAGE_MASK	UINT64_C(0xfff)
/* How far what has no size, as assembly often, is believed to reach. */
#define UNSIZED		4096

struct object_function {
	uint64_t begin, end;
	const char *name;	/* libdw's */
};

struct object_load {
	uint64_t offset, size, address;
};

struct tctl_object {
	Dwfl *dwfl;
	struct object_function *functions;
	size_t nr_functions;
	struct object_load *loads;
	size_t nr_loads;
};

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static bool build_id_matches(Dwfl_Module *module,
			     const struct tctl_build_id *wanted)
{
	const unsigned char *bytes;
	GElf_Addr address;
	int nr;

	nr = dwfl_module_build_id(module, &bytes, &address);
	return !wanted->nr || nr <= 0 ||
	       ((size_t)nr == wanted->nr && !memcmp(bytes, wanted->bytes, nr));
}

static int object_descriptor(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat stat;

	if (fd >= 0 && (fstat(fd, &stat) || !S_ISREG(stat.st_mode))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* The whole file at base 0: addresses are the file's own. */
static Dwfl_Module *object_load(struct tctl_object *object, const char *path,
				const struct tctl_build_id *build_id)
{
	int fd = object_descriptor(path);
	Dwfl_Module *module;

	if (fd < 0)
		return NULL;
	object->dwfl = dwfl_begin(&callbacks);
	if (!object->dwfl) {
		close(fd);
		return NULL;
	}
	dwfl_report_begin(object->dwfl);
	module = dwfl_report_elf(object->dwfl, path, path, fd, 0, true);
	if (!module)
		close(fd);
	dwfl_report_end(object->dwfl, NULL, NULL);
	return module && build_id_matches(module, build_id) ? module : NULL;
}

static int compare_functions(const void *a, const void *b)
{
	const struct object_function *x = a, *y = b;

	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	/* the last of aliases is taken: without underscores in front */
	return strcmp(x->name, y->name);
}

static bool symbol_has_name(const GElf_Sym *symbol, const char *name)
{
	unsigned int type = GELF_ST_TYPE(symbol->st_info);

	/* variables, too: mutexes are some */
	return name && *name && symbol->st_shndx != SHN_UNDEF &&
	       (type == STT_FUNC || type == STT_GNU_IFUNC ||
		type == STT_OBJECT);
}

static void object_read_functions(struct tctl_object *object,
				  Dwfl_Module *module)
{
	int i, nr = dwfl_module_getsymtab(module);
	struct object_function *function;
	GElf_Addr address;
	const char *name;
	GElf_Sym symbol;

	if (nr <= 0)
		return;
	object->functions = tctl_plugin_memory(calloc(nr,
						sizeof(*object->functions)));
	for (i = 0; i < nr; i++) {
		name = dwfl_module_getsym_info(module, i, &symbol, &address,
					       NULL, NULL, NULL);
		if (!symbol_has_name(&symbol, name))
			continue;
		function = &object->functions[object->nr_functions++];
		function->name = name;
		function->begin = address;
		if (__builtin_add_overflow(address, symbol.st_size ?
					   symbol.st_size : UNSIZED,
					   &function->end))
			function->end = UINT64_MAX;
	}
	if (object->nr_functions)
		qsort(object->functions, object->nr_functions,
		      sizeof(*object->functions), compare_functions);
}

static void object_read_loads(struct tctl_object *object, Dwfl_Module *module)
{
	struct object_load *load;
	GElf_Addr bias;
	GElf_Phdr phdr;
	size_t i, nr;
	Elf *elf;

	elf = dwfl_module_getelf(module, &bias);
	if (!elf || elf_getphdrnum(elf, &nr) || !nr)
		return;
	object->loads = tctl_plugin_memory(calloc(nr, sizeof(*load)));
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(elf, i, &phdr) || phdr.p_type != PT_LOAD)
			continue;
		load = &object->loads[object->nr_loads++];
		/* whole pages are mapped */
		load->offset = phdr.p_offset & ~PAGE_MASK;
		load->address = (phdr.p_vaddr + bias) & ~PAGE_MASK;
		load->size = phdr.p_filesz + (phdr.p_offset & PAGE_MASK);
	}
}

struct tctl_object *tctl_object_open(const char *path,
				     const struct tctl_build_id *build_id)
{
	struct tctl_object *object =
		tctl_plugin_memory(calloc(1, sizeof(*object)));
	Dwfl_Module *module = object_load(object, path, build_id);

	if (module) {
		object_read_loads(object, module);
		object_read_functions(object, module);
	}
	return object;
}

void tctl_object_close(struct tctl_object *object)
{
	if (!object)
		return;
	if (object->dwfl)
		dwfl_end(object->dwfl);
	free(object->functions);
	free(object->loads);
	free(object);
}

bool tctl_object_at_offset(const struct tctl_object *object, uint64_t offset,
			   uint64_t *ret_address)
{
	const struct object_load *load;
	size_t i;

	for (i = 0; i < object->nr_loads; i++) {
		load = &object->loads[i];
		if (offset < load->offset || offset - load->offset >= load->size)
			continue;
		*ret_address = load->address + (offset - load->offset);
		return true;
	}
	return false;
}

bool tctl_object_at_distance(const struct tctl_object *object,
			     uint64_t distance, uint64_t *ret_address)
{
	if (!object->nr_loads)
		return false;
	*ret_address = object->loads[0].address + distance;
	return true;
}

const char *tctl_object_function(const struct tctl_object *object,
				 uint64_t address, uint64_t *ret_begin)
{
	size_t low = 0, high = object->nr_functions, middle;
	const struct object_function *function;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (object->functions[middle].begin <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	function = &object->functions[low - 1];
	if (address >= function->end)
		return NULL;
	*ret_begin = function->begin;
	return function->name;
}
