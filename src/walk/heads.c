// Patterns and pictures are made when a layer is shown, not when it is drawn: a frame costs the
// same for six tokens and for a thousand.
#include "walk/heads.h"

#include "study/attention/layers.h"
#include "study/axes/role.h"
#include "study/axes/row.h"
#include "study/names/title.h"
#include "trace/record/gradients.h"

#include <math.h>
#include <string.h>

enum { MOST_BLOCKS = 64 };

// ---- one head -----------------------------------------------------------------------------------

int64_t heads_groups(const Heads *heads)
{
    return heads->are_layers ? 1 : heads->layer_count * heads->outer;
}

const char *head_name(const Heads *heads, const Head *head, Arena *arena)
{
    if (head->number < 0)
        return arena_printf(arena, "average of %lld heads", (long long)heads->of_layer);
    Matrix matrix = heads_matrix(heads, head);
    return matrix_title(heads->walk->trace, &matrix, arena);
}

const char *heads_title(const Heads *heads, Arena *arena)
{
    const Trace *trace = heads->walk->trace;
    int entry = heads->layers[heads->are_layers ? 0 : heads->group / heads->outer];
    const char *name = trace->entries[entry].name; // of several layers no single one's path
    for (int i = 0; heads->are_layers && name && i < heads->layer_count; i++) {
        const char *other = trace->entries[heads->layers[i]].name;
        if (!other || strcmp(other, name) != 0) name = NULL;
    }
    if (!name) name = role_title(trace, entry);
    if (!heads->are_layers) name = tensor_title(trace, entry, arena);
    bool is_clear = strcmp(name, "heads") != 0,
         are_of_model = heads->are_layers && heads->of_one_model;
    const char *noun = are_of_model                     ? "layers"
                       : heads->are_layers || !is_clear ? "matrices"
                                                        : "heads";
    if (!heads->are_layers && is_clear && heads->of_layer == 1) noun = "head";
    return arena_printf(arena, "%lld %s of %s", (long long)heads->of_layer, noun, name);
}

const char *head_short_name(const Heads *heads, const Head *head, bool shortest, Arena *arena)
{
    if (head->number < 0) return "mean";
    const char *of_several = heads->of_one_model ? "layer " : "matrix ";
    const char *what = heads->are_layers ? of_several : "head ";
    if (shortest) what = !heads->are_layers ? "H" : heads->of_one_model ? "L" : "M";
    return arena_printf(arena, "%s%d", what, head->number);
}

void head_facts(const Head *head, const char *between, Buf *out)
{
    const Pattern *pattern = &head->pattern;
    if (head->seen == HIDDEN)
        buf_add(out, STR("one of its numbers is yours to predict"));
    else if (head->seen == TO_COME)
        buf_add(out, STR("to come"));
    else if (head->held)
        hold_say(head->held, out);
    else if (pattern->kind == PATTERN_NONE && head->is_gradient)
        buf_printf(out, "slopes from %.3g to %.3g", head->blocks.low, head->blocks.high);
    else if (pattern->kind == PATTERN_NONE)
        buf_add(out, STR("not attention weights: not every row sums to 1"));
    else if (pattern->kind == PATTERN_SMALL)
        buf_add(out, STR("too small for a pattern"));
    else
        buf_add(out, str_from(pattern_name(pattern, out->arena)));
    if (head->seen == SEEN && pattern_has_share(pattern))
        buf_printf(out, " %.2f (chance %.2f)", pattern->of[pattern->kind].score,
                   pattern->of[pattern->kind].chance);
    if (head->seen == SEEN && pattern->kind != PATTERN_NONE)
        buf_printf(out, "%sentropy %.2f bits", between, pattern->entropy);
}

static Slices slices_of_layer(const Heads *heads)
{
    return slices_of(heads->walk->trace, heads->layers[heads->group / heads->outer]);
}

Cell heads_cell(const Heads *heads, int64_t number)
{
    if (heads->are_layers) return (Cell){.entry = heads->layers[number]};
    Slices slices = slices_of_layer(heads);
    int64_t first = heads->group % heads->outer * heads->of_layer;
    return (Cell){slices.entry, slices_index(&slices, first + number)};
}

Matrix heads_matrix(const Heads *heads, const Head *head)
{
    Slices slices = slices_of(heads->walk->trace, head->cell.entry);
    if (head->number < 0) return matrix_of(head->tensor, head->cell.entry, (Index){0});
    return slices_matrix(&slices, slices_number(&slices, head->cell.at));
}

// Of the matrix that the cell is in: a picture would give away what one of its cells is asked for.
static Seen seen_of(const Walk *walk, Cell cell)
{
    Slices slices = slices_of(walk->trace, cell.entry);
    Matrix matrix = slices_matrix(&slices, slices_number(&slices, cell.at));
    return walk_matrix_seen(walk, &matrix);
}

