// Searches forward: which later cells use this one? Operations declare only the other direction
// (the `sources` of a result's cell), so the cells of each later result are asked whether this one
// is among their sources.
//
// For large results that would take too long, so three things keep it short. Where an axis of the
// result corresponds to one of the input (axis_map), only one position along it can use the cell.
// There is a budget of terms to look at, of which each result may use half of what is left. And if
// nothing was found within it, the row and the column through the cell's own position are tried, as
// sorting and cumulative sums stay in one of them.
#include "trace/explain/dependents.h"

#include "tensor/op.h"
#include "trace/explain/axes.h"

#include <string.h>

// A cell of an entry that holds the number: the one searched for, or one it was only moved to.
typedef struct Carrier {
    Index at;
    int next; // of the same entry, or -1
} Carrier;

typedef struct DependentSearch {
    const Trace *trace;
    Arena *arena;
    DependentLimit left;
    Cell *found;
    int count;
    bool cut;   // somewhere there was more to look through
    bool stops; // at what only moves

    Arena scratch;
    Terms terms; // of the cell that is looked at
    Carrier *carriers;
    int carrier_count;
    int *last_carrier; // for each entry, or -1
} DependentSearch;

static bool is_over(const DependentSearch *search)
{
    return search->left.cells <= 0 || search->left.terms <= 0;
}

static bool has(const Term *terms, int count, int input, Index cell)
{
    for (int i = 0; i < count; i++) {
        if (terms[i].input == input && memcmp(&terms[i].at, &cell, sizeof cell) == 0) return true;
    }
    return false;
}

typedef enum Use { NOT_USED, AS_TERM, AS_DECIDER } Use;

static Use use_of(DependentSearch *search, const OpCall *call, Index at, int input, Index cell)
{
    Terms *terms = &search->terms;
    op_sources(call, at, terms);
    search->left.terms -= terms->count + 1 + terms->looked_at;
    if (has(terms->term, terms->count, input, cell)) return AS_TERM;
    return has(terms->decider, terms->decider_count, input, cell) ? AS_DECIDER : NOT_USED;
}

// A part of a result.
typedef struct CellBox {
    Index first;
    Shape size;
} CellBox;

// Where axes correspond, only one position of the result's axis can use the cell: the search then
// goes through a row instead of a whole matrix.
static bool narrow(const Trace *trace, int entry, int input, Index cell, CellBox *box)
{
    const OpCall *call = &trace->entries[entry].call;
    *box = (CellBox){.size = call->shape};
    for (int d = 0; d < call->shape.ndim; d++) {
        AxisMap map;
        if (!axis_map(trace, entry, d, input, AXIS_OF_ALL, &map)) continue;
        int64_t distance = cell.at[map.dim] - map.start;
        bool hit = distance % map.step == 0 && distance / map.step >= 0 &&
                   distance / map.step < call->shape.dim[d];
        if (!hit) return false;
        box->first.at[d] = distance / map.step;
        box->size.dim[d] = 1;
    }
    return shape_count(&box->size) > 0;
}

static void carry(DependentSearch *search, Cell cell)
{
    int *last = &search->last_carrier[cell.entry];
    *ARENA_ADD(&search->scratch, search->carriers, search->carrier_count) =
        (Carrier){cell.at, *last};
    *last = search->carrier_count - 1;
}

static void add_found(DependentSearch *search, Cell cell)
{
    if (cells_have(search->found, search->count, cell)) return;
    *ARENA_ADD(search->arena, search->found, search->count) = cell;
    search->left.cells--;
}

// Looks through a box, as far as that may go: false.
static bool search_box(DependentSearch *search, int entry, int input, Index cell,
                       const CellBox *box)
{
    const Entry *e = &search->trace->entries[entry];
    Index step = {0};
    do {
        Cell result = {entry, box->first};
        for (int d = 0; d < box->size.ndim; d++) result.at.at[d] += step.at[d];
        Use use = use_of(search, &e->call, result.at, input, cell);
        if (use == AS_TERM && e->call.op->moves && !e->name && !search->stops)
            carry(search, result);
        else if (use != NOT_USED)
            add_found(search, result);
        if (is_over(search)) return false;
    } while (index_next(&box->size, &step));
    return true;
}

// The box cut down to one position of a dimension.
static CellBox at_place(const CellBox *box, int dim, int64_t place)
{
    CellBox part = *box;
    part.first.at[dim] = place;
    part.size.dim[dim] = 1;
    return part;
}

// A row or column from the cell's own place on, then what is before it.
static void search_line(DependentSearch *search, int entry, int input, Index cell,
                        const CellBox *line, int along)
{
    CellBox on = *line, before = *line;
    int64_t place = cell.at[along], size = line->size.dim[along];
    on.first.at[along] = place;
    on.size.dim[along] = size - place;
    before.size.dim[along] = place;
    if (search_box(search, entry, input, cell, &on) && place > 0)
        search_box(search, entry, input, cell, &before);
}

