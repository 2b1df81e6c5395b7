// SPDX-License-Identifier: GPL-2.0-or-later
/* Signatures in a table; a kernel has some hundred. */
#include "signatures.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int grow(struct tctl_signatures *signatures)
{
	size_t max = signatures->max ? 2 * signatures->max : 512;
	struct tctl_signature *bigger;

	bigger = reallocarray(signatures->signatures, max, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	signatures->signatures = bigger;
	signatures->max = max;
	return 0;
}

/* Fields that begin with "__" are the kernel's own (the number, strings). */
static char *make_text(const struct tctl_format *format)
{
	char *text = NULL;
	size_t size;
	FILE *out;
	int n = 0;

	out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	for (uint32_t i = 0; i < format->nr_fields; i++)
		if (strncmp(format->fields[i].name, "__", 2) &&
		    format->fields[i].place == TCTL_FORMAT_HERE)
			fprintf(out, "%s%s %s", n++ ? "," : "",
				format->fields[i].type, format->fields[i].name);
	return fclose(out) ? free(text), NULL : text;
}

int tctl_signatures_add(struct tctl_signatures *signatures, const char *name,
			const struct tctl_format *format)
{
	struct tctl_signature *signature;

	if (signatures->nr == signatures->max && grow(signatures))
		return -ENOMEM;
	signature = &signatures->signatures[signatures->nr];
	signature->used = 0;
	signature->name = strdup(name);
	signature->text = make_text(format);
	if (signature->name && signature->text) {
		signatures->nr++;
		return 0;
	}
	free(signature->name);
	free(signature->text);
	return -ENOMEM;
}

const char *tctl_signatures_find(struct tctl_signatures *signatures,
				 const char *name)
{
	struct tctl_signature *signature;

	for (size_t i = 0; i < signatures->nr; i++) {
		signature = &signatures->signatures[i];
		if (strcmp(signature->name, name))
			continue;
		signature->used = 1;
		return signature->text;
	}
	return NULL;
}

void tctl_signatures_release(struct tctl_signatures *signatures)
{
	for (size_t i = 0; i < signatures->nr; i++) {
		free(signatures->signatures[i].name);
		free(signatures->signatures[i].text);
	}
	free(signatures->signatures);
	*signatures = (struct tctl_signatures){.nr = 0};
}
