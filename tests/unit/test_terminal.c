// The real program on a real terminal: a pty with libvterm behind it. The program is $QKV, else
// build/qkv.
#include "support/test.h"

#include "pty/vt.h"

#include <limits.h>
#include <sys/stat.h>

#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

static const char *program(void)
{
    const char *path = getenv("QKV");
    return path && *path ? path : "build/qkv";
}

#define PLAIN_ENVIRONMENT                                                                          \
    "TERM=xterm-256color", "LC_ALL=C.UTF-8", "LINES", "COLUMNS", "NO_COLOR", "QKV_COLOR",          \
        "COLORFGBG", "ESCDELAY=50"

static void start_with(Vt *vt, const char *const *environment)
{
    const char *arguments[] = {program(), "learn", "eight-steps", "--fresh", NULL};
    vt_start(vt, 80, 24, &(VtProgram){.arguments = arguments, .environment = environment});
}

static void start(Vt *vt)
{
    static const char *const ENVIRONMENT[] = {PLAIN_ENVIRONMENT, NULL};
    start_with(vt, ENVIRONMENT);
    assert_true(vt_wait(vt, "step 1/9"));
    assert_true(vt_wait(vt, "quit"));
}

static void quit(Vt *vt)
{
    vt_quit(vt);
    assert_true(vt_wait(vt, "[exit 0 cooked]"));
    assert_true(vt_shows(vt, "[started]")); // the screen from before is back
    vt_end(vt);
}

static void the_walk_goes_on_with_space_and_by_steps(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "how is it computed?"));
    assert_true(vt_shows(&vt, "⎡"));
    for (int i = 0; i < 4; i++) vt_type(&vt, " ");
    assert_true(vt_wait(&vt, "keys[0,0] = 0   where did this come from?"));
    vt_type(&vt, "\177");
    assert_true(vt_wait(&vt, "how is it computed?"));
    for (int step = 4; step <= 8; step++) {
        char title[32];
        snprintf(title, sizeof title, "step %d/9", step);
        vt_type(&vt, "]");
        assert_true(vt_wait(&vt, title));
    }
    quit(&vt);
}

static void the_cursor_stands_on_the_selected_cell(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    assert_true(vt_wait(&vt, "the⎡  1 "));
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(vt.terminal), &at);
    assert_int_equal(vt_cell(&vt, at.col, at.row).chars[0], '1');
    VTermScreenCell mark = vt_cell(&vt, at.col + 1, at.row); // as bright as the number
    assert_false(VTERM_COLOR_IS_DEFAULT_BG(&mark.bg));
    vt_press(&vt, VTERM_KEY_RIGHT);
    assert_true(vt_wait(&vt, "x[0,1] = 0"));
    vterm_state_get_cursorpos(vterm_obtain_state(vt.terminal), &at);
    mark = vt_cell(&vt, at.col + 1, at.row);
    assert_false(VTERM_COLOR_IS_DEFAULT_BG(&mark.bg));
    vt_type(&vt, "e25"); // and behind what is typed, while it is
    assert_true(vt_wait(&vt, "25_"));
    vterm_state_get_cursorpos(vterm_obtain_state(vt.terminal), &at);
    assert_int_equal(vt_cell(&vt, at.col, at.row).chars[0], '_');
    vt_type(&vt, "\x07"); // Ctrl-G leaves it
    quit(&vt);
}

static void a_resize_in_the_middle_keeps_the_place(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]]] ");
    assert_true(vt_wait(&vt, "step 4/9"));
    vt_resize(&vt, 120, 40);
    assert_true(vt_wait(&vt, ": commands"));
    assert_true(vt_shows(&vt, "step 4/9"));
    assert_non_null(strstr(vt_row(&vt, 39), "quit"));
    vt_resize(&vt, 50, 12);
    assert_true(vt_wait(&vt, "Need 60x16, have 50x12. Enlarge, or q to quit."));
    vt_resize(&vt, 80, 24);
    assert_true(vt_wait(&vt, "step 4/9"));
    assert_non_null(strstr(vt_row(&vt, 23), "quit"));
    quit(&vt);
}

static void a_screen_that_is_too_small_can_be_left(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_resize(&vt, 20, 5);
    assert_true(vt_wait(&vt, "20x5."));
    vt_resize(&vt, 50, 20);
    assert_true(vt_wait(&vt, "50x20."));
    vt_type(&vt, "q");
    assert_true(vt_wait(&vt, "[exit 0 cooked]"));
    vt_end(&vt);
}

static void sizes_in_the_environment_are_ignored(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", "LINES=10",
                                              "COLUMNS=40", NULL};
    Vt vt;
    start_with(&vt, ENVIRONMENT);
    assert_true(vt_wait(&vt, "quit"));
    assert_non_null(strstr(vt_row(&vt, 23), "quit"));
    quit(&vt);
}

