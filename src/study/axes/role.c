// Between the softmax and the product weights may be masked, dropped out or moved: all that has the
// axes of queries and keys, and comes from weights, is weights; what they come from is scores.
#include "study/axes/role.h"

#include "base/mark.h"
#include "base/text/ascii.h"
#include "study/axes/row.h"
#include "study/axes/slices.h"
#include "tensor/autograd.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "trace/record/gradients.h"

static bool has_shares(const Trace *trace, int entry, const TensorAxes *axes)
{
    int query = axes_find(axes, AXIS_QUERY), key = axes_find(axes, AXIS_KEY);
    if (key < 0 || !dtype_is_float(trace_output(trace, entry)->dtype)) return false;
    Slices slices = slices_along(trace, entry, query, key);
    Matrix first = slices_matrix(&slices, 0);
    return rows_are_shares(&first);
}

static bool comes_from_product(const Trace *trace, int entry)
{
    for (int next; (next = average_source(trace, entry)) >= 0; entry = next) continue;
    return call_kind(&trace->entries[entry].call) == TERMS_SUM_OF_PRODUCTS;
}

// What a softmax was of, also one that is written out as exp and sum; or -1.
static int before_softmax(const Trace *trace, int weights)
{
    int scores = softmax_of(trace, weights);
    if (scores >= 0) return scores;
    return comes_from_product(trace, weights) ? average_source(trace, weights) : -1;
}

// ---- what was done with it ----------------------------------------------------------------------

enum { ROLE_OTHER = ROLE_COUNT }; // it averages, but no positions: none, whatever its name

// Back from the entry to `end` (-2: all the way), past what moves or changes it cell by cell. What
// asks and is asked is the input.
static void set_back(const Trace *trace, unsigned char *roles, int entry, int end, int role)
{
    for (int last = -1; entry >= 0 && last != end; entry = average_source(trace, entry)) {
        bool is_both = roles[entry] == ROLE_QUERY && role == ROLE_KEY;
        if (!roles[entry] || is_both) roles[entry] = (unsigned char)(is_both ? ROLE_INPUT : role);
        last = entry;
    }
}

// The factors of scores: that with the axis of the queries are these, the other are keys.
static void set_factors(const Trace *trace, unsigned char *roles, int product)
{
    const OpCall *call = &trace->entries[product].call;
    TensorAxes axes = axes_of(trace, product);
    AxisPoint query = {.entry = product, .dim = axes_find(&axes, AXIS_QUERY), .step = 1}, to;
    if (query.dim < 0 || call->input_count < 2) return;
    for (int i = 0; i < 2; i++) {
        bool asks = axis_step(trace, &query, i, &to);
        set_back(trace, roles, call->input[i]->origin, -2, asks ? ROLE_QUERY : ROLE_KEY);
    }
}

static void set_scores(const Trace *trace, unsigned char *roles, int weights)
{
    int entry = before_softmax(trace, weights), last = -1;
    if (entry < 0) return;
    for (; entry >= 0; entry = average_source(trace, entry)) {
        if (!roles[entry]) roles[entry] = ROLE_SCORE;
        last = entry;
    }
    if (comes_from_product(trace, last)) set_factors(trace, roles, last);
}

static void set_average(const Trace *trace, unsigned char *roles, const Average *average)
{
    TensorAxes axes = axes_of(trace, average->weights);
    bool is_attention = average->of == AVERAGE_POSITIONS;
    bool asks = average->of == AVERAGE_FEATURES && axes_find(&axes, AXIS_TOKEN) >= 0;
    int role = is_attention ? ROLE_WEIGHTS : asks ? ROLE_QUERY : ROLE_OTHER;
    set_back(trace, roles, average->shares, average->weights, role);
    if (is_attention) set_scores(trace, roles, average->weights);
    if (is_attention) set_back(trace, roles, average->values, -2, ROLE_VALUE);
    if (!roles[average->product] && (is_attention || asks))
        roles[average->product] = average->is_of_features ? ROLE_OTHER : ROLE_OUTPUT;
}

