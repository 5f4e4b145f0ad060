#include "trace/feeds.h"

#include "trace/axes.h"

#include <string.h>

// A cell of an entry that holds the number: the one searched for, or one it was only moved to.
typedef struct Carrier {
    Index at;
    int next; // of the same entry, or -1
} Carrier;

typedef struct Search {
    const Trace *trace;
    Arena *arena;
    FeedLimit left;
    Cell *found;
    int count;
    size_t capacity;

    Arena scratch;
    Terms terms; // of the cell that is looked at
    Carrier *carriers;
    int carrier_count;
    size_t carrier_capacity;
    int *last_carrier; // for each entry, or -1
} Search;

static bool is_over(const Search *search)
{
    return search->left.cells <= 0 || search->left.terms <= 0;
}

static bool uses(Search *search, const OpCall *call, Index at, int input, Index cell)
{
    Terms *terms = &search->terms;
    op_sources(call, at, terms);
    search->left.terms -= terms->count + 1;
    for (int i = 0; i < terms->count; i++) {
        const Term *term = &terms->term[i];
        if (term->input == input && memcmp(&term->at, &cell, sizeof cell) == 0) return true;
    }
    return false;
}

// Where axes correspond, only one position of the result's axis can use the cell: the search then
// goes through a row instead of a whole matrix. `first` and `size` get the box to look through.
static bool narrow(const Trace *trace, int entry, int input, Index cell, Index *first, Shape *size)
{
    const OpCall *call = &trace->entries[entry].call;
    *first = (Index){0};
    *size = call->shape;
    for (int d = 0; d < call->shape.ndim; d++) {
        AxisMap map;
        if (!axis_map(trace, entry, d, input, AXIS_OF_ALL, &map)) continue;
        int64_t distance = cell.at[map.dim] - map.start;
        bool hit = distance % map.step == 0 && distance / map.step >= 0 &&
                   distance / map.step < call->shape.dim[d];
        if (!hit) return false;
        first->at[d] = distance / map.step;
        size->dim[d] = 1;
    }
    return shape_count(size) > 0;
}

static void carry(Search *search, Cell cell)
{
    search->carriers = arena_grow(&search->scratch, search->carriers, (size_t)search->carrier_count,
                                  &search->carrier_capacity, sizeof(Carrier));
    search->carriers[search->carrier_count] = (Carrier){cell.at, search->last_carrier[cell.entry]};
    search->last_carrier[cell.entry] = search->carrier_count++;
}

static void add_found(Search *search, Cell cell)
{
    if (cells_have(search->found, search->count, cell)) return;
    search->found = arena_grow(search->arena, search->found, (size_t)search->count,
                               &search->capacity, sizeof(Cell));
    search->found[search->count++] = cell;
    search->left.cells--;
}

static void search_entry(Search *search, int entry, int input, Index cell)
{
    const Entry *e = &search->trace->entries[entry];
    Index first, step = {0};
    Shape box;
    if (!e->call.op->sources || !narrow(search->trace, entry, input, cell, &first, &box)) return;
    do {
        Cell result = {entry, first};
        for (int d = 0; d < box.ndim; d++) result.at.at[d] += step.at[d];
        if (!uses(search, &e->call, result.at, input, cell)) continue;
        if (e->call.op->moves && !e->name)
            carry(search, result);
        else
            add_found(search, result);
    } while (!is_over(search) && index_next(&box, &step));
}

static void search_input(Search *search, int entry, int input)
{
    int made_by = search->trace->entries[entry].call.input[input]->origin;
    int c = search->last_carrier[made_by];
    for (; c >= 0 && !is_over(search); c = search->carriers[c].next) {
        search_entry(search, entry, input, search->carriers[c].at);
    }
}

// Once through the entries: what an entry uses was made before it.
static void search_from(Search *search, Cell cell)
{
    int count = search->trace->entry_count;
    search->terms.arena = &search->scratch;
    search->last_carrier = NEW_ARRAY(&search->scratch, int, count);
    for (int e = 0; e < count; e++) search->last_carrier[e] = -1;
    carry(search, cell);
    for (int e = cell.entry + 1; e < count && !is_over(search); e++) {
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

static void sort(Search *search)
{
    for (int i = 1; i < search->count; i++) { // insertion sort: nearly in order already
        Cell moving = search->found[i];
        const Shape *shape = &search->trace->entries[moving.entry].call.output->shape;
        int j = i;
        for (; j > 0 && earlier(moving, search->found[j - 1], shape); j--) {
            search->found[j] = search->found[j - 1];
        }
        search->found[j] = moving;
    }
}

Feeds feeds_of(const Trace *trace, Cell cell, FeedLimit limit, Arena *arena)
{
    Search search = {.trace = trace, .arena = arena, .left = limit};
    search_from(&search, cell);
    sort(&search);
    return (Feeds){search.found, search.count, is_over(&search)};
}
