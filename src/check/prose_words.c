// Prose as it is read. Where a piece of it stands is searched for: a paragraph keeps no places, and
// may be wrapped, quoted and emphasised in the file.
#include "check/prose_words.h"

#include "base/buf.h"

#include <string.h>

enum { LONGEST_START = 40, SHORTEST_START = 8 };

Words prose_words(const Paragraph *paragraph, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *inline_ = &paragraph->inlines[i];
        bool code = inline_->kind == INLINE_CODE || inline_->kind == INLINE_LIVE;
        Str written = inline_->tex ? str_from(inline_->tex) : inline_->text;
        if (inline_->kind == INLINE_TEXT) buf_add(&text, written);
        if (code) buf_add(&text, STR("`"));
        if (inline_->kind == INLINE_BREAK) buf_add(&text, STR(" "));
    }
    return (Words){arena, buf_str(&text)};
}

// Where the paragraph stands in the lesson: its first line does, up to what is no plain text.
static int paragraph_start(const Words *words, const Source *source)
{
    for (int n = LONGEST_START; n >= SHORTEST_START; n--) {
        Str start = str_slice(words->text, 0, n);
        int at = str_find(source->text, str_copy(words->arena, start));
        if (at >= 0) return at;
    }
    return 0;
}

// The end of the next occurrence of `part` from `from` on, or -1.
static int end_of_next(Str text, int from, const char *part)
{
    int at = str_find(str_slice(text, from, text.n), part);
    return at < 0 ? -1 : from + at + (int)strlen(part);
}

Span prose_place(const Words *words, const Source *source, Str said)
{
    int here = (int)(said.p - words->text.p), from = paragraph_start(words, source);
    for (; said.n; said.n--) {
        const char *part = str_copy(words->arena, said);
        int end = from;
        for (int at = 0; end >= 0 && at >= 0 && at <= here;) {
            end = end_of_next(source->text, end, part);
            at = end_of_next(words->text, at, part);
            if (at - said.n >= here) break;
        }
        if (end > from) return (Span){source, end - said.n, end};
    }
    return (Span){source, 0, 0};
}

Span prose_code_place(const Words *words, const Source *source, Str code)
{
    const char *quoted = arena_printf(words->arena, "`%.*s`", STR_ARG(code));
    int end = end_of_next(source->text, paragraph_start(words, source), quoted);
    return end < 0 ? (Span){source, 0, 0} : (Span){source, end - 1 - code.n, end - 1};
}
