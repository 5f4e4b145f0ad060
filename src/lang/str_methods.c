// The methods of strings.
#include "lang/interp.h"

#include "base/utf8.h"

#include <string.h>

// Byte offset of `part` at or behind `from`, or -1.
int text_find(Str text, Str part, int from)
{
    for (int i = from; i + part.n <= text.n; i++) {
        if (str_equal(str_slice(text, i, i + part.n), part)) return i;
    }
    return -1;
}

static bool need_str(Run *run, const char *method, Value value)
{
    if (value.type == &type_str) return true;
    raise_error(run, "TypeError", "%s argument must be str, not %s", method, value.type->name);
    return false;
}

static Value str_join(Run *run, Value *arg)
{
    Value items = collect(run, &type_list, arg[1]);
    if (!items.type) return NOTHING;
    const Sequence *list = value_sequence(items);
    Buf joined = {.arena = &run->scratch};
    for (int i = 0; i < list->count; i++) {
        if (list->item[i].type != &type_str) {
            return raise_error(run, "TypeError",
                               "sequence item %d: expected str instance, %s found", i,
                               list->item[i].type->name);
        }
        if (i) buf_add(&joined, value_text(arg[0]));
        buf_add(&joined, value_text(list->item[i]));
        if (!text_fits(run, &joined)) return NOTHING;
    }
    return from_str(run, buf_str(&joined));
}

static bool is_ascii(Str text)
{
    for (int i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80) return false;
    }
    return true;
}

static Value change_case(Run *run, Value self, const char *name, char first, char last)
{
    Str text = value_text(self);
    if (!is_ascii(text))
        return outside_subset(run, "the text as it should be, in the program",
                              "str.%s() of letters beyond ASCII", name);
    Value result = from_str(run, text);
    if (!result.type) return NOTHING;
    char *p = (char *)(uintptr_t)value_text(result).p; // our own copy
    for (int i = 0; i < text.n; i++) {
        if (p[i] >= first && p[i] <= last) p[i] ^= 0x20;
    }
    return result;
}

static Value str_upper(Run *run, Value *arg)
{
    return change_case(run, arg[0], "upper", 'a', 'z');
}

static Value str_lower(Run *run, Value *arg)
{
    return change_case(run, arg[0], "lower", 'A', 'Z');
}

static bool in_set(char c, Value set)
{
    if (!set.type || set.type == &type_none) return c && strchr(" \t\n\r\f\v", c);
    return memchr(value_text(set).p, c, (size_t)value_text(set).n) != NULL;
}

static Value strip(Run *run, Value *arg, bool left, bool right)
{
    Value set = arg[1];
    bool given = set.type && set.type != &type_none;
    if (given && !need_str(run, "strip", set)) return NOTHING;
    if (given && !is_ascii(value_text(set))) {
        return outside_subset(run, ".replace(...)", "stripping characters beyond ASCII");
    }
    Str text = value_text(arg[0]);
    while (left && text.n && in_set(*text.p, set)) text = str_slice(text, 1, text.n);
    while (right && text.n && in_set(text.p[text.n - 1], set)) text.n--;
    return from_str(run, text);
}

static Value str_strip(Run *run, Value *arg)
{
    return strip(run, arg, true, true);
}

static Value str_lstrip(Run *run, Value *arg)
{
    return strip(run, arg, true, false);
}

static Value str_rstrip(Run *run, Value *arg)
{
    return strip(run, arg, false, true);
}

static bool add_part(Run *run, Value list, Str part)
{
    Value item = from_str(run, part);
    return item.type && sequence_add(run, value_sequence(list), item);
}

static Value split_words(Run *run, Str text)
{
    Value list = new_sequence(run, &type_list, NULL, 0);
    for (int at = 0; list.type && at < text.n;) {
        int start = at;
        while (at < text.n && !in_set(text.p[at], NOTHING)) at++;
        if (at > start && !add_part(run, list, str_slice(text, start, at))) return NOTHING;
        while (at < text.n && in_set(text.p[at], NOTHING)) at++;
    }
    return list;
}

