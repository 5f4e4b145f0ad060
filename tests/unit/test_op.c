// Every operation against PyTorch: tests/golden/ops.txt holds the cases, ops.py there says how
// they are written. Each cell of each result is also recomputed from its sources.
#include "support/test.h"

#include "base/file.h"
#include "base/number.h"
#include "tensor/create.h"

#include <math.h>
#include <string.h>

enum { MAX_INPUTS = 4 };

typedef struct Case {
    const Op *op;
    int line; // of the file, for messages
    Tensor *input[MAX_INPUTS];
    int input_count, arg_count;
    Arg arg[MAX_ARGS];
    bool fails, is_view;
    const char *kind, *message; // of the error
    DType dtype;                // of the result
    Shape shape;
    Str values;
} Case;

static Arena arena;
static TensorHeap heap;
static Error error;
static bool seen[1000]; // by place in ops[]

// ---- reading -----------------------------------------------------------------------------------

static Str next_word(Str *rest)
{
    *rest = str_trim(*rest);
    int n = 0;
    while (n < rest->n && rest->p[n] != ' ') n++;
    Str word = str_slice(*rest, 0, n);
    *rest = str_trim(str_slice(*rest, n, rest->n));
    return word;
}

static int64_t next_int(Str *rest)
{
    int64_t value = 0;
    assert_true(number_parse_int(next_word(rest), &value));
    return value;
}

static double to_double(Str word)
{
    double value = 0;
    assert_true(number_parse_double(word, &value));
    return value;
}

static DType to_dtype(Str word)
{
    for (int t = 0; t < DTYPE_COUNT; t++) {
        if (str_is(word, dtype_name((DType)t))) return (DType)t;
    }
    fail_msg("no dtype: %.*s", STR_ARG(word));
    return DTYPE_FLOAT32;
}

// "(2, 3)", which is taken off `*rest`.
static Shape next_shape(Str *rest)
{
    Shape shape = {0};
    int end = str_find(*rest, ")");
    Str inside = str_slice(*rest, 1, end);
    *rest = str_trim(str_slice(*rest, end + 1, rest->n));
    while (inside.n > 0) {
        int comma = str_find(inside, ",");
        Str size = str_slice(inside, 0, comma < 0 ? inside.n : comma);
        assert_true(number_parse_int(size, &shape.dim[shape.ndim++]));
        inside = str_trim(str_slice(inside, size.n + 1, inside.n));
    }
    return shape;
}

static void set_cell(Tensor *tensor, Index at, Str word)
{
    if (tensor->dtype == DTYPE_FLOAT32) {
        tensor_set(tensor, at, to_double(word));
        return;
    }
    int64_t value;
    assert_true(number_parse_int(word, &value));
    tensor_set_int(tensor, at, value);
}

// A tensor that is laid out in memory as ops.py says.
static Tensor *lay_out(DType dtype, Shape shape, Str layout)
{
    Shape stored = shape;
    if (str_is(layout, "reversed")) {
        for (int d = 0; d < shape.ndim; d++) stored.dim[d] = shape.dim[shape.ndim - 1 - d];
    } else if (str_is(layout, "gaps")) {
        stored.dim[stored.ndim++] = 2;
    } else if (str_is(layout, "repeated")) {
        stored.dim[0] = 1;
    }
    Tensor *tensor = tensor_new(&heap, dtype, stored, &error);
    assert_non_null(tensor);
    int64_t stride[MAX_DIMS];
    shape_strides(&stored, stride);
    for (int d = 0; d < shape.ndim; d++) {
        tensor->stride[d] = stride[str_is(layout, "reversed") ? shape.ndim - 1 - d : d];
    }
    if (str_is(layout, "gaps")) tensor->offset = 1;
    if (str_is(layout, "repeated")) tensor->stride[0] = 0;
    tensor->shape = shape;
    return tensor;
}

