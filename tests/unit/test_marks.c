// What a colour says is also said without it: on every golden screen, and on those that any keys
// lead to, each ground has its marks or words among the characters, and the marks of cells are on
// those cells alone.
#include "support/screen_case.h"

#include "base/text/ascii.h"
#include "base/text/fuzzy.h"
#include "tui/core/canvas.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"

#include <math.h>
#include <string.h>

// Neighbours in a row with the same ground.
typedef struct Run {
    const Frame *frame;
    int row, from, end;
    Style style; // of the first
    Str text;
} Run;

typedef bool Says(const Run *run);

static const char *glyph_text(const Frame *frame, int column, int row)
{
    bool inside = column >= 0 && column < frame->columns && row >= 0 && row < frame->rows;
    return inside ? frame->glyphs[row * frame->columns + column].text : "";
}

static Str text_between(const Frame *frame, int row, int from, int end, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = from; i < end; i++) buf_add(&text, str_from(glyph_text(frame, i, row)));
    return str_from(buf_text(&text));
}

static bool begins_with(const Run *run, const char *marks)
{
    return run->text.n && strchr(marks, run->text.p[0]);
}

static bool ends_with(const Run *run, const char *marks)
{
    return run->text.n && strchr(marks, run->text.p[run->text.n - 1]);
}

// ---- what each ground must say ----------------------------------------------------------------

static bool chip_has_brackets(const Run *run)
{
    return begins_with(run, "[") && ends_with(run, "]");
}

// "( 1)( 0!": each of them.
static bool sources_have_parentheses(const Run *run)
{
    int open = 0;
    for (int i = 0; i < run->text.n; i++) {
        bool closes = strchr(")!^", run->text.p[i]);
        if (run->text.p[i] == '(')
            open++;
        else if (open != 1 && (open || run->text.p[i] != ' '))
            return false;
        open -= closes;
    }
    return open == 0;
}

static bool is_number(Str text)
{
    static const char *const OTHERS[] = {"inf", "T", "F"};
    for (int i = 0; i < text.n; i++) {
        if (ascii_is_digit(text.p[i])) return true;
    }
    for (int i = 0; i < 3; i++) {
        if (str_find(text, OTHERS[i]) >= 0) return true;
    }
    return false;
}

// Whether the letter is as dark as the ground: each has its place in one of the two ramps.
static bool is_letter_of(char letter, int level)
{
    static const char *const RAMPS[] = {" .:-=+*#%@", " ':~=o*#%@"};
    for (int i = 0; letter && i < 2; i++) {
        const char *at = strchr(RAMPS[i], letter);
        if (at && fabs((double)(at - RAMPS[i]) - 0.5 - 9.0 * level / (HEAT_LEVELS - 1)) < 1.3)
            return true;
    }
    return false;
}

static bool has_heat_letters(const Run *run)
{
    for (int i = 0; i < run->text.n; i++) {
        if (!is_letter_of(run->text.p[i], run->style.level)) return false;
    }
    return true;
}

// A number says itself how large it is; else letters do.
static bool heat_is_said(const Run *run)
{
    return is_number(run->text) || has_heat_letters(run);
}

static bool is_picture(const Run *run)
{
    for (int i = 0; i < run->text.n; i++) {
        if (!strchr(" .:-=+*#%@", run->text.p[i])) return false;
    }
    return true;
}

// What a search has found is named in the row that says where.
static bool is_named_below(const Run *run)
{
    Arena arena = {0};
    int row = run->frame->rows - 2;
    Str says = text_between(run->frame, row, 0, run->frame->columns, &arena);
    char *wanted = str_copy(&arena, run->text); // as it may have been typed: without capitals
    for (char *c = wanted; *c; c++) *c = ascii_lower(*c);
    bool is_named = fuzzy_find_text(says, str_from(wanted), 0) >= 0;
    arena_free(&arena);
    return is_named;
}

// The result of arithmetic: "= 4".
static bool is_result(const Run *run)
{
    int at = run->from - 1;
    while (*glyph_text(run->frame, at, run->row) == ' ') at--;
    const char *sign = glyph_text(run->frame, at, run->row);
    return strcmp(sign, "=") == 0 || strcmp(sign, "≈") == 0;
}

// "<4>", "[H1]", or ">" before or behind it. In a picture ">" is before its row, and its column has
// a label.
static bool selected_is_marked(const Run *run)
{
    if (begins_with(run, "<[>") || ends_with(run, ">]")) return true;
    if (is_result(run)) return true;
    bool is_letters = is_picture(run);
    for (int i = is_letters ? -run->from : -2; i < 2; i++) {
        int column = i < 0 ? run->from + i : run->end + i;
        if (strcmp(glyph_text(run->frame, column, run->row), ">") == 0) return true;
    }
    return !is_letters && is_named_below(run);
}

static bool has_words(const Run *run)
{
    int letters = 0;
    for (int i = 0; i < run->text.n && letters < 3; i++)
        letters = ascii_is_letter(run->text.p[i]) || run->text.p[i] == '_' ? letters + 1 : 0;
    return letters == 3;
}

