/* SPDX-License-Identifier: MIT */
/*
 * libtrace/immediate.c: changing immediates. Called by applications through
 * struct tctl_object; tctl_object_lock is the lock of the interface.
 *
 * The variable is the truth: it is stored first, then every site whose state
 * differs from its variable is patched. A batch is so nothing but several
 * stores before one commit. Where that fails, site.c gives the variable the value
 * back that its sites still hold.
 */
#include <errno.h>

#include <libtrace/immediate.h>
#include <libtrace/object.h>
#include <libtrace/patcher.h>
#include <libtrace/site.h>

static int result(int err, const struct tctl_site_busy *busy)
{
	if (err)
		return err;
	if (!busy->immediates) {
		tctl_patch_forget();
		return 0;
	}
	tctl_patch_explain("%u sites of immediates hold foreign breakpoints "
			   "(remove them, and set again)", busy->immediates);
	return -EBUSY;
}

static int commit(void)
{
	struct tctl_site_busy busy;
	int err;

	tctl_object_lock();
	err = result(tctl_site_update(NULL, &busy), &busy);
	tctl_object_unlock();
	return err;
}

static int commit_early(void)
{
	struct tctl_site_busy busy;
	int err;

	tctl_object_lock();
	err = result(tctl_site_update_early(&busy), &busy);
	tctl_object_unlock();
	return err;
}

static int patcher(void)
{
	int now;

	tctl_object_lock();
	now = tctl_patcher();
	tctl_object_unlock();
	return now;
}

static int patcher_select(int wanted)
{
	int err;

	if (tctl_patcher_on_select)
		tctl_patcher_on_select(1);
	tctl_object_lock();
	err = tctl_patcher_select(wanted);
	tctl_object_unlock();
	if (tctl_patcher_on_select)
		tctl_patcher_on_select(0);
	return err;
}

static void prepare(const void *variable)
{
	tctl_object_lock();
	tctl_site_prepare(variable);
	tctl_object_unlock();
}

const struct tctl_immediate_calls tctl_immediate_calls = {
	.size = sizeof(tctl_immediate_calls),
	.lock = tctl_object_lock,
	.unlock = tctl_object_unlock,
	.commit = commit,
	.commit_early = commit_early,
	.patcher = patcher,
	.patcher_select = patcher_select,
	.reason = tctl_patch_reason,
	.prepare = prepare,
};
