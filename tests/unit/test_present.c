// The presenter: its layout at every size, votes, autoplay, and the real program on a terminal.
#include "support/test.h"

#include "pty/vt.h"
#include "text/lesson_text.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/autoplay.h"
#include "tui/parts/poll.h"
#include "tui/parts/present_layout.h"

#include <sys/stat.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// ---- layout -------------------------------------------------------------------------------------

static bool is_empty(Rect r)
{
    return r.columns <= 0 || r.rows <= 0;
}

// An equation of so many rows, which has room for air in 200 columns.
static PresentWish wish(int equation, int arithmetic, int text, bool code, bool text_matters)
{
    PresentWish made = {.arithmetic = arithmetic, .text = text, .code = code};
    made.text_matters = text_matters;
    for (int air = 0; air < PRESENT_AIRS; air++)
        made.equation[air] = (PresentSize){50 + 40 * air, equation * (1 + (air + 1) / 2)};
    return made;
}

static bool overlap(Rect a, Rect b)
{
    if (is_empty(a) || is_empty(b)) return false;
    return a.column < b.column + b.columns && b.column < a.column + a.columns &&
           a.row < b.row + b.rows && b.row < a.row + a.rows;
}

static void check_layout(int columns, int rows, PresentWish wish)
{
    PresentLayout made = present_layout(columns, rows, wish);
    for (int i = 0; i < PRESENT_PARTS; i++) {
        Rect r = made.part[i];
        bool inside = r.column >= 0 && r.row >= 0 && r.rows >= 0 && r.columns >= 0 &&
                      r.column + r.columns <= columns && r.row + r.rows <= rows;
        if (!inside) fail_msg("%dx%d: part %d is outside", columns, rows, i);
        for (int k = 0; k < i; k++) {
            if (overlap(r, made.part[k]))
                fail_msg("%dx%d: parts %d and %d overlap", columns, rows, i, k);
        }
    }
    if (layout_tier(columns, rows) != TIER_NONE && is_empty(made.part[PRESENT_FOOT]))
        fail_msg("%dx%d: no foot", columns, rows);
}

static void parts_stay_inside_and_apart_at_every_size(void **state)
{
    (void)state;
    const PresentWish WISHES[] = {
        {.text = 0},
        wish(6, 1, 2, true, false),
        wish(13, 1, 1, true, false),
        wish(300, 1, 3, true, false),
        wish(6, 0, 12, true, true),
        wish(0, 0, 40, false, true),
        wish(0, 0, 40, false, false),
        wish(300, 0, 300, true, true),
        wish(5, 1, 0, false, false),
    };
    for (int columns = 1; columns <= 250; columns++) {
        for (int rows = 1; rows <= 80; rows++) {
            for (size_t i = 0; i < sizeof WISHES / sizeof *WISHES; i++)
                check_layout(columns, rows, WISHES[i]);
        }
    }
}

static void blank_rows_go_first_then_code_then_caption(void **state)
{
    (void)state;
    PresentLayout made = present_layout(60, 16, wish(5, 1, 1, true, false));
    assert_int_equal(made.part[PRESENT_CODE].row, 2);
    made = present_layout(60, 16, wish(11, 1, 1, true, false));
    assert_int_equal(made.part[PRESENT_CODE].row, 1);
    made = present_layout(60, 16, wish(12, 1, 1, true, false));
    assert_int_equal(made.part[PRESENT_CODE].rows, 0);
    assert_int_equal(made.part[PRESENT_TEXT].rows, 1);
    made = present_layout(60, 16, wish(13, 1, 1, true, false));
    assert_int_equal(made.part[PRESENT_TEXT].rows, 0);
    assert_int_equal(made.part[PRESENT_EQUATION].rows, 13);
    assert_int_equal(made.part[PRESENT_ARITHMETIC].rows, 1);
}

static void a_question_keeps_its_words(void **state)
{
    (void)state;
    PresentLayout made = present_layout(60, 16, wish(40, 0, 9, true, true));
    assert_int_equal(made.part[PRESENT_TEXT].rows, 3);
    assert_int_equal(made.part[PRESENT_EQUATION].rows, 11);
}

