// Mistakes: what usual mistakes make of a cell. The numbers are PyTorch's for the mistaken program.
#include "study/names/typed_name.h"
#include "support/test.h"
#include "tensor/op.h"

#include "modules/modules.h"
#include "study/arithmetic/mistake.h"

#include <math.h>
#include <string.h>

static Arena arena;
static Run *run;

static const char PROGRAM[] = "import torch, math\n"
                              "from torch.nn.functional import linear\n"
                              "q = torch.tensor([[1., 0., 2.], [2., 2., 2.], [2., 1., 3.]])\n"
                              "k = torch.tensor([[0., 1., 1.], [4., 4., 0.], [2., 3., 1.]])\n"
                              "v = torch.tensor([[1., 2.], [3., 5.], [2., 7.]])\n"
                              "plain = q @ k.T\n"
                              "scores = q @ k.T / 2\n"
                              "timed = q @ k.T * 0.5\n"
                              "hidden = torch.triu(torch.ones(3, 3), diagonal=1).bool()\n"
                              "free = torch.softmax(scores, dim=-1)\n"
                              "masked = scores.masked_fill(hidden, float('-inf'))\n"
                              "weights = torch.softmax(masked, dim=-1)\n"
                              "out = weights @ v\n"
                              "mask = torch.zeros(3, 3).masked_fill(hidden, float('-inf'))\n"
                              "added = torch.softmax(scores + mask, dim=-1)\n"
                              "x = torch.tensor([[1., 2., 4.], [0., 3., 9.]])\n"
                              "biased, unbiased = x.var(-1, unbiased=False), x.var(-1)\n"
                              "spread, total, mean = x.std(-1), x.sum(-1), x.mean(-1)\n"
                              "w = torch.tensor([[1., 2., 0.], [0., 1., 1.], [3., 0., 1.]])\n"
                              "layer = linear(x, w, torch.tensor([1., 2., 3.]))\n"
                              "sine, cosine = torch.sin(x), torch.cos(x)\n"
                              "heads = torch.arange(12.).view(2, 3, 2).transpose(0, 1)\n"
                              "same = x @ x.T\n"
                              "outer = v[:, :1] @ k[:1]\n"
                              "upright = v[:, 0][:, None] * scores\n"
                              "asked = torch.einsum('id,jd->ij', q, w)\n"
                              "mixed = torch.einsum('ij,jd->id', free, v)\n"
                              "bent, curved = torch.relu(x - 3), torch.tanh(x)\n";

static int start(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    Source *source = NEW(&arena, Source);
    *source = (Source){.name = "t.py", .text = str_from(PROGRAM)};
    run = run_new(&(RunOptions){.out = &(Buf){.arena = &arena}});
    if (run_source(run, source, &error)) return 0;
    print_error("%s\n", error.message);
    return 1;
}

static int finish(void **state)
{
    (void)state;
    run_free(run);
    arena_free(&arena);
    return 0;
}

static Cell cell(const char *text)
{
    Cell found;
    Error error = {.arena = &arena};
    if (!cell_parse(run_trace(run), str_from(text), &found, &error)) fail_msg("%s", error.message);
    return found;
}

// The value that the mistake called `name` gives for the cell: the one nearest to it.
static const MistakeValue *value_of(const char *text, const char *name)
{
    MistakeValue *values;
    int count = mistake_values(run_trace(run), cell(text), 0, &arena, &values);
    for (int i = 0; i < count; i++) {
        if (values[i].mistake && strcmp(values[i].mistake->name, name) == 0) return &values[i];
    }
    return NULL;
}

