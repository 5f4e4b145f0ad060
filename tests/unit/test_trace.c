// The trace and everything that is read off it, on a small attention computed by hand:
// x (2, 3), w_key and w_query (3, 2).
#include "study/names/typed_name.h"
#include "support/test.h"
#include "tensor/op.h"

#include "study/axes/role.h"
#include "trace/explain/axes.h"
#include "trace/explain/dependents.h"
#include "trace/explain/explain.h"
#include "trace/names/labels.h"

#include <string.h>

static const Op GIVEN = {.name = "given", .shape = "-> (...)", .doc = "Given."};

static Trace trace;
static Arena arena;
static Error error;

static int start(void **state)
{
    (void)state;
    trace_init(&trace, 0);
    error = (Error){.arena = &arena};
    trace_statement_begin(&trace, (Span){0}, false);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    trace_free(&trace);
    arena_free(&arena);
    return 0;
}

static Tensor *given(const char *name, int rows, int columns, const double *values)
{
    Shape shape = {2, {rows, columns}};
    Tensor *tensor = tensor_new(&trace.heap, DTYPE_FLOAT32, shape, &error);
    for (int i = 0; i < rows * columns; i++)
        tensor_set(tensor, index_unravel(&shape, i), values[i]);
    trace_constant(&trace, &GIVEN, tensor, (Span){0});
    trace_bind(&trace, name, tensor);
    return tensor;
}

static Tensor *number(double value)
{
    Tensor *tensor = tensor_from_double(&trace.heap, value, &error);
    tensor->origin = -1;
    return tensor;
}

static Tensor *apply(const Op *op, Tensor *a, Tensor *b, Arg arg)
{
    assert_non_null(op);
    OpCall call = {.op = op, .input_count = b ? 2 : 1, .arg = {arg}};
    call.input = NEW_ARRAY(&arena, Tensor *, 2);
    call.input[0] = a;
    call.input[1] = b;
    Tensor *result = trace_apply(&trace, &call, (Span){0}, &error);
    assert_non_null(result);
    return result;
}

static Tensor *operate(const char *symbol, Tensor *a, Tensor *b)
{
    return apply(op_by_symbol(str_from(symbol), 2), a, b, (Arg){0});
}

static Tensor *transposed(Tensor *a)
{
    return apply(op_find(STR("T"), IN_PROPERTY), a, NULL, (Arg){0});
}

static Tensor *softmaxed(Tensor *a)
{
    return apply(op_find(STR("softmax"), IN_TORCH), a, NULL, (Arg){.kind = ARG_INT, .i = -1});
}

static Tensor *bound(const char *name, Tensor *tensor)
{
    trace_bind(&trace, name, tensor);
    return tensor;
}

typedef struct Attention {
    Tensor *x, *w_key, *w_query, *keys, *queries, *scores, *weights;
} Attention;

static Attention attend(void)
{
    Attention a = {0};
    a.x = given("x", 2, 3, (double[]){1, 0, 2, 0, 3, 1});
    a.w_key = given("w_key", 3, 2, (double[]){1, 0, 0, 1, 1, 1});
    a.w_query = given("w_query", 3, 2, (double[]){0, 1, 1, 1, 1, 0});
    a.keys = bound("keys", operate("@", a.x, a.w_key));         // [[3, 2], [1, 4]]
    a.queries = bound("queries", operate("@", a.x, a.w_query)); // [[2, 1], [4, 3]]
    a.scores = bound("scores", operate("@", a.queries, transposed(a.keys)));
    a.weights = bound("weights", softmaxed(a.scores));
    return a;
}

static Cell cell(const char *text)
{
    Cell found = {0};
    assert_true(cell_parse(&trace, str_from(text), &found, &error));
    return found;
}

static Arithmetic arithmetic_of(const char *text)
{
    Arithmetic arithmetic;
    explain_cell(&trace, cell(text), 4, &arena, &arithmetic);
    return arithmetic;
}

static const char *written(const Arithmetic *arithmetic, bool symbols)
{
    Buf out = {.arena = &arena};
    arithmetic_write(arithmetic, symbols, &out);
    return buf_text(&out);
}

