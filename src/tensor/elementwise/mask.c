// The operations that keep some cells and replace the others: tril and triu (below and above the
// diagonal), masked_fill (a value where the mask is True) and where (one of two cells, by a
// condition). A causal mask is made with these.
#include "tensor/elementwise/elementwise.h"

#include "tensor/convert.h"

// ---- triangles ---------------------------------------------------------------------------------

static bool infer_triangle(OpCall *call, Error *error)
{
    const Shape *shape = &call->input[0]->shape;
    if (shape->ndim < 2) {
        return error_set(error, "RuntimeError", "%s: input tensor must have at least 2 dimensions",
                         call->op->name);
    }
    call->shape = *shape;
    call->dtype = call->input[0]->dtype;
    return true;
}

// The diagonal, kept within the matrix.
static int64_t diagonal_of(const OpCall *call)
{
    int64_t rows = call->shape.dim[call->shape.ndim - 2];
    int64_t columns = call->shape.dim[call->shape.ndim - 1];
    int64_t diagonal = call_int(call, 0, 0);
    return diagonal < -rows ? -rows : diagonal > columns ? columns : diagonal;
}

// Copies columns [from, to) of one row, in all batches.
static void copy_part(OpCall *call, int64_t row, int64_t from, int64_t to)
{
    Tensor in = *call->input[0], out = *call->output;
    int last = call->shape.ndim - 1;
    if (from >= to) return;
    in.shape.dim[last - 1] = out.shape.dim[last - 1] = 1;
    in.shape.dim[last] = out.shape.dim[last] = to - from;
    in.offset += row * in.stride[last - 1] + from * in.stride[last];
    out.offset += row * out.stride[last - 1] + from * out.stride[last];
    tensor_assign(&out, &in);
}

static int64_t within(int64_t column, int64_t columns)
{
    return column < 0 ? 0 : column > columns ? columns : column;
}

static void copy_triangle(OpCall *call, bool lower)
{
    if (tensor_count(call->output) == 0) return;
    int64_t rows = call->shape.dim[call->shape.ndim - 2];
    int64_t columns = call->shape.dim[call->shape.ndim - 1], diagonal = diagonal_of(call);
    for (int64_t row = 0; row < rows; row++) {
        if (lower)
            copy_part(call, row, 0, within(row + diagonal + 1, columns));
        else
            copy_part(call, row, within(row + diagonal, columns), columns);
    }
}

// `side` compares how far a cell is right of the main diagonal with the diagonal that was asked
// for.
#define TRIANGLE(id, is_lower, side, its_doc)                                                      \
    static void id##_forward(OpCall *call)                                                         \
    {                                                                                              \
        copy_triangle(call, is_lower);                                                             \
    }                                                                                              \
    static void id##_sources(const OpCall *call, Index at, Terms *terms)                           \
    {                                                                                              \
        int last = call->shape.ndim - 1;                                                           \
        if (at.at[last] - at.at[last - 1] side diagonal_of(call)) terms_moved(call, terms, 0, at); \
    }                                                                                              \
    OP(id, "input: Tensor, diagonal: int = 0", "(..., m, n) -> (..., m, n)", its_doc,              \
       IN_TORCH | IN_TENSOR, .infer = infer_triangle, .forward = id##_forward,                     \
       .sources = id##_sources)

TRIANGLE(tril, true, <=, "the cell on and below the given diagonal, 0 above it")
TRIANGLE(triu, false, >=, "the cell on and above the given diagonal, 0 below it")

// ---- choosing elementwise ---------------------------------------------------------------------

// The cell of input 1 where input 0 holds, else that of input 2. One of them is often a number.
#define CHOOSE(name, Cell)                                                                         \
    LANE void name##_loop(Cell *out, const unsigned char *condition, const Cell *a, const Cell *b, \
                          int64_t c_stride, int64_t a_stride, int64_t b_stride, int64_t n)         \
    {                                                                                              \
        Cell first = *a, second = *b;                                                              \
        INDEPENDENT for (int64_t i = 0; i < n; i++)                                                \
        {                                                                                          \
            Cell x = a_stride ? a[i * a_stride] : first, y = b_stride ? b[i * b_stride] : second;  \
            out[i] = condition[i * c_stride] ? x : y;                                              \
        }                                                                                          \
    }                                                                                              \
    LANE void name##_body(void *output, const void *const *in, const int64_t *stride, int64_t n)   \
    {                                                                                              \
        if (n == 0)                                                                                \
            return;                                                                                \
        else if (stride[0] == 1 && stride[1] == 0 && stride[2] == 1)                               \
            name##_loop(output, in[0], in[1], in[2], 1, 0, 1, n);                                  \
        else if (stride[0] == 1 && stride[1] == 1 && stride[2] == 0)                               \
            name##_loop(output, in[0], in[1], in[2], 1, 1, 0, n);                                  \
        else                                                                                       \
            name##_loop(output, in[0], in[1], in[2], stride[0], stride[1], stride[2], n);          \
    }                                                                                              \
    BOTH_WAYS(name)

