/* SPDX-License-Identifier: MIT */
/*
 * libtrace/object.c: finds the traced objects of the process and takes them in.
 * Called by the library's constructor, by the objects themselves and after
 * dlopen and dlclose; all under tctl_object_lock.
 *
 * A scan lists the objects that have our note under the dynamic linker's lock
 * and works on them after it, for the sites of an object can't go away while
 * we hold tctl_object_lock: its destructor, which runs before it is unmapped,
 * needs that lock to take it out. An object that called out stays in the list
 * as leaving until a scan misses it, so that a scan between the call and the
 * unmapping does not take it in again.
 */
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include <tracectl/abi/declaration.h>
#include <tracectl/object.h>
#include <libtrace/bridge.h>
#include <libtrace/channel.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/immediate.h>
#include <libtrace/listener.h>
#include <libtrace/lock.h>
#include <libtrace/membarrier.h>
#include <libtrace/object.h>

#define STATEDUMP	"lttng_ust_statedump:"

/* Recursive: constructors that run under it may load objects. */
static struct tctl_lock object_lock = TCTL_LOCK_INIT;
static const void *object_lock_owner;	/* its object_lock_self */
static unsigned int object_lock_depth;
static __thread char object_lock_self
	__attribute__((tls_model("initial-exec")));

static struct tctl_loaded *objects;
static tctl_record_fn *record = tctl_record;	/* what they call */

void (*tctl_object_on_new_events)(void);

void tctl_object_lock(void)
{
	/* Relaxed: only the owner finds itself there. */
	if (__atomic_load_n(&object_lock_owner, __ATOMIC_RELAXED) !=
	    &object_lock_self) {
		tctl_lock_take(&object_lock);
		__atomic_store_n(&object_lock_owner, &object_lock_self,
				 __ATOMIC_RELAXED);
	}
	object_lock_depth++;
}

void tctl_object_unlock(void)
{
	if (--object_lock_depth)
		return;
	__atomic_store_n(&object_lock_owner, NULL, __ATOMIC_RELAXED);
	tctl_lock_release(&object_lock);
}

void tctl_object_lock_renew(void)
{
	const struct tctl_lock fresh = TCTL_LOCK_INIT;

	object_lock = fresh;
	object_lock_owner = NULL;
	object_lock_depth = 0;
}

struct tctl_loaded *tctl_object_first(void)
{
	return objects;
}

/* What the callback of a scan works on. */
struct scan {
	struct tctl_loaded *fresh;
	int nr_seen;		/* objects of any kind */
	int error;
};

static const void *target(const int32_t *field)
{
	return (const char *)field + *field;
}

static const struct tctl_note *match_note(const ElfW(Nhdr) *note)
{
	const char *owner = (const char *)(note + 1);

	if (note->n_type != TCTL_NOTE_TYPE ||
	    note->n_namesz != sizeof(TCTL_NOTE_OWNER) ||
	    note->n_descsz < sizeof(struct tctl_note) ||
	    memcmp(owner, TCTL_NOTE_OWNER, sizeof(TCTL_NOTE_OWNER)))
		return NULL;
	return (const struct tctl_note *)(owner + ((note->n_namesz + 3u) & ~3u));
}

static const struct tctl_note *search_notes(const char *at, size_t size)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const void *)at;
		const size_t length = sizeof(*note) +
			((note->n_namesz + 3ul) & ~3ul) +
			((note->n_descsz + 3ul) & ~3ul);
		const struct tctl_note *found;

		if (length > size)
			return NULL;
		found = match_note(note);
		if (found)
			return found;
		at += length;
		size -= length;
	}
	return NULL;
}

/* Notes of 8-byte alignment are other people's: they are padded differently. */
static const struct tctl_note *find_note(const struct dl_phdr_info *info)
{
	const struct tctl_note *note = NULL;
	unsigned int i;

	for (i = 0; i < info->dlpi_phnum && !note; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];

		if (phdr->p_type == PT_NOTE && phdr->p_align <= 4)
			note = search_notes((const char *)info->dlpi_addr +
					    phdr->p_vaddr, phdr->p_memsz);
	}
	return note && note->version == TCTL_NOTE_VERSION ? note : NULL;
}

