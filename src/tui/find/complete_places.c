// Places of a lesson: steps, lines, tensors, cells, marks.
#include "tui/find/completions.h"

#include "base/text/fuzzy.h"
#include "base/text/number.h"
#include "study/film.h"
#include "study/names/typed_name.h"
#include "trace/names/convention.h"
#include "tui/core/input.h"
#include "tui/screens/shared.h"
#include "walk/places/go.h"
#include "walk/places/names.h"
#include "walk/places/spot.h"
#include "walk/runs/iteration.h"

#include <string.h>

// The screen below is left as its own key leaves it.
static void to_walk(App *app)
{
    if (app->depth > 1) app_press(app, KEYCODE_ESCAPE);
    app_go_home(app);
}

static void take_step(App *app, const Completion *completion)
{
    to_walk(app);
    int step = walk_stage(app->walk).step;
    bool at_begin =
        app->walk->at.substep == 0 &&
        (app->walk->at.stage == 0 || app->walk->ran.stages[app->walk->at.stage - 1].step != step);
    walk_visit_step(app->walk, completion->number);
    if (at_begin && step == completion->number)
        app_say(app, false, "Step %d begins here already.", step + 1);
}

static void take_statement(App *app, const Completion *completion)
{
    to_walk(app);
    walk_visit_statement(app->walk, completion->number);
}

// In the matrix on the screen, where the cell is in that.
void completion_take_cell(App *app, const Completion *completion)
{
    if (app_top(app) == SCREEN_LARGE && large_show(app, completion->cell)) return;
    to_walk(app);
    if (!walk_visit_cell(app->walk, completion->cell))
        app_say(app, false, "%s has no cells.", completion->completes);
}

static void take_iteration(App *app, const Completion *completion)
{
    to_walk(app);
    film_go(app, completion->number);
}

static void take_mark(App *app, const Completion *completion)
{
    to_walk(app);
    walk_go_to_mark(app->walk, (char)completion->number);
}

static Completion step_completion(const Maker *maker, const char *verb, int step)
{
    const char *title = maker->walk->lesson.steps[step].title;
    const char *text = arena_printf(maker->arena, "%sstep %d: %s", verb, step + 1, title);
    Completion made = completion(text, "", take_step, step);
    made.completes = arena_printf(maker->arena, "step %d", step + 1);
    return made;
}

void maker_add_steps(Maker *maker, const char *verb)
{
    for (int i = 0; i < maker->walk->lesson.step_count; i++)
        maker_add_fitting(maker, step_completion(maker, verb, i));
}

// "iteration 21": the one that is typed, or "iteration" and nothing else yet: the first and the
// last.
bool maker_add_iterations(Maker *maker, const char *verb)
{
    int64_t at, typed = 0;
    const Loop *loop = walk_loop(maker->walk, &at);
    Str number = maker->typed, word = str_take(&number, " ");
    bool is_meant = str_equal(str_slice(STR("iteration"), 0, word.n), word);
    if (!loop || word.n < 2 || !is_meant) return false;
    bool known = number_parse_int(number, &typed) && typed >= 1 && typed <= loop->count;
    if (number.n && !known) return false;
    int64_t shown[] = {known ? typed - 1 : 0, loop->count - 1};
    for (int i = 0; i < 2 - known; i++) {
        const char *text = film_iteration_text(loop, shown[i], 0, maker->arena);
        maker_add(maker, (Completion){.text = arena_printf(maker->arena, "%s%s", verb, text),
                                      .right = "",
                                      .score = COMPLETION_EXACT,
                                      .take = take_iteration,
                                      .number = (int)shown[i]});
    }
    return true;
}

// Each name once, as what it is in the end.
static bool is_last_of_name(const Name *names, int count, int i)
{
    for (int k = i + 1; k < count; k++) {
        if (strcmp(names[k].name, names[i].name) == 0) return false;
    }
    return true;
}

void maker_add_tensors(Maker *maker, const char *verb, void (*take)(App *, const Completion *))
{
    Name *names;
    int count = names_of(maker->walk, maker->arena, &names);
    for (int i = 0; i < count; i++) {
        if (!is_last_of_name(names, count, i)) continue;
        const char *shape = convention_tuple(maker->walk->trace, names[i].entry, maker->arena);
        maker_add_fitting(
            maker, (Completion){
                       .text = arena_printf(maker->arena, "%s%s", verb, names[i].name),
                       .right = arena_printf(maker->arena, "%s, step %d", shape, names[i].step + 1),
                       .take = take,
                       .completes = names[i].name,
                       .cell = {.entry = names[i].entry}});
    }
}

void maker_add_marks(Maker *maker, const char *verb)
{
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Spot *mark = walk_marked(maker->walk, letter);
        if (!mark) continue;
        const char *title = spot_title(maker->walk, mark, maker->arena);
        const char *text = arena_printf(maker->arena, "%s%c  %s", verb, letter, title);
        const char *where = arena_printf(maker->arena, "step %d", mark->stage.step + 1);
        maker_add_fitting(maker, completion(text, where, take_mark, letter));
    }
}

// ---- what is typed ------------------------------------------------------------------------------

