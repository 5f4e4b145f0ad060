// Labels travel through operations, so only what the program gives can lack them by an oversight;
// and a lesson that labels nothing, or numbers of another size, means to. What is left is a tensor
// of the same shape as one in the same block whose rows or columns are words.
#include "check/labels.h"

#include "trace/labels.h"

static bool has_axes(const Trace *trace, int entry)
{
    int ndim = trace->entries[entry].call.shape.ndim;
    for (int dim = 0; dim < ndim; dim++) {
        if (label_axis(trace, entry, dim)) return true;
    }
    return false;
}

static const Source *code_of(const Trace *trace, const Binding *binding)
{
    return trace->statements[binding->statement].source.source;
}

static bool is_given(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    return call->input_count == 0 && call->shape.ndim >= 2;
}

static bool has_words(const Trace *trace, int entry)
{
    int ndim = trace->entries[entry].call.shape.ndim;
    for (int dim = 0; dim < ndim; dim++) {
        if (dim_labels(trace, entry, dim).items) return true;
    }
    return false;
}

// A given tensor of this shape, in the same block, that has such; -1: there is none.
static int labelled_beside(const Trace *trace, const Binding *binding)
{
    const Shape *shape = &trace->entries[binding->entry].call.shape;
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *other = &trace->bindings[i];
        bool alike = code_of(trace, other) == code_of(trace, binding) &&
                     is_given(trace, other->entry) &&
                     shape_equal(&trace->entries[other->entry].call.shape, shape);
        if (alike && has_words(trace, other->entry)) return i;
    }
    return -1;
}

void labels_warn(const Walk *walk, Findings *findings)
{
    const Trace *trace = walk->trace;
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *binding = &trace->bindings[i];
        if (!is_given(trace, binding->entry) || has_axes(trace, binding->entry)) continue;
        int other = labelled_beside(trace, binding);
        if (other < 0) continue;
        Error warning = {.arena = findings->arena};
        error_set_at(&warning, trace->statements[binding->statement].source, NULL,
                     "warning: %s has no labels, and %s beside it has words", binding->name,
                     trace->bindings[other].name);
        error_hint(&warning, "name its axes too, as in #| axes: %s = tokens, features",
                   binding->name);
        findings_warning(findings, &warning);
    }
}
