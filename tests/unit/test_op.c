// Every operation against PyTorch: tests/golden/ops.txt and dtypes.txt hold the cases, ops.py there
// says how they are written. Each cell of each result is also recomputed from its sources.
#include "support/called.h"
#include "support/cost_case.h"
#include "support/op_case.h"

#include "tensor/create.h"

#include <math.h>
#include <string.h>

static bool seen[1000]; // by place in ops[]

static void see(const Op *op)
{
    int i = 0;
    while (ops[i] != op) i++;
    seen[i] = true;
}

// ---- constants, which the language makes by itself ----------------------------------------------

static DType wanted(const Case *c, int arg, DType otherwise)
{
    return c->arg[arg].kind == ARG_DTYPE ? (DType)c->arg[arg].i : otherwise;
}

static Tensor *ones(DType dtype, Shape shape)
{
    return create_full(&heap, dtype, shape, tensor_from_int(&heap, 1, &error), &error);
}

static Tensor *make_sized(const Case *c, const char *name)
{
    Shape shape;
    if (!create_shape(c->arg[0].ints, c->arg[0].count, &shape, &error)) return NULL;
    DType dtype = wanted(c, 1, DTYPE_FLOAT32);
    if (strcmp(name, "zeros") == 0) return tensor_new(&heap, dtype, shape, &error);
    if (strcmp(name, "ones") == 0) return ones(dtype, shape);
    return create_full(&heap, dtype_together(&(Tensor *){c->input[0]}, 1), shape, c->input[0],
                       &error);
}

static Tensor *make_like(const Case *c, const char *name)
{
    const Tensor *like = c->input[0];
    DType dtype = wanted(c, 0, like->dtype);
    if (strcmp(name, "zeros_like") == 0) return tensor_new(&heap, dtype, like->shape, &error);
    if (strcmp(name, "ones_like") == 0) return ones(dtype, like->shape);
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
        return create_arange(&heap, DTYPE_FLOAT32, a[0].f, a[1].f, a[2].f, &error);
    }
    if (strcmp(name, "linspace") == 0)
        return create_linspace(&heap, DTYPE_FLOAT32, a[0].f, a[1].f, a[2].i, &error);
    if (strcmp(name, "eye") == 0) return create_eye(&heap, DTYPE_FLOAT32, a[0].i, a[1].i, &error);
    return c->input_count && c->op->shape[0] == '(' ? make_like(c, name) : make_sized(c, name);
}

// ---- checking -----------------------------------------------------------------------------------

static int complaints;

static void complain(const Case *c, const char *format, ...) PRINTF_LIKE(2, 3);

