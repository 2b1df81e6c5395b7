/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/stress/load.h: between load.c and the object that it loads. */
#ifndef STRESS_LOAD_H
#define STRESS_LOAD_H

#include <tracectl/immediate.h>

/* Defined by the program, read by the object. */
extern immediate_int_t load_shared;

struct load_report {
	int constructor_value;	/* load_shared as the constructor read it */
	int constructor_open;	/* whether the steady gate was open then */
};

/* Runs the toggled gate; what the constructor found. */
const struct load_report *load_run(void);

#endif
