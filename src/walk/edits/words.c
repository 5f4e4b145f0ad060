// Finds the sentences of a lesson's code by its tokens, and puts edits of their words into the list
// of changes.
#include "walk/edits/words.h"

#include "base/text/number.h"
#include "lesson/lesson.h"
#include "study/attention/attention.h"
#include "syntax/lexer.h"
#include "tensor/op.h"
#include "trace/names/labels.h"

#include <string.h>

// ---- the sentences of a program -----------------------------------------------------------------

typedef struct Finder {
    const Source *source;
    const Token *token;
    int at, count;
    int step;
    Arena *arena;
    Sentence *list;
    int found;
} Finder;

static Str text_at(const Finder *f, int at)
{
    if (at < 0 || at >= f->count) return (Str){0};
    return str_slice(f->source->text, f->token[at].start, f->token[at].end);
}

static bool is_at(const Finder *f, int at, const char *text)
{
    return str_is(text_at(f, at), text);
}

// What a plain text in quotes says. False: it is another kind, or has escapes.
static bool says(const Finder *f, int at, Str *words)
{
    Str text = text_at(f, at);
    bool is_text = text.n >= 2 && f->token[at].kind == TOKEN_STRING;
    bool plain = is_text && (text.p[0] == '"' || text.p[0] == '\'') && str_find(text, "\\") < 0;
    if (!plain || (text.n >= 6 && text.p[1] == text.p[0])) return false;
    *words = str_slice(text, 1, text.n - 1);
    return true;
}

// `name = ` before token number `at`, at the beginning of a statement.
static const char *name_before(const Finder *f, int at)
{
    bool assigned = at >= 2 && is_at(f, at - 1, "=") && f->token[at - 2].kind == TOKEN_NAME;
    TokenKind before = at >= 3 ? f->token[at - 3].kind : TOKEN_NEWLINE;
    bool begins = before == TOKEN_NEWLINE || before == TOKEN_INDENT || before == TOKEN_DEDENT;
    return assigned && begins ? str_copy(f->arena, text_at(f, at - 2)) : NULL;
}

static void add(Finder *f, int from, int to, Str words)
{
    const char *name = name_before(f, from);
    if (!name) name = arena_printf(f->arena, "\"%.*s\"", STR_ARG(words));
    *ARENA_ADD(f->arena, f->list, f->found) =
        (Sentence){.name = name,
                   .words = str_copy(f->arena, words),
                   .span = {f->source, f->token[from].start, f->token[to].end},
                   .step = f->step};
}

// ["the", "cat"]; returns the token of its end, or `at`.
static int find_list(Finder *f, int at)
{
    Buf words = {.arena = f->arena};
    Str word;
    int end = at + 1, count = 0;
    while (says(f, end, &word) && word.n && str_find(word, " ") < 0) {
        buf_printf(&words, "%s%.*s", count++ ? " " : "", STR_ARG(word));
        end++;
        if (is_at(f, end, ",")) end++;
    }
    if (count < 2 || !is_at(f, end, "]")) return at;
    add(f, at, end, buf_str(&words));
    return end;
}

// tokens = sentence.split()
static void find_alias(Finder *f, int at)
{
    const char *alias = name_before(f, at);
    if (!alias || !is_at(f, at + 1, ".") || !is_at(f, at + 2, "split") || !is_at(f, at + 4, ")"))
        return;
    Str name = text_at(f, at), quoted;
    bool is_text = says(f, at, &quoted);
    for (int i = f->found - 1; i >= 0; i--) {
        bool is_own = is_text && f->list[i].span.start == f->token[at].start;
        if (is_own || str_is(name, f->list[i].name)) {
            f->list[i].alias = alias;
            return;
        }
    }
}

static void find_in(Finder *f)
{
    for (f->at = 0; f->at < f->count; f->at++) {
        Str words;
        if (is_at(f, f->at, "["))
            f->at = find_list(f, f->at);
        else if (says(f, f->at, &words) && str_find(str_trim(words), " ") > 0)
            add(f, f->at, f->at, words);
        find_alias(f, f->at);
    }
}