CHOOSE(choose_floats, float)
CHOOSE(choose_doubles, double)
CHOOSE(choose_ints, int64_t)
CHOOSE(choose_bools, unsigned char)

// Runs `choose` on a call whose inputs are condition, first and second choice.
static void choose_forward(OpCall *call)
{
    static RowFunction *const choose[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = choose_floats,
        [DTYPE_FLOAT64] = choose_doubles,
        [DTYPE_INT64] = choose_ints,
        [DTYPE_BOOL] = choose_bools,
    };
    elementwise(call, (const DType[]){DTYPE_BOOL, call->dtype, call->dtype},
                choose[dtype_compute(call->dtype)]);
}

// The cell of one input, as the condition says.
static void sources_chosen(const OpCall *call, int condition, int yes, int no, Index at,
                           Terms *terms)
{
    const Tensor *tensor = call->input[condition];
    Index decides = index_broadcast(&tensor->shape, &call->shape, at);
    int input = tensor_get_int(tensor, decides) ? yes : no;
    terms_moved(call, terms, input, index_broadcast(&call->input[input]->shape, &call->shape, at));
    terms_decide(terms, condition, decides);
}

// ---- masked_fill -------------------------------------------------------------------------------

static bool masked_fill_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *mask = call->input[1], *value = call->input[2];
    if (value->shape.ndim > 0) {
        return error_set(error, "RuntimeError",
                         "masked_fill_ only supports a 0-dimensional value tensor, but got tensor "
                         "with %d dimension(s).",
                         value->shape.ndim);
    }
    if (mask->dtype != DTYPE_BOOL) {
        error_set(error, "RuntimeError",
                  "masked_fill_ only supports boolean masks, but got mask with dtype %s",
                  dtype_c_name(mask->dtype));
        return error_hint(error, "compare it with 0 to make a mask: mask == 0");
    }
    call->dtype = in->dtype;
    call->shape = mask->shape; // named first by PyTorch, too, when the two do not fit
    return shape_broadcast_with(&call->shape, in, error) &&
           dtype_fits_number(value, in->dtype, error);
}

static void masked_fill_forward(OpCall *call)
{
    Tensor *in_order[] = {call->input[1], call->input[2], call->input[0]};
    OpCall filling = *call;
    filling.input = in_order;
    choose_forward(&filling);
}

static void masked_fill_sources(const OpCall *call, Index at, Terms *terms)
{
    sources_chosen(call, 1, 2, 0, at, terms);
}

OP_ROW(masked_fill, "input: Tensor, mask: Tensor, value: Number", "(...), (...), () -> (...)",
       "the value where the mask is True, else the cell", IN_TORCH | IN_TENSOR,
       .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .forward = masked_fill_forward,
       .sources = masked_fill_sources, .value = value_converted)

// ---- where -------------------------------------------------------------------------------------

static bool where_infer(OpCall *call, Error *error)
{
    const Tensor *condition = call->input[0];
    if (condition->dtype != DTYPE_BOOL && condition->dtype != DTYPE_UINT8) {
        return error_set(error, "RuntimeError",
                         "where expected condition to be a boolean tensor, but got a tensor with "
                         "dtype %s",
                         dtype_title(condition->dtype));
    }
    OpCall choices = *call;
    choices.input = call->input + 1;
    choices.input_count = 2;
    call->dtype = call_promoted(&choices);
    bool numbers = call->input[1]->is_number && call->input[2]->is_number;
    bool fits = numbers || (dtype_fits_number(call->input[1], call->dtype, error) &&
                            dtype_fits_number(call->input[2], call->dtype, error));
    return fits && infer_broadcast(call, error);
}

static void where_sources(const OpCall *call, Index at, Terms *terms)
{
    sources_chosen(call, 0, 1, 2, at, terms);
}

OP_ROW(where, "condition: Tensor, input: Number, other: Number", "(...), (...), (...) -> (...)",
       "the first cell where the condition is True, else the second", IN_LIBRARY, .effort = {4},
       .layout = layout_together, .traits = OP_KNOWS_HALVES | OP_WRITES_ALL,
       .forward = choose_forward, .sources = where_sources, .value = value_converted)
