// No boxes and no columns: numbers come in the order in which they are read, behind the name of
// their row.
#include "linear/narrate.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "study/arithmetic/chain.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "tensor/print.h"
#include "text/prose.h"
#include "trace/explain/dependents.h"
#include "trace/names/convention.h"
#include "trace/names/labels.h"
#include "walk/places/rule.h"

#include <inttypes.h>

enum { MOST_ROWS = 12, MOST_CELLS = 16, MOST_SLICES = 4, MOST_DEPENDENTS = 8 };

// ---- tensors ------------------------------------------------------------------------------------

// A number as it may be known at this place of the walk.
static void say_cell(const Walk *walk, const Matrix *matrix, int64_t row, int64_t column, Buf *out)
{
    Index at = matrix_index(matrix, row, column);
    Cell cell = {matrix->entry, at};
    Seen seen = walk_seen_at(walk, cell);
    if (seen != SEEN)
        buf_add(out, seen == HIDDEN ? STR("hidden") : STR("to come"));
    else if (dtype_is_float(matrix->tensor->dtype))
        number_trimmed(out, tensor_get(matrix->tensor, at), walk->view.digits);
    else
        tensor_print_cell(out, matrix->tensor, at);
}

// Is nothing of the row known yet, nor asked for?
static bool is_to_come(const Walk *walk, const Matrix *matrix, int64_t row)
{
    for (int64_t column = 0; column < matrix->columns && column < MOST_CELLS; column++) {
        Cell cell = {matrix->entry, matrix_index(matrix, row, column)};
        if (walk_seen_at(walk, cell) != TO_COME) return false;
    }
    return matrix->columns > 0;
}

static void say_row(const Walk *walk, const Matrix *matrix, int64_t row, Buf *out)
{
    if (is_to_come(walk, matrix, row)) {
        buf_add(out, STR("to come.\n"));
        return;
    }
    for (int64_t column = 0; column < matrix->columns && column < MOST_CELLS; column++) {
        if (column) buf_add(out, STR(", "));
        say_cell(walk, matrix, row, column, out);
    }
    if (matrix->columns > MOST_CELLS)
        buf_printf(out, " and %" PRId64 " more", matrix->columns - MOST_CELLS);
    buf_add(out, STR(".\n"));
}

static const char *row_name(const Walk *walk, const Matrix *matrix, int64_t row, Arena *arena)
{
    if (matrix->row_dim < 0) return "";
    return label_or_number(walk->trace, matrix->entry, matrix->row_dim, row, "row ", arena);
}

// ", columns the, cat, sat": the labels of a row's numbers, once for all rows. Where the
// labels are numbered the first and the last are enough.
static void say_columns(const Walk *walk, const Matrix *matrix, Buf *out)
{
    DimLabels labels = dim_labels(walk->trace, matrix->entry, matrix->column_dim);
    if (!labels.axis || matrix->columns == 0) return;
    int64_t last = matrix->columns - 1;
    buf_printf(out, ", column%s %s", last ? "s" : "", dim_label(&labels, 0, out->arena));
    if (!labels.items && last > 1) {
        buf_printf(out, " to %s", dim_label(&labels, last, out->arena));
        return;
    }
    for (int64_t i = 1; i <= last && i < MOST_CELLS; i++)
        buf_printf(out, ", %s", dim_label(&labels, i, out->arena));
    if (last >= MOST_CELLS) buf_add(out, STR(" and more"));
}

static void say_rows(const Walk *walk, const Matrix *matrix, Buf *out)
{
    for (int64_t row = 0; row < matrix->rows && row < MOST_ROWS; row++) {
        buf_printf(out, "  %s: ", row_name(walk, matrix, row, out->arena));
        say_row(walk, matrix, row, out);
    }
    if (matrix->rows > MOST_ROWS)
        buf_printf(out, "  and %" PRId64 " more rows.\n", matrix->rows - MOST_ROWS);
}

// " slice 1, red:", by their labels where they have some.
static void say_slice(const Walk *walk, const Matrix *matrix, Buf *out)
{
    buf_add(out, STR(" slice "));
    for (int dim = 0; dim < matrix->tensor->shape.ndim - 2; dim++) {
        const char *label =
            label_or_number(walk->trace, matrix->entry, dim, matrix->base.at[dim], "", out->arena);
        buf_printf(out, "%s%s", dim ? ", " : "", label);
    }
    buf_add(out, STR(":\n"));
}

