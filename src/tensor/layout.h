// How the cells of a new tensor lie in memory: not always in reading order. PyTorch lets the result
// of most operations lie as their inputs do, so that `.view` may not be possible of it.
#pragma once

#include "tensor/op_call.h"

// The dimensions of `shape` from the one whose cells lie closest to the one with the widest steps,
// in all of the tensors, which broadcast to it, as PyTorch's TensorIterator sorts them.
void layout_order(const Shape *shape, Tensor *const *tensor, int count, int *order);

// The strides of a result without gaps whose cells lie as those of the tensors do together.
void layout_of(const Shape *shape, Tensor *const *tensor, int count, int64_t *stride);

// The strides of a copy of `of`: the same where it has no gaps, or else without them.
void layout_like(const Tensor *of, int64_t *stride);

// The strides with which `of` is read in another shape; false when only a copy can have it.
bool layout_viewed(const Tensor *of, const Shape *shape, int64_t *stride);
// Those with which cells of shape `own` are read over a shape that it broadcasts to: 0 where they
// are repeated.
void layout_repeated(const Shape *own, const int64_t *stride, const Shape *shape, int64_t *over);
// `of` with only the dimensions that are chosen, or only the others.
Tensor layout_dims(const Tensor *of, const bool chosen[MAX_DIMS], bool wanted);
// As expand() sees it in a shape that it broadcasts to.
void layout_expanded(const Tensor *of, const Shape *shape, int64_t *stride);

// For the row of an operation: as all inputs, as those that are no Python numbers, as the first.
void layout_together(const OpCall *call, int64_t *stride);
void layout_of_tensors(const OpCall *call, int64_t *stride);
void layout_like_first(const OpCall *call, int64_t *stride);
// As the tensors, and then as that result and a Python number: sizes of 1 before sizes of 0 turn.
void layout_then_number(const OpCall *call, int64_t *stride);
// In reading order, or with the channels last where all inputs are images that have them so.
void layout_of_images(const OpCall *call, int64_t *stride);
// Of two operations on floats, one after the other: sizes of 1 get other strides. Of other types as
// zeros_like.
void layout_of_floats_twice(const OpCall *call, int64_t *stride);
