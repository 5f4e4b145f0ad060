// What a page is told of a screen is what the terminal shows of it: the numbers, those that are
// hidden and those to come, the words of a question, of the arithmetic, the title and what is said.
// Gone through by Space, every operation of every lesson, its questions settled as they are shown.
#include "support/figure.h"
#include "support/lessons.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/described/described.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/views.h"
#include "tui/screens/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 120, ROWS = 40, MOST_PRESSES = 5000, MOST_SAID = 40 };

typedef struct Shown { // of one screen, by both
    const char *lesson;
    App *app;
    Arena arena;
    Frame frame;
    Layout layout;
    Equation equation; // as the terminal fits it
    json_t *page;
} Shown;

static int unlike, cells, sums, asked, told; // of all lessons

static void say_unlike(const Shown *shown, const char *what, const char *page, const char *terminal)
{
    const Walk *walk = shown->app->walk;
    if (unlike++ > MOST_SAID) return;
    print_error("%s, step %d, stage %d, substep %d: %s\n  page      %s\n  terminal  %s\n",
                shown->lesson, walk_stage(walk).step + 1, walk->at.stage, walk->at.substep, what,
                page, terminal);
}

// ---- words --------------------------------------------------------------------------------------

// Only letters and digits, so that lines may be filled and formulas be set otherwise.
static void add_bare(Buf *out, const char *text)
{
    for (; *text; text++) {
        bool letter =
            (*text >= '0' && *text <= '9') || ((*text | 0x20) >= 'a' && (*text | 0x20) <= 'z');
        if (letter) buf_add_char(out, *text);
    }
}

static const char *bare(Arena *arena, const char *text)
{
    Buf out = {.arena = arena};
    add_bare(&out, text);
    return buf_text(&out);
}

// Of HTML: what it says.
static const char *words_of_html(Arena *arena, const char *html)
{
    static const char *const ENTITIES[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    Buf out = {.arena = arena};
    bool tag = false;
    for (; *html; html++) {
        for (int i = 0; i < 5 && *html == '&'; i++) {
            if (strncmp(html, ENTITIES[i], strlen(ENTITIES[i])) == 0) html += strlen(ENTITIES[i]);
        }
        if (!*html) break;
        if (*html == '<') tag = true;
        if (!tag) buf_add_char(&out, *html);
        if (*html == '>') tag = false;
    }
    return buf_text(&out);
}

static const char *text_at(Shown *shown, Rect area)
{
    Buf out = {.arena = &shown->arena};
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++)
            buf_add(&out, str_from(frame_glyph(&shown->frame, column, row)->text));
        buf_add_char(&out, ' ');
    }
    return buf_text(&out);
}

static void compare_with(Shown *shown, const char *what, const char *words, const char *text)
{
    const char *ours = bare(&shown->arena, words), *theirs = bare(&shown->arena, text);
    if (!strstr(theirs, ours)) say_unlike(shown, what, words, text);
}

// Where not all has room there, the terminal says so.
static void compare_words(Shown *shown, const char *what, const char *words, Rect area)
{
    const char *text = text_at(shown, area);
    if (!strstr(text, "more lines: o)") && !strstr(text, "\u2026"))
        compare_with(shown, what, words, text);
}

static const char *lesson_words(Shown *shown)
{
    Buf out = {.arena = &shown->arena};
    LessonText lesson =
        lesson_text(shown->app->walk, lesson_sight(shown->app), COLUMNS, &shown->arena);
    for (int i = 0; i < lesson.text.count; i++) {
        const TextLine *line = &lesson.text.lines[i];
        for (int k = 0; k < line->count; k++) buf_add(&out, line->runs[k].text);
        buf_add_char(&out, ' ');
    }
    return buf_text(&out);
}

// Each paragraph, line of code and entry of a list.
static void compare_html(Shown *shown, const char *what, const char *html, const char *text)
{
    static const char *const ENDS[] = {"</p>",  "</pre>", "</li>", "</td>",
                                       "</th>", "</h2>",  "<ul>",  "<br"};
    Str rest = str_from(html);
    while (rest.n) {
        int end = rest.n;
        for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
            int at = str_find(rest, ENDS[i]);
            if (at >= 0 && at < end) end = at;
        }
        const char *part = arena_printf(&shown->arena, "%.*s", end, rest.p);
        compare_with(shown, what, words_of_html(&shown->arena, part), text);
        rest = str_slice(rest, end, rest.n);
        int close = str_find(rest, ">");
        rest = str_slice(rest, close < 0 ? rest.n : close + 1, rest.n);
    }
}

static const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

// ---- numbers ------------------------------------------------------------------------------------

