/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/lib/ctf_sample_tsdl.c: the metadata of the sample trace. */
#include <stdio.h>
#include <stdlib.h>
#include <tests/lib/ctf_sample.h>

/* One of two texts, by whether a rule is to be broken. */
static const char *either(const struct ctf_sample *sample, const char *rule,
			  const char *broken, const char *sound)
{
	return ctf_sample_damaged(sample, rule) ? broken : sound;
}

static void types_put(const struct ctf_sample *sample, FILE *out)
{
	fputs("typealias integer { size = 8; align = 8; signed = false; } := "
	      "uint8_t;\n"
	      "typealias integer { size = 16; align = 8; signed = false; } := "
	      "uint16_t;\n"
	      "typealias integer { size = 32; align = 8; signed = false; } := "
	      "uint32_t;\n"
	      "typealias integer { size = 64; align = 8; signed = false; } := "
	      "uint64_t;\n"
	      "typealias integer { size = 64; align = 8; signed = false; } := "
	      "unsigned long;\n"
	      "typealias integer { size = 5; align = 1; signed = false; } := "
	      "uint5_t;\n"
	      "typedef integer { size = 16; align = 8; signed = true; } "
	      "int16_t;\n", out);
	if (ctf_sample_damaged(sample, "tsdl-limits")) {
		int i;

		for (i = 0; i < 100; i++)
			fputs("struct { ", out);
	}
}

static void trace_put(const struct ctf_sample *sample, FILE *out)
{
	fprintf(out, "trace {\n\tmajor = 1;\n\tminor = %s;\n"
		"\tuuid = \"3fab5f02-6ec6-404d-825a-453e62815b%s\";\n",
		either(sample, "trace-version", "9", "8"),
		either(sample, "metadata-uuid", "00", "8a"));
	if (!ctf_sample_damaged(sample, "trace-byte-order"))
		fprintf(out, "\tbyte_order = %s;\n", sample->be ? "be" : "le");
	fprintf(out, "\tpacket.header := struct {\n\t\tuint32_t magic;\n"
		"\t\tuint8_t uuid[16];\n\t\t%s stream_id;\n"
		"\t\tuint64_t stream_instance_id;\n\t};\n};\n\n",
		either(sample, "packet-header-fields",
		       "integer { size = 32; align = 8; signed = true; }",
		       "uint32_t"));
}

static void env_put(const struct ctf_sample *sample, FILE *out)
{
	fprintf(out, "env {\n\thostname = \"host\";\n%s%s"
		"\ttracer_major = 2;\n\ttracer_minor = 13;\n%s};\n\n",
		either(sample, "env-tracer", "", "\tdomain = \"ust\";\n"),
		"\ttracer_name = \"lttng-ust\";\n",
		sample->lttng ? "" : "\ttracectl_version = \"1\";\n");
}

static void clock_put(const struct ctf_sample *sample, FILE *out)
{
	fprintf(out, "clock {\n\tname = %s;\n%s"
		"\tdescription = \"Monotonic Clock\";\n"
		"\tfreq = %s; /* Hz */\n\t// ns since the epoch\n"
		"\toffset = %s;\n};\n\n",
		sample->lttng ? "\"monotonic\"" : "monotonic",
		either(sample, "clock-uuid", "",
		       "\tuuid = \"22bd9f4d-54fd-45f8-a72f-9d69169a5654\";\n"),
		either(sample, "clock-frequency", "0", "1000000000"),
		either(sample, "clock-offset", "-5",
		       either(sample, "clock-shared", "1521473229552257810",
			      "1521473229552257809")));
	fputs("typealias integer { size = 27; align = 1; signed = false; "
	      "map = clock.monotonic.value; } := uint27_clock_monotonic_t;\n"
	      "typealias integer { size = 32; align = 8; signed = false; "
	      "map = clock.monotonic.value; } := uint32_clock_monotonic_t;\n"
	      "typealias integer { size = 64; align = 8; signed = false; "
	      "map = clock.monotonic.value; } := uint64_clock_monotonic_t;\n\n",
	      out);
}

static void packet_context_put(const struct ctf_sample *sample, FILE *out)
{
	fprintf(out, "struct packet_context {\n"
		"\tuint64_clock_monotonic_t timestamp_begin;\n"
		"\tuint64_clock_monotonic_t timestamp_end;\n"
		"\tuint64_t content_size;\n\tuint64_t packet_size;\n"
		"\tuint64_t packet_seq_num;\n"
		"\tunsigned long events_discarded;\n\t%s cpu_id;\n};\n\n",
		either(sample, "packet-context-fields",
		       "integer { size = 32; align = 8; signed = true; }",
		       "uint32_t"));
}

