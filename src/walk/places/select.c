// Selecting cells, and going along the arithmetic from one operation to another.
#include "walk/walk.h"

#include "study/arithmetic/equation.h"
#include "walk/places/focus.h"
#include "walk/runs/rerun.h"

static int64_t clamp(int64_t value, int64_t limit)
{
    return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

bool walk_select(Walk *walk, Cell cell)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    const Shape *shape = trace_shape(walk->trace, cell.entry);
    if (shape_count(shape) == 0) return false;
    for (int d = 0; d < shape->ndim; d++) cell.at.at[d] = clamp(cell.at.at[d], shape->dim[d]);
    walk->at.selected = cell;
    if (cell.entry == walk->at.focus) walk->at.result_at = cell.at;
    return true;
}

bool walk_move_cell(Walk *walk, int rows, int columns)
{
    if (walk->at.selected.entry < 0) return false;
    Matrix matrix = matrix_shown(walk->trace, walk->at.selected.entry, walk->at.selected.at);
    if (matrix.rows == 0 || matrix.columns == 0) return false;
    int64_t row = matrix.row_dim < 0 ? 0 : walk->at.selected.at.at[matrix.row_dim];
    int64_t column = matrix.column_dim < 0 ? 0 : walk->at.selected.at.at[matrix.column_dim];
    int64_t to_row = clamp(row + rows, matrix.rows);
    int64_t to_column = clamp(column + columns, matrix.columns);
    if (to_row == row && to_column == column) return false;
    Cell cell = {matrix.entry, matrix_index(&matrix, to_row, to_column)};
    return walk_select(walk, cell);
}

int64_t walk_slices(const Walk *walk, int64_t *at)
{
    *at = 0;
    if (walk->at.selected.entry < 0) return 1;
    const Shape *shape = trace_shape(walk->trace, walk->at.selected.entry);
    *at = index_slice(shape, walk->at.selected.at);
    return shape_slices(shape);
}

bool walk_move_slice(Walk *walk, int by)
{
    Cell cell = walk->at.selected;
    if (cell.entry < 0) return false;
    return index_move_slice(trace_shape(walk->trace, cell.entry), &cell.at, by) &&
           walk_select(walk, cell);
}

static bool first_of(const Term *terms, int count, int input, Index *at)
{
    for (int i = 0; i < count; i++) {
        if (terms[i].input != input) continue;
        *at = terms[i].at;
        return true;
    }
    return false;
}

Index walk_first_source_in(const Walk *walk, int place)
{
    const Call *call = walk->at.focus_call < 0 ? NULL : walk->trace->calls[walk->at.focus_call];
    int input = equation_input(walk->trace, walk->at.focus, call, place);
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    op_sources(&walk->trace->entries[walk->at.focus].call, walk->at.result_at, &terms);
    Index at = {0};
    bool found = first_of(terms.term, terms.count, input, &at);
    if (!found) first_of(terms.decider, terms.decider_count, input, &at);
    return at;
}

Index walk_shown_in(const Walk *walk, int place)
{
    const WalkPlace *here = &walk->at;
    int entry = walk->equation.entries[place];
    if (entry == here->selected.entry) return here->selected.at;
    if (entry == here->focus) return here->result_at;
    if (here->focus_call < 0) return walk_first_source_in(walk, place);
    return index_alike(trace_shape(walk->trace, entry), trace_shape(walk->trace, here->focus),
                       here->result_at);
}

bool walk_cell_at(const Walk *walk, int place, int64_t row, int64_t column, Cell *cell)
{
    if (place < 0 || place >= walk->equation.count) return false;
    int entry = walk->equation.entries[place];
    Matrix matrix = matrix_shown(walk->trace, entry, walk_shown_in(walk, place));
    if (row < 0 || row >= matrix.rows || column < 0 || column >= matrix.columns) return false;
    *cell = (Cell){entry, matrix_index(&matrix, row, column)};
    return true;
}

bool walk_next_matrix(Walk *walk, int direction)
{
    const int *entries;
    int count = walk_equation(walk, &entries), at = count - 1;
    if (count < 2) return false;
    for (int i = 0; i < count; i++) {
        if (entries[i] == walk->at.selected.entry) at = i;
    }
    for (int tries = 0; tries < count; tries++) {
        at = (at + direction + count) % count;
        Index index = at == count - 1 ? walk->at.result_at : walk_first_source_in(walk, at);
        if (walk_select(walk, (Cell){entries[at], index})) return true;
    }
    return false;
}

// ---- going along the arithmetic -----------------------------------------------------------------

void walk_remember(Walk *walk)
{
    walk->past.jumps_ahead = 0;
    *ARENA_ADD(&walk->arena, walk->past.jumps, walk->past.jump_count) = spot_here(walk);
}

bool walk_jump_to(Walk *walk, Cell cell)
{
    if (shape_count(trace_shape(walk->trace, cell.entry)) == 0) return false;
    walk_remember(walk);
    focus_set(walk, cell.entry);
    return walk_select(walk, cell);
}

bool walk_go_to_source(Walk *walk)
{
    if (walk->at.selected.entry < 0) return false;
    Cell source;
    if (walk->at.selected.entry == walk->at.focus) {
        return cell_first_source(walk->trace, walk->at.selected, &source) &&
               walk_jump_to(walk, cell_named(walk->trace, source));
    }
    source = cell_named(walk->trace, walk->at.selected);
    return !trace_output(walk->trace, source.entry)->is_number && walk_jump_to(walk, source);
}

// Behind the places to jump back to are those to jump forward to, the next one first.
bool walk_jump_back(Walk *walk)
{
    if (walk->past.jump_count == 0) return false;
    Spot *place = &walk->past.jumps[--walk->past.jump_count], to = *place;
    *place = spot_here(walk);
    walk->past.jumps_ahead++;
    spot_go_back(walk, &to);
    return true;
}

bool walk_jump_forward(Walk *walk)
{
    if (walk->past.jumps_ahead == 0) return false;
    Spot *place = &walk->past.jumps[walk->past.jump_count++], to = *place;
    *place = spot_here(walk);
    walk->past.jumps_ahead--;
    spot_go_back(walk, &to);
    return true;
}
