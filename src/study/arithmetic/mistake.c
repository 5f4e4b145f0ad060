// Computes what follows from a mistake: a mistake is made at one operation, and the operations
// between it and the cell in question are computed again from there. Looking at all mistakes that
// could have led to a cell is bounded in work and memory.
#include "study/arithmetic/mistake.h"

#include "base/text/number.h"
#include "study/axes/axis_kind.h"
#include "tensor/differ.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/names/labels.h"
#include "trace/record/counterpart.h"
#include "trace/record/gradients.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of all mistakes of a cell together. A step of work is what op_work() counts in.
enum { MOST_CHAIN = 64, MOST_CHAIN_WORK = 4000, MOST_WORK = 60000, MOST_BYTES = 64 << 20 };

// ---- one mistake, and what follows -------------------------------------------------------------

static int slot_of(const Alteration *a, int entry)
{
    return entry >= a->entry && entry < a->entry + a->count ? entry - a->entry : -1;
}

const Tensor *mistake_output(const Alteration *a, int entry)
{
    int slot = slot_of(a, entry);
    if (slot < 0) return trace_output(a->trace, entry);
    if (a->failed[slot]) return NULL;
    return a->output[slot] ? a->output[slot] : trace_output(a->trace, entry);
}

static void read_as(Tensor *tensor, const Tensor *other)
{
    tensor->storage = other->storage;
    tensor->dtype = other->dtype;
    tensor->shape = other->shape;
    memcpy(tensor->stride, other->stride, sizeof tensor->stride);
    tensor->offset = other->offset;
}

Replaced mistake_put(const Alteration *a, Arena *arena)
{
    Replaced replaced = {0};
    Tensor *first = a->trace->heap.tensors;
    size_t count = a->trace->heap.count;
    replaced.tensor = NEW_ARRAY(arena, Tensor *, count);
    replaced.was = NEW_ARRAY(arena, Tensor, 2 * count); // then what they are to be read as
    for (Tensor *tensor = first; tensor; tensor = tensor->next) {
        bool is_altered = slot_of(a, tensor->origin) >= 0; // origin: -1 of what no entry made
        const Tensor *now = is_altered ? mistake_output(a, tensor->origin) : NULL;
        if (!now || storage_version(tensor) != tensor->version) continue;
        replaced.was[replaced.count] = *tensor;
        replaced.was[count + (size_t)replaced.count] = *now;
        replaced.tensor[replaced.count++] = tensor;
    }
    for (int i = 0; i < replaced.count; i++)
        read_as(replaced.tensor[i], &replaced.was[count + (size_t)i]);
    return replaced;
}

void mistake_put_back(const Replaced *replaced)
{
    for (int i = 0; i < replaced->count; i++) read_as(replaced->tensor[i], &replaced->was[i]);
}

static bool uses_altered(const Alteration *a, const OpCall *call, bool *failed)
{
    bool altered = false;
    for (int i = 0; i < call->input_count; i++) {
        int slot = slot_of(a, call->input[i]->origin);
        if (slot < 0) continue;
        altered |= a->output[slot] || a->failed[slot];
        *failed |= a->failed[slot];
    }
    return altered;
}

// The recorded call with the altered outputs as its inputs.
static OpCall altered_call(Alteration *a, const OpCall *call)
{
    OpCall altered = *call;
    altered.arena = &a->work.arena;
    altered.input = NEW_ARRAY(&a->work.arena, Tensor *, call->input_count + 1);
    for (int i = 0; i < call->input_count; i++) {
        int slot = slot_of(a, call->input[i]->origin);
        bool is_other = slot >= 0 && a->output[slot];
        altered.input[i] = is_other ? a->output[slot] : call->input[i];
    }
    return altered;
}

bool mistake_gives_shares(const OpCall *call)
{
    return call_kind(call) == TERMS_EXP_OVER_SUM;
}

// An operation that comes too late is done here, after the first shares.
static Tensor *do_late(Alteration *a, const OpCall *call, Tensor *output)
{
    if (a->late < 0 || !output || !mistake_gives_shares(call)) return output;
    const OpCall *late = &a->trace->entries[a->late].call;
    a->late = -1;
    return mistake_made_late(a->mistake, late, output, &a->work);
}

