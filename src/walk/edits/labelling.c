// The labels are noted where the axes of the attention matrices begin, so that they travel on from
// there to all that is computed from it (trace/names/labels.h).
#include "walk/edits/labelling.h"

#include "base/text/utf8.h"
#include "study/attention/attention.h"
#include "study/names/typed_name.h"
#include "trace/explain/axes.h"
#include "trace/names/labels.h"

static const char AXIS[] = "token";

// Nothing but "????" would be left of it.
static bool is_lost_in_ascii(Str label)
{
    enum { LATIN = 0xC0, BEYOND_LATIN = 0x180 }; // these letters only lose their accents
    int length;
    for (; label.n; label = str_slice(label, length, label.n)) {
        uint32_t code = utf8_decode(label, &length);
        if ((code > ' ' && code < 0x7F) || (code >= LATIN && code < BEYOND_LATIN)) return false;
    }
    return true;
}

const char *const *labels_shown(const Walk *walk, const char *axis, const char *const *items,
                                int count)
{
    if (!walk->program.ascii || !items) return items;
    Arena *arena = &run_trace(walk->ran.run)->arena;
    const char **shown = NEW_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        bool lost = is_lost_in_ascii(str_from(items[i]));
        shown[i] = lost ? arena_printf(arena, "%s%d", axis, i) : items[i];
    }
    return shown;
}

// ---- what they are ----------------------------------------------------------------------------

typedef bool NextLabel(Str *rest, Str *label);

static const char *const *split(Walk *walk, Str text, NextLabel *next, int *count)
{
    Str rest = text, label;
    for (*count = 0; next(&rest, &label);) ++*count;
    const char **items = NEW_ARRAY(&walk->arena, const char *, *count + 1);
    rest = text;
    for (int i = 0; next(&rest, &label); i++) items[i] = str_copy(&walk->arena, str_trim(label));
    return items;
}

// NULL: the error is set.
static const char *const *read_labels(Walk *walk, Str typed, int *count, Error *error)
{
    const char *const *listed = run_string_list(walk->ran.run, typed, count);
    if (listed) {
        const char **items = NEW_ARRAY(&walk->arena, const char *, *count + 1);
        for (int i = 0; i < *count; i++) items[i] = str_copy(&walk->arena, str_from(listed[i]));
        return items;
    }
    Error unread = {.arena = error->arena};
    const Source *file = readable_source(&walk->program.readable, typed, &unread);
    if (file) return split(walk, file->text, str_next_line, count);
    const char *const *words = split(walk, typed, str_next_word, count);
    if (*count > 1) return words;
    error_set(error, NULL, "%.*s is neither a list of strings in this program nor a file beside it",
              STR_ARG(typed));
    error_hint(error, "labels NAME, labels FILE, or the labels themselves: labels the cat sat");
    return NULL;
}

// ---- where they belong ------------------------------------------------------------------------

// The input that the axis follows cell by cell, or -1.
static int input_of(const Trace *trace, int entry, int *dim)
{
    const OpCall *call = &trace->entries[entry].call;
    int64_t size = call->output->shape.dim[*dim];
    for (int i = 0; i < call->input_count; i++) {
        AxisMap map;
        if (!axis_map(trace, entry, *dim, i, AXIS_OF_RESULT, &map)) continue;
        bool whole = map.start == 0 && map.step == 1 && call->input[i]->shape.dim[map.dim] == size;
        if (!whole || call->input[i]->origin < 0) continue;
        *dim = map.dim;
        return call->input[i]->origin;
    }
    return -1;
}

static void note(Walk *walk, int entry, int dim)
{
    AxisNote made = {.entry = entry, .is_of_entry = true, .count = dim + 1};
    made.axis[dim] = AXIS;
    made.item[dim] = labels_shown(walk, AXIS, walk->view.labels, walk->view.label_count);
    made.item_count[dim] = walk->view.label_count;
    trace_note_axes(run_trace(walk->ran.run), made);
}

