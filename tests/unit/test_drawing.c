// Frames as ncurses draws them on an emulator, and how few bytes that takes.
#include "support/test.h"

#include "terminal/capabilities.h"
#include "terminal/screen.h"

#include <locale.h>
#include <string.h>
#include <unistd.h>
#include <vterm.h>

enum { COLUMNS = 20, ROWS = 4 };

static Arena arena;
static FILE *written, *in;
static VTerm *terminal;
static const Rect ALL = {0, 0, COLUMNS, ROWS};
static const Theme DIRECT = {.depth = DEPTH_DIRECT, .page = RGB(0), .text = RGB(0xffffff)};

static void begin_with(const char *name, const Theme *theme)
{
    written = tmpfile();
    in = fopen("/dev/null", "r");
    assert_int_equal(capabilities_open(name, STDOUT_FILENO), TERMINAL_USABLE);
    assert_true(screen_open(name, written, in, theme));
    terminal = vterm_new(ROWS, COLUMNS);
    vterm_set_utf8(terminal, 1);
    vterm_screen_reset(vterm_obtain_screen(terminal), 1);
}

static int end(void **state)
{
    (void)state;
    screen_close();
    vterm_free(terminal);
    fclose(written);
    fclose(in);
    arena_free(&arena);
    return 0;
}

// What has been written since the last time, which the emulator has taken by now.
static Str taken(void)
{
    static off_t from;
    off_t to = lseek(fileno(written), 0, SEEK_CUR);
    if (from > to) from = 0; // another file
    char *bytes = arena_alloc(&arena, (size_t)(to - from) + 1);
    assert_int_equal(pread(fileno(written), bytes, (size_t)(to - from), from), to - from);
    Str all = {bytes, (int)(to - from)};
    from = to;
    vterm_input_write(terminal, all.p, (size_t)all.n);
    return all;
}

static Str shown(Frame *frame)
{
    Buf none = {.arena = &arena};
    taken();
    screen_show(frame, &(Pixels){0}, &none);
    assert_int_equal(none.n, 0);
    return taken();
}

static Frame frame_of(Style style, const char *text)
{
    Frame frame = frame_new(&arena, COLUMNS, ROWS);
    frame_text(&frame, ALL, 2, 1, style, str_from(text));
    return frame;
}

static VTermScreenCell cell_at(int column, int row)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(vterm_obtain_screen(terminal), (VTermPos){row, column}, &cell);
    return cell;
}

static bool is_color(const VTermColor *shown, int look)
{
    return VTERM_COLOR_IS_RGB(shown) &&
           (LOOK_DIRECT | shown->rgb.red << 16 | shown->rgb.green << 8 | shown->rgb.blue) == look;
}

static void colours_of_24_bits_need_no_file_of_terminfo(void **state)
{
    (void)state;
    begin_with("xterm-256color", &DIRECT);
    for (int level = 0; level < HEAT_LEVELS; level++) {
        Style style = {.ground = GROUND_HEAT, .level = level};
        Look look = theme_look(&DIRECT, style);
        Frame frame = frame_of(style, "x");
        shown(&frame);
        VTermScreenCell cell = cell_at(2, 1);
        assert_true(is_color(&cell.fg, look.foreground) && is_color(&cell.bg, look.background));
    }
    assert_null(getenv("TERMINFO"));
}

static void only_what_changes_is_said(void **state)
{
    (void)state;
    begin_with("xterm-256color", &DIRECT);
    Style loud = {.ink = INK_ACCENT, .attributes = ATTR_BOLD};
    Frame frame = frame_of(loud, "a bold text");
    assert_int_equal(str_find(shown(&frame), "\033[48"), -1);
    assert_int_equal(shown(&frame).n, 0);
    frame = frame_of(loud, "a bald text");
    assert_string_equal(str_copy(&arena, shown(&frame)), "\033[2;6H\033[1ma\033[H");
    frame = frame_of((Style){0}, "a bald text");
    assert_true(str_find(shown(&frame), "\033[22m\033[39ma bald text") > 0);
    screen_leave();
    screen_enter();
    taken();
    assert_true(str_find(shown(&frame), "a bald text") > 0);
    VTermScreenCell cell = cell_at(2, 1);
    assert_true(VTERM_COLOR_IS_DEFAULT_FG(&cell.fg));
    assert_int_equal(cell_at(4, 1).chars[0], 'b');
}

