// Papers as one page of HTML: no script, nothing from outside, and a style for print.
#include "command/paper/format.h"

#include "command/about/help.h"

#include <stdlib.h>
#include <string.h>

// ---- text ---------------------------------------------------------------------------------------

static void escape(Buf *out, Str text)
{
    for (int i = 0; i < text.n; i++) {
        switch (text.p[i]) {
        case '&': buf_add(out, STR("&amp;")); break;
        case '<': buf_add(out, STR("&lt;")); break;
        case '>': buf_add(out, STR("&gt;")); break;
        case '"': buf_add(out, STR("&quot;")); break;
        default: buf_add_char(out, text.p[i]);
        }
    }
}

static void add_element(Buf *out, const char *element, Str text)
{
    buf_printf(out, "<%s>", element);
    escape(out, text);
    buf_printf(out, "</%.*s>",
               str_find(str_from(element), " ") < 0 ? (int)strlen(element)
                                                    : str_find(str_from(element), " "),
               element);
}

static void add_inline(Paper *paper, const Inline *piece)
{
    Buf *out = paper->out;
    if (piece->style & STYLE_STRONG) buf_add(out, STR("<strong>"));
    if (piece->style & STYLE_EMPHASIS) buf_add(out, STR("<em>"));
    const char *live;
    switch (piece->kind) {
    case INLINE_TEXT: escape(out, piece->text); break;
    case INLINE_CODE: add_element(out, "code", piece->text); break;
    case INLINE_LIVE:
        live = walk_live_text(paper->walk, piece->live);
        escape(out, live ? str_from(live) : str_trim(piece->live->text));
        break;
    case INLINE_BREAK: buf_add(out, STR("<br>\n")); break;
    }
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

static void add_part(Paper *paper, const Paragraph *paragraph, int part)
{
    const Inline *piece = &paragraph->inlines[part];
    bool leads = piece->link && is_safe(piece->link);
    if (leads && paper_link_begins(paragraph, part)) {
        buf_add(paper->out, STR("<a href=\""));
        escape(paper->out, str_from(piece->link));
        buf_add(paper->out, STR("\">"));
    }
    add_inline(paper, piece);
    if (leads && paper_link_ends(paragraph, part)) buf_add(paper->out, STR("</a>"));
}

static void add_inlines(Paper *paper, const Paragraph *paragraph)
{
    for (int i = 0; i < paragraph->count; i++) add_part(paper, paragraph, i);
}

// Of a question that the text above it asks, nothing is left to say: then it is none.
static void add_paragraph(Paper *paper, const Paragraph *paragraph)
{
    int before = paper->out->n;
    buf_add(paper->out, STR("<p>"));
    int empty = paper->out->n;
    add_inlines(paper, paragraph);
    if (paper->out->n == empty)
        paper->out->n = before;
    else
        buf_add(paper->out, STR("</p>\n"));
}

// ---- prose --------------------------------------------------------------------------------------

enum { MOST_OPEN = LESSON_DEPTH + 2 };

// Lists and quotes that are open; they are closed before what is less deep.
typedef struct OpenLists {
    char kind[MOST_OPEN]; // 'u', 'o' or 'q'
    int count;
} OpenLists;

static void close_to(Paper *paper, OpenLists *open, int count)
{
    while (open->count > count) {
        char kind = open->kind[--open->count];
        buf_add(paper->out, kind == 'q'   ? STR("</blockquote>\n")
                            : kind == 'o' ? STR("</li></ol>\n")
                                          : STR("</li></ul>\n"));
    }
}

static void open_list(Paper *paper, OpenLists *open, const Paragraph *item)
{
    bool numbered = item->marker && strchr("0123456789", item->marker[0]);
    char kind = numbered ? 'o' : 'u';
    while (open->count < item->depth) { // quotes around it, of which nothing else is known
        buf_add(paper->out, STR("<blockquote>\n"));
        open->kind[open->count++] = 'q';
    }
    close_to(paper, open, item->depth + 1);
    if (open->count == item->depth + 1 && open->kind[item->depth] == kind) {
        buf_add(paper->out, STR("</li>\n<li>"));
        return;
    }
    close_to(paper, open, item->depth);
    open->kind[open->count++] = kind;
    if (numbered && strncmp(item->marker, "1", 1) != 0)
        buf_printf(paper->out, "<ol start=\"%d\">\n<li>", (int)strtol(item->marker, NULL, 10));
    else
        buf_add(paper->out, numbered ? STR("<ol>\n<li>") : STR("<ul>\n<li>"));
}

static void add_item(Paper *paper, OpenLists *open, const Paragraph *item)
{
    if (item->marker) {
        open_list(paper, open, item);
        bool is_task = item->marker[0] == '[';
        if (is_task)
            buf_add(paper->out, item->marker[1] == 'x' ? STR("&#9746; ") : STR("&#9744; "));
        add_inlines(paper, item);
        return;
    }
    close_to(paper, open, item->depth + 1);
    add_paragraph(paper, item);
}

static void add_literal(Paper *paper, const Paragraph *paragraph)
{
    buf_add(paper->out, STR("<pre><code>"));
    for (int i = 0; i < paragraph->count; i++) {
        escape(paper->out, paragraph->inlines[i].text);
        buf_add_char(paper->out, '\n');
    }
    buf_add(paper->out, STR("</code></pre>\n"));
}

static void begin_cell(Buf *out, const Paragraph *row, int column)
{
    char side = row->align[column];
    const char *where = side == 'c' ? "center" : side == 'r' ? "right" : NULL;
    buf_add(out, row->header ? STR("<th scope=\"col\"") : STR("<td"));
    if (where) buf_printf(out, " class=\"%s\"", where);
    buf_add_char(out, '>');
}

static void add_row(Paper *paper, const Paragraph *row)
{
    const char *closing = row->header ? "</th>" : "</td>";
    int column = 0;
    buf_add(paper->out, STR("<tr>"));
    begin_cell(paper->out, row, column);
    for (int i = 0; i < row->count; i++) {
        if (row->inlines[i].kind == INLINE_BREAK) {
            buf_add(paper->out, str_from(closing));
            begin_cell(paper->out, row, ++column);
        } else {
            add_part(paper, row, i);
        }
    }
    buf_printf(paper->out, "%s</tr>\n", closing);
}

// Returns how many paragraphs that was.
static int add_table(Paper *paper, const Block *blocks, int count)
{
    int rows = 0;
    buf_add(paper->out, STR("<table>\n"));
    do add_row(paper, &blocks[rows].prose);
    while (++rows < count && blocks[rows].prose.kind == PARAGRAPH_TABLE &&
           !blocks[rows].prose.header);
    buf_add(paper->out, STR("</table>\n"));
    return rows;
}

static void prose(Paper *paper, const Block *blocks, int count)
{
    OpenLists open = {.count = 0};
    for (int i = 0, taken; i < count; i += taken) {
        const Paragraph *paragraph = &blocks[i].prose;
        taken = 1;
        if (paragraph->kind == PARAGRAPH_ITEM) {
            add_item(paper, &open, paragraph);
            continue;
        }
        close_to(paper, &open, paragraph->depth);
        switch (paragraph->kind) {
        case PARAGRAPH_HEADING:
            buf_add(paper->out, STR("<h3>"));
            add_inlines(paper, paragraph);
            buf_add(paper->out, STR("</h3>\n"));
            break;
        case PARAGRAPH_QUOTE:
            buf_add(paper->out, STR("<blockquote>\n"));
            add_paragraph(paper, paragraph);
            buf_add(paper->out, STR("</blockquote>\n"));
            break;
        case PARAGRAPH_LITERAL: add_literal(paper, paragraph); break;
        case PARAGRAPH_TABLE: taken = add_table(paper, &blocks[i], count - i); break;
        case PARAGRAPH_RULE: buf_add(paper->out, STR("<hr>\n")); break;
        default: add_paragraph(paper, paragraph);
        }
    }
    close_to(paper, &open, 0);
}

// ---- code and tensors ---------------------------------------------------------------------------

static void add_pre(Paper *paper, const char *class, Str text)
{
    buf_printf(paper->out, "<pre class=\"%s\"><code>", class);
    escape(paper->out, text);
    buf_add(paper->out, STR("</code></pre>\n"));
}

static void code(Paper *paper, Str text)
{
    add_pre(paper, "code", text);
}

static void printed(Paper *paper, Str text)
{
    add_pre(paper, "output", text);
}

static void add_header(Paper *paper, const char *scope, const char *label)
{
    buf_printf(paper->out, "<th scope=\"%s\">", scope);
    escape(paper->out, str_from(label));
    buf_add(paper->out, STR("</th>"));
}

static void add_head(Paper *paper, const TextMatrix *matrix)
{
    if (!matrix->column_labels) return;
    buf_add(paper->out, STR("<thead><tr>"));
    if (matrix->row_labels) buf_add(paper->out, STR("<td></td>"));
    for (int i = 0; i < matrix->columns; i++) add_header(paper, "col", matrix->column_labels[i]);
    buf_add(paper->out, STR("</tr></thead>\n"));
}

static void add_matrix(Paper *paper, const char *title, const TextMatrix *matrix)
{
    Buf *out = paper->out;
    buf_add(out, STR("<table class=\"matrix\">\n<caption>"));
    add_element(out, "code", str_from(title));
    buf_printf(out, " <span class=\"note\">%lld &times; %lld</span></caption>\n",
               (long long)matrix->all_rows, (long long)matrix->all_columns);
    add_head(paper, matrix);
    buf_add(out, STR("<tbody>\n"));
    for (int row = 0; row < matrix->rows; row++) {
        buf_add(out, STR("<tr>"));
        if (matrix->row_labels) add_header(paper, "row", matrix->row_labels[row]);
        for (int column = 0; column < matrix->columns; column++) {
            const char *cell = text_matrix_cell(matrix, row, column);
            buf_add(out, cell ? STR("<td>") : STR("<td class=\"blank\">"));
            escape(out, str_from(cell));
            buf_add(out, STR("</td>"));
        }
        buf_add(out, STR("</tr>\n"));
    }
    buf_add(out, STR("</tbody>\n</table>\n"));
    const char *left_out = text_matrix_left_out(matrix, paper->arena);
    if (left_out) add_element(out, "p class=\"note\"", str_from(left_out));
}

static void tensor(Paper *paper, const Binding *binding)
{
    buf_add(paper->out, STR("<div class=\"tensor\">\n"));
    const char *left_out = paper_slices(paper, binding, add_matrix);
    if (left_out) buf_printf(paper->out, "<p class=\"note\">%s</p>\n", left_out);
    buf_add(paper->out, STR("</div>\n"));
}

// ---- questions ----------------------------------------------------------------------------------

static void begin_question(Paper *paper, const PaperQuestion *asked)
{
    buf_printf(paper->out, "<section class=\"question\" id=\"%s-%d\">\n<h3>Question %d</h3>\n",
               paper->kind == PAPER_ANSWERS ? "answer" : "question", asked->number, asked->number);
    for (int i = 0; i < asked->prediction->question_count; i++)
        add_paragraph(paper, &asked->prediction->question[i]);
}

static void end_section(Paper *paper)
{
    buf_add(paper->out, STR("</section>\n"));
}

static void item(Paper *paper, const char *mark, const Paragraph *text)
{
    buf_add(paper->out, str_from(mark));
    add_inlines(paper, text);
    buf_add(paper->out, STR("</li>\n"));
}

// ---- the page -----------------------------------------------------------------------------------

static void begin(Paper *paper)
{
    Buf *out = paper->out;
    const char *title = paper->walk->lesson.title;
    bool is_answers = paper->kind == PAPER_ANSWERS, is_second = is_answers && out->n;
    if (!is_second) {
        buf_add(out, STR("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, "
                         "initial-scale=1\">\n"));
        add_element(out, "title", str_from(title));
        buf_printf(out, "\n<style>\n%s</style>\n</head>\n<body>\n<main>\n",
                   manual_page("handout").p);
    }
    buf_add(out, is_second ? STR("<h1 class=\"part\">") : STR("<h1>"));
    if (is_answers) buf_add(out, STR("Answers: "));
    escape(out, str_from(title));
    buf_add(out, STR("</h1>\n"));
    if (paper->kind == PAPER_HANDOUT) buf_add(out, STR("<p class=\"name\">Name:</p>\n"));
}

static void end(Paper *paper, bool is_all)
{
    if (is_all) buf_add(paper->out, STR("</main>\n</body>\n</html>\n"));
}

static void begin_step(Paper *paper, int step)
{
    buf_printf(paper->out, "<section class=\"step\">\n<h2>%d. ", step + 1);
    escape(paper->out, str_from(paper->walk->lesson.steps[step].title));
    buf_add(paper->out, STR("</h2>\n"));
}

const PaperFormat paper_html = {
    .name = "html",
    .begin = begin,
    .end = end,
    .begin_step = begin_step,
    .end_step = end_section,
    .prose = prose,
    .code = code,
    .printed = printed,
    .tensor = tensor,
    .begin_question = begin_question,
    .end_question = end_section,
    .item = item,
    .escape = escape,
    .answer = {"<details>\n<summary>Answer</summary>\n", "</details>\n"},
    .solution = {"<p>Answer: <strong>", "</strong></p>\n"},
    .number = {"<code>", "</code>"},
    .choices = {"<ol class=\"choices\">\n", "</ol>\n"},
    .choice = {"<li>", NULL},
    .replies = {"<ul class=\"wrong\">\n", "</ul>\n"},
    .reply = {"<li>", ": "},
    .room = {"<p class=\"room\">Answer:</p>\n", "<p class=\"room\">Because:</p>\n"}};
