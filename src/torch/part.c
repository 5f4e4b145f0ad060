// Functions of torch that answer with several tensors: the pieces of one. Each piece is made by an
// operation of its own.
#include "torch/call.h"

#include "tensor/call.h"

// ---- arguments ---------------------------------------------------------------------------------

// The dimension `value` of `self`; a message of its own for a single number.
static bool dim_given(Run *run, const char *function, Value self, Value value, int *dim)
{
    int64_t given = 0;
    return need_tensor(run, function, self) && int_given(run, function, "dim", value, &given) &&
           wrap_dim(given, self.tensor->shape.ndim, dim, run->error);
}

// ---- split -------------------------------------------------------------------------------------

static bool add_piece(Run *run, Value pieces, Value self, int dim, int64_t start, int64_t length)
{
    Arg arg[] = {int_arg(dim), int_arg(start), int_arg(length)};
    Value piece = apply_row(run, "narrow", self, arg, 3);
    return piece.type && sequence_add(run, value_sequence(pieces), piece);
}

static bool few_enough(Run *run, int64_t pieces)
{
    enum { MOST_PIECES = 100000 };
    if (pieces <= MOST_PIECES) return true;
    raise_error(run, "MemoryError", "%lld pieces are too many", (long long)pieces);
    return error_hint(run->error, "up to %d", MOST_PIECES);
}

static Value pieces_of_size(Run *run, Value self, int dim, int64_t size, int64_t at_least)
{
    int64_t total = self.tensor->shape.dim[dim];
    if (!few_enough(run, at_least) || !few_enough(run, size ? total / size : 0)) return NOTHING;
    Value pieces = new_sequence(run, &type_tuple, NULL, 0);
    if (!pieces.type) return NOTHING;
    for (int64_t start = 0, i = 0; start < total || i < at_least; start += size, i++) {
        int64_t length = total - start < size ? total - start : size;
        if (!take_step(run) || !add_piece(run, pieces, self, dim, start, length)) return NOTHING;
    }
    return pieces;
}

static Value split_evenly(Run *run, Value self, int dim, int64_t size)
{
    int64_t total = self.tensor->shape.dim[dim];
    if (size < 0) {
        return raise_error(run, "RuntimeError",
                           "split expects split_size be non-negative, but got split_size=%lld",
                           (long long)size);
    }
    if (size == 0 && total > 0) {
        return raise_error(run, "RuntimeError",
                           "split_size can only be 0 if dimension size is 0, but got dimension "
                           "size of %lld",
                           (long long)total);
    }
    return pieces_of_size(run, self, dim, size, 1);
}

static bool read_sizes(Run *run, const Sequence *list, int64_t **sizes, Buf *text)
{
    *sizes = NEW_ARRAY(&run->scratch, int64_t, list->count + 1);
    for (int i = 0; i < list->count; i++) {
        if (!int_given(run, "split_with_sizes", "split_sizes", list->item[i], &(*sizes)[i]))
            return false;
        buf_printf(text, i ? ", %lld" : "%lld", (long long)(*sizes)[i]);
    }
    return true;
}

static bool sizes_fit(Run *run, const int64_t *sizes, int count, int64_t total, int dim, Buf *text)
{
    int64_t sum = 0;
    bool negative = false, far = false;
    for (int i = 0; i < count; i++) {
        negative = negative || sizes[i] < 0;
        far = far || __builtin_add_overflow(sum, sizes[i], &sum);
    }
    if (!negative && !far && sum == total) return true;
    if (negative) {
        raise_error(run, "RuntimeError",
                    "split_with_sizes expects split_sizes have only non-negative entries, but got "
                    "split_sizes=[%s]",
                    buf_text(text));
    } else {
        raise_error(run, "RuntimeError",
                    "split_with_sizes expects split_sizes to sum exactly to %lld (input tensor's "
                    "size at dimension %d), but got split_sizes=[%s]",
                    (long long)total, dim, buf_text(text));
    }
    return false;
}