static void suspending_gives_the_terminal_back_and_continuing_restores_the_screen(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]]");
    assert_true(vt_wait(&vt, "step 3/9"));
    vt_type(&vt, "\032");
    assert_true(vt_wait(&vt, "[stopped]"));
    assert_false(vt_shows(&vt, "step 3/9"));
    vt_type(&vt, "\n"); // fg
    assert_true(vt_wait(&vt, "step 3/9"));
    assert_true(vt_wait_gone(&vt, "[stopped]"));
    assert_true(vt_wait(&vt, "quit"));
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 4/9"));
    quit(&vt);
}

static void a_resize_while_suspended_is_seen(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "\032");
    assert_true(vt_wait(&vt, "[stopped]"));
    vt_resize(&vt, 120, 40);
    vt_type(&vt, "\n");
    assert_true(vt_wait(&vt, ": commands"));
    quit(&vt);
}

static void dies_by(int signal, const char *report)
{
    Vt vt;
    start(&vt);
    kill(vt.program, signal);
    assert_true(vt_wait(&vt, report));
    assert_true(vt_shows(&vt, "[started]"));
    assert_false(vt_shows(&vt, "step 1/9"));
    VTermScreenCell cell = vt_cell(&vt, 0, 0);
    assert_false(cell.attrs.reverse);
    vt_end(&vt);
}

static void deadly_signals_leave_the_terminal_restored_and_stay_the_status(void **state)
{
    (void)state;
    dies_by(SIGTERM, "[signal 15 cooked]");
    dies_by(SIGHUP, "[signal 1 cooked]");
    dies_by(SIGINT, "[signal 2 cooked]");
}

static void a_crash_leaves_the_terminal_restored(void **state)
{
    (void)state;
#ifdef SANITIZED
    skip(); // a sanitizer has handlers of its own
#else
    dies_by(SIGSEGV, "[signal 11 cooked]");
    dies_by(SIGABRT, "[signal 6 cooked]");
#endif
}

static void control_c_leaves_at_once(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "?");
    assert_true(vt_wait(&vt, "Looking at cells"));
    vt_type(&vt, "\003");
    assert_true(vt_wait(&vt, "[signal 2 cooked]"));
    vt_end(&vt);
}

static void a_hangup_ends_the_process(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    assert_true(vt_hang_up(&vt));
    vt_end(&vt);
}

static void a_hangup_ends_the_process_even_where_the_signal_is_ignored(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {PLAIN_ENVIRONMENT, NULL};
    const char *arguments[] = {program(), "learn", "eight-steps", NULL};
    Vt vt;
    vt_start(&vt, 80, 24, &(VtProgram){arguments, ENVIRONMENT, .ignores_hangup = true});
    assert_true(vt_wait(&vt, "quit"));
    assert_true(vt_hang_up(&vt));
    vt_end(&vt);
}

static void every_usual_terminal_works(void **state)
{
    (void)state;
    static const char *const TERMS[] = {"TERM=xterm-256color", "TERM=xterm", "TERM=screen-256color",
                                        "TERM=tmux-256color",  "TERM=linux", "TERM=vt100"};
    for (size_t i = 0; i < sizeof TERMS / sizeof *TERMS; i++) {
        const char *environment[] = {TERMS[i], "LC_ALL=C.UTF-8", NULL};
        Vt vt;
        start_with(&vt, environment);
        assert_true(vt_wait(&vt, "quit"));
        assert_true(vt_shows(&vt, "X") && vt_shows(&vt, " x 3×4"));
        vt_type(&vt, "]]");
        assert_true(vt_wait(&vt, "step 3/9"));
        vt_press(&vt, VTERM_KEY_RIGHT);
        assert_true(vt_wait(&vt, "keys[0,1]   how is it computed?"));
        vt_quit(&vt);
        assert_true(vt_wait(&vt, "[exit 0 cooked]"));
        vt_end(&vt);
    }
}

static void a_terminal_that_is_not_known_is_drawn_as_a_usual_one(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {"TERM=no-such-terminal", "LC_ALL=C.UTF-8", NULL};
    Vt vt;
    start_with(&vt, ENVIRONMENT);
    assert_true(vt_wait(&vt, "ncurses-term"));
    assert_true(vt_shows(&vt, "step 1/9"));
    quit(&vt);
}

static void is_refused(const char *const *environment, const char *why)
{
    Vt vt;
    start_with(&vt, environment);
    assert_true(vt_wait(&vt, "[exit 1 cooked]"));
    assert_true(vt_shows(&vt, why));
    assert_true(vt_shows(&vt, "ncurses-term"));
    assert_true(vt_shows(&vt, "--linear"));
    vt_end(&vt);
}

