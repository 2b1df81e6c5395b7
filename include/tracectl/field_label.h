/* SPDX-License-Identifier: MIT */
/*
 * tracectl/field_label.h: enumerations with labels, (color, c, enum, (RED,
 * GREEN, (dark blue, 7))). A string literal can't contain the value of RED, but
 * assembly can: the event text of a probe with such a field is written by its
 * asm statement, with the values as integer operands. A compiler allows 30
 * operands, hence at most 24 labels in a probe of up to 4 fields, one less for
 * each further 2 fields.
 */
#ifndef TRACECTL_FIELD_LABEL_H
#define TRACECTL_FIELD_LABEL_H

#include <tracectl/arch/immediate.h>
#include <tracectl/field.h>

/* The field's line in the asm text: "\nfield" or "\nfield\tRED=%P[..],..." */
#define TCTL_FIELD_LINE(i, x)	TCTL_FIELD_3(TCTL_LINE_, TCTL_SHAPE(x), i, x)
#define TCTL_LINE_NAKED(i, x)
#define TCTL_LINE_TUPLE(i, x)	TCTL_LINE_WORDS x
#define TCTL_LINE_WORDS(...)	TCTL_LINE_WORDS_(__VA_ARGS__, none, none, ~)
#define TCTL_LINE_WORDS_(f, e, form, ...) \
	"\\n" #f TCTL_LABELS(TCTL_LABEL_TEXT, form, f, __VA_ARGS__)

/* Its operands: , [RED's name] "i" (RED), ... */
#define TCTL_FIELD_OPERANDS(i, x) \
	TCTL_FIELD_3(TCTL_OPERANDS_, TCTL_SHAPE(x), i, x)
#define TCTL_OPERANDS_NAKED(i, x)
#define TCTL_OPERANDS_TUPLE(i, x)	TCTL_OPERANDS_WORDS x
#define TCTL_OPERANDS_WORDS(...)	TCTL_OPERANDS_WORDS_(__VA_ARGS__, none, none, ~)
#define TCTL_OPERANDS_WORDS_(f, e, form, ...) \
	TCTL_LABELS(TCTL_LABEL_OPERAND, form, f, __VA_ARGS__)

/* "+ 1" for each of its labels. */
#define TCTL_FIELD_LABELS(i, x)	TCTL_FIELD_3(TCTL_NUMBER_, TCTL_SHAPE(x), i, x)
#define TCTL_NUMBER_NAKED(i, x)
#define TCTL_NUMBER_TUPLE(i, x)	TCTL_NUMBER_WORDS x
#define TCTL_NUMBER_WORDS(...)	TCTL_NUMBER_WORDS_(__VA_ARGS__, none, none, ~)
#define TCTL_NUMBER_WORDS_(f, e, form, ...) \
	TCTL_LABELS(TCTL_LABEL_ONE, form, f, __VA_ARGS__)
#define TCTL_LABEL_ONE_FIRST
#define TCTL_LABEL_ONE(i, f, x)		+ 1
#define TCTL_LABEL_ONE_LAST(i, f, x)	+ 1

/* number: of labels, n: of fields. Four operands are the slot, its text, level
   and number of fields; the words hold two kinds each. */
#define TCTL_LABEL_LIMIT(number, n) \
	TCTL_ASSERT((number) + ((n) + 1) / 2 + 4 <= 30, \
		    "tracectl: too many labels: a probe has at most 24, one " \
		    "less for each 2 fields beyond 4");

/* op(index, field, label) for each of an enumeration's, nothing otherwise. */
#define TCTL_LABELS(op, form, f, ...) \
	TCTL_LABELS_1(TCTL_LABELS_FORM(TCTL_LABELS_OF_##form), op, f, \
		      __VA_ARGS__)
#define TCTL_LABELS_OF_enum	~, ENUM
#define TCTL_LABELS_FORM(word)	TCTL_FORM_(word, OTHER, ~)
#define TCTL_LABELS_1(key, op, f, ...)	TCTL_LABELS_2(key, op, f, __VA_ARGS__)
#define TCTL_LABELS_2(key, op, f, ...)	TCTL_LABELS_##key(op, f, __VA_ARGS__)
#define TCTL_LABELS_OTHER(op, f, ...)
#define TCTL_LABELS_ENUM(op, f, list, ...) \
	op##_FIRST TCTL_LABELS_3(TCTL_COUNT_LABELS list, op, f, \
				 TCTL_FIELD_UNWRAP list, ~)
#define TCTL_LABELS_3(n, op, f, ...)	TCTL_LABELS_4(n, op, f, __VA_ARGS__)
#define TCTL_LABELS_4(n, op, f, ...)	TCTL_EACH_LABEL_##n(op, f, __VA_ARGS__)
#define TCTL_COUNT_LABELS(...)	TCTL_COUNT(__VA_ARGS__, ~)

