/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Our events in LTTng-UST's terms, and their values as its filters read them. */
#include <stdlib.h>
#include <string.h>
#include "probes/lttng-ust-provider/label.h"
#include "probes/lttng-ust-provider/name.h"
#include "probes/lttng-ust-provider/stack.h"
#include "tests/lib/tap.h"

#define KIND_U8		(TCTL_KIND_UINT)
#define KIND_U32	(TCTL_KIND_UINT | 2 << 4)
#define KIND_S16	(TCTL_KIND_INT | 1 << 4)
#define KIND_PAIR(a, b)	((uint64_t)(a) | (uint64_t)(b) << 32)

static void test_names(void)
{
	unsigned char bases[6];
	char *lines = NULL;

	tap_is(tctl_name_fields("id %u path %-10.3s %#lx 1st_id %d 100%% id %o",
				5, &lines, bases), 0, "a format");
	tap_ok(!strcmp(lines, "id\npath\narg3\nst_id\nid_2\n"), "its names");
	tap_ok(bases[0] == TCTL_KIND_DEC && bases[2] == TCTL_KIND_HEX &&
	       bases[4] == TCTL_KIND_OCT, "its bases");
	free(lines);
	tap_is(tctl_name_fields("%d %%", 2, &lines, bases), -1,
	       "a format with fewer conversions");
}

static void test_labels(void)
{
	char text[] = "ONE=1,a\\, b\\\\=-5..-2,=9,broken,last=7";
	struct lttng_ust_enum_desc labels = { 0 };

	tap_is(tctl_label_parse(text, 1, &labels), 0, "labels");
	tap_is(labels.nr_entries, 4, "all with a value");
	tap_ok(!strcmp(labels.entries[0]->string, "ONE") &&
	       labels.entries[0]->start.value == 1 &&
	       labels.entries[0]->end.value == 1 &&
	       labels.entries[0]->start.signedness, "a value");
	tap_ok(!strcmp(labels.entries[1]->string, "a, b\\") &&
	       (long long)labels.entries[1]->start.value == -5 &&
	       (long long)labels.entries[1]->end.value == -2,
	       "a range, and special characters");
	tctl_label_release(&labels);
}

static const uint64_t kinds[] = {
	KIND_PAIR(KIND_U32 | TCTL_KIND_HEX << 8, KIND_S16 | TCTL_KIND_NETWORK),
	KIND_PAIR(TCTL_KIND_STRING, KIND_S16 | TCTL_KIND_SEQUENCE << 12),
	KIND_PAIR(KIND_U8 | TCTL_KIND_TEXT | TCTL_KIND_ARRAY << 12 | 4u << 16,
		  TCTL_KIND_FLOAT | 2 << 4),
	KIND_PAIR(KIND_U32 | TCTL_KIND_ENUM,
		  TCTL_KIND_FLOAT | 3 << 4 | TCTL_KIND_SEQUENCE << 12),
};

static struct tctl_listener_event event = {
	.text = "prov:event\nfile.c:1\thttp://example.com/m\n"
		"u\nnet\ns\nseq\ntext\nf\ncolor\tRED=0,BLUE=7\nlist",
	.kinds = kinds, .nr_fields = 8, .level = 4,
};

static void callback(void)
{
}

static const struct lttng_ust_event_field *field(const struct tctl_offer *offer,
						 const char *name)
{
	size_t i;

	for (i = 0; i < offer->class.nr_fields; i++)
		if (!strcmp(offer->class.fields[i]->name, name))
			return offer->class.fields[i];
	return NULL;
}

static void test_described(struct tctl_offer *offer)
{
	const struct lttng_ust_type_integer *integer;
	const struct lttng_ust_type_sequence *sequence;

	tap_ok(!strcmp(offer->provider, "prov") &&
	       !strcmp(offer->event.event_name, "event"), "its name");
	tap_is(**offer->event.loglevel, 4, "its level");
	tap_ok(!strcmp(*offer->event.model_emf_uri, "http://example.com/m"),
	       "its model");
	tap_is(offer->class.nr_fields, 10, "its fields, two of them counts");
	integer = (const void *)field(offer, "u")->type;
	tap_ok(integer->size == 32 && !integer->signedness &&
	       integer->base == 16 && !integer->reverse_byte_order, "a number");
	integer = (const void *)field(offer, "net")->type;
	tap_ok(integer->size == 16 && integer->signedness &&
	       integer->reverse_byte_order ==
		       (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__),
	       "one of the network");
	tap_ok(field(offer, "_seq_length")->nofilter, "a count is not looked at");
	sequence = (const void *)field(offer, "list")->type;
	integer = (const void *)sequence->elem_type;
	tap_ok(integer->parent.type == lttng_ust_type_integer &&
	       integer->size == 64 && integer->base == 16,
	       "numbers that are none in lists show their bits");
}

