// Finds the label of a row or column by following its axis back through the operations (axis_map)
// to the nearest tensor whose axes the lesson has named.
#include "trace/names/labels.h"

#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/explain/axes.h"
#include "trace/explain/explain.h"
#include "trace/record/gradients.h"

// Is the entry called what the note says, by a binding from number `first` on?
static bool note_names(const Trace *trace, const AxisNote *note, int entry, int first)
{
    int i = trace->entries[entry].last_binding;
    if (note->is_of_entry) return false;
    for (; i >= first; i = trace->bindings[i].previous) {
        if (str_is(str_from(note->name), trace->bindings[i].name)) return true;
    }
    return false;
}

// What the reader says of this axis, or NULL.
static const AxisNote *note_by_reader(const Trace *trace, int entry, int dim)
{
    for (int i = trace->axis_note_count - 1; i >= 0; i--) {
        const AxisNote *note = &trace->axis_notes[i];
        if (note->is_of_entry && note->entry == entry && dim < note->count && note->axis[dim])
            return note;
    }
    return NULL;
}

// What the lesson itself says of the entry's axes, or NULL. A name may be given to another tensor
// with other axes later on: each tensor has the last note from before it got the name.
static const AxisNote *note_of(const Trace *trace, int entry, int dim)
{
    const AxisNote *given = note_by_reader(trace, entry, dim);
    if (given || trace->entries[entry].last_binding < 0) return given;
    for (int i = trace->axis_note_count - 1; i >= 0; i--) {
        const AxisNote *note = &trace->axis_notes[i];
        if (note_names(trace, note, entry, note->first_binding)) return note;
    }
    for (int i = 0; i < trace->axis_note_count; i++) {
        if (note_names(trace, &trace->axis_notes[i], entry, 0)) return &trace->axis_notes[i];
    }
    return NULL;
}

// The inputs' axes that this one follows; the first input is looked at first.
static void look_at_inputs(AxisWay *way, const Trace *trace, const AxisPoint *place)
{
    for (int i = trace->entries[place->entry].call.input_count - 1; i >= 0; i--) {
        AxisMap map;
        if (axis_map(trace, place->entry, place->dim, i, AXIS_OF_RESULT, &map))
            axis_follow(way, axis_point_before(trace, place, &map));
    }
}

// Follows an axis towards the inputs, to the nearest tensor whose note names it.
static const AxisNote *find_note(const Trace *trace, AxisPoint *place)
{
    SCRATCH(scratch);
    if (trace->axis_note_count == 0) return NULL;
    AxisWay way = axis_way(*place, &scratch);
    while (axis_next(&way, place)) {
        const Gradient *gradient = gradient_at(trace, place->entry);
        if (gradient) place->entry = gradient->of;
        const AxisNote *note = note_of(trace, place->entry, place->dim);
        if (note && place->dim < note->count && note->axis[place->dim]) return note;
        look_at_inputs(&way, trace, place);
    }
    return NULL;
}

// ---- positions that a list picks ----------------------------------------------------------------

// In uneven steps, as of weights[[0, 2, 5]]; made once, as each frame asks for them.
typedef struct PickedLabels {
    int entry, dim;
    DimLabels labels;
    struct PickedLabels *next;
} PickedLabels;

// Where the cell at position `at` of the axis comes from, of input 0; else input -1.
static Term moved_from(const OpCall *call, int dim, int64_t at)
{
    SCRATCH(scratch);
    Index index = {0};
    index.at[dim] = at;
    Terms terms = call_terms(call, index, 1, &scratch);
    bool is_moved = terms.kind == TERMS_MOVED && terms.count && terms.term[0].input == 0;
    return is_moved ? terms.term[0] : (Term){.input = -1};
}