static void test_a_score_is_explained_in_names_and_numbers(void **state)
{
    (void)state;
    attend();
    Arithmetic score = arithmetic_of("scores[0,1]");
    assert_string_equal(written(&score, true), "queries[0,0]*keys[1,0] + queries[0,1]*keys[1,1]");
    assert_string_equal(written(&score, false), "2*1 + 1*4");
    assert_string_equal(score.relation, "=");
    assert_string_equal(score.result, "6");
}

static void test_softmax_is_written_as_it_is_computed(void **state)
{
    (void)state;
    attend();
    Arithmetic weight = arithmetic_of("weights[0,0]");
    assert_string_equal(written(&weight, false), "exp(8-8) / (exp(8-8) + exp(6-8))");
    assert_string_equal(weight.result, "0.8808");
}

static void test_operands_carry_the_digits_that_give_the_result(void **state)
{
    (void)state;
    Tensor *weights = given("weights", 1, 1, (double[]){0.468310534954});
    bound("weighted", operate("*", weights, number(8)));
    Arithmetic product = arithmetic_of("weighted[0,0]");
    assert_string_equal(written(&product, false), "0.46831 * 8");
    assert_string_equal(product.relation, "=");
    assert_string_equal(product.result, "3.7465");
}

static void test_a_negative_operand_stands_in_brackets(void **state)
{
    (void)state;
    Tensor *x = given("x", 1, 2, (double[]){-2, 3});
    bound("opposite", apply(op_by_symbol(STR("-"), 1), x, NULL, (Arg){0}));
    bound("square", operate("**", x, number(2)));
    Arithmetic opposite = arithmetic_of("opposite[0,0]"), square = arithmetic_of("square[0,0]");
    assert_string_equal(written(&opposite, false), "-(-2)");
    assert_string_equal(written(&square, false), "(-2) ** 2");
}

static void test_a_derivation_goes_down_to_what_was_given(void **state)
{
    (void)state;
    attend();
    Buf out = {.arena = &arena};
    explain_print(&trace, (Sight){0}, cell("scores[0,1]"), 3, 4, &out);
    const char *text = buf_text(&out);
    assert_non_null(strstr(text, "            = 2*1 + 1*4 = 6\n"));
    assert_non_null(strstr(text, "    keys[1,0] = x[1,0]*w_key[0,0] + x[1,1]*w_key[1,0] + "
                                 "x[1,2]*w_key[2,0]\n"));
    assert_non_null(strstr(text, "        w_key[2,0] = 1  (given)\n"));
}

static Dependents fed(const char *text, int cells)
{
    return dependents_of(&trace, cell(text), (DependentLimit){cells, 1000000}, &arena);
}

static void test_a_cell_knows_what_it_feeds(void **state)
{
    (void)state;
    attend();
    Dependents dependents = fed("keys[1,0]", 100);
    assert_int_equal(dependents.count, 2); // a column of the scores, seen through the transpose
    assert_string_equal(cell_name(&trace, dependents.cells[0], &arena), "scores[0,1]");
    assert_string_equal(cell_name(&trace, dependents.cells[1], &arena), "scores[1,1]");
    assert_false(dependents.more);
    dependents = fed("scores[1,0]", 100);
    assert_int_equal(dependents.count, 2); // the whole row of its softmax
    assert_string_equal(cell_name(&trace, dependents.cells[1], &arena), "weights[1,1]");
    dependents = fed("x[0,0]", 3);
    assert_int_equal(dependents.count, 3);
    assert_true(dependents.more);
    assert_int_equal(fed("weights[0,0]", 9).count, 0);
}

