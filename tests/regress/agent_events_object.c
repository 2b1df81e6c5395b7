/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/agent_events_object.c: loaded by agent_events.c. */
#include <tracectl/probe.h>

void hit_there(int number, void (*note)(int number));

void hit_there(int number, void (*note)(int number))
{
	PROBE(agent, hit, (number, number));
	note(number);
}
