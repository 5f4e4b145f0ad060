// One function for each kind of terms. Numbers are rounded to the digits at hand first; what
// follows from them (a lead, a product, a rest) is computed from the rounded ones, so that it can
// be checked by hand.
#include "study/why/why.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "study/arithmetic/chain.h"
#include "study/axes/role.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/names/labels.h"

#include <math.h>
#include <string.h>

enum { MOST_TERMS = 4096, MOST_STEPS = 8, FEW = 4, SHORT_ENOUGH = 56 };

// A cell and the numbers that it is made from.
typedef struct MadeCell {
    Cell cell;
    const OpCall *call;
    Terms terms;
    double *exact, *shown; // the terms; as they are written
    double value, printed; // of the cell
} MadeCell;

typedef struct Why {
    const Trace *trace;
    const Sight *sight;
    int digits;
    bool is_hidden; // a number was needed that may not be seen
    Arena *arena;
    Buf *out;
} Why;

// One that is only nearly whole keeps its zeros: "2.0000" is 1.99999…, "2" is 2.
static const char *number(const Why *why, double value)
{
    Buf text = {.arena = why->arena};
    double as_written = isfinite(value) ? number_rounded(value, why->digits) : value;
    bool nearly_whole = as_written == round(as_written) && (float)as_written != (float)value;
    (nearly_whole ? number_human : number_trimmed)(&text, value, why->digits);
    return buf_text(&text);
}

static double rounded(const Why *why, double value)
{
    return isfinite(value) ? number_rounded(value, why->digits) : value;
}

// With two digits, for what only says how much: 7.4, 0.14, 230.
static const char *roughly(const Why *why, double value)
{
    static const double least = 1e-4;
    if (value < least) return number(why, value);
    int before = value > 0 ? (int)floor(log10(value)) : 0;
    double unit = pow(10, before - 1);
    Buf text = {.arena = why->arena};
    number_trimmed(&text, round(value / unit) * unit, before >= 1 ? 0 : 1 - before);
    return buf_text(&text);
}

static const char *value_text(const Why *why, Cell cell)
{
    Buf text = {.arena = why->arena};
    DType dtype = trace_output(why->trace, cell.entry)->dtype;
    if (dtype != DTYPE_BOOL) return number(why, cell_value(why->trace, cell));
    dtype_write(&text, dtype, cell_value(why->trace, cell), why->digits);
    return buf_text(&text);
}

// ---- cells and their terms ----------------------------------------------------------------------

static bool may_tell(Why *why, Cell cell)
{
    bool may = cell.entry >= 0 && sight_of(why->sight, cell) == SEEN &&
               sight_of(why->sight, cell_named(why->trace, cell)) == SEEN;
    why->is_hidden = why->is_hidden || !may;
    return may;
}

static Cell cell_of(const MadeCell *made, const Term *term)
{
    return (Cell){made->call->input[term->input]->origin, term->at};
}

static bool is_literal(const MadeCell *made, int i)
{
    return made->call->input[made->terms.term[i].input]->is_number;
}

static const char *term_name(const Why *why, const MadeCell *made, const Term *term)
{
    return cell_name(why->trace, cell_named(why->trace, cell_of(made, term)), why->arena);
}

static bool look_at(Why *why, Cell cell, MadeCell *made)
{
    *made = (MadeCell){.cell = cell, .call = &why->trace->entries[cell.entry].call};
    made->terms.arena = why->arena;
    made->value = cell_value(why->trace, cell);
    made->printed = rounded(why, made->value);
    op_sources(made->call, cell.at, &made->terms);
    int count = made->terms.count;
    if (count > MOST_TERMS) return false;
    made->exact = NEW_ARRAY(why->arena, double, count + 1);
    made->shown = NEW_ARRAY(why->arena, double, count + 1);
    for (int i = 0; i < count; i++) {
        const Term *term = &made->terms.term[i];
        if (!is_literal(made, i) && !may_tell(why, cell_of(made, term))) return false;
        made->exact[i] = tensor_get(made->call->input[term->input], term->at);
        made->shown[i] = rounded(why, made->exact[i]);
    }
    return true;
}

// The dimension in which two cells of one tensor differ; -1: in none or in several.
static int dim_between(const Index *a, const Index *b, int ndim)
{
    int dim = -1;
    for (int d = 0; d < ndim; d++) {
        if (a->at[d] == b->at[d]) continue;
        if (dim >= 0) return -1;
        dim = d;
    }
    return dim;
}

