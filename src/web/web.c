// What a page calls: it opens lessons, passes keys and clicks on, and gets frames and words as
// text. What may run a program is a job (web/job.h); its result is asked for when it is done.
//
// Lessons and what is remembered are files of the page's own, which it fills and keeps.
#include "command/figures/figures.h"
#include "command/paper/paper.h"
#include "command/saved/saved.h"
#include "command/school/results.h"
#include "export/text.h"
#include "export/writers.h"
#include "linear/linear.h"
#include "modules/modules.h"
#include "terminal/signs.h"
#include "terminal/theme.h"
#include "terminal/watch.h"
#include "text/json.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/core/screen.h"
#include "tui/described/described.h"
#include "tui/described/lines.h"
#include "tui/parts/autoplay.h"
#include "tui/parts/question.h"
#include "tui/screens/shared.h"
#include "web/job.h"
#include "web/result.h"

#include <emscripten.h>
#include <string.h>
#include <sys/stat.h>

#define EXPORTED EMSCRIPTEN_KEEPALIVE

// ---- the result of a call -----------------------------------------------------------------------

// What a call gives the page: text, valid until the next call begins one. A call that may run a
// program cannot return it, since a fiber that unwinds loses what a function returns.
static struct {
    Arena arena;
    Buf text;
} result;

EXPORTED const char *web_result(void)
{
    return buf_text(&result.text);
}

// Empty, in the result's arena.
Buf *result_begin(void)
{
    arena_free(&result.arena);
    result.text = (Buf){.arena = &result.arena};
    return &result.text;
}

// ---- figures ------------------------------------------------------------------------------------

// The display list as SVG: what else figures need of cairo and pango, the browser does.

static struct {
    Arena arena;
    const char *name, *svg;
} saved; // the one that the page is to save

static const Measure measure = {.text_width = text_width};

static const char *name_of_file(const Walk *walk, Cell cell, const char *format)
{
    const char *of = walk->trace->entries[cell.entry].name;
    return arena_printf(&saved.arena, "%s-%s.%s", walk->lesson.name, of ? of : "result", format);
}

// TuiOptions.export_figure; the page then asks web_file() for it.
static bool figures_export(void *context UNUSED, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *message, Error *error)
{
    arena_free(&saved.arena);
    Buf out = {.arena = &saved.arena};
    saved.name = saved.svg = NULL;
    if (strcmp(choice.format, "svg") != 0 && strcmp(choice.format, "png") != 0)
        return error_fail(error, "the format svg", "a page writes SVG and PNG, not %s",
                          choice.format);
    if (!figure_chosen_svg(walk, cell, choice, walk_sight(walk), &measure, &out, NULL, error))
        return false;
    saved.name = name_of_file(walk, cell, choice.format);
    saved.svg = buf_text(&out);
    buf_printf(message, "saved %s", saved.name);
    return true;
}

// Of a figure that was asked for since: its name, or "". The result is then the figure as SVG.
EXPORTED const char *web_file(void)
{
    const char *asked = saved.name ? saved.name : "";
    if (saved.name) buf_add(result_begin(), str_from(saved.svg));
    saved.name = saved.svg = NULL;
    return asked;
}

// ---- the page -----------------------------------------------------------------------------------

static struct {
    Arena arena;   // of the lesson that is open
    Walk walks[2]; // the one that is open, and one that is being opened
    Walk *walk;
    App app;
    TuiOptions options;
    LinearOptions lines;
    Linear *linear;
    Progress progress;
    Error warning;
    LessonList list;
    const char *known;   // what a place says it is of
    const char *onward;  // the lesson that was chosen, or NULL
    const char *meeting; // under what name a presenter and its notes meet; NULL: neither
    Arena sent_arena, says_arena;
    Str sent; // the last message of a presenter
    bool is_open;
    bool cards; // drawn from web_screen(), not from web_frame()
    int columns, rows;
} page = {.walk = page.walks, .columns = 80, .rows = 24};

static Theme theme = {.depth = DEPTH_DIRECT};

// ---- lessons ------------------------------------------------------------------------------------

static void choose(void *context UNUSED, const ListedLesson *lesson)
{
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
    if (page.is_open && page.options.keep) progress_keep(&page.progress, page.walk);
}

EXPORTED void web_close(void)
{
    if (!page.is_open) return;
    keep();
    if (page.linear) linear_close(page.linear);
    page.linear = NULL;
    app_free(&page.app);
    walk_close(page.walk);
    page.progress = (Progress){0};
    arena_free(&page.arena);
    page.is_open = false;
}

