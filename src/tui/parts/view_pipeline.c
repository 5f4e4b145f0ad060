// What there is so far, quietly: every named matrix that is done, in groups by step, flowing from
// left to right and then down; and the names of those to come.
#include "tui/parts/equation.h"
#include "tui/parts/views.h"
#include "walk/places/names.h"

enum {
    GAP = 2,
    LEAST_BLOCK = 10,   // columns, so that a vector has room for its name
    LEAST_HEADING = 16, // columns: a title that is cut shorter says nothing
    MOST_ROWS = 8,      // of one matrix; taller ones show a part
};

typedef struct Placed {
    Grid grid;
    const Name *name;
    bool heads;   // begins a group, or goes on with it on a new shelf
    bool goes_on; // the latter
    int column, shelf, columns, rows;
} Placed;

typedef struct Shelf { // a row of blocks
    int rows;          // with the heading and the titles
} Shelf;

typedef struct Pipeline {
    Placed *blocks;
    int count;
    Shelf *shelves;
    int shelf_count, current; // the shelf with the last one
    bool labels;              // the columns have theirs
    Buf to_come;              // names
} Pipeline;

static bool has_labels(const Pipeline *p, const Grid *grid)
{
    return p->labels && grid->matrix.column_dim >= 0 && !grid_is_empty(grid);
}

// With as many slices as there is room for.
static Placed block_of(Canvas *canvas, const Name *name, Index at, int columns)
{
    Placed block = {.grid = grid_of(canvas->app, name->entry, at, canvas->arena), .name = name};
    Grid *grid = &block.grid;
    grid->name = name->name;
    grid->is_quiet = true;
    int room = columns - grid->label_width - 2;
    grid_window(grid, MOST_ROWS, room / grid_cell_columns(grid), at);
    bool is_whole = grid->columns.count == grid->matrix.columns;
    for (int64_t n = is_whole ? grid->slice_count : 1; n > 1; n--) {
        grid_stack(grid, n, at);
        if (grid_columns(grid) <= columns) break;
        grid_stack(grid, 1, at);
    }
    int title = grid_title_columns(grid, grid->matrix.tensor->shape.ndim > 2, canvas->arena);
    block.columns = grid_columns(grid);
    if (block.columns < title) block.columns = title;
    if (block.columns < LEAST_BLOCK) block.columns = LEAST_BLOCK;
    if (block.columns > columns) block.columns = columns;
    return block;
}

// With its title and notes.
static int block_rows(const Pipeline *p, const Grid *grid, Arena *arena)
{
    int rows = grid_is_empty(grid) ? 1 : (int)grid->rows.count;
    return 1 + grid_is_stack(grid) + rows + has_labels(p, grid) +
           (*grid_rows_note(grid, arena) != 0) + (*grid_columns_note(grid, arena) != 0);
}

static int group_end(const Pipeline *p, int from)
{
    int end = from;
    while (end < p->count && p->blocks[end].name->step == p->blocks[from].name->step) end++;
    return end;
}

static int group_columns(const Pipeline *p, int from, int end)
{
    int columns = 0;
    for (int i = from; i < end; i++) columns += p->blocks[i].columns + (i > from ? GAP : 0);
    return columns;
}

static void put_on_shelf(Pipeline *p, Placed *block, int *column, int columns)
{
    bool full = *column > 0 && *column + block->columns > columns;
    if (full) {
        p->shelf_count++;
        *column = 0;
        block->goes_on = !block->heads;
        block->heads = true;
    }
    block->shelf = p->shelf_count;
    block->column = *column;
    *column += block->columns + GAP;
    if (p->shelves[block->shelf].rows < block->rows + 1)
        p->shelves[block->shelf].rows = block->rows + 1;
}

