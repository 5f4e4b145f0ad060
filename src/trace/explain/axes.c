// Probing: the sources of a few cells along the axis (the first, the second, the last), at two
// opposite corners of the result. Where exactly one coordinate of the input's cells changes, in
// even steps and alike at both corners, the axes correspond. Where cells of the result stay where
// they were or come from elsewhere (masked_fill, tril), the axis stays too. Where the places depend
// on values (sort, index) corners prove nothing: each cell is looked at, or nothing is said; but an
// axis follows what decides alone, along the whole axis.
#include "trace/explain/axes.h"

#include "tensor/op.h"
#include "trace/explain/explain.h"

#include <string.h>

typedef struct AxisProbe {
    Terms terms;
    int only; // the term that represents the result, or -1: all of them count
} AxisProbe;

// What decides matters as well.
static void add_deciders(Terms *terms)
{
    for (int i = 0; i < terms->decider_count; i++)
        terms_add(terms, terms->decider[i].input, terms->decider[i].at);
}

enum { FIRST = 16 }; // terms of a sum of products: the others are from cells behind these

static AxisProbe probe_at(const OpCall *call, Index at, AxisQuestion question, Arena *arena)
{
    AxisProbe probe = {.terms = call_terms(call, at, FIRST, arena), .only = -1};
    bool is_enough = probe.terms.kind == TERMS_SUM_OF_PRODUCTS || probe.terms.count < FIRST;
    if (question == AXIS_OF_ALL || !is_enough) probe.terms = call_terms(call, at, 0, arena);
    bool has_self = probe.terms.kind == TERMS_EXP_OVER_SUM ||
                    (probe.terms.kind == TERMS_FORMULA && probe.terms.self >= 0);
    if (has_self && question == AXIS_OF_RESULT) probe.only = probe.terms.self;
    if (question == AXIS_OF_ALL) add_deciders(&probe.terms);
    return probe;
}

int axis_between(Index a, Index b)
{
    int moved = -1;
    for (int d = 0; d < MAX_DIMS; d++) {
        if (a.at[d] == b.at[d]) continue;
        if (moved >= 0) return -1;
        moved = d;
    }
    return moved;
}

// Compares the terms of one input in two probes: all must move along one dimension, by the same
// distance, or, from == to, not at all.
static bool compare(const AxisProbe *a, const AxisProbe *b, int input, int *dim, int64_t *from,
                    int64_t *to)
{
    bool alike = a->terms.count == b->terms.count && a->terms.kind == b->terms.kind;
    if (!alike) return false;
    *dim = -1;
    for (int i = 0; i < a->terms.count; i++) {
        int j = i;
        if (a->only >= 0) {
            i = a->only;
            j = b->only;
        }
        const Term *s = &a->terms.term[i], *t = &b->terms.term[j];
        if (s->input != t->input) return false;
        if (s->input == input) {
            int d = axis_between(s->at, t->at);
            bool first = *dim < 0;
            if (d < 0 || (!first && d != *dim)) return false;
            if (!first && (s->at.at[d] != *from || t->at.at[d] != *to)) return false;
            *dim = d;
            *from = s->at.at[d];
            *to = t->at.at[d];
        }
        if (a->only >= 0) break;
    }
    return *dim >= 0;
}

static bool map_from_corner(const OpCall *call, int dim, int input, AxisQuestion question,
                            Index corner, Arena *arena, AxisMap *map)
{
    Index first = corner, second = corner, last = corner;
    int64_t end = call->shape.dim[dim] - 1;
    first.at[dim] = 0;
    second.at[dim] = 1;
    last.at[dim] = end;
    AxisProbe zero = probe_at(call, first, question, arena);
    AxisProbe one = probe_at(call, second, question, arena);
    AxisProbe far = probe_at(call, last, question, arena);
    int near_dim, far_dim;
    int64_t start, next, same_start, final;
    bool moved = compare(&zero, &one, input, &near_dim, &start, &next) &&
                 compare(&zero, &far, input, &far_dim, &same_start, &final);
    if (!moved || near_dim != far_dim || start != same_start) return false;
    *map = (AxisMap){input, near_dim, start, next - start};
    return final == start + map->step * end;
}

bool axis_map_of_move(const OpCall *call, int dim, AxisMap *map)
{
    SCRATCH(scratch);
    return call->shape.dim[dim] > 1 &&
           map_from_corner(call, dim, 0, AXIS_OF_RESULT, (Index){0}, &scratch, map);
}

