// What an operation costs, from what its row declares.
//
// The arithmetic of a cell is in its row as text, "$x + $0 * $y / $z": the operators and
// functions in it are counted. Between two constants ("pi / 180") nothing is to be done.
#include "tensor/cost.h"

#include "base/text/ascii.h"
#include "tensor/dtype.h"
#include "tensor/formula.h"
#include "tensor/op.h"

#include <string.h>

static const char *const KIND_NAMES[COST_KINDS] = {
    [COST_MULTIPLICATIONS] = "multiplications",
    [COST_ADDITIONS] = "additions",
    [COST_EXPONENTIALS] = "exponentials",
    [COST_OTHERS] = "others",
    [COST_BYTES] = "bytes",
};

const char *cost_name(CostKind kind)
{
    return KIND_NAMES[kind];
}

bool cost_kind(Str name, CostKind *kind)
{
    for (int i = 0; i < COST_KINDS; i++) {
        *kind = (CostKind)i;
        if (str_is(name, KIND_NAMES[i])) return true;
    }
    return false;
}

// ---- counting ---------------------------------------------------------------------------------

int64_t cost_times(int64_t a, int64_t b)
{
    return a && b > INT64_MAX / a ? INT64_MAX : a * b;
}

void cost_add(Cost *cost, CostKind kind, int64_t times, int64_t each)
{
    int64_t *count = &cost->count[kind], more = cost_times(times, each);
    *count = more > INT64_MAX - *count ? INT64_MAX : *count + more;
}

void cost_sum(Cost *cost, const Cost *more)
{
    for (int i = 0; i < COST_KINDS; i++) cost_add(cost, (CostKind)i, 1, more->count[i]);
}

bool cost_is_zero(const Cost *cost)
{
    for (int i = 0; i < COST_KINDS; i++) {
        if (cost->count[i]) return false;
    }
    return true;
}

static void add_repeated(Cost *cost, const Cost *each, int64_t times)
{
    for (int i = 0; i < COST_KINDS; i++) cost_add(cost, (CostKind)i, times, each->count[i]);
}

void cost_sums(Cost *cost, CostKind kind, int64_t sums, int64_t terms)
{
    cost_add(cost, kind, sums, terms > 1 ? terms - 1 : 0);
}

void cost_products(Cost *cost, int64_t sums, int64_t products, bool added)
{
    cost_add(cost, COST_MULTIPLICATIONS, sums, products);
    cost_sums(cost, COST_ADDITIONS, sums, products + added);
}

void cost_variances(Cost *cost, int64_t lines, int64_t cells)
{
    cost_sums(cost, COST_ADDITIONS, 2 * lines, cells);
    cost_add(cost, COST_ADDITIONS, lines, cells);
    cost_add(cost, COST_MULTIPLICATIONS, lines, cells + 2);
}

int64_t cost_cells_in_one(const OpCall *call)
{
    int64_t cells = shape_count(&call->shape);
    return cells ? tensor_count(call->input[0]) / cells : 0;
}

// ---- arithmetic as text -------------------------------------------------------------------------

static const char TRANSCENDENTAL[] =
    "exp log log2 log10 sin cos tan asin acos atan atan2 sinh cosh erf erfc tanh";
// 1 / (1 + exp(-x)), log(x / (1 - x))
static const char CURVES[] = "sigmoid logit";
// Compute nothing: a conversion, or how many there are.
static const char FREE[] = "to float half bfloat16 int bool count";

static Cost function_cost(Str name)
{
    if (str_has_word(FREE, name)) return (Cost){{0}};
    if (str_has_word(TRANSCENDENTAL, name)) return (Cost){{[COST_EXPONENTIALS] = 1}};
    if (str_has_word(CURVES, name))
        return (Cost){{[COST_MULTIPLICATIONS] = 1, [COST_ADDITIONS] = 1, [COST_EXPONENTIALS] = 1}};
    return (Cost){{[COST_OTHERS] = 1}};
}

// What is on the left of an operator.
typedef enum Left { LEFT_NOTHING, LEFT_CONSTANT, LEFT_TERM } Left;