static bool label_axis_of(Walk *walk, int entry, int dim)
{
    const Trace *trace = walk->trace;
    if (dim < 0 || trace_shape(trace, entry)->dim[dim] != walk->view.label_count) return false;
    note(walk, entry, dim);
    for (int above; (above = input_of(trace, entry, &dim)) >= 0;) entry = above;
    note(walk, entry, dim);
    return true;
}

static bool label_both(Walk *walk, int entry)
{
    int ndim = trace_shape(walk->trace, entry)->ndim;
    bool rows = label_axis_of(walk, entry, ndim - 2),
         columns = label_axis_of(walk, entry, ndim - 1);
    return rows || columns;
}

// Does the axis begin where that of attention does, which goes on?
static bool begins_longer(const Trace *trace, int entry, int dim)
{
    const OpCall *call = &trace->entries[entry].call;
    AxisMap map;
    if (!call->input_count || call->input[0]->origin < 0) return false;
    if (!axis_map(trace, entry, dim, 0, AXIS_OF_RESULT, &map)) return false;
    bool is_longer = call->input[0]->shape.dim[map.dim] > call->output->shape.dim[dim];
    return map.start == 0 && map.step == 1 && is_longer &&
           role_is_of_pairs(role_of(trace, call->input[0]->origin));
}

void labels_of_beginning(const Walk *walk, int entry)
{
    const Trace *trace = walk->trace;
    AxisNote made = {.entry = entry, .is_of_entry = true, .count = trace_shape(trace, entry)->ndim};
    for (int d = 0; d < made.count && walk->program.is_data; d++) {
        int at = entry, dim = d;
        if (dim_labels(trace, entry, d).items) continue;
        for (int above, of = d; (above = input_of(trace, at, &of)) >= 0; dim = of) at = above;
        if (!begins_longer(trace, at, dim)) continue;
        made.axis[d] = run_only_string_list(walk->ran.run, trace_shape(trace, entry)->dim[d]);
        if (!made.axis[d]) continue;
        made.item[d] = run_string_list(walk->ran.run, str_from(made.axis[d]), &made.item_count[d]);
        made.item[d] = labels_shown(walk, made.axis[d], made.item[d], made.item_count[d]);
    }
    trace_note_axes(run_trace(walk->ran.run), made);
}

// ---- axes ---------------------------------------------------------------------------------------

// Labels that an axis has stay as they are.
void axes_note(const Walk *walk, int entry, const AxisKind *kinds, int count)
{
    AxisNote made = {.entry = entry, .is_of_entry = true, .count = count};
    for (int d = 0; d < count; d++) {
        DimLabels labels = dim_labels(walk->trace, entry, d);
        bool is_whole = labels.items && labels.start == 0 && labels.step == 1;
        if (kinds[d]) made.axis[d] = axis_kind_name(kinds[d]);
        if (kinds[d] && is_whole) made.item[d] = labels.items;
        if (kinds[d] && is_whole) made.item_count[d] = labels.item_count;
    }
    trace_note_axes(run_trace(walk->ran.run), made);
    walk->trace->axes->known = NULL;
}

static bool read_kinds(Str text, AxisKind *kinds, int *count, Error *error)
{
    for (*count = 0; text.n && *count < MAX_DIMS;) {
        Str name = str_take(&text, ",");
        AxisKind kind = axis_kind_of_name(name);
        kinds[(*count)++] = kind;
        if (kind || !name.n || str_is(name, "unknown")) continue;
        error_set(error, NULL, "'%.*s' is no axis", STR_ARG(name));
        return error_hint(error, "layer, batch, head, query, key, token, feature or expert");
    }
    return true;
}

