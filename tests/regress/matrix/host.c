/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/matrix/host.c: runs the program of program.h and prints what
 * was found and what fired, in one line. Linked to it, or with HOST_DLOPEN
 * loading it as a shared object.
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to parts of it only */
#include <stdio.h>
#ifdef HOST_DLOPEN
#include <dlfcn.h>
#endif

#include <tracectl/object.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>

#ifdef HOST_DLOPEN
static int (*matrix_run_one)(int), (*matrix_run_two)(int), (*matrix_set)(int);
static long (*matrix_sum)(void);

static int load(const char *path)
{
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!object) {
		printf("%s\n", dlerror());
		return -1;
	}
	matrix_run_one = (int (*)(int))dlsym(object, "matrix_run_one");
	matrix_run_two = (int (*)(int))dlsym(object, "matrix_run_two");
	matrix_set = (int (*)(int))dlsym(object, "matrix_set");
	matrix_sum = (long (*)(void))dlsym(object, "matrix_sum");
	return 0;
}
#else
int matrix_run_one(int x);
int matrix_run_two(int x);
int matrix_set(int x);
long matrix_sum(void);

static int load(const char *path)
{
	(void)path;
	return 0;
}
#endif

/* Every event's name, once more or once less. */
static int switch_all(void (*change)(uint32_t))
{
	uint32_t i;

	for (i = 1; i <= tctl_event_count(); i++)
		change(tctl_events[i].name);
	return tctl_gate_commit(NULL);
}

static int fired(int *ret_wanted)
{
	const int before = records;

	*ret_wanted = matrix_run_one(1) + matrix_run_two(2);
	return records - before;
}

/* Sites, and of them those of values that hold no constant. */
static void count(int *ret_sites, int *ret_loads)
{
	struct tctl_loaded *object;
	uint32_t i;

	for (object = tctl_object_first(); object; object = object->next) {
		*ret_sites += object->nr_sites;
		for (i = 0; i < object->nr_sites; i++)
			*ret_loads += object->sites[i].kind == TCTL_SITE_VALUE &&
				      !object->sites[i].settled;
	}
}

int main(int argc, char **argv)
{
	int wanted, sites = 0, loads = 0, err;

	if (load(argc > 1 ? argv[1] : ""))
		return 1;
	count(&sites, &loads);
	printf("sites %d loads %d events %u", sites, loads, tctl_event_count());
	printf(" dormant %d", fired(&wanted));
	err = switch_all(tctl_gate_want);
	printf(" open %d/%d", fired(&wanted), wanted);
	err |= switch_all(tctl_gate_unwant);
	printf(" closed %d", fired(&wanted));
	printf(" sum %ld", matrix_sum());
	err |= matrix_set(100);
	printf(" %ld", matrix_sum());
	err |= matrix_set(0);
	printf(" %ld error %d\n", matrix_sum(), err);
	return 0;
}