static int find_sentences(const Walk *walk, Arena *arena, Sentence **list)
{
    Finder f = {.arena = arena};
    Error unheard = {.arena = arena};
    for (f.step = 0; f.step < walk->lesson.step_count; f.step++) {
        const Step *step = &walk->lesson.steps[f.step];
        for (int b = 0; b < step->count; b++) {
            Tokens tokens = {0};
            f.source = step->blocks[b].code.source;
            if (step->blocks[b].kind != BLOCK_CODE) continue;
            if (!lexer_run(f.source, 0, f.source->text.n, false, arena, &tokens, &unheard))
                continue;
            f.token = tokens.token;
            f.count = (int)tokens.count;
            find_in(&f);
        }
    }
    *list = f.list;
    return f.found;
}

// ---- words of one -------------------------------------------------------------------------------

static int word_count(Str words)
{
    int count = 0;
    for (Str word; str_next_word(&words, &word);) count++;
    return count;
}

static Str word_at(Str words, int index)
{
    Str word = {0};
    while (index >= 0 && str_next_word(&words, &word)) index--;
    return index < 0 ? word : (Str){0};
}

static int place_of(Str words, Str word)
{
    for (int i = 0; i < word_count(words); i++) {
        if (str_equal(word_at(words, i), word)) return i;
    }
    return -1;
}

static const char *with_word(Str words, int index, Str word, Arena *arena)
{
    Buf out = {.arena = arena};
    for (int i = 0; i < word_count(words); i++)
        buf_printf(&out, "%s%.*s", i ? " " : "", STR_ARG(i == index ? word : word_at(words, i)));
    return buf_text(&out);
}

static Override describe(const Walk *walk, const Sentence *sentence)
{
    Override wanted = {.text = sentence->span.source->text.p,
                       .start = sentence->span.start,
                       .end = sentence->span.end,
                       .words = sentence->words,
                       .words_before = sentence->words};
    const Override *list;
    int count = edit_overrides(walk, &list);
    for (int i = 0; i < count; i++) {
        if (override_same(&list[i], &wanted)) wanted.words = list[i].words;
    }
    return wanted;
}

static Str words_now(const Walk *walk, const Sentence *sentence)
{
    return str_from(describe(walk, sentence).words);
}

// ---- which one is meant -------------------------------------------------------------------------

// "sentence", "sentence[5]"; index -1: all of it.
static bool find_named(const Walk *walk, Str what, Arena *arena, Sentence *sentence, int *index)
{
    Sentence *list;
    int64_t number = -1;
    int bracket = str_starts(what, "\"") ? -1 : str_find(what, "[");
    Str name = bracket < 0 ? what : str_slice(what, 0, bracket);
    Str digits = bracket < 0 ? (Str){0} : str_slice(what, bracket + 1, what.n - 1);
    if (bracket >= 0 && (!str_ends(what, "]") || !number_parse_int(digits, &number))) return false;
    for (int i = find_sentences(walk, arena, &list) - 1; i >= 0; i--) {
        bool is_alias = list[i].alias && str_is(name, list[i].alias);
        if (!is_alias && !str_is(name, list[i].name)) continue;
        *sentence = list[i];
        *index = number < -1 || number > INT32_MAX ? INT32_MAX : (int)number;
        return true;
    }
    return false;
}

static bool are_labels(const DimLabels *labels, Str words)
{
    if (!labels->items || labels->item_count != word_count(words)) return false;
    for (int i = 0; i < labels->item_count; i++) {
        if (!str_is(word_at(words, i), labels->items[i])) return false;
    }
    return true;
}

bool word_of_cell(const Walk *walk, Cell cell, int dim, Arena *arena, Sentence *sentence,
                  int *index)
{
    Sentence *list;
    int count = find_sentences(walk, arena, &list);
    DimLabels labels = dim_labels(walk->trace, cell.entry, dim);
    *index = (int)(labels.start + cell.at.at[dim] * labels.step);
    for (int i = 0; i < count; i++) {
        *sentence = list[i];
        if (are_labels(&labels, words_now(walk, sentence))) return true;
    }
    return false;
}

