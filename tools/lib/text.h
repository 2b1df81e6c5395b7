/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/text.h: whether bytes can be shown: UTF-8 without control
 * characters. Names of files and threads may be any bytes. No locks.
 */
#ifndef TOOLS_TEXT_H
#define TOOLS_TEXT_H

int tctl_text_is_clean(const char *s);
/* Each byte that can't be shown becomes '?'. */
void tctl_text_clean(char *s);

#endif
