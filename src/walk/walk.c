// Moving through the walk, and what is open at a place in it.
#include "walk/walk.h"

#include "walk/places/focus.h"

#include <string.h>

static const Stage *current(const Walk *walk)
{
    return &walk->stages[walk->stage];
}

// The cell that the last sub-step opened is the one to look at.
static Index cell_just_opened(const Walk *walk)
{
    const Stage *stage = current(walk);
    const Shape *shape = &walk->trace->entries[stage->entry].call.shape;
    if (stage->call >= 0 || walk->substep == 0 || shape_count(shape) == 0) return (Index){0};
    return index_unravel(shape, walk_cells_open(walk, stage, walk->substep - 1));
}

// A step is done once everything in it was open.
static void note_done(Walk *walk)
{
    const Stage *stage = current(walk);
    bool is_last = walk->stage + 1 == walk->stage_count || stage[1].step != stage->step;
    if (is_last && walk->substep == stage->substeps) walk->done[stage->step] = true;
}

bool walk_go_to(Walk *walk, int stage, int substep)
{
    bool changed = walk->stage != stage || walk->substep != substep ||
                   walk->focus != walk->stages[stage].entry;
    walk->stage = stage;
    walk->substep = substep;
    if (walk_call(walk))
        focus_call(walk, walk_call(walk));
    else
        focus_set(walk, current(walk)->entry);
    walk->selected = (Cell){.entry = walk->focus};
    if (walk->focus >= 0) walk->selected.at = cell_just_opened(walk);
    walk->result_at = walk->selected.at;
    walk->settled = -1;
    walk_select_question(walk);
    note_done(walk);
    return changed;
}

// What opens at once is not shown closed before, unless something of it is asked.
static bool opens_on_arrival(const Walk *walk)
{
    const Opening *opening = &current(walk)->opening;
    bool at_once = opening->rest && !opening->terms && !opening->rows;
    return at_once && !walk_question_reached(walk);
}

bool walk_next(Walk *walk)
{
    if (walk->substep == 0) walk->left_closed = walk->stage;
    if (walk_shows_next(walk)) {
        question_show(walk, walk_question(walk));
        return true;
    }
    if (walk->substep < current(walk)->substeps)
        return walk_go_to(walk, walk->stage, walk->substep + 1);
    bool moved = walk_next_stage(walk);
    if (walk->substep == 0 && opens_on_arrival(walk)) {
        walk_go_to(walk, walk->stage, 1);
        walk->left_closed = -1; // it was never seen closed
    }
    return moved;
}

bool walk_back(Walk *walk)
{
    bool first = walk->substep == 1 && walk->stage > 0 && opens_on_arrival(walk) &&
                 walk->left_closed != walk->stage;
    if (walk->substep > 0 && !first) return walk_go_to(walk, walk->stage, walk->substep - 1);
    if (walk->stage == 0) return walk_go_to(walk, 0, 0);
    return walk_go_to(walk, walk->stage - 1, walk->stages[walk->stage - 1].substeps);
}

bool walk_next_stage(Walk *walk)
{
    if (walk->stage + 1 < walk->stage_count) return walk_go_to(walk, walk->stage + 1, 0);
    return walk_go_to_end(walk);
}

bool walk_previous_stage(Walk *walk)
{
    if (walk->substep > 0 || walk->stage == 0) return walk_go_to(walk, walk->stage, 0);
    return walk_go_to(walk, walk->stage - 1, 0);
}

bool walk_go_to_step(Walk *walk, int step)
{
    for (int i = 0; i < walk->stage_count; i++) {
        if (walk->stages[i].step == step) return walk_go_to(walk, i, 0);
    }
    return false;
}

bool walk_next_step(Walk *walk)
{
    int step = current(walk)->step;
    bool on = walk_go_to_step(walk, step + 1) || walk_go_to_end(walk);
    if (on) walk->done[step] = true; // a reader who goes on has finished with it
    return on;
}

bool walk_previous_step(Walk *walk)
{
    int step = current(walk)->step;
    bool at_start =
        walk->substep == 0 && (walk->stage == 0 || walk->stages[walk->stage - 1].step != step);
    return walk_go_to_step(walk, at_start && step > 0 ? step - 1 : step);
}

bool walk_go_to_end(Walk *walk)
{
    int last = walk->stage_count - 1;
    return walk_go_to(walk, last, walk->stages[last].substeps);
}

