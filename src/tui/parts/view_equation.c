// The operation at hand as matrices. Its rule names the code that made it.
#include "study/axes/role.h"
#include "study/film.h"
#include "tensor/op.h"
#include "tui/parts/bars.h"
#include "tui/parts/equation.h"
#include "tui/parts/views.h"
#include "walk/runs/iteration.h"

#include "trace/record/gradients.h"
#include "trace/record/loops.h"

#include <inttypes.h>
#include <string.h>

// A further line of code behind the others, with a blank between them but inside of brackets.
static void add_joined(Buf *code, Str line)
{
    if (line.n == 0) return;
    bool opened = code->n && strchr("([{", code->p[code->n - 1]);
    if (code->n && !opened && !strchr(")]}", line.p[0])) buf_add_char(code, ' ');
    buf_add(code, line);
}

const char *view_entry_code(const Walk *walk, int at, Arena *arena)
{
    const Entry *entry = &walk->trace->entries[at];
    const char *title = entry_title(walk->trace, at, arena);
    Buf code = {.arena = arena};
    bool is_call = walk->at.focus_call >= 0 && at == walk->at.focus;
    Span from = is_call ? walk->trace->calls[walk->at.focus_call]->source : entry->source;
    if (entry_is_carried(entry)) return title;
    if (entry_write_backward(walk->trace, at, from, &code)) return buf_text(&code);
    if (entry_is_written_anew(walk->trace, at, from)) {
        entry_write_code(walk->trace, at, from, &code);
        return buf_text(&code);
    }
    Str source = span_text(from), rest = source, line;
    while (str_next_line(&rest, &line)) add_joined(&code, str_trim(line));
    if (str_is(buf_str(&code), title)) return title;
    Str name = entry_assigned_to(walk->trace, at, from);
    return name.n ? arena_printf(arena, "%.*s = %s", STR_ARG(name), buf_text(&code))
                  : buf_text(&code);
}

const char *view_giver(const Walk *walk)
{
    bool is_lesson = lesson_format(walk->lesson.source) == FORMAT_MARKDOWN;
    return is_lesson ? "the lesson" : "the program";
}

const char *view_entry_title(const Walk *walk, int entry, int columns, Arena *arena)
{
    const Trace *trace = walk->trace;
    const char *name = role_mark(trace, entry, entry_title(trace, entry, arena), arena);
    bool given = trace->entries[entry].name && !trace->entries[entry].call.op->sources;
    const char *titles[] = {
        role_mark_code(trace, entry, view_entry_code(walk, entry, arena), arena),
        given ? arena_printf(arena, "%s: given by %s", name, view_giver(walk)) : name, name, NULL};
    return canvas_first_fitting(titles, columns);
}

Text view_equation_code(const App *app, Rect part, Arena *arena)
{
    enum { LEAST_EQUATION = 4 }; // rule, title, row, labels; of several rows a note, too
    const Walk *walk = app->walk;
    const Trace *trace = walk->trace;
    int entry = walk->at.focus;
    Text text = {.arena = arena, .columns = part.columns - 2};
    const OpCall *call = &trace->entries[entry].call;
    if (!call->op->sources) return text;
    const char *code = role_mark_code(trace, entry, view_entry_code(walk, entry, arena), arena);
    if (frame_columns(code) <= canvas_rule_room(part.columns, "")) return text;
    TextRun runs[] = {{PLAIN, STR("")}, {{.ink = INK_CODE}, str_from(code)}};
    text_code(&text, runs, 2, &(CodeState){0});
    int least = LEAST_EQUATION + (call->output->shape.ndim > 1);
    if (part.rows < least + text.count) text.count = 0;
    return text;
}