typedef struct FormulaReader {
    Str rest;
    Left left;
    Cost cost;
} FormulaReader;

static Str take(FormulaReader *reader, int bytes)
{
    Str part = str_slice(reader->rest, 0, bytes);
    reader->rest = str_slice(reader->rest, bytes, reader->rest.n);
    return part;
}

static bool is_number(Str text)
{
    return text.n > 0 && (ascii_is_digit(text.p[0]) || text.p[0] == '.');
}

// $x, $y, $z are terms; $0, $1, … and $n are not.
static bool is_constant(Str text)
{
    if (text.n > 1 && text.p[0] == '$') return !strchr("xyz", text.p[1]);
    return is_number(text) || str_starts(text, "pi");
}

static int number_bytes(Str text)
{
    int n = 0;
    while (n < text.n && (ascii_is_alnum(text.p[n]) || text.p[n] == '.' ||
                          (n > 0 && text.p[n - 1] == 'e' && text.p[n] == '-')))
        n++;
    return n;
}

// Is all in the bracket that opens here constant?
static bool bracket_is_constant(Str text)
{
    int depth = 0;
    for (int i = 0; i < text.n; i++) {
        depth += (text.p[i] == '(') - (text.p[i] == ')');
        if (text.p[i] == '$' && !is_constant(str_slice(text, i, text.n))) return false;
        if (depth == 0) return true;
    }
    return false; // closed behind the terms
}

static void read_word(FormulaReader *reader)
{
    Str word = take(reader, str_word(reader->rest, 0));
    bool logic = str_has_word("and or xor not", word);
    if (str_starts(reader->rest, "(") && !bracket_is_constant(reader->rest)) {
        Cost cost = function_cost(word);
        cost_sum(&reader->cost, &cost);
    }
    if (logic) reader->cost.count[COST_OTHERS]++;
    bool joins = logic || str_is(word, "if") || str_is(word, "else");
    reader->left = joins ? LEFT_NOTHING : str_is(word, "pi") ? LEFT_CONSTANT : LEFT_TERM;
}

// x**3 is x*x*x.
static void read_power(FormulaReader *reader)
{
    Str exponent = str_trim(reader->rest);
    bool whole = is_number(exponent) && number_bytes(exponent) == 1 && exponent.p[0] >= '2';
    if (whole) {
        cost_add(&reader->cost, COST_MULTIPLICATIONS, 1, exponent.p[0] - '1');
        take(reader, reader->rest.n - exponent.n + 1);
    } else {
        reader->cost.count[COST_EXPONENTIALS]++;
    }
}

static void read_operator(FormulaReader *reader)
{
    Str pair = str_slice(reader->rest, 0, 2);
    Str sign = take(reader, str_has_word("** // == != <= >= << >>", pair) ? 2 : 1);
    Left left = reader->left;
    bool constant = is_constant(str_trim(reader->rest));
    reader->left = LEFT_NOTHING;
    if (str_is(sign, "**")) {
        read_power(reader);
        reader->left = LEFT_TERM;
    } else if (str_is(sign, "-") && left == LEFT_NOTHING) {
        reader->cost.count[COST_OTHERS] += !constant;
    } else if (left == LEFT_CONSTANT && constant) {
        return;
    } else if (str_is(sign, "+") || str_is(sign, "-")) {
        reader->cost.count[COST_ADDITIONS]++;
    } else {
        bool product = str_is(sign, "*") || sign.p[0] == '/';
        reader->cost.count[product ? COST_MULTIPLICATIONS : COST_OTHERS]++;
        if (str_is(sign, "//")) reader->cost.count[COST_OTHERS]++; // and rounded
    }
}

static void read_next(FormulaReader *reader)
{
    char c = reader->rest.p[0];
    if (is_number(reader->rest)) {
        take(reader, number_bytes(reader->rest));
        reader->left = LEFT_CONSTANT;
    } else if (c == '$') {
        reader->left = is_constant(reader->rest) ? LEFT_CONSTANT : LEFT_TERM;
        take(reader, 2);
    } else if (ascii_is_letter(c)) {
        read_word(reader);
    } else if (strchr("+-*/%<>=!&|^~", c)) {
        read_operator(reader);
    } else {
        take(reader, 1);
        if (c == '(' || c == ',') reader->left = LEFT_NOTHING;
        if (c == ')') reader->left = LEFT_TERM;
    }
}

