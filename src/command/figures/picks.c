// --head, --layer and --rollout: some matrices of a tensor of attention, or what becomes of them
// all.
//
// A single head or layer is an index of the tensor, as if it had been typed. Anything else is an
// expression of Python (library/_picks.py), so that each of its numbers says where it comes from.
#include "base/text/number.h"
#include "command/figures/figures.h"
#include "command/tensor.h"
#include "study/attention/attention.h"
#include "study/attention/layers.h"
#include "study/names/attention_title.h"
#include "study/names/title.h"
#include "tensor/op.h"
#include "walk/edits/labelling.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_PICKED = 1024 };

// Positions on an axis, "3", "3,7", "2-5"; or all of them, of which one is made.
typedef struct Picked {
    const char *option, *text; // text NULL: not given
    const char *how;           // "mean" or "max"
    int64_t *at;
    int count;
} Picked;

typedef struct Picking {
    const Walk *walk;
    Cell *cell;
    int *given;
    Picked heads, layers;
    bool is_rollout;
    int head_dim, layer_dim; // of the tensor; -1: it has no such axis
    const int *like;         // tensors of one layer each
    int like_count;
    Buf code;
    Error *error;
} Picking;

// ---- reading ------------------------------------------------------------------------------------

static bool is_wrong(const Picked *picked, Error *error)
{
    bool is_head = strcmp(picked->option, "head") == 0;
    error_set(error, NULL, "--%s %s names no %ss", picked->option, picked->text, picked->option);
    return error_hint(error, "--%s 3, --%s 3,7, --%s 2-5%s", picked->option, picked->option,
                      picked->option, is_head ? ", --head mean or --head max" : "");
}

static bool read_picked(Picked *picked, const OptionValue *value, Error *error)
{
    if (!value->given) return true;
    picked->text = value->text;
    bool is_head = strcmp(picked->option, "head") == 0;
    bool is_one = strcmp(value->text, "mean") == 0 || strcmp(value->text, "max") == 0;
    if (is_one && is_head) picked->how = value->text;
    picked->at = NEW_ARRAY(error->arena, int64_t, MOST_PICKED);
    Str rest = str_from(is_one && is_head ? "" : value->text);
    while (rest.n) {
        Str last = str_take(&rest, ","), first = str_take(&last, "-");
        int64_t from, to;
        if (!last.n) last = first;
        if (!number_parse_int(first, &from) || !number_parse_int(last, &to) || from < 0 ||
            to < from || to - from >= MOST_PICKED - picked->count)
            return is_wrong(picked, error);
        for (; from <= to; from++) picked->at[picked->count++] = from;
    }
    return picked->count || picked->how || is_wrong(picked, error);
}

// In brackets of Python: "3", "2:6", "[3, 7]".
static const char *index_of(const Picked *picked, Arena *arena)
{
    Buf index = {.arena = arena};
    bool is_range = picked->count > 1;
    for (int i = 1; i < picked->count; i++) is_range &= picked->at[i] == picked->at[i - 1] + 1;
    if (is_range)
        return arena_printf(arena, "%" PRId64 ":%" PRId64, picked->at[0],
                            picked->at[picked->count - 1] + 1);
    for (int i = 0; i < picked->count; i++)
        buf_printf(&index, "%s%" PRId64, i ? ", " : "", picked->at[i]);
    return picked->count == 1 ? buf_text(&index) : arena_printf(arena, "[%s]", buf_text(&index));
}

bool picks_are_several(const OptionValue *value)
{
    const OptionValue *heads = &value[OPTION_HEAD], *layers = &value[OPTION_LAYERS];
    bool several_heads = heads->given && strpbrk(heads->text, ",-"),
         several_layers = layers->given && strpbrk(layers->text, ",-");
    return several_heads || (several_layers && !value[OPTION_ROLLOUT].given);
}

int64_t picks_head(const OptionValue *value)
{
    int64_t head;
    const OptionValue *heads = &value[OPTION_HEAD];
    return heads->given && number_parse_int(str_from(heads->text), &head) ? head : -1;
}

// ---- the axes -----------------------------------------------------------------------------------

static const Shape *shape_of(const Picking *p)
{
    return trace_shape(p->walk->trace, p->cell->entry);
}

// The attention of the same shape, one tensor for each layer.
static void find_layers(Picking *p)
{
    const Trace *trace = p->walk->trace;
    AttentionLayer *layers;
    Arena *arena = p->error->arena;
    int count = attention_layers(trace, arena, &layers);
    int *like = NEW_ARRAY(arena, int, count + 1);
    bool is_one = false;
    for (int i = 0; i < count; i++) {
        int entry = layers[i].attention.entry;
        if (!shape_equal(shape_of(p), trace_shape(trace, entry))) continue;
        like[p->like_count++] = entry;
        is_one |= entry == p->cell->entry;
    }
    if (!is_one) p->like_count = 0;
    p->like = like;
}

