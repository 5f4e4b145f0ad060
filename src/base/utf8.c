// Widths follow Unicode's East Asian Width: Wide and Fullwidth take two columns, Ambiguous takes
// one. Emoji joined by ZWJ are measured as their parts: terminals do not agree on the joined form.
#include "base/utf8.h"

typedef struct Range {
    uint32_t first, last;
} Range;

static const Range ZERO_WIDTH[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF},   {0x05C1, 0x05C2},
    {0x05C4, 0x05C5}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670},   {0x06D6, 0x06DC},
    {0x06DF, 0x06E4}, {0x0900, 0x0902}, {0x093A, 0x093A}, {0x093C, 0x093C},   {0x0941, 0x0948},
    {0x094D, 0x094D}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},   {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064},   {0x20D0, 0x20FF},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
};

static const Range DOUBLE_WIDTH[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF},
    {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB}, {0x1F90C, 0x1F93A},
    {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

static bool in_ranges(uint32_t code, const Range *ranges, int count)
{
    int low = 0, high = count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else if (code < ranges[middle].first)
            high = middle - 1;
        else
            return true;
    }
    return false;
}

#define IN(code, ranges) in_ranges((code), (ranges), (int)(sizeof(ranges) / sizeof((ranges)[0])))

static bool is_continuation(char c)
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
        if (!is_continuation(s.p[i])) return 0xFFFD;
        code = code << 6 | ((unsigned char)s.p[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < SMALLEST[need] || code > 0x10FFFF || surrogate) return 0xFFFD;
    *length = need;
    return code;
}

bool utf8_valid(Str s)
{
    while (s.n) {
        int length = 1;
        uint32_t code = (unsigned char)*s.p;
        if (code >= 0x80) code = utf8_decode(s, &length);
        if (code == 0xFFFD && length == 1) return false;
        s = str_slice(s, length, s.n);
    }
    return true;
}

int utf8_count(Str s)
{
    int count = 0;
    for (int i = 0; i < s.n; i++) count += !is_continuation(s.p[i]);
    return count;
}

int utf8_char_width(uint32_t code)
{
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return 0;
    if (code < 0x300) return code == 0xAD ? 0 : 1;
    if (IN(code, ZERO_WIDTH)) return 0;
    return IN(code, DOUBLE_WIDTH) ? 2 : 1;
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
