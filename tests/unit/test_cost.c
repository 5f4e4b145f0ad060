// Costs counted by hand, for what does not follow from the sources of single cells: work that cells
// share, and arguments that change the arithmetic.
#include "support/test.h"

#include "modules/modules.h"
#include "trace/explain/costs.h"

#include <string.h>

// The cost of what the last line of `program` assigns to y, as "m a e o".
static void assert_cost(const char *program, const char *expected)
{
    Arena arena = {0};
    Buf printed = {.arena = &arena}, text = {.arena = &arena};
    Error error = {.arena = &arena};
    Run *run = run_new(&(RunOptions){.out = &printed});
    const char *whole =
        arena_printf(&arena, "import torch\nimport torch.nn.functional as F\n%s\n", program);
    Source source = {.name = "test", .text = str_from(whole)};
    bool ok = run_source(run, &source, &error);
    if (!ok) fail_msg("%s", error.message);
    const Trace *trace = run_trace(run);
    int binding = trace_find(trace, STR("y"), -1);
    assert_true(binding >= 0);
    Cost cost = trace_cost_of_making(trace, trace->bindings[binding].entry);
    for (int i = 0; i < COST_KINDS; i++)
        buf_printf(&text, i ? " %lld" : "%lld", (long long)cost.count[i]);
    if (strcmp(buf_text(&text), expected) != 0)
        fail_msg("%s\ncosts %s, and should cost %s", program, buf_text(&text), expected);
    run_free(run);
    arena_free(&arena);
}

static void test_products(void **state)
{
    (void)state;
    assert_cost("y = torch.ones(5, 3) @ torch.ones(3, 4)", "60 40 0 0 80");
    assert_cost("y = torch.ones(2, 5, 3) @ torch.ones(3, 4)", "120 80 0 0 160");
    assert_cost("y = F.linear(torch.ones(5, 3), torch.ones(4, 3), torch.ones(4))", "60 60 0 0 80");
    assert_cost("a = torch.ones(2, 2)\ny = torch.addmm(a, a, a, beta=0.5, alpha=2)", "16 8 0 0 16");
    assert_cost("a = torch.ones(2, 2)\ny = torch.addmm(a, a, a, beta=0)", "8 4 0 0 16");
    assert_cost("a = torch.ones(2, 3)\ny = torch.einsum('ij,kj,ij->ik', a, a, a)", "24 8 0 0 16");
    assert_cost("y = torch.ones(2, 0) @ torch.ones(0, 3)", "0 0 0 0 24");
}

static void test_powers(void **state)
{
    (void)state;
    assert_cost("y = torch.ones(6) ** 2", "6 0 0 0 24");
    assert_cost("y = torch.ones(6) ** 3", "12 0 0 0 24");
    assert_cost("y = torch.ones(6) ** -1", "6 0 0 0 24");
    assert_cost("y = torch.ones(6) ** 0.5", "0 0 0 6 24");
    assert_cost("y = torch.ones(6) ** 1.7", "0 0 6 0 24");
    assert_cost("y = 2 ** torch.ones(6)", "0 0 6 0 24");
}

static void test_lines(void **state)
{
    (void)state;
    assert_cost("y = torch.softmax(torch.ones(4, 5), -1)", "20 36 20 16 80");
    assert_cost("y = torch.softmax(torch.ones(4, 5), 0)", "20 35 20 15 80");
    assert_cost("y = torch.cumsum(torch.ones(4, 5), -1)", "0 16 0 0 80");
    assert_cost("y = torch.cumprod(torch.ones(4, 5), -1)", "16 0 0 0 80");
    // Of each row: a mean (4 a, 1 m), a variance (5 a, 5 m, 4 a, 1 m), a root of it plus eps (1 a,
    // 1 o), and for each cell a division, a factor, a summand.
    assert_cost("y = F.layer_norm(torch.ones(2, 5), (5,), torch.ones(5), torch.ones(5))",
                "34 38 0 2 40");
    assert_cost("y = F.layer_norm(torch.ones(2, 5), (5,))", "24 28 0 2 40");
}

static void test_reductions(void **state)
{
    (void)state;
    assert_cost("y = torch.norm(torch.ones(2, 5), dim=1)", "10 8 0 2 8");
    assert_cost("y = torch.norm(torch.ones(2, 5), p=1, dim=1)", "0 8 0 10 8");
    assert_cost("y = torch.norm(torch.ones(2, 5), p=float('inf'), dim=1)", "0 0 0 18 8");
    assert_cost("y = torch.norm(torch.ones(2, 5), p=3, dim=1)", "0 8 12 0 8");
    assert_cost("y = F.cosine_similarity(torch.ones(2, 5), torch.ones(2, 5))", "34 24 0 4 8");
    assert_cost("y = F.nll_loss(torch.ones(3, 5), torch.tensor([0, 1, 2]))", "1 2 0 1 4");
    assert_cost("y = torch.max(torch.ones(2, 5), dim=1).values", "0 0 0 8 8");
}

static void test_arguments(void **state)
{
    (void)state;
    assert_cost("y = torch.add(torch.ones(6), torch.ones(6), alpha=2)", "6 6 0 0 24");
    assert_cost("y = torch.div(torch.ones(6), 2, rounding_mode='floor')", "6 0 0 6 24");
    assert_cost("y = F.gelu(torch.ones(6), approximate='tanh')", "36 12 6 0 24");
}

static void test_what_only_moves(void **state)
{
    (void)state;
    assert_cost("y = torch.ones(4, 5).T", "0 0 0 0 0");
    assert_cost("y = torch.ones(4, 5).T.contiguous()", "0 0 0 0 80");
    assert_cost("y = torch.ones(4, 5)\ny[0] = 3", "0 0 0 0 20");
    assert_cost("y = torch.ones(4, dtype=torch.float64)", "0 0 0 0 32");
    assert_cost("y = torch.ones(4).masked_fill(torch.ones(4) > 0, 1)", "0 0 0 0 16");
}

static void test_a_call_counts_as_a_whole(void **state)
{
    (void)state;
    assert_cost("def f(a):\n    b = a @ a\n    return b + a\ny = f(torch.ones(2, 2))",
                "8 8 0 0 32");
}

static void test_counts_saturate(void **state)
{
    (void)state;
    Cost cost = {{0}};
    cost_add(&cost, COST_ADDITIONS, INT64_MAX / 2, 3);
    assert_int_equal(cost.count[COST_ADDITIONS], INT64_MAX);
    cost_add(&cost, COST_ADDITIONS, 1, 1);
    assert_int_equal(cost.count[COST_ADDITIONS], INT64_MAX);
}

static void test_numbers_are_grouped(void **state)
{
    (void)state;
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {{0, "0"}, {999, "999"}, {1000, "1,000"}, {1002003, "1,002,003"}};
    Arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Buf text = {.arena = &arena};
        cost_write(&text, cases[i].number);
        assert_string_equal(buf_text(&text), cases[i].text);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_what_only_moves),
        cmocka_unit_test(test_a_call_counts_as_a_whole),
        cmocka_unit_test(test_counts_saturate),
        cmocka_unit_test(test_numbers_are_grouped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
