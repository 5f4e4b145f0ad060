// The labels are noted where the axes of the attention matrices begin, so that they travel on from
// there to all that is computed from it (trace/labels.h).
#include "walk/labelling.h"

#include "base/utf8.h"
#include "study/attention.h"
#include "trace/axes.h"

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

const char *const *labels_shown(Walk *walk, const char *axis, const char *const *items, int count)
{
    if (!walk->ascii || !items) return items;
    const char **shown = NEW_ARRAY(&walk->run_arena, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        bool lost = is_lost_in_ascii(str_from(items[i]));
        shown[i] = lost ? arena_printf(&walk->run_arena, "%s%d", axis, i) : items[i];
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
    const char *const *listed = run_string_list(walk->run, typed, count);
    if (listed) {
        const char **items = NEW_ARRAY(&walk->arena, const char *, *count + 1);
        for (int i = 0; i < *count; i++) items[i] = str_copy(&walk->arena, str_from(listed[i]));
        return items;
    }
    Error unread = {.arena = error->arena};
    const Source *file = readable_source(&walk->readable, typed, &unread);
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
    made.item[dim] = labels_shown(walk, AXIS, walk->labels, walk->label_count);
    made.item_count[dim] = walk->label_count;
    trace_note_axes(run_trace(walk->run), made);
}

static bool label_axis_of(Walk *walk, int entry, int dim)
{
    const Trace *trace = walk->trace;
    if (dim < 0 || trace->entries[entry].call.output->shape.dim[dim] != walk->label_count)
        return false;
    note(walk, entry, dim);
    for (int above; (above = input_of(trace, entry, &dim)) >= 0;) entry = above;
    note(walk, entry, dim);
    return true;
}

static bool label_both(Walk *walk, int entry)
{
    int ndim = walk->trace->entries[entry].call.output->shape.ndim;
    bool rows = label_axis_of(walk, entry, ndim - 2),
         columns = label_axis_of(walk, entry, ndim - 1);
    return rows || columns;
}

bool labelling_apply(Walk *walk)
{
    if (!walk->label_count || !walk->trace) return false;
    Arena scratch = {0};
    AttentionLayer *layers;
    bool any = false;
    int count = attention_layers(walk->trace, &scratch, &layers);
    for (int i = 0; i < count; i++) any |= label_both(walk, layers[i].attention.entry);
    arena_free(&scratch);
    int selected = walk->stage_count ? walk->selected.entry : -1;
    return any || (selected >= 0 && label_both(walk, selected));
}

static bool put(Walk *walk, const char *const *labels, int count)
{
    trace_forget_entry_notes(run_trace(walk->run));
    if (walk->original && walk->original->run)
        trace_forget_entry_notes(run_trace(walk->original->run));
    walk->labels = labels;
    walk->label_count = count;
    return labelling_apply(walk);
}

const char *labels_told(const Walk *walk, Str typed, Arena *arena)
{
    if (!walk->label_count) return "The labels are off.";
    return arena_printf(arena, "Labels: %.*s. labels none takes them off.", STR_ARG(typed));
}

bool walk_label(Walk *walk, Str typed, Error *error)
{
    const char *const *before = walk->labels, *const *labels = NULL;
    int count_before = walk->label_count, count = 0;
    bool none = str_is(typed, "none");
    if (!none && !(labels = read_labels(walk, typed, &count, error))) return false;
    if (put(walk, labels, count) || none) return true;
    put(walk, before, count_before);
    error_set(error, NULL, "no attention matrix has %d rows or columns, nor does what is selected",
              count);
    return error_hint(error,
                      "select a tensor with that many rows: its labels travel on from there");
}