static bool is_same_code(const Alteration *a, int entry)
{
    const Entry *first = &a->trace->entries[a->entry];
    return a->everywhere && first->source.source &&
           entry_same_code(first, &a->trace->entries[entry]);
}

// What is held stays so, whatever is computed there.
static Tensor *still_held(Alteration *a, const OpCall *call, Tensor *output)
{
    Error error = {.arena = &a->work.arena};
    return output && call->held ? held_output(call->held, output, &a->work.heap, &error) : output;
}

// What a mistake makes of a call holds for inputs of the same shapes.
static Tensor *make_again(Alteration *a, int entry)
{
    const OpCall *call = &a->trace->entries[entry].call;
    OpCall again = altered_call(a, call);
    for (int i = 0; i < call->input_count; i++) {
        if (!shape_equal(&again.input[i]->shape, &call->input[i]->shape)) return NULL;
    }
    if (a->mistake->late) a->late = entry;
    return mistake_made(a->mistake, &again, &a->work);
}

// What has no sources (random numbers, constants) stays as it was.
static void compute_again(Alteration *a, int entry)
{
    const OpCall *call = &a->trace->entries[entry].call;
    int slot = slot_of(a, entry);
    bool failed = false, altered = uses_altered(a, call, &failed),
         mistakes = is_same_code(a, entry);
    if (!op_computing(call)->infer || !call->op->sources || !(altered || mistakes)) return;
    Tensor *output = NULL;
    if (!failed && mistakes) {
        output = make_again(a, entry);
    } else if (!failed) {
        OpCall again = altered_call(a, call);
        Error error = {.arena = &a->work.arena};
        output = do_late(a, call, op_apply(&again, &a->work.heap, &error));
    }
    output = still_held(a, call, output);
    a->output[slot] = output;
    a->failed[slot] = !output;
}

// For who watches; of what is inside the library, the call that led there. False: it is to stop.
static bool beat(const Alteration *a, int entry)
{
    Pulse *pulse = a->pulse;
    const Entry *e = &a->trace->entries[entry];
    const Span *at = &e->source;
    if (!pulse) return true;
    for (const Call *in = e->inside; in && at->source && at->source->is_library; in = in->caller)
        at = &in->source;
    if (at->source) atomic_store_explicit(&pulse->at, at, memory_order_release);
    atomic_fetch_add_explicit(&pulse->operations, 1, memory_order_relaxed);
    atomic_store_explicit(&pulse->bytes, a->work.heap.used, memory_order_relaxed);
    return !atomic_load_explicit(&pulse->stop, memory_order_relaxed);
}

bool mistake_make(Alteration *a, const Trace *trace, const Mistake *mistake, int entry, int last)
{
    a->trace = trace;
    a->mistake = mistake;
    a->entry = entry;
    a->count = last - entry + 1;
    bool is_less = a->most_bytes && a->most_bytes < MOST_BYTES;
    a->work = (MistakeWork){.heap = {.limit = is_less ? a->most_bytes : MOST_BYTES}};
    a->output = NEW_ARRAY(&a->work.arena, Tensor *, a->count);
    a->failed = NEW_ARRAY(&a->work.arena, bool, a->count);
    if (!beat(a, entry)) return false;
    const OpCall *call = &trace->entries[entry].call;
    a->output[0] = still_held(a, call, mistake_made(mistake, call, &a->work));
    if (!a->output[0]) return false;
    a->late = mistake->late ? entry : -1;
    int count = a->chain ? a->chain_count : a->count;
    for (int i = 0; i < count; i++) {
        int e = a->chain ? a->chain[i] : entry + i;
        if (e <= entry || e > last) continue;
        if (!beat(a, e)) return false;
        compute_again(a, e);
    }
    return a->late < 0;
}

void mistake_undo(Alteration *a)
{
    mistake_work_free(&a->work);
    *a = (Alteration){.chain = a->chain, .chain_count = a->chain_count};
}

// ---- words -------------------------------------------------------------------------------------

