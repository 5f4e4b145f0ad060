// Decides what a fenced block is: ```python is code that is run, ```output is what the code before
// it must print, and any other language is shown as it is. The Markdown library reports the text
// of a block but not the place where its fence stood; the code is therefore cut from the source
// (fence.h), so that messages can name its place in the file.
#include "lesson/codeblock.h"

#include "base/ascii.h"
#include "lesson/options.h"

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
        block->lines = arena_grow(block->text.arena, block->lines, (size_t)block->line_count,
                                  &block->line_capacity, sizeof *block->lines);
        block->lines[block->line_count++] = block->line;
        block->line = (CodeLine){-1, 0};
    }
}

static bool equal_ignoring_case(Str s, Str lower)
{
    if (s.n != lower.n) return false;
    for (int i = 0; i < s.n; i++) {
        if (ascii_lower(s.p[i]) != lower.p[i]) return false;
    }
    return true;
}

static bool is_run(Str language)
{
    static const char *const RUN[] = {"python", "py", "{python}"};
    for (size_t i = 0; i < sizeof RUN / sizeof RUN[0]; i++) {
        if (equal_ignoring_case(language, str_from(RUN[i]))) return true;
    }
    return false;
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
    bool literal = !is_run(block->language) && !equal_ignoring_case(block->language, STR("output"));
    return literal ? add_literal(block, builder, depth) : add_fenced(block, &fence, builder, depth);
}