// What tells a term from the others: its label along the axis that they run along, "d0" or "cat";
// else its name. `by`: from one term to the next of the same input.
static const char *term_label(const Why *why, const MadeCell *made, int i, int by)
{
    const Term *term = &made->terms.term[i];
    int other = i >= by ? i - by : i + by;
    Cell cell = cell_of(made, term);
    int ndim = trace_shape(why->trace, cell.entry)->ndim;
    int dim =
        other < made->terms.count ? dim_between(&term->at, &made->terms.term[other].at, ndim) : -1;
    const char *label =
        dim < 0 ? "" : label_at(why->trace, cell.entry, dim, term->at.at[dim], why->arena);
    return *label ? label : term_name(why, made, term);
}

static const char *arithmetic_text(const Why *why, Cell cell, bool symbols)
{
    Arithmetic arithmetic;
    Buf text = {.arena = why->arena};
    if (!explain_if_few(why->trace, cell, why->digits, why->arena, &arithmetic)) return NULL;
    arithmetic_write_part(&arithmetic, symbols, FEW, &text);
    if (!text.n || utf8_width(buf_str(&text)) > SHORT_ENOUGH) return NULL;
    return buf_text(&text);
}

// ---- sums of products ---------------------------------------------------------------------------

typedef struct Products {
    const MadeCell *made;
    double *of; // as they are written
    int count, zeros, largest, second;
    double above, below; // the sums of those above 0 and below
    double added;        // what has no partner
    int alike;           // of those that are not 0, if all are the same; else 0
} Products;

static Products products_of(const Why *why, const MadeCell *made)
{
    Products p = {.made = made, .count = made->terms.count / 2, .largest = 0, .second = -1};
    p.of = NEW_ARRAY(why->arena, double, p.count + 1);
    for (int k = 0; k < p.count; k++) {
        double product = made->exact[2 * k] * made->exact[2 * k + 1];
        p.of[k] = rounded(why, product);
        p.zeros += product == 0;
        *(product > 0 ? &p.above : &p.below) += product;
        if (k == 0) continue;
        if (fabs(p.of[k]) > fabs(p.of[p.largest]))
            p.second = p.largest, p.largest = k;
        else if (p.second < 0 || fabs(p.of[k]) > fabs(p.of[p.second]))
            p.second = k;
    }
    if (made->terms.count % 2) p.added = made->shown[made->terms.count - 1];
    for (int k = 0; k < p.count; k++) p.alike += p.of[k] != 0 && p.of[k] == p.of[p.largest];
    if (p.alike != p.count - p.zeros) p.alike = 0;
    return p;
}

// Do the written factors give the written product?
static bool is_exact(const Products *p, int k)
{
    return fabs(p->made->shown[2 * k] * p->made->shown[2 * k + 1] - p->of[k]) < 1e-9;
}

// "2*4 = 8", or with ~=.
static void add_product(const Why *why, const Products *p, int k)
{
    const MadeCell *made = p->made;
    int a = 2 * k, b = 2 * k + 1;
    buf_printf(why->out, made->shown[b] < 0 ? "%s*(%s) %s %s" : "%s*%s %s %s",
               number(why, made->exact[a]), number(why, made->exact[b]),
               is_exact(p, k) ? "=" : "~=", number(why, p->of[k]));
}

static bool nearly_cancels(const Products *p)
{
    return fabs(p->above + p->below) < 0.25 * fmax(p->above, -p->below);
}

static bool carries(const Products *p, int k)
{
    return !nearly_cancels(p) && (p->of[k] > 0) == (p->above + p->below > 0) &&
           fabs(p->of[k]) > 0.5 * (p->above - p->below);
}

static void add_added(const Why *why, const Products *p)
{
    const Terms *terms = &p->made->terms;
    if (terms->count % 2 && p->added != 0)
        buf_printf(why->out, "; %s adds %s",
                   term_name(why, p->made, &terms->term[terms->count - 1]),
                   number(why, p->made->exact[terms->count - 1]));
}

static void add_rest(const Why *why, const Products *p)
{
    double rest = rounded(why, p->made->printed - p->of[p->largest] - p->added);
    int others = p->count - 1;
    if (rest == 0)
        buf_printf(why->out, "; the other %d add up to 0", others);
    else if (others == 1)
        buf_printf(why->out, rest > 0 ? "; the other one adds %s" : "; the other one takes %s away",
                   number(why, fabs(rest)));
    else
        buf_printf(why->out, rest > 0 ? "; the other %d add %s" : "; the other %d take %s away",
                   others, number(why, fabs(rest)));
}

