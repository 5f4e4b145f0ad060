// Divides the trace into stages, the units through which Space walks. An operation is a stage,
// unless it merely moves numbers or gives constants for another one in the same statement; those
// are shown inside that operation. A call of a function is one stage until the reader steps into
// it; a call with a single operation in it is shown as that operation.
//
// Each stage opens in sub-steps: the terms of its first cell one after the other, then the cells
// of the first row, then the rest. Long sums and rows open their remainder at once. An operation of
// a kind that was there before opens row by row, from the third time on at once.
#include "walk/places/stages.h"

#include "tensor/autograd.h"
#include "tensor/op.h"
#include "trace/record/gradients.h"
#include "trace/record/loops.h"

enum {
    MAX_TERM_STEPS = 6, // longer sums open their rest at once
    MAX_CELL_STEPS = 8, // longer rows too
    MAX_ROW_STEPS = 4,  // and more rows
};

// Which entries of a statement are inputs of later ones of it, counted from its first.
static const bool *inputs_within(const Trace *trace, const Statement *statement, Arena *arena)
{
    bool *is_input = NEW_ARRAY(arena, bool, statement->entry_end - statement->first_entry);
    for (int e = statement->first_entry; e < statement->entry_end; e++) {
        const OpCall *call = &trace->entries[e].call;
        for (int i = 0; i < call->input_count; i++) {
            int made_by = call->input[i]->origin;
            if (made_by >= statement->first_entry)
                is_input[made_by - statement->first_entry] = true;
        }
    }
    return is_input;
}

// Numbers as they are and numbers only moved are shown inside the operation that uses them.
// The weights that a network begins with are given, however they are made, and so is what the
// library makes for itself.
static bool is_given(const Trace *trace, const Entry *entry)
{
    const Source *source = entry->source.source;
    if (entry_is_step(trace, (int)(entry - trace->entries))) return false;
    bool is_of_module = entry->inside || entry->named.is_attribute;
    if ((autograd_of(entry->call.output)->is_parameter && is_of_module) ||
        (source && source->is_library && !entry->inside))
        return true;
    const Call *inside = entry->inside;
    return inside && !entry->call.op->sources &&
           (inside->is_library || str_ends(str_from(inside->function), "__init__"));
}

// In a function, what got a name there is a line of its own.
static bool has_own_stage(const Trace *trace, const Entry *entry, bool is_input)
{
    if (entry->call.output->is_number || shape_count(&entry->call.shape) == 0) return false;
    if (is_given(trace, entry)) return false;
    bool shown_inside = entry->call.op->moves || !entry->call.op->sources;
    bool has_line = entry->inside && entry->name && entry->named.is_local &&
                    !entry->named.is_attribute && !entry_is_left_over(entry);
    return !(shown_inside && is_input && !has_line);
}

static int64_t first_row(const Shape *shape)
{
    return shape->ndim ? shape->dim[shape->ndim - 1] : 1;
}

// Where a cell is made of one cell of each input, the first of a row shows the others, and there
// are no terms to be seen.
static bool are_alike(const OpCall *call)
{
    SCRATCH(scratch);
    Terms terms = {.most = 2 * MAX_TERM_STEPS, .arena = &scratch};
    op_sources(call, (Index){0}, &terms);
    return call->op->moves || terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_MOVED;
}

static int pieces_of_first_cell(const OpCall *call)
{
    SCRATCH(scratch);
    Terms terms = {.most = 2 * MAX_TERM_STEPS, .arena = &scratch}; // two for each product
    op_sources(call, (Index){0}, &terms);
    int pieces = terms.count;
    if (terms.kind == TERMS_SUM_OF_PRODUCTS) pieces = (pieces + 1) / 2;
    bool whole = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_FORMULA;
    if (whole || terms.kind == TERMS_MOVED) pieces = 1;
    return pieces;
}

static int at_most(int64_t value, int limit)
{
    return value < limit ? (int)value : limit;
}

// Of an operation whose kind was seen `times` times before.
static Opening opening_of(const OpCall *call, int times)
{
    int64_t cells = shape_count(&call->shape), row = first_row(&call->shape);
    if (!call->op->sources || cells == 0) return (Opening){0};
    if (times >= 2) return (Opening){.rest = 1};
    int64_t rows = cells / row;
    if (times == 1 && (rows == 1 || are_alike(call))) return (Opening){.rest = 1};
    if (times == 1 && rows > MAX_ROW_STEPS) return (Opening){.rows = MAX_ROW_STEPS - 1, .rest = 1};
    if (times == 1) return (Opening){.rows = (int)rows};
    Opening opening = {.rest = cells > row};
    opening.terms = at_most(pieces_of_first_cell(call), MAX_TERM_STEPS);
    if (opening.terms == 0) opening.terms = 1;
    opening.cells = are_alike(call) ? row > 1 : at_most(row - 1, MAX_CELL_STEPS);
    return opening;
}

