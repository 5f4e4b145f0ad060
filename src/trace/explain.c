// Derivations, downwards to the inputs and upwards to what a cell feeds.
#include "trace/explain.h"

#include "trace/axes.h"

#include <string.h>

static bool same_cell(Cell a, Cell b)
{
    return a.entry == b.entry && memcmp(&a.at, &b.at, sizeof a.at) == 0;
}

static bool among(const Cell *cells, int count, Cell cell)
{
    for (int i = 0; i < count; i++) {
        if (same_cell(cells[i], cell)) return true;
    }
    return false;
}

// ---- down ---------------------------------------------------------------------------------------

enum { MOST_CELLS = 2000, MOST_SOURCES = 16 };

typedef struct Derivation {
    const Trace *trace;
    int digits;
    Buf *out;
    Arena arena;
    Cell *told; // cells whose derivation stands above already
    int told_count;
    size_t told_capacity;
    bool ends_early;
} Derivation;

static void write_cell(Derivation *d, Cell cell, const Arithmetic *arithmetic, int indent)
{
    const char *name = cell_name(d->trace, cell, &d->arena);
    buf_add_repeat(d->out, ' ', indent);
    if (arithmetic->kind == TERMS_CONSTANT) {
        buf_printf(d->out, "%s = %s  (given)\n", name, arithmetic->result);
        return;
    }
    buf_printf(d->out, "%s = ", name);
    arithmetic_write(arithmetic, true, d->out);
    buf_add_char(d->out, '\n');
    buf_add_repeat(d->out, ' ', indent + (int)strlen(name));
    buf_add(d->out, STR(" = "));
    if (arithmetic->kind != TERMS_MOVED) {
        arithmetic_write(arithmetic, false, d->out);
        buf_printf(d->out, " %s ", arithmetic->relation);
    }
    buf_printf(d->out, "%s\n", arithmetic->result);
}

static void derive(Derivation *d, Cell cell, int depth, int indent)
{
    d->ends_early |= d->told_count >= MOST_CELLS;
    if (d->ends_early) return;
    d->told =
        arena_grow(&d->arena, d->told, (size_t)d->told_count, &d->told_capacity, sizeof(Cell));
    d->told[d->told_count++] = cell;
    Arithmetic arithmetic;
    explain_cell(d->trace, cell, d->digits, &d->arena, &arithmetic);
    write_cell(d, cell, &arithmetic, indent);
    if (depth <= 1) return;
    int shown = 0;
    for (int i = 0; i < arithmetic.terms.count; i++) {
        Cell source = arithmetic.source[i];
        bool number = d->trace->entries[source.entry].call.output->is_number;
        if (number || among(d->told, d->told_count, source)) continue;
        if (++shown > MOST_SOURCES) {
            buf_add_repeat(d->out, ' ', indent + 4);
            buf_printf(d->out, "... and %d more cells\n", arithmetic.terms.count - i);
            return;
        }
        derive(d, source, depth - 1, indent + 4);
    }
}

void explain_print(const Trace *trace, Cell cell, int depth, int digits, Buf *out)
{
    Derivation derivation = {.trace = trace, .digits = digits, .out = out};
    derive(&derivation, cell, depth, 0);
    if (derivation.ends_early)
        buf_printf(out, "... and more: %d cells are told, from the top\n", MOST_CELLS);
    arena_free(&derivation.arena);
}

// ---- up -----------------------------------------------------------------------------------------

// A cell of an entry that holds the number: the one searched for, or one it was only moved to.
typedef struct Carrier {
    Index at;
    int next; // of the same entry, or -1
} Carrier;

typedef struct Search {
    const Trace *trace;
    Arena *arena;
    Cell *found;
    int count, limit;
    size_t capacity;

    Arena scratch;
    Terms terms; // of the cell that is looked at
    Carrier *carriers;
    int carrier_count;
    size_t carrier_capacity;
    int *last_carrier; // for each entry, or -1
} Search;

static bool uses(Search *search, const OpCall *call, Index at, int input, Index cell)
{
    Terms *terms = &search->terms;
    op_sources(call, at, terms);
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
    if (among(search->found, search->count, cell)) return;
    search->found = arena_grow(search->arena, search->found, (size_t)search->count,
                               &search->capacity, sizeof(Cell));
    search->found[search->count++] = cell;
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
    } while (search->count < search->limit && index_next(&box, &step));
}

static void search_input(Search *search, int entry, int input)
{
    int made_by = search->trace->entries[entry].call.input[input]->origin;
    int c = search->last_carrier[made_by];
    for (; c >= 0 && search->count < search->limit; c = search->carriers[c].next) {
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
    for (int e = cell.entry + 1; e < count && search->count < search->limit; e++) {
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

int explain_feeds(const Trace *trace, Cell cell, int limit, Arena *arena, Cell **cells)
{
    Search search = {.trace = trace, .arena = arena, .limit = limit};
    search_from(&search, cell);
    for (int i = 1; i < search.count; i++) { // insertion sort: nearly in order already
        Cell moving = search.found[i];
        const Shape *shape = &trace->entries[moving.entry].call.output->shape;
        int j = i;
        for (; j > 0 && earlier(moving, search.found[j - 1], shape); j--) {
            search.found[j] = search.found[j - 1];
        }
        search.found[j] = moving;
    }
    *cells = search.found;
    return search.count;
}
