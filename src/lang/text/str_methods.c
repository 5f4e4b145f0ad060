// The methods of strings: those that lay out, and the table of all.
#include "base/utf8.h"
#include "lang/containers/dict.h"
#include "lang/interp.h"
#include "lang/text/text.h"

// ---- filling up ------------------------------------------------------------------------------

// The text with `left` and `right` fill characters around it.
static Value padded(Run *run, Str text, Str fill, int64_t left, int64_t right)
{
    if (left + right > MAX_TEXT_BYTES / (fill.n ? fill.n : 1)) {
        return raise_error(run, "MemoryError", "a text of more than %d MiB", MAX_TEXT_BYTES >> 20);
    }
    if (!take_characters(run, 2 * text.n + left + right)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    for (; left > 0; left--) buf_add(&out, fill);
    buf_add(&out, text);
    for (; right > 0; right--) buf_add(&out, fill);
    return from_str(run, buf_str(&out));
}

// How many fill characters are missing, and which; -1: failed.
static int64_t missing_fill(Run *run, Value *arg, Str *fill)
{
    int64_t width;
    *fill = STR(" ");
    if (!index_of(run, arg[1], &width)) return -1;
    if (arg[2].type && (!is_type(arg[2], &type_str) || value_length(run, arg[2]) != 1)) {
        raise_error(run, "TypeError", "The fill character must be exactly one character long");
        return -1;
    }
    if (arg[2].type) *fill = value_text(arg[2]);
    int64_t length = utf8_count(value_text(arg[0]));
    return width > length ? width - length : 0;
}

static Value str_ljust(Run *run, Value *arg)
{
    Str fill;
    int64_t missing = missing_fill(run, arg, &fill);
    return missing < 0 ? NOTHING : padded(run, value_text(arg[0]), fill, 0, missing);
}

static Value str_rjust(Run *run, Value *arg)
{
    Str fill;
    int64_t missing = missing_fill(run, arg, &fill);
    return missing < 0 ? NOTHING : padded(run, value_text(arg[0]), fill, missing, 0);
}

// Of an odd number the greater half stands left when the width is odd, as in CPython.
static Value str_center(Run *run, Value *arg)
{
    Str fill;
    int64_t missing = missing_fill(run, arg, &fill);
    if (missing < 0) return NOTHING;
    int64_t left = missing / 2 + (missing & integer_of(arg[1]) & 1);
    return padded(run, value_text(arg[0]), fill, left, missing - left);
}

static Value str_zfill(Run *run, Value *arg)
{
    Str fill, text = value_text(arg[0]);
    int64_t missing = missing_fill(run, (Value[]){arg[0], arg[1], NOTHING}, &fill);
    if (missing < 0) return NOTHING;
    bool sign = str_starts(text, "-") || str_starts(text, "+");
    Value zeros = padded(run, str_slice(text, sign, text.n), STR("0"), missing, 0);
    if (!zeros.type || !sign) return zeros;
    Buf out = {.arena = &run->scratch};
    buf_add_char(&out, *text.p);
    buf_add(&out, value_text(zeros));
    return from_str(run, buf_str(&out));
}

static Value str_expandtabs(Run *run, Value *arg)
{
    int64_t size = 8, column = 0;
    if (arg[1].type && !index_of(run, arg[1], &size)) return NOTHING;
    if (size > MAX_TEXT_BYTES) return raise_error(run, "OverflowError", "result too long");
    Str text = value_text(arg[0]);
    if (!take_characters(run, 2 * (int64_t)text.n)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    for (int at = 0, length; at < text.n; at += length) {
        utf8_decode(str_slice(text, at, text.n), &length);
        char c = text.p[at];
        if (!text_fits(run, &out)) return NOTHING;
        if (c == '\t') {
            int64_t blanks = size > 0 ? size - column % size : 0;
            if (!take_bytes(run, 16 * blanks)) return NOTHING;
            buf_add_repeat(&out, ' ', (int)blanks);
            column += blanks;
            continue;
        }
        buf_add(&out, str_slice(text, at, at + length));
        column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
    return from_str(run, buf_str(&out));
}

// ---- translate -------------------------------------------------------------------------------

static bool add_translated(Run *run, Value to, Str character, Buf *out)
{
    if (to.type == &type_none) return true;
    if (is_type(to, &type_str)) {
        buf_add(out, value_text(to));
        return text_fits(run, out);
    }
    bool code = is_integer(to) && integer_of(to) >= 0 && integer_of(to) <= 0x10FFFF;
    if (to.type && !code) {
        raise_error(run, "TypeError", "character mapping must return integer, None or str");
        return false;
    }
    char bytes[4];
    buf_add(out, to.type ? (Str){bytes, utf8_encode((uint32_t)integer_of(to), bytes)} : character);
    return true;
}

static Value str_translate(Run *run, Value *arg)
{
    if (!is_dict(arg[1])) {
        return outside_subset(run, "str.maketrans(...)", "str.translate() with a '%s'",
                              arg[1].type->name);
    }
    Str text = value_text(arg[0]);
    if (!take_characters(run, 4 * (int64_t)text.n)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        Value to = dict_get(run, dict_of(arg[1]), from_int(code));
        if (has_failed(run)) return NOTHING;
        if (!add_translated(run, to, str_slice(text, at, at + length), &out)) return NOTHING;
    }
    return from_str(run, buf_str(&out));
}

// The keys of a dict of characters, as numbers.
static Value table_from_dict(Run *run, Value given)
{
    if (!is_dict(given)) {
        return raise_error(run, "TypeError",
                           "if you give only one argument to maketrans it must be a dict");
    }
    Value table = new_dict(run);
    const DictEntry *entry;
    for (int64_t at = 0; table.type && (entry = dict_next(given, &at));) {
        Value key = entry->key;
        int length;
        if (is_type(key, &type_str)) {
            if (value_length(run, key) != 1) {
                return raise_error(run, "ValueError",
                                   "string keys in translate table must be of length 1");
            }
            key = from_int(utf8_decode(value_text(key), &length));
        }
        if (!dict_set(run, dict_of(table), key, entry->value)) return NOTHING;
    }
    return table;
}

static Value str_maketrans(Run *run, Value *arg)
{
    if (!arg[1].type) return table_from_dict(run, arg[0]);
    for (int i = 0; i < 3; i++) {
        if (arg[i].type && !need_str(run, "maketrans() argument", arg[i])) return NOTHING;
    }
    if (value_length(run, arg[0]) != value_length(run, arg[1])) {
        return raise_error(run, "ValueError",
                           "the first two maketrans arguments must have equal length");
    }
    Str from = value_text(arg[0]), to = value_text(arg[1]);
    Str none = arg[2].type ? value_text(arg[2]) : (Str){0};
    Value table = new_dict(run);
    for (int i = 0, j = 0, a, b; table.type && i < from.n; i += a, j += b) {
        Value key = from_int(utf8_decode(str_slice(from, i, from.n), &a));
        Value value = from_int(utf8_decode(str_slice(to, j, to.n), &b));
        if (!dict_set(run, dict_of(table), key, value)) return NOTHING;
    }
    for (int i = 0, a; table.type && i < none.n; i += a) {
        Value key = from_int(utf8_decode(str_slice(none, i, none.n), &a));
        if (!dict_set(run, dict_of(table), key, NONE)) return NOTHING;
    }
    return table;
}

// bytes is a class of the library: src/library/builtins.py.
static Value str_encode(Run *run, Value *arg)
{
    const Value *bytes = find_library_builtin(run, name_of(&run->names, STR("bytes")));
    if (!bytes) return NOTHING;
    Value given[] = {arg[0], arg[1].type ? arg[1] : from_text(run, "utf-8"),
                     arg[2].type ? arg[2] : from_text(run, "strict")};
    return call_with(run, *bytes, given, 3);
}

const Native str_functions[] = {{"maketrans", "x, y=, z=, /", str_maketrans}, {0}};

const Native str_methods[] = {
    {"join", "self, iterable, /", str_join},
    {"upper", "self, /", str_upper},
    {"lower", "self, /", str_lower},
    {"casefold", "self, /", str_casefold},
    {"title", "self, /", str_title},
    {"capitalize", "self, /", str_capitalize},
    {"swapcase", "self, /", str_swapcase},
    {"strip", "self, chars=, /", str_strip},
    {"lstrip", "self, chars=, /", str_lstrip},
    {"rstrip", "self, chars=, /", str_rstrip},
    {"split", "self, sep=, maxsplit=", str_split},
    {"rsplit", "self, sep=, maxsplit=", str_rsplit},
    {"splitlines", "self, keepends=", str_splitlines},
    {"partition", "self, sep, /", str_partition},
    {"rpartition", "self, sep, /", str_rpartition},
    {"replace", "self, old, new, count=, /", str_replace},
    {"startswith", "self, prefix, start=, end=, /", str_startswith},
    {"endswith", "self, suffix, start=, end=, /", str_endswith},
    {"removeprefix", "self, prefix, /", str_removeprefix},
    {"removesuffix", "self, suffix, /", str_removesuffix},
    {"find", "self, sub, start=, end=, /", str_find_method},
    {"rfind", "self, sub, start=, end=, /", str_rfind},
    {"index", "self, sub, start=, end=, /", str_index},
    {"rindex", "self, sub, start=, end=, /", str_rindex},
    {"count", "self, sub, start=, end=, /", str_count},
    {"isalpha", "self, /", str_isalpha},
    {"isdigit", "self, /", str_isdigit},
    {"isdecimal", "self, /", str_isdigit},
    {"isnumeric", "self, /", str_isnumeric},
    {"isalnum", "self, /", str_isalnum},
    {"isspace", "self, /", str_isspace},
    {"isupper", "self, /", str_isupper},
    {"islower", "self, /", str_islower},
    {"istitle", "self, /", str_istitle},
    {"isascii", "self, /", str_isascii},
    {"isprintable", "self, /", str_isprintable},
    {"isidentifier", "self, /", str_isidentifier},
    {"ljust", "self, width, fillchar=, /", str_ljust},
    {"rjust", "self, width, fillchar=, /", str_rjust},
    {"center", "self, width, fillchar=, /", str_center},
    {"zfill", "self, width, /", str_zfill},
    {"expandtabs", "self, tabsize=", str_expandtabs},
    {"translate", "self, table, /", str_translate},
    {"format", "self, /, *values, **named", str_format},
    {"format_map", "self, mapping, /", str_format_map},
    {"encode", "self, encoding=, errors=", str_encode},
    {0},
};
