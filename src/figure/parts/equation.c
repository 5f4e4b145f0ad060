// Draws one operation as its operands, the signs between them and the result, such as queries @
// keys.T = scores. One cell of the result is marked, and in the operands the cells that it was
// computed from, as the operation's `sources` names them. Of a tensor with more than two
// dimensions the slice of the marked cell's batch and head is drawn.
#include "figure/parts/equation.h"

#include "figure/page/sheet.h"
#include "figure/parts/block.h"
#include "study/arithmetic/equation.h"

#include <math.h>
#include <string.h>

static const double sign_size = 17;
static const double sign_room = 10; // on either side
static const double derivation_gap = 14;
static const double usual_room = 640; // of the arithmetic

static const double least_gap = 12; // between what is side by side
static const double line_gap = 22;  // between the operands and a result below them

enum { MANY_OPERANDS = 5, SHOWN_OPERANDS = 4 };

// ---- which slice of an operand ----------------------------------------------------------------

// The first cell of operand `i` that goes into the marked one, else what is at the same place.
static Index operand_at(const EquationAsk *ask, const Terms *terms, int i, int entry)
{
    for (int k = 0; k < terms->count; k++) {
        if (terms->term[k].input == i) return terms->term[k].at;
    }
    const Entry *entries = ask->trace->entries;
    return index_alike(&entries[entry].call.output->shape, &entries[ask->entry].call.output->shape,
                       ask->at);
}

// ---- marks ------------------------------------------------------------------------------------

static int place_of(const EquationAsk *ask, int input)
{
    return equation_input(ask->trace, ask->entry, ask->call, input);
}

// Of the arithmetic that is being written, the terms so far; of what is written, all.
static int terms_written(const EquationAsk *ask, Index at, int all, Arena *arena)
{
    int pieces = ask->moment ? ask->moment->pieces : ask->here ? ask->here->pieces : 0;
    if (!pieces) return all;
    Arithmetic arithmetic;
    explain_cell(ask->trace, (Cell){ask->entry, at}, 0, arena, &arithmetic);
    return arithmetic_terms_in(&arithmetic, pieces);
}

static void mark_sources(FigureEquation *equation, const EquationAsk *ask, const Term *terms,
                         int count)
{
    for (int i = 0; i < count; i++)
        block_mark(&equation->part[place_of(ask, terms[i].input)].block, terms[i].at, MARK_SOURCE);
}

// Which cells it is made from says what those are that decide it.
static bool decides_unseen(const Terms *terms, const Pen *pen)
{
    bool unseen = false;
    for (int i = 0; i < terms->decider_count; i++) {
        const Term *decider = &terms->decider[i];
        Cell cell = {terms->call->input[decider->input]->origin, decider->at};
        unseen |= sight_of(&pen->sight, cell) != SEEN;
    }
    return unseen;
}

static void mark_cell(FigureEquation *equation, const EquationAsk *ask, Index at, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    block_mark(&equation->part[equation->count - 1].block, at, MARK_RESULT);
    if (ask->call || (ask->here && ask->here->no_sources)) return;
    Terms terms = {.arena = arena};
    op_sources(&ask->trace->entries[ask->entry].call, at, &terms);
    if (decides_unseen(&terms, pen)) return;
    mark_sources(equation, ask, terms.term, terms_written(ask, at, terms.count, arena));
    if (ask->here) mark_sources(equation, ask, terms.decider, terms.decider_count);
}

// Only what is shown can be marked, so only that is looked at.
static void mark_row(FigureEquation *equation, const EquationAsk *ask, const Pen *pen)
{
    const FigureBlock *block = &equation->part[equation->count - 1].block;
    const bool is_turned = matrix_is_turned(&block->matrix);
    const Excerpt columns = is_turned ? block->rows.shown : block->columns.shown;
    int last = ask->trace->entries[ask->entry].call.output->shape.ndim - 1;
    Index at = ask->at;
    for (int i = 0; i < columns.count; i++) {
        if (last >= 0) at.at[last] = columns.at[i];
        if (columns.at[i] >= 0) mark_cell(equation, ask, at, pen);
    }
}

