// Switches and what follows from them; what a cell feeds and is made from, level by level.
#include "study/names/typed_name.h"
#include "support/opened.h"
#include "support/test.h"

#include "study/axes/row.h"
#include "walk/edits/whatif.h"
#include "walk/places/reach.h"

#include <math.h>
#include <string.h>

static const char LESSON[] = "# Small\n\nAn introduction.\n\n"
                             "## Weights\n\n"
                             "```python\n"
                             "#| switch: softmax down the columns, temperature\n"
                             "import torch\n"
                             "x = torch.tensor([[1., 2.], [3., 5.]])\n"
                             "scores = x @ x.T\n"
                             "scaled = scores / 2 ** 0.5\n"
                             "weights = torch.softmax(scaled, dim=-1)\n"
                             "outputs = weights @ x\n"
                             "assert outputs.shape == (2, 2)\n"
                             "```\n\n"
                             "## Words\n\nNothing is computed.\n\n"
                             "## Mask\n\n"
                             "```python\n"
                             "mask = torch.triu(torch.ones(2, 2, dtype=torch.bool), diagonal=1)\n"
                             "masked = scores.masked_fill(mask, float('-inf'))\n"
                             "causal = torch.softmax(masked, dim=-1)\n"
                             "```\n\n"
                             "## Heads\n\n"
                             "```python\n"
                             "s = torch.tensor([[5., 13.], [13., 34.]])\n"
                             "heads = []\n"
                             "for h in range(3):\n"
                             "    shares = torch.softmax(s * h, dim=-1)\n"
                             "    heads.append(shares)\n"
                             "all = torch.stack(heads)\n"
                             "```\n";

static Walk walk;
static Arena arena;
static WhatIf whatif;

static int start(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    bool ok = open_text_as(&walk, LESSON, ".md", &error);
    assert_true(ok);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    whatif_close(&whatif);
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}

static Cell cell(const char *name)
{
    Cell found;
    Error error = {.arena = &arena};
    assert_true(cell_parse(walk.trace, str_from(name), &found, &error));
    return found;
}

static void turn_to(const char *name)
{
    for (int i = 0; i < whatif.count; i++) {
        if (!str_is(str_from(name), whatif.switches[i].name)) continue;
        whatif_turn(&whatif, &walk, i - whatif.at);
        assert_true(whatif.is_on);
        return;
    }
    fail_msg("no switch %s", name);
}

static double switched(const char *name)
{
    Cell at = cell(name);
    return tensor_get(mistake_output(whatif.altered, at.entry), at.at);
}

static void assert_near(double value, double wanted)
{
    assert_true(fabs(value - wanted) < 1e-5);
}

// ---- switches -----------------------------------------------------------------------------------

static void test_what_the_lesson_offers_comes_first(void **state)
{
    (void)state;
    assert_true(whatif_open(&whatif, &walk, 0));
    assert_true(whatif.switches[0].is_offered && whatif.switches[1].is_offered);
    assert_false(whatif.switches[2].is_offered);
    assert_string_equal(whatif.switches[0].name, "temperature");
    const CodeBlock *code = &walk.lesson.steps[0].blocks[0].code;
    Error error = {.arena = &arena};
    assert_true(whatif_fits(&walk, code, STR("scale forgotten"), &error));
    assert_false(whatif_fits(&walk, code, STR("mask after softmax"), &error)); // of another block
}

static void test_a_step_without_operations_has_no_switches(void **state)
{
    (void)state;
    assert_false(whatif_open(&whatif, &walk, 1));
    assert_int_equal(whatif.count, 0);
}

