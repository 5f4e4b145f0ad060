// What a page calls: it opens lessons, passes keys and clicks on, and gets frames, words and
// figures as text. What is returned by pointer is valid until the next call; a call that may run a
// program leaves its result in web_result(), since a fiber that unwinds loses what a function
// returns.
//
// Lessons and what is remembered are files of the page's own, which it fills and keeps.
#include "command/figures/figure_request.h"
#include "command/saved/catalog.h"
#include "command/saved/progress.h"
#include "command/school/results.h"
#include "export/svg.h"
#include "export/text.h"
#include "linear/linear.h"
#include "modules/modules.h"
#include "terminal/locale.h"
#include "terminal/theme.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/autoplay.h"

#include <emscripten.h>
#include <string.h>

#define EXPORTED EMSCRIPTEN_KEEPALIVE

static struct {
    Arena arena; // of the lesson that is open
    Walk walk;
    App app;
    TuiOptions options;
    LinearOptions lines;
    Linear *linear;
    Progress progress;
    Error warning;
    LessonList list;
    const char *onward; // the lesson that was chosen, or NULL
    bool is_open;
    int columns, rows;
} page = {.columns = 80, .rows = 24};

static Theme theme = {.depth = DEPTH_DIRECT};
static Arena result_arena;
static const char *result = "";
static Arena file_arena;
static const char *file_name, *file_text; // a figure that the page is to save

EXPORTED const char *web_result(void)
{
    return result;
}

static Buf begin_result(void)
{
    arena_free(&result_arena);
    result = "";
    return (Buf){.arena = &result_arena};
}

static void result_error(const Error *error)
{
    Buf out = {.arena = &result_arena};
    error_print(error, &out);
    result = buf_text(&out);
}

// ---- figures ------------------------------------------------------------------------------------

static const Measure measure = {.text_width = text_width};

static bool draw_svg(const Walk *walk, Cell cell, FigureChoice choice, Buf *svg, Error *error)
{
    const FigureKind *kind = figure_kind_find(choice.kind);
    FigureRequest request = figure_request_chosen(kind, walk, cell, choice, svg->arena);
    Figure figure = {.arena = svg->arena};
    return figure_kind_build(kind, &figure, &request, &measure, error) &&
           svg_write(&figure, svg, error);
}

static const char *name_of_file(const Walk *walk, Cell cell, const char *format, Arena *arena)
{
    const char *name = walk->trace->entries[cell.entry].name;
    return arena_printf(arena, "%s-%s.%s", walk->lesson.name, name ? name : "result", format);
}

static bool export_svg(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                       Buf *message, Error *error)
{
    (void)context;
    arena_free(&file_arena);
    Buf svg = {.arena = &file_arena};
    file_name = file_text = NULL;
    if (strcmp(choice.format, "svg") != 0 && strcmp(choice.format, "png") != 0) {
        error_set(error, NULL, "a page writes SVG and PNG, not %s", choice.format);
        return error_hint(error, "the format svg");
    }
    if (!draw_svg(walk, cell, choice, &svg, error)) return false;
    file_name = name_of_file(walk, cell, choice.format, &file_arena);
    file_text = buf_text(&svg);
    buf_printf(message, "saved %s", file_name);
    return true;
}

// Of a figure that was asked for since: its name, or "". The result is then the figure as SVG; what
// is called .png the page makes of it.
EXPORTED const char *web_file(void)
{
    result = file_text ? file_text : "";
    const char *name = file_name ? file_name : "";
    file_name = file_text = NULL;
    return name;
}

// ---- lessons ------------------------------------------------------------------------------------

static void choose(void *context, const ListedLesson *lesson)
{
    (void)context;
    page.onward = lesson->name;
}

// The colours of the page and its letters, 0xRRGGBB; `plain`: signs say what colours would.
EXPORTED void web_theme(int paper, int text, bool cvd, bool plain)
{
    theme.depth = plain ? DEPTH_MONO : DEPTH_DIRECT;
    theme.page = RGB(paper);
    theme.text = RGB(text);
    theme.cvd = cvd;
}