// "abc" is placed by itself, not behind a character that some terminals make wider.
static void what_is_behind_a_doubtful_character_has_its_place(void **state)
{
    (void)state;
    begin_with("xterm-256color", &DIRECT);
    Frame frame = frame_of((Style){0}, "λ注 abc"), other = frame_of((Style){0}, "λ注 xyz");
    Str bytes = shown(&frame);
    assert_true(str_find(bytes, "abc") > 0 && str_find(bytes, "abc") < str_find(bytes, "λ"));
    assert_int_equal(cell_at(3, 1).chars[0], U'注');
    bytes = shown(&other);
    assert_int_equal(str_find(bytes, "λ"), -1);
    assert_true(str_find(bytes, "xyz") > 0);
}

// Whatever moves by a column, as a line does that is typed.
static void wide_characters_may_move(void **state)
{
    (void)state;
    static const char TEXT[] = "www注ww注注w注wwww注www注注www";
    begin_with("xterm-256color", &DIRECT);
    for (int from = 0; from < (int)sizeof TEXT - 1; from++) {
        if ((TEXT[from] & 0xC0) == 0x80) continue;
        Frame frame = frame_of((Style){0}, TEXT + from);
        shown(&frame);
        Buf meant = {.arena = &arena}, line = {.arena = &arena};
        frame_print(&frame, &meant);
        char text[200];
        VTermRect row = {0, ROWS, 0, COLUMNS};
        size_t n = vterm_screen_get_text(vterm_obtain_screen(terminal), text, sizeof text, row);
        buf_add(&line, str_trim((Str){text, (int)n}));
        assert_string_equal(buf_text(&line), str_copy(&arena, str_trim(buf_str(&meant))));
    }
}

static void a_terminal_may_have_few_colours_or_none(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        ColorDepth depth;
    } TERMINALS[] = {{"linux", DEPTH_8},
                     {"vt100", DEPTH_MONO},
                     {"xterm", DEPTH_MONO},
                     {"tmux-256color", DEPTH_256}};
    enum { COUNT = sizeof TERMINALS / sizeof *TERMINALS };
    for (int i = 0; i < COUNT; i++) {
        begin_with(TERMINALS[i].name, &(Theme){.depth = TERMINALS[i].depth});
        Frame frame = frame_of((Style){.attributes = ATTR_REVERSE}, "re");
        shown(&frame);
        assert_int_equal(cell_at(2, 1).chars[0], 'r');
        assert_true(cell_at(2, 1).attrs.reverse && !cell_at(5, 1).attrs.reverse);
        frame = frame_of((Style){.ink = INK_ERROR, .attributes = ATTR_UNDERLINE}, "er");
        frame.cursor_row = 3; // nothing is written behind what is underlined
        shown(&frame);
        assert_true(cell_at(3, 1).attrs.underline && !cell_at(3, 1).attrs.reverse);
        frame = frame_of((Style){0}, "pl");
        shown(&frame);
        assert_int_equal(cell_at(3, 1).chars[0], 'l');
        assert_false(cell_at(2, 1).attrs.underline);
        if (i < COUNT - 1) end(state);
    }
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
#define TEST(name) cmocka_unit_test_teardown(name, end)
    const struct CMUnitTest tests[] = {
        TEST(colours_of_24_bits_need_no_file_of_terminfo),       TEST(only_what_changes_is_said),
        TEST(what_is_behind_a_doubtful_character_has_its_place), TEST(wide_characters_may_move),
        TEST(a_terminal_may_have_few_colours_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
