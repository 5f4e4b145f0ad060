// Tensors, their storages and the heap that owns them.
//
// Each Tensor is one malloc in the heap's list; each Storage one block of memory, shared by its
// views and counted. The budget counts the bytes of storages only.
#include "tensor/tensor.h"

#include "base/bug.h"
#include "base/files/mapping.h"
#include "base/memory.h"
#include "tensor/autograd.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "tensor/note.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct Storage {
    void *data;
    size_t bytes;
    DType dtype;
    int tensors; // that share it
    int version, lost;
    int64_t writes;
    Span written_at;
    Mapping *mapping; // whose the data are, or NULL
    int live, kept;   // the sweep that last found it marked, recorded
};

enum { SMALL_BYTES = 1 << 20, LARGE_PAGE = 2 << 20, MANY_PAGES = 4 * LARGE_PAGE };

// ---- the heap ---------------------------------------------------------------------------------

static const char *bytes_text(Arena *arena, double bytes)
{
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    int u = 0;
    for (; bytes >= 1024 && u < 4; u++) bytes /= 1024;
    return arena_printf(arena, u ? "%.1f %s" : "%.0f %s", bytes, unit[u]);
}

static bool too_large(const TensorHeap *heap, DType dtype, const Shape *shape, Error *error)
{
    double bytes = (double)dtype_bytes(dtype);
    for (int d = 0; d < shape->ndim; d++) bytes *= (double)shape->dim[d];
    Arena *arena = error->arena;
    Buf limit = {.arena = arena};
    buf_printf(&limit, "%s", heap->limit ? bytes_text(arena, (double)heap->limit) : "less");
    bool by_tensors = bytes > (double)heap->limit - (double)heap->used;
    size_t used = by_tensors ? heap->used : memory_taken();
    if (heap->limit && bytes <= (double)heap->limit)
        buf_printf(&limit, ", and %s are in use", bytes_text(arena, (double)used));
    error_set(error, "RuntimeError", "a tensor of shape %s needs %s; this run may use %s",
              shape_tuple(arena, shape), bytes_text(arena, bytes), buf_text(&limit));
    return error_hint(error, "smaller sizes, or a larger limit with --memory");
}

// The budget counts cells. What each tensor takes besides may be as much again.
static bool too_many(const TensorHeap *heap, Error *error)
{
    const size_t besides =
        sizeof(Tensor) + sizeof(AutogradMeta) + sizeof(Storage); // and what malloc() adds
    size_t most = heap->limit / besides;
    if (!heap->limit || heap->count < most) return false;
    error_set(error, "RuntimeError", "more than %zu tensors at a time", most);
    error_hint(error, "fewer and larger tensors, or a larger limit with --memory");
    return true;
}

bool tensor_fits(const TensorHeap *heap, DType dtype, const Shape *shape, Error *error)
{
    int64_t count = shape_count(shape);
    if (too_many(heap, error)) return false;
    size_t most = heap->limit ? heap->limit : SIZE_MAX / 4;
    if ((uint64_t)count > most / dtype_bytes(dtype)) return too_large(heap, dtype, shape, error);
    return true;
}

// A large block, of pages as large as the system has: a processor that reads it finds them sooner.
static void *new_pages(size_t bytes)
{
    size_t all = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *data = aligned_alloc(LARGE_PAGE, all);
#ifdef MADV_HUGEPAGE
    if (data) madvise(data, all, MADV_HUGEPAGE);
#endif
    return data;
}

// A block for a tensor, NULL where there is none. A small one that the machine refuses ends the
// program: the caller could not go on either, and would take the refusal for the tensor's fault.
static void *new_block(TensorHeap *heap, size_t bytes, bool clear)
{
    void *data = spares_take(&heap->spares, bytes);
    heap->made += data ? bytes / 8 : bytes; // what the system gives it clears, page by page
    if (data) return clear ? memset(data, 0, bytes) : data;
    size_t most = heap->peak + heap->peak / SPARE_PART, used = heap->used + bytes;
    spares_shrink(&heap->spares, used < most ? most - used : 0);
    if (!memory_take(bytes)) {
        spares_free(&heap->spares);
        if (!memory_take(bytes)) return NULL;
    }
    size_t size = bytes ? bytes : 1;
    bool by_pages = !clear && size >= MANY_PAGES;
    data = by_pages ? new_pages(size) : clear ? calloc(size, 1) : malloc(size);
    if (!data && size < SMALL_BYTES) bug_no_memory();
    if (!data) memory_give(bytes);
    return data;
}

static bool fits_budget(const TensorHeap *heap, size_t bytes)
{
    return !heap->limit || (heap->used <= heap->limit && bytes <= heap->limit - heap->used);
}

