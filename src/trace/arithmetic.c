// The arithmetic of one cell as text.
//
// Digits: the result is rounded first. Then the operands get more and more decimals, until the
// printed operands, put through the operation again, give the printed result.
#include "trace/explain.h"

#include "base/number.h"
#include "tensor/formula.h"

#include <math.h>
#include <string.h>

enum { MOST_DECIMALS = 12 };

static const char *number_text(double value, int digits, DType dtype, Arena *arena)
{
    if (dtype == DTYPE_BOOL) return value != 0 ? "True" : "False";
    Buf text = {.arena = arena};
    number_trimmed(&text, value, digits);
    return buf_text(&text);
}

static double printed_value(const char *text, double value)
{
    double parsed;
    return number_parse_double(str_from(text), &parsed) ? parsed : value;
}

typedef struct Operands {
    const OpCall *call;
    Arithmetic *out;
    double *values;     // of the terms
    const char **texts; // as printed
    DType *dtypes;
    Arena *arena;
} Operands;

static void print_operands(Operands *operands, int digits)
{
    for (int i = 0; i < operands->out->terms.count; i++) {
        operands->texts[i] =
            number_text(operands->values[i], digits, operands->dtypes[i], operands->arena);
    }
}

// What the operands come to as they are printed, with `decimals` for the parts of a formula.
static double value_as_printed(const Operands *operands, double *scratch, int decimals)
{
    const Arithmetic *out = operands->out;
    for (int i = 0; i < out->terms.count; i++) {
        scratch[i] = printed_value(operands->texts[i], operands->values[i]);
    }
    if (out->kind != TERMS_FORMULA) return terms_value(operands->call, &out->terms, scratch);
    Buf text = {.arena = operands->arena};
    Formula formula = {.terms = &out->terms,
                       .exact = operands->values,
                       .term = scratch,
                       .text = operands->texts,
                       .digits = decimals,
                       .out = &text};
    double value = operands->call->op->formula(operands->call, &formula);
    operands->out->head_numbers = buf_text(&text);
    return value;
}

// Does the arithmetic, as printed with so many decimals, give the printed result?
static bool checks(const Operands *operands, double *scratch, int decimals, int digits, DType dtype)
{
    const Arithmetic *out = operands->out;
    double again = value_as_printed(operands, scratch, decimals);
    const char *text = number_text(again, digits, dtype, operands->arena);
    return str_is(str_from(text), out->result);
}

static void choose_digits(Operands *operands, int digits, DType dtype)
{
    double *scratch = NEW_ARRAY(operands->arena, double, operands->out->terms.count);
    for (int d = digits; d <= MOST_DECIMALS; d++) {
        print_operands(operands, d);
        if (!checks(operands, scratch, d, digits, dtype)) continue;
        operands->out->relation = "=";
        return;
    }
    print_operands(operands, digits);
    value_as_printed(operands, scratch, digits);
    operands->out->relation = "~=";
}

// ---- writing ----------------------------------------------------------------------------------

// "$n" is the number of terms, "$0" … the argument.
static const char *expand(const char *text, const OpCall *call, int terms, Arena *arena)
{
    Buf out = {.arena = arena};
    for (const char *p = text ? text : ""; *p; p++) {
        if (p[0] != '$' || !p[1]) {
            buf_add_char(&out, *p);
            continue;
        }
        p++;
        if (*p == 'n')
            buf_printf(&out, "%d", terms);
        else if (*p >= '0' && *p < '0' + MAX_ARGS && call->arg[*p - '0'].kind == ARG_FLOAT) {
            number_repr_double(&out, call->arg[*p - '0'].f);
        } else if (*p >= '0' && *p < '0' + MAX_ARGS) {
            buf_printf(&out, "%lld", (long long)call->arg[*p - '0'].i);
        }
    }
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
    return wanted && number[0] == '-' ? text_printf(arena, "(%s)", number) : number;
}

