// Derives a number from the numbers that it was computed from, and these from theirs, down to a
// given depth. A cell that has been derived above is not derived again, so the text stays short
// where many cells share their sources. Moving a number (a transpose, a slice) does not count as a
// level.
#include "trace/explain/explain.h"

#include "base/text/utf8.h"

#include <string.h>

enum { MOST_SOURCES = 16 };

typedef struct DerivationWalk {
    const Trace *trace;
    Sight sight;
    int digits;
    DerivedVisit *visit;
    void *context;
    Arena arena;
    Cell *told; // cells whose derivation is above already
    int told_count;
} DerivationWalk;

// A number that was only moved costs no depth: what made it is still to be written.
static bool derive(DerivationWalk *d, Cell cell, int level, int depth)
{
    Arithmetic arithmetic;
    *ARENA_ADD(&d->arena, d->told, d->told_count) = cell;
    explain_cell(d->trace, cell, d->digits, &d->arena, &arithmetic);
    arithmetic_look(&arithmetic, d->sight);
    if (!d->visit(&(Derived){cell, &arithmetic, level, 0}, d->context)) return false;
    if (arithmetic.kind != TERMS_MOVED) depth--;
    if (depth <= 0) return true;
    int shown = 0;
    for (int i = 0; i < arithmetic.terms.count; i++) {
        Cell source = arithmetic.source[i];
        bool number = trace_output(d->trace, source.entry)->is_number;
        bool hidden = sight_of(&d->sight, source) == HIDDEN;
        if (number || hidden || cells_have(d->told, d->told_count, source)) continue;
        if (++shown > MOST_SOURCES) {
            Derived rest = {cell, NULL, level + 1, arithmetic.terms.count - i};
            return d->visit(&rest, d->context);
        }
        if (!derive(d, source, level + 1, depth)) return false;
    }
    return true;
}

bool explain_each(const Trace *trace, Sight sight, Cell cell, int depth, int digits,
                  DerivedVisit *visit, void *context)
{
    DerivationWalk derivation = {trace, sight, digits, visit, context, {0}, NULL, 0};
    bool all = derive(&derivation, cell, 0, depth);
    arena_free(&derivation.arena);
    return all;
}

// ---- as text ------------------------------------------------------------------------------------

enum { MOST_CELLS = 2000, INDENT = 4 };

typedef struct ExplainedPage {
    const Trace *trace;
    const Sight *sight;
    Arena arena;
    int cells;
    Buf *out;
} ExplainedPage;

// Is it a number of the code as it is written? Then it is said by now.
static bool is_number_taken(const Trace *trace, const Arithmetic *arithmetic)
{
    return arithmetic->kind == TERMS_MOVED &&
           trace_output(trace, arithmetic->source[0].entry)->is_number;
}

static void print_deciders(const ExplainedPage *page, const Derived *derived, int indent)
{
    const Terms *terms = &derived->arithmetic->terms;
    for (int i = 0; i < terms->decider_count; i++) {
        const Term *term = &terms->decider[i];
        bool seen = sight_of(page->sight, term_cell(terms, term)) != HIDDEN;
        buf_add_repeat(page->out, ' ', indent);
        term_write_decider(page->trace, terms->call, term, seen, NULL, page->out);
        buf_add_char(page->out, '\n');
    }
}

static bool print_cell(const Derived *derived, void *context)
{
    ExplainedPage *page = context;
    const Arithmetic *arithmetic = derived->arithmetic;
    int indent = INDENT * derived->level;
    if (page->cells == MOST_CELLS) return false;
    buf_add_repeat(page->out, ' ', indent);
    if (!arithmetic) {
        buf_printf(page->out, "... and %d more cells\n", derived->left_out);
        return true;
    }
    page->cells++;
    const char *name = cell_name(page->trace, derived->cell, &page->arena);
    buf_printf(page->out, "%s = ", name);
    if (arithmetic->kind == TERMS_CONSTANT) {
        buf_printf(page->out, "%s  (%s)\n", arithmetic->result, arithmetic->given);
        return true;
    }
    arithmetic_write(arithmetic, true, page->out);
    buf_add_char(page->out, '\n');
    int begin = indent + utf8_width(str_from(name)) + 1;
    if (!is_number_taken(page->trace, arithmetic)) {
        buf_add_repeat(page->out, ' ', begin);
        buf_add(page->out, STR("= "));
        arithmetic_write_sum(arithmetic, page->out);
        buf_add_char(page->out, '\n');
    }
    print_deciders(page, derived, begin);
    return true;
}

void explain_print(const Trace *trace, Sight sight, Cell cell, int depth, int digits, Buf *out)
{
    ExplainedPage page = {.trace = trace, .sight = &sight, .out = out};
    if (!explain_each(trace, sight, cell, depth, digits, print_cell, &page))
        buf_printf(out, "... and more: the first %d cells are listed\n", MOST_CELLS);
    arena_free(&page.arena);
}