static const unsigned char *roles_by_use(const Trace *trace)
{
    AxisMemo *memo = trace->axes;
    if (memo->roles && memo->role_entries == trace->entry_count) return memo->roles;
    const Average *averages;
    int count = axes_averages(trace, &averages);
    unsigned char *roles = NEW_ARRAY(&memo->arena, unsigned char, trace->entry_count + 1);
    for (int i = 0; i < count; i++) set_average(trace, roles, &averages[i]);
    for (int e = 0; count && e < trace->entry_count; e++) { // what weights become stays weights
        int from = roles[e] ? -1 : average_source(trace, e);
        if (from >= 0 && (roles[from] == ROLE_WEIGHTS || roles[from] == ROLE_OTHER))
            roles[e] = roles[from];
    }
    memo->roles = roles;
    memo->role_entries = trace->entry_count;
    return roles;
}

// What is given for each position, or looked up by given ids.
static bool is_input(const Trace *trace, int entry, const TensorAxes *axes)
{
    const OpCall *call = &trace->entries[entry].call;
    DType dtype = call->output->dtype;
    bool is_looked_up = call->op->moves && call->input_count > 1;
    for (int i = 0; i < call->input_count && is_looked_up; i++)
        is_looked_up =
            autograd_of(call->input[i])->is_parameter || dtype_is_integer(call->input[i]->dtype);
    bool is_given = !call->op->sources || is_looked_up || dtype_is_integer(dtype);
    return is_given && dtype != DTYPE_BOOL && !autograd_of(call->output)->is_parameter &&
           axes_find(axes, AXIS_TOKEN) >= 0;
}

// ---- by its name, where nothing was done with it ------------------------------------------------

// Do the shares belong to features that a product made: to words, classes or experts? Those that
// were picked out, as the largest, belong to what they were picked from.
static bool is_of_classes(const Trace *trace, int entry)
{
    SCRATCH(scratch);
    int last = trace_shape(trace, entry)->ndim - 1;
    AxisRoots roots = axis_roots(trace, entry, last, NULL, NULL, &scratch);
    bool are = last >= 0 && axis_is_of_features(trace, &roots);
    for (int i = 0; i < roots.count && are; i++) are = roots.place[i].is_product;
    const OpCall *call = &trace->entries[entry].call;
    int from = call->input_count ? call->input[0]->origin : -1;
    bool is_picked = roots.count && roots.place[0].kind == ROOT_NEW && from >= 0;
    return are || (is_picked && is_of_classes(trace, from));
}

// What is called scores, and averages nothing that is recorded: by its numbers.
static Role role_of_unused(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    Matrix first = matrix_through(trace, entry, (Index){0});
    bool is_loaded = tensor_note(call->output)->is_loaded, are_shares = rows_are_shares(&first);
    if (is_loaded && !are_shares) return ROLE_NONE; // whatever its name promises
    if (!(call->op->sources || is_loaded) || !are_shares) return ROLE_SCORE;
    return is_of_classes(trace, entry) ? ROLE_NONE : ROLE_WEIGHTS;
}

// A part of weights has rows that are no shares: what was only moved is what it was before.
static bool is_part_of_weights(const Trace *trace, int entry)
{
    int whole = entry;
    for (const OpCall *call; whole >= 0; whole = call->input[0]->origin) {
        call = &trace->entries[whole].call;
        if (!call->op->moves || call->input_count != 1) break;
    }
    return whole >= 0 && whole != entry && role_of(trace, whole) == ROLE_WEIGHTS;
}

static Role role_by_use(const Trace *trace, int entry, Role by_name)
{
    if (shape_count(trace_shape(trace, entry)) == 0) return by_name;
    int used = roles_by_use(trace)[entry];
    if (used == ROLE_WEIGHTS || used == ROLE_OTHER)
        return used == ROLE_WEIGHTS ? ROLE_WEIGHTS : ROLE_NONE;
    TensorAxes axes = axes_of(trace, entry);
    bool has_keys = axes_find(&axes, AXIS_KEY) >= 0;
    if (has_keys && has_shares(trace, entry, &axes)) return ROLE_WEIGHTS;
    bool may_be_part = by_name == ROLE_SCORE || (by_name == ROLE_NONE && has_keys);
    if (may_be_part && is_part_of_weights(trace, entry)) return ROLE_WEIGHTS;
    if (by_name == ROLE_SCORE && !has_keys) return role_of_unused(trace, entry);
    if (by_name != ROLE_NONE) return by_name;
    return used ? (Role)used : is_input(trace, entry, &axes) ? ROLE_INPUT : ROLE_NONE;
}