// Of a large matrix one row or column is searched, also where some of its cells come from nowhere;
// what takes longer ends, and is said to.
static void test_what_a_cell_feeds_is_found_in_few_looks(void **state)
{
    (void)state;
    enum { SIZE = 300, FEW = 2 * SIZE };
    double *numbers = NEW_ARRAY(&arena, double, SIZE *SIZE);
    Tensor *x = given("x", SIZE, SIZE, numbers);
    Arg diagonal = {.kind = ARG_INT};
    bound("below", apply(op_find(STR("tril"), IN_TORCH), x, NULL, diagonal));
    Dependents dependents =
        dependents_of(&trace, cell("x[7,3]"), (DependentLimit){100, FEW}, &arena);
    assert_int_equal(dependents.count, 1);
    assert_string_equal(cell_name(&trace, dependents.cells[0], &arena), "below[7,3]");
    assert_false(dependents.more);
    dependents = dependents_of(&trace, cell("x[0,5]"), (DependentLimit){100, FEW}, &arena);
    assert_int_equal(dependents.count, 0);
    assert_false(dependents.more);
    bound("weights", softmaxed(x));
    dependents = dependents_of(&trace, cell("x[0,5]"), (DependentLimit){100, 4 * FEW}, &arena);
    assert_int_equal(dependents.count, 2); // a look at each takes a row of terms
    assert_true(dependents.more);
}

// At its ends, where axes are probed, this order looks like none at all.
static Tensor *swapped_inside(void)
{
    Shape five = {1, {5}};
    Tensor *order = tensor_new(&trace.heap, DTYPE_INT64, five, &error);
    for (int i = 0; i < 5; i++) tensor_set(order, (Index){{i}}, (int[]){0, 1, 3, 2, 4}[i]);
    trace_constant(&trace, &GIVEN, order, (Span){0});
    trace_bind(&trace, "order", order);
    return order;
}

static Tensor *picked(Tensor *x, Tensor *order)
{
    Arg rows = {.kind = ARG_INT};
    return bound("picked", apply(op_find(STR("index_select"), IN_TORCH), x, order, rows));
}

static void test_an_order_read_from_numbers_moves_labels(void **state)
{
    (void)state;
    Tensor *x = given("x", 5, 2, (double[10]){0});
    trace_note_axes(&trace, (AxisNote){.name = "x", .axis = {"w", "f"}, .count = 2});
    Tensor *result = picked(x, swapped_inside());
    Dependents dependents = fed("x[2,0]", 9);
    assert_int_equal(dependents.count, 1);
    assert_string_equal(cell_name(&trace, dependents.cells[0], &arena), "picked[3,0]");
    assert_false(dependents.more);
    assert_string_equal(label_at(&trace, result->origin, 0, 3, &arena), "w2");
    assert_string_equal(label_at(&trace, result->origin, 1, 1, &arena), "f1");
}

static void test_a_cell_that_only_an_earlier_tensor_of_the_name_has_is_found_there(void **state)
{
    (void)state;
    int first = given("y", 5, 2, (double[10]){0})->origin;
    int last = given("y", 2, 2, (double[4]){0})->origin;
    assert_int_equal(cell("y[1,1]").entry, last);
    assert_int_equal(cell("y[4,1]").entry, first);
    Cell none;
    assert_false(cell_parse(&trace, STR("y[5,1]"), &none, &error));
    assert_non_null(strstr(error.message, "dimension 0 of shape (2, 2) counts 0 to 1"));
}

static void test_what_decides_which_cell_is_taken_feeds_it(void **state)
{
    (void)state;
    picked(given("x", 5, 2, (double[10]){0}), swapped_inside());
    Dependents dependents = fed("order[3]", 9);
    assert_int_equal(dependents.count, 2);
    assert_string_equal(cell_name(&trace, dependents.cells[0], &arena), "picked[3,0]");
    assert_string_equal(cell_name(&trace, dependents.cells[1], &arena), "picked[3,1]");
}

// What adds up along an axis has long sums: the search begins again where the cell itself stands.
static void test_a_cell_far_down_in_long_sums_is_followed(void **state)
{
    (void)state;
    enum { SIZE = 300 };
    Tensor *x = given("x", SIZE, SIZE, NEW_ARRAY(&arena, double, SIZE *SIZE));
    Arg down = {.kind = ARG_INT};
    bound("total", apply(op_find(STR("cumsum"), IN_TORCH), x, NULL, down));
    Dependents dependents =
        dependents_of(&trace, cell("x[200,7]"), (DependentLimit){9, 20 * SIZE}, &arena);
    assert_true(dependents.count > 0);
    assert_string_equal(cell_name(&trace, dependents.cells[0], &arena), "total[200,7]");
    assert_true(dependents.more);
}

