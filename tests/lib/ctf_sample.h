/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/ctf_sample.h: writes a small CTF 1.8 trace by hand, whole or with
 * one thing damaged; for testing the checker, which must refuse the damage by
 * the name of the rule it breaks. Shares no code with tracer or checker.
 */
#ifndef TESTS_CTF_SAMPLE_H
#define TESTS_CTF_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ctf_sample {
	const char *dir;
	const char *form;	/* little, big, compact, large */
	const char *damage;	/* a rule's name, or "" */
	bool be;		/* byte order of the trace */
	bool lttng;		/* headers as LTTng has them, not ours */
	bool compact;		/* of them: the small one */
	bool packetised;	/* metadata in packets */
};

static const uint8_t ctf_sample_uuid[16] = {
	0x3f, 0xab, 0x5f, 0x02, 0x6e, 0xc6, 0x40, 0x4d,
	0x82, 0x5a, 0x45, 0x3e, 0x62, 0x81, 0x5b, 0x8a,
};

bool ctf_sample_damaged(const struct ctf_sample *sample, const char *rule);

/* The text of the metadata, malloc'ed (ctf_sample_tsdl.c). */
char *ctf_sample_tsdl(const struct ctf_sample *sample);

#endif
