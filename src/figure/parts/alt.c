// Writes the alternative text of figures. Numbers are those of the cells; positions that have no
// label are counted, as "query 2".
#include "figure/parts/alt.h"

#include "base/text/number.h"

#include <inttypes.h>
#include <math.h>

static void add_number(Buf *out, double value)
{
    number_human(out, value, 4);
}

// ---- matrices ---------------------------------------------------------------------------------

static void add_count(Buf *out, int64_t cells, const char *value)
{
    if (cells) buf_printf(out, ", %" PRId64 " %s %s", cells, cells == 1 ? "is" : "are", value);
}

void alt_add_range(Buf *out, const Plane *plane)
{
    if (plane->finite) {
        buf_add(out, STR(", values from "));
        add_number(out, plane->low);
        buf_add(out, STR(" to "));
        add_number(out, plane->high);
    }
    if (plane->left_out)
        buf_printf(out, ", the %s triangle left blank",
                   plane->triangle == TRIANGLE_UPPER ? "upper" : "lower");
    add_count(out, plane->unseen, "not shown yet");
    add_count(out, plane->masked, "masked");
    add_count(out, plane->below, "-inf");
    add_count(out, plane->above, "inf");
    add_count(out, plane->invalid, "nan");
}

static void add_name(Buf *out, const Axis *axis, int64_t at, const char *noun)
{
    bool known = axis->labels && !axis->numbered && at % axis->step == 0;
    if (!known) {
        buf_printf(out, "%s %" PRId64, noun, at);
        return;
    }
    buf_add_char(out, '"');
    buf_add_one_line(out, str_from(axis->label[at / axis->step]));
    buf_add_char(out, '"');
}

// A matrix of weights, whichever way it is shown.
typedef struct Weights {
    const Plane *plane;
    const Axis *query, *key;
    int64_t queries, keys;
    bool turned; // its columns are the queries
} Weights;

static double weight(const Weights *w, int64_t query, int64_t key)
{
    return w->turned ? matrix_value(&w->plane->matrix, key, query)
                     : matrix_value(&w->plane->matrix, query, key);
}

// The keys that have the largest weight, to two decimals; three of them at most.
static void add_best(Buf *out, const Weights *w, int64_t query)
{
    const int64_t most = 3;
    double best = 0;
    int64_t count = 0, named = 0;
    for (int64_t key = 0; key < w->keys; key++) best = fmax(best, weight(w, query, key));
    for (int64_t key = 0; key < w->keys; key++) count += weight(w, query, key) > best - 0.005;
    if (count == w->keys && count > 1) {
        buf_printf(out, "all alike (%.2f each)", best);
        return;
    }
    for (int64_t key = 0; key < w->keys && named < most; key++) {
        if (weight(w, query, key) <= best - 0.005) continue;
        if (named) buf_add(out, named + 1 == count ? STR(" and ") : STR(", "));
        add_name(out, w->key, key, "key");
        named++;
    }
    if (count > most) buf_printf(out, " and %" PRId64 " more", count - most);
    buf_printf(out, " (%.2f%s)", best, count > 1 ? " each" : "");
}

void alt_add_attention(Buf *out, const Plane *plane, const Axis *rows, const Axis *columns,
                       int64_t most)
{
    if (!plane->holds_shares || plane->unseen || plane->left_out) return;
    const Matrix *matrix = &plane->matrix;
    Weights w = {plane, rows, columns, matrix->rows, matrix->columns, matrix_is_turned(matrix)};
    if (w.turned) w = (Weights){plane, columns, rows, matrix->columns, matrix->rows, true};
    for (int64_t query = 0; query < w.queries && query < most; query++) {
        if (query) buf_add(out, STR("; "));
        add_name(out, w.query, query, "query");
        buf_add(out, query ? STR(" to ") : STR(" attends most to "));
        add_best(out, &w, query);
    }
    if (w.queries > most) buf_printf(out, "; and %" PRId64 " more queries", w.queries - most);
}

static void add_place(Buf *out, const Plane *plane, const Axis *rows, const Axis *columns,
                      double value)
{
    const Matrix *matrix = &plane->matrix;
    for (int64_t cell = 0; cell < matrix->rows * matrix->columns; cell++) {
        int64_t row = cell / matrix->columns, column = cell % matrix->columns;
        if (matrix_value(matrix, row, column) != value) continue;
        add_number(out, value);
        buf_add(out, STR(" at "));
        if (matrix->rows > 1) add_name(out, rows, row, "row");
        if (matrix->rows > 1 && matrix->columns > 1) buf_add(out, STR(", "));
        if (matrix->columns > 1) add_name(out, columns, column, "column");
        return;
    }
}

void alt_add_extremes(Buf *out, const Plane *plane, const Axis *rows, const Axis *columns)
{
    const int64_t many = 1 << 16;
    if (plane->holds_shares || plane->unseen || !plane->finite || plane->low == plane->high) return;
    if (plane->left_out || plane->matrix.rows * plane->matrix.columns > many) return;
    buf_add(out, STR("Largest "));
    add_place(out, plane, rows, columns, plane->high);
    buf_add(out, STR("; smallest "));
    add_place(out, plane, rows, columns, plane->low);
}

// ---- arithmetic -------------------------------------------------------------------------------

// The longer sign before the one that it begins with.
static const struct {
    const char *sign, *word;
} spoken[] = {
    {"**", " to the power of "},
    {"*", " times "},
    {"×", " times "},
    {"·", " times "},
    {"@", " matrix times "},
    {"/", " divided by "},
    {"+", " plus "},
    {"≈", " is about "},
    {"~=", " is about "},
    {"√", "root of "},
    {"∞", "infinity"},
    {"→", " to "},
    {"->", " to "},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Is something before the place that a minus subtracts from? Not so in "e-06".
static bool is_difference(Str text, int at)
{
    while (at > 0 && text.p[at - 1] == ' ') at--;
    if (at == 0) return false;
    char before = text.p[at - 1];
    return is_digit(before) || before == ')' || before == ']' || before == '_' ||
           (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
}

static bool is_exponent(Str text, int at)
{
    return at > 1 && text.p[at - 1] == 'e' && is_digit(text.p[at - 2]);
}

// The word for the sign at `at`, and how long the sign is; NULL: none.
static const char *word_at(Str text, int at, int *length)
{
    Str rest = str_slice(text, at, text.n);
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        *length = str_from(spoken[i].sign).n;
        if (str_starts(rest, spoken[i].sign)) return spoken[i].word;
    }
    *length = str_starts(rest, "−") ? 3 : 1;
    if (!str_starts(rest, "−") && rest.p[0] != '-') return NULL;
    if (is_exponent(text, at)) return NULL;
    return is_difference(text, at) ? " minus " : "minus ";
}

void alt_add_arithmetic(Buf *out, Str text)
{
    Buf words = {.arena = out->arena};
    bool is_first = true;
    for (int at = 0, length; at < text.n; at += length) {
        const char *word = word_at(text, at, &length);
        bool equals = text.p[at] == '=';
        if (equals) word = is_first ? " is " : ", that is ";
        is_first &= !equals;
        buf_add(&words, word ? str_from(word) : str_slice(text, at, at + length));
    }
    Buf line = {.arena = out->arena}; // with single blanks, and none before a comma
    buf_add_one_line(&line, buf_str(&words));
    for (int i = 0; i < line.n; i++) {
        bool before_comma = line.p[i] == ' ' && i + 1 < line.n && line.p[i + 1] == ',';
        if (!before_comma) buf_add_char(out, line.p[i]);
    }
}
