// How results lie in memory: tests/golden/strides.txt holds what PyTorch answers, strides.py there
// asks. The same program runs here; strides_differ.txt lists the lines that differ, and why.
#include "support/test.h"

#include "support/answers.h"
#include "tensor/op.h"

static double differ(Str expected, Str got)
{
    return str_equal(expected, got) ? 0 : (double)INFINITY;
}

static void test_results_lie_in_memory_as_pytorch_lays_them(void **state)
{
    (void)state;
    program_open((RunOptions){.is_unrecorded = true});
    assert_string_equal(running(whole_file("tests/golden/strides.py").p), "");
    check_answers("tests/golden/strides.txt", "tests/golden/strides_differ.txt", differ);
}

static void test_every_operation_has_a_case(void **state)
{
    (void)state;
    Str golden = whole_file("tests/golden/strides.txt");
    for (int i = 0; i < op_count; i++) {
        if (!has_case(golden, ops[i]->name))
            fail_msg("tests/golden/strides.py has no case for %s", ops[i]->name);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_results_lie_in_memory_as_pytorch_lays_them, program_close),
        cmocka_unit_test(test_every_operation_has_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
