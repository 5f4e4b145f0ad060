// The header reads {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, its keys in any
// order. In Fortran's order the cells are those of the array with its dimensions the other way
// round.
#include "tensor/files/npy.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/utf8.h"
#include "tensor/files/cells.h"

#include <string.h>

enum { MAGIC = 6, MOST_HEADER = 1 << 16 };

typedef struct Npy {
    const ReadableFile *file;
    Str rest; // of the header
    DType dtype;
    bool takes_texts;
    int64_t text_size; // of an array of strings: the characters of each; else 0
    bool fortran, highest_first;
    int64_t size[MAX_DIMS];
    int dims;
    Error *error;
} Npy;

static bool wrong(const Npy *npy, const char *what)
{
    return error_set(npy->error, "ValueError", "%s: %s", npy->file->name, what);
}

// ---- the text of the header -------------------------------------------------------------------

static bool take(Npy *npy, const char *text)
{
    npy->rest = str_trim(npy->rest);
    if (!str_starts(npy->rest, text)) return false;
    npy->rest = str_slice(npy->rest, (int)strlen(text), npy->rest.n);
    return true;
}

static bool take_string(Npy *npy, Str *string)
{
    const char *quote = take(npy, "'") ? "'" : take(npy, "\"") ? "\"" : NULL;
    int end = quote ? str_find(npy->rest, quote) : -1;
    if (end < 0) return false;
    *string = str_slice(npy->rest, 0, end);
    npy->rest = str_slice(npy->rest, end + 1, npy->rest.n);
    return true;
}

static bool take_size(Npy *npy, int64_t *size)
{
    npy->rest = str_trim(npy->rest);
    int n = 0;
    *size = 0;
    for (; n < npy->rest.n && ascii_is_digit(npy->rest.p[n]); n++) {
        if (__builtin_mul_overflow(*size, 10, size) ||
            __builtin_add_overflow(*size, npy->rest.p[n] - '0', size))
            return false;
    }
    npy->rest = str_slice(npy->rest, n, npy->rest.n);
    take(npy, "L"); // as Python 2 wrote it
    return n > 0;
}

static bool take_shape(Npy *npy)
{
    if (!take(npy, "(")) return wrong(npy, "the shape in its header is no tuple");
    while (!take(npy, ")")) {
        int64_t size;
        if (!take_size(npy, &size)) return wrong(npy, "a size in its header is none");
        if (npy->dims == MAX_DIMS)
            return error_set(npy->error, "NotImplementedError",
                             "%s: an array may have %d dimensions here, and this one has more",
                             npy->file->name, MAX_DIMS);
        npy->size[npy->dims++] = size;
        if (!take(npy, ",") && !str_starts(npy->rest, ")"))
            return wrong(npy, "the shape in its header is no tuple");
    }
    return true;
}

static const char several_fields[] = "of several fields";

static bool refuse_dtype(const Npy *npy, Str descr)
{
    if (str_is(descr, "|O")) {
        error_set(npy->error, "ValueError",
                  "Object arrays cannot be loaded when allow_pickle=False");
        return error_hint(npy->error, "save it as numbers: a.astype(np.float32)");
    }
    error_set(npy->error, "NotImplementedError", "%s has the dtype %.*s, which is not there in qkv",
              npy->file->name, STR_ARG(descr));
    bool is_text = descr.n > 1 && strchr("USa", descr.p[1]);
    return error_hint(npy->error, is_text ? "save numbers in place of its text, such as token ids"
                                  : str_is(descr, several_fields)
                                      ? "save one of its fields: a['x'].astype(np.float32)"
                                      : "save it as float32: a.astype(np.float32)");
}

// Bytes of one have none.
static bool has_order(Str descr, DType dtype)
{
    if (dtype_bytes(dtype) == 1) return str_starts(descr, "|");
    return str_starts(descr, "<") || str_starts(descr, ">");
}

// "<U5"
static bool take_text(Npy *npy, Str descr)
{
    enum { MOST = 1 << 20 };
    return str_starts(descr, "<U") &&
           number_parse_int(str_slice(descr, 2, descr.n), &npy->text_size) && npy->text_size > 0 &&
           npy->text_size <= MOST;
}

