// Computes what a row of the table says that is computed: an expression of operations, such as
// "div(x, total(x))", and behind "if" where that makes sense: "x if hides y and not square".
//
// x, y and z are the inputs of the recorded call, `out` is its output, a number is itself. NAME(…)
// is the operation torch.NAME, NAME(self) that operation with the inputs and arguments of the call,
// and self(…) the call with these in place of its first inputs; the others are in FUNCTIONS.
#include "tensor/mistake.h"

#include "base/text/number.h"
#include "tensor/call.h"
#include "tensor/matrices/einsum.h"

#include <string.h>

enum { MOST_OPERANDS = 3 };

typedef struct MistakeMaker {
    const Mistake *mistake;
    const OpCall *call;
    Tensor *shares; // of what is done too late, else NULL
    MistakeWork *work;
    Str rest; // of what is made
} MistakeMaker;

void mistake_work_free(MistakeWork *work)
{
    tensor_heap_free(&work->heap);
    arena_free(&work->arena);
    *work = (MistakeWork){.heap = {.limit = work->heap.limit}};
}

// ---- where it makes sense -----------------------------------------------------------------------

// Is a cell of it -inf, or nearly so: does it hide what it is added to?
static bool hides(const OpCall *call UNUSED, const Tensor *tensor)
{
    const double least = -9999;
    Index at = {0};
    if (tensor_count(tensor) == 0) return false;
    do {
        if (tensor_get(tensor, at) < least) return true;
    } while (index_next(&tensor->shape, &at));
    return false;
}

static bool is_number(const OpCall *call UNUSED, const Tensor *tensor)
{
    return tensor_count(tensor) == 1;
}

static bool is_two(const OpCall *call UNUSED, const Tensor *tensor)
{
    return tensor_count(tensor) == 1 && tensor_get(tensor, (Index){0}) == 2;
}

static bool is_fractional(const OpCall *call UNUSED, const Tensor *tensor)
{
    return dtype_is_float(tensor->dtype);
}

static bool is_matrix(const OpCall *call UNUSED, const Tensor *tensor)
{
    return tensor->shape.ndim == 2;
}

// Transposed, it has the same shape.
static bool is_quadratic(const OpCall *call, const Tensor *tensor)
{
    int n = tensor->shape.ndim;
    return call->input_count > 1 && n > 1 && tensor->shape.dim[n - 1] == tensor->shape.dim[n - 2];
}

static bool squares(const OpCall *call, const Tensor *of UNUSED)
{
    return call->input[0] == call->input[1];
}

// Of a vector and a matrix the other order is the same as not to transpose the matrix.
static bool is_of_matrices(const OpCall *call, const Tensor *of UNUSED)
{
    return call->input[0]->shape.ndim > 1 && call->input[1]->shape.ndim > 1;
}

// A column times a row.
static bool is_outer(const OpCall *call, const Tensor *of)
{
    const Shape *x = &call->input[0]->shape;
    return is_of_matrices(call, of) && x->dim[x->ndim - 1] == 1;
}

// Of q @ k.T: k @ q.T is the result on its side. In x @ x.T nothing can change places.
static bool is_of_turned(const OpCall *call, const Tensor *of)
{
    const Tensor *x = call->input[0], *y = call->input[1];
    int n = y->shape.ndim;
    bool same = tensor_shares_storage(x, y) && x->offset == y->offset;
    return !same && is_of_matrices(call, of) && y->stride[n - 2] == 1 && y->stride[n - 1] != 1 &&
           is_quadratic(call, call->output);
}

static bool has_label(const Labels *labels, int label)
{
    int i = 0;
    while (i < labels->count && labels->label[i] != label) i++;
    return i < labels->count;
}

// "qd,kd->qk" with "kq" behind the arrow: who asks and who is asked.
static bool asks(const OpCall *call, const Tensor *of UNUSED)
{
    Einsum e;
    SCRATCH(scratch);
    Error error = {.arena = &scratch};
    if (!einsum_read(call, &e, &error) || e.count != 2 || e.result.count < 2) return false;
    int row = e.result.label[e.result.count - 2], column = e.result.label[e.result.count - 1];
    const Labels *x = &e.operand[0], *y = &e.operand[1];
    return has_label(x, row) != has_label(y, row) && has_label(x, column) != has_label(y, column) &&
           has_label(x, row) != has_label(x, column);
}

// weights[:, None] * values with the shares laid along the rows: the new axis can be forgotten.
static bool has_new_axis(const OpCall *call, const Tensor *of UNUSED)
{
    const Arg *arg = &call->arg[0];
    bool adds = arg->kind == ARG_INT; // unsqueeze's dimension
    for (int i = 0; arg->kind == ARG_SUBSCRIPTS && i < arg->count; i++)
        adds |= arg->subscripts[i].kind == SUBSCRIPT_NEW_AXIS;
    bool all = tensor_count(call->input[0]) == shape_count(&call->shape);
    return adds && all && shape_count(&call->shape) > 1; // one number has no direction
}

