// Storms over every lesson: a thousand random keys and fifty random sizes in a row, in the walk, in
// front of a class, and with its notes; here fewer, for time.
#include "support/test.h"

#include "support/lessons.h"
#include "support/storm_events.h"

#include <string.h>

enum { KEYS = 80, SIZES = 6 };

// One lesson in `every`, from number `first` on.
static unsigned storm_over_lessons(TuiMode mode, int first, int every)
{
    Arena arena = {0};
    Library library;
    lessons_to_try(&library, &arena);
    assert_true(library.count >= 20 / ONE_LESSON_IN);
    const char *only = getenv("STORM_LESSON");
    unsigned seen = 0;
    for (int i = first; i < library.count; i += every) {
        const char *name = library.lessons[i].name;
        if (!only || strcmp(only, name) == 0)
            seen |= storm_run(name, mode, storm_keys, KEYS, SIZES);
    }
    arena_free(&arena);
    return seen;
}

static void any_keys_and_sizes_leave_the_screen_that_show_would_print(void **state)
{
    (void)state;
    unsigned seen = storm_over_lessons(MODE_WALK, 0, 1);
    unsigned all = ON_WALK | ON_HELP | ON_OUTLINE | ON_COST | ON_LESSONS | ON_FIGURE | ON_CHANGES |
                   ON_WHATIF | ON_REACH | ON_LARGE | ON_FLOW | ON_PROMPT;
    int kinds = 0, reached = 0;
    for (unsigned screen = 1; screen <= ON_PROMPT; screen *= 2) {
        kinds += (all & screen) != 0;
        reached += (all & seen & screen) != 0;
    }
    // A third of the lessons comes to fewer of them.
    if (!getenv("STORM_LESSON")) assert_true(reached >= kinds - 1 - ONE_LESSON_IN);
}

static void so_it_is_in_front_of_a_class(void **state)
{
    (void)state;
    unsigned seen = storm_over_lessons(MODE_PRESENT, 0, 2);
    if (!getenv("STORM_LESSON")) assert_true((seen & ON_PRESENT) && (seen & ON_STEPS));
}

static void so_it_is_with_its_notes(void **state)
{
    (void)state;
    storm_over_lessons(MODE_NOTES, 1, 2);
}

int main(void)
{
    if (!storm_setup()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_keys_and_sizes_leave_the_screen_that_show_would_print,
                                  storm_end_running),
        cmocka_unit_test_teardown(so_it_is_in_front_of_a_class, storm_end_running),
        cmocka_unit_test_teardown(so_it_is_with_its_notes, storm_end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return storm_teardown() ? failed : failed + 1;
}