static void terminals_that_cannot_place_their_cursor_are_refused(void **state)
{
    (void)state;
    is_refused((const char *const[]){"TERM=dumb", "LC_ALL=C.UTF-8", NULL}, "TERM=dumb");
    is_refused((const char *const[]){"TERM", "LC_ALL=C.UTF-8", NULL}, "TERM is not set");
}

static void a_dumb_terminal_can_be_walked_line_by_line(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {"TERM=dumb", "LC_ALL=C.UTF-8", "QKV_LINEAR=1", NULL};
    const char *arguments[] = {program(), "learn", "eight-steps", "--step", "4", NULL};
    Vt vt;
    vt_start(&vt, 80, 50, &(VtProgram){.arguments = arguments, .environment = ENVIRONMENT});
    assert_true(vt_wait(&vt, "Step 4 of 9. Score every key against one query"));
    assert_true(vt_wait(&vt, "Next? (Enter, b back"));
    vt_type(&vt, "\r");
    assert_true(vt_wait(&vt, "query_0[0] = 1"));
    vt_type(&vt, "q\r");
    assert_true(vt_wait(&vt, "[exit 0 cooked]"));
    assert_true(vt_shows(&vt, "[started]")); // no screen of its own, nothing overwritten
    vt_end(&vt);
}

static void the_c_locale_gets_ascii_only(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {"TERM=xterm-256color", "LC_ALL=C", NULL};
    Vt vt;
    start_with(&vt, ENVIRONMENT);
    assert_true(vt_wait(&vt, "quit"));
    assert_true(vt_shows(&vt, "lesson"));
    for (int row = 0; row < vt.rows; row++) {
        for (int column = 0; column < vt.columns; column++)
            assert_true(vt_cell(&vt, column, row).chars[0] < 0x7F);
    }
    quit(&vt);
}

static bool has_colour(const Vt *vt)
{
    for (int row = 0; row < vt->rows; row++) {
        for (int column = 0; column < vt->columns; column++) {
            VTermScreenCell cell = vt_cell(vt, column, row);
            if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) || !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg))
                return true;
        }
    }
    return false;
}

static void inputs_are_green_and_no_color_removes_all_colour(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    VTermScreenCell chip = vt_cell(&vt, 2, 3); // the X of " X  x 3×4"
    assert_int_equal(chip.chars[0], 'X');
    assert_true(VTERM_COLOR_IS_RGB(&chip.bg)); // it has said that it keeps them
    assert_true(chip.bg.rgb.green > chip.bg.rgb.red && chip.bg.rgb.green > chip.bg.rgb.blue);
    quit(&vt);
    start_with(&vt, (const char *const[]){"TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR=1",
                                          "QKV_COLOR", NULL});
    assert_true(vt_wait(&vt, "quit"));
    assert_false(has_colour(&vt));
    quit(&vt);
}

static void a_click_selects_a_cell_and_runs_a_hint(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    assert_true(vt_wait(&vt, "cat⎢  0   2   0   2 ⎥"));
    vt_click(&vt, 11, 5); // row cat, column i1
    assert_true(vt_wait(&vt, "x[1,1] = 2"));
    vt_click(&vt, 2, 23); // ?:help
    assert_true(vt_wait(&vt, "Looking at cells"));
    vt_type(&vt, "q");
    assert_true(vt_wait(&vt, "step 1/9"));
    quit(&vt);
}

static void vt_wheel(Vt *vt, int column, int row, bool up)
{
    vterm_mouse_move(vt->terminal, row, column, VTERM_MOD_NONE);
    vterm_mouse_button(vt->terminal, up ? 4 : 5, true, VTERM_MOD_NONE);
}

static void the_mouse_reaches_map_text_and_lines(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]]");
    assert_true(vt_wait(&vt, "step 3/9"));
    vt_click(&vt, 6, 1); // w_key on the map
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_click(&vt, 58, 21); // the eighth part of the progress bar
    assert_true(vt_wait(&vt, "step 8/9"));
    vt_wheel(&vt, 10, 17, false);
    assert_true(vt_wait(&vt, "(3 above: PgUp)"));
    vt_wheel(&vt, 10, 17, true);
    assert_true(vt_wait_gone(&vt, "above: PgUp"));
    vt_type(&vt, ":heat behind");
    assert_true(vt_wait(&vt, "1 of "));
    vt_click(&vt, 10, 21); // the only line of the list
    assert_true(vt_wait(&vt, "every matrix"));
    quit(&vt);
}

static void two_clicks_go_to_the_source_of_a_cell(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]]    ");
    assert_true(vt_wait(&vt, "keys[0,0] = 0   where"));
    vt_click(&vt, 8, 4); // x0, i0
    vt_click(&vt, 8, 4);
    assert_true(vt_wait(&vt, "'' goes back"));
    vt_type(&vt, "''");
    assert_true(vt_wait(&vt, "x @ w_key"));
    quit(&vt);
}

