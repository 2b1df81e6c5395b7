/* SPDX-License-Identifier: MIT */
/*
 * tracectl/field.h: takes a field of a probe, (name, expr[, form[, extra]]),
 * apart and finds its form. What each form does is field_c.h's and
 * field_cxx.h's; both define for each FORM below
 *
 *	TCTL_CHECK_FORM, TCTL_PUT_FORM, TCTL_KIND_FORM(name, expr, form, extra)
 *
 * TCTL_FIELD_CHECK, _PUT, _PAIR, _TEXT and _STYLE(index, field) are what probe.h
 * calls for each element of its list.
 */
#ifndef TRACECTL_FIELD_H
#define TRACECTL_FIELD_H

#include <tracectl/field_list.h>
#ifdef __cplusplus
#include <tracectl/field_cxx.h>
#else
#include <tracectl/field_c.h>
#endif

/* Forms by the number of words and the third word. */
#define TCTL_FORM_3_dec		~, int
#define TCTL_FORM_3_hex		~, int
#define TCTL_FORM_3_oct		~, int
#define TCTL_FORM_3_bin		~, int
#define TCTL_FORM_3_net		~, int
#define TCTL_FORM_3_net_hex	~, int
#define TCTL_FORM_3_string	~, str
#define TCTL_FORM_3_array	~, arr
#define TCTL_FORM_3_text	~, textarr
#define TCTL_FORM_4_string	~, strmax
#define TCTL_FORM_4_bytes	~, bytes
#define TCTL_FORM_4_sequence	~, seq
#define TCTL_FORM_4_array	~, arrn
#define TCTL_FORM_4_text	~, textseq
#define TCTL_FORM_4_enum	~, enum

#define TCTL_FORM(word)		TCTL_FORM_(word, unknown, ~)
#define TCTL_FORM_(...)		TCTL_FORM_SECOND(__VA_ARGS__)
#define TCTL_FORM_SECOND(a, b, ...)	b

#define TCTL_FIELD_CHECK(i, x) \
	TCTL_FIELD(TCTL_CHECK_, i, x) \
	TCTL_FIELD_3(TCTL_ONCE_, TCTL_SHAPE(x), i, x)
#define TCTL_FIELD_PUT(i, x)	TCTL_FIELD(TCTL_PUT_, i, x)
#define TCTL_FIELD_KIND(i, x)	TCTL_FIELD(TCTL_KIND_, i, x)

#define TCTL_FIELD(op, i, x)	TCTL_FIELD_1(TCTL_SHAPE(x), op, i, x)
#define TCTL_FIELD_1(shape, op, i, x)	TCTL_FIELD_2(shape, op, i, x)
#define TCTL_FIELD_2(shape, op, i, x)	TCTL_FIELD_##shape(op, i, x)

#define TCTL_FIELD_NAKED(op, i, x)	op##naked(x, , , )
#define TCTL_FIELD_TUPLE(op, i, x) \
	TCTL_FIELD_WORDS(TCTL_COUNT_WORDS x, op, TCTL_FIELD_UNWRAP x)
#define TCTL_FIELD_UNWRAP(...)	__VA_ARGS__

#define TCTL_COUNT_WORDS(...) \
	TCTL_COUNT_WORDS_(__VA_ARGS__, MANY, MANY, MANY, MANY, 4, 3, 2, 1, ~)
#define TCTL_COUNT_WORDS_(a, b, c, d, e, f, g, h, n, ...) n

