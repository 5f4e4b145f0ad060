// Methods of strings about the kinds of their characters: upper and lower case, letters, digits.
#include "base/letters.h"
#include "base/utf8.h"
#include "lang/interp.h"
#include "lang/text/text.h"

static Value unknown(Run *run, const char *method, Str character)
{
    return outside_subset(run, "the text as it should be, in the program",
                          "str.%s() with the character '%.*s'", method, STR_ARG(character));
}

// ---- changing the case -----------------------------------------------------------------------

typedef enum CaseChange { UPPER, LOWER, TITLE, CAPITAL, SWAP, FOLD } CaseChange;

// Should the character become upper case? `inside`: the one before it is a letter with case.
static bool becomes_upper(CaseChange change, LetterKind kind, bool inside, bool first)
{
    switch (change) {
    case UPPER: return true;
    case TITLE: return !inside;
    case CAPITAL: return first;
    case SWAP: return kind == LETTER_LOWER;
    default: return false;
    }
}

// The sharp s, the only letter of letters.c whose other case is two letters; "" for others.
static Str two_letters(uint32_t code, CaseChange change, bool upper)
{
    if (code != 0xDF) return (Str){0};
    if (change == FOLD) return STR("ss");
    if (!upper) return (Str){0};
    return change == TITLE || change == CAPITAL ? STR("Ss") : STR("SS");
}

static Value change_case(Run *run, Value self, const char *name, CaseChange change)
{
    Str text = value_text(self);
    if (!take_characters(run, 3 * (int64_t)text.n)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    bool inside = false;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        Str character = str_slice(text, at, at + length);
        LetterKind kind = letter_kind(code);
        bool upper = becomes_upper(change, kind, inside, at == 0);
        uint32_t turned = upper ? letter_upper(code) : letter_lower(code);
        Str two = two_letters(code, change, upper);
        inside = kind == LETTER_UPPER || kind == LETTER_LOWER;
        buf_add(&out, two);
        if (two.n) continue;
        if (kind == LETTER_UNKNOWN || !(turned || !code)) return unknown(run, name, character);
        char bytes[4];
        buf_add(&out, (Str){bytes, utf8_encode(turned, bytes)});
    }
    return from_str(run, buf_str(&out));
}

Value str_upper(Run *run, Value *arg)
{
    return change_case(run, arg[0], "upper", UPPER);
}

Value str_lower(Run *run, Value *arg)
{
    return change_case(run, arg[0], "lower", LOWER);
}

// Differs from lower() for the sharp s, the final sigma, letters that letters.c has no other case
// for, and for the micro sign, which it does not know.
Value str_casefold(Run *run, Value *arg)
{
    Str final = STR("\xCF\x82");
    if (text_find(value_text(arg[0]), final, 0) >= 0) return unknown(run, "casefold", final);
    return change_case(run, arg[0], "casefold", FOLD);
}

Value str_title(Run *run, Value *arg)
{
    return change_case(run, arg[0], "title", TITLE);
}

Value str_capitalize(Run *run, Value *arg)
{
    return change_case(run, arg[0], "capitalize", CAPITAL);
}

Value str_swapcase(Run *run, Value *arg)
{
    return change_case(run, arg[0], "swapcase", SWAP);
}

// ---- questions -------------------------------------------------------------------------------

static bool is_alpha(LetterKind kind)
{
    return kind == LETTER_ALONE || kind == LETTER_UPPER || kind == LETTER_LOWER;
}

static bool is_digit(LetterKind kind)
{
    return kind == LETTER_DIGIT;
}

static bool is_alnum(LetterKind kind)
{
    return is_alpha(kind) || is_digit(kind);
}

static bool is_blank(LetterKind kind)
{
    return kind == LETTER_BLANK;
}

// Are there characters, and all of the kind?
static Value all_are(Run *run, Value self, const char *name, bool (*is)(LetterKind kind))
{
    Str text = value_text(self);
    if (!take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        LetterKind kind = letter_kind(utf8_decode(str_slice(text, at, text.n), &length));
        bool unclear = kind == LETTER_UNKNOWN || kind == LETTER_UNCASED;
        if (unclear && is != is_blank) {
            return unknown(run, name, str_slice(text, at, at + length));
        }
        if (!is(kind)) return from_bool(false);
    }
    return from_bool(text.n > 0);
}

Value str_isalpha(Run *run, Value *arg)
{
    return all_are(run, arg[0], "isalpha", is_alpha);
}

Value str_isdigit(Run *run, Value *arg)
{
    return all_are(run, arg[0], "isdigit", is_digit);
}

