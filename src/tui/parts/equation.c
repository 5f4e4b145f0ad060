// Fitting an equation to a width: first titles give way, then the air around signs, labels
// and decimals, then matrices show fewer columns, first those that the cell is not made from, then
// operands far from the selected cell are left out.
#include "tui/parts/equation.h"

#include "study/arithmetic/equation.h"
#include "tensor/op.h"
#include "trace/record/gradients.h"

#include <limits.h>
#include <math.h>
#include <string.h>

const char *equation_columns_note(const Grid *grid, int columns, Arena *arena)
{
    const char *note = grid_columns_note(grid, arena);
    return frame_columns(note) <= columns ? note : note + strcspn(note, "0123456789");
}

static int notes_columns(const Grid *grid, bool cut, Arena *arena)
{
    int most = cut ? 0 : INT_MAX;
    int rows = frame_columns(grid_rows_note(grid, arena));
    int columns = frame_columns(equation_columns_note(grid, most, arena));
    return rows > columns ? rows : columns;
}

// The gradient goes with the matrix above it: the same window, and cells as wide.
static int block_columns(EquationBlock *block)
{
    Grid *grid = &block->grid, *below = block->gradient;
    if (!below) return grid_columns(grid);
    below->rows = grid->rows;
    below->columns = grid->columns;
    below->label_width = grid->label_width;
    int width = grid->number_width;
    if (below->digits_width > width) width = below->digits_width;
    grid->number_width = below->number_width = width;
    return grid_columns(grid);
}

static void round_block(EquationBlock *block, int digits)
{
    grid_round(&block->grid, digits);
    if (block->gradient) grid_round(block->gradient, digits > 1 ? digits : 1);
}

static int block_decimals(const EquationBlock *block)
{
    int own = block->grid.decimals, below = block->gradient ? block->gradient->decimals : 0;
    return own > below ? own : below;
}

typedef enum TitleRoom { TITLE_WHOLE, TITLE_NAME, TITLE_CUT } TitleRoom;

// Sets the columns of every block and returns their sum, with the signs.
static int measure(Equation *equation, TitleRoom room, Arena *arena)
{
    enum { LEAST_TITLE = 8 };
    int total = 0;
    for (int i = 0; i < equation->count; i++) {
        EquationBlock *block = &equation->blocks[i];
        int sign = frame_columns(block->before);
        if (block->hidden) { // one "…" for several of them in a row
            bool first = i == 0 || !equation->blocks[i - 1].hidden;
            block->columns = first;
            total += first ? sign + 1 : 0;
            continue;
        }
        int grid = block_columns(block),
            notes = notes_columns(&block->grid, room == TITLE_CUT, arena);
        int title = grid_title_columns(&block->grid, room == TITLE_WHOLE, arena);
        if (room == TITLE_CUT && title > LEAST_TITLE) title = LEAST_TITLE;
        block->columns = grid > title ? grid : title;
        if (notes > block->columns) block->columns = notes;
        total += sign + block->columns;
    }
    return equation->columns = total;
}

// One blank around signs instead of two.
static void tighten_signs(Equation *equation, Arena *arena)
{
    for (int i = 0; i < equation->count; i++) {
        Buf tight = {.arena = arena};
        for (const char *p = equation->blocks[i].before; *p; p++) {
            if (p[0] != ' ' || p[1] != ' ') buf_add_char(&tight, *p);
        }
        equation->blocks[i].before = buf_text(&tight);
    }
}

// The least columns that a block is narrowed to before others lose some of what they need.
typedef enum Floor { FLOOR_FEW, FLOOR_NEEDED, FLOOR_CELL, FLOOR_NONE, FLOORS } Floor;

enum { FEW_COLUMNS = 3, OF_RESULT = 2 };

static int64_t least_columns(const Equation *equation, int i, Floor floor)
{
    int64_t needed = equation->blocks[i].needed;
    if (floor == FLOOR_NONE) return 1;
    if (floor == FLOOR_FEW) return needed > FEW_COLUMNS ? needed : FEW_COLUMNS;
    if (i == equation->count - 1) return floor == FLOOR_NEEDED ? OF_RESULT : 1;
    return needed > 1 ? needed : 1;
}

