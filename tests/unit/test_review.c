// A question that was missed is asked again after a day, three days and a week: by plain records,
// and by sessions of a lesson on days that are set.
#include "support/test.h"

#include "base/machine/clock.h"
#include "command/saved/saved.h"

#include <stdio.h>
#include <stdlib.h>

static const char LESSON[] = "tests/screens/lessons/asked.md"; // four questions
static Arena arena;
static char folder[64];

// Noon of that day in Greenwich.
static void set_day(int day)
{
    setenv("QKV_NOW", arena_printf(&arena, "%lld", day * 86400LL + 43200), 1);
}

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/qkv-test-review-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("TZ", "UTC", 1);
    set_day(20000);
    return 0;
}

static int end(void **state)
{
    (void)state;
    int status = system(arena_printf(&arena, "rm -r %s", folder));
    arena_free(&arena);
    return status;
}

// ---- days ---------------------------------------------------------------------------------------

static int day_at(const char *seconds, const char *zone)
{
    setenv("QKV_NOW", seconds, 1);
    setenv("TZ", zone, 1);
    return clock_today();
}

static void a_day_is_that_of_the_calendar_where_one_is(void **unused)
{
    (void)unused;
    assert_int_equal(day_at("86400", "UTC"), 1);
    assert_int_equal(day_at("172799", "UTC"), 1);
    assert_int_equal(day_at("951782400", "UTC"), 11016);  // 2000-02-29
    assert_int_equal(day_at("1798761600", "UTC"), 20819); // 2027-01-01
    assert_int_equal(day_at("1798761599", "UTC"), 20818);
    assert_int_equal(day_at("1798761599", "UTC-14"), 20819); // Kiritimati
    assert_int_equal(day_at("1798761600", "UTC+11"), 20818); // Samoa
    if (sizeof(time_t) > 4)                                  // 2100 has no 29 February
        assert_int_equal(day_at("4107542400", "UTC"), 47541);
    // 23 hours long, and the next midnight is another day all the same
    assert_int_equal(day_at("1774738800", "CET-1CEST,M3.5.0,M10.5.0/3"), 20541);
    assert_int_equal(day_at("1774821599", "CET-1CEST,M3.5.0,M10.5.0/3"), 20541);
    assert_int_equal(day_at("1774821600", "CET-1CEST,M3.5.0,M10.5.0/3"), 20542);
    assert_int_equal(day_at("-5", "UTC"), 1);
    assert_int_equal(day_at("99999999999999999999", "UTC"), 1);
    assert_int_equal(day_at("words", "UTC"), 1);
    unsetenv("QKV_NOW");
    assert_true(clock_today() > 20000);
}

// ---- plans --------------------------------------------------------------------------------------

typedef enum Went { MISSED, HELPED, RIGHT } Went;

static StateAnswer after(const StateAnswer *before, int day, Went went)
{
    StateAnswer answer = {"q", "4", went != MISSED, went == HELPED, day, 0};
    review_plan(&answer, before, went == RIGHT);
    return answer;
}

static void a_miss_comes_back_after_a_day_three_days_and_a_week(void **unused)
{
    (void)unused;
    StateAnswer answer = after(NULL, 100, MISSED);
    assert_int_equal(review_overdue(&answer, 100), -1);
    assert_int_equal(review_overdue(&answer, 101), 0);
    assert_int_equal(review_overdue(&answer, 466), 365); // a year later
    answer = after(&answer, 101, RIGHT);
    assert_int_equal(review_overdue(&answer, 103), -1);
    assert_int_equal(review_overdue(&answer, 104), 0);
    answer = after(&answer, 106, RIGHT); // two days late: from then on
    assert_int_equal(review_overdue(&answer, 112), -1);
    assert_int_equal(review_overdue(&answer, 113), 0);
    answer = after(&answer, 113, RIGHT);
    assert_int_equal(review_overdue(&answer, 1000000), -1);
    answer = after(&answer, 500, MISSED); // and from the beginning
    assert_int_equal(review_overdue(&answer, 501), 0);
}

