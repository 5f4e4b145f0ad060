// The header is JSON, which jansson reads and which it lets have no name twice. All that it says is
// checked before any of it is believed: with data that lie end to end and end where the file ends,
// no tensor can reach outside the file or into another one.
#include "tensor/files/safetensors.h"

#include "base/json_tree.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_BYTES = 8, MOST_HEADER = 100 * 1000 * 1000 };

typedef struct Reader {
    const ReadableFile *file;
    SafeHeader *header;
    Arena *arena;
    Error *error;
} Reader;

// ---- one tensor -------------------------------------------------------------------------------

static uint64_t bytes_of_dtype(const char *dtype)
{
    static const struct {
        const char *name;
        uint64_t bytes;
    } known[] = {
        {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1},
        {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},
        {"U32", 4},  {"F32", 4}, {"F64", 8}, {"I64", 8},     {"U64", 8},
    };
    for (size_t i = 0; dtype && i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, dtype) == 0) return known[i].bytes;
    }
    return 0;
}

static bool wrong(const Reader *reader, const char *name, const char *what)
{
    return error_set(reader->error, "ValueError", "%s: '%s' has %s", reader->file->name, name,
                     what);
}

static bool read_dtype(const Reader *reader, const json_t *from, SafeTensor *tensor)
{
    const char *dtype = json_string_value(json_object_get(from, "dtype"));
    tensor->dtype = str_copy(reader->arena, str_from(dtype));
    return bytes_of_dtype(dtype) || wrong(reader, tensor->name, "no known dtype");
}

static bool read_shape(const Reader *reader, const json_t *from, SafeTensor *tensor)
{
    const json_t *shape = json_object_get(from, "shape");
    if (!json_is_array(shape)) return wrong(reader, tensor->name, "no shape");
    size_t dims = json_array_size(shape);
    int64_t *dim = NEW_ARRAY(reader->arena, int64_t, dims + 1);
    for (size_t d = 0; d < dims; d++) {
        const json_t *size = json_array_get(shape, d);
        dim[d] = json_is_integer(size) ? json_integer_value(size) : -1;
        if (dim[d] < 0) return wrong(reader, tensor->name, "a size that is none in the shape");
    }
    tensor->dims = (int)dims;
    tensor->dim = dim;
    return true;
}

static bool read_offsets(const Reader *reader, const json_t *from, SafeTensor *tensor)
{
    const json_t *offsets = json_object_get(from, "data_offsets");
    const json_t *begin = json_array_get(offsets, 0), *end = json_array_get(offsets, 1);
    bool two = json_array_size(offsets) == 2 && json_is_integer(begin) && json_is_integer(end);
    bool ordered = two && json_integer_value(begin) >= 0 &&
                   json_integer_value(end) >= json_integer_value(begin);
    if (!ordered) return wrong(reader, tensor->name, "wrong data_offsets");
    tensor->begin = (uint64_t)json_integer_value(begin);
    tensor->end = (uint64_t)json_integer_value(end);
    return true;
}

// 0 cells in one dimension do not excuse an overflow in the others.
static bool fills_its_bytes(const Reader *reader, const SafeTensor *tensor)
{
    uint64_t bytes = bytes_of_dtype(tensor->dtype);
    for (int d = 0; d < tensor->dims; d++) {
        if (__builtin_mul_overflow(bytes, (uint64_t)tensor->dim[d], &bytes))
            return wrong(reader, tensor->name, "a shape beyond all memory");
    }
    return bytes == tensor->end - tensor->begin ||
           wrong(reader, tensor->name, "data_offsets that do not fit shape and dtype");
}

static bool read_tensor(const Reader *reader, const char *name, const json_t *from,
                        SafeTensor *tensor)
{
    tensor->name = str_copy(reader->arena, str_from(name));
    return read_dtype(reader, from, tensor) && read_shape(reader, from, tensor) &&
           read_offsets(reader, from, tensor) && fills_its_bytes(reader, tensor);
}

// ---- all of them ------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    const SafeTensor *left = a, *right = b;
    if (left->begin != right->begin) return left->begin < right->begin ? -1 : 1;
    return left->end < right->end ? -1 : left->end > right->end;
}