// Below the matrix; the cell of the same place is marked.
static void draw_gradient(Canvas *canvas, const Grid *grid, Rect area, const Marks *marks)
{
    Canvas quiet = *canvas;
    Cell same = {grid->matrix.entry, marks->selected.at};
    const Gradient *of = gradient_at(canvas->walk->trace, grid->matrix.entry);
    bool is_selected = of && marks->selected.entry == of->of;
    const Marks own = {
        .selected = {.entry = -1}, .sources = &same, .sorted = &same, .source_count = is_selected};
    quiet.hits = NULL;
    grid_draw_title(&quiet, grid, area);
    rect_take(&area, 1);
    grid_draw(&quiet, grid, area, &own);
}

static void draw_block(Canvas *canvas, const Equation *equation, const EquationBlock *block,
                       Rect area, const Marks *marks)
{
    Arena *arena = canvas->arena;
    grid_draw_title(canvas, &block->grid, area);
    Rect body = area;
    rect_take(&body, 1);
    if (equation->heads) grid_draw_heads(canvas, &block->grid, body);
    rect_take(&body, equation->heads);
    grid_draw(canvas, &block->grid, body, marks);
    body.row += grid_rows(&block->grid);
    if (equation->gradients && block->gradient) {
        draw_gradient(canvas, block->gradient, body, marks);
        body.row += 1 + grid_rows(&block->grid);
    }
    if (equation->labels) grid_draw_labels(canvas, &block->grid, body);
    const char *notes[] = {grid_rows_note(&block->grid, arena),
                           equation_columns_note(&block->grid, area.columns, arena)};
    int row = area.row + 1 + equation_body_rows(equation);
    for (int i = 0; i < 2; i++) {
        if (!*notes[i]) continue;
        frame_text(canvas->frame, area, area.column, row++, QUIET, str_from(notes[i]));
    }
}

// Signs are on the middle row of the lowest matrix.
static int sign_row(const Equation *equation)
{
    int64_t lowest = equation->grid_rows;
    for (int i = 0; i < equation->count; i++) {
        const EquationBlock *block = &equation->blocks[i];
        if (!block->hidden && block->grid.rows.count < lowest) lowest = block->grid.rows.count;
    }
    int middle = lowest > 1 ? (int)(lowest - 1) / 2 * (1 + equation->air.rows) : 0;
    return equation->heads + middle;
}

static bool shows_all_slices(const Equation *equation, int entry)
{
    for (int i = 0; i < equation->count; i++) {
        const Grid *grid = &equation->blocks[i].grid;
        if (grid->matrix.entry == entry && grid->slices.count == grid->slice_count) return true;
    }
    return false;
}

enum { NOTES = 5 };

// What the reader should know of this equation beside its code: longer and shorter ways to say it,
// the last of them not at all. NULL comes after that.
static void write_notes(const Walk *walk, const Equation *equation, Arena *arena,
                        const char *notes[NOTES])
{
    enum { CURVE_COLUMNS = 12 };
    int64_t at, slices = walk_slices(walk, &at), left_out = walk_left_out(walk);
    const Call *call = walk_call(walk);
    bool gone_to =
        walk->ran.stage_count && walk->ran.stages[walk->at.stage].entry != walk->at.focus;
    int64_t iteration;
    const Loop *loop = walk_loop(walk, &iteration);
    if (loop && iteration >= 0 && film_is_worth_telling(loop)) {
        notes[0] = film_iteration_text(loop, iteration, CURVE_COLUMNS, arena);
        notes[1] = film_iteration_text(loop, iteration, 0, arena);
        notes[2] = arena_printf(arena, "%" PRId64 "/%" PRId64, iteration + 1, loop->count);
    } else if (equation->hidden) {
        notes[0] = arena_printf(arena, "(%d of %d matrices not shown: Tab)", equation->hidden,
                                equation->count);
        notes[1] = arena_printf(arena, "%d more: Tab", equation->hidden);
    } else if (gone_to) {
        notes[0] = "'' goes back";
    } else if (call && call->result >= 0 && call->result_count > 1) {
        notes[0] = arena_printf(arena, "the first of %d results; s steps into the call",
                                call->result_count);
        notes[1] = arena_printf(arena, "result 1 of %d", call->result_count);
    } else if (call) {
        const char *turn =
            loop && iteration >= 0 ? film_iteration_text(loop, iteration, 0, arena) : "";
        const char *then = *turn ? "; " : "";
        notes[0] = arena_printf(arena, "%s%ss steps into the call", turn, then);
        notes[1] = arena_printf(arena, "%s%ss: into", turn, then);
        notes[2] = "s: into";
    } else if (left_out) {
        notes[0] = arena_printf(arena, "%" PRId64 " more operation%s not recorded", left_out,
                                left_out == 1 ? "" : "s");
    } else if (slices > 1 && !shows_all_slices(equation, walk->at.selected.entry)) {
        notes[0] = arena_printf(arena, "slice %" PRId64 " of %" PRId64 ": { }", at + 1, slices);
    }
    int count = 0;
    while (notes[count]) count++;
    if (!equation->hidden) notes[count] = "";
}