static void count_block(TensorHeap *heap, size_t bytes)
{
    heap->used += bytes;
    if (heap->used > heap->peak) heap->peak = heap->used;
}

static Storage *new_storage(TensorHeap *heap, DType dtype, const Shape *shape, bool clear,
                            Error *error)
{
    if (!tensor_fits(heap, dtype, shape, error)) return NULL;
    size_t bytes = (size_t)shape_count(shape) * dtype_bytes(dtype);
    void *data = fits_budget(heap, bytes) ? new_block(heap, bytes, clear) : NULL;
    if (!data) {
        too_large(heap, dtype, shape, error);
        return NULL;
    }
    Storage *storage = memory_new(sizeof *storage);
    *storage = (Storage){.data = data, .bytes = bytes, .dtype = dtype};
    count_block(heap, bytes);
    return storage;
}

static void leave_storage(TensorHeap *heap, Storage *storage)
{
    if (--storage->tensors > 0) return;
    if (storage->mapping) {
        mapping_free(storage->mapping);
        memory_free(storage);
        return;
    }
    heap->used -= storage->bytes;
    spares_give(&heap->spares, storage->data, storage->bytes);
    memory_free(storage);
}

static Tensor *add_tensor(TensorHeap *heap, Storage *storage)
{
    Tensor *tensor = memory_new(sizeof *tensor);
    tensor->storage = storage;
    tensor->dtype = storage->dtype;
    tensor->origin = -1;
    tensor->heap = heap;
    if (heap->is_inferring) autograd_for(tensor)->is_inference = true;
    tensor->next = heap->tensors;
    if (heap->tensors) heap->tensors->previous = tensor;
    heap->tensors = tensor;
    heap->count++;
    storage->tensors++;
    return tensor;
}

void tensor_heap_free(TensorHeap *heap)
{
    while (heap->tensors) tensor_release(heap->tensors);
    spares_free(&heap->spares);
}

// They are swept as well.
static void leave_objects(Tensor *tensor)
{
    AutogradMeta *autograd = tensor->autograd;
    tensor->attributes = NULL;
    if (autograd) autograd->node = autograd->grad = autograd->base = NULL;
}

size_t tensor_heap_sweep(TensorHeap *heap)
{
    int now = ++heap->sweeps;
    for (const Tensor *tensor = heap->tensors; tensor; tensor = tensor->next) {
        if (tensor->is_marked) tensor->storage->live = now;
    }
    size_t kept = 0;
    for (Tensor *tensor = heap->tensors, *next; tensor; tensor = next) {
        next = tensor->next;
        Storage *storage = tensor->storage;
        if (!tensor->is_marked) leave_objects(tensor);
        if (tensor->is_recorded && storage->live != now && storage->kept != now) {
            storage->kept = now;
            kept += storage->mapping ? 0 : storage->bytes;
        }
        if (!tensor->is_marked && !tensor->is_recorded)
            tensor_release(tensor);
        else
            tensor->is_marked = false;
    }
    return kept;
}

void tensor_release(Tensor *tensor)
{
    if (!tensor) return;
    TensorHeap *heap = tensor->heap;
    if (tensor->previous) tensor->previous->next = tensor->next;
    if (tensor->next) tensor->next->previous = tensor->previous;
    if (heap->tensors == tensor) heap->tensors = tensor->next;
    leave_storage(heap, tensor->storage);
    heap->count--;
    memory_free(tensor->autograd);
    memory_free(tensor->note);
    memory_free(tensor);
}

const AutogradMeta no_autograd;
const TensorNote no_note;

AutogradMeta *autograd_for(Tensor *tensor)
{
    if (!tensor->autograd) tensor->autograd = memory_new(sizeof *tensor->autograd);
    return tensor->autograd;
}

void autograd_derive(Tensor *tensor)
{
    AutogradMeta *autograd = autograd_for(tensor);
    autograd->requires_grad = autograd->is_derived = true;
}

void autograd_make_leaf(Tensor *tensor)
{
    AutogradMeta *autograd = tensor->autograd;
    if (!autograd) return;
    autograd->requires_grad = autograd->is_derived = false;
    autograd->node = NULL;
}

void autograd_require_like(Tensor *tensor, const Tensor *from)
{
    if (!autograd_of(from)->requires_grad) return;
    autograd_for(tensor)->requires_grad = true;
    tensor->autograd->is_derived = from->autograd->is_derived;
}

void autograd_share_node(Tensor *tensor, const Tensor *from)
{
    autograd_require_like(tensor, from);
    if (!autograd_of(from)->node) return;
    autograd_for(tensor)->node = from->autograd->is_derived ? from->autograd->node : NULL;
    tensor->autograd->output = from->autograd->output;
}

