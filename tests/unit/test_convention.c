// Every lesson in the convention of columns: the shapes that are shown fit, and the arithmetic is
// that of the rows.
#include "study/names/typed_name.h"
#include "support/lessons.h"
#include "support/test.h"
#include "tensor/op.h"

#include "study/arithmetic/equation.h"
#include "study/axes/matrix.h"
#include "trace/explain/explain.h"
#include "trace/names/convention.h"
#include "walk/walk.h"

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const Trace *opened(Walk *walk, const char *lesson, bool columns)
{
    Error error = {.arena = &arena};
    WalkOptions options = {.columns = columns, .convention_is_given = true};
    if (!walk_open(walk, lesson, &options, &error)) fail_msg("%s", error.message);
    return walk->trace;
}

// What the row says of operands of the shapes that are shown, in the order in which they are.
static void shapes_fit(const Trace *trace, int e)
{
    OpCall call = trace->entries[e].call;
    TensorHeap heap = {0};
    Error error = {.arena = &arena};
    Tensor *shown[2];
    for (int i = 0; i < 2; i++) {
        const Tensor *input = call.input[equation_input(trace, e, NULL, i)];
        Shape shape = convention_shape(trace, input->origin, &input->shape);
        shown[i] = tensor_new(&heap, input->dtype, shape, &error);
    }
    call.input = shown;
    call.arena = &arena;
    if (!call.op->infer(&call, &error)) fail_msg("%s", error.message);
    Shape stated = convention_shape(trace, e, &trace->entries[e].call.shape);
    if (!shape_equal(&call.shape, &stated))
        fail_msg("%s: %s, shown as %s", entry_title(trace, e, &arena),
                 shape_tuple(&arena, &call.shape), shape_tuple(&arena, &stated));
    tensor_heap_free(&heap);
}

static void same_arithmetic(const Trace *rows, const Trace *columns, int e)
{
    enum { MOST = 200 };
    const Tensor *output = rows->entries[e].call.output;
    Index at = {0};
    for (int i = 0; tensor_count(output) && i < MOST; i++) {
        Arithmetic a, b;
        Cell cell = {e, at}, read;
        explain_cell(rows, cell, 4, &arena, &a);
        explain_cell(columns, cell, 4, &arena, &b);
        assert_string_equal(a.result, b.result);
        assert_string_equal(a.relation, b.relation);
        assert_int_equal(a.piece_count, b.piece_count);
        Error error = {.arena = &arena};
        const char *name = cell_name(columns, cell, &arena);
        bool named = columns->entries[e].name && cell_parse(columns, str_from(name), &read, &error);
        if (named && read.entry == e) assert_true(cell_equal(read, cell));
        if (!index_next(&output->shape, &at)) break;
    }
}

static void check_lesson(const char *lesson)
{
    Walk rows, columns;
    const Trace *a = opened(&rows, lesson, false), *b = opened(&columns, lesson, true);
    assert_int_equal(a->entry_count, b->entry_count);
    int step = 1 + a->entry_count / 400; // of a training not each
    for (int e = 0; e < a->entry_count; e++) {
        if (convention_turns(b, &b->entries[e].call)) shapes_fit(b, e);
        if (e % step == 0) same_arithmetic(a, b, e);
    }
    walk_close(&rows);
    walk_close(&columns);
    arena_free(&arena);
}

static void products_fit_and_arithmetic_checks_in_every_lesson(void **state)
{
    (void)state;
    Arena names = {0};
    Library library;
    lessons_to_try(&library, &names);
    assert_true(library.count >= 20 / ONE_LESSON_IN);
    for (int i = 0; i < library.count; i++) check_lesson(library.lessons[i].path);
    arena_free(&names);
}

static void a_product_reads_backwards_and_its_cells_with_it(void **state)
{
    (void)state;
    Walk walk;
    const Trace *trace = opened(&walk, "eight-steps", true);
    Cell cell;
    int *entries;
    Error error = {.arena = &arena};
    assert_true(cell_parse(trace, STR("queries[2,1]"), &cell, &error));
    assert_true(cell.at.at[0] == 1 && cell.at.at[1] == 2);
    assert_string_equal(cell_name(trace, cell, &arena), "queries[2,1]");
    assert_int_equal(equation_entries(trace, cell.entry, NULL, &arena, &entries), 3);
    assert_string_equal(entry_title(trace, entries[0], &arena), "w_query");
    assert_string_equal(convention_tuple(trace, entries[0], &arena), "(3, 4)");
    Matrix matrix = matrix_shown(trace, entries[1], (Index){0});
    assert_true(matrix.rows == 4 && matrix.columns == 3 && matrix_is_turned(&matrix));
    walk_read_columns(&walk, false);
    assert_string_equal(cell_name(trace, cell, &arena), "queries[1,2]");
    walk_close(&walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(products_fit_and_arithmetic_checks_in_every_lesson, release),
        cmocka_unit_test_teardown(a_product_reads_backwards_and_its_cells_with_it, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