bool axes_apply(Walk *walk, Error *error)
{
    AxisKind kinds[MAX_DIMS];
    int count, given;
    Str text = str_from(walk->lesson.axes ? walk->lesson.axes : "");
    Str name = str_find(text, "=") < 0 ? (Str){0} : str_take(&text, "=");
    Cell cell = {.entry = walk->trace->entry_count - 1};
    if (!walk->lesson.axes) return true;
    if (!read_kinds(text, kinds, &count, error)) return false;
    if (name.n && !trace_parse_tensor(walk->trace, name, &cell, &given, error)) return false;
    bool any = false;
    for (int i = 0; i < (name.n ? 1 : walk->trace->binding_count); i++) {
        if (!name.n) cell.entry = walk->trace->bindings[i].entry;
        bool fits = trace_shape(walk->trace, cell.entry)->ndim == count;
        if (fits) axes_note(walk, cell.entry, kinds, count);
        any |= fits;
    }
    if (any) return true;
    error_set(error, NULL, "--axes names %d axes, and %s has the shape %s", count,
              cell.entry < 0 ? "nothing" : entry_title(walk->trace, cell.entry, error->arena),
              cell.entry < 0 ? ""
                             : shape_tuple(error->arena, trace_shape(walk->trace, cell.entry)));
    return error_hint(error, "one name for each, as in --axes layer,head,query,key");
}

void axes_note_heads(const Walk *walk, int entry)
{
    AxisKind kinds[MAX_DIMS] = {AXIS_UNKNOWN};
    Slices slices = slices_of(walk->trace, entry);
    for (int i = slices.outer; i < slices.other_count; i++) kinds[slices.other[i]] = AXIS_HEAD;
    axes_note(walk, entry, kinds, trace_shape(walk->trace, entry)->ndim);
}

void axes_note_pair(const Walk *walk, int entry)
{
    AxisKind kinds[MAX_DIMS] = {AXIS_UNKNOWN};
    int ndim = trace_shape(walk->trace, entry)->ndim;
    if (ndim < 2) return;
    kinds[ndim - 2] = AXIS_QUERY;
    kinds[ndim - 1] = AXIS_KEY;
    axes_note(walk, entry, kinds, ndim);
}

bool labelling_apply(Walk *walk)
{
    Error unheard = {.arena = &walk->ran.arena}; // it was reported when the walk was opened
    if (!walk->trace) return false;
    SCRATCH(scratch);
    AttentionLayer *layers;
    bool any = false;
    int count = walk->view.label_count ? attention_layers(walk->trace, &scratch, &layers) : 0;
    for (int i = 0; i < count; i++) any |= label_both(walk, layers[i].attention.entry);
    int selected = walk->ran.stage_count && walk->view.label_count ? walk->at.selected.entry : -1;
    if (!any) any = selected >= 0 && label_both(walk, selected);
    axes_apply(walk, &unheard);
    return any;
}

static bool put(Walk *walk, const char *const *labels, int count)
{
    trace_forget_entry_notes(run_trace(walk->ran.run));
    if (walk->original && walk->original->ran.run)
        trace_forget_entry_notes(run_trace(walk->original->ran.run));
    walk->view.labels = labels;
    walk->view.label_count = count;
    return labelling_apply(walk);
}

const char *labels_told(const Walk *walk, Str typed, Arena *arena)
{
    if (!walk->view.label_count) return "The labels are off.";
    return arena_printf(arena, "Labels: %.*s. labels none takes them off.", STR_ARG(typed));
}

bool walk_label(Walk *walk, Str typed, Error *error)
{
    const char *const *before = walk->view.labels, *const *labels = NULL;
    int count_before = walk->view.label_count, count = 0;
    bool none = str_is(typed, "none");
    if (!none && !(labels = read_labels(walk, typed, &count, error))) return false;
    if (put(walk, labels, count) || none) return true;
    put(walk, before, count_before);
    error_set(error, NULL, "no attention matrix has %d rows or columns, nor does what is selected",
              count);
    return error_hint(error,
                      "select a tensor with that many rows: its labels travel on from there");
}
