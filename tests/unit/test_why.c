// Of cells of every tensor of every lesson: what is said of them holds, whatever is said.
#include "study/why/why.h"
#include "support/lessons.h"
#include "support/test.h"
#include "tensor/op.h"

#include "walk/walk.h"

#include <math.h>
#include <string.h>

enum { CELLS = 6, LEVELS = 8, FIRST = 200, DIGITS = 4 };

static int said, faults;

static void expect(bool holds, const char *what, const char *words)
{
    if (holds) return;
    print_error("%s: %s\n", what, words);
    faults++;
}

// Is a product more than half of what all of them have, and the cell on its side of 0?
static bool is_mostly_one(const OpCall *call, const Terms *terms, double value)
{
    double most = 0, all = 0;
    for (int i = 0; i + 1 < terms->count; i += 2) {
        const Term *a = &terms->term[i], *b = &terms->term[i + 1];
        double product =
            tensor_get(call->input[a->input], a->at) * tensor_get(call->input[b->input], b->at);
        all += fabs(product);
        if (fabs(product) > fabs(most)) most = product;
    }
    return fabs(most) >= 0.499 * all && (most > 0 || value < 0.001);
}

static void check_reduction(const OpCall *call, const Terms *terms, double value, const char *words)
{
    double sum = 0, high = -HUGE_VAL, low = HUGE_VAL;
    for (int i = 0; i < terms->count; i++) {
        double term = tensor_get(call->input[terms->term[i].input], terms->term[i].at);
        sum += term;
        high = fmax(high, term);
        low = fmin(low, term);
    }
    double near = 1e-4 * fmax(1, fmax(fabs(high), fabs(low)) * terms->count);
    bool is_place = call->output->dtype == DTYPE_INT64;
    expect(!strstr(words, ": the sum of ") || fabs(value - sum) < near, "not the sum", words);
    expect(!strstr(words, ": the mean of ") || fabs(value - sum / terms->count) < near,
           "not the mean", words);
    expect(!strstr(words, " is the largest of ") || is_place || value == high, "not it", words);
    expect(!strstr(words, " is the smallest of ") || is_place || value == low, "not it", words);
}

static void check_against_terms(const Trace *trace, Cell cell, const char *words, Arena *scratch)
{
    Cell made = cell_before_writes(trace, cell);
    const OpCall *call = &trace->entries[made.entry].call;
    Terms terms = {.arena = scratch};
    op_sources(call, made.at, &terms);
    bool is_sum = terms.kind == TERMS_SUM_OF_PRODUCTS && terms.count % 2 == 0;
    if (is_sum && strstr(words, ": mostly from "))
        expect(is_mostly_one(call, &terms, cell_value(trace, cell)), "not mostly", words);
    if (terms.kind == TERMS_REDUCTION)
        check_reduction(call, &terms, cell_value(trace, cell), words);
    if (terms.kind != TERMS_EXP_OVER_SUM) return;
    double best = -HUGE_VAL, own = 0;
    for (int i = 0; i < terms.count; i++) {
        double score = tensor_get(call->input[terms.term[i].input], terms.term[i].at);
        if (i == terms.self)
            own = score;
        else if (score > best)
            best = score;
    }
    expect(!strstr(words, " leads the ") || own > best, "does not lead", words);
    expect(!strstr(words, " below ") || strstr(words, "comes") || own < best, "not below", words);
}

// "it is x[0,1]": a tensor is called so that was there before.
static void check_source(const Trace *trace, Cell cell, const char *words, Arena *scratch)
{
    static const char begins[] = ": it is ";
    const char *name = strstr(words, begins);
    if (!name) return;
    name += strlen(begins);
    int e = cell.entry;
    bool is_called = false;
    for (; e >= 0 && !is_called; e--)
        is_called = str_starts(str_from(name), entry_title(trace, e, scratch));
    expect(is_called, "no such tensor", words);
}

// ---- what may not be seen -----------------------------------------------------------------------

typedef struct HiddenNumber {
    const Trace *trace;
    Cell made; // where it was made; its copies are hidden, too
} HiddenNumber;

static Seen all_but_one(const void *by, Cell cell)
{
    const HiddenNumber *number = by;
    return cell_equal(number->made, cell_origin(number->trace, cell)) ? HIDDEN : SEEN;
}

// Whatever its number is, the same is said, or nothing. What was given is never asked for.
static void check_hidden(const Trace *trace, Cell cell, Cell hidden, Arena *scratch)
{
    HiddenNumber by = {trace, cell_origin(trace, hidden)};
    Sight sight = {all_but_one, NULL, &by};
    Tensor *tensor = trace->entries[hidden.entry].call.output;
    double number = cell_value(trace, hidden), other = number == 0 ? 1 : 0;
    if (cell_equal(cell, hidden) || !trace->entries[by.made.entry].call.op->sources) return;
    const char *words = why_in_words(trace, &sight, cell, DIGITS, scratch);
    if (!words) return;
    tensor_set(tensor, hidden.at, other);
    const char *changed = why_in_words(trace, &sight, cell, DIGITS, scratch);
    expect(changed && strcmp(words, changed) == 0, "tells what is hidden", words);
    tensor_set(tensor, hidden.at, number);
}

static void check_cell(const Trace *trace, Cell cell)
{
    Arena scratch = {0};
    const char *words = why_in_words(trace, &(Sight){0}, cell, DIGITS, &scratch);
    if (words) {
        said++;
        expect(!strstr(words, "nan") || isnan(cell_value(trace, cell)) || strstr(words, "nan("),
               "nan", words);
        expect(!strstr(words, " by -") && !strstr(words, " by 0,") && !strstr(words, " is 0 below"),
               "no lead", words);
        expect(!strstr(words, "  ") && !strstr(words, " ,") && !strstr(words, " ;") &&
                   !strstr(words, " ."),
               "a gap", words);
        check_against_terms(trace, cell, words, &scratch);
        check_source(trace, cell, words, &scratch);
        Cell source = cell;
        for (int i = 0; i < LEVELS && cell_first_source(trace, source, &source); i++)
            check_hidden(trace, cell, source, &scratch);
    }
    arena_free(&scratch);
}

static void what_is_said_of_cells_of_all_lessons_holds(void **state UNUSED)
{
    for (EachLesson each = {0}; lesson_next_open(&each);) {
        const Trace *trace = each.walk.trace;
        for (int e = 0; e < trace->entry_count; e += 1 + e / FIRST) {
            const Shape *shape = &trace->entries[e].call.output->shape;
            int64_t count = shape_count(shape), step = count / CELLS + 1;
            for (int64_t k = 0; k < count; k += step)
                check_cell(trace, (Cell){e, index_unravel(shape, k)});
        }
    }
    assert_int_equal(faults, 0);
    assert_true(said * ONE_LESSON_IN > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_of_cells_of_all_lessons_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
