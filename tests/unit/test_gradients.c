// Gradients of every operation: tests/golden/gradients.txt holds what PyTorch's autograd gives for
// the cases of strides.py, gradients.py there asks. The same program runs here;
// gradients_differ.txt lists the lines that differ, and why.
#include "support/test.h"

#include "support/answers.h"
#include "tensor/op.h"

// Two units in the last place of float32; of float64 what sums of some hundred cells lose.
static double tolerance_of(Str line)
{
    Str name = str_slice(line, 0, str_find(line, ": "));
    return str_ends(name, " float32") ? 0x1p-22 : 1e-12;
}

static bool as_number(Str word, double *number)
{
    if (str_ends(word, ";")) word = str_slice(word, 0, word.n - 1);
    return number_parse_double(word, number);
}

// Float32's cells each for itself; with more digits cells near 0 may be what rounding has left.
static double word_difference(Str expected, Str got, double tolerance)
{
    double a, b;
    if (str_equal(expected, got)) return 0;
    if (!as_number(expected, &a) || !as_number(got, &b)) return (double)INFINITY;
    double scale = tolerance < 1e-9 ? fmax(1, fabs(a)) : fmax(1e-2, fabs(a));
    double by = fabs(a - b) / scale;
    return by <= tolerance ? 0 : by;
}

static double differ(Str expected, Str got)
{
    double most = 0, tolerance = tolerance_of(expected);
    while (str_trim(expected).n > 0 && str_trim(got).n > 0)
        most = fmax(most, word_difference(next_word(&expected), next_word(&got), tolerance));
    return str_trim(expected).n || str_trim(got).n ? (double)INFINITY : most;
}

static void test_gradients_are_those_of_pytorch(void **state)
{
    (void)state;
    Readable folder = readable_by(NULL, "tests/golden/gradients.py", &arena);
    program_open((RunOptions){.is_unrecorded = true, .readable = folder});
    assert_string_equal(running(whole_file("tests/golden/gradients.py").p), "");
    check_answers("tests/golden/gradients.txt", "tests/golden/gradients_differ.txt", differ);
}

// An operation without a gradient is declared so by its line: "constant".
static void test_every_operation_is_differentiated(void **state)
{
    (void)state;
    Str golden = whole_file("tests/golden/gradients.txt");
    for (int i = 0; i < op_count; i++) {
        if (!has_case(golden, ops[i]->name))
            fail_msg("tests/golden/gradients.txt has no case for %s", ops[i]->name);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_gradients_are_those_of_pytorch, program_close),
        cmocka_unit_test(test_every_operation_is_differentiated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