// A tensor that was only moved on the way is called by its name.
static int unmoved(const Trace *trace, int entry)
{
    while (!trace->entries[entry].name && trace->entries[entry].call.op->moves) {
        entry = trace->entries[entry].call.input[0]->origin;
    }
    return entry;
}

static const char *title(const Trace *trace, int entry, Arena *arena)
{
    enum { DIGITS = 4 };
    const Entry *e = &trace->entries[unmoved(trace, entry)];
    if (e->shown) return e->name; // which one it is says the operation that is meant
    if (!e->call.output->is_number || e->name)
        return entry_title(trace, unmoved(trace, entry), arena);
    Buf number = {.arena = arena};
    number_trimmed(&number, tensor_get(e->call.output, (Index){0}), DIGITS);
    return buf_text(&number);
}

// The next shares: those that were computed again, or, as long as nothing was, the next ones at
// all.
static const char *next_operation(const Alteration *a)
{
    for (int e = a->entry + 1; e < a->trace->entry_count; e++) {
        const OpCall *call = &a->trace->entries[e].call;
        int slot = slot_of(a, e);
        bool follows = a->count == 0 || (slot >= 0 && a->output[slot]);
        if (follows && mistake_gives_shares(call)) return call->op->name;
    }
    return "the next operation";
}

// The cells of input number `input` that go into a cell lie along one line of it.
typedef struct MistakeLine {
    int dim; // that they run along, -1: they are on no line
    Index first;
    int64_t count;
} MistakeLine;

static MistakeLine line_of(const OpCall *call, Index at, int input)
{
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    MistakeLine line = {.dim = -1};
    op_sources(call, at, &terms);
    int ndim = call->input[input]->shape.ndim;
    for (int i = 0; i < terms.count; i++) {
        if (terms.term[i].input != input) continue;
        Index here = terms.term[i].at;
        if (line.count++ == 0) line.first = here;
        for (int d = 0; d < ndim; d++) {
            if (here.at[d] == line.first.at[d] || line.dim == d) continue;
            line.dim = line.dim < 0 ? d : MAX_DIMS;
        }
    }
    return line;
}

// How the operation runs over its first input.
static const char *direction(const OpCall *call, Arena *arena)
{
    MistakeLine line = line_of(call, (Index){0}, 0);
    int ndim = call->input[0]->shape.ndim;
    if (line.dim == MAX_DIMS) return "over all of it";
    if (line.dim < 0) return "the other way";
    if (ndim < 2) return "along it";
    if (line.dim == ndim - 1) return "along its rows";
    if (line.dim == ndim - 2) return "down its columns";
    return arena_printf(arena, "along dimension %d", line.dim);
}

static void fill_in(const Alteration *a, Buf *words)
{
    const OpCall *call = &a->trace->entries[a->entry].call;
    for (const char *p = a->mistake->words; *p; p++) {
        int letter = p[1] | 0x20, input = letter - 'x';
        if (p[0] != '$' || letter < 'x' || letter > 'z') input = -1;
        if (p[0] == '$' && (p[1] == 'n' || p[1] == 'd')) {
            buf_add(words,
                    str_from(p[1] == 'n' ? next_operation(a) : direction(call, words->arena)));
            p++;
        } else if (input >= 0 && input < call->input_count) {
            int entry = call->input[input]->origin;
            bool as_it_is = p[1] != letter;
            buf_add(words, str_from(as_it_is ? entry_title(a->trace, entry, words->arena)
                                             : title(a->trace, entry, words->arena)));
            p++;
        } else {
            buf_add_char(words, *p);
        }
    }
}

const char *mistake_words(const Trace *trace, const Mistake *mistake, int entry, Arena *arena)
{
    const Alteration none = {.trace = trace, .mistake = mistake, .entry = entry};
    Buf words = {.arena = arena};
    fill_in(&none, &words);
    return buf_text(&words);
}

// "row 1" or "column 1" of a matrix or of the matrices of a batch; NULL: neither.
static const char *line_name(const MistakeLine *line, int ndim, Arena *arena)
{
    if (ndim < 2 || line->dim < ndim - 2 || line->dim >= ndim) return NULL;
    bool is_row = line->dim == ndim - 1;
    long long at = (long long)line->first.at[is_row ? ndim - 2 : ndim - 1];
    return arena_printf(arena, "%s %lld", is_row ? "row" : "column", at);
}

