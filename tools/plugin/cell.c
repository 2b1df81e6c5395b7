/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/cell.c: values as text and as JSON.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/map.h"

static const double percents[] = { 50, 90, 99, 99.9 };
#define NR_PERCENTS	(sizeof(percents) / sizeof(percents[0]))

/* jansson knows what valid UTF-8 is. */
static bool text_is_utf8(const char *text)
{
	json_t *json = json_string(text);

	json_decref(json);
	return json;
}

char *tctl_text_escape(const char *text)
{
	char *safe = tctl_plugin_memory(malloc(4 * strlen(text) + 1));
	bool utf8 = text_is_utf8(text);
	char *to = safe;
	unsigned char c;

	for (; (c = *text); text++) {
		/* 0xc2 may begin one of the control characters above 0x7f */
		if (c < 0x20 || c == 0x7f || c == 0xc2 || (c > 0x7f && !utf8)) {
			to += sprintf(to, "\\x%02x", c);
			if (c == 0xc2 && utf8 && text[1])
				to += sprintf(to, "\\x%02x",
					      (unsigned char)*++text);
		} else {
			*to++ = c;
		}
	}
	*to = '\0';
	return safe;
}

json_t *tctl_json_text(const char *text)
{
	json_t *json = json_string(text);
	char *safe;

	if (json)
		return json;
	safe = tctl_text_escape(text);
	json = json_string(safe);
	free(safe);
	return tctl_plugin_memory(json);
}

static bool kind_is_spread(enum tctl_column_kind kind)
{
	return kind == TCTL_SPREAD || kind == TCTL_SPREAD_NS;
}

size_t tctl_cell_count(enum tctl_column_kind kind)
{
	return kind_is_spread(kind) ? TCTL_CELL_MAX : 1;
}

const char *tctl_cell_heading(enum tctl_column_kind kind, size_t cell,
			      const char *own)
{
	static const char *const spread[TCTL_CELL_MAX] = {
		"min", "mean", "p50", "p90", "p99", "p99.9", "max"
	};

	return kind_is_spread(kind) ? spread[cell] : own;
}

static char *format_bytes(int64_t bytes, char buf[TCTL_FORMAT_SIZE])
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double size = bytes;
	size_t unit = 0;

	while ((size >= 1024 || size <= -1024) && unit < 4) {
		size /= 1024;
		unit++;
	}
	snprintf(buf, TCTL_FORMAT_SIZE, unit ? "%.1f %s" : "%.0f %s", size,
		 units[unit]);
	return buf;
}

static char *integer_text(enum tctl_column_kind kind, int64_t value)
{
	char buf[TCTL_FORMAT_SIZE] = "-";

	if (value == TCTL_NOTHING)
		return tctl_plugin_text("-");
	switch (kind) {
	case TCTL_NS:
		return tctl_plugin_text("%s", tctl_format_ns(value, buf));
	case TCTL_TIME:
		return tctl_plugin_text("%s", tctl_format_time(value, buf));
	case TCTL_ID:
		return tctl_plugin_text("%" PRId64, value);
	case TCTL_BYTES:
		return tctl_plugin_text("%s", format_bytes(value, buf));
	default:
		return tctl_plugin_text("%s", tctl_format_count(value, buf));
	}
}

static char *real_text(enum tctl_column_kind kind, double value)
{
	if (isnan(value))
		return tctl_plugin_text("-");
	if (kind == TCTL_PERCENT)
		return tctl_plugin_text("%.2f %%", value);
	return tctl_plugin_text("%.6g", value);
}

static size_t spread_text(enum tctl_column_kind kind,
			  struct tctl_distribution *spread,
			  char *ret_texts[TCTL_CELL_MAX])
{
	bool is_ns = kind == TCTL_SPREAD_NS;
	enum tctl_column_kind one = is_ns ? TCTL_NS : TCTL_COUNT;
	double mean = tctl_distribution_mean(spread);
	size_t i;

	for (i = 0; !spread->count && i < TCTL_CELL_MAX; i++)
		ret_texts[i] = tctl_plugin_text("-");
	if (!spread->count)
		return TCTL_CELL_MAX;
	ret_texts[0] = integer_text(one, spread->min);
	ret_texts[1] = is_ns ? integer_text(one, llround(mean)) :
			       real_text(TCTL_REAL, mean);
	for (i = 0; i < NR_PERCENTS; i++)
		ret_texts[2 + i] = integer_text(one,
			tctl_distribution_percentile(spread, percents[i]));
	ret_texts[6] = integer_text(one, spread->max);
	return TCTL_CELL_MAX;
}

size_t tctl_cell_text(enum tctl_column_kind kind, va_list *args,
		      char *ret_texts[TCTL_CELL_MAX])
{
	const char *text;

	switch (kind) {
	case TCTL_TEXT:
		text = va_arg(*args, const char *);
		ret_texts[0] = tctl_text_escape(text ? text : "-");
		return 1;
	case TCTL_REAL:
	case TCTL_PERCENT:
		ret_texts[0] = real_text(kind, va_arg(*args, double));
		return 1;
	case TCTL_SPREAD:
	case TCTL_SPREAD_NS:
		return spread_text(kind, va_arg(*args,
					struct tctl_distribution *), ret_texts);
	default:
		ret_texts[0] = integer_text(kind, va_arg(*args, int64_t));
		return 1;
	}
}

static json_t *spread_json(struct tctl_distribution *spread)
{
	if (!spread->count)
		return json_null();
	return json_pack("{sIsIsfsfsIsIsIsIsI}",
		"count", (json_int_t)spread->count,
		"min", (json_int_t)spread->min,
		"mean", tctl_distribution_mean(spread),
		"deviation", tctl_distribution_deviation(spread),
		"p50", (json_int_t)tctl_distribution_percentile(spread, 50),
		"p90", (json_int_t)tctl_distribution_percentile(spread, 90),
		"p99", (json_int_t)tctl_distribution_percentile(spread, 99),
		"p99_9", (json_int_t)tctl_distribution_percentile(spread, 99.9),
		"max", (json_int_t)spread->max);
}

json_t *tctl_cell_json(enum tctl_column_kind kind, va_list *args)
{
	const char *text;
	int64_t integer;
	double real;

	switch (kind) {
	case TCTL_TEXT:
		text = va_arg(*args, const char *);
		return text ? tctl_json_text(text) : json_null();
	case TCTL_REAL:
	case TCTL_PERCENT:
		real = va_arg(*args, double);
		return isfinite(real) ? json_real(real) : json_null();
	case TCTL_SPREAD:
	case TCTL_SPREAD_NS:
		return spread_json(va_arg(*args, struct tctl_distribution *));
	default:
		integer = va_arg(*args, int64_t);
		return integer == TCTL_NOTHING ? json_null() :
						 json_integer(integer);
	}
}
