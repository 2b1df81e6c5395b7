// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/lttng_describe.c: what becomes of descriptions that LTTng-UST's
 * macros don't make, and that what comes out is what our tools take.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "probes/lttng-ust/describe.h"
#include "tests/lib/tap.h"
#include "tools/lib/event_text.h"

static const struct lttng_ust_probe_desc provider = {
	.struct_size = sizeof(provider),
	.provider_name = "test",
};

static struct lttng_ust_type_integer u8 = {
	.parent = { lttng_ust_type_integer }, .struct_size = sizeof(u8),
	.size = 8, .base = 10,
};

static struct lttng_ust_event_field fields[300];
static const struct lttng_ust_event_field *list[300];
static char names[300][8];

static struct lttng_ust_tracepoint_class class = {
	.struct_size = sizeof(class), .fields = list, .probe_desc = &provider,
};

static struct lttng_ust_event_desc event = {
	.struct_size = sizeof(event), .event_name = "event",
	.probe_desc = &provider, .tp_class = &class,
};

static struct tctl_description description;

/* fields[] of this type, numbered. */
static void describe_as(const void *type, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		snprintf(names[i], sizeof(names[i]), "f%u", i);
		fields[i].struct_size = sizeof(fields[i]);
		fields[i].name = names[i];
		fields[i].type = type;
		list[i] = &fields[i];
	}
	class.nr_fields = nr;
}

static int describe(void)
{
	return tctl_describe(&description, &event, "lib.so");
}

/* Takes it apart as the daemon does. */
static int is_accepted(struct tctl_event_text *text)
{
	struct tctl_event_slot *slot = malloc(
		tctl_description_slot_size(&description));
	int ret;

	tctl_description_fill(&description, &event, slot);
	ret = tctl_event_text_parse(text, (char *)&slot->text + slot->text,
				    description.size, slot->kinds,
				    slot->nr_fields);
	if (ret)
		tap_note("%s", text->reason ? text->reason : "no memory");
	free(slot);
	return !ret;
}

static void test_limits(void)
{
	struct tctl_event_text text;

	describe_as(&u8, 256);
	tap_is(describe(), 0, "256 fields");
	tap_ok(is_accepted(&text) && text.nr_fields == 256 &&
	       !strcmp(text.full_name, "test:event"), "are accepted");
	tctl_event_text_release(&text);
	describe_as(&u8, 257);
	tap_is(describe(), -E2BIG, "257 are too many");
	describe_as(&u8, 1);
	u8.size = 128;
	tap_is(describe(), -ENOTSUP, "an integer of 16 bytes");
	u8.size = 8;
}

static void test_floats(void)
{
	struct lttng_ust_type_float number = {
		.parent = { lttng_ust_type_float },
		.struct_size = sizeof(number), .exp_dig = 64, .mant_dig = 64,
	};
	struct tctl_event_text text;

	describe_as(&number, 1);
	tap_is(describe(), -ENOTSUP, "a long double");
	number.exp_dig = 11;
	number.mant_dig = 53;
	tap_is(describe(), 0, "a double");
	tap_ok(is_accepted(&text), "is accepted");
	tctl_event_text_release(&text);
}

static void test_sequence(void)
{
	struct lttng_ust_type_sequence sequence = {
		.parent = { lttng_ust_type_sequence },
		.struct_size = sizeof(sequence), .elem_type = &u8.parent,
	};
	struct tctl_event_text text;

	describe_as(&u8, 3);
	fields[0].type = &sequence.parent;
	tap_is(describe(), -ENOTSUP, "a sequence without a count");
	fields[0].type = &u8.parent;
	fields[1].nowrite = 1;
	fields[2].type = &sequence.parent;
	tap_is(describe(), 0, "a hidden field in front of a sequence");
	tap_ok(is_accepted(&text) && text.nr_fields == 2 &&
	       TCTL_KIND_LENGTH(text.fields[1].kind) == 0,
	       "the one before it is the count");
	tctl_event_text_release(&text);
	fields[1].nowrite = 0;
	sequence.length_name = "f0";
	tap_is(describe(), 0, "a count that is named");
	tap_ok(is_accepted(&text) &&
	       TCTL_KIND_LENGTH(text.fields[2].kind) == 0, "is found");
	tctl_event_text_release(&text);
	sequence.length_name = "other";
	tap_is(describe(), -ENOTSUP, "a count that is not there");
}

static void test_labels(void)
{
	static const struct lttng_ust_enum_entry entries[] = {
		{ .start = { 1, 0 }, .end = { 3, 0 }, .string = "a,b\\c\td" },
		{ .options = LTTNG_UST_ENUM_ENTRY_OPTION_IS_AUTO,
		  .string = "next" },
	};
	static const struct lttng_ust_enum_entry *const pointers[] = {
		&entries[0], &entries[1],
	};
	struct lttng_ust_enum_desc desc = {
		.struct_size = sizeof(desc), .entries = pointers,
		.nr_entries = 2,
	};
	struct lttng_ust_type_enum type = {
		.parent = { lttng_ust_type_enum }, .struct_size = sizeof(type),
		.desc = &desc, .container_type = &u8.parent,
	};
	struct tctl_event_text text;

	describe_as(&type, 1);
	tap_is(describe(), 0, "an enumeration");
	if (tap_ok(is_accepted(&text) && text.fields[0].nr_labels == 2,
		   "is accepted")) {
		tap_ok(!strcmp(text.fields[0].labels[0].name, "a,b\\c?d"),
		       "a label with special characters");
		tap_is(text.fields[0].labels[1].value, 4,
		       "one without a value follows the one before");
	}
	tctl_event_text_release(&text);
	desc.nr_entries = 0;
	tap_is(describe(), 0, "an enumeration without labels");
	tap_ok(is_accepted(&text) && !text.fields[0].nr_labels,
	       "is an integer");
	tctl_event_text_release(&text);
}

static void test_level(void)
{
	static const int warning = 4, nonsense = 99;
	const int *level = &warning;
	struct tctl_event_slot slot;

	describe_as(&u8, 0);
	describe();
	event.loglevel = &level;
	tctl_description_fill(&description, &event, (void *)names);
	memcpy(&slot, names, sizeof(slot));
	tap_is(slot.level, 4, "a log level");
	level = &nonsense;
	tctl_description_fill(&description, &event, (void *)names);
	memcpy(&slot, names, sizeof(slot));
	tap_is(slot.level, 13, "one that is none");
	event.loglevel = NULL;
	tctl_description_fill(&description, &event, (void *)names);
	memcpy(&slot, names, sizeof(slot));
	tap_is(slot.level, 13, "none");
}

int main(void)
{
	test_limits();
	test_floats();
	test_sequence();
	test_labels();
	test_level();
	return tap_done();
}