// Too many cells to look through: those in the cell's own row and column are looked at first.
static void test_a_cell_far_down_in_a_large_order_is_followed(void **state)
{
    (void)state;
    enum { SIZE = 200 };
    double *numbers = NEW_ARRAY(&arena, double, SIZE *SIZE);
    for (int i = 0; i < SIZE * SIZE; i++) numbers[i] = i * 7919 % 40009;
    Tensor *x = given("x", SIZE, SIZE, numbers);
    Arg along_rows = {.kind = ARG_INT, .i = -1};
    Tensor *order = bound("order", apply(op_find(STR("argsort"), 0), x, NULL, along_rows));
    Dependents dependents =
        dependents_of(&trace, cell("x[150,3]"), (DependentLimit){9, 16 * SIZE}, &arena);
    assert_int_equal(dependents.count, 1);
    assert_int_equal(dependents.cells[0].at.at[0], 150);
    assert_int_equal(tensor_get(order, dependents.cells[0].at), 3);
    assert_true(dependents.more);
    assert_true(dependents.terms <= 16 * SIZE);
}

static void test_an_axis_is_looked_for_once_however_many_ways_lead_to_it(void **state)
{
    (void)state;
    Attention a = attend();
    Tensor *doubled = a.x;
    for (int i = 0; i < 60; i++) doubled = operate("+", doubled, doubled);
    trace_note_axes(&trace, (AxisNote){.name = "elsewhere", .axis = {"rows"}, .count = 1});
    assert_null(label_axis(&trace, doubled->origin, 0)); // 2^60 ways, were they all gone
    trace_note_axes(&trace, (AxisNote){.name = "x", .axis = {"tokens"}, .count = 1});
    assert_string_equal(label_at(&trace, doubled->origin, 0, 1, &arena), "tokens1");
}

static void test_a_cell_moved_very_often_is_still_followed_quickly(void **state)
{
    (void)state;
    Attention a = attend();
    Tensor *moved = a.x;
    for (int i = 0; i < 20001; i++) {
        if (i % 10000 == 0) trace_statement_begin(&trace, (Span){0}, false);
        moved = transposed(moved);
    }
    bound("end", operate("+", moved, moved));
    Cell first = {.entry = a.x->origin};
    Dependents dependents = dependents_of(&trace, first, (DependentLimit){100, 1000000}, &arena);
    assert_string_equal(cell_name(&trace, dependents.cells[dependents.count - 1], &arena),
                        "end[0,0]");
}

static void test_labels_travel_through_operations(void **state)
{
    (void)state;
    Attention a = attend();
    static const char *const words[] = {"the", "cat"};
    AxisNote note = {.name = "x", .axis = {"tokens", "f"}, .item = {words}, .item_count = {2}};
    note.count = 2;
    trace_note_axes(&trace, note);
    AxisNote keys = {.name = "keys", .axis = {"k", NULL}, .count = 2};
    trace_note_axes(&trace, keys);
    int scores = a.scores->origin, weights = a.weights->origin;
    assert_string_equal(label_at(&trace, a.x->origin, 1, 2, &arena), "f2");
    assert_string_equal(label_at(&trace, a.queries->origin, 0, 1, &arena), "cat");
    assert_string_equal(label_at(&trace, scores, 0, 0, &arena), "the");
    assert_string_equal(label_at(&trace, scores, 1, 1, &arena), "k1");
    assert_string_equal(label_at(&trace, weights, 0, 1, &arena), "cat");
    assert_string_equal(label_at(&trace, weights, 1, 0, &arena), "k0");
    assert_string_equal(label_axis(&trace, weights, 1), "k");
    assert_null(label_axis(&trace, a.w_key->origin, 0));
}

