/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/ctf_text.c: makes a CTF 1.8 trace of lines of text, for tests whose
 * answers are known beforehand:
 *
 *	ctf_text DIR <TEXT
 *
 *	domain kernel			kernel, ust or none (first line)
 *	NS CPU NAME [@PID/TID/COMM] [FIELD=VALUE]...
 *	lost CPU N			ends the CPU's packet, N events are lost
 *
 * A value is an integer, a text in double quotes without blanks, or a list of
 * integers, [1,2,3]. An
 * event has the fields of its first line; in domain ust each has a @ context.
 * Lines of a CPU are in the order of time. Shares no code with what reads.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_CPUS	8
#define MAX_EVENTS	64
#define MAX_FIELDS	16
#define PACKET_HEADER	(4 + 16 + 4 + 6 * 8 + 4)

struct field {
	char name[64], value[512];
};

struct event {
	char name[64];
	unsigned int nr_fields;
	struct field fields[MAX_FIELDS];
};

struct stream {
	FILE *file;
	char *bytes;		/* of the packet's events */
	size_t size, space;
	uint64_t begin, end, lost, number;
};

static const char *dir;
static char domain[16];
static struct event events[MAX_EVENTS];
static unsigned int nr_events;
static struct stream streams[MAX_CPUS];

static void die(const char *what)
{
	fprintf(stderr, "ctf_text: %s: %s\n", what, strerror(errno));
	exit(1);
}

static FILE *file_open(const char *name)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	if (!file)
		die(path);
	return file;
}

static void put(struct stream *stream, const void *bytes, size_t size)
{
	if (stream->size + size > stream->space) {
		stream->space = 2 * (stream->size + size);
		stream->bytes = realloc(stream->bytes, stream->space);
		if (!stream->bytes)
			die("memory");
	}
	memcpy(stream->bytes + stream->size, bytes, size);
	stream->size += size;
}

static void put_number(struct stream *stream, uint64_t number, size_t size)
{
	unsigned char bytes[8];
	size_t i;

	for (i = 0; i < size; i++)
		bytes[i] = number >> 8 * i;
	put(stream, bytes, size);
}

static void packet_write(struct stream *stream, uint32_t cpu)
{
	struct stream head = { 0 };
	uint64_t bits = (PACKET_HEADER + stream->size) * 8;
	size_t i;

	put_number(&head, 0xC1FC1FC1, 4);
	for (i = 0; i < 16; i++)
		put_number(&head, i, 1);
	put_number(&head, 0, 4);
	put_number(&head, stream->begin, 8);
	put_number(&head, stream->end, 8);
	put_number(&head, bits, 8);
	put_number(&head, bits, 8);
	put_number(&head, stream->number++, 8);
	put_number(&head, stream->lost, 8);
	put_number(&head, cpu, 4);
	if (fwrite(head.bytes, 1, head.size, stream->file) != head.size ||
	    fwrite(stream->bytes, 1, stream->size, stream->file) !=
	    stream->size)
		die("packet");
	free(head.bytes);
	free(stream->bytes);
	stream->bytes = NULL;
	stream->size = stream->space = 0;
	stream->begin = stream->end;
}

static struct stream *stream_of(uint32_t cpu, uint64_t ns)
{
	struct stream *stream;
	char name[32];

	if (cpu >= MAX_CPUS)
		exit(1);
	stream = &streams[cpu];
	if (!stream->file) {
		snprintf(name, sizeof(name), "channel0_%u", cpu);
		stream->file = file_open(name);
		stream->begin = ns;
	}
	return stream;
}

static void field_read(struct event *event, const char *word)
{
	struct field *field = &event->fields[event->nr_fields++];

	if (event->nr_fields > MAX_FIELDS ||
	    sscanf(word, "%63[^=]=%511s", field->name, field->value) != 2)
		exit(1);
}

static unsigned int event_id(const struct event *event)
{
	unsigned int id;

	for (id = 0; id < nr_events; id++)
		if (!strcmp(events[id].name, event->name))
			return id;
	if (nr_events == MAX_EVENTS)
		exit(1);
	events[nr_events] = *event;
	return nr_events++;
}

static void list_put(struct stream *stream, const char *list)
{
	struct stream numbers = { 0 };
	char *rest = (char *)list;

	while (*rest == '[' || *rest == ',') {
		list = rest + 1;
		if (*list == ']')
			break;
		put_number(&numbers, strtoull(list, &rest, 0), 8);
	}
	put_number(stream, numbers.size / 8, 4);
	if (numbers.size)
		put(stream, numbers.bytes, numbers.size);
	free(numbers.bytes);
}

static void field_put(struct stream *stream, const struct field *field)
{
	size_t length = strlen(field->value);

	if (*field->value == '"') {
		put(stream, field->value + 1, length - 2);
		put(stream, "", 1);
	} else if (*field->value == '[') {
		list_put(stream, field->value);
	} else {
		put_number(stream, strtoull(field->value, NULL, 0), 8);
	}
}