static void test_mistakes_give_what_the_mistaken_program_gives(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *mistake;
        double value;
    } wanted[] = {
        {"scores[1,2]", "scale forgotten", 12},
        {"scores[1,2]", "not transposed", 2},
        {"scores[1,2]", "operands changed places", 6},
        {"free[2,1]", "softmax down the columns", 0.1189432367682457},
        {"free[2,1]", "without the exponential", 0.4615384638309479},
        {"weights[1,0]", "without the exponential", 0.2}, // 2 of 2 + 8: what is hidden has no share
        {"timed[1,2]", "multiplied by the square of the scale", 3},
        {"weights[1,0]", "mask with 0 in place of -inf", 0.0024717962369322777},
        {"weights[1,0]", "mask after softmax", 0.0021785213612020016},
        {"out[1,1]", "mask after softmax", 4.39874792098999},
        {"added[1,0]", "mask with 0 in place of -inf", 0.0021785213612020016},
        {"added[1,0]", "mask after softmax", 0.0021785213612020016},
        {"biased[0]", "divided by n - 1", 2.3333332538604736},
        {"unbiased[0]", "divided by n", 1.5555555820465088},
        {"spread[0]", "root forgotten", 2.3333332538604736},
        {"total[1]", "mean for sum", 4},
        {"mean[1]", "sum for mean", 12},
        {"layer[0,1]", "bias forgotten", 6},
        {"layer[0,1]", "weight not transposed", 6},
        {"sine[0,1]", "cosine for sine", -0.416146844625473},
        {"cosine[0,1]", "sine for cosine", 0.9092974066734314},
        {"upright[0,1]", "new axis forgotten", 6}, // v[1,0] * scores[0,1], which is 2
        {"heads[1,0,1]", "reshaped, not transposed", 5},
        {"asked[1,2]", "operands changed places", 4},   // w at q
        {"asked[0,2]", "second operand transposed", 2}, // q[0] with column 2 of w
        {"asked[0,2]", "first operand transposed", 5},  // column 0 of q with w[2]
        {"bent[0,0]", "relu forgotten", -2},
        {"curved[0,1]", "tanh forgotten", 2},
        {"mixed[0,0]", "first operand transposed", 0.1883237510919571},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const MistakeValue *found = value_of(wanted[i].cell, wanted[i].mistake);
        if (!found) fail_msg("%s: no mistake '%s'", wanted[i].cell, wanted[i].mistake);
        if (fabs(found->value - wanted[i].value) > 1e-6)
            fail_msg("%s, %s: %g, wanted %g", wanted[i].cell, wanted[i].mistake, found->value,
                     wanted[i].value);
    }
}

static void test_words_name_tensors_lines_and_operations(void **state)
{
    (void)state;
    assert_string_equal(value_of("plain[0,1]", "not transposed")->words,
                        "k was not transposed (you used column 1 of k; row 1 belongs there)");
    // also where the product is scaled before it is the cell
    assert_string_equal(value_of("scores[0,1]", "not transposed")->words,
                        "k was not transposed (you used column 1 of k; row 1 belongs there)");
    assert_string_equal(value_of("scores[0,1]", "operands changed places")->words,
                        "q and k changed places");
    assert_string_equal(value_of("scores[0,1]", "scale forgotten")->words,
                        "q @ k.T was not divided by 2");
    assert_string_equal(value_of("weights[1,0]", "mask after softmax")->words,
                        "the mask was applied after softmax, not before");
}

static void test_other_cells_of_the_tensor_come_last(void **state)
{
    (void)state;
    MistakeValue *values;
    int count = mistake_values(run_trace(run), cell("scores[1,2]"), 0, &arena, &values), first = 0;
    while (first < count && values[first].mistake) first++;
    assert_true(first > 0);
    assert_string_equal(values[first].words, "that is scores[2,1]: row and column changed places");
    assert_true(values[first].value == 6);
    for (int i = first; i < count; i++) assert_null(values[i].mistake);
    assert_true(values[count - 1].is_careless);
}

// What a number that somebody computed in his head would come from.
static const char *words_of(const char *text, double value)
{
    MistakeValue *values;
    int count = mistake_values(run_trace(run), cell(text), 0, &arena, &values);
    for (int i = 0; i < count; i++) {
        if (!values[i].mistake && values[i].value == value) return values[i].words;
    }
    return NULL;
}