static void say_slices(const Walk *walk, int entry, const char *name, Buf *out)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    int64_t count = shape_slices(shape), shown = 0;
    Index at = {0};
    Matrix first = matrix_shown(walk->trace, entry, (Index){0});
    buf_printf(out, "%s, shape %s", name, convention_tuple(walk->trace, entry, out->arena));
    say_columns(walk, &first, out);
    buf_add(out, STR(":\n"));
    do {
        Matrix matrix = matrix_shown(walk->trace, entry, at);
        say_slice(walk, &matrix, out);
        say_rows(walk, &matrix, out);
    } while (++shown < MOST_SLICES && index_move_slice(shape, &at, 1));
    if (count > MOST_SLICES)
        buf_printf(out, " and %" PRId64 " more slices.\n", count - MOST_SLICES);
}

void narrate_tensor(const Walk *walk, int entry, Buf *out)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    const char *name = entry_title(walk->trace, entry, out->arena);
    if (shape_count(shape) == 0) {
        buf_printf(out, "%s is empty, shape %s.\n", name,
                   convention_tuple(walk->trace, entry, out->arena));
        return;
    }
    if (shape->ndim > 2) {
        say_slices(walk, entry, name, out);
        return;
    }
    Matrix matrix = matrix_shown(walk->trace, entry, (Index){0});
    if (shape->ndim < 2) {
        buf_add(out, str_from(name));
        int from = out->n;
        say_columns(walk, &matrix, out);
        buf_add(out, out->n > from ? STR(", is ") : STR(" is "));
        say_row(walk, &matrix, 0, out);
        return;
    }
    buf_printf(out, "%s, %" PRId64 " rows of %" PRId64, name, matrix.rows, matrix.columns);
    say_columns(walk, &matrix, out);
    buf_add(out, STR(":\n"));
    say_rows(walk, &matrix, out);
}

// ---- an operation -------------------------------------------------------------------------------

static void say_code(const Walk *walk, Buf *out)
{
    const Stage *stage = &walk->ran.stages[walk->at.stage];
    entry_write_code(walk->trace, stage->entry, walk_stage_source(walk, stage), out);
    buf_add_char(out, '\n');
}

static void say_how(const Op *op, Buf *out)
{
    const char *how = arena_printf(out->arena, "%s.", op->doc);
    prose_wrap(out, str_from(how), "How: ", "", NARRATE_COLUMNS);
}

void narrate_operation(const Walk *walk, Buf *out)
{
    const int *entries;
    int count = walk_equation(walk, &entries);
    const Stage *stage = &walk->ran.stages[walk->at.stage];
    const Op *op = walk->trace->entries[stage->entry].call.op;
    say_code(walk, out);
    for (int i = 0; i + 1 < count; i++) {
        if (!walk->trace->entries[entries[i]].call.output->is_number)
            narrate_tensor(walk, entries[i], out);
    }
    const Call *call = walk_call(walk);
    if (call)
        buf_printf(out, "This calls %s; \"into\" goes through it.\n", call->function);
    else if (op->sources && op->doc)
        say_how(op, out);
    else if (stage->substeps == 0 && count > 0)
        narrate_tensor(walk, entries[count - 1], out);
}

// ---- what opens ---------------------------------------------------------------------------------

// "scores[0,1] = 1*4 + 0*4 + 2*0 = 4"
static void say_arithmetic(const Walk *walk, Cell cell, Buf *out)
{
    enum { MOST_PIECES = 12 };
    const char *name = cell_name(walk->trace, cell, out->arena);
    Arithmetic arithmetic;
    bool few = explain_if_few(walk->trace, cell, walk->view.digits, out->arena, &arithmetic);
    buf_printf(out, "%s = ", name);
    if (!few) {
        number_human(out, cell_value(walk->trace, cell), walk->view.digits);
        buf_printf(out, ", made from %d numbers.\n", arithmetic.terms.count);
        return;
    }
    arithmetic_look(&arithmetic, walk_sight(walk));
    int from = out->n;
    arithmetic_write_part(&arithmetic, false, MOST_PIECES, out);
    bool said = str_is(str_slice(buf_str(out), from, out->n), arithmetic.result);
    if (out->n > from && !said) buf_printf(out, " %s ", arithmetic.relation);
    buf_printf(out, "%s\n", said ? "" : arithmetic.result);
}