// Where the cell is made of one altered cell, an operation before it: a score, before it is scaled.
static bool single_altered_source(const Alteration *a, Cell *cell)
{
    SCRATCH(scratch);
    Terms terms = cell_terms(a->trace, *cell, &scratch);
    Cell source = {.entry = -1};
    int count = 0;
    for (int i = 0; i < terms.count; i++) {
        Cell from = term_cell(&terms, &terms.term[i]);
        int slot = slot_of(a, from.entry);
        if (slot < 0 || !a->output[slot]) continue;
        source = from;
        count++;
    }
    bool single = count == 1 && source.entry > a->entry;
    if (single) *cell = source;
    return single;
}

// What a position is called, a word of the lesson in quotes; "": it has no name.
static const char *quoted_label(const Trace *trace, int entry, int dim, int64_t at, Arena *arena)
{
    DimLabels labels = dim_labels(trace, entry, dim);
    const char *label = dim_label(&labels, at, arena);
    return *label && labels.items ? arena_printf(arena, "\"%s\"", label) : label;
}

// A line of what the move gave, as the line of `of` that it was before. False: it is another
// tensor.
static bool line_before(const Alteration *a, MistakeLine *line, int of)
{
    Index second = line->first;
    second.at[line->dim]++;
    Cell begin = cell_named(a->trace, (Cell){a->entry, line->first});
    Cell next = cell_named(a->trace, (Cell){a->entry, second});
    line->first = begin.at;
    for (int d = 0; d < MAX_DIMS; d++) {
        if (begin.at.at[d] != next.at.at[d]) line->dim = d;
    }
    return begin.entry == of && next.entry == of;
}

// Where the mistake left out a move between a tensor and the operation that makes the cell: which
// of its lines was used, and which one belongs there.
static void add_lines(Alteration *a, Cell cell, Buf *words)
{
    Arena *arena = words->arena;
    const OpCall *moved = &a->trace->entries[a->entry].call;
    while (single_altered_source(a, &cell)) continue;
    const OpCall *call = &a->trace->entries[cell.entry].call;
    bool is_move = moved->op->moves && a->output[0] == moved->input[0];
    int input = 0;
    while (input < call->input_count && call->input[input]->origin != a->entry) input++;
    if (!is_move || input == call->input_count) return;
    int ndim = moved->input[0]->shape.ndim;
    OpCall wrong_call = altered_call(a, call);
    MistakeLine wrong = line_of(&wrong_call, cell.at, input), right = line_of(call, cell.at, input);
    const char *used = line_name(&wrong, ndim, arena);
    if (!used || right.count < 2 || right.dim < 0 || right.dim >= MAX_DIMS) return;
    int of = moved->input[0]->origin;
    if (!line_before(a, &right, of)) return;
    const char *belongs = line_name(&right, ndim, arena);
    if (!belongs) return;
    int label_dim = right.dim == ndim - 1 ? ndim - 2 : ndim - 1;
    const char *label = quoted_label(a->trace, of, label_dim, right.first.at[label_dim], arena);
    buf_printf(words, " (you used %s of %s; %s%s%s%s)", used, title(a->trace, of, arena), label,
               *label ? " is " : "", belongs, *label ? "" : " belongs there");
}

// ---- a chain ---------------------------------------------------------------------------------

typedef struct Chain {
    int room[MOST_CHAIN];
    const int *entry; // in order, at the end of the room
    int count;
    int64_t work;
} Chain;

