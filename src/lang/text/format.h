// Format specifications, and writing values by them.
#pragma once

#include "lang/value.h"

typedef struct Spec {
    Str fill;
    char align, sign, type; // 0: not given
    bool alternate, no_negative_zero;
    char grouping;        // ',' or '_'
    int width, precision; // -1: not given
} Spec;

enum { MAX_FORMAT_WIDTH = 100000, MAX_FORMAT_PRECISION = 1000 };

bool format_int(Run *run, Value number, const Spec *spec, Buf *out);
bool format_double(Run *run, double number, Spec spec, const char *type_name, Buf *out);
bool format_str(Run *run, Str text, const Spec *spec, Buf *out);
void value_repr_ascii(Run *run, Value value, Buf *out); // as ascii() gives it
// !r, !s or !a; `conversion` 0 leaves the value.
Value format_convert(Run *run, Value value, char conversion);
