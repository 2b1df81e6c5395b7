/* SPDX-License-Identifier: MIT */
/*
 * tracectl/field_c.h: fields of probes in C: kinds by _Generic, one variable
 * per field, so that each expression is evaluated once. The variable has the
 * field's name in it, and so have the compiler's complaints.
 *
 * TCTL_CHECK_FORM(field, expr, form, extra) checks and declares, TCTL_PUT_FORM
 * serialises, TCTL_KIND_FORM is an integer constant.
 */
#ifndef TRACECTL_FIELD_C_H
#define TRACECTL_FIELD_C_H

#include <tracectl/field_build.h>

#define TCTL_FIELD_VAR(f)	tctl_field_##f
#define TCTL_FIELD_NUMBER(f)	tctl_number_##f

#define TCTL_REQUIRE(cond, f, text) \
	__extension__ _Static_assert(cond, "tracectl: field " #f ": " text);

/* The kind of a value; 0 where it can't be recorded. */
#define TCTL_KIND_C(v) _Generic((v), \
	_Bool: (unsigned int)TCTL_KIND_BOOL, \
	char: TCTL_KIND_INTEGER((char)-1 < 0 ? TCTL_KIND_INT : \
				TCTL_KIND_UINT, 1), \
	signed char: TCTL_KIND_INTEGER(TCTL_KIND_INT, 1), \
	unsigned char: TCTL_KIND_INTEGER(TCTL_KIND_UINT, 1), \
	short: TCTL_KIND_INTEGER(TCTL_KIND_INT, 2), \
	unsigned short: TCTL_KIND_INTEGER(TCTL_KIND_UINT, 2), \
	int: TCTL_KIND_INTEGER(TCTL_KIND_INT, 4), \
	unsigned int: TCTL_KIND_INTEGER(TCTL_KIND_UINT, 4), \
	long: TCTL_KIND_INTEGER(TCTL_KIND_INT, sizeof(long)), \
	unsigned long: TCTL_KIND_INTEGER(TCTL_KIND_UINT, sizeof(long)), \
	long long: TCTL_KIND_INTEGER(TCTL_KIND_INT, 8), \
	unsigned long long: TCTL_KIND_INTEGER(TCTL_KIND_UINT, 8), \
	float: TCTL_KIND_INTEGER(TCTL_KIND_FLOAT, 4), \
	double: TCTL_KIND_INTEGER(TCTL_KIND_FLOAT, 8), \
	long double: TCTL_KIND_INTEGER(TCTL_KIND_FLOAT, 8), \
	char *: (unsigned int)TCTL_KIND_STRING, \
	const char *: (unsigned int)TCTL_KIND_STRING, \
	default: TCTL_IS_POINTER(v) ? TCTL_KIND_POINTER : 0u)

#define TCTL_IS_POINTER(v)	(__builtin_classify_type(v) == 5)
#define TCTL_IS_SAME(a, b) \
	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))

/*
 * The kind of what v points to; 0 where it can't be recorded: no string, no
 * long double, no array (only in an expression it would be a pointer).
 */
#define TCTL_KIND_ELEMENT(v) \
	(!TCTL_IS_SAME((v)[0], ((void)0, (v)[0])) ? 0u : \
	 TCTL_KIND_C((v)[0]) == TCTL_KIND_STRING ? TCTL_KIND_POINTER : \
	 sizeof((v)[0]) <= 8 ? TCTL_KIND_C((v)[0]) : 0u)

TCTL_ALWAYS_INLINE void tctl_c_long_double(struct tctl_build *build,
					   const void *value, size_t size)
{
	double d = (double)*(const long double *)value;

	(void)size;
	tctl_build_fixed(build, &d, sizeof(d));
}

TCTL_ALWAYS_INLINE void tctl_c_string(struct tctl_build *build,
				      const void *value, size_t size)
{
	(void)size;
	tctl_build_string(build, *(const char *const *)value);
}

#define TCTL_DECLARE_C(f, e) \
	__extension__ __auto_type TCTL_FIELD_VAR(f) = (e);

#define TCTL_CHECK_auto(f, e, form, extra) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_KIND_C(TCTL_FIELD_VAR(f)), f, \
		     "neither number, pointer nor string")
#define TCTL_PUT_auto(f, e, form, extra) \
	_Generic(TCTL_FIELD_VAR(f), \
		 char *: tctl_c_string, \
		 const char *: tctl_c_string, \
		 long double: tctl_c_long_double, \
		 default: tctl_build_fixed) \
		(&tctl_build, &TCTL_FIELD_VAR(f), sizeof(TCTL_FIELD_VAR(f)));
#define TCTL_KIND_auto(f, e, form, extra)	TCTL_KIND_C(TCTL_FIELD_VAR(f))

/* A number, or a pointer (or string) as one, in another base. */
#define TCTL_KIND_NUMBER(v) \
	(TCTL_IS_POINTER(v) ? TCTL_KIND_POINTER : TCTL_KIND_C(v))
#define TCTL_CHECK_int(f, e, form, extra) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_KIND_IS_INTEGER(TCTL_KIND_NUMBER(TCTL_FIELD_VAR(f))), \
		     f, #form " is for integers and pointers")
#define TCTL_PUT_int(f, e, form, extra) \
	tctl_build_fixed(&tctl_build, &TCTL_FIELD_VAR(f), sizeof(TCTL_FIELD_VAR(f)));
#define TCTL_KIND_int(f, e, form, extra) \
	((TCTL_KIND_NUMBER(TCTL_FIELD_VAR(f)) & ~TCTL_KIND_BASE_MASK) | \
	 TCTL_FLAGS_##form)

#define TCTL_CHECK_enum(f, e, form, extra) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_KIND_IS_INTEGER(TCTL_KIND_C(TCTL_FIELD_VAR(f))), f, \
		     "enum is for integers and enumerations")
