// What the page shows of a screen is what the terminal shows of it: the numbers, those that are
// hidden and those to come, the words of a question, of the arithmetic, the title and what is said.
// Gone through by Space, every operation of every lesson, its questions settled as they are shown.
#include "support/figure.h"
#include "support/lessons.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "tensor/dtype.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/described/described.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"
#include "tui/screens/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 120, ROWS = 40, MOST_PRESSES = 5000, MOST_SAID = 40, MOST_DEEP = 32 };

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
    Buf out = {.arena = arena};
    while (*html) {
        const char *end = *html == '<'   ? strchr(html, '>')
                          : *html == '&' ? strchr(html, ';')
                                         : html;
        assert_non_null(end);
        if (end == html) buf_add_char(&out, *html);
        html = end + 1;
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

static void add_lines(Buf *out, const Text *text)
{
    for (int i = 0; i < text->count; i++) {
        const TextLine *line = &text->lines[i];
        for (int k = 0; k < line->count; k++) buf_add(out, line->runs[k].text);
        buf_add_char(out, ' ');
    }
}

// The text of the step, and of the question settled just now all that is said in notes.
static const char *lesson_words(Shown *shown)
{
    const App *app = shown->app;
    Buf out = {.arena = &shown->arena};
    Text reason = {.arena = &shown->arena, .columns = COLUMNS};
    LessonText lesson = lesson_text(app->walk, lesson_sight(app), COLUMNS, &shown->arena);
    add_lines(&out, &lesson.text);
    const Question *settled = question_told(app);
    if (settled && settled->prediction) {
        lesson_question(app->walk, settled->prediction, true, &reason);
        lesson_reason(app->walk, settled->prediction, &reason);
    }
    add_lines(&out, &reason);
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
        const char *words = words_of_html(&shown->arena, part), *reply = strstr(words, "Not ");
        // A picture, which is drawn there, is a button; of a wrong choice it says "b: …".
        if (!strstr(part, "<button"))
            compare_with(shown, what, reply && strstr(reply, ": ") == reply + 5 ? reply + 4 : words,
                         text);
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

// As C reads it. What rounds to 0 is less than half a hundredth.
static const char *plain_number(Arena *arena, const char *number)
{
    Buf out = {.arena = arena};
    if (strcmp(number, "\u22480") == 0) return "0.00";
    for (; *number; number++) {
        const char *sign = strncmp(number, "\u2212", 3) == 0   ? "-"
                           : strncmp(number, "\u221e", 3) == 0 ? "inf"
                                                               : NULL;
        if (sign)
            buf_add(&out, str_from(sign));
        else
            buf_add_char(&out, *number);
        number += sign ? 2 : 0;
    }
    return buf_text(&out);
}

// Half of what its last digit counts.
static double rounding_of(const char *number)
{
    const char *point = strchr(number, '.'), *power = strchr(number, 'e');
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    return 0.5001 * pow(10, (double)(power ? strtol(power + 1, NULL, 10) : 0) - decimals);
}

// Rounded to other decimals, they are the same number.
static bool is_same_number(Arena *arena, const char *page, const char *other)
{
    char *page_end, *other_end;
    if (strcmp(page, "\u00b7") == 0) return strcmp(other, ".") == 0;
    if (strcmp(other, "T") == 0 || strcmp(other, "F") == 0) return page[0] == other[0];
    page = plain_number(arena, page);
    other = plain_number(arena, other);
    if (strcmp(page, other) == 0) return true;
    double a = strtod(page, &page_end), b = strtod(other, &other_end);
    if (page_end == page || *page_end || other_end == other || *other_end) return false;
    return fabs(a - b) <= fmax(rounding_of(page), rounding_of(other)) || (isnan(a) && isnan(b));
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
    const char *value =
        matrix->tensor->dtype == DTYPE_BOOL
            ? NULL
            : arena_printf(&shown->arena, "%.12f", tensor_get(matrix->tensor, cell.at));
    cells++;
    if (hidden ? strcmp(text, hidden) != 0 : strcmp(text, "?") == 0 || strcmp(text, "\u00b7") == 0)
        say_unlike(shown, name, text, hidden ? hidden : "may be seen");
    if (!hidden && value && !is_same_number(&shown->arena, text, value))
        say_unlike(shown, name, text, value);
    if (screen && !is_same_number(&shown->arena, text, screen))
        say_unlike(shown, name, text, screen);
}

// A cell to point at. Of colours there is only its title.
typedef struct Box {
    int place;
    int64_t row, column;
    double x, y, width, height;
} Box;

typedef struct Svg {
    Shown *shown;
    Arena *arena;
    Box *boxes;
    int box_count;
    int64_t place[MOST_DEEP], row[MOST_DEEP]; // of the groups that are open
    int depth;
} Svg;

static double number_in(Str tag, const char *attribute)
{
    int at = str_find(tag, attribute);
    return at < 0 ? -1 : strtod(tag.p + at + strlen(attribute), NULL);
}

static void open_group(Svg *svg, Str tag)
{
    double place = number_in(tag, " data-place=\""), row = number_in(tag, " data-row=\"");
    assert_in_range(++svg->depth, 1, MOST_DEEP - 1);
    svg->place[svg->depth] = place >= 0 ? (int)place : svg->place[svg->depth - 1];
    svg->row[svg->depth] = row >= 0 ? (int64_t)row : svg->row[svg->depth - 1];
}

// "row the, column i0: 1"
static const char *number_of_title(const char *title)
{
    const char *last = strrchr(title, ' ');
    if (str_ends(str_from(title), "to predict")) return "?";
    if (str_ends(str_from(title), "not computed yet")) return "\u00b7";
    return last ? last + 1 : title;
}

static void add_box(Svg *svg, Str tag, const char *title)
{
    double row = number_in(tag, " data-row=\"");
    Box box = {.place = (int)svg->place[svg->depth],
               .row = row >= 0 ? (int64_t)row : svg->row[svg->depth],
               .column = (int64_t)number_in(tag, " data-column=\""),
               .x = number_in(tag, " x=\""),
               .y = number_in(tag, " y=\""),
               .width = number_in(tag, " width=\""),
               .height = number_in(tag, " height=\"")};
    if (box.column < 0) return;
    compare_cell(svg->shown, box.place, box.row, box.column, number_of_title(title));
    *ARENA_ADD(svg->arena, svg->boxes, svg->box_count) = box;
}

static void read_text(Svg *svg, Str tag, const char *text)
{
    double x = number_in(tag, " x=\""), y = number_in(tag, " y=\"");
    for (int i = 0; i < svg->box_count; i++) {
        const Box *box = &svg->boxes[i];
        bool inside =
            x > box->x && x < box->x + box->width && y > box->y && y < box->y + box->height;
        if (inside && box->place == svg->place[svg->depth])
            compare_cell(svg->shown, box->place, box->row, box->column, text);
    }
}

static void compare_cells(Shown *shown, const char *text)
{
    Svg svg = {.shown = shown, .arena = &shown->arena, .place = {-1}, .row = {-1}};
    for (const char *at = strchr(text, '<'); at; at = strchr(at + 1, '<')) {
        const char *end = strchr(at, '>'), *title = NULL;
        assert_non_null(end);
        Str tag = {at, (int)(end - at)};
        const char *inner = arena_printf(svg.arena, "%.*s", (int)strcspn(end + 1, "<"), end + 1);
        if (strncmp(end + 1, "<title>", 7) == 0)
            title = arena_printf(svg.arena, "%.*s", (int)strcspn(end + 8, "<"), end + 8);
        if (str_starts(tag, "</g")) svg.depth--;
        if (str_starts(tag, "<g ")) open_group(&svg, tag);
        if (!str_starts(tag, "<g ") && title) add_box(&svg, tag, title);
        if (str_starts(tag, "<text")) read_text(&svg, tag, inner);
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
    int columns = shown.layout.part[PART_INSPECTOR].columns - 2; // so that it has the same words
    shown.page = described(app, columns > 0 ? columns : COLUMNS);
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
