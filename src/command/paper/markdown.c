// Papers as Markdown: CommonMark with pipe tables, and <details> around the answers of a whole.
#include "command/paper/format.h"

#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "text/prose.h"

#include <string.h>

enum { COLUMNS = 80 };

// ---- text ---------------------------------------------------------------------------------------

// Marks of emphasis are next to the words, not to the blanks around them.
static void add_text(Buf *out, const Inline *piece)
{
    Str text = piece->text, inner = str_trim(text);
    const char *mark = piece->style & STYLE_STRONG     ? "**"
                       : piece->style & STYLE_EMPHASIS ? "*"
                                                       : "";
    if (!inner.n) {
        buf_add(out, text);
        return;
    }
    buf_add(out, (Str){text.p, (int)(inner.p - text.p)});
    buf_add(out, str_from(mark));
    if (piece->tex)
        buf_add(out, str_from(piece->tex));
    else
        escape_markdown(out, inner);
    buf_add(out, str_from(mark));
    const char *end = inner.p + inner.n;
    buf_add(out, (Str){end, (int)(text.p + text.n - end)});
}

static void add_inline(Paper *paper, const Inline *piece, Buf *out)
{
    const char *live;
    switch (piece->kind) {
    case INLINE_TEXT: add_text(out, piece); break;
    case INLINE_CODE: escape_code(out, piece->text); break;
    case INLINE_LIVE:
        live = walk_live_text(paper->walk, piece->live);
        escape_markdown(out, live ? str_from(live) : str_trim(piece->live->text));
        break;
    case INLINE_BREAK: buf_add(out, STR("\\\n")); break;
    }
}

static void end_link(Buf *out, const char *target)
{
    bool plain = !strpbrk(target, " ()<>");
    buf_printf(out, plain ? "](%s)" : "](<%s>)", target);
}

static Str inlines_of(Paper *paper, const Paragraph *paragraph)
{
    Buf text = {.arena = paper->arena};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        if (paper_link_begins(paragraph, i)) buf_add_char(&text, '[');
        if (paragraph->kind == PARAGRAPH_TABLE && piece->kind == INLINE_BREAK)
            buf_add(&text, STR(" | "));
        else
            add_inline(paper, piece, &text);
        if (paper_link_ends(paragraph, i)) end_link(&text, piece->link);
    }
    return buf_str(&text);
}

// What would begin a heading, a list or a quote where a line was broken.
static bool begins_block(Str line)
{
    int digits = 0;
    while (digits < line.n && ascii_is_digit(line.p[digits])) digits++;
    if (digits) return digits < line.n && (line.p[digits] == '.' || line.p[digits] == ')');
    return line.n && strchr("#-+=~>", line.p[0]);
}

static void add_lines(Paper *paper, Str text, const char *first, const char *rest)
{
    Buf wrapped = {.arena = paper->arena};
    for (Str line; str_next_line(&text, &line);)
        prose_wrap(&wrapped, line, "", "", COLUMNS - (int)strlen(rest));
    Str lines = buf_str(&wrapped);
    const char *prefix = first;
    for (Str line; str_next_line(&lines, &line); prefix = rest) {
        int digits = 0;
        while (digits < line.n && ascii_is_digit(line.p[digits])) digits++;
        bool escapes = begins_block(line);
        buf_printf(paper->out, "%s%.*s%s%.*s\n", prefix, digits, line.p, escapes ? "\\" : "",
                   line.n - digits, line.p + digits);
    }
}

static void add_paragraph(Paper *paper, const Paragraph *paragraph, const char *first,
                          const char *rest)
{
    add_lines(paper, inlines_of(paper, paragraph), first, rest);
}

// ---- prose --------------------------------------------------------------------------------------

static const char *rule_of(char side)
{
    return side == 'l' ? "|:---" : side == 'c' ? "|:---:" : side == 'r' ? "|---:" : "|---";
}

static void add_row(Paper *paper, const Paragraph *row)
{
    Buf *out = paper->out;
    buf_printf(out, "| %.*s |\n", STR_ARG(inlines_of(paper, row)));
    if (!row->header) return;
    for (const char *side = row->align; *side; side++) buf_add(out, str_from(rule_of(*side)));
    buf_add(out, STR("|\n"));
}

static void add_literal(Paper *paper, const Paragraph *paragraph, const char *indent)
{
    for (int i = 0; i < paragraph->count; i++)
        buf_printf(paper->out, "%s    %.*s\n", indent, STR_ARG(paragraph->inlines[i].text));
}

static void add_prose(Paper *paper, const Paragraph *paragraph)
{
    Buf indent = {.arena = paper->arena};
    const char *marker = paragraph->marker ? paragraph->marker : "";
    buf_add_repeat(&indent, ' ', 4 * paragraph->depth);
    const char *deep = buf_text(&indent);
    switch (paragraph->kind) {
    case PARAGRAPH_HEADING: add_paragraph(paper, paragraph, "### ", ""); break;
    case PARAGRAPH_QUOTE:
        add_paragraph(paper, paragraph, arena_printf(paper->arena, "%s> ", deep),
                      arena_printf(paper->arena, "%s> ", deep));
        break;
    case PARAGRAPH_ITEM:
        if (marker[0] == '[') marker = arena_printf(paper->arena, "- %s", marker);
        add_paragraph(paper, paragraph,
                      *marker ? arena_printf(paper->arena, "%s%s ", deep, marker)
                              : arena_printf(paper->arena, "%s  ", deep),
                      arena_printf(paper->arena, "%s  ", deep));
        break;
    case PARAGRAPH_LITERAL: add_literal(paper, paragraph, deep); break;
    case PARAGRAPH_TABLE: add_row(paper, paragraph); break;
    case PARAGRAPH_RULE: buf_add(paper->out, STR("---\n")); break;
    case PARAGRAPH_TEXT: add_paragraph(paper, paragraph, deep, deep); break;
    }
}