// The product that counts most, where none carries it.
static void add_largest(const Why *why, const Products *p)
{
    int k = p->largest, like = -1;
    for (int i = 0; i < p->count; i++) like += fabs(p->of[i]) == fabs(p->of[k]);
    const char *label = term_label(why, p->made, 2 * k, 2);
    buf_printf(why->out,
               p->below == 0 ? "; the largest is from %s" : "; farthest from 0 is that of %s",
               label);
    if (like > 0) buf_printf(why->out, " (%d more as far)", like);
    buf_add(why->out, STR(", "));
    add_product(why, p, k);
}

static void add_balance(const Why *why, const Products *p)
{
    double above = rounded(why, p->above), below = rounded(why, p->below);
    if (p->alike)
        buf_printf(why->out, "from %d products that are %s each", p->alike,
                   number(why, p->of[p->largest]));
    else if (above == 0 || below == 0)
        buf_printf(why->out, "from %d products, none more than half of it", p->count - p->zeros);
    else
        buf_printf(why->out, "from products above 0, together %s, and others below, %s%s",
                   number(why, above), number(why, below),
                   above == -below     ? ", which cancel"
                   : nearly_cancels(p) ? ", which nearly cancel"
                                       : "");
    if (!p->alike) add_largest(why, p);
}

// Which product carries it; written to follow "it is 12:" and "12 comes" alike.
static void add_products(const Why *why, const MadeCell *made)
{
    Products p = products_of(why, made);
    int k = p.largest;
    if (p.zeros == p.count) {
        buf_printf(why->out,
                   p.count == 1 ? "from %d product, which has a factor 0"
                                : "from %d products, each with a factor 0",
                   p.count);
    } else if (p.count == 1) {
        buf_add(why->out, STR("from "));
        add_product(why, &p, k);
    } else if (p.zeros == p.count - 1) {
        buf_printf(why->out, "only from %s, ", term_label(why, made, 2 * k, 2));
        add_product(why, &p, k);
        buf_add(why->out,
                p.count == 2 ? STR("; the other product is 0") : STR("; the other products are 0"));
    } else if (carries(&p, k)) {
        buf_printf(why->out, "mostly from %s, ", term_label(why, made, 2 * k, 2));
        add_product(why, &p, k);
        add_rest(why, &p);
    } else {
        add_balance(why, &p);
    }
    add_added(why, &p);
}

// ---- weighted sums ------------------------------------------------------------------------------

// Which factor of the products is attention weights: 0, 1; -1: neither.
static int weights_side(const Why *why, const MadeCell *made)
{
    for (int side = 0; side < 2 && made->terms.count >= 2; side++) {
        if (role_of(why->trace, cell_of(made, &made->terms.term[side]).entry) == ROLE_WEIGHTS)
            return side;
    }
    return -1;
}

static void add_share(const Why *why, const Products *p, int k, int side)
{
    const MadeCell *made = p->made;
    int w = 2 * k + side, v = 2 * k + !side;
    buf_printf(why->out, "%s: %s of %s is %s%s", term_label(why, made, v, 2),
               number(why, made->exact[w]), number(why, made->exact[v]),
               is_exact(p, k) ? "" : "about ", number(why, p->of[k]));
}

// Whose values, and how much of each.
static void add_weighted(const Why *why, const MadeCell *made, int side)
{
    Products p = products_of(why, made);
    int k = p.largest;
    if (p.zeros == p.count) {
        buf_add(why->out, STR("every value that has a weight is 0"));
        return;
    }
    if (made->shown[2 * k + side] == 1) {
        buf_printf(why->out, "the value of %s as it is; its weight is 1",
                   term_label(why, made, 2 * k + !side, 2));
        return;
    }
    bool alone = p.zeros == p.count - 1;
    buf_add(why->out, alone            ? STR("only from ")
                      : carries(&p, k) ? STR("mostly from ")
                                       : STR("a mix, the most from "));
    add_share(why, &p, k, side);
    if (!alone && p.second >= 0) {
        buf_add(why->out, STR("; then from "));
        add_share(why, &p, p.second, side);
    }
}

// ---- why a number that others are made from is what it is ---------------------------------------