static void place_blocks(Pipeline *p, int columns, Arena *arena)
{
    int column = 0;
    p->shelves = NEW_ARRAY(arena, Shelf, p->count + 1);
    p->shelf_count = 0;
    for (int i = 0; i < p->count; i++) {
        Placed *block = &p->blocks[i];
        block->heads = block->goes_on = false;
        block->rows = block_rows(p, &block->grid, arena);
    }
    for (int from = 0; from < p->count;) {
        int end = group_end(p, from);
        if (column > 0 && column + group_columns(p, from, end) > columns) {
            p->shelf_count++;
            column = 0;
        }
        p->blocks[from].heads = true;
        for (int i = from; i < end; i++) put_on_shelf(p, &p->blocks[i], &column, columns);
        from = end;
    }
    p->shelf_count++;
    p->current = p->count ? p->blocks[p->count - 1].shelf : 0;
}

static int rows_of(const Pipeline *p)
{
    int rows = 0;
    for (int s = 0; s < p->shelf_count; s++) rows += p->shelves[s].rows;
    return rows;
}

// The first shelf to show, so that the one at hand is seen with as many before it as fit.
static int first_shelf(const Pipeline *p, int rows)
{
    int first = p->current, used = p->shelves[first].rows;
    while (first > 0 && used + p->shelves[first - 1].rows <= rows) used += p->shelves[--first].rows;
    return first;
}

// The labels of the columns give way where more matrices are in sight without them.
static void place(Pipeline *p, int columns, int rows, Arena *arena)
{
    p->labels = false;
    place_blocks(p, columns, arena);
    int first = p->count ? first_shelf(p, rows) : 0;
    bool all = rows_of(p) <= rows;
    p->labels = true;
    place_blocks(p, columns, arena);
    bool same = all ? rows_of(p) <= rows : p->count == 0 || first_shelf(p, rows) == first;
    if (same) return;
    p->labels = false;
    place_blocks(p, columns, arena);
}

static void add_name(Buf *names, const char *name)
{
    buf_printf(names, "%s%s", names->n ? " · " : "", name);
}

