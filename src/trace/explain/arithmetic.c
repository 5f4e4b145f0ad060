// The arithmetic of one cell as text.
//
// Digits: the result is rounded first. Then the operands get more and more decimals, until the
// printed operands, put through the operation again, give the printed result.
#include "tensor/op.h"
#include "trace/explain/explain.h"
#include "trace/names/convention.h"

#include "base/mark.h"
#include "base/text/number.h"
#include "tensor/dtype.h"
#include "tensor/formula.h"
#include "tensor/print.h"
#include "trace/names/roles.h"
#include "trace/record/loops.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_DECIMALS = 12 };

static const char *number_text(double value, int digits, DType dtype, Arena *arena)
{
    Buf text = {.arena = arena};
    if (dtype == DTYPE_BOOL)
        dtype_write(&text, dtype, value, digits);
    else
        number_trimmed(&text, value, digits);
    return buf_text(&text);
}

// The terms' numbers, and with how many decimals they are printed.
typedef struct Operands {
    const Trace *trace;
    const OpCall *call;
    double *values;
    int decimals;
    int digits;      // of what they come to
    const char *top; // the largest, as it is printed: of an exponential over a sum
    double top_value;
    const char *formula_numbers; // a formula's one piece, as it was written last
    RoleMark *mark;              // writes operands as such; or NULL
    Sight sight;
    void (*write)(const Arithmetic *arithmetic, int i, Piece *piece);
    Arena *arena;
} Operands;

static DType dtype_of(const Arithmetic *arithmetic, int i)
{
    return arithmetic->operands->call->input[arithmetic->terms.term[i].input]->dtype;
}

static const char *marked(const Arithmetic *arithmetic, int i, const char *text)
{
    const Operands *operands = arithmetic->operands;
    int entry = arithmetic->source[i].entry;
    return operands->mark ? operands->mark(operands->trace, entry, text, operands->arena) : text;
}

static bool is_hidden(const Arithmetic *arithmetic, int i)
{
    const Operands *operands = arithmetic->operands;
    Cell cell = term_cell(&arithmetic->terms, &arithmetic->terms.term[i]);
    return sight_of(&operands->sight, cell) == HIDDEN ||
           sight_of(&operands->sight, arithmetic->source[i]) == HIDDEN;
}

static const char *operand_text(const Arithmetic *arithmetic, int i)
{
    const Operands *operands = arithmetic->operands;
    if (is_hidden(arithmetic, i)) return "?";
    return number_text(operands->values[i], operands->decimals, dtype_of(arithmetic, i),
                       operands->arena);
}

// The same where it is written.
static const char *operand_number(const Arithmetic *arithmetic, int i)
{
    return marked(arithmetic, i, operand_text(arithmetic, i));
}

// What that text reads as.
static double operand_printed(const Arithmetic *arithmetic, int i)
{
    const Operands *operands = arithmetic->operands;
    double value = operands->values[i];
    return dtype_of(arithmetic, i) == DTYPE_BOOL ? value
                                                 : number_rounded(value, operands->decimals);
}

static const char *operand_symbol(const Arithmetic *arithmetic, int i)
{
    const Operands *operands = arithmetic->operands;
    return marked(arithmetic, i,
                  trace_operand_name(operands->trace, arithmetic->source[i], operands->arena));
}

// All of them, for what is one piece as a whole.
static const char **operand_texts(const Arithmetic *arithmetic,
                                  const char *text_of(const Arithmetic *, int))
{
    int count = arithmetic->terms.count;
    const char **texts = NEW_ARRAY(arithmetic->operands->arena, const char *, count);
    for (int i = 0; i < count; i++) texts[i] = text_of(arithmetic, i);
    return texts;
}

// ---- digits -----------------------------------------------------------------------------------

static double formula_as_printed(Arithmetic *arithmetic, double *printed)
{
    Operands *operands = arithmetic->operands;
    Buf text = {.arena = operands->arena};
    Formula formula = {.terms = &arithmetic->terms,
                       .exact = operands->values,
                       .term = printed,
                       .text = operand_texts(arithmetic, operand_number),
                       .digits = operands->decimals,
                       .out = &text};
    double value = operands->call->op->formula(operands->call, &formula);
    operands->formula_numbers = buf_text(&text);
    return value;
}

