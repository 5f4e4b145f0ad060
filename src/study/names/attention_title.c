// Follows a cell back to the tensor that it was in: the coordinates there are its layer and its
// head.
#include "study/names/attention_title.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "study/axes/axis_root.h"
#include "study/axes/role.h"
#include "study/axes/slices.h"
#include "study/names/title.h"
#include "tensor/note.h"
#include "tensor/op.h"

#include <inttypes.h>
#include <string.h>

typedef struct TitleWords {
    const Trace *trace;
    Buf before;               // "mean over 12 heads"
    bool is_over[AXIS_KINDS]; // the axes that nothing is left of
    bool has_all;             // heads are not chosen from
} TitleWords;

// ---- layers in names ----------------------------------------------------------------------------

// Where the last number of the name is.
static Str number_in(const char *name)
{
    int end = (int)strlen(name);
    while (end > 0 && !ascii_is_digit(name[end - 1])) end--;
    int digits = str_digits_at_end((Str){name, end});
    return (Str){name + end - digits, digits};
}

static bool differ_in_number(const char *a, const char *b)
{
    Str one = number_in(a), other = number_in(b);
    ptrdiff_t before = one.p - a;
    return one.n && other.n && before == other.p - b && strncmp(a, b, (size_t)before) == 0 &&
           strcmp(one.p + one.n, other.p + other.n) == 0 && !str_equal(one, other);
}

// The number in the name of one of several weights, of a file or called layers; empty: there is
// none.
static Str layer_in_name(const Trace *trace, int entry)
{
    const char *name = trace->entries[entry].name;
    bool is_said = name && name_has_word(str_from(name), "layer layers block blocks");
    for (int i = 0; name && i < trace->binding_count; i++) {
        const Tensor *other = trace_output(trace, trace->bindings[i].entry);
        bool is_like = (is_said || tensor_note(other)->is_loaded) &&
                       other->shape.ndim == trace_shape(trace, entry)->ndim;
        if (is_like && differ_in_number(name, trace->bindings[i].name)) return number_in(name);
    }
    return (Str){0};
}

// ---- one step back ------------------------------------------------------------------------------

static Cell cell_before(const Trace *trace, Cell cell)
{
    const OpCall *call = &trace->entries[cell.entry].call;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch, .most = 1, .as_written = true};
    if (call->op->sources) op_sources(call, cell.at, &terms);
    if (!terms.count) return (Cell){.entry = -1};
    return (Cell){call->input[terms.term[0].input]->origin, terms.term[0].at};
}

// amax and amin are max and min along axes.
static const char *plain_name(const Op *op)
{
    bool is_along = op->name[0] == 'a' && op_find(str_from(op->name + 1), 0);
    return op->name + is_along;
}

// Is it made by cells of one input, of which it has all axes but some? "mean over 12 heads".
static bool write_reduction(TitleWords *words, int entry)
{
    const OpCall *call = &words->trace->entries[entry].call;
    int from = call->input_count ? call->input[0]->origin : -1, count = 0;
    bool left[MAX_DIMS] = {false};
    if (from < 0 || call->input_count > 1 || call_kind(call) == TERMS_MOVED) return false;
    if (shape_count(&call->shape) >= shape_count(trace_shape(words->trace, from))) return false;
    for (int d = 0; d < call->shape.ndim; d++) {
        AxisPoint place = {.entry = entry, .dim = d, .step = 1}, before;
        if (call->shape.dim[d] > 1 && axis_step(words->trace, &place, 0, &before))
            left[before.dim] = true;
    }
    TensorAxes axes = axes_of(words->trace, from);
    for (int d = 0; d < axes.ndim; d++) {
        int64_t size = trace_shape(words->trace, from)->dim[d];
        AxisKind kind = axes.of[d].kind;
        if (left[d] || size == 1) continue;
        if (kind == AXIS_QUERY || kind == AXIS_KEY || kind > AXIS_TOKEN) return false;
        if (count++)
            buf_add(&words->before, STR(" and "));
        else
            buf_printf(&words->before, "%s%s over ", words->before.n ? " of " : "",
                       plain_name(call->op));
        buf_printf(&words->before, "%" PRId64 " %s", size,
                   kind == AXIS_HEAD    ? "heads"
                   : kind == AXIS_LAYER ? "layers"
                   : kind == AXIS_BATCH ? "items"
                                        : "matrices");
        words->is_over[kind] = true;
    }
    return count > 0;
}

// ---- in words -----------------------------------------------------------------------------------

