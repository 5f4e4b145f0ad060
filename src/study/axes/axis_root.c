// Follows axes back through the operations, as far as these say where their cells come from.
#include "study/axes/axis_root.h"

#include "tensor/autograd.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/explain/explain.h"

// ---- one step -----------------------------------------------------------------------------------

static bool only_moves(const OpCall *call)
{
    return call->op->moves && call->op->sources && call->input_count == 1 &&
           shape_count(&call->shape) > 0;
}

static Term term_at(const OpCall *call, int dim, int64_t at)
{
    SCRATCH(scratch);
    Index index = {0};
    index.at[dim] = at;
    Terms terms = call_terms(call, index, 1, &scratch);
    return terms.count ? terms.term[0] : (Term){.input = -1};
}

int axis_moved(const OpCall *call, int dim, int64_t *at)
{
    bool is_there = call->op->sources && shape_count(&call->shape) > 0;
    if (!is_there || call->shape.dim[dim] < 2 || call_kind(call) != TERMS_MOVED) return -1;
    Term first = term_at(call, dim, 0), here = term_at(call, dim, *at ? *at : 1);
    int to = axis_between(first.at, here.at);
    Term last = term_at(call, dim, call->shape.dim[dim] - 1);
    if (first.input || here.input || last.input || axis_between(first.at, last.at) != to) return -1;
    if (to >= 0) *at = (*at ? here : first).at.at[to];
    return to;
}

static bool map_axis(const Trace *trace, int entry, int dim, int input, AxisMap *map)
{
    const OpCall *call = &trace->entries[entry].call;
    return only_moves(call) ? axis_map_of_move(call, dim, map)
                            : axis_map(trace, entry, dim, input, AXIS_OF_RESULT, map);
}

// Which axes of the input those of the result follow; -1: none of it.
static void read_maps(const Trace *trace, int entry, int input, int to[MAX_DIMS])
{
    const OpCall *call = &trace->entries[entry].call;
    for (int d = 0; d < call->shape.ndim; d++) {
        AxisMap map;
        bool follows = map_axis(trace, entry, d, input, &map);
        to[d] = follows ? map.dim : -1;
    }
}

static bool is_taken(const int to[MAX_DIMS], int ndim, int dim)
{
    for (int d = 0; d < ndim; d++) {
        if (to[d] == dim) return true;
    }
    return false;
}

// Would the result's axis `dim` keep its place among its neighbours as the input's axis `of`?
static bool keeps_order(const int to[MAX_DIMS], int ndim, int dim, int of)
{
    for (int d = 0; d < ndim; d++) {
        if (to[d] >= 0 && d != dim && (d < dim) != (to[d] < of)) return false;
    }
    return true;
}

// Of axes that no cell distinguishes: those of one position, and the one along which tensors are
// joined.
static int match_rest(const OpCall *call, int input, const int to[MAX_DIMS], int dim)
{
    const Shape *shape = &call->shape, *from = &call->input[input]->shape;
    int before = 0, open = 0, rest[MAX_DIMS], count = 0;
    bool is_joined = call->op->moves && call->input_count > 1 && from->ndim == shape->ndim;
    int aligned = dim - (shape->ndim - from->ndim);
    if (call->input[input]->dtype == DTYPE_BOOL && !call->op->moves && aligned >= 0 &&
        from->dim[aligned] == shape->dim[dim])
        return aligned; // a mask
    if (shape->dim[dim] != 1) return is_joined ? dim : -1;
    for (int d = 0; d < shape->ndim; d++) {
        bool is_open = to[d] < 0 && shape->dim[d] == 1;
        before += is_open && d < dim;
        open += is_open;
    }
    for (int d = 0; d < from->ndim; d++) {
        if (!is_taken(to, shape->ndim, d) && from->dim[d] == 1) rest[count++] = d;
    }
    if (count == open) return rest[before];
    for (int i = 0; i < count; i++) {
        int own = rest[i]; // where the axis of that number has the better right to it
        bool is_open = count > 1 || from->ndim == shape->ndim;
        if (is_open && own != dim && to[own] < 0 && shape->dim[own] == 1) continue;
        if (call->op->moves ? keeps_order(to, shape->ndim, dim, rest[i]) : rest[i] == aligned)
            return rest[i];
    }
    return -1;
}

static AxisAnswer find_step(const Trace *trace, int entry, int dim, int input)
{
    const OpCall *call = &trace->entries[entry].call;
    AxisAnswer step = {.known = true, .found = true};
    step.is_product = call_kind(call) == TERMS_SUM_OF_PRODUCTS;
    if (!map_axis(trace, entry, dim, input, &step.map)) {
        int maps[MAX_DIMS];
        read_maps(trace, entry, input, maps);
        step.map = (AxisMap){input, match_rest(call, input, maps, dim), 0, 1};
        step.found = step.map.dim >= 0;
    }
    return step;
}