static void notes_keep_their_text_beside_what_the_wall_shows(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 250; columns++) {
        for (int rows = 1; rows <= 80; rows++) {
            Rect whole = {1, 2, columns, rows}, lesson = whole, walls[NOTES_WALLS];
            present_walls(&lesson, walls);
            int last = 0;
            for (int i = 0; i < NOTES_WALLS; i++) {
                if (is_empty(walls[i])) continue;
                last = walls[i].row + walls[i].rows;
                assert_false(overlap(walls[i], lesson));
                assert_true(walls[i].column + walls[i].columns == whole.column + columns);
                assert_int_not_equal(layout_tier(walls[i].columns, walls[i].rows - 1), TIER_NONE);
                assert_true(lesson.columns >= 56);
            }
            assert_true(last <= whole.row + rows);
            assert_false(overlap(walls[0], walls[1]));
        }
    }
}

// On a large screen: blank as much on the left as on the right, and in no corner.
static void a_slide_stands_in_the_middle_of_a_large_screen(void **state)
{
    (void)state;
    for (int columns = 60; columns <= 250; columns++) {
        for (int rows = 16; rows <= 80; rows++) {
            PresentLayout made = present_layout(columns, rows, wish(5, 1, 2, true, false));
            for (int i = PRESENT_TITLE; i <= PRESENT_TEXT; i++) {
                Rect r = made.part[i];
                int right = columns - r.column - r.columns;
                if (!is_empty(r) && (right - r.column < 0 || right - r.column > 1))
                    fail_msg("%dx%d: part %d has %d and %d beside it", columns, rows, i, r.column,
                             right);
            }
            Rect top = made.part[PRESENT_CODE], last = made.part[PRESENT_TEXT];
            int below = rows - 2 - last.row - last.rows;
            if (rows >= 40 && (top.row < rows / 8 || below > rows * 3 / 5))
                fail_msg("%dx%d: %d rows above, %d below", columns, rows, top.row, below);
        }
    }
}

// Air only where all has room, and the same before and after a question is answered.
static void air_costs_nothing_and_does_not_come_and_go(void **state)
{
    (void)state;
    for (int columns = 60; columns <= 250; columns += 5) {
        for (int rows = 16; rows <= 80; rows++) {
            for (int equation = 1; equation <= 20; equation++) {
                PresentLayout begun = present_layout(columns, rows, wish(equation, 1, 1, true, 0));
                PresentLayout asked = present_layout(columns, rows, wish(equation, 0, 1, true, 1));
                PresentLayout shown = present_layout(columns, rows, wish(equation, 0, 7, true, 1));
                if (begun.air == 0) continue;
                Rect e = begun.part[PRESENT_EQUATION];
                assert_memory_equal(&e, &asked.part[PRESENT_EQUATION], sizeof e);
                assert_memory_equal(&e, &shown.part[PRESENT_EQUATION], sizeof e);
                assert_int_equal(e.rows, wish(equation, 1, 1, true, 0).equation[begun.air].rows);
                assert_int_equal(shown.part[PRESENT_TEXT].rows, 7);
                assert_int_equal(shown.part[PRESENT_CODE].rows, 1);
            }
        }
    }
    assert_int_equal(present_layout(80, 24, wish(4, 1, 1, true, false)).air, 0);
    assert_int_equal(present_layout(200, 60, wish(4, 1, 1, true, false)).air, PRESENT_AIRS - 2);
    assert_int_equal(present_layout(120, 60, wish(4, 1, 1, true, false)).air, 1); // not so wide
}

// ---- votes --------------------------------------------------------------------------------------

static const char *votes(const char *typed, int choices)
{
    PollRound round;
    Buf out = {.arena = &arena};
    const char *wrong = poll_read(str_from(typed), choices, &arena, &round);
    if (wrong) return wrong;
    poll_write(&round, "before", &out);
    return buf_text(&out);
}

static void votes_are_pairs_of_answer_and_count(void **state)
{
    (void)state;
    assert_string_equal(votes("a 12 b 7", 3), "before  a 12 (63%)  b 7 (37%)");
    assert_string_equal(votes("A12, b=7", 3), "before  a 12 (63%)  b 7 (37%)");
    assert_string_equal(votes("0.5 3 -2 1", 0), "before  0.5 3 (75%)  -2 1 (25%)");
    assert_string_equal(votes("a 1 a 3", 2), "before  a 3 (100%)");
    assert_string_equal(votes("a 0", 2), "before  a 0 (0%)");
}

