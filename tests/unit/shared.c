/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An immediate that a shared object exports is one for the executable and for
 * all objects, whoever sets it; objects loaded later begin with what it is at
 * that time; one that only objects loaded with RTLD_LOCAL can name is one for
 * those; and objects may come and go while another thread sets what they read.
 */
#define TRACECTL_LINKED
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <tests/lib/tap.h>
#include <tests/unit/shared.h>

#define HANG_SECONDS	60
#define NR_LOADS	200

__attribute__((noinline)) static int own_read(void)
{
	return shared_read();
}

static void *open_object(const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/.libs/%s.so",
		 getenv("top_builddir") ?: ".", name);
	return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void *load(const char *name)
{
	void *object = open_object(name);

	tap_ok(object != NULL, "%s loads", name);
	return object;
}

static int call(void *object, const char *name)
{
	int (*function)(void) = (int (*)(void))dlsym(object, name);

	return function ? function() : -1;
}

static int call_set(void *object, const char *name, int value)
{
	int (*set)(int) = (int (*)(int))dlsym(object, name);

	return set ? set(value) : -1;
}

static void test_linked(void)
{
	tap_is(own_read(), 1105, "the executable reads it");
	tap_is(shared_owner_read(), 1105, "its owner, too");
	tap_is(immediate_set(&shared_value, 7), 0, "set by the executable");
	tap_is(own_read(), 1107, "read by it");
	tap_is(shared_owner_read(), 1107, "read by its owner");
	tap_is(shared_owner_set(0), 0, "set by its owner");
	tap_is(own_read(), 1000, "read by the executable");
	tap_is(shared_owner_read(), 1000, "read by its owner");
}

static void test_loaded(void)
{
	void *reader;

	immediate_set(&shared_value, 42);
	immediate_set(&shared_way, 15);
	reader = load("shared_reader");
	if (!reader)
		return;
	tap_is(call(reader, "shared_reader_constructor"), 15142,
	       "its constructor read what it is now");
	tap_is(call(reader, "shared_reader_read"), 15142, "and so it does");
	immediate_set(&shared_value, 43);
	immediate_set(&shared_way, 16);
	tap_is(call(reader, "shared_reader_read"), 99143, "it follows a set");
	tap_is(own_read(), 99143, "as does the executable");
	dlclose(reader);
	tap_is(immediate_set(&shared_value, 44), 0, "set when it is unloaded");
	reader = load("shared_reader");
	tap_is(call(reader, "shared_reader_constructor"), 99144,
	       "loaded again it reads what it is by then");
	dlclose(reader);
}

static void test_local(void)
{
	void *user = load("shared_user");

	if (!user)
		return;
	tap_is(call(user, "shared_user_read"), 1, "the user reads it");
	tap_is(call_set(user, "shared_local_set", 2), 0, "its owner sets it");
	tap_is(call(user, "shared_user_read"), 2, "the user reads that");
	tap_is(call(user, "shared_local_read"), 2, "the owner, too");
	tap_is(call_set(user, "shared_user_set", 3), 0, "the user sets it");
	tap_is(call(user, "shared_local_read"), 3, "the owner reads that");
	tap_is(call(user, "shared_user_read"), 3, "the user, too");
	tap_ok(!dlsym(RTLD_DEFAULT, "shared_local_value"),
	       "nobody else can name it");
	dlclose(user);
	tap_is(immediate_set(&shared_value, 45), 0, "a set after both are gone");
}

static int stop;

/* Rises, so that a constructor's value can be judged. */
static void *set_on(void *arg)
{
	int n;

	for (n = 1; !__atomic_load_n(&stop, __ATOMIC_RELAXED); n++)
		if (immediate_set(&shared_value, n))
			return arg;
	return NULL;
}

/* Whether what its constructor and what it reads now were set in their time. */
static int is_current(void *reader, int before)
{
	const int begun = call(reader, "shared_reader_constructor") - 100;
	const int now = call(reader, "shared_reader_read") - 100;
	const int after = _immediate_read(&shared_value);

	return before <= begun && begun <= now && now <= after;
}

static int come_and_go(void)
{
	const int before = _immediate_read(&shared_value);
	void *reader = open_object("shared_reader");
	void *user = open_object("shared_user");
	int good = reader && user && is_current(reader, before) &&
		   !call_set(user, "shared_user_set", before) &&
		   call(user, "shared_local_read") == before;

	if (user)
		dlclose(user);
	if (reader)
		dlclose(reader);
	return good;
}

static void test_concurrent(void)
{
	void *failed = NULL;
	pthread_t thread;
	int i, good = 0;

	immediate_set(&shared_way, 0);
	immediate_set(&shared_value, 1);
	pthread_create(&thread, NULL, set_on, &stop);
	for (i = 0; i < NR_LOADS; i++)
		good += come_and_go();
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, &failed);
	tap_is(good, NR_LOADS, "objects come and go while another thread sets");
	tap_ok(!failed, "which it can all the time");
}

int main(void)
{
	alarm(HANG_SECONDS);
	test_linked();
	test_loaded();
	test_local();
	test_concurrent();
	return tap_done();
}
