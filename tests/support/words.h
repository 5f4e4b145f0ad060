// Cases in text files: their words, and what is made for one case and forgotten after it.
#pragma once

#include "support/tensors.h"
#include "support/word.h"

static Arena arena;
static TensorHeap heap;
static Error error;

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