bool heads_survey(HeadSurvey *survey, const Walk *walk, Arena *arena, Error *error)
{
    return survey_make(survey, walk->trace, walk_sight_so_far(walk), -1, arena, error);
}

// ---- those of a layer ---------------------------------------------------------------------------

static Head make_head(Heads *heads, int number, Cell cell, const Tensor *average)
{
    Head head = {.cell = cell,
                 .number = number,
                 .is_gradient = heads->are_gradients,
                 .seen = seen_of(heads->walk, cell)};
    head.tensor = average ? average : trace_output(heads->walk->trace, cell.entry);
    if (head.seen != SEEN) return head;
    Matrix matrix = heads_matrix(heads, &head);
    if (!average) head.held = held_at(heads->walk->trace->entries[cell.entry].call.held, cell.at);
    if (!heads->attention.trace || heads->attention.entry != cell.entry)
        heads->attention = attention_of(heads->walk->trace, cell.entry, &heads->group_arena);
    const Slices *slices = &heads->attention.slices;
    int64_t item = slices_number(slices, cell.at) / (slices->heads ? slices->heads : 1);
    head.pattern = pattern_of(&heads->attention, &matrix, 1, item);
    bool is_turned = heads->walk->trace->turned && heads->walk->trace->turned[cell.entry];
    Matrix shown =
        is_turned ? matrix_shown_of(heads->walk->trace, head.tensor, cell.entry, cell.at) : matrix;
    head.blocks = blocks_of(&shown, MOST_BLOCKS, &heads->group_arena);
    return head;
}

// Cell by cell the mean of the heads.
static Tensor *make_average(Heads *heads, Error *error)
{
    SCRATCH(scratch);
    Slices slices = slices_of_layer(heads);
    Matrix matrix = slices_matrix(&slices, 0);
    Shape shape = {.ndim = 2, .dim = {matrix.rows, matrix.columns}};
    Tensor *mean = tensor_new(&heads->heap, DTYPE_FLOAT64, shape, error);
    double *row = NEW_ARRAY(&scratch, double, matrix.columns);
    for (int64_t h = 0; mean && h < heads->of_layer; h++) {
        matrix = slices_matrix(&slices, slices_number(&slices, heads_cell(heads, h).at));
        for (int64_t r = 0; r < matrix.rows; r++) {
            double *sum = tensor_doubles(mean) + r * matrix.columns;
            matrix_row(&matrix, r, row);
            for (int64_t c = 0; c < matrix.columns; c++) sum[c] += row[c] / (double)heads->of_layer;
        }
    }
    return mean;
}

// Weights before what is none, then by entropy, then by number.
static bool comes_before(const Head *a, const Head *b)
{
    if ((a->number < 0) != (b->number < 0)) return a->number < 0;
    bool a_has = a->pattern.kind != PATTERN_NONE, b_has = b->pattern.kind != PATTERN_NONE;
    if (a_has != b_has) return a_has;
    if (a_has && a->pattern.entropy < b->pattern.entropy) return true;
    if (a_has && a->pattern.entropy > b->pattern.entropy) return false;
    return a->number < b->number;
}

static void sort_heads(Heads *heads)
{
    for (int i = 1; i < heads->count; i++) {
        Head head = heads->head[i];
        int to = i;
        for (; to > 0 && comes_before(&head, &heads->head[to - 1]); to--)
            heads->head[to] = heads->head[to - 1];
        heads->head[to] = head;
    }
}

static void find_scale(Heads *heads)
{
    double low = 0, high = 0;
    int open = 0, shares = 0;
    for (int i = 0; i < heads->count; i++) {
        const Head *head = &heads->head[i];
        low = fmin(low, head->blocks.low);
        high = fmax(high, head->blocks.high);
        open += head->seen == SEEN;
        bool is_held_share = head->held && head->blocks.low >= 0 && head->blocks.high <= 1;
        shares += head->pattern.kind != PATTERN_NONE || is_held_share;
    }
    heads->are_shares = open && shares == open;
    heads->scale = heads->are_gradients ? heat_scale_of_gradient(low, high)
                                        : heat_scale_of_picture(heads->are_shares, low, high);
}

bool heads_show(Heads *heads, HeadsOrder order, Error *error)
{
    arena_free(&heads->group_arena);
    tensor_heap_free(&heads->heap);
    heads->heap = (TensorHeap){0};
    heads->attention = (Attention){0};
    heads->average = NULL;
    heads->count = 0;
    heads->head = NEW_ARRAY(&heads->group_arena, Head, heads->of_layer + 1);
    bool can = order.averaged;
    for (int i = 0; i < heads->of_layer && can; i++)
        can = seen_of(heads->walk, heads_cell(heads, i)) == SEEN;
    if (can) heads->average = make_average(heads, error);
    if (heads->average)
        heads->head[heads->count++] = make_head(heads, -1, heads_cell(heads, 0), heads->average);
    for (int i = 0; i < heads->of_layer; i++)
        heads->head[heads->count++] = make_head(heads, i, heads_cell(heads, i), NULL);
    find_scale(heads);
    if (order.sorted) sort_heads(heads);
    return !can || heads->average;
}

