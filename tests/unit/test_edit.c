// Edits: what follows from another number, what is told of it, and that all of it can be undone.
#include "study/names/typed_name.h"
#include "support/opened.h"
#include "support/test.h"

#include "walk/edits/edit.h"
#include "walk/edits/hold.h"
#include "walk/places/go.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char LESSON[] = "# Small\n\nAn introduction.\n\n"
                             "## Given\n\n"
                             "```python\n"
                             "import torch\n"
                             "x = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n"
                             "w = torch.tensor([[0.5, 0.], [1., 1.]])\n"
                             "n = torch.tensor([1, 2])\n"
                             "flags = torch.tensor([True, False])\n"
                             "```\n\n"
                             "## Product\n\n"
                             "> **Predict** `y[0, 0]`\n\n"
                             "```python\n"
                             "y = x @ w.T\n"
                             "print(y)\n"
                             "assert y[0, 0] == 0.5\n"
                             "z = y * 2\n"
                             "```\n\n"
                             "The first is `{python} y[0, 0]`.\n\n"
                             "## Ways\n\n"
                             "```python\n"
                             "if x[0, 0] > 50:\n"
                             "    z = z.sum(dim=0)\n"
                             "if x[0, 0] < -50:\n"
                             "    z = z @ x\n"
                             "result = z + 1\n"
                             "x = torch.ones(3, 2)\n"
                             "```\n";

static Walk walk;
static Arena arena;
static Error error;

static void open_text(const char *text)
{
    bool ok = open_text_as(&walk, text, ".md", &error);
    assert_true(ok);
}

static int start(void **state)
{
    (void)state;
    error = (Error){.arena = &arena};
    open_text(LESSON);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}

static Cell cell(const char *name)
{
    Cell found;
    error = (Error){.arena = &arena};
    if (!cell_parse(walk.trace, str_from(name), &found, &error)) fail_msg("%s", error.message);
    return found;
}

static double value(const char *name)
{
    return cell_value(walk.trace, cell(name));
}

// The last binding of x is another tensor: the first one, by its number in the trace.
static Cell first_x(int row, int column)
{
    return (Cell){walk.trace->bindings[0].entry, {{row, column}}};
}

static void edit(Cell at, const char *typed)
{
    error = (Error){.arena = &arena};
    if (!walk_edit(&walk, at, str_from(typed), &error)) fail_msg("%s", error.message);
}

static void assert_refused(Cell at, const char *typed, const char *message)
{
    error = (Error){.arena = &arena};
    assert_false(walk_edit(&walk, at, str_from(typed), &error));
    assert_string_equal(error.message, message);
    assert_int_equal(walk.edits.count, 0);
}

// ---- what follows -------------------------------------------------------------------------------

static void test_everything_downstream_follows(void **state)
{
    (void)state;
    edit(first_x(0, 0), "7");
    assert_true(value("y[0,0]") == 3.5);
    assert_true(value("y[0,1]") == 9);
    assert_true(value("y[1,0]") == 1.5);
    assert_true(value("result[0,0]") == 8);
    assert_string_equal(walk.ran.live[0].text, "3.5");
    assert_non_null(strstr(walk.ran.printed[1].text, "3.5000"));
    assert_false(walk.ran.error.set); // the assert about the number is passed over
    const Span *claims;
    assert_int_equal(run_broken_claims(walk.ran.run, &claims), 1);
}

static void test_changed_cells_are_known(void **state)
{
    (void)state;
    double before;
    int64_t cells;
    assert_false(walk_changed(&walk, cell("y[0,0]"), &before));
    edit(first_x(0, 0), "7");
    assert_true(walk_changed(&walk, cell("y[0,0]"), &before));
    assert_true(before == 0.5);
    assert_false(walk_changed(&walk, cell("y[1,0]"), &before));
    assert_int_equal(walk_changed_cells(&walk, cell("y[0,0]").entry, &cells), 2);
    assert_int_equal(cells, 6);
    assert_int_equal(walk_changed_cells(&walk, cell("w[0,0]").entry, &cells), 0);
    assert_null(walk_other_way(&walk, &arena));
}

static int64_t changed_in(const char *name)
{
    int64_t cells;
    return walk_changed_cells(&walk, cell(name).entry, &cells);
}