// What goes into the entry.
static void find_chain(const Trace *trace, int target, int first_entry, Chain *chain)
{
    int span = target - first_entry + 1;
    SCRATCH(scratch);
    bool *is_source = NEW_ARRAY(&scratch, bool, span > 0 ? span : 1);
    if (span > 0) is_source[span - 1] = true;
    for (int e = target; e >= first_entry && chain->count < MOST_CHAIN; e--) {
        const OpCall *call = &trace->entries[e].call;
        if (!is_source[e - first_entry] || !call->op->sources) continue;
        chain->work += op_work(call);
        if (chain->work > MOST_CHAIN_WORK) break;
        chain->room[MOST_CHAIN - ++chain->count] = e;
        for (int i = 0; i < call->input_count; i++) {
            int origin = call->input[i]->origin;
            if (origin >= first_entry) is_source[origin - first_entry] = true;
        }
    }
    chain->entry = chain->room + MOST_CHAIN - chain->count;
}

// ---- all mistakes of a cell --------------------------------------------------------------------

// Places that are still to be looked at, each cell once.
typedef struct Visit {
    Arena arena;
    Cell *open;
    int count;
    size_t capacity;
    bool **seen; // for each altered entry, for each of its cells
} Visit;

static void visit_later(Visit *visit, const Alteration *a, Cell cell)
{
    int slot = slot_of(a, cell.entry);
    if (slot < 0 || !a->output[slot]) return;
    const Shape *shape = trace_shape(a->trace, cell.entry);
    if (!visit->seen[slot]) visit->seen[slot] = NEW_ARRAY(&visit->arena, bool, shape_count(shape));
    bool *seen = &visit->seen[slot][index_ravel(shape, cell.at)];
    if (*seen) return;
    *seen = true;
    visit->open = arena_grow(&visit->arena, visit->open, (size_t)visit->count, &visit->capacity,
                             sizeof(Cell));
    visit->open[visit->count++] = cell;
}

static bool is_changed(const Alteration *a, Cell cell)
{
    const Tensor *now = mistake_output(a, cell.entry), *before = trace_output(a->trace, cell.entry);
    if (!now || !shape_equal(&now->shape, &before->shape)) return true;
    double value = tensor_get(now, cell.at), other = tensor_get(before, cell.at);
    return tensor_numbers_differ(value, other, tensor_rounding(now, before));
}

// Does the mistake change a number on the way to the cell? The mask does nothing to a row of which
// it hides nothing.
static bool touches(const Alteration *a, Cell cell)
{
    Visit visit = {0};
    visit.seen = NEW_ARRAY(&visit.arena, bool *, a->count);
    visit_later(&visit, a, cell);
    bool changed = false;
    while (visit.count && !changed) {
        Cell at = visit.open[--visit.count];
        const OpCall *call = &a->trace->entries[at.entry].call;
        // Numbers that were not moved come from elsewhere, even if they are the same ones.
        changed = is_changed(a, at) || (at.entry == a->entry && call->op->moves);
        Terms terms = {.arena = &visit.arena};
        if (at.entry != a->entry) op_sources(call, at.at, &terms);
        for (int i = 0; i < terms.count; i++)
            visit_later(&visit, a, term_cell(&terms, &terms.term[i]));
    }
    arena_free(&visit.arena);
    return changed;
}

// The same of a mistake in the operation that makes the cell: one that only takes the number over.
static bool is_taken_over(const Alteration *a, Cell cell)
{
    SCRATCH(scratch);
    Terms terms = cell_terms(a->trace, cell, &scratch);
    return terms.kind == TERMS_MOVED && !terms.call->op->moves;
}

static bool matters(const Alteration *a, Cell cell)
{
    if (is_changed(a, cell)) return true;
    return a->entry == cell.entry ? !is_taken_over(a, cell) : touches(a, cell);
}

typedef struct MistakeList {
    const Trace *trace;
    Cell cell;
    Arena *arena;
    MistakeValue *values;
    int count;
} MistakeList;

static void add_value(MistakeList *list, MistakeValue value)
{
    if (isnan(value.value)) return;
    *ARENA_ADD(list->arena, list->values, list->count) = value;
}

