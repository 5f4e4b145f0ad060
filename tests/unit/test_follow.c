// Notes follow the presenter: place, edits, answers and calls, handed from one program to the
// other.
#include "support/test.h"

#include "command/saved/saved.h"
#include "pty/vt.h"
#include "walk/edits/edit.h"
#include "walk/walk.h"

#include <sys/stat.h>

static Arena arena;
static Walk presented, noted;

static void open_both(const char *lesson)
{
    Error error = {.arena = &arena};
    bool open = walk_open(&presented, lesson, &(WalkOptions){0}, &error) &&
                walk_open(&noted, lesson, &(WalkOptions){0}, &error);
    if (!open) fail_msg("%s", error.message);
}

static int close_both(void **state)
{
    (void)state;
    walk_close(&presented);
    walk_close(&noted);
    arena_free(&arena);
    return 0;
}

// As it goes from one program to the other.
static Handover hand_over(void)
{
    LessonState state = handover_of(&presented, &arena), taken;
    const char *text = state_text("key", &state, &arena);
    assert_true(state_read(str_from(text), "key", &arena, &taken));
    assert_false(state_read(str_from(text), "other", &arena, &taken));
    assert_true(state_read(str_from(text), "key", &arena, &taken));
    return handover_take(&taken, &noted);
}

static void assert_same_place(void)
{
    assert_int_equal(noted.ran.stage_count, presented.ran.stage_count);
    assert_int_equal(noted.at.stage, presented.at.stage);
    assert_int_equal(noted.at.substep, presented.at.substep);
    assert_int_equal(noted.at.focus, presented.at.focus);
    assert_true(cell_equal(noted.at.selected, presented.at.selected));
}

static void assert_same_text(void)
{
    assert_true(noted.ran.live_count > 0);
    for (int i = 0; i < noted.ran.live_count; i++)
        assert_string_equal(noted.ran.live[i].text, presented.ran.live[i].text);
}

static void edit(const char *cell, const char *number)
{
    Error error = {.arena = &arena};
    if (!edit_add(&presented, str_from(cell), str_from(number), &error))
        fail_msg("%s", error.message);
    walk_rerun(&presented);
}

static void edits_are_made_there_too_and_taken_back(void **state)
{
    (void)state;
    open_both("eight-steps");
    walk_go_to_step(&presented, 3);
    assert_int_equal(hand_over(), HANDOVER_TAKEN);
    const char *before = str_copy(&arena, str_from(noted.ran.live[0].text));
    edit("x[0,1]", "5");
    edit("w_key[0,0]", "-0.25");
    assert_int_equal(hand_over(), HANDOVER_RAN);
    assert_same_text();
    assert_string_not_equal(noted.ran.live[0].text, before);
    assert_int_equal(hand_over(), HANDOVER_TAKEN); // nothing has changed since
    assert_true(walk_undo(&presented));
    assert_int_equal(hand_over(), HANDOVER_RAN);
    assert_same_text();
    assert_true(walk_reset_edits(&presented));
    assert_int_equal(hand_over(), HANDOVER_RAN);
    assert_string_equal(noted.ran.live[0].text, before);
    assert_null(noted.original);
}

// Also where the presenter has gone to another operation by way of a cell.
static void every_place_of_a_lesson_is_found(void **state)
{
    (void)state;
    open_both("tests/screens/lessons/function.md");
    assert_same_place();
    for (int i = 0; i < 3; i++) { // through the calls, then into them
        while (walk_next(&presented)) {
            hand_over();
            assert_same_place();
        }
        while (!walk_call(&presented) && walk_back(&presented)) continue;
        walk_step_into(&presented);
        hand_over();
        assert_same_place();
        while (walk_back(&presented)) continue;
    }
    while (!walk_inside(&presented)) walk_next(&presented);
    walk_step_out(&presented);
    hand_over();
    assert_same_place();
    walk_go_to_end(&presented);
    walk_go_to_source(&presented);
    hand_over();
    assert_same_place();
}