static void test_careless_mistakes_are_found_too(void **state)
{
    (void)state;
    // plain[1,2] is 2*2 + 2*3 + 2*1
    assert_string_equal(words_of("plain[1,2]", 4),
                        "that is plain[0,2], of row 0; the question is about "
                        "row 1");
    assert_string_equal(words_of("plain[1,2]", 16),
                        "that is plain[1,1], of column 1; the question is about "
                        "column 2");
    assert_string_equal(words_of("plain[1,2]", 8), "2*2 was left out");
    assert_string_equal(words_of("plain[1,2]", 6), "2*3 was left out");
    assert_string_equal(words_of("plain[0,1]", 11),
                        "the numbers were added, not multiplied in pairs");
    assert_string_equal(words_of("heads[1,0,1]", 1),
                        "that is heads[0,0,1], of matrix 0; the question is about "
                        "matrix 1");
}

static void test_in_x_times_itself_nothing_changes_places(void **state)
{
    (void)state;
    assert_null(value_of("same[0,1]", "operands changed places"));
    assert_null(value_of("same[0,1]", "not transposed")); // (2, 3) @ (2, 3) does not fit
}

static void test_a_column_times_a_row_is_cell_by_cell(void **state)
{
    (void)state;
    assert_null(value_of("outer[1,2]", "cell by cell"));
    assert_non_null(value_of("plain[1,2]", "cell by cell"));
}

static void test_mistakes_before_the_first_entry_are_not_made(void **state)
{
    (void)state;
    MistakeValue *values;
    Cell weights = cell("weights[1,0]");
    int count = mistake_values(run_trace(run), weights, weights.entry, &arena, &values);
    for (int i = 0; i < count; i++) assert_int_equal(values[i].entry, weights.entry);
}

// What a switch needs: all that follows, with the trace as it was.
static void test_a_mistake_alters_everything_that_follows(void **state)
{
    (void)state;
    const Trace *trace = run_trace(run);
    Cell masked = cell("masked[0,1]"), weights = cell("weights[1,0]"), out = cell("out[1,1]");
    const Mistake *mistake = mistakes_of(trace->entries[masked.entry].call.op);
    Alteration alteration = {0};
    assert_true(mistake_make(&alteration, trace, mistake, masked.entry, trace->entry_count - 1));
    assert_true(tensor_get(mistake_output(&alteration, masked.entry), masked.at) == 0);
    assert_true(isinf(cell_value(trace, masked)));
    double changed = tensor_get(mistake_output(&alteration, weights.entry), weights.at);
    assert_true(fabs(changed - 0.0024717962) < 1e-8);
    assert_true(mistake_output(&alteration, out.entry) != trace->entries[out.entry].call.output);
    int free_entry = cell("free[0,0]").entry; // does not depend on the mask
    assert_ptr_equal(mistake_output(&alteration, free_entry),
                     trace->entries[free_entry].call.output);
    mistake_undo(&alteration);
}

static void test_each_mistake_can_be_made_and_says_what_was_done(void **state)
{
    (void)state;
    for (int i = 0; i < op_count; i++) {
        for (const Mistake *mistake = mistakes_of(ops[i]); mistake;
             mistake = mistake_after(mistake)) {
            assert_non_null(mistake->made);
            assert_true(mistake->words && *mistake->words);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes_give_what_the_mistaken_program_gives),
        cmocka_unit_test(test_words_name_tensors_lines_and_operations),
        cmocka_unit_test(test_other_cells_of_the_tensor_come_last),
        cmocka_unit_test(test_careless_mistakes_are_found_too),
        cmocka_unit_test(test_in_x_times_itself_nothing_changes_places),
        cmocka_unit_test(test_a_column_times_a_row_is_cell_by_cell),
        cmocka_unit_test(test_mistakes_before_the_first_entry_are_not_made),
        cmocka_unit_test(test_a_mistake_alters_everything_that_follows),
        cmocka_unit_test(test_each_mistake_can_be_made_and_says_what_was_done),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