static DimLabels read_picked(const Trace *trace, int entry, int dim)
{
    const OpCall *call = &trace->entries[entry].call;
    int64_t size = call->shape.dim[dim];
    Arena *arena = &trace->axes->arena;
    Term first = moved_from(call, dim, 0), next = moved_from(call, dim, 1);
    int to = 0;
    while (to < MAX_DIMS && first.at.at[to] == next.at.at[to]) to++;
    if (first.input || next.input || to == MAX_DIMS) return (DimLabels){0};
    DimLabels of = dim_labels(trace, call->input[0]->origin, to);
    const char **items = NEW_ARRAY(arena, const char *, size);
    for (int64_t i = 0; of.axis && i < size; i++) {
        Term term = moved_from(call, dim, i);
        if (term.input) return (DimLabels){0};
        items[i] = dim_label(&of, term.at.at[to], arena);
        term.at.at[to] = first.at.at[to];
        if (!cell_equal((Cell){0, term.at}, (Cell){0, first.at})) return (DimLabels){0};
    }
    return of.axis
               ? (DimLabels){.axis = of.axis, .items = items, .item_count = (int)size, .step = 1}
               : of;
}

static DimLabels picked_labels(const Trace *trace, int entry, int dim)
{
    enum { MOST_STEPS = 3, MOST_PICKED = 4096 }; // on the way back to the list
    const OpCall *call = &trace->entries[entry].call;
    int steps = 0;
    bool is_picked = false;
    if (trace->axis_note_count == 0 || call->shape.dim[dim] < 2) return (DimLabels){0};
    if (call->shape.dim[dim] > MOST_PICKED || shape_count(&call->shape) == 0) return (DimLabels){0};
    for (int e = entry; steps < MOST_STEPS && e >= 0 && !is_picked; steps++) {
        const OpCall *at = &trace->entries[e].call;
        if (!at->op->moves || !at->op->sources || !at->input_count) break;
        is_picked = at->input_count == 2 && call_kind(at) == TERMS_MOVED &&
                    dtype_is_integer(at->input[1]->dtype);
        e = at->input[0]->origin;
    }
    if (!is_picked) return (DimLabels){0};
    PickedLabels *known = trace->axes->picked;
    while (known && (known->entry != entry || known->dim != dim)) known = known->next;
    if (known) return known->labels;
    PickedLabels *made = NEW(&trace->axes->arena, PickedLabels);
    *made = (PickedLabels){entry, dim, read_picked(trace, entry, dim), trace->axes->picked};
    trace->axes->picked = made;
    return made->labels;
}

DimLabels dim_labels(const Trace *trace, int entry, int dim)
{
    AxisPoint place = {.entry = entry, .dim = dim, .step = 1};
    const AxisNote *note = dim < 0 ? NULL : find_note(trace, &place);
    if (!note) return dim < 0 ? (DimLabels){0} : picked_labels(trace, entry, dim);
    return (DimLabels){.axis = note->axis[place.dim],
                       .items = note->item[place.dim],
                       .item_count = note->item_count[place.dim],
                       .start = place.start,
                       .step = place.step};
}

const char *dim_label(const DimLabels *labels, int64_t at, Arena *arena)
{
    if (!labels->axis) return "";
    int64_t place = labels->start + at * labels->step;
    if (!labels->items) return arena_printf(arena, "%s%lld", labels->axis, (long long)place);
    return place >= 0 && place < labels->item_count ? labels->items[place] : "";
}

const char *dim_position(const DimLabels *labels, int64_t at, Arena *arena)
{
    const char *label = dim_label(labels, at, arena);
    return *label ? label : arena_printf(arena, "%lld", (long long)at);
}

int64_t dim_find(const DimLabels *labels, int64_t size, Str label)
{
    if (!labels->axis || label.n == 0) return -1;
    for (int64_t at = 0; at < size; at++) {
        SCRATCH(scratch);
        bool same = str_is(label, dim_label(labels, at, &scratch));
        if (same) return at;
    }
    return -1;
}

const char *label_at(const Trace *trace, int entry, int dim, int64_t at, Arena *arena)
{
    DimLabels labels = dim_labels(trace, entry, dim);
    return dim_label(&labels, at, arena);
}

const char *label_or_number(const Trace *trace, int entry, int dim, int64_t at, const char *before,
                            Arena *arena)
{
    const char *label = label_at(trace, entry, dim, at, arena);
    return *label ? label : arena_printf(arena, "%s%lld", before, (long long)at);
}

const char *label_axis(const Trace *trace, int entry, int dim)
{
    return dim_labels(trace, entry, dim).axis;
}