static void who_drags_is_told_how_to_select_text(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vterm_mouse_move(vt.terminal, 5, 10, VTERM_MOD_NONE);
    vterm_mouse_button(vt.terminal, 1, true, VTERM_MOD_NONE);
    assert_true(vt_wait(&vt, "x[1,1] = 2"));
    vterm_mouse_move(vt.terminal, 5, 30, VTERM_MOD_NONE);
    vterm_mouse_button(vt.terminal, 1, false, VTERM_MOD_NONE);
    assert_true(vt_wait(&vt, "drag with Shift"));
    quit(&vt);
}

static void without_the_mouse_a_click_is_the_terminals(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {PLAIN_ENVIRONMENT, NULL};
    const char *arguments[] = {program(), "learn", "eight-steps", "--fresh", "--no-mouse", NULL};
    Vt vt;
    vt_start(&vt, 80, 24, &(VtProgram){.arguments = arguments, .environment = ENVIRONMENT});
    assert_true(vt_wait(&vt, "quit"));
    assert_false(vt.reports_mouse);
    vt_click(&vt, 2, 23); // ?:help
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    assert_false(vt_shows(&vt, "Looking at cells"));
    quit(&vt);
}

static void the_mouse_is_left_to_the_terminal_and_taken_back(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    assert_true(vt.reports_mouse);
    vt_type(&vt, ":mouse\r");
    assert_true(vt_wait(&vt, "selects text now"));
    assert_false(vt.reports_mouse);
    vt_type(&vt, ":mouse\r");
    assert_true(vt_wait(&vt, "works here again"));
    assert_true(vt.reports_mouse);
    quit(&vt);
}

static void a_line_takes_pasted_text_and_wide_characters(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, ":");
    assert_true(vt_wait(&vt, "commands"));
    vt_type(&vt, "\033[200~go to\nstep 5\033[201~");
    assert_true(vt_wait(&vt, ": go to step 5"));
    vt_type(&vt, "\r");
    assert_true(vt_wait(&vt, "step 5/9"));
    vt_type(&vt, "/注意é");
    assert_true(vt_wait(&vt, "Nothing in this lesson says that."));
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(vt.terminal), &at);
    assert_int_equal(at.row, 22);
    assert_int_equal(at.col, 3 + 2 + 2 + 1);
    vt_resize(&vt, 100, 30);
    assert_true(vt_wait(&vt, "Nothing in this lesson says that."));
    vt_type(&vt, "\033");
    assert_true(vt_wait(&vt, "digits: 4"));
    quit(&vt);
}

static void pasted_text_does_nothing(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "\033[200~quit\033[201~");
    assert_true(vt_wait(&vt, "Pasted text"));
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_type(&vt, "][<]"); // many keys at once are no paste where pastes are marked
    assert_true(vt_wait(&vt, "step 3/9"));
    assert_true(vt_wait(&vt, "digits: 3"));
    quit(&vt);
}

static void a_paste_that_never_ends_is_over_when_it_is_quiet(void **state)
{
    (void)state;
    enum { BYTES = 5000 };
    static char text[BYTES + 1];
    memset(text, 'q', BYTES);
    Vt vt;
    start(&vt);
    vt_type(&vt, "\033[200~");
    for (int at = 0; at < BYTES; at += 500) {
        vt_write(text + at, 500, &vt);
        vt_read(&vt, 1);
    }
    assert_true(vt_wait(&vt, "Pasted text"));
    vt_wait_taken(&vt);
    for (long end = vt_now_ms() + 2000; vt_now_ms() < end;) vt_read(&vt, 20);
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    quit(&vt);
}

static void what_the_terminal_answers_is_no_key(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]]");
    assert_true(vt_wait(&vt, "step 3/9"));
    vt_type(&vt, "\033]11;rgb:1e1e/1e1e/qqqq\033\\\033[?62;22c\033[I\033[O\033[12;40R");
    vt_type(&vt, "\xff]"); // no UTF-8, and a key behind it
    assert_true(vt_wait(&vt, "step 4/9"));
    quit(&vt);
}

static void a_terminal_that_might_print_the_questions_is_not_asked(void **state)
{
    (void)state;
    static const char *const TERMS[] = {"TERM=linux", "TERM=vt100", "TERM=xterm"};
    for (int i = 0; i < 3; i++) {
        Vt vt;
        start_with(&vt, (const char *const[]){TERMS[i], "LC_ALL=C.UTF-8", "TMUX", NULL});
        assert_true(vt_wait(&vt, "quit"));
        assert_int_equal(vt.was_asked, i == 2);
        vt_quit(&vt);
        assert_true(vt_wait(&vt, "[exit 0 cooked]"));
        vt_end(&vt);
    }
}

