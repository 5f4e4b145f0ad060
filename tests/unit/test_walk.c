// The walk through a small lesson: what opens when, what is selected, where keys lead.
#include "support/test.h"

#include "walk/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char LESSON[] = "# Small\n\nAn introduction.\n\n"
                             "## Given\n\nTwo matrices.\n\n"
                             "```python\n"
                             "#| axes: x = x, i\n"
                             "import torch\n"
                             "x = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n"
                             "w = torch.tensor([[1., 0.], [1., 1.]])\n"
                             "```\n\n"
                             "## Only words\n\nNothing is computed here.\n\n"
                             "## Product\n\n"
                             "```python\n"
                             "y = x @ w.T\n"
                             "print(y)\n"
                             "assert torch.equal(y, x @ w.T)\n"
                             "z = y * 2\n"
                             "```\n\n"
                             "The first is `{python} y[0, 1]`.\n";

static Walk walk;
static Arena arena;
static char path[64];

static void write_file(const char *text)
{
    snprintf(path, sizeof path, "/tmp/qkv-walk-XXXXXX.md");
    int descriptor = mkstemps(path, 3);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
}

static void open_text(const char *text)
{
    Error error = {.arena = &arena};
    write_file(text);
    bool ok = walk_open(&walk, path, &(WalkOptions){0}, &error);
    unlink(path);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
}