// ---- moments ----------------------------------------------------------------------------------

// The order in which cells open: the chosen one, the rest of its row, then the other rows.
typedef struct OpeningOrder {
    int64_t rows, columns;
    int64_t row, column; // of the chosen one
    int row_dim, column_dim;
} OpeningOrder;

static OpeningOrder opening_order(const EquationAsk *ask)
{
    const Shape *shape = &ask->trace->entries[ask->entry].call.output->shape;
    OpeningOrder order = {1, 1, 0, 0, shape->ndim - 2, shape->ndim - 1};
    if (order.row_dim >= 0) {
        order.rows = shape->dim[order.row_dim];
        order.row = ask->at.at[order.row_dim];
    }
    if (order.column_dim >= 0) {
        order.columns = shape->dim[order.column_dim];
        order.column = ask->at.at[order.column_dim];
    }
    return order;
}

// Which of a line of places is the n-th where `first` goes before all others, and the reverse.
static int64_t nth_of(int64_t n, int64_t first)
{
    return n == 0 ? first : n <= first ? n - 1 : n;
}

static int64_t turn_of(int64_t place, int64_t first)
{
    return place == first ? 0 : place < first ? place + 1 : place;
}

static int64_t position_of(const OpeningOrder *order, Index at)
{
    int64_t row = order->row_dim >= 0 ? at.at[order->row_dim] : 0;
    int64_t column = order->column_dim >= 0 ? at.at[order->column_dim] : 0;
    if (row == order->row) return turn_of(column, order->column);
    return turn_of(row, order->row) * order->columns + column;
}

static Index cell_at(const OpeningOrder *order, int64_t position, Index at)
{
    int64_t turn = position / order->columns, column = position % order->columns;
    if (turn == 0) column = nth_of(column, order->column);
    if (order->row_dim >= 0) at.at[order->row_dim] = nth_of(turn, order->row);
    if (order->column_dim >= 0) at.at[order->column_dim] = column;
    return at;
}

// The cell that a moment is about: the one whose arithmetic is being written, else the one that
// has just opened; when all are open, the chosen one. False: none yet.
static bool moment_cell(const EquationAsk *ask, Index *at)
{
    OpeningOrder order = opening_order(ask);
    const Moment *moment = ask->moment;
    *at = ask->at;
    if (moment->cells >= order.rows * order.columns) return true;
    if (moment->cells == 0 && moment->pieces == 0) return false;
    *at = cell_at(&order, moment->pieces ? moment->cells : moment->cells - 1, ask->at);
    return true;
}

static void mark_closed(FigureEquation *equation, const EquationAsk *ask)
{
    OpeningOrder order = opening_order(ask);
    FigureBlock *block = &equation->part[equation->count - 1].block;
    for (int row = 0; row < block->rows.shown.count; row++) {
        for (int column = 0; column < block->columns.shown.count; column++) {
            if (!block_shows(block, row, column)) continue;
            Index at = matrix_index(&block->matrix, block->rows.shown.at[row],
                                    block->columns.shown.at[column]);
            int64_t beyond = position_of(&order, at) - ask->moment->cells;
            bool opening = beyond == 0 && ask->moment->pieces > 0;
            if (beyond >= 0) block->mark[row][column] = opening ? MARK_OPENING : MARK_BLANK;
        }
    }
}

// ---- places -----------------------------------------------------------------------------------

static bool is_empty(const BlockOutline *outline)
{
    return outline->bottom <= outline->top;
}

// Do they share a height?
static bool side_by_side(const EquationPart *a, const BlockOutline *of_a, const EquationPart *b,
                         const BlockOutline *of_b)
{
    return !is_empty(of_a) && !is_empty(of_b) && a->y + of_a->top < b->y + of_b->bottom &&
           b->y + of_b->top < a->y + of_a->bottom;
}