// "masked_fill( " as "masked…( ": the rule above has the whole expression.
static void shorten_signs(Equation *equation, Arena *arena)
{
    enum { LONGEST = 7 };
    for (int i = 0; i < equation->count; i++) {
        Str sign = str_from(equation->blocks[i].before);
        int bracket = str_find(sign, "( ");
        if (bracket <= LONGEST) continue;
        equation->blocks[i].before = arena_printf(
            arena, "%s%.*s", canvas_fit_text(arena, str_slice(sign, 0, bracket), LONGEST),
            STR_ARG(str_slice(sign, bracket, sign.n)));
    }
}

static bool narrow_widest(Equation *equation, Floor floor)
{
    EquationBlock *widest = NULL;
    for (int i = 0; i < equation->count; i++) {
        EquationBlock *block = &equation->blocks[i];
        if (block->hidden || block->grid.columns.count <= least_columns(equation, i, floor))
            continue;
        if (widest && grid_columns(&block->grid) <= grid_columns(&widest->grid)) continue;
        widest = block;
    }
    if (!widest) return false;
    Grid *grid = &widest->grid;
    grid_window(grid, grid->rows.count, grid->columns.count - 1, widest->at);
    return true;
}

// Hides one operand more, but not that with the selected cell; the result always stays.
static bool hide_one(Equation *equation, int selected_entry)
{
    int operands = equation->count - 1;
    for (int gone = 0; gone < operands; gone++) {
        EquationBlock *block = &equation->blocks[equation_gives_way(operands, gone)];
        if (block->hidden || block->grid.matrix.entry == selected_entry) continue;
        block->hidden = true;
        equation->hidden++;
        return true;
    }
    return false;
}

enum { FEW_DECIMALS = 2, LEAST_DECIMALS = 1 };

static int most_decimals(const Equation *equation)
{
    int most = 0;
    for (int i = 0; i < equation->count; i++)
        most = at_least(block_decimals(&equation->blocks[i]), most);
    return most;
}

static Equation copy_of(const Equation *equation, Arena *arena)
{
    Equation copy = *equation;
    copy.blocks = NEW_ARRAY(arena, EquationBlock, copy.count);
    for (int i = 0; i < copy.count; i++) {
        copy.blocks[i] = equation->blocks[i];
        if (!copy.blocks[i].gradient) continue;
        copy.blocks[i].gradient = NEW(arena, Grid);
        *copy.blocks[i].gradient = *equation->blocks[i].gradient;
    }
    return copy;
}

// What is printed must check by hand, so that operands keep a decimal more than the result, and
// those of a small difference as many as it has.
static void round_all(Equation *equation, int digits, int more)
{
    for (int i = 0; i < equation->count; i++) {
        bool is_result = i == equation->count - 1 && !equation->is_part;
        round_block(&equation->blocks[i],
                    is_result ? digits : at_least(digits + more, equation->decimals));
    }
}

// Two decimals of every cell say more than four of some, and so does one; where even that is too
// much, none are dropped.
static bool round_to_fit(Equation *equation, int columns, int least, Arena *arena)
{
    int most = most_decimals(equation);
    for (int i = 0; i < equation->count; i++) {
        const Grid *grid = &equation->blocks[i].grid;
        if (grid->columns.count < grid->matrix.columns) return false;
    }
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    Equation before = copy_of(equation, arena);
    for (int digits = most - 1; digits >= least; digits--) {
        round_all(equation, digits, 1);
        if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    }
    round_all(equation, least, 0);
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    *equation = before;
    return false;
}

static bool shows_few_columns(const Equation *equation)
{
    for (int i = 0; i < equation->count; i++) {
        const Grid *grid = &equation->blocks[i].grid;
        bool few = grid->columns.count < FEW_COLUMNS && grid->columns.count < grid->matrix.columns;
        if (few || equation->blocks[i].hidden) return true;
    }
    return false;
}

static void narrow(Equation *equation, int columns, int selected_entry, Arena *arena)
{
    for (int i = 0; i < equation->count; i++) { // what cannot fit alone need not be tried
        Grid *grid = &equation->blocks[i].grid;
        int64_t most = columns / grid_cell_columns(grid);
        if (grid->columns.count > most && most > 0)
            grid_window(grid, grid->rows.count, most, equation->blocks[i].at);
    }
    Floor floor = FLOOR_FEW;
    while (measure(equation, TITLE_CUT, arena) > columns) {
        while (floor < FLOORS && !narrow_widest(equation, floor)) floor++;
        if (floor == FLOORS && !hide_one(equation, selected_entry)) return;
    }
}

