// Level by level, each cell once. How many cells are followed is bounded; the first ones of a large
// tensor represent it.
#include "walk/places/reach.h"

#include "trace/explain/dependents.h"

#include <string.h>

enum {
    MOST_LEVELS = 64,
    MOST_OF_LEVEL = 96,
    MOST_DEPENDENTS = 64,
    MOST_TERMS = 1 << 18,
    MOST_TERMS_IN_ALL = 1 << 22, // about 0.2 s
    MOST_GROUPS = 400
};

typedef struct ReachLevel {
    Cell cells[MOST_OF_LEVEL];
    int count;
} ReachLevel;

static bool is_known(const Reach *reach, Cell cell)
{
    if (cell_equal(reach->from, cell)) return true;
    for (int g = 0; g < reach->total; g++) {
        const ReachGroup *group = &reach->groups[g];
        if (group->cells[0].entry != cell.entry) continue;
        if (cells_have(group->cells, group->count, cell)) return true;
    }
    return false;
}

static void add(Reach *reach, ReachLevel *level, Cell cell)
{
    if (cells_have(level->cells, level->count, cell) || is_known(reach, cell)) return;
    if (level->count == MOST_OF_LEVEL)
        reach->more = true;
    else
        level->cells[level->count++] = cell;
}

static void add_dependents(Reach *reach, const Walk *walk, Cell cell, ReachLevel *level)
{
    const Trace *trace = walk->trace;
    SCRATCH(scratch);
    int64_t left = MOST_TERMS_IN_ALL - reach->terms;
    DependentLimit limit = {MOST_DEPENDENTS, left < MOST_TERMS ? left : MOST_TERMS};
    Dependents dependents = dependents_of(trace, cell, limit, &scratch);
    reach->more |= dependents.more;
    reach->terms += dependents.terms;
    for (int i = 0; i < dependents.count; i++) add(reach, level, dependents.cells[i]);
}

static void add_source(Reach *reach, const Walk *walk, const OpCall *call, const Term *term,
                       ReachLevel *level)
{
    Cell named = cell_named(walk->trace, (Cell){call->input[term->input]->origin, term->at});
    if (!trace_output(walk->trace, named.entry)->is_number) add(reach, level, named);
}

// Which cell was chosen would tell the number that is asked for: it is one of these.
static void add_choice(Reach *reach, const Walk *walk, const OpCall *call, Term term,
                       ReachLevel *level)
{
    const Shape *shape = &call->input[term.input]->shape;
    int last = shape->ndim - 1;
    for (int64_t i = 0; last >= 0 && i < shape->dim[last] && i < MOST_OF_LEVEL; i++) {
        term.at.at[last] = i;
        add_source(reach, walk, call, &term, level);
    }
}

static void add_sources(Reach *reach, const Walk *walk, Cell cell, ReachLevel *level)
{
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    op_sources(call, cell.at, &terms);
    bool is_choice = terms.by_values && walk_hides(walk, cell);
    for (int i = 0; i < terms.count && !is_choice; i++)
        add_source(reach, walk, call, &terms.term[i], level);
    if (is_choice && terms.count) add_choice(reach, walk, call, terms.term[0], level);
    for (int i = 0; i < terms.decider_count; i++)
        add_source(reach, walk, call, &terms.decider[i], level);
}

// The cells of one tensor together, in the order in which tensors first occur.
static void add_groups(Reach *reach, const ReachLevel *level, int number)
{
    bool taken[MOST_OF_LEVEL] = {false};
    for (int i = 0; i < level->count && reach->total < MOST_GROUPS; i++) {
        if (taken[i]) continue;
        ReachGroup group = {.level = number};
        group.cells = arena_array(&reach->arena, (size_t)(level->count - i), sizeof(Cell));
        for (int k = i; k < level->count; k++) {
            if (level->cells[k].entry != level->cells[i].entry) continue;
            taken[k] = true;
            group.cells[group.count++] = level->cells[k];
        }
        *ARENA_ADD(&reach->arena, reach->groups, reach->total) = group;
    }
}

bool reach_level(Reach *reach, int by)
{
    int to = reach->levels + by;
    if (to < 1 || to > reach->most) return false;
    reach->levels = to;
    reach->count = 0;
    while (reach->count < reach->total && reach->groups[reach->count].level <= to) reach->count++;
    return true;
}

bool reach_open(Reach *reach, const Walk *walk, Cell from, ReachWay way)
{
    *reach = (Reach){.way = way, .from = from};
    if (from.entry < 0) return false;
    ReachLevel now = {.cells = {from}, .count = 1};
    while (now.count && reach->most < MOST_LEVELS && reach->total < MOST_GROUPS) {
        ReachLevel next = {.count = 0};
        for (int i = 0; i < now.count; i++) {
            (way == REACH_DEPENDENTS ? add_dependents : add_sources)(reach, walk, now.cells[i],
                                                                     &next);
        }
        add_groups(reach, &next, reach->most + 1);
        if (next.count) reach->most++;
        now = next;
    }
    return reach_level(reach, 1);
}

void reach_close(Reach *reach)
{
    arena_free(&reach->arena);
    *reach = (Reach){0};
}