TensorNote *tensor_note_for(Tensor *tensor)
{
    if (!tensor->note) tensor->note = memory_new(sizeof *tensor->note);
    return tensor->note;
}

// ---- making tensors ---------------------------------------------------------------------------

static Tensor *new_tensor(TensorHeap *heap, DType dtype, Shape shape, bool clear, Error *error)
{
    Storage *storage = new_storage(heap, dtype, &shape, clear, error);
    if (!storage) return NULL;
    Tensor *tensor = add_tensor(heap, storage);
    tensor->shape = shape;
    shape_strides(&shape, tensor->stride);
    return tensor;
}

Tensor *tensor_new(TensorHeap *heap, DType dtype, Shape shape, Error *error)
{
    return new_tensor(heap, dtype, shape, true, error);
}

Tensor *tensor_new_unset(TensorHeap *heap, DType dtype, Shape shape, Error *error)
{
    return new_tensor(heap, dtype, shape, false, error);
}

Tensor *tensor_new_mapped(TensorHeap *heap, DType dtype, Shape shape, Mapping *mapping,
                          Error *error)
{
    if (!tensor_fits(heap, dtype, &shape, error)) {
        mapping_free(mapping);
        return NULL;
    }
    Storage *storage = memory_new(sizeof *storage);
    *storage = (Storage){.data = mapping_data(mapping),
                         .bytes = (size_t)shape_count(&shape) * dtype_bytes(dtype),
                         .dtype = dtype,
                         .mapping = mapping};
    Tensor *tensor = add_tensor(heap, storage);
    tensor->shape = shape;
    shape_strides(&shape, tensor->stride);
    return tensor;
}

bool tensor_own(Tensor *tensor, Error *error)
{
    TensorHeap *heap = tensor->heap;
    Storage *storage = tensor->storage;
    if (!storage->mapping) return true;
    bool fits = fits_budget(heap, storage->bytes);
    void *data = fits ? new_block(heap, storage->bytes, false) : NULL;
    if (!data) {
        int64_t count = (int64_t)(storage->bytes / dtype_bytes(storage->dtype));
        return too_large(heap, storage->dtype, &(Shape){1, {count}}, error);
    }
    memcpy(data, storage->data, storage->bytes);
    count_block(heap, storage->bytes);
    mapping_free(storage->mapping);
    storage->mapping = NULL;
    storage->data = data;
    return true;
}

Tensor *tensor_alias(TensorHeap *heap, const Tensor *of)
{
    Tensor *tensor = add_tensor(heap, of->storage);
    tensor_take_view(tensor, of);
    tensor->is_number = of->is_number;
    if (autograd_of(of)->is_apart) autograd_for(tensor)->is_apart = true;
    if (autograd_of(of)->is_inference) autograd_for(tensor)->is_inference = true;
    return tensor;
}

static Tensor *new_number(TensorHeap *heap, DType dtype, Error *error)
{
    Tensor *number = tensor_new(heap, dtype, (Shape){0}, error);
    if (number) number->is_number = true;
    return number;
}

Tensor *tensor_from_double(TensorHeap *heap, double value, Error *error)
{
    Tensor *number = new_number(heap, DTYPE_FLOAT64, error);
    if (number) tensor_set(number, (Index){0}, value);
    return number;
}

Tensor *tensor_from_int(TensorHeap *heap, int64_t value, Error *error)
{
    Tensor *number = new_number(heap, DTYPE_INT64, error);
    if (number) tensor_set_int(number, (Index){0}, value);
    return number;
}

Tensor *tensor_from_bool(TensorHeap *heap, bool value, Error *error)
{
    Tensor *number = new_number(heap, DTYPE_BOOL, error);
    if (number) tensor_set_int(number, (Index){0}, value);
    return number;
}

// ---- storages ---------------------------------------------------------------------------------

int storage_version(const Tensor *tensor)
{
    return tensor->storage->version;
}

void storage_set_version(Tensor *tensor, int version)
{
    tensor->storage->version = version;
}

int storage_lost(const Tensor *tensor)
{
    return tensor->storage->lost;
}

void storage_set_lost(Tensor *tensor, int entries)
{
    tensor->storage->lost = entries;
}

int64_t storage_writes(const Tensor *tensor)
{
    return tensor->storage->writes;
}

Span storage_written_at(const Tensor *tensor)
{
    return tensor->storage->written_at;
}

void storage_count_write(Tensor *tensor, Span at)
{
    if (autograd_of(tensor)->is_apart) return;
    tensor->storage->writes++;
    tensor->storage->written_at = at;
}

size_t storage_bytes(const Tensor *tensor)
{
    return tensor->storage->bytes;
}

size_t storage_heap_bytes(const Tensor *tensor)
{
    return tensor->storage->mapping ? 0 : tensor->storage->bytes;
}

