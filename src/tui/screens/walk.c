// The screen of the walk: the operation at hand, its arithmetic, the lesson, in the parts that
// parts/views.h names; and the keys that move through it.

#include "study/axes/role.h"
#include "tensor/op.h"
#include "trace/explain/dependents.h"
#include "tui/core/screen.h"
#include "tui/parts/autoplay.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"
#include "tui/screens/shared.h"
#include "walk/edits/edit.h"
#include "walk/flow.h"
#include "walk/places/reach.h"
#include "walk/runs/slope.h"

#include <string.h>

static View *const VIEWS[PART_COUNT] = {
    [PART_TITLE] = view_title,         [PART_MAP] = view_map,       [PART_EQUATION] = view_equation,
    [PART_INSPECTOR] = view_inspector, [PART_LESSON] = view_lesson, [PART_NOTES] = view_left,
    [PART_PROGRESS] = view_progress,   [PART_STATUS] = view_status, [PART_KEYS] = view_keys,
};

static void draw(Canvas *canvas, Rect whole UNUSED)
{
    Equation *equation = NEW_ARRAY(canvas->arena, Equation, 1);
    Layout *made = NEW_ARRAY(canvas->arena, Layout, 1);
    *equation = equation_measure(canvas->app, canvas->arena);
    *made = walk_layout_of(canvas->app, equation, canvas->arena);
    canvas->layout = made;
    canvas->equation = equation;
    for (int part = 0; part < PART_COUNT; part++) {
        if (made->part[part].rows > 0 && made->part[part].columns > 0)
            VIEWS[part](canvas, made->part[part]);
    }
}

// ---- when a key has something to do -------------------------------------------------------------

// These are asked with each frame, so those that would have to search are bounded.

bool is_begun(const App *app)
{
    return app->walk->at.stage > 0 || app->walk->at.substep > 0;
}

// Space then gives a hint or shows the answer.
static bool is_asking(const App *app)
{
    bool fills = app->reads && lesson_fills(app);
    bool reads = app->options->mode == MODE_WALK && (fills || lesson_goes_on(app));
    return walk_shows_next(app->walk) && !reads;
}

bool has_hint(const App *app)
{
    return is_asking(app) && question_has_hint(app->walk, walk_question(app->walk));
}

const OtherHint space_asked = {has_hint, "Space:hint", 1,
                               &(const OtherHint){is_asking, "Space:answer", 1, NULL}};

// Behind the end of a lesson is its closing page; of a listing, the lessons, where there are any.
static bool goes_on(const App *app)
{
    const Walk *walk = app->walk;
    bool at_end = walk->at.stage == walk->ran.stage_count - 1 &&
                  walk->at.substep == walk->ran.stages[walk->at.stage].substeps;
    bool closes = lesson_format(walk->lesson.source) == FORMAT_MARKDOWN && !walk_at_failure(walk);
    return !at_end || closes || app->options->lessons || lesson_goes_on(app);
}

static bool has_steps(const App *app)
{
    return app->walk->lesson.step_count > 1;
}

static bool is_call(const App *app)
{
    return walk_call(app->walk) != NULL;
}

static bool is_inside(const App *app)
{
    return walk_inside(app->walk) != NULL;
}

static bool has_calls(const App *app)
{
    return app_top(app) == SCREEN_WALK && app->walk->trace->call_count > 0;
}

static bool may_move(const App *app)
{
    return !app->options->no_motion;
}

static bool is_playing(const App *app)
{
    return app->playing;
}

// The lesson does, so that there are no numbers to be seen.
static bool fills_the_screen(const App *app)
{
    return app->options->mode == MODE_WALK && lesson_fills(app);
}

static bool scrolls_lesson(const App *app)
{
    return fills_the_screen(app) && lesson_is_more(app);
}

// And one that is to be seen.
bool has_matrix(const App *app)
{
    return app->walk->at.selected.entry >= 0 && !fills_the_screen(app);
}

static const OpCall *selected_call(const App *app)
{
    return &app->walk->trace->entries[app->walk->at.selected.entry].call;
}

static bool has_cells(const App *app)
{
    return has_matrix(app) && shape_count(&selected_call(app)->output->shape) > 1;
}

static bool has_matrices(const App *app)
{
    const int *entries;
    int count = walk_equation(app->walk, &entries);
    for (int i = 1; i < count && has_matrix(app); i++) {
        if (entries[i] != entries[0]) return true;
    }
    return false;
}

