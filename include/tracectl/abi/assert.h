/* SPDX-License-Identifier: MIT */
/* abi/assert.h: compile-time layout checks, the same in C and C++. */
#ifndef TRACECTL_ABI_ASSERT_H
#define TRACECTL_ABI_ASSERT_H

#ifdef __cplusplus
#define TCTL_STATIC_ASSERT(cond, text)	static_assert(cond, text)
#else
#define TCTL_STATIC_ASSERT(cond, text)	_Static_assert(cond, text)
#endif

#define TCTL_ASSERT_SIZE(type, bytes) \
	TCTL_STATIC_ASSERT(sizeof(type) == (bytes), "size of " #type)
#define TCTL_ASSERT_OFFSET(type, field, bytes) \
	TCTL_STATIC_ASSERT(offsetof(type, field) == (bytes), \
			   "offset of " #field " in " #type)

#endif