// Without marks and blanks.
static const char *cell_on_screen(Shown *shown, Cell cell)
{
    const Hits *hits = shown->app->hits;
    Rect part = shown->layout.part[PART_EQUATION];
    for (int i = 0; i < hits->count; i++) {
        const Hit *hit = &hits->list[i];
        bool inside = hit->area.row >= part.row && hit->area.row < part.row + part.rows;
        if (hit->action || hit->click || hit->wheel || !inside || !cell_equal(hit->cell, cell))
            continue;
        Buf out = {.arena = &shown->arena};
        for (int k = 0; k < hit->area.columns; k++) {
            const Glyph *glyph = frame_glyph(&shown->frame, hit->area.column + k, hit->area.row);
            bool mark = glyph->style.attributes & ATTR_MARK || strchr(" !^", glyph->text[0]);
            if (!mark) buf_add(&out, str_from(glyph->text));
        }
        return buf_text(&out);
    }
    return NULL;
}

static int decimals_of(const char *number)
{
    const char *point = strchr(number, '.');
    return point ? (int)strspn(point + 1, "0123456789") : 0;
}

static const char *with_minus(Arena *arena, const char *number)
{
    return strncmp(number, "\u2212", 3) == 0 ? arena_printf(arena, "-%s", number + 3) : number;
}

// Rounded to other decimals, they are the same number.
static bool is_same_number(Arena *arena, const char *page, const char *terminal)
{
    if (strcmp(page, terminal) == 0) return true;
    if (strcmp(page, "\u00b7") == 0) return strcmp(terminal, ".") == 0;
    if (strcmp(terminal, "T") == 0 || strcmp(terminal, "F") == 0) return page[0] == terminal[0];
    char *end, *other_end;
    page = with_minus(arena, page);
    terminal = with_minus(arena, terminal);
    double a = strtod(page, &end), b = strtod(terminal, &other_end);
    if (end == page || *end || other_end == terminal || *other_end) return false;
    int decimals = at_most(decimals_of(page), decimals_of(terminal));
    return fabs(a - b) <= 0.5001 * pow(10, -decimals);
}

static const char *glyph_of(Seen seen)
{
    return seen == HIDDEN ? "?" : seen == TO_COME ? "\u00b7" : NULL;
}

static void compare_cell(Shown *shown, int place, int64_t row, int64_t column, const char *text)
{
    const Equation *equation = &shown->equation;
    if (place < 0 || place >= equation->count) {
        say_unlike(shown, "a matrix that the terminal has not", text, "");
        return;
    }
    const Matrix *matrix = &equation->blocks[place].grid.matrix;
    Cell cell = {matrix->entry, matrix_index(matrix, row, column)};
    const char *hidden = glyph_of(walk_seen_at(shown->app->walk, cell));
    const char *screen = cell_on_screen(shown, cell);
    const char *name = cell_name(shown->app->walk->trace, cell, &shown->arena);
    cells++;
    if (hidden ? strcmp(text, hidden) != 0 : strcmp(text, "?") == 0 || strcmp(text, "\u00b7") == 0)
        say_unlike(shown, name, text, hidden ? hidden : "may be seen");
    if (screen && !is_same_number(&shown->arena, text, screen))
        say_unlike(shown, name, text, screen);
}

static int64_t number_in(Str tag, const char *attribute)
{
    int at = str_find(tag, attribute);
    return at < 0 ? -1 : strtoll(tag.p + at + strlen(attribute), NULL, 10);
}

// Each <text> with a row and a column, in the innermost group that has a place.
static void compare_cells(Shown *shown, const char *svg)
{
    enum { DEEPEST = 32 };
    int64_t places[DEEPEST] = {-1};
    int depth = 0;
    for (const char *at = strchr(svg, '<'); at; at = strchr(at + 1, '<')) {
        const char *end = strchr(at, '>');
        assert_non_null(end);
        Str tag = {at, (int)(end - at)};
        if (str_starts(tag, "</g")) depth--;
        if (str_starts(tag, "<g ")) {
            int64_t place = number_in(tag, " data-place=\"");
            assert_in_range(++depth, 1, DEEPEST - 1);
            places[depth] = place >= 0 ? place : places[depth - 1];
        }
        int64_t row = number_in(tag, " data-row=\""), column = number_in(tag, " data-column=\"");
        if (!str_starts(tag, "<text") || row < 0 || column < 0 || places[depth] < 0) continue;
        const char *text = arena_printf(&shown->arena, "%.*s", (int)strcspn(end + 1, "<"), end + 1);
        compare_cell(shown, (int)places[depth], row, column, text);
    }
}

// ---- a screen -----------------------------------------------------------------------------------