static bool has_slices(const App *app)
{
    int64_t at;
    return has_matrix(app) && walk_slices(app->walk, &at) > 1;
}

static bool has_source(const App *app)
{
    if (is_call(app)) return true;
    if (!has_matrix(app)) return false;
    const OpCall *call = selected_call(app);
    if (app->walk->at.selected.entry != app->walk->at.focus) return !call->output->is_number;
    for (int i = 0; call->op->sources && i < call->input_count; i++) {
        if (!call->input[i]->is_number) return true;
    }
    return false;
}

static bool is_fed_on(const App *app)
{
    if (!has_matrix(app)) return false;
    const DependentLimit limit = {1, DEPENDENT_TERMS_AT_ONCE};
    Dependents dependents =
        dependents_of(app->walk->trace, app->walk->at.selected, limit, app->scratch);
    return dependents.count > 0 || dependents.more;
}

static bool is_predictable(const App *app)
{
    if (!has_matrix(app)) return false;
    const OpCall *call = selected_call(app);
    return call->op->sources && !call->output->is_number &&
           !walk_hides(app->walk, app->walk->at.selected);
}

static bool may_export(const App *app)
{
    return has_matrix(app) && app->options->export_figure;
}

// Of scores, those of several heads.
static bool has_heads(const App *app)
{
    if (!has_matrix(app)) return false;
    const Shape *shape = &selected_call(app)->output->shape;
    return shape->ndim > 2 && shape->dim[shape->ndim - 3] > 1 && shape_count(shape) > 0 &&
           role_is_of_pairs(role_of(app->walk->trace, app->walk->at.selected.entry));
}

// More rows or columns than the equation shows side by side.
static bool is_large(const App *app)
{
    Cell cell = app->walk->at.selected;
    if (!has_matrix(app)) return false;
    Matrix matrix = matrix_shown(app->walk->trace, cell.entry, cell.at);
    return matrix.rows > app->rows / 2 - 2 || matrix.columns > app->columns / 10;
}

// ---- walking ------------------------------------------------------------------------------------

static bool next(App *app, int by UNUSED)
{
    if (lesson_read_on(app)) return true;
    bool changed = walk_next(app->walk);
    if (app->walk->at.settled >= 0) answer_tell(app); // shown on request
    lesson_begin(app);
    if (changed || app->message || walk_at_failure(app->walk)) return changed;
    if (app_open(app, SCREEN_CLOSING, 0)) {
        app_open(app, SCREEN_MAP, AS_LAST);
        return true;
    }
    if (!app_open(app, SCREEN_LESSONS, 1)) return false;
    return app_say(app, false, "That was all. Space opens the next lesson, Esc goes back.");
}

bool walk_leave_for(App *app, int what, const char *lesson)
{
    if (!app->options->leave) return false;
    app->options->leave(app->options->choose_context, (LeaveFor)what, lesson);
    app->quit = true;
    return true;
}

static bool leave_for(App *app, int what)
{
    return walk_leave_for(app, what, NULL);
}

static bool back(App *app, int by UNUSED)
{
    return lesson_read_back(app) || walk_back(app->walk);
}

