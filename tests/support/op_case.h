// The cases of tests/golden/ops.txt, read. ops.py there says how they are written.
#pragma once

#include "support/words.h"

#include "base/files/file.h"
#include "tensor/dtype.h"
#include "tensor/op.h"

enum { MAX_INPUTS = 6 };

typedef struct Case {
    const Op *op,
        *by; // as in OpCall: of several tensors which one; NULL: no row, but in src/library
    Str name;
    const char *file; // for messages
    int line;
    Tensor *input[MAX_INPUTS];
    int input_count, arg_count;
    unsigned absent; // bit k: the k-th input is None
    int places;      // inputs, with those that are None
    Arg arg[MAX_ARGS];
    bool fails, is_view;
    const char *kind, *message; // of the error
    DType dtype;                // of the result
    Shape shape;
    Str values;
} Case;

// ---- reading -----------------------------------------------------------------------------------

static DType to_dtype(Str word)
{
    for (int t = 0; t < DTYPE_COUNT; t++) {
        if (str_is(word, dtype_name((DType)t))) return (DType)t;
    }
    fail_msg("no dtype: %.*s", STR_ARG(word));
    return DTYPE_FLOAT32;
}

static void set_cell(Tensor *tensor, Index at, Str word)
{
    if (dtype_is_float(tensor->dtype)) {
        tensor_set(tensor, at, to_double(word));
        return;
    }
    int64_t value;
    assert_true(number_parse_int(word, &value));
    tensor_set_int(tensor, at, value);
}

static Tensor *read_tensor(Str rest)
{
    DType dtype = to_dtype(next_word(&rest));
    Shape shape = next_shape(&rest);
    Str layout = str_trim(str_slice(rest, 0, str_find(rest, "=")));
    Str values = str_slice(rest, str_find(rest, "=") + 1, rest.n);
    Tensor *tensor = lay_out(&heap, dtype, shape, layout);
    tensor->is_number = str_is(layout, "number");
    Index at = {0};
    for (int64_t i = 0; i < tensor_count(tensor); i++) {
        set_cell(tensor, at, next_word(&values));
        index_next(&shape, &at);
    }
    return tensor;
}

static Subscript read_slice(Str text)
{
    Subscript s = {.kind = SUBSCRIPT_SLICE, .step = 1};
    int64_t *part[] = {&s.start, &s.stop, &s.step};
    bool given[3] = {false};
    for (int i = 0; i < 3; i++) {
        int colon = str_find(text, ":");
        Str number = str_slice(text, 0, colon < 0 ? text.n : colon);
        given[i] = number.n > 0 && number_parse_int(number, part[i]);
        text = str_slice(text, number.n + 1, text.n);
    }
    s.has_start = given[0];
    s.has_stop = given[1];
    return s;
}

static Subscript read_subscript(Str text)
{
    Subscript s = {.kind = SUBSCRIPT_INT, .step = 1};
    if (str_is(text, "None"))
        s.kind = SUBSCRIPT_NEW_AXIS;
    else if (str_is(text, "..."))
        s.kind = SUBSCRIPT_ELLIPSIS;
    else if (str_find(text, ":") >= 0)
        return read_slice(text);
    else if (str_starts(text, "$"))
        s = (Subscript){.kind = SUBSCRIPT_TENSOR, .start = text.p[1] - '0'};
    else
        assert_true(number_parse_int(text, &s.start));
    return s;
}

static Arg read_list(ArgKind kind, Str values)
{
    Arg arg = {.kind = kind, .ints = NEW_ARRAY(&arena, int64_t, 20)};
    arg.subscripts = NEW_ARRAY(&arena, Subscript, 20);
    while (values.n > 0) {
        assert_true(arg.count < 20);
        if (kind == ARG_INTS) {
            arg.ints[arg.count++] = next_int(&values);
            continue;
        }
        int comma = str_find(values, ",");
        Str text = str_slice(values, 0, comma < 0 ? values.n : comma);
        arg.subscripts[arg.count++] = read_subscript(text);
        values = str_trim(str_slice(values, text.n + 1, values.n));
    }
    return arg;
}