static void write_products(Operands *operands, const char **names, int digits)
{
    Arithmetic *out = operands->out;
    Arena *arena = operands->arena;
    out->piece_count = (out->terms.count + 1) / 2;
    out->pieces = NEW_ARRAY(arena, Piece, out->piece_count);
    out->between = " + ";
    for (int i = 0; i < out->piece_count; i++) {
        int a = 2 * i, b = 2 * i + 1;
        if (b == out->terms.count) { // what is added to the sum
            const char *number = bracketed(operands->texts[a], i > 0, arena);
            out->pieces[i] = (Piece){names[a], number, operands->texts[a]};
            return;
        }
        double product = printed_value(operands->texts[a], operands->values[a]) *
                         printed_value(operands->texts[b], operands->values[b]);
        out->pieces[i] = (Piece){
            text_printf(arena, "%s*%s", names[a], names[b]),
            text_printf(arena, "%s*%s", operands->texts[a],
                        bracketed(operands->texts[b], true, arena)),
            number_text(product, digits, DTYPE_FLOAT32, arena),
        };
    }
}

// exp(self - max) / (exp(term - max) + …), the way softmax is computed.
static void write_exponentials(Operands *operands, const char **names, int digits)
{
    Arithmetic *out = operands->out;
    Arena *arena = operands->arena;
    int largest = 0;
    for (int i = 1; i < out->terms.count; i++) {
        if (operands->values[i] > operands->values[largest]) largest = i;
    }
    double top = printed_value(operands->texts[largest], operands->values[largest]);
    const char *top_text = bracketed(operands->texts[largest], true, arena);
    out->piece_count = out->terms.count;
    out->pieces = NEW_ARRAY(arena, Piece, out->piece_count);
    for (int i = 0; i < out->piece_count; i++) {
        double power = exp(printed_value(operands->texts[i], operands->values[i]) - top);
        out->pieces[i] = (Piece){
            text_printf(arena, "exp(%s-max)", names[i]),
            text_printf(arena, "exp(%s-%s)", operands->texts[i], top_text),
            number_text(power, digits, DTYPE_FLOAT32, arena),
        };
    }
    const Piece *self = &out->pieces[out->terms.self];
    out->head_symbols = text_printf(arena, "%s / (", self->symbols);
    out->head_numbers = text_printf(arena, "%s / (", self->numbers);
    out->between = " + ";
    out->after = ")";
}

// One piece: it opens as a whole. What it looks like in numbers is known since they were chosen.
static void write_formula(Operands *operands, const char **names)
{
    Arithmetic *out = operands->out;
    Buf symbols = {.arena = operands->arena};
    Formula formula = {.terms = &out->terms,
                       .exact = operands->values,
                       .term = operands->values,
                       .text = names,
                       .symbols = true,
                       .out = &symbols};
    operands->call->op->formula(operands->call, &formula);
    out->piece_count = 1;
    out->pieces = NEW_ARRAY(operands->arena, Piece, 1);
    out->pieces[0] = (Piece){buf_text(&symbols), out->head_numbers, out->head_numbers};
    out->head_numbers = "";
}

// One piece too: where the terms stand in it, the notation says.
static const char *pattern_text(Operands *operands, const char *const *text)
{
    Buf out = {.arena = operands->arena};
    Formula formula = {.terms = &operands->out->terms, .text = text, .out = &out};
    formula_pattern(&formula, operands->call, operands->call->op->notation.pattern);
    return buf_text(&out);
}

static void write_pattern(Operands *operands, const char **names)
{
    Arithmetic *out = operands->out;
    const char *numbers = pattern_text(operands, operands->texts);
    out->piece_count = 1;
    out->pieces = NEW_ARRAY(operands->arena, Piece, 1);
    out->pieces[0] = (Piece){pattern_text(operands, names), numbers, numbers};
}

