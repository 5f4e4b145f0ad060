// Methods of strings that take them apart, put them together and strip them.
#include "base/text/letters.h"
#include "base/text/utf8.h"
#include "lang/interp.h"
#include "lang/text/text.h"

// ---- characters at the ends ------------------------------------------------------------------

static uint32_t first_code(Str text, int *length)
{
    return utf8_decode(text, length);
}

static uint32_t last_code(Str text, int *length)
{
    int at = text.n - 1;
    while (at > 0 && ((unsigned char)text.p[at] & 0xC0) == 0x80) at--;
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
Value str_strip(Run *run, Value *arg)
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

Value str_split(Run *run, Value *arg)
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

Value str_join(Run *run, Value *arg)
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