static bool is_ink(const Run *run, int column, int row, Ink ink)
{
    const Frame *frame = run->frame;
    return row >= 0 && row < frame->rows &&
           frame->glyphs[row * frame->columns + column].style.ink == ink;
}

// An error may go on below.
static bool error_has_words(const Run *run)
{
    return has_words(run) || is_ink(run, run->from, run->row - 1, INK_ERROR);
}

// The reader is told what to do, in the topmost rows of what is laid out for that.
static bool turn_is_told(const Run *run)
{
    const Frame *frame = run->frame;
    const Glyph *glyphs = &frame->glyphs[run->row * frame->columns];
    if (run->row > 0 && glyphs[run->from - frame->columns].style.ground == GROUND_TURN) return true;
    for (int row = run->row; row < run->row + 3; row++) {
        for (int column = run->from; column < run->end; column++) {
            if (is_ink(run, column, row, INK_ACCENT)) return true;
        }
    }
    return false;
}

// Words, or the bar beside those of the reader's turn.
static bool accent_is_said(const Run *run)
{
    bool is_chosen = strcmp(glyph_text(run->frame, run->from - 1, run->row), "[") == 0;
    bool is_underlined = run->style.attributes & ATTR_UNDERLINE;
    return has_words(run) || is_chosen || is_underlined || run->style.ground == GROUND_TURN;
}

static Says *const GROUND_SAYS[GROUND_COUNT] = {
    [GROUND_CHIP] = chip_has_brackets,      [GROUND_SOURCE] = sources_have_parentheses,
    [GROUND_SELECTED] = selected_is_marked, [GROUND_HEAT] = heat_is_said,
    [GROUND_SIGNED] = heat_is_said,         [GROUND_TURN] = turn_is_told,
};

static Says *const INK_SAYS[INK_COUNT] = {
    [INK_ERROR] = error_has_words, [INK_ACCENT] = accent_is_said};

// ---- of a frame -------------------------------------------------------------------------------

// Two cells in one character have the letter of the larger.
static Style as_one(Style style)
{
    return style.attributes & ATTR_HALVES ? style_of_larger_half(style) : style;
}

static bool same_ground(Style a, Style b)
{
    a = as_one(a);
    b = as_one(b);
    return a.ground == b.ground && a.level == b.level &&
           (a.ground != GROUND_CHIP || a.ink == b.ink);
}

static bool same_ink(Style a, Style b)
{
    return a.ink == b.ink;
}

static int silent;

static void check_run(const char *where, const Run *run, Says *says)
{
    bool speaks_of_colours = run->style.attributes & ATTR_TINT; // it is nowhere without them
    if (!says || speaks_of_colours || says(run)) return;
    silent++;
    print_message("%s: row %d, columns %d to %d: '%.*s' says nothing without colour\n", where,
                  run->row + 1, run->from + 1, run->end, STR_ARG(run->text));
}

// Around a cell that is read from afar there is air on the same ground, which says nothing more.
// False: there is nothing else.
static bool leave_air(Run *run, Arena *arena)
{
    Ground ground = run->style.ground;
    bool is_cell = ground == GROUND_SOURCE || ground == GROUND_SELECTED;
    bool is_heat = ground == GROUND_HEAT || ground == GROUND_SIGNED;
    const Frame *frame = run->frame;
    if (is_heat) return str_trim(text_between(frame, run->row, run->from, run->end, arena)).n;
    if (!is_cell) return true;
    while (run->from < run->end && *glyph_text(frame, run->from, run->row) == ' ') run->from++;
    while (run->from < run->end && *glyph_text(frame, run->end - 1, run->row) == ' ') run->end--;
    return run->from < run->end;
}

static void check_row(const char *where, const Frame *frame, int row, Arena *arena)
{
    const Glyph *glyphs = &frame->glyphs[row * frame->columns];
    for (int layer = 0; layer < 2; layer++) {
        bool (*same)(Style, Style) = layer ? same_ink : same_ground;
        for (int from = 0, end; from < frame->columns; from = end) {
            Style style = as_one(glyphs[from].style);
            for (end = from + 1; end < frame->columns && same(style, glyphs[end].style);) end++;
            Says *says = layer ? INK_SAYS[style.ink] : GROUND_SAYS[style.ground];
            if (!says) continue;
            Run run = {frame, row, from, end, style, {0}};
            if (!layer && !leave_air(&run, arena)) continue;
            run.text = text_between(frame, row, run.from, run.end, arena);
            check_run(where, &run, says);
        }
    }
}

static void check_frame(const char *where, const Frame *frame)
{
    Arena arena = {0};
    for (int row = 0; row < frame->rows; row++) check_row(where, frame, row, &arena);
    arena_free(&arena);
}

// ---- golden screens ---------------------------------------------------------------------------