void equation_show(Canvas *canvas, const Equation *equation, Rect inside, const Marks *marks)
{
    int column = inside.column, row = inside.row + 1 + sign_row(equation);
    for (int i = 0; i < equation->count; i++) {
        const EquationBlock *block = &equation->blocks[i];
        if (block->hidden && block->columns == 0) continue;
        column = frame_text(canvas->frame, inside, column, row, QUIET, str_from(block->before));
        Rect place = {column, inside.row, block->columns, inside.rows};
        if (block->hidden)
            frame_text(canvas->frame, inside, column, row, PLAIN, STR("…"));
        else
            draw_block(canvas, equation, block, place, marks);
        column += block->columns;
    }
}

// To another row of the selected matrix; its window follows.
static bool wheel(App *app, int direction)
{
    return walk_move_cell(app->walk, direction, 0);
}

// The largest screens have room between the numbers, where all of them are shown.
static Equation spread(const Equation *fitted, Rect inside, Arena *arena)
{
    for (int air = 2; air > 0 && equation_is_whole(fitted); air--) {
        Equation airy = equation_spread(fitted, (Air){air, air}, arena);
        bool fits = airy.columns <= inside.columns && equation_body_rows(&airy) < inside.rows;
        if (fits) return airy;
    }
    return *fitted;
}

void view_equation(Canvas *canvas, Rect area)
{
    const Walk *walk = canvas->walk;
    Arena *arena = canvas->arena;
    Rect inside = {area.column + 1, area.row + 1, area.columns - 2, area.rows - 1};
    Text code = view_equation_code(canvas->app, area, arena);
    rect_take(&inside, code.count);
    Equation equation = equation_fit(canvas->equation, walk, inside.columns, inside.rows, arena);
    bool largest = canvas->layout->tier == TIER_XL;
    if (largest) equation = spread(&equation, inside, arena);
    const char *title =
        view_entry_title(walk, walk->at.focus, canvas_rule_room(area.columns, ""), arena);
    frame_fill(canvas->frame, area, GROUND_PANEL);
    text_draw(&code, canvas->frame, (Rect){inside.column, area.row + 1, inside.columns, code.count},
              0);
    const char *notes[NOTES] = {"", NULL}; // the longest that leaves the code whole
    write_notes(walk, &equation, arena, notes);
    int room = area.columns - 4 - 6 - frame_columns(title);
    canvas_rule(canvas, area, title, canvas_first_fitting(notes, room));
    canvas_wheel(canvas, area, wheel);
    int used = 1 + equation_body_rows(&equation) + equation.note_lines;
    int spare = inside.rows - used; // air above it, and below
    if (spare > 1) inside.row += largest ? spare / 2 : 1;
    int left = largest ? at_least((inside.columns - equation.columns) / 2, 0) : 0;
    inside.column += left;
    inside.columns -= left;
    equation_show(canvas, &equation, inside, &equation.marks);
    int beside = equation.columns + 3;
    bars_of_equation(
        canvas, &equation,
        (Rect){inside.column + beside, inside.row, inside.columns - beside, inside.rows});
}
