// Any bytes as a picture: they are refused, or become a tensor of the size that they say.
#include "fuzz/fuzz.h"

#include "base/memory.h"
#include "tensor/files/picture.h"

#include <string.h>

enum { LIMIT = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    TensorHeap heap = {.limit = LIMIT};
    Error error = {.arena = &arena};
    size_t taken = memory_taken();
    char *bytes = malloc(size ? size : 1); // a read behind its end is found
    CHECK(bytes);
    if (size) memcpy(bytes, data, size);
    ReadableFile file = {.descriptor = -1, .bytes = size, .unpacked = bytes, .name = "any"};
    Tensor *tensor = picture_read(&file, &heap, &error);
    CHECK((tensor != NULL) != error.set);
    CHECK(!tensor || (tensor->dtype == DTYPE_UINT8 && tensor->shape.ndim == 3));
    tensor_heap_free(&heap);
    arena_free(&arena);
    CHECK(memory_taken() == taken);
    free(bytes);
    return 0;
}
