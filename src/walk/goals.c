// Goals are found in the paragraphs of the lesson; what they come to is live text.
#include "walk/goals.h"

#include "base/text/number.h"
#include "walk/edits/hold.h"
#include "walk/live.h"

#include <string.h>

// ---- which there are ----------------------------------------------------------------------------

static const Inline *goal_in(const Paragraph *paragraph)
{
    const Inline *last = paragraph->count ? &paragraph->inlines[paragraph->count - 1] : NULL;
    return last && last->kind == INLINE_GOAL ? last : NULL;
}

// The items of the list that the block is in, and which of them it is.
static void count_items(const Step *step, int at, Goal *goal)
{
    int from = at, end = at;
    while (from > 0 && step->blocks[from - 1].prose.kind == PARAGRAPH_ITEM) from--;
    while (end < step->count && step->blocks[end].prose.kind == PARAGRAPH_ITEM) end++;
    for (int b = from; b < end; b++) {
        bool begins = step->blocks[b].prose.marker != NULL;
        goal->items += begins;
        goal->item += begins && b <= at;
    }
}

void goals_find(Walk *walk)
{
    for (int s = 0; s < walk->lesson.step_count; s++) {
        const Step *step = &walk->lesson.steps[s];
        for (int b = 0; b < step->count && walk->program.goal_count < MOST_GOALS; b++) {
            const Inline *goal =
                step->blocks[b].kind == BLOCK_PROSE ? goal_in(&step->blocks[b].prose) : NULL;
            if (!goal) continue;
            Goal *added = ARENA_ADD(&walk->arena, walk->program.goals, walk->program.goal_count);
            *added = (Goal){.goal = goal};
            count_items(step, b, added);
        }
    }
}

// Is it, or what a copy of its paragraph has, one of these?
static bool is_among(const Walk *walk, const Inline *goal, uint64_t goals)
{
    int at = 0;
    while (at < walk->program.goal_count && walk->program.goals[at].goal->live != goal->live) at++;
    return at < walk->program.goal_count && (goals >> at & 1);
}

// ---- what they come to --------------------------------------------------------------------------

const char *goal_text(const Walk *walk, const Source *condition)
{
    SCRATCH(scratch);
    Buf value = {.arena = &scratch};
    Error error = {.arena = &scratch}; // of another program it may be
    bool ok = live_expression(walk->ran.run, condition, &value, NULL, &error);
    return ok && str_is(buf_str(&value), "True") ? "True" : "False";
}

// Those that hold in a run of the walk's program.
static uint64_t held_in(const Walk *walk, const Walk *run,
                        const char *(*text)(const Walk *, const Source *))
{
    uint64_t held = 0;
    for (int i = 0; i < walk->program.goal_count; i++)
        held |= (uint64_t)(strcmp(text(run, walk->program.goals[i].goal->live), "True") == 0) << i;
    return held;
}

uint64_t goals_held(const Walk *walk)
{
    return held_in(walk, walk, walk_live_text);
}

// What the program has under its names is what was recorded: other numbers are put there meanwhile.
static uint64_t held_by_mistake(const Walk *walk, const Alteration *mistake)
{
    SCRATCH(scratch);
    if (walk->program.goal_count == 0) return 0;
    run_settle(walk->ran.run);
    Replaced replaced = mistake_put(mistake, &scratch);
    uint64_t held = held_in(walk, walk, goal_text);
    run_settle(walk->ran.run); // nothing is left that shares the other numbers
    mistake_put_back(&replaced);
    return held;
}

uint64_t goals_held_if(const Walk *walk, const WhatIf *whatif)
{
    if (!whatif->is_on) return 0;
    return whatif->other ? held_in(walk, whatif->other, walk_live_text)
                         : held_by_mistake(walk, whatif->altered);
}

const char *goals_news(Walk *walk, uint64_t now, uint64_t before, Arena *arena)
{
    const Override *overrides;
    uint64_t held = now & ~before;
    int edits = edit_overrides(walk, &overrides);
    Buf news = {.arena = arena};
    walk->past.goals |= held;
    for (int i = 0; i < walk->program.goal_count; i++) {
        if (!(held >> i & 1)) continue;
        if (news.n) buf_add_char(&news, ' ');
        buf_add(&news, STR("Try it"));
        if (walk->program.goals[i].items > 1) buf_printf(&news, " %d", walk->program.goals[i].item);
        if (edits == 1)
            buf_add(&news, STR(": done, with one edit."));
        else
            buf_printf(&news, edits ? ": done, with %d edits." : ": done.", edits);
    }
    return news.n ? buf_text(&news) : NULL;
}