static const Action walking_rows[] = {
    {"Space", "go on: the next number, the next operation, the next page",
     "This is the end of the lesson. [ goes back.", .screens = ON_WALK, .run = next,
     .hint = "Space:next", .rank = 1, .when = goes_on, .reads = true, .other = &space_asked},
    {"Backspace", "go back by the same amount", "This is the beginning of the lesson.",
     .screens = ON_WALK, .run = back, .hint = "Bksp:back", .rank = 10, .when = is_begun,
     .reads = true},
    {"]", "to the next step of the lesson", "This is the end of the lesson.",
     .walk = walk_next_step, .hint = "[ ]:step", .rank = 2, .when = has_steps},
    {"[", "to the beginning of this step, then to the one before",
     "This is the beginning of the lesson.", .walk = walk_previous_step},
    {")", "to the next operation", "This is the end of the lesson.", .walk = walk_next_stage,
     .hint = "( ):operation", .rank = 12},
    {"(", "to the beginning of this operation, then to the one before",
     "This is the beginning of the lesson.", .walk = walk_previous_stage},
    {"s", "step into the call, to the operations of the function",
     "There is no call here to step into.", .walk = walk_step_into, .hint = "s:into", .rank = 3,
     .when = is_call},
    {"S", "step out, to the call as a whole", "This is not inside a call.", .walk = walk_step_out,
     .hint = "S:out", .rank = 3, .when = is_inside},
    {"a", "autoplay on and off: stops at questions and at the end of a step",
     .run = autoplay_toggle, .hint = "a:play", .rank = 16, .when = may_move,
     .other = &(const OtherHint){is_playing, "a:stop", 16, NULL}, .is_for_playing = true},
    {",", "autoplay: lower speed", "This is the slowest.", .screens = ON_WALK,
     .run = autoplay_speed, .by = -1, .hint = ", .:speed", .rank = 2, .when = is_playing,
     .is_for_playing = true},
    {".", "autoplay: higher speed", "This is the fastest.", .screens = ON_WALK,
     .run = autoplay_speed, .by = 1, .is_for_playing = true},
    {"t", "the outline: every call and operation, and back", .screens = ON_WALK | ON_OUTLINE,
     .opens = SCREEN_OUTLINE, .hint = "t:outline", .rank = 9, .when = has_calls},
    {"L", "all lessons", "There are no other lessons here.",
     .screens = ON_WALK | ON_CLOSING | ON_LESSONS, .opens = SCREEN_LESSONS},
    {"Q", "a quiz: ten questions of this lesson, then back", "There is no quiz of this here.",
     .screens = ON_WALK | ON_CLOSING, .run = leave_for, .by = LEAVE_FOR_QUIZ},
    {"P", "present this lesson, for a projector, then back", "This cannot be presented from here.",
     .screens = ON_WALK | ON_CLOSING, .run = leave_for, .by = LEAVE_FOR_PRESENT},
};

const ActionGroup walking = {"Walking", ACTION_ROWS(walking_rows), ON_WALK | ON_PRESENT};

// ---- looking at cells ---------------------------------------------------------------------------

static bool cycle_depth(App *app, int by UNUSED)
{
    int depth = walk_depth(app);
    app->walk->view.depth = depth == 0 ? 1 : depth == 1 ? 2 : depth == 2 ? 4 : 0;
    static const char *const NOW[] = {"hidden", "this cell", "down to its sources", "",
                                      "four levels down"};
    return app_say(app, false, "Arithmetic: %s. i changes it.", NOW[walk_depth(app)]);
}

bool walk_move_selection(App *app, int move)
{
    Offset offset = move_offset((Move)move, 0);
    bool on_label = app_selects_label(app), moved = on_label && offset.columns > 0;
    if (!on_label || offset.rows) moved = walk_move_cell(app->walk, offset.rows, offset.columns);
    bool to_label = !moved && !on_label && move == MOVE_LEFT;
    app->labelled.entry = -1;
    return (to_label || (on_label && offset.columns <= 0)) ? edit_select_label(app) || moved
                                                           : moved;
}

// Where the lesson fills the screen there are no cells to be seen: its lines go up and down.
static bool up_or_down(App *app, int move)
{
    int direction = move_offset((Move)move, 0).rows;
    app->reads &= fills_the_screen(app);
    if (!fills_the_screen(app)) return walk_move_selection(app, move);
    if (lesson_scroll(app, direction, false)) return true;
    return app_say(app, false,
                   direction < 0 ? "This is the top of the lesson's text."
                                 : "This is the end of this step's text.");
}

// The source of what a call returned is what it did.
static bool to_source(App *app, int by UNUSED)
{
    if (walk_question(app->walk)) // an empty answer must not lead away from it
        return app_say(app, false, "Type an answer, then Enter; Space %s.",
                       has_hint(app)    ? "gives a hint"
                       : is_asking(app) ? "shows it"
                                        : "goes on");
    if (walk_call(app->walk)) return walk_step_into(app->walk);
    return walk_go_to_source(app->walk);
}

// Where nothing at hand attends, the attention matrices of the program are offered.
static bool show_heads(App *app, int by UNUSED)
{
    bool meant = heads_are_meant(app->walk, app->walk->at.selected);
    return (!meant && contents_offer(app, FOR_HEADS)) || app_open(app, SCREEN_HEADS, 0);
}

// The picture in the text of the step that is behind the one which shows the entry, or with -1 the
// first, of those that are computed. NULL: there is none.
static const Paragraph *picture_behind(const App *app, int entry)
{
    const Walk *walk = app->walk;
    int step = walk_stage(walk).step;
    const Step *text = step < 0 ? &(Step){0} : &walk->lesson.steps[step];
    bool behind = entry < 0;
    for (int i = 0; i < text->count; i++) {
        int shown = walk_picture(walk, &text->blocks[i].prose).entry;
        if (shown < 0 || !walk_open_count(walk, shown)) continue;
        if (behind) return &text->blocks[i].prose;
        behind = shown == entry;
    }
    return NULL;
}