static void test_a_name_used_again_has_axes_of_its_own(void **state)
{
    (void)state;
    const Tensor *first = given("x", 2, 1, (double[]){1, 2});
    trace_note_axes(&trace, (AxisNote){.name = "x", .axis = {"t"}, .count = 1});
    const Tensor *between = given("x", 2, 1, (double[]){3, 4});
    AxisNote again = {.name = "x", .axis = {"u"}, .count = 1};
    again.first_binding = trace.binding_count;
    const Tensor *second = given("x", 2, 1, (double[]){5, 6});
    trace_note_axes(&trace, again);
    assert_string_equal(label_at(&trace, first->origin, 0, 1, &arena), "t1");
    assert_string_equal(label_at(&trace, between->origin, 0, 1, &arena), "t1");
    assert_string_equal(label_at(&trace, second->origin, 0, 1, &arena), "u1");

    AxisNote late = {.name = "y", .axis = {"v"}, .count = 1, .first_binding = 100};
    const Tensor *early = given("y", 2, 1, (double[]){7, 8});
    trace_note_axes(&trace, late);
    assert_string_equal(label_at(&trace, early->origin, 0, 0, &arena), "v0");
}

static void test_a_split_axis_carries_no_labels(void **state)
{
    (void)state;
    Tensor *x = given("x", 2, 4, (double[]){1, 2, 3, 4, 5, 6, 7, 8});
    trace_note_axes(&trace, (AxisNote){.name = "x", .axis = {"t", "f"}, .count = 2});
    int64_t sizes[] = {2, 2, 2};
    Arg arg = {.kind = ARG_INTS, .ints = sizes, .count = 3};
    Tensor *heads = apply(op_find(STR("reshape"), IN_TENSOR), x, NULL, arg);
    assert_string_equal(label_at(&trace, heads->origin, 0, 1, &arena), "t1");
    assert_string_equal(label_at(&trace, heads->origin, 1, 1, &arena), "");
    assert_string_equal(label_at(&trace, heads->origin, 2, 1, &arena), "");
}

static void set_cell(Tensor *target, int64_t row, double value)
{
    Subscript *subscript = NEW(&arena, Subscript);
    *subscript = (Subscript){.kind = SUBSCRIPT_INT, .start = row};
    OpCall call = {.op = op_find(STR("setitem"), 0), .input_count = 2};
    call.input = NEW_ARRAY(&arena, Tensor *, 2);
    call.input[0] = target;
    call.input[1] = number(value);
    call.arg[0] = (Arg){.kind = ARG_SUBSCRIPTS, .subscripts = subscript, .count = 1};
    assert_true(trace_assign(&trace, &call, (Span){0}, &error));
}

static void test_writing_in_place_does_not_change_what_was_recorded(void **state)
{
    (void)state;
    Tensor *x = given("x", 2, 2, (double[]){1, 2, 3, 4});
    Tensor *doubled = bound("doubled", operate("*", x, number(2)));
    Cell before = {doubled->origin, {{1, 0}}};
    int given_entry = x->origin;
    set_cell(x, 1, 9);
    assert_true(tensor_get(x, (Index){{1, 0}}) == 9);
    assert_true(cell_value(&trace, (Cell){given_entry, {{1, 0}}}) == 3);
    Arithmetic arithmetic;
    explain_cell(&trace, before, 4, &arena, &arithmetic);
    assert_string_equal(written(&arithmetic, false), "3 * 2");
    assert_string_equal(cell_name(&trace, (Cell){x->origin, {{1, 0}}}, &arena), "x[1,0]");
    assert_int_not_equal(x->origin, given_entry);
}

static Tensor *exp_of(Tensor *x)
{
    OpCall call = {.op = op_find(STR("exp"), 0), .input = &x, .input_count = 1};
    Tensor *result = trace_apply(&trace, &call, (Span){0}, &error);
    assert_non_null(result);
    return result;
}

static void fill_statement(void)
{
    trace_statement_begin(&trace, (Span){0}, false);
    Tensor *x = given("x", 1, 2, (double[]){0, 1});
    while (trace_is_recording(&trace)) tensor_release(exp_of(x));
}

static void test_a_statement_records_only_so_many_operations(void **state)
{
    (void)state;
    fill_statement();
    int entries = trace.entry_count;
    const Statement *statement = &trace.statements[trace.statement_count - 1];
    assert_int_equal(entries - statement->first_entry, STATEMENT_ENTRIES);
    assert_int_equal(statement->left_out, 1);
    Tensor *unseen = exp_of(given("y", 1, 2, (double[]){0, 1}));
    assert_int_equal(unseen->origin, -1);
    assert_int_equal(trace.entry_count, entries);
    assert_int_equal(statement->left_out, 3);
    trace_statement_end(&trace);
}

