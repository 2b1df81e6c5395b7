/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/format.c: durations, times and numbers as people read them.
 */
#include <inttypes.h>
#include <time.h>
#include "tools/plugin/output.h"

char *tctl_format_ns(int64_t ns, char buf[TCTL_FORMAT_SIZE])
{
	double size = ns < 0 ? -(double)ns : ns;

	if (size < 1e3)
		snprintf(buf, TCTL_FORMAT_SIZE, "%" PRId64 " ns", ns);
	else if (size < 1e6)
		snprintf(buf, TCTL_FORMAT_SIZE, "%.3f us", ns / 1e3);
	else if (size < 1e9)
		snprintf(buf, TCTL_FORMAT_SIZE, "%.3f ms", ns / 1e6);
	else
		snprintf(buf, TCTL_FORMAT_SIZE, "%.3f s", ns / 1e9);
	return buf;
}

/* The time of day here, as babeltrace2 prints it. */
char *tctl_format_time(int64_t ns, char buf[TCTL_FORMAT_SIZE])
{
	int64_t rest = ns % 1000000000;
	time_t seconds = ns / 1000000000 - (rest < 0);
	struct tm tm;

	if (rest < 0)
		rest += 1000000000;
	if (!localtime_r(&seconds, &tm))
		snprintf(buf, TCTL_FORMAT_SIZE, "%" PRId64 " ns", ns);
	else
		snprintf(buf, TCTL_FORMAT_SIZE, "%02d:%02d:%02d.%09" PRId64,
			 tm.tm_hour, tm.tm_min, tm.tm_sec, rest);
	return buf;
}

char *tctl_format_count(int64_t number, char buf[TCTL_FORMAT_SIZE])
{
	char digits[24], *to = buf;
	const char *from = digits;
	int left = snprintf(digits, sizeof(digits), "%" PRId64, number);

	if (*from == '-') {
		*to++ = *from++;
		left--;
	}
	for (; left; left--) {
		*to++ = *from++;
		if (left > 1 && left % 3 == 1)
			*to++ = ',';
	}
	*to = '\0';
	return buf;
}
