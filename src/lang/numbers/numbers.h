// Arithmetic of Python's numbers, bool, int and float: arithmetic.c.
#pragma once

#include "lang/value.h"

// NOT_IMPLEMENTED: one of them is no number.
Value number_binary(Run *run, Operator op, Value left, Value right);
Value number_unary(Run *run, Operator op, Value self);
Value raise_int_overflow(Run *run); // the error: more than 64 bits

// ---- float_hex.c
Value float_hex(Run *run, Value *arg);
extern const Native float_functions[];
