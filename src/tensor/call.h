// What the rows of several operations share: arguments, dimensions, result shapes, error texts.
#pragma once

#include "tensor/dtype.h"
#include "tensor/layout.h"
#include "tensor/op.h"

// Arguments; ARG_NONE counts as `otherwise`.
int64_t call_int(const OpCall *call, int arg, int64_t otherwise);
// Argument 0 as a dimension of the first input, from 0 on; infer has checked it.
int call_dim(const OpCall *call);
bool call_bool(const OpCall *call, int arg, bool otherwise);
bool call_has(const OpCall *call, int arg);
double call_float(const OpCall *call, int arg, double otherwise);
const char *call_str(const OpCall *call, int arg, const char *otherwise);

Shape call_sizes(const OpCall *call, int arg); // of ints, as many as a shape has room for

// Which input the signature's k-th input parameter is, -1: it was not given.
int call_which(const OpCall *call, int parameter);
Tensor *call_input(const OpCall *call, int parameter); // or NULL

// Is input k a single number that is computed with as it is, though the others are halves?
bool call_takes_exactly(const OpCall *call, int k);

// The dtype that the inputs have together (dtype_together).
DType call_promoted(const OpCall *call);

// "[2, 3]", as PyTorch's messages write sizes.
const char *shape_list(Arena *arena, const Shape *shape);

const char *call_size_list(Arena *arena, const Arg *sizes); // "2, 3"

// `dim` of a tensor with `ndim` dimensions, negative ones counted from the end, to `*wrapped`.
// A single number counts as one dimension.
bool shape_wrap_dim(int64_t dim, int ndim, int *wrapped, Error *error);
// Several such, none of them twice: which dimensions are named.
bool shape_name_dims(const int64_t *dims, int count, int ndim, bool named[MAX_DIMS], Error *error);

// A result in between, for the rows whose kernels in PyTorch round after each step: `value` rounded
// to the halves that the call is about. Of other dtypes as it is.
float call_stepped(const OpCall *call, float value);

// Sets call->shape to what all inputs broadcast to.
bool infer_broadcast(OpCall *call, Error *error);
// Broadcasts `shape` with that of `tensor`.
bool shape_broadcast_with(Shape *shape, const Tensor *tensor, Error *error);
// Can the tensor be expanded to `shape`? It has as many dimensions, or fewer.
bool shape_expands(const Tensor *tensor, const Shape *shape, Error *error);

// The same, and the dtype: the one the inputs have together, bool, or the floats' among them
// (float32 where there are only integers).
bool infer_promoted(OpCall *call, Error *error);
bool infer_bool(OpCall *call, Error *error);
bool infer_float(OpCall *call, Error *error);
// As infer_promoted, where op->kernel computes that dtype: no bools, or floats alone.
bool infer_no_bools(OpCall *call, Error *error);
bool infer_only_floats(OpCall *call, Error *error);

// Makes the output a view of input[0] with the same cells in the same places.
bool infer_same_view(OpCall *call);
// The same without some of its dimensions, at position 0 of these.
bool infer_view_without(OpCall *call, const bool dropped[MAX_DIMS]);

// Can a Python number be written to cells of `dtype`? Infinity cannot become an integer.
bool dtype_fits_number(const Tensor *number, DType dtype, Error *error);
bool number_fits_float(double number, DType dtype, Error *error); // the same of floats alone
// The same of the call's arguments from the k-th on.
bool arguments_fit(const OpCall *call, int k, DType dtype, Error *error);

// Errors.
bool error_not_implemented(Error *error, const char *kernel, DType dtype); // "abs_cpu" …
bool error_too_many_dims(Error *error, int64_t ndim);
bool error_no_dimensions(Error *error); // of a single number dimension 0 was asked for

// The cell is cell `at` of an input, unchanged; or, where its dtype changes, its conversion, for
// which the row's value must be value_converted.
void terms_moved(const OpCall *call, Terms *terms, int input, Index at);
double value_converted(const OpCall *call, const double *term, int count);
// The sum of all terms.
double value_summed(const OpCall *call, const double *term, int count);

// ELEMENTWISE: the cell of each input that meets `at`.
void sources_elementwise(const OpCall *call, Index at, Terms *terms);
// The input has the same cells in the same row-major order.
void sources_in_order(const OpCall *call, Index at, Terms *terms);
// The same cell of the first input.
void sources_same_cell(const OpCall *call, Index at, Terms *terms);

// ---- rows --------------------------------------------------------------------------------------

// The row op_`title`: name, signature, shape, doc, found, and what else there is.
#define OP(title, parameters, shapes, says, where, ...)                                            \
    const Op op_##title = {.name = #title,                                                         \
                           .signature = (parameters),                                              \
                           .shape = (shapes),                                                      \
                           .doc = (says),                                                          \
                           .found = (where),                                                       \
                           __VA_ARGS__};
// The same whose infer is called `title`_infer.
#define OP_ROW(title, ...) OP(title, __VA_ARGS__, .infer = title##_infer)

// Of a row whose infer sets stride and offset, of a view or of what is copied of one.
#define VIEW_ROW .moves = true, .forward = forward_viewed, .sources = sources_viewed
void forward_viewed(OpCall *call);
void sources_viewed(const OpCall *call, Index at, Terms *terms);