// Of a variance: argument 1 says unbiased, 3 how much is taken away.
static bool is_by_n(const OpCall *call, const Tensor *of UNUSED)
{
    return call_has(call, 3) ? call_int(call, 3, 1) == 0 : !call_bool(call, 1, true);
}

static const struct {
    const char *name;
    bool (*holds)(const OpCall *call, const Tensor *of);
} CONDITIONS[] = {
    {"hides", hides},
    {"number", is_number},
    {"two", is_two},
    {"matrix", is_matrix},
    {"quadratic", is_quadratic},
    {"fractional", is_fractional},
    {"square", squares},
    {"of_matrices", is_of_matrices},
    {"outer", is_outer},
    {"of_turned", is_of_turned},
    {"asks", asks},
    {"new_axis", has_new_axis},
    {"by_n", is_by_n},
};

// ---- what is computed ---------------------------------------------------------------------------

static Tensor *apply(const MistakeMaker *m, OpCall call)
{
    Error error = {.arena = &m->work->arena};
    call.arena = &m->work->arena;
    call.output = NULL;
    return op_apply(&call, &m->work->heap, &error);
}

static Arg int_arg(int64_t value)
{
    return (Arg){.kind = ARG_INT, .i = value, .f = (double)value};
}

static int int_of(Tensor *const *arg)
{
    return (int)tensor_get(arg[0], (Index){0});
}

// The call with these in place of its first inputs.
static Tensor *self(const MistakeMaker *m, Tensor **arg, int count)
{
    OpCall altered = *m->call;
    if (count > altered.input_count) return NULL;
    altered.input = NEW_ARRAY(&m->work->arena, Tensor *, altered.input_count);
    for (int i = 0; i < altered.input_count; i++)
        altered.input[i] = i < count ? arg[i] : m->call->input[i];
    return apply(m, altered);
}

static Tensor *reversed(const MistakeMaker *m, Tensor **arg UNUSED, int count UNUSED)
{
    OpCall altered = *m->call;
    int inputs = altered.input_count;
    if (inputs < 2) return NULL;
    altered.input = NEW_ARRAY(&m->work->arena, Tensor *, inputs);
    for (int i = 0; i < inputs; i++) altered.input[i] = m->call->input[inputs - 1 - i];
    return apply(m, altered);
}

// Without the inputs from a number on, which may be left out.
static Tensor *without(const MistakeMaker *m, Tensor **arg, int count UNUSED)
{
    OpCall altered = *m->call;
    if (altered.input_count <= int_of(arg)) return NULL;
    altered.input_count = int_of(arg);
    altered.absent |= 1U << altered.input_count;
    return apply(m, altered);
}

// Along another dimension than the call's, from the end where negative.
static Tensor *along(const MistakeMaker *m, Tensor **arg, int count UNUSED)
{
    OpCall altered = *m->call;
    int ndim = altered.input[0]->shape.ndim;
    const Arg *dim = &altered.arg[0];
    int64_t own = dim->kind == ARG_INTS && dim->count == 1 ? dim->ints[0] : dim->i;
    int64_t wanted = int_of(arg), other = wanted < 0 ? wanted + ndim : wanted;
    bool one = dim->kind == ARG_INT || (dim->kind == ARG_INTS && dim->count == 1);
    bool same_as_columns = wanted == 0 && ndim < 3;
    if (own < 0) own += ndim;
    if (!one || ndim < 2 || same_as_columns || other < 0 || own == other) return NULL;
    altered.arg[0] = int_arg(other);
    return apply(m, altered);
}

// The sum along the call's dimension, which stays as one of size 1.
static Tensor *total(const MistakeMaker *m, Tensor **arg, int count UNUSED)
{
    OpCall sum = {.op = op_find(STR("sum"), IN_TORCH), .input = arg, .input_count = 1};
    sum.arg[0] = int_arg(call_int(m->call, 0, 0));
    sum.arg[1] = (Arg){.kind = ARG_BOOL, .i = 1};
    return apply(m, sum);
}

static Tensor *other_divisor(const MistakeMaker *m, Tensor **arg, int count UNUSED)
{
    OpCall altered = *m->call;
    altered.arg[1] = (Arg){0};
    altered.arg[3] = int_arg(int_of(arg));
    return apply(m, altered);
}