static void say_term(const Walk *walk, int term, Buf *out)
{
    Cell cell = {.entry = walk->ran.stages[walk->at.stage].entry};
    Arithmetic arithmetic;
    explain_cell(walk->trace, cell, walk->view.digits, out->arena, &arithmetic);
    arithmetic_look(&arithmetic, walk_sight(walk));
    if (term >= arithmetic.piece_count) return;
    const Piece *piece = arithmetic_piece(&arithmetic, term);
    buf_printf(out, "Term %d of %d: %s = %s", term + 1, arithmetic.piece_count, piece->symbols,
               piece->numbers);
    bool differs = !str_is(str_from(piece->numbers), piece->value);
    buf_printf(out, differs ? " = %s\n" : "\n", piece->value);
}

// "  q1: 4, 16, 12": the row that the sub-step opened.
static void say_opened_row(const Walk *walk, Buf *out)
{
    Cell cell = walk->at.selected;
    Matrix matrix = matrix_through(walk->trace, cell.entry, cell.at);
    int64_t row = matrix.row_dim < 0 ? 0 : cell.at.at[matrix.row_dim];
    buf_printf(out, "  %s: ", row_name(walk, &matrix, row, out->arena));
    say_row(walk, &matrix, row, out);
}

void narrate_substep(const Walk *walk, Buf *out)
{
    const Stage *stage = &walk->ran.stages[walk->at.stage];
    if (stage->call >= 0) {
        narrate_tensor(walk, stage->entry, out);
        return;
    }
    Opening opening = stage->opening;
    Cell cell = {.entry = stage->entry};
    int open = walk_open_terms(walk, cell), beyond = walk->at.substep - opening.terms;
    if (beyond <= 0 && walk_hides(walk, cell)) return;
    if (beyond < 0 && open > 0) {
        say_term(walk, open - 1, out);
        return;
    }
    bool moved = walk->trace->entries[stage->entry].call.op->moves;
    if (walk->at.substep >= stage->substeps && (opening.rest || opening.rows || moved)) {
        narrate_tensor(walk, stage->entry, out);
        return;
    }
    if (opening.rows) {
        if (walk->at.substep > 0) say_opened_row(walk, out);
        return;
    }
    if (beyond > 0) cell = walk->at.selected;
    if (walk_is_open(walk, cell)) say_arithmetic(walk, cell, out);
}

void narrate_cell(const Walk *walk, Cell cell, int levels, Buf *out)
{
    const char *name = cell_name(walk->trace, cell, out->arena);
    const Op *op = walk->trace->entries[cell.entry].call.op;
    if (!walk_is_open(walk, cell)) {
        buf_printf(out, "%s is %s.\n", name, walk_hides(walk, cell) ? "hidden" : "to come");
        return;
    }
    const char *why = why_of(walk, cell, out->arena);
    if (why) buf_printf(out, "%s\n", why);
    explain_print(walk->trace, walk_sight(walk), cell, levels, walk->view.digits, out);
    chain_print(walk->trace, walk_sight(walk), cell, walk->view.digits, out);
    if (op->sources && op->doc && !cell_held(walk->trace, cell)) say_how(op, out);
    const DependentLimit limit = {MOST_DEPENDENTS, DEPENDENT_TERMS_AT_ONCE};
    Dependents dependents = dependents_of(walk->trace, cell, limit, out->arena);
    for (int i = 0; i < dependents.count; i++)
        buf_printf(out, "%s%s", i ? ", " : "It feeds ",
                   cell_name(walk->trace, dependents.cells[i], out->arena));
    if (dependents.count)
        buf_add(out, dependents.more ? STR(", and more.\n") : STR(".\n"));
    else if (dependents.more)
        buf_add(out, STR("What it feeds takes longer to find; feeds searches for it.\n"));
}

// ---- questions ----------------------------------------------------------------------------------

void narrate_question(const Walk *walk, const Question *question, Buf *out)
{
    if (question->prediction)
        prose_question(out, walk, question->prediction, NARRATE_COLUMNS);
    else
        buf_printf(out, "Predict %s.\n", question->name);
}

void narrate_reason(const Walk *walk, const Question *question, Buf *out)
{
    const Prediction *prediction = question->prediction;
    if (prediction)
        prose_paragraphs(out, walk, prediction->reason, prediction->reason_count, NARRATE_COLUMNS);
}