static void collect_mistake(MistakeList *c, const Chain *chain, int entry, const Mistake *mistake)
{
    Alteration a = {.chain = chain->entry, .chain_count = chain->count};
    bool made = mistake_make(&a, c->trace, mistake, entry, c->cell.entry);
    const Tensor *output = made ? mistake_output(&a, c->cell.entry) : NULL;
    const Tensor *right = trace_output(c->trace, c->cell.entry);
    if (output && output != right && shape_equal(&output->shape, &right->shape)) {
        Buf words = {.arena = c->arena};
        fill_in(&a, &words);
        add_lines(&a, c->cell, &words);
        double value = tensor_get(output, c->cell.at);
        add_value(c, (MistakeValue){.mistake = mistake,
                                    .entry = entry,
                                    .value = value,
                                    .rarity = mistake->is_rare ? 2 : 0,
                                    .is_idle = !matters(&a, c->cell),
                                    .words = buf_text(&words)});
    }
    mistake_undo(&a);
}

static void collect_chain(MistakeList *c, int first_entry)
{
    Chain chain = {0};
    find_chain(c->trace, c->cell.entry, first_entry, &chain);
    int64_t work = 0;
    for (int i = chain.count - 1; i >= 0; i--) {
        const Mistake *mistake = mistakes_of(c->trace->entries[chain.entry[i]].call.op);
        if (entry_is_in_rule(c->trace, chain.entry[i])) continue;
        for (; mistake && work < MOST_WORK; mistake = mistake_after(mistake), work += chain.work)
            collect_mistake(c, &chain, chain.entry[i], mistake);
    }
}

// ---- what needs nothing computed again ---------------------------------------------------------

// Another cell was read, a product was forgotten, a gradient's part taken for all of it.

enum { MOST_OTHER_CELLS = 64, MOST_PRODUCTS = 16 };

// ---- other cells -------------------------------------------------------------------------------

// The number of a cell that is there.
static void add_seen(MistakeList *list, int entry, Cell from, bool is_careless, int rarity,
                     const char *words)
{
    add_value(list, (MistakeValue){.entry = entry,
                                   .value = cell_value(list->trace, from),
                                   .is_careless = is_careless,
                                   .is_shown = true,
                                   .from = from,
                                   .rarity = rarity,
                                   .words = words});
}

static void add_cell(MistakeList *list, Index at, bool is_careless, int rarity, const char *what)
{
    Cell other = {list->cell.entry, at};
    const char *name = cell_name(list->trace, other, list->arena);
    add_seen(list, other.entry, other, is_careless, rarity,
             arena_printf(list->arena, "that is %s%s", name, what));
}

// "q1", or "row 1" or "head 3" where the axis has no names, or has `other` by the same one.
static const char *place(const MistakeList *list, int dim, int64_t at, int64_t other)
{
    int entry = list->cell.entry, ndim = trace_shape(list->trace, entry)->ndim;
    const char *label = quoted_label(list->trace, entry, dim, at, list->arena);
    const char *same = quoted_label(list->trace, entry, dim, other, list->arena);
    if (*label && strcmp(label, same) != 0) return label;
    AxisKind axis = dim < ndim - 2 ? axes_of(list->trace, entry).of[dim].kind : 0;
    bool is_outer = axis == AXIS_HEAD || axis == AXIS_BATCH || axis == AXIS_LAYER;
    const char *kind = ndim == 1         ? "number"
                       : dim == ndim - 1 ? "column"
                       : dim == ndim - 2 ? "row"
                       : is_outer        ? axis_kind_name(axis)
                                         : "matrix";
    return arena_printf(list->arena, "%s %lld", kind, (long long)at);
}

static void add_along(MistakeList *list, int dim, bool is_careless)
{
    const Shape *shape = trace_shape(list->trace, list->cell.entry);
    int64_t own = list->cell.at.at[dim], first = own - MOST_OTHER_CELLS / 2;
    Index at = list->cell.at;
    if (first < 0) first = 0;
    for (int64_t i = first; i < shape->dim[dim] && i < first + MOST_OTHER_CELLS; i++) {
        at.at[dim] = i;
        if (i != own)
            add_cell(list, at, is_careless, 0,
                     arena_printf(list->arena, ", of %s; the question is about %s",
                                  place(list, dim, i, own), place(list, dim, own, i)));
    }
}

