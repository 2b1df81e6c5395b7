/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/channel.h: a channel of a session: sizes, mode, contexts, and
 * the rules that say which events go into it. The bytes are in regions
 * (region_file.h). Main thread only, once the session runs the sizes stay.
 */
#ifndef TRACECTLD_CHANNEL_H
#define TRACECTLD_CHANNEL_H

#include <stdint.h>
#include <sys/queue.h>
#include <jansson.h>
#include <tracectl/abi/kernel.h>
#include <tracectl/abi/ring.h>

#define TCTL_NAME_MAX		64	/* session and channel names */
#define TCTL_DEFAULT_SUBBUF	262144u
#define TCTL_DEFAULT_SUBBUFS	8u
#define TCTL_MAX_SAMPLE_HZ	10000u

struct tctl_session;
struct tctl_kernel_channel;

/* The last rule that describes an event decides. */
struct tctl_rule {
	TAILQ_ENTRY(tctl_rule) link;
	int enable;
	char *pattern;
	json_t *exclude;	/* array of patterns, or NULL */
	int level;		/* -1: any */
	int level_only;		/* this level alone, not the graver ones too */
};

struct tctl_channel {
	TAILQ_ENTRY(tctl_channel) link;
	struct tctl_session *session;
	char name[TCTL_NAME_MAX + 1];
	uint32_t mode;		/* TCTL_MODE_* */
	uint32_t protocol;	/* 0: as the process can; TCTL_PROTOCOL_* */
	uint32_t contexts;
	uint32_t subbuf_size, nr_subbufs;
	TAILQ_HEAD(, tctl_rule) rules;
	int kernel;		/* the kernel's events, not applications' */
	struct tctl_kernel_filter filter;	/* kernel */
	int follow;		/* kernel: only processes that were named */
	uint32_t sample_hz;	/* kernel: of profile_sample; 0: as usual */
	uint32_t profiles;	/* kernel: 1 << TCTL_KERNEL_PROFILE_* */
	struct tctl_kernel_channel *open;	/* kernel.h; NULL: not open */
};

/* 1 when the name may be a session's or a channel's. */
int tctl_name_valid(const char *name);

/*
 * Make a channel from what a client or the state file says; NULL: the default
 * one. On failure -errno and error says why.
 */
int tctl_channel_new(struct tctl_session *session, json_t *wanted,
		     struct tctl_channel **ret_channel, char *error,
		     size_t error_size);
void tctl_channel_free(struct tctl_channel *channel);

/* For the state file; tctl_channel_new() understands it. */
json_t *tctl_channel_json(const struct tctl_channel *channel);
const char *tctl_mode_name(uint32_t mode);

/* Add a rule; rules that it makes pointless go away. exclude is borrowed.
   0 or -ENOMEM. */
int tctl_channel_rule(struct tctl_channel *channel, int enable,
		      const char *pattern, json_t *exclude, int level,
		      int level_only);

/* The session's first channel for applications, or NULL: in it processes
   describe themselves. */
struct tctl_channel *tctl_channel_first_user(const struct tctl_session *session);

/* Whether an event of this name and level goes into the channel. */
int tctl_channel_wants(const struct tctl_channel *channel, const char *name,
		       unsigned int level);
/* Whether this rule alone describes the event. */
int tctl_rule_matches(const struct tctl_rule *rule, const char *name,
		      unsigned int level);

#endif