// How far left a part may be because of one before it.
static double least_x(const EquationPart *before, const EquationPart *part)
{
    double x = 0;
    for (int i = 0; i < OUTLINES; i++) {
        for (int k = 0; k < OUTLINES; k++) {
            const BlockOutline *a = &before->block.outline[i], *b = &part->block.outline[k];
            if (side_by_side(before, a, part, b))
                x = fmax(x, before->x + a->right + least_gap - b->left);
        }
    }
    return x;
}

// What closes or separates stays with the matrix before it; other signs are half way.
static double sign_place(const EquationPart *part, double before)
{
    double room = part->x + part->block.outline[OUTLINE_BODY].left - before;
    bool closes = part->sign[0] == ')' || part->sign[0] == ',';
    return before + (closes ? part->sign_width : room) / 2;
}

static void place_across(EquationPart *part, int first, int end)
{
    double before = 0; // where the brackets of the last matrix end
    for (int i = first; i < end; i++) {
        if (part[i].hidden) continue;
        const BlockOutline *body = &part[i].block.outline[OUTLINE_BODY];
        part[i].x = fmax(0, before + part[i].sign_width - body->left);
        for (int k = first; k < i; k++) {
            if (!part[k].hidden) part[i].x = fmax(part[i].x, least_x(&part[k], &part[i]));
        }
        part[i].sign_x = sign_place(&part[i], before);
        before = part[i].x + body->right;
    }
}

// Returns the lower end.
static double place_down(EquationPart *part, int first, int end, double top)
{
    double middle = 0, below = 0;
    for (int i = first; i < end; i++) {
        if (part[i].hidden) continue;
        middle = fmax(middle, part[i].block.middle);
        below = fmax(below, part[i].block.height - part[i].block.middle);
    }
    for (int i = first; i < end; i++) {
        part[i].sign_y = top + middle;
        part[i].y = top + middle - part[i].block.middle;
    }
    return top + middle + below;
}

// Fills the places of all parts, and width and height. `result_below`: the result begins a line of
// its own.
static void place(FigureEquation *equation, bool result_below)
{
    EquationPart *part = equation->part;
    int end = equation->count, last = end - 1;
    bool breaks = result_below && last > 0;
    equation->parts_height = place_down(part, 0, breaks ? last : end, 0);
    place_across(part, 0, breaks ? last : end);
    if (breaks) {
        equation->parts_height = place_down(part, last, end, equation->parts_height + line_gap);
        place_across(part, last, end);
    }
    equation->width = 0;
    for (int i = 0; i < end; i++) {
        if (!part[i].hidden)
            equation->width = fmax(equation->width, part[i].x + part[i].block.width);
    }
    equation->height = equation->parts_height;
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
    for (int gone = 0; gone < operands - SHOWN_OPERANDS; gone++)
        equation->part[equation_gives_way(operands, gone)].hidden = true;
    read_sign(&equation->part[operands - 1], ", … ,", pen);
}

// A row opens cell by cell; it is marked as one when all are open.
static bool marks_row(const EquationAsk *ask)
{
    OpeningOrder order = opening_order(ask);
    bool open = !ask->moment || ask->moment->cells >= order.rows * order.columns;
    return ask->whole_row && open;
}

static void read_derivation(FigureEquation *equation, const EquationAsk *ask, const Pen *pen)
{
    double room = fmax(equation->width, ask->room > 0 ? ask->room : usual_room);
    int digits = ask->look.digits == 0 ? 4 : ask->look.digits < 0 ? 0 : ask->look.digits;
    Cell cell = {ask->entry, ask->at};
    if (ask->moment && !moment_cell(ask, &cell.at)) return;
    if (sight_of(&pen->sight, cell) != SEEN) return; // it would end in the number
    int pieces = ask->moment && ask->moment->pieces ? ask->moment->pieces : -1;
    derivation_read(&equation->derivation, ask->trace, cell, marks_row(ask), pieces, digits, room,
                    pen);
    if (!equation->derivation.count) return;
    equation->width = fmax(equation->width, equation->derivation.width);
    equation->height += derivation_gap + equation->derivation.height;
}

