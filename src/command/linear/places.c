// Commands that go somewhere by name.
#include "command/linear/commands.h"

#include "base/number.h"
#include "command/linear/narrate.h"
#include "walk/go.h"
#include "walk/mark.h"

#include <inttypes.h>

// What is shown is not always the operation at hand: a tensor that was made before.
static void tell_focus(Linear *l)
{
    const Walk *walk = l->walk;
    bool at_stage = walk->stage_count && walk->focus == walk->stages[walk->stage].entry;
    if (at_stage || walk->focus < 0) {
        tell_place(l);
        return;
    }
    narrate_tensor(walk, walk->focus, &l->out);
    if (walk->selected.entry >= 0) narrate_cell(walk, walk->selected, 1, &l->out);
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

void linear_go(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    int64_t step;
    Cell cell = {0};
    int given, count = l->walk->lesson.step_count;
    if (str_starts(rest, "step ")) rest = str_trim(str_slice(rest, 5, rest.n));
    if (str_starts(rest, "mark ")) {
        go_to_mark(l, str_trim(str_slice(rest, 5, rest.n)));
    } else if (rest.n == 0) {
        buf_add(&l->out, STR("As in: go 4, go weights, go scores[0,1]\n"));
    } else if (number_parse_int(rest, &step)) {
        l->step = -1;
        if (step >= 1 && step <= count && walk_visit_step(l->walk, (int)step - 1))
            tell_place(l);
        else
            buf_printf(&l->out, "There is no step %.*s, only 1 to %d.\n", STR_ARG(rest), count);
    } else if (!tensor_parse(l->walk->trace, rest, &cell, &given, &error)) {
        error_print(&error, &l->out);
    } else if (walk_visit_cell(l->walk, cell)) {
        tell_focus(l);
    } else {
        buf_printf(&l->out, "%.*s has no cells.\n", STR_ARG(rest));
    }
}

void linear_return(Linear *l, Str rest)
{
    (void)rest;
    if (walk_jump_back(l->walk))
        tell_focus(l);
    else
        buf_add(&l->out, STR("There is no place to return to.\n"));
}

void linear_steps(Linear *l, Str rest)
{
    (void)rest;
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
        buf_add(&l->out, STR("As in: mark a. Marks are the letters a to z.\n"));
}

// ---- searching ----------------------------------------------------------------------------------

static bool contains(Str text, Str wanted)
{
    for (int i = 0; i + wanted.n <= text.n; i++) {
        int k = 0;
        while (k < wanted.n && (text.p[i + k] | 0x20) == (wanted.p[k] | 0x20)) k++;
        if (k == wanted.n) return true;
    }
    return false;
}

static void find_in(Linear *l, int step, Str text, Str wanted, int *found)
{
    enum { MOST_FOUND = 20 };
    for (Str line; str_next_line(&text, &line);) {
        if (!contains(line, wanted)) continue;
        if (++*found <= MOST_FOUND)
            buf_printf(&l->out, "Step %d: %.*s\n", step + 1, STR_ARG(str_trim(line)));
    }
}

static void find_in_block(Linear *l, int step, const Block *block, Str wanted, int *found)
{
    Buf text = {.arena = &l->arena};
    for (int i = 0; block->kind == BLOCK_PROSE && i < block->prose.count; i++) {
        const Inline *part = &block->prose.inlines[i]; // a live value may give an answer away
        buf_add(&text, part->kind == INLINE_LIVE ? STR("…") : part->text);
    }
    if (block->kind == BLOCK_CODE) buf_add(&text, block->code.source->text);
    find_in(l, step, buf_str(&text), wanted, found);
}

void linear_find(Linear *l, Str rest)
{
    const Lesson *lesson = &l->walk->lesson;
    int found = 0;
    for (int i = 0; i < lesson->step_count && rest.n; i++) {
        find_in(l, i, str_from(lesson->steps[i].title), rest, &found);
        for (int b = 0; b < lesson->steps[i].count; b++)
            find_in_block(l, i, &lesson->steps[i].blocks[b], rest, &found);
    }
    if (rest.n == 0)
        buf_add(&l->out, STR("As in: find softmax\n"));
    else
        buf_printf(&l->out,
                   found ? "%d found. go, and the number of a step, goes there.\n"
                         : "Nothing is found.\n",
                   found);
}
