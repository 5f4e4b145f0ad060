// Slices, searches and comparisons of borrowed text, and the guess behind "did you mean": the name
// with the smallest edit distance. That is the Damerau-Levenshtein distance, in which a letter
// changed, added, dropped or swapped with its neighbour is one edit. As in Python's own
// suggestions, another case is half an edit. A name that is too far away is not offered.
#include "base/str.h"

#include "base/text/ascii.h"
#include "base/text/guess.h"

#include <limits.h>
#include <string.h>

Str str_from(const char *text)
{
    return (Str){text, text ? (int)strlen(text) : 0};
}

char *str_copy(Arena *arena, Str s)
{
    char *copy = arena_alloc(arena, (size_t)s.n + 1);
    if (s.n) memcpy(copy, s.p, (size_t)s.n);
    return copy;
}

bool str_equal(Str a, Str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0);
}

bool str_is(Str s, const char *text)
{
    return str_equal(s, str_from(text));
}

bool str_starts(Str s, const char *prefix)
{
    Str start = str_from(prefix);
    return str_equal(str_slice(s, 0, start.n), start);
}

bool str_equal_as(Str a, Str b)
{
    bool same = a.n == b.n;
    for (int i = 0; i < a.n && same; i++) same = ascii_lower(a.p[i]) == ascii_lower(b.p[i]);
    return same;
}

bool str_take_start(Str *rest, const char *prefix)
{
    bool starts = str_starts(*rest, prefix);
    if (starts) *rest = str_slice(*rest, (int)strlen(prefix), rest->n);
    return starts;
}

bool str_starts_as(Str s, const char *prefix)
{
    Str start = str_from(prefix);
    return str_equal_as(str_slice(s, 0, start.n), start);
}

bool str_ends(Str s, const char *suffix)
{
    Str end = str_from(suffix);
    return s.n >= end.n && str_equal(str_slice(s, s.n - end.n, s.n), end);
}

Str str_trim(Str s)
{
    while (s.n && ascii_is_blank(s.p[s.n - 1])) s.n--;
    while (s.n && ascii_is_blank(*s.p)) {
        s.p++;
        s.n--;
    }
    return s;
}

Str str_slice(Str s, int from, int to)
{
    if (from < 0) from = 0;
    if (to > s.n) to = s.n;
    if (from >= to) return (Str){s.p, 0};
    return (Str){s.p + from, to - from};
}

int str_word(Str s, int from)
{
    while (from < s.n && ascii_is_word(s.p[from])) from++;
    return from;
}

int str_digits_at_end(Str s)
{
    int digits = 0;
    while (digits < s.n && ascii_is_digit(s.p[s.n - 1 - digits])) digits++;
    return digits;
}

int str_find(Str s, const char *part)
{
    Str needle = str_from(part);
    for (int i = 0; i + needle.n <= s.n; i++) {
        if (str_equal(str_slice(s, i, i + needle.n), needle)) return i;
    }
    return -1;
}

bool str_next_line(Str *rest, Str *line)
{
    if (rest->n == 0) return false;
    const char *end = memchr(rest->p, '\n', (size_t)rest->n);
    int length = end ? (int)(end - rest->p) : rest->n;
    int taken = end ? length + 1 : length;
    *line = (Str){rest->p, length};
    if (line->n && line->p[line->n - 1] == '\r') line->n--;
    rest->p += taken;
    rest->n -= taken;
    return true;
}

bool str_next_word(Str *rest, Str *word)
{
    while (rest->n && rest->p[0] == ' ') *rest = str_slice(*rest, 1, rest->n);
    int end = str_find(*rest, " ");
    *word = str_slice(*rest, 0, end < 0 ? rest->n : end);
    *rest = str_slice(*rest, word->n, rest->n);
    return word->n > 0;
}

Str str_take(Str *rest, const char *separator)
{
    int end = str_find(*rest, separator);
    Str part = str_slice(*rest, 0, end < 0 ? rest->n : end);
    *rest = end < 0 ? (Str){0} : str_slice(*rest, end + (int)strlen(separator), rest->n);
    return str_trim(part);
}

static bool has_word(const char *words, Str word, bool (*same)(Str, Str))
{
    Str rest = str_from(words), one;
    while (str_next_word(&rest, &one)) {
        if (same(one, word)) return true;
    }
    return false;
}

bool str_has_word(const char *words, Str word)
{
    return has_word(words, word, str_equal);
}

bool str_has_word_as(const char *words, Str word)
{
    return has_word(words, word, str_equal_as);
}

int str_begins(Str s, const char *words)
{
    Str rest = str_from(words), one;
    while (str_next_word(&rest, &one)) {
        if (str_equal(str_slice(s, 0, one.n), one)) return one.n;
    }
    return 0;
}

bool str_names(Str text, Str name)
{
    for (int at = 0; at < text.n;) {
        int end = str_word(text, at);
        if (str_equal(str_slice(text, at, end), name)) return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

enum {
    MAX_GUESS = 64, // longer names are not guessed at
    LETTER = 2,     // what another letter costs; another case is half of it, as in Python
};

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int change_cost(char a, char b)
{
    if (a == b) return 0;
    return ascii_lower(a) == ascii_lower(b) ? 1 : LETTER;
}

// What it costs to turn `a` into `b` by changing, adding, dropping and swapping letters.
static int letters_apart(Str a, Str b)
{
    if (a.n > MAX_GUESS || b.n > MAX_GUESS) return LETTER * (a.n > b.n ? a.n : b.n);
    int rows[3][MAX_GUESS + 1];
    for (int j = 0; j <= b.n; j++) rows[0][j] = LETTER * j;
    for (int i = 1; i <= a.n; i++) {
        int *now = rows[i % 3], *above = rows[(i + 2) % 3];
        now[0] = LETTER * i;
        for (int j = 1; j <= b.n; j++) {
            int change = above[j - 1] + change_cost(a.p[i - 1], b.p[j - 1]);
            now[j] = least(above[j] + LETTER, now[j - 1] + LETTER, change);
            bool swapped = i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1];
            int swap = swapped ? rows[(i + 1) % 3][j - 2] + LETTER + 1 : INT_MAX;
            if (swap < now[j]) now[j] = swap;
        }
    }
    return rows[a.n % 3][b.n];
}

void guess_try(Guess *guess, Str candidate)
{
    int distance = letters_apart(guess->name, candidate);
    bool near = distance <= (guess->name.n + candidate.n + 3) * LETTER / 6;
    if (!near || (guess->best.n && distance >= guess->distance)) return;
    guess->best = candidate;
    guess->distance = distance;
}

const char *str_nearest(Str name, const char *const *names, int count)
{
    Guess guess = {.name = name};
    const char *best = NULL;
    for (int i = 0; i < count; i++) {
        guess_try(&guess, str_from(names[i]));
        if (guess.best.p == names[i]) best = names[i];
    }
    return best;
}
