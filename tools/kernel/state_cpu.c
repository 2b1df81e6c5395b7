// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The CPUs. Topology comes from sysfs, which is the same everywhere; names and
 * models from /proc/cpuinfo, whose keys are x86's.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "proc.h"
#include "state_system.h"

struct cpu {
	uint32_t id;
	char vendor[64], model_name[128];
	uint8_t family, model;
	uint16_t cores;
};

/* What viewers call the architectures. */
static const char *architecture(void)
{
	static struct utsname name;

	uname(&name);
	return !strcmp(name.machine, "x86_64") || !strcmp(name.machine, "i686")
		       ? "x86"
		       : name.machine;
}

static int write_cpu(struct tctl_state_writer *writer, const struct cpu *cpu)
{
	static const char format[] = "sys/devices/system/cpu/cpu%u/topology/%s";
	char package[96], core[96];

	snprintf(package, sizeof(package), format, cpu->id,
		 "physical_package_id");
	snprintf(core, sizeof(core), format, cpu->id, "core_id");
	tctl_state_begin(writer, "lttng_statedump_cpu_topology");
	tctl_state_string(writer, architecture());
	tctl_state_u16(writer, (uint16_t)cpu->id);
	tctl_state_string(writer, cpu->vendor);
	tctl_state_u8(writer, cpu->family);
	tctl_state_u8(writer, cpu->model);
	tctl_state_string(writer, cpu->model_name);
	tctl_state_u16(writer,
		       (uint16_t)tctl_proc_number(writer->root, package, 0));
	tctl_state_u16(writer,
		       (uint16_t)tctl_proc_number(writer->root, core, 0));
	tctl_state_u16(writer, cpu->cores);
	return tctl_state_end(writer);
}

static void take_value(struct cpu *cpu, const char *key, const char *value)
{
	if (!strcmp(key, "vendor_id"))
		snprintf(cpu->vendor, sizeof(cpu->vendor), "%s", value);
	else if (!strcmp(key, "model name"))
		snprintf(cpu->model_name, sizeof(cpu->model_name), "%s", value);
	else if (!strcmp(key, "cpu family"))
		cpu->family = (uint8_t)atoi(value);
	else if (!strcmp(key, "model"))
		cpu->model = (uint8_t)atoi(value);
	else if (!strcmp(key, "cpu cores"))
		cpu->cores = (uint16_t)atoi(value);
}

/* "key\t: value": the key's length without the blanks. */
static size_t cut_key(char *line, char **ret_value)
{
	char *colon = strchr(line, ':');
	size_t length;

	if (!colon)
		return 0;
	line[strcspn(line, "\n")] = '\0';
	length = (size_t)(colon - line);
	while (length && (line[length - 1] == '\t' || line[length - 1] == ' '))
		length--;
	line[length] = '\0';
	*ret_value = colon + 1 + strspn(colon + 1, " ");
	return length;
}

int tctl_state_cpus(struct tctl_state_writer *writer)
{
	const struct cpu unknown = {.vendor = "unknown",
				    .model_name = "unknown"};
	FILE *file = tctl_proc_open(writer->root, "proc/cpuinfo");
	struct cpu cpu = unknown;
	char *line = NULL, *value;
	int ret = 0, open = 0;
	size_t size = 0;

	if (!file)
		return 0;
	while (!ret && getline(&line, &size, file) > 0) {
		if (!cut_key(line, &value))
			continue;
		if (strcmp(line, "processor")) {
			take_value(&cpu, line, value);
			continue;
		}
		if (open)
			ret = write_cpu(writer, &cpu);
		cpu = unknown;
		cpu.id = (uint32_t)atoi(value);
		open = 1;
	}
	if (!ret && open)
		ret = write_cpu(writer, &cpu);
	free(line);
	fclose(file);
	return ret;
}
