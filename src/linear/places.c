// The commands of the line-by-line walk that go somewhere by name: to a step, a tensor, a mark, a
// place that was searched for, an iteration of a loop.
#include "linear/commands.h"

#include "base/text/number.h"
#include "linear/narrate.h"
#include "study/film.h"
#include "study/names/typed_name.h"
#include "text/search.h"
#include "walk/edits/edit.h"
#include "walk/places/go.h"
#include "walk/places/spot.h"
#include "walk/runs/iteration.h"

#include <inttypes.h>

enum { MOST_FOUND_SAID = 20 };

// What is shown is not always the operation at hand: a tensor that was made before.
static void tell_focus(Linear *l)
{
    const Walk *walk = l->walk;
    bool at_stage =
        walk->ran.stage_count && walk->at.focus == walk->ran.stages[walk->at.stage].entry;
    if (at_stage || walk->at.focus < 0) {
        tell_place(l);
        return;
    }
    narrate_tensor(walk, walk->at.focus, &l->out);
    if (walk->at.selected.entry >= 0) narrate_cell(walk, walk->at.selected, 1, &l->out);
    buf_add(&l->out, STR("return goes back.\n"));
}

static void go_to_mark(Linear *l, Str letter)
{
    if (letter.n == 1 && walk_go_to_mark(l->walk, letter.p[0])) {
        tell_focus(l);
        return;
    }
    buf_printf(&l->out, "No place has the mark %.*s.\n", STR_ARG(letter));
}

// False: the number is too large.
static bool visit_found(Linear *l, int64_t number)
{
    Found *found;
    int count = search(l->walk, (LessonSight){0}, str_from(l->wanted), &l->arena, &found);
    if (number < 1 || number > count) return false;
    found_visit(l->walk, &found[number - 1]);
    return true;
}

static void go_to_found(Linear *l, Str rest)
{
    int64_t number;
    int stage = l->walk->at.stage, focus = l->walk->at.focus;
    if (!l->wanted) {
        buf_add(&l->out, STR("You have not searched yet. Example: find softmax\n"));
    } else if (!number_parse_int(rest, &number) || !visit_found(l, number)) {
        buf_add(&l->out, STR("There are not that many. Example: go found 1\n"));
    } else {
        bool stays = l->walk->at.stage == stage && l->walk->at.focus == focus;
        if (stays) l->step = -1; // it is in the text of the step
        tell_focus(l);
    }
}

void linear_go(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    int64_t step;
    Cell cell = {0};
    int given, count = l->walk->lesson.step_count;
    if (str_starts(rest, "step ")) rest = str_trim(str_slice(rest, 5, rest.n));
    if (str_starts(rest, "mark ")) {
        go_to_mark(l, str_trim(str_slice(rest, 5, rest.n)));
    } else if (str_starts(rest, "found ")) {
        go_to_found(l, str_trim(str_slice(rest, 6, rest.n)));
    } else if (number_parse_int(rest, &step)) {
        l->step = -1;
        if (step >= 1 && step <= count && walk_visit_step(l->walk, (int)step - 1))
            tell_place(l);
        else
            buf_printf(&l->out, "There is no step %.*s, only 1 to %d.\n", STR_ARG(rest), count);
    } else if (!trace_parse_tensor(l->walk->trace, rest, &cell, &given, &error)) {
        error_print(&error, &l->out);
    } else if (walk_visit_cell(l->walk, cell)) {
        tell_focus(l);
    } else {
        buf_printf(&l->out, "%.*s has no cells.\n", STR_ARG(rest));
    }
}

void linear_return(Linear *l)
{
    if (walk_jump_back(l->walk))
        tell_focus(l);
    else
        buf_add(&l->out, STR("There is no place to return to.\n"));
}

void linear_steps(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    for (int i = 0; i < lesson->step_count; i++)
        buf_printf(&l->out, "%d: %s%s\n", i + 1, lesson->steps[i].title,
                   i == l->step ? ". You are here." : "");
}

