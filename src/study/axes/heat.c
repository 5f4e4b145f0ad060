// Shares are known by their numbers and by where those come from: the softmax that made them may
// have been followed by a mask, by a dropout that drops nothing, or by a transpose.
#include "study/axes/heat.h"

#include "study/axes/role.h"
#include "study/axes/row.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "tensor/op.h"

#include <math.h>

// The entry whose numbers were moved to this one.
static int origin_of(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    while (call->op->moves && call->input_count && call->input[0]->origin >= 0) {
        entry = call->input[0]->origin;
        call = &trace->entries[entry].call;
    }
    return entry;
}

static bool is_made_by_program(const Trace *trace, int origin)
{
    const OpCall *call = &trace->entries[origin].call;
    return !call->op->sources && !tensor_note(call->output)->is_loaded;
}

bool matrix_holds_shares(const Trace *trace, const Matrix *matrix)
{
    int origin = origin_of(trace, matrix->entry);
    if (role_of(trace, matrix->entry) == ROLE_WEIGHTS) return true;
    if (!dtype_is_float(matrix->tensor->dtype) || is_made_by_program(trace, origin)) return false;
    Matrix made = matrix_as_made(matrix);
    if (rows_are_shares(&made)) return true;
    Matrix moved = matrix_through(trace, origin, (Index){0});
    return origin != matrix->entry && rows_are_shares(&moved);
}

HeatScale heat_scale(bool are_shares, double low, double high)
{
    return are_shares ? (HeatScale){0, 1} : (HeatScale){low, high};
}

HeatScale heat_scale_of_gradient(double low, double high)
{
    double far = fmax(fabs(low), fabs(high));
    return (HeatScale){-far, far};
}

HeatScale heat_scale_of_picture(bool are_shares, double low, double high)
{
    static const double ROUND[] = {5, 2, 1};
    if (!are_shares) return (HeatScale){fmin(low, 0), high};
    double end = 1;
    for (double unit = 0.1; high > 0 && unit > 1e-9; unit /= 10) {
        for (int i = 0; i < 3; i++) {
            if (ROUND[i] * unit >= high) end = ROUND[i] * unit;
        }
    }
    return (HeatScale){0, end};
}
