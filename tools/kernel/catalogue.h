/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/catalogue.h: how a catalogue (event.h) is put together.
 */
#ifndef TOOLS_KERNEL_CATALOGUE_H
#define TOOLS_KERNEL_CATALOGUE_H

#include "tools/kernel/event.h"

/*
 * The catalogue of a tree of format files, SYSTEM/NAME/format below the folder
 * events; events < 0: of a kernel that shows none, note says why. 0 or -errno.
 */
int tctl_kernel_catalogue_read(int events, const char *note,
			       struct tctl_kernel_catalogue **ret_catalogue);

#endif