static void votes_in_short_are_shares(void **state)
{
    (void)state;
    PollRound round;
    Buf shares = {.arena = &arena};
    assert_null(poll_read(STR("a 12 b 7"), 2, &arena, &round));
    poll_write_shares(&round, &shares);
    assert_string_equal(buf_text(&shares), "a 63%, b 37%");
}

static void votes_that_say_nothing_are_told_why(void **state)
{
    (void)state;
    assert_string_equal(votes("a", 3), "How many voted for a? Example: a 12 b 7");
    assert_string_equal(votes("a b", 3), "b is not a number of votes. Example: a 12 b 7");
    assert_string_equal(votes("a -1", 3), "-1 is not a number of votes. Example: a 12 b 7");
    assert_string_equal(votes("d 2", 3), "The choices are a to c, not d.");
    assert_string_equal(votes("  ", 3), "Type votes like this: a 12 b 7");
    assert_string_equal(votes("a 12", 0), "a is not a number. Example: 4 12, 7 5");
    assert_string_equal(votes("", 0), "Type votes like this: 4 12, 7 5");
}

// ---- autoplay -----------------------------------------------------------------------------------

static void open_app(App *app, Walk *walk, const TuiOptions *options)
{
    Error error = {.arena = &arena};
    if (!walk_open(walk, "eight-steps", &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    app_init(app, walk, options, 60, 16);
}

static void close_app(App *app, Walk *walk)
{
    app_free(app);
    walk_close(walk);
}

static void autoplay_stops_at_questions_and_ends_of_steps(void **state)
{
    (void)state;
    App app;
    Walk walk;
    open_app(&app, &walk, &(TuiOptions){.mode = MODE_PRESENT});
    assert_int_equal(autoplay_wait(&app), -1);
    walk_go_to_step(&walk, 3);
    app_key(&app, (Key){.code = 'a'});
    assert_int_equal(autoplay_wait(&app), 1500);
    assert_string_equal(autoplay_state(&app, &arena), "playing");
    app.speed = 2;
    assert_string_equal(autoplay_state(&app, &arena), "playing, speed 4");
    assert_int_equal(autoplay_wait(&app), 375);
    int ticks = 0;
    for (; app.playing && ticks < 100; ticks++) autoplay_tick(&app);
    assert_true(ticks > 3 && ticks < 100);
    assert_string_equal(autoplay_state(&app, &arena), "");
    assert_non_null(walk_question_reached(&walk));
    assert_string_equal(app.message, "Stopped at a question.");
    walk_go_to_step(&walk, 1);
    while (!lesson_step_is_done(&walk)) {
        if (walk_question_reached(&walk)) app_key(&app, (Key){.code = ' '});
        app_key(&app, (Key){.code = 'a'});
        while (app.playing) autoplay_tick(&app);
    }
    assert_int_equal(walk.ran.stages[walk.at.stage].step, 1); // the step is not left
    app_key(&app, (Key){.code = 'a'});                        // but the next one begun
    assert_int_equal(walk.ran.stages[walk.at.stage].step, 2);
    close_app(&app, &walk);
}

static bool export_nothing(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *message, Error *error)
{
    (void)context, (void)walk, (void)cell, (void)choice, (void)message, (void)error;
    return true;
}

// Notes and a projector have no screen of the walk: nothing leads to it.
static void commands_come_back_to_the_screen_at_hand(void **state)
{
    (void)state;
    for (TuiMode mode = MODE_PRESENT; mode <= MODE_NOTES; mode++) {
        App app;
        Walk walk;
        open_app(&app, &walk, &(TuiOptions){.mode = mode, .export_figure = export_nothing});
        walk_go_to_step(&walk, 2);
        for (const char *key = ":export x"; *key; key++) app_key(&app, (Key){.code = *key});
        app_key(&app, (Key){.code = KEYCODE_ENTER});
        assert_int_equal(app_top(&app), SCREEN_FIGURE);
        app_key(&app, (Key){.code = KEYCODE_ESCAPE});
        assert_int_equal(app.depth, 1);
        close_app(&app, &walk);
    }
}

// What is pasted into a line is text: "gg" would go to the first cell, and leave the line.
static void pasted_text_is_no_command(void **state)
{
    (void)state;
    App app;
    Walk walk;
    open_app(&app, &walk, &(TuiOptions){0});
    walk_go_to_step(&walk, 3);
    app_key(&app, (Key){.code = 'g'});
    for (const char *p = "ggq"; *p; p++) app_key(&app, (Key){.code = *p, .pasted = true});
    assert_int_equal(app_top(&app), SCREEN_PROMPT);
    Buf shown = {.arena = &arena};
    Frame frame = draw(&app, &arena);
    frame_print(&frame, &shown);
    assert_true(str_find(buf_str(&shown), "go to ggq") >= 0);
    app_key(&app, (Key){.code = KEYCODE_ESCAPE});
    int stage = walk.at.stage;
    app_key(&app, (Key){.code = ']', .pasted = true}); // there is no line any more
    assert_int_equal(walk.at.stage, stage);
    close_app(&app, &walk);
}

static void any_other_key_stops_autoplay_and_its_speed_can_be_set(void **state)
{
    (void)state;
    App app;
    Walk walk;
    open_app(&app, &walk, &(TuiOptions){0});
    walk_go_to_step(&walk, 2);
    app_key(&app, (Key){.code = 'a'});
    app_key(&app, (Key){.code = '.'});
    assert_int_equal(autoplay_wait(&app), 750);
    app_key(&app, (Key){.code = ','});
    app_key(&app, (Key){.code = ','});
    assert_int_equal(autoplay_wait(&app), 3000);
    app_key(&app, (Key){.code = KEYCODE_RIGHT});
    assert_int_equal(autoplay_wait(&app), -1);
    close_app(&app, &walk);
}

static void nothing_moves_by_itself_where_that_is_not_wanted(void **state)
{
    (void)state;
    App app;
    Walk walk;
    open_app(&app, &walk, &(TuiOptions){.no_motion = true});
    app_key(&app, (Key){.code = 'a'});
    assert_int_equal(autoplay_wait(&app), -1);
    assert_string_equal(app.message, "Nothing moves by itself with --no-motion.");
    close_app(&app, &walk);
}

// ---- the program --------------------------------------------------------------------------------

static char folder[] = "/tmp/qkv-present-XXXXXX";

static const char *const NO_OPTIONS[] = {NULL};

static void start_where_it_was(Vt *vt, const char *const *arguments)
{
    static char runtime[64], state[64];
    snprintf(runtime, sizeof runtime, "XDG_RUNTIME_DIR=%s", folder);
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", folder);
    const char *path = getenv("QKV");
    const char *program = path && *path ? path : "build/qkv";
    const char *all[8] = {program, "present", "eight-steps"};
    for (int i = 0; arguments[i]; i++) all[3 + i] = arguments[i];
    const char *const environment[] = {
        "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR", "QKV_COLOR",
        "ESCDELAY=50",         runtime,          state,      NULL};
    vt_start(vt, 60, 16, &(VtProgram){.arguments = all, .environment = environment});
}

static void start(Vt *vt, const char *const *arguments)
{
    const char *all[8] = {"--fresh"};
    for (int i = 0; arguments[i]; i++) all[1 + i] = arguments[i];
    start_where_it_was(vt, all);
    assert_true(vt_wait(vt, "help"));
}

static void quit(Vt *vt)
{
    vt_quit(vt);
    assert_true(vt_wait(vt, "[exit 0 cooked]"));
    assert_true(vt_shows(vt, "[started]"));
    vt_end(vt);
}

static void clicker_keys_walk_and_blank_the_screen(void **state)
{
    (void)state;
    Vt vt;
    start(&vt, (const char *const[]){"--step", "3", NULL});
    vt_press(&vt, VTERM_KEY_PAGEDOWN);
    assert_true(vt_wait(&vt, "keys[0,0] = 1×0"));
    vt_press(&vt, VTERM_KEY_PAGEUP);
    assert_true(vt_wait_gone(&vt, "1×0"));
    vt_type(&vt, "b");
    assert_true(vt_wait_gone(&vt, "keys[0,0]"));
    vt_press(&vt, VTERM_KEY_PAGEDOWN); // only brings it back
    assert_true(vt_wait(&vt, "keys[0,0] ="));
    vt_type(&vt, "t");
    assert_true(vt_wait(&vt, "0:0"));
    quit(&vt);
}

static void the_background_is_painted(void **state)
{
    (void)state;
    Vt vt;
    start(&vt, (const char *const[]){NULL});
    VTermScreenCell cell = vt_cell(&vt, 30, 8);
    vterm_screen_convert_color_to_rgb(vt.screen, &cell.bg);
    assert_int_equal(cell.bg.rgb.red, 255);
    quit(&vt);
    start(&vt, (const char *const[]){"--theme", "dark", NULL});
    cell = vt_cell(&vt, 30, 8);
    assert_false(VTERM_COLOR_IS_DEFAULT_BG(&cell.bg));
    vterm_screen_convert_color_to_rgb(vt.screen, &cell.bg);
    assert_int_equal(cell.bg.rgb.red, 0);
    quit(&vt);
}

static void it_takes_q_twice_and_goes_on_there_the_next_time(void **state)
{
    (void)state;
    Vt vt;
    start(&vt, NO_OPTIONS);
    vt_type(&vt, "]]");
    assert_true(vt_wait(&vt, "3/9"));
    vt_type(&vt, "q");
    assert_true(vt_wait(&vt, "q again quits; your place is kept."));
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "4/9"));
    quit(&vt);
    start_where_it_was(&vt, NO_OPTIONS);
    assert_true(vt_wait(&vt, "Back at step 4"));
    assert_true(vt_wait(&vt, "4/9"));
    quit(&vt);
    start(&vt, NO_OPTIONS);
    assert_true(vt_wait(&vt, "1/9"));
    quit(&vt);
}

