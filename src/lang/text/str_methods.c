// Methods of strings that look for a part, take them apart and put them together, and the table of
// all. Places are counted in characters, texts are UTF-8.
#define _GNU_SOURCE // memmem, which takes time that grows with the text alone
#include "base/text/letters.h"
#include "base/text/utf8.h"
#include "lang/containers/sequence.h"
#include "lang/interp.h"
#include "lang/text/text.h"

#include <string.h>

int text_find(Str text, Str part, int from)
{
    if (!part.n) return from <= text.n ? from : -1;
    if (from + part.n > text.n) return -1;
    const char *found = memmem(text.p + from, (size_t)(text.n - from), part.p, (size_t)part.n);
    return found ? (int)(found - text.p) : -1;
}

bool text_take_search(Run *run, Str text, Str part)
{
    return run_take_characters(run, (int64_t)text.n / 2 + part.n);
}

bool text_need_str(Run *run, const char *method, Value value)
{
    if (value_has_type(value, &type_str)) return true;
    return raise_false(run, "TypeError", "%s must be str, not %s", method, value.type->name);
}

// The part of the text arg[0] that start and end (arg[2] and arg[3]) leave, in bytes; `*empty` when
// start is behind the end, where not even "" is found.
static bool search_part(Run *run, const Value *arg, int *from, int *to, bool *empty)
{
    int64_t start, stop, length = text_count(arg[0]);
    if (!slice_part(run, arg[2], length, 0, INT64_MAX, 0, &start)) return false;
    if (!slice_part(run, arg[3], length, 0, length, length, &stop)) return false;
    *empty = start > stop;
    *from = text_byte(run, arg[0], start);
    *to = text_byte(run, arg[0], stop);
    return !run_has_failed(run);
}

// In characters; -1: nowhere.
static Value str_find_method(Run *run, Value *arg)
{
    int from, to;
    bool empty;
    if (!text_need_str(run, "argument", arg[1])) return NOTHING;
    if (!search_part(run, arg, &from, &to, &empty)) return NOTHING;
    Str part = str_slice(value_text(arg[0]), from, to), wanted = value_text(arg[1]);
    if (!text_take_search(run, part, wanted)) return NOTHING;
    int at = empty ? -1 : text_find(part, wanted, 0);
    int place = at < 0 ? -1 : text_character(run, arg[0], from + at);
    return run_has_failed(run) ? NOTHING : from_int(place);
}

static Value str_count(Run *run, Value *arg)
{
    int from, to;
    bool empty;
    Str text = value_text(arg[0]);
    if (!text_need_str(run, "argument", arg[1])) return NOTHING;
    if (!search_part(run, arg, &from, &to, &empty)) return NOTHING;
    Str part = str_slice(text, from, to), wanted = value_text(arg[1]);
    if (!run_take_characters(run, part.n + (int64_t)wanted.n)) return NOTHING;
    if (empty) return from_int(0);
    if (!wanted.n) return from_int(utf8_count(part) + 1);
    int64_t count = 0;
    for (int at = 0; (at = text_find(part, wanted, at)) >= 0; at += wanted.n) count++;
    return from_int(count);
}

// ---- starts and ends -------------------------------------------------------------------------

static bool has_edge(Str text, Str edge, bool at_end)
{
    if (text.n < edge.n) return false;
    int from = at_end ? text.n - edge.n : 0;
    return str_equal(str_slice(text, from, from + edge.n), edge);
}

// startswith, endswith
static Value str_has_edge(Run *run, Value *arg)
{
    const char *method = run->native->name;
    bool at_end = *method == 'e';
    int from, to;
    bool empty;
    bool one = value_has_type(arg[1], &type_str);
    if (!one && !value_has_type(arg[1], &type_tuple)) {
        return raise_error(run, "TypeError", "%s first arg must be str or a tuple of str, not %s",
                           method, arg[1].type->name);
    }
    if (!search_part(run, arg, &from, &to, &empty)) return NOTHING;
    Str text = str_slice(value_text(arg[0]), from, to);
    const Value *edge = one ? &arg[1] : value_sequence(arg[1])->item;
    int count = one ? 1 : value_sequence(arg[1])->count;
    for (int i = 0; i < count; i++) {
        if (!value_has_type(edge[i], &type_str)) {
            return raise_error(run, "TypeError", "tuple for %s must only contain str, not %s",
                               method, edge[i].type->name);
        }
        if (!empty && has_edge(text, value_text(edge[i]), at_end)) return from_bool(true);
    }
    return from_bool(false);
}

// ---- replace ---------------------------------------------------------------------------------