static bool has_picture(const App *app)
{
    return picture_behind(app, -1);
}

// Behind the last one there is the step again.
static bool show_picture(App *app, int by UNUSED)
{
    bool is_shown = app_top(app) == SCREEN_LARGE || app_top(app) == SCREEN_HEADS;
    int entry = is_shown ? app_subject(app, app->scratch).cell.entry : -1;
    const Paragraph *next = picture_behind(app, entry);
    if (is_shown) app_leave(app);
    if (!next) return is_shown;
    Cell cell = walk_picture(app->walk, next);
    bool opens = app_open(app, next->heads ? SCREEN_HEADS : SCREEN_LARGE, cell.entry + 1);
    if (opens && !next->heads) large_show(app, cell);
    return opens;
}

static bool show_lines(App *app, int by UNUSED)
{
    Cell cell = app->walk->at.selected, beside;
    bool meant =
        app_top(app) != SCREEN_WALK ||
        (cell.entry >= 0 && (flow_fits(app->walk, cell) || flow_beside(app->walk, cell, &beside)));
    return (!meant && contents_offer(app, FOR_LINES)) || app_open(app, SCREEN_FLOW, 0);
}

static const char at_an_edge[] = "That is the edge of this matrix. Tab goes to the next one.";
static const char no_weights[] = "These are not attention weights: their rows do not sum to 1.";
static const char last_slice[] = "This matrix has no more slices in that direction.";

static const Action looking_at_cells_rows[] = {
    {"Left h", "select the cell to the left", at_an_edge, .run = walk_move_selection,
     .by = MOVE_LEFT},
    {"Right l", "select the cell to the right", at_an_edge, .run = walk_move_selection,
     .by = MOVE_RIGHT, .hint = "arrows:cell", .rank = 4, .when = has_cells},
    {"Up k", "select the cell above", at_an_edge, .run = up_or_down, .by = MOVE_UP, .reads = true},
    {"Down j", "select the cell below", at_an_edge, .run = up_or_down, .by = MOVE_DOWN,
     .reads = true},
    {"Home", "first cell of the row", at_an_edge, .run = walk_move_selection, .by = MOVE_ROW_START},
    {"End", "last cell of the row", at_an_edge, .run = walk_move_selection, .by = MOVE_ROW_END},
    {"gg", "first cell of the matrix", at_an_edge, .run = walk_move_selection, .by = MOVE_FIRST},
    {"Ctrl-E", "last cell of the matrix", at_an_edge, .run = walk_move_selection, .by = MOVE_LAST},
    {"Tab", "next matrix of the equation", "There is only one matrix here.",
     .walk_by = walk_next_matrix, .by = 1, .hint = "Tab:matrix", .rank = 7, .when = has_matrices},
    {"Shift-Tab", "previous matrix of the equation", "There is only one matrix here.",
     .walk_by = walk_next_matrix, .by = -1},
    {"}", "the next slice of a tensor with more than two dimensions", last_slice,
     .walk_by = walk_move_slice, .by = 1, .hint = "{ }:slice", .rank = 5, .when = has_slices},
    {"{", "the slice before", last_slice, .walk_by = walk_move_slice, .by = -1},
    {"Enter", "go to where the number came from",
     "This number is given by the program; it has no source.", .run = to_source,
     .hint = "Enter:source", .rank = 6, .when = has_source},
    {"f", "everything that the cell feeds, level by level up to the outputs",
     "Nothing uses this cell.", .screens = ON_WALK | ON_PRESENT, .opens = SCREEN_REACH,
     .by = REACH_DEPENDENTS, .hint = "f:feeds", .rank = 8, .when = is_fed_on},
    {"F", "everything that it is made from, level by level down to the inputs",
     "This number is given by the program; it has no source.", .screens = ON_WALK | ON_PRESENT,
     .opens = SCREEN_REACH, .by = REACH_SOURCES},
    {"'' Ctrl-O", "jump back to where Enter or f was pressed", "There is no place to jump back to.",
     .screens = ON_WALK | ON_PRESENT, .walk = walk_jump_back, .first_key = mark_begun},
    {"Ctrl-N", "jump forward again", "There is no place to jump forward to.",
     .walk = walk_jump_forward},
    {"p", "hide the cell and predict it; p or Space shows it again",
     "This number is given by the program; there is nothing to predict.",
     .screens = ON_WALK | ON_PRESENT, .walk = walk_ask, .hint = "p:predict", .rank = 14,
     .when = is_predictable},
    {"z", "the matrix over the whole screen: heat, peaks, an overview", "There is no matrix here.",
     .opens = SCREEN_LARGE, .hint = "z:enlarge", .rank = 11, .when = is_large},
    {"H", "all heads of these weights side by side",
     "This tensor has no heads: it is a single matrix.", .run = show_heads, .hint = "H:heads",
     .rank = 6, .when = has_heads},
    {"T", "attention as lines: what each query looks at", no_weights,
     .screens = ON_WALK | ON_LARGE | ON_HEADS, .run = show_lines, .hint = "T:lines", .rank = 6,
     .when = heads_have_lines},
    {"V", "the picture of the step's text: a matrix in colours, or its heads; then the next one",
     "This step has no picture, or its numbers are still to come.",
     .screens = ON_WALK | ON_PRESENT | ON_LARGE | ON_HEADS, .run = show_picture,
     .hint = "V:picture", .rank = 4, .when = has_picture},
    {"w", "why it is what it is; the rule of the operation, common mistakes",
     "This number is given by the program; there is no rule behind it.",
     .screens = ON_WALK | ON_PRESENT | ON_WHY, .opens = SCREEN_WHY, .hint = "w:why", .rank = 15,
     .when = has_source},
    {"i", "arithmetic: one level, two, four, hidden", .run = cycle_depth},
};

