// What is said of each kind of terms: the facts, then the clauses that may be made of them. Numbers
// are rounded to the digits at hand first; what follows from them (a lead, a product, a rest) is
// computed from the rounded ones, so that it can be checked by hand.
#include "study/why/why.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "study/arithmetic/chain.h"
#include "study/axes/role.h"
#include "study/why/sentence.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/names/labels.h"

#include <math.h>
#include <string.h>

enum { MOST_TERMS = 4096, MOST_STEPS = 16, FEW = 4, SHORT_ENOUGH = 56, MILLION = 1000000 };

// A cell and the numbers that it is made from.
typedef struct MadeCell {
    const OpCall *call;
    Cell cell;
    Terms terms;
    const ChainTerm *ways; // of a gradient: two terms for each, what it is of and the slope
    int count;
    double *term, value; // the terms, and the cell
    int low, high;       // the first of the smallest terms, and of the largest
    const char *how;     // its arithmetic, where that is short
} MadeCell;

// ---- cells and their terms ----------------------------------------------------------------------

static bool may_tell(Why *why, Cell cell)
{
    bool may = cell.entry >= 0 && sight_of(why->sight, cell) == SEEN &&
               sight_of(why->sight, cell_named(why->trace, cell)) == SEEN;
    why->is_hidden = why->is_hidden || !may;
    return may;
}

static const char *value_text(const Why *why, Cell cell)
{
    double value = cell_value(why->trace, cell);
    bool is_bool = trace_output(why->trace, cell.entry)->dtype == DTYPE_BOOL;
    return !is_bool ? why_number(why, value) : value != 0 ? "True" : "False";
}

static bool is_literal(const MadeCell *made, int i)
{
    return !made->ways && made->call->input[made->terms.term[i].input]->is_number;
}

static Cell cell_at(const MadeCell *made, int i)
{
    return made->ways ? made->ways[i / 2].of : term_cell(&made->terms, &made->terms.term[i]);
}

static const char *term_name(const Why *why, const MadeCell *made, int i)
{
    Cell cell = cell_at(made, i);
    return cell_name(why->trace, made->ways ? cell : cell_named(why->trace, cell), why->arena);
}

static const char *arithmetic_text(const Why *why, Cell cell, bool symbols)
{
    Arithmetic arithmetic;
    Buf text = {.arena = why->arena};
    if (!explain_if_few(why->trace, cell, why->digits, why->arena, &arithmetic)) return NULL;
    arithmetic_write_part(&arithmetic, symbols, FEW, &text);
    return text.n && utf8_width(buf_str(&text)) <= SHORT_ENOUGH ? buf_text(&text) : NULL;
}

static bool look_at(Why *why, Cell cell, const ChainRule *rule, MadeCell *made)
{
    *made = (MadeCell){.call = &why->trace->entries[cell.entry].call,
                       .cell = cell,
                       .terms.arena = why->arena,
                       .value = cell_value(why->trace, cell)};
    if (rule)
        made->ways = rule->terms;
    else
        op_sources(made->call, cell.at, &made->terms);
    int count = made->count = rule ? 2 * rule->count : made->terms.count;
    if (count == 0 || count > MOST_TERMS) return false;
    made->term = NEW_ARRAY(why->arena, double, count);
    for (int i = 0; i < count; i++) {
        if (!is_literal(made, i) && !may_tell(why, cell_at(made, i))) return false;
        made->term[i] = !rule   ? term_value(&made->terms, &made->terms.term[i])
                        : i % 2 ? made->ways[i / 2].slope
                                : cell_value(why->trace, made->ways[i / 2].of);
        if (made->term[i] < made->term[made->low]) made->low = i;
        if (made->term[i] > made->term[made->high]) made->high = i;
    }
    made->how = rule ? NULL : arithmetic_text(why, cell, false);
    FACTS(NUMBER("is", made->value), COUNT("count", count), {"how", made->how},
          NUMBER("low", made->term[made->low]), NUMBER("high", made->term[made->high]));
    return true;
}