// "" precedes each character and at the end.
static bool put_between(Run *run, Str text, Str new, int64_t times, Buf *out)
{
    int length;
    for (int at = 0; at < text.n; at += length, times--) {
        if (times > 0) buf_add(out, new);
        utf8_decode(str_slice(text, at, text.n), &length);
        buf_add(out, str_slice(text, at, at + length));
        if (!run_text_fits(run, out)) return false;
    }
    if (times > 0) buf_add(out, new);
    return true;
}

static bool put_instead(Run *run, Str text, Str old, Str new, int64_t times, Buf *out)
{
    int at = 0;
    for (int end; times > 0 && (end = text_find(text, old, at)) >= 0; at = end + old.n, times--) {
        buf_add(out, str_slice(text, at, end));
        buf_add(out, new);
        if (!run_text_fits(run, out)) return false;
    }
    buf_add(out, str_slice(text, at, text.n));
    return true;
}

static Value str_replace(Run *run, Value *arg)
{
    if (!text_need_str(run, "replace() argument 1", arg[1])) return NOTHING;
    if (!text_need_str(run, "replace() argument 2", arg[2])) return NOTHING;
    int64_t times = INT64_MAX;
    if (arg[3].type && !value_index(run, arg[3], &times)) return NOTHING;
    if (times < 0) times = INT64_MAX;
    Str text = value_text(arg[0]), old = value_text(arg[1]), new = value_text(arg[2]);
    if (!run_take_characters(run, text.n + (int64_t)old.n)) return NOTHING;
    Buf out = {.arena = &run->scratch};
    bool ok = old.n ? put_instead(run, text, old, new, times, &out)
                    : put_between(run, text, new, times, &out);
    return ok ? value_from_str(run, buf_str(&out)) : NOTHING;
}

// ---- characters at the ends ------------------------------------------------------------------

static uint32_t first_code(Str text, int *length)
{
    return utf8_decode(text, length);
}

static uint32_t last_code(Str text, int *length)
{
    int at = text.n - 1;
    while (at > 0 && utf8_continues(text.p[at])) at--;
    *length = text.n - at;
    return utf8_decode(str_slice(text, at, text.n), length);
}

// Is the character among `set`, or a blank where no set was given?
static bool is_stripped(uint32_t code, Value set)
{
    if (!set.type || set.type == &type_none) return letter_is_blank(code);
    Str all = value_text(set);
    for (int at = 0, length; at < all.n; at += length) {
        if (utf8_decode(str_slice(all, at, all.n), &length) == code) return true;
    }
    return false;
}

static Str without_start(Str text, Value set)
{
    int length;
    while (text.n && is_stripped(first_code(text, &length), set)) {
        text = str_slice(text, length, text.n);
    }
    return text;
}

static Str without_end(Str text, Value set)
{
    int length;
    while (text.n && is_stripped(last_code(text, &length), set)) text.n -= length;
    return text;
}

// strip, lstrip, rstrip
static Value str_strip(Run *run, Value *arg)
{
    const char *name = run->native->name;
    if (arg[1].type && arg[1].type != &type_none && !value_has_type(arg[1], &type_str)) {
        return raise_error(run, "TypeError", "%s arg must be None or str", name);
    }
    Str text = value_text(arg[0]);
    if (!run_take_characters(run, text.n)) return NOTHING;
    if (*name != 'r') text = without_start(text, arg[1]);
    if (*name != 'l') text = without_end(text, arg[1]);
    return value_from_str(run, text);
}

// ---- split -----------------------------------------------------------------------------------

static bool add_part(Run *run, Value list, Str part)
{
    Value item = value_from_str(run, part);
    return item.type && sequence_add(run, value_sequence(list), item);
}

// How long the text is before its first blank.
static int word_length(Str text)
{
    int at = 0, length;
    while (at < text.n && !letter_is_blank(utf8_decode(str_slice(text, at, text.n), &length))) {
        at += length;
    }
    return at;
}

static bool split_words(Run *run, Value list, Str text, int64_t times)
{
    for (text = without_start(text, NOTHING); text.n; text = without_start(text, NOTHING)) {
        if (times-- == 0) return add_part(run, list, text);
        int length = word_length(text);
        if (!add_part(run, list, str_slice(text, 0, length))) return false;
        text = str_slice(text, length, text.n);
    }
    return true;
}

static bool split_at(Run *run, Value list, Str text, Str separator, int64_t times)
{
    int at = 0;
    for (int end; times-- > 0 && (end = text_find(text, separator, at)) >= 0;) {
        if (!add_part(run, list, str_slice(text, at, end))) return false;
        at = end + separator.n;
    }
    return add_part(run, list, str_slice(text, at, text.n));
}

