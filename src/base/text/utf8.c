// Decoding is strict: what is too long, too large or a surrogate is no UTF-8.
//
// Widths are libutf8proc's: what Unicode calls Wide and Fullwidth takes two columns, marks
// on another letter none, Ambiguous one. Emoji joined by ZWJ are measured as their parts:
// terminals do not agree on the joined form.
#include "base/text/utf8.h"
#include "base/mark.h"
#include "base/text/visible.h"

#include <utf8proc.h>

bool utf8_continues(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

uint32_t utf8_decode(Str s, int *length)
{
    static const uint32_t SMALLEST[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)s.p[0];
    *length = 1;
    if (first < 0x80) return first;
    int need = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || s.n < need) return 0xFFFD;
    uint32_t code = first & (0xFFu >> (need + 1));
    for (int i = 1; i < need; i++) {
        if (!utf8_continues(s.p[i])) return 0xFFFD;
        code = code << 6 | ((unsigned char)s.p[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < SMALLEST[need] || code > 0x10FFFF || surrogate) return 0xFFFD;
    *length = need;
    return code;
}

int utf8_flaw(Str s)
{
    for (int at = 0, length; at < s.n; at += length) {
        length = 1;
        uint32_t code = (unsigned char)s.p[at];
        if (code >= 0x80) code = utf8_decode((Str){s.p + at, s.n - at}, &length);
        if (!code || (code == 0xFFFD && length == 1)) return at;
    }
    return -1;
}

bool utf8_valid(Str s)
{
    for (int flaw; (flaw = utf8_flaw(s)) >= 0; s = str_slice(s, flaw + 1, s.n)) {
        if (s.p[flaw]) return false;
    }
    return true;
}

int utf8_count(Str s)
{
    int count = 0;
    for (int i = 0; i < s.n; i++) count += !utf8_continues(s.p[i]);
    return count;
}

// Where terminals follow the C library's wcwidth, and libutf8proc does not: marks beside
// their letter take a column, the vowels and ends of a Korean syllable are in its first one.
static int width_of(uint32_t code)
{
    bool ends_syllable = (code >= 0x1160 && code <= 0x11FF) || (code >= 0xD7B0 && code <= 0xD7FB);
    if (ends_syllable || code == 0xAD) return 0;
    switch (utf8proc_category((utf8proc_int32_t)code)) {
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return 1;
    default: return utf8proc_charwidth((utf8proc_int32_t)code);
    }
}

int utf8_char_width(uint32_t code)
{
    if (code >= 0x20 && code < 0x7F) return 1;
    if (mark_kind(code) >= 0) return 0;
    char spelling[VISIBLE_BYTES];
    int spelled = visible_spelling(code, spelling);
    return spelled ? spelled : width_of(code);
}

int utf8_width(Str s)
{
    int width = 0, length;
    for (; s.n; s = str_slice(s, length, s.n)) width += utf8_char_width(utf8_decode(s, &length));
    return width;
}

Str utf8_fit(Str s, int columns)
{
    int taken = 0, width = 0, length;
    while (taken < s.n) {
        int more = utf8_char_width(utf8_decode(str_slice(s, taken, s.n), &length));
        if (width + more > columns) break;
        width += more;
        taken += length;
    }
    return str_slice(s, 0, taken);
}

int utf8_encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    int bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (int i = bytes - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)(LEAD[bytes] | code);
    return bytes;
}
