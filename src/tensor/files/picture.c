// PNG and JPEG by stb_image; the only file that knows it. The size is read first: the pixels are
// limited, and so is what stb may take to unpack that many. All of it counts towards the budget.
#include "tensor/files/picture.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 256 << 20, // of a file
    MOST_PIXELS = 89478485, // beyond these Pillow warns of a decompression bomb
    BYTES_PER_PIXEL = 32,   // that unpacking takes at most: 16 bits, interlaced, all channels
    PADDING = 64,           // pixels: JPEG has whole blocks, and buffers have a smallest size
    HEAD = 16,              // bytes before each block: how long it is
};

// ---- memory -----------------------------------------------------------------------------------

static size_t allowance; // bytes that the picture that is being read may still take

static bool take(size_t bytes)
{
    if (bytes > allowance || !memory_take(bytes)) return false;
    allowance -= bytes;
    return true;
}

static void give(size_t bytes)
{
    allowance += bytes;
    memory_give(bytes);
}

static void *block_new(size_t bytes)
{
    if (bytes > SIZE_MAX - HEAD || !take(bytes + HEAD)) return NULL;
    unsigned char *block = malloc(bytes + HEAD);
    if (!block) return give(bytes + HEAD), NULL;
    memcpy(block, &bytes, sizeof bytes);
    return block + HEAD;
}

static void block_free(void *given)
{
    size_t bytes;
    if (!given) return;
    unsigned char *block = (unsigned char *)given - HEAD;
    memcpy(&bytes, block, sizeof bytes);
    give(bytes + HEAD);
    free(block);
}

static void *block_resize(void *given, size_t old_bytes, size_t bytes)
{
    void *block = block_new(bytes);
    if (block && given) memcpy(block, given, old_bytes < bytes ? old_bytes : bytes);
    if (block) block_free(given);
    return block;
}

#define STBI_MALLOC(size)                     block_new(size)
#define STBI_REALLOC_SIZED(p, old_size, size) block_resize(p, old_size, size)
#define STBI_FREE(p)                          block_free(p)
#define STBI_MAX_DIMENSIONS                   65535
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_THREAD_LOCALS
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic ignored "-Wunused-function" // of what is declared there: said at the end
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

// ---- reading ----------------------------------------------------------------------------------

static bool refuse(const ReadableFile *file, Error *error)
{
    return error_set(error, "ValueError",
                     "%s: the picture is damaged, too large, or written in a way that qkv does not "
                     "read",
                     file->name);
}

static bool unpack(const unsigned char *bytes, const ReadableFile *file, Tensor *tensor,
                   Error *error)
{
    int width, height, channels, wanted = (int)tensor->shape.dim[2];
    int64_t rows = tensor->shape.dim[0], columns = tensor->shape.dim[1];
    allowance += BYTES_PER_PIXEL * (size_t)(columns + PADDING) * (size_t)(rows + PADDING);
    unsigned char *pixels =
        stbi_load_from_memory(bytes, (int)file->bytes, &width, &height, &channels, wanted);
    bool ok = pixels && height == rows && width == columns;
    if (ok) memcpy(tensor_data(tensor), pixels, storage_bytes(tensor));
    bool no_memory = !pixels && strcmp(stbi_failure_reason(), "outofmem") == 0;
    stbi_image_free(pixels);
    if (ok) return true;
    if (no_memory)
        return error_set(error, "MemoryError", "%s: its pixels do not fit into memory", file->name);
    return refuse(file, error);
}

// The shape of the pixels, by what the file says of itself.
static bool measure(const unsigned char *bytes, const ReadableFile *file, Shape *shape,
                    Error *error)
{
    int width, height, channels;
    if (!stbi_info_from_memory(bytes, (int)file->bytes, &width, &height, &channels)) {
        bool png = file->bytes > 3 && memcmp(bytes, "\x89PNG", 4) == 0;
        bool jpeg = file->bytes > 2 && memcmp(bytes, "\xff\xd8\xff", 3) == 0;
        if (png || jpeg) return refuse(file, error);
        error_set(error, "ValueError", "%s is not a PNG or JPEG picture", file->name);
        return error_hint(error, "a picture that was saved as PNG or JPEG");
    }
    *shape = (Shape){.ndim = 3, .dim = {height, width, channels}};
    if ((int64_t)width * height <= MOST_PIXELS) return true;
    error_set(error, "ValueError", "%s has %d x %d pixels, which is more than qkv reads (%d)",
              file->name, width, height, MOST_PIXELS);
    return error_hint(error, "the picture made smaller");
}

Tensor *picture_read(const ReadableFile *file, TensorHeap *heap, Error *error)
{
    Shape shape;
    Tensor *tensor = NULL;
    size_t count = (size_t)file->bytes;
    unsigned char *bytes = NULL;
    allowance = count <= MOST_BYTES ? 4 * count + (1 << 20) : 0; // stb joins the parts of a PNG
    if (count <= MOST_BYTES) bytes = block_new(count);
    if (!bytes) {
        error_set(error, "MemoryError", "%s: %.0f MiB are more than qkv reads of a picture",
                  file->name, (double)count / (1 << 20));
        return NULL;
    }
    if (readable_read(file, 0, bytes, count, error) && measure(bytes, file, &shape, error))
        tensor = tensor_new_unset(heap, DTYPE_UINT8, shape, error);
    if (tensor && !unpack(bytes, file, tensor, error)) {
        tensor_release(tensor);
        tensor = NULL;
    }
    block_free(bytes);
    return tensor;
}