// The Chinese numerals: letters that are numeric too.
static const uint32_t numerals[] = {
    0x3405,  0x3483,  0x382a,  0x3b4d,  0x4e00,  0x4e03,  0x4e07,  0x4e09,  0x4e24,  0x4e5d,
    0x4e8c,  0x4e94,  0x4e96,  0x4eac,  0x4ebf,  0x4ec0,  0x4edf,  0x4ee8,  0x4f0d,  0x4f70,
    0x4fe9,  0x5006,  0x5104,  0x5146,  0x5169,  0x516b,  0x516d,  0x5341,  0x5343,  0x5344,
    0x5345,  0x534c,  0x53c1,  0x53c2,  0x53c3,  0x53c4,  0x56db,  0x58f1,  0x58f9,  0x5e7a,
    0x5efe,  0x5eff,  0x5f0c,  0x5f0d,  0x5f0e,  0x5f10,  0x62d0,  0x62fe,  0x634c,  0x67d2,
    0x6d1e,  0x6f06,  0x7396,  0x767e,  0x7695,  0x79ed,  0x8086,  0x842c,  0x8cae,  0x8cb3,
    0x8d30,  0x920e,  0x94a9,  0x9621,  0x9646,  0x964c,  0x9678,  0x96f6,  0xf96b,  0xf973,
    0xf978,  0xf9b2,  0xf9d1,  0xf9d3,  0xf9fd,  0x20001, 0x20064, 0x200e2, 0x20121, 0x2092a,
    0x20983, 0x2098c, 0x2099c, 0x20aea, 0x20afd, 0x20b19, 0x22390, 0x22998, 0x23b1b, 0x2626d,
    0x2f890};

static bool is_numeral(uint32_t code)
{
    for (size_t i = 0; i < sizeof numerals / sizeof *numerals; i++) {
        if (numerals[i] == code) return true;
    }
    return false;
}

Value str_isnumeric(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    if (!take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        LetterKind kind = letter_kind(code);
        if (kind == LETTER_UNKNOWN)
            return unknown(run, "isnumeric", str_slice(text, at, at + length));
        if (kind != LETTER_DIGIT && !is_numeral(code)) return from_bool(false);
    }
    return from_bool(text.n > 0);
}

Value str_isalnum(Run *run, Value *arg)
{
    return all_are(run, arg[0], "isalnum", is_alnum);
}

Value str_isspace(Run *run, Value *arg)
{
    return all_are(run, arg[0], "isspace", is_blank);
}

// Are there letters with case, and all of them `wanted`?
static Value has_case(Run *run, Value self, const char *name, LetterKind wanted)
{
    Str text = value_text(self);
    bool cased = false;
    if (!take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        LetterKind kind = letter_kind(utf8_decode(str_slice(text, at, text.n), &length));
        if (kind == LETTER_UNKNOWN) return unknown(run, name, str_slice(text, at, at + length));
        bool upper_or_lower = kind == LETTER_UPPER || kind == LETTER_LOWER;
        if (upper_or_lower && kind != wanted) return from_bool(false);
        cased |= upper_or_lower;
    }
    return from_bool(cased);
}

Value str_isupper(Run *run, Value *arg)
{
    return has_case(run, arg[0], "isupper", LETTER_UPPER);
}

Value str_islower(Run *run, Value *arg)
{
    return has_case(run, arg[0], "islower", LETTER_LOWER);
}

Value str_istitle(Run *run, Value *arg)
{
    Value title = str_title(run, arg);
    if (!title.type) return NOTHING;
    Value lower = str_lower(run, arg), upper = str_upper(run, arg);
    if (!lower.type || !upper.type) return NOTHING;
    bool cased = !str_equal(value_text(lower), value_text(upper));
    return from_bool(cased && str_equal(value_text(title), value_text(arg[0])));
}

Value str_isascii(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    if (!take_bytes(run, text.n)) return NOTHING;
    for (int i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80) return from_bool(false);
    }
    return from_bool(true);
}

// What stands above, below or beside a letter.
static bool is_mark(uint32_t code)
{
    return (code >= 0x300 && code <= 0x36F) || code == 0xFE0E || code == 0xFE0F;
}

Value str_isidentifier(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    if (!take_characters(run, text.n)) return NOTHING;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        LetterKind kind = letter_kind(code);
        if (kind == LETTER_UNKNOWN || kind == LETTER_UNCASED) {
            return unknown(run, "isidentifier", str_slice(text, at, at + length));
        }
        bool goes_on = is_digit(kind) || is_mark(code);
        bool fits = is_alpha(kind) || code == '_' || (at > 0 && goes_on);
        if (!fits) return from_bool(false);
    }
    return from_bool(text.n > 0);
}
