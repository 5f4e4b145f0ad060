// Reads what is to be held, and at what; checks that it can be; and adds it to the list of changes.
#include "walk/edits/hold.h"
#include "walk/edits/donor.h"

#include "base/text/number.h"
#include "study/names/title.h"
#include "study/names/typed_name.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "walk/heads.h"

#include <math.h>
#include <string.h>

// ---- what is typed ------------------------------------------------------------------------------

typedef struct Typed {
    Str what, value;
    Str sentence; // of a value `from "the dog sat"`
    bool every_time;
} Typed;

// `from "the dog sat"` at the end, with a blank or "=" before it.
static bool take_sentence(Typed *typed)
{
    static const Str FROM = STR("from \"");
    int at = str_find(typed->value, FROM.p), end = typed->value.n - 1;
    if (at < 0 || at + FROM.n > end || typed->value.p[end] != '"') return false;
    typed->sentence = str_trim(str_slice(typed->value, at + FROM.n, end));
    typed->what = str_trim(str_slice(typed->value, 0, at));
    if (str_ends(typed->what, "=")) typed->what = str_slice(typed->what, 0, typed->what.n - 1);
    typed->value = str_slice(typed->value, at, typed->value.n);
    return true;
}

// "weights[0,3]=zero every time", "head 3 zero", "uniform".
static Typed take_apart(Str text)
{
    static const char every[] = "every time";
    Typed typed = {.value = str_trim(text)};
    typed.every_time = str_ends(typed.value, every);
    if (typed.every_time)
        typed.value = str_trim(str_slice(typed.value, 0, typed.value.n - (int)strlen(every)));
    if (take_sentence(&typed)) return typed;
    int from = typed.value.n, equals = str_find(typed.value, "=");
    while (from > 0 && typed.value.p[from - 1] != ' ') from--;
    if (equals >= 0) from = equals + 1;
    typed.what = str_trim(str_slice(typed.value, 0, equals >= 0 ? equals : from));
    typed.value = str_trim(str_slice(typed.value, from, typed.value.n));
    return typed;
}

Cell hold_opened(const Trace *trace, Cell cell, int dimensions)
{
    int ndim = trace_shape(trace, cell.entry)->ndim;
    for (int d = ndim - dimensions; d < ndim; d++) {
        if (d >= 0) cell.at.at[d] = EVERY;
    }
    return cell;
}

Cell hold_selected(const Walk *walk, bool row)
{
    return row ? hold_opened(walk->trace, walk->at.selected, 1)
               : cell_named(walk->trace, walk->at.selected);
}

static bool is_row_of_shares(const Tensor *tensor, Index row)
{
    const double near = 1e-3;
    int last = tensor->shape.ndim - 1;
    double sum = 0;
    for (int64_t c = 0; c < tensor->shape.dim[last]; c++) {
        row.at[last] = c;
        double value = tensor_get(tensor, row);
        if (!(value >= 0)) return false;
        sum += value;
    }
    return fabs(sum - 1) < near || sum == 0;
}

// Of what the operation computed, whatever is held of it.
static bool are_shares(const Trace *trace, Cell part)
{
    const OpCall *call = &trace->entries[part.entry].call;
    const Tensor *tensor = call->held ? call->held->computed : call->output;
    Hold hold = {.at = part.at};
    Index at = {0};
    int last = tensor->shape.ndim - 1;
    do {
        if (at.at[last] == 0 && hold_is_about(&hold, at) && !is_row_of_shares(tensor, at))
            return false;
    } while (index_next(&tensor->shape, &at));
    return true;
}

static bool find_head(const Walk *walk, Str number, Cell *part, Error *error)
{
    Heads heads;
    int own;
    int64_t wanted = 0;
    if (!heads_find(&heads, walk, walk->at.selected, &own, error)) {
        if (!error->set) error_set(error, NULL, "there are no heads here");
        return error_hint(error, "select weights of several heads, or name them: weights[0,3]");
    }
    if (number.n == 0) wanted = own;
    bool ok = number.n == 0 || number_parse_int(number, &wanted);
    ok = ok && wanted >= 0 && wanted < heads.of_layer;
    if (ok) *part = hold_opened(walk->trace, heads_cell(&heads, wanted), 2);
    if (ok && !are_shares(walk->trace, *part)) {
        const char *name = tensor_part_title(walk->trace, *part, error->arena);
        ok = error_set(error, NULL, "%s has no attention weights", name);
        error_hint(error, "go to the weights, or name it: hold %s zero", name);
    } else if (!ok) {
        error_set(error, NULL, "there is no head '%.*s', only 0 to %lld", STR_ARG(number),
                  (long long)heads.of_layer - 1);
    }
    heads_free(&heads);
    return ok;
}

static bool find_named(const Trace *trace, Str what, Cell *part, Error *error)
{
    bool is_head;
    if (head_part_read(trace, what, part, &is_head, error)) return true;
    return !is_head && trace_parse_part(trace, what, part, error);
}