static void answers_that_come_late_change_the_colours_and_are_no_keys(void **state)
{
    (void)state;
    Vt vt;
    start_with(&vt, (const char *const[]){PLAIN_ENVIRONMENT, "COLORTERM=truecolor", NULL});
    vterm_output_set_callback(vt.terminal, NULL, NULL); // it does not answer by itself
    assert_true(vt_wait(&vt, "quit"));
    VTermScreenCell panel = vt_cell(&vt, 40, 4);
    assert_true(panel.bg.rgb.red < 64);
    vt_type(&vt, "\033]10;rgb:0000/0000/0000\033\\\033]11;rgb:ffff/ff");
    vt_wait_read(&vt);
    vt_type(&vt, "ff/ffff\033\\\033[6;16;8t\033[?62;4c");
    for (long end = vt_now_ms() + VT_PATIENCE_MS; panel.bg.rgb.red < 192 && vt_now_ms() < end;) {
        vt_read(&vt, 20);
        panel = vt_cell(&vt, 40, 4);
    }
    assert_true(panel.bg.rgb.red >= 192);
    assert_true(vt_wait(&vt, "step 1/9"));
    quit(&vt);
}

static void pictures_are_half_blocks_where_the_terminal_has_no_pixels(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "X");
    assert_true(vt_wait(&vt, "a figure of x"));
    assert_true(vt_wait(&vt, "▀"));
    vt_type(&vt, "q");
    assert_true(vt_wait_gone(&vt, "▀"));
    assert_true(vt_shows(&vt, "the⎡  1 "));
    quit(&vt);
}

// One that gives these answers and no others.
static void answer(Vt *vt, const char *answers)
{
    vterm_output_set_callback(vt->terminal, NULL, NULL);
    for (long end = vt_now_ms() + VT_PATIENCE_MS; !vt->was_asked && vt_now_ms() < end;)
        vt_read(vt, 5);
    vt_type(vt, answers);
    assert_true(vt_wait(vt, "quit"));
}

static void a_terminal_gets_pictures_as_it_said_it_shows_them_or_none(void **state)
{
    (void)state;
#define CELL "\033[6;16;8t"
    static const struct {
        const char *term, *answers;
        char picture;
    } TERMINALS[] = {
        {"TERM=xterm-256color", CELL "\033_Gi=31;OK\033\\\033[?62;4c", 'k'},
        {"TERM=xterm-256color", CELL "\033P>|iTerm2 3.4\033\\\033[?62;4c", 'i'},
        {"TERM=xterm-256color", CELL "\033[?62;4c", 's'},
        {"TERM=xterm", CELL "\033[?62;4c", 's'},
        {"TERM=xterm-256color", "\033[?62;4c", 0}, // of cells it said nothing
        {"TERM=xterm-256color", CELL "\033[?62;22c", 0},
    };
    for (size_t i = 0; i < sizeof TERMINALS / sizeof *TERMINALS; i++) {
        Vt vt;
        start_with(&vt, (const char *const[]){TERMINALS[i].term, "LC_ALL=C.UTF-8",
                                              "COLORTERM=truecolor", "TMUX", "NO_COLOR", NULL});
        answer(&vt, TERMINALS[i].answers);
        assert_int_equal(vt.picture, 0);
        vt_type(&vt, "X");
        if (TERMINALS[i].picture == 'k') { // libvterm prints kitty's
            for (long end = vt_now_ms() + VT_PATIENCE_MS; !vt.picture && vt_now_ms() < end;)
                vt_read(&vt, 5);
        } else {
            assert_true(vt_wait(&vt, "a figure of x"));
            assert_int_equal(vt_shows(&vt, "▀"), !TERMINALS[i].picture);
        }
        assert_int_equal(vt.picture, TERMINALS[i].picture);
        vt_type(&vt, "q");
        quit(&vt);
    }
}

static bool has_direct_colours(Vt *vt)
{
    VTermScreenCell panel = vt_cell(vt, 40, 4);
    return VTERM_COLOR_IS_RGB(&panel.bg) && !VTERM_COLOR_IS_DEFAULT_BG(&panel.bg);
}

