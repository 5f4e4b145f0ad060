// Operations on large tensors, which take other ways than small ones, and at the limits.
#include "support/tensors.h"

#include "tensor/create.h"
#include "tensor/op.h"

#include <string.h>

static Arena arena;
static TensorHeap heap;
static Error error;

static void begin(void)
{
    tensor_heap_free(&heap);
    arena_free(&arena);
    error = (Error){.arena = &arena};
}

// ---- large ones, which take other ways than small ones ------------------------------------------

static Tensor *filled(Shape shape, const char *layout)
{
    Tensor *tensor = lay_out(&heap, DTYPE_FLOAT32, shape, str_from(layout));
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
    begin();
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
    begin();
}

static void test_large_sums_are_right_to_the_last_digit(void **state)
{
    (void)state;
    begin();
    Tensor *x = filled((Shape){2, {1000, 101}}, "reversed");
    tensor_set(x, (Index){0}, 1e5);
    double exact = 0;
    Index at = {0};
    do exact += tensor_get(x, at);
    while (index_next(&x->shape, &at));
    Tensor *sum = apply("sum", x, NULL, (Arg){0});
    assert_true(tensor_get(sum, (Index){0}) == (double)(float)exact);
    begin();
}

static void test_long_rows_are_converted_in_pieces(void **state)
{
    (void)state;
    begin();
    Tensor *ints = create_arange_ints(&heap, 0, 3000, 1, &error);
    Tensor *floats = create_arange(&heap, DTYPE_FLOAT32, 0, 3000, 1, &error);
    Tensor *sum = apply("add", ints, floats, (Arg){0});
    for (int64_t i = 0; i < 3000; i++)
        assert_true(tensor_get(sum, (Index){{i}}) == (double)(2 * i));
    begin();
}

static void test_the_largest_quotient_wraps_around(void **state)
{
    (void)state;
    begin();
    Tensor *x = create_full(&heap, DTYPE_INT64, (Shape){1, {2}},
                            tensor_from_int(&heap, INT64_MIN, &error), &error);
    Tensor *y = tensor_from_int(&heap, -1, &error);
    assert_true(tensor_get_int(apply("floor_divide", x, y, (Arg){0}), (Index){0}) == INT64_MIN);
    assert_true(tensor_get_int(apply("remainder", x, y, (Arg){0}), (Index){0}) == 0);
    begin();
}

static void test_too_many_dimensions_are_refused(void **state)
{
    (void)state;
    begin();
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
    begin();
}

static void test_absurd_sizes_are_refused_or_harmless(void **state)
{
    (void)state;
    begin();
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
    Tensor *thin = tensor_new(&heap, DTYPE_FLOAT32, (Shape){4, {2, 2, huge, 0}}, &error);
    int64_t last[] = {2, 3};
    Tensor *zeros = apply("sum", thin, NULL, (Arg){ARG_INTS, .ints = last, .count = 2});
    assert_true(tensor_get(zeros, (Index){{1, 1}}) == 0);
    Tensor *column = filled((Shape){2, {1, 4}}, "");
    assert_null(apply("expand", column, NULL, (Arg){ARG_INTS, .ints = wide, .count = 2}));
    assert_non_null(strstr(error.message, "this run may use 1.0 MiB"));
    heap.limit = 0;
    begin();
}

int main(void)
{
    error.arena = &arena;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_products_agree_whatever_the_layout),
        cmocka_unit_test(test_large_sums_are_right_to_the_last_digit),
        cmocka_unit_test(test_long_rows_are_converted_in_pieces),
        cmocka_unit_test(test_the_largest_quotient_wraps_around),
        cmocka_unit_test(test_too_many_dimensions_are_refused),
        cmocka_unit_test(test_absurd_sizes_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
