// The step limit weighs long work that is done in one expression: searches, copies, products.
#include "support/program.h"
#include "support/test.h"

#include "lang/interp.h"

#include <string.h>
#include <time.h>

static int open_run(void **state)
{
    (void)state;
    program_open((RunOptions){.memory_limit = 256 << 20});
    return 0;
}

// What a piece takes, in steps.
static int64_t steps_of(const char *text)
{
    int64_t before = program->work.steps;
    assert_string_equal(running(text), "");
    return program->work.steps - before;
}

static void test_long_work_in_one_expression_takes_steps(void **state)
{
    (void)state;
    static const struct {
        const char *before, *work;
        int64_t least, most;
    } rows[] = {
        {"t = 'a' * 100000; p = 'a' * 50000 + 'b'", "t.find(p)", 10000, 100000},
        {"t = 'a' * 100000", "'b' in t", 5000, 50000},
        {"t = 'a' * 100000", "t.count('a')", 10000, 100000},
        {"t = 'a' * 100000", "t.replace('a', 'b')", 10000, 100000},
        {"t = 'a ' * 100000", "t.split()", 100000, 1000000},
        {"t = 'a' * 100000", "t.upper()", 10000, 200000},
        {"t = 'a' * 100000; u = 'a' * 99999 + 'b'", "t == u", 500, 5000},
        {"t = 'a' * 100000", "t.startswith('b')", 0, 50}, // what is not looked at costs nothing
        {"t = 'a' * 100000", "t[50000]", 0, 50},
        {"t = '\u00e9' * 100000; len(t); t[5]", "t[50000]", 0, 50},
        {"l = [0] * 100000", "l.insert(0, 1)", 5000, 100000},
        {"l = [0] * 100000", "l.pop()", 0, 50},
        {"l = [0] * 100000", "l.pop(0)", 0, 50},
        {"l = [0] * 100000", "del l[:1]", 0, 50},
        {"l = [0] * 100000", "l + l", 5000, 100000},
        {"l = [0] * 100000", "l[:]", 5000, 50000},
        {"l = [0] * 100000", "sorted(l)", 100000, 5000000},
        {"", "[0] * 100000", 5000, 50000},
        {"", "'ab' * 100000", 500, 5000},
        {"", "f'{1:100000}'", 10000, 100000},
        {"t = 'a' * 100000", "t.isprintable(), t.isalnum()", 20000, 200000},
        {"t = 'a' * 100000", "t.ljust(200000)", 10000, 100000},
        {"t = 'a' * 100000", "t.expandtabs()", 5000, 100000},
        {"t = 'a' * 100000", "print(t)", 1000, 20000},
        {"l = [k * 1.37 for k in range(1000)]", "repr(l)", 10000, 100000},
        {"l = [0] * 100000", "repr(l)", 200000, 1000000},
        {"import re; t = 'a' * 100000", "re.search('b', t)", 1000, 100000},
        {"t = 'a' * 1000 + 'b'", "re.search('a*c|b', t)", 10000, 1000000},
        {"import torch; x = torch.rand(100, 100)", "x.tolist()", 10000, 200000},
        {"", "x.equal(x)", 10000, 100000},
        {"", "torch.allclose(x, x)", 20000, 200000},
        {"", "torch.tensor(x.tolist())", 40000, 400000},
        {"", "str(x.numpy())", 10000, 100000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        steps_of(rows[i].before);
        steps_of("pass"); // what has been allocated is counted when the next statement begins
        int64_t taken = steps_of(rows[i].work);
        if (taken < rows[i].least || taken > rows[i].most)
            fail_msg("%s: %lld steps", rows[i].work, (long long)taken);
    }
}

// `like` is how many steps of a loop of additions take as long, as it was measured.
static void test_operations_take_as_many_steps_as_a_loop_would_in_their_time(void **state)
{
    (void)state;
    static const struct {
        const char *work;
        int64_t like;
    } rows[] = {
        {"x @ x", 1900000},
        {"d @ d", 3700000},
        {"x[:, ::2] @ x[:, ::2].T", 950000}, // BLAS reads copies
        {"F.linear(x, x)", 1900000},
        {"torch.einsum('ij,kj->ik', d, d)", 4000000},
        {"F.conv2d(torch.rand(1, 3, 224, 224), torch.rand(16, 3, 3, 3))", 880000},
        {"F.conv1d(torch.rand(1, 64, 2000), torch.rand(64, 64, 9))", 214000},
        {"x + x", 200000},
        {"x * 2", 190000},
        {"x / x", 250000},
        {"x // x", 1600000},
        {"i % i", 2700000},
        {"x ** 2.5", 2600000},
        {"x.sin()", 260000},
        {"d.sin()", 1000000},
        {"d.tanh()", 1400000},
        {"F.mish(d)", 3200000},
        {"x.cumsum(0)", 430000},
        {"x.cummax(0)", 2600000},
        {"d.softmax(1)", 1000000},
        {"x.var(0)", 190000},
        {"i.argmax(0)", 560000},
        {"x.median()", 9600000},
        {"x.view(-1).mode()", 12900000},
        {"x.unique()", 15000000},
        {"torch.bincount(i.view(-1))", 2300000},
        {"torch.bucketize(x, x[0])", 28800000},
        {"torch.multinomial(x, 100, replacement=True)", 12500000},
        {"x[x > 0.5]", 2000000},
        {"torch.take(x, i)", 2500000},
        {"torch.randn(1000, 1000)", 270000},
        {"torch.rand(1000, 1000, dtype=torch.float64)", 3400000},
        {"torch.randperm(1000000)", 1600000},
    };
    int failed = 0;
    steps_of("import torch; import torch.nn.functional as F; torch.manual_seed(1)\n"
             "x = torch.rand(1000, 1000); d = x.double(); i = torch.randint(1, 900, (1000, 1000))");
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        // What a statement has allocated is counted when the next begins.
        steps_of("pass");
        int64_t taken = steps_of(arena_printf(&arena, "%s\npass", rows[r].work));
        if (taken < rows[r].like / 2 || taken > rows[r].like * 2)
            print_error("%s: %lld steps, like %lld\n", rows[r].work, (long long)taken,
                        (long long)rows[r].like);
        failed += taken < rows[r].like / 2 || taken > rows[r].like * 2;
    }
    assert_int_equal(failed, 0);
}

