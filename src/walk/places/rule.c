// Puts together the answer to "why?": the rule of the operation and its shapes as its row states
// them, and what the usual mistakes would have given for it.
#include "walk/places/rule.h"

#include "base/text/number.h"
#include "study/arithmetic/equation.h"
#include "study/arithmetic/mistake.h"
#include "study/why/why.h"
#include "tensor/op.h"
#include "trace/names/convention.h"

enum { NUMBER_COLUMNS = 12 };

static const char *shapes_of(const Trace *trace, int entry, Arena *arena)
{
    Buf shapes = {.arena = arena};
    const OpCall *call = &trace->entries[entry].call;
    for (int i = 0; i < call->input_count; i++) {
        int from = call->input[equation_input(trace, entry, NULL, i)]->origin;
        buf_printf(&shapes, "%s%s", i ? ", " : "", convention_tuple(trace, from, arena));
    }
    buf_printf(&shapes, " -> %s", convention_tuple(trace, entry, arena));
    return buf_text(&shapes);
}

const char *why_of(const Walk *walk, Cell cell, Arena *arena)
{
    Sight sight = walk_sight_so_far(walk);
    return why_in_words(walk->trace, &sight, cell, walk->view.digits, arena);
}

static int mistake_lines(const Walk *walk, Cell cell, Arena *arena, RuleLine *lines, int most)
{
    MistakeValue *values;
    double right = cell_value(walk->trace, cell);
    int count = mistake_values(walk->trace, cell, 0, arena, &values), n = 0;
    bool open = walk_is_open(walk, cell); // then what the mistakes give may be seen, too
    for (int i = 0; i < count && n + 1 < most; i++) {
        if (!values[i].mistake || values[i].is_idle || values[i].value == right) continue;
        Buf number = {.arena = arena};
        buf_add(&number, STR("  "));
        if (open) {
            number_human(&number, values[i].value, walk->view.digits);
            buf_add_char(&number, ':');
            buf_add_repeat(&number, ' ', NUMBER_COLUMNS - number.n);
        }
        const char *title = open ? "Common mistakes, and what they give here:" : "Usual mistakes:";
        if (n == 0) lines[n++] = (RuleLine){title, NULL};
        lines[n++] = (RuleLine){buf_text(&number), values[i].words};
    }
    return n;
}

int rule_lines(const Walk *walk, Cell cell, Arena *arena, RuleLine *lines)
{
    const Op *op = walk->trace->entries[cell.entry].call.op;
    bool held = cell_held(walk->trace, cell);
    int n = 0;
    const char *doc = op->doc ? arena_printf(arena, "%s.", op->doc) : NULL;
    if (held) doc = "held at a number, whatever is computed there.";
    if (doc) lines[n++] = (RuleLine){"A cell:  ", doc};
    if (op->shape) lines[n++] = (RuleLine){"Shapes:  ", op->shape};
    if (op->shape) lines[n++] = (RuleLine){"Here:    ", shapes_of(walk->trace, cell.entry, arena)};
    return held ? n : n + mistake_lines(walk, cell, arena, lines + n, MOST_RULE_LINES - n);
}
