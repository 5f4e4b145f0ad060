// Text that grows, in an arena. Always terminated; a zeroed Buf with an arena set is empty.
#pragma once

#include "base/str.h"

#include <stdarg.h>

typedef struct Buf {
    Arena *arena;
    char *p; // terminated once anything was added, else NULL
    int n;   // bytes, without the terminator
    size_t capacity;
} Buf;

#define PRINTF_LIKE(text_at, values_at) __attribute__((format(printf, text_at, values_at)))
// A parameter that functions of the same type need, and this one does not: `Run *run UNUSED`.
#define UNUSED __attribute__((unused))

void buf_add(Buf *buf, Str s);
void buf_add_char(Buf *buf, char c);
void buf_add_repeat(Buf *buf, char c, int times);
void buf_printf(Buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void buf_add_one_line(Buf *buf, Str s); // single blanks for white space, none at the ends
void buf_cut(Buf *buf, int n);          // keeps the first n bytes
void buf_vprintf(Buf *buf, const char *format, va_list args) PRINTF_LIKE(2, 0);

Str buf_str(const Buf *buf);          // what is in it, borrowed
const char *buf_text(const Buf *buf); // terminated; "" when empty

// A terminated text in `arena`.
char *arena_printf(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
