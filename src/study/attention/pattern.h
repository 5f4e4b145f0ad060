// What heads do: patterns that are looked for in attention weights, one row of a table each, with a
// score and with what chance would give.
//
// A pattern names, for each query, the keys that its weight goes to. Its score is the mean weight
// that goes there, over the queries for which there is such a key and a choice: they may see it,
// and another one. Chance is the same mean if each query spread its weight evenly over all that it
// may see. A head is named by the pattern that goes farthest of the way from chance to 1, and by
// none that does not go half of it. Nothing is said where there are fewer than LEAST_TOKENS queries
// or keys, nor of a pattern that fewer than LEAST_COUNTED queries have to do with.
//
// The scores are those of the literature: previous token and duplicate token heads as in Wang et
// al., "Interpretability in the Wild" (2022); induction as the prefix matching score of Olsson et
// al., "In-context Learning and Induction Heads" (2022), the weight that goes to all tokens that
// came after an earlier occurrence of the query's own. These count only causal weights; so do we.
#pragma once

#include "study/attention/attention.h"
#include "study/axes/matrix.h"

enum { LEAST_TOKENS = 6, LEAST_COUNTED = 5 };

typedef enum PatternKind {
    PATTERN_NONE, // no weights: some row has a negative cell, or does not sum to 1
    PATTERN_SMALL,
    PATTERN_MIXED, // none of those below
    PATTERN_PREVIOUS,
    PATTERN_SELF,
    PATTERN_NEXT,
    PATTERN_FIRST,
    PATTERN_DUPLICATE,
    PATTERN_INDUCTION,
    PATTERN_ALIGNED,
    PATTERN_ONE, // one token that is not the first, Pattern.column
    PATTERN_SHARP,
    PATTERN_EVEN, // all that may be seen, alike; by entropy
    PATTERN_KINDS,
    PATTERN_FIRST_SCORED = PATTERN_PREVIOUS,
} PatternKind;

typedef struct PatternScore {
    double score, chance; // 0 to 1
    int64_t counted;      // queries that they are means of; fewer than LEAST_COUNTED: not measured
} PatternScore;

typedef struct Pattern {
    PatternKind kind;
    PatternScore of[PATTERN_KINDS];
    int64_t column; // ONE
    double entropy; // mean of the rows', in bits: 0 looks at one token, log2(n) at n alike
} Pattern;

// Of the same head in `count` items of a batch, from number `item` on, taken together.
Pattern pattern_of(const Attention *attention, const Matrix *matrices, int count, int64_t item);
bool pattern_is_measured(const Pattern *pattern, PatternKind kind);
// Is its kind one that has a score and a chance to be shown with it?
bool pattern_has_share(const Pattern *pattern);
// How far it goes from chance to 1.
double pattern_above_chance(const Pattern *pattern, PatternKind kind);
// Is there what the pattern needs besides weights: tokens that are known, say?
bool pattern_has_all(const Attention *attention, PatternKind kind);
// Why it is not measured, for a reader: "fewer than 5 tokens occurred before".
const char *pattern_why_not(const Attention *attention, PatternKind kind);

const char *pattern_kind_name(PatternKind kind);  // "previous"; of NONE and SMALL ""
const char *pattern_short_name(PatternKind kind); // "prev", at most five letters
char pattern_letter(PatternKind kind);            // 'p'
const char *pattern_meaning(PatternKind kind);    // "the weight that …"

// "previous", "token 3", "mixed"; "" for none.
const char *pattern_name(const Pattern *pattern, Arena *arena);
// The same; where all look at one token that has a label, "to mat".
const char *pattern_title(const Pattern *pattern, const Trace *trace, const Matrix *matrix,
                          Arena *arena);