static bool add_deciders(Why *why, const MadeCell *made)
{
    int count = made->terms.decider_count;
    if (count < 1 || count > 2) return false;
    for (int i = 0; i < count; i++) {
        Cell cell = cell_of(made, &made->terms.decider[i]);
        if (!may_tell(why, cell)) return false;
        buf_printf(why->out, "%s%s is %s", i ? " and " : "",
                   term_name(why, made, &made->terms.decider[i]), value_text(why, cell));
    }
    return true;
}

// Is it this term, to which only zeros were added?
static bool is_as_before(const MadeCell *made, int followed)
{
    bool as_before = made->exact[followed] == made->value;
    for (int i = 0; i < made->terms.count && isfinite(made->value); i++)
        as_before = as_before && (i == followed || made->exact[i] == 0);
    return as_before;
}

// The only term that is no literal, or the one whose number the cell has taken over; -1: none.
static int term_to_follow(const MadeCell *made)
{
    int only = -1, same = -1;
    for (int i = made->terms.count - 1; i >= 0; i--) {
        if (is_literal(made, i)) continue;
        only = only == -1 ? i : -2;
        if (is_as_before(made, i)) same = i;
    }
    return only >= 0 ? only : same;
}

// Says how the operation made its number, if it did. False: that is the end.
static bool goes_on(const Why *why, const MadeCell *made, Cell *next)
{
    TermsKind kind = made->terms.kind;
    if (kind != TERMS_MOVED && kind != TERMS_ELEMENTWISE) return false;
    int i = term_to_follow(made);
    bool as_before = i >= 0 && is_as_before(made, i);
    const char *how = as_before ? "" : arithmetic_text(why, made->cell, false);
    if (!how || (kind == TERMS_MOVED && made->terms.by_values)) return false;
    const char *is = number(why, made->value);
    if (!as_before) buf_printf(why->out, "; %s is %s", is, how);
    if (i < 0) return false;
    if (as_before && isinf(made->value) && kind == TERMS_ELEMENTWISE)
        buf_printf(why->out, "; %s is %s", term_name(why, made, &made->terms.term[i]), is);
    *next = cell_of(made, &made->terms.term[i]);
    return next->entry >= 0;
}

// "; 6 is 12 / 2; 12 comes mostly from d0, 2*4 = 8": back to the sum of products, if that is where
// it leads. A number that a mask has put there says by what.
static void add_origin(Why *why, Cell cell)
{
    MadeCell made;
    for (int steps = 0; steps < MOST_STEPS && look_at(why, cell, &made); steps++) {
        Cell next;
        if (made.terms.count == 0) return;
        if (made.terms.kind == TERMS_SUM_OF_PRODUCTS && made.terms.count > 1) {
            buf_printf(why->out, "; %s comes ", number(why, made.value));
            add_products(why, &made);
            return;
        }
        bool put_there = made.terms.kind == TERMS_MOVED && is_literal(&made, 0);
        if (put_there && made.terms.decider_count && made.terms.decider_count <= 2) {
            buf_printf(why->out, "; %s because ", number(why, made.value));
            add_deciders(why, &made);
            return;
        }
        if (!goes_on(why, &made, &next)) return;
        cell = next;
    }
}

// ---- softmax ------------------------------------------------------------------------------------

typedef struct Rivals {
    int finite, ties, best; // scores that are not -inf, others like its own, the best other one
} Rivals;

static Rivals rivals_of(const MadeCell *made)
{
    Rivals rivals = {.best = -1};
    int self = made->terms.self;
    for (int i = 0; i < made->terms.count; i++) {
        rivals.finite += isfinite(made->exact[i]);
        if (i == self) continue;
        rivals.ties += made->exact[i] == made->exact[self];
        if (rivals.best < 0 || made->exact[i] > made->exact[rivals.best]) rivals.best = i;
    }
    return rivals;
}

static void add_power(const Why *why, double power)
{
    enum { MILLION = 1000000 };
    double value = exp(power);
    if (value > MILLION)
        buf_printf(why->out, "e^%s is more than a million", number(why, power));
    else
        buf_printf(why->out, "e^%s is about %s", number(why, power), roughly(why, value));
}

