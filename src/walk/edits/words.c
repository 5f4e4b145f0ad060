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
    int count;
    int step;
    Arena *arena;
    WalkProgram *found;
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
    *ARENA_ADD(f->arena, f->found->sentences, f->found->sentence_count) =
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
    for (int i = f->found->sentence_count - 1; i >= 0; i--) {
        Sentence *one = &f->found->sentences[i];
        bool is_own = is_text && one->span.start == f->token[at].start;
        if (!is_own && !str_is(name, one->name)) continue;
        one->alias = alias;
        return;
    }
}

static void find_in(Finder *f)
{
    for (int at = 0; at < f->count; at++) {
        Str words;
        if (is_at(f, at, "["))
            at = find_list(f, at);
        else if (says(f, at, &words) && str_find(str_trim(words), " ") > 0)
            add(f, at, at, words);
        find_alias(f, at);
    }
}

void words_find(Walk *walk)
{
    SCRATCH(scratch);
    Finder f = {.arena = &walk->arena, .found = &walk->program};
    Error unheard = {.arena = &scratch};
    for (f.step = 0; f.step < walk->lesson.step_count; f.step++) {
        const Step *step = &walk->lesson.steps[f.step];
        for (int b = 0; b < step->count; b++) {
            Tokens tokens = {0};
            f.source = step->blocks[b].code.source;
            if (step->blocks[b].kind != BLOCK_CODE) continue;
            if (!lexer_run(f.source, 0, f.source->text.n, false, &scratch, &tokens, &unheard))
                continue;
            f.token = tokens.token;
            f.count = (int)tokens.count;
            find_in(&f);
        }
    }
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
static const Sentence *find_named(const Walk *walk, Str what, int *index)
{
    int64_t number = -1;
    int bracket = str_starts(what, "\"") ? -1 : str_find(what, "[");
    Str name = bracket < 0 ? what : str_slice(what, 0, bracket);
    Str digits = bracket < 0 ? (Str){0} : str_slice(what, bracket + 1, what.n - 1);
    if (bracket >= 0 && (!str_ends(what, "]") || !number_parse_int(digits, &number))) return NULL;
    *index = number < -1 || number > INT32_MAX ? INT32_MAX : (int)number;
    for (int i = walk->program.sentence_count - 1; i >= 0; i--) {
        const Sentence *one = &walk->program.sentences[i];
        if (str_is(name, one->name) || (one->alias && str_is(name, one->alias))) return one;
    }
    return NULL;
}

static bool are_labels(const DimLabels *labels, Str words)
{
    if (!labels->items || labels->item_count != word_count(words)) return false;
    for (int i = 0; i < labels->item_count; i++) {
        if (!str_is(word_at(words, i), labels->items[i])) return false;
    }
    return true;
}

const Sentence *word_of_cell(const Walk *walk, Cell cell, int dim, int *index)
{
    DimLabels labels = dim_labels(walk->trace, cell.entry, dim);
    *index = (int)(labels.start + cell.at.at[dim] * labels.step);
    for (int i = 0; i < walk->program.sentence_count; i++) {
        const Sentence *one = &walk->program.sentences[i];
        if (are_labels(&labels, words_now(walk, one))) return one;
    }
    return NULL;
}

// Of a row, else of a column, else of what is before them.
static const Sentence *find_selected(const Walk *walk)
{
    Cell cell = walk->at.selected;
    int ndim = cell.entry < 0 ? 0 : trace_shape(walk->trace, cell.entry)->ndim, index;
    const Sentence *found = ndim >= 2 ? word_of_cell(walk, cell, ndim - 2, &index) : NULL;
    for (int d = ndim - 1; d >= 0 && !found; d--) found = word_of_cell(walk, cell, d, &index);
    return found;
}

// That of the selected cell, of this step, or before it; with a word, the first that has it.
static const Sentence *find_at_hand(const Walk *walk, Str word, int *index)
{
    const Sentence *best = find_selected(walk);
    int step = walk_stage(walk).step;
    *index = best ? place_of(words_now(walk, best), word) : -1;
    if (best && (*index >= 0 || word.n == 0)) return best;
    best = NULL;
    for (int i = 0; i < walk->program.sentence_count; i++) {
        const Sentence *one = &walk->program.sentences[i];
        int at = place_of(words_now(walk, one), word);
        bool is_nearer = one->step <= step && (!best || one->step > best->step);
        if (!is_nearer || (word.n && at < 0)) continue;
        best = one;
        *index = at;
    }
    return best;
}

// ---- editing ------------------------------------------------------------------------------------

static bool make_override(Walk *walk, const Sentence *sentence, int index, Str typed,
                          Override *what, Error *error)
{
    *what = describe(walk, sentence);
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
    int index;
    return find_named(walk, str_trim(what), &index) != NULL;
}

bool words_add(Walk *walk, Str what, Str typed, Error *error)
{
    int index;
    Override override;
    const Sentence *sentence = find_named(walk, str_trim(what), &index);
    if (!sentence) return error_set(error, NULL, "no sentence is called %.*s", STR_ARG(what));
    if (!make_override(walk, sentence, index, typed, &override, error)) return false;
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

// Without a sentence there is nothing to edit.
static bool edit(Walk *walk, const Sentence *sentence, int index, Str typed, Error *error)
{
    Override what;
    bool had_failed = walk->ran.error.set;
    if (!sentence) {
        error_set(error, NULL, "there is no such word in the code up to here");
        return error_hint(error, "5 zu: word number 5, counted from 0; or sentence[5] zu");
    }
    if (!make_override(walk, sentence, index, typed, &what, error)) return false;
    bool is_own = strcmp(what.words, what.words_before) == 0;
    if (is_own && !edit_take_back(walk, what)) return walk->program.was_stopped == false;
    if (!is_own && !edit_make(walk, what)) return false;
    return had_failed || !refuse_unknown(walk, &what, error);
}

bool walk_word(Walk *walk, Str typed, Error *error)
{
    typed = str_trim(typed);
    Str rest = typed, what = str_take(&rest, " ");
    int index;
    int64_t number = -1;
    bool is_number = number_parse_int(what, &number) && number >= 0;
    const Sentence *sentence = is_number ? NULL : find_named(walk, what, &index);
    if (!sentence) sentence = find_at_hand(walk, is_number ? (Str){0} : what, &index);
    if (is_number) index = number > INT32_MAX ? INT32_MAX : (int)number;
    return edit(walk, sentence, index, rest, error);
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

static int entry_of(const Trace *trace, const AxisNote *note)
{
    for (int i = note->first_binding; i < trace->binding_count && !note->is_of_entry; i++) {
        if (str_is(str_from(note->name), trace->bindings[i].name)) return trace->bindings[i].entry;
    }
    return -1;
}

// What the words label; or only a tensor that has another number of rows than there are words.
// NULL: nothing.
static const AxisNote *labelled(const Walk *walk, Str words, bool misfits)
{
    const Trace *trace = walk->trace;
    for (int i = 0; i < trace->axis_note_count; i++) {
        const AxisNote *note = &trace->axis_notes[i];
        int entry = entry_of(trace, note), ndim = entry < 0 ? 0 : trace_shape(trace, entry)->ndim;
        for (int d = 0; d < note->count; d++) {
            DimLabels labels = {.items = note->item[d], .item_count = note->item_count[d]};
            bool fits = d >= ndim || trace_shape(trace, entry)->dim[d] == labels.item_count;
            if (are_labels(&labels, words) && !(misfits && fits)) return note;
        }
    }
    return NULL;
}

// The sentence at hand where its words label attention, else the first that does; else one with a
// name: that at hand, or the first that is split into words which label something.
static const Sentence *find_whole(const Walk *walk)
{
    int index, least = 4;
    const Sentence *at_hand = find_at_hand(walk, (Str){0}, &index), *best = NULL;
    for (int i = 0; i < walk->program.sentence_count && least > 0; i++) {
        const Sentence *one = &walk->program.sentences[i];
        bool is_split = one->alias && labelled(walk, words_now(walk, one), false);
        int rank = labels_attention(walk, one)             ? one != at_hand
                   : one == at_hand && one->name[0] != '"' ? 2
                                                           : 4 - is_split;
        if (rank >= least) continue;
        best = one;
        least = rank;
    }
    return best;
}

// Of another number than the program has rows for, nothing is left: why, and what works, is said.
static bool refuse_number(Walk *walk, const Sentence *sentence, bool had_failed, Error *error)
{
    int room = word_count(str_from(sentence->words));
    Str now = words_now(walk, sentence);
    int count = word_count(now);
    const AxisNote *note = labelled(walk, now, true);
    bool fails = walk->ran.error.set && !had_failed;
    if (count == room || (!note && !fails)) return false;
    const char *why =
        note ? arena_printf(error->arena, "%s has %d rows of numbers", note->name, room)
             : str_copy(error->arena, str_from(walk->ran.error.message));
    error_set(error, NULL, "there is room for %d words, not %d: %s", room, count, why);
    error_hint(error, "%d words, as in: %s", room,
               str_copy(error->arena, str_from(sentence->words)));
    return take_back(walk);
}

static bool refuse_none(Error *error)
{
    error_set(error, NULL, "no sentence of this program labels its attention weights");
    return error_hint(error, "a lesson with a sentence, such as attention or multi-head");
}

bool words_whole(Walk *walk, Str words, Override *what, Error *error)
{
    const Sentence *sentence = find_whole(walk);
    return sentence ? make_override(walk, sentence, -1, words, what, error) : refuse_none(error);
}

bool walk_tokens(Walk *walk, Str typed, Error *error)
{
    const Sentence *sentence = find_whole(walk);
    bool had_failed = walk->ran.error.set;
    if (!sentence) return refuse_none(error);
    return edit(walk, sentence, -1, typed, error) &&
           !refuse_number(walk, sentence, had_failed, error);
}

bool walk_word_of_cell(Walk *walk, int dim, Str typed, Error *error)
{
    int index = -1;
    const Sentence *sentence = dim < 0 ? NULL : word_of_cell(walk, walk->at.selected, dim, &index);
    return edit(walk, sentence, index, typed, error);
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
    int at = differing(override);
    const char *name = "?";
    for (int i = walk->program.sentence_count - 1; i >= 0; i--) {
        const Span *span = &walk->program.sentences[i].span;
        if (span->source->text.p == override->text && span->start == override->start)
            name = walk->program.sentences[i].name;
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
