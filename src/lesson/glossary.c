// Reads every lesson and takes what is in bold in its prose.
#include "lesson/glossary.h"

#include "base/text/ascii.h"
#include "lesson/library.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_TERM = 40 };

typedef struct Glossary {
    Arena *arena;
    Definition *terms;
    int count;
} Glossary;

// ---- sentences ----------------------------------------------------------------------------------

// Behind the sentence that the character ends, with a bracket or a quotation mark there; or -1.
static int sentence_end(Str text, int at)
{
    if (!strchr(".?!", text.p[at])) return -1;
    int behind = at + 1;
    while (behind < text.n && strchr(")\"", text.p[behind])) behind++;
    if (behind == text.n) return behind;
    bool goes_on = behind + 1 < text.n && ascii_is_lower(text.p[behind + 1]);
    return text.p[behind] == ' ' && !goes_on ? behind : -1;
}

// Where the sentence begins that the place is in.
static int sentence_start(Str text, int at)
{
    int start = 0;
    for (int i = 0; i < at; i++) {
        int end = sentence_end(text, i);
        if (end >= 0 && end < at) start = end + 1;
    }
    return start;
}

// "That is dropout." says nothing by itself.
static bool points_back(Str sentence)
{
    Str first = str_slice(sentence, 0, str_find(sentence, " "));
    return str_has_word("That This It They These Such Those There Here So", first);
}

static const char *sentence_at(Str text, int at, Arena *arena)
{
    int from = sentence_start(text, at), end = -1;
    for (int i = at; i < text.n && end < 0; i++) end = sentence_end(text, i);
    if (end < 0) end = text.n;
    if (from > 1 && points_back(str_slice(text, from, text.n)))
        from = sentence_start(text, from - 2);
    Str says = str_trim(str_slice(text, from, end));
    bool in_brackets = str_starts(says, "(") && str_ends(says, ")");
    return str_copy(arena, in_brackets ? str_slice(says, 1, says.n - 1) : says);
}

// ---- terms --------------------------------------------------------------------------------------

static int compare_folded(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b)) a++, b++;
    return (unsigned char)ascii_lower(*a) - (unsigned char)ascii_lower(*b);
}

// The same, or its plural.
static bool is_same_term(const char *a, const char *b)
{
    bool is_longer = strlen(a) > strlen(b);
    const char *longer = is_longer ? a : b, *shorter = is_longer ? b : a;
    const char *more = longer + strlen(shorter);
    return str_starts_as(str_from(longer), shorter) && (!*more || strcmp(more, "s") == 0);
}

static void add_term(Glossary *glossary, Definition term)
{
    for (int i = 0; i < glossary->count; i++) {
        if (is_same_term(glossary->terms[i].term, term.term)) return;
    }
    *ARENA_ADD(glossary->arena, glossary->terms, glossary->count) = term;
}

static bool is_term(const Inline *piece)
{
    return piece->kind == INLINE_TEXT && piece->style & STYLE_STRONG &&
           piece->text.n <= LONGEST_TERM && !str_is(piece->text, "Predict");
}

static Str text_of(const Inline *piece)
{
    bool is_text = piece->kind != INLINE_BREAK && piece->kind != INLINE_GOAL;
    return is_text ? piece->text : STR(" ");
}

static void add_paragraph(Glossary *glossary, const Paragraph *paragraph, Definition where)
{
    if (paragraph->kind != PARAGRAPH_TEXT && paragraph->kind != PARAGRAPH_ITEM) return;
    Buf text = {.arena = glossary->arena};
    for (int i = 0; i < paragraph->count; i++) buf_add(&text, text_of(&paragraph->inlines[i]));
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '\n') text.p[i] = ' ';
    }
    for (int i = 0, at = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        if (is_term(piece)) {
            where.term = str_copy(glossary->arena, piece->text);
            where.says = sentence_at(buf_str(&text), at, glossary->arena);
            add_term(glossary, where);
        }
        at += text_of(piece).n;
    }
}

static void add_lesson(Glossary *glossary, const Lesson *lesson, int number)
{
    for (int s = 0; s < lesson->step_count; s++) {
        Definition where = {.lesson = lesson->name, .number = number, .step = s};
        for (int b = 0; b < lesson->steps[s].count; b++) {
            const Block *block = &lesson->steps[s].blocks[b];
            if (block->kind == BLOCK_PROSE) add_paragraph(glossary, &block->prose, where);
        }
    }
}

static int by_term(const void *a, const void *b)
{
    return compare_folded(((const Definition *)a)->term, ((const Definition *)b)->term);
}

int glossary_read(const Lesson *lesson, Arena *arena, Definition **terms)
{
    Glossary glossary = {.arena = arena};
    Library library;
    library_scan(&library, arena);
    for (int i = 0; i < library.count; i++) {
        Lesson read;
        Error error = {.arena = arena};
        if (library_open(library.lessons[i].path, arena, &read, &error))
            add_lesson(&glossary, &read, library.lessons[i].number);
    }
    add_lesson(&glossary, lesson, 0);
    if (glossary.count)
        qsort(glossary.terms, (size_t)glossary.count, sizeof *glossary.terms, by_term);
    *terms = glossary.terms;
    return glossary.count;
}
