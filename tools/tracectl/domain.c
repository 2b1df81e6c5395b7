/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/domain.c: see domain.h.
 */
#include <errno.h>
#include <linux/magic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "tools/tracectl/channel.h"
#include "tools/tracectl/domain.h"
#include "tools/tracectl/enable.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"

#define DOMAIN_MAX_COMM	15

struct tctl_domain tctl_domain_user, tctl_domain_kernel;

static struct tctl_domain *domain_now = &tctl_domain_user;
static int domain_entry, domain_exit;
static const char **domain_pids;
static char *domain_comm;
static char *domain_cgroup;
static long domain_uid = -1;
static long domain_sample;
static const char **domain_profiles;

static void domain_add(const char ***list, const char *text)
{
	size_t nr = 0;

	while (*list && (*list)[nr])
		nr++;
	*list = tctl_memory(realloc(*list, (nr + 2) * sizeof(**list)));
	(*list)[nr] = tctl_memory(strdup(text));
	(*list)[nr + 1] = NULL;
}

static void domain_option(poptContext popt, enum poptCallbackReason reason,
			  const struct poptOption *option, const char *argument,
			  void *data)
{
	(void)popt;
	(void)reason;
	(void)data;
	switch (option->val) {
	case 'k':
		domain_now = &tctl_domain_kernel;
		domain_now->chosen = 1;
		break;
	case 'u':
		domain_now = &tctl_domain_user;
		domain_now->chosen = 1;
		break;
	case 'e':
		domain_add(&domain_now->patterns, argument);
		break;
	default:
		domain_add(&domain_now->exclude, argument);
	}
}

struct poptOption tctl_domain_options[] = {
	{ NULL, '\0', POPT_ARG_CALLBACK, (void *)domain_option, 0, NULL, NULL },
	{ "kernel", 'k', POPT_ARG_NONE, NULL, 'k',
	  "the kernel: what follows is about its events", NULL },
	{ "user", 'u', POPT_ARG_NONE, NULL, 'u',
	  "applications: what follows is about theirs", NULL },
	{ "enable", 'e', POPT_ARG_STRING, NULL, 'e',
	  "events to record, e.g. 'myapp:*', 'syscall:open*' (repeatable)",
	  "PATTERN" },
	{ "exclude", 'x', POPT_ARG_STRING, NULL, 'x',
	  "not these (repeatable)", "PATTERN" },
	POPT_TABLEEND
};

struct poptOption tctl_kernel_options[] = {
	{ "entry", '\0', POPT_ARG_NONE, &domain_entry, 0,
	  "of system calls only the entry", NULL },
	{ "exit", '\0', POPT_ARG_NONE, &domain_exit, 0,
	  "of system calls only the exit", NULL },
	{ "pid", 'p', POPT_ARG_ARGV, &domain_pids, 0,
	  "only this process and what it creates (repeatable)", "PID" },
	{ "comm", '\0', POPT_ARG_STRING, &domain_comm, 0,
	  "only tasks of this name", "NAME" },
	{ "cgroup", '\0', POPT_ARG_STRING, &domain_cgroup, 0,
	  "only tasks in this control group or below it", "DIR" },
	{ "uid", '\0', POPT_ARG_LONG, &domain_uid, 0,
	  "only tasks of this user", "UID" },
	{ "sample", '\0', POPT_ARG_LONG, &domain_sample, 0,
	  "samples of each CPU per second, for profile_sample (99)", "HZ" },
	{ "profile", '\0', POPT_ARG_ARGV, &domain_profiles, 0,
	  "count by address: cpu, schedule, sleep or kvm (repeatable)", "NAME" },
	POPT_TABLEEND
};

int tctl_domain_has_kernel(void)
{
	return tctl_domain_kernel.chosen;
}

int tctl_domain_has_user(void)
{
	return tctl_domain_user.chosen || tctl_domain_user.patterns ||
	       !tctl_domain_kernel.chosen;
}

int tctl_domain_has_profiles(void)
{
	return domain_profiles != NULL;
}

/* "syscall:open*" with --exit is "syscall_exit_open*". */
static char *domain_one_side(const char *pattern)
{
	static const char prefix[] = "syscall:";
	size_t length = sizeof(prefix) - 1;

	if (domain_entry == domain_exit || strncmp(pattern, prefix, length))
		return tctl_memory(strdup(pattern));
	return tctl_text("syscall_%s_%s", domain_exit ? "exit" : "entry",
			 pattern + length);
}

