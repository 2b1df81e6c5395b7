/* SPDX-License-Identifier: MIT */
/* libtrace/version.c: what this library is, for `strings` and for status. */
#include <tracectl/abi/app.h>

__attribute__((used, visibility("default")))
const char tctl_version[] = "tracectl " PACKAGE_VERSION;