// The same numbers in the same order, in the shape of the output.
static Tensor *reshaped(const MistakeMaker *m, Tensor **arg, int count UNUSED)
{
    Shape shape = m->call->shape;
    bool same = shape_equal(&shape, &arg[0]->shape); // as leaving it out
    if (same || shape.ndim < 3) return NULL;
    OpCall altered = {.op = op_find(STR("reshape"), IN_TORCH), .input = arg, .input_count = 1};
    altered.arg[0] = (Arg){.kind = ARG_INTS, .count = shape.ndim, .ints = shape.dim};
    return apply(m, altered);
}

static Tensor *like_out(const MistakeMaker *m, Tensor **arg, int count UNUSED)
{
    return shape_equal(&arg[0]->shape, &m->call->shape) ? arg[0] : NULL;
}

static const struct {
    const char *name;
    Tensor *(*make)(const MistakeMaker *m, Tensor **arg, int count);
} FUNCTIONS[] = {
    {"self", self},         {"reversed", reversed}, {"without", without},
    {"along", along},       {"total", total},       {"other_divisor", other_divisor},
    {"reshaped", reshaped}, {"like_out", like_out},
};

static Tensor *function(const MistakeMaker *m, Str name, Tensor **arg, int count)
{
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        if (str_is(name, FUNCTIONS[i].name)) return FUNCTIONS[i].make(m, arg, count);
    }
    return apply(m, (OpCall){.op = op_find(name, 0), .input = arg, .input_count = count});
}

// ---- reading it ---------------------------------------------------------------------------------

static bool take(MistakeMaker *m, const char *sign)
{
    m->rest = str_trim(m->rest);
    bool found = str_starts(m->rest, sign);
    if (found) m->rest = str_slice(m->rest, (int)strlen(sign), m->rest.n);
    return found;
}

static Str take_word(MistakeMaker *m)
{
    int n = 0;
    m->rest = str_trim(m->rest);
    while (n < m->rest.n && !strchr("(), ", m->rest.p[n])) n++;
    Str word = str_slice(m->rest, 0, n);
    m->rest = str_slice(m->rest, n, m->rest.n);
    return word;
}

static Tensor *operand(const MistakeMaker *m, Str name)
{
    Error error = {.arena = &m->work->arena};
    double number = m->mistake->temperature;
    int input = name.p[0] - 'x';
    if (str_is(name, "out")) return m->call->output;
    if (str_is(name, "shares")) return m->shares;
    if (str_is(name, "temperature") || number_parse_double(name, &number))
        return tensor_from_double(&m->work->heap, number, &error);
    return input >= 0 && input < m->call->input_count ? m->call->input[input] : NULL;
}

static Tensor *value(MistakeMaker *m)
{
    Tensor *arg[MOST_OPERANDS];
    int count = 0;
    bool all = true;
    Str name = take_word(m);
    if (!take(m, "(")) return operand(m, name);
    if (take(m, "self)")) {
        OpCall other = *m->call;
        other.op = op_find(name, IN_TORCH);
        return other.op == m->call->op ? NULL : apply(m, other);
    }
    do {
        arg[count] = value(m);
        all &= arg[count++] != NULL;
    } while (take(m, ","));
    take(m, ")");
    return all ? function(m, name, arg, count) : NULL;
}

// "hides y and not square"
static bool holds(MistakeMaker m)
{
    bool all = true;
    while (all && m.rest.n) {
        bool negated = take(&m, "not ");
        Str name = take_word(&m);
        size_t i = 0, last = sizeof CONDITIONS / sizeof *CONDITIONS - 1;
        while (i < last && !str_is(name, CONDITIONS[i].name)) i++;
        bool has_operand = m.rest.n && !take(&m, "and ");
        const Tensor *of = has_operand ? operand(&m, take_word(&m)) : NULL;
        if (has_operand) take(&m, "and ");
        all = (!has_operand || of) && CONDITIONS[i].holds(m.call, of) != negated;
    }
    return all;
}

static Tensor *make(MistakeMaker m, const char *made)
{
    static const char behind[] = " if ";
    Str text = str_from(made);
    int at = str_find(text, behind);
    m.rest = at < 0 ? (Str){0} : str_slice(text, at + (int)sizeof behind - 1, text.n);
    if (!m.call->input_count || !holds(m)) return NULL;
    m.rest = at < 0 ? text : str_slice(text, 0, at);
    return value(&m);
}

Tensor *mistake_made(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    return make((MistakeMaker){.mistake = mistake, .call = call, .work = work}, mistake->made);
}

Tensor *mistake_made_late(const Mistake *mistake, const OpCall *call, Tensor *shares,
                          MistakeWork *work)
{
    return make((MistakeMaker){.mistake = mistake, .call = call, .shares = shares, .work = work},
                mistake->late);
}
