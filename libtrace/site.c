/* SPDX-License-Identifier: MIT */
/*
 * libtrace/site.c: the state of every site, and bringing sites to the state
 * they should have. Called by object.c (new objects), gate.c and immediate.c,
 * under tctl_object_lock.
 *
 * An update walks the table, collects the stores of one object in a batch of
 * fixed size and hands it to patch.c. A value site is settled in two steps, as
 * its immediate and its gate are two stores: the immediates of all sites are
 * written, all threads synchronised, then the gates closed. Only where the kernel
 * can synchronise threads, otherwise immediates stay loads: when a set returns,
 * all threads read what was set.
 *
 * Where a site of an immediate can't be changed, its variable gets the value back
 * that the site holds, and a second walk brings the immediate's other sites back
 * to it: after an update an immediate has one value everywhere.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>

#include <arch/encode.h>
#include <libtrace/gate.h>
#include <libtrace/membarrier.h>
#include <libtrace/object.h>
#include <libtrace/patch.h>
#include <libtrace/patcher.h>
#include <libtrace/site.h>
#include <libtrace/word.h>

#define BATCH	TCTL_PATCH_BATCH

/* What one update goes through. */
struct update {
	struct tctl_loaded *object;
	struct tctl_site_state *sites[BATCH];	/* of patches[] */
	struct tctl_patch patches[BATCH];
	uint64_t applied[BATCH];		/* state after the patch */
	uint8_t settled[BATCH];
	size_t nr;
	struct tctl_site_busy busy;
	int early;	/* no other thread can run the code */
	int ready;	/* the patcher: 1 when it can work, or -errno */
	int unsettled;	/* values were met whose gates may be closed */
	int closing;	/* second step: closing the gates of values */
	int taking_in;	/* the first of an object: no thread was there yet */
	const void *preparing;	/* before this variable is stored */
	int held;	/* a variable was given its former value back */
	int returning;	/* the walk after that */
	int changed;	/* text was written since the last synchronisation, */
	int immediates;	/* and that of immediates was */
	int error;
};

static struct update update;	/* one at a time: tctl_object_lock */
static int any_loaded;		/* site ever */

static const void *target(const int32_t *field)
{
	return (const char *)field + *field;
}

static int in_segment(const struct tctl_loaded *object, const void *at,
		      size_t size, uint32_t flags)
{
	const uintptr_t address = (uintptr_t)at;
	unsigned int i;

	for (i = 0; i < object->nr_segments; i++) {
		const struct tctl_segment_map *map = &object->segments[i];

		if (address >= map->begin && address < map->end &&
		    map->end - address >= size)
			return (map->flags & flags) == flags;
	}
	return 0;
}

static int read_key(const struct tctl_loaded *object,
		    const struct tctl_site *site, struct tctl_site_state *ret)
{
	const void *key = target(&site->key);
	const void *variable;

	if (site->info & TCTL_SITE_KEY_TEXT) {
		if (!in_segment(object, key, 1, PF_R))
			return -EINVAL;
		ret->name = tctl_gate_name(key);
		return ret->name ? 0 : -ENOMEM;
	}
	if (!in_segment(object, key, sizeof(void *), PF_R) ||
	    (uintptr_t)key % sizeof(void *))
		return -EINVAL;
	variable = *(const void *const *)key;
	ret->variable = variable;
	return variable ? 0 : -ENOENT;
}

