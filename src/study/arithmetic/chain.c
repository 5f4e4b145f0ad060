// A term for each cell that the cell feeds. How that cell depends on it is known by the kind of its
// terms: in a sum of products the slope is the partner, in shares w it is w(1 - w) or -w*w of two
// of them; of any other arithmetic it is computed from two values close by, in double precision.
//
// A tensor may be used in several operations; what came through each is recorded apart. Where an
// operation of the program is several here, or a function with a rule of its own, what came through
// it is a term as it is.
#include "study/arithmetic/chain.h"

#include "base/text/number.h"
#include "study/axes/role.h"
#include "tensor/op.h"
#include "trace/explain/dependents.h"

#include <math.h>
#include <string.h>

enum { MOST_FED = 4096, MOST_DECIMALS = 12 };
static const double NEAR_ENOUGH = 1e-3;

typedef struct ChainTerms {
    const Trace *trace;
    ChainRule *rule;
    int64_t pass;
    Arena *arena;
} ChainTerms;

bool chain_cell_of(const Trace *trace, Cell gradient, Cell *cell, int64_t *pass)
{
    const Gradient *of = gradient_at(trace, gradient.entry);
    if (!of) return false;
    *cell = (Cell){of->of, gradient.at};
    *pass = of->pass;
    return true;
}

// ---- slopes -------------------------------------------------------------------------------------

// A cell that is made from others, and their values.
typedef struct Made {
    Cell cell;
    OpCall call; // in double precision
    Terms terms;
    double *values;
} Made;

static void look_at(const ChainTerms *chain, Cell cell, Made *made)
{
    *made = (Made){.cell = cell,
                   .call = chain->trace->entries[cell.entry].call,
                   .terms = cell_terms(chain->trace, cell, chain->arena)};
    made->values = NEW_ARRAY(chain->arena, double, made->terms.count + 1);
    for (int i = 0; i < made->terms.count; i++)
        made->values[i] = term_value(&made->terms, &made->terms.term[i]);
    made->call.dtype = DTYPE_FLOAT64;
}

static bool is_of(const Made *made, int term, Cell cell)
{
    return cell_equal(term_cell(&made->terms, &made->terms.term[term]), cell);
}

static const char *operand_name(const Trace *trace, const ChainRule *rule, Cell cell, Arena *arena)
{
    const char *name = trace_operand_name(trace, cell, arena);
    return rule->marks ? role_mark(trace, cell.entry, name, arena) : name;
}

static const char *operand(const ChainTerms *chain, const Made *made, int term)
{
    Cell cell = cell_named(chain->trace, term_cell(&made->terms, &made->terms.term[term]));
    return operand_name(chain->trace, chain->rule, cell, chain->arena);
}

static void add_term(ChainTerms *chain, Cell of, double slope, const char *symbols)
{
    ChainRule *rule = chain->rule;
    *ARENA_ADD(chain->arena, rule->terms, rule->count) = (ChainTerm){of, slope, symbols};
}

static void add_partners(ChainTerms *chain, const Made *made, Cell cell, Cell of)
{
    for (int i = 0; i < made->terms.count; i++) {
        if (!is_of(made, i, cell)) continue;
        int other = i ^ 1;
        if (other >= made->terms.count)
            add_term(chain, of, 1, "");
        else
            add_term(chain, of, made->values[other], operand(chain, made, other));
    }
}

// The share that a term of the same sum has: the output's cell in the place of the term's.
static const char *share_name(const ChainTerms *chain, const Made *made, int term)
{
    Cell share = {made->cell.entry, made->terms.term[term].at};
    return operand_name(chain->trace, chain->rule, share, chain->arena);
}

static double share_of(const Made *made, int term)
{
    return tensor_get(made->call.output, made->terms.term[term].at);
}

static void add_shares(ChainTerms *chain, const Made *made, Cell cell, Cell of)
{
    int self = made->terms.self;
    const char *own = share_name(chain, made, self);
    double share = share_of(made, self);
    for (int i = 0; i < made->terms.count; i++) {
        if (!is_of(made, i, cell)) continue;
        if (i == self)
            add_term(chain, of, share * (1 - share),
                     arena_printf(chain->arena, "%s*(1 - %s)", own, own));
        else
            add_term(chain, of, -share * share_of(made, i),
                     arena_printf(chain->arena, "(-%s*%s)", own, share_name(chain, made, i)));
    }
}

static double value_near(Made *made, Cell cell, double by)
{
    for (int i = 0; i < made->terms.count; i++)
        if (is_of(made, i, cell)) made->values[i] += by;
    double value = terms_value_by_hand(&made->call, &made->terms, made->values);
    for (int i = 0; i < made->terms.count; i++)
        if (is_of(made, i, cell)) made->values[i] -= by;
    return value;
}

