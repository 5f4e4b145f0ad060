// The operation at hand as matrices. Its rule names the code that made it.
#include "tui/walk/equation.h"

#include "base/utf8.h"

#include <inttypes.h>

static Str focus_code(const Walk *walk, int entry)
{
    bool is_call = walk->focus_call >= 0 && entry == walk->focus;
    return span_text(is_call ? walk->trace->calls[walk->focus_call]->source
                             : walk->trace->entries[entry].source);
}

// "encoding[:, 0] = sines" says already what becomes of it.
static bool assigns_to(Str code, const char *name)
{
    Str behind = str_slice(code, str_from(name).n, code.n);
    return str_starts(code, name) && str_starts(behind, "[") && str_find(behind, "] = ") > 0;
}

const char *entry_code(const Walk *walk, int at, Arena *arena)
{
    const Entry *entry = &walk->trace->entries[at];
    const char *title = entry_title(walk->trace, at, arena);
    Buf code = {.arena = arena};
    Str source = focus_code(walk, at);
    for (int i = 0; i < source.n; i++) { // on one line
        bool blank = source.p[i] == ' ' || source.p[i] == '\n' || source.p[i] == '\t';
        if (!blank || (code.n && code.p[code.n - 1] != ' '))
            buf_add_char(&code, blank ? ' ' : source.p[i]);
    }
    if (str_is(buf_str(&code), title)) return title;
    if (!entry->name || assigns_to(buf_str(&code), title)) return buf_text(&code);
    return text_printf(arena, "%s = %s", title, buf_text(&code));
}

static void draw_block(Canvas *canvas, const Equation *equation, const EquationBlock *block,
                       Rect area, const Marks *marks)
{
    Arena *arena = canvas->arena;
    grid_draw_title(canvas, &block->grid, area, "");
    Rect body = area;
    body.row++;
    body.rows--;
    grid_draw(canvas, &block->grid, body, marks);
    body.row += grid_is_empty(&block->grid) ? 1 : (int)block->grid.rows.count;
    grid_draw_labels(canvas, &block->grid, body);
    const char *notes[] = {grid_rows_note(&block->grid, arena),
                           equation_columns_note(&block->grid, area.columns, arena)};
    int row = area.row + 1 + equation->grid_rows + equation->labels;
    for (int i = 0; i < 2; i++) {
        if (!*notes[i]) continue;
        frame_text(canvas->frame, area, area.column, row++, (Style){.ink = INK_RULE},
                   str_from(notes[i]));
    }
}

// Signs stand on the middle row of the lowest matrix.
static int sign_row(const Equation *equation)
{
    int64_t lowest = equation->grid_rows;
    for (int i = 0; i < equation->count; i++) {
        const EquationBlock *block = &equation->blocks[i];
        if (!block->hidden && block->grid.rows.count < lowest) lowest = block->grid.rows.count;
    }
    return lowest > 1 ? (int)(lowest - 1) / 2 : 0;
}

// What the reader should know of this equation beside its code.
static const char *note(const Walk *walk, const Equation *equation, bool gone_to, Arena *arena)
{
    int64_t at, slices = walk_slices(walk, &at), left_out = walk_left_out(walk);
    if (equation->hidden)
        return text_printf(arena, "(%d of %d matrices not shown: Tab)", equation->hidden,
                           equation->count);
    if (gone_to) return "'' goes back";
    const Call *call = walk_call(walk);
    if (call && call->result >= 0 && call->result_count > 1)
        return text_printf(arena, "the first of %d results; s steps into the call",
                           call->result_count);
    if (call) return "s steps into the call";
    if (left_out) return text_printf(arena, "%" PRId64 " more operations not recorded", left_out);
    if (slices > 1)
        return text_printf(arena, "slice %" PRId64 " of %" PRId64 ": { }", at + 1, slices);
    return "";
}

void equation_show(Canvas *canvas, const Equation *equation, Rect inside, const Marks *marks)
{
    int column = inside.column, row = inside.row + 1 + sign_row(equation);
    for (int i = 0; i < equation->count; i++) {
        const EquationBlock *block = &equation->blocks[i];
        if (block->hidden && block->columns == 0) continue;
        column =
            frame_text(canvas->frame, inside, column, row, (Style){0}, str_from(block->before));
        Rect place = {column, inside.row, block->columns, inside.rows};
        if (block->hidden)
            frame_text(canvas->frame, inside, column, row, (Style){0}, STR("…"));
        else
            draw_block(canvas, equation, block, place, marks);
        column += block->columns;
    }
}

int equation_columns(const Equation *equation)
{
    int columns = 0;
    for (int i = 0; i < equation->count; i++) {
        const EquationBlock *block = &equation->blocks[i];
        bool drawn = !block->hidden || block->columns > 0;
        if (drawn) columns += utf8_width(str_from(block->before)) + block->columns;
    }
    return columns;
}

// To another row of the selected matrix; its window follows.
static bool wheel(App *app, int direction)
{
    return walk_move_cell(app->walk, direction, 0);
}

void view_equation(Canvas *canvas, Rect area)
{
    const Walk *walk = canvas->walk;
    Arena *arena = canvas->arena;
    bool gone_to = app_stage(canvas->app).entry != walk->focus;
    Rect inside = {area.column + 1, area.row + 1, area.columns - 2, area.rows - 1};
    Equation equation = equation_fit(canvas->equation, walk, inside.columns, inside.rows, arena);
    const char *right = note(walk, &equation, gone_to, arena);
    canvas_rule(canvas, area, entry_code(walk, walk->focus, arena), right);
    canvas_wheel(canvas, area, wheel);
    equation_show(canvas, &equation, inside, &equation.marks);
}
