/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/pattern.c: checks patterns, levels and session names.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"

#define PATTERN_MAX_LENGTH	512
#define SESSION_MAX_LENGTH	64

static const char *const levels[] = {
	"emerg", "alert", "crit", "err", "warning", "notice", "info",
	"debug_system", "debug_program", "debug_process", "debug_module",
	"debug_unit", "debug_function", "debug_line", "debug",
};
#define NR_LEVELS	((int)(sizeof(levels) / sizeof(levels[0])))

static int pattern_check_text(const struct tctl_command *command,
			      const char *text)
{
	const char *c;

	if (!*text)
		return tctl_usage_error(command, "empty pattern: write '*' for "
					"all events");
	if (strlen(text) > PATTERN_MAX_LENGTH)
		return tctl_usage_error(command, "pattern of more than %d "
					"characters", PATTERN_MAX_LENGTH);
	for (c = text; *c; c++)
		if (!isgraph((unsigned char)*c))
			return tctl_usage_error(command, "pattern '%s' holds "
				"a character that no event name has", text);
	return TCTL_EXIT_OK;
}

static int pattern_check_one(const struct tctl_command *command,
			     const char *text)
{
	int status = pattern_check_text(command, text);

	if (status == TCTL_EXIT_OK && !strpbrk(text, ":*?"))
		return tctl_usage_error(command, "pattern '%s' matches no "
			"event: write '%s:*' for all events of a provider",
			text, text);
	return status;
}

int tctl_pattern_check(const struct tctl_command *command,
		       const char *const *texts)
{
	int status = TCTL_EXIT_OK;

	for (; texts && *texts && status == TCTL_EXIT_OK; texts++)
		status = pattern_check_one(command, *texts);
	return status;
}

int tctl_pattern_check_kernel(const struct tctl_command *command,
			      const char *const *texts)
{
	int status = TCTL_EXIT_OK;

	for (; texts && *texts && status == TCTL_EXIT_OK; texts++)
		status = pattern_check_text(command, *texts);
	return status;
}

int tctl_pattern_level(const struct tctl_command *command, const char *text,
		       int *ret_level)
{
	const char *name = strncasecmp(text, "TRACECTL_", 9) ? text : text + 9;
	char *end;
	long number = strtol(text, &end, 10);
	int i;

	for (i = 0; i < NR_LEVELS; i++)
		if (!strcasecmp(name, levels[i])) {
			*ret_level = i;
			return TCTL_EXIT_OK;
		}
	if (end == text || *end || number < 0 || number >= NR_LEVELS)
		return tctl_usage_error(command, "no log level '%s': levels "
			"are 0 (emerg) to 14 (debug)", text);
	*ret_level = (int)number;
	return TCTL_EXIT_OK;
}

int tctl_pattern_session(const struct tctl_command *command, const char *text)
{
	size_t length = strlen(text), i;

	if (!length || length > SESSION_MAX_LENGTH)
		return tctl_usage_error(command, "a session's name has 1 to %d "
					"characters", SESSION_MAX_LENGTH);
	for (i = 0; i < length; i++)
		if (!isalnum((unsigned char)text[i]) && !strchr("_.-", text[i]))
			return tctl_usage_error(command, "session name '%s': "
				"use letters, digits, '_', '.' and '-' only",
				text);
	return TCTL_EXIT_OK;
}

json_t *tctl_pattern_array(const char *const *texts)
{
	json_t *array = json_array();

	for (; texts && *texts; texts++)
		json_array_append_new(array, json_string(*texts));
	return array;
}

const char *tctl_level_name(int level)
{
	return level >= 0 && level < NR_LEVELS ? levels[level] : "?";
}