// What the operands come to as they are printed.
static double value_as_printed(Arithmetic *arithmetic, double *scratch)
{
    for (int i = 0; i < arithmetic->terms.count; i++) scratch[i] = operand_printed(arithmetic, i);
    if (arithmetic->kind == TERMS_FORMULA) return formula_as_printed(arithmetic, scratch);
    return terms_value_by_hand(arithmetic->operands->call, &arithmetic->terms, scratch);
}

// Does the arithmetic, as printed, give the printed result?
static bool checks(Arithmetic *arithmetic, double *scratch)
{
    const Operands *operands = arithmetic->operands;
    double again = value_as_printed(arithmetic, scratch);
    DType dtype = operands->call->output->dtype;
    const char *text = number_text(again, operands->digits, dtype, operands->arena);
    return str_is(str_from(text), arithmetic->result);
}

static void choose_decimals(Arithmetic *arithmetic)
{
    Operands *operands = arithmetic->operands;
    double *scratch = NEW_ARRAY(operands->arena, double, arithmetic->terms.count);
    for (operands->decimals = operands->digits; operands->decimals <= MOST_DECIMALS;
         operands->decimals++) {
        if (checks(arithmetic, scratch)) return;
    }
    operands->decimals = operands->digits;
    value_as_printed(arithmetic, scratch);
    arithmetic->relation = "~=";
}

// ---- writing ----------------------------------------------------------------------------------

// What the notation says around the terms, or of them all: $x is the first, $n how many there are.
static const char *pattern_text(const Arithmetic *arithmetic, const char *pattern,
                                const char *text_of(const Arithmetic *, int))
{
    Buf out = {.arena = arithmetic->operands->arena};
    Formula formula = {.terms = &arithmetic->terms, .out = &out};
    if (text_of) formula.text = operand_texts(arithmetic, text_of);
    formula_pattern(&formula, arithmetic->terms.call, pattern ? pattern : "");
    return buf_text(&out);
}

// Between operators a negative number needs brackets; between the brackets of a call it does not.
static bool is_operator(const Notation *notation)
{
    const char *between = notation->between, *before = notation->before;
    bool infix = between && *between && *between != ',';
    bool prefix = before && *before && !strchr(before, '(');
    return infix || prefix;
}

static const char *bracketed(const char *number, bool wanted, Arena *arena)
{
    return wanted && *mark_skip(number) == '-' ? arena_printf(arena, "(%s)", number) : number;
}

static void write_product(const Arithmetic *arithmetic, int i, Piece *piece)
{
    const Operands *operands = arithmetic->operands;
    Arena *arena = operands->arena;
    bool turned =
        convention_turns(operands->trace, operands->call) && 2 * i + 1 < arithmetic->terms.count;
    int a = 2 * i + turned, b = 2 * i + !turned;
    const char *name = operand_symbol(arithmetic, a);
    const char *left = bracketed(operand_number(arithmetic, a), i > 0, arena);
    if (b == arithmetic->terms.count) { // what is added to the sum
        *piece = (Piece){name, left, operand_text(arithmetic, a), true};
        return;
    }
    const char *other = bracketed(operand_number(arithmetic, b), true, arena);
    double product = operand_printed(arithmetic, a) * operand_printed(arithmetic, b);
    bool hidden = is_hidden(arithmetic, a) || is_hidden(arithmetic, b);
    *piece = (Piece){
        arena_printf(arena, "%s*%s", name, operand_symbol(arithmetic, b)),
        arena_printf(arena, "%s*%s", left, other),
        hidden ? "?" : number_text(product, operands->digits, DTYPE_FLOAT32, arena),
        false,
    };
}

static void begin_products(Arithmetic *arithmetic)
{
    arithmetic->piece_count = (arithmetic->terms.count + 1) / 2;
    arithmetic->between = " + ";
    arithmetic->operands->write = write_product;
}

