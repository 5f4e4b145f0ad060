// Arithmetic of Python's numbers, bool, int and float: arithmetic.c. Ints beyond 64 bits: large.c.
#pragma once

#include "lang/value.h"

// NOT_IMPLEMENTED: one of them is no number.
Value number_binary(Run *run, Operator op, Value left, Value right);
Value number_unary(Run *run, Operator op, Value self);

// ---- large.c: all of these take ints of any size ------------------------------------------------

// Where 64 bits are not enough for one of them or for the result; not for a division by 0, or a
// power with a negative exponent.
Value large_binary(Run *run, Operator op, Value left, Value right);
int large_order(Value a, Value b);                 // -1, 0, 1
int large_order_double(Value a, double b);         // 2: it is NaN
double large_frexp(Value value, double *exponent); // from 1/2 to 1 (of a negative one -1/2 to -1)
Value int_from_unsigned(Run *run, uint64_t number);
Value int_from_double(Run *run, double number); // a finite one
// `digits` are digits of this base, and underscores.
Value int_from_digits(Run *run, Str digits, int base, bool negative);
bool int_digits(Run *run, Value value, int base, Buf *out); // without a sign; false: too many
Value int_power_modulo(Run *run, Value base, Value exponent, Value modulus);
Value int_gcd(Run *run, Value a, Value b);
Value int_root(Run *run, Value value); // of one that is not negative
Value int_factorial(Run *run, int64_t n);
int64_t int_bits(Value value); // of the magnitude
// The magnitude as words of 32 bits, the lowest first, at least one; in run->scratch.
uint32_t *int_words(Run *run, Value value, int *count);
void large_begin(void);       // before anything else
void large_library(Buf *out); // "GMP 6.3.0"
