// Puts together the answer to "why?": the rule of the operation and its shapes as its row states
// them, the arithmetic of the cell in names, and what the usual mistakes would have given for it.
#include "walk/places/rule.h"

#include "study/arithmetic/equation.h"
#include "study/arithmetic/mistake.h"
#include "study/why/why.h"
#include "tensor/op.h"
#include "trace/names/convention.h"

enum { MOST_MISTAKES = 24, MOST_PIECES = 12 };

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

static const char *made_of(const Walk *walk, Cell cell, Arena *arena)
{
    Arithmetic arithmetic;
    Buf symbols = {.arena = arena};
    bool few = explain_if_few(walk->trace, cell, walk->view.digits, arena, &arithmetic);
    if (!few || arithmetic.kind == TERMS_CONSTANT) return NULL;
    arithmetic_write_part(&arithmetic, true, MOST_PIECES, &symbols);
    return buf_text(&symbols);
}

static void find_mistakes(Rule *rule, const Walk *walk, Cell cell, Arena *arena)
{
    MistakeValue *values;
    double right = cell_value(walk->trace, cell);
    int count = mistake_values(walk->trace, cell, 0, arena, &values);
    rule->mistakes = NEW_ARRAY(arena, RuleMistake, MOST_MISTAKES);
    for (int i = 0; i < count && rule->mistake_count < MOST_MISTAKES; i++) {
        if (!values[i].mistake || !values[i].matters || values[i].value == right) continue;
        rule->mistakes[rule->mistake_count++] = (RuleMistake){values[i].value, values[i].words};
    }
}

const char *why_of(const Walk *walk, Cell cell, Arena *arena)
{
    Sight sight = walk_sight_so_far(walk);
    return why_in_words(walk->trace, &sight, cell, walk->view.digits, arena);
}

Rule rule_of(const Walk *walk, Cell cell, Arena *arena)
{
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    Rule rule = {.words = why_of(walk, cell, arena),
                 .shape = call->op->shape,
                 .here = shapes_of(walk->trace, cell.entry, arena),
                 .name = cell_name(walk->trace, cell, arena),
                 .made = made_of(walk, cell, arena),
                 .tells_values = walk_is_open(walk, cell)};
    if (call->op->doc) rule.doc = arena_printf(arena, "%s.", call->op->doc);
    if (cell_held(walk->trace, cell)) rule.doc = "held at a number, whatever is computed there.";
    if (!cell_held(walk->trace, cell)) find_mistakes(&rule, walk, cell, arena);
    return rule;
}

const char *rule_mistakes_title(const Rule *rule)
{
    return rule->tells_values ? "Common mistakes, and what they give here:" : "Usual mistakes:";
}