// "its score 4 is 8 below 12, which gets 0.8805, and e^-8 of that is 0.0003".
static void add_behind(Why *why, const MadeCell *made, const Rivals *rivals, const char *what)
{
    int self = made->terms.self;
    Cell first = {made->cell.entry, made->terms.term[rivals->best].at};
    double behind = rounded(why, made->shown[rivals->best] - made->shown[self]);
    double share = cell_value(why->trace, first);
    buf_printf(why->out, "its %s %s is %s below %s", what, number(why, made->exact[self]),
               number(why, behind), number(why, made->exact[rivals->best]));
    if (made->value == 0) {
        buf_printf(why->out, ", and e^%s is too small to count", number(why, -behind));
    } else if (sight_of(why->sight, first) == SEEN) {
        double by_hand = rounded(why, rounded(why, share) * exp(-behind));
        buf_printf(why->out, ", which gets %s, and e^%s of that is %s%s", number(why, share),
                   number(why, -behind), by_hand == made->printed ? "" : "about ",
                   number(why, made->value));
    } else {
        buf_printf(why->out, ", and e^%s is about %s", number(why, -behind),
                   roughly(why, exp(-behind)));
    }
}

static void add_leads(const Why *why, const MadeCell *made, const Rivals *rivals, const char *what)
{
    double own = made->exact[made->terms.self], best = made->exact[rivals->best];
    double lead = rounded(why, made->shown[made->terms.self] - made->shown[rivals->best]);
    if (rivals->ties) {
        buf_printf(why->out, "its %s %s is the largest, and %d %s as large", what, number(why, own),
                   rivals->ties, rivals->ties == 1 ? "other is" : "others are");
        return;
    }
    buf_printf(why->out, "its %s %s leads the %s, %s, by %s, and ", what, number(why, own),
               rivals->finite == 2 ? "other" : "next", number(why, best), number(why, lead));
    add_power(why, lead);
    if (made->value < 0.5)
        buf_printf(why->out, ", but %d others share with it", rivals->finite - 1);
}

// How far its score leads, or is behind, and what the exponential makes of that.
static void add_exponential(Why *why, const MadeCell *made)
{
    const char *what = role_of(why->trace, made->cell.entry) == ROLE_WEIGHTS ? "score" : "input";
    Rivals rivals = rivals_of(made);
    int self = made->terms.self, n = made->terms.count;
    double own = made->exact[self];
    if (isnan(made->value) || n == 1) {
        buf_printf(why->out,
                   n == 1               ? "it has no other %s beside it"
                   : rivals.finite == 0 ? "no %s is a finite number, and 0 / 0 is none"
                                        : "not each %s is a finite number",
                   what);
        return;
    }
    if (!isfinite(own)) {
        buf_printf(why->out, "its %s is %s, and e^%s is 0", what, number(why, own),
                   number(why, own));
    } else if (rivals.finite == 1) {
        buf_printf(why->out,
                   n == 2 ? "the other %s is hidden (-inf)" : "the other %ss are all hidden (-inf)",
                   what);
        return;
    } else if (rivals.ties == rivals.finite - 1) {
        const char *all =
            rivals.finite == 2 ? "both" : arena_printf(why->arena, "all %d", rivals.finite);
        buf_printf(why->out, "%s %ss%s are %s, so each gets as much", all, what,
                   rivals.finite < n ? " that are not hidden" : "", number(why, own));
    } else if (own >= made->exact[rivals.best]) {
        add_leads(why, made, &rivals, what);
    } else {
        add_behind(why, made, &rivals, what);
    }
    add_origin(why, cell_of(made, &made->terms.term[self]));
}

// ---- reductions ---------------------------------------------------------------------------------

typedef struct Extremes {
    int low, high;
    int lows, highs; // how many there are of each
} Extremes;

static Extremes range_of(const double *values, int count)
{
    Extremes range = {0};
    for (int i = 0; i < count; i++) {
        if (values[i] < values[range.low]) range.low = i;
        if (values[i] > values[range.high]) range.high = i;
    }
    for (int i = 0; i < count; i++) {
        range.lows += values[i] == values[range.low];
        range.highs += values[i] == values[range.high];
    }
    return range;
}

static void add_extreme(const Why *why, const MadeCell *made, int at, int alike, bool is_high)
{
    const char *word = is_high ? "largest" : "smallest";
    buf_printf(why->out, "%s, %s, is the %s of %d", term_label(why, made, at, 1),
               number(why, made->exact[at]), word, made->terms.count);
    if (alike > 1) buf_printf(why->out, ", the first of %d alike", alike);
}