// What tells a term from the others: its label in the one dimension in which it and the next of the
// same input differ, "d0" or "cat"; else its name. `by`: from one to the next.
static const char *term_label(const Why *why, const MadeCell *made, int i, int by)
{
    int other = i >= by ? i - by : i + by, dim = 0, differ = 0;
    if (made->ways || other >= made->count) return term_name(why, made, i);
    Cell cell = cell_at(made, i);
    for (int d = 0; d < trace_shape(why->trace, cell.entry)->ndim; d++)
        if (cell.at.at[d] != made->terms.term[other].at.at[d]) dim = d, differ++;
    const char *label = label_at(why->trace, cell.entry, dim, cell.at.at[dim], why->arena);
    if (differ != 1 || !*label) return term_name(why, made, i);
    return label[strspn(label, ".,;:")] ? label : arena_printf(why->arena, "\"%s\"", label);
}

// ---- sums of products ---------------------------------------------------------------------------

typedef struct Products {
    const MadeCell *made;
    double *of; // as they are written
    int count, zeros, largest, second;
    double above, below, added; // the sums of those above 0 and below; what has no partner
    int like;                   // others as far from 0 as the largest
    int weights;                // which factor is attention weights: 0, 1; -1: neither
} Products;

static Products products_of(const Why *why, const MadeCell *made)
{
    Products p = {.made = made, .count = made->count / 2, .second = -1, .weights = -1, .like = -1};
    p.of = NEW_ARRAY(why->arena, double, p.count);
    for (int k = 0; k < p.count; k++) {
        double product = made->term[2 * k] * made->term[2 * k + 1];
        p.of[k] = why_rounded(why, product);
        p.zeros += product == 0;
        *(product > 0 ? &p.above : &p.below) += product;
        if (k && fabs(p.of[k]) > fabs(p.of[p.largest]))
            p.second = p.largest, p.largest = k;
        else if (k && (p.second < 0 || fabs(p.of[k]) > fabs(p.of[p.second])))
            p.second = k;
    }
    for (int k = 0; k < p.count; k++) p.like += fabs(p.of[k]) == fabs(p.of[p.largest]);
    if (made->count % 2) p.added = why_rounded(why, made->term[made->count - 1]);
    for (int side = 1; side >= 0 && !made->ways && made->count % 2 == 0; side--)
        if (role_of(why->trace, cell_at(made, side).entry) == ROLE_WEIGHTS) p.weights = side;
    return p;
}

// "2*4 = 8" and "d0"; where one factor is a weight "0.88 of 2 is about 1.76" and "cat".
static void find_product(Why *why, const Products *p, int k)
{
    const MadeCell *made = p->made;
    bool is_share = p->weights >= 0;
    int a = 2 * k + (p->weights == 1), b = 2 * k + (p->weights != 1);
    bool exact =
        fabs(why_rounded(why, made->term[a]) * why_rounded(why, made->term[b]) - p->of[k]) < 1e-9;
    bool brackets = !is_share && made->term[b] < 0;
    const char *is = is_share ? exact ? "is" : "is about" : exact ? "=" : "~=";
    const char *text =
        arena_printf(why->arena, "%s%s%s%s%s %s %s", why_number(why, made->term[a]),
                     is_share ? " of " : "*", brackets ? "(" : "", why_number(why, made->term[b]),
                     brackets ? ")" : "", is, why_number(why, p->of[k]));
    FACTS({"product", text}, {"label", term_label(why, made, 2 * k + (p->weights == 0), 2)});
}

