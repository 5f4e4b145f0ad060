// Two programs at once: a presenter and its notes, and two walks through one lesson. What is done
// to the one must not harm the other, and both show what they should.
#include "support/test.h"

#include "support/storm_events.h"

#include <signal.h>

enum { COUNT = 40, SIZES = 2 };

// Whoever is not typed at may have to follow, too.
static void both_are_as_they_should_be(Storm *pair)
{
    for (int i = 0; i < 2; i++) {
        storm_settle(&pair[i]);
        storm_expect_same(&pair[i]);
    }
}

static void end_one_and_begin_it_again(Storm *storm)
{
    static const int SIGNALS[] = {SIGTERM, SIGHUP, SIGINT};
    char lesson[sizeof storm->lesson_now];
    unsigned seed = storm->seed;
    TuiMode mode = storm->mode;
    memcpy(lesson, storm->lesson_now, sizeof lesson);
    storm_leave_by(storm, SIGNALS[storm_any(storm, 3)]);
    storm_begin(storm, lesson, mode, storm->beside);
    storm->seed = seed + 1;
}

static void run_pair(const char *lesson, TuiMode first, TuiMode second)
{
    static Storm pair[2];
    int count = storm_number("STORM_KEYS", COUNT), sizes = storm_number("STORM_SIZES", SIZES);
    storm_begin(&pair[0], lesson, first, NULL);
    storm_begin(&pair[1], lesson, second, &pair[0]);
    pair[0].beside = &pair[1];
    pair[1].seed++;
    for (int i = 0; i < count; i++) {
        Storm *one = &pair[storm_any(&pair[0], 2)];
        bool resizes = sizes && i % (count / sizes + 1) == count / sizes;
        if (resizes) storm_change_size(one);
        storm_do(one, storm_keys);
        both_are_as_they_should_be(pair);
        if (storm_any(&pair[0], 20) == 0) end_one_and_begin_it_again(one);
    }
    pair[0].beside = NULL;
    storm_leave(&pair[1]);
    storm_leave(&pair[0]);
}

static void a_presenter_and_its_notes_stay_together(void **state)
{
    (void)state;
    run_pair("eight-steps", MODE_PRESENT, MODE_NOTES);
    run_pair("masking", MODE_PRESENT, MODE_NOTES);
}

static void two_walks_through_one_lesson_do_no_harm(void **state)
{
    (void)state;
    run_pair("eight-steps", MODE_WALK, MODE_WALK);
    run_pair("order", MODE_WALK, MODE_WALK);
}

int main(void)
{
    if (!storm_setup()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_presenter_and_its_notes_stay_together, storm_end_running),
        cmocka_unit_test_teardown(two_walks_through_one_lesson_do_no_harm, storm_end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return storm_teardown() ? failed : failed + 1;
}