// From here on places count from the beginning of the file.
static bool lie_end_to_end(const Reader *reader, uint64_t data)
{
    const SafeHeader *header = reader->header;
    qsort(header->tensors, (size_t)header->count, sizeof *header->tensors, by_place);
    uint64_t end = 0;
    for (int i = 0; i < header->count; i++) {
        SafeTensor *tensor = &header->tensors[i];
        if (tensor->begin != end)
            return wrong(reader, tensor->name,
                         tensor->begin < end ? "data that overlap others"
                                             : "a gap before the data");
        end = tensor->end;
        tensor->begin += data;
        tensor->end += data;
    }
    if (end == reader->file->bytes - data) return true;
    return error_set(reader->error, "ValueError",
                     "%s has %" PRIu64 " bytes of data where its header says %" PRIu64,
                     reader->file->name, reader->file->bytes - data, end);
}

static bool read_metadata(const Reader *reader, json_t *from)
{
    SafeHeader *header = reader->header;
    const char *key;
    json_t *value;
    if (json_is_null(from)) return true;
    if (!json_is_object(from)) return wrong(reader, "__metadata__", "no keys and values");
    header->has_metadata = true;
    header->metadata = NEW_ARRAY(reader->arena, const char *, 2 * json_object_size(from) + 1);
    json_object_foreach(from, key, value)
    {
        if (!json_is_string(value)) return wrong(reader, "__metadata__", "a value that is no text");
        const char **pair = header->metadata + header->metadata_count;
        pair[0] = str_copy(reader->arena, str_from(key));
        pair[1] = str_copy(reader->arena, str_from(json_string_value(value)));
        header->metadata_count += 2;
    }
    return true;
}

static bool read_all(const Reader *reader, json_t *root)
{
    SafeHeader *header = reader->header;
    const char *name;
    json_t *value;
    header->tensors = NEW_ARRAY(reader->arena, SafeTensor, json_object_size(root) + 1);
    json_object_foreach(root, name, value)
    {
        bool is_tensor = strcmp(name, "__metadata__") != 0;
        bool ok = is_tensor ? read_tensor(reader, name, value, &header->tensors[header->count])
                            : read_metadata(reader, value);
        if (!ok) return false;
        header->count += is_tensor;
    }
    return true;
}

static bool read_json(const Reader *reader, const char *text, size_t n)
{
    json_error_t why;
    if (text[0] != '{')
        return error_set(reader->error, "ValueError", "the header of %s does not begin with {",
                         reader->file->name);
    json_t *root = json_tree_read((Str){text, (int)n}, JSON_REJECT_DUPLICATES, &why);
    if (!root)
        return error_set(reader->error, "ValueError", "the header of %s is no JSON: %s",
                         reader->file->name, why.text);
    bool ok = read_all(reader, root);
    json_decref(root);
    return ok && lie_end_to_end(reader, LENGTH_BYTES + n);
}

static bool read_length(const Reader *reader, size_t most, size_t *n)
{
    unsigned char bytes[LENGTH_BYTES];
    const ReadableFile *file = reader->file;
    if (file->bytes < LENGTH_BYTES + 2)
        return error_set(reader->error, "ValueError", "%s is too short for a header", file->name);
    if (!readable_read(file, 0, bytes, LENGTH_BYTES, reader->error)) return false;
    uint64_t length = 0;
    for (int i = LENGTH_BYTES - 1; i >= 0; i--) length = length << 8 | bytes[i];
    if (length > (most < MOST_HEADER ? most : MOST_HEADER))
        return error_set(reader->error, "ValueError",
                         "the header of %s would have %" PRIu64 " bytes, more than may be read",
                         file->name, length);
    if (length < 2 || length > file->bytes - LENGTH_BYTES)
        return error_set(reader->error, "ValueError",
                         "the header of %s would have %" PRIu64 " bytes, the file has %" PRIu64,
                         file->name, length, file->bytes);
    *n = (size_t)length;
    return true;
}

bool safetensors_header(const ReadableFile *file, size_t most, Arena *arena, SafeHeader *header,
                        Error *error)
{
    Reader reader = {file, header, arena, error};
    size_t n = 0;
    *header = (SafeHeader){0};
    if (!read_length(&reader, most, &n)) return false;
    char *text = memory_new(n);
    bool ok = readable_read(file, LENGTH_BYTES, text, n, error) && read_json(&reader, text, n);
    memory_free(text);
    return ok;
}
