/* SPDX-License-Identifier: MIT */
/*
 * libtrace/immediate.c: changing immediates. Called by applications through
 * struct tctl_object; tctl_object_lock is the lock of the interface.
 *
 * The variable is the truth: it is stored first, then every site whose state
 * differs from its variable is patched. A batch is so nothing but several
 * stores before one commit.
 */
#include <stdint.h>
#include <string.h>

#include <libtrace/immediate.h>
#include <libtrace/object.h>
#include <libtrace/site.h>

static int commit(void)
{
	int err;

	tctl_object_lock();
	err = tctl_site_update(NULL, NULL);
	tctl_object_unlock();
	return err;
}

static int commit_early(void)
{
	int err;

	tctl_object_lock();
	err = tctl_site_update_early(NULL);
	tctl_object_unlock();
	return err;
}

const struct tctl_immediate_calls tctl_immediate_calls = {
	.size = sizeof(tctl_immediate_calls),
	.lock = tctl_object_lock,
	.unlock = tctl_object_unlock,
	.commit = commit,
	.commit_early = commit_early,
};