#define TCTL_FIELD_WORDS(n, op, ...)	TCTL_FIELD_WORDS_(n, op, __VA_ARGS__, ~)
#define TCTL_FIELD_WORDS_(n, op, ...)	TCTL_FIELD_WORDS_##n(op, __VA_ARGS__)
#define TCTL_FIELD_WORDS_1(op, f, ...)	op##none(f, , , )
#define TCTL_FIELD_WORDS_2(op, f, e, ...)	op##auto(f, e, , )
#define TCTL_FIELD_WORDS_3(op, f, e, form, ...) \
	TCTL_FIELD_CALL(op, TCTL_FORM(TCTL_FORM_3_##form), f, e, form, )
#define TCTL_FIELD_WORDS_4(op, f, e, form, extra, ...) \
	TCTL_FIELD_CALL(op, TCTL_FORM(TCTL_FORM_4_##form), f, e, form, extra)
#define TCTL_FIELD_WORDS_MANY(op, f, ...)	op##many(f, , , )
#define TCTL_FIELD_CALL(op, form, ...)	TCTL_FIELD_CALL_(op, form, __VA_ARGS__)
#define TCTL_FIELD_CALL_(op, form, ...)	op##form(__VA_ARGS__)

/* What is no field. */
#define TCTL_WRONG(f, text)	TCTL_REQUIRE(0, f, text)

#define TCTL_CHECK_naked(f, e, form, extra) \
	TCTL_WRONG(f, "write it as (name, expression)")
#define TCTL_CHECK_none(f, e, form, extra) \
	TCTL_WRONG(f, "an expression is missing: write (" #f ", expression)")
#define TCTL_CHECK_many(f, e, form, extra) \
	TCTL_WRONG(f, "more than four words: put expressions with commas " \
		   "into parentheses")
#define TCTL_CHECK_unknown(f, e, form, extra) \
	TCTL_WRONG(f, #form " is no form that takes this many words")
#define TCTL_PUT_naked(f, e, form, extra)
#define TCTL_PUT_none(f, e, form, extra)
#define TCTL_PUT_many(f, e, form, extra)
#define TCTL_PUT_unknown(f, e, form, extra)
#define TCTL_KIND_naked(f, e, form, extra)	0u
#define TCTL_KIND_none(f, e, form, extra)	0u
#define TCTL_KIND_many(f, e, form, extra)	0u
#define TCTL_KIND_unknown(f, e, form, extra)	0u

/* Two kinds in a word; the last word may have only one. */
#define TCTL_FIELD_PAIR(i, x, j, y) \
	(0ull | TCTL_FIELD_KIND(i, x) | (0ull | TCTL_FIELD_KIND(j, y)) << 32)
#define TCTL_FIELD_PAIR_ONE(i, x)	(0ull | TCTL_FIELD_KIND(i, x))

/* A second field of the same name is a second enumerator (C: variable). */
#define TCTL_ONCE_NAKED(i, x)
#ifdef __cplusplus
#define TCTL_ONCE_TUPLE(i, x)	TCTL_ONCE_FIRST x
#define TCTL_ONCE_FIRST(...)	TCTL_ONCE_FIRST_(__VA_ARGS__, ~)
#define TCTL_ONCE_FIRST_(f, ...)	enum { tctl_field_##f };
#else
#define TCTL_ONCE_TUPLE(i, x)
#endif

/* The field's line of the event text. */
#define TCTL_FIELD_TEXT(i, x)	TCTL_FIELD_3(TCTL_TEXT_, TCTL_SHAPE(x), i, x)
#define TCTL_TEXT_NAKED(i, x)
#define TCTL_TEXT_TUPLE(i, x)	TCTL_TEXT_FIRST x
#define TCTL_TEXT_FIRST(...)	TCTL_TEXT_FIRST_(__VA_ARGS__, ~)
#define TCTL_TEXT_FIRST_(f, ...)	"\n" #f

/* Gives `~, LABELLED,` for an enumeration, one other word for the rest. */
#define TCTL_FIELD_STYLE(i, x)	TCTL_FIELD_3(TCTL_STYLE_, TCTL_SHAPE(x), i, x)
#define TCTL_STYLE_NAKED(i, x)
#define TCTL_STYLE_TUPLE(i, x)	TCTL_STYLE_THIRD x
#define TCTL_STYLE_THIRD(...)	TCTL_STYLE_THIRD_(__VA_ARGS__, none, none, ~)
#define TCTL_STYLE_THIRD_(f, e, form, ...)	TCTL_STYLE_OF_##form
#define TCTL_STYLE_OF_enum	~, LABELLED,

#define TCTL_FIELD_3(op, shape, i, x)	TCTL_FIELD_4(op, shape, i, x)
#define TCTL_FIELD_4(op, shape, i, x)	op##shape(i, x)

#endif