static void write_terms(Operands *operands, const char **names)
{
    Arithmetic *out = operands->out;
    const Notation *notation = &operands->call->op->notation;
    if (out->kind == TERMS_ELEMENTWISE && notation->pattern) {
        write_pattern(operands, names);
        return;
    }
    bool brackets = out->kind == TERMS_ELEMENTWISE && is_operator(notation);
    out->piece_count = out->terms.count;
    out->pieces = NEW_ARRAY(operands->arena, Piece, out->piece_count);
    for (int i = 0; i < out->piece_count; i++) {
        const char *number = bracketed(operands->texts[i], brackets, operands->arena);
        out->pieces[i] = (Piece){names[i], number, operands->texts[i]};
    }
    if (out->kind == TERMS_MOVED) return;
    out->head_symbols = expand(notation->before, operands->call, out->terms.count, operands->arena);
    out->head_numbers = out->head_symbols;
    out->between = notation->between ? notation->between : "";
    out->after = expand(notation->after, operands->call, out->terms.count, operands->arena);
}

static const char **term_names(const Trace *trace, Arithmetic *out, const OpCall *call,
                               Arena *arena)
{
    const char **names = NEW_ARRAY(arena, const char *, out->terms.count);
    out->source = NEW_ARRAY(arena, Cell, out->terms.count);
    for (int i = 0; i < out->terms.count; i++) {
        const Term *term = &out->terms.term[i];
        out->source[i] = cell_named(trace, (Cell){call->input[term->input]->origin, term->at});
        names[i] = cell_name(trace, out->source[i], arena);
    }
    return names;
}

// A rounded result keeps its zeros: "= 2.0000" is 1.99999…, "= 2" is 2.
static void keep_zeros(Arithmetic *out, int digits, Arena *arena)
{
    bool exact = (float)printed_value(out->result, out->value) == (float)out->value;
    if (exact || str_find(str_from(out->result), "e") >= 0) return;
    Buf text = {.arena = arena};
    number_human(&text, out->value, digits);
    out->result = buf_text(&text);
}

void explain_cell(const Trace *trace, Cell cell, int digits, Arena *arena, Arithmetic *out)
{
    cell = cell_before_writes(trace, cell);
    const OpCall *call = &trace->entries[cell.entry].call;
    *out = (Arithmetic){.cell = cell,
                        .value = cell_value(trace, cell),
                        .terms = {.arena = arena},
                        .head_symbols = "",
                        .head_numbers = "",
                        .between = "",
                        .after = "",
                        .relation = "="};
    op_sources(call, cell.at, &out->terms);
    out->kind = out->terms.kind;
    DType dtype = call->output->dtype;
    out->result = number_text(out->value, digits, dtype, arena);
    if (out->kind == TERMS_CONSTANT) return;
    Operands operands = {call, out, .arena = arena};
    operands.values = NEW_ARRAY(arena, double, out->terms.count);
    operands.texts = NEW_ARRAY(arena, const char *, out->terms.count);
    operands.dtypes = NEW_ARRAY(arena, DType, out->terms.count);
    for (int i = 0; i < out->terms.count; i++) {
        const Tensor *input = call->input[out->terms.term[i].input];
        operands.values[i] = tensor_get(input, out->terms.term[i].at);
        operands.dtypes[i] = input->dtype;
    }
    choose_digits(&operands, digits, dtype);
    if (out->kind != TERMS_MOVED) keep_zeros(out, digits, arena);
    const char **names = term_names(trace, out, call, arena);
    if (out->kind == TERMS_SUM_OF_PRODUCTS)
        write_products(&operands, names, digits);
    else if (out->kind == TERMS_EXP_OVER_SUM)
        write_exponentials(&operands, names, digits);
    else if (out->kind == TERMS_FORMULA)
        write_formula(&operands, names);
    else
        write_terms(&operands, names);
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
        const Piece *piece = &arithmetic->pieces[i];
        buf_add(out, str_from(symbols ? piece->symbols : piece->numbers));
    }
    buf_add(out, str_from(arithmetic->after));
}

void arithmetic_write(const Arithmetic *arithmetic, bool symbols, Buf *out)
{
    write_arithmetic(arithmetic, symbols, (Ends){24, 4, 2}, out);
}

void arithmetic_write_part(const Arithmetic *arithmetic, bool symbols, int most, Buf *out)
{
    if (most < 1) most = 1;
    write_arithmetic(arithmetic, symbols, (Ends){most + 1, most - most / 3, most / 3}, out);
}