static Value str_split(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    int64_t times = -1;
    if (arg[2].type && !value_index(run, arg[2], &times)) return NOTHING;
    if (times < 0) times = INT64_MAX;
    bool words = !arg[1].type || arg[1].type == &type_none;
    if (!words && !value_has_type(arg[1], &type_str)) {
        return raise_error(run, "TypeError", "must be str or None, not %s", arg[1].type->name);
    }
    Str separator = words ? (Str){0} : value_text(arg[1]);
    if (!words && !separator.n) return raise_error(run, "ValueError", "empty separator");
    if (!run_take_characters(run, text.n)) return NOTHING;
    Value list = sequence_new(run, &type_list, NULL, 0);
    if (!list.type) return NOTHING;
    bool ok =
        words ? split_words(run, list, text, times) : split_at(run, list, text, separator, times);
    return ok ? list : NOTHING;
}

// ---- join ------------------------------------------------------------------------------------

static Value str_join(Run *run, Value *arg)
{
    if (!arg[1].type->next) return raise_error(run, "TypeError", "can only join an iterable");
    Value items = value_collect(run, &type_list, arg[1]);
    if (!items.type) return NOTHING;
    const Sequence *list = value_sequence(items);
    Buf joined = {.arena = &run->scratch};
    for (int i = 0; i < list->count; i++) {
        if (!value_has_type(list->item[i], &type_str)) {
            return raise_error(run, "TypeError",
                               "sequence item %d: expected str instance, %s found", i,
                               list->item[i].type->name);
        }
        if (i) buf_add(&joined, value_text(arg[0]));
        buf_add(&joined, value_text(list->item[i]));
        if (!run_text_fits(run, &joined)) return NOTHING;
    }
    return value_from_str(run, buf_str(&joined));
}

// ---- the table: those without a function are written in Python, in src/library/_methods.py ------

const Native str_functions[] = {{"maketrans", "x, y=, z=, /", NULL}, {0}};

const Native str_methods[] = {
    {"join", "self, iterable, /", str_join},
    {"upper", "self, /", str_change_case},
    {"lower", "self, /", str_change_case},
    {"casefold", "self, /", str_change_case},
    {"title", "self, /", str_change_case},
    {"capitalize", "self, /", str_change_case},
    {"swapcase", "self, /", str_change_case},
    {"strip", "self, chars=, /", str_strip},
    {"lstrip", "self, chars=, /", str_strip},
    {"rstrip", "self, chars=, /", str_strip},
    {"split", "self, sep=, maxsplit=", str_split},
    {"rsplit", "self, sep=, maxsplit=", NULL},
    {"splitlines", "self, keepends=", NULL},
    {"partition", "self, sep, /", NULL},
    {"rpartition", "self, sep, /", NULL},
    {"replace", "self, old, new, count=, /", str_replace},
    {"startswith", "self, prefix, start=, end=, /", str_has_edge},
    {"endswith", "self, suffix, start=, end=, /", str_has_edge},
    {"removeprefix", "self, prefix, /", NULL},
    {"removesuffix", "self, suffix, /", NULL},
    {"find", "self, sub, start=, end=, /", str_find_method},
    {"rfind", "self, sub, start=, end=, /", NULL},
    {"index", "self, sub, start=, end=, /", NULL},
    {"rindex", "self, sub, start=, end=, /", NULL},
    {"count", "self, sub, start=, end=, /", str_count},
    {"isalpha", "self, /", str_is_kind},
    {"isdigit", "self, /", str_isdigit},
    {"isdecimal", "self, /", str_isdigit},
    {"isnumeric", "self, /", NULL},
    {"isalnum", "self, /", str_is_kind},
    {"isspace", "self, /", str_is_kind},
    {"isupper", "self, /", str_has_case},
    {"islower", "self, /", str_has_case},
    {"istitle", "self, /", NULL},
    {"isascii", "self, /", str_is_kind},
    {"isprintable", "self, /", str_is_kind},
    {"isidentifier", "self, /", NULL},
    {"ljust", "self, width, fillchar=, /", NULL},
    {"rjust", "self, width, fillchar=, /", NULL},
    {"center", "self, width, fillchar=, /", NULL},
    {"zfill", "self, width, /", NULL},
    {"expandtabs", "self, tabsize=", NULL},
    {"translate", "self, table, /", NULL},
    {"format", "self, /, *values, **named", NULL},
    {"format_map", "self, mapping, /", NULL},
    {"encode", "self, encoding=, errors=", NULL},
    {0},
};