static bool stand_together(const Paragraph *paragraph, const Paragraph *next)
{
    bool lists = paragraph->kind == PARAGRAPH_ITEM && next->marker;
    bool rows = paragraph->kind == PARAGRAPH_TABLE && !next->header;
    return paragraph->kind == next->kind && (lists || rows);
}

static void prose(Paper *paper, const Block *blocks, int count)
{
    for (int i = 0; i < count; i++) {
        add_prose(paper, &blocks[i].prose);
        bool joins = i + 1 < count && stand_together(&blocks[i].prose, &blocks[i + 1].prose);
        if (!joins) buf_add_char(paper->out, '\n');
    }
}

// ---- code and tensors ---------------------------------------------------------------------------

static void add_fenced(Paper *paper, const char *language, Str text)
{
    const char *fence = "```";
    while (str_find(text, fence) >= 0) fence = arena_printf(paper->arena, "%s`", fence);
    buf_printf(paper->out, "%s%s\n%.*s%s%s\n\n", fence, language, STR_ARG(text),
               str_ends(text, "\n") || !text.n ? "" : "\n", fence);
}

static void code(Paper *paper, Str text)
{
    add_fenced(paper, "python", text);
}

static void printed(Paper *paper, Str text)
{
    add_fenced(paper, "output", text);
}

static void add_cell(Buf *out, const char *text)
{
    escape_markdown(out, str_from(text));
    buf_add(out, STR(" | "));
}

static void add_matrix(Paper *paper, const char *title, const TextMatrix *matrix)
{
    Buf *out = paper->out;
    buf_add(out, STR("| "));
    escape_code(out, str_from(title));
    buf_add(out, STR(" | "));
    for (int i = 0; i < matrix->columns; i++)
        add_cell(out, matrix->column_labels ? matrix->column_labels[i] : "");
    buf_cut(out, out->n - 1);
    buf_add(out, STR("\n|---|"));
    for (int i = 0; i < matrix->columns; i++) buf_add(out, STR("---:|"));
    buf_add_char(out, '\n');
    for (int row = 0; row < matrix->rows; row++) {
        buf_add(out, STR("| "));
        add_cell(out, matrix->row_labels ? matrix->row_labels[row] : "");
        for (int column = 0; column < matrix->columns; column++) {
            const char *cell = text_matrix_cell(matrix, row, column);
            add_cell(out, cell ? cell : "____");
        }
        buf_cut(out, out->n - 1);
        buf_add_char(out, '\n');
    }
    buf_add_char(out, '\n');
    const char *left_out = text_matrix_left_out(matrix, paper->arena);
    if (left_out) buf_printf(out, "%s\n\n", left_out);
}

static void tensor(Paper *paper, const Binding *binding)
{
    const char *left_out = paper_slices(paper, binding, add_matrix);
    if (left_out) buf_printf(paper->out, "%s\n\n", left_out);
}

// ---- questions ----------------------------------------------------------------------------------

static void begin_question(Paper *paper, const PaperQuestion *asked)
{
    buf_printf(paper->out, "#### Question %d\n\n", asked->number);
    for (int i = 0; i < asked->prediction->question_count; i++) {
        add_paragraph(paper, &asked->prediction->question[i], "", "");
        buf_add_char(paper->out, '\n');
    }
}

static void item(Paper *paper, const char *mark, const Paragraph *text)
{
    add_paragraph(paper, text, mark, "  ");
}

// ---- the page -----------------------------------------------------------------------------------

static void begin(Paper *paper)
{
    buf_add(paper->out, STR("# "));
    if (paper->kind == PAPER_ANSWERS) buf_add(paper->out, STR("Answers: "));
    escape_markdown(paper->out, str_from(paper->walk->lesson.title));
    buf_add(paper->out, STR("\n\n"));
    if (paper->kind == PAPER_HANDOUT) buf_add(paper->out, STR("Name: ____________________\n\n"));
}

static void end(Paper *paper, bool is_all)
{
    Buf *out = paper->out;
    if (is_all && out->n > 1 && out->p[out->n - 2] == '\n') buf_cut(out, out->n - 1);
}

static void begin_step(Paper *paper, int step)
{
    buf_printf(paper->out, "## %d. ", step + 1);
    escape_markdown(paper->out, str_from(paper->walk->lesson.steps[step].title));
    buf_add(paper->out, STR("\n\n"));
}

static void end_nothing(Paper *paper UNUSED)
{
}

const PaperFormat paper_markdown = {
    .name = "markdown",
    .begin = begin,
    .end = end,
    .begin_step = begin_step,
    .end_step = end_nothing,
    .prose = prose,
    .code = code,
    .printed = printed,
    .tensor = tensor,
    .begin_question = begin_question,
    .end_question = end_nothing,
    .item = item,
    .escape = buf_add,
    .answer = {"<details><summary>Answer</summary>\n\n", "</details>\n\n"},
    .solution = {"Answer: **", "**\n\n"},
    .number = {"`", "`"},
    .choices = {"", "\n"},
    .choice = {"- [ ] ", ": "},
    .replies = {"", "\n"},
    .reply = {"- ", ": "},
    .room = {"Answer: ____________\n\n", "Because: ____________________"
                                         "____________________\n\n"}};
