// A state as it is remembered, with marks that are no letters for what only running programs share.
#include "command/saved/handover.h"

#include "command/saved/kept.h"
#include "walk/edits/edit.h"
#include "walk/places/spot.h"

#include <math.h>
#include <string.h>

static const char HERE[] = "here";     // the place, and the cell selected there
static const char FOCUS[] = "focus";   // the entry shown, where it is not that of the place
static const char INSIDE[] = "inside"; // a call stepped into
static const char ASKED[] = "asked";   // a cell that was made a question
static const char TOLD[] = "told";     // the same, answered

// ---- handing over -------------------------------------------------------------------------------

static void add_place(LessonState *state, StateMark *marks, const Walk *walk, Arena *arena)
{
    Spot here = spot_here(walk);
    StatePlace focus = {here.stage.step, walk->at.focus, -1, 0, -1};
    marks[state->mark_count++] = mark_saved(walk, &here, HERE, arena);
    if (walk->at.focus != here.stage.entry)
        marks[state->mark_count++] = (StateMark){FOCUS, focus, ""};
    state->place = marks[0].place;
}

static void add_calls(LessonState *state, StateMark *marks, const Walk *walk)
{
    for (int i = 0; i < walk->trace->call_count; i++) {
        if (!walk->ran.entered[i]) continue;
        StatePlace place = {0, -1, i, 0, -1};
        marks[state->mark_count++] = (StateMark){INSIDE, place, ""};
    }
}

static void add_asked(LessonState *state, StateMark *marks, const Walk *walk, Arena *arena)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->origin != ASKED_BY_READER) continue;
        Spot mark = spot_here(walk);
        mark.selected = question->cell;
        const char *name = question_is_settled(question) ? TOLD : ASKED;
        marks[state->mark_count++] = mark_saved(walk, &mark, name, arena);
    }
}

LessonState handover_of(const Walk *walk, Arena *arena)
{
    LessonState state = {.text = state_hash(walk->lesson.source->text)};
    size_t most = (size_t)walk->trace->call_count + (size_t)walk->ran.question_count + 2;
    StateMark *marks = NEW_ARRAY(arena, StateMark, most);
    answers_keep(&state, walk, arena);
    edits_keep(&state, walk, arena);
    if (walk->ran.stage_count) {
        add_place(&state, marks, walk, arena);
        add_asked(&state, marks, walk, arena);
    }
    add_calls(&state, marks, walk);
    state.marks = marks;
    return state;
}

// ---- taking it ----------------------------------------------------------------------------------

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_edits(const LessonState *a, const LessonState *b)
{
    bool same = a->edit_count == b->edit_count;
    for (int i = 0; same && i < a->edit_count; i++) {
        same = strcmp(a->edits[i].cell, b->edits[i].cell) == 0 &&
               same_number(a->edits[i].value, b->edits[i].value);
    }
    return same;
}

// Returns whether the program ran again.
static bool take_edits(const LessonState *state, Walk *walk)
{
    SCRATCH(scratch);
    LessonState now = {0};
    edits_keep(&now, walk, &scratch);
    bool same = same_edits(state, &now);
    if (same) return false;
    edits_forget(walk);
    edits_restore(state, walk);
    return true;
}

static void take_calls(const LessonState *state, Walk *walk)
{
    SCRATCH(scratch);
    int count = walk->trace->call_count;
    bool *inside = NEW_ARRAY(&scratch, bool, count + 1);
    for (int i = 0; i < state->mark_count; i++) {
        int call = state->marks[i].place.call;
        bool known = strcmp(state->marks[i].name, INSIDE) == 0 && call >= 0 && call < count;
        if (known) inside[call] = true;
    }
    bool same = true;
    for (int i = 0; i < count; i++) same = same && inside[i] == walk->ran.entered[i];
    if (!same) walk_step_into_these(walk, inside);
}

// The questions behind those of the lesson: the same ones, in the same order.
static void take_asked(const LessonState *state, Walk *walk)
{
    while (walk->ran.question_count &&
           walk->ran.questions[walk->ran.question_count - 1].origin == ASKED_BY_READER)
        walk->ran.question_count--;
    for (int i = 0; i < state->mark_count; i++) {
        bool told = strcmp(state->marks[i].name, TOLD) == 0;
        if (!told && strcmp(state->marks[i].name, ASKED) != 0) continue;
        Spot mark = mark_restored(walk, &state->marks[i]);
        if (!spot_has_cell(walk, &mark)) continue;
        question_add_cell(walk, mark.selected, ASKED_BY_READER);
        if (told) question_show(walk, &walk->ran.questions[walk->ran.question_count - 1]);
    }
}

// What is not answered there is asked here too: another presenter may have begun.
static void take_answers(const LessonState *state, Walk *walk)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        Question *question = &walk->ran.questions[i];
        if (question->origin == ASKED_BY_READER) continue;
        bool settled = question_is_settled(question);
        const StateAnswer *answer = answers_find(state, question);
        bool wanted = answer && (answer->right || !*answer->answer);
        if (settled && !wanted) question->answer = (Answer){0};
        if (wanted && !settled) question_show(walk, question);
    }
}

static void take_place(const LessonState *state, Walk *walk)
{
    const StateMark *here = mark_named(state, HERE), *focus = mark_named(state, FOCUS);
    if (!here) return;
    Spot mark = mark_restored(walk, here);
    if (focus && focus->place.entry < walk->trace->entry_count) mark.focus = focus->place.entry;
    spot_go(walk, &mark);
}

Handover handover_take(const LessonState *state, Walk *walk)
{
    if (state->text != state_hash(walk->lesson.source->text)) return HANDOVER_OTHER_TEXT;
    bool ran = take_edits(state, walk);
    take_calls(state, walk);
    take_asked(state, walk);
    take_answers(state, walk);
    if (walk->ran.stage_count) take_place(state, walk);
    return ran ? HANDOVER_RAN : HANDOVER_TAKEN;
}