// Which product carries it, written to follow "it is 12:" and "12 comes" alike; where one factor is
// weights whose values, and how much of each.
static void add_products(Why *why, const MadeCell *made)
{
    Products p = products_of(why, made);
    Why finer = why_apart(why, p.above, -p.below);
    p = products_of(why = &finer, made);
    double of = p.of[p.largest],
           rest = why_rounded(why, why_rounded(why, made->value) - of - p.added);
    double above = why_rounded(why, p.above), below = why_rounded(why, p.below);
    int others = p.count - 1, weights = p.weights;
    bool cancels = fabs(p.above + p.below) < 0.25 * fmax(p.above, -p.below);
    bool none = p.zeros == p.count, only = p.zeros == others, one_side = above == 0 || below == 0;
    bool whole =
        weights >= 0 && rest == 0 && why_rounded(why, made->term[2 * p.largest + weights]) == 1;
    bool carries =
        !cancels && (of > 0) == (p.above + p.below > 0) && fabs(of) > 0.5 * (p.above - p.below);
    find_product(why, &p, p.largest);
    FACTS(COUNT("count", p.count), COUNT("used", p.count - p.zeros), COUNT("others", others),
          COUNT("like", p.like), NUMBER("each", of), NUMBER("rest", fabs(rest)),
          NUMBER("above", above), NUMBER("below", below), NUMBER("added", p.added));
    SAY({none && weights >= 0, "from nothing: every value that has a weight is 0"},
        {whole, "the value of {label} as it is; its weight is 1"},
        {only && weights >= 0, "only from {label}: {product}"},
        {carries && weights >= 0, "mostly from {label}: {product}; then from "},
        {weights >= 0, "from several, the most from {label}: {product}; then from "},
        {none && !others, "from 1 product, which has a factor 0"},
        {none, "from {count} products, each with a factor 0"},
        {!others && made->ways, "from {label}, {product}"}, {!others, "from {product}"},
        {only && others == 1, "only from {label}, {product}; the other product is 0"},
        {only, "only from {label}, {product}; the other products are 0"},
        {carries && rest == 0, "mostly from {label}, {product}; the other {others} add up to 0"},
        {carries, "mostly from {label}, {product}; the other "},
        {one_side && p.like == p.count - p.zeros - 1, "from {used} products that are {each} each"},
        {one_side, "from {used} products, none more than half of it"},
        {true, "from products above 0, together {above}, and others below, {below}"});
    if (weights >= 0 && !none && !whole && !only) {
        find_product(why, &p, p.second);
        SAY({true, "{label}: {product}"});
    } else if (carries && weights < 0 && !only && rest != 0) {
        SAY({others == 1 && rest > 0, "one adds {rest}"}, {others == 1, "one takes {rest} away"},
            {rest > 0, "{others} add {rest}"}, {true, "{others} take {rest} away"});
    } else if (weights < 0 && !only && !none && !carries &&
               !(one_side && p.like == p.count - p.zeros - 1)) {
        bool all = above == -below && why_rounded(why, made->value) == p.added;
        SAY({all, ", which cancel"}, {cancels, ", which nearly cancel"});
        SAY({below == 0, "; the largest is from {label}"},
            {true, "; farthest from 0 is that of {label}"});
        SAY({p.like > 0, " ({like} more as far), {product}"}, {true, ", {product}"});
    }
    if (p.added == 0) return;
    FACTS({"bias", term_name(why, made, made->count - 1)});
    SAY({true, "; {bias} adds {added}"});
}

// ---- softmax ------------------------------------------------------------------------------------

