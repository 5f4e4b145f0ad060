#include "tensor/call.h"

#include "tensor/convert.h"

#include <string.h>

bool call_has(const OpCall *call, int arg)
{
    return call->arg[arg].kind != ARG_NONE;
}

int64_t call_int(const OpCall *call, int arg, int64_t otherwise)
{
    return call_has(call, arg) ? call->arg[arg].i : otherwise;
}

bool call_bool(const OpCall *call, int arg, bool otherwise)
{
    return call_has(call, arg) ? call->arg[arg].i != 0 : otherwise;
}

DType call_promoted(const OpCall *call)
{
    static const int rank[DTYPE_COUNT] = {[DTYPE_BOOL] = 0, [DTYPE_INT64] = 1, [DTYPE_FLOAT32] = 2};
    DType highest = DTYPE_BOOL;
    for (int i = 0; i < call->input_count; i++) {
        if (rank[call->input[i]->dtype] > rank[highest]) highest = call->input[i]->dtype;
    }
    return highest;
}

const char *dtype_title(DType dtype)
{
    static const char *const title[DTYPE_COUNT] = {"Float", "Long", "Bool"};
    return title[dtype];
}

const char *shape_list(Arena *arena, const Shape *shape)
{
    Buf buf = {.arena = arena};
    buf_add_char(&buf, '[');
    for (int d = 0; d < shape->ndim; d++) {
        buf_printf(&buf, d ? ", %lld" : "%lld", (long long)shape->dim[d]);
    }
    buf_add_char(&buf, ']');
    return buf_text(&buf);
}

bool wrap_dim(int64_t dim, int ndim, int *wrapped, Error *error)
{
    int dims = ndim > 0 ? ndim : 1;
    if (dim < -dims || dim >= dims) {
        return error_set(error, "IndexError",
                         "Dimension out of range (expected to be in range of [%d, %d], but got "
                         "%lld)",
                         -dims, dims - 1, (long long)dim);
    }
    *wrapped = (int)(dim < 0 ? dim + dims : dim);
    return true;
}

// The dimension, counted in the result, in which two shapes do not fit.
static bool sizes_differ(const Shape *a, const Shape *b, Error *error)
{
    int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    for (int d = 1; d <= a->ndim && d <= b->ndim; d++) {
        int64_t in_a = a->dim[a->ndim - d], in_b = b->dim[b->ndim - d];
        if (in_a == in_b || in_a == 1 || in_b == 1) continue;
        error_set(error, "RuntimeError",
                  "The size of tensor a (%lld) must match the size of tensor b (%lld) at "
                  "non-singleton dimension %d",
                  (long long)in_a, (long long)in_b, ndim - d);
        return error_hint(error, "the shapes are %s and %s; sizes must be equal or 1",
                          shape_tuple(error->arena, a), shape_tuple(error->arena, b));
    }
    return false;
}

bool broadcast_with(Shape *shape, const Tensor *tensor, Error *error)
{
    return shape_broadcast(shape, &tensor->shape, shape) ||
           sizes_differ(shape, &tensor->shape, error);
}

bool infer_broadcast(OpCall *call, Error *error)
{
    call->shape = call->input[0]->shape;
    for (int i = 1; i < call->input_count; i++) {
        if (!broadcast_with(&call->shape, call->input[i], error)) return false;
    }
    return true;
}

bool infer_promoted(OpCall *call, Error *error)
{
    call->dtype = call_promoted(call);
    return infer_broadcast(call, error);
}

bool infer_bool(OpCall *call, Error *error)
{
    call->dtype = DTYPE_BOOL;
    return infer_broadcast(call, error);
}

bool infer_float(OpCall *call, Error *error)
{
    call->dtype = DTYPE_FLOAT32;
    return infer_broadcast(call, error);
}

bool infer_same_view(OpCall *call)
{
    const Tensor *input = call->input[0];
    call->shape = input->shape;
    call->dtype = input->dtype;
    call->is_view = true;
    memcpy(call->stride, input->stride, sizeof call->stride);
    call->offset = input->offset;
    return true;
}

bool not_implemented(Error *error, const char *kernel, DType dtype)
{
    return error_set(error, "RuntimeError", "\"%s\" not implemented for '%s'", kernel,
                     dtype_title(dtype));
}

bool too_many_dims(Error *error, int64_t ndim)
{
    return error_set(error, "RuntimeError",
                     "a tensor may have %d dimensions here; this one would have %lld", MAX_DIMS,
                     (long long)ndim);
}

bool number_fits(const Tensor *number, DType dtype, Error *error)
{
    if (!number->is_number || number->dtype != DTYPE_FLOAT32 || dtype != DTYPE_INT64) return true;
    double value = tensor_get(number, (Index){0});
    if (value >= -0x1p63 && value < 0x1p63) return true;
    return error_set(error, "RuntimeError",
                     "value cannot be converted to type int64_t without overflow");
}

void terms_moved(const OpCall *call, Terms *terms, int input, Index at)
{
    DType from = call->input[input]->dtype;
    bool same = from == call->dtype || from == DTYPE_BOOL || call->dtype == DTYPE_FLOAT32;
    terms->kind = same ? TERMS_MOVED : TERMS_ELEMENTWISE;
    terms_add(terms, input, at);
}

double value_converted(const OpCall *call, const double *term, int count)
{
    (void)count;
    if (call->dtype == DTYPE_INT64) return (double)int_from_double(term[0]);
    return call->dtype == DTYPE_BOOL ? term[0] != 0 : term[0];
}

void sources_elementwise(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_ELEMENTWISE;
    for (int i = 0; i < call->input_count; i++) {
        terms_add(terms, i, index_broadcast(&call->input[i]->shape, &call->shape, at));
    }
}

void sources_in_order(const OpCall *call, Index at, Terms *terms)
{
    int64_t position = index_ravel(&call->shape, at);
    terms_moved(call, terms, 0, index_unravel(&call->input[0]->shape, position));
}

void sources_same_cell(const OpCall *call, Index at, Terms *terms)
{
    terms_moved(call, terms, 0, at);
}