// ---- which layers there are ---------------------------------------------------------------------

void heads_free(Heads *heads)
{
    tensor_heap_free(&heads->heap);
    arena_free(&heads->arena);
    arena_free(&heads->group_arena);
    *heads = (Heads){0};
}

// Which of the layers is at hand, and which head of it.
static int find_place(Heads *heads, Cell cell)
{
    int layer = 0;
    for (int i = 0; i < heads->layer_count; i++) {
        if (heads->layers[i] == cell.entry) layer = i;
    }
    if (heads->are_layers) return layer;
    Slices slices = slices_of(heads->walk->trace, cell.entry);
    int64_t slice = slices_number(&slices, cell.at);
    heads->group = layer * heads->outer + slice / heads->of_layer;
    return (int)(slice % heads->of_layer);
}

static bool are_weights(const Walk *walk, Cell cell)
{
    const Tensor *tensor = trace_output(walk->trace, cell.entry);
    bool heads = tensor->shape.ndim > 2 && tensor_count(tensor) > 0 && seen_of(walk, cell) == SEEN;
    Matrix matrix = matrix_of(tensor, cell.entry, cell.at);
    return heads && matrix_may_attend(walk->trace, &matrix);
}

// The cell's matrix is one of weights, computed or not.
static bool will_be_weights(const Walk *walk, Cell cell)
{
    const Tensor *tensor = trace_output(walk->trace, cell.entry);
    if (tensor->shape.ndim < 2 || tensor_count(tensor) == 0) return false;
    Matrix matrix = matrix_of(tensor, cell.entry, cell.at);
    return matrix.columns > 1 && matrix_may_attend(walk->trace, &matrix);
}

bool heads_are_meant(const Walk *walk, Cell cell)
{
    if (cell.entry < 0) return false;
    bool meant = gradient_at(walk->trace, cell.entry) || will_be_weights(walk, cell) ||
                 role_is_of_pairs(role_of(walk->trace, cell.entry));
    const int *entries;
    int count = walk_equation(walk, &entries);
    for (int i = 0; i < count && !meant; i++)
        meant = will_be_weights(walk, (Cell){.entry = entries[i]});
    return meant;
}

// The cell's matrix; but if it is none of weights or gradients, weights of the same equation.
static Cell cell_to_open(const Walk *walk, Cell cell)
{
    const int *entries;
    int count = walk_equation(walk, &entries);
    if (cell.entry < 0 || gradient_at(walk->trace, cell.entry) || are_weights(walk, cell))
        return cell;
    for (int i = 0; i < count; i++) {
        Cell beside = {.entry = entries[i]};
        if (are_weights(walk, beside)) return beside;
    }
    return cell;
}

static bool find_heads_at(Heads *heads, const Walk *walk, Cell cell, int *number, Error *error)
{
    *heads = (Heads){.walk = walk, .outer = 1};
    const Shape *shape = trace_shape(walk->trace, cell.entry);
    if (shape->ndim < 2 || shape_count(shape) == 0) return false;
    heads->are_gradients = gradient_at(walk->trace, cell.entry);
    heads->layer_count = layers_of(walk->trace, cell.entry, &heads->arena, &heads->layers);
    heads->of_one_model = layers_are_of_one_model(walk->trace, heads->layers, heads->layer_count);
    Slices slices = slices_of(walk->trace, cell.entry);
    heads->are_layers = slices_count(&slices) == 1;
    heads->of_layer = heads->are_layers ? heads->layer_count : slices.heads;
    heads->outer = heads->are_layers ? 1 : slices.items;
    bool several = heads->of_layer > 1 || heads_groups(heads) > 1;
    if (several && heads->of_layer <= MOST_HEADS) {
        *number = find_place(heads, cell);
        return true;
    }
    if (several)
        error_set(error, NULL, "%lld heads are too many to show; the limit is %d.",
                  (long long)heads->of_layer, MOST_HEADS);
    heads_free(heads);
    return false;
}

bool heads_find(Heads *heads, const Walk *walk, Cell at, int *number, Error *error)
{
    Cell cell = cell_to_open(walk, at);
    return cell.entry >= 0 && find_heads_at(heads, walk, cell, number, error);
}

bool heads_are_several(const Walk *walk, int entry)
{
    SCRATCH(scratch);
    Error too_many = {.arena = &scratch};
    Heads found;
    int number;
    bool are = find_heads_at(&found, walk, (Cell){.entry = entry}, &number, &too_many);
    if (are) heads_free(&found);
    are |= too_many.set;
    return are;
}