static void test_the_chain_after_a_switch_is_computed_again(void **state)
{
    (void)state;
    assert_true(whatif_open(&whatif, &walk, 0));
    turn_to("scale forgotten"); // torch: softmax of [5, 13] and [13, 34]
    assert_near(switched("weights[0,0]"), 1 / (1 + exp(8)));
    assert_near(switched("outputs[0,0]"), 3 - 2 / (1 + exp(8)));
    assert_near(cell_value(walk.trace, cell("weights[0,0]")), 1 / (1 + exp(8 / sqrt(2))));
    turn_to("softmax down the columns");
    assert_near(switched("weights[0,0]"), 1 / (1 + exp(8 / sqrt(2))));
    assert_near(switched("weights[0,1]"), 1 / (1 + exp(21 / sqrt(2))));
    int *entries;
    assert_int_equal(whatif_entries(&whatif, &arena, &entries), 2); // weights and outputs
    int64_t cells;
    assert_int_equal(whatif_changed_cells(&whatif, entries[0], &cells), 2);
    assert_int_equal(cells, 4);
}

static void test_a_temperature_makes_shares_alike(void **state)
{
    (void)state;
    assert_true(whatif_open(&whatif, &walk, 0));
    turn_to("temperature");
    assert_near(switched("weights[0,0]"), 1 / (1 + exp(4 / sqrt(2)))); // at 2
    assert_true(whatif_warmer(&whatif, &walk, 1));
    assert_near(switched("weights[0,0]"), 1 / (1 + exp(2 / sqrt(2))));
    for (int i = 0; i < 4; i++) assert_true(whatif_warmer(&whatif, &walk, 1));
    assert_false(whatif_warmer(&whatif, &walk, 1));
    turn_to("scale forgotten");
    assert_false(whatif_warmer(&whatif, &walk, -1));
}

static void test_a_mask_after_the_softmax_leaves_rows_short_of_one(void **state)
{
    (void)state;
    assert_true(whatif_open(&whatif, &walk, 2));
    turn_to("mask after softmax");
    assert_near(switched("causal[0,0]"), 1 / (1 + exp(8)));
    assert_true(switched("causal[0,1]") == 0);
    int causal = cell("causal[0,0]").entry;
    Matrix matrix = matrix_of(mistake_output(whatif.altered, causal), causal, (Index){0});
    assert_true(isnan(row_entropy(&matrix, 0)));
}

static const char *label_now(int entry, int dim)
{
    DimLabels labels = whatif_labels(&whatif, entry, dim);
    return dim_position(&labels, 0, &arena);
}

static void test_what_was_not_transposed_keeps_its_axes(void **state)
{
    (void)state;
    static const char TURNED[] = "# T\n\n## S\n\n```python\n"
                                 "#| axes: q = q, d; k = k, d\n"
                                 "import torch\n"
                                 "q = torch.tensor([[1., 2.], [3., 5.]])\n"
                                 "k = torch.tensor([[2., 1.], [0., 4.]])\n"
                                 "scores = q @ k.T\n"
                                 "weights = torch.softmax(scores, dim=-1)\n"
                                 "```\n";
    Error error = {.arena = &arena};
    walk_close(&walk);
    assert_true(open_text_as(&walk, TURNED, ".md", &error));
    assert_true(whatif_open(&whatif, &walk, 0));
    turn_to("not transposed");
    int turned = whatif.switches[whatif.at].entry, *entries;
    assert_string_equal(label_at(walk.trace, turned, 0, 0, &arena), "d0");
    assert_string_equal(label_now(turned, 0), "k0");
    assert_string_equal(label_now(turned, 1), "d0");
    int count = whatif_entries(&whatif, &arena, &entries);
    assert_int_equal(count, 3); // k.T, scores, weights
    assert_string_equal(label_at(walk.trace, entries[2], 1, 0, &arena), "k0");
    assert_string_equal(label_now(entries[1], 0), "q0");
    assert_string_equal(label_now(entries[1], 1), "d0");
    assert_string_equal(label_now(entries[2], 1), "d0");
    turn_to("temperature");
    assert_string_equal(label_now(entries[2], 1), "k0");
}

