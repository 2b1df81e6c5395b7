// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/fields_cxx.cc: probes in C++. */
#include "fields_main.h"

namespace {

/* Its text is gone as soon as it is. */
class name {
public:
	explicit name(const char *text)
	{
		strcpy(text_, text);
	}
	~name()
	{
		strcpy(text_, "gone");
	}
	const char *c_str() const
	{
		return text_;
	}

private:
	char text_[16];
};

class scope {
public:
	explicit scope(int n) : n_(n)
	{
		PROBE(t, constructor, (n, n_));
	}
	~scope()
	{
		PROBE(t, destructor, (n, n_));
	}

private:
	int n_;
};

enum class shade : unsigned char { light, dark = 200 };

template <typename T> void in_template(T value)
{
	PROBE(t, in_template, (value, value));
}

template <typename T, size_t n> size_t in_array_template(const T (&array)[n])
{
	PROBE(t, in_array_template, (a, array, array), (n, n));
	return n;
}

void temporaries()
{
	PROBE(t, temporary, (s, name("temporary").c_str()),
	      (m, name("another").c_str(), string, 4));
	want_bytes("temporary\0anot", 15);
	CHECK("a temporary lives until it is recorded", TCTL_KIND_STRING,
	      TCTL_KIND_STRING);
}

void types()
{
	struct {
		unsigned int bits : 3;
		bool flag : 1;
	} field = {5, true};
	const int &reference = 3;

	PROBE(t, types, (b, field.bits), (f, field.flag), (r, reference),
	      (w, L'w'), (c, u'c'), (d, U'd'), (n, nullptr), (s, shade::dark));
	WANT(unsigned int, 5);
	WANT(bool, true);
	WANT(int, 3);
	WANT(wchar_t, L'w');
	WANT(char16_t, u'c');
	WANT(char32_t, U'd');
	WANT(void *, 0);
	WANT(unsigned char, 200);
	CHECK("types of C++", K_UINT(2), TCTL_KIND_BOOL, K_INT(2), K_INT(2),
	      K_UINT(1), K_UINT(2), K_POINTER, K_UINT(0));
	PROBE(t, scoped, (s, shade::dark, enum, (shade::light, shade::dark)));
	tap_ok(strstr(got.text, "s\tshade::light=0,shade::dark=200") != 0,
	       "labels of a scoped enumeration");
	WANT(unsigned char, 200);
	CHECK("a scoped enumeration", K_UINT(0) | TCTL_KIND_ENUM);
}

void templates()
{
	static const short shorts[2] = {1, 2};

	in_template(5u);
	WANT(unsigned int, 5);
	CHECK("in a template, unsigned", K_UINT(2));
	in_template("text");
	want_bytes("text", 5);
	CHECK("in a template, string", TCTL_KIND_STRING);
	in_array_template(shorts);
	want_bytes(shorts, 4);
	WANT(size_t, 2);
	CHECK("in a template, array", K_INT(1) | K_ARRAY(2), K_UINT(3));
}

void scopes()
{
	int n = 1;

	{
		scope first(1);
		scope second(2);
		PROBE(t, between, (n, n));
	}
	tap_is(hits(), 5, "with destructors");
	auto lambda = [&](int i) {
		PROBE(t, lambda, (i, i), (n, n));
		return i;
	};
	lambda(1);
	lambda(2);
	tap_is(hits(), 2, "in a lambda");
	try {
		scope thrown(3);
		PROBE(t, thrown);
		throw 1;
	} catch (int) {
		PROBE(t, caught);
	}
	tap_is(hits(), 4, "beside exceptions");
}

} /* namespace */

int main()
{
	fields_main();
	own_gates_set(1);
	temporaries();
	types();
	templates();
	scopes();
	return tap_done();
}
