// Starts at the weights of each average, and goes back from there. What is found of an axis on the
// way is noted for all that it passes; another tensor asks its way back to the first note.
#include "study/axes/axis_kind.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "study/axes/row.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "trace/names/labels.h"
#include "trace/names/roles.h"
#include "trace/record/gradients.h"

#include <string.h>

typedef struct AskedAxis {
    bool is_known;
    TensorAxis axis;
} AskedAxis;

struct AxisKnowledge {
    int entries; // of the trace, when it was made
    Average *averages;
    int average_count;
    TensorAxis **noted; // of each entry, [axis]; NULL: nothing is
    TensorAxes **found; // of each entry that was asked about
    AskedAxis **asked;  // of each entry, [axis]: before its axes settle each other
    bool *is_seen;      // of each entry: what it sums over is noted
    bool is_complete;
};

typedef struct Noting {
    const Trace *trace;
    AxisKnowledge *known;
    TensorAxis axis;
    int64_t size;      // of the axis that is noted
    const char *after; // how it is known behind a product
    bool is_asking;    // all is noted: parts are looked up
} Noting;

// ---- names --------------------------------------------------------------------------------------

typedef struct KindNames {
    const char *name, *how_many; // "head", "batch and head"
    const char *words;           // by which it may be called, separated by blanks
} KindNames;

static const KindNames KINDS[AXIS_KINDS] = {
    [AXIS_UNKNOWN] = {"unknown", "unknown", ""},
    [AXIS_LAYER] = {"layer", "layer and batch", "layer layers block blocks"},
    [AXIS_BATCH] = {"batch", "batch", "batch batches item items sentences examples b"},
    [AXIS_HEAD] = {"head", "batch and head", "head heads h"},
    [AXIS_QUERY] = {"query", "batch and query", "query queries target q"},
    [AXIS_KEY] = {"key", "batch and key", "key keys source k"},
    [AXIS_TOKEN] = {"token", "batch and token",
                    "token tokens word words position positions place places time patch patches"},
    [AXIS_FEATURE] = {"feature", "batch and feature", "feature features channel channels d"},
    [AXIS_EXPERT] = {"expert", "batch and expert", "expert experts"},
};

const char *axis_kind_name(AxisKind kind)
{
    return KINDS[kind].name;
}

const char *axis_name(const TensorAxis *axis)
{
    return axis->items > 1 ? KINDS[axis->kind].how_many : KINDS[axis->kind].name;
}

AxisKind axis_kind_of_name(Str name)
{
    for (int kind = 0; kind < AXIS_KINDS; kind++) {
        Str all = str_from(KINDS[kind].words), word;
        while (str_next_word(&all, &word)) {
            if (str_equal(word, name)) return (AxisKind)kind;
        }
    }
    return AXIS_UNKNOWN;
}

// ---- notes --------------------------------------------------------------------------------------

static TensorAxis known_as(AxisKind kind, const char *how)
{
    return (TensorAxis){.kind = kind, .items = 1, .how = how};
}

static const TensorAxis *noted_at(const AxisKnowledge *known, int entry, int dim)
{
    bool has = entry < known->entries && known->noted[entry] && known->noted[entry][dim].how;
    return has ? &known->noted[entry][dim] : NULL;
}

static void note(Noting *noting, int entry, int dim, TensorAxis axis)
{
    TensorAxis **noted = &noting->known->noted[entry];
    if (!*noted) *noted = NEW_ARRAY(&noting->trace->axes->arena, TensorAxis, MAX_DIMS);
    (*noted)[dim] = axis;
}

static void note_back(Noting *noting, int entry, int dim, TensorAxis axis, const char *after);

// What the sum of products sums over is features, but for the keys of an average.
static void note_summed(Noting *noting, int entry)
{
    const OpCall *call = &noting->trace->entries[entry].call;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch, .most = 4};
    if (noting->known->is_seen[entry] || !call->op->sources || !shape_count(&call->shape)) return;
    noting->known->is_seen[entry] = true;
    op_sources(call, (Index){0}, &terms);
    for (int i = 0; i < 2 && terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count >= 4; i++) {
        const Term *first = &terms.term[i], *next = &terms.term[2 + i];
        int dim = axis_between(first->at, next->at), from = term_cell(&terms, first).entry;
        if (first->input != next->input || dim < 0 || from < 0) continue;
        note_back(noting, from, dim, known_as(AXIS_FEATURE, "a product sums over it"), NULL);
    }
}