static int protection_of(uint32_t flags)
{
	return (flags & PF_R ? PROT_READ : 0) | (flags & PF_W ? PROT_WRITE : 0) |
	       (flags & PF_X ? PROT_EXEC : 0);
}

static void read_segments(struct tctl_loaded *object,
			  const struct dl_phdr_info *info)
{
	unsigned int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];
		struct tctl_segment_map *map;

		if (phdr->p_type != PT_LOAD ||
		    object->nr_segments == TCTL_MAX_SEGMENTS)
			continue;
		map = &object->segments[object->nr_segments++];
		map->begin = info->dlpi_addr + phdr->p_vaddr;
		map->end = map->begin + phdr->p_memsz;
		map->flags = phdr->p_flags;
		if (phdr->p_flags & PF_X)
			object->protection |= protection_of(phdr->p_flags);
	}
}

static int in_segment(const struct tctl_loaded *object, const void *begin,
		      const void *end, uint32_t flags)
{
	unsigned int i;

	for (i = 0; i < object->nr_segments; i++) {
		const struct tctl_segment_map *map = &object->segments[i];

		if ((uintptr_t)begin >= map->begin &&
		    (uintptr_t)begin <= (uintptr_t)end &&
		    (uintptr_t)end <= map->end)
			return (map->flags & flags) == flags;
	}
	return 0;
}

/* Offsets that lead out of the object are somebody else's note. */
static int read_view(struct tctl_loaded *object, const struct tctl_note *note)
{
	struct tctl_object_view *view = &object->view;
	const char *sites_end = target(&note->sites_end);
	const char *events_end = target(&note->events_end);

	view->sites = target(&note->sites_begin);
	view->events = (struct tctl_event_slot *)target(&note->events_begin);
	view->object = (struct tctl_object *)target(&note->object);
	if (!in_segment(object, view->sites, sites_end, PF_R) ||
	    !in_segment(object, view->events, events_end, PF_R | PF_W) ||
	    !in_segment(object, view->object, view->object + 1, PF_R | PF_W))
		return -EINVAL;
	if ((uintptr_t)view->sites % 4 || (uintptr_t)view->events % 8 ||
	    (uintptr_t)view->object % sizeof(void *))
		return -EINVAL;
	view->nr_sites = (uint32_t)((sites_end - (const char *)view->sites) /
				    (ptrdiff_t)sizeof(struct tctl_site));
	view->events_size = (uint32_t)(events_end - (const char *)view->events);
	return 0;
}

static struct tctl_loaded *loaded_new(const struct tctl_loaded *head)
{
	const size_t size = sizeof(*head) +
		head->view.nr_sites * sizeof(head->sites[0]);
	struct tctl_loaded *object = mmap(NULL, size, PROT_READ | PROT_WRITE,
					  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (object == MAP_FAILED)
		return NULL;
	*object = *head;
	object->size = size;
	return object;
}

static void loaded_free(struct tctl_loaded *object)
{
	munmap(object, object->size);
}

/* An object whose record was set and is not any more was unmapped and mapped
   anew at the same place. */
static struct tctl_loaded *find_loaded(const struct tctl_object *object)
{
	struct tctl_loaded *loaded;

