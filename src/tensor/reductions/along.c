// Runs a function on each line of cells along one dimension; softmax and cumsum work so. A line
// whose cells lie apart in memory, or are of another dtype, is first copied into a contiguous
// array, since such functions read it several times.
#include "tensor/reductions/along.h"

#include "tensor/convert.h"
#include "tensor/rows.h"

int64_t along_length(const OpCall *call)
{
    return call->shape.ndim ? call->shape.dim[call_dim(call)] : 1;
}

// The first cell of each line.
static Tensor starts(const Tensor *tensor, int dim)
{
    Tensor view = *tensor;
    if (view.shape.ndim) view.shape.dim[dim] = 1;
    return view;
}

// Room for a line side by side: reading it several times from far apart would be slow.
typedef struct Room {
    void *in, *out; // NULL where the line itself will do
} Room;

static void run_line(LineAlong line, DType from, DType operand, DType to, Room room,
                     LineFunction *function)
{
    LineAlong near = line;
    if (room.in) {
        convert_row(from, line.in, line.in_stride, operand, room.in, 1, line.n);
        near.in = room.in;
        near.in_stride = 1;
    }
    if (room.out) {
        near.out = room.out;
        near.out_stride = 1;
    }
    function(&near);
    if (room.out) convert_row(operand, room.out, 1, to, line.out, line.out_stride, line.n);
}

void along_dim(OpCall *call, DType operand, LineFunction *function)
{
    const Tensor *in = call->input[0], *out = call->output;
    if (tensor_count(out) == 0) return;
    int dim = call_dim(call);
    bool number = in->shape.ndim == 0;
    LineAlong line = {.n = number ? 1 : in->shape.dim[dim],
                      .in_stride = number ? 1 : in->stride[dim],
                      .out_stride = number ? 1 : out->stride[dim]};
    SCRATCH(scratch);
    Room room = {0};
    size_t cell = dtype_bytes(operand);
    if (in->dtype != operand || line.in_stride != 1)
        room.in = arena_array(&scratch, (size_t)line.n, cell);
    if (line.out_stride != 1 || out->dtype != operand)
        room.out = arena_array(&scratch, (size_t)line.n, cell);
    Tensor in_starts = starts(in, dim), out_starts = starts(out, dim);
    Rows rows;
    rows_begin(&rows, &out_starts.shape, (const Tensor *const[]){&out_starts, &in_starts}, 2);
    while (rows_next(&rows)) {
        unsigned char *to = row_cells(&rows, 0);
        const unsigned char *from = row_cells(&rows, 1);
        for (int64_t i = 0; i < rows.length; i++) {
            line.out = to + (size_t)(i * rows.stride[0]) * dtype_bytes(out->dtype);
            line.in = from + (size_t)(i * rows.stride[1]) * dtype_bytes(in->dtype);
            run_line(line, in->dtype, operand, out->dtype, room, function);
        }
    }
}