static Cost text_cost(const char *text, Left left)
{
    FormulaReader reader = {.rest = str_from(text), .left = left};
    while (reader.rest.n) read_next(&reader);
    return reader.cost;
}

// ---- one cell -----------------------------------------------------------------------------------

// A function of several terms, max(x, y, z), works on pairs.
static Cost notation_cost(const Notation *notation, int64_t terms)
{
    if (notation->pattern) return text_cost(notation->pattern, LEFT_NOTHING);
    Cost cost = {{0}}, before = text_cost(notation->before, LEFT_NOTHING),
         between = text_cost(notation->between, LEFT_TERM),
         after = text_cost(notation->after, LEFT_TERM);
    int64_t pairs = terms > 1 ? terms - 1 : 0;
    bool of_pairs = str_is(str_from(notation->between), ", ");
    add_repeated(&cost, &before, of_pairs ? pairs : 1);
    add_repeated(&cost, &between, pairs);
    add_repeated(&cost, &after, 1);
    return cost;
}

void cost_reduced(const OpCall *call, Cost *cost)
{
    int64_t terms = cost_cells_in_one(call);
    if (terms < 1) return;
    Cost each = notation_cost(&call->op->notation, terms);
    add_repeated(cost, &each, shape_count(&call->shape));
}

// The formula of a cell as it would be written, with "$x" for every term.
static Cost formula_cost(const OpCall *call, const Terms *terms)
{
    size_t count = (size_t)terms->count;
    double *value = NEW_ARRAY(terms->arena, double, count + 1);
    const char **text = NEW_ARRAY(terms->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const Term *term = &terms->term[i];
        value[i] = tensor_get(call->input[term->input], term->at);
        text[i] = "$x";
    }
    Buf out = {.arena = terms->arena};
    Formula formula = {.terms = terms,
                       .exact = value,
                       .term = value,
                       .text = text,
                       .symbols = true,
                       .digits = 4,
                       .out = &out};
    call->op->formula(call, &formula);
    return text_cost(buf_text(&out), LEFT_NOTHING);
}

static Cost cell_cost(const OpCall *call, Index at, Arena *arena)
{
    Terms terms = {.arena = arena};
    Cost cost = {{0}};
    op_sources(call, at, &terms);
    switch (terms.kind) {
    case TERMS_CONSTANT:
    case TERMS_MOVED:
    case TERMS_EXP_OVER_SUM: break; // its cells share their sum: such rows declare their cost
    case TERMS_SUM_OF_PRODUCTS: cost_products(&cost, 1, terms.count / 2, terms.count % 2); break;
    case TERMS_ELEMENTWISE:
    case TERMS_REDUCTION: return notation_cost(&call->op->notation, terms.count);
    case TERMS_FORMULA: return formula_cost(call, &terms);
    }
    return cost;
}

Cost op_cost(const OpCall *call)
{
    Cost cost = {{0}};
    int64_t cells = shape_count(&call->shape);
    if (call->is_view || call->is_same || call->output->is_number) return cost;
    cost_add(&cost, COST_BYTES, cells, (int64_t)dtype_bytes(call->dtype));
    const Op *op = call->op;
    if (op->cost) {
        op->cost(call, &cost);
    } else if (op->depth) {
        cost_products(&cost, cells, op->depth(call), false);
    } else if (op->sources && !op->moves && cells) {
        SCRATCH(scratch);
        Cost each = cell_cost(call, (Index){0}, &scratch);
        add_repeated(&cost, &each, cells);
    }
    return cost;
}

int64_t cost_depth(const OpCall *call)
{
    Cost cost = {{0}};
    int64_t cells = shape_count(&call->shape);
    call->op->cost(call, &cost);
    return cells ? cost.count[COST_MULTIPLICATIONS] / cells : 0;
}
