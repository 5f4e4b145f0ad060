// The rows above the keys: how far the lesson is, what is known of the selected cell.
#include "trace/names/convention.h"
#include "tui/parts/autoplay.h"
#include "tui/parts/equation.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"
#include "walk/edits/edit.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "tensor/print.h"
#include "trace/names/labels.h"

// ---- progress -----------------------------------------------------------------------------------

typedef struct Done {
    int done, all; // presses of the walk
} Done;

// How much of a step is open; of all steps: -1. Standing at the last number, all is.
static Done done_of(const Walk *walk, int step)
{
    Done made = {0};
    for (int i = 0; i < walk->ran.stage_count; i++) {
        const Stage *stage = &walk->ran.stages[i];
        bool last = i == walk->ran.stage_count - 1;
        if (step >= 0 && stage->step != step) continue;
        made.all += stage->substeps + !last;
        if (i < walk->at.stage) made.done += stage->substeps + !last;
        if (i == walk->at.stage) made.done += walk->at.substep;
    }
    return made;
}

static double share_of(const Walk *walk, int step)
{
    Done made = done_of(walk, step);
    if (made.all) return (double)made.done / made.all;
    return step < 0 || step <= walk_stage(walk).step; // nothing to open: done when it is reached
}

// A line, heavy as far as it is done; whole only when all of it is.
static int draw_bar(Canvas *canvas, Rect area, int column, int columns, double done)
{
    int filled = (int)(done * columns + 0.5);
    if (filled == columns && done < 1) filled--;
    for (int i = 0; i < columns; i++) {
        Style style = {.ink = i < filled ? INK_PLAIN : INK_FAINT};
        column = frame_text(canvas->frame, area, column, area.row, style,
                            i < filled ? STR("━") : STR("─"));
    }
    return column;
}

// A segment for each step, as wide as it is long, so that the line grows evenly.
void view_progress(Canvas *canvas, Rect area)
{
    enum { TEXT = 12 };
    const Walk *walk = canvas->walk;
    int steps = walk->lesson.step_count, room = area.columns - 2 - TEXT, column = 1, before = 0;
    if (steps == 0) return;
    int spare = room - (2 * steps - 1); // beyond a column each, with gaps
    Done all = done_of(walk, -1);
    double total = share_of(walk, -1);
    for (int i = 0; spare >= 0 && i < steps; i++) {
        int from = all.all ? (int)((int64_t)spare * before / all.all) : 0;
        before += done_of(walk, i).all;
        int to = all.all ? (int)((int64_t)spare * before / all.all) : 0, segment = 1 + to - from;
        canvas_click(canvas, (Rect){column, area.row, segment, 1}, app_go_to_step, i);
        column = draw_bar(canvas, area, column, segment, share_of(walk, i)) + 1;
    }
    if (spare < 0) (void)draw_bar(canvas, area, column, room, total);
    frame_printf(canvas->frame, area, room + 2, area.row, QUIET, " %d/%d  %d%%",
                 walk_stage(canvas->walk).step + 1, steps, (int)(100 * total));
}

// ---- status ---------------------------------------------------------------------------------

// "row q0, column k1"
static void write_labels(Canvas *canvas, Buf *out, Cell cell)
{
    const Trace *trace = canvas->walk->trace;
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    const char *before = "";
    for (int d = 0; d < shape->ndim; d++) {
        const char *label = label_at(trace, cell.entry, d, cell.at.at[d], canvas->arena);
        if (!*label) continue;
        const char *what = convention_dim_name(trace, cell.entry, d);
        buf_printf(out, "%s%s %s", before, what, label);
        before = ", ";
    }
}

// As the matrix shows it, and exactly where that says more: "0.0634  exact 0.06337894", but "4".
static void write_number(Canvas *canvas, Buf *out, const Tensor *tensor, Index at)
{
    Buf shown = {.arena = canvas->arena}, exact = {.arena = canvas->arena};
    if (tensor->dtype != DTYPE_BOOL)
        number_human(&shown, tensor_get(tensor, at), canvas->walk->view.digits);
    tensor_print_cell(&exact, tensor, at);
    Str same = buf_str(&exact);
    if (str_ends(same, ".0")) same.n -= 2;
    if (shown.n == 0 || !str_equal(buf_str(&shown), same))
        buf_printf(&shown, "%s%s", shown.n ? "  exact " : "", buf_text(&exact));
    buf_add(out, str_from(app_typeset(canvas->app, buf_text(&shown), canvas->arena)));
}

static void write_cell(Canvas *canvas, Buf *out)
{
    const Walk *walk = canvas->walk;
    Cell cell = walk->at.selected;
    const Tensor *tensor = walk->trace->entries[cell.entry].call.output;
    buf_add(out, str_from(cell_name(walk->trace, cell, canvas->arena)));
    if (walk_is_open(walk, cell)) {
        buf_add_char(out, '=');
        write_number(canvas, out, tensor, cell.at);
    } else if (walk_hides(walk, cell)) {
        buf_add(out, STR("=?  yours to predict"));
    } else {
        buf_add(out, STR("  not computed yet"));
    }
    buf_add(out, STR("  "));
    write_labels(canvas, out, cell);
}