Role role_of(const Trace *trace, int entry)
{
    for (const Gradient *of; (of = gradient_at(trace, entry)); entry = of->of) continue;
    bool is_noted;
    Role by_name = role_by_name(trace, entry, &is_noted);
    Role by_use = is_noted && by_name != ROLE_SCORE ? by_name : role_by_use(trace, entry, by_name);
    return is_noted && by_use != ROLE_WEIGHTS ? by_name : by_use;
}

// Shares of experts, and those that were picked out of them.
static bool is_of_router(const Trace *trace, int entry)
{
    TensorAxes axes = axes_of(trace, entry);
    const OpCall *call = &trace->entries[entry].call;
    Matrix first = matrix_through(trace, entry, (Index){0});
    if (!dtype_is_float(call->output->dtype) || axes.ndim == 0) return false;
    if (axes.of[axes.ndim - 1].kind == AXIS_EXPERT) return rows_are_shares(&first);
    int from = call->input_count ? call->input[0]->origin : -1;
    return from >= 0 && axes.of[axes.ndim - 1].how == NULL && is_of_router(trace, from);
}

const char *role_title(const Trace *trace, int entry)
{
    Role role = role_of(trace, entry);
    if (role == ROLE_WEIGHTS) return "attention weights";
    if (role == ROLE_NONE && is_of_router(trace, entry)) return "router weights";
    return role == ROLE_SCORE ? "scores" : role_name(role);
}

// ---- marks --------------------------------------------------------------------------------------

// Writes names as parts of their roles, so that who draws the text knows what each is.

const char *role_mark_operand(const Trace *trace, int entry, const char *text, Arena *arena)
{
    return mark_text(arena, MARK_OPERAND + (int)role_of(trace, entry), text);
}

// Names that represent no tensor that has one may be code, of which the names have roles.
const char *role_mark(const Trace *trace, int entry, const char *text, Arena *arena)
{
    Role role = role_of(trace, entry);
    return role ? mark_text(arena, (int)role, text) : role_mark_code(trace, entry, text, arena);
}

Role role_called(const Trace *trace, int entry, Str name)
{
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        const Binding *binding = &trace->bindings[i];
        if (binding->entry <= entry && str_is(name, binding->name))
            return role_of(trace, binding->entry);
    }
    return ROLE_NONE;
}

// ".T" and "[0,1]" behind a name.
static int end_of_index(Str code, int at)
{
    if (str_starts(str_slice(code, at, code.n), ".T") && str_word(code, at + 1) == at + 2) at += 2;
    int end = at;
    if (at >= code.n || code.p[at] != '[') return at;
    while (end < code.n && code.p[end] != ']' && code.p[end] != ' ') end++;
    return end < code.n && code.p[end] == ']' ? end + 1 : at;
}

const char *role_mark_code(const Trace *trace, int entry, const char *text, Arena *arena)
{
    Str code = str_from(text);
    Buf out = {.arena = arena};
    for (int at = 0, end; at < code.n; at = end) {
        end = str_word(code, at);
        bool is_name =
            end > at && !ascii_is_digit(code.p[at]) && (at == 0 || code.p[at - 1] != '.');
        Role role = is_name ? role_called(trace, entry, str_slice(code, at, end)) : ROLE_NONE;
        if (role) end = end_of_index(code, end);
        if (end == at) end++;
        const char *part = str_copy(arena, str_slice(code, at, end));
        buf_add(&out, str_from(role ? mark_text(arena, (int)role, part) : part));
    }
    return buf_text(&out);
}
