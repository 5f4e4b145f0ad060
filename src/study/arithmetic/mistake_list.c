// Mistakes that need nothing computed again: another cell was read, a product was forgotten, a
// gradient's part taken for all of it.
#include "study/arithmetic/mistake_list.h"

#include "study/axes/axis_kind.h"
#include "trace/names/labels.h"
#include "trace/record/gradients.h"

#include <math.h>
#include <string.h>

enum { MOST_OTHER_CELLS = 64, MOST_PRODUCTS = 16 };

void mistake_list_add(MistakeList *list, MistakeValue value)
{
    if (isnan(value.value)) return;
    *ARENA_ADD(list->arena, list->values, list->count) = value;
}

// ---- other cells -------------------------------------------------------------------------------

static void add_cell(MistakeList *list, Index at, bool is_careless, int rarity, const char *what)
{
    Cell other = {list->cell.entry, at};
    const char *name = cell_name(list->trace, other, list->arena);
    const char *words = arena_printf(list->arena, "that is %s%s", name, what);
    double value = cell_value(list->trace, other);
    mistake_list_add(list, (MistakeValue){.entry = list->cell.entry,
                                          .value = value,
                                          .is_careless = is_careless,
                                          .rarity = rarity,
                                          .matters = true,
                                          .words = words});
}

// "q1", or "row 1" or "head 3" where the axis has no names. A word of the lesson is quoted.
static const char *place(const MistakeList *list, int dim, int64_t at)
{
    int ndim = trace_shape(list->trace, list->cell.entry)->ndim;
    const char *label = label_at(list->trace, list->cell.entry, dim, at, list->arena);
    DimLabels labels = dim_labels(list->trace, list->cell.entry, dim);
    if (*label) return labels.items ? arena_printf(list->arena, "\"%s\"", label) : label;
    AxisKind axis = dim < ndim - 2 ? axes_of(list->trace, list->cell.entry).of[dim].kind : 0;
    bool is_outer = axis == AXIS_HEAD || axis == AXIS_BATCH || axis == AXIS_LAYER;
    const char *kind = ndim == 1         ? "number"
                       : dim == ndim - 1 ? "column"
                       : dim == ndim - 2 ? "row"
                       : is_outer        ? axis_kind_name(axis)
                                         : "matrix";
    return arena_printf(list->arena, "%s %lld", kind, (long long)at);
}

static void add_along(MistakeList *list, int dim, bool is_careless)
{
    const Shape *shape = trace_shape(list->trace, list->cell.entry);
    int64_t own = list->cell.at.at[dim], first = own - MOST_OTHER_CELLS / 2;
    Index at = list->cell.at;
    if (first < 0) first = 0;
    for (int64_t i = first; i < shape->dim[dim] && i < first + MOST_OTHER_CELLS; i++) {
        at.at[dim] = i;
        if (i != own)
            add_cell(list, at, is_careless, 0,
                     arena_printf(list->arena, ", of %s; the question is about %s",
                                  place(list, dim, i), place(list, dim, own)));
    }
}

void mistake_list_other_cells(MistakeList *list)
{
    const Shape *shape = trace_shape(list->trace, list->cell.entry);
    int row = shape->ndim - 2, column = shape->ndim - 1;
    if (column < 0) return;
    Index at = list->cell.at;
    if (row >= 0 && at.at[row] != at.at[column] && at.at[column] < shape->dim[row] &&
        at.at[row] < shape->dim[column]) {
        Index turned = at;
        turned.at[row] = at.at[column];
        turned.at[column] = at.at[row];
        add_cell(list, turned, false, 2, ": row and column changed places");
    }
    for (int dim = row; dim >= 0; dim--) add_along(list, dim, dim != row);
    add_along(list, column, true);
}

// ---- terms -------------------------------------------------------------------------------------

static void add_words(MistakeList *list, int entry, double value, int rarity, const char *words)
{
    mistake_list_add(list, (MistakeValue){.entry = entry,
                                          .value = value,
                                          .is_careless = true,
                                          .rarity = rarity,
                                          .matters = true,
                                          .words = words});
}

// A single product that is left out of a single sum is said by its numbers' names.
static void add_products(MistakeList *list, const OpCall *call, int entry, const Terms *terms)
{
    double added = 0, total = 0;
    int products = terms->count / 2;
    double *product = NEW_ARRAY(list->arena, double, products + 1);
    for (int i = 0; i < 2 * products; i++) {
        const Term *term = &terms->term[i];
        double value = tensor_get(call->input[term->input], term->at);
        added += value;
        product[i / 2] = i % 2 ? product[i / 2] * value : value;
        if (i % 2) total += product[i / 2];
    }
    Arithmetic arithmetic;
    explain_cell(list->trace, (Cell){entry, terms->at}, 4, list->arena, &arithmetic);
    for (int i = 0; i < products && i < arithmetic.piece_count; i++)
        add_words(list, entry, total - product[i], 1,
                  arena_printf(list->arena, "%s was left out",
                               arithmetic_piece(&arithmetic, i)->symbols));
    add_words(list, entry, added, 2, "the numbers were added, not multiplied in pairs");
    // Of two products, one alone is the other one left out.
    for (int i = 0; i < products && i < arithmetic.piece_count && products > 2; i++)
        add_words(list, entry, product[i], 2,
                  arena_printf(list->arena, "that is %s alone; the other products are added to it",
                               arithmetic_piece(&arithmetic, i)->symbols));
}

