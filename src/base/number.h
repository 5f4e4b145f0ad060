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

// For people: at most `digits` decimals, without trailing zeros when it is a whole number
// ("4", "0.4683", "-0.0634", "6.03e-06", "inf", "-inf", "nan"). A value that would round to
// zero at that many decimals is written in scientific notation, as "~0" would hide it.
void number_human(Buf *out, double value, int digits);
// The same without the zeros behind the last decimal: "0.5", not "0.5000".
void number_trimmed(Buf *out, double value, int digits);
// What that text reads back as.
double number_rounded(double value, int digits);

// As printf writes "%.*f" of a finite number, several times as fast for what was stored as float32.
void number_fixed(Buf *out, double value, int decimals);

// From `digits` on, the decimals at which two different numbers are written differently; at most 9.
int number_digits_apart(double a, double b, int digits);