// What was done before is made again, and what is done now will be kept.
static void remember(const char *lesson, bool on_wall)
{
    page.warning = (Error){.arena = &page.arena};
    page.progress = (Progress){
        .arena = &page.arena, .warning = &page.warning, .on_wall = on_wall, .in_page = true};
    page.list = catalog(&(Session){.arena = &page.arena}, false);
    const char *note = progress_open(&page.progress, page.walk, lesson, false, -1);
    page.options = (TuiOptions){.lessons = &page.list,
                                .choose = choose,
                                .known_as = page.progress.key,
                                .export_figure = figures_export,
                                .in_page = true,
                                .keep = progress_keep,
                                .keep_context = &page.progress,
                                .note = note};
}

// Where it cannot be opened, the one that is open stays so.
static bool open_lesson(const char *lesson)
{
    Walk *next = page.walk == page.walks ? &page.walks[1] : &page.walks[0];
    Error error = {.arena = result_begin()->arena};
    umask(022); // else even the page may not read what is written
    locale_choose(true);
    if (!walk_open(next, lesson, &(WalkOptions){.watch = job_watch()}, &error)) {
        error_print(&error, &result.text);
        walk_close(next);
        return false;
    }
    web_close();
    page.walk = next;
    page.onward = page.meeting = NULL;
    page.known = progress_key(next, lesson, &page.arena);
    page.sent = (Str){0};
    page.options = (TuiOptions){0};
    return true;
}

static void begin_app(void)
{
    page.options.scrolls_text = page.cards;
    app_init(&page.app, page.walk, &page.options, page.columns, page.rows);
    app_say_first(&page.app);
    page.is_open = true;
}

static void open_where_left(const Job *job)
{
    if (!open_lesson(job->text)) return;
    remember(job->text, false);
    begin_app();
}

// A lesson of the library by its name, or the file at that path, where it was left. Result: "" or
// what is wrong.
EXPORTED void web_open(const char *lesson)
{
    job_do(open_where_left, (Job){.text = lesson});
}

static void open_at_beginning(const Job *job)
{
    if (!open_lesson(job->text)) return;
    page.options.export_figure = figures_export;
    page.options.in_page = true;
    begin_app();
}

// The same at its beginning, and nothing is remembered: a place that was sent.
EXPORTED void web_show(const char *lesson)
{
    job_do(open_at_beginning, (Job){.text = lesson});
}

// ---- places -------------------------------------------------------------------------------------

// Where the reader is and what was changed, as a state of the lesson (state/state.h); or all that
// can be handed over, with answers.
EXPORTED void web_place(bool answers)
{
    Buf *out = result_begin();
    if (!page.is_open) return;
    LessonState state = handover_of(page.walk, out->arena);
    if (!answers) state.answer_count = 0;
    buf_add(out, str_from(state_text(page.known, &state, out->arena)));
}

// The reader's own answers come before those that were sent.
static bool take_sent(LessonState *state, Arena *arena)
{
    LessonState own = {0};
    answers_keep(&own, page.walk, arena);
    answers_restore(state, page.walk);
    answers_restore(&own, page.walk);
    answers_keep(state, page.walk, arena);
    page.options.keep = NULL;
    Handover taken = handover_take(state, page.walk);
    if (taken == HANDOVER_RAN) app_leave_run(&page.app);
    return taken != HANDOVER_OTHER_TEXT;
}

static void go_to_place(const Job *job)
{
    Arena arena = {0};
    LessonState state;
    result_begin();
    if (page.is_open && state_read(str_from(job->text), page.known, &arena, &state)) {
        bool same = true;
        if (job->number[0])
            same = take_sent(&state, &arena);
        else
            handover_go(&state, page.walk);
        if (walk_stage(page.walk).step != state.place.step) // it names a step alone
            walk_go_to_step(page.walk, state.place.step);
        if (!same)
            buf_printf(result_begin(), "The lesson is not the one that this place was made in: it "
                                       "has been changed since. Here is the step.");
    } else {
        buf_printf(&result.text, "This is no place of the lesson that is open.");
    }
    page.app.lesson_scroll = SCROLL_FOLLOWS;
    arena_free(&arena);
}

// To a place that web_place() returned. `sent`: changes and answers are made as there, and nothing
// is remembered from now on, until web_adopt(). Result: "" or what is wrong.
EXPORTED void web_go(const char *place, bool sent)
{
    job_do(go_to_place, (Job){.text = place, .number = {sent}});
}

