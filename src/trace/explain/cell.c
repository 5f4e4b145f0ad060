// Reads cells of the trace, and finds where a number was made that has only been moved since.
#include "trace/explain/explain.h"

#include "base/text/number.h"
#include "tensor/op.h"

#include <math.h>
#include <string.h>

Terms cell_terms(const Trace *trace, Cell cell, Arena *arena)
{
    Terms terms = {.arena = arena};
    op_sources(&trace->entries[cell.entry].call, cell.at, &terms);
    return terms;
}

Terms call_terms(const OpCall *call, Index at, int most, Arena *arena)
{
    Terms terms = {.arena = arena, .most = most, .as_written = true};
    op_sources(call, at, &terms);
    return terms;
}

Cell term_cell(const Terms *terms, const Term *term)
{
    return (Cell){terms->call->input[term->input]->origin, term->at};
}

static bool moved_from(const Trace *trace, Cell cell, Cell *from)
{
    SCRATCH(scratch);
    Terms terms = {.most = 2, .arena = &scratch};
    op_sources(&trace->entries[cell.entry].call, cell.at, &terms);
    bool moved = terms.kind == TERMS_MOVED && terms.count == 1;
    if (moved) *from = term_cell(&terms, &terms.term[0]);
    return moved;
}

Cell cell_origin(const Trace *trace, Cell cell)
{
    Cell from;
    while (moved_from(trace, cell, &from)) cell = from;
    return cell;
}

bool cell_is_from(const Trace *trace, Cell cell, Cell origin)
{
    Cell from; // inputs are earlier entries
    while (cell.entry > origin.entry && moved_from(trace, cell, &from)) cell = from;
    return cell_equal(cell, origin);
}

Cell cell_named(const Trace *trace, Cell cell)
{
    Cell from;
    while (!trace->entries[cell.entry].name && moved_from(trace, cell, &from)) cell = from;
    return cell;
}

static bool same_name(const Trace *trace, int a, int b)
{
    const char *name = trace->entries[a].name, *other = trace->entries[b].name;
    return name && other && strcmp(name, other) == 0;
}

Cell cell_before_writes(const Trace *trace, Cell cell)
{
    Cell from;
    while (moved_from(trace, cell, &from) && same_name(trace, cell.entry, from.entry) &&
           memcmp(&cell.at, &from.at, sizeof cell.at) == 0)
        cell = from;
    return cell;
}

static bool first_of_tensor(const Terms *terms, const Term *term, int count, Cell *source)
{
    int i = 0;
    while (i < count && terms->call->input[term[i].input]->is_number) i++;
    if (i < count) *source = term_cell(terms, &term[i]);
    return i < count;
}

bool cell_first_source(const Trace *trace, Cell cell, Cell *source)
{
    SCRATCH(scratch);
    Terms terms = cell_terms(trace, cell, &scratch);
    return first_of_tensor(&terms, terms.term, terms.count, source) ||
           first_of_tensor(&terms, terms.decider, terms.decider_count, source);
}

double cell_by_hand(const Trace *trace, Cell cell, int digits)
{
    enum { MOST_TERMS = 4096 };
    SCRATCH(scratch);
    Terms terms = cell_terms(trace, cell_origin(trace, cell), &scratch);
    double value = (double)NAN;
    if (terms.count > 0 && terms.count <= MOST_TERMS && terms.kind != TERMS_MOVED) {
        double *values = NEW_ARRAY(&scratch, double, terms.count);
        for (int i = 0; i < terms.count; i++)
            values[i] = number_rounded(term_value(&terms, &terms.term[i]), digits);
        value = terms_value_by_hand(terms.call, &terms, values);
    }
    return value;
}

const Hold *cell_held(const Trace *trace, Cell cell)
{
    Cell origin = cell_origin(trace, cell);
    return held_at(trace->entries[origin.entry].call.held, origin.at);
}

TermsKind call_kind(const OpCall *call)
{
    SCRATCH(scratch);
    return call_terms(call, (Index){0}, 1, &scratch).kind;
}

double cell_value(const Trace *trace, Cell cell)
{
    return tensor_get(trace_output(trace, cell.entry), cell.at);
}

bool cell_equal(Cell a, Cell b)
{
    return a.entry == b.entry && memcmp(&a.at, &b.at, sizeof a.at) == 0;
}

bool cells_have(const Cell *cells, int count, Cell cell)
{
    for (int i = 0; i < count; i++) {
        if (cell_equal(cells[i], cell)) return true;
    }
    return false;
}