// "edits: 2, held: 1", with the reason where the program goes another way; "" without edits.
static const char *edits_note(const Walk *walk, Arena *arena)
{
    const Override *overrides;
    int count = edit_overrides(walk, &overrides), held = 0;
    for (int i = 0; i < count; i++) held += override_is_hold(&overrides[i]);
    Buf note = {.arena = arena};
    if (count > held) buf_printf(&note, "edits: %d", count - held);
    if (held) buf_printf(&note, "%sheld: %d", note.n ? ", " : "", held);
    if (!walk_goes_same_way(walk)) buf_add(&note, STR(", another way"));
    if (count) buf_add(&note, STR("  "));
    return buf_text(&note);
}

// The matrix whose scale is shown: the selected one, else the first of the equation that has heat.
// While some of it is not seen, its lowest and its highest number are not said.
static const Grid *heated(const Canvas *canvas)
{
    const Equation *equation = canvas->equation;
    const Grid *found = NULL;
    for (int i = 0; i < equation->count; i++) {
        const Grid *grid = &equation->blocks[i].grid;
        bool is_told = grid->is_told || grid->holds_shares ||
                       walk_matrix_seen(canvas->walk, &grid->matrix) == SEEN;
        if (!is_told || !grid_has_heat(canvas->walk, grid)) continue;
        if (!found || grid->matrix.entry == canvas->walk->at.selected.entry) found = grid;
    }
    return found;
}

typedef enum State { STATE_ANSWERED, STATE_DIGITS, STATE_ALTERED, STATES } State;

// "playing  edits: 2  1 of 4 right  digits: 4": what changed how the numbers are, which stays;
// what was done, which gives way first; how they are shown, which gives way to the cell too.
static const char *state_text(const App *app, State least, Arena *arena)
{
    const Walk *walk = app->walk;
    Buf text = {.arena = arena};
    const char *playing = autoplay_state(app, arena);
    buf_printf(&text, "%s%s%s", playing, *playing ? "  " : "", edits_note(walk, arena));
    if (walk->view.columns) buf_add(&text, STR("columns  "));
    Score score = questions_score(walk);
    if (least <= STATE_ANSWERED && score.right)
        buf_printf(&text, "%d of %d right  ", score.right, score.asked);
    if (least <= STATE_DIGITS) buf_printf(&text, "digits: %d  ", walk->view.digits);
    if (walk->ran.error.set) buf_add(&text, STR("Error at the end"));
    Str trimmed = str_trim(buf_str(&text));
    return str_copy(arena, trimmed);
}

void view_status(Canvas *canvas, Rect area)
{
    const Walk *walk = canvas->walk;
    if (canvas_message(canvas, area)) return;
    bool elsewhere = typing_is(canvas->app, &answering) && canvas->app->lesson != LESSON_WHOLE;
    Rect inside = {1, area.row, area.columns - 2, 1};
    const char *typed =
        elsewhere ? NULL : typing_prompt(canvas->app, inside.columns, canvas->arena);
    if (typed) { // a number for a cell, or an answer where there is no other place for it
        canvas_put(canvas, inside, BOLD, typed);
        typed = canvas_fit_text(canvas->arena, str_from(typed), inside.columns);
        canvas_cursor_behind(canvas, str_from(typed), inside);
        return;
    }
    if (walk_at_failure(canvas->walk)) { // a program is walked up to its error
        const char *kind = walk->ran.error.kind ? walk->ran.error.kind : "Error";
        const char *text =
            arena_printf(canvas->arena, "The program stops here: %s%s%s", kind,
                         *walk->ran.error.message ? ": " : "", walk->ran.error.message);
        canvas_put(canvas, inside, (Style){.ink = INK_ERROR}, text);
        return;
    }
    Buf cell = {.arena = canvas->arena};
    const Question *question = walk_question(walk);
    if (walk->at.selected.entry >= 0)
        write_cell(canvas, &cell);
    else if (question)
        buf_printf(&cell, "%s", question_prompt(canvas->app, question, canvas->arena));
    Str known = str_trim(buf_str(&cell));
    const char *states[STATES + 1] = {0};
    for (State least = 0; least < STATES; least++)
        states[least] = state_text(canvas->app, least, canvas->arena);
    const Grid *legend = heated(canvas);
    int most = area.columns - 4 - utf8_width(known);
    int legend_room = legend ? legend_columns(legend->scale) + 2 : 0;
    if (legend_room + frame_columns(states[STATE_ALTERED]) > most) legend_room = 0;
    const char *state = canvas_first_fitting(states, most - legend_room);
    int state_columns = frame_columns(state);
    if (state_columns) state_columns += 2;
    int end = area.columns - 1 - legend_room - state_columns;
    canvas_put(canvas, (Rect){1, area.row, end - 1, 1}, PLAIN, str_copy(canvas->arena, known));
    if (legend_room)
        legend_draw(canvas, area, end + 2, area.row, legend->scale,
                    heat_has_letters(walk) ? LEGEND_LETTERS : LEGEND_COLORS);
    frame_text(canvas->frame, area, area.columns + 1 - state_columns, area.row, QUIET,
               str_from(state));
}
