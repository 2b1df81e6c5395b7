/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/html_page.c: putting the parts together. In JSON, a < can only
 * be within a text, where \u003c says the same: so no text of a trace can be
 * seen as HTML.
 */
#include <string.h>
#include "tools/plugin/html_page.h"

static int data_put(const char *bytes, size_t size, void *stream)
{
	const char *end = bytes + size, *less;

	while ((less = memchr(bytes, '<', end - bytes))) {
		fwrite(bytes, 1, less - bytes, stream);
		fputs("\\u003c", stream);
		bytes = less + 1;
	}
	fwrite(bytes, 1, end - bytes, stream);
	return 0;
}

void tctl_html_page(FILE *stream, const json_t *data)
{
	fputs(tctl_html_head, stream);
	fprintf(stream, "<style>\n%s</style>\n</head>\n", tctl_html_style);
	fputs(tctl_html_body, stream);
	fputs("<script type=\"application/json\" id=\"data\">", stream);
	json_dump_callback(data, data_put, stream,
			   JSON_COMPACT | JSON_REAL_PRECISION(15));
	fprintf(stream, "</script>\n<script>\n%s</script>\n</body>\n</html>\n",
		tctl_html_script);
}
