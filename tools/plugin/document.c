/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/document.c: opening and closing, with what can go wrong.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "tools/plugin/document.h"

const char *tctl_document_open(struct tctl_document *document,
			       const char *path, bool binary)
{
	if (!path || !strcmp(path, "-")) {
		if (binary && isatty(STDOUT_FILENO))
			return "this is no text for a terminal: name a file "
			       "(output)";
		document->stream = stdout;
		return NULL;
	}
	document->stream = fopen(path, "we");
	if (document->stream)
		return NULL;
	snprintf(document->wrong, sizeof(document->wrong),
		 "cannot write %s: %s", path, strerror(errno));
	return document->wrong;
}

int tctl_document_close(struct tctl_document *document)
{
	FILE *stream = document->stream;
	bool failed;

	if (!stream)
		return 0;
	document->stream = NULL;
	failed = fflush(stream) || ferror(stream);
	if (stream != stdout && fclose(stream))
		failed = true;
	return failed ? -EIO : 0;
}
