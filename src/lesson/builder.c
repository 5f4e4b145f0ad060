// Collects a lesson from the pieces that a reader of some format reports in the order of the file.
// Text of one style is joined until something else comes; inlines become a paragraph, paragraphs
// and code become blocks, and blocks become the introduction or a step when the next heading
// begins.
#include "lesson/builder.h"

#include "base/text/utf8.h"
#include "lesson/options.h"

static void add_inline(Builder *builder, Inline part)
{
    part.link = builder->link;
    *ARENA_ADD(builder->arena, builder->inlines, builder->inline_count) = part;
}

static void end_text(Builder *builder)
{
    if (builder->text.n == 0) return;
    Str text = {str_copy(builder->arena, buf_str(&builder->text)), builder->text.n};
    add_inline(builder, (Inline){.style = builder->text_style, .text = text});
    builder->text.n = 0;
}

void builder_begin(Builder *builder, Paragraph paragraph)
{
    builder_end(builder);
    builder->paragraph = paragraph;
    builder->open = true;
}

void builder_text(Builder *builder, Str text, unsigned style)
{
    if (style != builder->text_style) end_text(builder);
    builder->text_style = style;
    buf_add(&builder->text, text);
}

void builder_inline(Builder *builder, Inline part)
{
    end_text(builder);
    add_inline(builder, part);
}

// A comment on a line of its own has ended the item's paragraph.
bool builder_goal(Builder *builder, Inline goal)
{
    if (builder->open && builder->paragraph.kind == PARAGRAPH_ITEM) {
        builder_inline(builder, goal);
        return true;
    }
    Block *last = builder->block_count ? &builder->blocks[builder->block_count - 1] : NULL;
    if (!last || last->kind != BLOCK_PROSE || last->prose.kind != PARAGRAPH_ITEM) return false;
    *ARENA_ADD(builder->arena, last->prose.inlines, last->prose.count) = goal;
    return true;
}

void builder_link(Builder *builder, const char *target)
{
    end_text(builder);
    builder->link = target;
}

// Closes the paragraph; false when there is none.
static bool close_paragraph(Builder *builder)
{
    if (!builder->open) return false;
    end_text(builder);
    builder->open = false;
    return true;
}

void builder_end(Builder *builder)
{
    if (!close_paragraph(builder)) return;
    Paragraph paragraph = builder->paragraph;
    if (builder->inline_count == 0 && paragraph.kind != PARAGRAPH_RULE) return;
    paragraph.count = builder->inline_count;
    paragraph.inlines = builder->inlines;
    builder->inline_count = 0; // the next one has an array of its own
    builder_add(builder, BLOCK_PROSE)->prose = paragraph;
}

const char *builder_take_text(Builder *builder)
{
    close_paragraph(builder);
    Buf plain = {.arena = builder->arena};
    for (int i = 0; i < builder->inline_count; i++) {
        Inline part = builder->inlines[i];
        buf_add(&plain, part.kind == INLINE_BREAK ? STR(" ") : part.text);
    }
    builder->inline_count = 0;
    return str_copy(builder->arena, str_trim(buf_str(&plain)));
}

// Hands the collected blocks to the step (or intro) that they belong to.
static void end_blocks(Builder *builder)
{
    builder_end(builder);
    if (builder->step_count) {
        Step *step = &builder->steps[builder->step_count - 1];
        step->blocks = builder->blocks;
        step->count = builder->block_count;
    } else {
        builder->intro = builder->blocks;
        builder->intro_count = builder->block_count;
    }
    builder->blocks = NULL;
    builder->block_count = 0;
}

void builder_step(Builder *builder, const char *title, Span at)
{
    end_blocks(builder);
    *ARENA_ADD(builder->arena, builder->steps, builder->step_count) =
        (Step){.title = title, .at = at};
}

bool builder_step_is_waiting(const Builder *builder)
{
    for (int i = 0; i < builder->block_count; i++) {
        if (builder->blocks[i].kind == BLOCK_CODE) return false;
    }
    return builder->step_count > 0;
}

void builder_title_step(Builder *builder, const char *title)
{
    Step *step = &builder->steps[builder->step_count - 1];
    if (!step->title) step->title = title;
}

void builder_open_cell(Builder *builder)
{
    builder_end(builder);
    if (builder->step_count == 0 || builder_step_is_waiting(builder)) return;
    builder_step(builder, NULL, (Span){builder->source, 0, 0});
}

Block *builder_add(Builder *builder, BlockKind kind)
{
    Block *block = ARENA_ADD(builder->arena, builder->blocks, builder->block_count);
    *block = (Block){.kind = kind};
    return block;
}

// The first paragraph stays the lesson's summary; what follows it explains the code.
static void open_untitled_step(Builder *builder)
{
    builder_step(builder, NULL, (Span){builder->source, 0, 0});
    int summary = builder->intro_count < 1 ? builder->intro_count : 1;
    for (int i = summary; i < builder->intro_count; i++) {
        *builder_add(builder, BLOCK_PROSE) = builder->intro[i];
    }
    builder->intro_count = summary;
}

bool builder_code(Builder *builder, const Source *code)
{
    builder_end(builder);
    if (builder->step_count == 0) open_untitled_step(builder);
    Block *block = builder_add(builder, BLOCK_CODE);
    block->code.source = code;
    Error foreign = {.arena = builder->arena};
    return options_read(&block->code, builder->arena, builder->cells ? &foreign : builder->error) ||
           builder->cells;
}

bool builder_output(Builder *builder, const Source *output, Span at, Span fence)
{
    builder_end(builder);
    Block *last = builder->block_count ? &builder->blocks[builder->block_count - 1] : NULL;
    if (!last || last->kind != BLOCK_CODE || last->code.has_output) {
        const char *why = last && last->kind == BLOCK_CODE
                              ? "the code has an output block already"
                              : "this output block does not follow any code";
        error_set_at(builder->error, fence, NULL, "%s", why);
        return error_hint(builder->error,
                          "one ```output block right after the ```python block that prints it");
    }
    last->code.has_output = true;
    last->code.output = output->text;
    last->code.output_at = at;
    return true;
}

void builder_finish(Builder *builder, Lesson *lesson)
{
    end_blocks(builder);
    lesson->title = builder->title;
    lesson->front = builder->front;
    lesson->intro = builder->intro;
    lesson->intro_count = builder->intro_count;
    lesson->steps = builder->steps;
    lesson->step_count = builder->step_count;
}

// Characters before `offset` in its line. Places come in order, so that counting goes on from the
// last one: a line may be as long as the file.
static int column_of(Builder *builder, int line_start, int offset)
{
    if (builder->counted_to < line_start || builder->counted_to > offset) {
        builder->counted_to = line_start;
        builder->counted = 0;
    }
    builder->counted += utf8_count(str_slice(builder->source->text, builder->counted_to, offset));
    builder->counted_to = offset;
    return builder->counted;
}

const Source *builder_source(Builder *builder, Str text, int offset)
{
    int line = lines_find(&builder->lines, offset);
    Source *source = NEW(builder->arena, Source);
    source->name = builder->source->name;
    source->text = text;
    source->first_line = line + 1;
    source->indent = column_of(builder, lines_start(&builder->lines, line), offset);
    return source;
}
