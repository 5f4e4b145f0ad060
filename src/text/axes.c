// Writes a row for each axis, below one another.
#include "text/axes.h"

#include "study/title.h"
#include "trace/explain.h"

void axes_print(const Trace *trace, int entry, int given, Buf *out)
{
    TensorAxes axes = axes_of(trace, entry);
    const Shape *shape = &trace->entries[entry].call.output->shape;
    buf_printf(out, "%s: %s, %s\n", tensor_title(trace, entry, out->arena),
               role_title(trace, entry), shape_tuple(out->arena, shape));
    for (int d = given; d < axes.ndim; d++) {
        const TensorAxis *axis = &axes.of[d];
        buf_printf(out, "  %d  %-15s %5lld  %s\n", d, axis_name(axis), (long long)shape->dim[d],
                   axis->how ? axis->how : "nothing says what it is; #| axes: or --axes can");
    }
}