const ActionGroup looking_at_cells = {"Looking at cells", ACTION_ROWS(looking_at_cells_rows),
                                      ON_WALK};

// ---- how it is shown ----------------------------------------------------------------------------

enum { MOST_DIGITS = 9 };

static bool cycle_heat(App *app, int by UNUSED)
{
    static const char *const NOW[HEAT_CHOICES] = {"attention weights", "every matrix", "none"};
    app->walk->view.heat = (app->walk->view.heat + 1) % HEAT_CHOICES;
    return app_say(app, false, "Colours behind the numbers: %s. v changes it.",
                   NOW[app->walk->view.heat]);
}

static bool has_gradients(const App *app)
{
    const int *entries;
    int count = walk_equation(app->walk, &entries);
    for (int i = 0; i < count; i++)
        if (gradient_of(app->walk->trace, entries[i], 0)) return true;
    return false;
}

static bool show_gradients(App *app, int by UNUSED)
{
    if (!app->walk->view.gradients && !has_gradients(app)) return false;
    app->walk->view.gradients = !app->walk->view.gradients;
    return true;
}

static bool nudge(App *app, int by UNUSED)
{
    Error error = {.arena = app->scratch};
    MeasuredSlope measured;
    Buf text = {.arena = app->scratch};
    if (!has_matrix(app)) return false;
    if (slope_measure(app->walk, app->walk->at.selected, SLOPE_STEP, &measured, &error)) {
        slope_write(app->walk, &measured, app->walk->view.digits, app->columns - 2, &text);
        app_say(app, false, "%s", app_typeset(app, buf_text(&text), app->scratch));
    } else {
        app_say(app, true, "%s", error.set ? error.message : WALK_STOPPED);
    }
    return true;
}

static bool change_digits(App *app, int by)
{
    int digits = app->walk->view.digits + by;
    if (digits < 0 || digits > MOST_DIGITS) return false;
    app->walk->view.digits = digits;
    return true;
}

static bool scroll(App *app, int direction)
{
    return lesson_scroll(app, direction, true);
}

static bool has_numbers(const App *app)
{
    return app->walk->at.focus >= 0;
}

static bool cycle_lesson(App *app, int by UNUSED)
{
    if (!has_numbers(app)) return false;
    if (app->reads && fills_the_screen(app)) return lesson_stop(app);
    app->reads = false;
    app->lesson = (app->lesson + 1) % LESSON_PANES;
    app->lesson_scroll = SCROLL_FOLLOWS;
    static const char *const NOW[] = {"beside the numbers", "the whole screen", "hidden"};
    return app_say(app, false, "Lesson: %s. o changes it.", NOW[app->lesson]);
}

