// Papers as plain text: 78 columns, and nothing that a line printer could not print.
#include "command/paper/format.h"

#include "base/text/utf8.h"
#include "tensor/op.h"
#include "text/matrix.h"
#include "text/prose.h"
#include "text/table.h"

#include <string.h>

enum { TEXT_COLUMNS = 78, CODE_INDENT = 4 };

static void add_indented(Str text, Buf *out)
{
    for (Str line; str_next_line(&text, &line);) {
        if (line.n) buf_add_repeat(out, ' ', CODE_INDENT);
        buf_add(out, line);
        buf_add_char(out, '\n');
    }
}

static void underline(Buf *out, int from, char with)
{
    int width = utf8_width(str_slice(buf_str(out), from, out->n));
    buf_add_char(out, '\n');
    buf_add_repeat(out, with, width < TEXT_COLUMNS ? width : TEXT_COLUMNS);
    buf_add(out, STR("\n\n"));
}

static void begin(Paper *paper)
{
    const char *title = paper->walk->lesson.title;
    int from = paper->out->n;
    if (paper->kind == PAPER_WHOLE) {
        buf_printf(paper->out, "%s\n\n", title);
        return;
    }
    if (paper->kind == PAPER_ANSWERS && from) buf_add(paper->out, STR("\n\n"));
    from = paper->out->n;
    buf_printf(paper->out, "%s%s", paper->kind == PAPER_ANSWERS ? "Answers: " : "", title);
    underline(paper->out, from, '=');
    if (paper->kind == PAPER_HANDOUT) buf_add(paper->out, STR("Name: ______________________\n\n"));
}

static void end(Paper *paper, bool is_all)
{
    Buf *out = paper->out;
    (void)is_all;
    if (out->n && out->p[out->n - 1] == '\n') out->p[--out->n] = '\0'; // one line end, not two
}

static void begin_step(Paper *paper, int step)
{
    const Lesson *lesson = &paper->walk->lesson;
    int from = paper->out->n;
    if (paper->kind == PAPER_WHOLE)
        buf_printf(paper->out, "step %d/%d  %s", step + 1, lesson->step_count,
                   lesson->steps[step].title);
    else
        buf_printf(paper->out, "%d. %s", step + 1, lesson->steps[step].title);
    underline(paper->out, from, '-');
}

static void end_step(Paper *paper UNUSED)
{
}

// ---- prose --------------------------------------------------------------------------------------

// There is a blank line after everything but an item of a list before another.
static bool joins(const Block *block, const Block *next)
{
    return next && block->prose.kind == next->prose.kind && block->prose.kind == PARAGRAPH_ITEM;
}

static void prose(Paper *paper, const Block *blocks, int count)
{
    Buf *out = paper->out;
    for (int i = 0, taken; i < count; i += taken) {
        const Block *block = &blocks[i];
        taken = 1;
        if (block->prose.kind == PARAGRAPH_TABLE)
            taken = table_write(out, paper->walk, block, count - i, TEXT_COLUMNS);
        else
            prose_paragraph(out, paper->walk, &block->prose, TEXT_COLUMNS);
        if (!joins(block, i + 1 < count ? block + 1 : NULL)) buf_add_char(out, '\n');
    }
}

// ---- code and tensors ---------------------------------------------------------------------------

static void code(Paper *paper, Str text)
{
    add_indented(text, paper->out);
    buf_add_char(paper->out, '\n');
}

static void printed(Paper *paper, Str text)
{
    buf_add(paper->out, STR("prints\n"));
    add_indented(text, paper->out);
    buf_add_char(paper->out, '\n');
}

static void tensor(Paper *paper, const Binding *binding)
{
    const Walk *walk = paper->walk;
    const Entry *entry = &walk->trace->entries[binding->entry];
    bool is_whole = paper->kind == PAPER_WHOLE;
    matrix_print(paper->out, walk, binding->entry, binding->name,
                 (MatrixRoom){TEXT_COLUMNS, paper->sight});
    if (is_whole && entry->call.op->sources && tensor_count(entry->call.output)) {
        Cell first = {binding->entry, {{0}}};
        explain_print(walk->trace, first, 1, walk->view.digits, paper->out);
    }
    buf_add_char(paper->out, '\n');
}

// ---- questions ----------------------------------------------------------------------------------

// A prediction is a quote, as in the lesson's source.
static void add_quoted(Paper *paper, const Paragraph *paragraphs, int count)
{
    for (int i = 0; i < count; i++) {
        if (i) buf_add(paper->out, STR(">\n"));
        prose_prefixed(paper->out, paper->walk, &paragraphs[i], "> ", "> ", TEXT_COLUMNS);
    }
}

