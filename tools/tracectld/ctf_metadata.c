// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ctf_metadata.c: see ctf_metadata.h. The order of declarations is what the
 * readers expect: aliases, trace, env, clock, aliases mapped to the clock,
 * packet context, event header, then streams and events. Field names carry an
 * underscore in front, which readers strip.
 */
#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>
#include <tracectl/abi/ring.h>
#include "tools/tracectld/ctf_metadata.h"

#define BIG_ENDIAN_HERE	(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

const char *tctl_ctf_byte_order(int foreign)
{
	return BIG_ENDIAN_HERE != !!foreign ? "be" : "le";
}

void tctl_ctf_uuid_print(const uint8_t *uuid, char *text)
{
	unsigned int i;

	for (i = 0; i < 16; i++) {
		text += sprintf(text, "%02x", uuid[i]);
		if (i == 3 || i == 5 || i == 7 || i == 9)
			*text++ = '-';
	}
	*text = 0;
}

static void quoted(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			putc('\\', out);
		putc(c < 0x20 || c == 0x7f ? '?' : c, out);
	}
	putc('"', out);
}

static void aliases(FILE *out)
{
	static const struct {
		unsigned int size;
		const char *name;
	} integers[] = {
		{ 8, "uint8_t" }, { 16, "uint16_t" }, { 32, "uint32_t" },
		{ 64, "uint64_t" },
	};
	unsigned int i;

	fprintf(out, "/* CTF 1.8 */\n\n");
	for (i = 0; i < 4; i++)
		fprintf(out, "typealias integer { size = %u; align = 8; signed = false; } := %s;\n",
			integers[i].size, integers[i].name);
}

static void trace_block(FILE *out, const struct tctl_ctf_trace *trace)
{
	char uuid[37];

	tctl_ctf_uuid_print(trace->uuid, uuid);
	fprintf(out, "\ntrace {\n"
		"\tmajor = 1;\n"
		"\tminor = 8;\n"
		"\tuuid = \"%s\";\n"
		"\tbyte_order = %s;\n"
		"\tpacket.header := struct {\n"
		"\t\tuint32_t magic;\n"
		"\t\tuint8_t  uuid[16];\n"
		"\t\tuint32_t stream_id;\n"
		"\t\tuint64_t stream_instance_id;\n"
		"\t};\n"
		"};\n", uuid, tctl_ctf_byte_order(trace->foreign));
}

static void env_text(FILE *out, const char *name, const char *value)
{
	fprintf(out, "\t%s = ", name);
	quoted(out, value);
	fprintf(out, ";\n");
}

static void env_user(FILE *out, const struct tctl_ctf_trace *trace)
{
	env_text(out, "domain", "ust");
	env_text(out, "tracer_buffering_scheme", "uid");
	fprintf(out, "\ttracer_buffering_id = %" PRIu32 ";\n", trace->uid);
	fprintf(out, "\tarchitecture_bit_width = %" PRIu32 ";\n",
		trace->word_size);
}

static void env_kernel(FILE *out)
{
	struct utsname name;

	env_text(out, "domain", "kernel");
	if (uname(&name))
		return;
	env_text(out, "sysname", name.sysname);
	env_text(out, "kernel_release", name.release);
	env_text(out, "kernel_version", name.version);
}

static void env_tracer(FILE *out, const struct tctl_ctf_trace *trace)
{
	unsigned int major = 2, minor = 13;

	env_text(out, "tracer_name", trace->own_name ? "tracectl" :
		 trace->kernel ? "lttng-modules" : "lttng-ust");
	if (trace->own_name)
		sscanf(PACKAGE_VERSION, "%u.%u", &major, &minor);
	fprintf(out, "\ttracer_major = %u;\n\ttracer_minor = %u;\n", major,
		minor);
	if (trace->kernel)
		fprintf(out, "\ttracer_patchlevel = 0;\n");
}

static void env_block(FILE *out, const struct tctl_ctf_trace *trace)
{
	fprintf(out, "\nenv {\n");
	env_text(out, "hostname", trace->hostname);
	if (trace->kernel)
		env_kernel(out);
	else
		env_user(out, trace);
	env_tracer(out, trace);
	env_text(out, "trace_name", trace->name);
	env_text(out, "trace_creation_datetime", trace->created);
	env_text(out, "tracectl_version", PACKAGE_VERSION);
	fprintf(out, "};\n");
}