bool tensor_copy_storage(Tensor *tensor, Error *error)
{
    Storage *before = tensor->storage;
    int64_t count = (int64_t)(before->bytes / dtype_bytes(before->dtype));
    Storage *own = new_storage(tensor->heap, before->dtype, &(Shape){1, {count}}, false, error);
    if (!own) return false;
    if (before->bytes) memcpy(own->data, before->data, before->bytes);
    own->tensors = 1;
    tensor->storage = own;
    leave_storage(tensor->heap, before);
    return true;
}

void tensor_take_view(Tensor *tensor, const Tensor *of)
{
    tensor->dtype = of->dtype;
    tensor->shape = of->shape;
    memcpy(tensor->stride, of->stride, sizeof of->stride);
    tensor->offset = of->offset;
}

bool tensor_unshare(Tensor *tensor, Error *error)
{
    Storage *own = new_storage(tensor->heap, tensor->dtype, &tensor->shape, false, error);
    if (!own) return false;
    Tensor view = *tensor;
    own->tensors = 1;
    tensor->storage = own;
    tensor->offset = 0;
    layout_like(&view, tensor->stride);
    tensor_assign(tensor, &view);
    leave_storage(tensor->heap, view.storage);
    return true;
}

void tensor_take_data(Tensor *tensor, const Tensor *of)
{
    Storage *before = tensor->storage;
    of->storage->tensors++;
    tensor->storage = of->storage;
    tensor_take_view(tensor, of);
    leave_storage(tensor->heap, before);
}

bool tensor_shares_storage(const Tensor *a, const Tensor *b)
{
    return a->storage == b->storage;
}

void *tensor_data(const Tensor *tensor)
{
    return tensor->storage->data;
}

float *tensor_floats(const Tensor *tensor)
{
    REQUIRE(tensor->dtype == DTYPE_FLOAT32);
    return tensor->storage->data;
}

int64_t *tensor_ints(const Tensor *tensor)
{
    REQUIRE(tensor->dtype == DTYPE_INT64);
    return tensor->storage->data;
}

double *tensor_doubles(const Tensor *tensor)
{
    REQUIRE(tensor->dtype == DTYPE_FLOAT64);
    return tensor->storage->data;
}

// ---- cells ------------------------------------------------------------------------------------

int64_t tensor_count(const Tensor *tensor)
{
    return shape_count(&tensor->shape);
}

bool tensor_is_contiguous(const Tensor *tensor)
{
    if (tensor_count(tensor) == 0) return true;
    int64_t step = 1;
    for (int d = tensor->shape.ndim - 1; d >= 0; d--) {
        if (tensor->shape.dim[d] == 1) continue;
        if (tensor->stride[d] != step) return false;
        step *= tensor->shape.dim[d];
    }
    return true;
}

bool tensor_is_dense(const Tensor *tensor)
{
    const Shape *shape = &tensor->shape;
    int left = 0;
    if (tensor_count(tensor) == 0) return true;
    for (int d = 0; d < shape->ndim; d++) left += shape->dim[d] > 1;
    uint64_t step = 1;
    for (int d; left > 0; left--) { // the closest dimension that is left
        for (d = 0; d < shape->ndim; d++) {
            if (shape->dim[d] > 1 && (uint64_t)tensor->stride[d] == step) break;
        }
        if (d == shape->ndim) return false;
        step *= (uint64_t)shape->dim[d];
    }
    return true;
}

int64_t tensor_offset(const Tensor *tensor, Index at)
{
    int64_t offset = tensor->offset;
    for (int d = 0; d < tensor->shape.ndim; d++) offset += at.at[d] * tensor->stride[d];
    return offset;
}

static unsigned char *cell_of(const Tensor *tensor, Index at)
{
    unsigned char *data = tensor_data(tensor);
    return data + (size_t)tensor_offset(tensor, at) * dtype_bytes(tensor->dtype);
}

double tensor_get(const Tensor *tensor, Index at)
{
    double value;
    convert_row(tensor->dtype, cell_of(tensor, at), 1, DTYPE_FLOAT64, &value, 1, 1);
    return value;
}

int64_t tensor_get_int(const Tensor *tensor, Index at)
{
    int64_t value;
    convert_row(tensor->dtype, cell_of(tensor, at), 1, DTYPE_INT64, &value, 1, 1);
    return value;
}

void tensor_set(Tensor *tensor, Index at, double value)
{
    convert_row(DTYPE_FLOAT64, &value, 1, tensor->dtype, cell_of(tensor, at), 1, 1);
}

void tensor_set_int(Tensor *tensor, Index at, int64_t value)
{
    convert_row(DTYPE_INT64, &value, 1, tensor->dtype, cell_of(tensor, at), 1, 1);
}