// Row for column. False: there is no such cell.
static bool turn(const Trace *trace, Cell *cell)
{
    const Shape *shape = trace_shape(trace, cell->entry);
    int row = shape->ndim - 2, column = shape->ndim - 1;
    if (row < 0) return false;
    int64_t at = cell->at.at[row];
    cell->at.at[row] = cell->at.at[column];
    cell->at.at[column] = at;
    return cell->at.at[row] < shape->dim[row] && cell->at.at[column] < shape->dim[column];
}

static void add_other_cells(MistakeList *list)
{
    int column = trace_shape(list->trace, list->cell.entry)->ndim - 1, row = column - 1;
    Cell turned = list->cell;
    if (column < 0) return;
    if (turn(list->trace, &turned) && !cell_equal(turned, list->cell))
        add_cell(list, turned.at, false, 2, ": row and column changed places");
    for (int dim = row; dim >= 0; dim--) add_along(list, dim, dim != row);
    add_along(list, column, true);
}

// ---- terms -------------------------------------------------------------------------------------

static void add_words(MistakeList *list, int entry, double value, int rarity, const char *words)
{
    add_value(
        list,
        (MistakeValue){
            .entry = entry, .value = value, .is_careless = true, .rarity = rarity, .words = words});
}

// A factor, which is seen beside the cell, in place of the sum of products. Small whole numbers are
// met by chance.
static void add_factors_alone(MistakeList *list, const Arithmetic *arithmetic)
{
    for (int i = 0; i < arithmetic->terms.count; i++) {
        Cell from = arithmetic->source[i];
        double factor = cell_value(list->trace, from);
        bool meets = (i ^ 1) < arithmetic->terms.count &&
                     cell_value(list->trace, arithmetic->source[i ^ 1]) != 0;
        if (!meets || (factor == floor(factor) && fabs(factor) < 10)) continue;
        add_seen(list, arithmetic->cell.entry, from, true, 2,
                 arena_printf(list->arena, "that is %s, which is still to be multiplied: %s",
                              cell_name(list->trace, from, list->arena),
                              arithmetic_piece(arithmetic, i / 2)->numbers));
    }
}

// A single product that is left out of a single sum is said by its numbers' names.
static void add_products(MistakeList *list, Cell cell, const Terms *terms)
{
    double added = 0, total = 0;
    int products = terms->count / 2, entry = cell.entry;
    double *product = NEW_ARRAY(list->arena, double, products + 1);
    for (int i = 0; i < 2 * products; i++) {
        double value = term_value(terms, &terms->term[i]);
        added += value;
        product[i / 2] = i % 2 ? product[i / 2] * value : value;
        if (i % 2) total += product[i / 2];
    }
    Arithmetic arithmetic;
    explain_cell(list->trace, cell, 4, list->arena, &arithmetic);
    for (int i = 0; i < products && i < arithmetic.piece_count; i++)
        add_words(list, entry, total - product[i], 1,
                  arena_printf(list->arena, "%s was left out",
                               arithmetic_piece(&arithmetic, i)->numbers));
    add_words(list, entry, added, 2, "the numbers were added, not multiplied in pairs");
    // Of two products, one alone is the other one left out.
    for (int i = 0; i < products && i < arithmetic.piece_count && products > 2; i++) {
        if (product[i] == 0) continue;
        add_words(list, entry, product[i], 2,
                  arena_printf(list->arena, "that is %s alone; the other products are added to it",
                               arithmetic_piece(&arithmetic, i)->numbers));
    }
    add_factors_alone(list, &arithmetic);
}

static void add_terms(MistakeList *list)
{
    Cell cell = cell_origin(list->trace, list->cell);
    SCRATCH(scratch);
    Terms terms = cell_terms(list->trace, cell, &scratch);
    bool is_sum = terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count % 2 == 0 && terms.count >= 4 &&
                  terms.count <= 2 * MOST_PRODUCTS;
    bool is_place = dtype_is_integer(terms.call->output->dtype) && terms.count > 1 &&
                    dtype_is_float(terms.call->input[0]->dtype);
    if (is_sum) add_products(list, cell, &terms);
    if (is_place)
        add_words(list, cell.entry, cell_value(list->trace, cell) + 1, 0,
                  "that counts from 1, but the first place is 0");
}

// ---- gradients ---------------------------------------------------------------------------------

