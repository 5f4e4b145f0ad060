// From the blocks of a step to those of its handout.
#include "command/paper/selection.h"

#include "base/text/ascii.h"

#include <string.h>

// ---- sentences about keys -----------------------------------------------------------------------

// A lesson teaches the keys it needs as it goes; on paper there are none. A sentence is about them
// when it says so ("the walk", "this screen", "press"), or has in code what is a key and not a name
// of the program.

static bool is_name_of_program(const Walk *walk, Str name)
{
    for (int i = 0; i < walk->ran.printed_count; i++) {
        if (str_names(walk->ran.printed[i].code->source->text, name)) return true;
    }
    return false;
}

static bool is_key(const Walk *walk, Str code)
{
    static const char NAMES[] = "Space Enter Tab Backspace Esc Up Down Left Right PgUp PgDn ''";
    if (str_has_word(NAMES, code)) return true;
    if (str_starts(code, "qkv ") || str_starts(code, "Ctrl-") || str_starts(code, ":")) return true;
    if (code.n != 1) return false;
    if (strchr("[](){}~'", code.p[0])) return true;
    return ascii_is_letter(code.p[0]) && !is_name_of_program(walk, code);
}

static bool speaks_of_screen(Str text)
{
    static const char WORDS[] = "screen screens terminal press keyboard mouse click";
    for (int at = 0, end; at<text.n; at = end> at ? end : at + 1) {
        end = str_word(text, at);
        if (str_has_word_as(WORDS, str_slice(text, at, end))) return true;
    }
    return str_find(text, "arrow key") >= 0 || str_find(text, "he walk ") >= 0;
}

static bool is_about_keys(const Walk *walk, const Inline *piece)
{
    if (piece->kind == INLINE_CODE) return is_key(walk, piece->text);
    return piece->kind == INLINE_TEXT && speaks_of_screen(piece->text);
}

// ---- sentences ----------------------------------------------------------------------------------

// Where the sentence ends that goes on at `from`: behind its stop, the bracket or quotation mark
// that closes it, and a blank. What is in brackets is one sentence. `*depth`: of brackets.
static int sentence_end(Str text, int from, int *depth, bool *ends)
{
    *ends = false;
    for (int i = from; i < text.n; i++) {
        char c = text.p[i];
        *depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        bool stops = c == '.' || c == '?' || c == '!';
        if (i && (c == ')' || c == '"')) stops = strchr(".?!", text.p[i - 1]) != NULL;
        bool at_end = i + 1 == text.n || text.p[i + 1] == ' ' || text.p[i + 1] == '\n';
        if (*depth > 0 || !stops || !at_end) continue;
        *ends = true;
        return i + 1 == text.n ? i + 1 : i + 2;
    }
    return text.n;
}

typedef struct Sentences {
    const Walk *walk;
    Inline *kept;
    int count, begun; // where the sentence at hand begins
    bool drops;
} Sentences;

static void end_sentence(Sentences *sentences)
{
    if (sentences->drops) sentences->count = sentences->begun;
    sentences->begun = sentences->count;
    sentences->drops = false;
}

static void add_text(Sentences *sentences, Inline piece, int *depth)
{
    Str text = piece.text;
    for (int at = 0, end; at < text.n; at = end) {
        bool ends;
        end = sentence_end(text, at, depth, &ends);
        piece.text = str_slice(text, at, end);
        sentences->drops |= is_about_keys(sentences->walk, &piece);
        sentences->kept[sentences->count++] = piece;
        if (ends) end_sentence(sentences);
    }
}

// Leaves out the sentences of a paragraph that name keys or speak of the screen; of an item of a
// list all of it. False: nothing is left.
static bool paragraph_without_keys(const Walk *walk, Paragraph *paragraph, Arena *arena)
{
    if (paragraph->kind == PARAGRAPH_LITERAL || paragraph->kind == PARAGRAPH_RULE) return true;
    int most = paragraph->count + 1, depth = 0;
    for (int i = 0; i < paragraph->count; i++) most += paragraph->inlines[i].text.n;
    Sentences sentences = {.walk = walk, .kept = NEW_ARRAY(arena, Inline, most)};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        if (piece->kind == INLINE_TEXT && !piece->tex) {
            add_text(&sentences, *piece, &depth);
            continue;
        }
        sentences.drops |= is_about_keys(walk, piece);
        sentences.kept[sentences.count++] = *piece;
    }
    end_sentence(&sentences);
    bool whole = paragraph->kind == PARAGRAPH_ITEM || paragraph->kind == PARAGRAPH_TABLE;
    for (int i = 0; i < paragraph->count && whole; i++) {
        if (is_about_keys(walk, &paragraph->inlines[i])) return false;
    }
    paragraph->inlines = sentences.kept;
    paragraph->count = sentences.count;
    return sentences.count > 0;
}

static bool is_heading(const Block *block)
{
    return block->kind == BLOCK_PROSE && block->prose.kind == PARAGRAPH_HEADING;
}

static bool is_section(const Block *block, const char *title)
{
    return is_heading(block) && block->prose.count == 1 &&
           str_is(str_trim(block->prose.inlines[0].text), title);
}

static bool is_hidden(const CodeBlock *code)
{
    for (int i = 0; i < code->option_count; i++) {
        if (str_is(code->options[i].key, "quiet")) return true;
    }
    return false;
}

// ---- exercises ----------------------------------------------------------------------------------

