/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/report_filter.c: times and lists as people write them; what is
 * within a window.
 */
#include <stdlib.h>
#include <tests/lib/tap.h>
#include <time.h>
#include <tools/plugin/filter.h>

#define S	INT64_C(1000000000)

/* The first event: a day at 10:00:00.5. */
static const int64_t first_ns = 1000 * 86400 * S + 36000 * S + S / 2;

static void check_time(const char *text, int64_t want)
{
	int64_t got = -1;
	int error = tctl_filter_time_parse(text, first_ns, &got);

	tap_ok(!error && got == want, "\"%s\"", text);
}

static void check_wrong(const char *text)
{
	int64_t ns;

	tap_ok(tctl_filter_time_parse(text, first_ns, &ns) != 0,
	       "\"%s\" is no time", text);
}

static void check_list(const char *text, size_t nr, int64_t last)
{
	struct tctl_filter filter = { 0 };
	int error = tctl_filter_list_parse(&filter.cpus, text);

	if (!nr)
		tap_ok(error != 0, "\"%s\" is no list", text);
	else
		tap_ok(!error && filter.cpus.nr == nr &&
		       filter.cpus.numbers[nr - 1] == last &&
		       tctl_filter_cpu(&filter, last) &&
		       !tctl_filter_cpu(&filter, last + 1), "\"%s\"", text);
	tctl_filter_release(&filter);
}

static void check_window(void)
{
	struct tctl_filter filter = { .begin = "+1", .end = "+3" };

	tap_ok(!tctl_filter_begin(&filter, 10 * S), "a window");
	tap_ok(!tctl_filter_inside(&filter, 11 * S - 1) &&
	       tctl_filter_inside(&filter, 11 * S) &&
	       tctl_filter_inside(&filter, 13 * S - 1) &&
	       !tctl_filter_inside(&filter, 13 * S),
	       "from its begin until before its end");
	tap_ok(tctl_filter_part(&filter, 10 * S, 12 * S) == S &&
	       tctl_filter_part(&filter, 10 * S, 20 * S) == 2 * S &&
	       tctl_filter_part(&filter, 14 * S, 20 * S) == 0, "parts of it");
}

static void check_tasks(void)
{
	struct tctl_filter filter = { 0 };

	tap_ok(tctl_filter_task(&filter, -1, -1, NULL) &&
	       !tctl_filter_has_task(&filter), "no filter lets all pass");
	filter.comm = (char *)"my*";
	tap_ok(tctl_filter_task(&filter, 1, 1, "mysqld") &&
	       !tctl_filter_task(&filter, 1, 1, "sshd") &&
	       !tctl_filter_task(&filter, 1, 1, NULL), "by name");
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	check_time("+0", first_ns);
	check_time("+1.5", first_ns + 3 * S / 2);
	check_time("12", 12 * S);
	check_time("12.000000001", 12 * S + 1);
	check_time("10:00:01.25", first_ns + S * 3 / 4);
	check_time("09:59:59", first_ns - 3 * S / 2);
	check_wrong("");
	check_wrong("+");
	check_wrong("soon");
	check_wrong("1x");
	check_wrong("-1");
	check_wrong("1.0000000001");
	check_wrong("10:00");
	check_wrong("99999999999999999999");
	check_wrong("+9999999999");
	check_list("0", 1, 0);
	check_list("1,2,30", 3, 30);
	check_list("", 0, 0);
	check_list("1,", 0, 0);
	check_list("1,x", 0, 0);
	check_list("-1", 0, 0);
	check_list("99999999999999999999", 0, 0);
	check_window();
	check_tasks();
	return tap_done();
}
