// A matrix is read row by row, twice: first to see that it holds weights and which column gets
// most, then to weigh what goes where each pattern says.
#include "study/attention/pattern.h"

#include "study/axes/row.h"
#include "trace/names/labels.h"

#include <inttypes.h>
#include <math.h>

static const double half_way = 0.5;     // from chance to 1
static const double nearly_even = 0.97; // of the entropy that even weights would have

// ---- a row --------------------------------------------------------------------------------------

// A matrix while its rows are gone through.
typedef struct HeadReading {
    const Attention *attention;
    const Matrix *matrix;
    const int64_t *token; // of this item, or NULL
    Index truth;          // its slice of the truth
    bool is_causal;       // by its zeros; where there are scores, those tell
    int64_t row;
    double *weight, *score; // of the row
    bool *sees;
    int64_t seen;
    int64_t heaviest, most; // columns: the heaviest of the row, and of all items together
} HeadReading;

// What softmax makes 0 of a score that is not hidden is closer to the largest than a hidden one:
// -inf, or some number like -1e4 or -1e9.
static bool underflows(double score, double largest)
{
    static const double least = 87, most = 9000;
    return largest - score > least && largest - score < most;
}

static void read_scores(HeadReading *reading)
{
    const Attention *attention = reading->attention;
    const Tensor *made = trace_output(attention->trace, attention->scores);
    const Matrix *matrix = reading->matrix;
    const Slices *slices = &attention->slices; // the matrix may be an average of them
    Matrix scores =
        matrix_along(made, attention->scores, matrix->base, slices->row_dim, slices->column_dim);
    matrix_row(&scores, reading->row, reading->score);
}

static bool is_hidden(const HeadReading *reading, int64_t column, double largest)
{
    if (reading->weight[column] != 0) return false;
    if (reading->attention->scores >= 0) return !underflows(reading->score[column], largest);
    return reading->is_causal && column > reading->row;
}

static void read_row(HeadReading *reading, int64_t row)
{
    int64_t columns = reading->matrix->columns;
    bool has_scores = reading->attention->scores >= 0;
    double largest = -HUGE_VAL;
    reading->row = row;
    matrix_row(reading->matrix, row, reading->weight);
    if (has_scores) read_scores(reading);
    for (int64_t c = 0; c < columns && has_scores; c++) largest = fmax(largest, reading->score[c]);
    reading->seen = reading->heaviest = 0;
    for (int64_t c = 0; c < columns; c++) {
        reading->sees[c] = !is_hidden(reading, c, largest);
        reading->seen += reading->sees[c];
        if (reading->weight[c] > reading->weight[reading->heaviest]) reading->heaviest = c;
    }
}

// ---- the patterns -------------------------------------------------------------------------------

static int64_t first_column(const HeadReading *reading UNUSED)
{
    return 0;
}

static int64_t most_column(const HeadReading *reading)
{
    return reading->most;
}

static int64_t heaviest_column(const HeadReading *reading)
{
    return reading->heaviest;
}

static bool is_earlier_occurrence(const HeadReading *reading, int64_t column)
{
    return column < reading->row && reading->token[column] == reading->token[reading->row];
}

static bool is_after_earlier_occurrence(const HeadReading *reading, int64_t column)
{
    return column > 0 && column < reading->row && is_earlier_occurrence(reading, column - 1);
}

static bool is_right(const HeadReading *reading, int64_t column)
{
    const Attention *attention = reading->attention;
    Matrix truth = matrix_through(attention->trace, attention->truth, reading->truth);
    return matrix_value(&truth, reading->row, column) != 0;
}

typedef enum Need {
    NEEDS_NOTHING,
    NEEDS_SAME_TOKENS, // of rows and columns
    NEEDS_EQUAL_TOKENS,
    NEEDS_TRUTH,
    NEEDS_OTHER_TOKENS, // says little where a token may look at itself
} Need;

typedef struct PatternRow {
    const char *name, *short_name;
    char letter;
    const char *meaning;
    Need need;
    int64_t (*column)(const HeadReading *reading);             // the one key; NULL: the query's own
    int64_t shift;                                             // and so many places on; or
    bool (*holds)(const HeadReading *reading, int64_t column); // is it one of several?
    bool also_unseen; // queries that may not see the key count as well
} PatternRow;

