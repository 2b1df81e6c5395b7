/* SPDX-License-Identifier: MIT */
/*
 * tracectl/field_cxx.h: fields of probes in C++11 and later: kinds by
 * overloading. The expressions become arguments of one chain of calls that ends
 * in the record call, so that a temporary (name().c_str()) lives until its bytes
 * are recorded. No standard header is needed.
 *
 * TCTL_CHECK_FORM(field, expr, form, extra) checks, TCTL_PUT_FORM is a link of
 * the chain, TCTL_KIND_FORM is an integer constant.
 */
#ifndef TRACECTL_FIELD_CXX_H
#define TRACECTL_FIELD_CXX_H

#include <tracectl/field_build.h>

#define TCTL_REQUIRE(cond, f, text) \
	static_assert(cond, "tracectl: field " #f ": " text);

#define TCTL_LINK	__attribute__((always_inline)) inline

namespace tctl {

/* What a type is on the wire; kind 0 where it can't be recorded. */
template <unsigned int k> struct kind_is {
	static constexpr unsigned int kind = k;
	static constexpr unsigned int number = k;
};

template <typename T, bool is_enum> struct other_type : kind_is<0> {
};

template <typename T> struct type : other_type<T, __is_enum(T)> {
};

template <typename T>
struct other_type<T, true> : type<__underlying_type(T)> {
};

template <typename T>
struct int_type
	: kind_is<TCTL_KIND_INTEGER(T(-1) < T(0) ? TCTL_KIND_INT :
				    TCTL_KIND_UINT, sizeof(T))> {
};

template <> struct type<bool> : kind_is<TCTL_KIND_BOOL> {
};
template <> struct type<char> : int_type<char> {
};
template <> struct type<signed char> : int_type<signed char> {
};
template <> struct type<unsigned char> : int_type<unsigned char> {
};
template <> struct type<short> : int_type<short> {
};
template <> struct type<unsigned short> : int_type<unsigned short> {
};
template <> struct type<int> : int_type<int> {
};
template <> struct type<unsigned int> : int_type<unsigned int> {
};
template <> struct type<long> : int_type<long> {
};
template <> struct type<unsigned long> : int_type<unsigned long> {
};
template <> struct type<long long> : int_type<long long> {
};
template <> struct type<unsigned long long> : int_type<unsigned long long> {
};
template <> struct type<wchar_t> : int_type<wchar_t> {
};
template <> struct type<char16_t> : int_type<char16_t> {
};
template <> struct type<char32_t> : int_type<char32_t> {
};
#ifdef __cpp_char8_t
template <> struct type<char8_t> : int_type<char8_t> {
};
#endif
template <>
struct type<float> : kind_is<TCTL_KIND_INTEGER(TCTL_KIND_FLOAT, 4)> {
};
template <>
struct type<double> : kind_is<TCTL_KIND_INTEGER(TCTL_KIND_FLOAT, 8)> {
};
template <> struct type<long double> : type<double> {
};
template <typename T> struct type<T *> : kind_is<TCTL_KIND_POINTER> {
};
template <> struct type<decltype(nullptr)> : type<void *> {
};

/* Strings are strings, and pointers only where a base was asked for. */
struct string_type {
	static constexpr unsigned int kind = TCTL_KIND_STRING;
	static constexpr unsigned int number = TCTL_KIND_POINTER;
};
template <> struct type<char *> : string_type {
};
template <> struct type<const char *> : string_type {
};

template <typename T> struct type<const T> : type<T> {
};
template <typename T> struct type<volatile T> : type<T> {
};
template <typename T> struct type<const volatile T> : type<T> {
};

/* Only for decltype: what an expression of a field is. */
template <typename T> type<T> value_of(T);

template <typename T, size_t n> struct array_type {
	static constexpr unsigned int kind =
		sizeof(T) <= 8 ? type<T>::number : 0;
	static constexpr size_t size = sizeof(T);
	static constexpr size_t length = n;
};

template <typename T> array_type<T, 0> element_of(T *);
template <typename T, size_t n> array_type<T, n> array_of(T (&)[n]);
template <typename T> array_type<T, 0> array_of(const T &);

/* The chain; see field_build.h for what each link does. */
class fields {
public:
	TCTL_LINK fields(unsigned char *bytes, struct tctl_segment *segments)
		: first_(segments)
	{
		build_.start = bytes;
		build_.at = bytes;
		build_.segment = segments;
	}

	template <typename T> TCTL_LINK fields &put(T value)
	{
		tctl_build_fixed(&build_, &value, sizeof(value));
		return *this;
	}

	TCTL_LINK fields &put(long double value)
	{
		return put(static_cast<double>(value));
	}

	TCTL_LINK fields &put(const char *value)
	{
		return string(value);
	}

	TCTL_LINK fields &put(char *value)
	{
		return string(value);
	}

	template <typename T> TCTL_LINK fields &number(T value)
	{
		tctl_build_fixed(&build_, &value, sizeof(value));
		return *this;
	}

	TCTL_LINK fields &string(const void *value)
	{
		tctl_build_string(&build_, value);
		return *this;
	}

	TCTL_LINK fields &string(const void *value, size_t max)
	{
		tctl_build_string_max(&build_, value, max);
		return *this;
	}

	TCTL_LINK fields &bytes(const void *base, size_t size)
	{
		tctl_build_sequence(&build_, base, size, 0);
		return *this;
	}

	TCTL_LINK fields &text(const void *base, const void *zeros, size_t size)
	{
		tctl_build_text(&build_, base, zeros, size);
		return *this;
	}

	/* The bytes before the first NUL of at most size. */
	TCTL_LINK fields &text(const void *base, size_t size)
	{
		return bytes(base, base ? tctl_call_length(
			static_cast<const char *>(base), size) : 0);
	}

	template <typename T>
	TCTL_LINK fields &sequence(const T *base, size_t count)
	{
		tctl_build_sequence(&build_, base, count,
				    TCTL_LOG2(sizeof(T)));
		return *this;
	}

	template <typename T, size_t n>
	TCTL_LINK fields &array(const T (&value)[n])
	{
		tctl_build_array(&build_, value, sizeof(value));
		return *this;
	}

	template <typename T>
	TCTL_LINK fields &array(const T *base, size_t length)
	{
		tctl_build_array(&build_, base, sizeof(T) * length);
		return *this;
	}

	TCTL_LINK unsigned int end()
	{
		tctl_build_flush(&build_);
		return static_cast<unsigned int>(build_.segment - first_);
	}

private:
	struct tctl_build build_;
	struct tctl_segment *first_;
};

} /* namespace tctl */

#define TCTL_TYPE(e)		decltype(::tctl::value_of(e))
#define TCTL_ELEMENT(e)		decltype(::tctl::element_of(e))
#define TCTL_ARRAY(e)		decltype(::tctl::array_of(e))

#define TCTL_CHECK_auto(f, e, form, extra) \
	TCTL_REQUIRE(TCTL_TYPE(e)::kind != 0, f, \
		     "neither number, pointer nor string")
#define TCTL_PUT_auto(f, e, form, extra)	.put(e)
#define TCTL_KIND_auto(f, e, form, extra)	TCTL_TYPE(e)::kind

#define TCTL_CHECK_int(f, e, form, extra) \
	TCTL_REQUIRE(TCTL_KIND_IS_INTEGER(TCTL_TYPE(e)::number), f, \
		     #form " is for integers and pointers")
#define TCTL_PUT_int(f, e, form, extra)		.number(e)
#define TCTL_KIND_int(f, e, form, extra) \
	((TCTL_TYPE(e)::number & ~TCTL_KIND_BASE_MASK) | TCTL_FLAGS_##form)

#define TCTL_CHECK_enum(f, e, form, extra) \
	TCTL_REQUIRE(TCTL_KIND_IS_INTEGER(TCTL_TYPE(e)::kind), f, \
		     "enum is for integers and enumerations")
#define TCTL_PUT_enum(f, e, form, extra)	.number(e)
#define TCTL_KIND_enum(f, e, form, extra) \
	(TCTL_TYPE(e)::kind | TCTL_KIND_ENUM)

#define TCTL_CHECK_str(f, e, form, extra) \
	TCTL_REQUIRE(TCTL_ELEMENT(e)::size == 1, f, \
		     "string is for pointers to characters")
#define TCTL_PUT_str(f, e, form, extra)		.string(e)
#define TCTL_KIND_str(f, e, form, extra)	TCTL_KIND_STRING

#define TCTL_CHECK_strmax(f, e, form, max)	TCTL_CHECK_str(f, e, form, max)
#define TCTL_PUT_strmax(f, e, form, max)	.string(e, max)
#define TCTL_KIND_strmax(f, e, form, max)	TCTL_KIND_STRING

#define TCTL_CHECK_bytes(f, e, form, length) \
	TCTL_REQUIRE(TCTL_TYPE(e)::number == TCTL_KIND_POINTER, f, \
		     "bytes is for pointers")
#define TCTL_PUT_bytes(f, e, form, length)	.bytes(e, length)
#define TCTL_KIND_bytes(f, e, form, length)	TCTL_KIND_OF_BYTES

#define TCTL_CHECK_ELEMENT(f, e) \
	TCTL_REQUIRE(TCTL_ELEMENT(e)::kind != 0, f, \
		     "elements are neither numbers nor pointers")

#define TCTL_CHECK_seq(f, e, form, count)	TCTL_CHECK_ELEMENT(f, e)
#define TCTL_PUT_seq(f, e, form, count)		.sequence(e, count)
#define TCTL_KIND_seq(f, e, form, count) \
	(TCTL_ELEMENT(e)::kind | TCTL_KIND_OF_SEQUENCE)

#define TCTL_CHECK_textseq(f, e, form, count)	TCTL_CHECK_str(f, e, form, count)
#define TCTL_PUT_textseq(f, e, form, count)	.bytes(e, count)
#define TCTL_KIND_textseq(f, e, form, count) \
	(TCTL_KIND_OF_TEXT | TCTL_KIND_OF_SEQUENCE)

#define TCTL_CHECK_LENGTH(f, n) \
	TCTL_REQUIRE((n) >= 1 && (n) <= 65535, f, \
		     "an array has 1 to 65535 elements")

#define TCTL_CHECK_arrn(f, e, form, n) \
	TCTL_CHECK_ELEMENT(f, e) \
	TCTL_CHECK_LENGTH(f, n)
#define TCTL_PUT_arrn(f, e, form, n)		.array(e, n)
#define TCTL_KIND_arrn(f, e, form, n) \
	(TCTL_ELEMENT(e)::kind | TCTL_KIND_OF_ARRAY(n))

#define TCTL_CHECK_arr(f, e, form, extra) \
	TCTL_REQUIRE(TCTL_ARRAY(e)::length != 0, f, \
		     "a pointer has no length: write (" #f \
		     ", pointer, array, N) or use sequence") \
	TCTL_REQUIRE(TCTL_ARRAY(e)::kind != 0, f, \
		     "elements are neither numbers nor pointers") \
	TCTL_REQUIRE(TCTL_ARRAY(e)::length <= 65535, f, \
		     "an array has 1 to 65535 elements")
#define TCTL_PUT_arr(f, e, form, extra)		.array(e)
#define TCTL_KIND_arr(f, e, form, extra) \
	(TCTL_ARRAY(e)::kind | TCTL_KIND_OF_ARRAY(TCTL_ARRAY(e)::length))

#define TCTL_CHECK_textarr(f, e, form, extra) \
	TCTL_CHECK_arr(f, e, form, extra) \
	TCTL_REQUIRE(TCTL_ARRAY(e)::size == 1, f, \
		     "text is for characters")
#define TCTL_PUT_textarr(f, e, form, extra)	.array(e)
#define TCTL_KIND_textarr(f, e, form, extra) \
	(TCTL_KIND_OF_TEXT | TCTL_KIND_OF_ARRAY(TCTL_ARRAY(e)::length))

#endif