bool axis_step(const Trace *trace, const AxisPoint *from, int input, AxisPoint *to)
{
    const OpCall *call = &trace->entries[from->entry].call;
    if (call->input[input]->origin < 0 || !call->op->sources) return false;
    AxisAnswer *step = axis_answer(trace, from->entry, from->dim, input, AXIS_OF_STEP);
    if (!step->known) *step = find_step(trace, from->entry, from->dim, input);
    if (!step->found) return false;
    *to = axis_point_before(trace, from, &step->map);
    to->is_product |= step->is_product;
    return true;
}

// ---- where it ends ------------------------------------------------------------------------------

// Is the axis a part of one that others are parts of as well, and not the innermost part?
static bool is_split(const Trace *trace, int entry, int dim)
{
    const OpCall *call = &trace->entries[entry].call;
    AxisMap own, other;
    if (!only_moves(call) || !axis_map_of_move(call, dim, &own)) return false;
    for (int d = 0; d < call->shape.ndim; d++) {
        if (d == dim || !axis_map_of_move(call, d, &other)) continue;
        if (other.dim == own.dim && other.step < own.step) return true;
    }
    return false;
}

// Is the source `count` steps from the first where the part goes on regularly?
static bool goes_on(const AxisPart *part, Index first, Index at, int64_t count)
{
    int moved = axis_between(first, at);
    if (part->dim < 0) return cell_equal((Cell){0, first}, (Cell){0, at});
    return moved == part->dim && at.at[moved] - first.at[moved] == count * part->step;
}

int axis_parts(const Trace *trace, int entry, int dim, AxisPart parts[MAX_DIMS])
{
    enum { MOST = 1 << 14 };
    const OpCall *call = &trace->entries[entry].call;
    int64_t size = call->shape.dim[dim];
    int count = 0;
    if (!only_moves(call) || size < 2 || size > MOST) return 0;
    Index first = term_at(call, dim, 0).at;
    for (int64_t inner = 1; inner < size && count < MAX_DIMS;) {
        Index next = term_at(call, dim, inner).at;
        AxisPart *part = &parts[count++];
        *part = (AxisPart){.dim = axis_between(first, next), .size = 1};
        if (part->dim >= 0) part->step = next.at[part->dim] - first.at[part->dim];
        while (part->size * inner < size &&
               goes_on(part, first, term_at(call, dim, part->size * inner).at, part->size))
            part->size++;
        if (part->size < 2) return 0;
        inner *= part->size;
        if (size % inner) return 0;
    }
    return count > 1 ? count : 0;
}

static RootKind kind_of(const Trace *trace, const AxisPoint *place)
{
    const OpCall *call = &trace->entries[place->entry].call;
    AxisPart parts[MAX_DIMS];
    if (is_split(trace, place->entry, place->dim)) return ROOT_SPLIT;
    if (autograd_of(call->output)->is_parameter) return ROOT_PARAMETER;
    if (call->input_count == 0 || !call->op->sources || dtype_is_integer(call->output->dtype))
        return ROOT_GIVEN;
    if (axis_parts(trace, place->entry, place->dim, parts)) return ROOT_MERGED;
    return call->op->moves && call->input_count > 1 ? ROOT_STACKED : ROOT_NEW;
}

// ---- the way ------------------------------------------------------------------------------------

// Of what is no integer the way ends at integers, which only choose.
static bool follow_inputs(const Trace *trace, AxisWay *way, const AxisPoint *place,
                          bool is_of_integers)
{
    const OpCall *call = &trace->entries[place->entry].call;
    bool found = false, is_chosen = dtype_is_integer(call->output->dtype) && !is_of_integers;
    if (is_chosen || is_split(trace, place->entry, place->dim)) return false;
    for (int i = 0; i < call->input_count; i++) {
        AxisPoint to;
        if (!axis_step(trace, place, i, &to)) continue;
        axis_follow(way, to);
        found = true;
    }
    return found;
}

AxisRoots axis_roots(const Trace *trace, int entry, int dim, AxisVisit *visit, void *context,
                     Arena *arena)
{
    AxisPoint at = {.entry = entry, .dim = dim, .step = 1};
    AxisWay way = axis_way(at, arena);
    bool is_of_integers = dtype_is_integer(trace_output(trace, entry)->dtype);
    AxisRoots roots = {0};
    while (axis_next(&way, &at)) {
        if ((visit && !visit(context, &at)) || follow_inputs(trace, &way, &at, is_of_integers))
            continue;
        at.kind = (int)kind_of(trace, &at);
        *ARENA_ADD(arena, roots.place, roots.count) = at;
    }
    return roots;
}
