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

static const char PREPARED[] = "import torch\n"
                               "torch.manual_seed(0)\n"
                               "x = torch.randn(6, 4)\n"
                               "make = lambda: torch.nn.Parameter(torch.randn(4, 4) * 0.5)\n"
                               "W_Q, W_K, W_V = make(), make(), make()\n"
                               "optimizer = torch.optim.Adam([W_Q, W_K, W_V], lr=0.05)\n"
                               "losses = []\n";

enum { HAS_QUARANTINE = ARENA_BLOCK_BYTES == 0 }; // the sanitizer's, of what was freed

static void test_ten_thousand_steps_need_no_more_memory_than_a_thousand(void **state)
{
    (void)state;
    program_open((RunOptions){.is_unrecorded = true});
    assert_string_equal(running(PREPARED), "");
    train("1000");
    long before = most_kilobytes();
    train(HAS_QUARANTINE ? "10" : "9000");
    if (!HAS_QUARANTINE) assert_in_range(most_kilobytes() - before, 0, 1024);
    assert_string_equal(running("assert losses[-1] < 0.2 < losses[0]\n"), "");
}

// In one run after another, as a walk makes them.
static void test_nor_do_they_where_they_can_be_walked_through(void **state)
{
    program_open((RunOptions){0});
    assert_string_equal(running(PREPARED), "");
    train("1000");
    int entries = run_trace(program)->entry_count;
    long before = most_kilobytes();
    program_close(state);
    program_open((RunOptions){0});
    assert_string_equal(running(PREPARED), "");
    train(HAS_QUARANTINE ? "100" : "10000");
    assert_int_equal(run_trace(program)->entry_count, entries);
    if (!HAS_QUARANTINE) assert_in_range(most_kilobytes() - before, 0, 1024);
}

// A sentence after another is put into a table, as data are made ready.
static void test_what_is_written_to_a_part_is_written_in_place(void **state)
{
    (void)state;
    program_open((RunOptions){.is_unrecorded = true});
    assert_string_equal(running("import torch\n"
                                "table = torch.zeros(1000, 1000)\n"
                                "rows = torch.tensor([3, 5])\n"),
                        "");
    size_t before = run_trace(program)->heap.made;
    assert_string_equal(running("for i in range(100):\n"
                                "    table[i, :2] = torch.tensor([1.0, 2.0])\n"
                                "    table[rows] = torch.ones(2, 1000) * i\n"
                                "    table[1:] = table[:-1].clone()\n"
                                "assert table.sum() == 5147005.0 and table[99, 0] == 6.0\n"),
                        "");
    assert_true(run_trace(program)->heap.made - before < (size_t)102 * 1000 * 1000 * 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_ten_thousand_steps_need_no_more_memory_than_a_thousand,
                                  program_close),
        cmocka_unit_test_teardown(test_what_is_written_to_a_part_is_written_in_place,
                                  program_close),
        cmocka_unit_test_teardown(test_nor_do_they_where_they_can_be_walked_through, program_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