static int64_t columns_shown(const Equation *equation)
{
    int64_t count = 0;
    for (int i = 0; i < equation->count; i++) {
        if (!equation->blocks[i].hidden) count += equation->blocks[i].grid.columns.count;
    }
    return count;
}

static Equation rounded_copy(const Equation *equation, int decimals, Arena *arena)
{
    Equation copy = copy_of(equation, arena);
    round_all(&copy, decimals, 0);
    return copy;
}

// With fewer decimals where next to nothing could be seen with all of them, and more can be then.
static void narrow_or_round(Equation *equation, int columns, int selected_entry, Arena *arena)
{
    Equation whole = copy_of(equation, arena);
    int most = most_decimals(equation);
    narrow(equation, columns, selected_entry, arena);
    for (int d = most - 1; d >= LEAST_DECIMALS && shows_few_columns(equation); d--) {
        Equation rounded = rounded_copy(&whole, d, arena);
        narrow(&rounded, columns, selected_entry, arena);
        if (columns_shown(&rounded) > columns_shown(equation)) *equation = rounded;
    }
}

// What takes nothing from the reader: titles and air, then words for True and False.
static bool fit_without_loss(Equation *equation, int columns, Arena *arena)
{
    if (measure(equation, TITLE_WHOLE, arena) <= columns) return true;
    if (measure(equation, TITLE_NAME, arena) <= columns) return true;
    tighten_signs(equation, arena);
    if (measure(equation, TITLE_NAME, arena) <= columns) return true;
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    for (int i = 0; i < equation->count; i++) grid_abbreviate(&equation->blocks[i].grid);
    return measure(equation, TITLE_CUT, arena) <= columns;
}

// What a call is, that was given no tensor, is in the rule above as well.
static bool fit_without_call(Equation *equation, int columns, Arena *arena)
{
    if (equation->count != 1) return false;
    equation->blocks[0].before = "";
    return fit_without_loss(equation, columns, arena);
}

// Labels of rows once, where several matrices have them beside the same rows.
static void drop_repeated_labels(Equation *equation, Arena *arena)
{
    for (int i = 1; i < equation->count; i++) {
        Grid *grid = &equation->blocks[i].grid;
        bool repeats = false;
        for (int k = 0; k < i && !repeats; k++) {
            const EquationBlock *before = &equation->blocks[k];
            repeats = !before->hidden && grid_repeats(grid, &before->grid, arena);
        }
        grid_leave_labels(grid, repeats);
    }
}

// With shorter labels of columns, fewer decimals, then shorter labels of rows.
static bool fit_with_less(Equation *equation, int columns, Arena *arena)
{
    static const struct {
        int column_label, row_label, decimals;
    } WAYS[] = {{4, INT_MAX, FEW_DECIMALS},
                {4, GRID_SHORT_ROW, LEAST_DECIMALS},
                {3, GRID_SHORT_ROW, LEAST_DECIMALS}};
    drop_repeated_labels(equation, arena);
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    for (size_t way = 0; way < sizeof WAYS / sizeof *WAYS; way++) {
        for (int i = 0; i < equation->count; i++)
            grid_tighten(&equation->blocks[i].grid, WAYS[way].column_label, WAYS[way].row_label);
        if (round_to_fit(equation, columns, WAYS[way].decimals, arena)) return true;
    }
    return false;
}

// One more column of the block, if it still fits then.
static bool widen(Equation *equation, EquationBlock *block, int columns, Arena *arena)
{
    Grid *grid = &block->grid, before = *grid;
    if (block->hidden || grid->columns.count >= grid->matrix.columns) return false;
    grid_window(grid, grid->rows.count, grid->columns.count + 1, block->at);
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    *grid = before;
    return false;
}

static bool loosen(Equation *equation, EquationBlock *block, int columns, Arena *arena)
{
    Grid before = block->grid;
    if (block->hidden || !grid_loosen(&block->grid)) return false;
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    block->grid = before;
    return false;
}