static bool is_sum(const MadeCell *made)
{
    const char *between = made->call->op->notation.between;
    return between && strcmp(between, " + ") == 0;
}

static bool is_floats(const MadeCell *made)
{
    return dtype_is_float(made->call->input[made->terms.term[0].input]->dtype);
}

// Sums by their arithmetic, or where that is long by how far their numbers reach; else which of the
// numbers it is, or where that stands.
static void add_reduction(const Why *why, const MadeCell *made)
{
    const Notation *notation = &made->call->op->notation;
    int n = made->terms.count;
    bool is_place = is_floats(made) && made->call->output->dtype == DTYPE_INT64;
    Extremes range = range_of(made->exact, n);
    const char *numbers = n <= FEW ? arithmetic_text(why, made->cell, false) : NULL;
    if (is_sum(made) && numbers) {
        buf_add(why->out, str_from(numbers));
    } else if (is_sum(made)) {
        bool is_mean = notation->after && *notation->after;
        buf_printf(why->out, "the %s of %d numbers from %s to %s", is_mean ? "mean" : "sum", n,
                   number(why, made->exact[range.low]), number(why, made->exact[range.high]));
        if (range.highs == 1)
            buf_printf(why->out, "; the largest is %s",
                       term_name(why, made, &made->terms.term[range.high]));
    } else if (is_floats(made) && n > 1) {
        if (is_place ? made->value == range.high : made->value == made->exact[range.high])
            add_extreme(why, made, range.high, range.highs, true);
        else if (is_place ? made->value == range.low : made->value == made->exact[range.low])
            add_extreme(why, made, range.low, range.lows, false);
        else if (numbers)
            buf_add(why->out, str_from(numbers));
    } else if (numbers) {
        buf_add(why->out, str_from(numbers));
    }
}

// ---- one number of each input, and formulas -----------------------------------------------------

// One number that a function leaves as it is, or cuts.
static bool add_passed(Why *why, const MadeCell *made)
{
    const Notation *notation = &made->call->op->notation;
    bool cuts = notation->before && strncmp(notation->before, "max(0,", 6) == 0;
    if (made->terms.count != 1 || !cuts) return false;
    const char *name = term_name(why, made, made->terms.term);
    const char *is = number(why, made->exact[0]);
    if (made->exact[0] > 0)
        buf_printf(why->out, "%s is above 0 and stays as it is", name);
    else
        buf_printf(why->out, "%s, %s, is not above 0", name, is);
    add_origin(why, cell_of(made, made->terms.term));
    return true;
}

static void add_elementwise(Why *why, const MadeCell *made)
{
    if (add_passed(why, made)) return;
    bool adds = is_sum(made);
    for (int i = 0; i < made->terms.count && adds && isinf(made->value); i++) {
        if (made->exact[i] != made->value || is_literal(made, i)) continue;
        buf_printf(why->out, "%s is %s, and nothing that is added changes that",
                   term_name(why, made, &made->terms.term[i]), number(why, made->value));
        return;
    }
    const char *names = arithmetic_text(why, made->cell, true);
    const char *numbers = arithmetic_text(why, made->cell, false);
    if (!numbers) return;
    if (names && strcmp(names, numbers) != 0)
        buf_printf(why->out, "%s is %s", names, numbers);
    else
        buf_add(why->out, str_from(numbers));
    int next = term_to_follow(made);
    if (next >= 0) add_origin(why, cell_of(made, &made->terms.term[next]));
}

// Of the terms of the first input; the others are the weight and the bias.
typedef struct NormLine {
    double mean, deviation;
    int count;
} NormLine;

static NormLine line_of(const MadeCell *made)
{
    NormLine line = {0};
    double squares = 0;
    for (; line.count < made->terms.count && made->terms.term[line.count].input == 0; line.count++)
        line.mean += made->exact[line.count];
    if (line.count) line.mean /= line.count;
    for (int i = 0; i < line.count; i++)
        squares += (made->exact[i] - line.mean) * (made->exact[i] - line.mean);
    if (line.count) line.deviation = sqrt(squares / line.count);
    return line;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-3 * fmax(fabs(a), fabs(b)) + 1e-5;
}