static void find_axes(Picking *p)
{
    Slices slices = slices_of(p->walk->trace, p->cell->entry);
    TensorAxes axes = axes_of(p->walk->trace, p->cell->entry);
    p->head_dim = slices.other_count > slices.outer ? slices.other[slices.outer] : -1;
    p->layer_dim = axes_find(&axes, AXIS_LAYER);
    if (p->layer_dim < *p->given) p->layer_dim = -1;
}

static bool check_layers(const Picking *p)
{
    bool wants = p->layers.text || p->is_rollout;
    if (!wants || p->layer_dim >= 0 || p->like_count > 1) return true;
    const char *title = entry_title(p->walk->trace, p->cell->entry, p->error->arena);
    error_set(p->error, NULL, "%s has no axis of layers, nor are there others like it: shape %s",
              title, shape_tuple(p->error->arena, shape_of(p)));
    return error_hint(p->error, "--axes layer,head,query,key says which axis is that of layers");
}

static bool check_heads(const Picking *p)
{
    bool is_chosen = p->head_dim >= 0 && *p->given <= p->head_dim;
    if (!p->heads.text || is_chosen) return true;
    return error_fail(p->error, "leave --head out",
                      "%s is one matrix: it has no heads to choose from",
                      entry_title(p->walk->trace, p->cell->entry, p->error->arena));
}

static bool check_heads_there(const Picking *p)
{
    int64_t count = p->heads.text ? shape_of(p)->dim[p->head_dim] : 0;
    for (int i = 0; i < p->heads.count; i++) {
        if (p->heads.at[i] < count) continue;
        error_set(p->error, NULL, "there is no head %" PRId64 ": the shape is %s", p->heads.at[i],
                  shape_tuple(p->error->arena, shape_of(p)));
        return error_hint(p->error, "they are numbered from 0 to %" PRId64, count - 1);
    }
    return true;
}

// Which of the tensors is the layer of that number: by their names, or counted from 0; -1: none.
static int64_t place_of(const Picking *p, int64_t number)
{
    bool are_named = true;
    for (int i = 0; i < p->like_count; i++) {
        int64_t named = attention_layer_in_name(p->walk->trace, p->like[i]);
        are_named &= named >= 0;
        if (named == number) return i;
    }
    return !are_named && number < p->like_count ? number : -1;
}

static bool find_places(Picking *p)
{
    const Trace *trace = p->walk->trace;
    int64_t count = p->layer_dim >= 0 ? shape_of(p)->dim[p->layer_dim] : p->like_count;
    for (int i = 0; i < p->layers.count; i++) {
        int64_t *at = &p->layers.at[i], number = *at;
        if (p->layer_dim < 0) *at = place_of(p, number);
        if (*at >= 0 && *at < count) continue;
        error_set(p->error, NULL, "there is no layer %" PRId64 ": there are %" PRId64, number,
                  count);
        if (p->layer_dim >= 0)
            return error_hint(p->error, "they are numbered from 0 to %" PRId64, count - 1);
        return error_hint(p->error, "they are %s to %s",
                          entry_title(trace, p->like[0], p->error->arena),
                          entry_title(trace, p->like[count - 1], p->error->arena));
    }
    return true;
}

// ---- as indices ---------------------------------------------------------------------------------

static void take_index(Picking *p, int dim, int64_t at)
{
    p->cell->at.at[dim] = at;
    if (*p->given <= dim) *p->given = dim + 1;
}

static bool is_simple(const Picking *p)
{
    return !p->heads.how && p->heads.count <= 1 && p->layers.count <= 1 && !p->is_rollout;
}

static bool take_indices(Picking *p)
{
    if (p->layers.text && p->layer_dim >= 0) take_index(p, p->layer_dim, p->layers.at[0]);
    if (!p->heads.text) return true;
    take_index(p, p->head_dim, p->heads.at[0]);
    return true;
}

// ---- as an expression ---------------------------------------------------------------------------

static bool add_tensor(Picking *p, int entry)
{
    const char *code = tensor_code(p->walk, entry, p->error);
    if (code) buf_add(&p->code, str_from(code));
    return code != NULL;
}

static bool add_stack(Picking *p)
{
    buf_add(&p->code, STR("_picks.stack(["));
    for (int i = 0; i < p->like_count; i++) {
        if (i) buf_add(&p->code, STR(", "));
        if (!add_tensor(p, p->like[i])) return false;
    }
    buf_add(&p->code, STR("])"));
    p->layer_dim = 0;
    p->head_dim += p->head_dim >= 0;
    return true;
}

static void add_index(Picking *p, int dim, const Picked *picked)
{
    if (!picked->count) return;
    buf_add_char(&p->code, '[');
    for (int d = 0; d < dim; d++) buf_add(&p->code, STR(":, "));
    buf_printf(&p->code, "%s]", index_of(picked, p->error->arena));
}