static int is_size(unsigned int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* They lie in text, all of them, behind the switch's own record. */
static int read_ways(const struct tctl_loaded *object,
		     const struct tctl_site *site, struct tctl_site_state *ret)
{
	const struct tctl_site *end = object->view.sites + object->view.nr_sites;
	int i;

	ret->ways = site + 1;
	if (end - ret->ways < 1 + TCTL_SWITCH_WAYS)
		return -EINVAL;
	for (i = 0; i < 1 + TCTL_SWITCH_WAYS; i++) {
		if (ret->ways[i].info != TCTL_SITE_WAY ||
		    !in_segment(object, target(&ret->ways[i].code), 1,
				PF_R | PF_X))
			return -EINVAL;
	}
	return 0;
}

#define SWITCH_SIZE	5	/* the most that any port has */

/* A value's code extends to the end of its immediate. */
static int check_code(const struct tctl_loaded *object,
		      const struct tctl_site_state *site)
{
	const size_t length = site->kind == TCTL_SITE_VALUE ?
		site->offset + site->size :
		site->kind == TCTL_SITE_SWITCH ? SWITCH_SIZE : 1;
	const uint32_t flags = site->data ? PF_R | PF_W : PF_R | PF_X;

	return in_segment(object, site->code, length, flags) ? 0 : -EINVAL;
}

/* The record behind one with TCTL_SITE_TARGET; nothing is ever patched there,
   so it may lie anywhere in the object's text. */
static int read_target(const struct tctl_loaded *object,
		       const struct tctl_site *site,
		       struct tctl_site_state *ret)
{
	const struct tctl_site *next = site + 1;

	if (!(site->info & TCTL_SITE_TARGET))
		return 0;
	if (!in_segment(object, next, sizeof(*next), PF_R) || next->info ||
	    !in_segment(object, target(&next->code), 1, PF_R | PF_X))
		return -EINVAL;
	ret->target = (int32_t)((const uint8_t *)target(&next->code) -
				ret->code);
	return 0;
}

int tctl_site_read(const struct tctl_loaded *object,
		   const struct tctl_site *site, struct tctl_site_state *ret)
{
	const uint32_t kind = TCTL_SITE_KIND(site->info);
	struct tctl_site_state state = {
		.code = (uint8_t *)target(&site->code),
		.kind = kind,
		.size = TCTL_SITE_SIZE(site->info),
		.offset = TCTL_SITE_OFFSET(site->info),
		.data = !!(site->info & TCTL_SITE_DATA),
	};
	int err;

	if (!site->info)
		return -ENOENT;
	if (kind == TCTL_SITE_WAY)
		return -ENOENT;
	if (kind != TCTL_SITE_GATE && kind != TCTL_SITE_VALUE &&
	    kind != TCTL_SITE_SWITCH)
		return -EINVAL;
	if (!(site->info & TCTL_SITE_KEY_TEXT) && !is_size(state.size))
		return -EINVAL;
	err = check_code(object, &state);
	if (!err && kind == TCTL_SITE_SWITCH)
		err = read_ways(object, site, &state);
	if (!err)
		err = read_target(object, site, &state);
	if (!err)
		err = read_key(object, site, &state);
	if (err)
		return err;
	/* A variable's gate is emitted open. */
	state.applied = kind == TCTL_SITE_GATE && state.variable;
	*ret = state;
	return 0;
}

static void sift(struct tctl_site_state *sites, size_t root, size_t nr)
{
	size_t child;

	for (; (child = 2 * root + 1) < nr; root = child) {
		struct tctl_site_state swap = sites[root];

		if (child + 1 < nr && sites[child + 1].code > sites[child].code)
			child++;
		if (sites[child].code <= swap.code)
			return;
		sites[root] = sites[child];
		sites[child] = swap;
	}
}

/* Heap sort, as qsort may allocate. Linkers mostly leave nothing to do. */
void tctl_site_sort(struct tctl_site_state *sites, size_t nr)
{
	size_t i;

	for (i = 1; i < nr && sites[i - 1].code <= sites[i].code; i++)
		;
	if (i >= nr)
		return;
	for (i = nr / 2; i--;)
		sift(sites, i, nr);
	for (i = nr; --i;) {
		struct tctl_site_state swap = sites[0];

		sites[0] = sites[i];
		sites[i] = swap;
		sift(sites, 0, i);
	}
}

static uint64_t variable_value(const struct tctl_site_state *site)
{
	switch (site->size) {
	case 1:
		return __atomic_load_n((const uint8_t *)site->variable,
				       __ATOMIC_RELAXED);
	case 2:
		return __atomic_load_n((const uint16_t *)site->variable,
				       __ATOMIC_RELAXED);
	case 4:
		return __atomic_load_n((const uint32_t *)site->variable,
				       __ATOMIC_RELAXED);
	default:	/* stored under the lock that is held */
		return tctl_word_load(site->variable);
	}
}

static void store_variable(const struct tctl_site_state *site, uint64_t value)
{
	switch (site->size) {
	case 1:
		__atomic_store_n((uint8_t *)site->variable, (uint8_t)value,
				 __ATOMIC_RELAXED);
		break;
	case 2:
		__atomic_store_n((uint16_t *)site->variable, (uint16_t)value,
				 __ATOMIC_RELAXED);
		break;
	case 4:
		__atomic_store_n((uint32_t *)site->variable, (uint32_t)value,
				 __ATOMIC_RELAXED);
		break;
	default:	/* on narrow machines who loads it may see a mixture */
		tctl_word_store((uint64_t *)site->variable, value);
	}
}

/* 0: what loads the variable. */
static uint64_t way_of(uint64_t value)
{
	return value < TCTL_SWITCH_WAYS ? 1 + value : 0;
}

static uint64_t wanted_state(const struct tctl_site_state *site)
{
	uint64_t value;

	if (!site->variable)
		return tctl_gate_wanted(site->name);
	value = variable_value(site);
	if (site->kind == TCTL_SITE_SWITCH)
		return way_of(value);
	return site->kind == TCTL_SITE_GATE ? value != 0 : value;
}

static void mark_applied(struct update *u, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		u->sites[i]->applied = u->applied[i];
		u->sites[i]->settled = u->settled[i] & 1;
		u->changed = 1;
		u->immediates |= u->sites[i]->variable != NULL;
	}
}

