// Methods of strings about the kinds of their characters: upper and lower case, letters, digits.
#include "base/text/letters.h"
#include "base/text/utf8.h"
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

// How a letter changes: the first one, those inside a word, the others.
static const struct {
    const char *method;
    CaseChange first, inside, other;
} changes[] = {
    {"upper", UPPER, UPPER, UPPER}, {"lower", LOWER, LOWER, LOWER},
    {"casefold", FOLD, FOLD, FOLD}, {"title", TITLE, LOWER, TITLE},
    {"swapcase", SWAP, SWAP, SWAP}, {"capitalize", TITLE, LOWER, LOWER},
};

Value str_change_case(Run *run, Value *arg)
{
    int row = 0;
    while (strcmp(changes[row].method, run->native->name) != 0) row++;
    Str text = value_text(arg[0]);
    if (!run_take_characters(run, 3 * (int64_t)text.n)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    bool is_inside = false;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        CaseChange change = at == 0     ? changes[row].first
                            : is_inside ? changes[row].inside
                                        : changes[row].other;
        if (!is_known(code, change))
            return unknown(run, changes[row].method, str_slice(text, at, at + length));
        add_changed(&out, code, change);
        is_inside = is_cased(code);
    }
    return value_from_str(run, buf_str(&out));
}

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

// Are all characters of the kind? `none`: the answer where there are none.
static Value all_are(Run *run, Value self, bool (*is)(uint32_t code), bool none)
{
    Str text = value_text(self);
    if (!run_take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        if (!is(utf8_decode(str_slice(text, at, text.n), &length))) return from_bool(false);
    }
    return from_bool(text.n > 0 || none);
}

static bool is_ascii(uint32_t code)
{
    return code < 0x80;
}

static const struct {
    const char *method;
    bool (*is)(uint32_t code);
    bool none;
} kinds[] = {
    {"isalpha", is_alpha, false},
    {"isalnum", is_alnum, false},
    {"isspace", letter_is_blank, false},
    {"isascii", is_ascii, true},
    {"isprintable", letter_is_printable, true},
};

Value str_is_kind(Run *run, Value *arg)
{
    int row = 0;
    while (strcmp(kinds[row].method, run->native->name) != 0) row++;
    return all_are(run, arg[0], kinds[row].is, kinds[row].none);
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
    return all_are(run, arg[0], is_digit, false);
}

// Are there letters with case, and all of them of the one that is wanted?
// isupper, islower
Value str_has_case(Run *run, Value *arg)
{
    bool (*is_wanted)(uint32_t code) =
        strcmp(run->native->name, "isupper") == 0 ? letter_is_upper : letter_is_lower;
    Str text = value_text(arg[0]);
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
