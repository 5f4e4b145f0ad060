#include "support/test.h"

#include "tensor/convert.h"
#include "tensor/differ.h"
#include "tensor/indexing/subscript.h"
#include "tensor/op.h"

#include <math.h>
#include <string.h>

static Arena arena;
static TensorHeap heap;
static Error error;

static int forget(void **state)
{
    (void)state;
    tensor_heap_free(&heap);
    arena_free(&arena);
    heap = (TensorHeap){0};
    error = (Error){.arena = &arena};
    return 0;
}

// 0, 1, 2, … in row-major order.
static Tensor *counted(DType dtype, Shape shape)
{
    Tensor *tensor = tensor_new(&heap, dtype, shape, &error);
    Index at = {0};
    for (int64_t i = 0; i < tensor_count(tensor); i++) {
        tensor_set_int(tensor, at, i);
        index_next(&shape, &at);
    }
    return tensor;
}

static void test_a_new_tensor_is_zero_and_contiguous(void **state)
{
    (void)state;
    Tensor *x = tensor_new(&heap, DTYPE_FLOAT32, (Shape){2, {2, 3}}, &error);
    assert_int_equal(x->stride[0], 3);
    assert_int_equal(x->stride[1], 1);
    assert_int_equal(x->origin, -1);
    assert_false(x->is_number);
    assert_true(tensor_is_contiguous(x));
    for (int i = 0; i < 6; i++) assert_true(tensor_floats(x)[i] == 0);
    assert_int_equal(heap.used, 24);
}

static void test_the_budget_names_shape_and_limit(void **state)
{
    (void)state;
    heap.limit = (size_t)2 << 30;
    assert_null(tensor_new(&heap, DTYPE_FLOAT32, (Shape){2, {100000, 100000}}, &error));
    assert_string_equal(error.kind, "RuntimeError");
    assert_string_equal(error.message, "a tensor of shape (100000, 100000) needs 37.3 GiB; this "
                                       "run may use 2.0 GiB");
    assert_non_null(strstr(error.hint, "--memory"));
    assert_int_equal(heap.used, 0);
}

static void test_sizes_whose_product_overflows_are_refused(void **state)
{
    (void)state;
    Shape huge = {3, {INT64_MAX, INT64_MAX, INT64_MAX}};
    assert_null(tensor_new(&heap, DTYPE_BOOL, huge, &error));
    assert_true(error.set);
    error = (Error){.arena = &arena};
    assert_null(tensor_new(&heap, DTYPE_FLOAT32, (Shape){1, {INT64_MAX / 2}}, &error));
    error = (Error){.arena = &arena};
    Shape nothing = {3, {INT64_MAX, 0, INT64_MAX}};
    assert_non_null(tensor_new(&heap, DTYPE_FLOAT32, nothing, &error));
}

static void test_released_storage_is_given_back(void **state)
{
    (void)state;
    heap.limit = 1000;
    for (int i = 0; i < 100; i++) {
        Tensor *x = tensor_new(&heap, DTYPE_INT64, (Shape){1, {100}}, &error);
        assert_non_null(x);
        tensor_release(x);
    }
    assert_int_equal(heap.used, 0);
    assert_int_equal(heap.peak, 800);
    Tensor *kept = tensor_new(&heap, DTYPE_INT64, (Shape){1, {100}}, &error);
    assert_null(tensor_new(&heap, DTYPE_INT64, (Shape){1, {100}}, &error));
    assert_non_null(strstr(error.message, "are in use"));
    tensor_release(kept);
    assert_null(heap.tensors);
}

static void test_a_storage_lives_as_long_as_its_last_view(void **state)
{
    (void)state;
    Tensor *x = counted(DTYPE_FLOAT32, (Shape){2, {2, 3}});
    Tensor *view = tensor_alias(&heap, x);
    tensor_set(x, (Index){{1, 2}}, 9);
    assert_true(tensor_get(view, (Index){{1, 2}}) == 9);
    assert_true(tensor_shares_storage(x, view));
    tensor_release(x);
    assert_int_equal(heap.used, 24);
    assert_true(tensor_get(view, (Index){{1, 2}}) == 9);
    tensor_release(view);
    assert_int_equal(heap.used, 0);
}

