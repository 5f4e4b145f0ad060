// Finds the tensors that a model makes once per layer, such as the attention weights of each: same
// operation, same shape, same role.
#include "study/attention/layers.h"

#include "study/axes/role.h"
#include "tensor/op.h"

#include <string.h>

static bool is_alike(const Trace *trace, int entry, int other)
{
    const OpCall *a = &trace->entries[entry].call, *b = &trace->entries[other].call;
    return a->op == b->op && shape_equal(&a->output->shape, &b->output->shape) &&
           role_of(trace, entry) == role_of(trace, other);
}

const Call *layer_module(const Trace *trace, int entry)
{
    const Call *call = trace->entries[entry].inside;
    while (call && !call->path) call = call->caller;
    return call;
}

bool layers_are_same(const Trace *trace, int a, int b)
{
    const Call *of_a = layer_module(trace, a), *of_b = layer_module(trace, b);
    if (!of_a || !of_b || strcmp(of_a->path, of_b->path) != 0) return false;
    if (!span_equal(trace->entries[a].source, trace->entries[b].source)) return false;
    const Call *in_a = trace->entries[a].inside, *in_b = trace->entries[b].inside;
    while (in_a != of_a && in_b != of_b && span_equal(in_a->source, in_b->source)) {
        in_a = in_a->caller;
        in_b = in_b->caller;
    }
    return in_a == of_a && in_b == of_b;
}

bool layers_are_heads(const Trace *trace, int a, int b)
{
    const Call *of_a = layer_module(trace, a), *of_b = layer_module(trace, b);
    const char *list = of_a ? strrchr(of_a->path, '[') : NULL; // "attention.heads" of its [0]
    bool are = list && of_b && of_a != of_b && of_a->caller && of_a->caller == of_b->caller &&
               strncmp(of_a->path, of_b->path, (size_t)(list + 1 - of_a->path)) == 0 &&
               of_a->argument_count && of_a->argument_count == of_b->argument_count;
    for (int i = 0; are && i < of_a->argument_count; i++)
        are = of_a->argument[i] == of_b->argument[i];
    return are;
}

const char *layer_holder(const Trace *trace, int entry, Arena *arena)
{
    const Call *call = layer_module(trace, entry);
    while (call && (call = call->caller) && !call->path) continue;
    return call ? call->path : entry_title(trace, entry, arena);
}

bool layers_are_of_one_model(const Trace *trace, const int *entries, int count)
{
    const Call *first = count ? layer_module(trace, entries[0]) : NULL;
    size_t root = first ? strcspn(first->path, ".") : 0;
    for (int i = 1; i < count; i++) {
        const Call *module = layer_module(trace, entries[i]);
        if (!first || !module || strcspn(module->path, ".") != root ||
            strncmp(first->path, module->path, root) != 0)
            return false;
    }
    return true;
}

// The number of the first call of its module.
static int first_call(const Trace *trace, int entry)
{
    const Call *module = layer_module(trace, entry);
    int i = 0;
    while (module && i < module->index &&
           !(trace->calls[i]->path && strcmp(trace->calls[i]->path, module->path) == 0))
        i++;
    return i;
}

// Of the tensors that one layer made, `of` among them: that of the time at which `entry` was made.
// Layers that the model begins with before the entry's own made it before, the others after it.
static int at_the_time(const Trace *trace, const int *alike, int count, int of, int entry)
{
    int before = -1, after = -1;
    if (of == entry || layers_are_same(trace, of, entry)) return entry;
    for (int i = count - 1; i >= 0; i--) {
        if (alike[i] != of && !layers_are_same(trace, alike[i], of)) continue;
        if (alike[i] > entry) after = alike[i];
        if (alike[i] < entry && before < 0) before = alike[i];
    }
    bool comes_before = first_call(trace, of) < first_call(trace, entry);
    if (comes_before) return before >= 0 ? before : after;
    return after >= 0 ? after : before;
}

int layers_of(const Trace *trace, int entry, Arena *arena, int **layers)
{
    int count = 0, kept = 0;
    int *alike = NEW_ARRAY(arena, int, trace->entry_count);
    *layers = NEW_ARRAY(arena, int, trace->entry_count);
    bool alone = role_of(trace, entry) == ROLE_NONE || !trace->entries[entry].call.op->sources;
    for (int i = 0; i < trace->entry_count; i++) {
        if (i == entry || (!alone && is_alike(trace, entry, i))) alike[count++] = i;
    }
    for (int i = 0; i < count; i++) {
        if (at_the_time(trace, alike, count, alike[i], entry) == alike[i])
            (*layers)[kept++] = alike[i];
    }
    return kept;
}
