// Puts other numbers in place of those of the program, while it runs, and finds the tensors that
// they belong to in the trace that it leaves.
#include "trace/record/override.h"

#include "trace/record/writes.h"

#include <string.h>

// ---- which tensor it is -------------------------------------------------------------------------

// Code of the library is read anew by each run, but its text stays where it is.
static bool is_written_there(const Override *override, Span source)
{
    const char *text = source.source ? source.source->text.p : NULL;
    return override->text == text && override->start == source.start && override->end == source.end;
}

static bool is_made_by(const Override *override, bool is_given, Span source, const Call *inside)
{
    return override->is_given == is_given && is_written_there(override, source) &&
           override->site == (inside ? inside->site : 0);
}

static bool is_of_entry(const Override *override, const Entry *entry)
{
    return (entry->is_given || entry->is_computed) &&
           is_made_by(override, entry->is_given, entry->source, entry->inside);
}

int override_entry(const Trace *trace, const Override *override, int from)
{
    bool every = override->nth == EVERY_TIME;
    int left = override->nth;
    for (int e = every ? from : 0; e < trace->entry_count; e++) {
        if (!is_of_entry(override, &trace->entries[e])) continue;
        if (every || left-- == 0) return e >= from ? e : -1;
    }
    return -1;
}

static Index first_of(const Hold *hold)
{
    Index first = hold->at;
    for (int d = 0; d < MAX_DIMS; d++) {
        if (first.at[d] == EVERY) first.at[d] = 0;
    }
    return first;
}

bool override_find(const Trace *trace, const Override *override, Cell *cell)
{
    *cell = (Cell){override_entry(trace, override, 0), first_of(&override->hold)};
    if (cell->entry < 0) return false;
    Hold part = {.at = override->hold.at};
    return hold_fits(&part, trace_shape(trace, cell->entry));
}

bool given_cell(const Trace *trace, Cell cell, Cell *given)
{
    *given = cell_origin(trace, cell);
    return trace->entries[given->entry].is_given;
}

Override override_describe(const Trace *trace, Cell part)
{
    const Entry *made = &trace->entries[part.entry];
    Span source = made->source;
    Override override = {.text = source.source ? source.source->text.p : NULL,
                         .start = source.start,
                         .end = source.end,
                         .site = made->inside ? made->inside->site : 0,
                         .is_given = made->is_given,
                         .hold = {.at = part.at}};
    for (int e = 0; e < part.entry; e++) override.nth += is_of_entry(&override, &trace->entries[e]);
    override.before = cell_value(trace, (Cell){part.entry, first_of(&override.hold)});
    override.hold.value = override.before;
    return override;
}

bool override_same(const Override *a, const Override *b)
{
    return a->text == b->text && a->start == b->start && a->end == b->end && a->site == b->site &&
           a->is_given == b->is_given && a->nth == b->nth &&
           memcmp(&a->hold.at, &b->hold.at, sizeof a->hold.at) == 0;
}

bool override_is_hold(const Override *override)
{
    if (override->words) return false;
    Index first = first_of(&override->hold);
    bool is_cell = memcmp(&first, &override->hold.at, sizeof first) == 0;
    return !override->is_given || !is_cell || override->hold.kind != HOLD_NUMBER ||
           override->nth == EVERY_TIME;
}

// ---- while the program runs ---------------------------------------------------------------------

typedef struct Overrides {
    Override *list;
    int *seen;     // tensors that the expression of each has made so far
    int *original; // where to look for what each is to be as it was
    Hold *held;    // of the tensor at hand
    int count;
    const Trace *trace; // of the original
} Overrides;

// Where the original run made what is made now, each expression's tensors being counted.
static void find_original(Overrides *overrides, int i)
{
    Override *override = &overrides->list[i];
    Override any = *override;
    int from = overrides->original[i];
    const Trace *original = override->donor ? override->donor : overrides->trace;
    any.nth = EVERY_TIME;
    int e = from < 0 || !original ? -1 : override_entry(original, &any, from);
    override->hold.original = e < 0 ? NULL : trace_output(original, e);
    overrides->original[i] = e < 0 ? e : e + 1;
}

// Is it about the tensor that is being made? What is not recorded is not counted.
static bool is_meant(Overrides *overrides, int i, const Trace *trace, bool is_given, Span source)
{
    const Override *override = &overrides->list[i];
    if (!is_made_by(override, is_given, source, trace_innermost(trace))) return false;
    if (!trace_is_recording(trace)) return override->nth == EVERY_TIME;
    if (override->hold.kind == HOLD_ORIGINAL) find_original(overrides, i);
    int nth = overrides->seen[i]++;
    return override->nth == EVERY_TIME || override->nth == nth;
}

static void put_in_place(void *context, const Trace *trace, Span source, Tensor *tensor)
{
    Overrides *overrides = context;
    for (int i = 0; i < overrides->count; i++) {
        if (is_meant(overrides, i, trace, true, source) && tensor_is_unrecorded(tensor))
            hold_put(&overrides->list[i].hold, tensor);
    }
}

static bool find_held(void *context, const Trace *trace, Span source, const Tensor *tensor,
                      HeldCells *held)
{
    Overrides *overrides = context;
    held->hold = overrides->held;
    for (int i = 0; i < overrides->count; i++) {
        const Hold *hold = &overrides->list[i].hold;
        if (!is_meant(overrides, i, trace, false, source)) continue;
        if (hold->kind == HOLD_ORIGINAL && !trace_is_recording(trace)) return false;
        if (hold_fits(hold, &tensor->shape)) overrides->held[held->count++] = *hold;
    }
    return true;
}

// A sentence is the same one wherever the program writes it.
static bool is_sentence_of(const Override *override, Span source, Str text)
{
    return is_written_there(override, source) ||
           (str_find(text, " ") >= 0 && str_is(text, override->words_before));
}

static const char *find_words(void *context, Span source, Str text)
{
    const Overrides *overrides = context;
    if (!source.source || source.source->is_library) return NULL;
    for (int i = 0; i < overrides->count; i++) {
        const Override *override = &overrides->list[i];
        if (override->words && is_sentence_of(override, source, text)) return override->words;
    }
    return NULL;
}

OtherNumbers overrides_in_force(const Override *list, int count, const Trace *original,
                                Arena *arena)
{
    Overrides *overrides = NEW(arena, Overrides);
    *overrides = (Overrides){.list = NEW_ARRAY(arena, Override, count + 1),
                             .seen = NEW_ARRAY(arena, int, count + 1),
                             .original = NEW_ARRAY(arena, int, count + 1),
                             .held = NEW_ARRAY(arena, Hold, count + 1),
                             .count = count,
                             .trace = original};
    for (int i = 0; i < count; i++) overrides->list[i] = list[i];
    return (OtherNumbers){put_in_place, find_held, find_words, overrides, 0};
}
