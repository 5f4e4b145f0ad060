// The chain rule from two sides: a gradient's cell is what its own operation says, and what the
// cell that it belongs to feeds, each with its slope. Names of gradients; slopes that two runs
// find.
#include "study/names/typed_name.h"
#include "support/opened.h"
#include "support/test.h"

#include "study/arithmetic/chain.h"
#include "study/axes/role.h"
#include "walk/runs/slope.h"

#include <math.h>
#include <string.h>

static Walk walk;
static Arena arena;

static void open_program(const char *text)
{
    Error error = {.arena = &arena};
    bool ok = open_text_as(&walk, text, ".py", &error);
    assert_true(ok);
    if (walk.ran.error.set) fail_msg("%s", walk.ran.error.message);
}

static int finish(void **state)
{
    (void)state;
    walk_close(&walk);
    arena_free(&arena);
    walk = (Walk){0};
    return 0;
}

static Cell cell(const char *name)
{
    Cell found = {0};
    Error error = {.arena = &arena};
    if (!cell_parse(walk.trace, str_from(name), &found, &error)) fail_msg("%s", error.message);
    return found;
}

static const char *printed(const char *name)
{
    Buf out = {.arena = &arena};
    chain_print(walk.trace, (Sight){0}, cell(name), 4, &out);
    return buf_text(&out);
}

// Of each gradient in the trace, each cell. Returns how many had terms.
static int check_all(void)
{
    int checked = 0;
    for (int e = 0; e < walk.trace->entry_count; e++) {
        const Gradient *gradient = gradient_at(walk.trace, e);
        if (!gradient || gradient->kind != GRADIENT_WHOLE) continue;
        const Shape *shape = &walk.trace->entries[e].call.output->shape;
        Index at = {0};
        do {
            ChainRule rule;
            assert_true(chain_rule(walk.trace, (Cell){gradient->of, at}, gradient->pass, false,
                                   &arena, &rule));
            assert_true(rule.gradient.entry == e);
            if (rule.count && !rule.adds_up)
                fail_msg("%s does not add up", cell_name(walk.trace, rule.gradient, &arena));
            checked += rule.count > 0;
        } while (index_next(shape, &at));
    }
    return checked;
}

#define ATTENTION                                                                                  \
    "import torch\n"                                                                               \
    "x = torch.tensor([[1., 0., 1., 0.], [0., 2., 0., 2.], [1., 1., 1., 1.]])\n"                   \
    "W_Q = torch.tensor([[1., 0., 1.], [1., 0., 0.], [0., 0., 1.], [0., 1., 1.]])\n"               \
    "W_K = torch.tensor([[0., 0., 1.], [1., 1., 0.], [0., 1., 0.], [1., 1., 0.]])\n"               \
    "W_Q.requires_grad_()\n"                                                                       \
    "W_K.requires_grad_()\n"                                                                       \
    "Q = x @ W_Q\n"                                                                                \
    "K = x @ W_K\n"                                                                                \
    "scores = Q @ K.T\n"                                                                           \
    "weights = torch.softmax(scores / 3 ** 0.5, dim=-1)\n"                                         \
    "y = weights @ x\n"                                                                            \
    "loss = ((y - x) ** 2).mean()\n"                                                               \
    "loss.backward()\n"

static void test_each_gradient_of_attention_is_what_its_cell_feeds(void **state)
{
    (void)state;
    open_program(ATTENTION);
    // W_Q, W_K, Q, K, K.T, scores, scaled, weights, y, y - x, its square
    assert_int_equal(check_all(), 12 + 12 + 9 + 9 + 9 + 9 + 9 + 9 + 12 + 12 + 12);
    assert_string_equal(
        printed("d W_Q[0,2]"),
        "by what W_Q[0,2] feeds: d Q[0,2]*x[0,0] + d Q[1,2]*x[1,0] + d Q[2,2]*x[2,0]\n"
        "    = -0.09625*1 + 0.00294*0 + (-0.05432)*1 = -0.1506\n");
    assert_string_equal(printed("d K[1,0]"),
                        "by what K[1,0] feeds: d scores[0,1]*Q[0,0] + d scores[1,1]*Q[1,0] + "
                        "d scores[2,1]*Q[2,0]\n"
                        "    = 0.0962*1 + (-0.0029)*2 + 0.0543*2 = 0.199\n");
}