static void lttng_headers_put(const struct ctf_sample *sample, FILE *out)
{
	const char *time = either(sample, "event-header-fields", "time",
				  "timestamp");

	fprintf(out, "struct event_header_compact {\n"
	      "\tenum : uint5_t { compact = 0 ... 30, extended = 31 } id;\n"
	      "\tvariant <id> {\n"
	      "\t\tstruct {\n\t\t\tuint27_clock_monotonic_t %s;\n"
	      "\t\t} compact;\n"
	      "\t\tstruct {\n\t\t\tuint32_t id;\n"
	      "\t\t\tuint64_clock_monotonic_t %s;\n\t\t} extended;\n"
	      "\t} v;\n} align(8);\n\n"
	      "struct event_header_large {\n"
	      "\tenum : uint16_t { compact = 0 ... 65534, extended = 65535 } "
	      "id;\n"
	      "\tvariant <id> {\n"
	      "\t\tstruct {\n\t\t\tuint32_clock_monotonic_t %s;\n"
	      "\t\t} compact;\n"
	      "\t\tstruct {\n\t\t\tuint32_t id;\n"
	      "\t\t\tuint64_clock_monotonic_t %s;\n\t\t} extended;\n"
	      "\t} v;\n} align(8);\n\n", time, time, time, time);
}

static void event_header_put(const struct ctf_sample *sample, FILE *out)
{
	if (ctf_sample_damaged(sample, "event-size"))
		return;
	if (sample->lttng) {
		fprintf(out, "\tevent.header := struct event_header_%s;\n",
			sample->compact ? "compact" : "large");
		return;
	}
	fprintf(out, "\tevent.header := struct {\n"
		"\t\tinteger { size = 16; align = 64; signed = false; } id;\n"
		"\t\tinteger { size = 48; align = 1; signed = false; "
		"map = clock.monotonic.value; } %s;\n\t} align(64);\n",
		either(sample, "event-header-fields", "time", "timestamp"));
}

static void event_context_put(const struct ctf_sample *sample, FILE *out)
{
	const char *vpid = "integer { size = 32; align = 8; signed = true; }";

	if (ctf_sample_damaged(sample, "event-size"))
		return;
	vpid = either(sample, "context-type", "floating_point { exp_dig = 8; "
		      "mant_dig = 24; align = 8; }", vpid);
	fprintf(out, "\tevent.context := struct {\n\t\t%s _vpid;\n"
		"\t\tinteger { size = 31; align = 8; signed = false; } _vtid;\n"
		"\t\tinteger { size = 1; align = 1; } _cut;\n\t};\n", vpid);
}

static void stream_put(const struct ctf_sample *sample, FILE *out)
{
	fprintf(out, "stream {\n\tid = 0;\n");
	event_header_put(sample, out);
	fprintf(out, "\tpacket.context := struct packet_context;\n");
	event_context_put(sample, out);
	fprintf(out, "};\n\n");
	fputs(either(sample, "stream-id-unique", "stream { id = 0; };\n", ""),
	      out);
}

static void event_put(FILE *out, const char *name, int id, const char *fields)
{
	fprintf(out, "event {\n\t%s%s%s\n\tid = %d;\n\tstream_id = 0;\n"
		"\tloglevel = 13;\n\tfields := struct {\n%s\t};\n};\n\n",
		name ? "name = \"" : "", name ? name : "", name ? "\";" : "",
		id, fields);
}

static const char numbers_fields[] =
"\t\tuint8_t _u8;\n"
"\t\tint16_t _i16;\n"
"\t\tinteger { size = 16; align = 8; signed = 0; byte_order = be; "
"base = 16; } _net;\n"
"\t\tuint32_t _u32;\n"
"\t\tunsigned long _ulong;\n"
"\t\tinteger { size = 3; align = 1; } _bits3;\n"
"\t\tinteger { size = 13; align = 1; signed = true; } _bits13;\n"
"\t\tfloating_point { exp_dig = 8; mant_dig = 24; align = 8; } _float;\n"
"\t\tfloating_point { exp_dig = 11; mant_dig = 53; align = 8; } _double;\n"
"\t\tenum : uint8_t { RED, GREEN = 1 ... 3, \"dark blue\" = 8, } _color;\n"
"\t\tstruct { uint8_t _x, _y; } _points[2];\n";

