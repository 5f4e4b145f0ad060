// Cases in text files: their words, and what is made for one case and forgotten after it.
#pragma once

#include "support/test.h"

#include "base/number.h"
#include "support/tensors.h"

static Arena arena;
static TensorHeap heap;
static Error error;

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

// "(2, 3)", which is taken off `*rest`.
static inline Shape next_shape(Str *rest)
{
    Shape shape = {0};
    int end = str_find(*rest, ")");
    Str inside = str_slice(*rest, 1, end);
    *rest = str_trim(str_slice(*rest, end + 1, rest->n));
    while (inside.n > 0) {
        int comma = str_find(inside, ",");
        Str size = str_slice(inside, 0, comma < 0 ? inside.n : comma);
        assert_true(number_parse_int(size, &shape.dim[shape.ndim++]));
        inside = str_trim(str_slice(inside, size.n + 1, inside.n));
    }
    return shape;
}

static inline void forget_case(void)
{
    tensor_heap_free(&heap);
    arena_free(&arena);
    error = (Error){.arena = &arena};
}