static Tensor *read_tensor(Str rest)
{
    DType dtype = to_dtype(next_word(&rest));
    Shape shape = next_shape(&rest);
    Str layout = str_trim(str_slice(rest, 0, str_find(rest, "=")));
    Str values = str_slice(rest, str_find(rest, "=") + 1, rest.n);
    Tensor *tensor = lay_out(dtype, shape, layout);
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
    if (str_is(what, "in")) {
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

// ---- constants, which the language makes by itself
// -----------------------------------------------

static DType wanted(const Case *c, int arg, DType otherwise)
{
    return c->arg[arg].kind == ARG_DTYPE ? (DType)c->arg[arg].i : otherwise;
}

static Tensor *make_sized(const Case *c, const char *name)
{
    Shape shape;
    if (!create_shape(c->arg[0].ints, c->arg[0].count, &shape, &error)) return NULL;
    DType dtype = wanted(c, 1, DTYPE_FLOAT32);
    if (strcmp(name, "zeros") == 0) return tensor_new(&heap, dtype, shape, &error);
    if (strcmp(name, "ones") == 0) return create_ones(&heap, dtype, shape, &error);
    return create_full(&heap, c->input[0]->dtype, shape, c->input[0], &error);
}

static Tensor *make_like(const Case *c, const char *name)
{
    const Tensor *like = c->input[0];
    DType dtype = wanted(c, 0, like->dtype);
    if (strcmp(name, "zeros_like") == 0) return tensor_new(&heap, dtype, like->shape, &error);
    if (strcmp(name, "ones_like") == 0) return create_ones(&heap, dtype, like->shape, &error);
    return create_full(&heap, dtype, like->shape, c->input[1], &error);
}

static Tensor *make_constant(const Case *c)
{
    const char *name = c->op->name;
    const Arg *a = c->arg;
    if (strcmp(name, "tensor") == 0) {
        Tensor *number = tensor_from_double(&heap, 2.5, &error);
        return create_full(&heap, wanted(c, 0, DTYPE_FLOAT32), (Shape){0}, number, &error);
    }
    if (strcmp(name, "arange") == 0) {
        if (a[0].kind == ARG_INT) return create_arange_ints(&heap, a[0].i, a[1].i, a[2].i, &error);
        return create_arange(&heap, a[0].f, a[1].f, a[2].f, &error);
    }
    if (strcmp(name, "linspace") == 0)
        return create_linspace(&heap, a[0].f, a[1].f, a[2].i, &error);
    if (strcmp(name, "eye") == 0) return create_eye(&heap, DTYPE_FLOAT32, a[0].i, a[1].i, &error);
    return c->input_count && c->op->shape[0] == '(' ? make_like(c, name) : make_sized(c, name);
}

// ---- checking
// ------------------------------------------------------------------------------------

static int complaints;

static void complain(const Case *c, const char *format, ...) PRINTF_LIKE(2, 3);

static void complain(const Case *c, const char *format, ...)
{
    Buf text = {.arena = &arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    print_error("ops.txt:%d: %s: %s\n", c->line, c->op->name, buf_text(&text));
    complaints++;
}

static bool near(double a, double b, double tolerance)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (a == b) return true;
    return fabs(a - b) <= tolerance * (1 + fabs(b));
}

static void check_values(const Case *c, const Tensor *out)
{
    Index at = {0};
    Str values = c->values;
    for (int64_t i = 0; i < tensor_count(out); i++) {
        Str word = next_word(&values);
        bool good;
        if (out->dtype == DTYPE_FLOAT32) {
            double got = tensor_get(out, at), expected = to_double(word);
            good = near(got, expected, 1e-6) && (got != 0 || signbit(got) == signbit(expected));
        } else {
            int64_t expected = 0;
            good = number_parse_int(word, &expected) && expected == tensor_get_int(out, at);
        }
        if (!good) {
            complain(c, "cell %lld is %.9g, PyTorch has %.*s", (long long)i, tensor_get(out, at),
                     STR_ARG(word));
        }
        index_next(&out->shape, &at);
    }
    assert_int_equal(values.n, 0);
}

// Integers beyond what a double holds, and what wraps around, cannot be seen in doubles.
static bool beyond_double(const OpCall *call, const double *values, int count, double recomputed)
{
    bool beyond = call->dtype == DTYPE_INT64 && fabs(recomputed) > 0x1p53;
    for (int i = 0; i < count; i++) {
        beyond = beyond || (call->input[0]->dtype == DTYPE_INT64 && fabs(values[i]) > 0x1p53);
    }
    return beyond;
}

// The cell once more, from the cells that its operation names.
static void check_cell(const Case *c, const OpCall *call, Index at)
{
    Terms terms = {.arena = &arena};
    op_sources(call, at, &terms);
    double values[4096], got = tensor_get(call->output, at);
    assert_true(terms.count <= 4096);
    for (int i = 0; i < terms.count; i++) {
        const Term *term = &terms.term[i];
        assert_in_range(term->input, 0, call->input_count - 1);
        const Tensor *input = call->input[term->input];
        for (int d = 0; d < input->shape.ndim; d++)
            assert_true(term->at.at[d] >= 0 && term->at.at[d] < input->shape.dim[d]);
        values[i] = tensor_get(input, term->at);
    }
    if (terms.kind == TERMS_CONSTANT) {
        if (got != 0) complain(c, "a cell is %.9g and has no sources", got);
        return;
    }
    double recomputed = terms_value(call, &terms, values);
    if (near(recomputed, got, 1e-5)) return;
    if (beyond_double(call, values, terms.count, recomputed)) return;
    complain(c, "a cell is %.9g, its sources give %.9g", got, recomputed);
}

static void check_sources(const Case *c, const OpCall *call)
{
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    do check_cell(c, call, at);
    while (index_next(&call->output->shape, &at));
}

static void check_error(const Case *c, const Tensor *out)
{
    if (out) {
        complain(c, "should fail: %s", c->message);
        return;
    }
    if (strcmp(error.message, c->message) != 0 || strcmp(error.kind, c->kind) != 0) {
        complain(c, "\n  %s: %s\nPyTorch says\n  %s: %s", error.kind, error.message, c->kind,
                 c->message);
    }
}

static void run_case(const Case *c)
{
    OpCall call = {.op = c->op, .input_count = c->input_count, .arena = &arena};
    call.input = NEW_ARRAY(&arena, Tensor *, MAX_INPUTS);
    memcpy(call.input, c->input, sizeof c->input);
    memcpy(call.arg, c->arg, sizeof call.arg);
    Tensor *out = c->op->infer ? op_apply(&call, &heap, &error) : make_constant(c);
    if (c->fails) {
        check_error(c, out);
        return;
    }
    if (!out) {
        complain(c, "%s", error.message);
        return;
    }
    if (!shape_equal(&out->shape, &c->shape) || out->dtype != c->dtype) {
        complain(c, "gives %s %s", dtype_name(out->dtype), shape_tuple(&arena, &out->shape));
        return;
    }
    bool is_view = c->op->infer && tensor_count(out) && tensor_shares_storage(out, c->input[0]);
    if (is_view != c->is_view) complain(c, "view or copy?");
    check_values(c, out);
    if (c->op->infer) check_sources(c, &call);
}

static void forget_case(void)
{
    tensor_heap_free(&heap);
    arena_free(&arena);
    error = (Error){.arena = &arena};
}

static const Op *find(Str name)
{
    for (int i = 0; i < op_count; i++) {
        if (!str_is(name, ops[i]->name)) continue;
        seen[i] = true;
        return ops[i];
    }
    fail_msg("no operation %.*s", STR_ARG(name));
    return NULL;
}

static Str read_cases(Arena *file_arena)
{
    Str text;
    Error file_error = {.arena = file_arena};
    assert_true(file_read("tests/golden/ops.txt", 1 << 24, file_arena, &text, &file_error));
    return text;
}

static void test_every_operation_gives_what_pytorch_gives(void **state)
{
    (void)state;
    Arena file_arena = {0};
    Str text = read_cases(&file_arena), line;
    Case c = {0};
    for (int number = 1; str_next_line(&text, &line); number++) {
        if (str_starts(line, "#")) continue;
        if (line.n > 0 && line.p[0] != ' ') {
            forget_case();
            c = (Case){.op = find(line), .line = number};
        } else if (line.n > 0) {
            read_line(&c, line);
        } else if (c.op) {
            run_case(&c);
            c.op = NULL;
        }
    }
    assert_null(c.op); // the file ends with an empty line
    assert_int_equal(complaints, 0);
    forget_case();
    arena_free(&file_arena);
}

static void test_every_operation_has_a_case(void **state)
{
    (void)state;
    assert_true(op_count < 1000);
    for (int i = 0; i < op_count; i++) {
        if (!seen[i]) fail_msg("tests/golden/ops.py has no case for %s", ops[i]->name);
    }
}

// ---- the table itself
// ----------------------------------------------------------------------------

static void test_every_row_is_complete(void **state)
{
    (void)state;
    for (int i = 0; i < op_count; i++) {
        const Op *op = ops[i];
        assert_non_null(op->name);
        assert_non_null(op->signature);
        assert_non_null(op->shape);
        assert_non_null(op->doc);
        if (!op->infer) {
            assert_null(op->sources); // a constant
            assert_int_equal(op->found, 0);
            continue;
        }
        assert_non_null(op->forward);
        assert_non_null(op->sources);
        bool shown = op->notation.before || op->notation.between || op->notation.after;
        if (op->value && shown) assert_true(op->found != 0);
    }
    assert_null(ops[op_count]);
}

static void test_operations_are_found_by_name_alias_and_symbol(void **state)
{
    (void)state;
    assert_string_equal(op_find(STR("matmul"), IN_TORCH)->name, "matmul");
    assert_string_equal(op_find(STR("concat"), IN_TORCH)->name, "cat");
    assert_string_equal(op_find(STR("multiply"), IN_TENSOR)->name, "mul");
    assert_null(op_find(STR("cat"), IN_TENSOR));
    assert_null(op_find(STR("T"), IN_TORCH | IN_TENSOR));
    assert_null(op_find(STR("zeros"), IN_TORCH));
    assert_null(op_find(STR(""), IN_TORCH));
    assert_string_equal(op_find(STR("T"), IN_PROPERTY)->name, "T");
    assert_string_equal(op_find(STR("setitem"), 0)->name, "setitem");
    assert_string_equal(op_find(STR("zeros"), 0)->name, "zeros");
    assert_string_equal(op_by_symbol(STR("-"), 2)->name, "sub");
    assert_string_equal(op_by_symbol(STR("-"), 1)->name, "neg");
    assert_string_equal(op_by_symbol(STR("@"), 2)->name, "matmul");
    assert_null(op_by_symbol(STR("@"), 1));
    assert_null(op_by_symbol(STR("@@"), 2));
}

// ---- large ones, which take other ways than small ones
// ---------------------------------------------

static Tensor *filled(Shape shape, const char *layout)
{
    Tensor *tensor = lay_out(DTYPE_FLOAT32, shape, str_from(layout));
    Index at = {0};
    for (int64_t i = 0; i < tensor_count(tensor); i++) {
        tensor_set(tensor, at, (double)(i * 7919 % 101 - 50) / 16);
        index_next(&shape, &at);
    }
    return tensor;
}

static Tensor *apply(const char *name, Tensor *a, Tensor *b, Arg arg)
{
    Tensor *input[] = {a, b};
    OpCall call = {.op = op_find(str_from(name), 0), .input = input, .input_count = b ? 2 : 1};
    call.arg[0] = arg;
    return op_apply(&call, &heap, &error);
}

static void check_product(const Tensor *a, const Tensor *b, const Tensor *out, Index at)
{
    double sum = 0;
    int last = a->shape.ndim - 1;
    Index x = at, y = {0};
    for (int64_t k = 0; k < a->shape.dim[last]; k++) {
        x.at[last] = k;
        y.at[0] = k;
        y.at[1] = at.at[last];
        sum += tensor_get(a, x) * tensor_get(b, y);
    }
    assert_true(near(tensor_get(out, at), sum, 1e-5));
}

static void test_large_products_agree_whatever_the_layout(void **state)
{
    (void)state;
    static const char *const layout[] = {"", "reversed", "gaps"};
    forget_case();
    for (int i = 0; i < 9; i++) {
        Tensor *a = filled((Shape){2, {70, 90}}, layout[i / 3]);
        Tensor *b = filled((Shape){2, {90, 80}}, layout[i % 3]);
        Tensor *batch = filled((Shape){3, {3, 70, 90}}, layout[i / 3]);
        Tensor *out = apply("matmul", a, b, (Arg){0});
        Tensor *batch_out = apply("matmul", batch, b, (Arg){0});
        for (int64_t k = 0; k < 70; k++) {
            check_product(a, b, out, (Index){{k, k}});
            check_product(batch, b, batch_out, (Index){{k % 3, k, 79 - k}});
        }
    }
    forget_case();
}

static void test_large_sums_are_right_to_the_last_digit(void **state)
{
    (void)state;
    forget_case();
    Tensor *x = filled((Shape){2, {1000, 101}}, "reversed");
    tensor_set(x, (Index){0}, 1e5);
    double exact = 0;
    Index at = {0};
    do exact += tensor_get(x, at);
    while (index_next(&x->shape, &at));
    Tensor *sum = apply("sum", x, NULL, (Arg){0});
    assert_true(tensor_get(sum, (Index){0}) == (double)(float)exact);
    forget_case();
}

static void test_long_rows_are_converted_in_pieces(void **state)
{
    (void)state;
    forget_case();
    Tensor *ints = create_arange_ints(&heap, 0, 3000, 1, &error);
    Tensor *floats = create_arange(&heap, 0, 3000, 1, &error);
    Tensor *sum = apply("add", ints, floats, (Arg){0});
    for (int64_t i = 0; i < 3000; i++)
        assert_true(tensor_get(sum, (Index){{i}}) == (double)(2 * i));
    forget_case();
}

static void test_the_largest_quotient_wraps_around(void **state)
{
    (void)state;
    forget_case();
    Tensor *x = create_full(&heap, DTYPE_INT64, (Shape){1, {2}},
                            tensor_from_int(&heap, INT64_MIN, &error), &error);
    Tensor *y = tensor_from_int(&heap, -1, &error);
    assert_true(tensor_get_int(apply("floor_divide", x, y, (Arg){0}), (Index){0}) == INT64_MIN);
    assert_true(tensor_get_int(apply("remainder", x, y, (Arg){0}), (Index){0}) == 0);
    forget_case();
}

static void test_too_many_dimensions_are_refused(void **state)
{
    (void)state;
    forget_case();
    Tensor *x = filled((Shape){8, {1, 1, 1, 1, 1, 1, 1, 1}}, "");
    assert_null(apply("unsqueeze", x, NULL, (Arg){.kind = ARG_INT}));
    assert_non_null(strstr(error.message, "8 dimensions"));
    error = (Error){.arena = &arena};
    int64_t sizes[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    Arg nine = {.kind = ARG_INTS, .ints = sizes, .count = 9};
    assert_null(apply("reshape", x, NULL, nine));
    error = (Error){.arena = &arena};
    assert_null(apply("expand", x, NULL, nine));
    error = (Error){.arena = &arena};
    assert_null(apply("stack", x, x, (Arg){0}));
    error = (Error){.arena = &arena};
    Subscript none = {.kind = SUBSCRIPT_NEW_AXIS};
    assert_null(apply("getitem", x, NULL, (Arg){ARG_SUBSCRIPTS, .subscripts = &none, .count = 1}));
    forget_case();
}

static void test_absurd_sizes_are_refused_or_harmless(void **state)
{
    (void)state;
    forget_case();
    heap.limit = 1 << 20;
    const int64_t huge = INT64_MAX;
    int64_t sizes[] = {huge, huge, 0}, wide[] = {huge, 4};
    Shape empty;
    assert_true(create_shape(sizes, 3, &empty, &error));
    Tensor *nothing = tensor_new(&heap, DTYPE_FLOAT32, empty, &error);
    assert_non_null(nothing);
    Subscript far = {.kind = SUBSCRIPT_INT, .start = huge - 1};
    Arg subscript = {ARG_SUBSCRIPTS, .subscripts = &far, .count = 1};
    assert_non_null(apply("getitem", nothing, NULL, subscript));
    assert_non_null(apply("unsqueeze", nothing, NULL, (Arg){.kind = ARG_INT}));
    assert_non_null(apply("T", nothing, NULL, (Arg){0}));
    assert_non_null(apply("sum", nothing, NULL, (Arg){0}));
    assert_null(apply("cat", nothing, nothing, (Arg){0}));
    error = (Error){.arena = &arena};
    assert_null(apply("sum", nothing, NULL, (Arg){.kind = ARG_INT, .i = 2}));
    assert_string_equal(error.kind, "RuntimeError");
    error = (Error){.arena = &arena};
    Tensor *column = filled((Shape){2, {1, 4}}, "");
    assert_null(apply("expand", column, NULL, (Arg){ARG_INTS, .ints = wide, .count = 2}));
    assert_non_null(strstr(error.message, "this run may use 1.0 MiB"));
    heap.limit = 0;
    forget_case();
}

int main(void)
{
    error.arena = &arena;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_operation_gives_what_pytorch_gives),
        cmocka_unit_test(test_every_operation_has_a_case),
        cmocka_unit_test(test_every_row_is_complete),
        cmocka_unit_test(test_operations_are_found_by_name_alias_and_symbol),
        cmocka_unit_test(test_large_products_agree_whatever_the_layout),
        cmocka_unit_test(test_large_sums_are_right_to_the_last_digit),
        cmocka_unit_test(test_long_rows_are_converted_in_pieces),
        cmocka_unit_test(test_the_largest_quotient_wraps_around),
        cmocka_unit_test(test_too_many_dimensions_are_refused),
        cmocka_unit_test(test_absurd_sizes_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