static int substeps_of(Opening opening)
{
    return opening.terms + opening.cells + opening.rows + opening.rest;
}

Stage walk_stage_of(const Walk *walk, int entry)
{
    Stage stage = {.step = -1, .statement = -1, .entry = entry, .call = -1};
    stage.opening = opening_of(&walk->trace->entries[entry].call, 0);
    stage.substeps = substeps_of(stage.opening);
    return stage;
}

int64_t walk_cells_open(const Walk *walk, const Stage *stage, int substep)
{
    const Shape *shape = &walk->trace->entries[stage->entry].call.shape;
    const Opening *opening = &stage->opening;
    int64_t row = first_row(shape);
    int beyond = substep - opening->terms, rows = beyond - opening->cells;
    if (substep >= stage->substeps) return shape_count(shape);
    if (beyond < 0) return 0;
    if (rows < 0) return beyond + 1;
    return row * (rows + (opening->terms > 0));
}

int walk_substep_of(const Walk *walk, const Stage *stage, int64_t position)
{
    int substep = 0;
    while (substep < stage->substeps && walk_cells_open(walk, stage, substep) <= position)
        substep++;
    return substep;
}

// ---- what is familiar -------------------------------------------------------------------------

int familiar_see(FamiliarList *list, const Op *op, int times)
{
    int at = 0;
    while (at < list->count && list->rows[at].op != op) at++;
    if (at == list->count) {
        *ARENA_ADD(list->arena, list->rows, list->count) = (Familiar){.op = op};
    }
    int before = list->rows[at].times;
    list->rows[at].times += times;
    return before;
}

int walk_seen(const Walk *walk, Arena *arena, Familiar **seen)
{
    FamiliarList list = {.arena = arena};
    for (int i = 0; i <= walk->at.stage && i < walk->ran.stage_count; i++) {
        const Stage *stage = &walk->ran.stages[i];
        bool is_over = i < walk->at.stage || walk->at.substep >= stage->substeps;
        if (stage->call < 0 && stage->entry >= 0 && stage->substeps > 0 && is_over)
            familiar_see(&list, walk->trace->entries[stage->entry].call.op, 1);
    }
    *seen = list.rows;
    return list.count;
}

// ---- the list ---------------------------------------------------------------------------------

typedef struct StageList {
    const Walk *walk;
    Arena *arena;
    Stage *stages;
    int count;
    size_t capacity;
    bool outline;         // every call is entered, and listed as well
    const bool *is_input; // of the statement's entries, counted from `first`
    int statement, first;
    FamiliarList familiar;
} StageList;

static void add_stage(StageList *list, Stage stage)
{
    if (stage.call >= 0) {
        stage.substeps = 1;
    } else if (stage.entry >= 0) {
        const OpCall *call = &list->walk->trace->entries[stage.entry].call;
        stage.opening =
            opening_of(call, call->op->sources ? familiar_see(&list->familiar, call->op, 1) : 0);
        stage.substeps = substeps_of(stage.opening);
    }
    list->stages =
        arena_grow(list->arena, list->stages, (size_t)list->count, &list->capacity, sizeof(Stage));
    list->stages[list->count++] = stage;
}

static bool is_own(const StageList *list, int entry)
{
    return has_own_stage(list->walk->trace, &list->walk->trace->entries[entry],
                         list->is_input[entry - list->first]);
}

// The call right inside `within` (NULL: the top level) in which `inside` is; NULL: none.
static const Call *child_call(const Call *inside, const Call *within)
{
    if (inside == within) return NULL;
    while (inside && inside->caller != within) inside = inside->caller;
    return inside;
}

static int own_stages(const StageList *list, int from, int end)
{
    int count = 0;
    for (int e = from; e < end; e++) count += is_own(list, e);
    return count;
}

static bool has_result(const Call *call)
{
    return call->result >= call->first_entry && call->result < call->entry_end;
}

// A call that computes one thing is shown as that, and one that returns no new tensor as its body.
static bool is_one_stage(const StageList *list, const Call *call, int from, int end)
{
    if (list->outline || !has_result(call) || own_stages(list, from, end) < 2) return false;
    return !list->walk->ran.entered[call->index];
}

static void add_entry(StageList *list, int entry, int depth)
{
    const Statement *statement = &list->walk->trace->statements[list->statement];
    if (!is_own(list, entry)) return;
    add_stage(list, (Stage){.step = statement->step,
                            .statement = list->statement,
                            .entry = entry,
                            .call = -1,
                            .depth = depth});
}

