// Strings: UTF-8 inside, code points to the program.
#include "base/hash.h"
#include "base/text/letters.h"
#include "base/text/utf8.h"
#include "lang/class.h"
#include "lang/containers/sequence.h"
#include "lang/numbers/numbers.h"
#include "lang/text/text.h"

#include <limits.h>
#include <string.h>

// ---- repr ----------------------------------------------------------------------------------

static void repr_code(Buf *out, Str character, uint32_t code, char quote)
{
    if (code == '\n')
        buf_add(out, STR("\\n"));
    else if (code == '\t')
        buf_add(out, STR("\\t"));
    else if (code == '\r')
        buf_add(out, STR("\\r"));
    else if (code == '\\' || code == (uint32_t)quote)
        buf_printf(out, "\\%c", (char)code);
    else if (letter_is_printable(code))
        buf_add(out, character);
    else if (code < 0x100)
        buf_printf(out, "\\x%02x", (unsigned)code);
    else if (code < 0x10000)
        buf_printf(out, "\\u%04x", (unsigned)code);
    else
        buf_printf(out, "\\U%08x", (unsigned)code);
}

static void str_repr(Run *run, Value self, Buf *out)
{
    Str text = value_text(self);
    if (!run_take_characters(run, text.n)) return;
    bool single = text.n && memchr(text.p, '\'', (size_t)text.n);
    bool twice = text.n && memchr(text.p, '"', (size_t)text.n);
    char quote = single && !twice ? '"' : '\'';
    buf_add_char(out, quote);
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        repr_code(out, str_slice(text, at, at + length), code, quote);
    }
    buf_add_char(out, quote);
}

static void str_str(Run *run, Value self, Buf *out)
{
    if (!run_take_bytes(run, value_text(self).n)) return;
    buf_add(out, value_text(self));
}

// ---- protocol ------------------------------------------------------------------------------

static int64_t str_length(Run *run, Value self)
{
    enum { PASSES = 3 }; // so long it takes to count a byte
    const String *string = (const String *)self.object;
    if (!string->characters && !run_take_bytes(run, PASSES * (int64_t)string->text.n)) return -1;
    return text_count(self);
}

static bool str_hash(Run *run, Value self, uint64_t *hash)
{
    String *string = (String *)self.object;
    if (!string->hash) {
        uint64_t mixed = hash_text(string->text);
        string->hash = mixed ? mixed : 1;
        if (!run_take_characters(run, string->text.n)) return false;
    }
    *hash = string->hash;
    return true;
}

static Value str_next(Run *run, Value self, int64_t *at)
{
    Str rest = str_slice(value_text(self), (int)*at, INT_MAX);
    if (!rest.n) return NOTHING;
    int length;
    utf8_decode(rest, &length);
    *at += length;
    return value_from_str(run, str_slice(rest, 0, length));
}

