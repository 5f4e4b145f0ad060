// Python's builtin functions that give texts, and chr, ord and hash.
#include "base/text/utf8.h"
#include "lang/interp.h"
#include "lang/text/text.h"

// repr or ascii
static Value builtin_shown(Run *run, Value *arg)
{
    return format_convert(run, arg[0], run->native->name[0]);
}

static Value builtin_format(Run *run, Value *arg)
{
    Str spec = {0};
    if (arg[1].type && !value_has_type(arg[1], &type_str)) {
        return raise_error(run, "TypeError", "format() argument 2 must be str, not %s",
                           arg[1].type->name);
    }
    if (arg[1].type) spec = value_text(arg[1]);
    Buf out = {.arena = &run->scratch};
    return format_value(run, arg[0], spec, &out) ? value_from_str(run, buf_str(&out)) : NOTHING;
}

static Value builtin_chr(Run *run, Value *arg)
{
    if (!value_whole(run, &arg[0])) return NOTHING;
    int64_t code = value_integer(arg[0]);
    if (code < 0 || code > 0x10FFFF) {
        return raise_error(run, "ValueError", "chr() arg not in range(0x110000)");
    }
    if (code >= 0xD800 && code <= 0xDFFF) {
        return raise_outside_subset(run, "another number", "half a surrogate pair as a character");
    }
    char bytes[4];
    return value_from_str(run, (Str){bytes, utf8_encode((uint32_t)code, bytes)});
}

static Value builtin_ord(Run *run, Value *arg)
{
    if (!value_has_type(arg[0], &type_str)) {
        return raise_error(run, "TypeError", "ord() expected string of length 1, but %s found",
                           arg[0].type->name);
    }
    int length, count = utf8_count(value_text(arg[0]));
    if (count == 1) return from_int(utf8_decode(value_text(arg[0]), &length));
    return raise_error(run, "TypeError",
                       "ord() expected a character, but string of length %d found", count);
}

static Value builtin_hash(Run *run, Value *arg)
{
    uint64_t hash;
    return value_hash(run, arg[0], &hash) ? from_int((int64_t)hash) : NOTHING;
}

// The bytes of a str in UTF-8, as ints.
static Value builtin_utf8(Run *run, Value *arg)
{
    if (arg[0].type != &type_str)
        return raise_error(run, "TypeError", "expected str, not '%s'", arg[0].type->name);
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (int i = 0; list.type && i < value_text(arg[0]).n; i++) {
        Value byte = from_int((unsigned char)value_text(arg[0]).p[i]);
        if (!sequence_add(run, value_sequence(list), byte)) return NOTHING;
    }
    return list;
}

const Native text_builtins[] = {
    {"_utf8", "text, /", builtin_utf8}, {"repr", "obj, /", builtin_shown},
    {"ascii", "obj, /", builtin_shown}, {"format", "value, format_spec=, /", builtin_format},
    {"chr", "i, /", builtin_chr},       {"ord", "c, /", builtin_ord},
    {"hash", "obj, /", builtin_hash},   {0},
};
