/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An immediate that a shared object exports is one for the executable and for
 * all objects, whoever sets it; objects loaded later begin with what it is at
 * that time; and one that only objects loaded with RTLD_LOCAL can name is one
 * for those.
 */
#define TRACECTL_LINKED
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <tests/lib/tap.h>
#include <tests/unit/shared.h>

#define HANG_SECONDS	60

__attribute__((noinline)) static int own_read(void)
{
	return shared_read();
}

static void *load(const char *name)
{
	char path[4096];
	void *object;

	snprintf(path, sizeof(path), "%s/.libs/%s.so",
		 getenv("top_builddir") ?: ".", name);
	object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
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

int main(void)
{
	alarm(HANG_SECONDS);
	test_linked();
	test_loaded();
	test_local();
	return tap_done();
}