static const Action showing_rows[] = {
    {"v", "heat behind the numbers: weights, all, none", .run = cycle_heat, .hint = "v:heat",
     .rank = 13, .when = has_matrix},
    {"G", "show or hide the gradient below each matrix",
     "Nothing here has a gradient: no backward() has reached it.", .run = show_gradients,
     .hint = "G:gradients", .rank = 6, .when = has_gradients},
    {"~", "check a gradient: nudge the cell in two runs and compare the slope", .run = nudge},
    {"<", "digits: one decimal less", "Numbers have 0 to 9 decimals.",
     .screens = ON_WALK | ON_PRESENT, .run = change_digits, .by = -1},
    {">", "digits: one decimal more", "Numbers have 0 to 9 decimals.",
     .screens = ON_WALK | ON_PRESENT, .run = change_digits, .by = 1},
    {"PgUp Ctrl-U", "scroll the lesson up", "This is the top of the lesson's text.",
     .screens = ON_WALK | ON_NOTES, .run = scroll, .by = -1, .reads = true},
    {"PgDn Ctrl-D", "scroll the lesson down",
     "This is the end of this step's text. ] goes to the next step.", .screens = ON_WALK | ON_NOTES,
     .run = scroll, .by = 1, .hint = "PgDn:page", .rank = 4, .when = scrolls_lesson, .reads = true},
    {"o", "lesson beside the numbers, over the whole screen, hidden", "This step is only text.",
     .run = cycle_lesson, .reads = true, .hint = "o:lesson", .rank = 13, .when = has_numbers,
     .other = &(const OtherHint){fills_the_screen, "o:numbers", 1, NULL}},
    {"Y", "the next token: its chances, and the settings that they depend on",
     "This program has no tensor next_token with two rows.", .opens = SCREEN_NEXT},
    {"c", "what the step costs: multiplications, additions, exponentials, bytes",
     .screens = ON_WALK | ON_COST, .opens = SCREEN_COST},
    {"x", "a figure of the selected matrix: choose its kind, write it",
     "There is no matrix to export here.",
     .screens = ON_WALK | ON_LARGE | ON_HEADS | ON_SURVEY | ON_FLOW | ON_ARROWS,
     .opens = SCREEN_FIGURE, .hint = "x:export", .rank = 15, .when = may_export},
    {"X", "the figure itself, over the whole screen", "There is no matrix to show here.",
     .screens =
         ON_WALK | ON_LARGE | ON_HEADS | ON_SURVEY | ON_FLOW | ON_ARROWS | ON_PRESENT | ON_PREVIEW,
     .opens = SCREEN_PREVIEW},
};

const ActionGroup showing = {"Showing", ACTION_ROWS(showing_rows), ON_WALK};

// ---- the program --------------------------------------------------------------------------------

static bool redraw(App *app, int by UNUSED)
{
    app->repaint = true;
    return true;
}

// q is "back" on so many screens that one too many must not end the work, least of all in front of
// a class.
// In a page there is a way back.
bool walk_quit(App *app, int by UNUSED)
{
    bool in_page = app->options->in_page;
    bool sure = app->quits > 0 || (in_page && app->options->mode == MODE_WALK);
    app->quit = sure;
    app->quits = sure ? 0 : 2; // this key and the next
    bool kept =
        app->options->mode != MODE_NOTES && strcmp(app->walk->lesson.source->name, "-") != 0;
    if (!sure)
        app_say(app, false, "q again %s%s.", in_page ? "leaves" : "quits",
                kept ? "; your place is kept" : "");
    return true;
}

static bool is_in_page(const App *app)
{
    return app->options->in_page;
}

const OtherHint leaving = {is_in_page, "q:leave", 0, NULL};

static const Action the_program_rows[] = {
    {"? F1", "this help, and back", .opens = SCREEN_HELP, .hint = "?:help"},
    {"Ctrl-L", "redraw the screen", .screens = ON_ALL | ON_PROMPT, .run = redraw},
    {"q", "leave the lesson", .screens = ON_WALK | ON_PRESENT | ON_NOTES, .run = walk_quit,
     .hint = "q:quit", .other = &leaving},
};

const ActionGroup the_program = {"The program", ACTION_ROWS(the_program_rows), ON_ALL};

bool walk_pick_cell(App *app, int place, int row, int column)
{
    Cell cell;
    app->labelled.entry = -1;
    return walk_cell_at(app->walk, place, row, column, &cell) && walk_select(app->walk, cell);
}

const Screen walk_screen = {
    .more = (const ActionGroup *const[]){&walking, &looking_at_cells, &going_round,
                                         &changing_numbers, &showing, &finding, &the_program, NULL},
    .draw = draw,
    .key = answer_key,
    .shows_equation = true,
    .pick_cell = walk_pick_cell,
};
