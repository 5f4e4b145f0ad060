// What the two rows of a dot product are is read from the terms of its cells: the first of each
// pair comes from the query, which all cells of a row share, the second from a key.
#include "study/attention/arrows.h"

#include "base/text/number.h"
#include "study/attention/attention.h"
#include "tensor/op.h"
#include "trace/names/labels.h"

#include <math.h>
#include <string.h>

static Terms terms_of(const Trace *trace, Cell cell, Arena *arena)
{
    return call_terms(&trace->entries[cell.entry].call, cell.at, 0, arena);
}

static Cell named_cell(const Trace *trace, const Terms *terms, int i)
{
    return cell_named(trace, term_cell(terms, &terms->term[i]));
}

static bool is_query_and_key(Role a, Role b)
{
    return (a == ROLE_QUERY && b == ROLE_KEY) || (a == ROLE_KEY && b == ROLE_QUERY);
}

// Do the cells of the row share what is first, and have each a row of its own to compare it
// with? Of a matrix times a vector it is the other way round.
static bool shares_query(const Trace *trace, Cell cell, const Terms *terms, Arena *arena)
{
    const Shape *shape = trace_shape(trace, cell.entry);
    int last = shape->ndim - 1;
    if (last < 0 || shape->dim[last] < 2) return true;
    Cell beside = cell;
    beside.at.at[last] += cell.at.at[last] > 0 ? -1 : 1;
    Terms others = terms_of(trace, beside, arena);
    return others.count == terms->count &&
           cell_equal(named_cell(trace, terms, 0), named_cell(trace, &others, 0)) &&
           !cell_equal(named_cell(trace, terms, 1), named_cell(trace, &others, 1));
}

// A query with a key, or what leads to scores; not weights with values, which is a sum of products
// as well.
static bool is_dot_product(const Trace *trace, Cell cell, bool leads_to_scores)
{
    const OpCall *call = &trace->entries[cell.entry].call;
    if (!call->op->sources || call->output->is_number || tensor_count(call->output) == 0)
        return false;
    SCRATCH(scratch);
    Terms terms = terms_of(trace, cell, &scratch);
    bool fits = terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count >= 4 && terms.count % 2 == 0;
    for (int i = 0; i < 2 && fits; i++) fits = call->input[terms.term[i].input]->origin >= 0;
    if (fits) {
        Role a = role_of(trace, named_cell(trace, &terms, 0).entry);
        Role b = role_of(trace, named_cell(trace, &terms, 1).entry);
        Role own = role_of(trace, cell.entry);
        fits = (leads_to_scores || role_is_of_pairs(own) ||
                (own == ROLE_NONE && is_query_and_key(a, b))) &&
               shares_query(trace, cell, &terms, &scratch);
    }
    return fits;
}

static bool is_moved(const Trace *trace, Cell cell)
{
    SCRATCH(scratch);
    return trace->entries[cell.entry].call.op->sources &&
           terms_of(trace, cell, &scratch).kind == TERMS_MOVED;
}

bool arrows_find(const Trace *trace, Cell cell, Cell *score)
{
    enum { STEPS = 8 }; // divided, masked, moved, softmax: each leaves the cell in its place
    bool leads_to_scores = cell.entry >= 0 && role_is_of_pairs(role_of(trace, cell.entry));
    for (int i = 0; i < STEPS && cell.entry >= 0; i++) {
        Cell source;
        if (is_dot_product(trace, cell, leads_to_scores)) {
            *score = cell;
            return true;
        }
        if (!cell_first_source(trace, cell, &source) || source.entry < 0) return false;
        if (!is_moved(trace, cell) &&
            !shape_equal(trace_shape(trace, cell.entry), trace_shape(trace, source.entry)))
            return false;
        if (!is_moved(trace, cell)) source.at = cell.at;
        cell = source;
    }
    return false;
}

// ---- reading ------------------------------------------------------------------------------------

static const char *numbers_text(const double *values, int64_t count, Arena *arena)
{
    enum { SHOWN = 4 };
    Buf text = {.arena = arena};
    for (int64_t i = 0; i < count && i < SHOWN; i++)
        buf_printf(&text, "%s%s", i ? ", " : "(", arrows_number(values[i], arena));
    buf_add(&text, count > SHOWN ? STR(", …)") : STR(")"));
    return buf_text(&text);
}