// What is spread along the axis, as a mask may be; with `all` what has the axis as well.
static void note_beside(Noting *noting, const AxisPoint *place, TensorAxis axis, bool all)
{
    const OpCall *call = &noting->trace->entries[place->entry].call;
    bool is_single = call->shape.dim[place->dim] == 1; // then all are followed in any case
    for (int i = 0; i < call->input_count && !call->op->moves && (all || !is_single); i++) {
        const Shape *shape = &call->input[i]->shape;
        int dim = place->dim - (call->shape.ndim - shape->ndim), from = call->input[i]->origin;
        if (dim < 0 || from < 0 || !(all || shape->dim[dim] == 1)) continue;
        if (!all || shape->dim[dim] == 1) axis.items = 1;
        if (noting->known->is_seen[place->entry] && !noted_at(noting->known, from, dim))
            note_back(noting, from, dim, axis, NULL);
    }
}

static bool visit(void *context, const AxisPoint *place)
{
    Noting *noting = context;
    if (noted_at(noting->known, place->entry, place->dim)) return false;
    TensorAxis axis = noting->axis;
    if (place->is_product && noting->after)
        axis = (TensorAxis){AXIS_TOKEN, axis.items, noting->after};
    if (trace_shape(noting->trace, place->entry)->dim[place->dim] != noting->size) axis.items = 1;
    note(noting, place->entry, place->dim, axis);
    note_summed(noting, place->entry);
    note_beside(noting, place, axis, false);
    return true;
}

// `after` NULL: it is the same behind products.
static void note_back(Noting *noting, int entry, int dim, TensorAxis axis, const char *after)
{
    SCRATCH(scratch);
    Noting own = *noting;
    own.axis = axis;
    own.after = after;
    own.size = trace_shape(noting->trace, entry)->dim[dim];
    axis_roots(noting->trace, entry, dim, visit, &own, &scratch);
}

// ---- what a name says ---------------------------------------------------------------------------

static AxisKind kind_by_label(const Trace *trace, int entry, int dim)
{
    const char *label = label_axis(trace, entry, dim);
    return label ? axis_kind_of_name(str_from(label)) : AXIS_UNKNOWN;
}

// Of "bshd,bthd->bsht" the letter of an axis of the result; 0: it is not made by letters.
static char letter_of(const OpCall *call, int dim)
{
    for (int i = 0; i < MAX_ARGS; i++) {
        const char *arrow = call->arg[i].kind == ARG_STR ? strstr(call->arg[i].text, "->") : NULL;
        if (!arrow || strchr(arrow, '.')) continue;
        for (const char *at = arrow + 2; *at; at++) {
            if (ascii_is_letter(*at) && dim-- == 0) return *at;
        }
    }
    return 0;
}

typedef struct Letter {
    const Trace *trace;
    AxisKind kind;
} Letter;

static bool look_for_letter(void *context, const AxisPoint *place)
{
    Letter *letter = context;
    char found = letter_of(&letter->trace->entries[place->entry].call, place->dim);
    bool says = letter->kind == AXIS_UNKNOWN && (found == 'h' || found == 'b');
    if (says) letter->kind = found == 'h' ? AXIS_HEAD : AXIS_BATCH;
    return true;
}

// ---- where it begins ----------------------------------------------------------------------------

static TensorAxis axis_by_roots(Noting *noting, int entry, int dim);
static TensorAxis find_axis(const Noting *noting, int entry, int dim);

// A single position that the operation made: before the features it is a head, else a batch of one.
static TensorAxis axis_of_new(const Trace *trace, const AxisPoint *place)
{
    const Shape *shape = trace_shape(trace, place->entry);
    if (shape->dim[place->dim] != 1) return known_as(AXIS_UNKNOWN, NULL);
    if (place->dim == 0) return known_as(AXIS_BATCH, "one item, made a batch");
    return known_as(AXIS_HEAD, "the features, split into one head");
}

// What has features in all other axes are numbers that the inputs are multiplied by.
static TensorAxis axis_of_given(const Noting *noting, const AxisPoint *place)
{
    const TensorAxis *own = noted_at(noting->known, place->entry, place->dim);
    int tokens = 0, features = 0, ndim = trace_shape(noting->trace, place->entry)->ndim;
    for (int d = 0; d < ndim; d++) {
        const TensorAxis *noted = noted_at(noting->known, place->entry, d);
        features += noted && noted->kind == AXIS_FEATURE;
        tokens += noted && (noted->kind == AXIS_TOKEN || noted->kind == AXIS_KEY ||
                            noted->kind == AXIS_QUERY);
    }
    if (own && (own->kind == AXIS_BATCH || own->kind == AXIS_TOKEN)) return *own;
    if (ndim > 2 && place->dim == ndim - 1)
        return known_as(AXIS_FEATURE, "the inputs have it last");
    if (tokens == 0 && features == ndim - 1 && ndim > 2)
        return known_as(AXIS_HEAD, "what the inputs are multiplied by has it");
    if (tokens == 0 && ndim > 2 && place->dim == ndim - 2)
        return known_as(AXIS_TOKEN, "the inputs have it before their features");
    if (tokens == 0 && ndim == 4 && place->dim == 1)
        return known_as(AXIS_HEAD, "the inputs have it beside a batch");
    return known_as(AXIS_BATCH, "the inputs have it");
}

