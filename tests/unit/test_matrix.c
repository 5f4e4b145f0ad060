// What is known of a row, its peaks, and large matrices by blocks.
#include "support/test.h"

#include "study/axes/row.h"
#include "study/looks/blocks.h"

#include <math.h>

static Arena arena;
static TensorHeap heap;
static Tensor *newest; // the one that set() writes to

static int release(void **state)
{
    (void)state;
    tensor_heap_free(&heap);
    arena_free(&arena);
    return 0;
}

static Matrix matrix_of_zeros(DType dtype, int64_t rows, int64_t columns)
{
    Error error = {.arena = &arena};
    newest = tensor_new(&heap, dtype, (Shape){.ndim = 2, .dim = {rows, columns}}, &error);
    assert_non_null(newest);
    return matrix_of(newest, -1, (Index){0});
}

static void set(const Matrix *matrix, int64_t row, int64_t column, double value)
{
    tensor_set(newest, matrix_index(matrix, row, column), value);
}

static void a_row_knows_sum_rank_and_what_is_masked(void **state)
{
    (void)state;
    const double row[] = {0.125, 0.5, -HUGE_VAL, 0.375, 0};
    RowFacts facts = row_facts(row, 5, 3);
    assert_true(facts.sum == 1 && facts.most == 0.5 && facts.mean == 0.25);
    assert_int_equal(facts.rank, 2);
    assert_int_equal(facts.finite, 4);
    assert_int_equal(facts.zeros, 1);
    assert_false(facts.is_weights); // one is masked
    assert_int_equal(row_facts(row, 5, 2).rank, 0);
    const double weights[] = {0.25, 0.75, 0};
    assert_true(row_facts(weights, 3, 0).is_weights);
    const double scores[] = {-0.25, 0.75, 0.5};
    assert_false(row_facts(scores, 3, 0).is_weights);
    const double masked[] = {-HUGE_VAL, (double)NAN};
    assert_int_equal(row_facts(masked, 2, 0).finite, 0);
    assert_int_equal(row_facts(masked, 2, 0).masked, 1);
    assert_int_equal(row_facts(masked, 2, 0).nans, 1);
}

static void peaks_stand_out_of_their_row(void **state)
{
    (void)state;
    double row[100];
    for (int i = 0; i < 100; i++) row[i] = i % 2 ? 0.010 : 0.011; // noise has no peaks
    row[20] = 0.4;
    row[70] = 0.3;
    row[71] = 0.3; // as large as its neighbour: one peak
    assert_int_equal(row_peak(row, 100, 0, 1), 20);
    assert_int_equal(row_peak(row, 100, 20, 1), 70);
    assert_int_equal(row_peak(row, 100, 70, 1), -1);
    assert_int_equal(row_peak(row, 100, 99, -1), 70);
    assert_int_equal(row_peak(row, 100, 20, -1), -1);
    const double two[] = {0.5, 0, 0, 0.5}; // two standard deviations would find none
    assert_int_equal(row_peak(two, 4, 0, 1), 3);
    const double even[] = {0.25, 0.25, 0.25, 0.25};
    assert_int_equal(row_peak(even, 4, 0, 1), -1);
    const double masked[] = {-HUGE_VAL, -HUGE_VAL, (double)NAN};
    assert_int_equal(row_peak(masked, 3, 0, 1), -1);
}

static void a_lone_peak_is_seen_from_afar(void **state)
{
    (void)state;
    static const DType DTYPES[] = {DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_INT64};
    for (int i = 0; i < 3; i++) {
        Matrix matrix = matrix_of_zeros(DTYPES[i], 1000, 777);
        set(&matrix, 613, 401, 9);
        set(&matrix, 1, 1, -3);
        Blocks blocks = blocks_of(&matrix, 64, &arena);
        assert_true(blocks.rows <= 64 && blocks.columns <= 64);
        assert_true(blocks.low == -3 && blocks.high == 9 && blocks.whole);
        assert_true(blocks_most(&blocks, 600, 620, 400, 410) == 9);
        assert_true(blocks_most(&blocks, 0, 1000, 0, 777) == 9);
        assert_true(blocks_most(&blocks, 0, 500, 0, 777) == 0);
    }
}

static void small_matrices_have_a_block_for_each_cell(void **state)
{
    (void)state;
    Matrix matrix = matrix_of_zeros(DTYPE_FLOAT32, 3, 4);
    set(&matrix, 2, 3, 0.5);
    set(&matrix, 0, 0, -HUGE_VAL);
    set(&matrix, 0, 1, (double)NAN);
    Blocks blocks = blocks_of(&matrix, 256, &arena);
    assert_int_equal(blocks.rows, 3);
    assert_int_equal(blocks.columns, 4);
    assert_true(isnan(blocks_most(&blocks, 0, 1, 0, 2))); // nothing finite
    assert_true(blocks_most(&blocks, 2, 3, 3, 4) == 0.5);
    assert_true(blocks_most(&blocks, 2, 3, 2, 3) == 0);
    assert_false(blocks.whole);
    Matrix empty = matrix_of_zeros(DTYPE_FLOAT32, 0, 4);
    assert_int_equal(blocks_of(&empty, 256, &arena).rows, 0);
}

// The transpose is the same storage with other strides.
static void rows_of_views_are_read_right(void **state)
{
    (void)state;
    Matrix matrix = matrix_of_zeros(DTYPE_FLOAT32, 2, 3);
    for (int i = 0; i < 6; i++) set(&matrix, i / 3, i % 3, i);
    Tensor *turned = tensor_alias(&heap, matrix.tensor);
    turned->shape = (Shape){.ndim = 2, .dim = {3, 2}};
    turned->stride[0] = 1;
    turned->stride[1] = 3;
    Matrix view = matrix_of(turned, -1, (Index){0});
    double row[2];
    matrix_row(&view, 2, row);
    assert_true(row[0] == 2 && row[1] == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_row_knows_sum_rank_and_what_is_masked, release),
        cmocka_unit_test_teardown(peaks_stand_out_of_their_row, release),
        cmocka_unit_test_teardown(a_lone_peak_is_seen_from_afar, release),
        cmocka_unit_test_teardown(small_matrices_have_a_block_for_each_cell, release),
        cmocka_unit_test_teardown(rows_of_views_are_read_right, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