static void test_what_was_not_recorded_is_a_constant_later(void **state)
{
    (void)state;
    fill_statement();
    Tensor *unseen = exp_of(given("y", 1, 2, (double[]){0, 1}));
    trace_bind_left_out(&trace, "unseen", unseen);
    trace_statement_end(&trace);
    trace_statement_begin(&trace, (Span){0}, false);
    Tensor *seen = exp_of(unseen);
    trace_bind(&trace, "seen", seen);
    trace_statement_end(&trace);
    const Entry *entry = &trace.entries[seen->origin];
    const Entry *from = &trace.entries[entry->call.input[0]->origin];
    assert_string_equal(from->call.op->name, "unrecorded");
    assert_string_equal(from->name, "unseen");
    assert_true(cell_value(&trace, cell("unseen[0,0]")) == 1);
    assert_int_equal(trace.statements[trace.statement_count - 1].left_out, 0);
}

static void test_a_write_that_is_not_recorded_leaves_what_was(void **state)
{
    (void)state;
    trace_statement_begin(&trace, (Span){0}, false);
    Tensor *x = given("before", 1, 2, (double[]){1, 2});
    Tensor *view = tensor_alias(&trace.heap, x); // another name for it in the program
    view->origin = x->origin;
    view->version = x->version;
    int recorded = x->origin;
    trace_statement_end(&trace);
    fill_statement();
    set_cell(x, 0, 9);
    trace_statement_end(&trace);
    assert_true(tensor_get(view, (Index){{0, 0}}) == 9);
    assert_true(cell_value(&trace, (Cell){recorded, {{0, 0}}}) == 1);
    assert_int_equal(x->origin, -1);
    trace_statement_begin(&trace, (Span){0}, false);
    Tensor *after = exp_of(view); // not of the 1 that its origin still shows
    const Tensor *input = trace.entries[after->origin].call.input[0];
    assert_int_not_equal(input->origin, recorded);
    assert_true(tensor_get(input, (Index){{0, 0}}) == 9);
    set_cell(x, 0, 10); // recorded again
    assert_true(tensor_get(input, (Index){{0, 0}}) == 9);
    assert_int_not_equal(x->origin, -1);
    trace_statement_end(&trace);
}

static void test_a_statement_keeps_only_a_share_of_the_memory(void **state)
{
    (void)state;
    trace.heap.limit = 1 << 20;
    trace_statement_begin(&trace, (Span){0}, false);
    double many[4096] = {0};
    for (int i = 0; i < 40; i++) {
        Tensor *x = given("x", 1, 4096, many); // 16 KiB
        tensor_release(exp_of(x));
        tensor_release(x);
    }
    trace_statement_end(&trace);
    assert_true(trace.statements[trace.statement_count - 1].left_out > 20);
    assert_true(trace.heap.used < (1 << 19));
    trace_statement_begin(&trace, (Span){0}, false);
    assert_int_not_equal(exp_of(given("x", 1, 2, many))->origin, -1);
}

static void test_a_write_is_told_under_the_names_that_mean_the_tensor_now(void **state)
{
    (void)state;
    Tensor *old = given("x", 1, 2, (double[]){1, 2});
    bound("y", old);
    given("x", 1, 2, (double[]){5, 6}); // x is another tensor from here on
    set_cell(old, 0, 9);
    Cell y = cell("y[0,0]"), x = cell("x[0,0]");
    assert_true(cell_value(&trace, y) == 9);
    assert_true(cell_value(&trace, x) == 5);
    assert_string_equal(cell_name(&trace, y, &arena), "y[0,0]");
}

static void test_a_name_in_a_function_titles_a_tensor_until_a_global_one_does(void **state)
{
    (void)state;
    Tensor *x = given("x", 1, 1, (double[]){3});
    Tensor *result = operate("*", x, number(2));
    trace_bind_local(&trace, "inner", result);
    assert_string_equal(entry_title(&trace, result->origin, &arena), "inner");
    assert_int_equal(trace_find(&trace, STR("inner"), -1), -1);
    bound("outer", result);
    assert_string_equal(entry_title(&trace, result->origin, &arena), "outer");
}