static void mark(FigureEquation *equation, const EquationAsk *ask, const Pen *pen)
{
    Index at = ask->at;
    if (marks_row(ask))
        mark_row(equation, ask, pen);
    else if (!ask->moment || moment_cell(ask, &at))
        mark_cell(equation, ask, at, pen);
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
        Index at = i == inputs ? ask->at : operand_at(ask, &terms, place_of(ask, i), entries[i]);
        if (ask->here) at = ask->here->shown[i];
        block_read(&part->block, ask->trace, entries[i], at, ask->look, pen);
        part->block.place = i;
        read_sign(part, equation_sign(ask->trace, ask->entry, ask->call, i, inputs, arena), pen);
    }
    hide_middle(equation, pen);
    if (ask->moment) mark_closed(equation, ask);
    if (!ask->unmarked && !empty && inputs > 0) mark(equation, ask, pen);
    place(equation, ask->result_below);
    if (ask->derived && !ask->call) read_derivation(equation, ask, pen);
}

// ---- signs ------------------------------------------------------------------------------------

// Of the operands on the line of a part, brackets included: so high are parentheses around them.
static double operands_height(const FigureEquation *equation, double line)
{
    double height = 0;
    for (int i = 0; i < equation->count - 1; i++) {
        const EquationPart *part = &equation->part[i];
        const BlockOutline *body = &part->block.outline[OUTLINE_BODY];
        bool counts = !part->hidden && !part->block.is_number && part->sign_y == line;
        if (counts) height = fmax(height, body->bottom - body->top + 6);
    }
    return height;
}

static void draw_sign_text(const Pen *pen, double x, double y, const char *sign)
{
    pen_text(pen, x, y, sign, sign_size, ALIGN_START, pen->theme->text);
}

// As high as the matrices that it holds, one curve with its ends a little inwards.
static double parenthesis_width(const Pen *pen, double height)
{
    return fmin(0.12 * height, 10 * pen->unit);
}

// `x`: its left side; `middle`: of its height.
static void parenthesis_draw(const Pen *pen, double x, double middle, double height, bool opens)
{
    double width = parenthesis_width(pen, height), half = height / 2;
    double ends = opens ? x + width : x, belly = opens ? x - width / 3 : x + width * 4 / 3;
    Point *points = NEW_ARRAY(pen->figure->arena, Point, 4);
    points[0] = (Point){ends, middle - half};
    points[1] = (Point){belly, middle - 0.35 * half};
    points[2] = (Point){belly, middle + 0.35 * half};
    points[3] = (Point){ends, middle + half};
    pen_curve(pen, points, 4, 1.5 * pen->unit, pen->theme->text);
}

// "softmax(", the parenthesis as high as what follows.
static void draw_opening(const Pen *pen, const EquationPart *part, double x, double y,
                         double height)
{
    int name = (int)strlen(part->sign) - 1;
    double width = pen_width(pen, part->sign, false) * sign_size,
           own = parenthesis_width(pen, height);
    draw_sign_text(pen, x - width / 2 - own / 2, y,
                   arena_printf(pen->figure->arena, "%.*s", name, part->sign));
    parenthesis_draw(pen, x + width / 2 - own / 2, y, height, true);
}

// ")  =": the parenthesis ends the line of the operands, wherever the result is.
static void draw_closing(const FigureEquation *equation, const Pen *pen, int i, double x, double y)
{
    const EquationPart *part = &equation->part[i], *before = &equation->part[i - 1];
    double left = x + before->x + before->block.outline[OUTLINE_BODY].right + 3;
    double line = before->sign_y, height = operands_height(equation, line);
    parenthesis_draw(pen, left, y + line, height, false);
    const char *rest = part->sign + 1 + strspn(part->sign + 1, " ");
    double width = pen_width(pen, part->sign, false) * sign_size;
    double rest_width = pen_width(pen, rest, false) * sign_size;
    draw_sign_text(pen, x + part->sign_x + width / 2 - rest_width, y + part->sign_y, rest);
}

