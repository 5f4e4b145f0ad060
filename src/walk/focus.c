// Sets which operation or call the equation shows, and lists its operands and result. A tensor
// that was passed to a call twice is listed once.
#include "walk/focus.h"

static void add_matrix(Walk *walk, int entry)
{
    walk->equation = arena_grow(&walk->arena, walk->equation, (size_t)walk->equation_count,
                                &walk->equation_capacity, sizeof(int));
    walk->equation[walk->equation_count++] = entry;
}

void focus_set(Walk *walk, int entry)
{
    walk->focus = entry;
    walk->focus_call = -1;
    walk->equation_count = 0;
    if (entry < 0) return;
    const OpCall *call = &walk->trace->entries[entry].call;
    for (int i = 0; i < call->input_count; i++) add_matrix(walk, call->input[i]->origin);
    add_matrix(walk, entry);
}

static bool is_listed(const Walk *walk, int entry)
{
    for (int i = 0; i < walk->equation_count; i++) {
        if (walk->equation[i] == entry) return true;
    }
    return false;
}

void focus_call(Walk *walk, const Call *call)
{
    walk->focus = call->result;
    walk->focus_call = call->index;
    walk->equation_count = 0;
    for (int i = 0; i < call->argument_count; i++) {
        const Tensor *given = walk->trace->entries[call->argument[i]].call.output;
        if (tensor_count(given) && !is_listed(walk, call->argument[i]))
            add_matrix(walk, call->argument[i]);
    }
    add_matrix(walk, call->result);
}

int walk_equation(const Walk *walk, const int **entries)
{
    *entries = walk->equation;
    return walk->equation_count;
}

bool walk_in_equation(const Walk *walk, int entry)
{
    for (int i = 0; i < walk->equation_count; i++) {
        if (walk->equation[i] == entry) return true;
    }
    return false;
}