static int start(void **state)
{
    (void)state;
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

static const char *selected(void)
{
    return cell_name(walk.trace, walk.at.selected, &arena);
}

static int entry_of(const char *name)
{
    return walk.trace->bindings[trace_find(walk.trace, str_from(name), -1)].entry;
}

static int open_cells(const char *name)
{
    Cell cell = {.entry = entry_of(name)};
    const Shape *shape = &walk.trace->entries[cell.entry].call.shape;
    int open = 0;
    do open += walk_is_open(&walk, cell);
    while (index_next(shape, &cell.at));
    return open;
}

static void test_each_operation_is_a_stage_and_moves_are_not(void **state)
{
    (void)state;
    // x, w, the words, y, z: w.T is shown inside y, the 2 inside z.
    assert_int_equal(walk.ran.stage_count, 5);
    assert_int_equal(walk.ran.stages[2].entry, -1);
    assert_int_equal(walk.ran.stages[3].entry, entry_of("y"));
    const int *equation;
    walk_go_to_step(&walk, 2);
    assert_int_equal(walk_equation(&walk, &equation), 3);
    assert_int_equal(equation[0], entry_of("x"));
    assert_string_equal(entry_title(walk.trace, equation[1], &arena), "w.T");
    assert_int_equal(equation[2], entry_of("y"));
}

static void test_a_product_opens_term_by_term_then_row_then_all(void **state)
{
    (void)state;
    walk_go_to_step(&walk, 2);
    Cell first = {.entry = entry_of("y")};
    assert_int_equal(open_cells("y"), 0);
    assert_int_equal(walk_open_terms(&walk, first), 0);
    walk_next(&walk);
    assert_int_equal(open_cells("y"), 0);
    assert_int_equal(walk_open_terms(&walk, first), 1);
    walk_next(&walk);
    assert_int_equal(open_cells("y"), 1);
    assert_int_equal(walk_open_terms(&walk, first), -1);
    walk_next(&walk);
    assert_int_equal(open_cells("y"), 2);
    assert_string_equal(selected(), "y[0,1]");
    walk_next(&walk);
    assert_int_equal(open_cells("y"), 6);
    assert_int_equal(open_cells("z"), 0);
    walk_next(&walk);
    assert_int_equal(walk.at.focus, entry_of("z"));
}

static void test_back_undoes_next_everywhere(void **state)
{
    (void)state;
    int places = 1;
    while (walk_next(&walk)) places++;
    assert_int_equal(open_cells("z"), 6);
    int back = 1;
    while (walk_back(&walk)) back++;
    assert_int_equal(back, places);
    assert_int_equal(walk.at.stage, 0);
}

static void test_steps_are_gone_to_at_their_beginning(void **state)
{
    (void)state;
    assert_true(walk_next_step(&walk));
    assert_int_equal(walk.ran.stages[walk.at.stage].step, 1);
    assert_int_equal(walk.at.focus, -1);
    assert_true(walk_next_step(&walk));
    assert_int_equal(walk.at.focus, entry_of("y"));
    walk_next(&walk);
    assert_true(walk_previous_step(&walk));
    assert_int_equal(walk.at.substep, 0);
    assert_int_equal(walk.at.focus, entry_of("y"));
    assert_true(walk_previous_step(&walk));
    assert_int_equal(walk.ran.stages[walk.at.stage].step, 1);
    walk_go_to_end(&walk);
    assert_false(walk_next_step(&walk));
}

static void test_cells_and_matrices_are_selected_within_bounds(void **state)
{
    (void)state;
    walk_go_to_end(&walk);
    walk_previous_step(&walk);
    walk_go_to_step(&walk, 2);
    walk_next(&walk);
    assert_true(walk_move_cell(&walk, 1, 0));
    assert_true(walk_move_cell(&walk, 100, 100));
    assert_string_equal(selected(), "y[2,1]");
    assert_false(walk_move_cell(&walk, 1, 0));
    assert_true(walk_next_matrix(&walk, 1)); // on to the first operand: the first source
    assert_string_equal(selected(), "x[2,0]");
    assert_true(walk_next_matrix(&walk, 1));
    assert_string_equal(selected(), "w.T[0,1]");
    assert_true(walk_next_matrix(&walk, 1));
    assert_string_equal(selected(), "y[2,1]");
}

static void test_a_cell_of_the_equation_is_named_by_its_place_row_and_column(void **state)
{
    (void)state;
    Cell cell;
    walk_go_to_step(&walk, 2);
    walk_go_to_end(&walk);
    walk_go_to_source(&walk); // y = x @ w.T
    assert_true(walk_cell_at(&walk, 0, 2, 1, &cell) && walk_select(&walk, cell));
    assert_string_equal(selected(), "x[2,1]");
    assert_true(walk_cell_at(&walk, 1, 0, 1, &cell) && walk_select(&walk, cell));
    assert_string_equal(selected(), "w.T[0,1]");
    assert_true(walk_cell_at(&walk, 2, 1, 0, &cell) && walk_select(&walk, cell));
    assert_string_equal(selected(), "y[1,0]");
    assert_false(walk_cell_at(&walk, 3, 0, 0, &cell));
    assert_false(walk_cell_at(&walk, 2, 0, 2, &cell));
    assert_false(walk_cell_at(&walk, -1, 0, 0, &cell));
}

static void test_the_slice_of_an_operand_is_that_of_the_result_or_of_the_selection(void **state)
{
    (void)state;
    Cell cell;
    walk_close(&walk);
    open_text("## Heads\n\n```python\nimport torch\n"
              "q = torch.arange(12.).reshape(2, 2, 3)\nk = q.transpose(1, 2)\ns = q @ k\n```\n");
    walk_go_to_end(&walk);
    walk_select(&walk, (Cell){walk.at.focus, {{1, 0, 1}}});
    assert_true(walk_cell_at(&walk, 0, 1, 2, &cell));
    assert_true(cell_equal(cell, (Cell){entry_of("q"), {{1, 1, 2}}}));
    walk_select(&walk, (Cell){entry_of("q"), {{0, 1, 2}}});
    assert_true(walk_cell_at(&walk, 0, 0, 0, &cell));
    assert_true(cell_equal(cell, (Cell){entry_of("q"), {{0, 0, 0}}}));
    assert_true(walk_cell_at(&walk, 2, 0, 0, &cell));
    assert_true(cell_equal(cell, (Cell){walk.at.focus, {{1, 0, 0}}}));
}

static void test_sources_and_feeds_lead_to_other_operations_and_back(void **state)
{
    (void)state;
    walk_go_to_end(&walk);
    assert_string_equal(selected(), "z[1,0]");
    assert_true(walk_go_to_source(&walk));
    assert_string_equal(selected(), "y[1,0]");
    assert_int_equal(walk.at.focus, entry_of("y"));
    assert_true(walk_go_to_source(&walk));
    assert_string_equal(selected(), "x[1,0]");
    assert_false(walk_go_to_source(&walk)); // given
    assert_true(walk_jump_back(&walk));
    assert_true(walk_jump_forward(&walk));
    assert_string_equal(selected(), "x[1,0]");
    assert_false(walk_jump_forward(&walk));
    assert_true(walk_jump_back(&walk));
    assert_true(walk_jump_back(&walk));
    assert_string_equal(selected(), "z[1,0]");
    assert_false(walk_jump_back(&walk));
}

static void test_prose_and_output_come_from_the_run(void **state)
{
    (void)state;
    const Block *blocks = walk.lesson.steps[2].blocks;
    const Printed *printed = walk_printed(&walk, &blocks[0].code);
    assert_string_equal(printed->text, "tensor([[ 1.,  3.],\n        [ 3.,  7.],\n"
                                       "        [ 5., 11.]])\n");
    assert_int_equal(walk.ran.live_count, 1);
    assert_string_equal(walk.ran.live[0].text, "3");
}

static void test_live_values_read_as_in_a_sentence(void **state)
{
    (void)state;
    walk_close(&walk);
    open_text("# T\n\n## A\n\n```python\nimport torch\n"
              "x = torch.tensor([-1., 20.])\ny = torch.tensor([1.9366, 2.5])\n```\n\n"
              "`{python} 131072 ** 2 * 4 / 1024 ** 2`, `{python} 2 / 3`, `{python} 0.5`, "
              "`{python} 1e22`, `{python} 1e300 * 1e300`, `{python} x[1]`, `{python} x`, "
              "`{python} y`, `{python} y.double()`, `{python} x > 0`, `{python} x[:0]`, "
              "`{python} x[None]`, `{python} f'{4:.1f}'`, `{python} '0.123456'`, "
              "`{python} (1.0, 2)`.\n");
    static const char *const said[] = {"65536",
                                       "0.6667",
                                       "0.5",
                                       "1e+22",
                                       "inf",
                                       "20",
                                       "(-1, 20)",
                                       "(1.9366, 2.5000)",
                                       "(1.9366, 2.5000)",
                                       "(False, True)",
                                       "tensor([])",
                                       "tensor([[-1., 20.]])",
                                       "4.0",
                                       "0.123456",
                                       "(1.0, 2)"};
    assert_int_equal(walk.ran.live_count, sizeof said / sizeof *said);
    for (int i = 0; i < walk.ran.live_count; i++)
        assert_string_equal(walk.ran.live[i].text, said[i]);
}

static void test_a_program_that_fails_is_walked_up_to_there(void **state)
{
    (void)state;
    walk_close(&walk);
    open_text("# T\n\n## A\n\n```python\nimport torch\nx = torch.ones(2, 3)\ny = x @ x\n```\n");
    assert_true(walk.ran.error.set);
    assert_non_null(strstr(walk.ran.error.message, "2x3 and 2x3"));
    assert_int_equal(walk.ran.stage_count, 1);
    assert_int_equal(walk.at.focus, entry_of("x"));
}

#define WALK_TEST(test) cmocka_unit_test_setup_teardown(test, start, finish)

static const char CALLS[] = "# Calls\n\n```python\n"
                            "import torch\n"
                            "def twice(a):\n"
                            "    return a * 2\n"
                            "def inner(a):\n"
                            "    b = a + 1\n"
                            "    return b @ b\n"
                            "def outer(a):\n"
                            "    c = twice(a)\n"
                            "    d = inner(c)\n"
                            "    return d - 1\n"
                            "x = torch.eye(2)\n"
                            "y = outer(x)\n"
                            "z = y + y\n"
                            "```\n";

static void open_calls(void)
{
    walk_close(&walk);
    open_text(CALLS);
}

static void test_a_call_is_one_stage_with_what_goes_in_and_what_comes_out(void **state)
{
    (void)state;
    open_calls();
    assert_int_equal(walk.ran.stage_count, 3);
    walk_next_stage(&walk);
    assert_string_equal(walk_call(&walk)->function, "outer");
    const int *entries;
    assert_int_equal(walk_equation(&walk, &entries), 2);
    assert_int_equal(entries[0], entry_of("x"));
    assert_int_equal(entries[1], entry_of("y"));
    Cell first_inside = {.entry = walk_call(&walk)->first_entry};
    assert_false(walk_is_open(&walk, first_inside));
    walk_next(&walk);
    assert_true(walk_is_open(&walk, first_inside));
    assert_true(walk_is_open(&walk, (Cell){.entry = entry_of("y")}));
}

static void test_stepping_into_a_call_and_out_of_it(void **state)
{
    (void)state;
    open_calls();
    assert_false(walk_step_into(&walk));
    walk_next_stage(&walk);
    assert_true(walk_step_into(&walk));
    assert_int_equal(walk.ran.stage_count, 5); // x, a * 2, inner(c), d - 1, z
    assert_null(walk_call(&walk));
    assert_string_equal(walk_inside(&walk)->function, "outer");
    walk_next_stage(&walk);
    assert_true(walk_step_into(&walk));
    assert_string_equal(walk_inside(&walk)->function, "inner");
    assert_true(walk_step_out(&walk));
    assert_string_equal(walk_call(&walk)->function, "inner");
    assert_true(walk_step_out(&walk));
    assert_string_equal(walk_call(&walk)->function, "outer");
    assert_false(walk_step_out(&walk));
    assert_int_equal(walk.ran.stage_count, 3);
}

static void test_a_place_to_jump_back_to_survives_stepping_out(void **state)
{
    (void)state;
    open_calls();
    walk_next_stage(&walk);
    walk_step_into(&walk);
    walk_next_stage(&walk);
    walk_step_into(&walk);
    walk_next_stage(&walk);
    assert_true(walk_go_to_source(&walk));
    walk_step_out(&walk);
    assert_true(walk_jump_back(&walk));
    assert_string_equal(walk_call(&walk)->function, "inner");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WALK_TEST(test_each_operation_is_a_stage_and_moves_are_not),
        WALK_TEST(test_a_product_opens_term_by_term_then_row_then_all),
        WALK_TEST(test_back_undoes_next_everywhere),
        WALK_TEST(test_steps_are_gone_to_at_their_beginning),
        WALK_TEST(test_cells_and_matrices_are_selected_within_bounds),
        WALK_TEST(test_a_cell_of_the_equation_is_named_by_its_place_row_and_column),
        WALK_TEST(test_the_slice_of_an_operand_is_that_of_the_result_or_of_the_selection),
        WALK_TEST(test_sources_and_feeds_lead_to_other_operations_and_back),
        WALK_TEST(test_prose_and_output_come_from_the_run),
        WALK_TEST(test_live_values_read_as_in_a_sentence),
        WALK_TEST(test_a_program_that_fails_is_walked_up_to_there),
        WALK_TEST(test_a_call_is_one_stage_with_what_goes_in_and_what_comes_out),
        WALK_TEST(test_stepping_into_a_call_and_out_of_it),
        WALK_TEST(test_a_place_to_jump_back_to_survives_stepping_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
