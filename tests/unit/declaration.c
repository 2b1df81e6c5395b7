/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Declared events: the text that their parts make, and what is refused. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libtrace/declaration.h>
#include <tests/lib/tap.h>
#include <tracectl/abi/declaration.h>

static const struct tctl_label colors[] = {
	{ 0, 0, "FIRST", 1 },
	{ -5, -5, "comma, and \\", 0 },
	{ 0, 0, "next", 1 },
	{ 2, 9, "some", 0 },
	{ 0, 0, "behind", 1 },
	{ 0, 0, NULL, 0 },
};
static const struct tctl_label widest[] = {
	{ INT64_MIN, INT64_MAX, "all", 0 },
	{ 0, 0, NULL, 0 },
};
static const struct tctl_label *const labels[] = { colors, widest };
static const uint64_t kinds[] = {
	TCTL_KIND_UINT | (uint64_t)(TCTL_KIND_INT | TCTL_KIND_ENUM) << 32,
	TCTL_KIND_STRING | (uint64_t)(TCTL_KIND_INT | TCTL_KIND_ENUM) << 32,
};
static struct tctl_fields fields = { "\na\ncolor\ntext\nwide", kinds, labels,
				     4 };
static const struct tctl_fields nothing = { "", kinds, labels, 0 };
static const uint8_t level = 6;
static const char *const model = "http://example.com/?a";
static char long_head[TCTL_DECLARATION_MAX + 1];

static struct tctl_declaration full = { "p:full\nfile.h:7", &fields, &level,
					&model };
static struct tctl_declaration bare = { "p:bare\nfile.h:8", &nothing, NULL,
					NULL };
static struct tctl_declaration too_long = { long_head, &nothing, NULL, NULL };

static struct tctl_event_slot slot;

static int read_slot(const struct tctl_declaration *declaration,
		     struct tctl_declared *ret)
{
	memset(&slot, 0, sizeof(slot));
	slot.text = (int32_t)((const char *)declaration - (char *)&slot.text);
	slot.size = sizeof(slot);
	slot.nr_fields = TCTL_SLOT_DECLARED;
	return tctl_declaration_read(&slot, ret);
}

static void test_text(void)
{
	struct tctl_declared got = { 0 };

	tap_is(read_slot(&full, &got), 0, "a declaration");
	tap_ok(!strcmp(got.text,
		       "p:full\nfile.h:7\thttp://example.com/?a\na\n"
		       "color\tFIRST=0,comma\\, and \\\\=-5,next=-4,some=2..9,"
		       "behind=10\ntext\n"
		       "wide\tall=-9223372036854775808..9223372036854775807"),
	       "its text");
	tap_ok(got.kinds == kinds && got.nr_fields == 4, "its kinds");
	tap_is(got.level, 6, "its level");

	tap_is(read_slot(&bare, &got), 0, "one without anything");
	tap_ok(!strcmp(got.text, "p:bare\nfile.h:8"), "its text");
	tap_is(got.nr_fields, 0, "no fields");
	tap_is(got.level, 13, "the usual level");
}

static void test_refused(void)
{
	struct tctl_declared got = { .nr_fields = 77 };

	memset(long_head, 'x', sizeof(long_head) - 1);
	tap_is(read_slot(&too_long, &got), -EINVAL, "too long a text");
	long_head[TCTL_DECLARATION_MAX - 1] = '\0';
	tap_is(read_slot(&too_long, &got), 0, "the longest text");
	fields.nr_fields = TCTL_MAX_FIELDS + 1;
	got.nr_fields = 77;
	tap_is(read_slot(&full, &got), -EINVAL, "too many fields");
	tap_is(got.nr_fields, 77, "what was refused gives nothing");
	slot.text = 0;
	tap_is(tctl_declaration_read(&slot, &got), -EINVAL, "no declaration");
	slot.text = 4;
	slot.nr_fields = 1;
	tap_is(tctl_declaration_read(&slot, &got), -EINVAL,
	       "a slot too short for its kinds");
}

int main(void)
{
	test_text();
	test_refused();
	return tap_done();
}