static void clock_block(FILE *out, const struct tctl_ctf_trace *trace)
{
	fprintf(out, "\nclock {\n\tname = \"monotonic\";\n");
	if (*trace->boot_id)
		fprintf(out, "\tuuid = \"%s\";\n", trace->boot_id);
	fprintf(out, "\tdescription = \"CLOCK_MONOTONIC\";\n"
		"\tfreq = 1000000000; /* Hz */\n"
		"\toffset = %" PRIu64 "; /* of 1970-01-01, in ns */\n"
		"};\n", trace->clock_offset_ns);
}

static void shared_structs(FILE *out)
{
	fprintf(out, "\ntypealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := time_ns_t;\n"
		"\nstruct packet_context {\n"
		"\ttime_ns_t timestamp_begin;\n"
		"\ttime_ns_t timestamp_end;\n"
		"\tuint64_t content_size;\n"
		"\tuint64_t packet_size;\n"
		"\tuint64_t packet_seq_num;\n"
		"\tuint64_t events_discarded;\n"
		"\tuint32_t cpu_id;\n"
		"};\n"
		"\nstruct event_header {\n"
		"\tinteger { size = 16; align = 64; signed = false; } id;\n"
		"\tinteger { size = 48; align = 1; signed = false; map = clock.monotonic.value; } timestamp;\n"
		"} align(64);\n");
}

void tctl_ctf_preamble(FILE *out, const struct tctl_ctf_trace *trace)
{
	aliases(out);
	trace_block(out, trace);
	env_block(out, trace);
	clock_block(out, trace);
	shared_structs(out);
}

void tctl_ctf_stream(FILE *out, uint32_t stream_id, uint32_t contexts,
		     int kernel)
{
	const char *v = kernel ? "" : "v";

	fprintf(out, "\nstream {\n"
		"\tid = %" PRIu32 ";\n"
		"\tevent.header := struct event_header;\n"
		"\tpacket.context := struct packet_context;\n", stream_id);
	if (contexts)
		fprintf(out, "\tevent.context := struct {\n");
	if (contexts & TCTL_CONTEXT_VPID)
		fprintf(out, "\t\tinteger { size = 32; align = 8; signed = true; } _%spid;\n",
			v);
	if (contexts & TCTL_CONTEXT_VTID)
		fprintf(out, "\t\tinteger { size = 31; align = 1; signed = false; } _%stid;\n"
			"\t\tinteger { size = 1; align = 1; signed = false; } _cut;\n",
			v);
	if (contexts & TCTL_CONTEXT_PROCNAME)
		fprintf(out, "\t\tinteger { size = 8; align = 8; signed = false; encoding = UTF8; } _procname[16];\n");
	if (contexts)
		fprintf(out, "\t};\n");
	fprintf(out, "};\n");
}

static void integer_type(FILE *out, uint32_t kind)
{
	static const char *const bases[] = { "10", "16", "8", "2" };

	fprintf(out, "integer { size = %u; align = 8; signed = %s; base = %s;",
		8u << TCTL_KIND_LOG2(kind),
		TCTL_KIND_CLASS(kind) == TCTL_KIND_INT ? "true" : "false",
		bases[TCTL_KIND_BASE(kind)]);
	if (kind & TCTL_KIND_TEXT)
		fprintf(out, " encoding = UTF8;");
	if (kind & TCTL_KIND_NETWORK)
		fprintf(out, " byte_order = be;");
	fprintf(out, " }");
}

static void float_type(FILE *out, uint32_t kind)
{
	int wide = TCTL_KIND_LOG2(kind) == 3;

	fprintf(out, "floating_point { exp_dig = %d; mant_dig = %d; align = 8;",
		wide ? 11 : 8, wide ? 53 : 24);
	if (kind & TCTL_KIND_NETWORK)
		fprintf(out, " byte_order = be;");
	fprintf(out, " }");
}

static void label_value(FILE *out, uint32_t kind, int64_t value)
{
	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_INT)
		fprintf(out, "%" PRId64, value);
	else
		fprintf(out, "%" PRIu64, (uint64_t)value);
}