// What was sent is the reader's own from now on.
EXPORTED void web_adopt(void)
{
    if (page.progress.key) page.options.keep = progress_keep;
    keep();
}

// Where the reader goes on to: the name of a lesson, or "".
EXPORTED const char *web_onward(void)
{
    return page.onward ? page.onward : "";
}

EXPORTED void web_lessons(void)
{
    Buf *out = result_begin();
    LessonList list = catalog(&(Session){.arena = out->arena}, false);
    for (int i = 0; i < list.count; i++)
        buf_printf(out, "%s\t%s\n", list.rows[i].name, list.rows[i].title);
}

// Its handout, for print: <style> and <main>.
EXPORTED void web_handout(void)
{
    Buf *out = result_begin();
    if (!page.is_open) return;
    paper_style(out);
    paper_html(page.walk, -1, PAPER_HANDOUT, &measure, out);
}

// The answers of the lesson at hand, as `qkv grades` reads them.
EXPORTED void web_answers(const char *name)
{
    Buf *out = result_begin();
    if (!page.is_open) return;
    const Walk *walk = page.walk;
    Results results = {.name = name};
    results.answers = NEW_ARRAY(out->arena, ResultAnswer, walk->ran.question_count + 1);
    for (int i = 0; i < walk->ran.question_count; i++)
        results_add(&results, walk, &walk->ran.questions[i], out->arena);
    results_write(&results, out);
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
    int step = walk_stage(page.walk).step;
    app_key(&page.app, key);
    if (walk_stage(page.walk).step != step) keep();
}

static void take_keys(const Job *job)
{
    Error error = {.arena = result_begin()->arena};
    Key key;
    for (Str rest = str_from(job->text); page.is_open && rest.n && !page.app.quit; take(key)) {
        if (!key_parse(&rest, &key, &error)) {
            error_print(&error, &result.text);
            return;
        }
    }
}

// Keys in written form, "]]<Space>". Result: "" or what is wrong.
EXPORTED void web_keys(const char *keys)
{
    job_do(take_keys, (Job){.text = keys});
}

typedef enum MouseKind {
    MOUSE_CLICK,
    MOUSE_DOUBLE_CLICK,
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN
} MouseKind;

static void take_mouse(const Job *job)
{
    static const int CODES[] = {KEYCODE_CLICK, KEYCODE_DOUBLE_CLICK, KEYCODE_WHEEL_UP,
                                KEYCODE_WHEEL_DOWN};
    int code = CODES[job->number[0]];
    if (page.is_open) take((Key){.code = code, .column = job->number[1], .row = job->number[2]});
}