// How far its score leads, or is behind, and what the exponential makes of that. Returns the term
// to go on with.
static int add_exponential(Why *why, const MadeCell *made)
{
    int self = made->terms.self, n = made->count, best = self == 0 && n > 1, finite = 0, ties = -1;
    for (int i = 0; i < n; i++) {
        finite += isfinite(made->term[i]);
        ties += made->term[i] == made->term[self];
        if (i != self && made->term[i] > made->term[best]) best = i;
    }
    double own = made->term[self],
           lead = why_rounded(why, own) - why_rounded(why, made->term[best]);
    double apart = why_rounded(why, fabs(lead));
    Cell first = {made->cell.entry, made->terms.term[best].at};
    double share = cell_value(why->trace, first);
    bool exact =
        why_rounded(why, why_rounded(why, share) * exp(-apart)) == why_rounded(why, made->value);
    bool is_weight = role_of(why->trace, made->cell.entry) == ROLE_WEIGHTS, hidden = !isfinite(own);
    FACTS({"score", is_weight ? "score" : "input"}, NUMBER("own", own),
          NUMBER("best", made->term[best]), NUMBER("apart", apart), NUMBER("share", share),
          {"power", why_roughly(why, exp(lead > 0 ? apart : -apart))}, COUNT("ties", ties),
          {"next", finite == 2 ? "other" : "next"}, {"about", exact ? "" : "about "},
          {"all", finite == 2 ? "both" : arena_printf(why->arena, "all %d", finite)},
          {"seen", finite < n ? " that are not hidden" : ""}, COUNT("others", finite - 1));
    if (SAY({n == 1, "it has no other {score} beside it"},
            {!finite, "no {score} is a finite number, and 0 / 0 is none"},
            {isnan(made->value), "not each {score} is a finite number"},
            {!hidden && finite == 1 && n == 2, "the other {score} is hidden (-inf)"},
            {!hidden && finite == 1, "the other {score}s are all hidden (-inf)"}))
        return -1;
    SAY({hidden, "its {score} is {own}, and e^{own} is 0"},
        {ties == finite - 1, "{all} {score}s{seen} are {own}, so each gets as much"},
        {lead > 0 && exp(apart) > MILLION,
         "its {score} {own} leads the {next}, {best}, by {apart}, and e^{apart} is more than a "
         "million"},
        {lead > 0,
         "its {score} {own} leads the {next}, {best}, by {apart}, and e^{apart} is about {power}"},
        {own < made->term[best] && lead == 0,
         "its {score} {own} is hardly below the largest, {best}"},
        {lead == 0 && ties == 0, "its {score} {own} is hardly above the {next}, {best}"},
        {lead == 0 && ties == 1, "its {score} {own} is the largest, and 1 other is as large"},
        {lead == 0, "its {score} {own} is the largest, and {ties} others are as large"},
        {made->value == 0,
         "its {score} {own} is {apart} below {best}, and e^-{apart} is too small to count"},
        {sight_of(why->sight, first) != SEEN,
         "its {score} {own} is {apart} below {best}, and e^-{apart} is about {power}"},
        {true, "its {score} {own} is {apart} below {best}, which gets {share}, and e^-{apart} of "
               "that is {about}{is}"});
    SAY({lead > 0 && !hidden && made->value < 0.5, ", but {others} others share with it"});
    return self;
}

// ---- reductions and formulas --------------------------------------------------------------------

static bool is_between(const MadeCell *made, const char *sign)
{
    return str_is(str_from(made->call->op->notation.between), sign);
}

// Sums by their arithmetic, or where that is long by how far their numbers reach; else which of the
// numbers it is, or where that stands.
static void add_reduction(Why *why, const MadeCell *made)
{
    const char *after = made->call->op->notation.after;
    bool is_float = dtype_is_float(made->call->input[made->terms.term[0].input]->dtype);
    bool is_place = is_float && made->call->output->dtype == DTYPE_INT64;
    bool is_high = made->value == (is_place ? made->high : made->term[made->high]);
    bool is_low = made->value == (is_place ? made->low : made->term[made->low]);
    bool sums = is_between(made, " + "), few = made->how && made->count <= FEW;
    bool ranks = is_between(made, ", ") && is_float && made->count > 1 && (is_high || is_low);
    int ranked = is_high ? made->high : made->low, alike = 0;
    for (int i = 0; i < made->count; i++) alike += made->term[i] == made->term[ranked];
    FACTS({"sum", after && strchr(after, '/') ? "mean" : "sum"},
          {"rank", is_high ? "largest" : "smallest"}, {"label", term_label(why, made, ranked, 1)},
          COUNT("alike", alike), NUMBER("own", made->term[ranked]));
    SAY({sums && !few, "the {sum} of {count} numbers from {low} to {high}"},
        {ranks && alike > 1,
         "{label}, {own}, is the {rank} of {count}, the first of {alike} alike"},
        {ranks, "{label}, {own}, is the {rank} of {count}"}, {few, "{how}"});
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 2e-5 * fmax(fmax(fabs(a), fabs(b)), 0.1);
}