// Are the cells along the axis from the same places of an input of the same shape, where they are
// from it at all? `*seen`: some are.
static bool stay_in_place(const OpCall *call, int dim, int input, AxisQuestion question, Index at,
                          bool *seen)
{
    enum { MOST_PROBES = 64 };
    for (int64_t i = 0; i < call->shape.dim[dim] && i < MOST_PROBES; i++) {
        SCRATCH(scratch);
        at.at[dim] = i;
        AxisProbe probe = probe_at(call, at, question, &scratch);
        bool stay = true;
        for (int t = 0; t < probe.terms.count; t++) {
            if (probe.terms.term[t].input != input) continue;
            stay &= memcmp(&probe.terms.term[t].at, &at, sizeof at) == 0;
            *seen = true;
        }
        if (!stay) return false;
    }
    return true;
}

static bool is_partly_in_place(const OpCall *call, int dim, int input, AxisQuestion question,
                               Index low, Index high)
{
    bool seen = false;
    return shape_equal(&call->input[input]->shape, &call->shape) &&
           stay_in_place(call, dim, input, question, low, &seen) &&
           stay_in_place(call, dim, input, question, high, &seen) && seen;
}

// Do no cells at this corner, along the axis, come from the input? So it is with what stack joins.
static bool is_absent(const OpCall *call, int dim, int input, Index corner, Arena *arena)
{
    const int64_t end = call->shape.dim[dim] - 1, probed[] = {0, 1, end};
    for (int i = 0; i < 3; i++) {
        corner.at[dim] = probed[i];
        AxisProbe probe = probe_at(call, corner, AXIS_OF_RESULT, arena);
        for (int t = 0; t < probe.terms.count; t++) {
            if (probe.terms.term[t].input == input) return false;
        }
    }
    return true;
}

// Both corners say the same of the axis; of a result, one that says nothing does not object.
static bool map_from_corners(const OpCall *call, int dim, int input, AxisQuestion question,
                             Index high, Arena *arena, AxisMap *map)
{
    AxisMap other;
    Index low = {0};
    bool at_low = map_from_corner(call, dim, input, question, low, arena, map);
    bool at_high = map_from_corner(call, dim, input, question, high, arena, &other);
    if (at_low && at_high)
        return map->dim == other.dim && map->start == other.start && map->step == other.step;
    if (question != AXIS_OF_RESULT || (!at_low && !at_high)) return false;
    if (at_high) *map = other;
    return is_absent(call, dim, input, at_low ? high : low, arena);
}

// ---- by looking at each cell -------------------------------------------------------------------

static bool is_by_values(const OpCall *call)
{
    SCRATCH(scratch);
    return call_terms(call, (Index){0}, 0, &scratch).by_values;
}

// Do the input's cells that go into a cell lie where the map says? `*seen`: there are some.
static bool holds_at(const Terms *terms, int dim, const AxisMap *map, bool *seen)
{
    int64_t place = map->start + terms->at.at[dim] * map->step;
    for (int i = 0; i < terms->count; i++) {
        if (terms->term[i].input != map->input) continue;
        if (terms->term[i].at.at[map->dim] != place) return false;
        *seen = true;
    }
    return true;
}

static bool holds_everywhere(const OpCall *call, int dim, AxisQuestion question, const AxisMap *map)
{
    bool holds = true, seen = false;
    Index at = {0};
    SCRATCH(scratch);
    Terms terms = {.as_written = true, .arena = &scratch};
    do {
        op_sources(call, at, &terms);
        if (question == AXIS_OF_ALL) add_deciders(&terms);
        holds = holds_at(&terms, dim, map, &seen);
    } while (holds && index_next(&call->shape, &at));
    return holds && seen;
}

// The place in dimension `of` of the first cell of the input that goes into the cell; -1: none
// does.
static int64_t place_of(const OpCall *call, Index at, int input, int of)
{
    SCRATCH(scratch);
    Terms terms = call_terms(call, at, 0, &scratch);
    add_deciders(&terms);
    int i = 0;
    while (i < terms.count && terms.term[i].input != input) i++;
    return i < terms.count ? terms.term[i].at.at[of] : -1;
}

// The only map that the first two cells along the axis allow.
static bool guess_map(const OpCall *call, int dim, int input, int of, AxisMap *map)
{
    Index second = {0};
    second.at[dim] = 1;
    int64_t start = place_of(call, (Index){0}, input, of), next = place_of(call, second, input, of);
    *map = (AxisMap){input, of, 0, 1};
    if (start >= 0 && next >= 0) *map = (AxisMap){input, of, start, next - start};
    return map->step != 0;
}

static bool find_map_by_values(const OpCall *call, int dim, int input, AxisQuestion question,
                               AxisMap *map)
{
    enum { MOST_CELLS = 1 << 14 };
    if (shape_count(&call->shape) > MOST_CELLS) return false;
    for (int d = 0; d < call->input[input]->shape.ndim; d++) {
        if (!guess_map(call, dim, input, d, map)) continue;
        if (holds_everywhere(call, dim, question, map)) return true;
    }
    return false;
}