static void add_foreseen(Paper *paper, const Prediction *prediction)
{
    for (int i = 0; i < prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &prediction->foreseen[i];
        const char *first = arena_printf(paper->arena, "> - %s: ", paper_numbers(paper, foreseen));
        prose_prefixed(paper->out, paper->walk, &foreseen->says, first, ">   ", TEXT_COLUMNS);
    }
}

static void whole(Paper *paper, const Prediction *prediction)
{
    const Walk *walk = paper->walk;
    Buf *out = paper->out;
    add_quoted(paper, prediction->question, prediction->question_count);
    if (prediction->choice_count) buf_add(out, STR(">\n"));
    for (int i = 0; i < prediction->choice_count; i++) {
        const char *mark = prediction->choices[i].right ? "> [x] " : "> [ ] ";
        prose_prefixed(out, walk, &prediction->choices[i].text, mark, ">     ", TEXT_COLUMNS);
        const Paragraph *says = &prediction->choices[i].says;
        if (says->count) prose_prefixed(out, walk, says, ">     - ", ">       ", TEXT_COLUMNS);
    }
    if (prediction->reason_count) buf_add(out, STR(">\n"));
    add_quoted(paper, prediction->reason, prediction->reason_count);
    if (prediction->foreseen_count) buf_add(out, STR(">\n"));
    add_foreseen(paper, prediction);
    buf_add_char(out, '\n');
}

// The lines between two bars, so that the box is as wide as the page.
static void add_box(Paper *paper, Str lines)
{
    Buf *out = paper->out;
    for (Str line; str_next_line(&lines, &line);) {
        buf_printf(out, "| %.*s", STR_ARG(line));
        int left = TEXT_COLUMNS - 3 - utf8_width(line);
        if (left > 0) buf_add_repeat(out, ' ', left);
        buf_add(out, STR("|\n"));
    }
}

static int room(const Paper *paper)
{
    return paper->around ? TEXT_COLUMNS - 4 : TEXT_COLUMNS;
}

static void add_edge(Paper *paper, const char *title)
{
    int width = TEXT_COLUMNS - 2;
    buf_printf(paper->out, "+%s", title);
    buf_add_repeat(paper->out, '-', width - (int)strlen(title));
    buf_add(paper->out, STR("+\n"));
}

// In a handout, what follows is written into a box: to another text first.
static void begin_question(Paper *paper, const PaperQuestion *asked)
{
    const Prediction *prediction = asked->prediction;
    bool is_boxed = paper->kind == PAPER_HANDOUT;
    const char *number = arena_printf(paper->arena, "%d) ", asked->number);
    if (is_boxed) {
        add_edge(paper, arena_printf(paper->arena, "-- Question %d ", asked->number));
        Buf *lines = NEW(paper->arena, Buf);
        *lines = (Buf){.arena = paper->arena};
        paper->around = paper->out;
        paper->out = lines;
    }
    for (int i = 0; i < prediction->question_count; i++)
        prose_prefixed(paper->out, paper->walk, &prediction->question[i],
                       is_boxed ? ""
                       : i      ? "   "
                                : number,
                       is_boxed ? "" : "   ", room(paper));
    buf_add_char(paper->out, '\n');
}

static void end_question(Paper *paper)
{
    if (!paper->around) return;
    Str lines = buf_str(paper->out);
    paper->out = paper->around;
    paper->around = NULL;
    add_box(paper, lines);
    add_edge(paper, "");
    buf_add_char(paper->out, '\n');
}

static void item(Paper *paper, const char *mark, const Paragraph *text)
{
    bool is_choice = *mark == '(';
    prose_prefixed(paper->out, paper->walk, text, mark, is_choice ? "       " : "  ", room(paper));
}

const PaperFormat paper_text = {.name = "text",
                                .begin = begin,
                                .end = end,
                                .begin_step = begin_step,
                                .end_step = end_step,
                                .prose = prose,
                                .code = code,
                                .printed = printed,
                                .tensor = tensor,
                                .whole = whole,
                                .begin_question = begin_question,
                                .end_question = end_question,
                                .item = item,
                                .escape = buf_add,
                                .solution = {"Answer: ", "\n\n"},
                                .number = {"`", "`"},
                                .choices = {"", "\n"},
                                .choice = {"( ) ", ") "},
                                .replies = {"", "\n"},
                                .reply = {"- ", ": "},
                                .room = {"Answer:\n\n\n\n", "Because:\n\n\n"}};
