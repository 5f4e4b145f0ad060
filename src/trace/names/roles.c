// Guesses the role of a tensor (key, query, value, scores ...) from the words of its name. A name
// is split at underscores, digits and capital letters, so W_K, keyLayer and attn_scores1 are all
// understood. A lesson can say otherwise with "#| role:".
#include "trace/names/roles.h"

#include "base/text/ascii.h"
#include "tensor/op.h"

#include <string.h>

static const char *const ROLE_NAMES[ROLE_COUNT] = {
    [ROLE_NONE] = "none",       [ROLE_INPUT] = "input",       [ROLE_KEY] = "key",
    [ROLE_QUERY] = "query",     [ROLE_VALUE] = "value",       [ROLE_SCORE] = "score",
    [ROLE_WEIGHTS] = "weights", [ROLE_WEIGHTED] = "weighted", [ROLE_OUTPUT] = "output",
};

// Words of a name that tell its role; the first row that matches any word of the name wins, so
// that weighted_values is weighted and key_padding_mask is nothing.
typedef struct RoleWords {
    Role role;
    const char *words; // separated by blanks
} RoleWords;

static const RoleWords ROLE_WORDS[] = {
    {ROLE_NONE, "mask bias dropout position positions pe"},
    {ROLE_WEIGHTED, "weighted wv_sum"},
    {ROLE_SCORE, "score scores attn attention attentions weights softmax probs alignment energy"},
    {ROLE_KEY, "k key keys wk"},
    {ROLE_QUERY, "q query queries querys wq"},
    {ROLE_VALUE, "v value values wv"},
    {ROLE_OUTPUT, "y z out output outputs context"},
    {ROLE_INPUT, "x input inputs embedding embeddings embedded tokens hidden"},
};

bool role_from_name(Str name, Role *role)
{
    for (int i = 0; i < ROLE_COUNT; i++) {
        if (!str_is(name, ROLE_NAMES[i])) continue;
        *role = (Role)i;
        return true;
    }
    return false;
}

const char *role_name(Role role)
{
    return ROLE_NAMES[role];
}

bool role_is_of_pairs(Role role)
{
    return role == ROLE_SCORE || role == ROLE_WEIGHTS;
}

// Takes the next word off `*rest`: words end at separators, at digits, and where a capital letter
// follows a small one.
static bool next_word(Str *rest, Str *word)
{
    while (rest->n && !ascii_is_letter(rest->p[0])) *rest = str_slice(*rest, 1, rest->n);
    int n = 0;
    while (n < rest->n && ascii_is_letter(rest->p[n])) {
        bool hump = n > 0 && ascii_is_upper(rest->p[n]) && ascii_is_lower(rest->p[n - 1]);
        if (hump) break;
        n++;
    }
    *word = str_slice(*rest, 0, n);
    *rest = str_slice(*rest, n, rest->n);
    return n > 0;
}

bool name_has_word(Str name, const char *words)
{
    Str word;
    while (next_word(&name, &word)) {
        Str all = str_from(words), one;
        while (str_next_word(&all, &one)) {
            if (str_equal_as(one, word)) return true;
        }
    }
    return false;
}

static Role role_of_words(Str name)
{
    for (size_t i = 0; i < sizeof ROLE_WORDS / sizeof ROLE_WORDS[0]; i++) {
        if (name_has_word(name, ROLE_WORDS[i].words)) return ROLE_WORDS[i].role;
    }
    return ROLE_NONE;
}

// Of a path, "attn.hook_q", the last part that says something.
Role role_of_name(Str name)
{
    Role role = ROLE_NONE;
    for (int end = name.n; end > 0 && role == ROLE_NONE;) {
        int start = end;
        while (start > 0 && name.p[start - 1] != '.') start--;
        role = role_of_words(str_slice(name, start, end));
        end = start - 1;
    }
    return role;
}

// What the lesson says of the name, else what the name says; but True and False are no input, and
// `hidden` is then a mask.
static Role role_of_named(const Trace *trace, const Entry *e, bool *is_noted)
{
    for (int i = trace->role_note_count - 1; i >= 0; i--) {
        const RoleNote *note = &trace->role_notes[i];
        *is_noted = str_is(str_from(e->name), note->name);
        if (*is_noted) return (Role)note->role;
    }
    bool is_mask = e->call.output->dtype == DTYPE_BOOL;
    bool is_computed = strpbrk(e->name, "(*+/"); // it is called by its code
    return is_mask || is_computed ? ROLE_NONE : role_of_name(str_from(e->name));
}

Role role_by_name(const Trace *trace, int entry, bool *is_noted)
{
    const Entry *e = &trace->entries[entry];
    *is_noted = false;
    while (!e->name && e->call.op->moves && e->call.input_count) {
        e = &trace->entries[e->call.input[0]->origin];
    }
    if (e->name) return role_of_named(trace, e, is_noted);
    return e->named.path ? role_of_name(str_from(e->named.path)) : ROLE_NONE; // of a file
}

Role role_of_mark(int kind)
{
    return (Role)(kind % MARK_OPERAND);
}

bool mark_is_operand(int kind)
{
    return kind >= MARK_OPERAND;
}
