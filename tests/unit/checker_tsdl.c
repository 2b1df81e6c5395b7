/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/checker_tsdl.c: words, numbers and strings of TSDL, and what is
 * read from declarations that the sample traces don't have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tests/lib/tap.h>
#include <tools/checker/lint.h>
#include <tools/checker/parse.h>

static struct tctl_token first(const char *text)
{
	struct tctl_lexer lexer = { text, text + strlen(text), 1 };

	return tctl_lexer_next(&lexer);
}

static void numbers_check(void)
{
	tap_is(first(" 4711;").number, 4711, "decimal");
	tap_is(first("0x1fUL").number, 31, "hexadecimal with a suffix");
	tap_is(first("017").number, 15, "octal");
	tap_ok(first("18446744073709551615").number == UINT64_MAX,
	       "the largest");
	tap_is(first("18446744073709551616").kind, TCTL_TOKEN_BAD,
	       "one more is too much");
	tap_is(first("12ab").kind, TCTL_TOKEN_BAD, "no number");
	tap_is(first("08").kind, TCTL_TOKEN_BAD, "no octal number");
}

static void words_check(void)
{
	struct tctl_token token = first("/* a\n b */ // c\n\tname_1:=");
	char text[64];

	tap_ok(tctl_token_is(&token, "name_1"), "comments are skipped");
	tap_is(token.line, 3, "lines are counted");
	tap_is(first("/* no end").kind, TCTL_TOKEN_BAD, "an open comment");
	tap_is(first("\"no end").kind, TCTL_TOKEN_BAD, "an open string");
	tap_is(first("\"\\").kind, TCTL_TOKEN_BAD, "an open escape");
	tap_is(first("$").kind, TCTL_TOKEN_BAD, "a foreign character");
	tap_is(first("...").mark, TCTL_MARK_RANGE, "a range");
	tap_is(first("->").mark, '.', "an arrow is a dot");
	tap_is(first("").kind, TCTL_TOKEN_END, "the end");
	token = first("\"a\\\"b\\n\\x41\\102\\\\\"");
	tctl_token_unescape(&token, text);
	tap_ok(!strcmp(text, "a\"b\nAB\\"), "escapes");
}

static const char head[] =
	"trace { major = 1; minor = 8; byte_order = be; };\n";

/* Reads head and text; returns what tctl_tsdl_parse() does. */
static int text_read(struct tctl_trace *trace, struct tctl_findings *findings,
		     const char *text)
{
	static char name[] = "metadata";
	char whole[32768];

	memset(trace, 0, sizeof(*trace));
	memset(findings, 0, sizeof(*findings));
	findings->quiet = findings->keep = true;
	trace->findings = findings;
	trace->metadata = name;
	trace->last_stream = &trace->streams;
	snprintf(whole, sizeof(whole), "%s%s", head, text);
	return tctl_tsdl_parse(trace, whole, strlen(whole));
}

static void done(struct tctl_trace *trace, struct tctl_findings *findings)
{
	tctl_arena_release(&trace->arena);
	tctl_findings_release(findings);
}

static void types_check(void)
{
	struct tctl_findings findings;
	struct tctl_trace trace;
	const struct tctl_type *fields;

	tap_is(text_read(&trace, &findings,
		"typealias integer { size = 12; signed = 1; } := long unsigned;"
		"struct outer { struct inner { long unsigned a; } b[2][3]; };"
		"stream { };"
		"event { name = \"e\"; fields := struct {"
		" struct outer x; variant v { long unsigned one; };"
		" enum : long unsigned { one = -3, two, three = 5 ... 7 } t;"
		" variant v <t> y; } align(32); };"), 0, "nested declarations");
	fields = trace.streams->events->fields;
	tap_is(fields->nr_fields, 3, "fields are not what is only declared");
	tap_is(fields->align, 32, "a struct's alignment");
	fields = fields->fields[0].type;
	tap_is(fields->fields[0].type->length, 2, "the outer dimension");
	tap_is(fields->fields[0].type->inner->length, 3, "the inner dimension");
	fields = trace.streams->events->fields->fields[1].type;
	tap_is(fields->inner->size, 12, "a name of two words");
	tap_is(fields->inner->align, 1, "alignment when not said");
	tap_is(fields->ranges[1].first, -2, "a label without a value");
	tap_is(fields->ranges[2].last, 7, "a range");
	tap_ok(!strcmp(trace.streams->events->fields->fields[2].type->ref, "t"),
	       "a variant by its name");
	done(&trace, &findings);
}

