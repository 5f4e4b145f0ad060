// Moving through the walk, and what is open at a place in it.
#include "walk/walk.h"

#include "walk/places/focus.h"

#include <string.h>

static const Stage *current(const Walk *walk)
{
    return &walk->ran.stages[walk->at.stage];
}

// The cell that the last sub-step opened is the one to look at.
static Index cell_just_opened(const Walk *walk)
{
    const Stage *stage = current(walk);
    const Shape *shape = &walk->trace->entries[stage->entry].call.shape;
    if (stage->call >= 0 || walk->at.substep == 0 || shape_count(shape) == 0) return (Index){0};
    return index_unravel(shape, walk_cells_open(walk, stage, walk->at.substep - 1));
}

// A step is done once everything in it was open.
static void note_done(Walk *walk)
{
    const Stage *stage = current(walk);
    bool is_last = walk->at.stage + 1 == walk->ran.stage_count || stage[1].step != stage->step;
    if (is_last && walk->at.substep == stage->substeps) walk->past.done[stage->step] = true;
}

bool walk_go_to(Walk *walk, int stage, int substep)
{
    bool changed = walk->at.stage != stage || walk->at.substep != substep ||
                   walk->at.focus != walk->ran.stages[stage].entry;
    walk->at.stage = stage;
    walk->at.substep = substep;
    if (walk_call(walk))
        focus_call(walk, walk_call(walk));
    else
        focus_set(walk, current(walk)->entry);
    walk->at.selected = (Cell){.entry = walk->at.focus};
    if (walk->at.focus >= 0) walk->at.selected.at = cell_just_opened(walk);
    walk->at.result_at = walk->at.selected.at;
    walk->at.settled = -1;
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
    if (walk->at.substep == 0) walk->at.left_closed = walk->at.stage;
    if (walk_shows_next(walk)) {
        Question *question = walk_question(walk);
        if (!question_hint(walk, question)) question_show(walk, question);
        return true;
    }
    if (walk->at.substep < current(walk)->substeps)
        return walk_go_to(walk, walk->at.stage, walk->at.substep + 1);
    bool moved = walk_next_stage(walk);
    if (walk->at.substep == 0 && opens_on_arrival(walk)) {
        walk_go_to(walk, walk->at.stage, 1);
        walk->at.left_closed = -1; // it was never seen closed
    }
    return moved;
}

bool walk_back(Walk *walk)
{
    bool first = walk->at.substep == 1 && walk->at.stage > 0 && opens_on_arrival(walk) &&
                 walk->at.left_closed != walk->at.stage;
    if (walk->at.substep > 0 && !first)
        return walk_go_to(walk, walk->at.stage, walk->at.substep - 1);
    if (walk->at.stage == 0) return walk_go_to(walk, 0, 0);
    return walk_go_to(walk, walk->at.stage - 1, walk->ran.stages[walk->at.stage - 1].substeps);
}

bool walk_next_stage(Walk *walk)
{
    if (walk->at.stage + 1 < walk->ran.stage_count) return walk_go_to(walk, walk->at.stage + 1, 0);
    return walk_go_to_end(walk);
}

bool walk_previous_stage(Walk *walk)
{
    if (walk->at.substep > 0 || walk->at.stage == 0) return walk_go_to(walk, walk->at.stage, 0);
    return walk_go_to(walk, walk->at.stage - 1, 0);
}

bool walk_go_to_step(Walk *walk, int step)
{
    for (int i = 0; i < walk->ran.stage_count; i++) {
        if (walk->ran.stages[i].step == step) return walk_go_to(walk, i, 0);
    }
    return false;
}

bool walk_next_step(Walk *walk)
{
    int step = current(walk)->step;
    bool on = walk_go_to_step(walk, step + 1) || walk_go_to_end(walk);
    if (on) walk->past.done[step] = true; // a reader who goes on has finished with it
    return on;
}

bool walk_previous_step(Walk *walk)
{
    int step = current(walk)->step;
    bool at_start = walk->at.substep == 0 &&
                    (walk->at.stage == 0 || walk->ran.stages[walk->at.stage - 1].step != step);
    return walk_go_to_step(walk, at_start && step > 0 ? step - 1 : step);
}

bool walk_go_to_end(Walk *walk)
{
    int last = walk->ran.stage_count - 1;
    return walk_go_to(walk, last, walk->ran.stages[last].substeps);
}

// ---- what is open ---------------------------------------------------------------------------