static void test_rounding_changes_nothing_but_what_was_edited(void **state)
{
    (void)state;
    double before;
    walk_close(&walk);
    open_text("# T\n\n## One\n\n```python\nimport torch\nx = torch.tensor([0.1, 0.2])\n"
              "y = x * 3\nz = y * 1\n```\n");
    assert_true(walk_edit(&walk, cell("x[0]"), STR("0.10000001"), &error));
    assert_int_equal(changed_in("x[0]"), 1);
    assert_true(walk_changed(&walk, cell("x[0]"), &before));
    assert_int_equal(changed_in("y[0]"), 0);
    assert_false(walk_changed(&walk, cell("y[0]"), &before));
    assert_true(walk_reset_edits(&walk));
    assert_true(walk_edit(&walk, cell("y[0]"), STR("0.30000004"), &error)); // held at it
    assert_int_equal(changed_in("y[0]"), 1);
    assert_int_equal(changed_in("z[0]"), 0);
    assert_true(walk_edit(&walk, cell("y[0]"), STR("0.301"), &error));
    assert_int_equal(changed_in("z[0]"), 1);
}

static void test_random_numbers_stay_when_one_is_edited(void **state)
{
    (void)state;
    walk_close(&walk);
    open_text("# R\n\n```python\nimport torch\nfrom torch import nn\ntorch.manual_seed(1)\n"
              "a = torch.rand(2, 2)\nlayer = nn.Linear(2, 2)\nb = layer(a)\nc = torch.rand(2)\n"
              "```\n");
    double c = value("c[0]"), weight = value("layer.weight[0,1]"), old = value("b[0,0]");
    edit(cell("a[0,0]"), "5");
    assert_true(value("c[0]") == c && value("layer.weight[0,1]") == weight);
    assert_true(value("b[0,0]") != old);
    edit(cell("layer.weight[0,1]"), "100"); // a parameter
    assert_true(value("b[0,0]") > 10);
}

// ---- undoing ------------------------------------------------------------------------------------

static void test_undo_and_redo_have_no_limit(void **state)
{
    (void)state;
    enum { TIMES = 300 };
    const Trace *original = walk.trace;
    for (int i = 0; i < TIMES; i++) assert_true(walk_nudge(&walk, first_x(0, 0), 1, &error));
    assert_true(value("y[0,0]") == (1 + TIMES) / 2.0);
    for (int i = 0; i < TIMES; i++) assert_true(walk_undo(&walk));
    assert_false(walk_undo(&walk));
    assert_ptr_equal(walk.trace, original); // the run is the one of the beginning
    assert_null(walk.original);
    assert_true(value("y[0,0]") == 0.5);
    for (int i = 0; i < TIMES; i++) assert_true(walk_redo(&walk));
    assert_false(walk_redo(&walk));
    assert_true(value("y[0,0]") == (1 + TIMES) / 2.0);
}

static void test_a_new_edit_ends_what_can_be_redone(void **state)
{
    (void)state;
    edit(first_x(0, 0), "7");
    assert_true(walk_undo(&walk));
    edit(first_x(1, 0), "8");
    assert_false(walk_redo(&walk));
    assert_true(value("y[0,0]") == 0.5 && value("y[1,0]") == 4);
}

static void test_resetting_can_be_undone(void **state)
{
    (void)state;
    edit(first_x(0, 0), "7");
    edit(first_x(1, 0), "8");
    assert_false(walk_reset_cell(&walk, first_x(2, 0)));
    assert_true(walk_reset_cell(&walk, first_x(0, 0)));
    assert_true(value("y[0,0]") == 0.5 && value("y[1,0]") == 4);
    assert_true(walk_reset_edits(&walk));
    assert_null(walk.original);
    assert_false(walk_reset_edits(&walk));
    assert_true(walk_undo(&walk));
    assert_true(value("y[0,0]") == 0.5 && value("y[1,0]") == 4);
    assert_true(walk_undo(&walk));
    assert_true(value("y[0,0]") == 3.5 && value("y[1,0]") == 4);
}

// ---- numbers ------------------------------------------------------------------------------------

static void test_numbers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    assert_refused(first_x(0, 0), "seven", "'seven' is not a number");
    assert_refused(first_x(0, 0), "", "'' is not a number");
    assert_refused(first_x(0, 0), "1e39", "1e39 is too large for float32");
    assert_refused(cell("n[0]"), "1.5", "1.5 is not a whole number, and this tensor holds int64");
    assert_refused(cell("n[0]"), "-inf", "-inf is too large for int64");
    assert_refused(cell("n[0]"), "nan", "nan is not a whole number, and this tensor holds int64");
    assert_refused(cell("n[0]"), "1e300", "1e300 is too large for int64");
    assert_refused(cell("flags[0]"), "2", "'2' is not True or False (or 1 or 0)");
}