void mistake_list_terms(MistakeList *list)
{
    Cell cell = cell_origin(list->trace, list->cell);
    const OpCall *call = &list->trace->entries[cell.entry].call;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    op_sources(call, cell.at, &terms);
    bool is_sum = terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count % 2 == 0 && terms.count >= 4 &&
                  terms.count <= 2 * MOST_PRODUCTS;
    if (is_sum) add_products(list, call, cell.entry, &terms);
}

// ---- gradients ---------------------------------------------------------------------------------

static bool turn(const Trace *trace, Cell *cell)
{
    const Shape *shape = trace_shape(trace, cell->entry);
    int row = shape->ndim - 2, column = shape->ndim - 1;
    if (row < 0) return false;
    int64_t at = cell->at.at[row];
    cell->at.at[row] = cell->at.at[column];
    cell->at.at[column] = at;
    return cell->at.at[row] < shape->dim[row] && cell->at.at[column] < shape->dim[column];
}

// Of a product the factor that is a gradient, or the other one, with rows for columns.
static void add_turned(MistakeList *list, Cell cell, const Terms *terms, bool is_gradient)
{
    const Trace *trace = list->trace;
    const OpCall *call = &trace->entries[cell.entry].call;
    double *value = NEW_ARRAY(list->arena, double, terms->count + 1);
    int turned = -1;
    for (int i = 0; i < terms->count; i++) {
        const Term *term = &terms->term[i];
        Cell source = cell_named(trace, (Cell){call->input[term->input]->origin, term->at});
        if ((gradient_at(trace, source.entry) != NULL) == is_gradient) {
            if (!turn(trace, &source)) return;
            turned = source.entry;
        }
        value[i] = cell_value(trace, source);
    }
    if (turned < 0) return;
    add_words(list, cell.entry, terms_value_by_hand(call, terms, value), 1,
              arena_printf(list->arena, "%s was transposed, or should have been",
                           entry_title(trace, turned, list->arena)));
}

static void add_factors(MistakeList *list, Cell cell)
{
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    op_sources(&list->trace->entries[cell.entry].call, cell.at, &terms);
    bool few = terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count <= 2 * MOST_PRODUCTS;
    for (int gradients = 0; few && gradients < 2; gradients++)
        add_turned(list, cell, &terms, gradients);
}

// A tensor that is used twice: the second part in place of the first, not added to it.
static void add_parts(MistakeList *list, const Gradient *whole)
{
    const Gradient *part = NULL;
    while ((part = gradient_before(list->trace, whole->of, part))) {
        Cell cell = {part->entry, list->cell.at};
        if (part->pass != whole->pass || part->kind != GRADIENT_PART) continue;
        add_words(list, whole->entry, cell_value(list->trace, cell), 0,
                  arena_printf(list->arena,
                               "that is only what came through %s; it is added to the rest and "
                               "does not replace it",
                               entry_title(list->trace, part->through, list->arena)));
    }
}

// What the backward() before left in .grad of what had the same name, or NULL.
static const Gradient *pass_before(const Trace *trace, const Gradient *now)
{
    const char *name = trace->entries[now->of].name;
    for (int e = now->entry - 1; name && e >= 0; e--) {
        const Gradient *before = gradient_at(trace, e);
        bool is_left = before && before->pass < now->pass &&
                       (before->kind == GRADIENT_WHOLE || before->kind == GRADIENT_KEPT);
        const char *other = is_left ? trace->entries[before->of].name : NULL;
        if (other && strcmp(name, other) == 0) return before;
    }
    return NULL;
}

static void add_passes(MistakeList *list, const Gradient *now)
{
    const Trace *trace = list->trace;
    const Gradient *before = pass_before(trace, now);
    bool fits =
        before && shape_equal(trace_shape(trace, before->entry), trace_shape(trace, now->entry));
    if (!fits) return;
    const char *name = entry_title(trace, now->of, list->arena);
    double value = cell_value(trace, list->cell);
    double earlier = cell_value(trace, (Cell){before->entry, list->cell.at});
    if (now->kind == GRADIENT_WHOLE)
        add_words(list, now->entry, value + earlier, 0,
                  arena_printf(list->arena,
                               "it includes the result of the previous backward(): zero_grad() "
                               "clears %s.grad first",
                               name));
    else
        add_words(list, now->entry, value - earlier, 0,
                  arena_printf(list->arena,
                               "that is the result of the last backward() alone; without "
                               "zero_grad() it is added to what was in %s.grad",
                               name));
}

void mistake_list_gradients(MistakeList *list)
{
    const Gradient *gradient = gradient_at(list->trace, list->cell.entry);
    if (!gradient) return;
    add_factors(list, cell_origin(list->trace, list->cell));
    if (gradient->kind == GRADIENT_WHOLE) add_parts(list, gradient);
    add_passes(list, gradient);
}
