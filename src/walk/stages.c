#include "walk/stages.h"

enum {
    MAX_TERM_STEPS = 8, // longer sums open their rest at once
    MAX_CELL_STEPS = 8, // longer rows too
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
static bool has_own_stage(const Entry *entry, bool is_input)
{
    if (entry->call.output->is_number || shape_count(&entry->call.shape) == 0) return false;
    bool shown_inside = entry->call.op->moves || !entry->call.op->sources;
    return !(shown_inside && is_input);
}

static int64_t first_row(const Shape *shape)
{
    return shape->ndim ? shape->dim[shape->ndim - 1] : 1;
}

static int pieces_of_first_cell(const OpCall *call)
{
    Arena scratch = {0};
    Terms terms = {.arena = &scratch};
    op_sources(call, (Index){0}, &terms);
    int pieces = terms.count;
    if (terms.kind == TERMS_SUM_OF_PRODUCTS) pieces = (pieces + 1) / 2;
    bool whole = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_FORMULA;
    if (whole || terms.kind == TERMS_MOVED) pieces = 1;
    arena_free(&scratch);
    return pieces;
}

static int at_most(int64_t value, int limit)
{
    return value < limit ? (int)value : limit;
}

Opening walk_opening(const Walk *walk, int entry)
{
    const OpCall *call = &walk->trace->entries[entry].call;
    int64_t cells = shape_count(&call->shape), row = first_row(&call->shape);
    if (!call->op->sources || cells == 0) return (Opening){0};
    Opening opening = {.rest = cells > row};
    opening.terms = at_most(pieces_of_first_cell(call), MAX_TERM_STEPS);
    if (opening.terms == 0) opening.terms = 1;
    opening.cells = call->op->moves ? row > 1 : at_most(row - 1, MAX_CELL_STEPS);
    return opening;
}

static void add_stage(Walk *walk, size_t *capacity, Stage stage)
{
    if (stage.entry >= 0) {
        Opening opening = walk_opening(walk, stage.entry);
        stage.substeps = opening.terms + opening.cells + opening.rest;
    }
    walk->stages =
        arena_grow(&walk->arena, walk->stages, (size_t)walk->stage_count, capacity, sizeof(Stage));
    walk->stages[walk->stage_count++] = stage;
}

static void add_statement(Walk *walk, size_t *capacity, int index)
{
    const Statement *statement = &walk->trace->statements[index];
    if (statement->is_claim) return;
    Arena scratch = {0};
    const bool *is_input = inputs_within(walk->trace, statement, &scratch);
    for (int e = statement->first_entry; e < statement->entry_end; e++) {
        bool own = has_own_stage(&walk->trace->entries[e], is_input[e - statement->first_entry]);
        if (own) add_stage(walk, capacity, (Stage){statement->step, index, e, 0});
    }
    arena_free(&scratch);
}

void stages_build(Walk *walk)
{
    size_t capacity = 0;
    int statement = 0;
    for (int step = 0; step < walk->lesson.step_count; step++) {
        int before = walk->stage_count;
        while (statement < walk->trace->statement_count &&
               walk->trace->statements[statement].step == step) {
            add_statement(walk, &capacity, statement++);
        }
        if (walk->stage_count == before) add_stage(walk, &capacity, (Stage){step, -1, -1, 0});
    }
}
