// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/regress/elf_probes_dump.c: what elf_probes.h reads from a file. */
#include "tools/lib/elf_probes.h"

#include <stdio.h>
#include <string.h>

static void print_label(const struct tctl_event_label *label)
{
	printf(" %s=%lld", label->name, (long long)label->value);
	if (label->last != label->value)
		printf("..%lld", (long long)label->last);
}

static void print_probe(const struct tctl_elf_probe *probe)
{
	char kind[TCTL_KIND_TEXT_MAX];

	printf("%s level %u sites %u %s:", probe->event.full_name,
	       probe->level, probe->nr_sites,
	       strrchr(probe->event.file, '/') ?
	       strrchr(probe->event.file, '/') + 1 : probe->event.file);
	for (unsigned int i = 0; i < probe->event.nr_fields; i++) {
		const struct tctl_event_field *field = &probe->event.fields[i];

		tctl_event_kind_print(field->kind, kind, sizeof(kind));
		printf(" %s %s", field->name, kind);
		for (unsigned int j = 0; j < field->nr_labels; j++)
			print_label(&field->labels[j]);
		printf("%s", i + 1 < probe->event.nr_fields ? "," : "");
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	struct tctl_elf_probes probes;
	int ret;

	if (argc != 2)
		return 2;
	ret = tctl_elf_probes_read(&probes, argv[1]);
	if (ret) {
		printf("%s: %s\n", strerror(-ret),
		       probes.reason ? probes.reason : "");
		return 1;
	}
	for (size_t i = 0; i < probes.nr_probes; i++)
		print_probe(&probes.probes[i]);
	tctl_elf_probes_release(&probes);
	return 0;
}
