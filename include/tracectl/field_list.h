/* SPDX-License-Identifier: MIT */
/*
 * tracectl/field_list.h: lists in the preprocessor: counting the fields of a
 * probe, doing something with each, and looking into the parentheses of one.
 * At most 40 elements. Every list ends in one more element, ~, which is neither
 * counted nor seen, so that `...` is never empty.
 */
#ifndef TRACECTL_FIELD_LIST_H
#define TRACECTL_FIELD_LIST_H

#define TCTL_STRING(x)		TCTL_STRING_(x)
#define TCTL_STRING_(x)		#x
#define TCTL_PASTE(a, b)	TCTL_PASTE_(a, b)
#define TCTL_PASTE_(a, b)	a##b

/* The second element of a list: the first decides what it is. */
#define TCTL_SECOND(...)	TCTL_SECOND_(__VA_ARGS__)
#define TCTL_SECOND_(a, b, ...)	b

/* TUPLE when x is (...), else NAKED. */
#define TCTL_SHAPE(x)		TCTL_SECOND(TCTL_SHAPE_ x, NAKED, ~)
#define TCTL_SHAPE_(...)	~, TUPLE

/* Number of elements without the ~, 0 to 40; 41 for up to 48. */
#define TCTL_COUNT(...) \
	TCTL_COUNT_(__VA_ARGS__, 41, 41, 41, 41, 41, 41, \
	41, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, \
	27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, \
	11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, ~)
#define TCTL_COUNT_(e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, \
	e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23, e24, e25, \
	e26, e27, e28, e29, e30, e31, e32, e33, e34, e35, e36, e37, e38, \
	e39, e40, e41, e42, e43, e44, e45, e46, e47, e48, e49, n, ...) n