/* A label is a constant's name, or (any words, value). */
#define TCTL_LABEL_TEXT_FIRST	"\\t"
#define TCTL_LABEL_TEXT(i, f, x)	TCTL_LABEL_TEXT_LAST(i, f, x) ","
#define TCTL_LABEL_TEXT_LAST(i, f, x) \
	TCTL_LABEL_NAME(TCTL_SHAPE(x), x) "=" TCTL_WIDE "[tctl_" #f "_" #i "]"
#define TCTL_LABEL_OPERAND_FIRST
#define TCTL_LABEL_OPERAND_LAST(i, f, x)	TCTL_LABEL_OPERAND(i, f, x)
#define TCTL_LABEL_OPERAND(i, f, x) \
	, [tctl_##f##_##i] "i" (TCTL_CAST(long long, \
					  TCTL_LABEL_VALUE(TCTL_SHAPE(x), x)))

#define TCTL_LABEL_NAME(shape, x)	TCTL_LABEL_NAME_1(shape, x)
#define TCTL_LABEL_NAME_1(shape, x)	TCTL_LABEL_NAME_##shape(x)
#define TCTL_LABEL_NAME_NAKED(x)	#x
#define TCTL_LABEL_NAME_TUPLE(x)	TCTL_LABEL_NAME_OF x
#define TCTL_LABEL_NAME_OF(name, value)	#name
#define TCTL_LABEL_VALUE(shape, x)	TCTL_LABEL_VALUE_1(shape, x)
#define TCTL_LABEL_VALUE_1(shape, x)	TCTL_LABEL_VALUE_##shape(x)
#define TCTL_LABEL_VALUE_NAKED(x)	x
#define TCTL_LABEL_VALUE_TUPLE(x)	TCTL_LABEL_VALUE_OF x
#define TCTL_LABEL_VALUE_OF(name, value)	value

#define TCTL_EACH_LABEL_1(op, f, x, ...)	op##_LAST(1, f, x)
#define TCTL_EACH_LABEL_2(op, f, x, ...) \
	op(2, f, x) TCTL_EACH_LABEL_1(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_3(op, f, x, ...) \
	op(3, f, x) TCTL_EACH_LABEL_2(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_4(op, f, x, ...) \
	op(4, f, x) TCTL_EACH_LABEL_3(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_5(op, f, x, ...) \
	op(5, f, x) TCTL_EACH_LABEL_4(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_6(op, f, x, ...) \
	op(6, f, x) TCTL_EACH_LABEL_5(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_7(op, f, x, ...) \
	op(7, f, x) TCTL_EACH_LABEL_6(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_8(op, f, x, ...) \
	op(8, f, x) TCTL_EACH_LABEL_7(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_9(op, f, x, ...) \
	op(9, f, x) TCTL_EACH_LABEL_8(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_10(op, f, x, ...) \
	op(10, f, x) TCTL_EACH_LABEL_9(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_11(op, f, x, ...) \
	op(11, f, x) TCTL_EACH_LABEL_10(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_12(op, f, x, ...) \
	op(12, f, x) TCTL_EACH_LABEL_11(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_13(op, f, x, ...) \
	op(13, f, x) TCTL_EACH_LABEL_12(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_14(op, f, x, ...) \
	op(14, f, x) TCTL_EACH_LABEL_13(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_15(op, f, x, ...) \
	op(15, f, x) TCTL_EACH_LABEL_14(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_16(op, f, x, ...) \
	op(16, f, x) TCTL_EACH_LABEL_15(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_17(op, f, x, ...) \
	op(17, f, x) TCTL_EACH_LABEL_16(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_18(op, f, x, ...) \
	op(18, f, x) TCTL_EACH_LABEL_17(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_19(op, f, x, ...) \
	op(19, f, x) TCTL_EACH_LABEL_18(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_20(op, f, x, ...) \
	op(20, f, x) TCTL_EACH_LABEL_19(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_21(op, f, x, ...) \
	op(21, f, x) TCTL_EACH_LABEL_20(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_22(op, f, x, ...) \
	op(22, f, x) TCTL_EACH_LABEL_21(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_23(op, f, x, ...) \
	op(23, f, x) TCTL_EACH_LABEL_22(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_24(op, f, x, ...) \
	op(24, f, x) TCTL_EACH_LABEL_23(op, f, __VA_ARGS__)
/* Too many for any probe: TCTL_LABEL_LIMIT says so. */
#define TCTL_EACH_LABEL_25(op, f, x, ...) \
	op(26, f, x) op(25, f, x) TCTL_EACH_LABEL_24(op, f, __VA_ARGS__)
#define TCTL_EACH_LABEL_26(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_27(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_28(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_29(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_30(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_31(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_32(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_33(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_34(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_35(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_36(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_37(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_38(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_39(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_40(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)
#define TCTL_EACH_LABEL_41(...)	TCTL_EACH_LABEL_25(__VA_ARGS__)

#endif