#define TCTL_PUT_enum(f, e, form, extra)	TCTL_PUT_int(f, e, form, extra)
#define TCTL_KIND_enum(f, e, form, extra) \
	(TCTL_KIND_C(TCTL_FIELD_VAR(f)) | TCTL_KIND_ENUM)

#define TCTL_CHECK_str(f, e, form, extra) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_IS_POINTER(TCTL_FIELD_VAR(f)) && \
		     sizeof(*TCTL_FIELD_VAR(f)) == 1, f, \
		     "string is for pointers to characters")
#define TCTL_PUT_str(f, e, form, extra) \
	tctl_build_string(&tctl_build, TCTL_FIELD_VAR(f));
#define TCTL_KIND_str(f, e, form, extra)	TCTL_KIND_STRING

#define TCTL_CHECK_strmax(f, e, form, max) \
	TCTL_CHECK_str(f, e, form, max) \
	size_t TCTL_FIELD_NUMBER(f) = (max);
#define TCTL_PUT_strmax(f, e, form, max) \
	tctl_build_string_max(&tctl_build, TCTL_FIELD_VAR(f), TCTL_FIELD_NUMBER(f));
#define TCTL_KIND_strmax(f, e, form, max)	TCTL_KIND_STRING

#define TCTL_CHECK_bytes(f, e, form, length) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_IS_POINTER(TCTL_FIELD_VAR(f)), f, \
		     "bytes is for pointers") \
	size_t TCTL_FIELD_NUMBER(f) = (length);
#define TCTL_PUT_bytes(f, e, form, length) \
	tctl_build_sequence(&tctl_build, TCTL_FIELD_VAR(f), TCTL_FIELD_NUMBER(f), 0);
#define TCTL_KIND_bytes(f, e, form, length)	TCTL_KIND_OF_BYTES

#define TCTL_CHECK_seq(f, e, form, count) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_KIND_ELEMENT(TCTL_FIELD_VAR(f)), f, \
		     "elements are neither numbers nor pointers") \
	size_t TCTL_FIELD_NUMBER(f) = (count);
#define TCTL_PUT_seq(f, e, form, count) \
	tctl_build_sequence(&tctl_build, TCTL_FIELD_VAR(f), TCTL_FIELD_NUMBER(f), \
			    TCTL_LOG2(sizeof(*TCTL_FIELD_VAR(f))));
#define TCTL_KIND_seq(f, e, form, count) \
	(TCTL_KIND_ELEMENT(TCTL_FIELD_VAR(f)) | TCTL_KIND_OF_SEQUENCE)

#define TCTL_CHECK_textseq(f, e, form, count) \
	TCTL_CHECK_str(f, e, form, count) \
	size_t TCTL_FIELD_NUMBER(f) = (count);
#define TCTL_PUT_textseq(f, e, form, count) \
	tctl_build_sequence(&tctl_build, TCTL_FIELD_VAR(f), TCTL_FIELD_NUMBER(f), 0);
#define TCTL_KIND_textseq(f, e, form, count) \
	(TCTL_KIND_OF_TEXT | TCTL_KIND_OF_SEQUENCE)

/* The length is an enumerator: it must be constant, whatever it is. */
#define TCTL_CHECK_LENGTH(f, length) \
	enum { TCTL_FIELD_NUMBER(f) = (length) }; \
	TCTL_REQUIRE(TCTL_FIELD_NUMBER(f) >= 1 && TCTL_FIELD_NUMBER(f) <= 65535, f, \
		     "an array has 1 to 65535 elements")

#define TCTL_CHECK_arrn(f, e, form, length) \
	TCTL_DECLARE_C(f, e) \
	TCTL_REQUIRE(TCTL_KIND_ELEMENT(TCTL_FIELD_VAR(f)), f, \
		     "elements are neither numbers nor pointers") \
	TCTL_CHECK_LENGTH(f, length)
#define TCTL_PUT_arrn(f, e, form, length) \
	tctl_build_array(&tctl_build, TCTL_FIELD_VAR(f), \
			 TCTL_FIELD_NUMBER(f) * sizeof(*TCTL_FIELD_VAR(f)));
#define TCTL_KIND_arrn(f, e, form, length) \
	(TCTL_KIND_ELEMENT(TCTL_FIELD_VAR(f)) | \
	 TCTL_KIND_OF_ARRAY(TCTL_FIELD_NUMBER(f)))

#define TCTL_CHECK_arr(f, e, form, extra) \
	TCTL_REQUIRE(!TCTL_IS_SAME(e, &(e)[0]), f, \
		     "a pointer has no length: write (" #f \
		     ", pointer, array, N) or use sequence") \
	TCTL_CHECK_arrn(f, e, form, sizeof(e) / sizeof((e)[0]))
#define TCTL_PUT_arr(f, e, form, extra)		TCTL_PUT_arrn(f, e, form, extra)
#define TCTL_KIND_arr(f, e, form, extra)	TCTL_KIND_arrn(f, e, form, extra)

#define TCTL_CHECK_textarr(f, e, form, extra) \
	TCTL_CHECK_arr(f, e, form, extra) \
	TCTL_REQUIRE(sizeof(*TCTL_FIELD_VAR(f)) == 1, f, \
		     "text is for characters")
#define TCTL_PUT_textarr(f, e, form, extra)	TCTL_PUT_arrn(f, e, form, extra)
#define TCTL_KIND_textarr(f, e, form, extra) \
	(TCTL_KIND_OF_TEXT | TCTL_KIND_OF_ARRAY(TCTL_FIELD_NUMBER(f)))

#endif
