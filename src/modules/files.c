// _files: what can be read from a file besides text: bytes, tensors and tables. What the formats of
// tensors say of themselves is read in Python (safetensors, numpy.lib.npyio, torch.serialization).
#include "lang/files.h"
#include "base/memory.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "lang/containers/dict.h"
#include "lang/containers/sequence.h"
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "modules/modules.h"
#include "numpy/numpy.h"
#include "tensor/create.h"
#include "tensor/files/cells.h"
#include "tensor/files/zip.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "torch/options.h"

#include <string.h>

static Value kind_of(Run *run, Value *arg)
{
    const char *kind = files_kind(run, arg[0]);
    if (run_has_failed(run)) return NOTHING;
    return kind ? value_from_text(run, kind) : NONE;
}

// ---- tensors ----------------------------------------------------------------------------------

// A key such as h.0.attn.weight is what the trace calls the tensor; others are no names.
static void name_tensor(Run *run, Tensor *tensor, Str name)
{
    tensor_note_for(tensor)->is_loaded = true;
    for (int i = 0; i < name.n; i++) {
        if (!ascii_is_alnum(name.p[i]) && name.p[i] != '_' && name.p[i] != '.') return;
    }
    if (name.n) tensor_note_for(tensor)->title = str_copy(&run->trace.arena, name);
}

// One that was read costs as much as one that the program makes; a part of a file that is mapped,
// and another view of what was read, cost nothing yet. The trace hears of it when it is used.
static bool tensor_loaded(Run *run, const Tensor *tensor, bool is_view)
{
    if (!tensor) return false;
    if (is_view || storage_heap_bytes(tensor) == 0) return run_take_step(run);
    return run_take_made(run, op_find(STR("tensor"), 0), tensor);
}

static bool refuse_request(Run *run)
{
    return raise_false(run, "TypeError", "what is asked of _files cannot be asked so");
}

static bool sizes_of(Run *run, Value given, Shape *shape)
{
    if (!value_is_sequence(given)) return refuse_request(run);
    const Sequence *list = value_sequence(given);
    int64_t *size = NEW_ARRAY(&run->scratch, int64_t, list->count + 1);
    for (int i = 0; i < list->count; i++) {
        if (!value_is_integer(list->item[i])) return refuse_request(run);
        size[i] = value_integer(list->item[i]);
    }
    return create_shape(size, list->count, shape, run->error);
}

static double cell_at(const Tensor *tensor, int64_t place)
{
    Index at = {0};
    for (int d = tensor->shape.ndim - 1; d >= 0; d--) {
        at.at[d] = place % tensor->shape.dim[d];
        place /= tensor->shape.dim[d];
    }
    return tensor_get(tensor, at);
}

// So many cells from one on, as a list of floats.
static Value read_cells(Run *run, Value *arg)
{
    const Tensor *tensor = arg[0].tensor;
    bool ok = holds_tensor(arg[0]) && value_is_int(arg[1]) && value_is_int(arg[2]);
    int64_t from = ok ? value_integer(arg[1]) : -1, count = ok ? value_integer(arg[2]) : 0;
    ok = ok && from >= 0 && count >= 0 && from <= tensor_count(tensor) &&
         count <= tensor_count(tensor) - from;
    if (!ok) return refuse_request(run), NOTHING;
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (int64_t i = from; list.type && i < from + count; i++) {
        Value cell = from_double(cell_at(tensor, i));
        if (!sequence_add(run, value_sequence(list), cell)) list = NOTHING;
    }
    return list;
}

// ---- archives, parts ----------------------------------------------------------------------------

// Only numbers that are nearly all the same shrink to less than a hundredth. As such a file costs
// nothing to make, it may take an eighth of what others may.
static uint64_t most_unpacked(const Run *run, uint64_t unpacked, uint64_t packed)
{
    enum { TIMES = 100, SHARE = 8 };
    uint64_t most = run->trace.heap.limit ? run->trace.heap.limit : UINT64_MAX;
    return unpacked / TIMES > packed ? most / SHARE : most;
}

