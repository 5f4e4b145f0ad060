// HTML: no script, and nothing from outside.
#include "text/document.h"

#include "base/text/base64.h"
#include "base/text/visible.h"
#include "terminal/theme.h"

#include <stdlib.h>
#include <string.h>

// ---- text ---------------------------------------------------------------------------------------

void html_escape(Buf *out, Str text)
{
    static const char *const ENTITIES[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    char spelling[VISIBLE_BYTES];
    for (int length; text.n; text = str_slice(text, length, text.n)) {
        unsigned char c = (unsigned char)text.p[0];
        Str shown = visible_char(text, &length, spelling);
        bool is_mark = c < sizeof ENTITIES / sizeof *ENTITIES && ENTITIES[c];
        buf_add(out, is_mark ? str_from(ENTITIES[c]) : shown);
    }
}

static void add_inline(Buf *out, const Walk *walk, const Inline *piece)
{
    bool is_code = piece->kind == INLINE_CODE;
    if (piece->kind == INLINE_GOAL) return;
    const char *live = piece->kind == INLINE_LIVE ? walk_live_text(walk, piece->live) : NULL;
    if (piece->style & STYLE_STRONG) buf_add(out, STR("<strong>"));
    if (piece->style & STYLE_EMPHASIS) buf_add(out, STR("<em>"));
    if (is_code) buf_add(out, STR("<code>"));
    if (piece->kind == INLINE_BREAK)
        buf_add(out, STR("<br>\n"));
    else
        html_escape(out, live ? str_from(live) : piece->text);
    if (is_code) buf_add(out, STR("</code>"));
    if (piece->style & STYLE_EMPHASIS) buf_add(out, STR("</em>"));
    if (piece->style & STYLE_STRONG) buf_add(out, STR("</strong>"));
}

// A page of a lesson from elsewhere runs no script: of targets with a scheme only these are kept.
static bool is_safe(const char *target)
{
    static const char *const SCHEMES[] = {"http:", "https:", "mailto:"};
    Str scheme = str_slice(str_from(target), 0, (int)strcspn(target, "/?#"));
    bool safe = str_find(scheme, ":") < 0;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        safe |= str_starts_as(str_from(target), SCHEMES[i]);
    return safe;
}

static void add_part(Buf *out, const Walk *walk, const Paragraph *paragraph, int part)
{
    const Inline *piece = &paragraph->inlines[part];
    bool leads = piece->link && is_safe(piece->link);
    if (leads && link_begins(paragraph, part)) {
        buf_add(out, STR("<a href=\""));
        html_escape(out, str_from(piece->link));
        buf_add(out, STR("\">"));
    }
    add_inline(out, walk, piece);
    if (leads && link_ends(paragraph, part)) buf_add(out, STR("</a>"));
}

void html_inlines(Buf *out, const Walk *walk, const Paragraph *paragraph)
{
    for (int i = 0; i < paragraph->count; i++) add_part(out, walk, paragraph, i);
}

// ---- lists --------------------------------------------------------------------------------------

// Lists and quotes that are open ('u', 'o' or 'q') are closed before what is less deep.
static void close_to(DocumentWriter *w, int count)
{
    while (w->open_count > count) {
        char kind = w->open[--w->open_count];
        buf_add(w->out, kind == 'q'   ? STR("</blockquote>\n")
                        : kind == 'o' ? STR("</li></ol>\n")
                                      : STR("</li></ul>\n"));
    }
}

static void open_list(DocumentWriter *w, const Paragraph *item)
{
    bool numbered = strchr("0123456789", item->marker[0]);
    char kind = numbered ? 'o' : 'u';
    while (w->open_count < item->depth) { // quotes around it, of which nothing else is known
        buf_add(w->out, STR("<blockquote>\n"));
        w->open[w->open_count++] = 'q';
    }
    close_to(w, item->depth + 1);
    if (w->open_count == item->depth + 1 && w->open[item->depth] == kind) {
        buf_add(w->out, STR("</li>\n<li>"));
        return;
    }
    close_to(w, item->depth);
    w->open[w->open_count++] = kind;
    if (numbered && strncmp(item->marker, "1", 1) != 0)
        buf_printf(w->out, "<ol start=\"%d\">\n<li>", (int)strtol(item->marker, NULL, 10));
    else
        buf_add(w->out, numbered ? STR("<ol>\n<li>") : STR("<ul>\n<li>"));
    if (item->marker[0] == '[')
        buf_add(w->out, item->marker[1] == 'x' ? STR("&#9746; ") : STR("&#9744; "));
}

static void add_literal(Buf *out, const Paragraph *paragraph)
{
    for (int i = 0; i < paragraph->count; i++) {
        html_escape(out, paragraph->inlines[i].text);
        buf_add_char(out, '\n');
    }
}

static void prose(DocumentWriter *w, const Paragraph *paragraph)
{
    static const struct {
        const char *before, *behind;
    } MARKS[] = {
        [PARAGRAPH_TEXT] = {"<p>", "</p>\n"},
        [PARAGRAPH_ITEM] = {"<p>", "</p>\n"},
        [PARAGRAPH_QUOTE] = {"<blockquote>\n<p>", "</p>\n</blockquote>\n"},
        [PARAGRAPH_HEADING] = {"<h3>", "</h3>\n"},
        [PARAGRAPH_LITERAL] = {"<pre><code>", "</code></pre>\n"},
        [PARAGRAPH_RULE] = {"<hr>\n", ""},
        [PARAGRAPH_PICTURE] = {"<p>", "</p>\n"}, // where none is drawn
    };
    bool is_item = paragraph->kind == PARAGRAPH_ITEM, begins = is_item && paragraph->marker;
    if (begins)
        open_list(w, paragraph);
    else
        close_to(w, paragraph->depth + is_item);
    if (!begins) buf_add(w->out, str_from(MARKS[paragraph->kind].before));
    if (paragraph->kind == PARAGRAPH_LITERAL)
        add_literal(w->out, paragraph);
    else
        html_inlines(w->out, w->document->walk, paragraph);
    if (!begins) buf_add(w->out, str_from(MARKS[paragraph->kind].behind));
}

// ---- tables -------------------------------------------------------------------------------------

static void begin_cell(Buf *out, const Paragraph *row, int column)
{
    char side = row->align[column];
    const char *where = side == 'c' ? "center" : side == 'r' ? "right" : NULL;
    buf_add(out, row->header ? STR("<th scope=\"col\"") : STR("<td"));
    if (where) buf_printf(out, " class=\"%s\"", where);
    buf_add_char(out, '>');
}

static void add_row(Buf *out, const Walk *walk, const Paragraph *row)
{
    const char *closing = row->header ? "</th>" : "</td>";
    int column = 0;
    buf_add(out, STR("<tr>"));
    begin_cell(out, row, column);
    for (int i = 0; i < row->count; i++) {
        if (row->inlines[i].kind == INLINE_BREAK) {
            buf_add(out, str_from(closing));
            begin_cell(out, row, ++column);
        } else {
            add_part(out, walk, row, i);
        }
    }
    buf_printf(out, "%s</tr>\n", closing);
}

static void table(DocumentWriter *w, const Node *node)
{
    buf_add(w->out, STR("<table>\n"));
    for (int i = 0; i < node->count; i++) add_row(w->out, w->document->walk, &node->paragraph[i]);
    buf_add(w->out, STR("</table>\n"));
}

// ---- tensors ------------------------------------------------------------------------------------

// A text between an element's marks.
static void add_element(Buf *out, const char *before, const char *text, const char *behind)
{
    buf_add(out, str_from(before));
    html_escape(out, str_from(text));
    buf_add(out, str_from(behind));
}

static void add_matrix(Buf *out, const TextMatrix *matrix)
{
    add_element(out, "<table class=\"matrix\">\n<caption><code>", matrix->title, "</code>");
    buf_printf(out, " <span class=\"note\">%lld &times; %lld</span></caption>\n",
               (long long)matrix->all_rows, (long long)matrix->all_columns);
    if (matrix->column_labels) {
        buf_add(out, matrix->row_labels ? STR("<thead><tr><td></td>") : STR("<thead><tr>"));
        for (int i = 0; i < matrix->columns; i++)
            add_element(out, "<th scope=\"col\">", matrix->column_labels[i], "</th>");
        buf_add(out, STR("</tr></thead>\n"));
    }
    buf_add(out, STR("<tbody>\n"));
    for (int row = 0; row < matrix->rows; row++) {
        buf_add(out, STR("<tr>"));
        if (matrix->row_labels)
            add_element(out, "<th scope=\"row\">", matrix->row_labels[row], "</th>");
        for (int column = 0; column < matrix->columns; column++) {
            const char *cell = text_matrix_cell(matrix, row, column);
            add_element(out, cell ? "<td>" : "<td class=\"blank\">", cell ? cell : "", "</td>");
        }
        buf_add(out, STR("</tr>\n"));
    }
    buf_add(out, STR("</tbody>\n</table>\n"));
    const char *left_out = text_matrix_left_out(matrix, out->arena);
    if (left_out) add_element(out, "<p class=\"note\">", left_out, "</p>");
}

static void tensor(DocumentWriter *w, const Node *node)
{
    buf_add(w->out, STR("<div class=\"tensor\">\n"));
    const char *left_out = document_slices(w, node, add_matrix);
    if (left_out) add_element(w->out, "<p class=\"note\">", left_out, "</p>\n");
    buf_add(w->out, STR("</div>\n"));
}

// As an image of its own: the ids of two pictures in one page would be the same.
static void picture(DocumentWriter *w, const Node *node)
{
    buf_add(w->out, STR("<p class=\"picture\"><img alt=\""));
    html_escape(w->out, node->paragraph->inlines[0].text);
    buf_add(w->out, STR("\" src=\"data:image/svg+xml;base64,"));
    base64_add(w->out, node->text);
    buf_add(w->out, STR("\"></p>\n"));
}

// ---- a step at hand -----------------------------------------------------------------------------

static void line(DocumentWriter *w, const Node *node)
{
    bool is_here = false;
    if (node->is_marked) buf_add(w->out, STR("<span class=\"now\">"));
    for (int i = 0; i <= node->count; i++) {
        const TextRun *run = i < node->count ? &node->runs[i] : NULL;
        bool here = run && run->style.attributes & ATTR_UNDERLINE;
        if (here != is_here) buf_add(w->out, here ? STR("<span class=\"here\">") : STR("</span>"));
        is_here = here;
        if (!run) continue;
        const char *ink = run->style.ink == INK_CODE ? NULL : ink_name(run->style.ink);
        if (ink) buf_printf(w->out, "<span class=\"ink-%s\">", ink);
        html_escape(w->out, run->text);
        if (ink) buf_add(w->out, STR("</span>"));
    }
    buf_add(w->out, node->is_marked ? STR("\n</span>") : STR("\n"));
}

static void opener(DocumentWriter *w, const Node *node)
{
    buf_add(w->out, STR("<p><button type=\"button\" class=\"picture\" data-keys=\""));
    html_escape(w->out, node->text);
    buf_add(w->out, STR("\">Picture of "));
    html_inlines(w->out, w->document->walk, node->paragraph);
    buf_add(w->out,
            node->paragraph->heads ? STR(", head by head</button></p>\n") : STR("</button></p>\n"));
}

static void item(DocumentWriter *w, const Node *node)
{
    buf_add(w->out, node->is_marked ? STR("<li class=\"right\">") : STR("<li>"));
    html_inlines(w->out, w->document->walk, node->paragraph);
    buf_add(w->out, STR("</li>\n"));
}

// ---- the format ---------------------------------------------------------------------------------

static bool write(DocumentWriter *w, const Node *node)
{
    if (node->kind != NODE_PROSE)
        close_to(w, node->kind == NODE_TABLE ? node->paragraph->depth : 0);
    switch (node->kind) {
    case NODE_PROSE: prose(w, node->paragraph); break;
    case NODE_TABLE: table(w, node); break;
    case NODE_TENSOR: tensor(w, node); break;
    case NODE_PICTURE: picture(w, node); break;
    case NODE_CHOICE:
    case NODE_REPLY: item(w, node); break;
    case NODE_LINE: line(w, node); break;
    case NODE_OPENER: opener(w, node); break;
    default: return false;
    }
    return true;
}

const DocumentFormat document_html = {
    .name = "html",
    .marks =
        {
            [NODE_TITLE] = {"<h1>", "</h1>\n", NULL},
            [NODE_PART_TITLE] = {"<h1 class=\"part\">", "</h1>\n", NULL},
            [NODE_NAME] = {"<p class=\"name\">Name:", "</p>\n", NULL},
            [NODE_STEP] = {"<section class=\"step\">\n<h2>", "</h2>\n", "</section>\n"},
            [NODE_CODE] = {"<pre class=\"code\"><code>", "</code></pre>\n", NULL},
            [NODE_PRINTED] = {"<pre class=\"printed\"><code>", "</code></pre>\n", NULL},
            [NODE_QUESTION] = {"<section class=\"question\" id=\"", "\">\n", "</section>\n"},
            [NODE_QUESTION_TITLE] = {"<h3>", "</h3>\n", NULL},
            [NODE_CHOICES] = {"<ol class=\"choices\">\n", "", "</ol>\n"},
            [NODE_ROOM] = {"<p class=\"room\">Answer:", "</p>\n", NULL},
            [NODE_REASON_ROOM] = {"<p class=\"room\">Because:", "</p>\n", NULL},
            [NODE_ANSWER] = {"<details>\n<summary>Answer</summary>\n", "", "</details>\n"},
            [NODE_REPLIES] = {"<ul class=\"wrong\">\n", "", "</ul>\n"},
            [NODE_SOURCE] = {"<pre class=\"code\"><code>", "", "</code></pre>\n"},
            [NODE_NOTE] = {"<p class=\"quiet\">", "</p>\n", NULL},
            [NODE_ERROR] = {"<pre class=\"error\">", "</pre>\n", NULL},
        },
    .escape = html_escape,
    .write = write,
};