// The first of each pair of terms, or the second.
static Arrow read_arrow(const Trace *trace, const Terms *terms, int side, Sight sight,
                        double *values, Arena *arena)
{
    Arrow arrow = {.first = named_cell(trace, terms, side)};
    double squares = 0;
    for (int i = 0; side + 2 * i < terms->count; i++) {
        Cell cell = named_cell(trace, terms, side + 2 * i);
        if (arrow.seen == SEEN) arrow.seen = sight_of(&sight, cell);
        values[i] = cell_value(trace, cell);
        squares += values[i] * values[i];
    }
    arrow.length = sqrt(squares);
    arrow.role = role_of(trace, arrow.first.entry);
    arrow.numbers = numbers_text(values, terms->count / 2, arena);
    if (arrow.seen == SEEN) return arrow;
    memset(values, 0, (size_t)terms->count / 2 * sizeof *values);
    arrow.length = 0;
    arrow.numbers = arrow.seen == HIDDEN ? "?" : "to come";
    return arrow;
}

static void compare(Arrow *key, const Arrow *query, const double *k, const double *q, int64_t width)
{
    static const double HALF_TURN = 180, PI = 3.14159265358979323846;
    for (int64_t i = 0; i < width; i++) key->dot += q[i] * k[i];
    double lengths = key->length * query->length;
    double angle = lengths > 0 ? acos(fmax(-1, fmin(1, key->dot / lengths))) : (double)NAN;
    key->angle = angle * HALF_TURN / PI;
    key->x = width == 2 ? k[0] : lengths > 0 ? key->length * cos(angle) : 0;
    key->y = width == 2 ? k[1] : lengths > 0 ? key->length * sin(angle) : key->length;
}

// "query cats" where a key has the same label, as in self-attention.
static const char *query_label(const Trace *trace, const Arrows *arrows, Arena *arena)
{
    const Matrix *matrix = &arrows->matrix;
    if (matrix->row_dim < 0) return "query";
    const char *label =
        label_or_number(trace, matrix->entry, matrix->row_dim, arrows->row, "query ", arena);
    for (int64_t i = 0; i < matrix->columns; i++) {
        const char *key = label_at(trace, matrix->entry, matrix->column_dim, i, arena);
        if (strcmp(key, label) == 0) return arena_printf(arena, "query %s", label);
    }
    return label;
}

Arrows arrows_of(const Trace *trace, Cell score, Sight sight, int most, Arena *arena)
{
    Matrix matrix = matrix_by_axes(trace, score.entry, score.at);
    int64_t column = matrix_column_of(&matrix, score.at);
    Arrows arrows = {.matrix = matrix, .row = matrix_row_of(&matrix, score.at)};
    arrows.count = matrix.columns < most ? (int)matrix.columns : most;
    arrows.first_key = column - arrows.count / 2;
    if (arrows.first_key + arrows.count > matrix.columns)
        arrows.first_key = matrix.columns - arrows.count;
    if (arrows.first_key < 0) arrows.first_key = 0;
    arrows.keys = NEW_ARRAY(arena, Arrow, arrows.count);
    for (int i = 0; i < arrows.count; i++) {
        int64_t at = arrows.first_key + i;
        Cell cell = {score.entry, matrix_index(&matrix, arrows.row, at)};
        Terms terms = terms_of(trace, cell, arena);
        arrows.width = terms.count / 2;
        double *q = NEW_ARRAY(arena, double, arrows.width);
        double *k = NEW_ARRAY(arena, double, arrows.width);
        arrows.query = read_arrow(trace, &terms, 0, sight, q, arena);
        arrows.keys[i] = read_arrow(trace, &terms, 1, sight, k, arena);
        arrows.keys[i].label =
            label_or_number(trace, score.entry, matrix.column_dim, at, "key ", arena);
        arrows.is_flat = arrows.width == 2;
        arrows.query.x = arrows.is_flat ? q[0] : arrows.query.length;
        arrows.query.y = arrows.is_flat ? q[1] : 0;
        arrows.keys[i].seen_dot = sight_of(&sight, cell);
        compare(&arrows.keys[i], &arrows.query, k, q, arrows.width);
    }
    arrows.query.label = query_label(trace, &arrows, arena);
    return arrows;
}

const char *arrows_number(double number, Arena *arena)
{
    enum { DECIMALS = 2 };
    Buf text = {.arena = arena};
    number_human(&text, number, DECIMALS);
    return buf_text(&text);
}

const char *arrows_tell_key(const Arrow *key, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_printf(&text, "%s: dot product %s, ", key->label, arrows_number(key->dot, arena));
    if (isfinite(key->angle))
        buf_printf(&text, "%.0f degrees, ", key->angle);
    else
        buf_add(&text, STR("no angle, "));
    buf_printf(&text, "length %s", arrows_number(key->length, arena));
    return buf_text(&text);
}