static void complain(const Case *c, const char *format, ...)
{
    Buf text = {.arena = &arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    print_error("%s:%d: %s: %s\n", c->file, c->line, str_copy(&arena, c->name), buf_text(&text));
    complaints++;
}

static void check_values(const Case *c, const Tensor *out)
{
    Index at = {0};
    Str values = c->values;
    for (int64_t i = 0; i < tensor_count(out); i++) {
        Str word = next_word(&values);
        bool good;
        if (dtype_is_float(out->dtype)) {
            double got = tensor_get(out, at), expected = to_double(word);
            double most = dtype_is_half(out->dtype)     ? 0
                          : out->dtype == DTYPE_FLOAT64 ? 1e-13
                                                        : 1e-6;
            good = near(got, expected, most) && (got != 0 || signbit(got) == signbit(expected));
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
    bool beyond = dtype_is_integer(call->dtype) && fabs(recomputed) > 0x1p53;
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
    double most = call->dtype == DTYPE_FLOAT16    ? 0x1p-9
                  : call->dtype == DTYPE_BFLOAT16 ? 0x1p-6
                                                  : 1e-5;
    if (near(recomputed, got, most)) return;
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

static void check_cost(const Case *c, const OpCall *call)
{
    bool by_hand;
    Cost declared = op_cost(call), counted = cost_from_sources(call, &arena, &by_hand);
    for (int i = 0; i < COST_BYTES && !by_hand; i++) {
        if (declared.count[i] == counted.count[i]) continue;
        complain(c, "costs %lld %s, its sources say %lld", (long long)declared.count[i],
                 cost_name((CostKind)i), (long long)counted.count[i]);
    }
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

static OpCall call_of(const Case *c)
{
    OpCall call = {.op = c->op, .by = c->by, .input_count = c->input_count, .arena = &arena};
    call.input = NEW_ARRAY(&arena, Tensor *, MAX_INPUTS);
    memcpy(call.input, c->input, sizeof c->input);
    call.absent = c->absent;
    memcpy(call.arg, c->arg, sizeof call.arg);
    return call;
}

static bool check_result(const Case *c, const Tensor *out, bool may_share)
{
    if (c->fails) {
        check_error(c, out);
        return false;
    }
    if (!out) {
        complain(c, "%s", error.message);
        return false;
    }
    if (!shape_equal(&out->shape, &c->shape) || out->dtype != c->dtype) {
        complain(c, "gives %s %s", dtype_name(out->dtype), shape_tuple(&arena, &out->shape));
        return false;
    }
    bool is_view = may_share && tensor_count(out) && tensor_shares_storage(out, c->input[0]);
    if (is_view != c->is_view) complain(c, "view or copy?");
    check_values(c, out);
    return true;
}

static void run_case(const Case *c)
{
    OpCall call = call_of(c);
    bool in_library = !c->op || str_ends(c->name, "_indices"); // whose row is for the record
    if (c->op) see(op_of(c));
    if (in_library) {
        Run *run;
        check_result(c, called(c->name, &call, c->arg_count, &arena, &run, &error),
                     c->input_count > 0);
        run_free(run);
        return;
    }
    bool made = !op_of(c)->infer;
    bool good = check_result(c, made ? make_constant(c) : op_apply(&call, &heap, &error), !made);
    if (!good || made) return;
    check_sources(c, &call);
    check_cost(c, &call);
}

static void run_cases(const char *path)
{
    complaints = 0;
    each_case(path, run_case);
    assert_int_equal(complaints, 0);
}

static void test_every_operation_gives_what_pytorch_gives(void **state)
{
    (void)state;
    run_cases("tests/golden/ops.txt");
}

static void test_picking_and_ordering_give_what_pytorch_gives(void **state)
{
    (void)state;
    run_cases("tests/golden/picks.txt");
}

static void test_numeric_operations_give_what_pytorch_gives(void **state)
{
    (void)state;
    run_cases("tests/golden/math.txt");
}

static void test_every_dtype_gives_what_pytorch_gives(void **state)
{
    (void)state;
    run_cases("tests/golden/dtypes.txt");
}

static void test_halves_give_what_pytorch_gives(void **state)
{
    (void)state;
    run_cases("tests/golden/halves.txt");
}

// What these draw is compared in test_random.c.
static bool is_random(const Op *op)
{
    static const char *const names[] = {"rand",      "randn",        "randint",    "randperm",
                                        "bernoulli", "exponential_", "multinomial"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(op->name, names[i]) == 0) return true;
    }
    return false;
}

static void test_every_operation_has_a_case(void **state)
{
    (void)state;
    assert_true(op_count < 1000);
    for (int i = 0; i < op_count; i++) {
        if (!seen[i] && !is_random(ops[i]))
            fail_msg("tests/golden/ops.py has no case for %s", ops[i]->name);
    }
}

// ---- the table itself ---------------------------------------------------------------------------

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
        if (op->value_at) assert_null(op->value); // it takes its place
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

int main(void)
{
    error.arena = &arena;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_operation_gives_what_pytorch_gives),
        cmocka_unit_test(test_picking_and_ordering_give_what_pytorch_gives),
        cmocka_unit_test(test_numeric_operations_give_what_pytorch_gives),
        cmocka_unit_test(test_every_dtype_gives_what_pytorch_gives),
        cmocka_unit_test(test_halves_give_what_pytorch_gives),
        cmocka_unit_test(test_every_operation_has_a_case),
        cmocka_unit_test(test_every_row_is_complete),
        cmocka_unit_test(test_operations_are_found_by_name_alias_and_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