static void what_was_right_at_once_is_not_due_and_with_help_it_is(void **unused)
{
    (void)unused;
    StateAnswer answer = after(NULL, 100, RIGHT);
    assert_int_equal(review_overdue(&answer, 9000), -1);
    answer = after(&answer, 200, RIGHT);
    assert_int_equal(review_overdue(&answer, 9000), -1);
    answer = after(NULL, 100, HELPED);
    assert_int_equal(review_overdue(&answer, 101), 0);
    answer = after(&answer, 101, RIGHT);
    answer = after(&answer, 104, HELPED); // the same interval again
    assert_int_equal(review_overdue(&answer, 106), -1);
    assert_int_equal(review_overdue(&answer, 107), 0);
}

static void what_is_right_before_its_day_stays_due(void **unused)
{
    (void)unused;
    StateAnswer answer = after(NULL, 100, MISSED);
    for (int i = 0; i < 5; i++) answer = after(&answer, 100, RIGHT);
    assert_int_equal(review_overdue(&answer, 100), -1);
    assert_int_equal(review_overdue(&answer, 101), 0);
    answer = after(&answer, 101, RIGHT);
    answer = after(&answer, 103, RIGHT);
    assert_int_equal(review_overdue(&answer, 104), 0);
}

static void a_clock_that_was_wrong_hides_nothing_for_long(void **unused)
{
    (void)unused;
    StateAnswer answer = after(NULL, 100, MISSED);
    assert_int_equal(review_overdue(&answer, 99), -1); // across the date line
    assert_int_equal(review_overdue(&answer, 98), 0);  // set back
    answer = after(&answer, 50, RIGHT);
    assert_int_equal(review_overdue(&answer, 52), -1);
    assert_int_equal(review_overdue(&answer, 53), 0);
    StateAnswer odd = {"q", "", false, false, INT32_MAX, INT32_MAX};
    assert_int_equal(review_overdue(&odd, 1), 0);
    assert_int_equal(review_overdue(&odd, INT32_MAX), -1);
}

static void files_without_days_are_due_where_something_was_missed(void **unused)
{
    (void)unused;
    StateAnswer missed = {"q", "7", false, false, 0, 0}, right = {"q", "4", true, true, 0, 0};
    assert_true(review_overdue(&missed, 20000) > 0);
    assert_int_equal(review_overdue(&right, 20000), -1);
}

// ---- sessions -----------------------------------------------------------------------------------

typedef struct Visit {
    Walk walk;
    Progress progress;
    Error error;
} Visit;

static void open_visit(Visit *visit, int day, bool fresh)
{
    set_day(day);
    *visit = (Visit){.error = {.arena = &arena}};
    visit->progress = (Progress){.arena = &arena, .warning = &visit->error};
    assert_true(walk_open(&visit->walk, LESSON, &(WalkOptions){0}, &visit->error));
    progress_open(&visit->progress, &visit->walk, LESSON, fresh, -1);
    assert_int_equal(visit->walk.ran.question_count, 4);
}

static void answer(Visit *visit, int number, const char *given)
{
    question_answer(&visit->walk, &visit->walk.ran.questions[number], str_from(given));
}

static void keep(Visit *visit)
{
    assert_null(progress_keep(&visit->progress, &visit->walk));
}

static void leave(Visit *visit)
{
    keep(visit);
    walk_close(&visit->walk);
}

// "right, with help, shown, open; due", as the list of lessons has it.
static const char *now(int day)
{
    Visit visit;
    LessonState state;
    open_visit(&visit, day, false);
    assert_true(state_load(visit.progress.key, &arena, &state, &visit.error));
    Score score = answers_score(&state, &visit.walk.lesson);
    walk_close(&visit.walk);
    const char *text = score_text(&score, &arena);
    return arena_printf(&arena, "%s; %d due", text ? text : "-", score.due);
}

