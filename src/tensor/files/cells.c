// Cells from a file: mapped where they lie as a tensor has them, else read. A bool is whatever byte
// the file has, of which only 0 is false.
#include "tensor/files/cells.h"

#include "base/files/mapping.h"

enum { MAPPED_FROM = 1 << 16 }; // bytes; fewer are read sooner than mapped

static bool machine_has_highest_first(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 0;
}

static bool are_turned(const CellsIn *cells)
{
    return dtype_bytes(cells->dtype) > 1 && cells->highest_first != machine_has_highest_first();
}

// The tensor of a part that is large, begins at a multiple of its cells and needs no change.
static Tensor *map_cells(const CellsIn *cells, const Shape *shape, TensorHeap *heap, Error *error)
{
    DType dtype = cells->dtype;
    uint64_t cell = dtype_bytes(dtype), count = (uint64_t)shape_count(shape);
    bool plain =
        dtype != DTYPE_BOOL && !are_turned(cells) && (cells->file->start + cells->at) % cell == 0;
    if (!plain || count < MAPPED_FROM / cell || count > SIZE_MAX / cell) return NULL;
    Mapping *mapping = mapping_new(cells->file, cells->at, (size_t)(count * cell));
    return mapping ? tensor_new_mapped(heap, dtype, *shape, mapping, error) : NULL;
}

static void turn_cells(unsigned char *byte, size_t cell, int64_t count)
{
    for (; count > 0; count--, byte += cell) {
        for (size_t i = 0; i < cell / 2; i++) {
            unsigned char moved = byte[i];
            byte[i] = byte[cell - 1 - i];
            byte[cell - 1 - i] = moved;
        }
    }
}

Tensor *cells_read(const CellsIn *cells, Shape shape, TensorHeap *heap, Error *error)
{
    Tensor *mapped = map_cells(cells, &shape, heap, error);
    if (mapped || error->set) return mapped;
    Tensor *tensor = tensor_new_unset(heap, cells->dtype, shape, error);
    if (!tensor) return NULL;
    unsigned char *byte = tensor_data(tensor);
    if (!readable_read(cells->file, cells->at, byte, storage_bytes(tensor), error)) {
        tensor_release(tensor);
        return NULL;
    }
    int64_t count = tensor_count(tensor);
    if (are_turned(cells)) turn_cells(byte, dtype_bytes(cells->dtype), count);
    for (int64_t i = 0; cells->dtype == DTYPE_BOOL && i < count; i++) byte[i] = byte[i] != 0;
    return tensor;
}