// What is left of the room goes to columns, the result's first, and then to cut labels.
static void use_the_rest(Equation *equation, int columns, Arena *arena)
{
    for (int i = equation->count - 1; i >= 0; i--) {
        while (widen(equation, &equation->blocks[i], columns, arena)) continue;
    }
    for (bool any = true; any;) {
        any = false;
        for (int i = 0; i < equation->count; i++)
            any |= loosen(equation, &equation->blocks[i], columns, arena);
    }
}

// ---- slices side by side ------------------------------------------------------------------------

static void show_slices(EquationBlock *block, int64_t count)
{
    grid_stack(&block->grid, count, block->at);
    if (block->gradient) block->gradient->slices = block->grid.slices;
}

static bool show_more_slices(Equation *equation, EquationBlock *block, int64_t count, int columns,
                             Arena *arena)
{
    int64_t before = block->grid.slices.count;
    bool is_whole = block->grid.columns.count == block->grid.matrix.columns;
    if (block->hidden || !is_whole || count <= before || count > block->grid.slice_count)
        return false;
    show_slices(block, count);
    if (measure(equation, TITLE_CUT, arena) <= columns) return true;
    show_slices(block, before);
    return false;
}

// As many of the result as there is room for; where that is all of them, then those of an operand,
// as long as it is whole.
static void stack_slices(Equation *equation, int columns, Arena *arena)
{
    EquationBlock *result = &equation->blocks[equation->count - 1];
    while (show_more_slices(equation, result, result->grid.slices.count + 1, columns, arena))
        continue;
    bool is_whole = result->grid.slices.count == result->grid.slice_count;
    for (int i = equation->count - 2; i >= 0 && is_whole; i--) {
        EquationBlock *block = &equation->blocks[i];
        show_more_slices(equation, block, block->grid.slice_count, columns, arena);
    }
}

// All slices of all matrices, where nothing is lost by that.
static bool stack_all(Equation *equation, int columns, Arena *arena)
{
    Equation whole = copy_of(equation, arena);
    bool any = false;
    for (int i = 0; i < whole.count; i++) {
        any = any || whole.blocks[i].grid.slice_count > 1;
        show_slices(&whole.blocks[i], INT64_MAX);
    }
    if (!any || !fit_without_loss(&whole, columns, arena)) return false;
    *equation = whole;
    return true;
}

// They take a row for what they are called; where that is not there, one slice has to do.
static bool stacks_fit(Equation *equation, int room)
{
    bool any = false;
    for (int i = 0; i < equation->count; i++) any = any || grid_is_stack(&equation->blocks[i].grid);
    bool fit = any && equation->grid_rows < room;
    for (int i = 0; i < equation->count && !fit; i++) show_slices(&equation->blocks[i], 1);
    return fit;
}

enum { LEAST_WITH_GRADIENTS = 3 }; // a row, a title and a row

static void fit_columns(Equation *equation, int columns, int selected_entry, Arena *arena)
{
    if (stack_all(equation, columns, arena)) return;
    if (fit_without_loss(equation, columns, arena) || fit_without_call(equation, columns, arena)) {
        stack_slices(equation, columns, arena);
        fit_without_loss(equation, columns, arena);
        return;
    }
    if (!fit_with_less(equation, columns, arena)) {
        shorten_signs(equation, arena);
        narrow_or_round(equation, columns, selected_entry, arena);
    }
    use_the_rest(equation, columns, arena);
    measure(equation, TITLE_CUT, arena);
}

static bool shows_less(const Equation *equation, const Equation *than)
{
    for (int i = 0; i < equation->count; i++) {
        const EquationBlock *a = &equation->blocks[i], *b = &than->blocks[i];
        bool less = a->hidden || a->grid.columns.count < b->grid.columns.count ||
                    a->grid.slices.count < b->grid.slices.count ||
                    block_decimals(a) < block_decimals(b);
        if (less && !b->hidden) return true;
    }
    return false;
}