static void refused(const char *text, enum tctl_rule rule, const char *name)
{
	struct tctl_findings findings;
	struct tctl_trace trace;
	int ret = text_read(&trace, &findings, text);

	tap_ok(ret == -1 && findings.nr_list == 1 &&
	       findings.list[0].rule == rule && findings.list[0].where.line > 0,
	       "%s", name);
	done(&trace, &findings);
}

static void clocks_check(void)
{
	struct tctl_findings findings;
	struct tctl_trace trace;

	tap_is(text_read(&trace, &findings,
			 "clock { name = c; offset_s = 2; freq = 1000; };"
			 "clock { name = \"c\"; offset_s = 2; freq = 1000; };"),
	       0, "one clock, declared twice");
	tap_ok(trace.clocks && !trace.clocks->next, "is one clock");
	tap_ok(tctl_clock_ns(trace.clocks, 5) == 2005000000,
	       "ticks become ns since the epoch");
	done(&trace, &findings);
}

static void refusals_check(void)
{
	refused("trace { };", TCTL_RULE_TSDL_SYNTAX, "a second trace block");
	refused("stream { event.header := integer { size = 8; }; };",
		TCTL_RULE_TSDL_SYNTAX, "a scope that is no struct");
	refused("typealias integer { size = 8; colour = 3; } := a;",
		TCTL_RULE_TSDL_SYNTAX, "an unknown attribute");
	refused("typealias integer { size = -8; } := a;",
		TCTL_RULE_TSDL_SYNTAX, "a negative size");
	refused("typealias integer { size = 0; } := a;",
		TCTL_RULE_INTEGER_SIZE, "no size");
	refused("typealias integer { size = 8; map = clock.c.value; } := a;",
		TCTL_RULE_TSDL_NAME, "an unknown clock");
	refused("event { name = \"e\"; fields := struct { a b; }; };",
		TCTL_RULE_TSDL_NAME, "an unknown type");
	refused("struct a { integer { size = 8; } x; } struct b {};",
		TCTL_RULE_TSDL_SYNTAX, "no semicolon");
	refused("clock { name = c; }; clock { name = c; freq = 5; };",
		TCTL_RULE_TSDL_SYNTAX, "one clock, declared differently");
	refused("nonsense", TCTL_RULE_TSDL_SYNTAX, "no block");
}

/* struct s1 { struct s0 x; }; struct s2 { struct s1 x; }; ... */
static int chain_lint(int links)
{
	struct tctl_findings findings;
	struct tctl_trace trace;
	char text[16384] = "struct s0 { string x; };";
	int i, ret, len = strlen(text);

	for (i = 1; i <= links; i++)
		len += snprintf(text + len, sizeof(text) - len,
				"struct s%d { struct s%d x; };", i, i - 1);
	snprintf(text + len, sizeof(text) - len, "stream { }; event { "
		 "name = \"e\"; fields := struct { struct s%d x; }; };", links);
	ret = text_read(&trace, &findings, text);
	ret = ret ? -2 : tctl_lint(&trace);
	done(&trace, &findings);
	return ret;
}

int main(void)
{
	numbers_check();
	words_check();
	types_check();
	clocks_check();
	refusals_check();
	tap_is(chain_lint(90), 0, "90 structs, one in another");
	tap_is(chain_lint(300), -1, "300 are too many");
	return tap_done();
}