// Is it the distance from the mean in standard deviations, times a weight, plus a bias? The numbers
// say so.
static bool add_normalised(const Why *why, const MadeCell *made)
{
    NormLine line = line_of(made);
    int self = made->terms.self, rest = made->terms.count - line.count;
    if (self < 0 || self >= line.count || line.deviation == 0 || rest > 2) return false;
    double apart = made->exact[self] - line.mean, steps = apart / line.deviation;
    double weight = rest > 0 ? made->exact[line.count] : 1;
    double bias = rest > 1 ? made->exact[line.count + 1] : 0;
    if (!is_near(steps * weight + bias, made->value)) return false;
    buf_printf(why->out, "%s is %s, %s %s the mean %s, which is %s standard deviations of %s",
               term_name(why, made, &made->terms.term[self]), number(why, made->exact[self]),
               number(why, fabs(rounded(why, made->shown[self] - rounded(why, line.mean)))),
               apart < 0 ? "below" : "above", number(why, line.mean), number(why, fabs(steps)),
               number(why, line.deviation));
    if (weight != 1) buf_printf(why->out, "; times the weight %s", number(why, weight));
    if (bias != 0) buf_printf(why->out, "; plus the bias %s", number(why, bias));
    return true;
}

// Is it the logarithm of the share that a softmax would give it?
static bool add_log_share(const Why *why, const MadeCell *made)
{
    int self = made->terms.self;
    double sum = 0;
    if (self < 0 || line_of(made).count != made->terms.count) return false;
    for (int i = 0; i < made->terms.count; i++) sum += exp(made->exact[i] - made->exact[self]);
    if (!isfinite(sum) || !is_near(-log(sum), made->value)) return false;
    buf_printf(why->out, "the logarithm of %s, the share that its %s has in the softmax",
               number(why, 1 / sum), number(why, made->exact[self]));
    return true;
}

static void add_formula(const Why *why, const MadeCell *made)
{
    if (add_normalised(why, made) || add_log_share(why, made)) return;
    const char *numbers = arithmetic_text(why, made->cell, false);
    if (numbers) buf_add(why->out, str_from(numbers));
}

// ---- moves --------------------------------------------------------------------------------------

static void add_made(Why *why, const MadeCell *made);

static bool says_who_chose(const Why *why, const MadeCell *made)
{
    const Terms *terms = &made->terms;
    if (terms->decider_count < 1 || terms->decider_count > 2) return false;
    for (int i = 0; i < terms->decider_count && terms->by_values; i++) {
        if (!entry_goes_by_name(why->trace, cell_of(made, &terms->decider[i]).entry)) return false;
    }
    return true;
}

// Where it came from, which cell chose it, and why it is what it is there.
static void add_moved(Why *why, const MadeCell *made)
{
    Cell from = cell_of(made, made->terms.term);
    Cell named = is_literal(made, 0) ? from : cell_named(why->trace, from);
    bool has_name = !is_literal(made, 0) && entry_goes_by_name(why->trace, named.entry);
    if (has_name) buf_printf(why->out, "it is %s", cell_name(why->trace, named, why->arena));
    if (says_who_chose(why, made)) {
        buf_add(why->out, has_name ? STR(", because ") : STR("put there because "));
        add_deciders(why, made);
    }
    MadeCell before;
    if (is_literal(made, 0) || !look_at(why, cell_origin(why->trace, from), &before)) return;
    int start = why->out->n;
    if (has_name) buf_add(why->out, STR("; "));
    if (before.terms.kind == TERMS_SUM_OF_PRODUCTS && has_name)
        buf_printf(why->out, "%s comes ", number(why, before.value));
    int said = why->out->n;
    if (before.terms.kind != TERMS_MOVED) add_made(why, &before);
    if (why->out->n == said) why->out->n = start;
}

// ---- gradients ----------------------------------------------------------------------------------

static void add_way(const Why *why, const ChainRule *rule, int largest)
{
    const ChainTerm *term = &rule->terms[largest];
    const char *name = cell_name(why->trace, term->of, why->arena);
    double of = cell_value(why->trace, term->of), product = of * term->slope;
    double by_hand = rounded(why, of) * rounded(why, term->slope);
    bool exact = fabs(by_hand - rounded(why, product)) < 1e-9;
    if (!*term->symbols) {
        buf_printf(why->out, "%s, %s, as it is", name, number(why, of));
        return;
    }
    bool measured = strcmp(term->symbols, "slope") == 0;
    buf_printf(why->out, "%s, %s, times the slope %s%s%s%s, which is %s%s", name, number(why, of),
               number(why, term->slope), measured ? "" : " (", measured ? "" : term->symbols,
               measured ? "" : ")", exact ? "" : "about ", number(why, product));
}