static void questions_are_asked_and_answered_there_too(void **state)
{
    (void)state;
    open_both("tests/screens/lessons/asked.md");
    walk_go_to_step(&presented, 3);
    while (!walk_question_reached(&presented)) walk_next(&presented);
    hand_over();
    assert_string_equal(walk_question_reached(&noted)->name, "scores_0[1]");
    while (walk_question_reached(&presented)) walk_next(&presented);
    hand_over();
    assert_null(walk_question_reached(&noted));
    walk_go_to_end(&presented);
    assert_true(walk_ask(&presented));
    Cell asked = presented.at.selected;
    hand_over();
    hand_over();
    assert_int_equal(noted.ran.question_count, presented.ran.question_count);
    assert_true(walk_hides(&noted, asked));
    while (walk_hides(&presented, asked)) walk_next(&presented);
    hand_over();
    assert_false(walk_hides(&noted, asked));
    walk_close(&presented); // another presenter begins: nothing is answered any more
    Error error = {.arena = &arena};
    assert_true(walk_open(&presented, "tests/screens/lessons/asked.md", &(WalkOptions){0}, &error));
    walk_go_to_step(&presented, 3);
    while (!walk_question_reached(&presented)) walk_next(&presented);
    hand_over();
    assert_non_null(walk_question_reached(&noted));
}

static void another_text_is_not_followed(void **state)
{
    (void)state;
    open_both("eight-steps");
    LessonState handed = handover_of(&presented, &arena);
    handed.text++;
    walk_go_to_step(&noted, 5);
    int stage = noted.at.stage;
    assert_int_equal(handover_take(&handed, &noted), HANDOVER_OTHER_TEXT);
    assert_int_equal(noted.at.stage, stage);
}

static const char *all_of(const Walk *walk)
{
    LessonState state = handover_of(walk, &arena);
    return state_text("key", &state, &arena);
}

// A look at the next slide changes nothing here, and is what going on then shows.
static void a_look_ahead_leaves_the_walk_as_it_is(void **state)
{
    (void)state;
    open_both("eight-steps");
    int places = 0;
    for (Walk next; walk_peek(&presented, &next); places++) {
        const char *ahead = all_of(&next), *before = all_of(&noted);
        assert_string_equal(all_of(&presented), before);
        assert_int_equal(presented.at.settled, noted.at.settled);
        walk_peek_end(&next);
        walk_next(&presented);
        walk_next(&noted);
        assert_string_equal(all_of(&presented), ahead);
    }
    assert_true(places > 30);
    assert_false(walk_next(&presented));
}

// ---- the programs -------------------------------------------------------------------------------

static char folder[] = "/tmp/qkv-follow-XXXXXX";

static void start(Vt *vt, const char *runtime, const char *const *arguments)
{
    static char set[96], home[96];
    snprintf(set, sizeof set, "XDG_RUNTIME_DIR=%s", runtime);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", runtime);
    const char *path = getenv("QKV");
    const char *all[8] = {path && *path ? path : "build/qkv", "present",
                          "tests/screens/lessons/eight-steps.md", "--fresh"};
    for (int i = 0; arguments[i]; i++) all[4 + i] = arguments[i];
    const char *const environment[] = {"TERM=xterm-256color",
                                       "LC_ALL=C.UTF-8",
                                       "NO_COLOR",
                                       "QKV_COLOR",
                                       "ESCDELAY=50",
                                       set,
                                       home,
                                       NULL};
    vt_start(vt, 80, 30, &(VtProgram){.arguments = all, .environment = environment});
    assert_true(vt_wait(vt, "/8"));
}

static const char *const NO_OPTIONS[] = {NULL}, *const AS_NOTES[] = {"--notes", NULL};

static void quit(Vt *vt)
{
    vt_quit(vt);
    assert_true(vt_wait(vt, "[exit 0 cooked]"));
    vt_end(vt);
}