static int order_texts(Str a, Str b)
{
    int both = a.n < b.n ? a.n : b.n;
    int order = both ? memcmp(a.p, b.p, (size_t)both) : 0; // UTF-8 keeps the order of code points
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

static Value repeat(Run *run, Str text, int64_t times)
{
    if (times < 0) times = 0;
    if (text.n && times > INT64_MAX / text.n)
        return raise_error(run, "OverflowError", "repeated string is too long");
    if (text.n && times > MAX_TEXT_BYTES / text.n) {
        return raise_error(run, "MemoryError", "a string of %d bytes %lld times is too long",
                           text.n, (long long)times);
    }
    char *copy;
    Value string = value_new_text(run, text.n * (int)times, &copy);
    if (!string.type) return NOTHING;
    int whole = text.n * (int)times, done = text.n < whole ? text.n : whole;
    if (done) memcpy(copy, text.p, (size_t)done);
    for (int more; done < whole; done += more) { // what is there, again
        more = done < whole - done ? done : whole - done;
        memcpy(copy + done, copy, (size_t)more);
    }
    return string;
}

static bool is_last(const TextRoom *room, Str text, int more)
{
    return room && text.p + text.n == room->text + room->used &&
           more <= room->capacity - room->used;
}

static TextRoom *room_for(Run *run, Str left, Str right)
{
    int n = left.n + right.n, capacity = n + n / 4;
    TextRoom *room = run_alloc(run, sizeof *room + (size_t)capacity + 1, 1);
    if (!room) return NULL;
    *room = (TextRoom){.used = left.n, .capacity = capacity};
    memcpy(room->text, left.p, (size_t)left.n);
    return room;
}

// Behind a text that is not short, in memory that has room for more; the old text keeps its part.
static Value append(Run *run, Value left, Str right)
{
    const String *before = (const String *)left.object;
    String *string = object_make(run, &type_str, sizeof *string);
    if (!string) return NOTHING;
    TextRoom *room = before->room;
    if (!is_last(room, before->text, right.n)) room = room_for(run, before->text, right);
    if (!room) return NOTHING;
    room->users++;
    string->room = room;
    string->text = (Str){room->text + room->used - before->text.n, before->text.n + right.n};
    if (right.n) memcpy(room->text + room->used, right.p, (size_t)right.n);
    room->used += right.n;
    if (before->characters) string->characters = before->characters + utf8_count(right);
    return value_from_object(string);
}

static Value concatenate(Run *run, Value self, Str right)
{
    enum { SHORT = 1000 };
    Str left = value_text(self);
    if (left.n > INT_MAX / 4 || right.n > INT_MAX / 4) {
        return raise_error(run, "MemoryError", "the string is too long");
    }
    if (left.n >= SHORT && right.n < left.n) return append(run, self, right);
    char *copy;
    Value string = value_new_text(run, left.n + right.n, &copy);
    if (!string.type) return NOTHING;
    if (left.n) memcpy(copy, left.p, (size_t)left.n);
    if (right.n) memcpy(copy + left.n, right.p, (size_t)right.n);
    return string;
}

static Value str_binary(Run *run, Operator op, Value left, Value right)
{
    bool strings = value_has_type(left, &type_str) && value_has_type(right, &type_str);
    if (op >= OPERATOR_LESS && strings) {
        Str a = value_text(left), b = value_text(right);
        if (!run_take_bytes(run, a.n < b.n ? a.n : b.n)) return NOTHING;
        int order = order_texts(a, b);
        return number_binary(run, op, from_int(order), from_int(0));
    }
    if (op == OPERATOR_ADD && strings) return concatenate(run, left, value_text(right));
    if (op == OPERATOR_ADD && value_has_type(left, &type_str)) {
        return raise_error(run, "TypeError", "can only concatenate str (not \"%s\") to str",
                           right.type->name);
    }
    if (op == OPERATOR_MULTIPLY) {
        Value text = value_has_type(left, &type_str) ? left : right;
        Value times = value_has_type(left, &type_str) ? right : left;
        int64_t count;
        if (!value_as_index(run, &times)) return NOTHING;
        if (value_is_integer(times))
            return value_index(run, times, &count) ? repeat(run, value_text(text), count) : NOTHING;
        return raise_error(run, "TypeError", "can't multiply sequence by non-int of type '%s'",
                           times.type->name);
    }
    if (op == OPERATOR_MODULO && value_has_type(left, &type_str)) {
        Value parts[] = {left, right};
        return call_with(run, library_function(run, "_format", "percent"), parts, 2);
    }
    return NOT_IMPLEMENTED;
}

static bool str_contains(Run *run, Value self, Value item, bool *found)
{
    if (!value_has_type(item, &type_str))
        return raise_false(run, "TypeError",
                           "'in <string>' requires string as left operand, not %s",
                           item.type->name);
    Str part = value_text(item);
    *found = text_find(value_text(self), part, 0) >= 0;
    return text_take_search(run, value_text(self), part);
}

// Byte offsets of the characters.
static int *character_offsets(Str text, int64_t count, Arena *arena)
{
    int *offset = NEW_ARRAY(arena, int, count + 1);
    int at = 0, length;
    for (int64_t i = 0; i < count; i++, at += length) {
        offset[i] = at;
        utf8_decode(str_slice(text, at, text.n), &length);
    }
    offset[count] = text.n;
    return offset;
}

// `count` characters of a text of `length`, from `start` on.
static Value every_step(Run *run, Str text, int64_t length, int64_t start, int64_t step,
                        int64_t count)
{
    bool ascii = length == text.n;
    if (!run_take_characters(run, ascii ? count : length)) return NOTHING;
    SCRATCH(work);
    const int *offset = ascii ? NULL : character_offsets(text, length, &work);
    Buf part = {.arena = &work};
    for (int64_t i = 0; i < count; i++) {
        int64_t at = start + i * step;
        int from = ascii ? (int)at : offset[at], to = ascii ? from + 1 : offset[at + 1];
        buf_add(&part, str_slice(text, from, to));
    }
    Value result = value_from_str(run, buf_str(&part));
    return result;
}

static Value str_subscript(Run *run, Value self, Value key)
{
    Str text = value_text(self);
    int64_t length = text_count(self), start, step = 1, count = 1;
    if (key.type != &type_slice) {
        if (!slice_wrap_index(run, "string", key, length, &start)) return NOTHING;
    } else if (!slice_positions(run, key, length, &start, &step, &count)) {
        return NOTHING;
    }
    if (step != 1) return every_step(run, text, length, start, step, count);
    int from = text_byte(run, self, start), to = text_byte(run, self, start + count);
    return run_has_failed(run) ? NOTHING : value_from_str(run, str_slice(text, from, to));
}

static Value str_construct(Run *run, const Args *args)
{
    if (args->count + args->keyword_count > 1) {
        return raise_error(run, "TypeError", "str() takes one argument here");
    }
    if (!args->count) return value_from_text(run, "");
    if (args->item[0].type == &type_str) return args->item[0];
    Buf text = {.arena = &run->scratch};
    value_str(run, args->item[0], &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}

static void str_drop(Run *run, Object *object)
{
    const String *string = (const String *)object;
    run_dealloc(run, string->place);
    if (string->is_copy) run_dealloc(run, string->text.p);
    if (string->room && !--string->room->users) run_dealloc(run, string->room);
}

const Type type_str = {
    .name = "str",
    .size = sizeof(String),
    .methods = str_methods,
    .functions = str_functions,
    .repr = str_repr,
    .str = str_str,
    .length = str_length,
    .hash = str_hash,
    .next = str_next,
    .binary = str_binary,
    .contains = str_contains,
    .subscript = str_subscript,
    .construct = str_construct,
    .drop = str_drop,
};
