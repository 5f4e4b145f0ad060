// Methods of strings that look for a part. Places are counted in characters, texts are UTF-8.
#define _GNU_SOURCE // memmem, which takes time that grows with the text alone
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
Value str_find_method(Run *run, Value *arg)
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

Value str_count(Run *run, Value *arg)
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
Value str_has_edge(Run *run, Value *arg)
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

Value str_replace(Run *run, Value *arg)
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
