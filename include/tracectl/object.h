/* SPDX-License-Identifier: MIT */
/*
 * tracectl/object.h: what each executable or shared object with sites carries
 * once, whichever of its files include this: the note that announces its
 * sections, the hidden struct tctl_object that the library fills in, and the
 * calls that make it known before its own constructors run and take it back
 * when it is unloaded.
 *
 * The library is referred to weakly: without it everything links and runs, and
 * gates never open. With TRACECTL_LINKED defined the reference is strong: the
 * linker keeps libtracectl under --as-needed and takes it out of an archive.
 */
#ifndef TRACECTL_OBJECT_H
#define TRACECTL_OBJECT_H

#include <tracectl/abi/site.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TRACECTL_LINKED
#define TCTL_OBJECT_REFERENCE
#else
#define TCTL_OBJECT_REFERENCE	__attribute__((weak))
#endif

/* Exported by libtracectl; called once by every object that can see it. */
extern void tctl_object_register(struct tctl_object *object)
	TCTL_OBJECT_REFERENCE;

/* Idempotent; called for the sake of the reference: it takes the library's
   constructor, and with it all the rest, out of an archive. */
extern void tctl_library_init(void);

#define TCTL_OBJECT_OWN \
	__attribute__((weak, visibility("hidden"), used))

extern struct tctl_object tctl_object;
TCTL_OBJECT_OWN struct tctl_object tctl_object = { 0, 0, 0 };

void tctl_object_begin(void);
TCTL_OBJECT_OWN void tctl_object_begin(void)
{
#ifndef TRACECTL_LINKED
	if (!tctl_object_register)
		return;
#elif !defined(TCTL_LIBRARY)
	tctl_library_init();
#endif
	tctl_object_register(&tctl_object);
}

void tctl_object_ended(struct tctl_object *object);
TCTL_OBJECT_OWN void tctl_object_ended(struct tctl_object *object)
{
	(void)object;
}

/* (I-C) pairs with ask_to_tell() in object.c: either the library sees that this
   object has ended, or this sees that the library has taken it in. */
void tctl_object_end(void);
TCTL_OBJECT_OWN void tctl_object_end(void)
{
	void (*unregister)(struct tctl_object *object) =
		__atomic_exchange_n(&tctl_object.unregister, &tctl_object_ended,
				    __ATOMIC_ACQ_REL);

	if (unregister)
		unregister(&tctl_object);
}

#ifdef __cplusplus
}
#endif

#if defined(__arm__)
#define TCTL_ASM_TYPE	"%"	/* there @ begins a comment */
#else
#define TCTL_ASM_TYPE	"@"
#endif
#if __SIZEOF_POINTER__ == 8
#define TCTL_ASM_POINTER	".quad "
#else
#define TCTL_ASM_POINTER	".long "
#endif

#define TCTL_ASM_MEMBER(name, flags, type) \
	".pushsection " name ",\"" flags "G\"," TCTL_ASM_TYPE type \
	",tctl_object_note,comdat\n"

/*
 * One group, so that all of it is kept or dropped together: the linker keeps
 * constructors. The empty site and slot make sure that both sections exist,
 * and so the symbols for their ends. The outer condition is for link-time
 * optimisation, where several files become one piece of assembly.
 */
__asm__(
	".ifndef tctl_object_note_once\n"
	".set tctl_object_note_once, 1\n"
	TCTL_ASM_MEMBER(TCTL_SECTION_SITES, "a", "progbits")
	".p2align 2\n"
	".long 0, 0, 0\n"
	".popsection\n"
	TCTL_ASM_MEMBER(TCTL_SECTION_EVENTS, "aw", "progbits")
	".p2align 3\n"
	".long 0, 0\n"
	".short 16, 0\n"
	".long 0\n"
	".popsection\n"
	TCTL_ASM_MEMBER(TCTL_SECTION_NOTE, "a", "note")
	".p2align 2\n"
	".long 9, 24, 1\n"
	".asciz \"" TCTL_NOTE_OWNER "\"\n"
	".p2align 2\n"
	".long 1\n"
	".long __start_tctl_sites - .\n"
	".long __stop_tctl_sites - .\n"
	".long __start_tctl_slots - .\n"
	".long __stop_tctl_slots - .\n"
	".long tctl_object - .\n"
	".popsection\n"
	TCTL_ASM_MEMBER(".init_array.00101", "aw", "init_array")
	TCTL_ASM_POINTER "tctl_object_begin\n"
	".popsection\n"
	TCTL_ASM_MEMBER(".fini_array.00101", "aw", "fini_array")
	TCTL_ASM_POINTER "tctl_object_end\n"
	".popsection\n"
	".hidden __start_tctl_sites\n"
	".hidden __stop_tctl_sites\n"
	".hidden __start_tctl_slots\n"
	".hidden __stop_tctl_slots\n"
	".endif\n");

#endif