// Of a product the factor that is a gradient, or the other one, with rows for columns.
static void add_turned(MistakeList *list, Cell cell, const Terms *terms, bool is_gradient)
{
    const Trace *trace = list->trace;
    double *value = NEW_ARRAY(list->arena, double, terms->count + 1);
    int turned = -1;
    for (int i = 0; i < terms->count; i++) {
        Cell source = cell_named(trace, term_cell(terms, &terms->term[i]));
        if ((gradient_at(trace, source.entry) != NULL) == is_gradient) {
            if (!turn(trace, &source)) return;
            turned = source.entry;
        }
        value[i] = cell_value(trace, source);
    }
    if (turned < 0) return;
    add_words(list, cell.entry, terms_value_by_hand(terms->call, terms, value), 1,
              arena_printf(list->arena, "%s was transposed, or should have been",
                           entry_title(trace, turned, list->arena)));
}

static void add_factors(MistakeList *list, Cell cell)
{
    SCRATCH(scratch);
    Terms terms = cell_terms(list->trace, cell, &scratch);
    bool few = terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count <= 2 * MOST_PRODUCTS;
    for (int gradients = 0; few && gradients < 2; gradients++)
        add_turned(list, cell, &terms, gradients);
}

// A tensor that is used twice: the second part in place of the first, not added to it.
static void add_parts(MistakeList *list, const Gradient *whole)
{
    const Gradient *part = NULL;
    while ((part = gradient_before(list->trace, whole->of, part))) {
        Cell cell = {part->entry, list->cell.at};
        if (part->pass != whole->pass || part->kind != GRADIENT_PART) continue;
        add_words(list, whole->entry, cell_value(list->trace, cell), 0,
                  arena_printf(list->arena,
                               "that is only what came through %s; it is added to the rest and "
                               "does not replace it",
                               entry_title(list->trace, part->through, list->arena)));
    }
}

// What the backward() before left in .grad of what had the same name, or NULL.
static const Gradient *pass_before(const Trace *trace, const Gradient *now)
{
    const char *name = trace->entries[now->of].name;
    for (int e = now->entry - 1; name && e >= 0; e--) {
        const Gradient *before = gradient_at(trace, e);
        bool is_left = before && before->pass < now->pass &&
                       (before->kind == GRADIENT_WHOLE || before->kind == GRADIENT_KEPT);
        const char *other = is_left ? trace->entries[before->of].name : NULL;
        if (other && strcmp(name, other) == 0) return before;
    }
    return NULL;
}

static void add_passes(MistakeList *list, const Gradient *now)
{
    const Trace *trace = list->trace;
    const Gradient *before = pass_before(trace, now);
    bool fits =
        before && shape_equal(trace_shape(trace, before->entry), trace_shape(trace, now->entry));
    if (!fits) return;
    bool is_whole = now->kind == GRADIENT_WHOLE;
    double value = cell_value(trace, list->cell);
    double earlier = cell_value(trace, (Cell){before->entry, list->cell.at});
    add_words(list, now->entry, is_whole ? value + earlier : value - earlier, 0,
              arena_printf(list->arena,
                           is_whole ? "it includes the result of the previous backward(): "
                                      "zero_grad() clears %s.grad first"
                                    : "that is the result of the last backward() alone; without "
                                      "zero_grad() it is added to what was in %s.grad",
                           entry_title(trace, now->of, list->arena)));
}

static void add_gradients(MistakeList *list)
{
    const Gradient *gradient = gradient_at(list->trace, list->cell.entry);
    if (!gradient) return;
    add_factors(list, cell_origin(list->trace, list->cell));
    if (gradient->kind == GRADIENT_WHOLE) add_parts(list, gradient);
    add_passes(list, gradient);
}

int mistake_values(const Trace *trace, Cell cell, int first_entry, Arena *arena,
                   MistakeValue **values)
{
    MistakeList list = {.trace = trace, .cell = cell, .arena = arena};
    collect_chain(&list, first_entry < 0 ? 0 : first_entry);
    add_other_cells(&list);
    add_terms(&list);
    add_gradients(&list);
    *values = list.values;
    return list.count;
}