// Which formula it is the numbers say: a normalised row's, a log-softmax, a variance, a loss.
static void add_formula(Why *why, const MadeCell *made)
{
    int self = made->terms.self, n = 0, divisor = 0;
    double mean = 0, squares = 0, sum = 0;
    for (; n < made->count && made->terms.term[n].input == 0; n++) mean += made->term[n];
    if (n == 0) return;
    mean /= n;
    double own = made->term[self < 0 ? 0 : self], apart = own - mean;
    for (int i = 0; i < n; i++) {
        squares += (made->term[i] - mean) * (made->term[i] - mean);
        sum += exp(made->term[i] - own);
    }
    double weight = made->count > n ? made->term[n] : 1, deviation = sqrt(squares / n);
    double bias = made->count > n + 1 ? made->term[n + 1] : 0, epsilon = 1e-5;
    double norm = apart / sqrt(squares / n + epsilon) * weight + bias;
    bool alone = made->count == n, chosen = made->terms.by_values, root = false;
    bool is_norm =
        self >= 0 && squares > 0 && made->count <= n + 2 &&
        (is_near(norm, made->value) || is_near(apart / deviation * weight + bias, made->value));
    for (int d = n; d >= n - 1 && d > 0 && self < 0 && alone && !chosen && squares > 0; d--) {
        bool is_root = is_near(made->value, sqrt(squares / d));
        if (is_root || is_near(made->value, squares / d)) divisor = d;
        root |= is_root;
    }
    Why finer = why_apart(why, own, mean);
    double rounded = fabs(why_rounded(why, why_rounded(&finer, own) - why_rounded(&finer, mean)));
    FACTS({"name", term_name(why, made, self < 0 ? 0 : self)}, {"own", why_number(&finer, own)},
          {"mean", why_number(&finer, mean)}, NUMBER("apart", rounded),
          {"side", apart < 0 ? "below" : "above"}, NUMBER("steps", fabs(apart / deviation)),
          NUMBER("deviation", deviation), NUMBER("weight", weight), NUMBER("bias", bias),
          NUMBER("share", 1 / sum), NUMBER("squares", squares),
          {"root", root ? "the root of " : ""}, COUNT("divisor", divisor));
    if (SAY({self >= 0 && alone && is_near(-log(sum), made->value),
             "the logarithm of {share}, the share that its {own} has in the softmax"},
            {divisor, "{root}{squares} / {divisor}: the squared distances of {count} numbers from "
                      "their mean, {mean}, add up to {squares}"},
            {made->how && !is_norm, "{how}"},
            {alone && chosen && is_near(-mean, made->value),
             "the mean of {count} numbers from {low} to {high}, with its sign turned"},
            {!is_norm, ""}))
        return;
    SAY({true, "{name} is {own}, {apart} {side} the mean {mean}, which is {steps} standard "
               "deviations of {deviation}"});
    SAY({weight != 1, "; times the weight {weight}"});
    SAY({bias != 0, "; plus the bias {bias}"});
}

// ---- what is followed back ----------------------------------------------------------------------

// What was said of the cell at hand: nothing; what it is called; that others are made from it.
typedef enum Said { SAID_NOTHING, SAID_NAME, SAID_NUMBER } Said;

// "mask[0,1] is True", as the fact "deciders". False: there are none, or too many.
static bool find_deciders(Why *why, const MadeCell *made, bool by_name)
{
    int count = made->terms.decider_count;
    Buf text = {.arena = why->arena};
    for (int i = 0; i < count && count <= 2; i++) {
        Cell cell = term_cell(&made->terms, &made->terms.decider[i]);
        if (by_name && !entry_goes_by_name(why->trace, cell.entry)) return false;
        if (!may_tell(why, cell)) return false;
        const char *name = cell_name(why->trace, cell_named(why->trace, cell), why->arena);
        buf_printf(&text, "%s%s is %s", i ? " and " : "", name, value_text(why, cell));
    }
    FACTS({"deciders", buf_text(&text)});
    return text.n > 0;
}