static void add_call(StageList *list, const Call *call, int depth)
{
    int step = list->walk->trace->statements[list->statement].step;
    int result = has_result(call) ? call->result : -1;
    add_stage(list, (Stage){.step = step,
                            .statement = list->statement,
                            .entry = result,
                            .call = call->index,
                            .depth = depth});
}

// The frames of calls whose entries are being listed; functions may call as deep as they like.
typedef struct CallFrame {
    const Call *within;
    int end, depth;
} CallFrame;

static void add_entries(StageList *list, int from, int end)
{
    SCRATCH(scratch);
    CallFrame *frames = NULL;
    int count = 0;
    size_t capacity = 0;
    CallFrame frame = {NULL, end, 0};
    for (int e = from; e < end;) {
        while (count && e >= frame.end) frame = frames[--count];
        const Call *call = child_call(list->walk->trace->entries[e].inside, frame.within);
        int call_end = call && call->entry_end < frame.end ? call->entry_end : frame.end;
        if (!call || call_end <= e) {
            add_entry(list, e++, frame.depth);
        } else if (is_one_stage(list, call, e, call_end)) {
            add_call(list, call, frame.depth);
            e = call_end;
        } else {
            int own = list->outline ? own_stages(list, e, call_end) : 0;
            bool listed = own > 0;
            if (listed) add_call(list, call, frame.depth);
            if (own == 1 && call->is_library) { // nothing more to tell
                e = call_end;
                continue;
            }
            frames = arena_grow(&scratch, frames, (size_t)count, &capacity, sizeof *frames);
            frames[count++] = frame;
            bool deeper = listed || list->walk->ran.entered[call->index];
            frame = (CallFrame){call, call_end, frame.depth + deeper};
        }
    }
}

static void add_statement(StageList *list, int index)
{
    const Statement *statement = &list->walk->trace->statements[index];
    if (statement->is_claim) return;
    SCRATCH(scratch);
    list->is_input = inputs_within(list->walk->trace, statement, &scratch);
    list->statement = index;
    list->first = statement->first_entry;
    add_entries(list, statement->first_entry, statement->entry_end);
}

static void add_steps(StageList *list)
{
    const Trace *trace = list->walk->trace;
    int statement = 0;
    SCRATCH(scratch);
    list->familiar = (FamiliarList){.arena = &scratch};
    for (int i = 0; i < list->walk->past.familiar_count; i++)
        familiar_see(&list->familiar, list->walk->past.familiar[i].op,
                     list->walk->past.familiar[i].times);
    for (int step = 0; step < list->walk->lesson.step_count; step++) {
        int before = list->count;
        while (statement < trace->statement_count && trace->statements[statement].step == step) {
            add_statement(list, statement++);
        }
        if (list->count == before)
            add_stage(list, (Stage){.step = step, .statement = -1, .entry = -1, .call = -1});
    }
}

void stages_build(Walk *walk)
{
    if (!walk->ran.entered)
        walk->ran.entered = NEW_ARRAY(&walk->ran.arena, bool, walk->trace->call_count + 1);
    StageList list = {.walk = walk,
                      .arena = &walk->ran.arena,
                      .stages = walk->ran.stages,
                      .capacity = walk->ran.stage_capacity};
    add_steps(&list);
    walk->ran.stages = list.stages;
    walk->ran.stage_count = list.count;
    walk->ran.stage_capacity = list.capacity;
}

void walk_know(Walk *walk, Familiar *familiar, int count)
{
    walk->past.familiar = familiar;
    walk->past.familiar_count = count;
    stages_build(walk);
    walk_go_to_step(walk, 0);
}

int walk_outline(const Walk *walk, Arena *arena, Stage **lines)
{
    StageList list = {.walk = walk, .arena = arena, .outline = true};
    add_steps(&list);
    *lines = list.stages;
    return list.count;
}

int stage_first_entry(const Walk *walk, const Stage *stage)
{
    return stage->call >= 0 ? walk->trace->calls[stage->call]->first_entry : stage->entry;
}

bool stage_shows(const Walk *walk, const Stage *stage, int entry)
{
    if (stage->call < 0) return stage->entry == entry;
    const Call *call = walk->trace->calls[stage->call];
    return entry >= call->first_entry && entry < call->entry_end;
}

int stages_find(const Walk *walk, int entry)
{
    for (int i = 0; i < walk->ran.stage_count; i++) {
        if (stage_shows(walk, &walk->ran.stages[i], entry)) return i;
    }
    return -1;
}