// Of a row, else of a column, else of what is before them.
static bool find_selected(const Walk *walk, Arena *arena, Sentence *sentence, int *index)
{
    Cell cell = walk->at.selected;
    int ndim = cell.entry < 0 ? 0 : trace_shape(walk->trace, cell.entry)->ndim;
    bool found = ndim >= 2 && word_of_cell(walk, cell, ndim - 2, arena, sentence, index);
    for (int d = ndim - 1; d >= 0 && !found; d--)
        found = word_of_cell(walk, cell, d, arena, sentence, index);
    return found;
}

// That of the selected cell, of this step, or before it; with a word, the first that has it.
static bool find_at_hand(const Walk *walk, Str word, Arena *arena, Sentence *sentence, int *index)
{
    Sentence *list;
    int step = walk_stage(walk).step, count = find_sentences(walk, arena, &list), best = -1;
    *index = -1;
    if (find_selected(walk, arena, sentence, index)) {
        *index = word.n ? place_of(words_now(walk, sentence), word) : -1;
        if (*index >= 0 || word.n == 0) return true;
    }
    for (int i = 0; i < count && list[i].step <= step; i++) {
        bool has = word.n == 0 || place_of(words_now(walk, &list[i]), word) >= 0;
        if (has && (best < 0 || list[i].step > list[best].step)) best = i;
    }
    if (best < 0) return false;
    *sentence = list[best];
    if (word.n) *index = place_of(words_now(walk, sentence), word);
    return true;
}

// ---- editing ------------------------------------------------------------------------------------

static bool make_override(Walk *walk, const Sentence *sentence, int index, Str typed,
                          Override *what, Error *error)
{
    *what = describe(walk, sentence);
    what->words_before = str_copy(&walk->arena, str_from(sentence->words));
    Str words = str_from(what->words);
    int count = word_count(words);
    if (index >= count) {
        error_set(error, NULL, "%s has %d words", sentence->name, count);
        return error_hint(error, "0 to %d; the first word is number 0", count - 1);
    }
    typed = str_trim(typed);
    if (typed.n == 0) return error_set(error, NULL, "no word is given");
    what->words = index < 0 ? with_word(typed, -1, (Str){0}, &walk->arena) // single spaces
                            : with_word(words, index, typed, &walk->arena);
    return true;
}

bool words_are_named(const Walk *walk, Str what)
{
    SCRATCH(scratch);
    Sentence sentence;
    int index;
    return find_named(walk, str_trim(what), &scratch, &sentence, &index);
}

bool words_add(Walk *walk, Str what, Str typed, Error *error)
{
    Sentence sentence;
    int index;
    Override override;
    if (!find_named(walk, str_trim(what), &walk->arena, &sentence, &index))
        return error_set(error, NULL, "no sentence is called %.*s", STR_ARG(what));
    if (!make_override(walk, &sentence, index, typed, &override, error)) return false;
    edit_put(walk, override);
    return true;
}

static bool take_back(Walk *walk)
{
    walk_undo(walk);
    walk->edits.undone = 0;
    return true;
}

// The program looked for one of the words, and does not know it.
static bool refuse_unknown(Walk *walk, const Override *what, Error *error)
{
    const Error *failed = &walk->ran.error;
    bool looked =
        failed->set && failed->kind && failed->hint &&
        (strcmp(failed->kind, "KeyError") == 0 || strcmp(failed->kind, "ValueError") == 0);
    Str words = str_from(what->words), unknown = {0};
    for (int i = 0; looked && i < word_count(words) && !unknown.n; i++) {
        const char *quoted = arena_printf(error->arena, "'%.*s'", STR_ARG(word_at(words, i)));
        if (str_starts(str_from(failed->message), quoted)) unknown = word_at(words, i);
    }
    if (unknown.n == 0) return false;
    const char *hint = str_copy(error->arena, str_from(failed->hint));
    error_set(error, NULL, "the program has no word '%.*s'", STR_ARG(unknown));
    error_hint(error, "%s", hint);
    return take_back(walk);
}

