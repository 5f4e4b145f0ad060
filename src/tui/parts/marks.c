// Finds the cells that are marked on the screen: the selected one and its sources, the cells that
// it was computed from. While a cell opens term by term its sources are marked one after another.
#include "tui/parts/marks.h"

#include "walk/questions/question.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MARKS = 4096 }; // terms of one cell that are marked; no screen shows more

static int by_place(const void *a_, const void *b_)
{
    const Cell *a = a_, *b = b_;
    return a->entry != b->entry ? a->entry - b->entry : memcmp(&a->at, &b->at, sizeof a->at);
}

// Terms that are shown already: while a cell opens, its sources light up one after another.
static int terms_shown(const Walk *walk, const Arrival *arrival, const Terms *terms)
{
    int open = walk_open_terms(walk, walk->at.selected);
    if (arrival->is_under_way) return arrival->terms;
    if (open <= 0) return terms->count; // all: done, or not begun: where it will come from
    if (terms->kind == TERMS_FORMULA) return terms->count;
    int shown = terms->kind == TERMS_SUM_OF_PRODUCTS ? 2 * open : open;
    return shown < terms->count ? shown : terms->count;
}

static void add_term(Marks *marks, const Walk *walk, const OpCall *call, const Term *term)
{
    Cell cell = {call->input[term->input]->origin, term->at};
    Cell named = cell_named(walk->trace, cell);
    marks->sources[marks->source_count++] = cell;
    if (!cell_equal(cell, named)) marks->sources[marks->source_count++] = named;
}

static void add_lit(Marks *marks, const Walk *walk, const Arrival *arrival, const OpCall *call,
                    const Terms *terms)
{
    if (!arrival->is_under_way) return;
    for (int i = arrival->terms - arrival->lit; i < arrival->terms; i++) {
        Cell cell = {call->input[terms->term[i].input]->origin, terms->term[i].at};
        marks->lit[marks->lit_count++] = cell;
        marks->lit[marks->lit_count++] = cell_named(walk->trace, cell);
    }
}

Marks marks_of(const Walk *walk, const Arrival *arrival, Arena *arena)
{
    Marks marks = {.selected = walk->at.selected};
    Cell cell = walk->at.selected;
    const Question *asked = walk_hiding(walk, cell);
    if (cell.entry < 0 || (asked && !question_shows_sources(walk, asked)))
        return marks; // they would tell the answer
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    Terms terms = {.arena = arena};
    op_sources(call, cell.at, &terms);
    int shown = asked ? terms.count : terms_shown(walk, arrival, &terms);
    int kept = shown < MOST_MARKS ? shown : MOST_MARKS;
    marks.sources = NEW_ARRAY(arena, Cell, 2 * (kept + terms.decider_count));
    marks.sorted = NEW_ARRAY(arena, Cell, 2 * (kept + terms.decider_count));
    marks.lit = NEW_ARRAY(arena, Cell, 2 * arrival->lit + 1);
    bool backward = arrival->is_under_way
                        ? !arrival->opens
                        : walk_open_terms(walk, walk->at.selected) >
                              0; // what is to be visible comes first: the term just opened
    for (int i = 0; i < kept; i++)
        add_term(&marks, walk, call, &terms.term[backward ? shown - 1 - i : i]);
    for (int i = 0; i < terms.decider_count; i++) add_term(&marks, walk, call, &terms.decider[i]);
    size_t size = (size_t)marks.source_count * sizeof(Cell);
    if (size) memcpy(marks.sorted, marks.sources, size);
    qsort(marks.sorted, (size_t)marks.source_count, sizeof(Cell), by_place);
    add_lit(&marks, walk, arrival, call, &terms);
    return marks;
}

bool marks_source(const Marks *marks, Cell cell)
{
    size_t count = (size_t)marks->source_count;
    return count && bsearch(&cell, marks->sorted, count, sizeof cell, by_place);
}

bool marks_lit(const Marks *marks, Cell cell)
{
    return cells_have(marks->lit, marks->lit_count, cell);
}

bool marks_in(const Marks *marks, int entry, Index *at)
{
    *at = marks->selected.at;
    if (marks->selected.entry == entry) return true;
    for (int i = 0; i < marks->source_count; i++) {
        *at = marks->sources[i].at;
        if (marks->sources[i].entry == entry) return true;
    }
    *at = (Index){0};
    return false;
}