static Value split_by(Run *run, Value self, int dim, Value sections)
{
    const Sequence *list = value_sequence(sections);
    Buf text = {.arena = &run->scratch};
    int64_t *sizes, start = 0;
    if (!read_sizes(run, list, &sizes, &text)) return NOTHING;
    if (!sizes_fit(run, sizes, list->count, self.tensor->shape.dim[dim], dim, &text))
        return NOTHING;
    Value pieces = new_sequence(run, &type_tuple, NULL, 0);
    for (int i = 0; pieces.type && i < list->count; i++) {
        if (!add_piece(run, pieces, self, dim, start, sizes[i])) return NOTHING;
        start += sizes[i];
    }
    return pieces;
}

static bool has_dims(Run *run, const char *function, Value self)
{
    if (!need_tensor(run, function, self)) return false;
    if (self.tensor->shape.ndim) return true;
    raise_error(run, "RuntimeError", "%s expects at least a 1-dimensional tensor", function);
    return false;
}

static Value torch_split(Run *run, Value *arg)
{
    int dim;
    int64_t size;
    if (!has_dims(run, "split", arg[0]) || !dim_given(run, "split", arg[0], arg[2], &dim)) {
        return NOTHING;
    }
    if (is_sequence(arg[1])) return split_by(run, arg[0], dim, arg[1]);
    return int_given(run, "split", "split_size", arg[1], &size)
               ? split_evenly(run, arg[0], dim, size)
               : NOTHING;
}

static Value torch_chunk(Run *run, Value *arg)
{
    int dim;
    int64_t chunks = 1;
    if (!has_dims(run, "chunk", arg[0]) || !int_given(run, "chunk", "chunks", arg[1], &chunks)) {
        return NOTHING;
    }
    if (chunks <= 0) {
        return raise_error(run, "RuntimeError",
                           "chunk expects `chunks` to be greater than 0, got: %lld",
                           (long long)chunks);
    }
    if (!dim_given(run, "chunk", arg[0], arg[2], &dim)) return NOTHING;
    int64_t total = arg[0].tensor->shape.dim[dim];
    int64_t size = total / chunks + (total % chunks != 0);
    return pieces_of_size(run, arg[0], dim, size, total ? 1 : chunks);
}

// ---- tensor_split ------------------------------------------------------------------------------

static int64_t clamp(int64_t at, int64_t size)
{
    if (at < 0) at += size;
    return at < 0 ? 0 : at > size ? size : at;
}

static Value split_at(Run *run, Value self, int dim, Value places)
{
    Value pieces = new_sequence(run, &type_tuple, NULL, 0), list = places;
    int64_t size = self.tensor->shape.dim[dim], start = 0;
    if (is_tensor(places)) list = collect(run, &type_list, places);
    if (!pieces.type || !list.type) return NOTHING;
    int count = value_sequence(list)->count;
    for (int i = 0; i <= count; i++) {
        int64_t end = size;
        if (i < count &&
            !int_given(run, "tensor_split", "indices", value_sequence(list)->item[i], &end))
            return NOTHING;
        end = clamp(end, size);
        if (!add_piece(run, pieces, self, dim, start, end > start ? end - start : 0))
            return NOTHING;
        start = end;
    }
    return pieces;
}

static Value torch_tensor_split(Run *run, Value *arg)
{
    int dim;
    int64_t sections = 1, start = 0;
    if (!need_tensor(run, "tensor_split", arg[0])) return NOTHING;
    if (!arg[0].tensor->shape.ndim) {
        return raise_error(run, "RuntimeError",
                           "tensor_split expected at least a 1-dimensional tensor, but got a "
                           "tensor with 0 dims");
    }
    if (!dim_given(run, "tensor_split", arg[0], arg[2], &dim)) return NOTHING;
    bool at_places = is_sequence(arg[1]) || (is_tensor(arg[1]) && arg[1].tensor->shape.ndim > 0);
    if (at_places) return split_at(run, arg[0], dim, arg[1]);
    if (!int_given(run, "tensor_split", "sections", arg[1], &sections)) return NOTHING;
    if (sections <= 0) {
        return raise_error(run, "RuntimeError",
                           "number of sections must be larger than 0, got %lld",
                           (long long)sections);
    }
    int64_t size = arg[0].tensor->shape.dim[dim];
    if (!few_enough(run, sections)) return NOTHING;
    Value pieces = new_sequence(run, &type_tuple, NULL, 0);
    for (int64_t i = 0; pieces.type && i < sections; i++) {
        int64_t length = size / sections + (i < size % sections);
        if (!take_step(run) || !add_piece(run, pieces, arg[0], dim, start, length)) return NOTHING;
        start += length;
    }
    return pieces;
}