static void write_exponential(const Arithmetic *arithmetic, int i, Piece *piece)
{
    const Operands *operands = arithmetic->operands;
    Arena *arena = operands->arena;
    double power = exp(operand_printed(arithmetic, i) - operands->top_value);
    *piece = (Piece){
        arena_printf(arena, "exp(%s-max)", operand_symbol(arithmetic, i)),
        arena_printf(arena, "exp(%s-%s)", operand_number(arithmetic, i), operands->top),
        is_hidden(arithmetic, i) || *operands->top == '?'
            ? "?"
            : number_text(power, operands->digits, DTYPE_FLOAT32, arena),
        false,
    };
}

// exp(self - max) / (exp(term - max) + …), the way softmax is computed.
static void begin_exponentials(Arithmetic *arithmetic)
{
    Operands *operands = arithmetic->operands;
    Arena *arena = operands->arena;
    int largest = 0;
    for (int i = 1; i < arithmetic->terms.count; i++) {
        if (operands->values[i] > operands->values[largest]) largest = i;
    }
    operands->top_value = operand_printed(arithmetic, largest);
    operands->top = bracketed(operand_text(arithmetic, largest), true, arena);
    arithmetic->piece_count = arithmetic->terms.count;
    Piece self;
    write_exponential(arithmetic, arithmetic->terms.self, &self);
    arithmetic->head_symbols = arena_printf(arena, "%s / (", self.symbols);
    arithmetic->head_numbers = arena_printf(arena, "%s / (", self.numbers);
    arithmetic->between = " + ";
    arithmetic->after = ")";
    operands->write = write_exponential;
}

// One piece: it opens as a whole. What it looks like in numbers is known since they were chosen.
static void write_formula(const Arithmetic *arithmetic, int i UNUSED, Piece *piece)
{
    const Operands *operands = arithmetic->operands;
    Buf symbols = {.arena = operands->arena};
    Formula formula = {.terms = &arithmetic->terms,
                       .exact = operands->values,
                       .term = operands->values,
                       .text = operand_texts(arithmetic, operand_symbol),
                       .symbols = true,
                       .out = &symbols};
    operands->call->op->formula(operands->call, &formula);
    const char *numbers = operands->formula_numbers; // a mean of them would give one away
    for (int k = 0; k < arithmetic->terms.count; k++)
        numbers = is_hidden(arithmetic, k) ? "?" : numbers;
    *piece = (Piece){buf_text(&symbols), numbers, numbers, true};
}

// One piece too: the notation says where the terms are in it.
static void write_pattern(const Arithmetic *arithmetic, int i UNUSED, Piece *piece)
{
    const char *pattern = arithmetic->terms.call->op->notation.pattern;
    const char *numbers = pattern_text(arithmetic, pattern, operand_number);
    *piece = (Piece){pattern_text(arithmetic, pattern, operand_symbol), numbers, numbers, true};
}

static void write_term(const Arithmetic *arithmetic, int i, Piece *piece)
{
    const Operands *operands = arithmetic->operands;
    bool brackets = (i > 0 || arithmetic->kind == TERMS_ELEMENTWISE) &&
                    is_operator(&operands->call->op->notation);
    const char *number = bracketed(operand_number(arithmetic, i), brackets, operands->arena);
    *piece = (Piece){operand_symbol(arithmetic, i), number, operand_text(arithmetic, i), true};
}

static void begin_terms(Arithmetic *arithmetic)
{
    Operands *operands = arithmetic->operands;
    const Notation *notation = &operands->call->op->notation;
    if (arithmetic->kind == TERMS_ELEMENTWISE && notation->pattern) {
        arithmetic->piece_count = 1;
        operands->write = write_pattern;
        return;
    }
    arithmetic->piece_count = arithmetic->terms.count;
    operands->write = write_term;
    if (arithmetic->kind == TERMS_MOVED) return;
    arithmetic->head_symbols = pattern_text(arithmetic, notation->before, NULL);
    arithmetic->head_numbers = arithmetic->head_symbols;
    arithmetic->between = notation->between ? notation->between : "";
    arithmetic->after = pattern_text(arithmetic, notation->after, NULL);
}

static void begin_pieces(Arithmetic *arithmetic)
{
    switch (arithmetic->kind) {
    case TERMS_SUM_OF_PRODUCTS: begin_products(arithmetic); break;
    case TERMS_EXP_OVER_SUM: begin_exponentials(arithmetic); break;
    case TERMS_FORMULA:
        arithmetic->piece_count = 1;
        arithmetic->operands->write = write_formula;
        break;
    default: begin_terms(arithmetic);
    }
    arithmetic->pieces = NEW_ARRAY(arithmetic->operands->arena, Piece, arithmetic->piece_count);
}