static bool edit(Walk *walk, const Sentence *sentence, int index, Str typed, Error *error)
{
    Override what;
    bool had_failed = walk->ran.error.set;
    if (!make_override(walk, sentence, index, typed, &what, error)) return false;
    bool is_own = strcmp(what.words, what.words_before) == 0;
    if (is_own && !edit_take_back(walk, what)) return walk->program.was_stopped == false;
    if (!is_own && !edit_make(walk, what)) return false;
    return had_failed || !refuse_unknown(walk, &what, error);
}

static bool no_sentence(Error *error)
{
    error_set(error, NULL, "there is no such word in the code up to here");
    return error_hint(error, "5 zu: word number 5, counted from 0; or sentence[5] zu");
}

bool walk_word(Walk *walk, Str typed, Error *error)
{
    typed = str_trim(typed);
    Str rest = typed, what = str_take(&rest, " ");
    SCRATCH(scratch);
    Sentence sentence;
    int index;
    int64_t number = -1;
    bool is_number = number_parse_int(what, &number) && number >= 0;
    bool found = is_number ? find_at_hand(walk, (Str){0}, &scratch, &sentence, &index)
                           : find_named(walk, what, &scratch, &sentence, &index) ||
                                 find_at_hand(walk, what, &scratch, &sentence, &index);
    if (is_number) index = number > INT32_MAX ? INT32_MAX : (int)number;
    return found ? edit(walk, &sentence, index, rest, error) : no_sentence(error);
}

// ---- another sentence ---------------------------------------------------------------------------

// Does it name queries or keys? Other lists may label a table of methods or of sizes.
static bool labels_attention(const Walk *walk, const Sentence *sentence)
{
    SCRATCH(scratch);
    AttentionLayer *layers;
    int count = attention_layers(walk->trace, &scratch, &layers);
    bool found = false;
    for (int i = 0; i < 2 * count && !found; i++) {
        int entry = layers[i / 2].attention.entry;
        int ndim = trace_shape(walk->trace, entry)->ndim;
        DimLabels labels = dim_labels(walk->trace, entry, ndim - 1 - i % 2);
        found = are_labels(&labels, words_now(walk, sentence));
    }
    return found;
}

static bool labels_something(const Walk *walk, const Sentence *sentence)
{
    bool found = false;
    for (int i = 0; i < walk->trace->axis_note_count && !found; i++) {
        const AxisNote *note = &walk->trace->axis_notes[i];
        for (int d = 0; d < note->count && !found; d++) {
            DimLabels labels = {.items = note->item[d], .item_count = note->item_count[d]};
            found = are_labels(&labels, words_now(walk, sentence));
        }
    }
    return found;
}

// The sentence at hand where its words label attention, else the first that does; else one with a
// name: that at hand, or the first that is split into words which label something.
static bool find_whole(const Walk *walk, Arena *arena, Sentence *sentence)
{
    int index;
    bool at_hand = find_at_hand(walk, (Str){0}, arena, sentence, &index);
    if (at_hand && labels_attention(walk, sentence)) return true;
    Sentence *list;
    int count = find_sentences(walk, arena, &list);
    for (int i = 0; i < count; i++) {
        if (!labels_attention(walk, &list[i])) continue;
        *sentence = list[i];
        return true;
    }
    if (at_hand && sentence->name[0] != '"') return true;
    for (int i = 0; i < count; i++) {
        if (!list[i].alias || !labels_something(walk, &list[i])) continue;
        *sentence = list[i];
        return true;
    }
    return false;
}

static int entry_of(const Trace *trace, const AxisNote *note)
{
    for (int i = note->first_binding; i < trace->binding_count; i++) {
        if (str_is(str_from(note->name), trace->bindings[i].name)) return trace->bindings[i].entry;
    }
    return -1;
}