// Where it came from, and which cell chose it. Returns the term to go on with, or -1.
static int add_moved(Why *why, const MadeCell *made, Said *said)
{
    bool literal = is_literal(made, 0), first = *said == SAID_NOTHING;
    bool chosen = find_deciders(why, made, first && made->terms.by_values);
    Cell named = literal ? made->cell : cell_named(why->trace, cell_at(made, 0));
    bool has_name = !literal && entry_goes_by_name(why->trace, named.entry);
    FACTS({"name", cell_name(why->trace, named, why->arena)});
    bool is_said = SAY({!first && literal && chosen, "{is} because {deciders}"}, {!first, ""},
                       {has_name && chosen, "it is {name}, because {deciders}"},
                       {has_name, "it is {name}"}, {chosen, "put there because {deciders}"});
    if (first && is_said) *said = SAID_NAME;
    return literal || (*said == SAID_NUMBER && made->terms.by_values) ? -1 : 0;
}

// The only term that is no literal; or the one that others leave as it is; or of what is added
// the one that is more than half of it. -1: none.
static int term_to_follow(const MadeCell *made, bool *same)
{
    int only = -1, taken = -1, most = 0;
    double all = 0;
    for (int i = made->count - 1; i >= 0; i--) {
        bool as_before = made->term[i] == made->value && !is_literal(made, i);
        for (int k = 0; k < made->count && isfinite(made->value); k++)
            as_before &= k == i || made->term[k] == 0 || is_literal(made, k);
        if (as_before) taken = i;
        if (!is_literal(made, i)) only = only == -1 ? i : -2;
        if (fabs(made->term[i]) > fabs(made->term[most])) most = i;
        all += fabs(made->term[i]);
    }
    *same = taken >= 0;
    bool carries =
        is_between(made, " + ") && !is_literal(made, most) && fabs(made->term[most]) > all / 2;
    return only >= 0 ? only : taken < 0 && carries ? most : taken;
}

// One number of each input, and what it is made of. The same is returned.
static int add_elementwise(Why *why, const MadeCell *made, Said said)
{
    const char *before = made->call->op->notation.before;
    bool first = said != SAID_NUMBER, same;
    bool cuts = first && made->count == 1 && before && strncmp(before, "max(0,", 6) == 0;
    int next = term_to_follow(made, &same), own = next < 0 ? 0 : next;
    bool endless = same && isinf(made->value) && made->count > 1;
    const char *names = first ? arithmetic_text(why, made->cell, true) : NULL;
    double number; // "-5", of a sign that is turned
    bool is_number = made->how && number_parse_double(str_from(made->how), &number);
    FACTS({"names", names}, {"name", next < 0 ? "" : term_name(why, made, next)},
          NUMBER("own", made->term[own]));
    bool is_said =
        SAY({cuts && made->term[0] > 0, "{name} is above 0 and stays as it is"},
            {cuts, "{name}, {own}, is not above 0"},
            {first && endless && is_between(made, " + "),
             "{name} is {is}, and nothing that is added changes that"},
            {first && names && made->how && strcmp(names, made->how) != 0, "{names} is {how}"},
            {first && made->how, "{how}"}, {!first && endless, "; {name} is {is}"},
            {!first && (same || is_number), ""}, {!first && made->how, "; {is} is {how}"});
    return is_said ? next : -1;
}

// How the cell is made, and what that is made from: "6 is 12 / 2; 12 comes mostly from d0, 2*4 =
// 8", back to the sum of products, if that is where it leads.
static void add_made(Why *why, Cell cell)
{
    MadeCell made;
    Said said = SAID_NOTHING;
    for (int i = 0; i < MOST_STEPS && cell.entry >= 0 && look_at(why, cell, NULL, &made); i++) {
        TermsKind kind = made.terms.kind;
        bool is_products = kind == TERMS_SUM_OF_PRODUCTS;
        if (made.count < 1 + is_products) return; // the sum of nothing
        int next = -1, start = why->out->n;
        SAY({said && is_products, "; {is} comes "},
            {said == SAID_NAME || (said && kind == TERMS_MOVED), "; "});
        int from = why->out->n;
        if (kind == TERMS_MOVED) next = add_moved(why, &made, &said);
        if (kind == TERMS_ELEMENTWISE) next = add_elementwise(why, &made, said);
        if (is_products) add_products(why, &made);
        if (kind == TERMS_EXP_OVER_SUM && said != SAID_NUMBER) next = add_exponential(why, &made);
        if (kind == TERMS_REDUCTION && said != SAID_NUMBER) add_reduction(why, &made);
        if (kind == TERMS_FORMULA && said != SAID_NUMBER) add_formula(why, &made);
        if (why->out->n == from) buf_cut(why->out, start);
        if (next < 0) return;
        cell = cell_at(&made, next);
        if (kind != TERMS_MOVED) said = SAID_NUMBER;
    }
}