void arithmetic_mark(Arithmetic *arithmetic, RoleMark *mark)
{
    Operands *operands = arithmetic->operands;
    if (!operands) return;
    operands->mark = mark;
    if (arithmetic->kind == TERMS_FORMULA)
        value_as_printed(arithmetic, NEW_ARRAY(operands->arena, double, arithmetic->terms.count));
    begin_pieces(arithmetic);
}

void arithmetic_look(Arithmetic *arithmetic, Sight sight)
{
    if (!arithmetic->operands) return;
    arithmetic->operands->sight = sight;
    arithmetic_mark(arithmetic, arithmetic->operands->mark);
}

Arithmetic arithmetic_of_pieces(Piece *pieces, int count, const char *relation, const char *result)
{
    return (Arithmetic){.cell = {.entry = -1},
                        .kind = TERMS_SUM_OF_PRODUCTS,
                        .piece_count = count,
                        .pieces = pieces,
                        .head_symbols = "",
                        .head_numbers = "",
                        .between = " + ",
                        .after = "",
                        .relation = relation,
                        .result = result};
}

const Piece *arithmetic_piece(const Arithmetic *arithmetic, int i)
{
    const Operands *operands = arithmetic->operands;
    Piece *piece = &arithmetic->pieces[i];
    if (!piece->symbols) operands->write(arithmetic, i, piece);
    return piece;
}

int arithmetic_terms_in(const Arithmetic *arithmetic, int pieces)
{
    int count = arithmetic->terms.count, end = pieces;
    if (arithmetic->kind == TERMS_SUM_OF_PRODUCTS) end *= 2;
    return pieces >= arithmetic->piece_count || end > count ? count : end;
}

// ---- one cell ---------------------------------------------------------------------------------

static Operands *operands_of(const Trace *trace, const Terms *terms, int digits, Arena *arena)
{
    Operands *operands = NEW(arena, Operands);
    *operands = (Operands){.trace = trace, .call = terms->call, .digits = digits, .arena = arena};
    operands->values = NEW_ARRAY(arena, double, terms->count);
    for (int i = 0; i < terms->count; i++) operands->values[i] = term_value(terms, &terms->term[i]);
    return operands;
}

static Cell *sources_of(const Trace *trace, const Terms *terms, Arena *arena)
{
    Cell *source = NEW_ARRAY(arena, Cell, terms->count);
    for (int i = 0; i < terms->count; i++)
        source[i] = cell_named(trace, term_cell(terms, &terms->term[i]));
    return source;
}

// A rounded result keeps its zeros: "= 2.0000" is 1.99999…, "= 2" is 2.
static void keep_zeros(Arithmetic *out, int digits, Arena *arena)
{
    bool exact = (float)number_rounded(out->value, digits) == (float)out->value;
    if (exact || str_find(str_from(out->result), "e") >= 0) return;
    Buf text = {.arena = arena};
    number_human(&text, out->value, digits);
    out->result = buf_text(&text);
}

static void begin(const Trace *trace, Cell cell, Arena *arena, Arithmetic *out)
{
    cell = cell_before_writes(trace, cell);
    *out = (Arithmetic){.cell = cell,
                        .value = cell_value(trace, cell),
                        .terms = cell_terms(trace, cell, arena),
                        .head_symbols = "",
                        .head_numbers = "",
                        .between = "",
                        .after = "",
                        .relation = "="};
    out->kind = out->terms.kind;
    out->hold = held_at(out->terms.call->held, cell.at);
}

static const char *left_over_words(const Trace *trace, int entry, Arena *arena)
{
    const Loop *loop;
    const Iteration *in = loop_iteration_of(trace, entry, &loop);
    if (!in || in->number == 0) return "not recorded where it was made";
    return arena_printf(arena, "left by iteration %" PRId64 ", which is not recorded", in->number);
}