// The tensor that has another number of rows than there are words to label them; NULL: none.
static const char *unlabelled(const Walk *walk, Str words)
{
    const Trace *trace = walk->trace;
    for (int i = 0; i < trace->axis_note_count; i++) {
        const AxisNote *note = &trace->axis_notes[i];
        int entry = note->is_of_entry ? -1 : entry_of(trace, note);
        for (int d = 0; d < note->count && entry >= 0; d++) {
            DimLabels labels = {.items = note->item[d], .item_count = note->item_count[d]};
            const Shape *shape = trace_shape(trace, entry);
            bool fits = d >= shape->ndim || shape->dim[d] == labels.item_count;
            if (!fits && are_labels(&labels, words)) return note->name;
        }
    }
    return NULL;
}

// Of another number than the program has rows for, nothing is left: why, and what works, is said.
static bool refuse_number(Walk *walk, const Sentence *sentence, bool had_failed, Error *error)
{
    int room = word_count(str_from(sentence->words));
    Str now = words_now(walk, sentence);
    int count = word_count(now);
    const char *name = unlabelled(walk, now);
    bool fails = walk->ran.error.set && !had_failed;
    if (count == room || (!name && !fails)) return false;
    const char *why = name ? arena_printf(error->arena, "%s has %d rows of numbers", name, room)
                           : str_copy(error->arena, str_from(walk->ran.error.message));
    error_set(error, NULL, "there is room for %d words, not %d: %s", room, count, why);
    error_hint(error, "%d words, as in: %s", room,
               str_copy(error->arena, str_from(sentence->words)));
    return take_back(walk);
}

static bool no_words(Error *error)
{
    error_set(error, NULL, "no sentence of this program labels its attention weights");
    return error_hint(error, "a lesson with a sentence, such as attention or multi-head");
}

bool walk_tokens(Walk *walk, Str typed, Error *error)
{
    SCRATCH(scratch);
    Sentence sentence;
    bool had_failed = walk->ran.error.set;
    bool done = find_whole(walk, &scratch, &sentence) ? edit(walk, &sentence, -1, typed, error)
                                                      : no_words(error);
    done = done && !refuse_number(walk, &sentence, had_failed, error);
    return done;
}

bool walk_word_of_cell(Walk *walk, int dim, Str typed, Error *error)
{
    SCRATCH(scratch);
    Sentence sentence;
    int index;
    bool found =
        dim >= 0 && word_of_cell(walk, walk->at.selected, dim, &scratch, &sentence, &index);
    return found ? edit(walk, &sentence, index, typed, error) : no_sentence(error);
}

// ---- what was edited ----------------------------------------------------------------------------

// The one word that differs; -1: there are several.
static int differing(const Override *override)
{
    Str before = str_from(override->words_before), now = str_from(override->words);
    int at = -1, count = word_count(before);
    if (count != word_count(now)) return -1;
    for (int i = 0; i < count; i++) {
        if (str_equal(word_at(before, i), word_at(now, i))) continue;
        if (at >= 0) return -1;
        at = i;
    }
    return at;
}

const char *words_name(const Walk *walk, const Override *override, Arena *arena)
{
    Sentence *list;
    int at = differing(override);
    const char *name = "?";
    for (int i = find_sentences(walk, arena, &list) - 1; i >= 0; i--) {
        const Span *span = &list[i].span;
        if (span->source->text.p == override->text && span->start == override->start)
            name = list[i].name;
    }
    bool by_itself = at < 0 || name[0] == '"';
    return by_itself ? name : arena_printf(arena, "%s[%d]", name, at);
}

void words_pair(const Override *override, Arena *arena, const char **before, const char **now)
{
    int at = differing(override);
    *before = override->words_before;
    *now = override->words;
    if (at < 0) return;
    *before = str_copy(arena, word_at(str_from(*before), at));
    *now = str_copy(arena, word_at(str_from(*now), at));
}
