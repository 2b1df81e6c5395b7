// SPDX-License-Identifier: GPL-2.0-or-later
/* event_class.c: see event_class.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/ring.h>
#include "tools/tracectld/event_class.h"

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	while (size--)
		hash = (hash ^ *at++) * 0x100000001b3ull;
	return hash;
}

/* File and line are no part of an event's identity. */
static uint64_t hash_decl(const struct tctl_event_text *decl)
{
	uint64_t hash = 0xcbf29ce484222325ull;
	uint32_t i, k;

	hash = hash_bytes(hash, decl->full_name, strlen(decl->full_name) + 1);
	for (i = 0; i < decl->nr_fields; i++) {
		const struct tctl_event_field *field = &decl->fields[i];

		hash = hash_bytes(hash, field->name, strlen(field->name) + 1);
		hash = hash_bytes(hash, &field->kind, sizeof(field->kind));
		for (k = 0; k < field->nr_labels; k++)
			hash = hash_bytes(hash, field->labels[k].name,
					  strlen(field->labels[k].name) + 1);
	}
	return hash;
}

static int same_labels(const struct tctl_event_field *a,
		       const struct tctl_event_field *b)
{
	uint32_t i;

	if (a->nr_labels != b->nr_labels)
		return 0;
	for (i = 0; i < a->nr_labels; i++)
		if (a->labels[i].value != b->labels[i].value ||
		    a->labels[i].last != b->labels[i].last ||
		    strcmp(a->labels[i].name, b->labels[i].name))
			return 0;
	return 1;
}

static int same_decl(const struct tctl_event_text *a,
		     const struct tctl_event_text *b)
{
	uint32_t i;

	if (a->nr_fields != b->nr_fields || strcmp(a->full_name, b->full_name))
		return 0;
	for (i = 0; i < a->nr_fields; i++)
		if (a->fields[i].kind != b->fields[i].kind ||
		    strcmp(a->fields[i].name, b->fields[i].name) ||
		    !same_labels(&a->fields[i], &b->fields[i]))
			return 0;
	return 1;
}

static void class_free(struct tctl_event_class *class)
{
	if (!class)
		return;
	tctl_event_text_release(&class->decl);
	free(class->text);
	free(class->kinds);
	tctl_payload_release(&class->payload);
	free(class);
}

static int class_new(const struct tctl_event_text *decl, const char *text,
		     size_t text_size, const uint64_t *kinds,
		     struct tctl_event_class **ret_class)
{
	struct tctl_event_class *class = calloc(1, sizeof(*class));
	size_t words = (decl->nr_fields + 1) / 2;
	int err = -ENOMEM;

	if (!class)
		return err;
	class->text_size = text_size;
	class->text = malloc(text_size);
	class->kinds = calloc(words + 1, sizeof(*kinds));
	if (!class->text || !class->kinds)
		goto fail;
	memcpy(class->text, text, text_size);
	memcpy(class->kinds, kinds, words * sizeof(*kinds));
	err = tctl_event_text_parse(&class->decl, class->text, text_size,
				    class->kinds, decl->nr_fields);
	if (!err)
		err = tctl_payload_init(&class->payload, &class->decl);
	if (err)
		goto fail;
	*ret_class = class;
	return 0;

fail:
	class_free(class);
	return err;
}

/* The slot of an equal class, or the empty one where it belongs. */
static uint32_t *find_bucket(struct tctl_event_table *table, uint64_t hash,
			     const struct tctl_event_text *decl)
{
	uint32_t at = (uint32_t)(hash ^ hash >> 32) & (table->nr_buckets - 1);

	for (;; at = (at + 1) & (table->nr_buckets - 1)) {
		struct tctl_event_class *class;

		if (!table->buckets[at])
			return &table->buckets[at];
		class = table->classes[table->buckets[at] - 1];
		if (class->hash == hash && same_decl(&class->decl, decl))
			return &table->buckets[at];
	}
}

/* At most half full. */
static int grow(struct tctl_event_table *table)
{
	uint32_t size = table->size ? table->size * 2 : 64, i;
	struct tctl_event_class **classes;
	uint32_t *buckets;

	if (table->nr < table->size)
		return 0;
	classes = realloc(table->classes, size * sizeof(*classes));
	if (!classes)
		return -ENOMEM;
	table->classes = classes;
	buckets = calloc(size * 2, sizeof(*buckets));
	if (!buckets)
		return -ENOMEM;
	free(table->buckets);
	table->buckets = buckets;
	table->nr_buckets = size * 2;
	table->size = size;
	for (i = 0; i < table->nr; i++)
		*find_bucket(table, classes[i]->hash, &classes[i]->decl) =
			i + 1;
	return 0;
}

int tctl_event_is_statedump(const char *name)
{
	return !strncmp(name, TCTL_STATEDUMP_PREFIX,
			strlen(TCTL_STATEDUMP_PREFIX));
}

static int add(struct tctl_event_table *table, struct tctl_event_text *decl,
	       uint64_t hash, const char *text, size_t text_size,
	       const uint64_t *kinds, unsigned int level, uint32_t *ret_id)
{
	struct tctl_event_class *class;
	int err;

	if (table->nr > TCTL_ID_MAX)
		return -ENOSPC;
	err = grow(table);
	if (!err)
		err = class_new(decl, text, text_size, kinds, &class);
	if (err)
		return err;
	class->id = table->nr;
	class->level = (uint8_t)level;
	class->statedump = tctl_event_is_statedump(text);
	class->hash = hash;
	*find_bucket(table, hash, decl) = table->nr + 1;
	table->classes[table->nr++] = class;
	*ret_id = class->id;
	return 1;
}

int tctl_event_table_get(struct tctl_event_table *table, const char *text,
			 size_t text_size, const uint64_t *kinds,
			 unsigned int nr_fields, unsigned int level,
			 uint32_t *ret_id)
{
	struct tctl_event_text decl;
	uint32_t found;
	uint64_t hash;
	int err = tctl_event_text_parse(&decl, text, text_size, kinds,
					nr_fields);

	if (err)
		return err;
	hash = hash_decl(&decl);
	found = table->nr_buckets ? *find_bucket(table, hash, &decl) : 0;
	if (found)
		*ret_id = found - 1;
	else
		err = add(table, &decl, hash, text, text_size, kinds, level,
			  ret_id);
	tctl_event_text_release(&decl);
	return err;
}

void tctl_event_table_release(struct tctl_event_table *table)
{
	uint32_t i;

	for (i = 0; i < table->nr; i++)
		class_free(table->classes[i]);
	free(table->classes);
	free(table->buckets);
	memset(table, 0, sizeof(*table));
}
