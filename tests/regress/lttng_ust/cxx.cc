// SPDX-License-Identifier: GPL-2.0-or-later
// tests/regress/lttng_ust/cxx.cc: the provider of cxx.h and who hits it.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "cxx.h"

#include <string>
#include <vector>

template <typename T>
static void report(const std::string &name, const std::vector<T> &values)
{
	lttng_ust_tracepoint(tctl_cxx, object, name.c_str(), values.data(),
			     values.size(), !values.empty(),
			     values.size() / 4.0);
}

extern "C" void cxx_run(void)
{
	report<int>("first", {1, -2, 3});
	report<int>("empty", {});
	report<int>(std::string(300, 'x'), std::vector<int>(40, 7));
}