static void sessions_on_several_days(void **unused)
{
    (void)unused;
    Visit visit;
    open_visit(&visit, 20000, false);
    answer(&visit, 0, "4");
    answer(&visit, 1, "a"); // wrong
    answer(&visit, 1, "b");
    question_show(&visit.walk, &visit.walk.ran.questions[2]);
    leave(&visit);
    assert_string_equal(now(20000), "2 right, 1 shown, 1 open; 0 due");
    assert_string_equal(now(20001), "2 right, 1 shown, 1 open; 2 due");
    open_visit(&visit, 20001, false); // to look is not to answer
    keep(&visit);
    leave(&visit);
    assert_string_equal(now(20001), "2 right, 1 shown, 1 open; 2 due");
    open_visit(&visit, 20001, false);
    answer(&visit, 2, "0.1268");
    set_day(20009); // the program stays open for a week
    keep(&visit);
    leave(&visit);
    assert_string_equal(now(20001), "3 right, 1 open; 1 due");
    assert_string_equal(now(20004), "3 right, 1 open; 2 due");
}

static void a_later_answer_of_another_session_stays(void **unused)
{
    (void)unused;
    Visit first, second;
    open_visit(&first, 20000, false);
    question_show(&first.walk, &first.walk.ran.questions[0]);
    keep(&first);
    open_visit(&second, 20001, false);
    answer(&second, 0, "4");
    answer(&second, 1, "b");
    leave(&second);
    answer(&first, 3, "c");
    leave(&first);
    assert_string_equal(now(20001), "3 right, 1 open; 0 due");
    assert_string_equal(now(20004), "3 right, 1 open; 1 due");
}

static void starting_over_forgets_no_lesson_and_no_miss(void **unused)
{
    (void)unused;
    Visit visit;
    open_visit(&visit, 20000, false);
    for (int i = 0; i < visit.walk.lesson.step_count; i++) visit.walk.past.done[i] = true;
    answer(&visit, 0, "4");
    question_show(&visit.walk, &visit.walk.ran.questions[2]);
    leave(&visit);
    open_visit(&visit, 20001, true);
    for (int i = 0; i < 4; i++) assert_false(question_is_settled(&visit.walk.ran.questions[i]));
    assert_int_equal(visit.walk.at.stage, 0);
    leave(&visit);
    assert_string_equal(now(20001), "-; 1 due");
    open_visit(&visit, 20001, false);
    assert_int_equal(state_steps_done(&visit.progress.state), visit.walk.lesson.step_count);
    answer(&visit, 2, "0.1268");
    leave(&visit);
    assert_string_equal(now(20001), "1 right, 3 open; 0 due");
    assert_string_equal(now(20004), "1 right, 3 open; 1 due");
}

static void what_an_earlier_version_left_is_not_planned_anew(void **unused)
{
    (void)unused;
    static const StateAnswer OLD[] = {{"4: scores_0[1]", "4", true, true, 0, 0}};
    Visit visit;
    open_visit(&visit, 20000, false);
    LessonState old = {
        .text = hash_text(visit.walk.lesson.source->text), .answers = OLD, .answer_count = 1};
    assert_true(state_save(visit.progress.key, &old, &visit.error));
    walk_close(&visit.walk);
    open_visit(&visit, 20000, false);
    assert_true(question_is_settled(&visit.walk.ran.questions[0]));
    leave(&visit);
    assert_string_equal(now(20400), "1 with a hint, 3 open; 0 due");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_day_is_that_of_the_calendar_where_one_is, begin, end),
        cmocka_unit_test(a_miss_comes_back_after_a_day_three_days_and_a_week),
        cmocka_unit_test(what_was_right_at_once_is_not_due_and_with_help_it_is),
        cmocka_unit_test(what_is_right_before_its_day_stays_due),
        cmocka_unit_test(a_clock_that_was_wrong_hides_nothing_for_long),
        cmocka_unit_test(files_without_days_are_due_where_something_was_missed),
        cmocka_unit_test_setup_teardown(sessions_on_several_days, begin, end),
        cmocka_unit_test_setup_teardown(what_an_earlier_version_left_is_not_planned_anew, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_later_answer_of_another_session_stays, begin, end),
        cmocka_unit_test_setup_teardown(starting_over_forgets_no_lesson_and_no_miss, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
