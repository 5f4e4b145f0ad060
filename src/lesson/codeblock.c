// Decides what a fenced block is: ```python is code that is run, ```output is what the code before
// it must print, and any other language is shown as it is. The Markdown library reports the text
// of a block but not the place where its fence stood; the code is therefore cut from the source
// so that messages can name its place in the file.
#include "lesson/codeblock.h"

#include "base/text/utf8.h"
#include "lesson/options.h"

#include <string.h>

// Finds a fenced block in the text as it was written, checks that it is closed, and cuts out its
// code. Inside a list or a quote each line begins with columns that belong to these; they are
// removed, and remembered as the indent, so that a column in a message is the one in the file. A
// block that opens inside another means that a closing fence was forgotten, which Markdown itself
// would not notice.

typedef struct Fence {
    char mark;  // '`' or '~'
    int length; // how many marks open it
    int line;   // where it opens, from 0
    int start;  // offset of its first mark
} Fence;

static bool may_stand_before_fence(char c)
{
    return c != '\0' && strchr(" \t>-+*.)0123456789", c) != NULL;
}

static int count_marks(Str line, int from, char mark)
{
    int end = from;
    while (end < line.n && line.p[end] == mark) end++;
    return end - from;
}

// The first fence of `mark`s at or after `line`; false when there is none.
static bool fence_find(const Lines *lines, int line, char mark, Fence *fence)
{
    for (; line < lines->count; line++) {
        Str text = lines_text(lines, line);
        int at = 0;
        while (at < text.n && may_stand_before_fence(text.p[at])) at++;
        int length = count_marks(text, at, mark);
        if (length < 3) continue;
        *fence = (Fence){mark, length, line, lines_start(lines, line) + at};
        return true;
    }
    return false;
}

static bool closes(const Fence *fence, Str line)
{
    int at = 0;
    while (at < line.n && strchr(" \t>", line.p[at])) at++;
    int length = count_marks(line, at, fence->mark);
    return length >= fence->length && str_trim(str_slice(line, at + length, line.n)).n == 0;
}

enum { FENCE_INDENT = 3 }; // what is indented further cannot open a block

static bool opens_another(const Fence *fence, const Lines *lines, CodeLine code)
{
    if (code.offset < 0 || code.indent > FENCE_INDENT) return false;
    return count_marks(lines->text, code.offset, fence->mark) >= fence->length;
}

static bool unclosed(const Fence *fence, const Source *lesson, Error *error)
{
    Span at = {lesson, fence->start, fence->start + fence->length};
    error_set_at(error, at, NULL, "this block is never closed");
    char *marks = arena_alloc(error->arena, (size_t)fence->length + 1);
    memset(marks, fence->mark, (size_t)fence->length);
    return error_hint(error, "end it with a line %s, indented like its first line", marks);
}

// Checks that the block of `count` lines ends with a closing fence, and that no other block opens
// inside it, which means that a closing fence was forgotten.
static bool fence_check(const Fence *fence, const Lines *lines, const CodeLine *code, int count,
                        const Source *lesson, Error *error)
{
    for (int i = 0; i < count; i++) {
        if (opens_another(fence, lines, code[i])) return unclosed(fence, lesson, error);
    }
    bool closed = closes(fence, lines_text(lines, fence->line + 1 + count));
    return closed || unclosed(fence, lesson, error);
}

enum { TAB_STOP = 4 }; // Markdown's

static int next_column(char c, int column)
{
    return c == '\t' ? (column / TAB_STOP + 1) * TAB_STOP : column + 1;
}

// Adds the line that holds `code` to `out`, without the columns that belong to lists and quotes
// around it; returns how many characters those are. A tab that is partly theirs becomes blanks.
static int add_dedented(const Lines *lines, Str line, CodeLine code, Buf *out)
{
    int first = (int)(lines->text.p + code.offset - line.p), column = 0;
    for (int i = 0; i < first; i++) column = next_column(line.p[i], column);
    int margin = column - code.indent, at = 0;
    column = 0;
    while (at < first && column < margin) column = next_column(line.p[at++], column);
    int blanks = column - margin;
    buf_add_repeat(out, ' ', blanks);
    buf_add(out, str_slice(line, at, line.n));
    int before = utf8_count(str_slice(line, 0, at)) - blanks;
    return before > 0 ? before : 0;
}

