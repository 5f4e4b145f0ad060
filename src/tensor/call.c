// The common parts of an operation's row: reading arguments, inferring shape and dtype of the
// result by PyTorch's rules for broadcasting and type promotion, naming the source cells of a
// result cell, and error messages in PyTorch's words.
#include "tensor/call.h"

#include "tensor/convert.h"
#include "tensor/dtype.h"

#include <math.h>
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

double call_float(const OpCall *call, int arg, double otherwise)
{
    if (!call_has(call, arg)) return otherwise;
    return call->arg[arg].kind == ARG_BOOL ? (double)call->arg[arg].i : call->arg[arg].f;
}

const char *call_str(const OpCall *call, int arg, const char *otherwise)
{
    return call_has(call, arg) ? call->arg[arg].text : otherwise;
}

int call_dim(const OpCall *call)
{
    Error none = {.set = true};
    int dim = 0;
    shape_wrap_dim(call_int(call, 0, 0), call->input[0]->shape.ndim, &dim, &none);
    return dim;
}

Shape call_sizes(const OpCall *call, int arg)
{
    Shape shape = {.ndim = call->arg[arg].count};
    for (int d = 0; d < shape.ndim && d < MAX_DIMS; d++) shape.dim[d] = call->arg[arg].ints[d];
    return shape;
}

int call_which(const OpCall *call, int parameter)
{
    if (call->absent >> parameter & 1) return -1;
    int before = 0;
    for (int k = 0; k < parameter; k++) before += !(call->absent >> k & 1);
    return before < call->input_count ? before : -1;
}

Tensor *call_input(const OpCall *call, int parameter)
{
    int which = call_which(call, parameter);
    return which < 0 ? NULL : call->input[which];
}

DType call_promoted(const OpCall *call)
{
    return dtype_together(call->input, call->input_count);
}

bool call_takes_exactly(const OpCall *call, int k)
{
    bool exact = k == call->input_count - 1
                     ? (call->op->traits & OP_EXACT_NUMBER) && tensor_count(call->input[k]) == 1
                     : (call->op->traits & OP_EXACT_FIRST) && call->input[k]->is_number;
    return exact && dtype_is_half(call_promoted(call));
}