int tctl_domain_kernel_request(const struct tctl_command *command,
			       json_t **ret_request)
{
	static const char *const usual[] = {
		"sched_*", "syscall:*", NULL,
	};
	const char *const *wanted = tctl_domain_kernel.patterns ?
		(const char *const *)tctl_domain_kernel.patterns : usual;
	const char **patterns = NULL;
	struct tctl_enable enable = {
		.exclude = tctl_domain_kernel.exclude, .kernel = 1,
	};
	char *text;
	size_t i;
	int status;

	if (domain_profiles && !tctl_domain_kernel.patterns)
		return TCTL_EXIT_OK;
	for (i = 0; wanted[i]; i++) {
		text = domain_one_side(wanted[i]);
		domain_add(&patterns, text);
		free(text);
	}
	enable.patterns = patterns;
	status = tctl_enable_request(command, &enable, ret_request);
	while (i--)
		free((char *)patterns[i]);
	free(patterns);
	return status;
}

/* What is wrong with a folder that is to be a control group, or NULL. Those of
   the first version have no id that tasks could be asked for. */
static const char *domain_bad_cgroup(const char *path, struct stat *st)
{
	struct statfs fs;

	if (!path || stat(path, st) || statfs(path, &fs))
		return strerror(errno);
	if (!S_ISDIR(st->st_mode))
		return "no folder";
	return fs.f_type == CGROUP2_SUPER_MAGIC ? NULL :
		"no control group of version 2";
}

/* A control group's id, and how deep it lies. */
static int domain_find_cgroup(const struct tctl_command *command,
			      json_t *filter)
{
	char *path = realpath(domain_cgroup, NULL), *slash;
	struct stat st, above;
	const char *bad = domain_bad_cgroup(path, &st);
	json_int_t level = 0;
	int status;

	if (bad) {
		status = tctl_usage_error(command, "--cgroup %s: %s (name a "
			"folder below /sys/fs/cgroup, see grep cgroup2 "
			"/proc/mounts)", domain_cgroup, bad);
		free(path);
		return status;
	}
	json_object_set_new(filter, "cgroup", json_integer(
		(json_int_t)st.st_ino));
	while ((slash = strrchr(path, '/')) && slash != path) {
		*slash = 0;
		if (stat(path, &above) || above.st_dev != st.st_dev)
			break;
		level++;
	}
	json_object_set_new(filter, "cgroup_level", json_integer(level));
	free(path);
	return TCTL_EXIT_OK;
}

static int domain_check_profiles(const struct tctl_command *command)
{
	static const char *const known[] = {
		"cpu", "schedule", "sleep", "kvm",
	};
	const char **name;
	size_t i;

	for (name = domain_profiles; name && *name; name++) {
		for (i = 0; i < 4 && strcmp(*name, known[i]); i++)
			;
		if (i == 4)
			return tctl_usage_error(command, "--profile '%s': it "
				"is cpu, schedule, sleep or kvm", *name);
	}
	return TCTL_EXIT_OK;
}

static int domain_check(const struct tctl_command *command)
{
	if (domain_comm && strlen(domain_comm) > DOMAIN_MAX_COMM)
		return tctl_usage_error(command, "--comm '%s': a task's name "
			"has up to %d bytes (see ps -o comm)", domain_comm,
			DOMAIN_MAX_COMM);
	if (domain_sample < 0 || domain_sample > 10000)
		return tctl_usage_error(command, "--sample %ld: it is 1 to "
					"10000 per second", domain_sample);
	if (domain_uid < -1 || domain_uid > UINT32_MAX)
		return tctl_usage_error(command, "--uid %ld is no user's number",
					domain_uid);
	return domain_check_profiles(command);
}

int tctl_domain_kernel_channel(const struct tctl_command *command,
			       json_t *channel, int follow)
{
	json_t *filter = json_pack("{sb sI}", "follow", follow || domain_pids,
				   "sample_hz", (json_int_t)domain_sample);
	int status = domain_check(command);

	if (domain_profiles)
		json_object_set_new(filter, "profiles",
			tctl_pattern_array((const char *const *)domain_profiles));
	if (domain_comm)
		json_object_set_new(filter, "comm", json_string(domain_comm));
	if (domain_uid >= 0)
		json_object_set_new(filter, "uid", json_integer(domain_uid));
	if (status == TCTL_EXIT_OK && domain_cgroup)
		status = domain_find_cgroup(command, filter);
	if (!strcmp(json_string_value(json_object_get(channel, "name")),
		    TCTL_CHANNEL_NAME))
		json_object_set_new(channel, "name",
				    json_string(TCTL_CHANNEL_KERNEL_NAME));
	json_object_set_new(channel, "domain", json_string("kernel"));
	json_object_set_new(channel, "filter", filter);
	json_object_del(channel, "protocol");
	return status;
}

int tctl_domain_pids(const struct tctl_command *command, json_t **ret_pids)
{
	const char **text;
	char *end;
	long pid;

	*ret_pids = json_array();
	for (text = domain_pids; text && *text; text++) {
		pid = strtol(*text, &end, 10);
		if (end == *text || *end || pid <= 0 || pid > INT32_MAX)
			return tctl_usage_error(command, "--pid '%s' is no "
						"process", *text);
		json_array_append_new(*ret_pids, json_integer(pid));
	}
	return TCTL_EXIT_OK;
}