// The number behind `word`, or alone; false: it is something else.
static bool number_after(Str typed, const char *word, int *number)
{
    int64_t value;
    if (str_starts(typed, word)) typed = str_trim(str_slice(typed, (int)strlen(word), typed.n));
    if (!number_parse_int(typed, &value) || value < 0 || value > 1000000000) return false;
    *number = (int)value;
    return true;
}

static void complete_step(Maker *maker, int step)
{
    if (step < 0 || step >= maker->walk->lesson.step_count) return;
    Completion made = step_completion(maker, "", step);
    made.score = COMPLETION_EXACT;
    made.completes = NULL;
    maker_add(maker, made);
}

static void complete_line(Maker *maker, int line)
{
    const Trace *trace = maker->walk->trace;
    for (int i = 0; i < trace->statement_count; i++) {
        Span at = trace->statements[i].source;
        if (!at.source ||
            source_place(at.source, at.end > at.start ? at.end - 1 : at.start).line < line)
            continue;
        Buf code = {.arena = maker->arena};
        buf_add_one_line(&code, span_text(at));
        maker_add(maker, (Completion){.text = buf_text(&code),
                                      .right = arena_printf(maker->arena, "line %d", span_line(at)),
                                      .score = COMPLETION_EXACT,
                                      .take = take_statement,
                                      .number = i});
        return;
    }
}

// The first blank with an index behind it; -1: there is none.
static int find_index(Str typed)
{
    for (int i = 0; i + 1 < typed.n; i++) {
        if (typed.p[i] == ' ' && strchr("-0123456789\"'", typed.p[i + 1])) return i;
    }
    return -1;
}

// "scores 1 2" is "scores[1,2]".
static Str as_cell(Str typed, Arena *arena)
{
    int blank = find_index(typed);
    bool has_line = str_find(typed, " (line ") >= 0;
    if (blank < 0 || has_line || str_find(typed, "[") >= 0) return typed;
    Buf cell = {.arena = arena};
    buf_printf(&cell, "%.*s[", blank, typed.p);
    Str rest = str_trim(str_slice(typed, blank, typed.n));
    for (int i = 0; i < rest.n; i++) {
        bool separates = rest.p[i] == ' ' || rest.p[i] == ',';
        if (!separates)
            buf_add_char(&cell, rest.p[i]);
        else if (cell.p[cell.n - 1] != ',')
            buf_add_char(&cell, ',');
    }
    buf_add_char(&cell, ']');
    return buf_str(&cell);
}

static void complete_cell(Maker *maker)
{
    Cell cell;
    int indices;
    Error error = {.arena = maker->arena}, unheard = {.arena = maker->arena};
    Str text = maker->typed;
    const Trace *trace = maker->walk->trace;
    bool is_there = trace_parse_tensor(trace, text, &cell, &indices, &unheard);
    if (!is_there && cell.entry < 0) {
        text = as_cell(text, maker->arena);
        is_there = trace_parse_tensor(trace, text, &cell, &indices, &unheard);
    }
    if (!is_there && cell.entry < 0) {
        maker->completions.problem = arena_printf(
            maker->arena, "No step, tensor or cell is called %.*s.", STR_ARG(maker->typed));
    } else if (cell_parse(trace, text, &cell, &error)) {
        const char *named = cell_name(trace, cell, maker->arena);
        int step = walk_step_of(maker->walk, cell.entry) + 1;
        maker_add(maker, (Completion){.text = named,
                                      .right = arena_printf(maker->arena, "cell, step %d", step),
                                      .score = COMPLETION_EXACT,
                                      .take = completion_take_cell,
                                      .completes = named,
                                      .cell = cell});
    } else {
        const char *hint = error.hint ? arena_printf(maker->arena, ": %s", error.hint) : "";
        maker->completions.problem = arena_printf(maker->arena, "Error: %s%s", error.message, hint);
    }
}

// Letters that a title happens to have are worth nothing beside a tensor that is called so.
static bool names_a_tensor(const Maker *maker)
{
    for (int i = 0; i < maker->completions.count; i++) {
        Str text = str_from(maker->completions.list[i].text);
        if (maker->typed.n && fuzzy_find_text(text, maker->typed, 0) >= 0) return true;
    }
    return false;
}

static void add_attention(Maker *maker)
{
    const ContentsRow *rows;
    int count = maker->typed.n ? contents_attention(maker->app, &rows) : 0;
    for (int i = 0; i < count; i++) {
        maker_add_fitting(maker, (Completion){.text = rows[i].name,
                                              .right = rows[i].about,
                                              .take = completion_take_cell,
                                              .cell = {.entry = rows[i].entry}});
    }
}

void complete_places(Maker *maker)
{
    Str typed = maker->typed;
    int number;
    if (!complete_matrix_places(maker)) return;
    if (maker_add_iterations(maker, "")) return;
    if (str_starts(typed, "line") && number_after(typed, "line", &number))
        complete_line(maker, number);
    else if (number_after(typed, "step", &number))
        complete_step(maker, number - 1);
    else if (typed.n)
        complete_cell(maker);
    if (maker->completions.count && number_after(typed, "step", &number)) return;
    if (typed.n == 0) maker_add_steps(maker, "");
    maker_add_tensors(maker, "", completion_take_cell);
    add_attention(maker);
    maker->only_whole = names_a_tensor(maker);
    if (typed.n) maker_add_steps(maker, "");
    if (!maker->completions.problem) maker->completions.problem = "There is no such step or line.";
}
