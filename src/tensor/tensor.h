// Tensors: strided views of shared storage, as in PyTorch.
//
// A Tensor describes how to read a Storage: element `i,j,…` is at
// offset + i*stride[0] + j*stride[1] + … (counted in elements). Several tensors may share one
// storage (views); writing through one is seen by all.
//
// Ownership: a TensorHeap owns every tensor and storage made in it, until tensor_release() or
// tensor_heap_free(). A storage goes when its last tensor goes. The heap keeps a budget of
// bytes: what needs a new storage can fail, saying what it needs and what this run may use.
#pragma once

#include "base/error.h"
#include "tensor/spare.h"

#include <stdint.h>

enum { MAX_DIMS = 8 };

typedef enum DType {
    DTYPE_FLOAT32,
    DTYPE_INT64,
    DTYPE_BOOL,
    DTYPE_FLOAT64,
    DTYPE_INT32,
    DTYPE_INT16,
    DTYPE_INT8,
    DTYPE_UINT8,
    DTYPE_FLOAT16,
    DTYPE_BFLOAT16,
    DTYPE_COUNT
} DType;

typedef struct Shape {
    int ndim;              // 0 for a single number
    int64_t dim[MAX_DIMS]; // each >= 0
} Shape;

// A cell of a tensor, one coordinate per dimension, each counted from 0.
typedef struct Index {
    int64_t at[MAX_DIMS];
} Index;

typedef struct TensorHeap TensorHeap;
typedef struct Mapping Mapping;
typedef struct Storage Storage;
typedef struct Tensor Tensor;
typedef struct AutogradMeta AutogradMeta;
typedef struct TensorNote TensorNote;

struct Tensor {
    Storage *storage;
    DType dtype;
    Shape shape;
    int64_t stride[MAX_DIMS]; // in elements; 0 along a broadcast dimension
    int64_t offset;           // in elements, of the cell 0,0,…
    bool is_number;           // a Python number: takes part in arithmetic with the other's dtype
    bool is_recorded;         // one of the trace's own: stays until the heap goes
    bool is_marked;           // the collector: something refers to it
    int origin;               // entry of the trace that made it, or -1
    int version;              // storage_version() when `origin` was true
    AutogradMeta *autograd;   // see tensor/autograd.h; NULL: as a tensor without gradients has it
    TensorNote *note;         // see tensor/note.h; NULL: nothing is noted
    void *attributes;         // what the program hung on it, an object of the language; or NULL
    TensorHeap *heap;
    Tensor *next, *previous; // the heap's list
};

struct TensorHeap {
    size_t limit; // bytes of tensor data allowed (0: no limit)
    size_t used;  // bytes of tensor data now
    size_t peak;
    size_t made;  // bytes of all storages that were ever made; an eighth of what is used again
    size_t count; // of tensors
    int sweeps;
    bool without_gradients; // torch.no_grad: results require none
    bool is_inferring;      // torch.inference_mode: nor can they ever
    DType float_dtype;      // torch.set_default_dtype: float32 unless the program says otherwise
    Tensor *tensors;
    Spares spares; // with what is used never more than the peak and an eighth of it
};

void tensor_heap_free(TensorHeap *heap);
// Releases the tensors that are neither marked nor recorded, and takes the marks away. Returns the
// bytes of the storages that only recorded tensors have.
size_t tensor_heap_sweep(TensorHeap *heap);

// Zero-filled and contiguous. NULL when it does not fit the budget or has more cells than memory
// has addresses; the error then names the shape and the limit.
Tensor *tensor_new(TensorHeap *heap, DType dtype, Shape shape, Error *error);
// The same with anything in its cells, for who writes each of them.
Tensor *tensor_new_unset(TensorHeap *heap, DType dtype, Shape shape, Error *error);

// Its cells are those of a part of a file (base/files/mapping.h), which the storage takes over: the
// budget does not count them.
Tensor *tensor_new_mapped(TensorHeap *heap, DType dtype, Shape shape, Mapping *mapping,
                          Error *error);
// To be called before cells are written: mapped ones become the heap's own first, for all views of
// the storage. False: they do not fit the budget.
bool tensor_own(Tensor *tensor, Error *error);

// May a tensor of this shape exist here at all? The same error as tensor_new()'s where it may not.
// Views are held to it too, so that no loop over cells is longer than the budget.
bool tensor_fits(const TensorHeap *heap, DType dtype, const Shape *shape, Error *error);