float call_stepped(const OpCall *call, float value)
{
    DType dtype = dtype_is_half(call->halves) ? call->halves : call->dtype;
    return dtype_is_half(dtype) ? (float)dtype_held(dtype, (double)value) : value;
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

bool shape_wrap_dim(int64_t dim, int ndim, int *wrapped, Error *error)
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

bool shape_name_dims(const int64_t *dims, int count, int ndim, bool named[MAX_DIMS], Error *error)
{
    memset(named, 0, MAX_DIMS * sizeof *named);
    for (int i = 0; i < count; i++) {
        int dim = 0;
        if (!shape_wrap_dim(dims[i], ndim, &dim, error)) return false;
        if (named[dim]) {
            return error_set(error, "RuntimeError",
                             "dim %d appears multiple times in the list of dims", dim);
        }
        named[dim] = true;
    }
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

bool shape_broadcast_with(Shape *shape, const Tensor *tensor, Error *error)
{
    return shape_broadcast(shape, &tensor->shape, shape) ||
           sizes_differ(shape, &tensor->shape, error);
}

bool shape_expands(const Tensor *tensor, const Shape *shape, Error *error)
{
    const Shape *own = &tensor->shape;
    Shape both;
    if (shape_broadcast(shape, own, &both) && shape_equal(&both, shape)) return true;
    int lead = shape->ndim - own->ndim, d = shape->ndim - 1;
    if (lead < 0) {
        return error_set(error, "RuntimeError",
                         "expand(torch.%sTensor{%s}, size=%s): the number of sizes provided (%d) "
                         "must be greater or equal to the number of dimensions in the tensor (%d)",
                         dtype_title(tensor->dtype), shape_list(error->arena, own),
                         shape_list(error->arena, shape), shape->ndim, own->ndim);
    }
    while (d > lead && (own->dim[d - lead] == 1 || own->dim[d - lead] == shape->dim[d])) d--;
    return error_set(error, "RuntimeError",
                     "The expanded size of the tensor (%lld) must match the existing size (%lld) "
                     "at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
                     (long long)shape->dim[d], (long long)own->dim[d - lead], d,
                     shape_list(error->arena, shape), shape_list(error->arena, own));
}

const char *call_size_list(Arena *arena, const Arg *sizes)
{
    Buf buf = {.arena = arena};
    for (int i = 0; i < sizes->count; i++)
        buf_printf(&buf, i ? ", %lld" : "%lld", (long long)sizes->ints[i]);
    return buf_text(&buf);
}

bool infer_broadcast(OpCall *call, Error *error)
{
    call->shape = call->input[0]->shape;
    for (int i = 1; i < call->input_count; i++) {
        if (!shape_broadcast_with(&call->shape, call->input[i], error)) return false;
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
    DType dtype = call_promoted(call);
    call->dtype = dtype_is_float(dtype) ? dtype : call->input[0]->heap->float_dtype;
    return infer_broadcast(call, error);
}

bool infer_no_bools(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    return call->dtype != DTYPE_BOOL || error_not_implemented(error, call->op->kernel, call->dtype);
}

bool infer_only_floats(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    return dtype_is_float(call->dtype) ||
           error_not_implemented(error, call->op->kernel, call->dtype);
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

bool infer_view_without(OpCall *call, const bool dropped[MAX_DIMS])
{
    Tensor rest = layout_dims(call->input[0], dropped, false);
    infer_same_view(call);
    call->shape = rest.shape;
    memcpy(call->stride, rest.stride, sizeof call->stride);
    return true;
}

bool error_not_implemented(Error *error, const char *kernel, DType dtype)
{
    return error_set(error, "RuntimeError", "\"%s\" not implemented for '%s'", kernel,
                     dtype_title(dtype));
}

bool error_too_many_dims(Error *error, int64_t ndim)
{
    return error_set(error, "RuntimeError",
                     "a tensor may have %d dimensions here; this one would have %lld", MAX_DIMS,
                     (long long)ndim);
}

bool error_no_dimensions(Error *error)
{
    return error_set(error, "IndexError", "Dimension specified as 0 but tensor has no dimensions");
}

static bool overflows(Error *error, const char *type)
{
    return error_set(error, "RuntimeError", "value cannot be converted to type %s without overflow",
                     type);
}

bool number_fits_float(double number, DType dtype, Error *error)
{
    static const char *const name[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = "float", [DTYPE_FLOAT16] = "at::Half", [DTYPE_BFLOAT16] = "at::BFloat16"};
    bool fits = !name[dtype] || !isfinite(number) || fabs(number) <= dtype_largest(dtype);
    return fits || overflows(error, name[dtype]);
}

static bool number_fits(double value, bool is_int, DType dtype, Error *error)
{
    static const char *const name[DTYPE_COUNT] = {
        [DTYPE_INT64] = "int64_t", [DTYPE_INT32] = "int",     [DTYPE_INT16] = "int16_t",
        [DTYPE_INT8] = "int8_t",   [DTYPE_UINT8] = "uint8_t",
    };
    if (!name[dtype]) return number_fits_float(value, dtype, error);
    double most = (double)dtype_most(dtype);
    bool wraps = dtype == DTYPE_UINT8 && is_int; // -1 is 255
    double least = wraps ? -most : (double)dtype_least(dtype);
    bool fits = value >= least && (dtype == DTYPE_INT64 ? value < 0x1p63 : value <= most);
    return fits || (dtype == DTYPE_INT64 && is_int) || overflows(error, name[dtype]);
}

bool dtype_fits_number(const Tensor *number, DType dtype, Error *error)
{
    return !number->is_number ||
           number_fits(tensor_get(number, (Index){0}), number->dtype == DTYPE_INT64, dtype, error);
}

bool arguments_fit(const OpCall *call, int k, DType dtype, Error *error)
{
    for (; k < MAX_ARGS; k++) {
        bool is_int = call->arg[k].kind == ARG_INT;
        if (!is_int && call->arg[k].kind != ARG_FLOAT) continue;
        if (!number_fits(call->arg[k].f, is_int, dtype, error)) return false;
    }
    return true;
}

// Does each number of `from` stay what it is as `to`, as far as a double shows?
static bool keeps_numbers(DType from, DType to)
{
    if (from == to || from == DTYPE_BOOL) return true;
    if (dtype_is_float(to)) return !dtype_is_half(to);
    return dtype_is_integer(from) && dtype_is_integer(to) && dtype_least(from) >= dtype_least(to) &&
           dtype_most(from) <= dtype_most(to);
}

void terms_moved(const OpCall *call, Terms *terms, int input, Index at)
{
    bool same = keeps_numbers(call->input[input]->dtype, call->dtype);
    terms->kind = same ? TERMS_MOVED : TERMS_ELEMENTWISE;
    terms_add(terms, input, at);
}

double value_summed(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    (void)call;
    for (int i = 0; i < count; i++) sum += term[i];
    return sum;
}

double value_converted(const OpCall *call, const double *term, int count UNUSED)
{
    if (dtype_is_float(call->dtype) || call->dtype == DTYPE_BOOL) return term[0];
    double value;
    DType from = dtype_is_float(call_promoted(call)) ? DTYPE_FLOAT64 : DTYPE_INT64;
    int64_t whole = convert_to_int(term[0]);
    const void *cell = from == DTYPE_FLOAT64 ? (const void *)term : &whole;
    int64_t held;
    convert_row(from, cell, 1, call->dtype, &held, 1, 1);
    convert_row(call->dtype, &held, 1, DTYPE_FLOAT64, &value, 1, 1);
    return value;
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

void forward_viewed(OpCall *call)
{
    Tensor view = *call->input[0];
    view.shape = call->shape;
    view.offset = call->offset;
    memcpy(view.stride, call->stride, sizeof view.stride);
    if (tensor_count(&view)) tensor_assign(call->output, &view);
}

// In a tensor whose cells lie in reading order, the place that the view has for a cell says which
// one it is.
void sources_viewed(const OpCall *call, Index at, Terms *terms)
{
    Tensor plain = *call->input[0], *input = &plain;
    OpCall again = *call;
    Error none = {.set = true}; // infer has accepted the arguments before
    shape_strides(&plain.shape, plain.stride);
    again.input = &input;
    again.op->infer(&again, &none);
    int64_t place = again.offset - plain.offset;
    for (int d = 0; d < again.shape.ndim; d++) place += at.at[d] * again.stride[d];
    terms_moved(call, terms, 0, index_unravel(&plain.shape, place));
}