// ---- what is open ---------------------------------------------------------------------------

// The first entry that the walk has not come to yet.
static int first_closed_entry(const Walk *walk)
{
    for (int i = walk->stage; i < walk->stage_count; i++) {
        const Stage *stage = &walk->stages[i];
        bool is_over = stage->call >= 0 && i == walk->stage && walk->substep > 0;
        if (stage->call >= 0 && !is_over) return walk->trace->calls[stage->call]->first_entry;
        if (stage->call < 0 && stage->entry >= 0) return stage->entry;
    }
    return walk->trace->entry_count;
}

int64_t walk_open_count(const Walk *walk, int entry)
{
    const Arrival *arrival = &walk->arrival;
    if (walk->is_data) return shape_count(&walk->trace->entries[entry].call.shape);
    if (arrival->is_under_way && entry == arrival->cell.entry)
        return index_ravel(&walk->trace->entries[entry].call.shape, arrival->cell.at);
    if (entry == current(walk)->entry && current(walk)->call < 0)
        return walk_cells_open(walk, current(walk), walk->substep);
    bool open = entry < first_closed_entry(walk);
    return open ? shape_count(&walk->trace->entries[entry].call.shape) : 0;
}

int walk_open_terms(const Walk *walk, Cell cell)
{
    if (walk_is_open(walk, cell)) return -1;
    if (walk_hides(walk, cell)) return 0;
    if (walk->arrival.is_under_way && cell_equal(cell, walk->arrival.cell))
        return walk->arrival.pieces;
    bool first = cell.entry == current(walk)->entry && current(walk)->call < 0 &&
                 index_ravel(&walk->trace->entries[cell.entry].call.shape, cell.at) == 0;
    return first ? walk->substep : 0;
}

Stage walk_stage(const Walk *walk)
{
    return walk->stage_count ? walk->stages[walk->stage]
                             : (Stage){.step = -1, .statement = -1, .entry = -1, .call = -1};
}

bool walk_is_at_end(const Walk *walk)
{
    return walk->stage + 1 >= walk->stage_count &&
           (walk->stage_count == 0 || walk->substep >= walk->stages[walk->stage].substeps);
}

bool walk_at_failure(const Walk *walk)
{
    return walk->error.set && walk_is_at_end(walk);
}

int64_t walk_left_out(const Walk *walk)
{
    int statement = current(walk)->statement;
    return statement < 0 ? 0 : walk->trace->statements[statement].left_out;
}

const char *walk_live_text(const Walk *walk, const Source *expression)
{
    for (int i = 0; i < walk->live_count; i++) {
        if (walk->live[i].expression == expression) return walk->live[i].text;
    }
    return "?";
}

const Printed *walk_printed(const Walk *walk, const CodeBlock *code)
{
    for (int i = 0; i < walk->printed_count; i++) {
        if (walk->printed[i].code->source == code->source) return &walk->printed[i];
    }
    return NULL;
}

const Question *walk_question_of(const Walk *walk, const Prediction *prediction)
{
    for (int i = 0; i < walk->question_count; i++) {
        const Prediction *other = walk->questions[i].prediction;
        if (other && other->question == prediction->question) return &walk->questions[i];
    }
    return NULL;
}

// ---- a copy that has gone on --------------------------------------------------------------------

// What going on writes to is the copy's own; the rest, the whole run, is shared.

static void *own(Arena *arena, const void *items, int count, size_t size)
{
    void *copy = arena_array(arena, (size_t)count + 1, size);
    if (count) memcpy(copy, items, (size_t)count * size);
    return copy;
}

bool walk_peek(const Walk *walk, Walk *next)
{
    *next = *walk;
    if (walk->stage_count == 0) return false;
    next->arena = (Arena){0};
    next->equation.entries =
        own(&next->arena, walk->equation.entries, walk->equation.count, sizeof(int));
    next->equation.capacity = (size_t)walk->equation.count;
    next->questions =
        own(&next->arena, walk->questions, walk->question_count, sizeof *walk->questions);
    next->done = own(&next->arena, walk->done, walk->lesson.step_count, sizeof *walk->done);
    if (walk_next(next)) return true;
    walk_peek_end(next);
    return false;
}

void walk_peek_end(Walk *next)
{
    arena_free(&next->arena);
}