/* A variable's gate that stays open, and a value or a switch that is still a
   load, look at the variable, and so are right without a change. */
static int is_right_anyway(const struct tctl_site_state *site)
{
	if (!site->variable)
		return 0;
	if (site->kind == TCTL_SITE_SWITCH)
		return !site->applied;
	return site->kind == TCTL_SITE_GATE ? site->applied : !site->settled;
}

/* Of a site that holds its value itself. */
static uint64_t held_value(const struct tctl_site_state *site)
{
	if (site->kind == TCTL_SITE_SWITCH)
		return site->applied - 1;
	return site->kind == TCTL_SITE_GATE ? 0 : site->applied;
}

static void hold_variable(struct update *u, const struct tctl_site_state *site)
{
	if (!site->variable || u->returning)
		return;
	store_variable(site, held_value(site));
	u->held = 1;
}

static void count_busy(struct update *u, const struct tctl_site_state *site)
{
	if (is_right_anyway(site))
		return;
	if (site->variable)
		u->busy.immediates++;
	else
		u->busy.names++;
	hold_variable(u, site);
}

static void fail(struct update *u, const struct tctl_site_state *site, int err)
{
	if (is_right_anyway(site))
		return;
	if (!u->error)
		u->error = err;
	hold_variable(u, site);
}

static int write_batch(struct update *u, size_t *ret_done)
{
	*ret_done = 0;
	if (u->early)
		return tctl_patch_text(u->patches, u->nr,
				       u->object->protection, ret_done);
	if (!u->ready) {
		u->ready = tctl_patcher_ready();
		u->ready += !u->ready;
	}
	if (u->ready < 0)
		return u->ready;
	return tctl_patcher_text(u->patches, u->nr, u->object->protection,
				 ret_done);
}

static void flush(struct update *u)
{
	size_t done, i;
	int err;

	if (!u->nr)
		return;
	err = write_batch(u, &done);
	mark_applied(u, done);
	for (i = done; i < u->nr; i++)
		fail(u, u->sites[i], err);
	u->nr = 0;
}

static void add(struct update *u, struct tctl_site_state *site,
		const struct tctl_edit *edit, uint64_t applied, int settled)
{
	if (!u->early && !tctl_patcher_can_change(site->code + edit->insn)) {
		count_busy(u, site);
		return;
	}
	u->sites[u->nr] = site;
	u->applied[u->nr] = applied;
	u->settled[u->nr] = (uint8_t)settled;
	u->patches[u->nr].at = site->code + edit->offset;
	u->patches[u->nr].insn = site->code + edit->insn;
	u->patches[u->nr].value = edit->value;
	u->patches[u->nr].size = edit->size;
	if (++u->nr == BATCH)
		flush(u);
}

static int stays_load(const struct tctl_site_state *site)
{
	return site->variable && !tctl_membarrier_sync_core_granted();
}

static void update_gate(struct update *u, struct tctl_site_state *site,
			uint64_t wanted)
{
	struct tctl_edit edit = { 0 };
	int err;

	if (site->applied == wanted || stays_load(site))
		return;
	err = tctl_encode_gate(site->code, site->target, (int)wanted, &edit);
	if (err == -ENOSYS && !is_right_anyway(site))
		u->error = tctl_patch_refuse();
	else if (err)
		count_busy(u, site);
	else if (edit.size)
		add(u, site, &edit, wanted, 0);
	else
		site->applied = wanted;
}

static uint32_t value_info(const struct tctl_site_state *site)
{
	return TCTL_SITE_VALUE | (uint32_t)site->size << 8 |
	       (uint32_t)site->offset << 16;
}

/* What the instruction can't hold is loaded. It keeps what it held: a thread
   that passed the gate before may be about to run it. */
static void open_value(struct update *u, struct tctl_site_state *site)
{
	struct tctl_edit edit = { 0 };

	if (!site->settled)
		return;
	if (tctl_encode_gate(site->code, site->target, 1, &edit))
		count_busy(u, site);
	else if (edit.size)
		add(u, site, &edit, site->applied, 0);
}

static void note_loaded(const struct update *u, struct tctl_site_state *site)
{
	if (u->taking_in)
		return;
	site->loaded = 1;
	any_loaded = 1;
}

static void update_value(struct update *u, struct tctl_site_state *site,
			 uint64_t wanted)
{
	struct tctl_edit edit = { 0 };
	int err;

	if (!site->settled)
		note_loaded(u, site);
	if (stays_load(site))
		return;
	u->unsettled |= !site->settled;
	if (site->applied == wanted)
		return;
	err = tctl_encode_value(site->code, value_info(site), wanted, &edit);
	if (err == -ERANGE)
		open_value(u, site);
	else if (err)
		count_busy(u, site);
	else
		add(u, site, &edit, wanted, site->settled);
}

