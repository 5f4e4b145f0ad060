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

// Are all numbers that were moved to this entry given by the program, not computed? Rows may have
// been filled one after the other.
static bool is_given(const Trace *trace, int entry)
{
    int origin = origin_of(trace, entry);
    if (!is_made_by_program(trace, origin)) return false;
    while (entry != origin) {
        const OpCall *call = &trace->entries[entry].call;
        for (int i = 1; i < call->input_count; i++) {
            const Tensor *input = call->input[i];
            bool may_be_share = dtype_is_float(input->dtype) && input->origin >= 0;
            if (may_be_share && !is_made_by_program(trace, origin_of(trace, input->origin)))
                return false;
        }
        entry = call->input[0]->origin;
    }
    return true;
}

bool matrix_holds_shares(const Trace *trace, const Matrix *matrix)
{
    int origin = origin_of(trace, matrix->entry);
    if (role_of(trace, matrix->entry) == ROLE_WEIGHTS) return true;
    if (!dtype_is_float(matrix->tensor->dtype) || is_given(trace, matrix->entry)) return false;
    Matrix made = matrix_as_made(matrix);
    if (rows_are_shares(&made)) return true;
    Matrix moved = matrix_through(trace, origin, (Index){0});
    return origin != matrix->entry && rows_are_shares(&moved);
}

HeatScale heat_scale(bool are_shares, double low, double high)
{
    return are_shares ? (HeatScale){0, 1} : (HeatScale){low, high};
}

double heat_end_of_shares(double percentile_99, double mean)
{
    static const double ROUND[] = {8, 6, 5, 4, 3, 2.5, 2, 1.5, 1};
    const double slack = 1 - 1e-6; // of float32
    double least = fmax(percentile_99, 2 * mean) * slack, end = 1;
    if (!(least > 0 && least <= 0.5)) return 1;
    for (double unit = 0.1; unit > 1e-9 && unit * 10 >= least; unit /= 10) {
        for (size_t i = 0; i < sizeof ROUND / sizeof *ROUND; i++) {
            if (ROUND[i] * unit >= least) end = ROUND[i] * unit;
        }
    }
    return end;
}

HeatScale heat_scale_of_gradient(double low, double high)
{
    double far = fmax(fabs(low), fabs(high));
    return (HeatScale){-far, far};
}

HeatScale heat_scale_of_picture(bool are_shares, double low, double high)
{
    if (!are_shares) return (HeatScale){fmin(low, 0), high};
    return (HeatScale){0, heat_end_of_shares(high, 0)};
}
