/* SPDX-License-Identifier: MIT */
/*
 * tracectl/immediate.h: immediate values: variables that are read all the time
 * and changed rarely, and live as constants inside the instructions that read
 * them. See immediate(3).
 *
 *	immediate_int_t depth = IMMEDIATE_INIT(3);
 *	...
 *	if (immediate_read(&depth) > 3) ...
 *	immediate_if (&verbose) { ... } else { ... }
 *	immediate_switch (&mode) { case 0: ... break; default: ... }
 *	immediate_set(&depth, 5);
 *
 * An immediate is an ordinary global or static variable (extern, hidden or
 * exported), so that its address is a constant: what immediate_read() and
 * immediate_if are given is `&variable` (C++11 and 14: of a variable with a
 * name at namespace scope or a static member). Without libtracectl, and where
 * code can't be patched, reads load the variable: always right, merely slower.
 *
 * Locking: immediate_set() and batches take one lock, immediate_lock(), which
 * is recursive; don't call them from signal handlers. Reads take none.
 *
 * Ordering: reads are like relaxed atomic loads. While immediate_set() runs, each
 * read gives the old or the new value, never a mixture nor anything else; each
 * place in the code gives a thread the values in the order in which they were
 * set, but two places may differ. When it has returned 0, every thread reads the
 * new value everywhere. So do objects that are loaded later, their constructors
 * included.
 */
#ifndef TRACECTL_IMMEDIATE_H
#define TRACECTL_IMMEDIATE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include <tracectl/object.h>
#include <tracectl/arch/immediate.h>

/* A type for immediates; type has 1, 2, 4 or 8 bytes. */
#define DEFINE_IMMEDIATE_TYPE(type, name) \
	TCTL_STATIC_ASSERT(sizeof(type) == 1 || sizeof(type) == 2 || \
			   sizeof(type) == 4 || sizeof(type) == 8, \
			   "an immediate has 1, 2, 4 or 8 bytes"); \
	typedef struct { type value; } name

DEFINE_IMMEDIATE_TYPE(char, immediate_char_t);
DEFINE_IMMEDIATE_TYPE(short, immediate_short_t);
DEFINE_IMMEDIATE_TYPE(int, immediate_int_t);
DEFINE_IMMEDIATE_TYPE(long, immediate_long_t);
DEFINE_IMMEDIATE_TYPE(void *, immediate_void_ptr_t);

#define IMMEDIATE_INIT(initial)	{ (initial) }

/* What the library gives each object; grows at the end. */
struct tctl_immediate_calls {
	size_t size;
	void (*lock)(void);
	void (*unlock)(void);
	int (*commit)(void);
	int (*commit_early)(void);
	int (*patcher)(void);
	int (*patcher_select)(int patcher);
	const char *(*reason)(void);
	void (*prepare)(const void *variable);
};

/* How code is changed under running threads; see immediate(3). */
#define IMMEDIATE_PATCHER_AUTO		(-1)	/* environment, processor */
#define IMMEDIATE_PATCHER_NONE		0	/* no code is changed */
#define IMMEDIATE_PATCHER_FLIP		1	/* by one store */
#define IMMEDIATE_PATCHER_BREAKPOINT	2	/* behind a breakpoint */

static inline const struct tctl_immediate_calls *tctl_immediate_library(void)
{
	/* (I-B) pairs with take_in() in object.c. */
	return __atomic_load_n(&tctl_object.immediate, __ATOMIC_ACQUIRE);
}

static inline void immediate_lock(void)
{
	if (tctl_immediate_library())
		tctl_immediate_library()->lock();
}

static inline void immediate_unlock(void)
{
	if (tctl_immediate_library())
		tctl_immediate_library()->unlock();
}

static inline int tctl_immediate_commit(void)
{
	return tctl_immediate_library() ? tctl_immediate_library()->commit() : 0;
}

static inline int tctl_immediate_commit_early(void)
{
	return tctl_immediate_library() ?
		tctl_immediate_library()->commit_early() : 0;
}

static inline int tctl_immediate_commit_unlock(void)
{
	int err = tctl_immediate_commit();

	immediate_unlock();
	return err;
}

/* An older library's calls end before `member`. */
#define TCTL_IMMEDIATE_HAS(member) \
	(tctl_immediate_library() && tctl_immediate_library()->size > \
	 offsetof(struct tctl_immediate_calls, member))

/* IMMEDIATE_PATCHER_*; without the library _NONE. */
static inline int immediate_patcher(void)
{
	return TCTL_IMMEDIATE_HAS(patcher) ?
		tctl_immediate_library()->patcher() : IMMEDIATE_PATCHER_NONE;
}