static void update_switch(struct update *u, struct tctl_site_state *site,
			  uint64_t wanted)
{
	const uint8_t *to = target(&site->ways[wanted].code);
	struct tctl_edit edit;
	int err;

	if (!site->applied)
		note_loaded(u, site);
	if (site->applied == wanted || stays_load(site))
		return;
	err = tctl_encode_switch(site->code, to - site->code, &edit);
	if (err == -ERANGE && wanted)	/* the way that loads is near */
		update_switch(u, site, 0);
	else if (err)
		count_busy(u, site);
	else
		add(u, site, &edit, wanted, 0);
}

static void close_value(struct update *u, struct tctl_site_state *site)
{
	struct tctl_edit edit = { 0 };

	if (site->settled || site->applied != variable_value(site) ||
	    stays_load(site))
		return;
	if (tctl_encode_gate(site->code, site->target, 0, &edit))
		return;
	if (edit.size)
		add(u, site, &edit, site->applied, 1);
	else
		site->settled = 1;
}

/* (I-A) release; pairs with the fence behind the load in TCTL_GATE(). */
static void update_data(struct tctl_site_state *site, uint64_t wanted)
{
	if (site->applied == wanted)
		return;
	__atomic_store_n(site->code, (uint8_t)wanted, __ATOMIC_RELEASE);
	site->applied = wanted;
}

static void prepare_site(struct update *u, struct tctl_site_state *site)
{
	if (site->variable != u->preparing || !site->loaded)
		return;
	if (site->kind == TCTL_SITE_VALUE)
		open_value(u, site);
	else if (site->applied)
		update_switch(u, site, 0);
}

static void update_site(struct update *u, struct tctl_site_state *site)
{
	if (u->preparing) {
		prepare_site(u, site);
		return;
	}
	if (u->returning && !site->variable)
		return;
	if (u->closing) {
		if (site->kind == TCTL_SITE_VALUE)
			close_value(u, site);
		return;
	}
	if (site->data)
		update_data(site, wanted_state(site));
	else if (site->kind == TCTL_SITE_GATE)
		update_gate(u, site, wanted_state(site));
	else if (site->kind == TCTL_SITE_SWITCH)
		update_switch(u, site, wanted_state(site));
	else
		update_value(u, site, wanted_state(site));
}

static void walk(struct update *u, struct tctl_loaded *only)
{
	struct tctl_loaded *object;
	uint32_t i;

	for (object = tctl_object_first(); object; object = object->next) {
		if (object->leaving || (only && object != only))
			continue;
		u->object = object;
		for (i = 0; i < object->nr_sites; i++)
			update_site(u, &object->sites[i]);
		flush(u);
	}
}

/* 0: every thread runs what was written so far. Of a probe's gate nobody is
   promised that. */
static int synchronise(struct update *u)
{
	int err = 0;

	if (u->changed && !u->early)
		err = tctl_membarrier_sync_core();
	if (err && u->immediates && !u->error) {
		tctl_patch_explain("changed, but for a while threads may not "
				   "see it: the kernel refuses membarrier "
				   "SYNC_CORE, which it granted before");
		u->error = err;
	}
	u->changed = 0;
	u->immediates = 0;
	return err;
}

static int run_update(struct tctl_loaded *only, int early,
		      struct tctl_site_busy *ret_busy)
{
	struct update *u = &update;

	u->busy.names = 0;
	u->busy.immediates = 0;
	u->early = early;
	u->ready = 0;
	u->error = 0;
	u->unsettled = 0;
	u->closing = 0;
	u->taking_in = only != NULL;
	u->held = 0;
	tctl_patch_forget();
	walk(u, only);
	u->returning = u->held;
	if (u->returning)
		walk(u, NULL);
	u->returning = 0;
	if (!synchronise(u) && !u->error && u->unsettled) {
		u->closing = 1;
		walk(u, only);
		synchronise(u);
	}
	if (ret_busy)
		*ret_busy = u->busy;
	return u->error;
}

void tctl_site_prepare(const void *variable)
{
	struct update *u = &update;

	if (!any_loaded)
		return;
	u->early = 0;
	u->ready = 0;
	u->closing = 0;
	u->returning = 1;	/* what can't be opened stays as it is */
	u->preparing = variable;
	walk(u, NULL);
	synchronise(u);
	u->preparing = NULL;
	u->returning = 0;
}

int tctl_site_update(struct tctl_loaded *only, struct tctl_site_busy *ret_busy)
{
	return run_update(only, 0, ret_busy);
}

int tctl_site_update_early(struct tctl_site_busy *ret_busy)
{
	return run_update(NULL, 1, ret_busy);
}
