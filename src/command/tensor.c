// Which tensor: by its name, by a slice of it, or the one that is most likely meant.
//
// A slice is one more line of the program, so that its cells know where they come from and its
// labels go with it.
#include "command/tensor.h"

#include "base/text/ascii.h"
#include "modules/modules.h"
#include "study/attention/attention.h"
#include "study/axes/role.h"
#include "study/names/title.h"
#include "study/names/typed_name.h"
#include "walk/edits/labelling.h"
#include "walk/places/go.h"

#include <string.h>

// ---- by name ------------------------------------------------------------------------------------

// A key of a file, such as h.0.attn.weight, is no variable of the listing that opens it.
static bool is_key(const Walk *walk, Str name, int entry)
{
    if (!walk->program.is_data) return false;
    Str line = span_text(walk->trace->statements[walk->trace->entries[entry].statement].source);
    Str rest = str_trim(str_slice(line, name.n, line.n));
    return !str_equal(str_slice(line, 0, name.n), name) || !str_starts(rest, "=");
}

// Where the brackets of a slice begin: the last ones before its first colon; -1: it is no slice.
static int slice_begins(Str text)
{
    int colon = str_find(text, ":"), at = colon;
    while (at > 0 && text.p[at] != '[') at--;
    return colon > 0 && text.p[at] == '[' ? at : -1;
}

// The entry that one more line makes; -1: it fails, or makes no tensor.
static int run_line(const Walk *walk, const char *title, const char *line, Error *error)
{
    Arena *arena = &run_trace(walk->ran.run)->arena;
    Source *source = NEW(arena, Source);
    *source = (Source){.name = title, .text = str_from(line), .first_line = 1};
    int before = walk->trace->entry_count;
    if (!run_source(walk->ran.run, source, error)) return -1;
    int entry = walk->trace->entry_count - 1;
    if (entry >= before) return entry;
    error_set(error, NULL, "%s is no tensor", title);
    return -1;
}

// What a line may call the entry's output: "weight" for query.weight.
static Str identifier_of(const Trace *trace, int entry)
{
    const char *name = trace->entries[entry].name;
    Str all = name ? str_from(name) : STR("tensor");
    int at = all.n;
    while (at > 0 && (ascii_is_word(all.p[at - 1]) || (unsigned char)all.p[at - 1] >= 0x80)) at--;
    bool fits = at < all.n && !ascii_is_digit(all.p[at]);
    return fits ? str_slice(all, at, all.n) : STR("tensor");
}

// What is known inside of a call alone gets its name at the top level, for the line to come.
static const char *lend(const Walk *walk, int entry)
{
    Str name = identifier_of(walk->trace, entry);
    if (!run_lend_tensor(walk->ran.run, name, walk->trace->entries[entry].call.output)) return NULL;
    return str_copy(&run_trace(walk->ran.run)->arena, name);
}

// An expression for the tensor in a line of the program.
static const char *code_for(const Walk *walk, Str name, const Cell *cell, int given)
{
    Arena *arena = &run_trace(walk->ran.run)->arena;
    if (!given && is_key(walk, name, cell->entry))
        return str_copy(arena, span_text(walk->trace->entries[cell->entry].source));
    int first = str_find(name, "[");
    Str variable = given && first > 0 ? str_slice(name, 0, first) : name;
    if (walk->program.is_data || trace_find(walk->trace, variable, -1) >= 0)
        return str_copy(arena, name);
    const char *lent = lend(walk, cell->entry);
    return lent ? arena_printf(arena, "%s%s", lent, index_text(arena, cell->at, given)) : NULL;
}

static bool no_memory(Error *error)
{
    return error_set(error, NULL, "there is no memory for one more tensor");
}

static bool take_slice(const Walk *walk, Str text, int begins, Cell *cell, Error *error)
{
    int given;
    Str name = str_trim(str_slice(text, 0, begins));
    if (!trace_parse_tensor(walk->trace, name, cell, &given, error)) return false;
    Arena *arena = &run_trace(walk->ran.run)->arena;
    const char *code = code_for(walk, name, cell, given), *title = str_copy(arena, text);
    if (!code) return no_memory(error);
    const char *line =
        arena_printf(arena, "%s%.*s", code, STR_ARG(str_slice(text, begins, text.n)));
    int entry = run_line(walk, title, line, error);
    if (entry < 0) return false;
    *cell = (Cell){.entry = entry};
    run_trace(walk->ran.run)->entries[entry].name = title;
    labels_of_beginning(walk, entry);
    return true;
}

bool tensor_named(const Walk *walk, Str text, Cell *cell, int *given, Error *error)
{
    int begins = slice_begins(text);
    *given = 0;
    return begins > 0 ? take_slice(walk, text, begins, cell, error)
                      : trace_parse_tensor(walk->trace, text, cell, given, error);
}

// Where some indices are given, what they leave, as a tensor.
static bool take_part(const Walk *walk, Str text, Cell *cell, int *given, Error *error)
{
    int bracket = text.n - 1;
    while (bracket > 0 && text.p[bracket] != '[') bracket--;
    *given = 0;
    return take_slice(walk, text, bracket, cell, error);
}

bool tensor_named_part(const Walk *walk, Str text, Cell *cell, Error *error)
{
    int given;
    return tensor_named(walk, text, cell, &given, error) &&
           (!given || take_part(walk, text, cell, &given, error));
}