static TensorAxis axis_of_one_part(Noting *noting, const AxisPoint *place, int64_t size);

// Every `step`-th position of an axis, `size` of them: those of what was merged in it, else of
// features.
static TensorAxis axis_of_some(Noting *noting, int entry, int dim, int64_t step, int64_t size)
{
    SCRATCH(scratch);
    TensorAxis axis = known_as(AXIS_UNKNOWN, NULL);
    AxisRoots roots = axis_roots(noting->trace, entry, dim, NULL, NULL, &scratch);
    for (int i = 0; i < roots.count && !axis.how; i++) {
        roots.place[i].step *= step;
        axis = axis_of_one_part(noting, &roots.place[i], size);
    }
    return axis.how ? axis : known_as(AXIS_HEAD, "the features are split into it");
}

static TensorAxis axis_of_part(Noting *noting, int from, const AxisPart *part)
{
    if (part->dim < 0) return known_as(AXIS_HEAD, "the same for each head");
    if (noting->is_asking) return find_axis(noting, from, part->dim);
    bool is_whole = trace_shape(noting->trace, from)->dim[part->dim] == part->size;
    TensorAxis axis = is_whole ? axis_by_roots(noting, from, part->dim)
                               : axis_of_some(noting, from, part->dim, part->step, part->size);
    if (is_whole && axis.kind == AXIS_BATCH) note_back(noting, from, part->dim, axis, NULL);
    return axis;
}

static TensorAxis axis_of_merged(Noting *noting, const AxisPoint *place)
{
    AxisPart parts[MAX_DIMS];
    int count = axis_parts(noting->trace, place->entry, place->dim, parts);
    int from = noting->trace->entries[place->entry].call.input[0]->origin;
    TensorAxis axis = {.items = 1};
    int64_t items = 1;
    bool all_known = true;
    for (int i = 0; i < count && from >= 0; i++) {
        TensorAxis part = axis_of_part(noting, from, &parts[i]);
        all_known = all_known && part.how;
        if (part.kind == AXIS_BATCH) items *= parts[i].size;
        if (axis.kind == AXIS_UNKNOWN || axis.kind == AXIS_BATCH) axis = part;
    }
    if (axis.kind != AXIS_BATCH && axis.kind != AXIS_FEATURE) axis.items = items;
    return all_known ? axis : known_as(AXIS_UNKNOWN, NULL);
}

// Positions of a merged axis may be those of one part of it; AXIS_UNKNOWN: they are not.
static TensorAxis axis_of_one_part(Noting *noting, const AxisPoint *place, int64_t size)
{
    AxisPart parts[MAX_DIMS];
    int count = axis_parts(noting->trace, place->entry, place->dim, parts);
    int64_t step = 1;
    for (int i = 0; i < count; i++) {
        int from = noting->trace->entries[place->entry].call.input[0]->origin;
        if (parts[i].size == size && place->step == step && from >= 0)
            return axis_of_part(noting, from, &parts[i]);
        step *= parts[i].size;
    }
    return known_as(AXIS_UNKNOWN, NULL);
}

static TensorAxis axis_of_split(Noting *noting, const AxisPoint *place, int64_t size)
{
    AxisPoint whole;
    if (!axis_step(noting->trace, place, 0, &whole)) return known_as(AXIS_UNKNOWN, NULL);
    return axis_of_some(noting, whole.entry, whole.dim, whole.step, size);
}

static TensorAxis axis_of_stacked(const Noting *noting, const AxisPoint *place);

static TensorAxis axis_of_root(Noting *noting, const AxisPoint *place, int64_t size)
{
    switch (place->kind) {
    case ROOT_SPLIT: return axis_of_split(noting, place, size);
    case ROOT_PARAMETER: return known_as(AXIS_HEAD, "the parameters have it");
    case ROOT_MERGED: return axis_of_merged(noting, place);
    case ROOT_GIVEN: return axis_of_given(noting, place);
    case ROOT_STACKED: return axis_of_stacked(noting, place);
    case ROOT_NEW:
    case ROOT_KINDS: break;
    }
    return axis_of_new(noting->trace, place);
}

