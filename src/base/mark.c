// U+FDD0 ends a part, U+FDD1 and those after it begin one.
#include "base/mark.h"

#include "base/buf.h"
#include "base/text/utf8.h"

enum { FIRST = 0xFDD0 };

const char *mark_text(Arena *arena, int kind, const char *text)
{
    char begin[4], end[4];
    int bytes = utf8_encode((uint32_t)(FIRST + kind), begin);
    utf8_encode(FIRST + MARK_END, end);
    return arena_printf(arena, "%.*s%s%.*s", bytes, begin, text, bytes, end);
}

int mark_kind(uint32_t code)
{
    return code >= FIRST && code < FIRST + MARK_KINDS ? (int)code - FIRST : -1;
}

const char *mark_skip(const char *text)
{
    int length;
    return *text && mark_kind(utf8_decode(str_from(text), &length)) >= 0 ? text + length : text;
}
