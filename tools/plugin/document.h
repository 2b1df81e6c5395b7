/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/document.h: the file that an export or a page is written to.
 */
#ifndef TRACECTL_PLUGIN_DOCUMENT_H
#define TRACECTL_PLUGIN_DOCUMENT_H

#include <stdbool.h>
#include <stdio.h>

#define TCTL_DOCUMENT_WRONG_SIZE	4352

struct tctl_document {
	FILE *stream;		/* NULL: not open */
	char wrong[TCTL_DOCUMENT_WRONG_SIZE];
};

/* path: NULL or "-" is the standard output, which for something binary must
   not be a terminal. NULL, or what is wrong as a sentence, which lives as long
   as the document. */
const char *tctl_document_open(struct tctl_document *document,
			       const char *path, bool binary);
/* 0 or -EIO. Does nothing when it is not open. */
int tctl_document_close(struct tctl_document *document);

#endif