// By where the axis begins.
static TensorAxis axis_by_roots(Noting *noting, int entry, int dim)
{
    const Trace *trace = noting->trace;
    SCRATCH(scratch);
    Letter letter = {trace, kind_by_label(trace, entry, dim)};
    if (letter.kind == AXIS_TOKEN) letter.kind = AXIS_UNKNOWN;
    TensorAxis axis = {.kind = letter.kind, .items = 1, .how = "the lesson calls it so"};
    int64_t size = trace_shape(trace, entry)->dim[dim];
    AxisRoots roots = axis_roots(trace, entry, dim, look_for_letter, &letter, &scratch);
    if (axis.kind == AXIS_UNKNOWN) axis = known_as(AXIS_UNKNOWN, NULL);
    for (int i = 0; i < roots.count && !axis.how; i++)
        axis = axis_of_one_part(noting, &roots.place[i], size);
    for (int rank = 0; rank < ROOT_KINDS; rank++) {
        if (!axis.how && rank == ROOT_GIVEN && letter.kind != AXIS_UNKNOWN)
            axis = known_as(letter.kind, "its letter in einsum says so");
        for (int i = 0; i < roots.count && !axis.how; i++) {
            if ((int)roots.place[i].kind == rank)
                axis = axis_of_root(noting, &roots.place[i], size);
        }
    }
    for (int i = 0; i < roots.count && axis.items > 1; i++) { // notes what a mask is merged of
        if (roots.place[i].kind == ROOT_MERGED) axis_of_merged(noting, &roots.place[i]);
    }
    return axis;
}

// ---- all that averages --------------------------------------------------------------------------

// Inputs have one axis of a batch at most, others are heads.
static void settle_given(TensorAxes *axes)
{
    for (int d = axes_find(axes, AXIS_BATCH) + 1; d > 0 && d < axes->ndim; d++) {
        if (axes->of[d].kind == AXIS_BATCH)
            axes->of[d] = known_as(AXIS_HEAD, "the inputs have it beside a batch");
    }
}

// What follows from the product: the key, and the query where there is one.
static TensorAxis axis_by_product(const Trace *trace, const Average *average, int dim)
{
    AxisKind named = kind_by_label(trace, average->weights, dim);
    if (dim == average->key && average->of == AVERAGE_POSITIONS)
        return known_as(AXIS_KEY, "the product with the values sums over it");
    if (dim == average->key && average->of == AVERAGE_EXPERTS)
        return known_as(AXIS_EXPERT, "the product sums over what the experts give");
    if (dim == average->key) return known_as(AXIS_FEATURE, "the softmax runs along the features");
    bool is_query = dim == average->query && named != AXIS_BATCH && named != AXIS_HEAD;
    if (is_query && average->of == AVERAGE_POSITIONS)
        return average->is_of_features ? known_as(AXIS_FEATURE, "features ask, not positions")
                                       : known_as(AXIS_QUERY, "the values do not have it");
    return known_as(AXIS_UNKNOWN, NULL);
}

// What comes out has the queries' rows and the values' features.
static void note_values(Noting *noting, const Average *average)
{
    const Trace *trace = noting->trace;
    const OpCall *call = &trace->entries[average->product].call;
    if (average->values >= 0 && average->values_key >= 0)
        note_back(noting, average->values, average->values_key,
                  known_as(average->of == AVERAGE_EXPERTS ? AXIS_EXPERT : AXIS_TOKEN,
                           "its rows are averaged"),
                  NULL);
    for (int d = 0; d < call->shape.ndim; d++) {
        if (!average_takes(trace, average, d))
            note_back(noting, average->product, d, known_as(AXIS_FEATURE, "the values have it"),
                      NULL);
    }
}

static void note_product(Noting *noting, const Average *average)
{
    noting->known->is_seen[average->product] = true;
    for (int d = 0; d < trace_shape(noting->trace, average->weights)->ndim; d++) {
        TensorAxis axis = axis_by_product(noting->trace, average, d);
        if (axis.how) note(noting, average->weights, d, axis);
    }
}

// Masks between the weights and the product.
static void note_masks(Noting *noting, const Average *average)
{
    for (int e = average->shares; e > average->weights; e = average_source(noting->trace, e)) {
        noting->known->is_seen[e] = true;
        for (int d = 0; d < trace_shape(noting->trace, e)->ndim; d++) {
            AxisPoint place = {.entry = e, .dim = d, .step = 1};
            TensorAxis axis = find_axis(noting, e, d);
            if (axis.how) note_beside(noting, &place, axis, true);
        }
    }
}

