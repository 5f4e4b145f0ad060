// Operations that src/library has in Python, called by their name with what a case gives.
#pragma once

#include "base/buf.h"
#include "lang/interp.h"
#include "modules/modules.h"
#include "torch/torch.h"

#include <string.h>

// The arguments in the order of the signature, where the inputs do not come first: i0 is the first
// input, a0 the first of the others.
static const char *const signatures[][2] = {
    {"index_fill", "i0 a0 i1 i2"},
    {"index_copy", "i0 a0 i1 i2"},
    {"index_add", "i0 a0 i1 i2"},
    {"bincount", "i0 i1 a0"},
};

static inline const char *signature_of(Str name)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        if (str_is(name, signatures[i][0])) return signatures[i][1];
    }
    return NULL;
}

static inline void write_input(Buf *out, const Tensor *input, int k)
{
    if (!input->is_number)
        buf_printf(out, "i%d", k);
    else if (dtype_is_float(input->dtype))
        buf_printf(out, "float('%.17g')", tensor_get(input, (Index){0}));
    else if (input->dtype == DTYPE_BOOL)
        buf_printf(out, "%s", tensor_get_int(input, (Index){0}) ? "True" : "False");
    else
        buf_printf(out, "%lld", (long long)tensor_get_int(input, (Index){0}));
}

static inline void write_arg(Buf *out, const Arg *arg)
{
    switch (arg->kind) {
    case ARG_BOOL: buf_printf(out, "%s", arg->i ? "True" : "False"); break;
    case ARG_INT: buf_printf(out, "%lld", (long long)arg->i); break;
    case ARG_FLOAT: buf_printf(out, "float('%.17g')", arg->f); break;
    case ARG_STR: buf_printf(out, "'%s'", arg->text); break;
    case ARG_DTYPE: buf_printf(out, "torch.%s", dtype_name((DType)arg->i)); break;
    case ARG_INTS:
        buf_printf(out, "(");
        for (int i = 0; i < arg->count; i++) buf_printf(out, "%lld, ", (long long)arg->ints[i]);
        buf_printf(out, ")");
        break;
    default: buf_printf(out, "None");
    }
}

static inline void write_arguments(Buf *out, const OpCall *call, int args)
{
    int input = 0;
    for (int place = 0; input < call->input_count || call->absent >> place; place++) {
        if (call->absent >> place & 1)
            buf_printf(out, "None, ");
        else
            write_input(out, call->input[input], input), buf_printf(out, ", "), input++;
    }
    for (int k = 0; k < args; k++) {
        write_arg(out, &call->arg[k]);
        buf_printf(out, ", ");
    }
}

static inline void write_as_signed(Buf *out, const OpCall *call, const char *order)
{
    for (Str rest = str_from(order); rest.n;) {
        int end = str_find(rest, " ");
        Str word = str_slice(rest, 0, end < 0 ? rest.n : end);
        int k = word.p[1] - '0';
        bool is_last = end < 0, is_missing = word.p[0] == 'i' && k >= call->input_count;
        if (is_missing && is_last) return;
        if (is_missing)
            buf_printf(out, "None");
        else if (word.p[0] == 'i')
            write_input(out, call->input[k], k);
        else
            write_arg(out, &call->arg[k]);
        buf_printf(out, ", ");
        rest = str_trim(str_slice(rest, word.n, rest.n));
    }
}

// What the function gives, in `*run`, which the caller frees; NULL: the error is set.
static inline Tensor *called(Str name, const OpCall *call, int args, Arena *arena, Run **run,
                             Error *error)
{
    *run = run_new(&(RunOptions){.is_unrecorded = true, .out = &(Buf){.arena = arena}});
    for (int k = 0; k < call->input_count; k++) {
        const char *place = name_of(&(*run)->names, str_from(arena_printf(arena, "i%d", k)));
        table_set(&(*run)->program, place, from_tensor(call->input[k]));
    }
    Buf text = {.arena = arena};
    const char *order = signature_of(name);
    buf_printf(&text,
               "import torch\nimport torch.nn.functional as F\n"
               "out = (getattr(F, '%.*s', None) or torch.%.*s)(",
               STR_ARG(name), STR_ARG(name));
    if (order)
        write_as_signed(&text, call, order);
    else
        write_arguments(&text, call, args);
    buf_printf(&text, ")\n");
    Source source = {.name = "t.py", .text = buf_str(&text)};
    if (!run_source(*run, &source, error)) return NULL;
    const Value *out = table_find(&(*run)->program, name_of(&(*run)->names, STR("out")));
    return out ? out->tensor : NULL;
}