// What is beside the selected cell, or has a name.
static bool find_part(const Walk *walk, Str what, bool is_uniform, Cell *part, Error *error)
{
    bool is_head = str_is(what, "head") || str_starts(what, "head ");
    bool is_row = str_is(what, "row") || (what.n == 0 && is_uniform);
    if (is_head) return find_head(walk, str_trim(str_slice(what, 4, what.n)), part, error);
    if (what.n && !is_row && !str_is(what, "cell"))
        return find_named(walk->trace, what, part, error);
    if (walk->at.selected.entry < 0) return error_set(error, NULL, "no cell is selected");
    *part = hold_selected(walk, is_row);
    return true;
}

// ---- copies -------------------------------------------------------------------------------------

static bool is_copy(const Trace *trace, int entry)
{
    return call_kind(&trace->entries[entry].call) == TERMS_MOVED;
}

// By what computes with it, or by the program itself; asserts and other copies that nothing reads
// do not count.
static bool is_read(const Trace *trace, int entry)
{
    if (tensor_note(trace->entries[entry].call.output)->is_taken) return true;
    for (int e = entry + 1; e < trace->entry_count; e++) {
        const Entry *reader = &trace->entries[e];
        if (reader->statement >= 0 && trace->statements[reader->statement].is_claim) continue;
        for (int i = 0; i < reader->call.input_count; i++) {
            bool reads = reader->call.input[i]->origin == entry;
            if (reads && (!is_copy(trace, e) || is_read(trace, e))) return true;
        }
    }
    return false;
}

// Of a dimension that is open in a copy, the one that it comes from, all of it; -1: it is none.
static int dim_of_source(const Trace *trace, Cell first, Cell source, int dim)
{
    int found = -1;
    Cell next = first;
    next.at.at[dim] = 1;
    if (!cell_first_source(trace, next, &next) || next.entry != source.entry) return -1;
    for (int d = 0; d < MAX_DIMS; d++) {
        int64_t step = next.at.at[d] - source.at.at[d];
        if (step == 0) continue;
        if (found >= 0 || step != 1) return -1;
        found = d;
    }
    const Shape *from = trace_shape(trace, source.entry), *to = trace_shape(trace, first.entry);
    bool whole = found >= 0 && source.at.at[found] == 0 && from->dim[found] == to->dim[dim];
    return whole ? found : -1;
}

static Cell first_of(Cell part)
{
    for (int d = 0; d < MAX_DIMS; d++) {
        if (part.at.at[d] == EVERY) part.at.at[d] = 0;
    }
    return part;
}

// The part that it is copied from, one operation back.
static bool go_to_source(const Trace *trace, Cell *part)
{
    Cell first = first_of(*part), source;
    if (!cell_first_source(trace, first, &source)) return false;
    Cell from = source;
    const Shape *shape = trace_shape(trace, part->entry);
    for (int d = 0; d < shape->ndim; d++) {
        if (part->at.at[d] != EVERY || shape->dim[d] == 1) continue;
        int open = dim_of_source(trace, first, source, d);
        if (open < 0) return false;
        from.at.at[open] = EVERY;
    }
    *part = from;
    return true;
}

static bool go_to_first_source(const Trace *trace, Cell *cell)
{
    return cell_first_source(trace, *cell, cell);
}

// Back from copies that nothing reads. False: that leads nowhere, and the part stays.
static bool go_back(const Trace *trace, Cell *part, bool (*go)(const Trace *, Cell *))
{
    Cell source = *part;
    while (is_copy(trace, source.entry) && !is_read(trace, source.entry)) {
        if (!go(trace, &source)) return false;
    }
    bool is_other = source.entry != part->entry && is_read(trace, source.entry);
    if (is_other) *part = source;
    return is_other;
}

bool hold_source(const Trace *trace, Cell *part)
{
    return part->entry >= 0 && go_back(trace, part, go_to_source);
}

static bool is_made_again(const Trace *trace, Override what)
{
    what.nth = EVERY_TIME;
    int first = override_entry(trace, &what, 0);
    return first >= 0 && override_entry(trace, &what, first + 1) >= 0;
}

Override hold_describe(const Trace *trace, Cell *part, Arena *arena)
{
    Cell asked = *part;
    bool is_other = hold_source(trace, part);
    Override what = override_describe(trace, *part);
    if (is_other) what.copy = tensor_part_title(trace, asked, arena);
    if (is_other && is_made_again(trace, what)) what.nth = EVERY_TIME;
    return what;
}

// ---- what can be held ---------------------------------------------------------------------------

// 1 is shared out among the cells of a row, so each row must be such shares before.
static bool check_uniform(const Trace *trace, Cell part, Error *error)
{
    const Tensor *tensor = trace_output(trace, part.entry);
    const char *name = tensor_part_title(trace, part, error->arena);
    Hold hold = {.kind = HOLD_UNIFORM, .at = part.at};
    if (!dtype_is_float(tensor->dtype) || !hold_fits(&hold, &tensor->shape)) {
        error_set(error, NULL, "%s is not a row, so it cannot be made uniform", name);
        return error_hint(error, "uniform takes rows, such as weights[0]");
    }
    if (are_shares(trace, part)) return true;
    error_set(error, NULL, "%s has no rows that sum to 1", name);
    return error_hint(error,
                      "hold it at a number, or hold the attention weights after the softmax");
}

