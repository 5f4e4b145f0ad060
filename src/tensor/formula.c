// Writes the arithmetic of a cell while its value is computed, as in (1.5 - 0.25) / sqrt(1.1875 +
// 1e-05). Each part is computed from the rounded numbers on the screen, so that a
// calculator gives the printed result for what is written.
#include "tensor/formula.h"

#include "base/mark.h"
#include "base/text/number.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { MOST_SHOWN = 8, SHOWN_AT_START = 3, SHOWN_AT_END = 1 };

void formula_write(Formula *formula, const char *format, ...)
{
    if (!formula->out) return;
    va_list args;
    va_start(args, format);
    buf_vprintf(formula->out, format, args);
    va_end(args);
}

// Would a minus sign come right after an operator?
static bool after_operator(const Formula *formula)
{
    Str so_far = str_trim(buf_str(formula->out));
    return so_far.n > 0 && strchr("+-*/", so_far.p[so_far.n - 1]) != NULL;
}

static void write_operand(Formula *formula, const char *text, bool before_power)
{
    bool brackets = *mark_skip(text) == '-' && (before_power || after_operator(formula));
    buf_printf(formula->out, brackets ? "(%s)" : "%s", text);
}

double formula_term(Formula *formula, int term)
{
    if (formula->out) write_operand(formula, formula->text[term], false);
    return formula->term[term];
}

static double written_number(const char *text, double value)
{
    double written;
    return number_parse_double(str_from(text), &written) ? written : value;
}

static const char *part_text(const Formula *formula, double value)
{
    Buf text = {.arena = formula->out->arena};
    number_trimmed(&text, value, formula->digits);
    return buf_text(&text);
}

double formula_rounded(const Formula *formula, double value)
{
    if (!formula->out || formula->symbols) return value;
    return written_number(part_text(formula, value), value);
}

double formula_part(Formula *formula, const char *name, double value)
{
    if (!formula->out) return value;
    if (formula->symbols) {
        buf_add(formula->out, str_from(name));
        return value;
    }
    const char *text = part_text(formula, value);
    write_operand(formula, text, false);
    return written_number(text, value);
}

// A number as Python writes it, without ".0".
static const char *constant_text(double value, Arena *arena)
{
    Buf text = {.arena = arena};
    number_repr_double(&text, value);
    Str s = buf_str(&text);
    if (str_ends(s, ".0")) s.n -= 2;
    return str_copy(arena, s);
}

void formula_constant(Formula *formula, double value)
{
    if (!formula->out) return;
    write_operand(formula, constant_text(value, formula->out->arena), false);
}

double formula_deviation(Formula *formula, double variance, double eps)
{
    formula_write(formula, "sqrt(");
    double written = formula_part(formula, "var", variance);
    formula_write(formula, " + ");
    formula_constant(formula, eps);
    formula_write(formula, ")");
    return sqrt(written + eps);
}

static void write_argument(Formula *formula, const Arg *arg)
{
    if (arg->kind == ARG_STR)
        buf_printf(formula->out, "%s", arg->text);
    else
        write_operand(
            formula,
            constant_text(arg->kind == ARG_FLOAT ? arg->f : (double)arg->i, formula->out->arena),
            false);
}

// `text`: of the terms.
static void write_pattern(Formula *formula, const OpCall *call, const char *const *text,
                          const char *pattern)
{
    if (!formula->out) return;
    for (const char *p = pattern; *p; p++) {
        if (p[0] != '$') {
            buf_add_char(formula->out, *p);
            continue;
        }
        p++;
        bool term = *p >= 'x' && *p <= 'z';
        if (term)
            write_operand(formula, text[*p - 'x'], str_starts(str_from(p + 1), "**"));
        else if (*p == 'n')
            buf_printf(formula->out, "%d", formula->terms->count);
        else
            write_argument(formula, &call->arg[*p - '0']);
    }
}

bool formula_shows(Formula *formula, int i, int count, const char *between)
{
    int end = count - SHOWN_AT_END;
    bool hidden = count > MOST_SHOWN && i >= SHOWN_AT_START && i < end;
    if (hidden && i > SHOWN_AT_START) return false;
    if (i > 0) formula_write(formula, "%s", between);
    if (hidden) formula_write(formula, "... %d more ...", end - i);
    return !hidden;
}

void formula_pattern(Formula *formula, const OpCall *call, const char *pattern)
{
    write_pattern(formula, call, formula->text, pattern);
}

void formula_patterns(Formula *formula, const char *pattern, const char *between, int each,
                      int count)
{
    for (int i = 0; formula->out && i < count; i++) {
        if (formula_shows(formula, i, count, between))
            write_pattern(formula, NULL, formula->text + each * i, pattern);
    }
}
