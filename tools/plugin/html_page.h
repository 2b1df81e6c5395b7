/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/html_page.h: the page of html/, with its data, as one file.
 */
#ifndef TRACECTL_PLUGIN_HTML_PAGE_H
#define TRACECTL_PLUGIN_HTML_PAGE_H

#include <jansson.h>
#include <stdio.h>

/* Made of the files in html/ when this is built. */
extern const char tctl_html_head[], tctl_html_style[], tctl_html_body[],
	tctl_html_script[];

/* Nothing in data can end the element that it is in. */
void tctl_html_page(FILE *stream, const json_t *data);

#endif