bool hold_check(const Trace *trace, Cell part, Error *error)
{
    const Entry *entry = &trace->entries[part.entry];
    const char *name = tensor_part_title(trace, part, error->arena);
    if (entry->call.output->is_number)
        return error_set(error, NULL, "%s is written in the code, not in a tensor", name);
    if (tensor_count(entry->call.output) == 0)
        return error_set(error, NULL, "%s has no cells", name);
    Cell source = first_of(part); // of what is no part of its source, whole dimension by dimension
    if (go_back(trace, &source, go_to_first_source)) {
        error_set(error, NULL, "%s is only a copy of a part of %s, and nothing reads it", name,
                  tensor_title(trace, source.entry, error->arena));
        return error_hint(error, "hold one cell of it, or what it is copied from");
    }
    if (entry->is_given || entry->is_computed) return true;
    error_set(error, NULL, "%s is only another name for what was written", name);
    return error_hint(error, "hold what was written");
}

// What is typed is the value of what would take the part's place.
static bool set_value(const Trace *trace, Cell part, const Typed *typed, Override *what,
                      Error *error)
{
    static const char *const KINDS[] = {[HOLD_UNIFORM] = "uniform", [HOLD_ORIGINAL] = "original"};
    if (!hold_check(trace, part, error)) return false;
    if (typed->every_time) what->nth = EVERY_TIME;
    if (typed->sentence.p) what->hold.kind = HOLD_ORIGINAL;
    if (typed->sentence.p) return true;
    for (HoldKind kind = HOLD_UNIFORM; kind <= HOLD_ORIGINAL; kind++) {
        if (str_is(typed->value, KINDS[kind])) what->hold.kind = kind;
    }
    if (what->hold.kind == HOLD_UNIFORM) return check_uniform(trace, part, error);
    if (what->hold.kind == HOLD_ORIGINAL) return true;
    what->hold.value = 0;
    if (str_is(typed->value, "zero")) return true;
    if (edit_read(trace_output(trace, part.entry)->dtype, typed->value, &what->hold.value, error))
        return true;
    return error_hint(error, "hold at a number, zero, uniform, original or from \"a sentence\"");
}

// ---- doing it -----------------------------------------------------------------------------------

static bool hold_at(Walk *walk, Cell part, const Typed *typed, Error *error)
{
    Override what = hold_describe(walk->trace, &part, &walk->arena);
    if (!set_value(walk->trace, part, typed, &what, error)) return false;
    if (typed->sentence.p && !donor_take(walk, typed->sentence, &what, error)) return false;
    return edit_make(walk, what) || error_set(error, NULL, WALK_STOPPED);
}

bool walk_hold_part(Walk *walk, Cell part, Str value, Error *error)
{
    return hold_at(walk, part, &(Typed){.value = value}, error);
}

bool walk_hold(Walk *walk, Str text, Error *error)
{
    Typed typed = take_apart(text);
    Cell part;
    bool is_uniform = str_is(typed.value, "uniform");
    return find_part(walk, typed.what, is_uniform, &part, error) &&
           hold_at(walk, part, &typed, error);
}

static bool read(const Trace *trace, Str text, const Typed *typed, Override *what, Cell *part,
                 Error *error)
{
    if (typed->what.n == 0) {
        error_set(error, NULL, "'%.*s' does not say what to hold", STR_ARG(text));
        return error_hint(error, "weights[0,3] zero");
    }
    if (!find_named(trace, typed->what, part, error)) return false;
    *what = hold_describe(trace, part, error->arena);
    return set_value(trace, *part, typed, what, error);
}

bool hold_read(const Trace *trace, Str text, Override *what, Cell *part, Error *error)
{
    Typed typed = take_apart(text);
    if (typed.sentence.p)
        return error_set(error, NULL, "a switch holds nothing from another sentence");
    return read(trace, text, &typed, what, part, error);
}

bool hold_add(Walk *walk, Str text, Error *error)
{
    Cell part;
    Override what;
    const Trace *trace = walk->original ? walk->original->trace : walk->trace;
    Typed typed = take_apart(text);
    if (!read(trace, text, &typed, &what, &part, error)) return false;
    if (typed.sentence.p && !donor_take(walk, typed.sentence, &what, error)) return false;
    if (what.copy) what.copy = str_copy(&walk->arena, str_from(what.copy));
    edit_put(walk, what);
    return true;
}

bool walk_release(Walk *walk, Str text, Error *error)
{
    Cell part;
    if (text.n == 0) return edit_release_all(walk);
    if (!find_part(walk, text, false, &part, error)) return false;
    (void)hold_source(walk->trace, &part);
    bool any = false, ran = true;
    Override what;
    while (ran && edit_hold_of(walk, part, &what)) ran = any = edit_take_back(walk, what);
    return any && ran;
}

const char *hold_words(const Override *what, Arena *arena)
{
    Buf words = {.arena = arena};
    hold_write(&what->hold, &words);
    if (what->nth == EVERY_TIME) buf_add(&words, STR(" every time"));
    return buf_text(&words);
}