static void keep(void)
{
    if (page.is_open && page.options.keep) progress_keep(&page.progress, &page.walk);
}

EXPORTED void web_close(void)
{
    if (!page.is_open) return;
    keep();
    if (page.linear) linear_close(page.linear);
    page.linear = NULL;
    app_free(&page.app);
    walk_close(&page.walk);
    arena_free(&page.arena);
    page.is_open = false;
}

// What was done before is made again, and what is done now will be kept.
static void remember(const char *lesson)
{
    page.warning = (Error){.arena = &page.arena};
    page.progress = (Progress){.arena = &page.arena, .warning = &page.warning};
    page.list = catalog(&(Session){.arena = &page.arena}, false);
    progress_begin(&page.progress, &page.walk, lesson, false);
    progress_edits(&page.progress, &page.walk);
    page.options = (TuiOptions){.lessons = &page.list,
                                .choose = choose,
                                .known_as = page.progress.key,
                                .export_figure = export_svg,
                                .keep = progress_keep,
                                .keep_context = &page.progress};
    page.options.note = progress_resume(&page.progress, &page.walk);
    page.options.start_on_map = progress_is_first(&page.progress, &page.walk);
}

static bool open_lesson(const char *lesson)
{
    begin_result();
    web_close();
    locale_choose(true);
    Error error = {.arena = &result_arena};
    if (!walk_open(&page.walk, lesson, &(WalkOptions){0}, &error)) {
        result_error(&error);
        return false;
    }
    page.onward = NULL;
    page.options = (TuiOptions){0};
    return true;
}

static void begin_app(void)
{
    app_init(&page.app, &page.walk, &page.options, page.columns, page.rows);
    app_say_first(&page.app);
    page.is_open = true;
}

// A lesson of the library by its name, or the file at that path, where it was left. Result: "" or
// what is wrong.
EXPORTED void web_open(const char *lesson)
{
    if (!open_lesson(lesson)) return;
    remember(lesson);
    begin_app();
}

// The same at its beginning, and nothing is remembered: a place that was sent.
EXPORTED void web_show(const char *lesson)
{
    if (!open_lesson(lesson)) return;
    page.options.export_figure = export_svg;
    begin_app();
}

// Where the reader goes on to: the name of a lesson, or "".
EXPORTED const char *web_onward(void)
{
    return page.onward ? page.onward : "";
}

EXPORTED void web_lessons(void)
{
    Buf out = begin_result();
    LessonList list = catalog(&(Session){.arena = &result_arena}, false);
    for (int i = 0; i < list.count; i++)
        buf_printf(&out, "%s\t%s\n", list.rows[i].name, list.rows[i].title);
    result = buf_text(&out);
}

// The answers of the lesson at hand, as `qkv grades` reads them.
EXPORTED void web_answers(const char *name)
{
    Buf out = begin_result();
    if (!page.is_open) return;
    const Walk *walk = &page.walk;
    Results results = {.name = name};
    results.answers = NEW_ARRAY(&result_arena, ResultAnswer, walk->question_count + 1);
    for (int i = 0; i < walk->question_count; i++) {
        const Question *question = &walk->questions[i];
        bool right = question->answer.state == ANSWER_RIGHT;
        results.right += right;
        results.answers[results.count++] = (ResultAnswer){
            .lesson = walk->lesson.name,
            .version = results_version(&walk->lesson, &result_arena),
            .step = question->step + 1,
            .question = question->name,
            .given = question->answer.given ? question->answer.given : "",
            .tries = question->answer.tries,
            .right = right,
        };
    }
    results_write(&results, &out);
    result = buf_text(&out);
}

// ---- the screen ---------------------------------------------------------------------------------

EXPORTED void web_resize(int columns, int rows)
{
    page.columns = columns;
    page.rows = rows;
    if (page.is_open) app_resize(&page.app, columns, rows);
}

EXPORTED void web_keep(void)
{
    keep();
}

static void take(Key key)
{
    int step = walk_stage(&page.walk).step;
    app_key(&page.app, key);
    if (walk_stage(&page.walk).step != step) keep();
}

