// SPDX-License-Identifier: GPL-2.0-or-later
/* channel.c: see channel.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/lib/glob.h"
#include "tools/tracectld/channel.h"
#include "tools/tracectld/session.h"

/* As applications' channels call them, and the kernel's. */
static const struct {
	const char *name, *kernel_name;
	uint32_t bit;
} contexts[] = {
	{ "vpid", "pid", TCTL_CONTEXT_VPID },
	{ "vtid", "tid", TCTL_CONTEXT_VTID },
	{ "procname", "procname", TCTL_CONTEXT_PROCNAME },
};

int tctl_name_valid(const char *name)
{
	size_t length = strlen(name);

	return length && length <= TCTL_NAME_MAX && name[0] != '.' &&
	       name[0] != '-' &&
	       strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		      "abcdefghijklmnopqrstuvwxyz0123456789_.-") == length;
}

const char *tctl_mode_name(uint32_t mode)
{
	return mode == TCTL_MODE_OVERWRITE ? "overwrite" : "discard";
}

static int parse_mode(const char *text, uint32_t *ret_mode)
{
	if (!strcmp(text, "discard"))
		*ret_mode = TCTL_MODE_DISCARD;
	else if (!strcmp(text, "overwrite"))
		*ret_mode = TCTL_MODE_OVERWRITE;
	else
		return -EINVAL;
	return 0;
}

static int parse_protocol(const char *text, uint32_t *ret_protocol)
{
	if (!*text)
		*ret_protocol = 0;
	else if (!strcmp(text, "whole"))
		*ret_protocol = TCTL_PROTOCOL_WHOLE;
	else if (!strcmp(text, "counted"))
		*ret_protocol = TCTL_PROTOCOL_COUNTED;
	else
		return -EINVAL;
	return 0;
}

/* vpid and vtid are always there. */
static int parse_contexts(json_t *list, uint32_t *ret_contexts)
{
	size_t i, k;
	json_t *item;

	*ret_contexts = TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID;
	json_array_foreach(list, i, item) {
		const char *name = json_string_value(item);

		for (k = 0; k < 3 && name; k++)
			if (!strcmp(name, contexts[k].name) ||
			    !strcmp(name, contexts[k].kernel_name))
				break;
		if (!name || k == 3)
			return -EINVAL;
		*ret_contexts |= contexts[k].bit;
	}
	return 0;
}

static int parse_domain(const char *text, int *ret_kernel)
{
	*ret_kernel = !strcmp(text, "kernel");
	return *ret_kernel || !strcmp(text, "user") ? 0 : -EINVAL;
}

/* By TCTL_KERNEL_PROFILE_*. */
static const char *const profiles[] = { "cpu", "schedule", "sleep", "kvm" };
#define NR_PROFILES	(sizeof(profiles) / sizeof(profiles[0]))

static int parse_profiles(json_t *list, uint32_t *ret_profiles)
{
	json_t *item;
	size_t i, k;

	json_array_foreach(list, i, item) {
		const char *name = json_string_value(item);

		for (k = 0; k < NR_PROFILES && name; k++)
			if (!strcmp(name, profiles[k]))
				break;
		if (!name || k == NR_PROFILES)
			return -EINVAL;
		*ret_profiles |= 1u << k;
	}
	return 0;
}

/* Which tasks' events a kernel channel takes. */
static int parse_filter(struct tctl_channel *channel, json_t *wanted)
{
	struct tctl_kernel_filter *filter = &channel->filter;
	json_int_t cgroup = -1, level = 0, uid = -1, hz = 0;
	const char *comm = NULL;
	json_t *list = NULL;

	if (json_unpack(wanted, "{s?s, s?I, s?I, s?I, s?b, s?I, s?o}", "comm",
			&comm, "cgroup", &cgroup, "cgroup_level", &level,
			"uid", &uid, "follow", &channel->follow, "sample_hz",
			&hz, "profiles", &list) ||
	    parse_profiles(list, &channel->profiles) ||
	    (comm && strlen(comm) >= sizeof(filter->comm)) || hz < 0 ||
	    hz > TCTL_MAX_SAMPLE_HZ)
		return -EINVAL;
	if (comm) {
		filter->conditions |= TCTL_KERNEL_FILTER_COMM;
		strcpy(filter->comm, comm);
	}
	if (cgroup >= 0) {
		filter->conditions |= TCTL_KERNEL_FILTER_CGROUP;
		filter->cgroup = (uint64_t)cgroup;
		filter->cgroup_level = (uint32_t)level;
	}
	if (uid >= 0) {
		filter->conditions |= TCTL_KERNEL_FILTER_UID;
		filter->uid = (uint32_t)uid;
	}
	if (channel->follow)
		filter->conditions |= TCTL_KERNEL_FILTER_TASKS;
	channel->sample_hz = (uint32_t)hz;
	return 0;
}

