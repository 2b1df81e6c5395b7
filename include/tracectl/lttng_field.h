/* SPDX-License-Identifier: MIT */
/*
 * tracectl/lttng_field.h: fields as <lttng/tracepoint.h> has them, whose types
 * are written down. Each becomes an element of a list as field.h takes apart,
 *
 *	(name, expr, lttng_FORM, (type, ...)),
 *
 * and its forms are added here to those of field_c.h and field_cxx.h: CHECK
 * declares or checks, PUT serialises. Unlike theirs, TCTL_KIND_FORM knows the
 * kind from the words alone, so that it can initialise static objects.
 */
#ifndef TRACECTL_LTTNG_FIELD_H
#define TRACECTL_LTTNG_FIELD_H

#include <tracectl/abi/declaration.h>
#include <tracectl/field.h>

#pragma GCC system_header

#define TCTL_FORM_4_lttng_number	~, lttng_number
#define TCTL_FORM_4_lttng_enum		~, lttng_enum
#define TCTL_FORM_4_lttng_string	~, lttng_string
#define TCTL_FORM_4_lttng_array		~, lttng_array
#define TCTL_FORM_4_lttng_sequence	~, lttng_sequence
#define TCTL_FORM_4_lttng_text		~, lttng_text
#define TCTL_FORM_4_lttng_text_sequence	~, lttng_text_sequence

/* The words of the last element, (type, flags, length). */
#define TCTL_LTTNG_TYPE(words)		TCTL_LTTNG_TYPE_ words
#define TCTL_LTTNG_TYPE_(type, ...)	type
#define TCTL_LTTNG_FLAGS(words)		TCTL_LTTNG_FLAGS_ words
#define TCTL_LTTNG_FLAGS_(type, flags, ...)	(flags)
#define TCTL_LTTNG_LENGTH(words)	TCTL_LTTNG_LENGTH_ words
#define TCTL_LTTNG_LENGTH_(type, flags, length)	length
#define TCTL_LTTNG_LABELS(words)	TCTL_LTTNG_LABELS_ words
#define TCTL_LTTNG_LABELS_(type, flags, labels)	labels

/* The kind of a scalar type; pointers are numbers in the base asked for. */
#ifdef __cplusplus
#define TCTL_LTTNG_SCALAR(type)	(::tctl::type_of<type>::number)
namespace tctl {
template <typename T> struct type_of : type<T> {
};

template <typename T> struct wire_of {
	typedef T is;
};
template <> struct wire_of<long double> {
	typedef double is;
};

template <typename T, typename U>
TCTL_LINK typename wire_of<T>::is lttng_cast(U value)
{
	return (typename wire_of<T>::is)(T)value;
}
} /* namespace tctl */
#else
#define TCTL_LTTNG_SCALAR(type)	TCTL_KIND_NUMBER(*(type *)0)
#endif
#define TCTL_LTTNG_KIND(words) \
	((TCTL_LTTNG_SCALAR(TCTL_LTTNG_TYPE(words)) & \
	  ~TCTL_KIND_BASE_MASK) | TCTL_LTTNG_FLAGS(words))

#define TCTL_KIND_lttng_number(f, e, form, words)	TCTL_LTTNG_KIND(words)
#define TCTL_KIND_lttng_enum(f, e, form, words) \
	(TCTL_LTTNG_KIND(words) | TCTL_KIND_ENUM)
#define TCTL_KIND_lttng_string(f, e, form, words)	TCTL_KIND_STRING
#define TCTL_KIND_lttng_array(f, e, form, words) \
	(TCTL_LTTNG_KIND(words) | \
	 TCTL_KIND_OF_ARRAY(TCTL_LTTNG_LENGTH(words)))
#define TCTL_KIND_lttng_sequence(f, e, form, words) \
	(TCTL_LTTNG_KIND(words) | TCTL_KIND_OF_SEQUENCE)

#define TCTL_KIND_lttng_text(f, e, form, words) \
	(TCTL_KIND_OF_TEXT | TCTL_KIND_OF_ARRAY(TCTL_LTTNG_LENGTH(words)))
#define TCTL_KIND_lttng_text_sequence(f, e, form, words) \
	(TCTL_KIND_OF_TEXT | TCTL_KIND_OF_SEQUENCE)