// All that is packed in an archive takes memory where all of it is read.
static bool fits_unpacked(Run *run, Str name, const ZipMember *members, int count)
{
    uint64_t bytes = 0, packed = 0;
    for (int i = 0; i < count; i++) {
        if (members[i].unpacked == members[i].packed) continue;
        if (__builtin_add_overflow(bytes, members[i].unpacked, &bytes)) bytes = UINT64_MAX / 2;
        packed += members[i].packed;
    }
    uint64_t most = most_unpacked(run, bytes, packed);
    if (bytes <= most) return true;
    raise_error(run, "MemoryError", "%.*s unpacks from %.1f to %.0f MiB; this run may use %.0f MiB",
                STR_ARG(name), (double)packed / (1 << 20), (double)bytes / (1 << 20),
                (double)most / (1 << 20));
    return error_hint(run->error, "a larger limit with --memory");
}

static bool open_fitting(Run *run, const ReadableFile *archive, const ZipMember *member,
                         ReadableFile *file)
{
    uint64_t most = most_unpacked(run, member->unpacked, member->packed);
    return zip_open(archive, member, most, file, run->error);
}

static Value member_value(Run *run, const ZipMember *member)
{
    Value parts[] = {from_int(member->method), from_int((int64_t)member->at),
                     from_int((int64_t)member->packed), from_int((int64_t)member->unpacked),
                     from_int(member->checksum)};
    return sequence_new(run, &type_tuple, parts, 5);
}

// The names in an archive, and what open_member() is to be given; None: the file is none.
static Value zip_names(Run *run, Value *arg)
{
    ReadableFile file;
    char mark[2] = {0};
    ZipMember *members = NULL;
    int count = 0;
    if (!files_open(run, arg[0], &file)) return NOTHING;
    bool ok = file.bytes < sizeof mark || readable_read(&file, 0, mark, sizeof mark, run->error);
    bool is_zip = ok && memcmp(mark, "PK", sizeof mark) == 0;
    if (is_zip) ok = zip_list(&file, &run->scratch, &members, &count, run->error);
    readable_close(&file);
    if (ok && arg[1].type) ok = fits_unpacked(run, str_from(file.name), members, count);
    if (!ok) return NOTHING;
    Value names = is_zip ? dict_new(run) : NONE;
    for (int i = 0; names.type && i < count; i++) {
        Value name = value_from_text(run, members[i].name);
        Value member = member_value(run, &members[i]);
        if (!name.type || !member.type || !dict_set_subscript(run, names, name, member))
            return NOTHING;
    }
    return names;
}

// As zip_names() gave it: what a program made up itself is compared with the file again.
static bool take_member(Run *run, Value entry, Str name, ZipMember *member)
{
    uint64_t number[5];
    bool ok = entry.type == &type_tuple && value_sequence(entry)->count == 5;
    for (int i = 0; ok && i < 5; i++) {
        Value part = value_sequence(entry)->item[i];
        ok = value_is_int(part) && value_integer(part) >= 0;
        if (ok) number[i] = (uint64_t)value_integer(part);
    }
    if (!ok) return refuse_request(run);
    *member = (ZipMember){.name = str_copy(&run->scratch, name),
                          .method = (int)number[0],
                          .at = number[1],
                          .packed = number[2],
                          .unpacked = number[3],
                          .checksum = (uint32_t)number[4]};
    return true;
}

static bool open_member(Run *run, const ReadableFile *archive, Str name, Value entry,
                        ReadableFile *file)
{
    ZipMember *members, member;
    int count, i = 0;
    if (entry.type && entry.type != &type_none)
        return take_member(run, entry, name, &member) && open_fitting(run, archive, &member, file);
    if (!zip_list(archive, &run->scratch, &members, &count, run->error)) return false;
    while (i < count && !str_is(name, members[i].name)) i++;
    if (i < count) return open_fitting(run, archive, &members[i], file);
    return raise_false(run, "KeyError", "%.*s is not a file in the archive", STR_ARG(name));
}

static Value list_of_bytes(Run *run, const unsigned char *byte, size_t n)
{
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (size_t i = 0; list.type && i < n; i++) {
        if (!sequence_add(run, value_sequence(list), from_int(byte[i]))) return NOTHING;
    }
    return list;
}

