// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/channel_rules.c: which events a channel wants, after enables and
 * disables in any order; sizes and names that are refused.
 */
#include <string.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/channel.h"

static struct tctl_channel *make(const char *text)
{
	json_t *wanted = text ? json_loads(text, 0, NULL) : NULL;
	struct tctl_channel *channel = NULL;
	char error[256] = "";
	int err = tctl_channel_new(NULL, wanted, &channel, error,
				   sizeof(error));

	json_decref(wanted);
	if (err)
		tap_ok(*error != 0, "refused: %s", error);
	return err ? NULL : channel;
}

static void test_shapes(void)
{
	static const char *const wrong[] = {
		"{\"name\": \"a/b\"}", "{\"name\": \".\"}", "{\"name\": 7}",
		"{\"mode\": \"both\"}", "{\"contexts\": [\"uid\"]}",
		"{\"subbuf_size\": 0}", "{\"subbuf_size\": 12288}",
		"{\"subbuf_size\": 2048}", "{\"nr_subbufs\": 1}",
		"{\"nr_subbufs\": 3}", "{\"nr_subbufs\": -8}",
		"{\"subbuf_size\": 268435456, \"nr_subbufs\": 512}",
	};
	struct tctl_channel *channel = make(NULL);
	unsigned int i;

	tap_ok(channel && channel->mode == TCTL_MODE_DISCARD &&
	       channel->subbuf_size == 262144 && channel->nr_subbufs == 8 &&
	       channel->contexts == (TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID),
	       "the default channel");
	tctl_channel_free(channel);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		tap_ok(!make(wrong[i]), "%s", wrong[i]);
	channel = make("{\"name\": \"x\", \"mode\": \"overwrite\", \"contexts\": [\"procname\"], \"subbuf_size\": 4096, \"nr_subbufs\": 2}");
	tap_ok(channel && channel->mode == TCTL_MODE_OVERWRITE &&
	       channel->contexts == 7, "an overwrite channel");
	tctl_channel_free(channel);
}

static unsigned int count_rules(const struct tctl_channel *channel)
{
	struct tctl_rule *rule;
	unsigned int n = 0;

	TAILQ_FOREACH(rule, &channel->rules, link)
		n++;
	return n;
}

static void test_rules(void)
{
	struct tctl_channel *channel = make(NULL);
	json_t *exclude = json_pack("[s]", "a:secret*");

	tap_ok(!tctl_channel_wants(channel, "a:b", 5), "nothing at first");
	tctl_channel_rule(channel, 1, "a:*", exclude, -1, 0);
	tap_ok(tctl_channel_wants(channel, "a:b", 14), "a pattern");
	tap_ok(!tctl_channel_wants(channel, "a:secret1", 5), "an exception");
	tap_ok(!tctl_channel_wants(channel, "b:b", 5), "something else");
	tctl_channel_rule(channel, 0, "*:b", NULL, -1, 0);
	tap_ok(!tctl_channel_wants(channel, "a:b", 5), "disabled");
	tap_ok(tctl_channel_wants(channel, "a:c", 5), "... and only that");
	tctl_channel_rule(channel, 1, "a:b", NULL, 4, 0);
	tap_ok(tctl_channel_wants(channel, "a:b", 4), "at a level");
	tap_ok(tctl_channel_wants(channel, "a:b", 0), "... a graver one");
	tap_ok(!tctl_channel_wants(channel, "a:b", 5), "... a lighter one");
	tctl_channel_rule(channel, 1, "l:*", NULL, 4, 1);
	tap_ok(tctl_channel_wants(channel, "l:x", 4), "this level only");
	tap_ok(!tctl_channel_wants(channel, "l:x", 3), "... not a graver one");
	tctl_channel_rule(channel, 1, "a:b", NULL, -1, 0);
	tap_ok(tctl_channel_wants(channel, "a:b", 14), "enabled again");
	tap_is(count_rules(channel), 4, "a rule that is hidden goes away");
	json_decref(exclude);
	tctl_channel_free(channel);
}

int main(void)
{
	test_shapes();
	test_rules();
	return tap_done();
}