static const PatternRow table[PATTERN_KINDS] = {
    [PATTERN_NONE] = {.name = ""},
    [PATTERN_SMALL] = {.name = ""},
    [PATTERN_MIXED] = {.name = "mixed", .short_name = "mixed", .letter = '-'},
    [PATTERN_PREVIOUS] = {.name = "previous",
                          .short_name = "prev",
                          .letter = 'p',
                          .meaning = "the weight that a token gives to the one before it",
                          .need = NEEDS_SAME_TOKENS,
                          .shift = -1},
    [PATTERN_SELF] = {.name = "self",
                      .short_name = "self",
                      .letter = 's',
                      .meaning = "the weight that a token gives to itself",
                      .need = NEEDS_SAME_TOKENS},
    [PATTERN_NEXT] = {.name = "next",
                      .short_name = "next",
                      .letter = 'n',
                      .meaning = "the weight that a token gives to the one after it",
                      .need = NEEDS_SAME_TOKENS,
                      .shift = 1},
    [PATTERN_FIRST] = {.name = "first",
                       .short_name = "first",
                       .letter = 'f',
                       .meaning = "the weight that a token gives to the first one",
                       .column = first_column},
    [PATTERN_DUPLICATE] = {.name = "duplicate",
                           .short_name = "dup",
                           .letter = 'd',
                           .meaning = "the weight that a token gives to earlier occurrences of "
                                      "the same token",
                           .need = NEEDS_EQUAL_TOKENS,
                           .holds = is_earlier_occurrence},
    [PATTERN_INDUCTION] = {.name = "induction",
                           .short_name = "ind",
                           .letter = 'i',
                           .meaning = "the weight that a token gives to what came after earlier "
                                      "occurrences of the same token",
                           .need = NEEDS_EQUAL_TOKENS,
                           .holds = is_after_earlier_occurrence},
    [PATTERN_ALIGNED] = {.name = "aligned",
                         .short_name = "align",
                         .letter = 'a',
                         .meaning = "the weight that a word gives to the words that the program's "
                                    "tensor alignment marks as right",
                         .need = NEEDS_TRUTH,
                         .holds = is_right},
    [PATTERN_ONE] = {.name = "token",
                     .short_name = "token",
                     .letter = 't',
                     .meaning = "the weight that all tokens give to the same token, other than the "
                                "first: the one that gets most",
                     .column = most_column,
                     .also_unseen = true},
    [PATTERN_SHARP] = {.name = "sharp",
                       .short_name = "sharp",
                       .letter = 'x',
                       .meaning = "the largest weight of a word: how clearly it looks at one word "
                                  "of the other sentence, right or wrong",
                       .need = NEEDS_OTHER_TOKENS,
                       .column = heaviest_column},
    [PATTERN_EVEN] = {.name = "uniform",
                      .short_name = "unif",
                      .letter = 'u',
                      .meaning = "the entropy, as a fraction of the entropy of uniform weights"},
};

bool pattern_has_all(const Attention *attention, PatternKind kind)
{
    switch (table[kind].need) {
    case NEEDS_NOTHING: break;
    case NEEDS_SAME_TOKENS: return attention->sequence.is_same;
    case NEEDS_EQUAL_TOKENS: return attention->sequence.token != NULL;
    case NEEDS_TRUTH: return attention->truth >= 0;
    case NEEDS_OTHER_TOKENS: return !attention->sequence.is_same;
    }
    return true;
}

// ---- weighing -----------------------------------------------------------------------------------

static void count_row(PatternScore *sum, double weight, int64_t goals, int64_t seen)
{
    sum->score += weight;
    sum->chance += (double)goals / (double)seen;
    sum->counted++;
}

static void weigh_column(const HeadReading *reading, const PatternRow *row, PatternScore *sum)
{
    int64_t column = row->column ? row->column(reading) : reading->row + row->shift;
    bool is_seen = column >= 0 && column < reading->matrix->columns && reading->sees[column];
    if (is_seen) count_row(sum, reading->weight[column], 1, reading->seen);
    if (!is_seen && row->also_unseen) count_row(sum, 0, 0, reading->seen);
}