static Value text_of_bytes(Run *run, const ReadableFile *file, Str text)
{
    int flaw = utf8_flaw(text);
    if (flaw < 0) return value_from_str(run, text);
    Source source = {.name = file->name, .text = text};
    Place place = source_place(&source, flaw);
    raise_error(run, "ValueError", "%s:%d:%d: no text: %s", file->name, place.line, place.column,
                text.p[flaw] ? "a byte that is not UTF-8" : "a NUL byte");
    error_hint(run->error, "a table of numbers is text, saved as UTF-8");
    return NOTHING;
}

// arg: where it begins, how long it is at most (None: to the end), is it text?
static Value part_of(Run *run, const ReadableFile *file, const Value *arg)
{
    bool limited = value_is_int(arg[1]), is_text = arg[2].type && arg[2].truth;
    uint64_t most = (uint64_t)(is_text ? 256 : 16) << 20;
    if (!value_is_int(arg[0]) || value_integer(arg[0]) < 0 ||
        (limited && value_integer(arg[1]) < 0))
        return refuse_request(run), NOTHING;
    uint64_t at = (uint64_t)value_integer(arg[0]), n = at < file->bytes ? file->bytes - at : 0;
    if (limited && (uint64_t)value_integer(arg[1]) < n) n = (uint64_t)value_integer(arg[1]);
    if (n > most) {
        raise_error(run, "MemoryError", "%s is larger than %d MiB", file->name, (int)(most >> 20));
        if (is_text) error_hint(run->error, "numpy.save writes the same numbers shorter");
        return NOTHING;
    }
    char *bytes = memory_new((size_t)n + 1);
    Value parts[] = {NOTHING, from_int((int64_t)file->bytes)};
    if (readable_read(file, at, bytes, (size_t)n, run->error))
        parts[0] = is_text ? text_of_bytes(run, file, (Str){bytes, (int)n})
                           : list_of_bytes(run, (const unsigned char *)bytes, (size_t)n);
    memory_free(bytes);
    return parts[0].type ? sequence_new(run, &type_tuple, parts, 2) : NOTHING;
}

static bool open_part(Run *run, const Value *arg, const ReadableFile *archive, ReadableFile *file)
{
    *file = *archive;
    if (arg[1].type == &type_none) return true;
    if (!value_has_type(arg[1], &type_str)) return refuse_request(run);
    return open_member(run, archive, value_text(arg[1]), arg[2], file);
}

static void close_part(const Value *arg, ReadableFile *file)
{
    if (arg[1].type != &type_none) zip_close(file);
}

// A part of a file, or of a member of one, as a list of ints or as text; and how long the whole is.
static Value read_part(Run *run, Value *arg)
{
    ReadableFile archive, file;
    Value part = NOTHING;
    if (!files_open(run, arg[0], &archive)) return NOTHING;
    if (open_part(run, arg, &archive, &file)) {
        part = part_of(run, &file, arg + 3);
        close_part(arg, &file);
    }
    readable_close(&archive);
    return part;
}

// The tensor of this dtype and shape whose cells begin at a place of the file, or of a member.
static Value read_tensor(Run *run, Value *arg)
{
    ReadableFile archive, file;
    Shape shape;
    CellsIn cells = {.file = &file, .dtype = arg[4].dtype};
    bool ok = value_has_type(arg[3], &type_str) && arg[4].type == &type_dtype &&
              value_is_int(arg[6]) && value_integer(arg[6]) >= 0;
    if (!ok) return refuse_request(run), NOTHING;
    if (arg[7].type && !value_truth(run, arg[7], &cells.highest_first)) return NOTHING;
    if (!sizes_of(run, arg[5], &shape) || !files_open(run, arg[0], &archive)) return NOTHING;
    cells.at = (uint64_t)value_integer(arg[6]);
    Tensor *tensor = NULL;
    if (open_part(run, arg, &archive, &file)) {
        tensor = cells_read(&cells, shape, &run->trace.heap, run->error);
        close_part(arg, &file);
    }
    readable_close(&archive);
    if (tensor) name_tensor(run, tensor, value_text(arg[3]));
    return tensor_loaded(run, tensor, false) ? from_tensor(tensor) : NOTHING;
}

// ---- tables of numbers as text ------------------------------------------------------------------