// At a corner, as that of relu at 0, there is no slope: NaN.
static double measured(Made *made, Cell cell)
{
    double at = 0;
    for (int i = 0; i < made->terms.count; i++)
        if (is_of(made, i, cell)) at = made->values[i];
    double step = 1e-5 * fmax(1, fabs(at)), middle = value_near(made, cell, 0);
    double above = (value_near(made, cell, step) - middle) / step;
    double below = (middle - value_near(made, cell, -step)) / step;
    bool is_corner = fabs(above - below) > NEAR_ENOUGH * fmax(1, fabs(above) + fabs(below));
    return is_corner ? (double)NAN : (above + below) / 2;
}

static bool add_measured(ChainTerms *chain, Made *made, Cell cell, Cell of)
{
    double slope = measured(made, cell);
    static const double exact = 1e-9;
    if (!isfinite(slope)) return false;
    bool is_one = fabs(slope - 1) < exact;
    add_term(chain, of, is_one ? 1 : slope, is_one ? "" : "slope");
    return true;
}

static bool add_fed(ChainTerms *chain, Cell fed, Cell cell, Cell of)
{
    Made made;
    look_at(chain, fed, &made);
    switch (made.terms.kind) {
    case TERMS_CONSTANT: return false;
    case TERMS_MOVED: add_term(chain, of, 1, ""); return true;
    case TERMS_SUM_OF_PRODUCTS: add_partners(chain, &made, cell, of); return true;
    case TERMS_EXP_OVER_SUM: add_shares(chain, &made, cell, of); return true;
    default: return add_measured(chain, &made, cell, of);
    }
}

// ---- what it feeds ------------------------------------------------------------------------------

static double sum_from(const ChainTerms *chain, int from)
{
    double sum = 0;
    for (int i = from; i < chain->rule->count; i++) {
        const ChainTerm *term = &chain->rule->terms[i];
        sum += cell_value(chain->trace, term->of) * term->slope;
    }
    return sum;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= NEAR_ENOUGH * fmax(fabs(a), fabs(b)) + 1e-7;
}

static void add_parts(ChainTerms *chain, Cell cell, int depth);

// The terms of one operation that the cell goes into. False: they do not say what came through it.
static bool add_through(ChainTerms *chain, Cell cell, int through, double value, int depth)
{
    enum { DEEP = 16 };
    const Gradient *of = gradient_of(chain->trace, through, chain->pass);
    DependentLimit limit = {MOST_FED, (int64_t)1 << 20};
    if (!of) return false;
    Dependents fed = dependents_in(chain->trace, cell, through, limit, chain->arena);
    int from = chain->rule->count;
    const Entry *entry = &chain->trace->entries[through];
    bool known = !fed.more && fed.count > 0, moves = entry->call.op->moves && !entry->name;
    for (int i = 0; i < fed.count && known; i++) {
        if (moves && depth < DEEP)
            add_parts(chain, fed.cells[i], depth + 1);
        else
            known = add_fed(chain, fed.cells[i], cell, (Cell){of->entry, fed.cells[i].at});
    }
    if (known && is_near(sum_from(chain, from), value)) return true;
    chain->rule->count = from;
    return fed.count == 0 && value == 0;
}

static bool is_part(const ChainTerms *chain, const Gradient *gradient)
{
    return gradient->pass == chain->pass && gradient->through >= 0;
}

// An operation may use a tensor twice: w * w.
static bool is_first_through(const ChainTerms *chain, int entry, const Gradient *part)
{
    const Gradient *other = NULL;
    do other = gradient_before(chain->trace, entry, other);
    while (other && (!is_part(chain, other) || other->through != part->through));
    return other == part;
}

// What came through the operation in all; `adds`: also as terms.
static double came_through(ChainTerms *chain, Cell cell, int through, bool adds)
{
    double sum = 0;
    const Gradient *part = NULL;
    while ((part = gradient_before(chain->trace, cell.entry, part))) {
        Cell came = {part->entry, cell.at};
        if (!is_part(chain, part) || part->through != through) continue;
        sum += cell_value(chain->trace, came);
        if (adds) add_term(chain, came, 1, "");
    }
    return sum;
}

static void add_parts(ChainTerms *chain, Cell cell, int depth)
{
    const Gradient *part = NULL;
    while ((part = gradient_before(chain->trace, cell.entry, part))) {
        if (!is_part(chain, part) || !is_first_through(chain, cell.entry, part)) continue;
        double came = came_through(chain, cell, part->through, false);
        if (!add_through(chain, cell, part->through, came, depth))
            came_through(chain, cell, part->through, true);
    }
}