// The block's text as a Source of its own. At the left margin it is a slice of the lesson's text;
// inside a list or a quote (and with \r\n) it is copied into `arena` without the columns before it.
static Source fence_cut(const Fence *fence, const Lines *lines, const CodeLine *code, int count,
                        const Source *lesson, Arena *arena)
{
    int first = fence->line + 1;
    Source source = {.name = lesson->name, .first_line = first + 1, .indent = -1};
    int from = lines_start(lines, first), to = lines_start(lines, first + count);
    Str whole = str_slice(lines->text, from, to);
    bool at_margin = fence->start == lines_start(lines, fence->line);
    if (at_margin && (whole.n == 0 || !memchr(whole.p, '\r', (size_t)whole.n))) {
        source.text = whole;
        source.indent = 0;
        return source;
    }
    Buf text = {.arena = arena};
    for (int i = 0; i < count; i++) {
        Str line = lines_text(lines, first + i);
        if (code[i].offset >= 0) {
            int before = add_dedented(lines, line, code[i], &text);
            if (source.indent < 0) source.indent = before;
        }
        buf_add_char(&text, '\n');
    }
    if (source.indent < 0) source.indent = 0;
    source.text = buf_str(&text);
    return source;
}

void code_block_begin(CodeBlockReader *block, char mark, Str language, int from)
{
    block->mark = mark;
    block->language = language;
    block->from = from;
    block->text.n = 0;
    block->line_count = 0;
    block->line = (CodeLine){-1, 0};
}

void code_block_text(CodeBlockReader *block, Str piece, int offset)
{
    buf_add(&block->text, piece);
    if (offset >= 0) {
        block->line.offset = offset;
    } else if (!str_is(piece, "\n")) {
        block->line.indent += piece.n;
    } else {
        *ARENA_ADD(block->text.arena, block->lines, block->line_count) = block->line;
        block->line = (CodeLine){-1, 0};
    }
}

static bool is_run(Str language)
{
    return str_has_word_as("python py {python}", language);
}

static bool add_literal(const CodeBlockReader *block, Builder *builder, int depth)
{
    builder_begin(builder, (Paragraph){.kind = PARAGRAPH_LITERAL, .depth = depth});
    Str rest = {str_copy(builder->arena, buf_str(&block->text)), block->text.n}, line;
    while (str_next_line(&rest, &line)) {
        builder_inline(builder, (Inline){.kind = INLINE_TEXT, .text = line});
    }
    builder_end(builder);
    return true;
}

static bool add_fenced(const CodeBlockReader *block, const Fence *fence, Builder *builder,
                       int depth)
{
    const Lines *lines = &builder->lines;
    Source *code = NEW(builder->arena, Source);
    *code =
        fence_cut(fence, lines, block->lines, block->line_count, builder->source, builder->arena);
    if (is_run(block->language) && options_forbid_run(code->text))
        return add_literal(block, builder, depth);
    if (is_run(block->language)) return builder_code(builder, code);
    int first = fence->line + 1, end = first + block->line_count;
    Span at = {builder->source, lines_start(lines, first), lines_start(lines, end)};
    return builder_output(builder, code, at, (Span){builder->source, fence->start, fence->start});
}

static bool find_fence(const CodeBlockReader *block, const Builder *builder, Fence *fence)
{
    if (!block->mark) return false;
    int line = lines_find(&builder->lines, block->from);
    return fence_find(&builder->lines, line, block->mark, fence);
}

bool code_block_end(CodeBlockReader *block, Builder *builder, int depth, int *cursor)
{
    Fence fence;
    const Lines *lines = &builder->lines;
    if (builder->cells || !find_fence(block, builder, &fence)) {
        return add_literal(block, builder, depth);
    }
    bool closed = fence_check(&fence, lines, block->lines, block->line_count, builder->source,
                              builder->error);
    if (!closed) return false;
    *cursor = lines_start(lines, fence.line + block->line_count + 2);
    bool literal = !is_run(block->language) && !str_equal_as(block->language, STR("output"));
    return literal ? add_literal(block, builder, depth) : add_fenced(block, &fence, builder, depth);
}