// A matrix of the floats in a list, under the name of the file that they come from.
static Value make_table(Run *run, Value *arg)
{
    bool ok = value_is_sequence(arg[0]) && value_is_int(arg[1]) && value_is_int(arg[2]) &&
              value_has_type(arg[3], &type_str);
    Shape shape = {.ndim = 2};
    for (int d = 0; ok && d < 2; d++) shape.dim[d] = value_integer(arg[d + 1]);
    const Sequence *list = ok ? value_sequence(arg[0]) : NULL;
    if (!ok || shape.dim[0] < 0 || shape.dim[1] < 0 || shape_count(&shape) != list->count)
        return refuse_request(run), NOTHING;
    Tensor *tensor = tensor_new_unset(&run->trace.heap, DTYPE_FLOAT64, shape, run->error);
    for (int i = 0; tensor && i < list->count; i++)
        tensor_doubles(tensor)[i] = value_number(list->item[i]);
    if (tensor) name_tensor(run, tensor, value_text(arg[3]));
    return tensor_loaded(run, tensor, false) ? from_tensor(tensor) : NOTHING;
}

// Are all cells of this view among those of the storage?
static bool lies_inside(const Shape *shape, const Shape *stride, int64_t offset, int64_t cells)
{
    int64_t last = offset;
    bool empty = false;
    for (int d = 0; d < shape->ndim; d++) {
        int64_t way;
        empty = empty || shape->dim[d] == 0;
        if (shape->dim[d] && (__builtin_mul_overflow(shape->dim[d] - 1, stride->dim[d], &way) ||
                              __builtin_add_overflow(last, way, &last)))
            return false;
    }
    return offset >= 0 && (empty ? offset <= cells : last < cells);
}

static bool view_of(Run *run, Value given, int64_t *offset, Shape *shape, Shape *stride)
{
    bool three = given.type == &type_tuple && value_sequence(given)->count == 3;
    if (!three || !value_is_int(value_sequence(given)->item[0])) return refuse_request(run);
    const Value *part = value_sequence(given)->item;
    *offset = value_integer(part[0]);
    return sizes_of(run, part[1], shape) && sizes_of(run, part[2], stride);
}

// The cells of a tensor seen as (offset, shape, strides) says: what is read is made of them.
static Value read_view(Run *run, Value *arg)
{
    Shape shape, stride;
    int64_t offset = 0;
    if (!holds_tensor(arg[0]) || !value_has_type(arg[1], &type_str))
        return refuse_request(run), NOTHING;
    Tensor *tensor = tensor_alias(&run->trace.heap, arg[0].tensor);
    int64_t cells = (int64_t)(storage_bytes(tensor) / dtype_bytes(tensor->dtype));
    if (!view_of(run, arg[2], &offset, &shape, &stride)) return NOTHING;
    if (shape.ndim != stride.ndim || !lies_inside(&shape, &stride, offset, cells))
        return raise_error(run, "ValueError", "a tensor reaches out of its storage");
    if (!tensor_fits(&run->trace.heap, tensor->dtype, &shape, run->error)) return NOTHING;
    tensor->shape = shape;
    memcpy(tensor->stride, stride.dim, sizeof tensor->stride);
    tensor->offset = offset;
    name_tensor(run, tensor, value_text(arg[1]));
    return tensor_loaded(run, tensor, true) ? from_tensor(tensor) : NOTHING;
}

const Native files_natives[] = {
    {"kind", "path, /", kind_of},
    {"zip_names", "path, whole=, /", zip_names},
    {"part", "path, member, entry, at, count, as_text=, /", read_part},
    {"tensor", "path, member, entry, name, dtype, shape, at, highest_first=, /", read_tensor},
    {"view", "tensor, name, view, /", read_view},
    {"table", "numbers, rows, columns, name, /", make_table},
    {"cells", "tensor, start, count, /", read_cells},
    {0},
};

void files_add(Run *run, Value module)
{
    const Checkout *checkout = run->readable.checkout;
    const char *folder = !checkout ? "/" : checkout->is_named ? checkout->name : beside_folder(run);
    module_set(run, module, "folder", value_from_text(run, folder)); // where names begin
}