static int power_of_two(json_int_t n)
{
	return n > 0 && !(n & (n - 1));
}

static int check_sizes(json_int_t size, json_int_t number, char *error,
		       size_t error_size)
{
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) *
			  (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t cpus = (uint64_t)sysconf(_SC_NPROCESSORS_CONF);

	if (!power_of_two(size) || size < TCTL_MIN_SUBBUF_SIZE ||
	    size > TCTL_MAX_SUBBUF_SIZE)
		snprintf(error, error_size,
			 "sub-buffer size %lld is not usable (give a power of two from %u to %u bytes)",
			 (long long)size, TCTL_MIN_SUBBUF_SIZE,
			 TCTL_MAX_SUBBUF_SIZE);
	else if (!power_of_two(number) || number < TCTL_MIN_SUBBUFS ||
		 number > TCTL_MAX_SUBBUFS)
		snprintf(error, error_size,
			 "%lld sub-buffers are not usable (give a power of two from %u to %u)",
			 (long long)number, TCTL_MIN_SUBBUFS, TCTL_MAX_SUBBUFS);
	else if ((uint64_t)size * (uint64_t)number * cpus > memory)
		snprintf(error, error_size,
			 "the buffers of %llu CPUs need %llu MiB, this machine has %llu (choose smaller or fewer sub-buffers)",
			 (unsigned long long)cpus,
			 (unsigned long long)(size * number * (json_int_t)cpus) >> 20,
			 (unsigned long long)memory >> 20);
	else
		return 0;
	return -EINVAL;
}

static int parse(struct tctl_channel *channel, json_t *wanted, char *error,
		 size_t error_size)
{
	const char *name = NULL, *mode = "discard", *protocol = "";
	const char *domain = "user";
	json_int_t size = TCTL_DEFAULT_SUBBUF, number = TCTL_DEFAULT_SUBBUFS;
	json_t *list = NULL, *filter = NULL;

	if (wanted && json_unpack(wanted, "{s?s, s?s, s?I, s?I, s?o, s?s, s?s, s?o}",
				  "name", &name, "mode", &mode, "subbuf_size",
				  &size, "nr_subbufs", &number, "contexts",
				  &list, "protocol", &protocol, "domain",
				  &domain, "filter", &filter)) {
		snprintf(error, error_size,
			 "a channel's description has a member of a wrong type (see tracectld(8))");
		return -EINVAL;
	}
	if (parse_domain(domain, &channel->kernel)) {
		snprintf(error, error_size,
			 "\"%.80s\" is no domain of a channel (user or kernel)",
			 domain);
		return -EINVAL;
	}
	if (!name)
		name = channel->kernel ? "kernel0" : "channel0";
	if (!tctl_name_valid(name)) {
		snprintf(error, error_size,
			 "\"%.80s\" can't be a channel's name (use up to %d letters, digits, _ . -)",
			 name, TCTL_NAME_MAX);
		return -EINVAL;
	}
	snprintf(channel->name, sizeof(channel->name), "%s", name);
	if (parse_mode(mode, &channel->mode) ||
	    parse_protocol(protocol, &channel->protocol) ||
	    parse_contexts(list, &channel->contexts)) {
		snprintf(error, error_size,
			 "channel %s: unknown mode, protocol or context (mode: discard, overwrite; contexts: vpid, vtid, procname)",
			 name);
		return -EINVAL;
	}
	if (filter && parse_filter(channel, filter)) {
		snprintf(error, error_size,
			 "channel %s: the filter is not usable (comm: up to 15 bytes; cgroup, uid: numbers; sample_hz: up to %u; profiles: cpu, schedule, sleep, kvm)",
			 name, TCTL_MAX_SAMPLE_HZ);
		return -EINVAL;
	}
	if (check_sizes(size, number, error, error_size))
		return -EINVAL;
	channel->subbuf_size = (uint32_t)size;
	channel->nr_subbufs = (uint32_t)number;
	return 0;
}

int tctl_channel_new(struct tctl_session *session, json_t *wanted,
		     struct tctl_channel **ret_channel, char *error,
		     size_t error_size)
{
	struct tctl_channel *channel = calloc(1, sizeof(*channel));
	int err;

	if (!channel) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	channel->session = session;
	TAILQ_INIT(&channel->rules);
	err = parse(channel, wanted, error, error_size);
	if (err) {
		free(channel);
		return err;
	}
	*ret_channel = channel;
	return 0;
}

static void free_rule(struct tctl_rule *rule)
{
	json_decref(rule->exclude);
	free(rule->pattern);
	free(rule);
}