static Value str_split(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    if (!arg[1].type || arg[1].type == &type_none) return split_words(run, text);
    if (!need_str(run, "split()", arg[1])) return NOTHING;
    Str separator = value_text(arg[1]);
    if (!separator.n) return raise_error(run, "ValueError", "empty separator");
    Value list = new_sequence(run, &type_list, NULL, 0);
    int at = 0;
    for (int end; list.type && (end = text_find(text, separator, at)) >= 0;) {
        if (!add_part(run, list, str_slice(text, at, end))) return NOTHING;
        at = end + separator.n;
    }
    return list.type && add_part(run, list, str_slice(text, at, text.n)) ? list : NOTHING;
}

static Value str_replace(Run *run, Value *arg)
{
    if (!need_str(run, "replace()", arg[1]) || !need_str(run, "replace()", arg[2])) return NOTHING;
    Str text = value_text(arg[0]), old = value_text(arg[1]);
    if (!old.n)
        return outside_subset(run, "join: \", \".join(text)", "str.replace() of the empty string");
    Buf out = {.arena = &run->scratch};
    int at = 0;
    for (int end; (end = text_find(text, old, at)) >= 0; at = end + old.n) {
        buf_add(&out, str_slice(text, at, end));
        buf_add(&out, value_text(arg[2]));
        if (!text_fits(run, &out)) return NOTHING;
    }
    buf_add(&out, str_slice(text, at, text.n));
    return from_str(run, buf_str(&out));
}

static Value str_startswith(Run *run, Value *arg)
{
    if (!need_str(run, "startswith()", arg[1])) return NOTHING;
    Str part = value_text(arg[1]);
    return from_bool(str_equal(str_slice(value_text(arg[0]), 0, part.n), part));
}

static Value str_endswith(Run *run, Value *arg)
{
    if (!need_str(run, "endswith()", arg[1])) return NOTHING;
    Str text = value_text(arg[0]), part = value_text(arg[1]);
    bool ends = text.n >= part.n && str_equal(str_slice(text, text.n - part.n, text.n), part);
    return from_bool(ends);
}

static Value str_find_method(Run *run, Value *arg)
{
    if (!need_str(run, "find()", arg[1])) return NOTHING;
    int at = text_find(value_text(arg[0]), value_text(arg[1]), 0);
    return from_int(at < 0 ? -1 : utf8_count(str_slice(value_text(arg[0]), 0, at)));
}

static Value str_format(Run *run, Value *arg)
{
    (void)arg;
    return outside_subset(run, "an f-string: f\"{x:.2f}\"", "str.format()");
}

// Filled up to a width by a format specification, which does the same: "<", ">" or "^".
static Value justify(Run *run, Value *arg, char align)
{
    if (!is_integer(arg[1])) {
        return raise_error(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                           arg[1].type->name);
    }
    if (arg[2].type && (arg[2].type != &type_str || value_length(run, arg[2]) != 1)) {
        return raise_error(run, "TypeError",
                           "The fill character must be exactly one character long");
    }
    if (integer_of(arg[1]) <= value_length(run, arg[0])) return arg[0];
    Str fill = arg[2].type ? value_text(arg[2]) : STR(" ");
    const char *spec = text_printf(&run->scratch, "%.*s%c%lld", STR_ARG(fill), align,
                                   (long long)integer_of(arg[1]));
    Buf out = {.arena = &run->scratch};
    return format_value(run, arg[0], str_from(spec), &out) ? from_str(run, buf_str(&out)) : NOTHING;
}

static Value str_ljust(Run *run, Value *arg)
{
    return justify(run, arg, '<');
}

static Value str_rjust(Run *run, Value *arg)
{
    return justify(run, arg, '>');
}

const Native str_methods[] = {
    {"join", "self, iterable, /", str_join},
    {"upper", "self, /", str_upper},
    {"lower", "self, /", str_lower},
    {"strip", "self, chars=, /", str_strip},
    {"lstrip", "self, chars=, /", str_lstrip},
    {"rstrip", "self, chars=, /", str_rstrip},
    {"split", "self, sep=", str_split},
    {"replace", "self, old, new, /", str_replace},
    {"startswith", "self, prefix, /", str_startswith},
    {"endswith", "self, suffix, /", str_endswith},
    {"find", "self, sub, /", str_find_method},
    {"format", "self, *values", str_format},
    {"ljust", "self, width, fillchar=, /", str_ljust},
    {"rjust", "self, width, fillchar=, /", str_rjust},
    {0},
};
