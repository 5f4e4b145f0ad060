// What a training loop of many steps needs.
#include "support/program.h"
#include "support/test.h"

#include "base/arena.h"

#include <sys/resource.h>

static long most_kilobytes(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static void train(const char *steps)
{
    static const char loop[] = "for step in range(%s):\n"
                               "    Q, K, V = x @ W_Q, x @ W_K, x @ W_V\n"
                               "    weights = torch.softmax(Q @ K.T / 4 ** 0.5, dim=-1)\n"
                               "    loss = ((weights @ V - x.flip(0)) ** 2).mean()\n"
                               "    optimizer.zero_grad()\n"
                               "    loss.backward()\n"
                               "    optimizer.step()\n"
                               "    losses.append(loss.item())\n";
    assert_string_equal(running(arena_printf(&arena, loop, steps)), "");
}

static void test_ten_thousand_steps_need_no_more_memory_than_a_thousand(void **state)
{
    (void)state;
    bool has_quarantine = ARENA_BLOCK_BYTES == 0; // the sanitizer's, of what was freed
    program_open((RunOptions){.is_unrecorded = true});
    assert_string_equal(running("import torch\n"
                                "torch.manual_seed(0)\n"
                                "x = torch.randn(6, 4)\n"
                                "make = lambda: torch.nn.Parameter(torch.randn(4, 4) * 0.5)\n"
                                "W_Q, W_K, W_V = make(), make(), make()\n"
                                "optimizer = torch.optim.Adam([W_Q, W_K, W_V], lr=0.05)\n"
                                "losses = []\n"),
                        "");
    train("1000");
    long before = most_kilobytes();
    train(has_quarantine ? "10" : "9000");
    if (!has_quarantine) assert_in_range(most_kilobytes() - before, 0, 1024);
    assert_string_equal(running("assert losses[-1] < 0.2 < losses[0]\n"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_ten_thousand_steps_need_no_more_memory_than_a_thousand,
                                  program_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
