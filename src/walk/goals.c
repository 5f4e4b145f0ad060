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

int goals_of(const Lesson *lesson, Arena *arena, Goal **goals)
{
    int count = 0;
    *goals = NULL;
    for (int s = 0; s < lesson->step_count; s++) {
        const Step *step = &lesson->steps[s];
        for (int b = 0; b < step->count && count < MOST_GOALS; b++) {
            const Inline *goal =
                step->blocks[b].kind == BLOCK_PROSE ? goal_in(&step->blocks[b].prose) : NULL;
            if (!goal) continue;
            Goal *added = ARENA_ADD(arena, *goals, count);
            *added = (Goal){.goal = goal, .step = s};
            count_items(step, b, added);
        }
    }
    return count;
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

static bool holds(const Walk *walk, const Inline *goal)
{
    return strcmp(walk_live_text(walk, goal->live), "True") == 0;
}

uint64_t goals_held(const Walk *walk)
{
    SCRATCH(scratch);
    Goal *goals;
    uint64_t held = 0;
    int count = goals_of(&walk->lesson, &scratch, &goals);
    for (int i = 0; i < count; i++) held |= (uint64_t)holds(walk, goals[i].goal) << i;
    return held;
}

// What the program has under its names is what was recorded: other numbers are put there meanwhile.
static uint64_t held_by_mistake(const Walk *walk, const Alteration *mistake)
{
    SCRATCH(scratch);
    Goal *goals;
    uint64_t held = 0;
    int count = goals_of(&walk->lesson, &scratch, &goals);
    if (count == 0) return 0;
    run_settle(walk->ran.run);
    Replaced replaced = mistake_put(mistake, &scratch);
    for (int i = 0; i < count; i++)
        held |= (uint64_t)(strcmp(goal_text(walk, goals[i].goal->live), "True") == 0) << i;
    run_settle(walk->ran.run); // nothing is left that shares the other numbers
    mistake_put_back(&replaced);
    return held;
}

uint64_t goals_held_if(const Walk *walk, const WhatIf *whatif)
{
    if (!whatif->is_on) return 0;
    return whatif->other ? goals_held(whatif->other) : held_by_mistake(walk, whatif->altered);
}

const char *goals_news(Walk *walk, uint64_t now, uint64_t before, Arena *arena)
{
    Goal *goals;
    const Override *overrides;
    uint64_t held = now & ~before;
    int count = goals_of(&walk->lesson, arena, &goals), edits = edit_overrides(walk, &overrides);
    Buf news = {.arena = arena};
    walk->past.goals |= held;
    for (int i = 0; i < count; i++) {
        if (!(held >> i & 1)) continue;
        if (news.n) buf_add_char(&news, ' ');
        buf_add(&news, STR("Try it"));
        if (goals[i].items > 1) buf_printf(&news, " %d", goals[i].item);
        if (edits == 1)
            buf_add(&news, STR(": done, with one edit."));
        else
            buf_printf(&news, edits ? ": done, with %d edits." : ": done.", edits);
    }
    return news.n ? buf_text(&news) : NULL;
}

// ---- as it is read ------------------------------------------------------------------------------

static bool is_reached(const Walk *walk, const Inline *goal)
{
    SCRATCH(scratch);
    Goal *goals;
    int count = goals_of(&walk->lesson, &scratch, &goals), at = 0;
    while (at < count && goals[at].goal->live != goal->live) at++;
    return at < count && (walk->past.goals >> at & 1);
}

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
    bool reached = is_reached(walk, goal);
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
    static const char HOLD[] = "hold ";
    if (str_starts(edit, HOLD))
        return hold_add(walk, str_slice(edit, (int)sizeof HOLD - 1, edit.n), error);
    int equals = str_find(edit, "=");
    if (equals >= 0)
        return edit_add(walk, str_trim(str_slice(edit, 0, equals)),
                        str_trim(str_slice(edit, equals + 1, edit.n)), error);
    error_set(error, NULL, "'%.*s' is no edit", STR_ARG(edit));
    return error_hint(error,
                      "as in x[1, 0] = 0, or hold scores[0] uniform; several with ; between");
}

// "5 temperature"
static bool is_reached_by_switch(Walk *walk, const Inline *goal, Str way, Error *error)
{
    SCRATCH(scratch);
    WhatIf whatif;
    Goal *goals;
    int64_t step;
    bool reached = false, known = number_parse_int(str_take(&way, " "), &step) && step >= 1 &&
                                  step <= walk->lesson.step_count &&
                                  whatif_open(&whatif, walk, (int)step - 1);
    int number = known ? whatif_number(&whatif, str_trim(way)) : -1;
    if (number < 0) error_set(error, NULL, "there is no switch %.*s there", STR_ARG(way));
    if (number > 0) whatif_turn(&whatif, walk, number);
    int count = goals_of(&walk->lesson, &scratch, &goals);
    uint64_t held = number < 0 ? 0 : goals_held_if(walk, &whatif);
    for (int i = 0; i < count; i++) reached |= goals[i].goal == goal && (held >> i & 1);
    if (known) whatif_close(&whatif);
    return reached;
}

bool goal_is_reached_by_its_way(Walk *walk, const Inline *goal, Error *error)
{
    const Override *overrides;
    Walk other;
    bool ok = true;
    static const char SWITCH[] = "switch ";
    if (str_starts(goal->text, SWITCH))
        return is_reached_by_switch(
            walk, goal, str_slice(goal->text, (int)sizeof SWITCH - 1, goal->text.n), error);
    for (Str rest = goal->text; rest.n && ok;)
        ok = add_edit(walk, str_trim(str_take(&rest, ";")), error);
    int count = edit_overrides(walk, &overrides);
    if (ok && walk_run_beside(&other, walk, overrides, count)) {
        ok = holds(&other, goal);
        walk_beside_free(&other);
    }
    edits_forget(walk);
    return ok;
}