/* op(index, element) for each; the index counts down to 1. */
#define TCTL_EACH_FIELD_0(op, ...)
#define TCTL_EACH_FIELD_1(op, x, ...) \
	op(1, x) TCTL_EACH_FIELD_0(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_2(op, x, ...) \
	op(2, x) TCTL_EACH_FIELD_1(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_3(op, x, ...) \
	op(3, x) TCTL_EACH_FIELD_2(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_4(op, x, ...) \
	op(4, x) TCTL_EACH_FIELD_3(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_5(op, x, ...) \
	op(5, x) TCTL_EACH_FIELD_4(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_6(op, x, ...) \
	op(6, x) TCTL_EACH_FIELD_5(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_7(op, x, ...) \
	op(7, x) TCTL_EACH_FIELD_6(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_8(op, x, ...) \
	op(8, x) TCTL_EACH_FIELD_7(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_9(op, x, ...) \
	op(9, x) TCTL_EACH_FIELD_8(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_10(op, x, ...) \
	op(10, x) TCTL_EACH_FIELD_9(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_11(op, x, ...) \
	op(11, x) TCTL_EACH_FIELD_10(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_12(op, x, ...) \
	op(12, x) TCTL_EACH_FIELD_11(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_13(op, x, ...) \
	op(13, x) TCTL_EACH_FIELD_12(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_14(op, x, ...) \
	op(14, x) TCTL_EACH_FIELD_13(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_15(op, x, ...) \
	op(15, x) TCTL_EACH_FIELD_14(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_16(op, x, ...) \
	op(16, x) TCTL_EACH_FIELD_15(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_17(op, x, ...) \
	op(17, x) TCTL_EACH_FIELD_16(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_18(op, x, ...) \
	op(18, x) TCTL_EACH_FIELD_17(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_19(op, x, ...) \
	op(19, x) TCTL_EACH_FIELD_18(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_20(op, x, ...) \
	op(20, x) TCTL_EACH_FIELD_19(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_21(op, x, ...) \
	op(21, x) TCTL_EACH_FIELD_20(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_22(op, x, ...) \
	op(22, x) TCTL_EACH_FIELD_21(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_23(op, x, ...) \
	op(23, x) TCTL_EACH_FIELD_22(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_24(op, x, ...) \
	op(24, x) TCTL_EACH_FIELD_23(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_25(op, x, ...) \
	op(25, x) TCTL_EACH_FIELD_24(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_26(op, x, ...) \
	op(26, x) TCTL_EACH_FIELD_25(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_27(op, x, ...) \
	op(27, x) TCTL_EACH_FIELD_26(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_28(op, x, ...) \
	op(28, x) TCTL_EACH_FIELD_27(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_29(op, x, ...) \
	op(29, x) TCTL_EACH_FIELD_28(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_30(op, x, ...) \
	op(30, x) TCTL_EACH_FIELD_29(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_31(op, x, ...) \
	op(31, x) TCTL_EACH_FIELD_30(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_32(op, x, ...) \
	op(32, x) TCTL_EACH_FIELD_31(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_33(op, x, ...) \
	op(33, x) TCTL_EACH_FIELD_32(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_34(op, x, ...) \
	op(34, x) TCTL_EACH_FIELD_33(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_35(op, x, ...) \
	op(35, x) TCTL_EACH_FIELD_34(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_36(op, x, ...) \
	op(36, x) TCTL_EACH_FIELD_35(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_37(op, x, ...) \
	op(37, x) TCTL_EACH_FIELD_36(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_38(op, x, ...) \
	op(38, x) TCTL_EACH_FIELD_37(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_39(op, x, ...) \
	op(39, x) TCTL_EACH_FIELD_38(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_40(op, x, ...) \
	op(40, x) TCTL_EACH_FIELD_39(op, __VA_ARGS__)
#define TCTL_EACH_FIELD_41(op, ...)

/* op(index, element, index, element), ... for each pair, op_ONE(index, element)
   for what is left, 0 without any. */
#define TCTL_PAIRS_0(op, ...)		0
#define TCTL_PAIRS_1(op, x, ...)	op##_ONE(1, x)
#define TCTL_PAIRS_2(op, x, y, ...)	op(2, x, 1, y)
#define TCTL_PAIRS_3(op, x, y, ...) \
	op(3, x, 2, y), TCTL_PAIRS_1(op, __VA_ARGS__)
#define TCTL_PAIRS_4(op, x, y, ...) \
	op(4, x, 3, y), TCTL_PAIRS_2(op, __VA_ARGS__)
#define TCTL_PAIRS_5(op, x, y, ...) \
	op(5, x, 4, y), TCTL_PAIRS_3(op, __VA_ARGS__)
#define TCTL_PAIRS_6(op, x, y, ...) \
	op(6, x, 5, y), TCTL_PAIRS_4(op, __VA_ARGS__)
#define TCTL_PAIRS_7(op, x, y, ...) \
	op(7, x, 6, y), TCTL_PAIRS_5(op, __VA_ARGS__)
#define TCTL_PAIRS_8(op, x, y, ...) \
	op(8, x, 7, y), TCTL_PAIRS_6(op, __VA_ARGS__)
#define TCTL_PAIRS_9(op, x, y, ...) \
	op(9, x, 8, y), TCTL_PAIRS_7(op, __VA_ARGS__)
#define TCTL_PAIRS_10(op, x, y, ...) \
	op(10, x, 9, y), TCTL_PAIRS_8(op, __VA_ARGS__)
#define TCTL_PAIRS_11(op, x, y, ...) \
	op(11, x, 10, y), TCTL_PAIRS_9(op, __VA_ARGS__)
#define TCTL_PAIRS_12(op, x, y, ...) \
	op(12, x, 11, y), TCTL_PAIRS_10(op, __VA_ARGS__)
#define TCTL_PAIRS_13(op, x, y, ...) \
	op(13, x, 12, y), TCTL_PAIRS_11(op, __VA_ARGS__)
#define TCTL_PAIRS_14(op, x, y, ...) \
	op(14, x, 13, y), TCTL_PAIRS_12(op, __VA_ARGS__)
#define TCTL_PAIRS_15(op, x, y, ...) \
	op(15, x, 14, y), TCTL_PAIRS_13(op, __VA_ARGS__)
#define TCTL_PAIRS_16(op, x, y, ...) \
	op(16, x, 15, y), TCTL_PAIRS_14(op, __VA_ARGS__)
#define TCTL_PAIRS_17(op, x, y, ...) \
	op(17, x, 16, y), TCTL_PAIRS_15(op, __VA_ARGS__)
#define TCTL_PAIRS_18(op, x, y, ...) \
	op(18, x, 17, y), TCTL_PAIRS_16(op, __VA_ARGS__)
#define TCTL_PAIRS_19(op, x, y, ...) \
	op(19, x, 18, y), TCTL_PAIRS_17(op, __VA_ARGS__)
#define TCTL_PAIRS_20(op, x, y, ...) \
	op(20, x, 19, y), TCTL_PAIRS_18(op, __VA_ARGS__)
#define TCTL_PAIRS_21(op, x, y, ...) \
	op(21, x, 20, y), TCTL_PAIRS_19(op, __VA_ARGS__)
#define TCTL_PAIRS_22(op, x, y, ...) \
	op(22, x, 21, y), TCTL_PAIRS_20(op, __VA_ARGS__)
#define TCTL_PAIRS_23(op, x, y, ...) \
	op(23, x, 22, y), TCTL_PAIRS_21(op, __VA_ARGS__)
#define TCTL_PAIRS_24(op, x, y, ...) \
	op(24, x, 23, y), TCTL_PAIRS_22(op, __VA_ARGS__)
#define TCTL_PAIRS_25(op, x, y, ...) \
	op(25, x, 24, y), TCTL_PAIRS_23(op, __VA_ARGS__)
#define TCTL_PAIRS_26(op, x, y, ...) \
	op(26, x, 25, y), TCTL_PAIRS_24(op, __VA_ARGS__)
#define TCTL_PAIRS_27(op, x, y, ...) \
	op(27, x, 26, y), TCTL_PAIRS_25(op, __VA_ARGS__)
#define TCTL_PAIRS_28(op, x, y, ...) \
	op(28, x, 27, y), TCTL_PAIRS_26(op, __VA_ARGS__)
#define TCTL_PAIRS_29(op, x, y, ...) \
	op(29, x, 28, y), TCTL_PAIRS_27(op, __VA_ARGS__)
#define TCTL_PAIRS_30(op, x, y, ...) \
	op(30, x, 29, y), TCTL_PAIRS_28(op, __VA_ARGS__)
#define TCTL_PAIRS_31(op, x, y, ...) \
	op(31, x, 30, y), TCTL_PAIRS_29(op, __VA_ARGS__)
#define TCTL_PAIRS_32(op, x, y, ...) \
	op(32, x, 31, y), TCTL_PAIRS_30(op, __VA_ARGS__)
#define TCTL_PAIRS_33(op, x, y, ...) \
	op(33, x, 32, y), TCTL_PAIRS_31(op, __VA_ARGS__)
#define TCTL_PAIRS_34(op, x, y, ...) \
	op(34, x, 33, y), TCTL_PAIRS_32(op, __VA_ARGS__)
#define TCTL_PAIRS_35(op, x, y, ...) \
	op(35, x, 34, y), TCTL_PAIRS_33(op, __VA_ARGS__)
#define TCTL_PAIRS_36(op, x, y, ...) \
	op(36, x, 35, y), TCTL_PAIRS_34(op, __VA_ARGS__)
#define TCTL_PAIRS_37(op, x, y, ...) \
	op(37, x, 36, y), TCTL_PAIRS_35(op, __VA_ARGS__)
#define TCTL_PAIRS_38(op, x, y, ...) \
	op(38, x, 37, y), TCTL_PAIRS_36(op, __VA_ARGS__)
#define TCTL_PAIRS_39(op, x, y, ...) \
	op(39, x, 38, y), TCTL_PAIRS_37(op, __VA_ARGS__)
#define TCTL_PAIRS_40(op, x, y, ...) \
	op(40, x, 39, y), TCTL_PAIRS_38(op, __VA_ARGS__)
#define TCTL_PAIRS_41(op, ...)		0

#endif