static Arg read_arg(Str rest)
{
    Str kind = next_word(&rest);
    Str values = str_trim(str_slice(rest, str_find(rest, "=") + 1, rest.n));
    if (str_is(kind, "none")) return (Arg){0};
    if (str_is(kind, "str")) return (Arg){.kind = ARG_STR, .text = str_copy(&arena, values)};
    if (str_is(kind, "ints")) return read_list(ARG_INTS, values);
    if (str_is(kind, "subscripts")) return read_list(ARG_SUBSCRIPTS, values);
    if (str_is(kind, "dtype")) return (Arg){.kind = ARG_DTYPE, .i = to_dtype(values)};
    if (str_is(kind, "float")) return (Arg){.kind = ARG_FLOAT, .f = to_double(values)};
    int64_t i = next_int(&values);
    return (Arg){.kind = str_is(kind, "bool") ? ARG_BOOL : ARG_INT, .i = i, .f = (double)i};
}

static void read_line(Case *c, Str line)
{
    Str what = next_word(&line);
    if (str_is(what, "in") && str_is(line, "none")) {
        c->absent |= 1u << c->places++;
    } else if (str_is(what, "in")) {
        c->places++;
        assert_true(c->input_count < MAX_INPUTS);
        c->input[c->input_count++] = read_tensor(line);
    } else if (str_is(what, "arg")) {
        assert_true(c->arg_count < MAX_ARGS);
        c->arg[c->arg_count++] = read_arg(line);
    } else if (str_is(what, "error")) {
        c->fails = true;
        c->kind = str_copy(&arena, next_word(&line));
        next_word(&line); // "="
        c->message = str_copy(&arena, line);
    } else {
        assert_true(str_is(what, "out"));
        c->dtype = to_dtype(next_word(&line));
        c->shape = next_shape(&line);
        c->is_view = str_starts(line, "view");
        c->values = str_slice(line, str_find(line, "=") + 1, line.n);
    }
}

// ---- the file ----------------------------------------------------------------------------------

static inline const Op *op_of(const Case *c)
{
    return c->by ? c->by : c->op;
}

// "F.softmax" is the form of torch.nn.functional where torch has another.
static bool is_called(const Op *op, Str name)
{
    bool functional = str_starts(name, "F.");
    int bracket = str_find(name, "[");
    if (bracket >= 0) name = str_slice(name, 0, bracket);
    if (functional) name = str_slice(name, 2, name.n);
    return str_is(name, op->name) && (!functional || op->found == IN_FUNCTIONAL);
}

static const Op *find_row(Str name)
{
    for (int i = 0; i < op_count; i++)
        if (is_called(ops[i], name)) return ops[i];
    return NULL;
}

// "sort[1]": the second tensor that it gives.
static void take_part(Case *c, Str name)
{
    int bracket = str_find(name, "[");
    if (bracket < 0 || !c->op) return;
    c->by = c->op;
    c->op = c->by->more;
}

static void each_case(const char *path, void (*run)(const Case *c))
{
    Arena file_arena = {0};
    Error file_error = {.arena = &file_arena};
    Str text, line;
    assert_true(file_read(path, 1 << 24, &file_arena, &text, &file_error));
    Case c = {0};
    for (int number = 1; str_next_line(&text, &line); number++) {
        if (str_starts(line, "#")) continue;
        if (line.n > 0 && line.p[0] != ' ') {
            forget_case();
            c = (Case){.op = find_row(line), .name = line, .file = path, .line = number};
            take_part(&c, line);
        } else if (line.n > 0) {
            read_line(&c, line);
        } else if (c.name.n > 0) {
            run(&c);
            c.name = (Str){0};
        }
    }
    assert_int_equal(c.name.n, 0); // the file ends with an empty line
    forget_case();
    arena_free(&file_arena);
}