// Cuts a paragraph in two: inlines [0, at) and the first `offset` bytes of inline `at`, and the
// rest.
static void cut(const Paragraph *whole, int at, int offset, Paragraph *before, Paragraph *behind,
                Arena *arena)
{
    *before = *behind = *whole;
    before->inlines = NEW_ARRAY(arena, Inline, whole->count + 1);
    behind->inlines = NEW_ARRAY(arena, Inline, whole->count + 1);
    memcpy(before->inlines, whole->inlines, (size_t)whole->count * sizeof(Inline));
    memcpy(behind->inlines, whole->inlines + at, (size_t)(whole->count - at) * sizeof(Inline));
    Str text = whole->inlines[at].text;
    before->inlines[at].text = str_slice(text, 0, offset);
    before->count = at + 1;
    behind->inlines[0].text = str_slice(text, offset + 1, text.n);
    behind->count = whole->count - at;
    Inline *last = &behind->inlines[behind->count - 1];
    last->text = str_slice(str_trim(last->text), 0, str_trim(last->text).n - 1); // its bracket
    behind->marker = NULL;
}

// The bracket that is closed by the paragraph's last character.
static bool find_bracket(const Paragraph *paragraph, int *at, int *offset)
{
    int depth = 0;
    for (int i = paragraph->count - 1; i >= 0; i--) {
        const Inline *piece = &paragraph->inlines[i];
        Str text = i == paragraph->count - 1 ? str_trim(piece->text) : piece->text;
        if (i == paragraph->count - 1 && !str_ends(text, ")")) return false;
        if (piece->kind != INLINE_TEXT || piece->tex) continue;
        for (int k = text.n - 1; k >= 0; k--) {
            depth += text.p[k] == ')' ? 1 : text.p[k] == '(' ? -1 : 0;
            if (depth) continue;
            *at = i;
            *offset = (int)(text.p - piece->text.p) + k;
            return true;
        }
    }
    return false;
}

// The exercise becomes a question of which the reason is what it has in brackets at its end.
static void make_question(Block *block, Arena *arena)
{
    int at, offset;
    Paragraph whole = block->prose;
    if (!whole.count || !find_bracket(&whole, &at, &offset)) return;
    Prediction question = {.question = NEW(arena, Paragraph), .reason = NEW(arena, Paragraph)};
    question.question_count = question.reason_count = 1;
    cut(&whole, at, offset, question.question, question.reason, arena);
    question.question->kind = question.reason->kind = PARAGRAPH_TEXT;
    question.question->marker = NULL;
    *block = (Block){.kind = BLOCK_PREDICTION, .prediction = question};
}

// ---- the selection ------------------------------------------------------------------------------

// A heading below which nothing is left goes as well.
static int without_empty_sections(Block *blocks, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool is_empty = is_heading(&blocks[i]) && (i + 1 == count || is_heading(&blocks[i + 1]));
        if (!is_empty) blocks[kept++] = blocks[i];
    }
    return kept;
}

static void drop_keys(const Walk *walk, Paragraph *paragraphs, int *count, Arena *arena)
{
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        Paragraph paragraph = paragraphs[i];
        if (paragraph_without_keys(walk, &paragraph, arena)) paragraphs[kept++] = paragraph;
    }
    *count = kept;
}

// `more`: paragraphs that may be added to its reason.
static void clean_prediction(const Walk *walk, Prediction *prediction, int more, Arena *arena)
{
    Paragraph *reason = NEW_ARRAY(arena, Paragraph, prediction->reason_count + more + 1);
    for (int i = 0; i < prediction->reason_count; i++) reason[i] = prediction->reason[i];
    prediction->reason = reason;
    drop_keys(walk, reason, &prediction->reason_count, arena);
}

static bool is_kept(const Walk *walk, Block *block, int more, Arena *arena)
{
    switch (block->kind) {
    case BLOCK_CODE: return !is_hidden(&block->code);
    case BLOCK_PREDICTION: clean_prediction(walk, &block->prediction, more, arena); return true;
    case BLOCK_PROSE: return paragraph_without_keys(walk, &block->prose, arena);
    }
    return true;
}

// In words, or as a live value.
static bool states(const Walk *walk, const Paragraph *paragraph, double value)
{
    if (paragraph_states(paragraph, value)) return true;
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        const char *live = piece->kind == INLINE_LIVE ? walk_live_text(walk, piece->live) : NULL;
        if (live && answer_compare(str_from(live), value) == EQUAL) return true;
    }
    return false;
}

// The question above it of which the paragraph states the number, or NULL.
static Prediction *answered_by(const Walk *walk, Block *kept, int count, const Block *block)
{
    if (block->kind != BLOCK_PROSE || is_heading(block)) return NULL;
    for (int i = 0; i < count; i++) {
        if (kept[i].kind != BLOCK_PREDICTION) continue;
        const Question *question = walk_question_of(walk, &kept[i].prediction);
        bool asks = question && question->has_value && !kept[i].prediction.choice_count;
        if (asks && states(walk, &block->prose, question->value)) return &kept[i].prediction;
    }
    return NULL;
}

PaperPart select_for_paper(const Walk *walk, const Block *blocks, int count, Arena *arena)
{
    Block *kept = NEW_ARRAY(arena, Block, count + 1);
    int kept_count = 0;
    bool tries = false, exercises = false;
    for (int i = 0; i < count; i++) {
        Block block = blocks[i];
        if (is_heading(&block)) {
            tries = is_section(&block, "Try it");
            exercises = is_section(&block, "By hand");
        }
        if (tries || !is_kept(walk, &block, count, arena)) continue;
        if (exercises && block.kind == BLOCK_PROSE) make_question(&block, arena);
        Prediction *answered = answered_by(walk, kept, kept_count, &block);
        if (answered)
            answered->reason[answered->reason_count++] = block.prose;
        else
            kept[kept_count++] = block;
    }
    return (PaperPart){kept, without_empty_sections(kept, kept_count)};
}
