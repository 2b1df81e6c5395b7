/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/sink_params.c: a table of parameters; each value may be of any
 * type that says the same.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/sink_params.h"

/* Text of a number, too: people write -p 'cpu=1'. NULL: neither. */
static char *value_text(const bt_value *value)
{
	if (bt_value_is_string(value))
		return tctl_plugin_text("%s", bt_value_string_get(value));
	if (bt_value_is_signed_integer(value))
		return tctl_plugin_text("%" PRId64,
				bt_value_integer_signed_get(value));
	if (bt_value_is_unsigned_integer(value))
		return tctl_plugin_text("%" PRIu64,
				bt_value_integer_unsigned_get(value));
	if (bt_value_is_real(value))
		return tctl_plugin_text("%.9f", bt_value_real_get(value));
	if (bt_value_is_bool(value))
		return tctl_plugin_text("%s", bt_value_bool_get(value) ?
					      "yes" : "no");
	return NULL;
}

static int param_json(struct tctl_report *report, const char *text)
{
	report->options.json = !strcmp(text, "yes") || !strcmp(text, "1");
	return report->options.json || !strcmp(text, "no") ||
	       !strcmp(text, "0") ? 0 : -EINVAL;
}

static int param_top(struct tctl_report *report, const char *text)
{
	char *end;

	errno = 0;
	report->options.top = strtoul(text, &end, 10);
	return errno || end == text || *end || *text == '-' ? -EINVAL : 0;
}

static int param_colour(struct tctl_report *report, const char *text)
{
	static const char *const words[] = { "auto", "always", "never" };
	size_t i;

	for (i = 0; i < 3; i++)
		if (!strcmp(text, words[i])) {
			report->options.colour = words[i];
			return 0;
		}
	return -EINVAL;
}

static int text_keep(const char **field, const char *text)
{
	free((char *)*field);
	*field = tctl_plugin_text("%s", text);
	return 0;
}

/* The trace's day is not known here: any will do to see what it is. */
static int time_keep(const char **field, const char *text)
{
	int64_t ns;

	if (tctl_filter_time_parse(text, 0, &ns))
		return -EINVAL;
	return text_keep(field, text);
}

static int param_begin(struct tctl_report *report, const char *text)
{
	return time_keep(&report->filter.begin, text);
}

static int param_end(struct tctl_report *report, const char *text)
{
	return time_keep(&report->filter.end, text);
}

static int param_cpu(struct tctl_report *report, const char *text)
{
	return tctl_filter_list_parse(&report->filter.cpus, text);
}

static int param_pid(struct tctl_report *report, const char *text)
{
	return tctl_filter_list_parse(&report->filter.pids, text);
}

static int param_tid(struct tctl_report *report, const char *text)
{
	return tctl_filter_list_parse(&report->filter.tids, text);
}

static int param_comm(struct tctl_report *report, const char *text)
{
	return text_keep((const char **)&report->filter.comm, text);
}

#define PARAM_TEXT(name) \
	static int param_##name(struct tctl_report *report, const char *text) \
	{ \
		return text_keep((const char **)&report->options.name, text); \
	}
PARAM_TEXT(event)
PARAM_TEXT(field)
PARAM_TEXT(by)
PARAM_TEXT(from)
PARAM_TEXT(to)
PARAM_TEXT(key)
PARAM_TEXT(format)
PARAM_TEXT(output)

static const struct param {
	const char *name;
	int (*set)(struct tctl_report *report, const char *text);
	unsigned int takes;	/* TCTL_TAKES_*; 0: all reports do */
	const char *wanted;
} table[] = {
	{ "json", param_json, 0, "yes or no" },
	{ "top", param_top, 0, "a number of rows, 0 for all" },
	{ "colour", param_colour, 0, "auto, always or never" },
	{ "begin", param_begin, 0,
	  "+SECONDS, SECONDS or HH:MM:SS, each with a fraction" },
	{ "end", param_end, 0,
	  "+SECONDS, SECONDS or HH:MM:SS, each with a fraction" },
	{ "cpu", param_cpu, 0, "numbers separated by commas" },
	{ "pid", param_pid, 0, "numbers separated by commas" },
	{ "tid", param_tid, 0, "numbers separated by commas" },
	{ "comm", param_comm, 0, "a pattern" },
	{ "event", param_event, TCTL_TAKES_EVENT, "a pattern" },
	{ "field", param_field, TCTL_TAKES_FIELDS, "a field's name" },
	{ "by", param_by, TCTL_TAKES_FIELDS, "a field's name" },
	{ "from", param_from, TCTL_TAKES_FIELDS, "a pattern" },
	{ "to", param_to, TCTL_TAKES_FIELDS, "a pattern" },
	{ "key", param_key, TCTL_TAKES_FIELDS, "a field's name" },
	{ "format", param_format, TCTL_TAKES_FORMAT, "a format's name" },
	{ "output", param_output, TCTL_TAKES_OUTPUT, "a file's name" },
};

struct read_state {
	struct tctl_report *report;
	char *error;
};

static const struct param *param_find(const struct tctl_report *report,
				      const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (!strcmp(table[i].name, name) &&
		    (!table[i].takes ||
		     report->class->takes & table[i].takes))
			return &table[i];
	return NULL;
}

static bt_value_map_foreach_entry_const_func_status param_read(
		const char *name, const bt_value *value, void *data)
{
	struct read_state *state = data;
	const struct param *param = param_find(state->report, name);
	char *text = NULL;

	if (!param) {
		state->error = tctl_plugin_text("report %s has no option %s",
				state->report->class->name, name);
		return BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_INTERRUPT;
	}
	text = value_text(value);
	if (!text || param->set(state->report, text))
		state->error = tctl_plugin_text("%s is %s, not '%s'", name,
				param->wanted, text ? text : "a list");
	free(text);
	return state->error ?
		BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_INTERRUPT :
		BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_OK;
}

char *tctl_sink_params_read(struct tctl_report *report,
			    const bt_value *params)
{
	struct read_state state = { .report = report };

	report->options.top = report->class->top ? report->class->top :
						   TCTL_DEFAULT_TOP;
	report->options.colour = "auto";
	if (bt_value_map_foreach_entry_const(params, param_read, &state) < 0)
		bt_current_thread_clear_error();
	return state.error;
}