static void test_code_that_runs_often_has_one_switch_for_all(void **state)
{
    (void)state;
    assert_true(whatif_open(&whatif, &walk, 3));
    int found = 0;
    for (int i = 0; i < whatif.count; i++)
        found += str_is(str_from(whatif.switches[i].name), "softmax down the columns");
    assert_int_equal(found, 1);
    turn_to("softmax down the columns");
    for (int h = 0; h < 3; h++) {
        Buf name = {.arena = &arena};
        buf_printf(&name, "all[%d,0,0]", h);
        assert_near(switched(buf_text(&name)), 1 / (1 + exp(8 * h))); // of 5 and 13
    }
    assert_near(switched("all[1,0,1]"), 1 / (1 + exp(21))); // of 13 and 34
    assert_near(switched("all[2,0,1]"), 1 / (1 + exp(42)));
}

static void test_entropy_is_that_of_a_row(void **state)
{
    (void)state;
    Matrix weights = matrix_through(walk.trace, cell("weights[0,0]").entry, (Index){0});
    double p = cell_value(walk.trace, cell("weights[0,0]"));
    assert_near(row_entropy(&weights, 0), -p * log2(p) - (1 - p) * log2(1 - p));
    Matrix causal = matrix_through(walk.trace, cell("causal[0,0]").entry, (Index){0});
    assert_true(row_entropy(&causal, 0) == 0);
    Matrix scores = matrix_through(walk.trace, cell("scores[0,0]").entry, (Index){0});
    assert_true(isnan(row_entropy(&scores, 0)));
}

// ---- dependents and sources --------------------------------------------------------------------

static const char *level_names(const Reach *reach)
{
    Buf names = {.arena = &arena};
    for (int i = 0; i < reach->count; i++) {
        const ReachGroup *group = &reach->groups[i];
        buf_printf(&names, "%d:%s*%d ", group->level,
                   entry_title(walk.trace, group->cells[0].entry, &arena), group->count);
    }
    return buf_text(&names);
}

static void test_feeds_go_on_to_the_outputs(void **state)
{
    (void)state;
    Reach reach;
    assert_true(reach_open(&reach, &walk, cell("scores[1,0]"), REACH_DEPENDENTS));
    assert_string_equal(level_names(&reach), "1:scaled*1 1:masked*1 ");
    while (reach_level(&reach, 1)) continue;
    assert_string_equal(level_names(&reach),
                        "1:scaled*1 1:masked*1 2:weights*2 2:causal*2 3:outputs*2 ");
    assert_int_equal(reach.most, 3);
    assert_true(reach_level(&reach, -1));
    assert_int_equal(reach.count, 4);
    reach_close(&reach);
    assert_false(reach_open(&reach, &walk, cell("outputs[0,1]"), REACH_DEPENDENTS));
    reach_close(&reach);
}

static void test_sources_go_down_to_the_inputs(void **state)
{
    (void)state;
    Reach reach;
    assert_true(reach_open(&reach, &walk, cell("outputs[0,1]"), REACH_SOURCES));
    while (reach_level(&reach, 1)) continue;
    assert_string_equal(level_names(&reach), "1:weights*2 1:x*2 2:scaled*2 3:scores*2 4:x*2 ");
    reach_close(&reach);
    assert_false(reach_open(&reach, &walk, cell("x[0,1]"), REACH_SOURCES));
    reach_close(&reach);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_the_lesson_offers_comes_first, start, finish),
        cmocka_unit_test_setup_teardown(test_a_step_without_operations_has_no_switches, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_the_chain_after_a_switch_is_computed_again, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_a_temperature_makes_shares_alike, start, finish),
        cmocka_unit_test_setup_teardown(test_a_mask_after_the_softmax_leaves_rows_short_of_one,
                                        start, finish),
        cmocka_unit_test_setup_teardown(test_what_was_not_transposed_keeps_its_axes, start, finish),
        cmocka_unit_test_setup_teardown(test_code_that_runs_often_has_one_switch_for_all, start,
                                        finish),
        cmocka_unit_test_setup_teardown(test_entropy_is_that_of_a_row, start, finish),
        cmocka_unit_test_setup_teardown(test_feeds_go_on_to_the_outputs, start, finish),
        cmocka_unit_test_setup_teardown(test_sources_go_down_to_the_inputs, start, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
