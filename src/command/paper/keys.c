// A lesson teaches the keys it needs as it goes; on paper there are none. A sentence is about them
// when it says so ("the walk", "this screen", "press"), or has in code what is a key and not a name
// of the program.
#include "command/paper/keys.h"

#include "base/ascii.h"

#include <string.h>

// ---- what is a key ------------------------------------------------------------------------------

static bool is_name_of_program(const Walk *walk, Str name)
{
    for (int i = 0; i < walk->printed_count; i++) {
        if (str_names(walk->printed[i].code->source->text, name)) return true;
    }
    return false;
}

static bool is_key(const Walk *walk, Str code)
{
    static const char *const NAMES[] = {"Space", "Enter", "Tab",   "Backspace", "Esc",  "Up",
                                        "Down",  "Left",  "Right", "PgUp",      "PgDn", "''"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (str_is(code, NAMES[i])) return true;
    }
    if (str_starts(code, "qkv ") || str_starts(code, "Ctrl-") || str_starts(code, ":")) return true;
    if (code.n != 1) return false;
    if (strchr("[](){}~'", code.p[0])) return true;
    return ascii_is_letter(code.p[0]) && !is_name_of_program(walk, code);
}

static bool has_word(Str text, Str word)
{
    for (int at = 0; at < text.n;) {
        int end = str_word(text, at);
        bool is_it = end - at == word.n;
        for (int i = 0; i < word.n && is_it; i++) is_it = ascii_lower(text.p[at + i]) == word.p[i];
        if (is_it) return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

static bool speaks_of_screen(Str text)
{
    static const char *const WORDS[] = {"screen",   "screens", "terminal", "press",
                                        "keyboard", "mouse",   "click"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (has_word(text, str_from(WORDS[i]))) return true;
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

bool paragraph_without_keys(const Walk *walk, Paragraph *paragraph, Arena *arena)
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