static void write_of(Buf *out, const char *what, int64_t number)
{
    buf_printf(out, "%s%s %" PRId64, out->n ? " of " : "", what, number);
}

// "head 7 of layer 5": of the tensor that the cell was in.
static bool write_place(TitleWords *words, Cell cell, bool is_reduced, Buf *out)
{
    const Trace *trace = words->trace;
    TensorAxes axes = axes_of(trace, cell.entry);
    Str layer = layer_in_name(trace, cell.entry);
    int64_t at[AXIS_KINDS];
    bool is_open = false;
    memset(at, -1, sizeof at);
    for (int d = 0; d < axes.ndim; d++) {
        AxisKind kind = axes.of[d].kind;
        bool is_one = trace_shape(trace, cell.entry)->dim[d] == 1 || words->is_over[kind];
        is_open |= !is_one && (kind == AXIS_UNKNOWN || axes.of[d].items > 1);
        if (!is_one) at[kind] = cell.at.at[d];
    }
    if (words->is_over[AXIS_LAYER]) layer = (Str){0};
    bool has_layer = layer.n || at[AXIS_LAYER] >= 0;
    if (is_open || role_of(trace, cell.entry) != ROLE_WEIGHTS || (!has_layer && !is_reduced))
        return false;
    buf_add(out, buf_str(&words->before));
    if (at[AXIS_HEAD] >= 0 && !words->has_all) write_of(out, "head", at[AXIS_HEAD]);
    if (layer.n)
        buf_printf(out, "%slayer %.*s", out->n ? " of " : "", STR_ARG(layer));
    else if (has_layer)
        write_of(out, "layer", at[AXIS_LAYER]);
    else if (!words->is_over[AXIS_LAYER])
        buf_printf(out, " of %s", tensor_title(trace, cell.entry, out->arena));
    if (at[AXIS_BATCH] >= 0) buf_printf(out, ", batch %" PRId64, at[AXIS_BATCH]);
    return true;
}

// A tensor of a file, or what the program has a name for.
static bool is_root(const Trace *trace, int entry)
{
    return tensor_note(trace_output(trace, entry))->is_loaded ||
           trace->entries[entry].last_binding >= 0;
}

static const char *title_of(const Trace *trace, Cell cell, bool has_all, Arena *arena)
{
    TitleWords words = {.trace = trace, .before = {.arena = arena}, .has_all = has_all};
    Buf out = {.arena = arena};
    bool is_reduced = false;
    TensorAxes axes = axes_of(trace, cell.entry);
    if (axes_find(&axes, AXIS_QUERY) < 0 || axes_find(&axes, AXIS_KEY) < 0) return NULL;
    if (shape_count(trace_shape(trace, cell.entry)) == 0) return NULL;
    while (!is_root(trace, cell.entry)) {
        bool is_moved = call_kind(&trace->entries[cell.entry].call) == TERMS_MOVED;
        if (!is_moved && !write_reduction(&words, cell.entry)) return NULL;
        is_reduced |= !is_moved;
        cell = cell_before(trace, cell);
        if (cell.entry < 0) return NULL;
    }
    return write_place(&words, cell, is_reduced, &out) ? buf_text(&out) : NULL;
}

// What the last cell is called as well: matrices of several heads may be joined in one.
static const char *title_of_all(const Trace *trace, Cell cell, bool has_all, Arena *arena)
{
    const char *title = title_of(trace, cell, has_all, arena);
    TensorAxes axes = axes_of(trace, cell.entry);
    for (int d = 0; title && d < axes.ndim; d++) {
        AxisKind kind = axes.of[d].kind;
        bool is_open = kind == AXIS_QUERY || kind == AXIS_KEY || (has_all && kind == AXIS_HEAD);
        if (is_open) cell.at.at[d] = trace_shape(trace, cell.entry)->dim[d] - 1;
    }
    const char *last = title ? title_of(trace, cell, has_all, arena) : NULL;
    return last && strcmp(last, title) == 0 ? title : NULL;
}

const char *attention_title(const Trace *trace, const Matrix *matrix, Arena *arena)
{
    return title_of_all(trace, (Cell){matrix->entry, matrix->base}, false, arena);
}

const char *attention_layer_title(const Trace *trace, Cell cell, Arena *arena)
{
    return title_of_all(trace, cell, true, arena);
}

int64_t attention_layer_in_name(const Trace *trace, int entry)
{
    int64_t number;
    return number_parse_int(layer_in_name(trace, entry), &number) ? number : -1;
}