bool tensor_named_matrix(const Walk *walk, Str text, Cell *cell, int *given, Error *error)
{
    if (!tensor_named(walk, text, cell, given, error)) return false;
    Matrix matrix = matrix_by_axes(walk->trace, cell->entry, cell->at);
    const Shape *shape = &matrix.tensor->shape;
    bool is_row_chosen = matrix.row_dim < *given || matrix.column_dim < *given;
    if (*given && *given <= shape->ndim - 2 && is_row_chosen)
        return take_part(walk, text, cell, given, error);
    if (*given == 0 || *given <= shape->ndim - 2) return true;
    return error_fail(error, "leave two dimensions open", "%.*s is not a matrix: the shape is %s",
                      STR_ARG(text), shape_tuple(error->arena, shape));
}

// ---- the one that is meant ----------------------------------------------------------------------

// How well a named tensor represents a lesson: scores before other matrices, and these before
// vectors.
static int tensor_merit(const Walk *walk, int entry)
{
    bool is_matrix = walk->trace->entries[entry].call.output->shape.ndim >= 2;
    return 2 * is_matrix + (role_is_of_pairs(role_of(walk->trace, entry)));
}

static int last_of_most_merit(const Walk *walk, TensorFits *fits, const void *context)
{
    const Trace *trace = walk->trace;
    int best = -1;
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        int entry = trace->bindings[i].entry;
        if (!fits(trace, entry, context)) continue;
        if (best < 0 || tensor_merit(walk, entry) > tensor_merit(walk, best)) best = entry;
    }
    return best;
}

// The name that chooses it on a command line.
static const char *choosing_name(const Trace *trace, int entry, Arena *arena)
{
    Cell all = {.entry = entry};
    int ndim = trace->entries[entry].call.output->shape.ndim;
    for (int d = 0; d < ndim; d++) all.at.at[d] = EVERY;
    return part_clear_name(trace, all, arena);
}

// Which there are, and that this one was chosen.
static void say_chosen(const Walk *walk, const int *entries, int count, int chosen, Buf *messages)
{
    enum { MOST_TOLD = 12 };
    SCRATCH(scratch);
    const Trace *trace = walk->trace;
    bool is_plain = walk->program.is_data && role_of(trace, chosen) != ROLE_WEIGHTS;
    if (!messages || (count < 2 && (walk->program.is_data || !walk_is_listing(walk)))) return;
    buf_printf(messages, "qkv: chosen: %s", choosing_name(trace, chosen, &scratch));
    if (count > 1)
        buf_printf(messages, ", one of %d tensors%s", count, is_plain ? "" : " of attention");
    buf_add(messages, STR("\n"));
    for (int i = 0; i < count && i < MOST_TOLD && count > 1; i++)
        buf_printf(messages, "  %s %s\n", choosing_name(trace, entries[i], &scratch),
                   shape_tuple(&scratch, &trace->entries[entries[i]].call.output->shape));
    if (count > MOST_TOLD) buf_printf(messages, "  ... and %d more\n", count - MOST_TOLD);
}

int tensor_meant(const Walk *walk, TensorFits *fits, const void *context, Buf *messages)
{
    SCRATCH(scratch);
    AttentionLayer *layers;
    const Trace *trace = walk->trace;
    int count = attention_layers(trace, &scratch, &layers), chosen = -1;
    int *entries = NEW_ARRAY(&scratch, int, count + trace->binding_count);
    for (int i = 0; i < count; i++) entries[i] = layers[i].attention.entry;
    for (int i = count - 1; i >= 0; i--) { // the first that fits, as the contents have them
        if (fits(trace, entries[i], context)) chosen = entries[i];
    }
    bool is_attention = chosen >= 0;
    if (!is_attention) chosen = last_of_most_merit(walk, fits, context);
    if (!is_attention && walk->program.is_data) {
        count = trace->binding_count;
        for (int i = 0; i < count; i++) entries[i] = trace->bindings[i].entry;
    }
    if (chosen >= 0 && (is_attention || walk->program.is_data))
        say_chosen(walk, entries, count, chosen, messages);
    return chosen;
}

bool tensor_say_open(const Walk *walk, int entry, Buf *messages)
{
    const Trace *trace = walk->trace;
    Slices slices = slices_of(trace, entry);
    TensorAxes axes = axes_of(trace, entry);
    const char *usual = axes.ndim == 3 ? "head,query,key" : "layer,head,query,key";
    for (int i = 0; i < slices.other_count && role_of(trace, entry) == ROLE_WEIGHTS; i++) {
        int d = slices.other[i];
        int64_t size = trace->entries[entry].call.output->shape.dim[d];
        if (axes.of[d].kind != AXIS_UNKNOWN || size < 2) continue;
        buf_printf(messages, "qkv: nothing says what axis %d of %s is, of %lld\n", d,
                   tensor_title(trace, entry, messages->arena), (long long)size);
        buf_printf(messages, "  try: --axes %s, or what they are\n", usual);
        return true;
    }
    return false;
}

bool tensor_has_axes(const Trace *trace, int entry, const void *context UNUSED)
{
    return trace->entries[entry].call.output->shape.ndim > 0;
}