// With nothing in the environment that says so.
static void a_terminal_that_keeps_24_bits_is_sent_them(void **state)
{
    (void)state;
    static const char KEPT[] = "\033P1$r0;48:2::1:2:3m\033\\\033P0+r\033\\\033[?64;22c";
    static const struct {
        const char *term, *answers;
        bool is_direct;
    } TERMINALS[] = {
        {"TERM=xterm-256color", KEPT, true},
        {"TERM=xterm", KEPT, true},
        {"TERM=xterm-direct", KEPT, true}, // which is not known without ncurses-term
        {"TERM=xterm-256color", "\033P1$r0;48:5:16m\033\\\033[?64;22c", false},
        {"TERM=xterm-256color", "\033[?64;22c", false},
        {"TERM=screen-256color", KEPT, false}, // may hand the question on: not asked
    };
    for (size_t i = 0; i < sizeof TERMINALS / sizeof *TERMINALS; i++) {
        Vt vt;
        start_with(&vt, (const char *const[]){TERMINALS[i].term, "LC_ALL=C.UTF-8", "COLORTERM",
                                              "TMUX", "NO_COLOR", "QKV_COLOR", NULL});
        answer(&vt, TERMINALS[i].answers);
        assert_int_equal(has_direct_colours(&vt), TERMINALS[i].is_direct);
        quit(&vt);
    }
}

// Nothing has answered while the first frame was drawn.
static void an_answer_in_pieces_between_keys_changes_the_colours(void **state)
{
    (void)state;
    static const char *const PIECES[] = {"]\033P1$r0;48", ":2::1:2:3m\033", "\\]\033P0+r524",
                                         "742\033\\]\033[?64", ";22c"};
    Vt vt;
    start_with(&vt, (const char *const[]){PLAIN_ENVIRONMENT, "COLORTERM", "TMUX", NULL});
    vterm_output_set_callback(vt.terminal, NULL, NULL);
    assert_true(vt_wait(&vt, "step 1/9"));
    assert_false(has_direct_colours(&vt));
    for (int i = 0; i < 5; i++) {
        vt_type(&vt, PIECES[i]);
        vt_wait_read(&vt);
    }
    assert_true(vt_wait(&vt, "step 4/9"));
    for (long end = vt_now_ms() + VT_PATIENCE_MS; !has_direct_colours(&vt) && vt_now_ms() < end;)
        vt_read(&vt, 20);
    assert_true(has_direct_colours(&vt));
    quit(&vt);
}

static void pasted_text_is_told_by_its_look_where_it_is_not_marked(void **state)
{
    (void)state;
    Vt vt;
    start_with(&vt, (const char *const[]){"TERM=vt100", "LC_ALL=C.UTF-8", NULL});
    assert_true(vt_wait(&vt, "step 1/9"));
    vt_type(&vt, "some text with a q");
    assert_true(vt_wait(&vt, "Pasted text"));
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_quit(&vt);
    assert_true(vt_wait(&vt, "[exit 0 cooked]"));
    vt_end(&vt);
}

static void a_lesson_from_standard_input_can_still_be_walked(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {PLAIN_ENVIRONMENT, NULL};
    const char *arguments[] = {program(), "learn", "-", NULL};
    Vt vt;
    vt_start(&vt, 80, 24,
             &(VtProgram){arguments, ENVIRONMENT, .input = "lessons/01-eight-steps.md"});
    assert_true(vt_wait(&vt, "step 1/9"));
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    quit(&vt);
}

// Each of two sessions at once sets a mark; both are there afterwards, whoever leaves last.
static void remembered_marks(const VtProgram *learn)
{
    Vt first, second;
    vt_start(&first, 80, 24, learn);
    assert_true(vt_wait(&first, "Back at step 4"));
    vt_start(&second, 80, 24, learn);
    assert_true(vt_wait(&second, "Back at step 4"));
    vt_type(&first, "ma");
    assert_true(vt_wait(&first, "Mark a: scores_0[0]"));
    vt_type(&second, "gqueries[1,2]\rmb");
    assert_true(vt_wait(&second, "Mark b: queries[1,2]"));
    quit(&first);
    quit(&second);
    vt_start(&first, 80, 24, learn);
    assert_true(vt_wait(&first, "Back at step 4"));
    vt_type(&first, "M");
    assert_true(vt_wait(&first, "a  scores_0[0]"));
    assert_true(vt_wait(&first, "b  queries[1,2]"));
    vt_type(&first, "\r");
    assert_true(vt_wait(&first, "scores_0[0] = 2   where"));
    quit(&first);
}

static void a_lesson_goes_on_where_it_was_left(void **state)
{
    (void)state;
    char folder[] = "/tmp/qkv-state-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char home[64];
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", folder);
    const char *environment[] = {PLAIN_ENVIRONMENT, home, NULL};
    const char *arguments[] = {program(), "learn", "eight-steps", NULL};
    VtProgram learn = {.arguments = arguments, .environment = environment};
    Vt vt;
    vt_start(&vt, 80, 24, &learn);
    assert_true(vt_wait(&vt, "step 1/9"));
    vt_type(&vt, "]]])    "); // two hints, then the answer
    assert_true(vt_wait(&vt, "scores_0[1] = 4   where"));
    quit(&vt);
    vt_start(&vt, 80, 24, &learn);
    assert_true(vt_wait(&vt, "Back at step 4"));
    assert_true(vt_shows(&vt, "scores_0[0] = 2   where"));
    quit(&vt);
    remembered_marks(&learn);
    const char *fresh[] = {program(), "learn", "--fresh", "eight-steps", NULL};
    vt_start(&vt, 80, 24, &(VtProgram){.arguments = fresh, .environment = environment});
    assert_true(vt_wait(&vt, "step 1/9"));
    quit(&vt);
    char remove[64];
    snprintf(remove, sizeof remove, "rm -r %s", folder);
    assert_int_equal(system(remove), 0);
}

