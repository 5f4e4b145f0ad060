// A table of ranges of Unicode (UnicodeData.txt, version 14): what is not in it is unknown.
#include "base/letters.h"

#include <stddef.h>

enum { ALTERNATE = 1 }; // upper, lower, upper, lower …

typedef struct LetterRange {
    uint32_t first, last;
    LetterKind kind;
    int other; // distance to the other case; ALTERNATE; 0: none that is one letter everywhere
} LetterRange;

static const LetterRange ranges[] = {
    {0x00, 0x08, LETTER_OTHER, 0},           {0x09, 0x0D, LETTER_BLANK, 0},
    {0x0E, 0x1B, LETTER_OTHER, 0},           {0x1C, 0x20, LETTER_BLANK, 0},
    {0x21, 0x2F, LETTER_OTHER, 0},           {'0', '9', LETTER_DIGIT, 0},
    {0x3A, 0x40, LETTER_OTHER, 0},           {'A', 'Z', LETTER_UPPER, 32},
    {0x5B, 0x60, LETTER_OTHER, 0},           {'a', 'z', LETTER_LOWER, -32},
    {0x7B, 0x84, LETTER_OTHER, 0},           {0x85, 0x85, LETTER_BLANK, 0},
    {0x86, 0x9F, LETTER_OTHER, 0},           {0xA0, 0xA0, LETTER_BLANK, 0},
    {0xA1, 0xA9, LETTER_OTHER, 0},           {0xAB, 0xB1, LETTER_OTHER, 0},
    {0xB2, 0xB3, LETTER_UNCASED, 0},         {0xB4, 0xB4, LETTER_OTHER, 0},
    {0xB6, 0xB8, LETTER_OTHER, 0},           {0xB9, 0xB9, LETTER_UNCASED, 0},
    {0xBB, 0xBB, LETTER_OTHER, 0},           {0xBC, 0xBE, LETTER_UNCASED, 0},
    {0xBF, 0xBF, LETTER_OTHER, 0},           {0xC0, 0xD6, LETTER_UPPER, 32},
    {0xD7, 0xD7, LETTER_OTHER, 0},           {0xD8, 0xDE, LETTER_UPPER, 32},
    {0xDF, 0xDF, LETTER_LOWER, 0},           {0xE0, 0xF6, LETTER_LOWER, -32},
    {0xF7, 0xF7, LETTER_OTHER, 0},           {0xF8, 0xFE, LETTER_LOWER, -32},
    {0xFF, 0xFF, LETTER_LOWER, 121},         {0x100, 0x12F, LETTER_UPPER, ALTERNATE},
    {0x132, 0x137, LETTER_UPPER, ALTERNATE}, {0x139, 0x148, LETTER_UPPER, ALTERNATE},
    {0x14A, 0x177, LETTER_UPPER, ALTERNATE}, {0x178, 0x178, LETTER_UPPER, -121},
    {0x179, 0x17E, LETTER_UPPER, ALTERNATE}, {0x300, 0x344, LETTER_OTHER, 0},
    {0x346, 0x36F, LETTER_OTHER, 0},         {0x386, 0x386, LETTER_UPPER, 38},
    {0x388, 0x38A, LETTER_UPPER, 37},        {0x38C, 0x38C, LETTER_UPPER, 64},
    {0x38E, 0x38F, LETTER_UPPER, 63},        {0x391, 0x3A1, LETTER_UPPER, 32},
    {0x3A3, 0x3A3, LETTER_UPPER, 0},         {0x3A4, 0x3AB, LETTER_UPPER, 32},
    {0x3AC, 0x3AC, LETTER_LOWER, -38},       {0x3AD, 0x3AF, LETTER_LOWER, -37},
    {0x3B1, 0x3C1, LETTER_LOWER, -32},       {0x3C2, 0x3C2, LETTER_LOWER, -31},
    {0x3C3, 0x3CB, LETTER_LOWER, -32},       {0x3CC, 0x3CC, LETTER_LOWER, -64},
    {0x3CD, 0x3CE, LETTER_LOWER, -63},       {0x400, 0x40F, LETTER_UPPER, 80},
    {0x410, 0x42F, LETTER_UPPER, 32},        {0x430, 0x44F, LETTER_LOWER, -32},
    {0x450, 0x45F, LETTER_LOWER, -80},       {0x460, 0x481, LETTER_UPPER, ALTERNATE},
    {0x48A, 0x4BF, LETTER_UPPER, ALTERNATE}, {0x4C1, 0x4CE, LETTER_UPPER, ALTERNATE},
    {0x4D0, 0x52F, LETTER_UPPER, ALTERNATE}, {0x5D0, 0x5EA, LETTER_ALONE, 0},
    {0x620, 0x64A, LETTER_ALONE, 0},         {0x904, 0x939, LETTER_ALONE, 0},
    {0xE01, 0xE30, LETTER_ALONE, 0},         {0x1680, 0x1680, LETTER_BLANK, 0},
    {0x2000, 0x200A, LETTER_BLANK, 0},       {0x200B, 0x2027, LETTER_OTHER, 0},
    {0x2028, 0x2029, LETTER_BLANK, 0},       {0x202A, 0x202E, LETTER_OTHER, 0},
    {0x202F, 0x202F, LETTER_BLANK, 0},       {0x2030, 0x205E, LETTER_OTHER, 0},
    {0x205F, 0x205F, LETTER_BLANK, 0},       {0x2070, 0x2070, LETTER_UNCASED, 0},
    {0x2074, 0x2079, LETTER_UNCASED, 0},     {0x207A, 0x207E, LETTER_OTHER, 0},
    {0x2080, 0x2089, LETTER_UNCASED, 0},     {0x208A, 0x208E, LETTER_OTHER, 0},
    {0x20A0, 0x20C0, LETTER_OTHER, 0},       {0x2100, 0x2101, LETTER_OTHER, 0},
    {0x2103, 0x2106, LETTER_OTHER, 0},       {0x2108, 0x2109, LETTER_OTHER, 0},
    {0x2114, 0x2114, LETTER_OTHER, 0},       {0x2116, 0x2117, LETTER_OTHER, 0},
    {0x211E, 0x2123, LETTER_OTHER, 0},       {0x2125, 0x2125, LETTER_OTHER, 0},
    {0x2127, 0x2127, LETTER_OTHER, 0},       {0x2129, 0x2129, LETTER_OTHER, 0},
    {0x213A, 0x213B, LETTER_OTHER, 0},       {0x2140, 0x2144, LETTER_OTHER, 0},
    {0x214A, 0x214D, LETTER_OTHER, 0},       {0x214F, 0x214F, LETTER_OTHER, 0},
    {0x2150, 0x215F, LETTER_UNCASED, 0},     {0x2190, 0x2426, LETTER_OTHER, 0},
    {0x2460, 0x249B, LETTER_UNCASED, 0},     {0x2500, 0x2775, LETTER_OTHER, 0},
    {0x2794, 0x2BFF, LETTER_OTHER, 0},       {0x3000, 0x3000, LETTER_BLANK, 0},
    {0x3001, 0x3004, LETTER_OTHER, 0},       {0x3008, 0x3020, LETTER_OTHER, 0},
    {0x3041, 0x3096, LETTER_ALONE, 0},       {0x30A1, 0x30FA, LETTER_ALONE, 0},
    {0x30FC, 0x30FE, LETTER_ALONE, 0},       {0x3400, 0x4DBF, LETTER_ALONE, 0},
    {0x4E00, 0x9FFC, LETTER_ALONE, 0},       {0xAC00, 0xD7A3, LETTER_ALONE, 0},
    {0xFE0E, 0xFE0F, LETTER_OTHER, 0},       {0xFF01, 0xFF0F, LETTER_OTHER, 0},
    {0xFFFD, 0xFFFD, LETTER_OTHER, 0},       {0x1F300, 0x1FAFF, LETTER_OTHER, 0},
    {0x20000, 0x2A6DD, LETTER_ALONE, 0},
};

static const LetterRange *find_range(uint32_t code)
{
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < sizeof ranges / sizeof *ranges && code >= ranges[low].first;
    return found ? &ranges[low] : NULL;
}

LetterKind letter_kind(uint32_t code)
{
    const LetterRange *range = find_range(code);
    if (!range) return LETTER_UNKNOWN;
    bool lower = range->other == ALTERNATE && (code - range->first) % 2;
    return lower ? LETTER_LOWER : range->kind;
}

// Letters are turned when they are of `kind`.
static uint32_t turned(uint32_t code, LetterKind kind)
{
    const LetterRange *range = find_range(code);
    if (!range || letter_kind(code) != kind) return code;
    if (range->other == ALTERNATE) return kind == LETTER_UPPER ? code + 1 : code - 1;
    return range->other ? (uint32_t)((int)code + range->other) : 0;
}

uint32_t letter_upper(uint32_t code)
{
    return turned(code, LETTER_LOWER);
}

uint32_t letter_lower(uint32_t code)
{
    return turned(code, LETTER_UPPER);
}

bool letter_is_blank(uint32_t code)
{
    return letter_kind(code) == LETTER_BLANK;
}