// The first entry that the walk has not come to yet.
static int first_closed_entry(const Walk *walk)
{
    for (int i = walk->at.stage; i < walk->ran.stage_count; i++) {
        const Stage *stage = &walk->ran.stages[i];
        bool is_over = stage->call >= 0 && i == walk->at.stage && walk->at.substep > 0;
        if (stage->call >= 0 && !is_over) return walk->trace->calls[stage->call]->first_entry;
        if (stage->call < 0 && stage->entry >= 0) return stage->entry;
    }
    return walk->trace->entry_count;
}

int64_t walk_open_count(const Walk *walk, int entry)
{
    const HeldBack *held_back = &walk->at.held_back;
    if (walk->program.is_data) return shape_count(&walk->trace->entries[entry].call.shape);
    if (held_back->is_set && entry == held_back->cell.entry)
        return index_ravel(&walk->trace->entries[entry].call.shape, held_back->cell.at);
    if (entry == current(walk)->entry && current(walk)->call < 0)
        return walk_cells_open(walk, current(walk), walk->at.substep);
    bool open = entry < first_closed_entry(walk);
    return open ? shape_count(&walk->trace->entries[entry].call.shape) : 0;
}

int walk_open_terms(const Walk *walk, Cell cell)
{
    if (walk_is_open(walk, cell)) return -1;
    if (walk_hides(walk, cell)) return 0;
    if (walk->at.held_back.is_set && cell_equal(cell, walk->at.held_back.cell))
        return walk->at.held_back.pieces;
    bool first = cell.entry == current(walk)->entry && current(walk)->call < 0 &&
                 index_ravel(&walk->trace->entries[cell.entry].call.shape, cell.at) == 0;
    return first ? walk->at.substep : 0;
}

Stage walk_stage(const Walk *walk)
{
    return walk->ran.stage_count ? walk->ran.stages[walk->at.stage]
                                 : (Stage){.step = -1, .statement = -1, .entry = -1, .call = -1};
}

bool walk_is_at_end(const Walk *walk)
{
    return walk->at.stage + 1 >= walk->ran.stage_count &&
           (walk->ran.stage_count == 0 ||
            walk->at.substep >= walk->ran.stages[walk->at.stage].substeps);
}

bool walk_at_failure(const Walk *walk)
{
    return walk->ran.error.set && walk_is_at_end(walk);
}

int64_t walk_left_out(const Walk *walk)
{
    int statement = current(walk)->statement;
    return statement < 0 ? 0 : walk->trace->statements[statement].left_out;
}

static const LiveText *live_of(const Walk *walk, const Source *expression)
{
    int i = 0;
    while (i < walk->ran.live_count && walk->ran.live[i].expression != expression) i++;
    return i < walk->ran.live_count ? &walk->ran.live[i] : NULL;
}

const char *walk_live_text(const Walk *walk, const Source *expression)
{
    const LiveText *live = live_of(walk, expression);
    return live ? live->text : "?";
}

Cell walk_picture(const Walk *walk, const Paragraph *paragraph)
{
    bool is_one = paragraph->kind == PARAGRAPH_PICTURE;
    const LiveText *live = is_one ? live_of(walk, paragraph->inlines[0].live) : NULL;
    return live ? live->cell : (Cell){.entry = -1};
}

const Printed *walk_printed(const Walk *walk, const CodeBlock *code)
{
    for (int i = 0; i < walk->ran.printed_count; i++) {
        if (walk->ran.printed[i].code->source == code->source) return &walk->ran.printed[i];
    }
    return NULL;
}

const Question *walk_question_of(const Walk *walk, const Prediction *prediction)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Prediction *other = walk->ran.questions[i].prediction;
        if (other && other->question == prediction->question) return &walk->ran.questions[i];
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
    if (walk->ran.stage_count == 0) return false;
    next->arena = (Arena){0};
    next->equation.entries =
        own(&next->arena, walk->equation.entries, walk->equation.count, sizeof(int));
    next->equation.capacity = (size_t)walk->equation.count;
    next->ran.questions = own(&next->arena, walk->ran.questions, walk->ran.question_count,
                              sizeof *walk->ran.questions);
    next->past.done =
        own(&next->arena, walk->past.done, walk->lesson.step_count, sizeof *walk->past.done);
    if (walk_next(next)) return true;
    walk_peek_end(next);
    return false;
}

void walk_peek_end(Walk *next)
{
    arena_free(&next->arena);
}
