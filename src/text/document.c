// Makes the nodes of a page, and goes through them for a format.
#include "text/document.h"

#include "text/table.h"

#include <string.h>

Node *document_add(Document *document, NodeKind kind, Str text)
{
    Node *node = ARENA_ADD(document->arena, document->nodes, document->count);
    *node = (Node){.kind = kind, .text = text};
    return node;
}

void document_end(Document *document, NodeKind kind)
{
    document_add(document, kind, (Str){0})->ends = true;
}

// ---- prose --------------------------------------------------------------------------------------

static void add_paragraph(Document *document, NodeKind kind, Paragraph paragraph, Str text)
{
    Paragraph *kept = NEW(document->arena, Paragraph);
    *kept = paragraph;
    document_add(document, kind, text)->paragraph = kept;
}

int document_prose(Document *document, const Block *blocks, int count)
{
    int rows = table_rows(blocks, count);
    if (!rows) {
        document_add(document, NODE_PROSE, (Str){0})->paragraph = &blocks->prose;
        return 1;
    }
    Paragraph *row = NEW_ARRAY(document->arena, Paragraph, rows);
    for (int i = 0; i < rows; i++) row[i] = blocks[i].prose;
    Node *table = document_add(document, NODE_TABLE, (Str){0});
    table->paragraph = row;
    table->count = rows;
    return rows;
}

// As a paragraph that is in no list and no quote.
static void add_text(Document *document, const Paragraph *paragraph)
{
    Paragraph plain = *paragraph;
    plain.kind = PARAGRAPH_TEXT;
    plain.depth = 0;
    add_paragraph(document, NODE_PROSE, plain, (Str){0});
}

static Paragraph paragraph_of(const Document *document, const char *words)
{
    Inline *all = NEW(document->arena, Inline);
    *all = (Inline){.text = str_from(words)};
    return (Paragraph){.inlines = all, .count = 1};
}

void document_words(Document *document, const char *words)
{
    Paragraph paragraph = paragraph_of(document, words);
    add_text(document, &paragraph);
}

void document_picture(Document *document, Str svg, const char *words)
{
    add_paragraph(document, NODE_PICTURE, paragraph_of(document, words), svg);
}

// ---- questions ----------------------------------------------------------------------------------

static Str letter(const Document *document, int choice)
{
    return str_from(arena_printf(document->arena, "%c", 'a' + choice % 26));
}

// Of a question that the text above it asks nothing is left.
static bool says_something(const Paragraph *paragraph)
{
    int i = 0;
    while (i < paragraph->count && !paragraph->inlines[i].text.n) i++;
    return i < paragraph->count;
}

void document_question(Document *document, const Prediction *prediction)
{
    for (int i = 0; i < prediction->question_count; i++) {
        if (says_something(&prediction->question[i])) add_text(document, &prediction->question[i]);
    }
    if (!prediction->choice_count) return;
    document_add(document, NODE_CHOICES, (Str){0});
    for (int i = 0; i < prediction->choice_count; i++)
        add_paragraph(document, NODE_CHOICE, prediction->choices[i].text, letter(document, i));
    document_end(document, NODE_CHOICES);
}

// "`3`, `4`: That is the first row."
static void add_reply(Document *document, Inline label, const Str *answers, int count,
                      const Paragraph *says)
{
    Paragraph reply = *says;
    reply.inlines = NEW_ARRAY(document->arena, Inline, 2 * count + says->count);
    reply.count = 0;
    for (int i = 0; i < count; i++) {
        label.text = answers[i];
        reply.inlines[reply.count++] = label;
        reply.inlines[reply.count++] = (Inline){.text = i + 1 < count ? STR(", ") : STR(": ")};
    }
    for (int i = 0; i < says->count; i++) reply.inlines[reply.count++] = says->inlines[i];
    add_paragraph(document, NODE_REPLY, reply, (Str){0});
}

static void add_replies(Document *document, const Prediction *prediction)
{
    int before = document->count;
    document_add(document, NODE_REPLIES, (Str){0});
    for (int i = 0; i < prediction->choice_count; i++) {
        const Paragraph *says = &prediction->choices[i].says;
        Str answer = letter(document, i);
        if (says->count) add_reply(document, (Inline){.kind = INLINE_TEXT}, &answer, 1, says);
    }
    for (int i = 0; i < prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &prediction->foreseen[i];
        add_reply(document, (Inline){.kind = INLINE_CODE}, foreseen->numbers, foreseen->count,
                  &foreseen->says);
    }
    document_end(document, NODE_REPLIES);
    if (document->count == before + 2) document->count = before;
}

// The reason is no quotation here.
void document_answer(Document *document, const Prediction *prediction, const char *solution)
{
    if (solution) {
        Inline *words = NEW_ARRAY(document->arena, Inline, 2);
        words[0] = (Inline){.text = STR("Answer: ")};
        words[1] = (Inline){.style = STYLE_STRONG, .text = str_from(solution)};
        add_text(document, &(Paragraph){.inlines = words, .count = 2});
    }
    for (int i = 0; i < prediction->reason_count; i++) {
        Paragraph reason = prediction->reason[i];
        reason.depth = 0;
        if (reason.kind == PARAGRAPH_QUOTE) reason.kind = PARAGRAPH_TEXT;
        add_paragraph(document, NODE_PROSE, reason, (Str){0});
    }
    add_replies(document, prediction);
}

// ---- writing ------------------------------------------------------------------------------------

bool document_joins(const Node *node, const Node *next)
{
    return node->kind == NODE_PROSE && node->paragraph->kind == PARAGRAPH_ITEM &&
           next->kind == NODE_PROSE && next->paragraph->kind == PARAGRAPH_ITEM;
}

static const char *link_of(const Paragraph *paragraph, int part)
{
    bool is_one = part >= 0 && part < paragraph->count;
    return is_one ? paragraph->inlines[part].link : NULL;
}

bool link_begins(const Paragraph *paragraph, int part)
{
    const char *link = link_of(paragraph, part);
    return link && link != link_of(paragraph, part - 1);
}

bool link_ends(const Paragraph *paragraph, int part)
{
    const char *link = link_of(paragraph, part);
    return link && link != link_of(paragraph, part + 1);
}

const char *document_slices(DocumentWriter *writer, const Node *tensor, TextMatrixPrint *print)
{
    const Document *document = writer->document;
    static const PageRoom A4 = {.most = 16, .letter = 9, .gap = 21, .width = 660}; // mm / 4
    return text_slices(writer->out, document->walk, tensor->entry,
                       str_copy(writer->arena, tensor->text), A4, &document->sight, print);
}

static void add_mark(Buf *out, const char *mark)
{
    if (mark) buf_add(out, str_from(mark));
}

void document_write(Document *document, const DocumentFormat *format, Buf *out)
{
    SCRATCH(arena);
    DocumentWriter writer = {document, format, out, &arena, {0}, 0, 0};
    document_add(document, NODE_NONE, (Str){0}); // so that each node has a next one
    for (int i = 0; i + 1 < document->count; i++) {
        const Node *node = &document->nodes[i];
        if (format->write(&writer, node)) continue;
        if (node->ends) {
            add_mark(out, format->marks[node->kind].end);
            continue;
        }
        add_mark(out, format->marks[node->kind].before);
        format->escape(out, node->text);
        add_mark(out, format->marks[node->kind].behind);
    }
}
