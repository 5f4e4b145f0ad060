// Wraps the paragraphs of a lesson to the width of the page. Words are measured in columns of the
// terminal, and list items, quotes and literal text get their prefixes. A live expression is
// replaced by its value in the walk.
#include "text/prose.h"

#include "base/text/utf8.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static Str next_word(Str *rest)
{
    int from = 0;
    while (from < rest->n && is_blank(rest->p[from])) from++;
    int to = from;
    while (to < rest->n && !is_blank(rest->p[to])) to++;
    Str word = str_slice(*rest, from, to);
    *rest = str_slice(*rest, to, rest->n);
    return word;
}

void prose_wrap(Buf *out, Str text, const char *first, const char *rest, int columns)
{
    buf_add(out, str_from(first));
    int begin = utf8_width(str_from(first)), at = begin;
    for (Str word; (word = next_word(&text)).n;) {
        int width = utf8_width(word);
        if (at > begin && at + 1 + width > columns) {
            buf_printf(out, "\n%s", rest);
            at = begin = utf8_width(str_from(rest));
        }
        if (at > begin) buf_add_char(out, ' ');
        at += width + (at > begin);
        buf_add(out, word);
    }
    buf_add_char(out, '\n');
}

int prose_wider(int width, const char *text)
{
    int own = utf8_width(str_from(text));
    return own > width ? own : width;
}

void prose_left(Buf *out, const char *text, int width)
{
    buf_add(out, str_from(text));
    buf_add_repeat(out, ' ', width - utf8_width(str_from(text)));
}

void prose_right(Buf *out, const char *text, int width)
{
    buf_add_repeat(out, ' ', width - utf8_width(str_from(text)));
    buf_add(out, str_from(text));
}

// ---- paragraphs ------------------------------------------------------------------------------

void prose_inline(Buf *out, const Walk *walk, const Inline *piece)
{
    const char *live;
    switch (piece->kind) {
    case INLINE_TEXT: buf_add(out, piece->text); break;
    case INLINE_CODE: buf_printf(out, "`%.*s`", STR_ARG(piece->text)); break;
    case INLINE_LIVE:
        live = walk_live_text(walk, piece->live);
        buf_add(out, live ? str_from(live) : str_trim(piece->live->text));
        break;
    case INLINE_BREAK: buf_add(out, STR("\n")); break;
    case INLINE_GOAL: break;
    }
}

Prefix prose_prefix(const Paragraph *paragraph, ProseStyle style, Arena *arena)
{
    Buf indent = {.arena = arena};
    const char *marker = paragraph->marker ? paragraph->marker : "";
    buf_add_repeat(&indent, ' ', style.indent * paragraph->depth);
    const char *deep = buf_text(&indent), *rest = deep;
    switch (paragraph->kind) {
    case PARAGRAPH_HEADING: return (Prefix){arena_printf(arena, "%s%s", deep, style.heading), deep};
    case PARAGRAPH_QUOTE: rest = arena_printf(arena, "%s%s", deep, style.quote); break;
    case PARAGRAPH_LITERAL: rest = arena_printf(arena, "%s    ", deep); break;
    case PARAGRAPH_ITEM:
        buf_add_repeat(&indent, ' ', *marker ? (int)strlen(marker) + 1 : 2);
        rest = buf_text(&indent);
        if (!*marker) break;
        return (Prefix){arena_printf(arena, "%.*s%s%s ", style.indent * paragraph->depth, deep,
                                     *marker == '[' ? style.task : "", marker),
                        rest};
    default: break;
    }
    return (Prefix){rest, rest};
}

static void add_broken_lines(Buf *out, Str text, Prefix prefix, int columns)
{
    for (Str line; str_next_line(&text, &line);) {
        prose_wrap(out, line, prefix.first, prefix.rest, columns);
        prefix.first = prefix.rest;
    }
}

void prose_literal(Buf *out, const Paragraph *paragraph, const char *before)
{
    for (int i = 0; i < paragraph->count; i++)
        buf_printf(out, "%s%.*s\n", before, STR_ARG(paragraph->inlines[i].text));
}

// A soft line end inside a text is a blank; only INLINE_BREAK ends a line.
static Str joined(const Walk *walk, const Paragraph *paragraph, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < paragraph->count; i++) {
        int from = text.n;
        prose_inline(&text, walk, &paragraph->inlines[i]);
        if (paragraph->inlines[i].kind == INLINE_BREAK) continue;
        for (int k = from; k < text.n; k++) {
            if (text.p[k] == '\n') text.p[k] = ' ';
        }
    }
    return buf_str(&text);
}

void prose_prefixed(Buf *out, const Walk *walk, const Paragraph *paragraph, const char *first,
                    const char *rest, int columns)
{
    SCRATCH(arena);
    add_broken_lines(out, joined(walk, paragraph, &arena), (Prefix){first, rest}, columns);
}

void prose_paragraph(Buf *out, const Walk *walk, const Paragraph *paragraph, int columns)
{
    SCRATCH(arena);
    static const ProseStyle STYLE = {2, .heading = "", .quote = "> ", .task = ""};
    Prefix prefix = prose_prefix(paragraph, STYLE, &arena);
    switch (paragraph->kind) {
    case PARAGRAPH_RULE: buf_printf(out, "%s---\n", prefix.first); break;
    case PARAGRAPH_LITERAL: prose_literal(out, paragraph, prefix.first); break;
    default: prose_prefixed(out, walk, paragraph, prefix.first, prefix.rest, columns);
    }
}

void prose_paragraphs(Buf *out, const Walk *walk, const Paragraph *paragraphs, int count,
                      int columns)
{
    for (int i = 0; i < count; i++) prose_prefixed(out, walk, &paragraphs[i], "", "", columns);
}

void prose_question(Buf *out, const Walk *walk, const Prediction *prediction, int columns)
{
    prose_paragraphs(out, walk, prediction->question, prediction->question_count, columns);
    for (int i = 0; i < prediction->choice_count; i++) {
        const char *marker = arena_printf(out->arena, "  %c) ", 'a' + i % 26);
        prose_prefixed(out, walk, &prediction->choices[i].text, marker, "     ", columns);
    }
}
