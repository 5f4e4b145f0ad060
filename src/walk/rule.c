// Puts together the answer to "why?": the rule of the operation and its shapes as its row states
// them, the arithmetic of the cell in names, and what the usual mistakes would have given for it.
#include "walk/rule.h"

#include "trace/slip.h"

enum { MOST_MISTAKES = 24, MOST_PIECES = 12, MOST_TERMS = 4096 };

static const char *shapes_of(const OpCall *call, Arena *arena)
{
    Buf shapes = {.arena = arena};
    for (int i = 0; i < call->input_count; i++)
        buf_printf(&shapes, "%s%s", i ? ", " : "", shape_tuple(arena, &call->input[i]->shape));
    buf_printf(&shapes, " -> %s", shape_tuple(arena, &call->shape));
    return buf_text(&shapes);
}

static const char *made_of(const Walk *walk, Cell cell, Arena *arena)
{
    Terms terms = {.arena = arena};
    op_sources(&walk->trace->entries[cell.entry].call, cell.at, &terms);
    if (terms.count == 0 || terms.count > MOST_TERMS) return NULL;
    Arithmetic arithmetic;
    Buf symbols = {.arena = arena};
    explain_cell(walk->trace, cell, walk->digits, arena, &arithmetic);
    arithmetic_write_part(&arithmetic, true, MOST_PIECES, &symbols);
    return buf_text(&symbols);
}

static void find_mistakes(Rule *rule, const Walk *walk, Cell cell, Arena *arena)
{
    SlipValue *values;
    double right = cell_value(walk->trace, cell);
    int count = slip_values(walk->trace, cell, 0, arena, &values);
    rule->mistakes = NEW_ARRAY(arena, RuleMistake, MOST_MISTAKES);
    for (int i = 0; i < count && rule->mistake_count < MOST_MISTAKES; i++) {
        if (!values[i].slip || !values[i].matters || values[i].value == right) continue;
        rule->mistakes[rule->mistake_count++] = (RuleMistake){values[i].value, values[i].words};
    }
}

Rule rule_of(const Walk *walk, Cell cell, Arena *arena)
{
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    Rule rule = {.shape = call->op->shape,
                 .here = shapes_of(call, arena),
                 .name = cell_name(walk->trace, cell, arena),
                 .made = made_of(walk, cell, arena),
                 .tells_values = walk_is_open(walk, cell)};
    if (call->op->doc) rule.doc = text_printf(arena, "%s.", call->op->doc);
    find_mistakes(&rule, walk, cell, arena);
    return rule;
}

const char *rule_mistakes_title(const Rule *rule)
{
    return rule->tells_values ? "Usual mistakes, and what they give here:" : "Usual mistakes:";
}