static void compare_question(Shown *shown, const json_t *question, Rect part)
{
    size_t i;
    const json_t *choice;
    asked++;
    compare_words(shown, "what is asked", words_of_html(&shown->arena, string_of(question, "asks")),
                  part);
    json_array_foreach(json_object_get(question, "choices"), i, choice) compare_words(
        shown, "a choice", words_of_html(&shown->arena, string_of(choice, "html")), part);
    compare_words(shown, "what is said to an answer", string_of(question, "says"), part);
    compare_words(shown, "a hint", string_of(question, "hint"), part);
}

// As src/web/web.c does it.
static const char *svg_of(const Shown *shown, Arena *arena)
{
    Subject subject;
    Error error = {.arena = arena};
    Buf svg = {.arena = arena};
    const Walk *walk = shown->app->walk;
    const char *kind = described_figure(shown->app, &subject, arena), *said = NULL;
    if (!kind || strcmp(kind, "equation") != 0) return "";
    FigureChoice choice = figure_of_subject(walk, &subject, "light");
    choice.bare = true;
    bool drawn = figure_chosen_svg(walk, subject.cell, choice, walk_sight(walk), &fake_measure,
                                   &svg, &said, &error);
    return drawn ? buf_text(&svg) : "";
}

static void compare_screen(Shown *shown)
{
    const Rect *part = shown->layout.part;
    const json_t *page = shown->page;
    const json_t *question = json_object_get(page, "question"), *line, *run;
    const json_t *settled = json_object_get(page, "told");
    size_t i, k;
    if (strcmp(string_of(page, "screen"), "walk") != 0) return;
    if (part[PART_EQUATION].rows) compare_cells(shown, svg_of(shown, &shown->arena));
    // The terminal has the welcome, or the reason of an answer, in the same place.
    bool is_elsewhere = json_is_object(settled) || json_is_true(json_object_get(page, "welcome"));
    const json_t *lines = is_elsewhere ? NULL : json_object_get(page, "sum");
    json_array_foreach(lines, i, line)
    {
        Buf words = {.arena = &shown->arena};
        json_array_foreach(line, k, run)
            buf_add(&words, str_from(json_string_value(json_array_get(run, 0))));
        compare_words(shown, "the arithmetic", buf_text(&words), part[PART_INSPECTOR]);
        sums++;
    }
    Rect turn = part[PART_INSPECTOR].rows ? part[PART_INSPECTOR] : part[PART_LESSON];
    if (json_is_object(question)) compare_question(shown, question, turn);
    const char *lesson = lesson_words(shown);
    if (json_is_object(settled)) {
        compare_words(shown, "the verdict", string_of(settled, "says"), turn);
        compare_html(shown, "the reason", string_of(settled, "html"), lesson);
        told++;
    }
    compare_html(shown, "the text", string_of(page, "prose"), lesson);
    compare_words(shown, "the title", string_of(page, "title"), part[PART_TITLE]);
    compare_words(shown, "the message", string_of(json_object_get(page, "message"), "text"),
                  part[PART_STATUS]);
}

static void check_screen(const char *lesson, App *app)
{
    Shown shown = {.lesson = lesson, .app = app};
    shown.frame = draw(app, &shown.arena);
    Equation measured = equation_measure(app, &shown.arena);
    shown.layout = walk_layout_of(app, &measured, &shown.arena);
    shown.equation = measured;
    shown.page = described(app, COLUMNS);
    compare_screen(&shown);
    json_decref(shown.page);
    arena_free(&shown.arena);
}

static void walk_through(const char *lesson)
{
    Walk walk;
    App app;
    Arena arena = {0};
    Error error = {.arena = &arena};
    if (!walk_open(&walk, lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    app_init(&app, &walk, &(TuiOptions){0}, COLUMNS, ROWS);
    int presses = 0;
    for (; presses < MOST_PRESSES && app_top(&app) == SCREEN_WALK; presses++) {
        check_screen(lesson, &app);
        app_key(&app, (Key){.code = ' '});
    }
    assert_in_range(presses, walk.ran.stage_count, MOST_PRESSES - 1);
    assert_true(walk_is_at_end(&walk));
    app_free(&app);
    walk_close(&walk);
    arena_free(&arena);
}

static void the_page_says_what_the_terminal_shows(void **state)
{
    (void)state;
    for (EachLesson each = {0}; lesson_next(&each);) walk_through(each.name);
    print_message("%d cells, %d lines of arithmetic, %d questions, %d reasons\n", cells, sums,
                  asked, told);
    assert_int_equal(unlike, 0);
    assert_true(cells > 1000 && sums > 100 && asked > 50 && told > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_says_what_the_terminal_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