static void draw_sign(const FigureEquation *equation, const Pen *pen, int i, double x, double y)
{
    const EquationPart *part = &equation->part[i];
    int last = (int)strlen(part->sign) - 1;
    if (last < 0) return;
    double height = operands_height(equation, part->sign_y);
    if (part->sign[0] == ')' && i > 0)
        draw_closing(equation, pen, i, x, y);
    else if (part->sign[last] == '(' && height > 0)
        draw_opening(pen, part, x + part->sign_x, y + part->sign_y, height);
    else
        pen_text(pen, x + part->sign_x, y + part->sign_y, part->sign, sign_size, ALIGN_MIDDLE,
                 pen->theme->text);
}

void equation_draw(const FigureEquation *equation, const Pen *pen, double x, double y)
{
    for (int i = 0; i < equation->count; i++) {
        const EquationPart *part = &equation->part[i];
        if (part->hidden) continue;
        block_draw(&part->block, pen, x + part->x, y + part->y);
        draw_sign(equation, pen, i, x, y);
    }
    figure_group(pen->figure, "arithmetic");
    derivation_draw(&equation->derivation, pen, x, y + equation->parts_height + derivation_gap);
    figure_group_end(pen->figure);
}

// ---- forms ------------------------------------------------------------------------------------

// An equation that is too wide has other forms: its arithmetic broken; the result below the
// operands as well. Form 0 is the ask itself.
enum { EQUATION_FORMS = 3 };

static EquationAsk equation_form(EquationAsk ask, int form)
{
    const double narrow = 320;
    if (form == 0) return ask;
    ask.room = narrow;
    ask.result_below = form > 1;
    return ask;
}

// How much of its natural size is left to an equation at the size asked for, at most 1.
static double equation_scale(double width, double height, const FigureLook *look)
{
    const double heading = 60; // about
    double across = look->width > 0 ? look->width / (width + 2 * SHEET_MARGIN) : HUGE_VAL;
    double down =
        look->height > 0 ? look->height / (heading + height + 2 * SHEET_MARGIN) : HUGE_VAL;
    return fmin(fmin(across, down), 1);
}

// ---- opening moment by moment -----------------------------------------------------------------
//
// Every moment is the same equation, read anew with the cells that are open and the arithmetic as
// far as it has come. The room is that of the largest moment: arithmetic with long numbers may need
// more than that of the cell chosen.

static EquationAsk ask_at(const Unfolding *unfolding, int moment)
{
    EquationAsk ask = unfolding->ask;
    if (unfolding->count) ask.moment = &unfolding->moments[moment];
    return ask;
}

static int frames_of(const Unfolding *unfolding)
{
    return unfolding->count ? unfolding->count : 1;
}

void unfolding_equation(const Unfolding *unfolding, int moment, FigureEquation *equation,
                        const Pen *pen)
{
    EquationAsk ask = ask_at(unfolding, moment);
    equation_read(equation, &ask, pen);
}

static void measure(Unfolding *unfolding, const Pen *pen)
{
    unfolding->width = unfolding->height = 0;
    for (int i = 0; i < frames_of(unfolding); i++) {
        FigureEquation equation;
        unfolding_equation(unfolding, i, &equation, pen);
        unfolding->width = fmax(unfolding->width, equation.width);
        unfolding->height = fmax(unfolding->height, equation.height);
    }
}

void unfolding_read(Unfolding *unfolding, const EquationAsk *ask, const Moment *moments, int count,
                    const FigureLook *look, const Pen *pen)
{
    *unfolding = (Unfolding){.ask = *ask, .moments = moments, .count = count};
    measure(unfolding, pen);
    double scale = equation_scale(unfolding->width, unfolding->height, look);
    for (int form = 1; form < EQUATION_FORMS && scale < 1; form++) {
        Unfolding other = *unfolding;
        other.ask = equation_form(*ask, form);
        measure(&other, pen);
        double others = equation_scale(other.width, other.height, look);
        if (others <= scale) continue;
        *unfolding = other;
        scale = others;
    }
}

double unfolding_seconds(const Unfolding *unfolding, int moment)
{
    const double begin = 1, step = 0.8, end = 2.4;
    if (moment == frames_of(unfolding) - 1) return end;
    return moment == 0 ? begin : step;
}