bool chain_rule(const Trace *trace, Cell cell, int64_t pass, bool marks, Arena *arena,
                ChainRule *rule)
{
    const Gradient *gradient = gradient_of(trace, cell.entry, pass);
    if (!gradient) return false;
    *rule = (ChainRule){.cell = cell, .gradient = {gradient->entry, cell.at}, .marks = marks};
    rule->value = cell_value(trace, rule->gradient);
    ChainTerms chain = {.trace = trace, .rule = rule, .pass = gradient->pass, .arena = arena};
    add_parts(&chain, cell, 0);
    if (rule->count == 1 && cell_equal(rule->terms[0].of, rule->gradient)) rule->count = 0;
    rule->adds_up = rule->count && is_near(sum_from(&chain, 0), rule->value);
    return true;
}

// ---- as text ------------------------------------------------------------------------------------

static bool is_plain(const ChainTerm *term)
{
    return !*term->symbols;
}

// What the numbers come to with `decimals` decimals.
static double by_hand(const Trace *trace, const ChainRule *rule, int decimals)
{
    double sum = 0;
    for (int i = 0; i < rule->count; i++) {
        double slope =
            is_plain(&rule->terms[i]) ? 1 : number_rounded(rule->terms[i].slope, decimals);
        sum += number_rounded(cell_value(trace, rule->terms[i].of), decimals) * slope;
    }
    return sum;
}

static const char *number_text(double value, int digits, Arena *arena)
{
    Buf text = {.arena = arena};
    number_trimmed(&text, value, digits);
    return buf_text(&text);
}

static const char *bracketed(double value, int decimals, bool wanted, Arena *arena)
{
    const char *text = number_text(value, decimals, arena);
    return wanted && *text == '-' ? arena_printf(arena, "(%s)", text) : text;
}

static Piece piece_of(const Trace *trace, const ChainRule *rule, const ChainTerm *term,
                      int decimals, bool first, Arena *arena)
{
    const char *name = operand_name(trace, rule, term->of, arena);
    const char *number = bracketed(cell_value(trace, term->of), decimals, !first, arena);
    if (is_plain(term)) return (Piece){name, number, number, true};
    const char *slope = bracketed(term->slope, decimals, true, arena);
    const char *numbers = arena_printf(arena, "%s*%s", number, slope);
    return (Piece){arena_printf(arena, "%s*%s", name, term->symbols), numbers, numbers, true};
}

static bool is_zero(const Trace *trace, const ChainTerm *term)
{
    return term->slope == 0 || cell_value(trace, term->of) == 0;
}

// Decimals that are enough for the printed terms to come to the printed result; -1: none are.
static int enough_decimals(const Trace *trace, const ChainRule *rule, int digits, Arena *arena)
{
    const char *result = number_text(rule->value, digits, arena);
    for (int decimals = digits; decimals <= MOST_DECIMALS; decimals++) {
        const char *text = number_text(by_hand(trace, rule, decimals), digits, arena);
        if (strcmp(text, result) == 0) return decimals;
    }
    return -1;
}

// Where not all terms are to be written those that are 0 are only counted.
static Arithmetic arithmetic_of(const Trace *trace, const ChainRule *rule, int digits, int most,
                                Arena *arena)
{
    int decimals = enough_decimals(trace, rule, digits, arena), count = 0, zeros = 0;
    const char *relation = decimals < 0 ? "~=" : "=";
    if (decimals < 0) decimals = digits;
    Piece *pieces = NEW_ARRAY(arena, Piece, rule->count + 1);
    for (int i = 0; i < rule->count; i++) {
        const ChainTerm *term = &rule->terms[i];
        if (rule->count > most && is_zero(trace, term))
            zeros++;
        else
            pieces[count] = piece_of(trace, rule, term, decimals, count == 0, arena), count++;
    }
    const char *rest = arena_printf(arena, "%d that are 0", zeros);
    if (zeros) pieces[count++] = (Piece){rest, rest, "0", false};
    return arithmetic_of_pieces(pieces, count, relation, number_text(rule->value, digits, arena));
}

// Of one term that is the result already nothing more is to be said.
static bool is_result(const ChainRule *rule)
{
    return rule->count == 1 && is_plain(rule->terms);
}

static const char *numbers_of(const ChainRule *rule, const Arithmetic *sum, int most, Arena *arena)
{
    Buf text = {.arena = arena};
    if (is_result(rule)) return sum->result;
    arithmetic_write_part(sum, false, most, &text);
    buf_printf(&text, " %s %s", sum->relation, sum->result);
    return buf_text(&text);
}