#define TCTL_LTTNG_CHECK(f, words) \
	TCTL_REQUIRE(TCTL_LTTNG_SCALAR(TCTL_LTTNG_TYPE(words)) && \
		     sizeof(TCTL_LTTNG_TYPE(words)) <= 16, f, \
		     "its type is neither a number nor a pointer")
#define TCTL_LTTNG_CHECK_TEXT(f, words) \
	TCTL_REQUIRE(sizeof(TCTL_LTTNG_TYPE(words)) == 1, f, \
		     "text is of single bytes")
#define TCTL_LTTNG_CHECK_LENGTH(f, words) \
	TCTL_REQUIRE((TCTL_LTTNG_LENGTH(words)) >= 1 && \
		     (TCTL_LTTNG_LENGTH(words)) <= 65535, f, \
		     "an array has 1 to 65535 elements")

/* Texts end at their first NUL: what is behind it may not be the caller's. */
#define TCTL_FIELD_ZEROS(f)	tctl_zeros_##f
#define TCTL_LTTNG_ZEROS(f, words) \
	static const unsigned char \
	TCTL_FIELD_ZEROS(f)[TCTL_LTTNG_LENGTH(words)] = { 0 };

#ifdef __cplusplus
#define TCTL_CHECK_lttng_number(f, e, form, words)	TCTL_LTTNG_CHECK(f, words)
#define TCTL_PUT_lttng_number(f, e, form, words) \
	.number(::tctl::lttng_cast<TCTL_LTTNG_TYPE(words)>(e))

#define TCTL_CHECK_lttng_enum(f, e, form, words)	TCTL_LTTNG_CHECK(f, words)
#define TCTL_PUT_lttng_enum(f, e, form, words) \
	TCTL_PUT_lttng_number(f, e, form, words)

#define TCTL_CHECK_lttng_string(f, e, form, words)
#define TCTL_PUT_lttng_string(f, e, form, words)	.string(e)

#define TCTL_CHECK_lttng_array(f, e, form, words) \
	TCTL_LTTNG_CHECK(f, words) \
	TCTL_LTTNG_CHECK_LENGTH(f, words)
#define TCTL_PUT_lttng_array(f, e, form, words) \
	.array(::tctl::lttng_cast<const unsigned char *>(e), \
	       sizeof(TCTL_LTTNG_TYPE(words)) * (TCTL_LTTNG_LENGTH(words)))

#define TCTL_CHECK_lttng_sequence(f, e, form, words)	TCTL_LTTNG_CHECK(f, words)
#define TCTL_PUT_lttng_sequence(f, e, form, words) \
	.sequence(::tctl::lttng_cast<const TCTL_LTTNG_TYPE(words) *>(e), \
		  ::tctl::lttng_cast<size_t>(TCTL_LTTNG_LENGTH(words)))

#define TCTL_CHECK_lttng_text(f, e, form, words) \
	TCTL_LTTNG_CHECK_TEXT(f, words) \
	TCTL_LTTNG_CHECK_LENGTH(f, words) \
	TCTL_LTTNG_ZEROS(f, words)
#define TCTL_PUT_lttng_text(f, e, form, words) \
	.text(e, TCTL_FIELD_ZEROS(f), sizeof(TCTL_FIELD_ZEROS(f)))

#define TCTL_CHECK_lttng_text_sequence(f, e, form, words) \
	TCTL_LTTNG_CHECK_TEXT(f, words)
#define TCTL_PUT_lttng_text_sequence(f, e, form, words) \
	.text(e, ::tctl::lttng_cast<size_t>(TCTL_LTTNG_LENGTH(words)))
#else
#define TCTL_CHECK_lttng_number(f, e, form, words) \
	TCTL_LTTNG_CHECK(f, words) \
	__typeof__(TCTL_LTTNG_TYPE(words)) TCTL_FIELD_VAR(f) = \
		(__typeof__(TCTL_LTTNG_TYPE(words)))(e);