void linear_mark(Linear *l, Str rest)
{
    if (rest.n == 1 && walk_mark(l->walk, rest.p[0]))
        buf_printf(&l->out, "Marked. go mark %c comes back here.\n", rest.p[0]);
    else
        buf_add(&l->out, STR("Example: mark a. Marks are the letters a to z.\n"));
}

void linear_marks(Linear *l)
{
    bool any = false;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Spot *mark = walk_marked(l->walk, letter);
        if (!mark) continue;
        any = true;
        buf_printf(&l->out, "%c: %s, step %d.\n", letter, spot_title(l->walk, mark, &l->arena),
                   mark->stage.step + 1);
    }
    buf_add(&l->out, any ? STR("go mark, and the letter, goes there.\n")
                         : STR("No place is marked. Example: mark a\n"));
}

// ---- searching ----------------------------------------------------------------------------------

void linear_find(Linear *l, Str rest)
{
    l->wanted = str_copy(&l->kept, rest);
    Found *found;
    int count = search(l->walk, (LessonSight){0}, rest, &l->arena, &found);
    for (int i = 0; i < count && i < MOST_FOUND_SAID; i++)
        buf_printf(&l->out, "  %d: %s: %s\n", i + 1, found[i].where, found[i].text);
    if (count > MOST_FOUND_SAID) buf_printf(&l->out, "  and %d more.\n", count - MOST_FOUND_SAID);
    if (count == 0)
        buf_add(&l->out, STR("Nothing is found.\n"));
    else
        buf_printf(&l->out, "%d found. go found, and its number, goes there.\n", count);
}

// ---- iterations of a loop -----------------------------------------------------------------------

// What is typed: a number from 1, a word; false: neither.
static bool read_wanted(Str typed, const Loop *loop, int64_t at, int64_t *wanted)
{
    if (str_is(typed, "next"))
        *wanted = at + 1;
    else if (str_is(typed, "before"))
        *wanted = at - 1;
    else if (str_is(typed, "first"))
        *wanted = 0;
    else if (str_is(typed, "last"))
        *wanted = loop->count - 1;
    else if (number_parse_int(typed, wanted))
        --*wanted;
    else
        return false;
    return true;
}

static void say_where(Linear *l, const Loop *loop, int64_t at)
{
    enum { CURVE_COLUMNS = 40 };
    const Strip *curve = film_curve(&loop->film);
    if (at >= 0)
        buf_printf(&l->out, "This is %s.\n", film_iteration_text(loop, at, 0, &l->arena));
    else
        buf_printf(&l->out, "The loop has %" PRId64 " iterations.\n", loop->count);
    if (curve && curve->count > 1) {
        buf_printf(&l->out, "%s: ", curve->name);
        film_write_curve(curve, CURVE_COLUMNS, &l->out);
        buf_add(&l->out, STR("\n"));
    }
    buf_add(&l->out, STR("iteration 1 goes there; iteration next, before, first, last.\n"));
}

void linear_iteration(Linear *l, Str rest)
{
    int64_t at, wanted;
    const Loop *loop = walk_loop(l->walk, &at);
    if (!loop) {
        buf_add(&l->out, STR("There is no loop here.\n"));
    } else if (rest.n == 0) {
        say_where(l, loop, at);
    } else if (!read_wanted(rest, loop, at, &wanted)) {
        buf_add(&l->out, STR("Example: iteration 21, iteration next, iteration last\n"));
    } else if (wanted < 0 || wanted >= loop->count) {
        buf_printf(&l->out, "There is no such iteration, only 1 to %" PRId64 ".\n", loop->count);
    } else if (walk_go_to_iteration(l->walk, wanted) || wanted == at) {
        tell_place(l);
    } else if (walk_was_stopped(l->walk)) {
        buf_printf(&l->out, "%s\n", WALK_STOPPED);
    } else {
        buf_add(&l->out, STR("Numbers are changed in this loop: undo, then any iteration.\n"));
    }
}
