// sys.stdout and sys.stderr: what one prints to.
#include "lang/interp.h"

static void stream_repr(Run *run UNUSED, Value self, Buf *out)
{
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

static Value stream_flush(Run *run UNUSED, Value *arg UNUSED)
{
    return NONE;
}

static const Native stream_methods[] = {
    {"write", "self, text, /", stream_write},
    {"flush", "self, /", stream_flush},
    {0},
};

const Type type_stream = {
    .name = "_io.TextIOWrapper",
    .stored = STORED_TRUTH,
    .is_plain = true,
    .methods = stream_methods,
    .repr = stream_repr,
};