static void test_matches(const struct tctl_offer *offer)
{
	struct tctl_listener_event other = event;

	other.text = "prov:event\nother.c:99\thttp://example.com/m\n"
		     "u\nnet\ns\nseq\ntext\nf\ncolor\tRED=0,BLUE=7\nlist";
	tap_ok(tctl_offer_matches(offer, &other), "the same at another place");
	other.text = "prov:event\nfile.c:1\thttp://example.com/m\n"
		     "u\nnet\ns\nseq\ntext\nf\ncolor\tRED=0,BLUE=8\nlist";
	tap_ok(!tctl_offer_matches(offer, &other), "other labels");
	other.text = "prov:events\nfile.c:1";
	tap_ok(!tctl_offer_matches(offer, &other), "another name");
	other = event;
	other.nr_fields = 7;
	tap_ok(!tctl_offer_matches(offer, &other), "fewer fields");
}

static void *take(char **stack, size_t size)
{
	void *value = *stack;

	*stack += size;
	return value;
}

static int has_list(char **stack, unsigned long count, const void *base)
{
	unsigned long n;
	const void *at;

	memcpy(&n, take(stack, sizeof(n)), sizeof(n));
	memcpy(&at, take(stack, sizeof(at)), sizeof(at));
	return n == count && at == base;
}

static int has_number(char **stack, int64_t number)
{
	return !memcmp(take(stack, sizeof(number)), &number, sizeof(number));
}

static void test_stack(const struct tctl_offer *offer)
{
	static char stack[TCTL_STACK_SIZE] __attribute__((aligned(8)));
	static const char head[] = { 5, 0, 0, 0, (char)0xff, (char)0xfe };
	static const char zeros[4], text[2] = "ab";
	static const int16_t numbers[] = { -1, 2 };
	unsigned char tail[8];
	const float f = 2.5f;
	const double wide = 2.5;
	const uint32_t blue = 7;
	const struct tctl_segment segments[] = {
		{ head, sizeof(head), TCTL_SEGMENT_FIXED },
		{ "stringless", 6, TCTL_SEGMENT_STRING },
		{ numbers, 4, TCTL_SEGMENT_SEQUENCE | 1 << 8 },
		{ text, 2, TCTL_SEGMENT_FIXED },
		{ zeros, 2, TCTL_SEGMENT_FIXED },
		{ tail, sizeof(tail), TCTL_SEGMENT_FIXED },
		{ zeros, 0, TCTL_SEGMENT_SEQUENCE | 3 << 8 },
	};
	const char *string;
	char *at = stack;

	memcpy(tail, &f, 4);
	memcpy(tail + 4, &blue, 4);
	tctl_stack_fill(stack, offer, segments, 7);
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		tap_ok(has_number(&at, 5), "a number");
	else
		tap_ok(has_number(&at, 5 << 24), "a number");
	tap_ok(has_number(&at, -2), "one of the network");
	memcpy(&string, take(&at, sizeof(string)), sizeof(string));
	tap_ok(!strcmp(string, "string"), "a string, with an end");
	tap_ok(has_list(&at, 2, numbers), "a sequence");
	tap_ok(has_list(&at, 4, text), "an array in two pieces");
	tap_ok(!memcmp(take(&at, 8), &wide, 8), "a float is a double");
	tap_ok(has_number(&at, 7), "an enumeration");
	tap_ok(has_list(&at, 0, zeros), "an empty sequence");
}

/* Segments that an event does not have, and strings without room. */
static void test_stack_short(const struct tctl_offer *offer)
{
	static char stack[TCTL_STACK_SIZE] __attribute__((aligned(8)));
	static char text[TCTL_STACK_STRINGS + 100];
	static const char head[6];
	const struct tctl_segment segments[] = {
		{ head, sizeof(head), TCTL_SEGMENT_FIXED },
		{ text, sizeof(text), TCTL_SEGMENT_STRING },
	};
	const char *string;

	memset(text, 'x', sizeof(text));
	tctl_stack_fill(stack, offer, segments, 2);
	memcpy(&string, stack + 16, sizeof(string));
	tap_is(strlen(string), TCTL_STACK_STRINGS - 1, "a long string is cut");
	tctl_stack_fill(stack, offer, segments, 0);
	tap_ok(1, "what is not there is not read");
}

int main(void)
{
	static struct tctl_offer *offer;	/* they are never given back */

	test_names();
	test_labels();
	offer = tctl_offer_new(&event, callback);
	tap_ok(offer != NULL, "an offer");
	test_described(offer);
	test_matches(offer);
	test_stack(offer);
	test_stack_short(offer);
	event.nr_fields = 20;
	tap_ok(!tctl_offer_new(&event, callback), "fewer lines than fields");
	return tap_done();
}