// More room never shows less: where all columns would cost digits that the smallest usual screen
// shows, it is that screen's equation, with as many columns more as there is room for. A smaller
// screen has no digits that the usual one gives up for columns.
static void fit_no_worse(Equation *equation, int columns, int selected_entry, Arena *arena)
{
    enum { USUAL_COLUMNS = 78 };
    Equation small = copy_of(equation, arena);
    fit_columns(&small, USUAL_COLUMNS, selected_entry, arena);
    for (int i = 0; i < equation->count && columns < USUAL_COLUMNS; i++)
        round_block(&equation->blocks[i], block_decimals(&small.blocks[i]));
    fit_columns(equation, columns, selected_entry, arena);
    if (columns <= USUAL_COLUMNS || !shows_less(equation, &small)) return;
    use_the_rest(&small, columns, arena);
    if (measure(&small, TITLE_NAME, arena) > columns) measure(&small, TITLE_CUT, arena);
    *equation = small;
}

static void fit_rows(Equation *equation, int rows, Arena *arena)
{
    bool by_rows = false, by_columns = false;
    equation->grid_rows = 0;
    equation->labels = false;
    for (int i = 0; i < equation->count; i++) {
        Grid *grid = &equation->blocks[i].grid;
        by_columns |= *grid_columns_note(grid, arena) != 0;
        equation->labels |= grid->matrix.column_dim >= 0;
        if (grid->matrix.rows > equation->grid_rows && !equation->blocks[i].hidden)
            equation->grid_rows = (int)(grid->matrix.rows < INT_MAX ? grid->matrix.rows : INT_MAX);
    }
    int room = rows - 1 - equation->labels - by_columns;
    if (equation->gradients && room < LEAST_WITH_GRADIENTS) equation->gradients = false;
    equation->heads = stacks_fit(equation, room);
    room -= equation->heads;
    if (equation->gradients) room = (room - 1) / 2;
    if (equation->grid_rows > room) {
        by_rows = true;
        equation->grid_rows = room - 1 > 1 ? room - 1 : 1;
    }
    equation->note_lines = by_rows + by_columns;
    for (int i = 0; i < equation->count; i++) {
        Grid *grid = &equation->blocks[i].grid;
        grid_window(grid, equation->grid_rows, grid->columns.count, equation->blocks[i].at);
    }
}

// What a hidden number is made from is in sight, though nothing marks it; of what the selected cell
// is not made from directly, the same place.
static Index unmarked_cell(const Walk *walk, int input, int entry)
{
    bool asked = walk->at.selected.entry == walk->at.focus && walk_hides(walk, walk->at.selected);
    bool is_operand = walk->at.focus_call < 0 && entry != walk->at.focus;
    if (asked && is_operand) return walk_first_source_in(walk, input);
    const Entry *entries = walk->trace->entries;
    if (walk->at.selected.entry < 0) return (Index){0};
    return index_alike(&entries[entry].call.output->shape,
                       &entries[walk->at.selected.entry].call.output->shape, walk->at.selected.at);
}

// How many columns of each operand the selected cell of the result is made from.
static void count_needed(Equation *equation, const Walk *walk, Arena *arena)
{
    const OpCall *call = &walk->trace->entries[walk->at.focus].call;
    Terms terms = {.arena = arena};
    if (walk->at.focus_call < 0) op_sources(call, walk->at.result_at, &terms);
    for (int i = 0; i < equation->count; i++) {
        EquationBlock *block = &equation->blocks[i];
        int64_t low = INT64_MAX, high = -1;
        int dim = block->grid.matrix.column_dim;
        for (int t = 0; t < terms.count && dim >= 0; t++) {
            const Term *term = &terms.term[t];
            if (call->input[term->input]->origin != block->grid.matrix.entry) continue;
            if (term->at.at[dim] < low) low = term->at.at[dim];
            if (term->at.at[dim] > high) high = term->at.at[dim];
        }
        block->needed = high < low ? 0 : high - low + 1;
    }
}

// All of it is to be seen, wherever the walk is: that is what was asked for.
static Grid *gradient_grid(const App *app, int entry, Index at, Arena *arena)
{
    const Gradient *gradient = gradient_of(app->walk->trace, entry, 0);
    if (!gradient) return NULL;
    Grid *grid = NEW(arena, Grid);
    *grid = grid_of_matrix(app, matrix_shown(app->walk->trace, gradient->entry, at), NULL, arena);
    grid->is_told = true;
    return grid;
}

