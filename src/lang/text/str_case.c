// Methods of strings about the kinds of their characters: upper and lower case, letters, digits.
#include "base/letters.h"
#include "base/utf8.h"
#include "lang/interp.h"
#include "lang/text/text.h"

#include <string.h>

static Value unknown(Run *run, const char *method, Str character)
{
    return raise_outside_subset(run, "the text as it should be, in the program",
                                "str.%s() with the character '%.*s'", method, STR_ARG(character));
}

// ---- changing the case -----------------------------------------------------------------------

typedef enum CaseChange { UPPER, LOWER, TITLE, SWAP, FOLD } CaseChange;

enum { SIGMA = 0x3A3, DOTTED_I = 0x130, QUOTED_N = 0x149 };

static void add_code(Buf *out, uint32_t code)
{
    char bytes[4];
    buf_add(out, (Str){bytes, utf8_encode(code, bytes)});
}

// A small letter without a capital of its own becomes those of its parts: "SS" of the sharp s.
static void add_upper(Buf *out, uint32_t code, bool only_first)
{
    uint32_t part[MOST_FOLDED];
    int count = letter_is_upper(code) ? 1 : letter_folded(code, part);
    if (count < 2) {
        add_code(out, only_first ? letter_title(code) : letter_upper(code));
        return;
    }
    bool whole = only_first && strcmp(letter_category(letter_title(code)), "Lt") == 0;
    if (whole) add_code(out, letter_title(code));
    for (int i = 0; i < count && !whole; i++)
        add_code(out, only_first && i > 0 ? part[i] : letter_upper(part[i]));
}

static void add_folded(Buf *out, uint32_t code)
{
    uint32_t part[MOST_FOLDED];
    for (int i = 0, count = letter_folded(code, part); i < count; i++) add_code(out, part[i]);
}

static void add_changed(Buf *out, uint32_t code, CaseChange change)
{
    if (change == SWAP) {
        if (letter_is_lower(code))
            change = UPPER;
        else if (letter_is_upper(code))
            change = LOWER;
    }
    if (change == UPPER || change == TITLE)
        add_upper(out, code, change == TITLE);
    else if (change == FOLD || (change == LOWER && code == DOTTED_I))
        add_folded(out, code);
    else
        add_code(out, change == LOWER ? letter_lower(code) : code);
}

// The small sigma has two forms, and some letters have titles that are not those of their parts.
static bool is_known(uint32_t code, CaseChange change)
{
    uint32_t part[MOST_FOLDED];
    if (code == SIGMA) return change != LOWER && change != SWAP;
    if (change != TITLE) return true;
    bool iota = code >= 0x1F80 && code <= 0x1FFF && letter_title(code) == code;
    return code != QUOTED_N && !(iota && letter_is_lower(code) && letter_folded(code, part) > 1);
}

static bool is_cased(uint32_t code)
{
    return letter_is_upper(code) || letter_is_lower(code) ||
           strcmp(letter_category(code), "Lt") == 0;
}

// The first letter by `first`, those inside a word by `inside`, the others by `other`.
static Value change_case(Run *run, Value self, const char *name, CaseChange first,
                         CaseChange inside, CaseChange other)
{
    Str text = value_text(self);
    if (!run_take_characters(run, 3 * (int64_t)text.n)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    bool is_inside = false;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        CaseChange change = at == 0 ? first : is_inside ? inside : other;
        if (!is_known(code, change)) return unknown(run, name, str_slice(text, at, at + length));
        add_changed(&out, code, change);
        is_inside = is_cased(code);
    }
    return value_from_str(run, buf_str(&out));
}

#define CASE_METHOD(name, first, inside, other)                                                    \
    Value str_##name(Run *run, Value *arg)                                                         \
    {                                                                                              \
        return change_case(run, arg[0], #name, first, inside, other);                              \
    }

CASE_METHOD(upper, UPPER, UPPER, UPPER)
CASE_METHOD(lower, LOWER, LOWER, LOWER)
CASE_METHOD(casefold, FOLD, FOLD, FOLD)
CASE_METHOD(title, TITLE, LOWER, TITLE)
CASE_METHOD(capitalize, TITLE, LOWER, LOWER)
CASE_METHOD(swapcase, SWAP, SWAP, SWAP)

// ---- questions -------------------------------------------------------------------------------

static bool is_alpha(uint32_t code)
{
    return letter_is(code, 'L');
}

static bool is_digit(uint32_t code)
{
    return strcmp(letter_category(code), "Nd") == 0;
}

static bool is_alnum(uint32_t code)
{
    return is_alpha(code) || letter_is(code, 'N'); // numerals of Chinese are letters, too
}

// Are there characters, and all of the kind?
static Value all_are(Run *run, Value self, bool (*is)(uint32_t code))
{
    Str text = value_text(self);
    if (!run_take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        if (!is(utf8_decode(str_slice(text, at, text.n), &length))) return from_bool(false);
    }
    return from_bool(text.n > 0);
}

Value str_isalpha(Run *run, Value *arg)
{
    return all_are(run, arg[0], is_alpha);
}

// Some numbers that are no decimal digits count here: small raised ones, those in circles.
Value str_isdigit(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        if (strcmp(letter_category(code), "No") != 0) continue;
        return unknown(run, "isdigit", str_slice(text, at, at + length));
    }
    return all_are(run, arg[0], is_digit);
}

Value str_isalnum(Run *run, Value *arg)
{
    return all_are(run, arg[0], is_alnum);
}

Value str_isspace(Run *run, Value *arg)
{
    return all_are(run, arg[0], letter_is_blank);
}

// Are there letters with case, and all of them of the one that is wanted?
static Value has_case(Run *run, Value self, bool (*is_wanted)(uint32_t code))
{
    Str text = value_text(self);
    bool cased = false;
    if (!run_take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        if (!is_cased(code)) continue;
        if (!is_wanted(code)) return from_bool(false);
        cased = true;
    }
    return from_bool(cased);
}

Value str_isupper(Run *run, Value *arg)
{
    return has_case(run, arg[0], letter_is_upper);
}

Value str_islower(Run *run, Value *arg)
{
    return has_case(run, arg[0], letter_is_lower);
}

Value str_isascii(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    if (!run_take_bytes(run, text.n)) return NOTHING;
    for (int i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80) return from_bool(false);
    }
    return from_bool(true);
}

static bool begins_name(uint32_t code)
{
    return code == '_' || letter_is(code, 'L') || strcmp(letter_category(code), "Nl") == 0;
}

Value str_isidentifier(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    int length = 0;
    if (!text.n || !begins_name(utf8_decode(text, &length))) return from_bool(false);
    if (length == text.n) return from_bool(true);
    return all_are(run, arg[0], letter_in_name);
}
