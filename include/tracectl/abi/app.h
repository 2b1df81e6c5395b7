/* SPDX-License-Identifier: MIT */
/*
 * abi/app.h: how applications and daemons meet: the runtime directory, the
 * control page and the messages of the application socket.
 *
 * Runtime directory: $TRACECTL_RUNTIME_DIR (ignored when AT_SECURE), else
 * /dev/shm/tracectl-UID; where that name belongs to somebody else
 * /dev/shm/tracectl-UID.1 .. .9. Mode 0700 (root's: 0711). It holds
 *	page		struct tctl_page, 0600, made by whoever comes first
 *	app.sock	SOCK_SEQPACKET, applications (root's: 0666)
 *	ctl.sock	SOCK_STREAM, clients, JSON lines
 *	regions/	region files, 0600
 *	state.json	the daemon's sessions, for its successor
 *
 * An application looks at its own user's page only; root's daemon writes into
 * the pages of all users. `page` must be a regular file, owned by the user or
 * root, with one link, not writable by others; opened with O_NOFOLLOW.
 *
 * The numbers in `page` are little-endian on all machines (the doorbell only
 * has to change). Messages are in the application's byte order, which shows in
 * the size of its HELLO.
 *
 * Messages: one SEQPACKET datagram each, size and version first, unknown tail
 * ignored, at most TCTL_MAX_MESSAGE bytes. What is variable follows the fixed
 * struct.
 */
#ifndef TRACECTL_ABI_APP_H
#define TRACECTL_ABI_APP_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/assert.h>

#define TCTL_PAGE_MAGIC		0x3165676170746374ull	/* "tctpage1" */
#define TCTL_PAGE_VERSION	1
#define TCTL_PAGE_SIZE		4096
#define TCTL_APP_VERSION	1
#define TCTL_MAX_MESSAGE	65536u
#define TCTL_MAX_CHANNELS	32u	/* per process, over all sessions */

/* Daemon kinds: index into tctl_page.daemons. */
#define TCTL_DAEMON_USER	0
#define TCTL_DAEMON_ROOT	1
#define TCTL_DAEMON_KINDS	2

/* Written by that kind's daemon with pwrite; generation last. */
struct tctl_page_daemon {
	uint32_t generation;	/* 0: none ever; changes at each daemon start;
				   odd: running, even: ended in order */
	uint32_t pid;		/* hint for humans only */
	char path[104];		/* of app.sock, NUL-terminated */
	uint64_t reserved[2];
};
TCTL_ASSERT_SIZE(struct tctl_page_daemon, 128);

struct tctl_page {
	uint64_t magic;
	uint32_t version;
	uint32_t size;
	/*
	 * Futex word. A daemon stores a fresh value (pwrite) and wakes all; an
	 * application's own threads add 1 and wake with their process's bit.
	 * The agent waits with FUTEX_WAIT_BITSET, bit 1 << (pid % 32).
	 */
	uint32_t doorbell;
	uint32_t reserved[27];
	struct tctl_page_daemon daemons[TCTL_DAEMON_KINDS];
};
TCTL_ASSERT_OFFSET(struct tctl_page, daemons, 128);

/* Message types. A: application to daemon, D: daemon to application. */
#define TCTL_MSG_HELLO		1	/* A: first message */
#define TCTL_MSG_EVENT		2	/* A: one event of this process */
#define TCTL_MSG_OBJECT		3	/* A: a loaded object */
#define TCTL_MSG_READY		4	/* A: all of HELLO's list was sent */
#define TCTL_MSG_ACK		5	/* A: answer to SYNC */
#define TCTL_MSG_BYE		6	/* A: parting in order; rings stay */
#define TCTL_MSG_CHANNEL	16	/* D: map a region (one descriptor attached;
					   two where a counted one is added) */
#define TCTL_MSG_CHANNEL_CLOSE	17	/* D: unmap it */
#define TCTL_MSG_ENABLE		18	/* D: events to record into a channel */
#define TCTL_MSG_DISABLE	19	/* D: events no longer to record */
#define TCTL_MSG_STATEDUMP	20	/* D: write the statedump into a channel */
#define TCTL_MSG_FLUSH		21	/* D: close partial counted sub-buffers */
#define TCTL_MSG_SYNC		22	/* D: apply all before, then ACK */
#define TCTL_MSG_REFUSED	23	/* D: goodbye; text follows */

struct tctl_message {
	uint32_t size;		/* of the whole message */
	uint16_t version;	/* TCTL_APP_VERSION */
	uint16_t type;		/* TCTL_MSG_* */
};

