/* SPDX-License-Identifier: MIT */
/*
 * libtrace/event.c: the table of events. Entries are added by object.c, under
 * tctl_object_lock; the record path only computes an entry's address from a
 * slot's index.
 *
 * (E-A) An entry is complete before its index is stored in a slot, with release;
 * pairs with the record path's load of the index, whose later loads from the
 * entry depend on it. (E-B) The count is stored with release after the entry;
 * pairs with the acquire in tctl_event_count().
 */
#include <errno.h>
#include <string.h>

#include <libtrace/arena.h>
#include <libtrace/declaration.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>

/* One page: a small program touches each of the few that it needs. */
#define BUCKETS	1024u

static struct tctl_event table[TCTL_MAX_EVENTS];
struct tctl_event *const tctl_events = table;

static uint32_t buckets[BUCKETS];
static uint32_t nr_events;

static size_t kinds_size(const struct tctl_declared *declared)
{
	return (declared->nr_fields + 1u) / 2u * sizeof(declared->kinds[0]);
}

static int is_same(const struct tctl_event *event,
		   const struct tctl_declared *declared, uint64_t hash)
{
	return event->hash == hash &&
	       event->nr_fields == declared->nr_fields &&
	       !memcmp(event->kinds, declared->kinds, kinds_size(declared)) &&
	       !strcmp(event->text, declared->text);
}

static uint32_t find(const struct tctl_declared *declared, uint64_t hash)
{
	uint32_t i;

	for (i = buckets[hash % BUCKETS]; i; i = table[i].next) {
		if (is_same(&table[i], declared, hash))
			return i;
	}
	return 0;
}

static const uint64_t *copy_kinds(const struct tctl_declared *declared)
{
	uint64_t *copy = tctl_arena_alloc(kinds_size(declared));

	if (copy)
		memcpy(copy, declared->kinds, kinds_size(declared));
	return copy;
}

static int fill(struct tctl_event *event, const struct tctl_declared *declared)
{
	const char *text = declared->text;
	unsigned int k;

	event->name = tctl_gate_name(text);
	event->kinds = copy_kinds(declared);
	event->text = tctl_arena_string(text, strlen(text));
	if (!event->name || !event->kinds || !event->text)
		return -ENOMEM;
	for (k = 0; k < TCTL_MAX_CHANNELS; k++)
		event->ids[k] = TCTL_ID_NONE;
	event->nr_fields = declared->nr_fields;
	event->level = declared->level;
	return 0;
}

static int insert(const struct tctl_declared *declared, uint64_t hash)
{
	const uint32_t index = nr_events + 1;
	struct tctl_event *event = &table[index];
	int err;

	if (index == TCTL_MAX_EVENTS)
		return -ENOSPC;
	err = fill(event, declared);
	if (err)
		return err;
	event->index = index;
	event->hash = hash;
	event->next = buckets[hash % BUCKETS];
	buckets[hash % BUCKETS] = index;
	/* (E-B) */
	__atomic_store_n(&nr_events, index, __ATOMIC_RELEASE);
	return 0;
}

int tctl_event_register(struct tctl_event_slot *slot, int *ret_new)
{
	struct tctl_declared declared;
	uint64_t hash;
	uint32_t index;
	int err;

	err = tctl_declaration_read(slot, &declared);
	if (err)
		return err;
	hash = tctl_hash(0, declared.text, strlen(declared.text));
	hash = tctl_hash(hash, declared.kinds, kinds_size(&declared));
	index = find(&declared, hash);
	*ret_new = !index;
	if (!index) {
		err = insert(&declared, hash);
		if (err)
			return err;
		index = nr_events;
	}
	table[index].nr_slots++;
	/* (E-A) */
	__atomic_store_n(&slot->index, index, __ATOMIC_RELEASE);
	return 0;
}

void tctl_event_unregister(struct tctl_event_slot *slot)
{
	if (slot->index && table[slot->index].nr_slots)
		table[slot->index].nr_slots--;
}

uint32_t tctl_event_count(void)
{
	/* (E-B) */
	return __atomic_load_n(&nr_events, __ATOMIC_ACQUIRE);
}