static void notes_follow_and_both_ends_survive_the_other(void **state)
{
    (void)state;
    Vt present, notes;
    start(&notes, (const char *const[]){"--notes", NULL});
    assert_true(vt_wait(&notes, "waiting for qkv present"));
    start(&present, (const char *const[]){NULL});
    assert_true(vt_wait_gone(&notes, "waiting"));
    vt_type(&present, "]]]");
    assert_true(vt_wait(&notes, "4/9"));
    vt_resize(&notes, 80, 24);
    assert_true(vt_wait(&notes, "wants to know which words"));
    kill(present.program, SIGKILL);
    assert_true(vt_wait(&notes, "waiting for qkv present"));
    vt_end(&present);
    start(&present, (const char *const[]){"--step", "6", NULL});
    assert_true(vt_wait(&notes, "6/9"));
    kill(notes.program, SIGKILL);
    vt_end(&notes);
    vt_type(&present, "]");
    assert_true(vt_wait(&present, "7/9"));
    quit(&present);
}

static void signals_leave_the_terminal_restored(void **state)
{
    (void)state;
    Vt vt;
    start(&vt, (const char *const[]){NULL});
    kill(vt.program, SIGTERM);
    assert_true(vt_wait(&vt, "[signal 15 cooked]"));
    vt_end(&vt);
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_stay_inside_and_apart_at_every_size),
        cmocka_unit_test(blank_rows_go_first_then_code_then_caption),
        cmocka_unit_test(a_question_keeps_its_words),
        cmocka_unit_test(notes_keep_their_text_beside_what_the_wall_shows),
        cmocka_unit_test(a_slide_stands_in_the_middle_of_a_large_screen),
        cmocka_unit_test(air_costs_nothing_and_does_not_come_and_go),
        cmocka_unit_test_teardown(votes_are_pairs_of_answer_and_count, release),
        cmocka_unit_test_teardown(votes_in_short_are_shares, release),
        cmocka_unit_test_teardown(votes_that_say_nothing_are_told_why, release),
        cmocka_unit_test_teardown(autoplay_stops_at_questions_and_ends_of_steps, release),
        cmocka_unit_test_teardown(commands_come_back_to_the_screen_at_hand, release),
        cmocka_unit_test_teardown(pasted_text_is_no_command, release),
        cmocka_unit_test_teardown(any_other_key_stops_autoplay_and_its_speed_can_be_set, release),
        cmocka_unit_test_teardown(nothing_moves_by_itself_where_that_is_not_wanted, release),
        cmocka_unit_test(clicker_keys_walk_and_blank_the_screen),
        cmocka_unit_test(the_background_is_painted),
        cmocka_unit_test(it_takes_q_twice_and_goes_on_there_the_next_time),
        cmocka_unit_test(notes_follow_and_both_ends_survive_the_other),
        cmocka_unit_test(signals_leave_the_terminal_restored),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) ? 1 : failed;
}