static void check_file(const char *path, Str text)
{
    for (ScreenCase one; screen_case_next(&text, &one);) {
        for (int i = 0; i < one.count; i++) {
            Arena arena = {0};
            Frame frame = screen_case_frame(&one, &one.shots[i], &arena);
            check_frame(arena_printf(&arena, "%s: %.*s: %s", path, STR_ARG(one.title),
                                     str_copy(&arena, one.sizes)),
                        &frame);
            arena_free(&arena);
        }
    }
}

static void on_golden_screens_marks_say_what_colours_say(void **state)
{
    (void)state;
    silent = 0;
    screen_case_files(check_file);
    assert_int_equal(silent, 0);
}

// ---- screens that any keys lead to ------------------------------------------------------------

// The ground of a cell as its marks say it; heat is said by the number.
static Ground ground_said(Str cell)
{
    Str text = str_trim(cell);
    if (str_starts(text, "<")) return GROUND_SELECTED;
    if (str_starts(text, "(")) return GROUND_SOURCE;
    return GROUND_PAGE;
}

// Under the number, whose last digit stands before the mark at the cell's end.
static Ground ground_shown(const Frame *frame, Rect cell)
{
    for (int i = cell.columns - 2; i > 0; i--) {
        const Glyph *glyph = &frame->glyphs[cell.row * frame->columns + cell.column + i];
        if (strcmp(glyph->text, " ") != 0) return glyph->style.ground;
    }
    return GROUND_PAGE;
}

static void check_cells(const char *where, const App *app, const Frame *frame)
{
    Arena arena = {0};
    for (int i = 0; i < app->hits->count; i++) {
        const Hit *hit = &app->hits->list[i];
        Rect area = hit->area;
        bool is_whole = area.column + area.columns <= frame->columns && area.row < frame->rows;
        if (hit->cell.entry < 0 || area.rows != 1 || area.columns < 3 || !is_whole) continue;
        Str text = text_between(frame, area.row, area.column, area.column + area.columns, &arena);
        Ground said = ground_said(text), shown = ground_shown(frame, area);
        bool says_heat = shown == GROUND_HEAT || shown == GROUND_SIGNED;
        bool is_plain = shown == GROUND_PAGE || shown == GROUND_PANEL || shown == GROUND_TURN;
        if (says_heat || said == shown || (is_plain && said == GROUND_PAGE)) continue;
        silent++;
        print_message("%s: row %d, column %d: '%.*s' has another ground than its marks say\n",
                      where, area.row + 1, area.column + 1, STR_ARG(text));
    }
    arena_free(&arena);
}

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static void press_any_keys(const char *lesson)
{
    static const char *const KEYS[] = {
        " ",     " ",       "]",      "]",      "[",      ")",      "(",
        "v",     "z",       "H",      "T",      "W",      "p",      "e3<CR>",
        "+",     "u",       "d",      "f",      "F",      "w",      "B",
        "t",     "L",       "?",      "<CR>",   "<Esc>",  "q",      "/softmax<CR>",
        "n",     "4<CR>",   "a<CR>",  "1",      "<Down>", "i",      "<Tab>",
        "o",     "<Right>", "<Left>", "<Up>",   "<PgDn>", "s",      "S",
        "c",     "A",       "m",      "gx<CR>", "''",     "<Down>", "<Right>",
        "<Tab>", "<Right>", ">",
    };
    static const int SIZES[][2] = {{60, 16}, {80, 24}, {120, 40}, {200, 60}};
    enum { KEY_COUNT = sizeof KEYS / sizeof *KEYS, SIZE_COUNT = 4, TRIES = 400 };
    Error error = {0};
    Walk walk;
    if (!walk_open(&walk, lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    App app;
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    unsigned seed = 5;
    for (int i = 0; i < TRIES; i++) {
        const int *size = SIZES[next_random(&seed) % SIZE_COUNT];
        if (i % 20 == 0) app_resize(&app, size[0], size[1]);
        const char *keys = KEYS[next_random(&seed) % KEY_COUNT];
        Key key;
        for (Str rest = str_from(keys); rest.n && key_parse(&rest, &key, &error);)
            app_key(&app, key);
        Arena arena = {0};
        Frame frame = draw(&app, &arena);
        const char *where = arena_printf(&arena, "%s after %d keys, then %s", lesson, i, keys);
        check_frame(where, &frame);
        check_cells(where, &app, &frame);
        arena_free(&arena);
    }
    app_free(&app);
    walk_close(&walk);
}

static void after_any_keys_marks_say_what_colours_say(void **state)
{
    (void)state;
    silent = 0;
    press_any_keys("eight-steps");
    press_any_keys("masking");
    press_any_keys("multi-head");
    press_any_keys("transformer-block");
    press_any_keys("tests/screens/lessons/sixteen.py");
    press_any_keys("tests/screens/lessons/large.py");
    press_any_keys("tests/screens/lessons/asked.md");
    assert_int_equal(silent, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_golden_screens_marks_say_what_colours_say),
        cmocka_unit_test(after_any_keys_marks_say_what_colours_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