static bool take_dtype(Npy *npy)
{
    static const struct {
        const char *name;
        DType dtype;
    } known[] = {
        {"f4", DTYPE_FLOAT32}, {"f8", DTYPE_FLOAT64}, {"i8", DTYPE_INT64},
        {"i4", DTYPE_INT32},   {"i2", DTYPE_INT16},   {"i1", DTYPE_INT8},
        {"u1", DTYPE_UINT8},   {"b1", DTYPE_BOOL},    {"f2", DTYPE_FLOAT16},
    };
    Str descr;
    if (!take_string(npy, &descr)) return refuse_dtype(npy, str_from(several_fields));
    npy->highest_first = str_starts(descr, ">");
    Str rest = str_slice(descr, 1, descr.n);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!str_is(rest, known[i].name) || !has_order(descr, known[i].dtype)) continue;
        npy->dtype = known[i].dtype;
        return true;
    }
    if (npy->takes_texts) return take_text(npy, descr) || refuse_dtype(npy, descr);
    return refuse_dtype(npy, descr);
}

static bool take_order(Npy *npy)
{
    npy->fortran = take(npy, "True");
    return npy->fortran || take(npy, "False") || wrong(npy, "its header has no order");
}

static bool take_header(Npy *npy)
{
    bool has_dtype = false, has_order = false, has_shape = false;
    if (!take(npy, "{")) return wrong(npy, "its header is no dict");
    while (!take(npy, "}")) {
        Str key;
        if (!take_string(npy, &key) || !take(npy, ":")) return wrong(npy, "its header is no dict");
        bool *has = str_is(key, "descr")           ? &has_dtype
                    : str_is(key, "fortran_order") ? &has_order
                    : str_is(key, "shape")         ? &has_shape
                                                   : NULL;
        if (!has || *has) return wrong(npy, "its header has other keys than it should");
        *has = true;
        bool ok = has == &has_dtype   ? take_dtype(npy)
                  : has == &has_order ? take_order(npy)
                                      : take_shape(npy);
        if (!ok) return false;
        if (!take(npy, ",") && !str_starts(npy->rest, "}"))
            return wrong(npy, "its header is no dict");
    }
    if (!has_dtype || !has_order || !has_shape) return wrong(npy, "its header lacks a key");
    return str_trim(npy->rest).n == 0 || wrong(npy, "there is something after its header");
}

// ---- the file ---------------------------------------------------------------------------------

// Where the header begins and how long it is.
static bool find_header(const Npy *npy, uint64_t *at, uint32_t *n)
{
    unsigned char head[MAGIC + 2 + 4];
    size_t most = npy->file->bytes < sizeof head ? (size_t)npy->file->bytes : sizeof head;
    if (!readable_read(npy->file, 0, head, most, npy->error)) return false;
    if (most < sizeof head || memcmp(head, "\x93NUMPY", MAGIC) != 0)
        return wrong(npy, "this was not written by numpy.save");
    int version = head[MAGIC];
    if (version < 1 || version > 3 || head[MAGIC + 1] != 0)
        return wrong(npy, "a version of the format that numpy 2.2 does not have");
    const unsigned char *length = head + MAGIC + 2;
    *n = (uint32_t)length[0] | (uint32_t)length[1] << 8;
    if (version > 1) *n |= (uint32_t)length[2] << 16 | (uint32_t)length[3] << 24;
    *at = MAGIC + 2 + (version > 1 ? 4 : 2);
    if (*n <= MOST_HEADER && *n <= npy->file->bytes - *at) return true;
    return wrong(npy, "its header is longer than the file or than 64 KiB");
}