static Pipeline pipeline_of(Canvas *canvas, const Marks *marks, int columns)
{
    Name *names;
    int count = names_of(canvas->walk, canvas->arena, &names);
    Pipeline p = {.blocks = NEW_ARRAY(canvas->arena, Placed, count + 1)};
    p.to_come.arena = canvas->arena;
    for (int i = 0; i < count; i++) {
        bool at_hand = names[i].entry == canvas->walk->at.focus; // it is in the equation
        Index at;
        marks_in(marks, names[i].entry, &at);
        if (names[i].state == NAME_DONE)
            p.blocks[p.count++] = block_of(canvas, &names[i], at, columns);
        else if (!at_hand)
            add_name(&p.to_come, names[i].name);
    }
    return p;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_heading(Canvas *canvas, const Pipeline *p, int i, bool goes_on, Rect area, int row)
{
    const Placed *block = &p->blocks[i];
    int end = area.columns; // up to the next group of this shelf
    for (int k = i + 1; k < p->count; k++) {
        if (p->blocks[k].shelf != block->shelf) break;
        if (!p->blocks[k].heads) continue;
        end = p->blocks[k].column - 1;
        break;
    }
    int step = block->name->step;
    const Lesson *lesson = &canvas->walk->lesson;
    const char *title = step >= 0 && step < lesson->step_count ? lesson->steps[step].title : "";
    title = goes_on ? "" : arena_printf(canvas->arena, "%d %s", step + 1, title);
    Rect rule = {area.column + block->column, row, end - block->column, 1};
    int room = rule.columns - 3;
    canvas_rule(canvas, rule, "", "");
    bool says_little = frame_columns(title) > room && room < LEAST_HEADING;
    if (says_little && !goes_on) title = arena_printf(canvas->arena, "%d", step + 1);
    title = canvas_fit_text(canvas->arena, str_from(title), room);
    frame_printf(canvas->frame, rule, rule.column - 1, row, QUIET, " %s ", title);
}

static void draw_block(Canvas *canvas, const Pipeline *p, const Placed *block, Rect area, int row,
                       const Marks *marks)
{
    Rect place = {area.column + block->column, row, block->columns, block->rows};
    grid_draw_title(canvas, &block->grid, place);
    place.row++;
    grid_draw_heads(canvas, &block->grid, place);
    place.row += grid_is_stack(&block->grid);
    place.rows -= 1 + grid_is_stack(&block->grid);
    grid_draw(canvas, &block->grid, place, marks);
    place.row += grid_is_empty(&block->grid) ? 1 : (int)block->grid.rows.count;
    if (has_labels(p, &block->grid)) {
        Grid quiet = block->grid;
        quiet.role = ROLE_NONE;
        grid_draw_labels(canvas, &quiet, place);
        place.row++;
    }
    const char *notes[] = {grid_rows_note(&block->grid, canvas->arena),
                           grid_columns_note(&block->grid, canvas->arena)};
    for (int i = 0; i < 2; i++) {
        if (*notes[i])
            frame_text(canvas->frame, area, place.column, place.row++, QUIET, str_from(notes[i]));
    }
}

// "to come: scores · weights · outputs"
static void draw_names(Canvas *canvas, Rect area, int row, const char *what, const Buf *names)
{
    const char *line = arena_printf(canvas->arena, "%s: %.*s", what, names->n, names->p);
    canvas_put(canvas, (Rect){area.column, row, area.columns - 1, 1}, QUIET, line);
}

static Buf names_hidden(Canvas *canvas, const Pipeline *p, int first, int end)
{
    Buf names = {.arena = canvas->arena};
    for (int i = 0; i < p->count; i++) {
        if (p->blocks[i].shelf < first || p->blocks[i].shelf >= end)
            add_name(&names, p->blocks[i].name->name);
    }
    return names;
}

static void draw_shelves(Canvas *canvas, const Pipeline *p, Rect area, int first, int end)
{
    int row = area.row, shelf = first;
    for (int i = 0; i < p->count; i++) {
        if (p->blocks[i].shelf < first || p->blocks[i].shelf >= end) continue;
        if (p->blocks[i].shelf != shelf) row += p->shelves[shelf++].rows;
        bool goes_on = p->blocks[i].goes_on && p->blocks[i].shelf > first;
        if (p->blocks[i].heads) draw_heading(canvas, p, i, goes_on, area, row);
        draw_block(canvas, p, &p->blocks[i], area, row + 1, &canvas->equation->marks);
    }
}

void view_pipeline(Canvas *canvas, Rect area)
{
    Rect cursor = {canvas->frame->cursor_column, canvas->frame->cursor_row, 0, 0};
    bool airy = layout_is_roomy(canvas->app->columns, canvas->app->rows);
    Rect inside = {area.column + 1, area.row + airy, area.columns - 1, area.rows - airy};
    Pipeline p = pipeline_of(canvas, &canvas->equation->marks, inside.columns);
    int room = inside.rows - (p.to_come.n > 0);
    place(&p, inside.columns, room, canvas->arena);
    int rows = rows_of(&p) > room ? room - 1 : room;
    int first = p.count ? first_shelf(&p, rows) : 0, end = first, used = 0;
    while (end < p.shelf_count && used + p.shelves[end].rows <= rows) used += p.shelves[end++].rows;
    draw_shelves(canvas, &p, inside, first, end);
    Buf hidden = names_hidden(canvas, &p, first, end);
    int row = inside.row + used + (hidden.n + used > 0 && used < rows);
    if (hidden.n) draw_names(canvas, inside, row++, "not shown", &hidden);
    if (p.to_come.n) draw_names(canvas, inside, row, "to come", &p.to_come);
    bool in_equation = canvas->walk->at.focus >= 0; // the cursor belongs to the equation
    if (in_equation) {
        canvas_cursor(canvas, cursor.column, cursor.row);
    }
}
