/* SPDX-License-Identifier: MIT */
/*
 * libtrace/gate.c: the provider:names of this process, how often each is
 * wanted, and how many gates carry it. Called by the agent (wants, commits),
 * by event.c and site.c (names). All under tctl_object_lock, which is
 * recursive.
 *
 * Names are never freed: an event or a daemon may come back to one whose
 * objects are gone. They live in one reserved array, so that an index is all
 * that others keep.
 */
#include <errno.h>
#include <string.h>

#include <libtrace/arena.h>
#include <libtrace/bridge.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <libtrace/patch.h>
#include <libtrace/site.h>

#define MAX_NAMES	65536u
#define BUCKETS		1024u	/* one page, as in event.c */

struct name {
	const char *text;	/* NUL-terminated copy */
	uint32_t length;
	uint32_t next;		/* in its hash chain, or 0 */
	uint32_t wants;
	uint32_t sites;
};

static struct name names[MAX_NAMES];	/* 0 is unused */
static uint32_t buckets[BUCKETS];
static uint32_t nr_names;

static uint32_t *bucket_of(const char *text, size_t length)
{
	return &buckets[tctl_hash(0, text, length) % BUCKETS];
}

static uint32_t find(const char *text, size_t length)
{
	uint32_t i;

	for (i = *bucket_of(text, length); i; i = names[i].next) {
		if (names[i].length == length &&
		    !memcmp(names[i].text, text, length))
			return i;
	}
	return 0;
}

static uint32_t insert(const char *text, size_t length)
{
	uint32_t *bucket = bucket_of(text, length);
	const char *copy;

	if (nr_names + 1 == MAX_NAMES)
		return 0;
	copy = tctl_arena_string(text, length);
	if (!copy)
		return 0;
	nr_names++;
	names[nr_names].text = copy;
	names[nr_names].length = (uint32_t)length;
	names[nr_names].next = *bucket;
	*bucket = nr_names;
	return nr_names;
}

uint32_t tctl_gate_name(const char *text)
{
	const size_t length = strcspn(text, "\n");
	uint32_t name;

	tctl_object_lock();
	name = find(text, length);
	if (!name)
		name = insert(text, length);
	tctl_object_unlock();
	return name;
}

uint32_t tctl_gate_sites(uint32_t name)
{
	uint32_t sites;

	tctl_object_lock();
	sites = names[name].sites;
	tctl_object_unlock();
	return sites;
}

void tctl_gate_count(uint32_t name, int change)
{
	names[name].sites += (uint32_t)change;
}

void tctl_gate_want(uint32_t name)
{
	tctl_object_lock();
	names[name].wants++;
	tctl_object_unlock();
}

void tctl_gate_unwant(uint32_t name)
{
	tctl_object_lock();
	if (names[name].wants)
		names[name].wants--;
	tctl_object_unlock();
}

int tctl_gate_wanted(uint32_t name)
{
	return names[name].wants != 0;
}

int tctl_gate_commit(uint32_t *ret_busy)
{
	struct tctl_site_busy busy;
	int err;

	tctl_object_lock();
	err = tctl_site_update(NULL, &busy);
	tctl_bridge_update();
	tctl_object_unlock();
	if (ret_busy)
		*ret_busy = busy.names;
	return err;
}