// Of an input that gives no cell, and only decides which cells are taken, as the numbers of words
// do in an embedding: does what decides lie where the map says, along the axis?
static bool decides_along(const OpCall *call, int dim, Index at, const AxisMap *map)
{
    bool holds = true;
    for (int64_t i = 0; i < call->shape.dim[dim] && holds; i++) {
        SCRATCH(scratch);
        Terms terms = {.arena = &scratch};
        bool seen = false;
        at.at[dim] = i;
        op_sources(call, at, &terms);
        for (int t = 0; t < terms.count; t++) holds &= terms.term[t].input != map->input;
        terms.count = 0;
        add_deciders(&terms);
        holds = holds && holds_at(&terms, dim, map, &seen) && seen;
    }
    return holds;
}

static bool find_map_of_decider(const OpCall *call, int dim, int input, Index high, AxisMap *map)
{
    for (int d = 0; d < call->input[input]->shape.ndim; d++) {
        if (guess_map(call, dim, input, d, map) && decides_along(call, dim, (Index){0}, map) &&
            decides_along(call, dim, high, map))
            return true;
    }
    return false;
}

static bool find_map(const OpCall *call, int dim, int input, AxisQuestion question, AxisMap *map)
{
    if (!call->op->sources || call->shape.dim[dim] < 2 || shape_count(&call->shape) == 0) {
        return false;
    }
    Index low = {0}, high = {0};
    for (int d = 0; d < call->shape.ndim; d++) high.at[d] = call->shape.dim[d] - 1;
    if (is_by_values(call))
        return find_map_by_values(call, dim, input, question, map) ||
               (question == AXIS_OF_RESULT && find_map_of_decider(call, dim, input, high, map));
    SCRATCH(scratch);
    bool found = map_from_corners(call, dim, input, question, high, &scratch, map);
    if (found) return true;
    *map = (AxisMap){input, dim, 0, 1};
    return is_partly_in_place(call, dim, input, question, low, high);
}

// ---- what was asked before ---------------------------------------------------------------------

static void make_room(AxisMemo *memo, size_t entries)
{
    if (entries <= memo->entries) return;
    AxisAnswer **grown = NEW_ARRAY(&memo->arena, AxisAnswer *, entries);
    if (memo->entries) memcpy(grown, memo->answers, memo->entries * sizeof(AxisAnswer *));
    memo->answers = grown;
    memo->entries = entries;
}

AxisAnswer *axis_answer(const Trace *trace, int entry, int dim, int input, AxisQuestion question)
{
    AxisMemo *memo = trace->axes;
    const OpCall *call = &trace->entries[entry].call;
    make_room(memo, (size_t)trace->entry_count);
    if (!memo->answers[entry])
        memo->answers[entry] = NEW_ARRAY(&memo->arena, AxisAnswer,
                                         call->shape.ndim * call->input_count * AXIS_QUESTIONS);
    return &memo->answers[entry]
                         [(dim * call->input_count + input) * AXIS_QUESTIONS + (int)question];
}

bool axis_map(const Trace *trace, int entry, int dim, int input, AxisQuestion question,
              AxisMap *map)
{
    AxisAnswer *answer = axis_answer(trace, entry, dim, input, question);
    if (!answer->known) {
        answer->found = find_map(&trace->entries[entry].call, dim, input, question, &answer->map);
        answer->known = true;
    }
    *map = answer->map;
    return answer->found;
}

// ---- the way back ------------------------------------------------------------------------------

AxisPoint axis_point_before(const Trace *trace, const AxisPoint *from, const AxisMap *map)
{
    return (AxisPoint){.entry = trace->entries[from->entry].call.input[map->input]->origin,
                       .dim = map->dim,
                       .start = map->start + from->start * map->step,
                       .step = from->step * map->step,
                       .is_product = from->is_product};
}

enum { PAGE = 256 }; // entries

AxisWay axis_way(AxisPoint from, Arena *arena)
{
    AxisWay way = {.arena = arena};
    way.seen = NEW_ARRAY(arena, unsigned char *, from.entry / PAGE + 1);
    axis_follow(&way, from);
    return way;
}

void axis_follow(AxisWay *way, AxisPoint point)
{
    unsigned bit = 1u << point.dim;
    if (point.entry < 0) return;
    unsigned char **page = &way->seen[point.entry / PAGE];
    if (!*page) *page = NEW_ARRAY(way->arena, unsigned char, PAGE);
    if ((*page)[point.entry % PAGE] & bit) return;
    (*page)[point.entry % PAGE] |= (unsigned char)bit;
    way->open =
        arena_grow(way->arena, way->open, (size_t)way->count, &way->capacity, sizeof(AxisPoint));
    way->open[way->count++] = point;
}

bool axis_next(AxisWay *way, AxisPoint *point)
{
    bool is_left = way->count > 0;
    if (is_left) *point = way->open[--way->count];
    return is_left;
}

void axis_memo_free(AxisMemo *memo)
{
    arena_free(&memo->arena);
    *memo = (AxisMemo){0};
}