// The number that the operation has computed is written beside the one that is held.
static const char *given_words(const Trace *trace, const Arithmetic *out, int digits, Arena *arena)
{
    const Entry *entry = &trace->entries[out->cell.entry];
    const OpCall *call = &entry->call;
    if (!out->hold)
        return entry_is_left_over(entry) ? left_over_words(trace, out->cell.entry, arena) : "given";
    double was = tensor_get(call->held->computed, out->cell.at);
    digits = number_digits_apart(was, out->value, digits);
    DType dtype = call->output->dtype;
    return arena_printf(arena, "held at %s, was %s", number_text(out->value, digits, dtype, arena),
                        number_text(was, digits, dtype, arena));
}

static void write_out(const Trace *trace, int digits, Arena *arena, Arithmetic *out)
{
    out->result = number_text(out->value, digits, out->terms.call->output->dtype, arena);
    if (out->kind == TERMS_CONSTANT) out->given = given_words(trace, out, digits, arena);
    if (out->kind == TERMS_CONSTANT) return;
    out->operands = operands_of(trace, &out->terms, digits, arena);
    out->source = sources_of(trace, &out->terms, arena);
    choose_decimals(out);
    if (out->kind != TERMS_MOVED) keep_zeros(out, digits, arena);
    begin_pieces(out);
}

void explain_cell(const Trace *trace, Cell cell, int digits, Arena *arena, Arithmetic *out)
{
    begin(trace, cell, arena, out);
    write_out(trace, digits, arena, out);
}

bool explain_if_few(const Trace *trace, Cell cell, int digits, Arena *arena, Arithmetic *out)
{
    enum { MOST_TERMS = 4096 };
    begin(trace, cell, arena, out);
    bool few = out->terms.count <= MOST_TERMS;
    if (few) write_out(trace, digits, arena, out);
    return few;
}

typedef struct Ends { // of the pieces, when not all of them are written
    int most, at_start, at_end;
} Ends;

static void write_arithmetic(const Arithmetic *arithmetic, bool symbols, Ends ends, Buf *out)
{
    buf_add(out, str_from(symbols ? arithmetic->head_symbols : arithmetic->head_numbers));
    bool shorten = arithmetic->piece_count > ends.most;
    int skip_end = arithmetic->piece_count - ends.at_end;
    for (int i = 0; i < arithmetic->piece_count; i++) {
        if (i) buf_add(out, str_from(arithmetic->between));
        if (shorten && i == ends.at_start) {
            buf_printf(out, "... %d more ...", skip_end - i);
            i = skip_end - 1;
            continue;
        }
        const Piece *piece = arithmetic_piece(arithmetic, i);
        buf_add(out, str_from(symbols ? piece->symbols : piece->numbers));
    }
    buf_add(out, str_from(arithmetic->after));
}

void arithmetic_write(const Arithmetic *arithmetic, bool symbols, Buf *out)
{
    write_arithmetic(arithmetic, symbols, (Ends){ARITHMETIC_PIECES, 4, 2}, out);
}

void arithmetic_write_part(const Arithmetic *arithmetic, bool symbols, int most, Buf *out)
{
    if (most < 1) most = 1;
    write_arithmetic(arithmetic, symbols, (Ends){most + 1, most - most / 3, most / 3}, out);
}

void term_write_decider(const Trace *trace, const OpCall *call, const Term *term, bool with_value,
                        RoleMark *mark, Buf *out)
{
    SCRATCH(scratch);
    const Tensor *tensor = call->input[term->input];
    Cell cell = cell_named(trace, (Cell){tensor->origin, term->at});
    const char *name = cell_name(trace, cell, &scratch);
    if (mark) name = mark(trace, cell.entry, name, &scratch);
    buf_printf(out, "decided by %s", name);
    if (with_value) {
        buf_add(out, STR(" = "));
        tensor_print_cell(out, tensor, term->at);
    }
}

void arithmetic_write_sum(const Arithmetic *arithmetic, Buf *out)
{
    bool computed = arithmetic->kind != TERMS_MOVED && arithmetic->kind != TERMS_CONSTANT;
    if (computed) arithmetic_write(arithmetic, false, out);
    buf_printf(out, computed ? " %s %s" : "%s%s", computed ? arithmetic->relation : "",
               arithmetic->result);
    if (arithmetic->hold) buf_printf(out, "  (%s)", arithmetic->given);
}
