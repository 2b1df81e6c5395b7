/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/message.h: what the command says to people. Everything goes to
 * stderr, one line each: "tracectl: cannot ...: cause (what to do)".
 */
#ifndef TRACECTL_MESSAGE_H
#define TRACECTL_MESSAGE_H

void tctl_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tctl_warning(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
/* Silent with --quiet. */
void tctl_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* An asprintf that ends the command when memory is out. */
char *tctl_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *tctl_memory(void *pointer);

#endif
