// The module sys, as far as it can be had without the world outside: versions, limits, the two
// streams that one prints to.
#include "lang/interp.h"

static void stream_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "<_io.TextIOWrapper name='<%s>' mode='w' encoding='utf-8'>",
               self.truth ? "stderr" : "stdout");
}

static Value stream_write(Run *run, Value *arg)
{
    if (arg[1].type != &type_str) {
        return raise_error(run, "TypeError", "write() argument must be str, not %s",
                           arg[1].type->name);
    }
    Buf *out = arg[0].truth ? run->messages : run->out;
    Str text = value_text(arg[1]);
    if (out->n > MAX_OUTPUT_BYTES - text.n) {
        return raise_error(run, "RuntimeError", "more than %d MiB of printed text",
                           MAX_OUTPUT_BYTES >> 20);
    }
    buf_add(out, text);
    return value_length(run, arg[1]) < 0 ? NOTHING : from_int(value_length(run, arg[1]));
}

static Value stream_flush(Run *run, Value *arg)
{
    (void)run;
    (void)arg;
    return NONE;
}

static const Native stream_methods[] = {
    {"write", "self, text, /", stream_write},
    {"flush", "self, /", stream_flush},
    {0},
};

const Type type_stream = {
    .name = "_io.TextIOWrapper",
    .is_plain = true,
    .methods = stream_methods,
    .repr = stream_repr,
};

static Value getrecursionlimit(Run *run, Value *arg)
{
    (void)run;
    (void)arg;
    return from_int(MAX_CALLS);
}

static Value setrecursionlimit(Run *run, Value *arg)
{
    int64_t limit;
    if (!index_of(run, arg[0], &limit)) return NOTHING;
    if (limit <= MAX_CALLS) return NONE;
    return outside_subset(run, "a loop, or at most 1000", "a recursion of more than %d calls",
                          MAX_CALLS);
}

static const Native natives[] = {
    {"getrecursionlimit", "", getrecursionlimit},
    {"setrecursionlimit", "limit, /", setrecursionlimit},
    {0},
};

Value make_sys(Run *run)
{
    Value module = new_module(run, "sys", 0);
    if (!module.type) return NOTHING;
    add_natives(run, &((Module *)module.object)->table, natives);
    Value program = from_text(run, ""), none[] = {program};
    Value version[] = {from_int(3), from_int(11), from_int(0), from_text(run, "final"),
                       from_int(0)};
    set_member(run, module, "stdout", (Value){.type = &type_stream, .truth = false});
    set_member(run, module, "stderr", (Value){.type = &type_stream, .truth = true});
    set_member(run, module, "argv", new_sequence(run, &type_list, none, 1));
    set_member(run, module, "path", new_sequence(run, &type_list, NULL, 0));
    set_member(run, module, "modules", new_dict(run));
    set_member(run, module, "maxsize", from_int(INT64_MAX));
    set_member(run, module, "version", from_text(run, "3.11.0 (qkv)"));
    set_member(run, module, "version_info", new_sequence(run, &type_tuple, version, 5));
    set_member(run, module, "platform", from_text(run, "linux"));
    set_member(run, module, "byteorder", from_text(run, "little"));
    return module;
}
