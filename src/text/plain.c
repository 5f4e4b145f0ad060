// Plain text: 78 columns, and nothing that a line printer could not print.
#include "text/document.h"

#include "base/text/utf8.h"
#include "tensor/op.h"
#include "text/matrix.h"
#include "text/prose.h"
#include "text/table.h"

enum { TEXT_COLUMNS = 78, CODE_INDENT = 4 };

// What is in the box of a question is less wide.
static int room(const DocumentWriter *w)
{
    return w->box ? TEXT_COLUMNS - 4 : TEXT_COLUMNS;
}

static void title(Buf *out, Str text, char line)
{
    int width = utf8_width(text);
    buf_printf(out, "%.*s\n", STR_ARG(text));
    buf_add_repeat(out, line, width < TEXT_COLUMNS ? width : TEXT_COLUMNS);
    buf_add(out, STR("\n\n"));
}

static void add_code(Buf *out, const char *head, Str text)
{
    buf_add(out, str_from(head));
    for (Str line; str_next_line(&text, &line);) {
        if (line.n) buf_add_repeat(out, ' ', CODE_INDENT);
        buf_printf(out, "%.*s\n", STR_ARG(line));
    }
    buf_add_char(out, '\n');
}

static void tensor(DocumentWriter *w, const Node *node)
{
    const Walk *walk = w->document->walk;
    const OpCall *call = &walk->trace->entries[node->entry].call;
    matrix_print(w->out, walk, node->entry, str_copy(w->arena, node->text),
                 (MatrixRoom){TEXT_COLUMNS, w->document->sight});
    if (w->document->is_whole && call->op->sources && tensor_count(call->output))
        explain_print(walk->trace, w->document->sight, (Cell){node->entry, {{0}}}, 1,
                      walk->view.digits, w->out);
    buf_add_char(w->out, '\n');
}

// ---- questions ----------------------------------------------------------------------------------

static void add_edge(Buf *out, const char *title)
{
    int from = out->n;
    buf_printf(out, "+%s", title);
    buf_add_repeat(out, '-', TEXT_COLUMNS - 1 - (out->n - from));
    buf_add(out, STR("+\n"));
}

// The lines that were written since between two bars, so that the box is as wide as the page.
static void end_box(DocumentWriter *w)
{
    Str lines = str_slice(buf_str(w->out), w->box, w->out->n), line;
    lines = str_from(str_copy(w->arena, lines));
    buf_cut(w->out, w->box);
    while (str_next_line(&lines, &line)) {
        buf_printf(w->out, "| %.*s", STR_ARG(line));
        buf_add_repeat(w->out, ' ', TEXT_COLUMNS - 3 - utf8_width(line));
        buf_add(w->out, STR("|\n"));
    }
    add_edge(w->out, "");
    buf_add_char(w->out, '\n');
    w->box = 0;
}

// A question to be answered here is in a box, which has its title.
static void question(DocumentWriter *w, const Node *node)
{
    bool is_open = false;
    for (; !node->ends || node->kind != NODE_QUESTION; node++)
        is_open |= node->kind == NODE_ROOM || node->kind == NODE_REASON_ROOM;
    if (is_open) w->box = 1;
}

static void question_title(DocumentWriter *w, const Node *node)
{
    if (w->box)
        add_edge(w->out, arena_printf(w->arena, "-- %.*s ", STR_ARG(node->text)));
    else
        buf_printf(w->out, "%.*s\n", STR_ARG(node->text));
    w->box = w->box ? w->out->n : 0;
}

// ---- the format ---------------------------------------------------------------------------------

static void item(DocumentWriter *w, const Node *node)
{
    bool is_choice = node->kind == NODE_CHOICE;
    const char *mark = arena_printf(w->arena, is_choice ? "( ) %.*s) " : "- ", STR_ARG(node->text));
    prose_prefixed(w->out, w->document->walk, node->paragraph, mark, is_choice ? "       " : "  ",
                   room(w));
}

static bool write(DocumentWriter *w, const Node *node)
{
    Buf *out = w->out;
    switch (node->kind) {
    case NODE_PART_TITLE:
        buf_add_char(out, '\n');
        title(out, node->text, '=');
        break;
    case NODE_TITLE:
        if (w->document->is_whole)
            buf_printf(out, "%.*s\n\n", STR_ARG(node->text));
        else
            title(out, node->text, '=');
        break;
    case NODE_STEP:
        if (!node->ends) title(out, node->text, '-');
        break;
    case NODE_PROSE:
        prose_paragraph(out, w->document->walk, node->paragraph, room(w));
        if (!document_joins(node, node + 1)) buf_add_char(out, '\n');
        break;
    case NODE_TABLE:
        table_write(out, w->document->walk, node->paragraph, node->count, TEXT_COLUMNS);
        buf_add_char(out, '\n');
        break;
    case NODE_CODE: add_code(out, "", node->text); break;
    case NODE_PRINTED: add_code(out, "prints\n", node->text); break;
    case NODE_TENSOR: tensor(w, node); break;
    case NODE_QUESTION:
        if (node->ends && w->box) end_box(w);
        if (!node->ends) question(w, node);
        break;
    case NODE_QUESTION_TITLE: question_title(w, node); break;
    case NODE_CHOICE:
    case NODE_REPLY: item(w, node); break;
    default: return false;
    }
    return true;
}

const DocumentFormat document_plain = {
    .name = "text",
    .marks =
        {
            [NODE_NAME] = {"Name: ______________________", "\n\n", NULL},
            [NODE_CHOICES] = {"", "", "\n"},
            [NODE_ROOM] = {"Answer:", "\n\n\n\n", NULL},
            [NODE_REASON_ROOM] = {"Because:", "\n\n\n", NULL},
            [NODE_REPLIES] = {"", "", "\n"},
        },
    .escape = buf_add,
    .write = write,
};
