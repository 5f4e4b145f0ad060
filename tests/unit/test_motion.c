// What moves after a key: which frames there are, that they end by themselves and by a key, and
// that the last one is the frame that there is without motion.
#include "support/test.h"

#include "pty/vt.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/motion.h"

#include <limits.h>
#include <string.h>

enum { LONGEST_MS = 300 };

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// ---- a walk with motion, and the same without ---------------------------------------------------

typedef struct Reader {
    Walk walk;
    TuiOptions options;
    App app;
    Motion motion;
    Arena arena; // of the frame
} Reader;

static void open_reader(Reader *reader, const char *lesson, TuiMode mode)
{
    Error error = {.arena = &arena};
    *reader = (Reader){.options = {.mode = mode}};
    if (!walk_open(&reader->walk, lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    app_init(&reader->app, &reader->walk, &reader->options, 120, 40);
}

static void close_reader(Reader *reader)
{
    motion_free(&reader->app);
    arena_free(&reader->arena);
    app_free(&reader->app);
    walk_close(&reader->walk);
}

static Frame frame_of(Reader *reader)
{
    arena_free(&reader->arena);
    return draw(&reader->app, &reader->arena);
}

static void press(Reader *reader, const char *keys)
{
    Error error = {.arena = &arena};
    Key key;
    for (Str rest = str_from(keys); rest.n;) {
        if (!key_parse(&rest, &key, &error)) fail_msg("%s", error.message);
        frame_of(reader);
        motion_note(&reader->app);
        app_key(&reader->app, key);
    }
    motion_begin(&reader->app);
}

// Where things move, and nothing has been pressed yet.
static void open_moving(Reader *reader, const char *lesson, TuiMode mode)
{
    open_reader(reader, lesson, mode);
    reader->app.motion = &reader->motion;
}

static void finish(Reader *reader)
{
    while (motion_wait(&reader->app) >= 0) motion_tick(&reader->app);
}

// In its third step, after so many Spaces; nothing moves any more.
static void open_keys(Reader *reader, const char *spaces)
{
    open_moving(reader, "eight-steps", MODE_WALK);
    press(reader, "]]");
    finish(reader);
    press(reader, spaces);
    finish(reader);
}

static bool alike(const Glyph *a, const Glyph *b)
{
    const Style *x = &a->style, *y = &b->style;
    return strcmp(a->text, b->text) == 0 && x->ink == y->ink && x->attributes == y->attributes &&
           x->ground == y->ground && x->level == y->level && x->below == y->below &&
           x->level_below == y->level_below;
}

static bool same_frame(Reader *a, Reader *b)
{
    Frame one = frame_of(a), other = frame_of(b);
    bool same = one.cursor_column == other.cursor_column && one.cursor_row == other.cursor_row;
    for (int i = 0; i < one.rows * one.columns; i++)
        same = same && alike(&one.glyphs[i], &other.glyphs[i]);
    return same;
}

static const char *text_of(Reader *reader)
{
    Frame frame = frame_of(reader);
    Buf text = {.arena = &arena};
    frame_print(&frame, &text);
    return buf_text(&text);
}

static int count_ground(Reader *reader, Ground ground)
{
    Frame frame = frame_of(reader);
    int count = 0;
    for (int i = 0; i < frame.rows * frame.columns; i++)
        count += frame.glyphs[i].style.ground == ground;
    return count;
}

// ---- what moves ---------------------------------------------------------------------------------

static void a_cell_opens_term_by_term_and_its_number_comes_last(void **state)
{
    (void)state;
    Reader reader;
    open_keys(&reader, "    ");
    press(&reader, " "); // keys[0,1] = x[0,:] @ w_key[:,1], four products
    int ms = 0, frames = 0;
    for (; motion_wait(&reader.app) >= 0; motion_tick(&reader.app)) {
        Arrival arrival = motion_arrival(&reader.app);
        frames++;
        ms += motion_wait(&reader.app);
        assert_int_equal(arrival.terms, 2 * frames);
        assert_int_equal(arrival.lit, 2);
        assert_int_equal(reader.walk.at.held_back.pieces, frames);
        assert_non_null(strstr(text_of(&reader), "keys[0,1]   how is it computed?"));
        assert_int_equal(walk_open_count(&reader.walk, reader.walk.at.focus), 1);
    }
    assert_int_equal(frames, 4);
    assert_true(ms > 100 && ms < LONGEST_MS);
    assert_non_null(strstr(text_of(&reader), "keys[0,1] = 1   where did this come from?"));
    close_reader(&reader);
}

static void sources_light_up_brightly_and_stay_marked(void **state)
{
    (void)state;
    Reader reader;
    open_keys(&reader, "     ");
    int still = count_ground(&reader, GROUND_CHIP), before = 0;
    press(&reader, " ");
    for (; motion_wait(&reader.app) >= 0; motion_tick(&reader.app)) {
        assert_true(count_ground(&reader, GROUND_CHIP) > still);
        int marked = count_ground(&reader, GROUND_SOURCE);
        assert_true(marked > before || (marked == 0 && before == 0));
        before = marked;
    }
    assert_int_equal(count_ground(&reader, GROUND_CHIP), still);
    close_reader(&reader);
}

static void thousands_of_terms_take_no_longer(void **state)
{
    (void)state;
    Reader reader;
    open_moving(&reader, "tests/screens/lessons/large.py", MODE_WALK);
    press(&reader, "''"); // opened at its weights, back to the beginning
    finish(&reader);
    int most = 0;
    for (int key = 0; key < 30; key++) {
        press(&reader, " ");
        int ms = 0;
        for (; motion_wait(&reader.app) >= 0; motion_tick(&reader.app)) {
            ms += motion_wait(&reader.app);
            if (motion_arrival(&reader.app).lit > most) most = motion_arrival(&reader.app).lit;
        }
        assert_true(ms < LONGEST_MS);
    }
    assert_true(most > 2); // many at once
    close_reader(&reader);
}

static void a_row_arrives_from_left_to_right(void **state)
{
    (void)state;
    Reader reader;
    open_keys(&reader, "        ");
    press(&reader, " "); // the other rows of keys, 4 4 0 and 2 3 1
    assert_int_equal(reader.motion.kind, MOTION_ROW);
    assert_non_null(strstr(text_of(&reader), "⎢< 4>  .   . ⎥"));
    assert_non_null(strstr(text_of(&reader), "⎣  2   .   . ⎦"));
    motion_tick(&reader.app);
    assert_non_null(strstr(text_of(&reader), "⎢< 4>  4   . ⎥"));
    motion_tick(&reader.app);
    assert_int_equal(motion_wait(&reader.app), -1);
    assert_non_null(strstr(text_of(&reader), "⎢< 4>  4   0 ⎥"));
    close_reader(&reader);
}

static void changed_cells_flash_once(void **state)
{
    (void)state;
    Reader reader;
    open_moving(&reader, "eight-steps", MODE_WALK);
    int still = count_ground(&reader, GROUND_CHIP);
    static const char *const CHANGES[] = {"e5<CR>", "u", "<C-r>"};
    for (int i = 0; i < 3; i++) {
        press(&reader, CHANGES[i]);
        assert_int_equal(reader.motion.kind, MOTION_FLASH);
        assert_in_range(motion_wait(&reader.app), 100, 200);
        assert_true(count_ground(&reader, GROUND_CHIP) > still);
        motion_tick(&reader.app);
        assert_int_equal(motion_wait(&reader.app), -1);
        assert_int_equal(count_ground(&reader, GROUND_CHIP), still);
    }
    close_reader(&reader);
}

static void a_switch_flashes_what_it_changes(void **state)
{
    (void)state;
    Reader reader;
    open_moving(&reader, "eight-steps", MODE_WALK);
    press(&reader, "]]]]]");
    finish(&reader);
    press(&reader, "W"); // makes others a different shape
    assert_int_equal(motion_wait(&reader.app), -1);
    press(&reader, "<Down>");
    assert_true(motion_wait(&reader.app) > 0);
    assert_true(count_ground(&reader, GROUND_CHIP) > 0);
    finish(&reader);
    assert_int_equal(count_ground(&reader, GROUND_CHIP), 0);
    press(&reader, "<Tab>"); // another tensor of the same
    assert_int_equal(motion_wait(&reader.app), -1);
    close_reader(&reader);
}

static void what_opens_and_changes_nothing_does_not_move(void **state)
{
    (void)state;
    static const char *const KEYS[] = {"<Right>", "<BS>", "v",     "]", "[", ")",
                                       "(",       "?",    "<Esc>", "t", "i", "o"};
    Reader reader;
    open_keys(&reader, "     ");
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        press(&reader, KEYS[i]);
        if (motion_wait(&reader.app) >= 0) fail_msg("%s moves", KEYS[i]);
    }
    close_reader(&reader);
}

static void nobody_sees_it_who_does_not_want_it(void **state)
{
    (void)state;
    Reader reader;
    open_reader(&reader, "eight-steps", MODE_WALK);
    press(&reader, "]]     ");
    assert_int_equal(motion_wait(&reader.app), -1);
    assert_false(motion_arrival(&reader.app).is_under_way);
    close_reader(&reader);
}

// ---- how it ends --------------------------------------------------------------------------------

// Through a lesson with Space: each motion is short, and ends in the frame without motion.
static void compare_walks(const char *lesson, TuiMode mode, int keys, unsigned *kinds)
{
    Reader moving, still;
    open_moving(&moving, lesson, mode);
    open_reader(&still, lesson, mode);
    for (int i = 0; i < keys; i++) {
        press(&moving, " ");
        press(&still, " ");
        *kinds |= 1u << moving.motion.kind;
        int ms = 0;
        for (; motion_wait(&moving.app) >= 0; motion_tick(&moving.app)) {
            ms += motion_wait(&moving.app);
            frame_of(&moving);
        }
        if (ms >= LONGEST_MS) fail_msg("%s, Space %d: %d ms", lesson, i, ms);
        if (!same_frame(&moving, &still)) fail_msg("%s, Space %d: another frame", lesson, i);
    }
    close_reader(&moving);
    close_reader(&still);
}

static void every_motion_ends_in_the_frame_without_it(void **state)
{
    (void)state;
    enum { KEYS = 150 };
    static const char *const LESSONS[] = {"eight-steps", "attention", "multi-head", "masking"};
    unsigned kinds = 0;
    for (size_t i = 0; i < sizeof LESSONS / sizeof *LESSONS; i++)
        compare_walks(LESSONS[i], MODE_WALK, KEYS, &kinds);
    compare_walks("eight-steps", MODE_PRESENT, KEYS, &kinds);
    assert_int_equal(kinds, 1u << MOTION_NONE | 1u << MOTION_SWEEP | 1u << MOTION_ROW);
}

static void a_key_ends_it_and_is_acted_upon(void **state)
{
    (void)state;
    static const char *const KEYS[] = {" ", "<BS>", "<Right>", "p", "z", "?", "<Tab>e5<CR>"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        Reader moving, still;
        open_moving(&moving, "eight-steps", MODE_WALK);
        open_reader(&still, "eight-steps", MODE_WALK);
        press(&moving, "]]     ");
        press(&still, "]]     ");
        assert_true(motion_wait(&moving.app) >= 0);
        motion_tick(&moving.app);
        press(&moving, KEYS[i]);
        press(&still, KEYS[i]);
        finish(&moving);
        if (!same_frame(&moving, &still)) fail_msg("%s: another frame", KEYS[i]);
        close_reader(&moving);
        close_reader(&still);
    }
}

// ---- the program --------------------------------------------------------------------------------

#define COLORS "TERM=xterm-256color"

enum { QUIET_MS = 25, OVER_MS = 400, TRIES = 5 };

typedef struct Line {
    const char *terminal, *option;
    speed_t speed; // 0: as it is
    int answer_ms; // so late the terminal reads, and answers, what it is asked at the start
} Line;

static void start(Vt *vt, Line line)
{
    const char *path = getenv("QKV");
    const char *program = path && *path ? path : "build/qkv";
    const char *arguments[] = {program, "learn", "eight-steps", "--fresh", line.option, NULL};
    const char *const environment[] = {line.terminal, "LC_ALL=C.UTF-8", "NO_COLOR",
                                       "QKV_COLOR",   "COLORFGBG",      NULL};
    vt_start(vt, 80, 24, &(VtProgram){.arguments = arguments, .environment = environment});
    struct termios modes;
    assert_int_equal(tcgetattr(vt->master, &modes), 0);
    if (line.speed) cfsetspeed(&modes, line.speed);
    assert_int_equal(tcsetattr(vt->master, TCSANOW, &modes), 0);
    if (line.answer_ms) vt_answer_late(vt, line.answer_ms);
    assert_true(vt_wait(vt, "quit"));
    vt_type(vt, "]]");
    assert_true(vt_wait(vt, "step 3/9"));
}

static void quit(Vt *vt)
{
    vt_quit(vt);
    assert_true(vt_wait(vt, "[exit 0 cooked]"));
    vt_end(vt);
}

// How often it writes after a key, with a silence between.
static int frames_after(Vt *vt, const char *key)
{
    int frames = 0;
    vt_settle(vt);
    long last = 0;
    vt_type(vt, key);
    long end = vt_now_ms() + OVER_MS, latest = end + VT_PATIENCE_MS;
    while (vt_now_ms() < end || ((!frames || (vt_work_ms(vt) >= 0)) && vt_now_ms() < latest)) {
        long before = vt->bytes;
        vt_read(vt, 5);
        if (vt->bytes == before) continue;
        frames += vt_now_ms() - last >= QUIET_MS;
        last = vt_now_ms();
    }
    return frames;
}

// A frame that a busy machine writes with a pause in it looks like two: the fewest of some keys
// count.
static int fewest_frames_after(Vt *vt, const char *key)
{
    int fewest = INT_MAX;
    for (int i = 0; i < TRIES && fewest != 1; i++) {
        int frames = frames_after(vt, key);
        if (frames < fewest) fewest = frames;
    }
    return fewest;
}

static bool differ(const Vt *a, const Vt *b)
{
    for (int row = 0; row < 24; row++) {
        char text[4096];
        snprintf(text, sizeof text, "%s", vt_row(a, row));
        if (strcmp(text, vt_row(b, row)) != 0) return true;
    }
    return false;
}

// A machine that is busy may leave frames out, but seldom each time.
static void a_key_has_several_frames_and_ends_in_the_same_screen(void **state)
{
    (void)state;
    Vt moving, still;
    start(&moving, (Line){.terminal = COLORS});
    start(&still, (Line){.terminal = COLORS, .option = "--no-motion"});
    int most = 0, fewest = INT_MAX;
    for (int key = 0; key < 6; key++) {
        int frames = frames_after(&moving, " ");
        if (frames > most) most = frames;
        frames = frames_after(&still, " ");
        if (frames < fewest) fewest = frames;
        for (long end = vt_now_ms() + VT_PATIENCE_MS; differ(&moving, &still) && vt_now_ms() < end;)
            vt_read(&moving, 20);
        for (int row = 0; row < 24; row++) {
            const char *wanted = str_copy(&arena, str_from(vt_row(&still, row)));
            assert_string_equal(vt_row(&moving, row), wanted);
        }
    }
    assert_true(most > 1);
    assert_int_equal(fewest, 1);
    quit(&moving);
    quit(&still);
}

static void few_colors_and_slow_lines_have_one_frame_for_a_key(void **state)
{
    (void)state;
    static const Line LINES[] = {
        {.terminal = "TERM=linux"},
        {.terminal = COLORS, .speed = B9600},
        {.terminal = COLORS, .answer_ms = 250},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        Vt vt;
        start(&vt, LINES[i]);
        for (int key = 0; key < 2; key++) {
            int frames = fewest_frames_after(&vt, " ");
            if (frames != 1) fail_msg("line %zu, Space %d: %d frames", i, key, frames);
        }
        quit(&vt);
    }
}

// Sooner than the motion would have ended.
static void a_key_in_the_middle_is_not_made_to_wait(void **state)
{
    (void)state;
    enum { SOON_MS = 60, OFTEN = 40 };
    Vt vt;
    start(&vt, (Line){.terminal = COLORS});
    long soonest = OVER_MS;
    for (int i = 0; i < OFTEN && soonest >= SOON_MS; i++) { // a busy machine is seldom quick
        vt_type(&vt, ")(");
        assert_true(vt_wait(&vt, "keys[0,0]   how is it computed?"));
        vt_type(&vt, " ");
        while (vt_read(&vt, 100) && !vt_shows(&vt, "1×0")) continue;
        long typed = vt_now_ms();
        vt_type(&vt, "?");
        while (!vt_shows(&vt, "Looking at cells") && vt_now_ms() < typed + OVER_MS) vt_read(&vt, 5);
        if (vt_now_ms() - typed < soonest) soonest = vt_now_ms() - typed;
        vt_type(&vt, "?");
        assert_true(vt_wait_gone(&vt, "Looking at cells"));
    }
    assert_true(soonest < SOON_MS);
    quit(&vt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_cell_opens_term_by_term_and_its_number_comes_last, release),
        cmocka_unit_test_teardown(sources_light_up_brightly_and_stay_marked, release),
        cmocka_unit_test_teardown(thousands_of_terms_take_no_longer, release),
        cmocka_unit_test_teardown(a_row_arrives_from_left_to_right, release),
        cmocka_unit_test_teardown(changed_cells_flash_once, release),
        cmocka_unit_test_teardown(a_switch_flashes_what_it_changes, release),
        cmocka_unit_test_teardown(what_opens_and_changes_nothing_does_not_move, release),
        cmocka_unit_test_teardown(nobody_sees_it_who_does_not_want_it, release),
        cmocka_unit_test_teardown(every_motion_ends_in_the_frame_without_it, release),
        cmocka_unit_test_teardown(a_key_ends_it_and_is_acted_upon, release),
        cmocka_unit_test_teardown(a_key_has_several_frames_and_ends_in_the_same_screen, release),
        cmocka_unit_test(few_colors_and_slow_lines_have_one_frame_for_a_key),
        cmocka_unit_test(a_key_in_the_middle_is_not_made_to_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
