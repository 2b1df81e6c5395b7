// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/kernel_format.c: format files and C declarations. */
#include "tools/kernel/format.h"

#include <errno.h>
#include <string.h>

#include "tests/lib/tap.h"
#include "tools/kernel/ctype.h"

static const char sample[] =
	"name: sample\n"
	"ID: 77\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:const char * name;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] text;\toffset:16;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc u8[] bytes;\toffset:20;\tsize:4;\tsigned:0;\n"
	"\tfield:unsigned long args[6];\toffset:24;\tsize:48;\tsigned:0;\n"
	"\tfield:enum kind which;\toffset:72;\tsize:4;\tsigned:1;\n"
	"\tfield:broken;\toffset:80;\tsize:4;\tsigned:1;\n"
	"\tfield:int no_size;\toffset:84;\n"
	"\tfield:int far;\toffset:99999999999;\tsize:4;\tsigned:1;\n"
	"\n"
	"print fmt: \"x\", REC->x\n"
	"\tfield:int behind;\toffset:88;\tsize:4;\tsigned:1;\n";

static void check_sample(void)
{
	char text[sizeof(sample)];
	struct tctl_format format;

	strcpy(text, sample);
	tap_ok(!tctl_format_read(&format, text), "a format is read");
	tap_ok(!strcmp(format.name, "sample") && format.id == 77,
	       "its name and id");
	if (!tap_ok(format.nr_fields == 5, "fields that make sense, 5: %u",
		    format.nr_fields))
		return;
	tap_ok(!strcmp(format.fields[0].type, "const char *") &&
		       !strcmp(format.fields[0].name, "name") &&
		       format.fields[0].offset == 8 &&
		       format.fields[0].size == 8,
	       "a pointer");
	tap_ok(!strcmp(format.fields[1].type, "char") &&
		       format.fields[1].is_array &&
		       format.fields[1].place == TCTL_FORMAT_DATA_LOC,
	       "__data_loc");
	tap_ok(!strcmp(format.fields[2].type, "u8") &&
		       format.fields[2].place == TCTL_FORMAT_REL_LOC,
	       "__rel_loc");
	tap_ok(!strcmp(format.fields[3].name, "args") &&
		       format.fields[3].is_array &&
		       format.fields[3].size == 48,
	       "an array");
	tap_ok(!strcmp(format.fields[4].type, "enum kind") &&
		       format.fields[4].is_signed &&
		       !format.fields[4].is_array,
	       "an enumeration");
}

static void check_refused(const char *text)
{
	char copy[256];
	struct tctl_format format;

	snprintf(copy, sizeof(copy), "%s", text);
	tap_ok(tctl_format_read(&format, copy) == -EINVAL,
	       "refused: %zu bytes", strlen(text));
}

static void check_many(void)
{
	static char text[32768];
	struct tctl_format format;
	size_t size;

	size = (size_t)sprintf(text, "name: many\nID: 1\n");
	for (unsigned int i = 0; i < 2 * TCTL_FORMAT_MAX_FIELDS; i++)
		size += (size_t)sprintf(text + size,
					"\tfield:int f%u;\toffset:%u;\t"
					"size:4;\tsigned:1;\n",
					i, 8 + 4 * i);
	tap_ok(!tctl_format_read(&format, text) &&
		       format.nr_fields == TCTL_FORMAT_MAX_FIELDS,
	       "no more fields than there is room for");
}

static void check_type(const char *name, unsigned int word, unsigned int log2,
		       int is_signed)
{
	struct tctl_ctype type = tctl_ctype_find(name, word);

	tap_ok(type.log2 == log2 && type.is_signed == is_signed,
	       "%s where a long has %u bytes", name, 1u << word);
}

int main(void)
{
	check_sample();
	check_refused("");
	check_refused("name: x\n");
	check_refused("ID: 7\n");
	check_refused("name: x\nID: 0\n");
	check_many();
	check_type("int", 3, 2, 1);
	check_type("const int", 3, 2, 1);
	check_type("unsigned long", 3, 3, 0);
	check_type("unsigned long", 2, 2, 0);
	check_type("size_t", 2, 2, 0);
	check_type("loff_t", 2, 3, 1);
	check_type("umode_t", 3, 1, 0);
	check_type("const enum landlock_rule_type", 3, 2, 1);
	check_type("struct stat *", 3, 3, 0);
	check_type("struct stat *", 2, 2, 0);
	check_type("cap_user_header_t", 3, 3, 0);
	return tap_done();
}