static void go_back_from(Noting *noting, const Average *average)
{
    int ndim = trace_shape(noting->trace, average->weights)->ndim;
    TensorAxes axes = {.ndim = ndim};
    for (int d = 0; d < ndim; d++) {
        axes.of[d] = axis_by_product(noting->trace, average, d);
        if (!axes.of[d].how) continue;
        noting->known->noted[average->weights][d].how = NULL;
        bool is_key = axes.of[d].kind == AXIS_KEY,
             is_token = is_key || axes.of[d].kind == AXIS_QUERY;
        note_back(noting, average->weights, d, axes.of[d],
                  !is_token ? NULL
                  : is_key  ? "its positions become keys"
                            : "its positions become queries");
    }
    for (int d = 0; d < ndim; d++) {
        if (!axes.of[d].how) axes.of[d] = axis_by_roots(noting, average->weights, d);
    }
    settle_given(&axes);
    for (int d = 0; d < ndim && average->of == AVERAGE_EXPERTS; d++) {
        if (axes.of[d].kind == AXIS_HEAD)
            axes.of[d] = known_as(d ? AXIS_TOKEN : AXIS_BATCH, "each has experts of its own");
    }
    for (int d = 0; d < ndim; d++) {
        if (axes.of[d].how && !noted_at(noting->known, average->weights, d))
            note_back(noting, average->weights, d, axes.of[d], NULL);
    }
    if (average->of != AVERAGE_FEATURES) note_values(noting, average);
    note_masks(noting, average);
}

static AxisKnowledge *knowledge_of(const Trace *trace)
{
    AxisMemo *memo = trace->axes;
    AxisKnowledge *known = memo->known;
    if (known && known->entries == trace->entry_count) return known;
    known = memo->known = NEW(&memo->arena, AxisKnowledge);
    known->entries = trace->entry_count;
    known->noted = NEW_ARRAY(&memo->arena, TensorAxis *, trace->entry_count + 1);
    known->found = NEW_ARRAY(&memo->arena, TensorAxes *, trace->entry_count + 1);
    known->asked = NEW_ARRAY(&memo->arena, AskedAxis *, trace->entry_count + 1);
    known->is_seen = NEW_ARRAY(&memo->arena, bool, trace->entry_count + 1);
    known->average_count = averages_of(trace, &memo->arena, &known->averages);
    Noting noting = {.trace = trace, .known = known};
    for (int i = 0; i < known->average_count; i++) note_product(&noting, &known->averages[i]);
    for (int i = 0; i < known->average_count; i++) go_back_from(&noting, &known->averages[i]);
    known->is_complete = true;
    return known;
}

int axes_averages(const Trace *trace, const Average **averages)
{
    const AxisKnowledge *known = knowledge_of(trace);
    *averages = known->averages;
    return known->average_count;
}

// ---- files --------------------------------------------------------------------------------------

// By what public programs call the tensors that they save.
static AxisKind kind_by_saved_name(const char *path, const Shape *shape, int dim, bool is_shares)
{
    static const AxisKind HOOKED[] = {AXIS_BATCH, AXIS_TOKEN, AXIS_HEAD, AXIS_FEATURE},
                          MAPS[] = {AXIS_BATCH, AXIS_HEAD, AXIS_QUERY, AXIS_KEY};
    Str name = str_from(path ? path : "");
    if (shape->ndim != 4) return AXIS_UNKNOWN;
    if (is_shares)
        return name_has_word(name, "attention attentions attn pattern layer block") ? MAPS[dim]
                                                                                    : AXIS_UNKNOWN;
    bool is_hooked = name_has_word(name, "hook") && name_has_word(name, "q k v z");
    return is_hooked ? HOOKED[dim] : AXIS_UNKNOWN;
}

// Of numbers without a computation, by their name, and of weights by what is usual.
static TensorAxis axis_in_file(const Trace *trace, const AxisPoint *place)
{
    static const AxisKind USUAL[] = {AXIS_LAYER, AXIS_BATCH, AXIS_HEAD, AXIS_QUERY, AXIS_KEY};
    const Entry *entry = &trace->entries[place->entry];
    const Shape *shape = &entry->call.output->shape;
    Matrix first = matrix_through(trace, place->entry, (Index){0});
    bool is_shares = rows_are_shares(&first);
    int d = place->dim, ndim = shape->ndim;
    AxisKind kind = kind_by_saved_name(entry->named.path ? entry->named.path : entry->name, shape,
                                       d, is_shares);
    bool is_mask =
        entry->call.output->dtype == DTYPE_BOOL && ndim == 2 && shape->dim[0] == shape->dim[1];
    bool is_open = ndim < 5 && ndim - d > 2 && d == 0 && shape->dim[d] > 1;
    TensorAxis axis = known_as(kind, "so it is usual under this name");
    if (kind == AXIS_UNKNOWN && ndim >= 1 && ndim <= 5 && !is_open && (is_shares || is_mask))
        axis = known_as(USUAL[5 - ndim + d], "so it is usual for attention weights");
    return axis.kind == AXIS_UNKNOWN ? known_as(AXIS_UNKNOWN, NULL) : axis;
}