// ---- as it is read ------------------------------------------------------------------------------

// Ends the paragraph before the brackets that it ends with.
static void leave_out_answer(Paragraph *paragraph)
{
    int depth = 0;
    for (int i = paragraph->count - 1; i >= 0; i--) {
        Inline *piece = &paragraph->inlines[i];
        if (piece->kind != INLINE_TEXT) continue;
        int at = piece->text.n - 1;
        while (!depth && at >= 0 && strchr(" \n", piece->text.p[at])) at--;
        if (!depth && (at < 0 || piece->text.p[at] != ')')) return;
        for (; at >= 0; at--) {
            depth += (piece->text.p[at] == ')') - (piece->text.p[at] == '(');
            if (depth) continue;
            while (at > 0 && strchr(" \n", piece->text.p[at - 1])) at--;
            piece->text.n = at;
            paragraph->count = i + 1;
            return;
        }
    }
}

Paragraph goal_paragraph(const Walk *walk, const Paragraph *paragraph, Arena *arena)
{
    const Inline *goal = goal_in(paragraph);
    if (!goal) return *paragraph;
    bool reached = is_among(walk, goal, walk->past.goals);
    Paragraph shown = *paragraph;
    shown.count--;
    shown.inlines = NEW_ARRAY(arena, Inline, paragraph->count);
    memcpy(shown.inlines, paragraph->inlines, (size_t)shown.count * sizeof *shown.inlines);
    if (shown.marker) shown.marker = reached ? "[x]" : "[ ]";
    if (!reached) leave_out_answer(&shown);
    return shown;
}

// ---- the way that a lesson gives ----------------------------------------------------------------

// "x[1, 0] = 0", or "hold scores[0] uniform".
static bool add_edit(Walk *walk, Str edit, Error *error)
{
    Str hold = edit;
    if (str_take_start(&hold, "hold ")) return hold_add(walk, hold, error);
    int equals = str_find(edit, "=");
    if (equals >= 0)
        return edit_add(walk, str_trim(str_slice(edit, 0, equals)),
                        str_trim(str_slice(edit, equals + 1, edit.n)), error);
    error_set(error, NULL, "'%.*s' is no edit", STR_ARG(edit));
    return error_hint(error,
                      "as in x[1, 0] = 0, or hold scores[0] uniform; several with ; between");
}

// By "5 temperature".
static uint64_t held_by_switch(Walk *walk, Str way, Error *error)
{
    WhatIf whatif = {0};
    int64_t step;
    bool known = number_parse_int(str_take(&way, " "), &step) && step >= 1 &&
                 step <= walk->lesson.step_count && whatif_open(&whatif, walk, (int)step - 1);
    int number = known ? whatif_number(&whatif, str_trim(way)) : -1;
    if (number < 0) error_set(error, NULL, "there is no switch %.*s there", STR_ARG(way));
    if (number > 0) whatif_turn(&whatif, walk, number);
    uint64_t held = number < 0 ? 0 : goals_held_if(walk, &whatif);
    whatif_close(&whatif);
    return held;
}

// By "x[1, 0] = 0; hold scores[0] uniform".
static uint64_t held_by_edits(Walk *walk, Str way, Error *error)
{
    Walk other;
    uint64_t held = 0;
    bool ok = true;
    while (way.n && ok) ok = add_edit(walk, str_trim(str_take(&way, ";")), error);
    if (ok && walk_run_beside(&other, walk, NULL)) {
        held = held_in(walk, &other, walk_live_text);
        walk_beside_free(&other);
    }
    edits_forget(walk);
    return held;
}

bool goal_is_reached_by_its_way(Walk *walk, const Inline *goal, Error *error)
{
    Str way = goal->text;
    bool is_switch = str_take_start(&way, "switch ");
    return is_among(walk, goal, (is_switch ? held_by_switch : held_by_edits)(walk, way, error));
}
