// Stepping into a call and out of it: its stages take its place, or it takes theirs.
#include "walk/places/focus.h"
#include "walk/places/stages.h"

const Call *walk_call(const Walk *walk)
{
    Stage stage = walk_stage(walk);
    return stage.call >= 0 ? walk->trace->calls[stage.call] : NULL;
}

static const Call *call_around(const Walk *walk, const Stage *stage)
{
    if (stage->call >= 0) return walk->trace->calls[stage->call]->caller;
    return stage->entry >= 0 ? walk->trace->entries[stage->entry].inside : NULL;
}

const Call *walk_inside(const Walk *walk)
{
    Stage stage = walk_stage(walk);
    const Call *call = call_around(walk, &stage);
    while (call && !walk->ran.entered[call->index]) call = call->caller;
    return call;
}

Span walk_stage_source(const Walk *walk, const Stage *stage)
{
    if (stage->call >= 0) return walk->trace->calls[stage->call]->source;
    if (stage->entry >= 0) return walk->trace->entries[stage->entry].source;
    return (Span){0};
}

Span walk_reader_source(const Walk *walk, const Stage *stage)
{
    Span at = walk_stage_source(walk, stage);
    const Call *call = call_around(walk, stage);
    for (; call && at.source && at.source->is_library; call = call->caller) at = call->source;
    return at;
}

Span walk_statement_source(const Walk *walk, const Stage *stage)
{
    if (stage->statement < 0) return (Span){0};
    const Statement *statement = &walk->trace->statements[stage->statement];
    if (!statement->is_compound) return statement->source;
    Span at = walk_stage_source(walk, stage);
    const Call *call = call_around(walk, stage);
    for (; call; call = call->caller) at = call->source;
    return at.source == statement->source.source ? at : statement->source;
}

static void rebuild(Walk *walk)
{
    walk->ran.stage_count = walk->past.jumps_ahead = 0;
    stages_build(walk);
}

// A call's stage and the first one of its body have the same number.
bool walk_step_into(Walk *walk)
{
    const Call *call = walk_call(walk);
    if (!call) return false;
    walk->ran.entered[call->index] = true;
    rebuild(walk);
    return walk_go_to(walk, walk->at.stage, 0);
}

bool walk_step_out(Walk *walk)
{
    const Call *call = walk_inside(walk);
    if (!call) return false;
    walk->ran.entered[call->index] = false;
    rebuild(walk);
    int stage = stages_find(walk, call->first_entry);
    return walk_go_to(walk, stage < 0 ? 0 : stage, 0);
}

void walk_step_into_these(Walk *walk, const bool *calls)
{
    for (int i = 0; i < walk->trace->call_count; i++) walk->ran.entered[i] = calls[i];
    rebuild(walk);
    if (walk->at.stage >= walk->ran.stage_count) walk_go_to(walk, 0, 0);
}

// The first stage at which the entry is there.
static int stage_behind(const Walk *walk, int entry)
{
    for (int i = 0; i < walk->ran.stage_count; i++) {
        if (walk->ran.stages[i].entry >= entry) return i;
    }
    return -1;
}

static int stage_of(const Walk *walk, const Stage *line)
{
    for (int i = 0; i < walk->ran.stage_count; i++) {
        const Stage *stage = &walk->ran.stages[i];
        bool prose = line->entry < 0 && line->call < 0;
        if (line->call >= 0 && stage->call == line->call) return i;
        if (prose && stage->step == line->step) return i;
    }
    if (line->call < 0) {
        int stage = stages_find(walk, line->entry);
        return stage < 0 ? stage_behind(walk, line->entry) : stage;
    }
    const Call *call = walk->trace->calls[line->call];
    for (int e = call->first_entry; e < call->entry_end; e++) {
        int stage = stages_find(walk, e);
        if (stage >= 0) return stage;
    }
    return -1;
}

bool walk_show(Walk *walk, const Stage *line)
{
    const Call *around = call_around(walk, line);
    for (; around; around = around->caller) walk->ran.entered[around->index] = true;
    rebuild(walk);
    int stage = stage_of(walk, line);
    return walk_go_to(walk, stage < 0 ? 0 : stage, 0);
}