static void weigh_columns(const HeadReading *reading, const PatternRow *row, PatternScore *sum)
{
    int64_t goals = 0;
    double weight = 0;
    for (int64_t c = 0; c < reading->matrix->columns; c++) {
        if (!reading->sees[c] || !row->holds(reading, c)) continue;
        weight += reading->weight[c];
        goals++;
    }
    if (goals) count_row(sum, weight, goals, reading->seen);
}

// Of the evenness the sums are of bits: those that there are, and those that there could be.
static void weigh_row(const HeadReading *reading, Pattern *sums)
{
    if (reading->seen < 2) return;
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_EVEN; kind++) {
        const PatternRow *row = &table[kind];
        if (!pattern_has_all(reading->attention, (PatternKind)kind)) continue;
        (row->holds ? weigh_columns : weigh_column)(reading, row, &sums->of[kind]);
    }
    PatternScore *even = &sums->of[PATTERN_EVEN];
    even->score += row_facts(reading->weight, reading->matrix->columns, 0).entropy;
    even->chance += log2((double)reading->seen);
    even->counted++;
}

// ---- reading ------------------------------------------------------------------------------------

// Adds up what each column gets. False: they are no weights.
static bool read_columns(HeadReading *reading, double *column, Pattern *pattern)
{
    const Matrix *matrix = reading->matrix;
    reading->is_causal = matrix->rows == matrix->columns;
    for (int64_t r = 0; r < matrix->rows; r++) {
        matrix_row(matrix, r, reading->weight);
        RowFacts facts = row_facts(reading->weight, matrix->columns, 0);
        if (!facts.is_weights) return false;
        pattern->entropy += facts.entropy;
        for (int64_t c = 0; c < matrix->columns; c++) {
            column[c] += reading->weight[c];
            if (c > r && reading->weight[c] != 0) reading->is_causal = false;
        }
    }
    return true;
}

static HeadReading reading_of(const Attention *attention, const Matrix *matrix, int64_t item,
                              Arena *arena)
{
    HeadReading reading = {.attention = attention, .matrix = matrix};
    reading.weight = NEW_ARRAY(arena, double, matrix->columns);
    reading.score = NEW_ARRAY(arena, double, matrix->columns);
    reading.sees = NEW_ARRAY(arena, bool, matrix->columns);
    const TokenSequence *sequence = &attention->sequence;
    int64_t of = sequence->items > 1 ? item : 0;
    if (sequence->token) reading.token = sequence->token + of * sequence->length;
    reading.truth.at[0] = item;
    return reading;
}

static int64_t find_most(const double *column, int64_t columns)
{
    int64_t most = columns > 1 ? 1 : 0;
    for (int64_t c = 2; c < columns; c++) {
        if (column[c] > column[most]) most = c;
    }
    return most;
}

static void divide(Pattern *pattern)
{
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        PatternScore *sum = &pattern->of[kind];
        if (sum->counted == 0) continue;
        double by = kind == PATTERN_EVEN ? sum->chance : (double)sum->counted;
        sum->score = by > 0 ? sum->score / by : 0;
        sum->chance = kind == PATTERN_EVEN ? 1 : sum->chance / by;
    }
}

bool pattern_is_measured(const Pattern *pattern, PatternKind kind)
{
    return pattern->kind > PATTERN_SMALL && pattern->of[kind].counted >= LEAST_COUNTED;
}

bool pattern_has_share(const Pattern *pattern)
{
    return pattern->kind >= PATTERN_FIRST_SCORED && pattern->kind < PATTERN_EVEN;
}

double pattern_above_chance(const Pattern *pattern, PatternKind kind)
{
    const PatternScore *of = &pattern->of[kind];
    return of->chance < 1 ? (of->score - of->chance) / (1 - of->chance) : 0;
}

// What aligns, or always looks at one token, is sharp as well: only what has no other name is.
static PatternKind choose(const Pattern *pattern)
{
    PatternKind best = PATTERN_MIXED;
    double most = half_way;
    bool even = pattern->of[PATTERN_EVEN].score >= nearly_even;
    if (even && pattern_is_measured(pattern, PATTERN_EVEN)) return PATTERN_EVEN;
    for (int i = PATTERN_FIRST_SCORED; i < PATTERN_EVEN; i++) {
        PatternKind kind = (PatternKind)i;
        double above = pattern_above_chance(pattern, kind);
        bool is_more = best == PATTERN_MIXED ? above >= most : above > most;
        if (!pattern_is_measured(pattern, kind) || !is_more) continue;
        if (kind == PATTERN_SHARP && best != PATTERN_MIXED) continue;
        best = kind;
        most = above;
    }
    return best;
}