	for (loaded = objects; loaded; loaded = loaded->next) {
		if (loaded->view.object == object && object->record)
			return loaded;
	}
	return NULL;
}

static void object_leave(struct tctl_object *object);

/* (I-C) pairs with tctl_object_end(): an object whose destructors have run is
   about to be unmapped; one that can tell us of it will do so, and wait. */
static int ask_to_tell(struct tctl_object *object)
{
	void (*none)(struct tctl_object *) = NULL;

	return __atomic_compare_exchange_n(&object->unregister, &none,
					   object_leave, 0, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

static void take_note(struct scan *scan, const struct dl_phdr_info *info,
		      const struct tctl_note *note, int is_main)
{
	struct tctl_loaded head = { .seen = 1, .is_main = is_main };
	struct tctl_loaded *object;

	read_segments(&head, info);
	if (read_view(&head, note))
		return;
	object = find_loaded(head.view.object);
	if (object) {
		object->seen = 1;
		return;
	}
	/* Another copy of the library in this process has it. */
	if (head.view.object->record || !ask_to_tell(head.view.object))
		return;
	object = loaded_new(&head);
	if (!object) {
		scan->error = -ENOMEM;
		return;
	}
	object->next = scan->fresh;
	scan->fresh = object;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
	struct scan *scan = data;
	const struct tctl_note *note = find_note(info);

	(void)size;
	if (note)
		take_note(scan, info, note, scan->nr_seen == 0);
	scan->nr_seen++;
	return 0;
}

static int is_statedump(const char *text)
{
	return !strncmp(text, STATEDUMP, strlen(STATEDUMP));
}

static int slot_is_whole(const struct tctl_event_slot *slot, size_t left)
{
	return left >= sizeof(*slot) && slot->size >= sizeof(*slot) &&
	       slot->size <= left && slot->size % 8 == 0;
}

/* The slots of an object, one after the other: NULL at the end. */
static struct tctl_event_slot *next_slot(const struct tctl_object_view *view,
					 struct tctl_event_slot *slot)
{
	char *at = slot ? (char *)slot + slot->size : (char *)view->events;
	size_t left = (size_t)((char *)view->events + view->events_size - at);

	while (slot_is_whole((void *)at, left)) {
		slot = (struct tctl_event_slot *)at;
		if (slot->text)
			return slot;
		at += slot->size;
		left -= slot->size;
	}
	return NULL;
}

static int register_slot(struct tctl_loaded *object,
			 struct tctl_event_slot *slot)
{
	const char *what = target(&slot->text);
	const size_t size = slot->nr_fields == TCTL_SLOT_DECLARED ?
		sizeof(struct tctl_declaration) : 1;
	struct tctl_event *event;
	int is_new;
	int err;

	if (!in_segment(object, what, what + size, PF_R))
		return -EINVAL;
	err = tctl_event_register(slot, &is_new);
	if (err)
		return err;
	event = &tctl_events[slot->index];
	event->sited = !is_statedump(event->text);
	object->traceable += event->sited;
	return is_new;
}

static int register_events(struct tctl_loaded *object)
{
	struct tctl_event_slot *slot = NULL;
	int nr_new = 0;
	int ret;

	while ((slot = next_slot(&object->view, slot))) {
		ret = register_slot(object, slot);
		if (ret == -ENOSPC || ret == -ENOMEM)
			return ret;
		nr_new += ret > 0;
	}
	return nr_new;
}

static void register_sites(struct tctl_loaded *object)
{
	uint32_t i;

	for (i = 0; i < object->view.nr_sites; i++) {
		const struct tctl_site *site = &object->view.sites[i];
		struct tctl_site_state *state = &object->sites[object->nr_sites];

		if (tctl_site_read(object, site, state))
			continue;
		object->nr_sites++;
		if (!state->name)
			continue;
		tctl_gate_count(state->name, 1);
		object->traceable += !is_statedump(target(&site->key));
	}
	tctl_site_sort(object->sites, object->nr_sites);
}

/*
 * The record function is set before any gate is opened. (I-B) release; pairs
 * with the load of record in a site's cold code, which a gate's opening made
 * it run: the synchronisation between is the patcher's.
 */
static int take_in(struct tctl_loaded *object, int ahead)
{
	struct tctl_object *own = object->view.object;
	int ret;

	ret = register_events(object);
	object->ahead = ahead && ret > 0;
	register_sites(object);
	__atomic_store_n(&own->immediate, &tctl_immediate_calls,
			 __ATOMIC_RELEASE);
	__atomic_store_n(&own->record, record, __ATOMIC_RELEASE);
	object->next = objects;
	objects = object;
	tctl_site_update(object, NULL);
	return ret;
}

static int take_in_all(struct tctl_loaded *fresh, int ahead)
{
	int nr_new = 0;
	int error = 0;

	while (fresh) {
		struct tctl_loaded *object = fresh;
		int ret;

		fresh = object->next;
		ret = take_in(object, ahead);
		if (ret < 0)
			error = ret;
		else
			nr_new += ret;
	}
	return error ? error : nr_new;
}

static void count_out_sites(struct tctl_loaded *object)
{
	uint32_t i;

	for (i = 0; i < object->nr_sites; i++) {
		if (object->sites[i].name)
			tctl_gate_count(object->sites[i].name, -1);
	}
}

/* While the slots can be read. */
static void count_out(struct tctl_loaded *object)
{
	struct tctl_event_slot *slot = NULL;

	while ((slot = next_slot(&object->view, slot)))
		tctl_event_unregister(slot);
	count_out_sites(object);
}

static void forget_unseen(void)
{
	struct tctl_loaded **link = &objects;

	while (*link) {
		struct tctl_loaded *object = *link;

		if (object->seen) {
			link = &object->next;
			continue;
		}
		*link = object->next;
		if (!object->leaving)
			count_out_sites(object);
		loaded_free(object);
	}
}

static int object_scan(int ahead)
{
	struct scan scan = { .fresh = NULL };
	struct tctl_loaded *object;
	int ret;

	tctl_object_lock();
	tctl_membarrier_init();
	for (object = objects; object; object = object->next)
		object->seen = 0;
	dl_iterate_phdr(look_at, &scan);
	forget_unseen();
	ret = take_in_all(scan.fresh, ahead);
	tctl_object_unlock();
	if (ret > 0)
		tctl_listener_tell();
	return scan.error && ret >= 0 ? scan.error : ret;
}

int tctl_object_scan(void)
{
	return object_scan(0);
}

int tctl_object_scan_ahead(void)
{
	return object_scan(1);
}

void tctl_object_record_by(tctl_record_fn *function)
{
	struct tctl_loaded *object;

	tctl_object_lock();
	record = function;
	for (object = objects; object; object = object->next) {
		if (!object->leaving)
			__atomic_store_n(&object->view.object->record, function,
					 __ATOMIC_RELEASE);
	}
	tctl_object_unlock();
}

int tctl_object_any_sites(void)
{
	struct tctl_loaded *object;
	int any;

	tctl_object_lock();
	any = tctl_bridge_any_events();
	for (object = objects; object && !any; object = object->next)
		any = !object->leaving && object->traceable;
	tctl_object_unlock();
	return any;
}

#define EXPORT	__attribute__((visibility("default")))

/* Whether a scan ahead of this call found new events here. */
static int was_ahead(const struct tctl_object *object)
{
	struct tctl_loaded *loaded;
	int ahead = 0;

	tctl_object_lock();
	loaded = find_loaded(object);
	if (loaded) {
		ahead = loaded->ahead;
		loaded->ahead = 0;
	}
	tctl_object_unlock();
	return ahead;
}

EXPORT void tctl_object_register(struct tctl_object *object)
{
	int nr_new = 0;

	if (!__atomic_load_n(&object->record, __ATOMIC_ACQUIRE))
		nr_new = tctl_object_scan();
	if ((was_ahead(object) || nr_new > 0) && tctl_object_on_new_events)
		tctl_object_on_new_events();
}

/* The executable stays until the process ends, and may still be traced when
   its destructors have run. */
static void object_leave(struct tctl_object *object)
{
	struct tctl_loaded *loaded;

	tctl_object_lock();
	loaded = find_loaded(object);
	if (loaded && !loaded->leaving && !loaded->is_main) {
		count_out(loaded);
		loaded->leaving = 1;
	}
	tctl_object_unlock();
}