// Where looking from the beginning found nothing, the row and the column through the cell may: what
// sorts or adds up along one axis stays in place on the others.
static void search_likely(DependentSearch *search, int entry, int input, Index cell,
                          const CellBox *box)
{
    const Shape *in = &search->trace->entries[entry].call.input[input]->shape;
    CellBox own = *box;
    bool is_inside = in->ndim == box->size.ndim;
    for (int d = 0; d < box->size.ndim && is_inside; d++) {
        if (box->size.dim[d] < 2) continue;
        is_inside = cell.at[d] < box->size.dim[d];
        own = at_place(&own, d, cell.at[d]);
    }
    int before = search->count + search->carrier_count;
    for (int d = 0; d < box->size.ndim && is_inside; d++) {
        if (box->size.dim[d] < 2 || is_over(search)) continue;
        CellBox line = own;
        line.first.at[d] = 0;
        line.size.dim[d] = box->size.dim[d];
        search_line(search, entry, input, cell, &line, d);
        if (search->count + search->carrier_count > before) return;
    }
}

// A result may use half of what is left, not more.
static void search_entry(DependentSearch *search, int entry, int input, Index cell)
{
    CellBox box;
    if (!search->trace->entries[entry].call.op->sources) return;
    if (!narrow(search->trace, entry, input, cell, &box)) return;
    int64_t kept = search->left.terms / 2, more = search->left.terms / 4;
    int before = search->count + search->carrier_count;
    search->left.terms -= kept + more;
    bool all = search_box(search, entry, input, cell, &box);
    search->left.terms += more;
    if (!all && search->count + search->carrier_count == before)
        search_likely(search, entry, input, cell, &box);
    search->cut |= !all;
    search->left.terms = kept + (search->left.terms > 0 ? search->left.terms : 0);
}

static void search_input(DependentSearch *search, int entry, int input)
{
    int made_by = search->trace->entries[entry].call.input[input]->origin;
    int c = search->last_carrier[made_by];
    for (; c >= 0 && !is_over(search); c = search->carriers[c].next) {
        search_entry(search, entry, input, search->carriers[c].at);
    }
}

static bool is_of_assert(const Trace *trace, int entry)
{
    int statement = trace->entries[entry].statement;
    return statement >= 0 && trace->statements[statement].is_claim;
}

// Once through the entries: what an entry uses was made before it. Asserts do not count, which are
// not walked through: their names are of nothing that is shown.
static void search_from(DependentSearch *search, Cell cell)
{
    int count = search->trace->entry_count;
    search->terms.arena = &search->scratch;
    search->last_carrier = NEW_ARRAY(&search->scratch, int, count);
    for (int e = 0; e < count; e++) search->last_carrier[e] = -1;
    carry(search, cell);
    for (int e = cell.entry + 1; e < count && !is_over(search); e++) {
        if (is_of_assert(search->trace, e)) continue;
        int inputs = search->trace->entries[e].call.input_count;
        for (int i = 0; i < inputs; i++) search_input(search, e, i);
    }
    arena_free(&search->scratch);
}

static bool earlier(Cell a, Cell b, const Shape *shape)
{
    if (a.entry != b.entry) return a.entry < b.entry;
    return index_ravel(shape, a.at) < index_ravel(shape, b.at);
}

static void sort(DependentSearch *search)
{
    for (int i = 1; i < search->count; i++) { // insertion sort: nearly in order already
        Cell moving = search->found[i];
        const Shape *shape = trace_shape(search->trace, moving.entry);
        int j = i;
        for (; j > 0 && earlier(moving, search->found[j - 1], shape); j--) {
            search->found[j] = search->found[j - 1];
        }
        search->found[j] = moving;
    }
}

static Dependents found_by(DependentSearch *search, DependentLimit limit)
{
    sort(search);
    return (Dependents){search->found, search->count, search->cut || is_over(search),
                        limit.terms - search->left.terms};
}

Dependents dependents_in(const Trace *trace, Cell cell, int entry, DependentLimit limit,
                         Arena *arena)
{
    DependentSearch search = {.trace = trace, .arena = arena, .left = limit, .stops = true};
    search.terms.arena = &search.scratch;
    const OpCall *call = &trace->entries[entry].call;
    for (int i = 0; i < call->input_count && !is_over(&search); i++) {
        if (call->input[i]->origin == cell.entry) search_entry(&search, entry, i, cell.at);
    }
    arena_free(&search.scratch);
    return found_by(&search, limit);
}

Dependents dependents_of(const Trace *trace, Cell cell, DependentLimit limit, Arena *arena)
{
    DependentSearch search = {.trace = trace, .arena = arena, .left = limit};
    search_from(&search, cell);
    return found_by(&search, limit);
}