static void test_many_writes_through_one_name_are_caught_up_with_at_once(void **state)
{
    (void)state;
    Tensor *x = given("x", 2, 2, (double[]){1, 2, 3, 4});
    Tensor *t = bound("t", transposed(x));
    for (int i = 0; i < 9; i++) set_cell(x, 1, 10 + i);
    int before = trace.entry_count;
    Tensor *sum = bound("sum", operate("+", t, t));
    assert_int_equal(trace.entry_count, before + 2); // how t sees the writes, and the sum
    Cell made = cell_origin(&trace, (Cell){t->origin, {{0, 1}}});
    assert_true(cell_value(&trace, made) == 18);
    assert_true(trace.entries[made.entry].call.output->is_number);
    assert_true(tensor_get(sum, (Index){{0, 1}}) == 36);
}

static void test_a_write_elsewhere_in_the_storage_is_nothing_to_a_view(void **state)
{
    (void)state;
    Tensor *x = given("x", 2, 2, (double[]){1, 2, 3, 4});
    Subscript row[2] = {{.kind = SUBSCRIPT_INT, .start = 0}, {.kind = SUBSCRIPT_INT, .start = 1}};
    Tensor *rows[2];
    for (int i = 0; i < 2; i++) {
        Arg index = {.kind = ARG_SUBSCRIPTS, .subscripts = &row[i], .count = 1};
        rows[i] = apply(op_find(STR("getitem"), 0), x, NULL, index);
    }
    int origin = rows[1]->origin;
    set_cell(rows[0], 1, 9);
    Tensor *sum = bound("sum", operate("+", rows[1], rows[1]));
    assert_int_equal(rows[1]->origin, origin);
    assert_true(tensor_get(sum, (Index){{1}}) == 8);
    bound("all", operate("+", x, x));
    Arithmetic arithmetic;
    explain_cell(&trace, cell("all[0,1]"), 4, &arena, &arithmetic);
    assert_string_equal(written(&arithmetic, false), "9 + 9");
}

static void test_another_name_for_the_same_numbers_sees_the_write(void **state)
{
    (void)state;
    Tensor *x = given("x", 2, 2, (double[]){1, 2, 3, 4});
    Tensor *t = bound("t", transposed(x));
    set_cell(x, 1, 9); // t is now [[1, 9], [2, 9]]
    Tensor *sum = bound("sum", operate("+", t, number(1)));
    assert_true(tensor_get(sum, (Index){{0, 1}}) == 10);
    Arithmetic arithmetic;
    explain_cell(&trace, (Cell){sum->origin, {{0, 1}}}, 4, &arena, &arithmetic);
    assert_string_equal(written(&arithmetic, false), "9 + 1");
    Cell made = cell_origin(&trace, arithmetic.source[0]);
    assert_true(trace.entries[made.entry].call.output->is_number); // the 9 that was assigned
    int left = trace.entries[sum->origin].call.input[0]->origin;
    Cell kept = cell_origin(&trace, (Cell){left, {{1, 0}}});
    assert_string_equal(cell_name(&trace, kept, &arena), "x[0,1]");
}

static void test_roles_follow_the_usual_names(void **state)
{
    (void)state;
    assert_int_equal(role_of_name(STR("w_key")), ROLE_KEY);
    assert_int_equal(role_of_name(STR("W_K")), ROLE_KEY);
    assert_int_equal(role_of_name(STR("mixedQueryLayer")), ROLE_QUERY);
    assert_int_equal(role_of_name(STR("weighted_values")), ROLE_WEIGHTED);
    assert_int_equal(role_of_name(STR("values")), ROLE_VALUE);
    assert_int_equal(role_of_name(STR("attn_scores")), ROLE_SCORE);
    assert_int_equal(role_of_name(STR("key_padding_mask")), ROLE_NONE);
    assert_int_equal(role_of_name(STR("x1")), ROLE_INPUT);
    assert_int_equal(role_of_name(STR("outputs")), ROLE_OUTPUT);
    assert_int_equal(role_of_name(STR("foo")), ROLE_NONE);
    Attention a = attend();
    assert_int_equal(role_of(&trace, transposed(a.keys)->origin), ROLE_KEY);
    trace_note_role(&trace, "keys", ROLE_OUTPUT);
    assert_int_equal(role_of(&trace, a.keys->origin), ROLE_OUTPUT);
}