static void test_a_gradient_that_comes_from_many_kinds_of_operations_adds_up(void **state)
{
    (void)state;
    open_program("import torch\n"
                 "from torch.nn import functional as F\n"
                 "torch.manual_seed(0)\n"
                 "a = torch.randn(3, 4, requires_grad=True)\n"
                 "b = torch.randn(4, requires_grad=True)\n"
                 "c = torch.exp(a) * b + a * a\n"
                 "n = F.layer_norm(c, (4,), b)\n"
                 "r = torch.relu(n[:, 1:]) + torch.tanh(n[:, :3]).cumsum(1)\n"
                 "m = r.masked_fill(r > 2, 0.0).max(dim=1).values\n"
                 "s = torch.log_softmax(torch.cat([r, n], dim=1), dim=0)\n"
                 "t = F.gelu(s.transpose(0, 1)).reshape(3, 7)\n"
                 "v = torch.stack([t.sum(1), m * b.mean()]).var(dim=1)\n"
                 "loss = v.sum() + F.mse_loss(c, torch.zeros(3, 4)) + a[1, 2] ** 3\n"
                 "loss.backward()\n");
    assert_true(check_all() > 150);
}

static void test_a_tensor_that_is_used_twice_has_a_gradient_of_two_parts(void **state)
{
    (void)state;
    open_program("import torch\n"
                 "w = torch.tensor([0.5, -1.0], requires_grad=True)\n"
                 "a = w * 3\n"
                 "b = w.exp()\n"
                 "loss = (a + b).sum()\n"
                 "loss.backward()\n"
                 "(w * w).sum().backward()\n");
    check_all();
    assert_true(fabs(cell_value(walk.trace, cell("d w through a[0]")) - 3) < 1e-6);
    assert_true(fabs(cell_value(walk.trace, cell("d w through b[0]")) - exp(0.5)) < 1e-6);
    assert_true(fabs(cell_value(walk.trace, cell("d w (line 6)[0]")) - 3 - exp(0.5)) < 1e-6);
    assert_true(fabs(cell_value(walk.trace, cell("d w[1]")) + 2) < 1e-6);
    assert_true(fabs(cell_value(walk.trace, cell("w.grad[0]")) - 4 - exp(0.5)) < 1e-6);
}

static void test_a_gradient_has_the_name_and_the_role_of_what_it_is_the_gradient_of(void **state)
{
    (void)state;
    open_program(ATTENTION);
    assert_int_equal(role_of(walk.trace, cell("d scores[0,1]").entry), ROLE_SCORE);
    assert_int_equal(cell("scores.grad[0,1]").entry, cell("d scores[0,1]").entry);
    assert_int_equal(cell("W_Q.grad[0,1]").entry, cell("d W_Q").entry);
    assert_true(cell("d (scores / 3 ** 0.5)[0,1]").entry < cell("d scores").entry);
    Error error = {.arena = &arena};
    Cell none;
    assert_false(cell_parse(walk.trace, STR("d x[0,0]"), &none, &error));
    assert_string_equal(error.message, "x has no gradient");
}

static void test_two_runs_find_the_slope_that_the_gradient_says(void **state)
{
    (void)state;
    static const char *const CELLS[] = {"W_Q[0,2]", "d W_K[1,1]", "scores[0,1]", "d y[2,3]",
                                        "weights[1,1]"};
    open_program(ATTENTION);
    for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++) {
        MeasuredSlope measured;
        Error error = {.arena = &arena};
        assert_true(slope_measure(&walk, cell(CELLS[i]), SLOPE_STEP, &measured, &error));
        assert_true(fabs(measured.slope - measured.gradient) < 1e-3);
        assert_true(measured.loss_low != measured.loss_high);
    }
    MeasuredSlope measured;
    Error error = {.arena = &arena};
    assert_false(slope_measure(&walk, cell("x[0,0]"), SLOPE_STEP, &measured, &error));
    assert_string_equal(error.message, "no gradient of x[0,0] is known");
}

static void test_at_a_corner_what_came_stands_for_the_slope(void **state)
{
    (void)state;
    open_program("import torch\n"
                 "x = torch.tensor([0.0, 1.0, -1.0], requires_grad=True)\n"
                 "y = torch.relu(x)\n"
                 "(y * 3).sum().backward()\n");
    check_all();
    assert_string_equal(printed("d x[1]"), "by what x[1] feeds: d y[1]\n    = 3\n");
    assert_string_equal(printed("d x[0]"), ""); // no slope there, and nothing else to say
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_each_gradient_of_attention_is_what_its_cell_feeds, finish),
        cmocka_unit_test_teardown(test_a_gradient_that_comes_from_many_kinds_of_operations_adds_up,
                                  finish),
        cmocka_unit_test_teardown(test_a_tensor_that_is_used_twice_has_a_gradient_of_two_parts,
                                  finish),
        cmocka_unit_test_teardown(
            test_a_gradient_has_the_name_and_the_role_of_what_it_is_the_gradient_of, finish),
        cmocka_unit_test_teardown(test_two_runs_find_the_slope_that_the_gradient_says, finish),
        cmocka_unit_test_teardown(test_at_a_corner_what_came_stands_for_the_slope, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
