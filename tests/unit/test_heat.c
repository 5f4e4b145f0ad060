// Which matrices hold shares, as the trace tells, and on which scale numbers are.
#include "support/program.h"
#include "support/test.h"

#include "study/axes/heat.h"

#include <string.h>

static int begin(void **state)
{
    (void)state;
    program_open((RunOptions){.collections = INT64_MAX});
    return 0;
}

// Does the newest tensor of the name hold shares?
static bool holds_shares(const char *name)
{
    const Trace *trace = run_trace(program);
    for (int i = trace->entry_count - 1; i >= 0; i--) {
        const Entry *entry = &trace->entries[i];
        if (!entry->name || strcmp(entry->name, name) != 0) continue;
        Matrix matrix = matrix_through(trace, i, (Index){0});
        return matrix_holds_shares(trace, &matrix);
    }
    fail_msg("nothing is called %s", name);
    return false;
}

static void computed_rows_that_sum_to_one_are_shares(void **state)
{
    (void)state;
    assert_string_equal(
        running("import torch\n"
                "numbers = torch.tensor([[1., 2., 3.], [0., 4., 1.]])\n"
                "shares = torch.softmax(numbers, dim=-1)\n"
                "by_hand = torch.exp(numbers) / torch.exp(numbers).sum(-1, keepdim=True)\n"
                "even = torch.tril(torch.ones(3, 3))\n"
                "average = even / even.sum(1, keepdim=True)\n"
                "row = shares[0]\n"
                "upright = shares.T\n"
                "logs = torch.log_softmax(numbers, dim=-1)\n"
                "down = torch.softmax(numbers, dim=0)\n"
                "doubled = shares * 2\n"),
        "");
    assert_true(holds_shares("shares") && holds_shares("by_hand") && holds_shares("average"));
    assert_true(holds_shares("row") && holds_shares("upright"));
    assert_false(holds_shares("numbers") || holds_shares("logs"));
    assert_false(holds_shares("down") || holds_shares("doubled"));
}

static void given_numbers_and_single_ones_are_no_shares(void **state)
{
    (void)state;
    assert_string_equal(running("import torch\n"
                                "weights = torch.tensor([[0.25, 0.75], [0.5, 0.5]])\n"
                                "unit = torch.eye(3) * torch.ones(3, 3)\n"
                                "ones = torch.softmax(torch.rand(3, 1), dim=-1)\n"),
                        "");
    assert_false(holds_shares("weights") || holds_shares("unit") || holds_shares("ones"));
}

static void shares_go_from_zero_to_one_and_others_to_their_ends(void **state)
{
    (void)state;
    HeatScale shares = heat_scale(true, 0.1, 0.4), others = heat_scale(false, 2, 7);
    assert_true(shares.low == 0 && shares.high == 1);
    assert_true(others.low == 2 && others.high == 7);
}

static void a_picture_of_small_shares_ends_at_a_round_number(void **state)
{
    (void)state;
    static const double ENDS[][2] = {{1, 1},       {0.51, 1},     {0.5, 0.5}, {0.26, 0.3},
                                     {0.15, 0.15}, {0.041, 0.05}, {0, 1}};
    assert_float_equal(heat_end_of_shares(0.1, 0.25), 0.5, 1e-9); // all alike: half the colours
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        HeatScale scale = heat_scale_of_picture(true, 0, ENDS[i][0]);
        assert_true(scale.low == 0);
        assert_float_equal(scale.high, ENDS[i][1], 1e-9);
    }
    HeatScale others = heat_scale_of_picture(false, 2, 7);
    assert_true(others.low == 0 && others.high == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(computed_rows_that_sum_to_one_are_shares, begin,
                                        program_close),
        cmocka_unit_test_setup_teardown(given_numbers_and_single_ones_are_no_shares, begin,
                                        program_close),
        cmocka_unit_test(shares_go_from_zero_to_one_and_others_to_their_ends),
        cmocka_unit_test(a_picture_of_small_shares_ends_at_a_round_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