void tctl_channel_free(struct tctl_channel *channel)
{
	struct tctl_rule *rule;

	while ((rule = TAILQ_FIRST(&channel->rules))) {
		TAILQ_REMOVE(&channel->rules, rule, link);
		free_rule(rule);
	}
	free(channel);
}

static json_t *filter_json(const struct tctl_channel *channel)
{
	const struct tctl_kernel_filter *filter = &channel->filter;
	json_t *list = json_array(), *json;
	size_t i;

	for (i = 0; i < NR_PROFILES; i++)
		if (channel->profiles & 1u << i)
			json_array_append_new(list, json_string(profiles[i]));
	json = json_pack("{s:b, s:I, s:o}", "follow", channel->follow,
			 "sample_hz", (json_int_t)channel->sample_hz,
			 "profiles", list);
	if (filter->conditions & TCTL_KERNEL_FILTER_COMM)
		json_object_set_new(json, "comm", json_string(filter->comm));
	if (filter->conditions & TCTL_KERNEL_FILTER_UID)
		json_object_set_new(json, "uid", json_integer(filter->uid));
	if (filter->conditions & TCTL_KERNEL_FILTER_CGROUP) {
		json_object_set_new(json, "cgroup", json_integer(
			(json_int_t)filter->cgroup));
		json_object_set_new(json, "cgroup_level",
				    json_integer(filter->cgroup_level));
	}
	return json;
}

json_t *tctl_channel_json(const struct tctl_channel *channel)
{
	json_t *list = json_array(), *json;
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (channel->contexts & contexts[i].bit)
			json_array_append_new(list, json_string(
				channel->kernel ? contexts[i].kernel_name :
						  contexts[i].name));
	json = json_pack("{s:s, s:s, s:s, s:I, s:I, s:o, s:s}",
			 "name", channel->name,
			 "domain", channel->kernel ? "kernel" : "user",
			 "mode", tctl_mode_name(channel->mode),
			 "subbuf_size", (json_int_t)channel->subbuf_size,
			 "nr_subbufs", (json_int_t)channel->nr_subbufs,
			 "contexts", list,
			 "protocol",
			 channel->protocol == TCTL_PROTOCOL_WHOLE ? "whole" :
			 channel->protocol ? "counted" : "");
	if (channel->kernel)
		json_object_set_new(json, "filter", filter_json(channel));
	return json;
}

/* A rule without conditions hides all earlier ones of the same pattern. */
static void drop_hidden(struct tctl_channel *channel, const char *pattern)
{
	struct tctl_rule *rule = TAILQ_FIRST(&channel->rules), *next;

	for (; rule; rule = next) {
		next = TAILQ_NEXT(rule, link);
		if (strcmp(rule->pattern, pattern))
			continue;
		TAILQ_REMOVE(&channel->rules, rule, link);
		free_rule(rule);
	}
}

int tctl_channel_rule(struct tctl_channel *channel, int enable,
		      const char *pattern, json_t *exclude, int level,
		      int level_only)
{
	struct tctl_rule *rule = calloc(1, sizeof(*rule));

	if (!rule || !(rule->pattern = strdup(pattern))) {
		free(rule);
		return -ENOMEM;
	}
	rule->enable = enable;
	if (json_array_size(exclude))
		rule->exclude = json_incref(exclude);
	rule->level = level;
	rule->level_only = level_only;
	if (!rule->exclude && level < 0)
		drop_hidden(channel, pattern);
	TAILQ_INSERT_TAIL(&channel->rules, rule, link);
	return 0;
}

int tctl_rule_matches(const struct tctl_rule *rule, const char *name,
		      unsigned int level)
{
	json_t *item;
	size_t i;

	if (rule->level >= 0 && (rule->level_only ?
				 level != (unsigned int)rule->level :
				 level > (unsigned int)rule->level))
		return 0;
	if (!tctl_glob_match(rule->pattern, name))
		return 0;
	json_array_foreach(rule->exclude, i, item)
		if (tctl_glob_match(json_string_value(item), name))
			return 0;
	return 1;
}

struct tctl_channel *tctl_channel_first_user(const struct tctl_session *session)
{
	struct tctl_channel *channel;

	TAILQ_FOREACH(channel, &session->channels, link)
		if (!channel->kernel)
			return channel;
	return NULL;
}

int tctl_channel_wants(const struct tctl_channel *channel, const char *name,
		       unsigned int level)
{
	const struct tctl_rule *rule;
	int wants = 0;

	TAILQ_FOREACH(rule, &channel->rules, link)
		if (rule->enable != wants &&
		    tctl_rule_matches(rule, name, level))
			wants = rule->enable;
	return wants;
}