static void test_unshare_keeps_the_contents_and_ends_the_sharing(void **state)
{
    (void)state;
    Tensor *x = counted(DTYPE_INT64, (Shape){2, {2, 3}});
    Tensor *view = tensor_alias(&heap, x);
    view->shape = (Shape){2, {3, 2}};
    view->stride[0] = 1;
    view->stride[1] = 3;
    assert_true(tensor_unshare(view, &error));
    assert_false(tensor_shares_storage(x, view));
    assert_int_equal(view->stride[0], 1); // as it lay
    tensor_set_int(x, (Index){{1, 0}}, 99);
    assert_int_equal(tensor_get_int(view, (Index){{0, 1}}), 3);
    heap.limit = heap.used;
    assert_false(tensor_unshare(view, &error));
    assert_int_equal(tensor_get_int(view, (Index){{2, 1}}), 5);
}

static void test_versions_count_writes_to_the_storage(void **state)
{
    (void)state;
    Tensor *x = counted(DTYPE_INT64, (Shape){1, {3}});
    Tensor *view = tensor_alias(&heap, x);
    int before = storage_version(x);
    storage_set_version(view, before + 1);
    assert_int_equal(storage_version(x), before + 1);
}

static void test_numbers_convert_as_in_pytorch(void **state)
{
    (void)state;
    Tensor *number = tensor_from_double(&heap, 0.1, &error);
    assert_true(number->is_number && number->shape.ndim == 0);
    assert_true(tensor_get(number, (Index){0}) == 0.1);
    assert_true(tensor_from_bool(&heap, true, &error)->dtype == DTYPE_BOOL);
    Tensor *exact = tensor_from_int(&heap, INT64_MAX, &error);
    assert_true(tensor_get_int(exact, (Index){0}) == INT64_MAX);
    Tensor *ints = tensor_new(&heap, DTYPE_INT64, (Shape){1, {4}}, &error);
    tensor_set(ints, (Index){{0}}, -1.9);
    tensor_set(ints, (Index){{1}}, 1e30);
    tensor_set(ints, (Index){{2}}, (double)NAN);
    assert_int_equal(tensor_get_int(ints, (Index){{0}}), -1);
    assert_true(tensor_get_int(ints, (Index){{1}}) == INT64_MIN);
    assert_true(tensor_get_int(ints, (Index){{2}}) == INT64_MIN);
    Tensor *bools = tensor_new(&heap, DTYPE_BOOL, (Shape){1, {2}}, &error);
    tensor_set(bools, (Index){{0}}, 0.5);
    assert_true(tensor_get(bools, (Index){{0}}) == 1);
}

static void test_contiguity_ignores_dimensions_of_size_one(void **state)
{
    (void)state;
    Tensor *x = counted(DTYPE_FLOAT32, (Shape){3, {2, 1, 3}});
    x->stride[1] = 77;
    assert_true(tensor_is_contiguous(x));
    x->stride[0] = 4;
    assert_false(tensor_is_contiguous(x));
}

static void test_assign_copies_any_layout_and_broadcasts(void **state)
{
    (void)state;
    Tensor *from = counted(DTYPE_INT64, (Shape){2, {3, 1}});
    Tensor *to = tensor_new(&heap, DTYPE_FLOAT32, (Shape){3, {2, 3, 4}}, &error);
    tensor_assign(to, from);
    Index at = {0};
    do assert_true(tensor_get(to, at) == (double)at.at[1]);
    while (index_next(&to->shape, &at));
}

static void test_broadcasting_follows_the_last_dimensions(void **state)
{
    (void)state;
    Shape result;
    assert_true(shape_broadcast(&(Shape){2, {2, 1}}, &(Shape){1, {3}}, &result));
    assert_true(shape_equal(&result, &(Shape){2, {2, 3}}));
    assert_true(shape_broadcast(&(Shape){0}, &(Shape){1, {0}}, &result));
    assert_true(shape_equal(&result, &(Shape){1, {0}}));
    assert_false(shape_broadcast(&(Shape){1, {2}}, &(Shape){1, {3}}, &result));
    Index met = index_broadcast(&(Shape){2, {3, 1}}, &(Shape){3, {5, 3, 4}}, (Index){{4, 2, 3}});
    assert_int_equal(met.at[0], 2);
    assert_int_equal(met.at[1], 0);
}

