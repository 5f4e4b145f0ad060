// Numbers as text, independent of the locale.
#pragma once

#include "base/buf.h"

#include <stdint.h>

// The whole of `s` must be a number; false otherwise. Accepts Python's forms: 12, 1_000, 1e-3, .5,
// 2., inf, nan, with a sign. Integers outside int64 are refused.
bool number_parse_int(Str s, int64_t *value);
bool number_parse_double(Str s, double *value);

// The fewest digits that read back as the same value, as Python's repr writes a float
// ("0.1", "1e-05", "3.0", "inf", "nan").
void number_repr_double(Buf *out, double value);

// The same for a value that was stored as float32: repr of the nearest short decimal.
void number_repr_float(Buf *out, float value);

// How numbers are written for people, on the screen, in text, in arithmetic, in figures and their
// bars alike: whole ones whole ("4"), others with `digits` decimals ("0.5000", "-0.0634"), from
// 100,000 on with at most eight digits in all and no zeros behind ("185184.75"), as float32 holds
// no more. What would look like zero, or is longer than that, has an exponent ("6e-06", "1e+09",
// "1.85e+08"). Zero has no sign.
void number_human(Buf *out, double value, int digits);
// The same without zeros behind the point: "0.5".
void number_trimmed(Buf *out, double value, int digits);
// The same in a column, where points are under each other: whole numbers below 100,000 have
// zeros, too, and what would look like zero is "~0", where the number that is farthest from 0,
// `largest`, has two digits or more.
void number_aligned(Buf *out, double value, int decimals, double largest);
// What those two read back as.
double number_rounded(double value, int digits);
// The fewest decimals, up to `most`, that read back as the same value (as the same float32).
int number_decimals(double value, bool is_float32, int most);
// The signs of print, minus, infinity and about, for what was written from `start` on.
void number_typeset(Buf *out, int start);

// What makes an ordinal of a number in digits: "st", "nd", "rd" or "th".
const char *number_ordinal(int64_t n);

// As printf writes "%.*f" of a finite number, several times as fast for what was stored as float32.
void number_fixed(Buf *out, double value, int decimals);

// From `digits` on, the decimals at which two different numbers are written differently; at most 9.
int number_digits_apart(double a, double b, int digits);