// ---- unbind ------------------------------------------------------------------------------------

static Value unbind(Run *run, Value self, int dim)
{
    Value items = new_sequence(run, &type_tuple, NULL, 0);
    for (int64_t i = 0; items.type && i < self.tensor->shape.dim[dim]; i++) {
        Arg arg[] = {int_arg(dim), int_arg(i)};
        Value item = apply_row(run, "select", self, arg, 2);
        if (!item.type || !sequence_add(run, value_sequence(items), item)) return NOTHING;
    }
    return items;
}

static Value torch_unbind(Run *run, Value *arg)
{
    int dim;
    if (!dim_given(run, "unbind", arg[0], arg[1], &dim)) return NOTHING;
    if (arg[0].tensor->shape.ndim) return unbind(run, arg[0], dim);
    return raise_error(run, "IndexError", "Dimension specified as %d but tensor has no dimensions",
                       arg[1].type ? (int)integer_of(arg[1]) : 0);
}

// ---- nonzero, where ----------------------------------------------------------------------------

static Value torch_nonzero(Run *run, Value *arg)
{
    bool as_tuple = false;
    if (!need_tensor(run, "nonzero", arg[0]) || !bool_given(run, arg[1], &as_tuple)) return NOTHING;
    if (as_tuple && !arg[0].tensor->shape.ndim) {
        Value one = call_op(run, op_find(STR("unsqueeze"), IN_TENSOR),
                            &(Args){.item = (Value[]){from_int(0)}, .count = 1}, &arg[0]);
        if (!one.type) return NOTHING;
        arg[0] = one;
    }
    Value places = apply_row(run, "nonzero", arg[0], NULL, 0);
    return as_tuple && places.type ? unbind(run, places, 1) : places;
}

static Value torch_argwhere(Run *run, Value *arg)
{
    return need_tensor(run, "argwhere", arg[0]) ? apply_row(run, "nonzero", arg[0], NULL, 0)
                                                : NOTHING;
}

static Value torch_where(Run *run, Value *arg)
{
    const Op *op = op_find(STR("where"), IN_TORCH);
    if (!need_tensor(run, "where", arg[0])) return NOTHING;
    if (!arg[1].type && !arg[2].type) {
        Value both[] = {arg[0], from_bool(true)};
        return torch_nonzero(run, both);
    }
    return call_op(run, op, &(Args){.item = arg, .count = arg[2].type ? 3 : 2}, NULL);
}

static Value tensor_where(Run *run, Value *arg)
{
    Value in_order[] = {arg[1], arg[0], arg[2]};
    return torch_where(run, in_order);
}

// ---- the tables --------------------------------------------------------------------------------

const Native part_methods[] = {
    {"split", "self, split_size, dim=", torch_split},
    {"split_with_sizes", "self, split_sizes, dim=", torch_split},
    {"chunk", "self, chunks, dim=", torch_chunk},
    {"tensor_split", "self, indices_or_sections, dim=", torch_tensor_split},
    {"unbind", "self, dim=", torch_unbind},
    {"nonzero", "self, *, as_tuple=", torch_nonzero},
    {"argwhere", "self", torch_argwhere},
    {"where", "self, condition, other", tensor_where},
    {0},
};

const Native torch_parts[] = {
    {"split", "tensor, split_size_or_sections, dim=", torch_split},
    {"split_with_sizes", "input, split_sizes, dim=", torch_split},
    {"chunk", "input, chunks, dim=", torch_chunk},
    {"tensor_split", "input, indices_or_sections, dim=", torch_tensor_split},
    {"unbind", "input, dim=", torch_unbind},
    {"nonzero", "input, *, as_tuple=", torch_nonzero},
    {"argwhere", "input", torch_argwhere},
    {"where", "condition, input=, other=", torch_where},
    {0},
};
