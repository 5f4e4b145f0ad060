// Control characters in a lesson could move the reader's cursor or clear the screen,
// and characters that turn the direction of writing could make code look like other code. Text
// from outside is therefore decoded character by character, and these are spelled out.
#include "base/text/visible.h"

#include "base/files/file.h"
#include "base/text/utf8.h"

#include <stdio.h>
#include <string.h>

static bool turns_direction(uint32_t code)
{
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0x200E || code == 0x200F || code == 0x61C;
}

int visible_spelling(uint32_t code, char spelling[VISIBLE_BYTES])
{
    if (code >= 0x20 && code < 0x7F) return 0;
    if (code == '\n' || code == '\t') return 0;
    if (code < 0x80) return snprintf(spelling, VISIBLE_BYTES, "^%c", (int)(code ^ 0x40));
    if (code < 0xA0) return snprintf(spelling, VISIBLE_BYTES, "\\x%02x", (unsigned)code);
    if (!turns_direction(code)) return 0;
    return snprintf(spelling, VISIBLE_BYTES, "\\u%04x", (unsigned)code);
}

Str visible_char(Str text, int *length, char spelling[VISIBLE_BYTES])
{
    uint32_t code = utf8_decode(text, length);
    int spelled = visible_spelling(code, spelling);
    if (spelled) return (Str){spelling, spelled};
    if (code == 0xFFFD) return STR("\xEF\xBF\xBD");
    return str_slice(text, 0, *length);
}

void visible_add(Buf *out, Str text)
{
    char spelling[VISIBLE_BYTES];
    for (int length; text.n; text = str_slice(text, length, text.n))
        buf_add(out, visible_char(text, &length, spelling));
}

const char *visible_text(const char *text, Arena *arena)
{
    Buf shown = {.arena = arena};
    visible_add(&shown, str_from(text));
    return strcmp(buf_text(&shown), text) == 0 ? text : buf_text(&shown);
}

bool visible_write(int descriptor, Str text)
{
    char chunk[4096], spelling[VISIBLE_BYTES];
    size_t count = 0;
    for (int length; text.n; text = str_slice(text, length, text.n)) {
        Str shown = visible_char(text, &length, spelling);
        if (count + (size_t)shown.n > sizeof chunk) {
            if (!file_write_all(descriptor, chunk, count)) return false;
            count = 0;
        }
        memcpy(chunk + count, shown.p, (size_t)shown.n);
        count += (size_t)shown.n;
    }
    return file_write_all(descriptor, chunk, count);
}
