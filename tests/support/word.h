// The words of a line, one after another.
#pragma once

#include "support/test.h"

#include "base/text/number.h"

static inline Str next_word(Str *rest)
{
    *rest = str_trim(*rest);
    int n = 0;
    while (n < rest->n && rest->p[n] != ' ') n++;
    Str word = str_slice(*rest, 0, n);
    *rest = str_trim(str_slice(*rest, n, rest->n));
    return word;
}

static inline int64_t next_int(Str *rest)
{
    int64_t value = 0;
    assert_true(number_parse_int(next_word(rest), &value));
    return value;
}

static inline double to_double(Str word)
{
    double value = 0;
    assert_true(number_parse_double(word, &value));
    return value;
}