// Keys in written form, "]]<Space>". Result: "" or what is wrong.
EXPORTED void web_keys(const char *keys)
{
    begin_result();
    Error error = {.arena = &result_arena};
    Key key;
    for (Str rest = str_from(keys); page.is_open && rest.n && !page.app.quit; take(key)) {
        if (!key_parse(&rest, &key, &error)) {
            result_error(&error);
            return;
        }
    }
}

typedef enum MouseKind {
    MOUSE_CLICK,
    MOUSE_DOUBLE_CLICK,
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN
} MouseKind;

EXPORTED void web_mouse(MouseKind kind, int column, int row)
{
    static const int CODES[] = {KEYCODE_CLICK, KEYCODE_DOUBLE_CLICK, KEYCODE_WHEEL_UP,
                                KEYCODE_WHEEL_DOWN};
    if (page.is_open) take((Key){.code = CODES[kind], .column = column, .row = row});
}

// Has the reader left the lesson? Then web_onward() says for which.
EXPORTED bool web_has_quit(void)
{
    return page.is_open && page.app.quit;
}

// Milliseconds until web_tick() is wanted; -1: never.
EXPORTED int web_wait(void)
{
    return page.is_open ? autoplay_wait(&page.app) : -1;
}

EXPORTED void web_tick(void)
{
    if (page.is_open) autoplay_tick(&page.app);
}

static bool looks_alike(const Look *a, const Look *b)
{
    return a->foreground == b->foreground && a->background == b->background &&
           a->attributes == b->attributes;
}

static void add_color(Buf *out, int color)
{
    if (color >= LOOK_DIRECT) buf_printf(out, "#%06x", (unsigned)(color - LOOK_DIRECT));
}

// Letters that look alike: "foreground TAB background TAB attributes TAB letters", and code 1.
static int add_run(Buf *out, const Glyph *glyphs, int count)
{
    Look look = theme_look(&theme, glyphs[0].style);
    add_color(out, look.foreground);
    buf_add_char(out, '\t');
    add_color(out, look.background);
    buf_printf(out, "\t%u\t", look.attributes);
    int i = 0;
    for (; i < count; i++) {
        Look next = theme_look(&theme, glyphs[i].style);
        if (!looks_alike(&look, &next)) break;
        buf_add(out, str_from(next.instead ? next.instead : glyphs[i].text));
    }
    buf_add_char(out, '\1');
    return i;
}

// The first line is the cursor, "column row"; then a line for each row, of runs.
EXPORTED void web_frame(void)
{
    Buf out = begin_result();
    if (!page.is_open) return;
    Arena arena = {0};
    Frame frame = draw(&page.app, &arena);
    buf_printf(&out, "%d %d\n", frame.cursor_column, frame.cursor_row);
    for (int row = 0; row < frame.rows; row++) {
        const Glyph *glyphs = &frame.glyphs[row * frame.columns];
        for (int i = 0; i < frame.columns;) i += add_run(&out, glyphs + i, frame.columns - i);
        buf_add_char(&out, '\n');
    }
    result = buf_text(&out);
    arena_free(&arena);
}

// ---- line by line -------------------------------------------------------------------------------

static void tell(Str said)
{
    Buf out = begin_result();
    buf_add(&out, said);
    result = buf_text(&out);
}

EXPORTED void web_lines(void)
{
    if (page.linear) linear_close(page.linear);
    page.lines = (LinearOptions){
        .keep = progress_keep, .keep_context = &page.progress, .export_figure = export_svg};
    page.linear = linear_open(&page.walk, &page.lines);
    tell(linear_begin(page.linear));
}

EXPORTED void web_line(const char *line)
{
    tell(linear_line(page.linear, str_trim(str_from(line))));
}

// ---- programs -----------------------------------------------------------------------------------

// Runs a program; the result is what it prints, then its error.
EXPORTED void web_run(const char *code)
{
    Buf out = begin_result();
    Error error = {.arena = &result_arena};
    Run *run = run_new(&(RunOptions){.out = &out});
    Source source = {.name = "page.py", .text = str_from(code)};
    run_source(run, &source, &error);
    if (error.set) error_print(&error, &out);
    run_free(run);
    result = buf_text(&out);
}