static void context_put(struct stream *stream, const char *text)
{
	int pid = 0, tid = 0;
	char comm[32] = "";

	sscanf(text, "%d/%d/%31s", &pid, &tid, comm);
	put_number(stream, pid, 4);
	put_number(stream, tid, 4);
	put(stream, comm, strlen(comm) + 1);
}

static void event_line(uint64_t ns, char *words)
{
	struct event event = { 0 };
	const char *context = "";
	struct stream *stream;
	char *word, *cpu;
	unsigned int i;

	cpu = strtok(words, " \n");
	snprintf(event.name, sizeof(event.name), "%s", strtok(NULL, " \n"));
	while ((word = strtok(NULL, " \n"))) {
		if (*word == '@')
			context = word + 1;
		else
			field_read(&event, word);
	}
	stream = stream_of(atoi(cpu), ns);
	put_number(stream, event_id(&event), 4);
	put_number(stream, ns, 8);
	if (!strcmp(domain, "ust"))
		context_put(stream, context);
	for (i = 0; i < event.nr_fields; i++)
		field_put(stream, &event.fields[i]);
	stream->end = ns;
}

static void lost_line(const char *words)
{
	unsigned int cpu, lost;

	if (sscanf(words, "%u %u", &cpu, &lost) != 2 || cpu >= MAX_CPUS ||
	    !streams[cpu].file)
		exit(1);
	packet_write(&streams[cpu], cpu);
	streams[cpu].lost += lost;
}

static void field_declare(FILE *file, const struct field *field)
{
	if (*field->value == '[')
		fprintf(file, " uint32_t __%s_length; uint64_t "
			"_%s[__%s_length];", field->name, field->name,
			field->name);
	else
		fprintf(file, " %s _%s;", *field->value == '"' ?
			"string { encoding = UTF8; }" : "int64_t",
			field->name);
}

static void event_declare(FILE *file, unsigned int id)
{
	const struct event *event = &events[id];
	unsigned int i;

	fprintf(file, "event { name = \"%s\"; id = %u; stream_id = 0; fields "
		":= struct {", event->name, id);
	for (i = 0; i < event->nr_fields; i++)
		field_declare(file, &event->fields[i]);
	fputs(" }; };\n", file);
}

static void metadata_write(void)
{
	FILE *file = file_open("metadata");
	unsigned int id;

	fputs("/* CTF 1.8 */\n"
	      "typealias integer { size = 32; align = 8; } := uint32_t;\n"
	      "typealias integer { size = 64; align = 8; } := uint64_t;\n"
	      "typealias integer { size = 8; align = 8; } := uint8_t;\n"
	      "typealias integer { size = 64; align = 8; signed = true; } "
	      ":= int64_t;\n"
	      "trace { major = 1; minor = 8; uuid = "
	      "\"00010203-0405-0607-0809-0a0b0c0d0e0f\"; byte_order = le;\n"
	      "packet.header := struct { uint32_t magic; uint8_t uuid[16]; "
	      "uint32_t stream_id; }; };\n", file);
	if (strcmp(domain, "none"))
		fprintf(file, "env { domain = \"%s\"; };\n", domain);
	fputs("clock { name = monotonic; freq = 1000000000; offset = 0; };\n"
	      "typealias integer { size = 64; align = 8; map = "
	      "clock.monotonic.value; } := ns_t;\n"
	      "stream { id = 0; packet.context := struct { ns_t "
	      "timestamp_begin; ns_t timestamp_end; uint64_t content_size; "
	      "uint64_t packet_size; uint64_t packet_seq_num; uint64_t "
	      "events_discarded; uint32_t cpu_id; };\n"
	      "event.header := struct { uint32_t id; ns_t timestamp; };\n",
	      file);
	if (!strcmp(domain, "ust"))
		fputs("event.context := struct { uint32_t _vpid; uint32_t "
		      "_vtid; string { encoding = UTF8; } _procname; };\n",
		      file);
	fputs("};\n", file);
	for (id = 0; id < nr_events; id++)
		event_declare(file, id);
	if (fclose(file))
		die("metadata");
}

int main(int argc, char **argv)
{
	char line[4096], *rest;
	uint64_t ns;
	uint32_t cpu;

	if (argc != 2)
		return 2;
	dir = argv[1];
	if (mkdir(dir, 0777) && errno != EEXIST)
		die(dir);
	if (scanf("domain %15s\n", domain) != 1)
		return 2;
	while (fgets(line, sizeof(line), stdin)) {
		if (!strncmp(line, "lost ", 5)) {
			lost_line(line + 5);
			continue;
		}
		ns = strtoull(line, &rest, 10);
		if (rest != line)
			event_line(ns, rest);
	}
	for (cpu = 0; cpu < MAX_CPUS; cpu++)
		if (streams[cpu].file) {
			packet_write(&streams[cpu], cpu);
			if (fclose(streams[cpu].file))
				die("stream");
		}
	metadata_write();
	return 0;
}