// ---- any tensor ---------------------------------------------------------------------------------

typedef struct Asking {
    const Noting *noting;
    int64_t size; // of the axis that is asked for
    TensorAxis axis;
} Asking;

static bool look_for_note(void *context, const AxisPoint *place)
{
    Asking *asking = context;
    const TensorAxis *noted = noted_at(asking->noting->known, place->entry, place->dim);
    if (!noted || asking->axis.how) return !asking->axis.how;
    bool is_token = noted->kind == AXIS_QUERY || noted->kind == AXIS_KEY;
    asking->axis = *noted;
    if (is_token && place->is_product) asking->axis.kind = AXIS_TOKEN;
    if (trace_shape(asking->noting->trace, place->entry)->dim[place->dim] != asking->size)
        asking->axis.items = 1;
    return false;
}

// The outer part of "batch and head" is the batch.
static TensorAxis find_split(const Noting *noting, const AxisPoint *place, int64_t size)
{
    AxisPoint whole;
    if (!axis_step(noting->trace, place, 0, &whole)) return known_as(AXIS_UNKNOWN, NULL);
    TensorAxis axis = find_axis(noting, whole.entry, whole.dim);
    if (axis.items == size) return known_as(AXIS_BATCH, "the outer part of batch and head");
    if (axis.kind == AXIS_FEATURE) return known_as(AXIS_HEAD, "the features are split into it");
    return known_as(AXIS_UNKNOWN, NULL);
}

static TensorAxis axis_of_stacked(const Noting *noting, const AxisPoint *place)
{
    const OpCall *call = &noting->trace->entries[place->entry].call;
    int piece = call->input[0]->origin;
    TensorAxes axes = {.ndim = piece < 0 ? 0 : call->input[0]->shape.ndim};
    for (int d = 0; d < axes.ndim; d++) axes.of[d] = find_axis(noting, piece, d);
    bool has_head = axes_find(&axes, AXIS_HEAD) >= 0, has_key = axes_find(&axes, AXIS_KEY) >= 0;
    if (label_axis(noting->trace, place->entry, place->dim))
        return known_as(AXIS_UNKNOWN, "it has a name of its own");
    if (has_key && axes_find(&axes, AXIS_QUERY) < 0)
        return known_as(AXIS_QUERY, "weights of one query after another are stacked");
    bool is_open = axes_find(&axes, AXIS_UNKNOWN) >= 0 && piece >= 0 &&
                   tensor_note(call->input[0])->is_loaded; // of a file: heads, as it seems
    if ((has_head || is_open) && has_key)
        return known_as(AXIS_LAYER, "weights of several layers are stacked");
    return known_as(AXIS_HEAD, "several tensors are stacked along it");
}

// Weights of heads of one layer behind those of another.
static bool joins_layers(const Noting *noting, int entry, int dim)
{
    const OpCall *call = &noting->trace->entries[entry].call;
    int piece = call->input_count > 1 && call->op->moves ? call->input[0]->origin : -1;
    if (piece < 0 || dim || call->input[0]->shape.ndim != call->shape.ndim) return false;
    if (call->input[0]->shape.dim[0] == call->shape.dim[0]) return false;
    TensorAxes axes = axes_of(noting->trace, piece);
    return axes.of[0].kind == AXIS_BATCH && axes_find(&axes, AXIS_HEAD) >= 0 &&
           axes_find(&axes, AXIS_KEY) >= 0;
}

// Scores that nothing was made of: what was called queries or keys says which axis is which.
static bool look_for_pair(void *context, const AxisPoint *place)
{
    Letter *pair = context;
    bool is_noted;
    Role role = role_by_name(pair->trace, place->entry, &is_noted);
    if (role != ROLE_QUERY && role != ROLE_KEY) return true;
    AxisKind kind = role == ROLE_QUERY ? AXIS_QUERY : AXIS_KEY;
    bool is_of_both = pair->kind != AXIS_UNKNOWN && pair->kind != kind;
    pair->kind = is_of_both ? AXIS_TOKEN : kind;
    return false;
}