static void test_a_computed_number_is_held(void **state)
{
    (void)state;
    assert_refused(cell("y[0,0]"), "9", "this number is yours to predict: answer first");
    error = (Error){.arena = &arena};
    double before = value("y[1,0]");
    edit(cell("y[1,0]"), "9");
    const Override *list;
    assert_int_equal(edit_overrides(&walk, &list), 1);
    assert_true(override_is_hold(&list[0]));
    assert_true(value("y[1,0]") == 9);
    assert_true(walk_nudge(&walk, cell("y[1,0]"), 1, &error)); // it has halves: by 0.1
    assert_true(value("y[1,0]") > 9 && value("y[1,0]") < 10);
    assert_true(walk_undo(&walk) && walk_undo(&walk));
    assert_true(value("y[1,0]") == before);
}

static void test_numbers_of_each_kind_are_taken(void **state)
{
    (void)state;
    edit(cell("n[0]"), "-3");
    assert_true(value("n[0]") == -3);
    edit(cell("flags[1]"), "True");
    assert_true(value("flags[1]") == 1);
    edit(first_x(0, 0), "0,25"); // a decimal comma, as in an answer
    assert_true(value("y[0,0]") == 0.125);
    edit(first_x(0, 0), "1/8");
    assert_true(value("y[0,0]") == 0.0625);
}

static void test_a_float_takes_infinities_and_nan(void **state)
{
    (void)state;
    edit(first_x(0, 0), "-inf"); // as a mask has them
    assert_true(isinf(value("y[0,0]")) && value("y[0,0]") < 0);
    assert_false(walk_nudge(&walk, first_x(0, 0), 1, &error));
    assert_string_equal(error.message, "there is no number next to -inf; e sets any number");
    error = (Error){.arena = &arena};
    edit(first_x(0, 0), "nan");
    assert_true(isnan(value("y[0,0]")));
    assert_true(walk_undo(&walk) && walk_undo(&walk));
    assert_null(walk.original);
}

static void test_nudges_are_tenths_where_there_are_fractions(void **state)
{
    (void)state;
    assert_true(walk_nudge(&walk, cell("w[1,0]"), 1, &error));
    assert_true(fabs(value("w[1,0]") - 1.1) < 1e-6);
    assert_true(walk_nudge(&walk, cell("n[0]"), -1, &error));
    assert_true(value("n[0]") == 0);
    assert_true(walk_nudge(&walk, cell("flags[0]"), -1, &error));
    assert_true(value("flags[0]") == 0);
}

// ---- other ways ---------------------------------------------------------------------------------

static void test_a_program_that_goes_another_way_is_told_and_undone(void **state)
{
    (void)state;
    walk_go_to_end(&walk);
    int stage = walk.at.stage, stages = walk.ran.stage_count;
    edit(first_x(0, 0), "60");
    assert_string_equal(walk_other_way(&walk, &arena),
                        "the program takes a different path from line 32 on");
    assert_int_equal(walk.trace->entries[cell("result[0]").entry].call.shape.ndim, 1);
    assert_true(walk.at.stage < walk.ran.stage_count);
    assert_true(walk_undo(&walk));
    assert_int_equal(walk.at.stage, stage);
    assert_int_equal(walk.ran.stage_count, stages);
    assert_null(walk_other_way(&walk, &arena));
}

static void test_a_program_that_stops_leaves_a_walk(void **state)
{
    (void)state;
    walk_go_to_end(&walk);
    int stage = walk.at.stage;
    edit(first_x(0, 0), "-60");
    assert_true(walk.ran.error.set);
    assert_string_equal(walk_other_way(&walk, &arena),
                        "the program stops in line 34: RuntimeError");
    walk_go_to_step(&walk, 0);
    while (walk_next(&walk)) continue;
    assert_true(walk_undo(&walk));
    assert_false(walk.ran.error.set);
    assert_int_equal(walk.at.stage, stage); // where the edit was made
}

static void test_what_is_looked_at_stays_where_the_program_stops(void **state)
{
    (void)state;
    walk_go_to_end(&walk);
    Cell x = first_x(0, 0);
    assert_true(walk_visit_cell(&walk, x));
    edit(x, "-60");
    assert_true(walk.ran.error.set);
    assert_int_equal(walk.at.focus, x.entry);
    assert_memory_equal(&walk.at.selected, &x, sizeof x);
    assert_true(walk_undo(&walk));
    assert_int_equal(walk.at.focus, x.entry);
}

