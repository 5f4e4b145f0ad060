#include "tensor/formula.h"

#include "base/number.h"

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

static void write_operand(Formula *formula, const char *text)
{
    bool brackets = text[0] == '-' && after_operator(formula);
    buf_printf(formula->out, brackets ? "(%s)" : "%s", text);
}

double formula_term(Formula *formula, int term)
{
    if (formula->out) write_operand(formula, formula->text[term]);
    return formula->term[term];
}

double formula_part(Formula *formula, const char *name, double value)
{
    if (!formula->out) return value;
    if (formula->symbols) {
        buf_add(formula->out, str_from(name));
        return value;
    }
    Buf text = {.arena = formula->out->arena};
    number_trimmed(&text, value, formula->digits);
    write_operand(formula, buf_text(&text));
    double written;
    return number_parse_double(buf_str(&text), &written) ? written : value;
}

void formula_constant(Formula *formula, double value)
{
    if (!formula->out) return;
    Buf text = {.arena = formula->out->arena};
    number_repr_double(&text, value);
    Str short_text = buf_str(&text);
    if (str_ends(short_text, ".0")) short_text.n -= 2;
    write_operand(formula, str_copy(formula->out->arena, short_text));
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