static const char texts_fields[] =
"\t\tinteger { size = 8; align = 8; signed = 1; encoding = UTF8; } "
"_comm[8];\n"
"\t\tuint32_t __data_length;\n"
"\t\tuint16_t _data[ __data_length ];\n"
"\t\tstring { encoding = UTF8; } _last;\n";

static const char choices_fields[] =
"\t\ttypealias enum : uint8_t { NUMBER = 0, WORD = 1 ... 4 } := tag_t;\n"
"\t\ttag_t _tag;\n"
"\t\tvariant <_tag> { uint32_t NUMBER; string WORD; } _choice;\n";

/* Fields which each break one rule of the declarations. */
static const char *const unused_fields[][2] = {
	{ "integer-size", "\t\tinteger { size = 65; } _wide;\n" },
	{ "integer-odd-size",
	  "\t\tinteger { size = 48; align = 8; } _odd;\n" },
	{ "float-size",
	  "\t\tfloating_point { exp_dig = 5; mant_dig = 11; } _half;\n" },
	{ "alignment", "\t\tinteger { size = 8; align = 3; } _skew;\n" },
	{ "text-encoding",
	  "\t\tinteger { size = 16; encoding = UTF8; } _wide[4];\n" },
	{ "enum-mapping", "\t\tenum : uint8_t { UP = 5 ... 3 } _e;\n" },
	{ "variant-tag", "\t\tenum : uint8_t { ONE } _t;\n"
	  "\t\tvariant <_t> { uint8_t ONE; uint8_t TWO; } _v;\n" },
	{ "sequence-length",
	  "\t\tint16_t __s_length;\n\t\tuint8_t _s[ __s_length ];\n" },
	{ "sequence-typedef", "\t\tuint8_t _n;\n\t\ttypedef uint8_t "
	  "numbers_t[ _n ];\n\t\tnumbers_t _s;\n" },
	{ "name-clash", "\t\tuint8_t _x;\n\t\tuint8_t x;\n" },
	{ "field-underscore", "\t\tuint8_t plain;\n" },
	{ "tsdl-name", "\t\tuint7_t _never;\n" },
	{ "tsdl-syntax", "\t\tuint8_t _u8\n" },
	{ "event-work", "\t\tuint32_t __n;\n\t\tstruct { } _none[ __n ];\n" },
};

static const char *unused_find(const struct ctf_sample *sample)
{
	size_t i;

	for (i = 0; i < sizeof(unused_fields) / sizeof(unused_fields[0]); i++)
		if (ctf_sample_damaged(sample, unused_fields[i][0]))
			return unused_fields[i][1];
	return "";
}

static void events_put(const struct ctf_sample *sample, FILE *out)
{
	bool bare = ctf_sample_damaged(sample, "event-size");
	const char *unused = unused_find(sample);
	int unused_id = ctf_sample_damaged(sample, "event-id-dense") ? 7 :
			ctf_sample_damaged(sample, "event-id-unique") ? 2 : 3;

	event_put(out, "sample:numbers", 0, bare ? "" : numbers_fields);
	if (bare)
		return;
	event_put(out, "sample:texts", 1, texts_fields);
	event_put(out, "sample:choices", 2, choices_fields);
	event_put(out, either(sample, "event-name", NULL, "sample:unused"),
		  unused_id, unused);
	fputs("callsite {\n\tname = \"sample:numbers\";\n\tfunc = \"main\";\n"
	      "\tfile = \"main.c\";\n\tline = 12;\n};\n", out);
}

char *ctf_sample_tsdl(const struct ctf_sample *sample)
{
	bool early = ctf_sample_damaged(sample, "tsdl-order");
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	if (!sample->packetised)
		fputs(either(sample, "metadata-signature", "/* CTF 1.9 */\n\n",
			     "/* CTF 1.8 */\n\n"), out);
	types_put(sample, out);
	trace_put(sample, out);
	env_put(sample, out);
	clock_put(sample, out);
	packet_context_put(sample, out);
	lttng_headers_put(sample, out);
	if (early)
		events_put(sample, out);
	stream_put(sample, out);
	if (!early)
		events_put(sample, out);
	fclose(out);
	return text;
}