// Those that were typed behind the name.
static void add_given(Picking *p, bool is_stacked)
{
    const char *index = index_text(p->error->arena, p->cell->at, *p->given);
    if (!*p->given) return;
    buf_printf(&p->code, is_stacked ? "[:, %s" : "[%s", index + 1);
    p->head_dim -= *p->given;
    if (!is_stacked) p->layer_dim -= *p->given;
}

static void add_over(Picking *p, const char *how)
{
    Str before = str_from(str_copy(p->error->arena, buf_str(&p->code)));
    p->code.n = 0;
    buf_printf(&p->code, "_picks.%s(%.*s, %d)", how, STR_ARG(before), p->head_dim);
    if (p->layer_dim > p->head_dim) p->layer_dim--;
}

static const char *write_code(Picking *p)
{
    bool is_stacked = p->layer_dim < 0 && (p->layers.text || p->is_rollout);
    if (!(is_stacked ? add_stack(p) : add_tensor(p, p->cell->entry))) return NULL;
    add_given(p, is_stacked);
    add_index(p, p->layer_dim, &p->layers);
    if (p->layers.count == 1) p->head_dim -= p->head_dim > p->layer_dim;
    const char *how = p->heads.how ? p->heads.how : p->is_rollout ? "mean" : NULL;
    add_index(p, p->head_dim, &p->heads);
    if (p->heads.count == 1)
        p->layer_dim -= p->layer_dim > p->head_dim;
    else if (how && p->head_dim >= 0)
        add_over(p, how);
    if (!p->is_rollout) return buf_text(&p->code);
    return arena_printf(p->error->arena, "_picks.rollout(%s, %d)", buf_text(&p->code),
                        p->layer_dim);
}

// "2, 5", "2–5": as it is printed.
static const char *printed(const Picked *picked, Arena *arena)
{
    Buf out = {.arena = arena};
    for (const char *c = picked->text; *c; c++)
        buf_add(&out, *c == ',' ? STR(", ") : *c == '-' ? STR("–") : (Str){c, *c != ' '});
    return buf_text(&out);
}

// "rollout over layers 2–5", "mean over 12 heads of layer 5".
static const char *write_title(const Picking *p)
{
    Buf title = {.arena = p->error->arena};
    int64_t layers = p->layer_dim >= 0 ? shape_of(p)->dim[p->layer_dim] : p->like_count;
    if (p->is_rollout && p->layers.text)
        buf_printf(&title, "rollout over layers %s", printed(&p->layers, title.arena));
    else if (p->is_rollout)
        buf_printf(&title, "rollout over %" PRId64 " layers", layers);
    const char *between = title.n ? ", " : "";
    if (p->heads.how)
        buf_printf(&title, "%s%s over %" PRId64 " heads", between, p->heads.how,
                   shape_of(p)->dim[p->head_dim]);
    else if (p->heads.text)
        buf_printf(&title, "%shead%s %s", between, p->heads.count > 1 ? "s" : "",
                   printed(&p->heads, title.arena));
    if (p->is_rollout) return buf_text(&title);
    between = title.n ? " of " : "";
    const char *of = attention_layer_title(p->walk->trace, *p->cell, title.arena);
    if (p->layers.text)
        buf_printf(&title, "%slayer%s %s", between, p->layers.count > 1 ? "s" : "",
                   printed(&p->layers, title.arena));
    else
        buf_printf(&title, "%s%s", between,
                   of ? of : tensor_title(p->walk->trace, p->cell->entry, title.arena));
    return buf_text(&title);
}

static bool take_expression(Picking *p)
{
    p->code.arena = p->error->arena;
    const char *title = write_title(p), *code = write_code(p);
    int entry = code ? tensor_evaluated(p->walk, title, code, p->error) : -1;
    *p->cell = (Cell){.entry = entry};
    *p->given = 0;
    if (entry >= 0) axes_note_pair(p->walk, entry);
    return entry >= 0;
}

bool picks_take(const Walk *walk, const OptionValue *value, Cell *cell, int *given, Error *error)
{
    Picking p = {.walk = walk, .cell = cell, .given = given, .error = error};
    p.heads.option = "head";
    p.layers.option = "layer";
    p.is_rollout = value[OPTION_ROLLOUT].given;
    if (!read_picked(&p.heads, &value[OPTION_HEAD], error) ||
        !read_picked(&p.layers, &value[OPTION_LAYERS], error))
        return false;
    if (!p.heads.text && !p.layers.text && !p.is_rollout) return true;
    find_layers(&p);
    find_axes(&p);
    if (!check_layers(&p) || !find_places(&p)) return false;
    if (p.layer_dim < 0 && p.layers.count == 1) {
        cell->entry = p.like[p.layers.at[0]];
        p.layers = (Picked){.option = "layer"};
    }
    if (p.heads.text) axes_note_heads(walk, cell->entry);
    find_axes(&p);
    if (!check_heads(&p) || !check_heads_there(&p)) return false;
    if (is_simple(&p)) return take_indices(&p);
    return take_expression(&p);
}