static void test_the_place_stays(void **state)
{
    (void)state;
    walk_go_to_step(&walk, 1);
    walk_next(&walk);
    walk_next_matrix(&walk, 1);
    Cell selected = walk.at.selected;
    int stage = walk.at.stage, substep = walk.at.substep;
    edit(walk.at.selected, "9");
    assert_int_equal(walk.at.stage, stage);
    assert_int_equal(walk.at.substep, substep);
    assert_memory_equal(&walk.at.selected, &selected, sizeof selected);
}

static void test_answers_stay(void **state)
{
    (void)state;
    assert_int_equal(walk.ran.question_count, 1);
    assert_int_equal(question_answer(&walk, &walk.ran.questions[0], STR("0.5")), VERDICT_RIGHT);
    edit(first_x(0, 0), "7");
    assert_int_equal(walk.ran.questions[0].answer.state, ANSWER_RIGHT);
    assert_true(walk.ran.questions[0].value == 3.5);
    walk_undo(&walk);
    assert_int_equal(walk.ran.questions[0].answer.state, ANSWER_RIGHT);
}

// ---- names --------------------------------------------------------------------------------------

static void test_edits_are_kept_by_name_or_number(void **state)
{
    (void)state;
    Edit *edits;
    edit(cell("w[0,1]"), "7");
    edit(first_x(0, 1), "3"); // another tensor is called x later
    assert_int_equal(walk_edits(&walk, &arena, &edits), 2);
    assert_string_equal(edits[0].cell, "w[0,1]");
    assert_string_equal(edits[1].cell, "x₁[0,1]");
    assert_true(edits[1].before == 2 && edits[1].now == 3);
    double result = value("result[0,0]");
    walk_reset_edits(&walk);
    for (int i = 0; i < 2; i++) {
        Buf number = {.arena = &arena};
        buf_printf(&number, "%g", edits[i].now);
        assert_true(edit_add(&walk, str_from(edits[i].cell), buf_str(&number), &error));
    }
    walk_rerun(&walk);
    assert_true(value("result[0,0]") == result);
}

static void test_of_several_tensors_the_last_given_is_meant(void **state)
{
    (void)state;
    assert_true(edit_add(&walk, STR("x[1,0]"), STR("4"), &error));
    assert_true(edit_add(&walk, STR("x₁[0][0]"), STR("2"), &error));
    walk_rerun(&walk);
    assert_true(value("x[1,0]") == 4 && value("y[0,0]") == 1 && value("y[1,0]") == 1.5);
    assert_false(edit_add(&walk, STR("z[0,0]"), STR("4"), &error));
    assert_string_equal(error.message, "z[0,0] is computed");
}

// ---- holds --------------------------------------------------------------------------------------

static void hold(const char *typed)
{
    error = (Error){.arena = &arena};
    if (!walk_hold(&walk, str_from(typed), &error)) fail_msg("%s", error.message);
}

static void assert_in_force(const char *const *cells, int count)
{
    Edit *edits;
    assert_int_equal(walk_edits(&walk, &arena, &edits), count);
    for (int i = 0; i < count; i++) assert_string_equal(edits[i].cell, cells[i]);
}

// y is [[0.5, 3], [1.5, 7], [2.5, 11]].
static void test_what_follows_a_hold_follows_edits_too(void **state)
{
    (void)state;
    hold("y[1] 9");
    assert_true(value("z[1,0]") == 18 && value("z[1,1]") == 18 && value("z[0,1]") == 6);
    edit(first_x(0, 1), "4");
    assert_true(value("z[0,1]") == 10 && value("z[1,1]") == 18);
    edit(first_x(1, 0), "7"); // it is computed as another number, and held all the same
    assert_true(value("y[1,0]") == 9);
    assert_int_equal(cell_held(walk.trace, cell("y[1,0]"))->kind, HOLD_NUMBER);
    assert_null(cell_held(walk.trace, cell("y[0,0]")));
}

static void test_holds_are_undone_and_released_apart_from_edits(void **state)
{
    (void)state;
    edit(first_x(0, 0), "2");
    hold("y[0,0] zero");
    hold("y[2] 4");
    assert_in_force((const char *const[]){"x₁[0,0]", "y[0,0]", "y[2]"}, 3);
    assert_true(walk_undo(&walk) && value("y[2,0]") == 2.5);
    assert_true(walk_redo(&walk) && value("y[2,0]") == 4);
    assert_true(walk_release(&walk, STR("y[0,0]"), &error) && value("y[0,0]") == 1);
    assert_true(walk_release(&walk, STR(""), &error) && value("y[2,0]") == 2.5);
    assert_false(walk_release(&walk, STR(""), &error));
    assert_false(error.set);
    assert_in_force((const char *const[]){"x₁[0,0]"}, 1);
    assert_true(walk_undo(&walk) && value("y[2,0]") == 4); // what was released is held again
    assert_true(walk_reset_edits(&walk));
    assert_null(walk.original);
}