static const char *symbols_of(const Arithmetic *sum, int most, Arena *arena)
{
    Buf text = {.arena = arena};
    arithmetic_write_part(sum, true, most, &text);
    return buf_text(&text);
}

static const char *begin_of(const Trace *trace, const ChainRule *rule, bool fed, Arena *arena)
{
    const Gradient *gradient = gradient_at(trace, rule->gradient.entry);
    const char *cell = operand_name(trace, rule, rule->cell, arena);
    const char *root =
        gradient && gradient->root >= 0 ? entry_title(trace, gradient->root, arena) : "(all)";
    return fed ? arena_printf(arena, "by what %s feeds:", cell)
               : arena_printf(arena, "d %s / d %s =", root, cell);
}

int chain_lines(const Trace *trace, const ChainRule *rule, bool fed, int digits, int most,
                Arena *arena, const char **lines)
{
    const char *begin = begin_of(trace, rule, fed, arena);
    const char *shortest = "";
    int count = 0;
    for (int n = most; n > 0 && rule->count; n = n < rule->count ? n - 1 : rule->count - 1) {
        Arithmetic sum = arithmetic_of(trace, rule, digits, n, arena);
        const char *numbers = shortest = numbers_of(rule, &sum, n, arena);
        const char *symbols = symbols_of(&sum, n, arena);
        lines[count++] = arena_printf(arena, "%s %s = %s", begin, symbols, numbers);
        lines[count++] = arena_printf(arena, "%s %s", begin, numbers);
    }
    if (fed && count)
        lines[count] = arena_printf(arena, "by what it feeds: %s", shortest), count++;
    else if (!fed)
        lines[count++] =
            arena_printf(arena, "%s %s", begin, number_text(rule->value, digits, arena));
    return count;
}

bool chain_is_seen(const ChainRule *rule, Sight sight)
{
    bool seen = sight_of(&sight, rule->gradient) != HIDDEN;
    for (int i = 0; i < rule->count; i++) seen &= sight_of(&sight, rule->terms[i].of) != HIDDEN;
    return seen;
}

bool chain_of_gradient(const Trace *trace, Cell gradient, Arena *arena, ChainRule *rule)
{
    Cell cell;
    int64_t pass;
    return chain_cell_of(trace, gradient, &cell, &pass) &&
           chain_rule(trace, cell, pass, false, arena, rule) && rule->count &&
           cell_equal(rule->gradient, gradient);
}

Arithmetic chain_arithmetic(const Trace *trace, const ChainRule *rule, int digits, Arena *arena)
{
    return arithmetic_of(trace, rule, digits, ARITHMETIC_PIECES, arena);
}

const char *chain_step(const Trace *trace, Sight sight, Cell cell, int digits, Arena *arena)
{
    if (!entry_is_step(trace, cell.entry)) return NULL;
    Cell before = {trace->entries[cell.entry].call.input[0]->origin, cell.at};
    const Gradient *gradient = gradient_of(trace, before.entry, 0);
    Cell rise = {gradient->entry, cell.at};
    if (sight_of(&sight, before) == HIDDEN || sight_of(&sight, rise) == HIDDEN) return NULL;
    double was = cell_value(trace, before), is = cell_value(trace, cell);
    double slope = cell_value(trace, rise);
    // What an optimizer remembers of earlier slopes may count for more.
    bool is_against = is == was ? slope == 0 : is > was ? slope < 0 : slope > 0;
    return arena_printf(arena, "a step from %s to %s, %s %s", number_text(was, digits, arena),
                        number_text(is, digits, arena),
                        is_against ? "against the slope" : "though the slope is",
                        number_text(slope, digits, arena));
}

void chain_print(const Trace *trace, Sight sight, Cell gradient, int digits, Buf *out)
{
    SCRATCH(scratch);
    ChainRule rule;
    const char *step = chain_step(trace, sight, gradient, digits, &scratch);
    if (step) buf_printf(out, "%s\n", step);
    if (chain_of_gradient(trace, gradient, &scratch, &rule) && chain_is_seen(&rule, sight)) {
        Arithmetic sum = chain_arithmetic(trace, &rule, digits, &scratch);
        buf_printf(out, "by what %s feeds: ", cell_name(trace, rule.cell, &scratch));
        arithmetic_write(&sum, true, out);
        buf_add(out, STR("\n    = "));
        if (is_result(&rule))
            buf_add(out, str_from(sum.result));
        else
            arithmetic_write_sum(&sum, out);
        buf_add_char(out, '\n');
    }
}