// ---- all of it ----------------------------------------------------------------------------------

// "sat->cat" of attention weights whose rows and columns have words; else "weights[2,1]".
static const char *subject(const Why *why, Cell cell)
{
    TensorAxes axes = axes_of(why->trace, cell.entry);
    const int dim[] = {axes_find(&axes, AXIS_QUERY), axes_find(&axes, AXIS_KEY)};
    bool weighs = dim[0] >= 0 && dim[1] >= 0 && role_of(why->trace, cell.entry) == ROLE_WEIGHTS;
    const char *words[] = {"", ""};
    for (int i = 0; i < 2 && weighs; i++) {
        DimLabels labels = dim_labels(why->trace, cell.entry, dim[i]);
        if (labels.items) words[i] = dim_label(&labels, cell.at.at[dim[i]], why->arena);
    }
    bool have = *words[0] && *words[1];
    return have ? arena_printf(why->arena, "%s->%s", words[0], words[1])
                : cell_name(why->trace, cell, why->arena);
}

// A slope is made from what else goes into what the cell feeds.
static void add_gradient(Why *why, Cell cell, const ChainRule *rule)
{
    MadeCell made;
    for (int i = 0; i < rule->count; i++) {
        Cell fed;
        int64_t pass;
        if (chain_cell_of(why->trace, rule->terms[i].of, &fed, &pass) && may_tell(why, fed))
            look_at(why, fed, NULL, &made);
    }
    if (look_at(why, cell, rule, &made)) add_products(why, &made);
}

static void add_step(Why *why, Cell cell)
{
    Cell before = {why->trace->entries[cell.entry].call.input[0]->origin, cell.at};
    Cell slope = {gradient_of(why->trace, before.entry, 0)->entry, cell.at};
    if (may_tell(why, before) && may_tell(why, slope))
        buf_add(why->out,
                str_from(chain_step(why->trace, *why->sight, cell, why->digits, why->arena)));
}

const char *why_in_words(const Trace *trace, const Sight *sight, Cell cell, int digits,
                         Arena *arena)
{
    Buf out = {.arena = arena};
    Why why = {.trace = trace, .sight = sight, .digits = digits, .arena = arena, .out = &out};
    ChainRule rule;
    if (!may_tell(&why, cell) || cell_held(trace, cell)) return NULL;
    buf_printf(&out, "%s is %s: ", subject(&why, cell), value_text(&why, cell));
    int start = out.n;
    if (entry_is_step(trace, cell.entry))
        add_step(&why, cell);
    else if (chain_of_gradient(trace, cell, arena, &rule) && rule.adds_up)
        add_gradient(&why, cell, &rule);
    else
        add_made(&why, cell_before_writes(trace, cell));
    if (why.is_hidden || out.n == start) return NULL;
    buf_add_char(&out, '.');
    return buf_text(&out);
}

// Not in the brackets of a call.
static bool ends_clause(const char *words, int at)
{
    int depth = 0;
    for (int i = 0; i < at; i++) depth += (words[i] == '(') - (words[i] == ')');
    return !depth && (words[at] == ';' || words[at] == ',') && words[at + 1] == ' ';
}

const char *why_line(const char *words, int columns, Arena *arena)
{
    if (!words) return NULL;
    Str line = str_from(words);
    int end = line.n;
    while (utf8_width(str_slice(line, 0, end)) + (end < line.n) > columns) {
        do end--;
        while (end > 0 && !ends_clause(words, end));
        if (end <= 0) return NULL;
    }
    return arena_printf(arena, "%.*s%s", end, words, end < line.n ? "." : "");
}
