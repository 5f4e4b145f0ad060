// The arithmetic of a cell that is made in a way of its own, written while it is computed.
//
// A row whose terms are a TERMS_FORMULA goes through them once, in op->formula: what it returns is
// the cell's value, and what it writes on the way is how a person would compute it. Numbers are
// written with few digits; each function below gives back the number as written there, so that
// the value is what the written arithmetic gives.
//
//     (1.5 - 0.25) / sqrt(1.1875 + 1e-05) * 1 + 0
//     (x[0,2] - mean) / sqrt(var + 1e-05) * weight[2] + bias[2]
#pragma once

#include "base/buf.h"
#include "tensor/op_call.h"

struct Formula {
    const Terms *terms;
    const double *exact;     // their numbers: for parts that are not spelt out
    const double *term;      // their numbers as they are written
    const char *const *text; // what is written for each: its name, or its number
    bool symbols;            // parts are written as their names
    int digits;              // decimals of parts
    Buf *out;                // NULL: nothing is written
};

void formula_write(Formula *formula, const char *format, ...) PRINTF_LIKE(2, 3);

// Writes a term, in brackets where it is negative and follows an operator; gives its number.
double formula_term(Formula *formula, int term);

// Writes a number in place of a part of the computation, or the part's name; gives the number.
double formula_part(Formula *formula, const char *name, double value);

// Writes a text of a row's notation: $x, $y and $z are the terms, $n how many there are, $0, $1, …
// the call's arguments.
void formula_pattern(Formula *formula, const OpCall *call, const char *pattern);
// Writes `count` of them with `between` between them, each of its own `each` terms.
void formula_patterns(Formula *formula, const char *pattern, const char *between, int each,
                      int count);

// The number that formula_part() writes, without writing it.
double formula_rounded(const Formula *formula, double value);

// Writes sqrt(var + eps); gives the number.
double formula_deviation(Formula *formula, double variance, double eps);

// A number that the program gave, as short as it can be written: 1e-05.
void formula_constant(Formula *formula, double value);

// Which of `count` like things are written: true, the i-th is to be. What comes before it,
// and once how many are left out, is written here. Long sums are 1 + 2 + 3 + ... 5 more ... + 9.
bool formula_shows(Formula *formula, int i, int count, const char *between);