// Their order is that of the file for reader 0.
static void expect_choices(const char *folder, const char *reader, const char *first)
{
    char path[64], home[64];
    snprintf(path, sizeof path, "%s/qkv/reader", folder);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(reader, file);
    fclose(file);
    const char *environment[] = {PLAIN_ENVIRONMENT, home, NULL};
    const char *arguments[] = {program(), "quiz", "tests/commands/files/predict.md", NULL};
    Vt vt;
    vt_start(&vt, 80, 40, &(VtProgram){.arguments = arguments, .environment = environment});
    assert_true(vt_wait(&vt, "query 0 against key 1"));
    vt_type(&vt, "\r\r\r"); // two hints, then the answer
    assert_true(vt_wait(&vt, first));
    vt_type(&vt, "q\r");
    assert_true(vt_wait(&vt, "0 of 1 right, 1 shown, 2 not asked"));
    assert_true(vt_wait(&vt, "[exit 0"));
    vt_end(&vt);
}

static void a_quiz_of_the_lesson_leads_back_to_it(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]:quiz\r");
    assert_true(vt_wait(&vt, "Enter alone gives"));
    assert_true(vt_wait(&vt, "1/6"));
    vt_type(&vt, "\n\n");
    assert_true(vt_wait(&vt, "The answer is"));
    assert_true(vt_wait(&vt, "2/6"));
    vt_type(&vt, "q\n");
    assert_true(vt_wait(&vt, "Enter goes back to the lesson."));
    vt_type(&vt, "\n");
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_quit(&vt);
    assert_true(vt_wait(&vt, "[exit 0 cooked]"));
    vt_end(&vt);
}

static void presenting_the_lesson_leads_back_to_it(void **state)
{
    (void)state;
    Vt vt;
    start(&vt);
    vt_type(&vt, "]P");
    assert_true(vt_wait(&vt, "timer"));
    vt_quit(&vt);
    assert_true(vt_wait(&vt, "step 2/9"));
    quit(&vt);
}