static void test_what_takes_more_steps_than_are_left_is_not_begun(void **state)
{
    (void)state;
    program_close(NULL);
    program_open((RunOptions){.step_limit = 100000});
    assert_string_equal(running("import torch; x = torch.ones(400, 400)"), "");
    assert_non_null(strstr(running("y = x @ x @ x @ x"), "stopped after 100000 steps"));
    assert_true(program->work.steps < 200000);
}

// Seconds of the processor.
static double time_of(const char *text, int size)
{
    program_close(NULL);
    program_open((RunOptions){.memory_limit = 64 << 20});
    const char *code = arena_printf(&arena, "n = %d\n%s", size, text);
    clock_t before = clock();
    assert_string_equal(running(code), "");
    return (double)(clock() - before) / CLOCKS_PER_SEC;
}

// Four times as much takes about four times as long; it would be sixteen if each looked at all.
static void test_what_is_linear_in_python_is_linear(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int size;
    } rows[] = {
        {"from enum import Enum; C = Enum('C', ' '.join('m%d' % i for i in range(n)))", 3000},
        {"import re; re.findall('', 'a' * n)", 20000},
        {"l = [i for i in range(n)]; d = {i: i for i in l}; s = ''.join(str(i) for i in l)", 20000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int tries = 3;
        double once = time_of(rows[i].text, rows[i].size);
        double more = time_of(rows[i].text, 4 * rows[i].size);
        for (; tries && more > 10 * once; tries--) { // something else had the processor
            once = time_of(rows[i].text, rows[i].size);
            more = time_of(rows[i].text, 4 * rows[i].size);
        }
        if (more > 10 * once) fail_msg("%s: %g s, then %g s", rows[i].text, once, more);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_long_work_in_one_expression_takes_steps, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(
            test_operations_take_as_many_steps_as_a_loop_would_in_their_time, open_run,
            program_close),
        cmocka_unit_test_setup_teardown(test_what_takes_more_steps_than_are_left_is_not_begun,
                                        open_run, program_close),
        cmocka_unit_test_setup_teardown(test_what_is_linear_in_python_is_linear, open_run,
                                        program_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
