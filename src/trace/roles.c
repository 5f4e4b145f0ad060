// Guesses the role of a tensor (key, query, value, scores ...) from the words of its name. A name
// is split at underscores, digits and capital letters, so W_K, keyLayer and attn_scores1 are all
// understood. A lesson can say otherwise with "#| role:".
#include "trace/roles.h"

#include "base/ascii.h"
#include "base/mark.h"
#include "trace/gradients.h"

static const char *const ROLE_NAMES[ROLE_COUNT] = {
    [ROLE_NONE] = "none",         [ROLE_INPUT] = "input",   [ROLE_KEY] = "key",
    [ROLE_QUERY] = "query",       [ROLE_VALUE] = "value",   [ROLE_SCORE] = "score",
    [ROLE_WEIGHTED] = "weighted", [ROLE_OUTPUT] = "output",
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

static bool same_word(Str a, Str b)
{
    if (a.n != b.n) return false;
    for (int i = 0; i < a.n; i++) {
        if (ascii_lower(a.p[i]) != ascii_lower(b.p[i])) return false;
    }
    return true;
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

static bool has_word(Str name, const char *words)
{
    Str word;
    while (next_word(&name, &word)) {
        Str all = str_from(words), one;
        while (str_next_word(&all, &one)) {
            if (same_word(one, word)) return true;
        }
    }
    return false;
}

Role role_of_name(Str name)
{
    for (size_t i = 0; i < sizeof ROLE_WORDS / sizeof ROLE_WORDS[0]; i++) {
        if (has_word(name, ROLE_WORDS[i].words)) return ROLE_WORDS[i].role;
    }
    return ROLE_NONE;
}

// What the lesson says of the name, else what the name says; but True and False are no input, and
// `hidden` is then a mask.
static Role role_of_named(const Trace *trace, const Entry *e)
{
    for (int i = trace->role_note_count - 1; i >= 0; i--) {
        const RoleNote *note = &trace->role_notes[i];
        if (str_is(str_from(e->name), note->name)) return (Role)note->role;
    }
    bool is_mask = e->call.output->dtype == DTYPE_BOOL;
    return is_mask ? ROLE_NONE : role_of_name(str_from(e->name));
}

Role role_of(const Trace *trace, int entry)
{
    for (const Gradient *of; (of = gradient_at(trace, entry)); entry = of->of) continue;
    const Entry *e = &trace->entries[entry];
    while (!e->name && e->call.op->moves && e->call.input_count) {
        e = &trace->entries[e->call.input[0]->origin];
    }
    return e->name ? role_of_named(trace, e) : ROLE_NONE;
}

// ---- marks --------------------------------------------------------------------------------------

enum { MARK_OPERAND = ROLE_COUNT }; // is added to the role

Role role_of_mark(int kind)
{
    return (Role)(kind % MARK_OPERAND);
}

bool mark_is_operand(int kind)
{
    return kind >= MARK_OPERAND;
}

const char *role_mark_operand(const Trace *trace, int entry, const char *text, Arena *arena)
{
    return mark_text(arena, MARK_OPERAND + (int)role_of(trace, entry), text);
}

// Names that stand for no tensor that has one may be code, of which the names have roles.
const char *role_mark(const Trace *trace, int entry, const char *text, Arena *arena)
{
    Role role = role_of(trace, entry);
    return role ? mark_text(arena, (int)role, text) : role_mark_code(trace, entry, text, arena);
}

// The last that was called so before the entry was made, or by it.
static Role role_called(const Trace *trace, int entry, Str name)
{
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        const Binding *binding = &trace->bindings[i];
        if (binding->entry <= entry && str_is(name, binding->name))
            return role_of(trace, binding->entry);
    }
    return ROLE_NONE;
}

// ".T" and "[0,1]" behind a name.
static int end_of_index(Str code, int at)
{
    if (str_starts(str_slice(code, at, code.n), ".T") && str_word(code, at + 1) == at + 2) at += 2;
    int end = at;
    if (at >= code.n || code.p[at] != '[') return at;
    while (end < code.n && code.p[end] != ']' && code.p[end] != ' ') end++;
    return end < code.n && code.p[end] == ']' ? end + 1 : at;
}

const char *role_mark_code(const Trace *trace, int entry, const char *text, Arena *arena)
{
    Str code = str_from(text);
    Buf out = {.arena = arena};
    for (int at = 0, end; at < code.n; at = end) {
        end = str_word(code, at);
        bool is_name =
            end > at && !ascii_is_digit(code.p[at]) && (at == 0 || code.p[at - 1] != '.');
        Role role = is_name ? role_called(trace, entry, str_slice(code, at, end)) : ROLE_NONE;
        if (role) end = end_of_index(code, end);
        if (end == at) end++;
        const char *part = str_copy(arena, str_slice(code, at, end));
        buf_add(&out, str_from(role ? mark_text(arena, (int)role, part) : part));
    }
    return buf_text(&out);
}