static void enum_type(FILE *out, const struct tctl_event_field *field)
{
	const struct tctl_event_label *label;
	uint32_t i;

	fprintf(out, "enum : ");
	integer_type(out, field->kind);
	fprintf(out, " {");
	for (i = 0; i < field->nr_labels; i++) {
		label = &field->labels[i];
		fprintf(out, "%s ", i ? "," : "");
		quoted(out, label->name);
		fprintf(out, " = ");
		label_value(out, field->kind, label->value);
		if (label->last == label->value)
			continue;
		fprintf(out, " ... ");
		label_value(out, field->kind, label->last);
	}
	fprintf(out, " }");
}

static void indent(FILE *out, unsigned int depth)
{
	while (depth--)
		fputc('\t', out);
}

static void fields(FILE *out, const struct tctl_event_text *decl, uint32_t from,
		   uint32_t to, unsigned int depth);

static void field_type(FILE *out, const struct tctl_event_text *decl,
		       uint32_t i, unsigned int depth)
{
	const struct tctl_event_field *field = &decl->fields[i];
	uint32_t kind = field->kind;

	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_STRUCT) {
		fprintf(out, "struct {\n");
		fields(out, decl, i + 1, field->end, depth + 1);
		indent(out, depth);
		fprintf(out, "}");
	} else if (TCTL_KIND_CLASS(kind) == TCTL_KIND_STRING) {
		fprintf(out, "string { encoding = UTF8; }");
	} else if (TCTL_KIND_CLASS(kind) == TCTL_KIND_FLOAT) {
		float_type(out, kind);
	} else if (field->nr_labels) {
		enum_type(out, field);
	} else {
		integer_type(out, kind);
	}
}

static void field_count(FILE *out, const struct tctl_event_text *decl,
			const struct tctl_event_field *field)
{
	uint32_t number = TCTL_KIND_LENGTH(field->kind);

	if (TCTL_KIND_SHAPE(field->kind) == TCTL_KIND_ARRAY)
		fprintf(out, "[%u]", number);
	else if (TCTL_KIND_SHAPE(field->kind) == TCTL_KIND_SEQUENCE)
		fprintf(out, "[ __%s_length ]", field->name);
	else if (TCTL_KIND_SHAPE(field->kind) == TCTL_KIND_COUNTED)
		fprintf(out, "[ _%s ]", decl->fields[number].name);
}

/* Lists of lists: what the innermost ones hold, name, the counts from the
   outermost one on. */
static void field_line(FILE *out, const struct tctl_event_text *decl,
		       uint32_t i, unsigned int depth)
{
	const struct tctl_event_field *all = decl->fields;
	uint32_t last = i;

	while (TCTL_KIND_CLASS(all[last].kind) == TCTL_KIND_LIST)
		last++;
	indent(out, depth);
	if (TCTL_KIND_SHAPE(all[last].kind) == TCTL_KIND_SEQUENCE) {
		fprintf(out, "integer { size = 32; align = 8; signed = false; } __%s_length;\n",
			all[last].name);
		indent(out, depth);
	}
	field_type(out, decl, last, depth);
	fprintf(out, " _%s", all[i].name);
	for (; i <= last; i++)
		field_count(out, decl, &all[i]);
	fprintf(out, ";\n");
}

static void fields(FILE *out, const struct tctl_event_text *decl, uint32_t from,
		   uint32_t to, unsigned int depth)
{
	for (; from < to; from = decl->fields[from].end)
		field_line(out, decl, from, depth);
}

void tctl_ctf_event(FILE *out, uint32_t stream_id, uint32_t id,
		    unsigned int level, const struct tctl_event_text *decl,
		    int kernel)
{
	fprintf(out, "\nevent {\n\tname = ");
	quoted(out, kernel ? decl->name : decl->full_name);
	fprintf(out, ";\n"
		"\tid = %" PRIu32 ";\n"
		"\tstream_id = %" PRIu32 ";\n", id, stream_id);
	if (!kernel)
		fprintf(out, "\tloglevel = %u;\n", level);
	if (decl->model) {
		fprintf(out, "\tmodel.emf.uri = ");
		quoted(out, decl->model);
		fprintf(out, ";\n");
	}
	fprintf(out, "\tfields := struct {\n");
	fields(out, decl, 0, decl->nr_fields, 2);
	fprintf(out, "\t};\n};\n");
}