/* Choose it. 0, or a negative errno (immediate_reason() says why), and then
   nothing changes. Not under immediate_lock(). */
static inline int immediate_patcher_select(int patcher)
{
	return TCTL_IMMEDIATE_HAS(patcher_select) ?
		tctl_immediate_library()->patcher_select(patcher) : -ENOSYS;
}

/* Why the last set, commit or choice failed: one line; "" when it did not. */
static inline const char *immediate_reason(void)
{
	return TCTL_IMMEDIATE_HAS(reason) ?
		tctl_immediate_library()->reason() : "";
}

/* A variable is going to be stored. */
static inline void tctl_immediate_prepare(const void *variable)
{
	if (TCTL_IMMEDIATE_HAS(prepare))
		tctl_immediate_library()->prepare(variable);
}

/* A plain load. */
#ifdef __cplusplus
extern "C++" {
template <typename T>
inline decltype(T::value) tctl_immediate_load(const T *v)
{
	decltype(T::value) loaded;

	__atomic_load(&v->value, &loaded, __ATOMIC_RELAXED);
	return loaded;
}
}
#define _immediate_read(...)	(tctl_immediate_load(__VA_ARGS__))
#else
#define _immediate_read(v) \
	__extension__({ \
		__typeof__((v)->value) tctl_loaded; \
		__atomic_load(&(v)->value, &tctl_loaded, __ATOMIC_RELAXED); \
		tctl_loaded; \
	})
#endif

#define TCTL_IMMEDIATE_STORE(v, x) \
	__extension__({ \
		__typeof__((v)->value) tctl_new = (x); \
		tctl_immediate_prepare(v); \
		__atomic_store(&(v)->value, &tctl_new, __ATOMIC_RELAXED); \
	})

/*
 * Change an immediate and every instruction that holds it. 0, or a negative errno
 * (immediate_reason() says why): some instruction that could be changed before
 * can't be any more, and the immediate has its former value again, everywhere;
 * other threads may have read the new one in between. -ENOSYS with the new value
 * in it: it is changed, and other threads may go on reading the former one for a
 * while, as the kernel has begun to refuse membarrier.
 */
#define immediate_set(v, x) \
	__extension__({ \
		immediate_lock(); \
		TCTL_IMMEDIATE_STORE(v, x); \
		tctl_immediate_commit_unlock(); \
	})

/* The same, for callers that hold immediate_lock(). */
#define _immediate_set(v, x) \
	__extension__({ \
		TCTL_IMMEDIATE_STORE(v, x); \
		tctl_immediate_commit(); \
	})

/* The same while the process has one thread: no synchronisation. */
#define immediate_set_early(v, x) \
	__extension__({ \
		TCTL_IMMEDIATE_STORE(v, x); \
		tctl_immediate_commit_early(); \
	})

/*
 * Change many with one synchronisation: begin takes the lock, commit patches
 * and releases it and returns what immediate_set() does; those that can be
 * changed are, even if others can't. In between, readers see old and new values
 * of what was set.
 */
#define immediate_batch_begin()		immediate_lock()
#define immediate_batch_set(v, x)	TCTL_IMMEDIATE_STORE(v, x)
#define immediate_batch_commit()	tctl_immediate_commit_unlock()

/* if (value != 0), the branch being a plain load's. */
#define _immediate_if(...)	if (_immediate_read(__VA_ARGS__))

/* switch (value), the value being loaded. */
#define _immediate_switch(...)	switch (_immediate_read(__VA_ARGS__))

/*
 * The ways of a switch. The function that contains TCTL_SWITCH() returns a
 * constant at each of its labels; where it is inlined into a `switch` statement
 * compilers turn each into a jump to its case, and so the labels into the cases.
 */
#define TCTL_WAYS \
	w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15
#define TCTL_WAY_RETURNS(value) \
	w0: return value(0); w1: return value(1); w2: return value(2); \
	w3: return value(3); w4: return value(4); w5: return value(5); \
	w6: return value(6); w7: return value(7); w8: return value(8); \
	w9: return value(9); w10: return value(10); w11: return value(11); \
	w12: return value(12); w13: return value(13); w14: return value(14); \
	w15: return value(15);

#ifndef TCTL_VALUE	/* the port has none */

#define immediate_read(...)	_immediate_read(__VA_ARGS__)
#define immediate_if(...)	_immediate_if(__VA_ARGS__)

#elif defined(__cplusplus)