static const char *complaint(const char *text)
{
    Cell found;
    error = (Error){.arena = &arena};
    assert_false(cell_parse(&trace, str_from(text), &found, &error));
    Buf out = {.arena = &arena};
    error_print(&error, &out);
    return buf_text(&out);
}

static void test_a_mistyped_cell_is_explained(void **state)
{
    (void)state;
    attend();
    assert_string_equal(complaint("score[0,1]"),
                        "qkv: no tensor is called 'score'\n  try: did you mean scores?\n");
    assert_non_null(strstr(complaint("scores[0]"), "names 1 of 2 indices"));
    assert_non_null(strstr(complaint("scores[0,1,2]"), "too many indices"));
    assert_non_null(strstr(complaint("scores[0,5]"), "counts 0 to 1"));
    assert_non_null(strstr(complaint("scores[0,1"), "closing bracket"));
    assert_non_null(strstr(complaint("scores[a,1]"), "not a whole number"));
    assert_non_null(strstr(complaint("scores]"), "no tensor"));
    given("empty", 0, 3, NULL);
    assert_non_null(strstr(complaint("empty[0,0]"), "has no cells: its shape is (0, 3)"));
    error = (Error){.arena = &arena};
    assert_string_equal(cell_name(&trace, cell("scores[-1][-2]"), &arena), "scores[1,0]");
}

#define TRACE_TEST(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TRACE_TEST(test_a_score_is_explained_in_names_and_numbers),
        TRACE_TEST(test_softmax_is_written_as_it_is_computed),
        TRACE_TEST(test_operands_carry_the_digits_that_give_the_result),
        TRACE_TEST(test_a_negative_operand_stands_in_brackets),
        TRACE_TEST(test_a_derivation_goes_down_to_what_was_given),
        TRACE_TEST(test_a_cell_knows_what_it_feeds),
        TRACE_TEST(test_what_a_cell_feeds_is_found_in_few_looks),
        TRACE_TEST(test_an_order_read_from_numbers_moves_labels),
        TRACE_TEST(test_a_cell_that_only_an_earlier_tensor_of_the_name_has_is_found_there),
        TRACE_TEST(test_what_decides_which_cell_is_taken_feeds_it),
        TRACE_TEST(test_a_cell_far_down_in_a_large_order_is_followed),
        TRACE_TEST(test_a_cell_far_down_in_long_sums_is_followed),
        TRACE_TEST(test_an_axis_is_looked_for_once_however_many_ways_lead_to_it),
        TRACE_TEST(test_a_cell_moved_very_often_is_still_followed_quickly),
        TRACE_TEST(test_labels_travel_through_operations),
        TRACE_TEST(test_a_name_used_again_has_axes_of_its_own),
        TRACE_TEST(test_a_split_axis_carries_no_labels),
        TRACE_TEST(test_writing_in_place_does_not_change_what_was_recorded),
        TRACE_TEST(test_a_statement_records_only_so_many_operations),
        TRACE_TEST(test_what_was_not_recorded_is_a_constant_later),
        TRACE_TEST(test_a_write_that_is_not_recorded_leaves_what_was),
        TRACE_TEST(test_a_statement_keeps_only_a_share_of_the_memory),
        TRACE_TEST(test_a_write_is_told_under_the_names_that_mean_the_tensor_now),
        TRACE_TEST(test_a_name_in_a_function_titles_a_tensor_until_a_global_one_does),
        TRACE_TEST(test_many_writes_through_one_name_are_caught_up_with_at_once),
        TRACE_TEST(test_a_write_elsewhere_in_the_storage_is_nothing_to_a_view),
        TRACE_TEST(test_another_name_for_the_same_numbers_sees_the_write),
        TRACE_TEST(test_roles_follow_the_usual_names),
        TRACE_TEST(test_a_mistyped_cell_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