EXPORTED void web_mouse(MouseKind kind, int column, int row)
{
    job_do(take_mouse, (Job){.number = {(int)kind, column, row}});
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

static void tick(const Job *job UNUSED)
{
    if (page.is_open) autoplay_tick(&page.app);
}

EXPORTED void web_tick(void)
{
    job_do(tick, (Job){0});
}

// ---- as cards -----------------------------------------------------------------------------------

static const char *theme_name(void)
{
    return color_luminance(theme.page) > 0.5 ? "transparent" : "transparent-dark";
}

// Of an equation the place of its matrix, else the head.
static json_t *selected_cell(const Subject *subject)
{
    const Walk *walk = page.walk;
    const int *entries;
    Cell cell = subject->here ? walk->at.selected : subject->cell;
    int ndim = walk->trace->entries[cell.entry].call.output->shape.ndim;
    int place = ndim > 2 ? (int)cell.at.at[ndim - 3] : 0;
    int count = subject->here ? walk_equation(walk, &entries) : 0;
    for (int i = 0; i < count; i++)
        if (entries[i] == cell.entry) place = i;
    Matrix matrix = matrix_shown(walk->trace, cell.entry, cell.at);
    return json_tree_of("{s:i, s:I, s:I}", "place", place, "row",
                        (json_int_t)matrix_row_of(&matrix, cell.at), "column",
                        (json_int_t)matrix_column_of(&matrix, cell.at));
}

// What shows the same as the screen; where it cannot be drawn, the grid has to do.
static void add_figure(json_t *screen, int room, Arena *arena)
{
    Subject subject;
    Buf svg = {.arena = arena};
    Error error = {.arena = arena};
    const char *said, *kind = described_figure(&page.app, &subject, arena);
    if (!kind) return;
    FigureChoice choice = figure_of_subject(page.walk, &subject, theme_name());
    choice.room = room;
    choice.bare = true;
    if (figure_chosen_svg(page.walk, subject.cell, choice, walk_sight(page.walk), &measure, &svg,
                          &said, &error))
        json_tree_put(screen, "figure",
                      json_tree_of("{s:s, s:o, s:o, s:o}", "kind", kind, "svg",
                                   json_tree_text(buf_text(&svg)), "alt", json_tree_text(said),
                                   "selected", selected_cell(&subject)));
    else if (!subject.here && !json_object_get(screen, "list"))
        json_tree_put(screen, "grid", json_tree_have(json_true()));
}

// What the screen on top shows, as screen.d.ts says; texts that are not prose in that many columns,
// the figure in so many points across where it can.
EXPORTED void web_screen(int columns, int room)
{
    Buf *out = result_begin();
    if (!page.is_open) return;
    Arena arena = {0};
    json_t *screen = described(&page.app, columns);
    add_figure(screen, room, &arena);
    json_print(screen, out);
    arena_free(&arena);
    arena_free(page.app.scratch);
}

typedef enum PickKind { PICK_ENTRY, PICK_CHOICE, PICK_CELL } PickKind;

// As a click on what the terminal shows of it: whatever was said before is gone.
static void pick(const Job *job)
{
    result_begin();
    if (!page.is_open) return;
    app_key(&page.app, (Key){.code = KEYCODE_CLICK, .column = -1});
    const Screen *screen = screen_of(app_subject_screen(&page.app));
    if (job->number[0] == PICK_CELL && screen->pick_cell)
        screen->pick_cell(&page.app, job->number[1], job->number[2], job->number[3]);
    else if (job->number[0] == PICK_CHOICE)
        answer_choose(&page.app, job->number[1]);
    else if (screen_of(app_top(&page.app))->list)
        screen_pick(&page.app, job->number[1]);
    arena_free(page.app.scratch);
}

// Selects an entry of the list that is shown.
EXPORTED void web_select(int entry)
{
    job_do(pick, (Job){.number = {PICK_ENTRY, entry}});
}

// Answers the question at hand with one of its choices.
EXPORTED void web_choose(int choice)
{
    job_do(pick, (Job){.number = {PICK_CHOICE, choice}});
}

// Selects a cell of a matrix of the equation, by its place in that.
EXPORTED void web_cell(int place, int row, int column)
{
    job_do(pick, (Job){.number = {PICK_CELL, place, row, column}});
}

// ---- as a grid of characters --------------------------------------------------------------------

// The screens as cards show the whole text of a step, those of characters go through it.
EXPORTED void web_cards(bool cards)
{
    page.cards = page.options.scrolls_text = cards;
}

static void add_color(Buf *out, int color)
{
    if (color >= LOOK_DIRECT) buf_printf(out, "#%06x", (unsigned)(color - LOOK_DIRECT));
}

// "query TAB on-source TAB letters TAB ground": a line for each ink and ground that a look may
// name, in the colours of the theme; heat has no ink.
EXPORTED void web_inks(void)
{
    Buf *out = result_begin();
    Arena arena = {0};
    for (Ground ground = GROUND_PAGE; ground < GROUND_COUNT; ground++) {
        bool heats = ground >= GROUND_HEAT;
        for (int i = 0; i < (heats ? HEAT_LEVELS : INK_COUNT); i++) {
            Style style = {.ink = heats ? INK_PLAIN : (Ink)i, .ground = ground, .level = i};
            Look look = theme_look(&theme, style);
            buf_printf(out, "%s\t%s\t", style.ink == INK_PLAIN ? "" : ink_name(style.ink),
                       ground_name(&style, &arena));
            add_color(out, look.foreground);
            buf_add_char(out, '\t');
            add_color(out, look.background);
            buf_add_char(out, '\n');
        }
    }
    arena_free(&arena);
}

static bool looks_alike(const Look *a, const Look *b)
{
    return a->foreground == b->foreground && a->background == b->background &&
           a->attributes == b->attributes;
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
    Buf *out = result_begin();
    if (!page.is_open) return;
    Arena arena = {0};
    Frame frame = draw(&page.app, &arena);
    buf_printf(out, "%d %d\n", frame.cursor_column, frame.cursor_row);
    for (int row = 0; row < frame.rows; row++) {
        const Glyph *glyphs = &frame.glyphs[row * frame.columns];
        for (int i = 0; i < frame.columns;) i += add_run(out, glyphs + i, frame.columns - i);
        buf_add_char(out, '\n');
    }
    arena_free(&arena);
}

// ---- in front of a class ------------------------------------------------------------------------

static void open_for_class(const Job *job)
{
    bool notes = job->number[0];
    if (!open_lesson(job->text)) return;
    if (!notes) remember(job->text, true);
    page.options.mode = notes ? MODE_NOTES : MODE_PRESENT;
    page.meeting = message_key(page.walk, job->text, &page.arena);
    begin_app();
}

// For a projector, or, beside it, its notes: the text, the answers, what comes next.
EXPORTED void web_present(const char *lesson, bool notes)
{
    job_do(open_for_class, (Job){.text = lesson, .number = {notes}});
}

// Of a presenter: the message for its notes, or "" where it has not changed.
EXPORTED void web_message(void)
{
    Arena arena = {0};
    result_begin();
    if (!page.meeting || page.options.mode != MODE_PRESENT) return;
    Str message = message_write(page.meeting, page.walk, app_words(&page.app, &arena), &arena);
    if (str_equal(message, page.sent)) {
        arena_free(&arena);
        return;
    }
    arena_free(&page.sent_arena);
    page.sent_arena = arena;
    page.sent = message;
    buf_add(&result.text, message);
}

static void follow(const Job *job)
{
    Message message;
    bool ran = false;
    if (!page.meeting || message_take(str_from(job->text), &message) != MESSAGE_WHOLE) return;
    Str says = message_follow(&message, page.meeting, page.walk, &ran);
    arena_free(&page.says_arena);
    page.app.far = says.n ? str_copy(&page.says_arena, says) : NULL;
    if (ran) app_leave_run(&page.app);
    page.app.lesson_scroll = SCROLL_FOLLOWS;
}

EXPORTED void web_follow(const char *message)
{
    job_do(follow, (Job){.text = message});
}

// ---- line by line -------------------------------------------------------------------------------

static void begin_lines(const Job *job UNUSED)
{
    result_begin();
    if (!page.is_open) return;
    if (page.linear) linear_close(page.linear);
    page.app.playing = false;
    page.lines = (LinearOptions){.keep = page.options.keep,
                                 .keep_context = page.options.keep_context,
                                 .export_figure = figures_export};
    page.linear = linear_open(page.walk, &page.lines);
    Str said = linear_begin(page.linear);
    buf_add(result_begin(), said);
}

EXPORTED void web_lines(void)
{
    job_do(begin_lines, (Job){0});
}

static void take_line(const Job *job)
{
    result_begin();
    if (!page.linear) return;
    Str said = linear_line(page.linear, str_trim(str_from(job->text)));
    buf_add(result_begin(), said);
}

EXPORTED void web_line(const char *line)
{
    job_do(take_line, (Job){.text = line});
}

// Was it left by a command? web_lines() begins it anew.
EXPORTED bool web_lines_left(void)
{
    return page.linear && linear_has_quit(page.linear);
}

// ---- programs -----------------------------------------------------------------------------------

static void run_program(const Job *job)
{
    Buf *out = result_begin();
    Error error = {.arena = out->arena};
    job_watch()->begin(job_watch(), false);
    RunOptions options = {
        .out = out,
        .memory_limit = (size_t)job->number[0] << 20,
        .object_limit = (size_t)job->number[1] << 20,
        .step_limit = job->number[2] * INT64_C(1000000),
        .pulse = &job_watch()->pulse,
    };
    Run *run = run_new(&options);
    Source source = {.name = "page.py", .text = str_from(job->text)};
    if (!run_source(run, &source, &error) || !run_end(run, &error)) error_print(&error, out);
    run_free(run);
}

// Runs a program; the result is what it prints, then its error. It may use so many MiB for tensors
// and for lists and strings, and take so many million steps; 0: as many as any program.
EXPORTED void web_run(const char *code, int tensors, int objects, int steps)
{
    job_do(run_program, (Job){.text = code, .number = {tensors, objects, steps}});
}

// ---- while one runs -----------------------------------------------------------------------------

EXPORTED bool web_is_busy(void)
{
    return job_is_busy();
}

EXPORTED void web_go_on(void)
{
    job_go_on();
}

// It ends with an error at its next statement.
EXPORTED void web_stop(void)
{
    atomic_store(&job_watch()->pulse.stop, true);
}

// How far it has come, in words, for that many columns. The result of the job itself is not
// touched.
EXPORTED const char *web_running(int columns)
{
    static Arena arena;
    arena_free(&arena);
    Buf line = {.arena = &arena};
    pulse_write(&job_watch()->pulse, "Esc stops", columns, &line);
    return buf_text(&line);
}
