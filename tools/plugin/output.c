/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/output.c: values, sentences and histograms, as text or JSON.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/map.h"
#include "tools/plugin/output.h"

#define BAR_WIDTH	40
#define LABEL_WIDTH	18

void tctl_output_init(struct tctl_output *output, FILE *stream, bool json,
		      bool colour)
{
	memset(output, 0, sizeof(*output));
	output->stream = stream;
	output->colour = colour;
	output->json = json ? tctl_plugin_memory(json_object()) : NULL;
}

int tctl_output_end(struct tctl_output *output)
{
	if (output->json) {
		json_dumpf(output->json, output->stream,
			   JSON_INDENT(2) | JSON_REAL_PRECISION(15));
		fputc('\n', output->stream);
		json_decref(output->json);
		output->json = NULL;
	}
	return fflush(output->stream) || ferror(output->stream) ? -EIO : 0;
}

void tctl_output_value(struct tctl_output *output,
		       const struct tctl_column *what, ...)
{
	char *texts[TCTL_CELL_MAX];
	va_list args;

	va_start(args, what);
	if (output->json) {
		json_object_set_new(output->json, what->key,
				    tctl_cell_json(what->kind, &args));
	} else {
		tctl_cell_text(what->kind, &args, texts);
		fprintf(output->stream, "%-*s%s\n", LABEL_WIDTH, what->heading,
			texts[0]);
		free(texts[0]);
		output->begun = true;
	}
	va_end(args);
}

static void json_sentence(json_t *json, const char *key, const char *text)
{
	json_t *list = json_object_get(json, key);

	if (!list) {
		list = tctl_plugin_memory(json_array());
		json_object_set_new(json, key, list);
	}
	json_array_append_new(list, tctl_json_text(text));
}

static void output_sentence(struct tctl_output *output, const char *key,
			    const char *format, va_list args)
{
	bool loud = !strcmp(key, "warnings");
	char *text, *safe;

	if (vasprintf(&text, format, args) < 0)
		text = tctl_plugin_memory(NULL);
	if (output->json) {
		json_sentence(output->json, key, text);
	} else {
		safe = tctl_text_escape(text);
		fprintf(output->stream, "%s%s%s%s\n",
			loud && output->colour ? "\033[1;31m" : "",
			loud ? "WARNING: " : "", safe,
			loud && output->colour ? "\033[0m" : "");
		free(safe);
		output->begun = true;
	}
	free(text);
}

void tctl_output_note(struct tctl_output *output, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	output_sentence(output, "notes", format, args);
	va_end(args);
}

void tctl_output_warn(struct tctl_output *output, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	output_sentence(output, "warnings", format, args);
	va_end(args);
}

void tctl_output_line(struct tctl_output *output, const char *format, ...)
{
	va_list args;

	if (output->json)
		return;
	va_start(args, format);
	vfprintf(output->stream, format, args);
	va_end(args);
	fputc('\n', output->stream);
}

static void histogram_json(struct tctl_output *output, const char *key,
			   const struct tctl_distribution *distribution)
{
	json_t *rows = tctl_plugin_memory(json_array());
	unsigned int power;

	for (power = 0; power < TCTL_DISTRIBUTION_OCTAVES; power++)
		if (distribution->powers[power])
			json_array_append_new(rows, json_pack("{sIsI}",
				"from", power ? (json_int_t)1 << power : 0,
				"count",
				(json_int_t)distribution->powers[power]));
	json_object_set_new(output->json, key, rows);
}

static void histogram_row(struct tctl_output *output, unsigned int power,
			  uint64_t count, uint64_t most, bool is_ns)
{
	int64_t from = power ? (int64_t)1 << power : 0;
	char label[TCTL_FORMAT_SIZE], number[TCTL_FORMAT_SIZE];
	int width = (int)((double)count / most * BAR_WIDTH + 0.5);

	if (is_ns)
		tctl_format_ns(from, label);
	else
		tctl_format_count(from, label);
	fprintf(output->stream, "  from %12s %12s |%.*s\n", label,
		tctl_format_count(count, number), count && !width ? 1 : width,
		"########################################");
}

void tctl_output_histogram(struct tctl_output *output, const char *key,
			   const char *title,
			   const struct tctl_distribution *distribution,
			   bool is_ns)
{
	unsigned int power, first = TCTL_DISTRIBUTION_OCTAVES, last = 0;
	uint64_t most = 0;

	if (output->json) {
		histogram_json(output, key, distribution);
		return;
	}
	for (power = 0; power < TCTL_DISTRIBUTION_OCTAVES; power++) {
		if (!distribution->powers[power])
			continue;
		first = power < first ? power : first;
		last = power;
		if (distribution->powers[power] > most)
			most = distribution->powers[power];
	}
	if (!most)
		return;
	fprintf(output->stream, "%s%s\n", output->begun ? "\n" : "", title);
	output->begun = true;
	for (power = first; power <= last; power++)
		histogram_row(output, power, distribution->powers[power], most,
			      is_ns);
}