extern "C++" {
/* Holds the immediate's address where asm can name it: neither a static
   object of an inline function nor a symbol of another object can be. */
template <typename P, P V>
struct tctl_immediate_key {
	static const void *const at __attribute__((visibility("hidden")));
};

template <typename P, P V>
const void *const tctl_immediate_key<P, V>::at = V;

template <typename P, P V> __attribute__((always_inline))
inline decltype(V->value) tctl_immediate_read()
{
	union {
		TCTL_BITS bits;
		__typeof__(V->value) value;
	} read;

	if (!TCTL_VALUE_FITS(sizeof(read.value)))
		return tctl_immediate_load(V);
	TCTL_VALUE(read.bits, (&tctl_immediate_key<P, V>::at),
		   sizeof(read.value));
	TCTL_VALUE_PLACE(read.bits, sizeof(read.value));
	return read.value;
}

template <typename P, P V> __attribute__((always_inline))
inline bool tctl_immediate_is_open()
{
	TCTL_VARIABLE_GATE((&tctl_immediate_key<P, V>::at), sizeof(V->value),
			   open);
	return false;
open:
	return true;
}

#ifdef TCTL_SWITCH
template <typename P, P V> __attribute__((always_inline))
inline decltype(V->value) tctl_immediate_way()
{
	TCTL_SWITCH((&tctl_immediate_key<P, V>::at), sizeof(V->value), load,
		    TCTL_WAYS);
load:
	return tctl_immediate_load(V);
	TCTL_WAY_RETURNS(static_cast<decltype(V->value)>)
}
#endif
}

#define immediate_read(...) \
	(tctl_immediate_read<__typeof__(__VA_ARGS__), __VA_ARGS__>())
#define immediate_if(...) \
	if (__builtin_expect(tctl_immediate_is_open<__typeof__(__VA_ARGS__), \
						    __VA_ARGS__>(), 0) && \
	    _immediate_read(__VA_ARGS__))
#ifdef TCTL_SWITCH
#define immediate_switch(...) \
	switch (tctl_immediate_way<__typeof__(__VA_ARGS__), __VA_ARGS__>())
#endif

#else

/* The value, from an immediate operand. */
#define immediate_read(v) \
	__extension__({ \
		static const void *const tctl_key = (v); \
		union { \
			TCTL_BITS bits; \
			__typeof__((v)->value) value; \
		} tctl_read; \
		if (TCTL_VALUE_FITS(sizeof(tctl_read.value))) { \
			TCTL_VALUE(tctl_read.bits, &tctl_key, \
				   sizeof(tctl_read.value)); \
			TCTL_VALUE_PLACE(tctl_read.bits, \
					 sizeof(tctl_read.value)); \
		} else { \
			tctl_read.value = _immediate_read(v); \
		} \
		tctl_read.value; \
	})

/*
 * if (value != 0): while it is 0 a gate's one instruction. Each gate is in a
 * function of its own, which takes optimisation; without it, the branch is on
 * an immediate operand.
 */
#ifdef __OPTIMIZE__

__attribute__((always_inline))
static inline int tctl_immediate_is_open(const void *const *key,
					 const size_t size)
{
	TCTL_VARIABLE_GATE(key, size, open);
	return 0;
open:
	return 1;
}

#ifdef TCTL_SWITCH
/* -1: the value is to be loaded. */
__attribute__((always_inline))
static inline int tctl_immediate_way(const void *const *key, const size_t size)
{
	TCTL_SWITCH(key, size, load, TCTL_WAYS);
load:
	return -1;
	TCTL_WAY_RETURNS()
}

#define immediate_switch(v) \
	switch (__extension__({ \
		static const void *const tctl_key = (v); \
		const int tctl_way = tctl_immediate_way(&tctl_key, \
						sizeof((v)->value)); \
		tctl_way >= 0 ? (__typeof__((v)->value))tctl_way : \
				_immediate_read(v); \
	}))
#endif

#define TCTL_IMMEDIATE_TEST(v) \
	__extension__({ \
		static const void *const tctl_key = (v); \
		tctl_immediate_is_open(&tctl_key, sizeof((v)->value)); \
	})
#define immediate_if(v) \
	if (__builtin_expect(TCTL_IMMEDIATE_TEST(v), 0) && _immediate_read(v))

#else
#define immediate_if(v)		if (immediate_read(v))
#endif

#endif

/* Without optimisation, and on ports that turn no jumps: on the operand. */
#ifndef immediate_switch
#define immediate_switch(...)	switch (immediate_read(__VA_ARGS__))
#endif

#endif