static void test_cells_are_counted_in_row_major_order(void **state)
{
    (void)state;
    Shape shape = {3, {2, 3, 4}};
    Index at = {0};
    int64_t position = 0;
    do {
        assert_int_equal(index_ravel(&shape, at), position);
        Index back = index_unravel(&shape, position++);
        assert_memory_equal(&back, &at, sizeof at);
    } while (index_next(&shape, &at));
    assert_int_equal(position, 24);
    Index only = {0};
    assert_false(index_next(&(Shape){0}, &only));
}

static void test_shapes_are_written_as_python_and_as_pytorch_do(void **state)
{
    (void)state;
    assert_string_equal(shape_tuple(&arena, &(Shape){0}), "()");
    assert_string_equal(shape_tuple(&arena, &(Shape){1, {3}}), "(3,)");
    assert_string_equal(shape_tuple(&arena, &(Shape){2, {3, 4}}), "(3, 4)");
    assert_string_equal(shape_times(&arena, &(Shape){2, {3, 4}}, "x"), "3x4");
}

static void test_a_selection_knows_its_cells_both_ways(void **state)
{
    (void)state;
    Tensor *x = counted(DTYPE_INT64, (Shape){3, {4, 5, 6}});
    Subscript subscripts[] = {
        {.kind = SUBSCRIPT_SLICE, .start = 1, .step = 2, .has_start = true},
        {.kind = SUBSCRIPT_NEW_AXIS},
        {.kind = SUBSCRIPT_INT, .start = -1},
        {.kind = SUBSCRIPT_SLICE, .stop = -1, .step = 3, .has_stop = true},
    };
    Tensor view = *x;
    assert_true(subscript_view(x, subscripts, 4, &view.shape, view.stride, &view.offset, &error));
    assert_true(shape_equal(&view.shape, &(Shape){3, {2, 1, 2}}));
    int selected = 0;
    Index at = {0};
    do {
        Index cell;
        if (!subscript_selects(&x->shape, subscripts, 4, at, &cell)) continue;
        selected++;
        assert_int_equal(tensor_get_int(&view, cell), tensor_get_int(x, at));
        Index back = subscript_cell(&x->shape, subscripts, 4, cell);
        assert_memory_equal(&back, &at, sizeof at);
    } while (index_next(&x->shape, &at));
    assert_int_equal(selected, 4);
}

// In any layout and dtype, cell by cell; those of NaN in both do not differ.
static void test_differing_cells_are_counted_and_the_first_are_kept(void **state)
{
    (void)state;
    const Shape shape = {3, {3, 70, 90}};
    const DType dtypes[] = {DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_INT64, DTYPE_UINT8};
    for (int d = 0; d < 4; d++) {
        Tensor *a = tensor_new(&heap, dtypes[d], shape, &error);
        Tensor *b = tensor_new(&heap, DTYPE_FLOAT32, shape, &error);
        assert_int_equal(tensor_differences(a, b, 0).count, 0);
        assert_false(tensor_differs(a, b));
        tensor_set(b, (Index){{2, 69, 89}}, 5); // the last one of all
        Differences found = tensor_differences(a, b, 0);
        assert_int_equal(found.count, 1);
        assert_int_equal(index_ravel(&shape, found.first[0]), 3 * 70 * 90 - 1);
        for (int i = 0; i < 90; i++) tensor_set(a, (Index){{1, 3, i}}, 7);
        found = tensor_differences(a, b, 0);
        assert_int_equal(found.count, 91);
        for (int i = 0; i < DIFFERENCES_KEPT; i++)
            assert_int_equal(index_ravel(&shape, found.first[i]), 73 * 90 + i);
        assert_true(tensor_differs(a, b));
    }
}

static void test_no_number_is_like_no_number_and_a_view_like_itself(void **state)
{
    (void)state;
    const Shape shape = {2, {4, 5}};
    Tensor *a = counted(DTYPE_FLOAT32, shape), *b = counted(DTYPE_FLOAT32, shape);
    tensor_set(a, (Index){{1, 1}}, (double)NAN);
    assert_int_equal(tensor_differences(a, b, 0).count, 1);
    tensor_set(b, (Index){{1, 1}}, (double)NAN);
    assert_int_equal(tensor_differences(a, b, 0).count, 0);
    assert_int_equal(tensor_differences(a, a, 0).count, 0);
    Tensor *turned = tensor_alias(&heap, a);
    turned->shape = (Shape){2, {5, 4}};
    turned->stride[0] = 1;
    turned->stride[1] = 5;
    Tensor *other = tensor_new(&heap, DTYPE_FLOAT32, turned->shape, &error);
    tensor_assign(other, turned);
    assert_int_equal(tensor_differences(turned, other, 0).count, 0);
    tensor_set(other, (Index){{4, 2}}, -1);
    Differences found = tensor_differences(turned, other, 0);
    assert_int_equal(found.count, 1);
    assert_int_equal(index_ravel(&turned->shape, found.first[0]), 4 * 4 + 2);
}