#define TCTL_HELLO_RSEQ		(1u << 0)	/* can write whole rings */
#define TCTL_HELLO_SYNC_CORE	(1u << 1)	/* the kernel synchronises code;
						   else value immediates stay
						   loads */
#define TCTL_HELLO_NARROW	(1u << 2)	/* writes narrow regions only */
#define TCTL_HELLO_PATCHER(f)	(((f) >> 8) & 0xf)	/* 0 generic, 1 flip, 2 breakpoint */

struct tctl_msg_hello {
	struct tctl_message head;
	uint32_t pid;		/* as the process sees itself (vpid); the daemon
				   takes the real one from SO_PEERCRED */
	uint32_t word_size;	/* 32 or 64 */
	uint32_t flags;		/* TCTL_HELLO_* */
	uint32_t nr_cpus;	/* possible CPUs as the process sees them */
	uint64_t token;		/* of the `tracectl record` it was started by
				   (environment TRACECTL_TOKEN), 0: none */
	uint64_t start_ns;	/* CLOCK_MONOTONIC */
	char procname[16];
	char exe[];		/* path, NUL-terminated, may be cut */
};

/* An event of this process. kinds[] then text follow; index is the process's
   own name for it (struct tctl_event_slot.index). Re-sent after each connect. */
struct tctl_msg_event {
	struct tctl_message head;
	uint32_t index;
	uint16_t nr_fields;
	uint8_t level;
	uint8_t reserved;
	uint32_t nr_sites;	/* gates with this provider:name in the process */
	uint32_t text_size;	/* NUL included */
	uint32_t reserved2[2];
	uint64_t kinds[];	/* (nr_fields + 1) / 2 words, then the text */
};

struct tctl_msg_object {
	struct tctl_message head;
	uint64_t base;		/* lowest mapped address */
	uint64_t size;
	uint32_t loaded;	/* 1: loaded, 0: gone */
	uint32_t build_id_size;
	char rest[];		/* build id bytes, then the path, NUL-terminated */
};

struct tctl_msg_ack {
	struct tctl_message head;
	uint64_t serial;	/* of the SYNC */
	int32_t error;		/* 0 or a negative errno: the first failure since
				   the last ACK (e.g. text can't be patched) */
	uint32_t busy_sites;	/* left alone: foreign breakpoints */
	char text[];		/* what failed, NUL-terminated */
};

/*
 * channel: slot in the process, 0 .. TCTL_MAX_CHANNELS - 1, chosen by the
 * daemon, unique over both daemon kinds: user daemons use 0..15, root's 16..31.
 * Descriptors: the region for this process: `whole` shared per user, or a
 * counted one of its own. A process that sent TCTL_HELLO_RSEQ gets two: the
 * shared whole one, and a small counted one for its threads without rseq.
 */
struct tctl_msg_channel {
	struct tctl_message head;
	uint32_t channel;
	uint32_t nr_regions;	/* 1 or 2 */
	uint64_t region_size[2];
};

struct tctl_msg_channel_close {
	struct tctl_message head;
	uint32_t channel;
	uint32_t reserved;
};

/* Follows ENABLE: nr pairs. DISABLE: id is ignored. */
struct tctl_event_id {
	uint32_t index;		/* tctl_msg_event.index */
	uint32_t id;		/* in the channel's stream class, 0 .. TCTL_ID_MAX */
};

struct tctl_msg_enable {
	struct tctl_message head;
	uint32_t channel;
	uint32_t nr;
	struct tctl_event_id ids[];
};

struct tctl_msg_channel_only {	/* STATEDUMP, FLUSH */
	struct tctl_message head;
	uint32_t channel;
	uint32_t reserved;
};

struct tctl_msg_sync {
	struct tctl_message head;
	uint64_t serial;
	uint64_t readies;	/* how many READYs of this connection it answers:
				   all that came before what was ordered */
};

TCTL_ASSERT_SIZE(struct tctl_message, 8);
TCTL_ASSERT_OFFSET(struct tctl_msg_hello, token, 24);
TCTL_ASSERT_OFFSET(struct tctl_msg_event, kinds, 32);
TCTL_ASSERT_OFFSET(struct tctl_msg_object, rest, 32);
TCTL_ASSERT_OFFSET(struct tctl_msg_ack, text, 24);
TCTL_ASSERT_SIZE(struct tctl_msg_sync, 24);
TCTL_ASSERT_SIZE(struct tctl_msg_channel, 32);

#endif