// Another tensor of the same storage, the same view of it, with no origin yet. Cannot fail.
Tensor *tensor_alias(TensorHeap *heap, const Tensor *of);

// A Python number as a tensor of no dimensions (is_number set): float64, int64 or bool.
Tensor *tensor_from_double(TensorHeap *heap, double value, Error *error);
Tensor *tensor_from_int(TensorHeap *heap, int64_t value, Error *error);
Tensor *tensor_from_bool(TensorHeap *heap, bool value, Error *error);

void tensor_release(Tensor *tensor);

// A number that the trace keeps with a storage and raises with each write in place; 0 at first.
int storage_version(const Tensor *tensor);
void storage_set_version(Tensor *tensor, int version);
// How many entries the trace had when the storage was last written without a record; 0: never.
int storage_lost(const Tensor *tensor);
void storage_set_lost(Tensor *tensor, int entries);
size_t storage_bytes(const Tensor *tensor);
size_t storage_heap_bytes(const Tensor *tensor); // of these, what the budget counts

// How often the program has written to the storage in place, and where it last did.
int64_t storage_writes(const Tensor *tensor);
Span storage_written_at(const Tensor *tensor);
void storage_count_write(Tensor *tensor, Span at);

// Gives `tensor` a storage of its own with the same contents, lying as before but for gaps: later
// writes through its former views are not seen by it.
bool tensor_unshare(Tensor *tensor, Error *error);
// Makes `tensor` the view that `of` is: same storage, shape and dtype. What it held goes.
void tensor_take_data(Tensor *tensor, const Tensor *of);
// The same with the whole storage, of which `tensor` stays the same view.
bool tensor_copy_storage(Tensor *tensor, Error *error);
// Becomes the view of its storage that `of` is of its own.
void tensor_take_view(Tensor *tensor, const Tensor *of);
bool tensor_shares_storage(const Tensor *a, const Tensor *b);

// The first element of the storage, not of the view.
void *tensor_data(const Tensor *tensor);
float *tensor_floats(const Tensor *tensor);   // REQUIREs float32
int64_t *tensor_ints(const Tensor *tensor);   // REQUIREs int64
double *tensor_doubles(const Tensor *tensor); // REQUIREs float64

int64_t tensor_count(const Tensor *tensor);      // cells
bool tensor_is_contiguous(const Tensor *tensor); // row-major, without gaps
bool tensor_is_dense(const Tensor *tensor);      // without gaps, in any order of the dimensions
int64_t tensor_offset(const Tensor *tensor, Index at); // of a cell, in elements of the storage

// One cell as a number: bool as 0 or 1; an int64 beyond 2^53 is rounded by the double form.
double tensor_get(const Tensor *tensor, Index at);
int64_t tensor_get_int(const Tensor *tensor, Index at);
void tensor_set(Tensor *tensor, Index at, double value);
void tensor_set_int(Tensor *tensor, Index at, int64_t value);

size_t dtype_bytes(DType dtype);
const char *dtype_name(DType dtype); // "float32"; the rest is in tensor/dtype.h (dtype.c)

// Shapes (shape.c).
int64_t shape_count(const Shape *shape);
bool shape_equal(const Shape *a, const Shape *b);
void shape_strides(const Shape *shape, int64_t *stride); // of a contiguous tensor

// The next cell in row-major order; false after the last one. Start from a zeroed Index, and only
// when shape_count() is not 0.
bool index_next(const Shape *shape, Index *at);
Index index_unravel(const Shape *shape, int64_t position); // the position-th cell
int64_t index_ravel(const Shape *shape, Index at);

// PyTorch's broadcasting. False when the shapes do not fit: no message, the caller knows more.
bool shape_broadcast(const Shape *a, const Shape *b, Shape *result);
// The cell of a tensor of shape `shape` that meets cell `at` of a result of shape `result`.
Index index_broadcast(const Shape *shape, const Shape *result, Index at);

// "(3, 4)", "(3,)", "()": as Python writes a tuple.
const char *shape_tuple(Arena *arena, const Shape *shape);
// "3x4" with the sign "x", as PyTorch's messages have it, or "3×4"; of a single number "".
const char *shape_times(Arena *arena, const Shape *shape, const char *sign);
// "[0,1]": the first `count` coordinates, as a subscript; none: "".
const char *index_text(Arena *arena, Index at, int count);