static bool read_matrices(Pattern *pattern, HeadReading *reading, const Matrix *matrices, int count,
                          double *column)
{
    for (int i = 0; i < count; i++) {
        if (!read_columns(&reading[i], column, pattern)) return false;
    }
    pattern->column = find_most(column, matrices->columns);
    pattern->entropy /= (double)(matrices->rows * count);
    pattern->kind = PATTERN_MIXED;
    bool small = matrices->rows < LEAST_TOKENS || matrices->columns < LEAST_TOKENS;
    if (small) pattern->kind = PATTERN_SMALL;
    for (int i = 0; i < count && !small; i++) {
        reading[i].most = pattern->column;
        for (int64_t row = 0; row < matrices->rows; row++) {
            read_row(&reading[i], row);
            weigh_row(&reading[i], pattern);
        }
    }
    return true;
}

Pattern pattern_of(const Attention *attention, const Matrix *matrices, int count, int64_t item)
{
    Pattern pattern = {.kind = PATTERN_NONE};
    if (shape_count(&matrices->tensor->shape) == 0) return pattern;
    SCRATCH(scratch);
    HeadReading *reading = NEW_ARRAY(&scratch, HeadReading, count);
    double *column = NEW_ARRAY(&scratch, double, matrices->columns);
    for (int i = 0; i < count; i++)
        reading[i] = reading_of(attention, &matrices[i], item + i, &scratch);
    if (!read_matrices(&pattern, reading, matrices, count, column)) pattern = (Pattern){0};
    divide(&pattern);
    if (pattern.kind == PATTERN_MIXED) pattern.kind = choose(&pattern);
    return pattern;
}

// ---- in words -----------------------------------------------------------------------------------

static const char *lack(const Attention *attention, PatternKind kind)
{
    switch (table[kind].need) {
    case NEEDS_NOTHING: break;
    case NEEDS_SAME_TOKENS:
    case NEEDS_EQUAL_TOKENS: return attention->sequence.unknown;
    case NEEDS_TRUTH: return "no tensor called alignment fits";
    case NEEDS_OTHER_TOKENS: return "rows and columns are the same tokens";
    }
    return "";
}

const char *pattern_why_not(const Attention *attention, PatternKind kind)
{
    const Shape *shape = trace_shape(attention->trace, attention->entry);
    bool small =
        shape->dim[shape->ndim - 2] < LEAST_TOKENS || shape->dim[shape->ndim - 1] < LEAST_TOKENS;
    if (small) return "there are fewer than 6 tokens";
    if (!pattern_has_all(attention, kind)) return lack(attention, kind);
    if (table[kind].need == NEEDS_EQUAL_TOKENS) return "fewer than 5 tokens occurred before";
    return "fewer than 5 tokens may look there";
}

const char *pattern_kind_name(PatternKind kind)
{
    return table[kind].name;
}

const char *pattern_short_name(PatternKind kind)
{
    return table[kind].short_name;
}

char pattern_letter(PatternKind kind)
{
    return table[kind].letter ? table[kind].letter : ' ';
}

const char *pattern_meaning(PatternKind kind)
{
    return table[kind].meaning;
}

const char *pattern_name(const Pattern *pattern, Arena *arena)
{
    if (pattern->kind != PATTERN_ONE) return pattern_kind_name(pattern->kind);
    return arena_printf(arena, "token %" PRId64, pattern->column);
}

const char *pattern_title(const Pattern *pattern, const Trace *trace, const Matrix *matrix,
                          Arena *arena)
{
    const char *token = "";
    bool may = pattern->kind == PATTERN_ONE && label_axis(trace, matrix->entry, matrix->column_dim);
    if (may) token = label_at(trace, matrix->entry, matrix->column_dim, pattern->column, arena);
    return *token ? arena_printf(arena, "to %s", token) : pattern_name(pattern, arena);
}