static void a_reader_sees_the_choices_in_an_order_of_his_own(void **state)
{
    (void)state;
    char folder[] = "/tmp/qkv-state-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/qkv", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    expect_choices(folder, "0\n", "a) 13");
    expect_choices(folder, "6\n", "a) there is none");
    expect_choices(folder, "1\n", "a) 29");
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

// A line of 9600 baud takes so long for a frame that more is typed meanwhile. Here nothing is read
// at all: once what lies between program and terminal is full, no key costs a frame of its own.
static void keys_typed_ahead_of_a_slow_terminal_are_taken_together(void **state)
{
    (void)state;
    enum { PAIRS = 400, KEY_MS = 2, TIMES_FEWER = 16 };
    Vt vt;
    start(&vt);
    long before = vt.bytes;
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_type(&vt, "[");
    assert_true(vt_wait(&vt, "step 1/9"));
    long pair = vt.bytes - before;
    before = vt.bytes;
    for (int i = 0; i < 2 * PAIRS; i++) {
        vt_type(&vt, i % 2 ? "[" : "]");
        poll(NULL, 0, KEY_MS);
    }
    vt_type(&vt, "]]]");
    assert_true(vt_wait(&vt, "step 4/9"));
    vt_wait_taken(&vt);
    vt_settle(&vt);
    assert_true(vt.bytes - before < PAIRS * pair / TIMES_FEWER);
    assert_true(vt_shows(&vt, "step 4/9"));
    quit(&vt);
}

// A terminal that answered late what it is: what is typed while it still shows a frame is taken
// together, however much of it would fit between the two.
static void a_slow_terminal_gets_the_next_frame_when_it_has_shown_the_last(void **state)
{
    (void)state;
    static const char *const ENVIRONMENT[] = {PLAIN_ENVIRONMENT, NULL};
    enum { LATE_MS = 400, TRIES = 5, KEYS = 10, KEY_MS = 20 };
    Vt vt;
    start_with(&vt, ENVIRONMENT);
    vt_answer_late(&vt, LATE_MS);
    assert_true(vt_wait(&vt, "quit"));
    vt_settle(&vt);
    long before = vt.bytes;
    vt_type(&vt, "]");
    assert_true(vt_wait(&vt, "step 2/9"));
    vt_settle(&vt);
    long frame = vt.bytes - before, fewest = LONG_MAX;
    for (int try = 0; try < TRIES && fewest >= 3 * frame; try++) { // a busy machine types slowly
        before = vt.bytes;
        for (int i = 0; i < KEYS; i++) {
            vt_type(&vt, i % 2 ? "[" : "]");
            poll(NULL, 0, KEY_MS);
        }
        vt_type(&vt, "]");
        assert_true(vt_wait(&vt, "step 3/9"));
        vt_settle(&vt);
        assert_true(vt_shows(&vt, "step 3/9"));
        if (vt.bytes - before < fewest) fewest = vt.bytes - before;
        vt_type(&vt, "[");
        assert_true(vt_wait(&vt, "step 2/9"));
        vt_settle(&vt);
    }
    assert_true(fewest < 3 * frame);
    quit(&vt);
}

int main(void)
{
    // What is remembered of lessons is the user's, not the tests'.
    char home[] = "/tmp/qkv-state-XXXXXX";
    if (!mkdtemp(home)) return 1;
    setenv("XDG_STATE_HOME", home, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_walk_goes_on_with_space_and_by_steps),
        cmocka_unit_test(keys_typed_ahead_of_a_slow_terminal_are_taken_together),
        cmocka_unit_test(a_slow_terminal_gets_the_next_frame_when_it_has_shown_the_last),
        cmocka_unit_test(a_lesson_goes_on_where_it_was_left),
        cmocka_unit_test(a_quiz_of_the_lesson_leads_back_to_it),
        cmocka_unit_test(presenting_the_lesson_leads_back_to_it),
        cmocka_unit_test(a_reader_sees_the_choices_in_an_order_of_his_own),
        cmocka_unit_test(the_cursor_stands_on_the_selected_cell),
        cmocka_unit_test(a_resize_in_the_middle_keeps_the_place),
        cmocka_unit_test(a_screen_that_is_too_small_can_be_left),
        cmocka_unit_test(sizes_in_the_environment_are_ignored),
        cmocka_unit_test(suspending_gives_the_terminal_back_and_continuing_restores_the_screen),
        cmocka_unit_test(a_resize_while_suspended_is_seen),
        cmocka_unit_test(deadly_signals_leave_the_terminal_restored_and_stay_the_status),
        cmocka_unit_test(a_crash_leaves_the_terminal_restored),
        cmocka_unit_test(control_c_leaves_at_once),
        cmocka_unit_test(a_hangup_ends_the_process),
        cmocka_unit_test(a_hangup_ends_the_process_even_where_the_signal_is_ignored),
        cmocka_unit_test(every_usual_terminal_works),
        cmocka_unit_test(a_terminal_that_is_not_known_is_drawn_as_a_usual_one),
        cmocka_unit_test(terminals_that_cannot_place_their_cursor_are_refused),
        cmocka_unit_test(a_dumb_terminal_can_be_walked_line_by_line),
        cmocka_unit_test(the_c_locale_gets_ascii_only),
        cmocka_unit_test(inputs_are_green_and_no_color_removes_all_colour),
        cmocka_unit_test(a_click_selects_a_cell_and_runs_a_hint),
        cmocka_unit_test(the_mouse_reaches_map_text_and_lines),
        cmocka_unit_test(two_clicks_go_to_the_source_of_a_cell),
        cmocka_unit_test(who_drags_is_told_how_to_select_text),
        cmocka_unit_test(without_the_mouse_a_click_is_the_terminals),
        cmocka_unit_test(the_mouse_is_left_to_the_terminal_and_taken_back),
        cmocka_unit_test(a_line_takes_pasted_text_and_wide_characters),
        cmocka_unit_test(pasted_text_does_nothing),
        cmocka_unit_test(a_paste_that_never_ends_is_over_when_it_is_quiet),
        cmocka_unit_test(what_the_terminal_answers_is_no_key),
        cmocka_unit_test(a_terminal_that_might_print_the_questions_is_not_asked),
        cmocka_unit_test(answers_that_come_late_change_the_colours_and_are_no_keys),
        cmocka_unit_test(a_terminal_gets_pictures_as_it_said_it_shows_them_or_none),
        cmocka_unit_test(a_terminal_that_keeps_24_bits_is_sent_them),
        cmocka_unit_test(an_answer_in_pieces_between_keys_changes_the_colours),
        cmocka_unit_test(pictures_are_half_blocks_where_the_terminal_has_no_pixels),
        cmocka_unit_test(pasted_text_is_told_by_its_look_where_it_is_not_marked),
        cmocka_unit_test(a_lesson_from_standard_input_can_still_be_walked),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char remove[64];
    snprintf(remove, sizeof remove, "rm -r %s", home);
    return system(remove) != 0 || failed;
}
