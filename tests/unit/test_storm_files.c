// Storms over listings and notebooks: four and five dimensions, many heads, matrices without
// cells, 4096 rows, a program that fails.
#include "support/test.h"

#include "support/storm_events.h"

#include <string.h>

enum { COUNT = 60, FEW = 15, SIZES = 3 };

static const StormEvent *const KINDS[] = {storm_keys, storm_mouse, storm_edits, storm_prompts};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static void run(const char *file, TuiMode mode, int count)
{
    const char *only = getenv("STORM_LESSON");
    if (only && !strstr(file, only)) return;
    for (int i = 0; i < KIND_COUNT; i++) storm_run(storm_file(file), mode, KINDS[i], count, SIZES);
}

static void heads_and_many_dimensions_stand_it(void **state)
{
    (void)state;
    run("tests/screens/lessons/sixteen.py", MODE_WALK, COUNT);
    run("tests/screens/lessons/heads.py", MODE_WALK, COUNT);
    run("tests/screens/lessons/odd.py", MODE_WALK, COUNT);
    run("tests/screens/lessons/odd.py", MODE_PRESENT, COUNT);
}

static void large_matrices_stand_it(void **state)
{
    (void)state;
    run("tests/screens/lessons/large.py", MODE_WALK, COUNT);
    run("tests/screens/lessons/huge.py", MODE_WALK, FEW);
}

static void programs_that_fail_stand_it(void **state)
{
    (void)state;
    run("tests/screens/lessons/fails.py", MODE_WALK, COUNT);
    run("tests/screens/lessons/fails_last.py", MODE_WALK, COUNT);
    run("tests/screens/lessons/fails_last.py", MODE_PRESENT, COUNT);
}

static void notebooks_stand_it(void **state)
{
    (void)state;
    run("tests/commands/files/mha.ipynb", MODE_WALK, COUNT);
}

int main(void)
{
    if (!storm_setup()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(heads_and_many_dimensions_stand_it, storm_end_running),
        cmocka_unit_test_teardown(large_matrices_stand_it, storm_end_running),
        cmocka_unit_test_teardown(programs_that_fail_stand_it, storm_end_running),
        cmocka_unit_test_teardown(notebooks_stand_it, storm_end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return storm_teardown() ? failed : failed + 1;
}