static void notes_tell_the_numbers_of_the_presenter(void **state)
{
    (void)state;
    Vt present, before, after;
    start(&before, folder, AS_NOTES);
    start(&present, folder, NO_OPTIONS);
    vt_type(&present, "le5\r]]]]");
    vt_type(&present, "\x7f"); // at the end of step 4
    start(&after, folder, AS_NOTES);
    assert_true(vt_wait(&before, "Input 0 scores 32 against"));
    assert_true(vt_wait(&after, "Input 0 scores 32 against"));
    vt_type(&present, "u");
    assert_true(vt_wait(&before, "Input 0 scores 2 against"));
    assert_true(vt_wait(&after, "Input 0 scores 2 against"));
    vt_type(&present, ".");
    assert_true(vt_wait(&before, "the screen is blank"));
    quit(&present);
    assert_true(vt_wait(&after, "waiting for qkv present"));
    quit(&before);
    quit(&after);
}

static void what_if_is_told_and_a_page_of_the_old_run_is_left(void **state)
{
    (void)state;
    Vt present, notes;
    start(&notes, folder, AS_NOTES);
    start(&present, folder, NO_OPTIONS);
    vt_type(&present, "]]]]]W");
    assert_true(vt_wait(&present, "what if"));
    assert_true(vt_wait(&notes, "(what if: "));
    vt_type(&present, "q[W");
    assert_true(vt_wait(&notes, "(what if: temperature 2)"));
    vt_type(&present, "+");
    assert_true(vt_wait(&notes, "(what if: temperature 4)"));
    vt_type(&present, "q[[[[[");
    assert_true(vt_wait(&notes, "1/8"));
    vt_type(&notes, ":export x\r");
    assert_true(vt_wait(&notes, "svg"));
    vt_type(&present, "e5\r");
    assert_true(vt_wait_gone(&notes, "svg"));
    quit(&present);
    quit(&notes);
}

static void the_second_presenter_is_followed_once_the_first_has_gone(void **state)
{
    (void)state;
    Vt first, second, notes;
    start(&first, folder, NO_OPTIONS);
    start(&second, folder, NO_OPTIONS);
    assert_true(vt_wait(&second, "a different qkv presents this lesson"));
    start(&notes, folder, AS_NOTES);
    vt_type(&second, "]]");
    assert_true(vt_wait(&second, "3/8"));
    vt_type(&first, "]");
    assert_true(vt_wait(&notes, "step 2/8"));
    kill(first.program, SIGSTOP); // and its waiting room fills
    for (int i = 0; i < 12; i++) {
        vt_type(&second, i % 2 ? "[" : "]");
        assert_true(vt_wait(&second, i % 2 ? "3/8" : "4/8"));
    }
    kill(first.program, SIGKILL);
    vt_end(&first);
    assert_true(vt_wait(&notes, "waiting for qkv present"));
    vt_type(&second, "]]");
    assert_true(vt_wait(&notes, "step 5/8"));
    quit(&second);
    quit(&notes);
}

static void without_a_place_to_meet_it_is_presented_all_the_same(void **state)
{
    (void)state;
    Vt present, notes;
    start(&present, "/proc/nowhere", NO_OPTIONS);
    assert_true(vt_wait(&present, "/proc/nowhere"));
    vt_type(&present, "]");
    assert_true(vt_wait(&present, "2/8"));
    start(&notes, "/proc/nowhere", AS_NOTES);
    quit(&present);
    quit(&notes);
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(edits_are_made_there_too_and_taken_back, close_both),
        cmocka_unit_test_teardown(every_place_of_a_lesson_is_found, close_both),
        cmocka_unit_test_teardown(questions_are_asked_and_answered_there_too, close_both),
        cmocka_unit_test_teardown(a_look_ahead_leaves_the_walk_as_it_is, close_both),
        cmocka_unit_test_teardown(another_text_is_not_followed, close_both),
        cmocka_unit_test(notes_tell_the_numbers_of_the_presenter),
        cmocka_unit_test(what_if_is_told_and_a_page_of_the_old_run_is_left),
        cmocka_unit_test(the_second_presenter_is_followed_once_the_first_has_gone),
        cmocka_unit_test(without_a_place_to_meet_it_is_presented_all_the_same),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) ? 1 : failed;
}