static void settle_pair(const Trace *trace, int entry, TensorAxes *axes)
{
    SCRATCH(scratch);
    TensorAxes pair = *axes;
    bool is_noted;
    if (role_by_name(trace, entry, &is_noted) != ROLE_SCORE) return;
    for (int d = 0; d < axes->ndim; d++) {
        Letter called = {trace, AXIS_UNKNOWN};
        if (axes->of[d].kind != AXIS_TOKEN && axes->of[d].how) continue;
        axis_roots(trace, entry, d, look_for_pair, &called, &scratch);
        if (called.kind == AXIS_QUERY || called.kind == AXIS_KEY)
            pair.of[d] = known_as(called.kind, "it is that of what is called so");
    }
    if (axes_find(&pair, AXIS_QUERY) >= 0 && axes_find(&pair, AXIS_KEY) >= 0) *axes = pair;
}

// What a linear layer gives: one number for each expert where it is called a router.
static TensorAxis axis_of_outputs(const Trace *trace, int entry)
{
    const char *name = trace->entries[entry].name;
    bool is_router = name && name_has_word(str_from(name), "router routing gate gating experts");
    return is_router ? known_as(AXIS_EXPERT, "it is called so")
                     : known_as(AXIS_FEATURE, "the parameters have it");
}

// One step back, of a single position; false: there is none.
static bool step_back(const Trace *trace, int *entry, int *dim, int64_t *at)
{
    const OpCall *call = &trace->entries[*entry].call;
    int to = axis_moved(call, *dim, at);
    if (to >= 0) {
        *entry = call->input[0]->origin;
        *dim = to;
        return true;
    }
    AxisPoint from = {.entry = *entry, .dim = *dim, .step = 1}, before;
    for (int i = 0; i < call->input_count && !call->op->moves; i++) {
        if (!axis_step(trace, &from, i, &before)) continue;
        *entry = before.entry;
        *dim = before.dim;
        *at = before.start + *at * before.step;
        return true;
    }
    return false;
}

// Heads that a list picks, in uneven steps.
static TensorAxis axis_of_picked(const Noting *noting, int entry, int dim)
{
    int64_t at = 0;
    TensorAxis none = known_as(AXIS_UNKNOWN, NULL);
    if (!step_back(noting->trace, &entry, &dim, &at)) return none;
    TensorAxis axis = find_axis(noting, entry, dim);
    bool is_of_matrices =
        axis.kind == AXIS_HEAD || axis.kind == AXIS_LAYER || axis.kind == AXIS_BATCH;
    return is_of_matrices ? axis : none;
}

// Of rows that were written one after the other it matters what they are, not how they were made.
static bool is_filled_with_shares(const Trace *trace, int entry)
{
    Matrix first = matrix_through(trace, entry, (Index){0});
    return trace->entries[entry].is_write && trace->entries[entry].call.op->moves &&
           trace_shape(trace, entry)->ndim > 1 &&
           dtype_is_float(trace_output(trace, entry)->dtype) && rows_are_shares(&first);
}

static TensorAxis search_axis(const Noting *noting, int entry, int dim)
{
    SCRATCH(scratch);
    const Trace *trace = noting->trace;
    Asking asking = {noting, trace_shape(trace, entry)->dim[dim], {.items = 1}};
    Noting asker = *noting;
    asker.is_asking = true;
    AxisKind named = kind_by_label(trace, entry, dim);
    if (named != AXIS_UNKNOWN && named != AXIS_TOKEN) return known_as(named, "it is called so");
    AxisRoots roots = axis_roots(trace, entry, dim, look_for_note, &asking, &scratch);
    for (int i = 0; i < roots.count && !asking.axis.how; i++) {
        const AxisPoint *place = &roots.place[i];
        if (roots.place[i].kind == ROOT_MERGED) asking.axis = axis_of_merged(&asker, place);
        if (roots.place[i].kind == ROOT_PARAMETER) asking.axis = axis_of_outputs(trace, entry);
        if (roots.place[i].kind == ROOT_SPLIT) asking.axis = find_split(noting, place, asking.size);
        if (roots.place[i].kind == ROOT_STACKED) asking.axis = axis_of_stacked(noting, place);
        if (tensor_note(trace_output(trace, place->entry))->is_loaded)
            asking.axis = axis_in_file(trace, place);
    }
    if (!asking.axis.how && is_filled_with_shares(trace, entry))
        asking.axis = axis_in_file(trace, &(AxisPoint){.entry = entry, .dim = dim});
    if (joins_layers(noting, entry, dim)) {
        asking.axis = known_as(AXIS_LAYER, "weights of several layers are joined");
        asking.axis.items = trace->entries[entry].call.input[0]->shape.dim[dim];
    }
    if (!asking.axis.how) asking.axis = axis_of_picked(noting, entry, dim);
    if (!asking.axis.how && named == AXIS_TOKEN) return known_as(AXIS_TOKEN, "it is called so");
    return asking.axis;
}