static Tensor *read_cells(const Npy *npy, uint64_t at, TensorHeap *heap)
{
    Shape shape = {.ndim = npy->dims}, lying = {.ndim = npy->dims};
    for (int d = 0; d < npy->dims; d++) {
        shape.dim[d] = npy->size[d];
        lying.dim[npy->fortran ? npy->dims - 1 - d : d] = npy->size[d];
    }
    Tensor *tensor = cells_read(
        &(CellsIn){
            .file = npy->file, .at = at, .dtype = npy->dtype, .highest_first = npy->highest_first},
        lying, heap, npy->error);
    if (!tensor || !npy->fortran) return tensor;
    int64_t stride[MAX_DIMS];
    memcpy(stride, tensor->stride, sizeof stride);
    tensor->shape = shape;
    for (int d = 0; d < npy->dims; d++) tensor->stride[d] = stride[npy->dims - 1 - d];
    return tensor;
}

static bool fits_the_file(const Npy *npy, uint64_t at)
{
    uint64_t bytes = npy->text_size ? (uint64_t)npy->text_size * 4 : dtype_bytes(npy->dtype);
    for (int d = 0; d < npy->dims; d++) {
        if (__builtin_mul_overflow(bytes, (uint64_t)npy->size[d], &bytes))
            return wrong(npy, "its header has a shape beyond all memory");
    }
    return bytes <= npy->file->bytes - at || wrong(npy, "it ends before its last cell");
}

// Where the cells begin; 0: the error is set.
static uint64_t read_header(Npy *npy)
{
    uint64_t at = 0;
    uint32_t n = 0;
    if (!find_header(npy, &at, &n)) return 0;
    Arena arena = {0};
    char *text = NEW_ARRAY(&arena, char, n + 1);
    npy->rest = (Str){text, (int)n};
    bool ok = readable_read(npy->file, at, text, n, npy->error) && take_header(npy);
    if (ok) ok = fits_the_file(npy, at + n);
    arena_free(&arena);
    return ok ? at + n : 0;
}

Tensor *npy_read(const ReadableFile *file, TensorHeap *heap, Error *error)
{
    Npy npy = {.file = file, .error = error};
    uint64_t at = read_header(&npy);
    return at ? read_cells(&npy, at, heap) : NULL;
}

// ---- strings ----------------------------------------------------------------------------------

static uint32_t code_at(const unsigned char *cell)
{
    return (uint32_t)cell[0] | (uint32_t)cell[1] << 8 | (uint32_t)cell[2] << 16 |
           (uint32_t)cell[3] << 24;
}

// Each is filled up with zeros, which are no part of it.
static const char *one_text(const Npy *npy, const unsigned char *cell, Arena *arena)
{
    Buf text = {.arena = arena};
    int64_t n = npy->text_size;
    while (n > 0 && code_at(cell + 4 * (n - 1)) == 0) n--;
    for (int64_t i = 0; i < n; i++) {
        uint32_t code = code_at(cell + 4 * i);
        bool is_character = code && code < 0x110000 && (code < 0xD800 || code > 0xDFFF);
        if (!is_character) return NULL;
        char bytes[4];
        buf_add(&text, (Str){bytes, utf8_encode(code, bytes)});
    }
    return buf_text(&text);
}

bool npy_texts(const ReadableFile *file, size_t most, Arena *arena, const char ***texts, int *count,
               Error *error)
{
    enum { LEAST_BYTES = 64 }; // that each string takes, besides its characters
    Npy npy = {.file = file, .error = error, .takes_texts = true};
    uint64_t at = read_header(&npy);
    if (!at) return false;
    if (!npy.text_size) return wrong(&npy, "it holds no strings");
    if (npy.dims != 1) return wrong(&npy, "its strings are not in one dimension");
    size_t size = (size_t)npy.text_size * 4;
    if ((uint64_t)npy.size[0] > most / (size + LEAST_BYTES))
        return error_set(error, "MemoryError", "%s has more strings than fit", file->name);
    *count = (int)npy.size[0];
    *texts = NEW_ARRAY(arena, const char *, *count + 1);
    unsigned char *cells = NEW_ARRAY(arena, unsigned char, (size_t)*count *size + 1);
    if (!readable_read(file, at, cells, (size_t)*count * size, error)) return false;
    for (int i = 0; i < *count; i++) {
        (*texts)[i] = one_text(&npy, cells + (size_t)i * size, arena);
        if (!(*texts)[i]) return wrong(&npy, "a string in it has what is no character");
    }
    return true;
}