// The largest of the ways on which the loss feels the cell.
static bool add_gradient(Why *why, Cell cell)
{
    ChainRule rule;
    int largest = 0, zeros = 0;
    if (!chain_of_gradient(why->trace, cell, why->arena, &rule) || !rule.adds_up) return false;
    for (int i = 0; i < rule.count; i++) {
        const ChainTerm *term = &rule.terms[i];
        double part = cell_value(why->trace, term->of) * term->slope;
        double most = cell_value(why->trace, rule.terms[largest].of) * rule.terms[largest].slope;
        if (!may_tell(why, term->of)) return true;
        zeros += part == 0;
        if (fabs(part) > fabs(most)) largest = i;
    }
    if (zeros == rule.count) {
        buf_printf(why->out, "a change of %s reaches the loss on no way",
                   cell_name(why->trace, rule.cell, why->arena));
        return true;
    }
    buf_add(why->out, rule.count - zeros == 1 ? STR("from ") : STR("the most from "));
    add_way(why, &rule, largest);
    if (rule.count - zeros > 1) buf_printf(why->out, "; %d ways in all", rule.count - zeros);
    return true;
}

// ---- all of it ----------------------------------------------------------------------------------

static void add_made(Why *why, const MadeCell *made)
{
    int side, least = made->terms.kind == TERMS_SUM_OF_PRODUCTS ? 2 : 1;
    if (made->terms.count < least) return; // the sum of nothing
    switch (made->terms.kind) {
    case TERMS_CONSTANT: break;
    case TERMS_MOVED: add_moved(why, made); break;
    case TERMS_ELEMENTWISE: add_elementwise(why, made); break;
    case TERMS_REDUCTION: add_reduction(why, made); break;
    case TERMS_EXP_OVER_SUM: add_exponential(why, made); break;
    case TERMS_FORMULA: add_formula(why, made); break;
    case TERMS_SUM_OF_PRODUCTS:
        side = weights_side(why, made);
        if (side >= 0)
            add_weighted(why, made, side);
        else
            add_products(why, made);
    }
}

// "sat->cat" of attention weights whose rows and columns have words; else "weights[2,1]".
static const char *subject(const Why *why, Cell cell)
{
    const char *name = cell_name(why->trace, cell, why->arena);
    TensorAxes axes = axes_of(why->trace, cell.entry);
    int query = axes_find(&axes, AXIS_QUERY), key = axes_find(&axes, AXIS_KEY);
    if (query < 0 || key < 0 || role_of(why->trace, cell.entry) != ROLE_WEIGHTS) return name;
    DimLabels asks = dim_labels(why->trace, cell.entry, query);
    DimLabels asked = dim_labels(why->trace, cell.entry, key);
    if (!asks.items || !asked.items) return name;
    return arena_printf(why->arena, "%s->%s", dim_label(&asks, cell.at.at[query], why->arena),
                        dim_label(&asked, cell.at.at[key], why->arena));
}

const char *why_in_words(const Trace *trace, const Sight *sight, Cell cell, int digits,
                         Arena *arena)
{
    Buf out = {.arena = arena};
    Why why = {trace, sight, digits, false, arena, &out};
    MadeCell made;
    if (!may_tell(&why, cell) || cell_held(trace, cell)) return NULL;
    buf_printf(&out, "%s is %s: ", subject(&why, cell), value_text(&why, cell));
    int start = out.n;
    const char *step = chain_step(trace, *sight, cell, digits, arena);
    if (step)
        buf_add(&out, str_from(step));
    else if (!add_gradient(&why, cell) && look_at(&why, cell_before_writes(trace, cell), &made))
        add_made(&why, &made);
    if (why.is_hidden || out.n == start) return NULL;
    buf_add_char(&out, '.');
    return buf_text(&out);
}

const char *why_line(const char *words, int columns, Arena *arena)
{
    if (!words) return NULL;
    Str line = str_from(words);
    int end = line.n;
    while (utf8_width(str_slice(line, 0, end)) + (end < line.n) > columns) {
        do end--;
        while (end > 0 && !((words[end] == ';' || words[end] == ',') && words[end + 1] == ' '));
        if (end <= 0) return NULL;
    }
    return arena_printf(arena, "%.*s%s", end, words, end < line.n ? "." : "");
}
