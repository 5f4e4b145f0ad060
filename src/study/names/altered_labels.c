// An axis of an altered tensor is followed back through the operations, which run as they were
// recorded, to the operation where the mistake is made. If that was to move numbers, and gave its
// input as it was, the axis is that input's; all others keep what they are called.
#include "study/names/altered_labels.h"

#include "tensor/op.h"
#include "trace/explain/axes.h"

// One operation back along the first input that the axis follows; false: it follows none.
static bool go_back(const Alteration *a, AxisPoint *axis)
{
    const OpCall *call = &a->trace->entries[axis->entry].call;
    for (int i = 0; i < call->input_count; i++) {
        AxisMap map;
        if (!axis_map(a->trace, axis->entry, axis->dim, i, AXIS_OF_RESULT, &map)) continue;
        *axis = axis_point_before(a->trace, axis, &map);
        return true;
    }
    return false;
}

// The input that an operation gave as it was, which none does but by mistake; -1: it computed
// something.
static int taken_over(const Alteration *a, int entry)
{
    const OpCall *call = &a->trace->entries[entry].call;
    const Tensor *output = mistake_output(a, entry);
    for (int i = 0; i < call->input_count; i++) {
        int origin = call->input[i]->origin;
        bool is_it =
            origin >= 0 && (output == call->input[i] || output == mistake_output(a, origin));
        if (output && is_it) return origin;
    }
    return -1;
}

DimLabels altered_labels(const Alteration *a, int entry, int dim)
{
    AxisPoint axis = {.entry = entry, .dim = dim, .step = 1};
    const Entry *entries = a->trace->entries;
    const DimLabels none = {0}, as_recorded = dim_labels(a->trace, entry, dim);
    bool is_turned = false;
    while (dim >= 0 && mistake_output(a, axis.entry) != trace_output(a->trace, axis.entry)) {
        const OpCall *call = &entries[axis.entry].call;
        const Tensor *output = mistake_output(a, axis.entry);
        int taken = taken_over(a, axis.entry);
        if (taken >= 0 && output->shape.ndim != call->output->shape.ndim) return as_recorded;
        if (taken < 0 && axis.entry == a->entry)
            return call->op->moves || !shape_equal(&output->shape, &call->output->shape)
                       ? none
                       : as_recorded;
        is_turned = is_turned || (taken >= 0 && call->op->moves);
        if (taken >= 0)
            axis.entry = taken;
        else if (!go_back(a, &axis))
            return as_recorded;
    }
    if (!is_turned) return as_recorded;
    DimLabels labels = dim_labels(a->trace, axis.entry, axis.dim);
    labels.start += axis.start * labels.step;
    labels.step *= axis.step;
    return labels;
}