// Where all is noted each is searched once: what lists pick is asked of the axis before, and that
// of the one before it.
static TensorAxis find_axis(const Noting *noting, int entry, int dim)
{
    AskedAxis **of = &noting->known->asked[entry];
    if (!noting->known->is_complete) return search_axis(noting, entry, dim);
    if (!*of)
        *of = NEW_ARRAY(&noting->trace->axes->arena, AskedAxis,
                        trace_shape(noting->trace, entry)->ndim);
    if (!(*of)[dim].is_known) (*of)[dim] = (AskedAxis){true, search_axis(noting, entry, dim)};
    return (*of)[dim].axis;
}

int axes_find(const TensorAxes *axes, AxisKind kind)
{
    for (int d = 0; d < axes->ndim; d++) {
        if (axes->of[d].kind == kind) return d;
    }
    return -1;
}

// Axes of one position cannot be followed everywhere: they are known by their neighbours.
static void settle_singles(TensorAxes *axes, const Shape *shape)
{
    int before = axes_find(axes, AXIS_KEY) - 1;
    if (before >= 0 && before == axes->ndim - 2 && !axes->of[before].how && shape->dim[before] == 1)
        axes->of[before] = known_as(AXIS_QUERY, "the same for all queries");
    bool is_known = axes->ndim > 1 && axes->of[axes->ndim - 1].how;
    if (is_known && !axes->of[0].how && shape->dim[0] == 1)
        axes->of[0] = known_as(AXIS_BATCH, "one item, made a batch");
    if (is_known && axes->ndim == 4 && !axes->of[1].how && shape->dim[1] == 1 &&
        axes->of[0].kind == AXIS_BATCH)
        axes->of[1] = known_as(AXIS_HEAD, "one head, or the same for all");
}

TensorAxes axes_of(const Trace *trace, int entry)
{
    for (const Gradient *of; (of = gradient_at(trace, entry)); entry = of->of) continue;
    Noting noting = {.trace = trace, .known = knowledge_of(trace)};
    if (noting.known->found[entry]) return *noting.known->found[entry];
    TensorAxes axes = {.ndim = trace_shape(trace, entry)->ndim};
    for (int d = 0; d < axes.ndim; d++) axes.of[d] = find_axis(&noting, entry, d);
    settle_pair(trace, entry, &axes);
    settle_singles(&axes, trace_shape(trace, entry));
    if (noting.known->is_complete) {
        noting.known->found[entry] = NEW(&trace->axes->arena, TensorAxes);
        *noting.known->found[entry] = axes;
    }
    return axes;
}

// ---- numbers ------------------------------------------------------------------------------------

// "5" of layer5, maps.5 and blocks.5.attn: the last number in the name that the tensor has, or of
// what it is a part of; -1: none.
static int64_t number_in_name(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    const char *name = trace->entries[entry].name;
    if (!name && call->op->moves && call->input_count == 1)
        return number_in_name(trace, call->input[0]->origin);
    int end = name ? (int)strlen(name) : 0;
    while (end > 0 && !ascii_is_digit(name[end - 1])) end--;
    int digits = str_digits_at_end((Str){name, end});
    int64_t number;
    return number_parse_int((Str){name + end - digits, digits}, &number) ? number : -1;
}

int64_t axis_number(const Trace *trace, int entry, int dim, int64_t at)
{
    TensorAxis axis = axes_of(trace, entry).of[dim];
    int64_t number = at;
    int e = entry, d = dim;
    while (step_back(trace, &e, &d, &number)) {
        TensorAxis before = axes_of(trace, e).of[d];
        bool is_split = !axis.kind && trace_shape(trace, e)->ndim < trace_shape(trace, entry)->ndim;
        if (before.kind != axis.kind || before.items != axis.items || is_split) break;
        at = number;
        entry = e;
        dim = d;
    }
    const OpCall *call = &trace->entries[entry].call;
    bool is_stacked = axis.kind == AXIS_LAYER && call->op->moves &&
                      call->input_count == call->shape.dim[dim] && call->input_count > 1;
    int64_t named = is_stacked ? number_in_name(trace, call->input[at]->origin) : -1;
    return named < 0 ? at : named;
}
