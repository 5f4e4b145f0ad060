// Markdown: CommonMark with pipe tables, and <details> around the answers of a whole.
#include "text/document.h"

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

static void add_inline(Buf *out, const Walk *walk, const Inline *piece)
{
    const char *live;
    switch (piece->kind) {
    case INLINE_TEXT: add_text(out, piece); break;
    case INLINE_CODE: escape_code(out, piece->text); break;
    case INLINE_LIVE:
        live = walk_live_text(walk, piece->live);
        escape_markdown(out, live ? str_from(live) : str_trim(piece->live->text));
        break;
    case INLINE_BREAK: buf_add(out, STR("\\\n")); break;
    case INLINE_GOAL: break;
    }
}

static void end_link(Buf *out, const char *target)
{
    bool plain = !strpbrk(target, " ()<>");
    buf_printf(out, plain ? "](%s)" : "](<%s>)", target);
}

static Str inlines_of(const DocumentWriter *w, const Paragraph *paragraph)
{
    Buf text = {.arena = w->arena};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        if (link_begins(paragraph, i)) buf_add_char(&text, '[');
        if (paragraph->kind == PARAGRAPH_TABLE && piece->kind == INLINE_BREAK)
            buf_add(&text, STR(" | "));
        else
            add_inline(&text, w->document->walk, piece);
        if (link_ends(paragraph, i)) end_link(&text, piece->link);
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

static void add_lines(DocumentWriter *w, const Paragraph *paragraph, Prefix before)
{
    Str text = inlines_of(w, paragraph);
    Buf wrapped = {.arena = w->arena};
    for (Str line; str_next_line(&text, &line);)
        prose_wrap(&wrapped, line, "", "", COLUMNS - (int)strlen(before.rest));
    Str lines = buf_str(&wrapped);
    const char *prefix = before.first;
    for (Str line; str_next_line(&lines, &line); prefix = before.rest) {
        int digits = 0;
        while (digits < line.n && ascii_is_digit(line.p[digits])) digits++;
        bool escapes = begins_block(line);
        buf_printf(w->out, "%s%.*s%s%.*s\n", prefix, digits, line.p, escapes ? "\\" : "",
                   line.n - digits, line.p + digits);
    }
}

static void prose(DocumentWriter *w, const Node *node)
{
    static const ProseStyle STYLE = {4, .heading = "### ", .quote = "> ", .task = "- "};
    const Paragraph *paragraph = node->paragraph;
    Prefix prefix = prose_prefix(paragraph, STYLE, w->arena);
    if (paragraph->kind == PARAGRAPH_RULE)
        buf_add(w->out, STR("---\n"));
    else if (paragraph->kind == PARAGRAPH_LITERAL)
        prose_literal(w->out, paragraph, prefix.first);
    else
        add_lines(w, paragraph, prefix);
    bool next_begins = document_joins(node, node + 1) && node[1].paragraph->marker;
    if (!next_begins) buf_add_char(w->out, '\n');
}

// ---- tables and tensors -------------------------------------------------------------------------

static const char *rule_of(char side)
{
    return side == 'l' ? "|:---" : side == 'c' ? "|:---:" : side == 'r' ? "|---:" : "|---";
}

static void add_row(DocumentWriter *w, const Paragraph *row)
{
    Buf *out = w->out;
    buf_printf(out, "| %.*s |\n", STR_ARG(inlines_of(w, row)));
    if (!row->header) return;
    for (const char *side = row->align; *side; side++) buf_add(out, str_from(rule_of(*side)));
    buf_add(out, STR("|\n"));
}

static void table(DocumentWriter *w, const Node *node)
{
    for (int i = 0; i < node->count; i++) add_row(w, &node->paragraph[i]);
    buf_add_char(w->out, '\n');
}

static void add_cell(Buf *out, const char *text)
{
    escape_markdown(out, str_from(text));
    buf_add(out, STR(" | "));
}

static void add_matrix(Buf *out, const TextMatrix *matrix)
{
    buf_add(out, STR("| "));
    escape_code(out, str_from(matrix->title));
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
    const char *left_out = text_matrix_left_out(matrix, out->arena);
    if (left_out) buf_printf(out, "%s\n\n", left_out);
}

static void tensor(DocumentWriter *w, const Node *node)
{
    const char *left_out = document_slices(w, node, add_matrix);
    if (left_out) buf_printf(w->out, "%s\n\n", left_out);
}

// ---- the format ---------------------------------------------------------------------------------

static void fenced(DocumentWriter *w, const char *language, Str text)
{
    const char *fence = "```";
    while (str_find(text, fence) >= 0) fence = arena_printf(w->arena, "%s`", fence);
    buf_printf(w->out, "%s%s\n%.*s%s%s\n\n", fence, language, STR_ARG(text),
               str_ends(text, "\n") || !text.n ? "" : "\n", fence);
}

static bool write(DocumentWriter *w, const Node *node)
{
    switch (node->kind) {
    case NODE_PROSE: prose(w, node); break;
    case NODE_TABLE: table(w, node); break;
    case NODE_CODE: fenced(w, "python", node->text); break;
    case NODE_PRINTED: fenced(w, "output", node->text); break;
    case NODE_TENSOR: tensor(w, node); break;
    case NODE_QUESTION: break;
    case NODE_CHOICE: {
        const char *mark = arena_printf(w->arena, "- [ ] %.*s: ", STR_ARG(node->text));
        add_lines(w, node->paragraph, (Prefix){mark, "  "});
        break;
    }
    case NODE_REPLY: add_lines(w, node->paragraph, (Prefix){"- ", "  "}); break;
    default: return false;
    }
    return true;
}

const DocumentFormat document_markdown = {
    .name = "markdown",
    .marks =
        {
            [NODE_TITLE] = {"# ", "\n\n", NULL},
            [NODE_PART_TITLE] = {"# ", "\n\n", NULL},
            [NODE_NAME] = {"Name: ____________________", "\n\n", NULL},
            [NODE_STEP] = {"## ", "\n\n", ""},
            [NODE_QUESTION_TITLE] = {"#### ", "\n\n", NULL},
            [NODE_CHOICES] = {"", "", "\n"},
            [NODE_ROOM] = {"Answer: ____________", "\n\n", NULL},
            [NODE_REASON_ROOM] = {"Because: ________________________________________", "\n\n",
                                  NULL},
            [NODE_ANSWER] = {"<details><summary>Answer</summary>\n\n", "", "</details>\n\n"},
            [NODE_REPLIES] = {"", "", "\n"},
        },
    .escape = escape_markdown,
    .write = write,
};
