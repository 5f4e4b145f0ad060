// Scores how well a text fits what was typed. A word that occurs as it is counts most, more
// still at the beginning of a word, or as a whole one. Otherwise its letters must occur in order,
// inside one word or beginning one of the next two; gaps between them cost.
#include "base/text/fuzzy.h"

#include "base/text/ascii.h"

#include <string.h>

enum {
    AT_WORD = 8,
    AT_START = 12,
    NEXT_TO = 6,
    WHOLE_WORD = 24,
    GAP_COST = 1,
    MOST_GAP = 6,
    NEAR_WORDS = 2
};

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

// Letter by letter from the beginning of a word at `from`, each at its first place in that word
// behind the one before, or beginning one of the next two: letters anywhere mean nothing.
static int scattered_from(Str word, Str text, int from)
{
    int score = AT_WORD, last = from;
    for (int i = 1; i < word.n; i++) {
        bool found = false;
        int gap = 0;
        for (int k = last + 1, words = 0; k < text.n && words <= NEAR_WORDS && !found; k++) {
            words += begins_word(text, k) && is_word(text.p[k]);
            bool fits = words == 0 || (words <= NEAR_WORDS && begins_word(text, k));
            found = fits && same_at(text, k, str_slice(word, i, i + 1), false);
            if (!found) continue;
            gap = k - last - 1;
            score += gap == 0 ? NEXT_TO : begins_word(text, k) ? AT_WORD : 0;
            last = k;
        }
        if (!found) return NO_FUZZY_MATCH;
        score -= gap > MOST_GAP ? MOST_GAP : gap * GAP_COST;
    }
    return score > 0 ? score : 0;
}

static int scattered_score(Str word, Str text)
{
    int best = NO_FUZZY_MATCH;
    for (int from = 0; from < text.n; from++) {
        if (!begins_word(text, from) || !same_at(text, from, str_slice(word, 0, 1), false))
            continue;
        int score = scattered_from(word, text, from);
        if (score > best) best = score;
    }
    return best;
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
