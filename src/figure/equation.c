// Draws one operation as its operands, the signs between them and the result, such as querys @
// keys.T = scores. One cell of the result is marked, and in the operands the cells that it was
// computed from, as the operation's `sources` names them. Of a tensor with more than two
// dimensions the slice of the marked cell's batch and head is drawn.
#include "figure/equation.h"

#include "figure/equation_place.h"

#include "trace/equation.h"

#include <math.h>

static const double sign_size = 17;
static const double sign_room = 10; // on either side
static const double derivation_gap = 14;
static const double usual_room = 640; // of the arithmetic

enum { MANY_OPERANDS = 5, SHOWN_OPERANDS = 3 };

// ---- which slice of an operand ----------------------------------------------------------------

// Of what the marked cell is not made from directly, the slice of the same batch and head.
static Index same_slice(const EquationAsk *ask, const Shape *shape)
{
    const Shape *result = &ask->trace->entries[ask->entry].call.output->shape;
    int beyond = result->ndim - shape->ndim;
    Index at = {0};
    for (int dim = 0; dim < shape->ndim - 2; dim++) {
        int64_t wanted = dim + beyond >= 0 ? ask->at.at[dim + beyond] : 0;
        if (wanted < shape->dim[dim]) at.at[dim] = wanted;
    }
    return at;
}

// The first cell of operand `i` that goes into the marked one.
static Index operand_at(const EquationAsk *ask, const Terms *terms, int i, int entry)
{
    for (int k = 0; k < terms->count; k++) {
        if (terms->term[k].input == i) return terms->term[k].at;
    }
    return same_slice(ask, &ask->trace->entries[entry].call.output->shape);
}

// ---- marks ------------------------------------------------------------------------------------

static void mark_cell(FigureEquation *equation, const EquationAsk *ask, Index at, Arena *arena)
{
    block_mark(&equation->part[equation->count - 1].block, at, MARK_RESULT);
    if (ask->call) return;
    Terms terms = {.arena = arena};
    op_sources(&ask->trace->entries[ask->entry].call, at, &terms);
    for (int i = 0; i < terms.count; i++)
        block_mark(&equation->part[terms.term[i].input].block, terms.term[i].at, MARK_SOURCE);
}

// Only what is shown can be marked, so only that is looked at.
static void mark_row(FigureEquation *equation, const EquationAsk *ask, Arena *arena)
{
    const Excerpt columns = equation->part[equation->count - 1].block.columns;
    int last = ask->trace->entries[ask->entry].call.output->shape.ndim - 1;
    Index at = ask->at;
    for (int i = 0; i < columns.count; i++) {
        if (last >= 0) at.at[last] = columns.at[i];
        if (columns.at[i] >= 0) mark_cell(equation, ask, at, arena);
    }
}

// ---- reading ----------------------------------------------------------------------------------

static const char *tidy_sign(const char *sign, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_add_one_line(&text, str_from(sign));
    return buf_text(&text);
}

static void read_sign(EquationPart *part, const char *sign, const Pen *pen)
{
    part->sign = tidy_sign(sign, pen->figure->arena);
    if (!part->sign[0]) return;
    part->sign_width = pen_width(pen, part->sign, false) * sign_size + 2 * sign_room;
}

static void hide_middle(FigureEquation *equation, const Pen *pen)
{
    int operands = equation->count - 1;
    if (operands <= MANY_OPERANDS) return;
    for (int i = SHOWN_OPERANDS; i < operands - 1; i++) equation->part[i].hidden = true;
    read_sign(&equation->part[operands - 1], ", … ,", pen);
}

static void read_derivation(FigureEquation *equation, const EquationAsk *ask, const Pen *pen)
{
    double room = fmax(equation->width, ask->room > 0 ? ask->room : usual_room);
    int digits = ask->look.digits == 0 ? 4 : ask->look.digits < 0 ? 0 : ask->look.digits;
    derivation_read(&equation->derivation, ask->trace, (Cell){ask->entry, ask->at}, ask->whole_row,
                    digits, room, pen);
    if (!equation->derivation.count) return;
    equation->width = fmax(equation->width, equation->derivation.width);
    equation->height += derivation_gap + equation->derivation.height;
}

void equation_read(FigureEquation *equation, const EquationAsk *ask, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    int *entries;
    *equation = (FigureEquation){0};
    equation->count = equation_entries(ask->trace, ask->entry, ask->call, arena, &entries);
    equation->part = NEW_ARRAY(arena, EquationPart, equation->count);
    int inputs = equation->count - 1;
    bool empty = shape_count(&ask->trace->entries[ask->entry].call.output->shape) == 0;
    Terms terms = {.arena = arena};
    if (!ask->call && !empty) op_sources(&ask->trace->entries[ask->entry].call, ask->at, &terms);
    for (int i = 0; i <= inputs; i++) {
        EquationPart *part = &equation->part[i];
        Index at = i == inputs ? ask->at : operand_at(ask, &terms, i, entries[i]);
        block_read(&part->block, ask->trace, entries[i], at, ask->look, pen);
        read_sign(part, equation_sign(ask->trace, ask->entry, ask->call, i, inputs, arena), pen);
    }
    hide_middle(equation, pen);
    if (!ask->unmarked && !empty && inputs > 0) {
        if (ask->whole_row)
            mark_row(equation, ask, arena);
        else
            mark_cell(equation, ask, ask->at, arena);
    }
    equation_place(equation, ask->result_below);
    if (ask->derived && !ask->call) read_derivation(equation, ask, pen);
}

void equation_draw(const FigureEquation *equation, const Pen *pen, double x, double y)
{
    for (int i = 0; i < equation->count; i++) {
        const EquationPart *part = &equation->part[i];
        if (part->hidden) continue;
        block_draw(&part->block, pen, x + part->x, y + part->y);
        if (part->sign[0])
            figure_add(pen->figure, (FigureShape){.kind = SHAPE_TEXT,
                                                  .x = x + part->sign_x,
                                                  .y = y + part->sign_y,
                                                  .text = part->sign,
                                                  .size = sign_size,
                                                  .align = ALIGN_MIDDLE,
                                                  .color = pen->theme->text});
    }
    derivation_draw(&equation->derivation, pen, x, y + equation->parts_height + derivation_gap);
}
