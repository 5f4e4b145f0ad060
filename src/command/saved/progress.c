// What one session leaves to the next: where the reader was, the steps that are done, answers,
// edits and marks. Before it is saved the stored state is read again, because another session of
// the same lesson may have saved its own meanwhile: its answers and marks stay, and a step is done
// if it was done in either.
#include "command/saved/saved.h"

#include "lesson/library.h"
#include "walk/edits/edit.h"
#include "walk/places/focus.h"

#include <stdlib.h>
#include <string.h>

// A lesson of the library is known by its name, by whatever path it was opened; another file by
// where it is.
const char *progress_key(const Walk *walk, const char *given, Arena *arena)
{
    if (strcmp(given, "-") == 0) return NULL;
    if (strcmp(given, walk->lesson.source->name) != 0) return walk->lesson.name;
    const char *name = library_name(given, arena);
    if (name) return name;
    char *absolute = realpath(given, NULL);
    const char *key = absolute ? str_copy(arena, str_from(absolute)) : NULL;
    free(absolute);
    return key;
}

// What the reader can do is not forgotten: which steps are done, and which questions are due.
static void begin_anew(LessonState *state, Arena *arena)
{
    answers_open(state, arena);
    *state = (LessonState){.place = {.entry = -1, .call = -1},
                           .done = state->done,
                           .steps = state->steps,
                           .answers = state->answers,
                           .answer_count = state->answer_count};
}

void progress_begin(Progress *progress, Walk *walk, const char *given, bool fresh)
{
    progress->key = progress_key(walk, given, progress->arena);
    if (progress->key && progress->on_wall)
        progress->key = arena_printf(progress->arena, "%s (presented)", progress->key);
    progress->state = (LessonState){.place = {.entry = -1, .call = -1}};
    progress->anew = fresh;
    if (progress->key)
        state_load(progress->key, progress->arena, &progress->state, progress->warning);
    if (fresh) begin_anew(&progress->state, progress->arena);
    if (!fresh && !progress->on_wall) familiar_restore(progress->key, walk);
    // Steps that were done stay done, unless the lesson has been cut.
    for (int i = 0; i < progress->state.steps && i < walk->lesson.step_count; i++)
        walk->past.done[i] = progress->state.done[i];
}

static bool is_beginning(const StatePlace *place)
{
    return place->step == 0 && place->entry < 0 && place->call < 0 && place->substep == 0;
}

static void restore_edits(const LessonState *state, Walk *walk)
{
    if (walk->edits.count || state->text != hash_text(walk->lesson.source->text)) return;
    edits_restore(state, walk);
}

static void make_edits(const Progress *progress, Walk *walk)
{
    const LessonState *state = &progress->state;
    bool columns = walk->view.convention_is_given ? walk->view.columns : state->columns;
    walk_read_columns(walk, state->columns); // cells of edits are called so
    restore_edits(state, walk);
    walk_read_columns(walk, columns);
}

// One line of a terminal, whatever is in it. Edits are made again only in the same text.
static const char *welcome(const Progress *progress, const Walk *walk, int step, bool same_text)
{
    Arena *arena = progress->arena;
    Edit *edits;
    int count = walk_edits(walk, arena, &edits);
    if (!same_text)
        return arena_printf(arena,
                            "The text has changed. Back at the beginning of step %d; --fresh "
                            "starts over.",
                            step + 1);
    if (count == 0 && progress->in_page)
        return arena_printf(arena, "Back at step %d, where you left off.", step + 1);
    if (count == 0)
        return arena_printf(arena,
                            "Back at step %d, where you left off. qkv %s --fresh starts over.",
                            step + 1, progress->on_wall ? "present" : "learn");
    return arena_printf(arena, "Back at step %d, with %d edit%s%s%s.", step + 1, count,
                        count == 1 ? "" : "s",
                        progress->by_words ? "; reset takes them back" : ". R resets",
                        progress->in_page ? " them" : ", --fresh starts over");
}

static const char *resume(const Progress *progress, Walk *walk)
{
    const LessonState *state = &progress->state;
    const StatePlace *place = &state->place;
    answers_restore(state, walk);
    marks_restore(state, walk);
    if (!state->is_known || is_beginning(place) || place->step >= walk->lesson.step_count)
        return NULL;
    bool same = state->text == hash_text(walk->lesson.source->text);
    walk_go_to_step(walk, place->step);
    if (same) { // to the very operation
        Spot spot = mark_restored(walk, &(StateMark){.place = *place, .cell = ""});
        spot_go(walk, &spot);
    }
    if (progress->on_wall && walk_is_at_end(walk)) { // that class is over
        walk_go_to_step(walk, 0);
        return NULL;
    }
    return welcome(progress, walk, place->step, same);
}

const char *progress_open(Progress *progress, Walk *walk, const char *given, bool fresh, int step)
{
    progress_begin(progress, walk, given, fresh);
    make_edits(progress, walk);
    if (step < 0) return resume(progress, walk);
    walk_go_to_step(walk, step);
    return NULL;
}

// What another session of the same lesson has put there since: its answers and marks stay, and
// steps that are done there are done.
static LessonState stored_since(const Progress *progress, const Walk *walk)
{
    Error ignored = {.arena = progress->arena};
    LessonState stored, state = progress->state;
    if (progress->anew || !state_load(progress->key, progress->arena, &stored, &ignored))
        return state;
    if (!stored.is_known || stored.text != hash_text(walk->lesson.source->text)) return state;
    for (int i = 0; i < stored.steps && i < walk->lesson.step_count; i++)
        walk->past.done[i] |= stored.done[i];
    return stored;
}

const char *progress_keep(void *progress_, const Walk *walk)
{
    Progress *progress = progress_;
    if (!progress->key || walk->ran.stage_count == 0) return NULL;
    Spot here = spot_here(walk);
    const LessonState before = progress->state;
    LessonState *state = &progress->state;
    *state = stored_since(progress, walk);
    progress->anew = false;
    marks_keep(state, &before, walk, progress->arena);
    state->text = hash_text(walk->lesson.source->text);
    state->place = mark_saved(walk, &here, "", progress->arena).place;
    answers_keep(state, walk, progress->arena);
    edits_keep(state, walk, progress->arena);
    familiar_keep(state, walk, progress->arena);
    state->done = walk->past.done;
    state->steps = walk->lesson.step_count;
    state->columns = walk->view.columns;
    bool told = progress->warning->set;
    if (state_save(progress->key, state, progress->warning) || told) return NULL;
    return arena_printf(progress->arena, "Not remembered: %s", progress->warning->message);
}

void progress_answers(Progress *progress, const Walk *walk)
{
    LessonState *state = &progress->state;
    if (!progress->key) return;
    *state = stored_since(progress, walk);
    if (!state->is_known) state->text = hash_text(walk->lesson.source->text);
    answers_keep(state, walk, progress->arena);
    state_save(progress->key, state, progress->warning);
}