#define TCTL_PUT_lttng_number(f, e, form, words) \
	_Generic(TCTL_FIELD_VAR(f), \
		 long double: tctl_c_long_double, \
		 default: tctl_build_fixed) \
		(&tctl_build, &TCTL_FIELD_VAR(f), sizeof(TCTL_FIELD_VAR(f)));

#define TCTL_CHECK_lttng_enum(f, e, form, words) \
	TCTL_CHECK_lttng_number(f, e, form, words)
#define TCTL_PUT_lttng_enum(f, e, form, words) \
	TCTL_PUT_lttng_number(f, e, form, words)

#define TCTL_CHECK_lttng_string(f, e, form, words) \
	const void *TCTL_FIELD_VAR(f) = (e);
#define TCTL_PUT_lttng_string(f, e, form, words) \
	tctl_build_string(&tctl_build, TCTL_FIELD_VAR(f));

#define TCTL_CHECK_lttng_array(f, e, form, words) \
	TCTL_LTTNG_CHECK(f, words) \
	TCTL_LTTNG_CHECK_LENGTH(f, words) \
	const void *TCTL_FIELD_VAR(f) = (e);
#define TCTL_PUT_lttng_array(f, e, form, words) \
	tctl_build_array(&tctl_build, TCTL_FIELD_VAR(f), \
			 sizeof(TCTL_LTTNG_TYPE(words)) * \
			 (TCTL_LTTNG_LENGTH(words)));

#define TCTL_CHECK_lttng_sequence(f, e, form, words) \
	TCTL_LTTNG_CHECK(f, words) \
	const void *TCTL_FIELD_VAR(f) = (e); \
	size_t TCTL_FIELD_NUMBER(f) = (size_t)(TCTL_LTTNG_LENGTH(words));
#define TCTL_PUT_lttng_sequence(f, e, form, words) \
	tctl_build_sequence(&tctl_build, TCTL_FIELD_VAR(f), \
			    TCTL_FIELD_NUMBER(f), \
			    TCTL_LOG2(sizeof(TCTL_LTTNG_TYPE(words))));

#define TCTL_CHECK_lttng_text(f, e, form, words) \
	TCTL_LTTNG_CHECK_TEXT(f, words) \
	TCTL_LTTNG_CHECK_LENGTH(f, words) \
	TCTL_LTTNG_ZEROS(f, words) \
	const void *TCTL_FIELD_VAR(f) = (e);
#define TCTL_PUT_lttng_text(f, e, form, words) \
	tctl_build_text(&tctl_build, TCTL_FIELD_VAR(f), TCTL_FIELD_ZEROS(f), \
			sizeof(TCTL_FIELD_ZEROS(f)));

#define TCTL_CHECK_lttng_text_sequence(f, e, form, words) \
	TCTL_LTTNG_CHECK_TEXT(f, words) \
	const void *TCTL_FIELD_VAR(f) = (e); \
	size_t TCTL_FIELD_NUMBER(f) = (size_t)(TCTL_LTTNG_LENGTH(words));
#define TCTL_PUT_lttng_text_sequence(f, e, form, words) \
	tctl_build_sequence(&tctl_build, TCTL_FIELD_VAR(f), \
			    TCTL_FIELD_VAR(f) ? \
			    tctl_call_length((const char *)TCTL_FIELD_VAR(f), \
					     TCTL_FIELD_NUMBER(f)) : 0, 0);
#endif

/* The field's labels and a comma if it is an enumeration. */
#define TCTL_LTTNG_LABELS_OF(i, x)	TCTL_LTTNG_LABELS_OF_ x
#define TCTL_LTTNG_LABELS_OF_(f, e, form, words) \
	TCTL_LTTNG_LABELS_OF_##form(words)
#define TCTL_LTTNG_LABELS_OF_lttng_number(words)
#define TCTL_LTTNG_LABELS_OF_lttng_enum(words)	TCTL_LTTNG_LABELS(words),
#define TCTL_LTTNG_LABELS_OF_lttng_string(words)
#define TCTL_LTTNG_LABELS_OF_lttng_array(words)
#define TCTL_LTTNG_LABELS_OF_lttng_sequence(words)
#define TCTL_LTTNG_LABELS_OF_lttng_text(words)
#define TCTL_LTTNG_LABELS_OF_lttng_text_sequence(words)

#endif