static void test_another_value_takes_the_place_of_a_hold(void **state)
{
    (void)state;
    hold("y[0] 5");
    hold("y[0,1] 6");
    hold("y[0] 7"); // covers what it was done after
    assert_true(value("y[0,0]") == 7 && value("y[0,1]") == 7);
    edit(cell("y[0,1]"), "8"); // a held cell is edited as a given one is
    assert_true(value("y[0,0]") == 7 && value("y[0,1]") == 8);
    assert_true(walk_reset_cell(&walk, cell("y[0,1]")));
    assert_true(value("y[0,1]") == 7);
}

static void test_a_hold_stays_at_what_was_there_before_the_edits(void **state)
{
    (void)state;
    edit(first_x(0, 0), "9");
    assert_true(value("y[0,0]") == 4.5);
    hold("y[0] original");
    assert_true(value("y[0,0]") == 0.5 && value("z[0,0]") == 1);
    double before;
    assert_false(walk_changed(&walk, cell("z[0,0]"), &before));
}

static void test_what_is_held_is_not_asked(void **state)
{
    (void)state;
    assert_int_equal(walk.ran.question_count, 1);
    hold("y[0,0] 2");
    assert_int_equal(walk.ran.question_count, 0);
    walk_go_to_end(&walk);
    assert_true(walk_select(&walk, cell("result[1,1]")) && walk_ask(&walk));
    assert_true(walk_undo(&walk));
    assert_int_equal(walk.ran.question_count, 2);
}

static void test_the_program_may_go_another_way_by_a_hold(void **state)
{
    (void)state;
    hold("flags True");
    assert_true(walk_goes_same_way(&walk));
    Error why = {.arena = &arena};
    assert_false(walk_hold(&walk, STR("n 1.5"), &why)); // of integers
    assert_false(walk_hold(&walk, STR("y uniform"), &why));
    walk_close(&walk);
    open_text("# Way\n\nText.\n\n## One\n\n```python\nimport torch\nx = torch.ones(2) * 2\n"
              "if x[0] > 1:\n    y = x + 1\nelse:\n    y = x - 1\n```\n");
    hold("x[0] zero");
    assert_false(walk_goes_same_way(&walk));
    assert_true(value("y[0]") == -1 && value("y[1]") == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_everything_downstream_follows, start, finish),
        cmocka_unit_test_setup_teardown(test_changed_cells_are_known, start, finish),
        cmocka_unit_test_setup_teardown(test_rounding_changes_nothing_but_what_was_edited, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_random_numbers_stay_when_one_is_edited, start, finish),
        cmocka_unit_test_setup_teardown(test_undo_and_redo_have_no_limit, start, finish),
        cmocka_unit_test_setup_teardown(test_a_new_edit_ends_what_can_be_redone, start, finish),
        cmocka_unit_test_setup_teardown(test_resetting_can_be_undone, start, finish),
        cmocka_unit_test_setup_teardown(test_numbers_that_do_not_fit_are_refused, start, finish),
        cmocka_unit_test_setup_teardown(test_a_computed_number_is_held, start, finish),
        cmocka_unit_test_setup_teardown(test_numbers_of_each_kind_are_taken, start, finish),
        cmocka_unit_test_setup_teardown(test_a_float_takes_infinities_and_nan, start, finish),
        cmocka_unit_test_setup_teardown(test_nudges_are_tenths_where_there_are_fractions, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_a_program_that_goes_another_way_is_told_and_undone,
                                        start, finish),
        cmocka_unit_test_setup_teardown(test_a_program_that_stops_leaves_a_walk, start, finish),
        cmocka_unit_test_setup_teardown(test_what_is_looked_at_stays_where_the_program_stops, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_the_place_stays, start, finish),
        cmocka_unit_test_setup_teardown(test_answers_stay, start, finish),
        cmocka_unit_test_setup_teardown(test_edits_are_kept_by_name_or_number, start, finish),
        cmocka_unit_test_setup_teardown(test_of_several_tensors_the_last_given_is_meant, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_what_follows_a_hold_follows_edits_too, start, finish),
        cmocka_unit_test_setup_teardown(test_holds_are_undone_and_released_apart_from_edits, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_another_value_takes_the_place_of_a_hold, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_a_hold_stays_at_what_was_there_before_the_edits, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_what_is_held_is_not_asked, start, finish),
        cmocka_unit_test_setup_teardown(test_the_program_may_go_another_way_by_a_hold, start,
                                        finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