// 0.2431 - 0.2447 = -0.0016 is 0.24 - 0.24 with two.
static int decimals_needed(const Equation *equation, const OpCall *call)
{
    const char *between = call->op->notation.between;
    bool adds = between && (strcmp(between, " - ") == 0 || strcmp(between, " + ") == 0);
    double most = number_column_largest(&equation->blocks[equation->count - 1].grid.numbers);
    bool is_small = most > 0 && most < 1 && call_kind(call) == TERMS_ELEMENTWISE;
    return adds && is_small ? (int)ceil(-log10(most)) : 0;
}

Equation equation_measure(const App *app, Arena *arena)
{
    const Walk *walk = app->walk;
    const int *entries;
    Arrival arrival = motion_arrival(app);
    Equation equation = {.count = walk_equation(walk, &entries),
                         .marks = marks_of(walk, &arrival, arena)};
    equation.blocks = NEW_ARRAY(arena, EquationBlock, equation.count);
    const Call *call = walk->at.focus_call < 0 ? NULL : walk->trace->calls[walk->at.focus_call];
    for (int i = 0; i < equation.count; i++) {
        EquationBlock *block = &equation.blocks[i];
        if (!marks_in(&equation.marks, entries[i], &block->at))
            block->at = unmarked_cell(walk, i, entries[i]);
        Matrix matrix = matrix_shown(walk->trace, entries[i], block->at);
        block->grid = grid_of_matrix(app, matrix, NULL, arena);
        block->before =
            equation_sign(walk->trace, walk->at.focus, call, i, equation.count - 1, arena);
        block->gradient =
            walk->view.gradients ? gradient_grid(app, entries[i], block->at, arena) : NULL;
        equation.gradients = equation.gradients || block->gradient;
    }
    if (equation.count) count_needed(&equation, walk, arena);
    if (equation.count && !call)
        equation.decimals = decimals_needed(&equation, &walk->trace->entries[walk->at.focus].call);
    return equation;
}

Equation equation_fit(const Equation *measured, const Walk *walk, int columns, int rows,
                      Arena *arena)
{
    Equation equation = copy_of(measured, arena);
    for (int i = 0; i < equation.count; i++) {
        EquationBlock *block = &equation.blocks[i];
        grid_window(&block->grid, INT64_MAX, columns, block->at);
    }
    for (int pass = 0; pass < 2 && equation.count; pass++) { // again with the first pass's notes
        fit_no_worse(&equation, columns, walk->at.selected.entry, arena);
        fit_rows(&equation, rows, arena);
    }
    return equation;
}

Equation equation_without_stacks(const Equation *measured, Arena *arena)
{
    Equation single = copy_of(measured, arena);
    for (int i = 0; i < single.count; i++) single.blocks[i].grid.slice_count = 1;
    return single;
}

bool equation_is_whole(const Equation *fitted)
{
    for (int i = 0; i < fitted->count; i++) {
        const Grid *grid = &fitted->blocks[i].grid;
        bool all =
            grid->columns.count == grid->matrix.columns && grid->rows.count == grid->matrix.rows;
        if (!all || fitted->blocks[i].hidden) return false;
    }
    return true;
}

bool equation_is_coarse(const Equation *fitted)
{
    for (int i = 0; i < fitted->count; i++) {
        const Grid *grid = &fitted->blocks[i].grid;
        if (grid->decimals < FEW_DECIMALS && grid->decimals < grid->numbers.decimals) return true;
    }
    return false;
}

Equation equation_spread(const Equation *fitted, Air air, Arena *arena)
{
    Equation equation = copy_of(fitted, arena);
    equation.air = air;
    for (int i = 0; i < equation.count; i++) {
        EquationBlock *block = &equation.blocks[i];
        block->grid.air = air;
        if (i == 0 || air.columns == 0) continue;
        block->before =
            arena_printf(arena, "%*s%s%*s", air.columns, "", block->before, air.columns, "");
    }
    measure(&equation, TITLE_WHOLE, arena);
    return equation;
}

int equation_body_rows(const Equation *equation)
{
    int rows = equation->grid_rows * (1 + equation->air.rows);
    return (equation->gradients ? 2 * rows + 1 : rows) + equation->heads + equation->labels;
}

int equation_rows(const Equation *measured, const Walk *walk, int columns, Arena *arena)
{
    enum { MANY = 10000 };
    Equation equation = equation_fit(measured, walk, columns - 2, MANY, arena);
    return 1 + equation_body_rows(&equation) + equation.note_lines;
}
