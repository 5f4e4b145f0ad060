// Scores how well a text fits what was typed. A word that occurs as it is counts most, more
// still at the beginning of a word. Otherwise its letters must occur in order; each letter at the
// beginning of a word or right behind the one before adds to the score, gaps between them cost.
#include "base/text/fuzzy.h"

#include "base/text/ascii.h"

#include <string.h>

enum { AT_WORD = 8, AT_START = 12, NEXT_TO = 6, WHOLE_WORD = 24, GAP_COST = 1, MOST_GAP = 6 };

static bool is_word(char c)
{
    return ascii_is_alnum(c) || (c & 0x80);
}

static bool begins_word(Str text, int at)
{
    return at == 0 || !is_word(text.p[at - 1]);
}

static bool same_at(Str text, int at, Str part, bool exact)
{
    if (at + part.n > text.n) return false;
    for (int i = 0; i < part.n; i++) {
        char a = text.p[at + i], b = part.p[i];
        if (exact ? a != b : ascii_lower(a) != ascii_lower(b)) return false;
    }
    return true;
}

int fuzzy_find_text(Str text, Str part, int from)
{
    bool exact = false;
    for (int i = 0; i < part.n; i++) exact |= ascii_is_upper(part.p[i]);
    for (int at = from; part.n && at + part.n <= text.n; at++) {
        if (same_at(text, at, part, exact)) return at;
    }
    return -1;
}

// The word as it is: the best there is, best of all at the beginning of a word.
static int whole_score(Str word, Str text)
{
    int best = NO_FUZZY_MATCH;
    for (int at = 0; at + word.n <= text.n; at++) {
        if (!same_at(text, at, word, false)) continue;
        bool starts = begins_word(text, at);
        bool ends = at + word.n == text.n || !is_word(text.p[at + word.n]);
        int score = WHOLE_WORD * (1 + starts + (starts && ends)) + NEXT_TO * (word.n - 1);
        if (at == 0) score += AT_START;
        if (score > best) best = score;
    }
    return best;
}

// Letter by letter, each at its first place behind the one before, but rather at the beginning of
// a word.
static int scattered_score(Str word, Str text)
{
    int at = 0, score = 0, last = -1;
    for (int i = 0; i < word.n; i++) {
        int first = -1, start = -1;
        for (int k = at; k < text.n && start < 0; k++) {
            if (ascii_lower(text.p[k]) != ascii_lower(word.p[i])) continue;
            if (first < 0) first = k;
            if (k == last + 1 || begins_word(text, k)) start = k;
        }
        if (first < 0) return NO_FUZZY_MATCH;
        // The beginning of a word far behind would leave nothing for the letters to come.
        bool leaps = start >= 0 && start != last + 1 && i + 1 < word.n &&
                     fuzzy_find_text(str_slice(text, start + 1, text.n),
                                     str_slice(word, i + 1, i + 2), 0) < 0;
        int to = start >= 0 && !leaps ? start : first;
        int gap = last < 0 ? 0 : to - last - 1;
        score += to == last + 1 ? NEXT_TO : begins_word(text, to) ? AT_WORD : 0;
        score -= gap > MOST_GAP ? MOST_GAP : gap * GAP_COST;
        at = to + 1;
        last = to;
    }
    return score > 0 ? score : 0;
}

int fuzzy_score(Str query, Str text)
{
    int total = 0;
    Str word;
    while (str_next_word(&query, &word)) {
        int score = whole_score(word, text);
        if (score == NO_FUZZY_MATCH) score = scattered_score(word, text);
        if (score == NO_FUZZY_MATCH) return NO_FUZZY_MATCH;
        total += score;
    }
    return total;
}