static bool differ(DType dtype, double a, double b)
{
    const Shape shape = {1, {1}};
    Tensor *x = tensor_new(&heap, dtype, shape, &error),
           *y = tensor_new(&heap, dtype, shape, &error);
    tensor_set(x, (Index){0}, a);
    tensor_set(y, (Index){0}, b);
    double rounding = tensor_rounding(x, y);
    assert_int_equal(tensor_differences(x, y, rounding).count, tensor_differs(x, y));
    assert_int_equal(tensor_differences(x, y, 0).count,
                     tensor_get(x, (Index){0}) != tensor_get(y, (Index){0}));
    return tensor_differs(x, y);
}

static void test_what_rounding_does_is_no_difference(void **state)
{
    (void)state;
    assert_false(differ(DTYPE_FLOAT32, 0.46831051, 0.46831053));
    assert_false(differ(DTYPE_FLOAT32, -1, -1 - 4 * 0x1p-23));
    assert_true(differ(DTYPE_FLOAT32, 1, 1 + 5 * 0x1p-23));
    assert_true(differ(DTYPE_FLOAT32, 0, 1e-30)); // there is no number that it is small beside
    assert_true(differ(DTYPE_FLOAT32, 1e-9, -1e-9));
    assert_true(differ(DTYPE_FLOAT32, (double)INFINITY, 1));
    assert_true(differ(DTYPE_FLOAT32, (double)INFINITY, (double)-INFINITY));
    assert_true(differ(DTYPE_FLOAT32, (double)NAN, (double)INFINITY));
    assert_false(differ(DTYPE_FLOAT64, 1, 1 + 4 * 0x1p-52));
    assert_true(differ(DTYPE_FLOAT64, 0.46831051, 0.46831053));
    assert_true(differ(DTYPE_BFLOAT16, 1, 1 + 0x1p-7));
    assert_true(differ(DTYPE_INT64, 0x1p40, 0x1p40 + 1));
    assert_true(differ(DTYPE_BOOL, 0, 1));
}

int main(void)
{
    forget(NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_what_rounding_does_is_no_difference, forget),
        cmocka_unit_test_teardown(test_a_new_tensor_is_zero_and_contiguous, forget),
        cmocka_unit_test_teardown(test_the_budget_names_shape_and_limit, forget),
        cmocka_unit_test_teardown(test_sizes_whose_product_overflows_are_refused, forget),
        cmocka_unit_test_teardown(test_released_storage_is_given_back, forget),
        cmocka_unit_test_teardown(test_a_storage_lives_as_long_as_its_last_view, forget),
        cmocka_unit_test_teardown(test_unshare_keeps_the_contents_and_ends_the_sharing, forget),
        cmocka_unit_test_teardown(test_versions_count_writes_to_the_storage, forget),
        cmocka_unit_test_teardown(test_numbers_convert_as_in_pytorch, forget),
        cmocka_unit_test_teardown(test_contiguity_ignores_dimensions_of_size_one, forget),
        cmocka_unit_test_teardown(test_assign_copies_any_layout_and_broadcasts, forget),
        cmocka_unit_test_teardown(test_broadcasting_follows_the_last_dimensions, forget),
        cmocka_unit_test_teardown(test_differing_cells_are_counted_and_the_first_are_kept, forget),
        cmocka_unit_test_teardown(test_no_number_is_like_no_number_and_a_view_like_itself, forget),
        cmocka_unit_test_teardown(test_cells_are_counted_in_row_major_order, forget),
        cmocka_unit_test_teardown(test_shapes_are_written_as_python_and_as_pytorch_do, forget),
        cmocka_unit_test_teardown(test_a_selection_knows_its_cells_both_ways, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
