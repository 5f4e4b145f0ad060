// Makes the page of a lesson, and has a format write it.
//
// On a handout each matrix is printed once: where it is made, with its labels. What the code prints
// is left out as far as it is such a matrix. What it prints below a question of its step is hidden,
// as in the walk before the question is settled, and printed on the answer page.
#include "command/paper/paper.h"

#include "base/text/code.h"
#include "command/about/help.h"
#include "command/figures/figures.h"
#include "command/paper/selection.h"
#include "lesson/options.h"
#include "tensor/print.h"
#include "text/assigned.h"
#include "walk/edits/edit.h"

#include <string.h>

typedef struct Paper {
    Document page;
    PaperKind kind;             // of the part at hand, never PAPER_BOTH
    const Measure *measure;     // of pictures; NULL: they are not drawn
    bool is_log;                // a whole lesson as text, which other programs read, too
    bool *seen;                 // for each entry: has its matrix been shown?
    int asked;                  // questions so far
    const Prediction **in_step; // those of the step at hand
    int asked_in_step;
} Paper;

const DocumentFormat *paper_format(const char *name)
{
    static const DocumentFormat *const FORMATS[] = {&document_plain, &document_markdown,
                                                    &document_html};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        if (strcmp(FORMATS[i]->name, name) == 0) return FORMATS[i];
    }
    return NULL;
}

// ---- code ---------------------------------------------------------------------------------------

// Options ("#| …") are for the program, not for readers; nor, on paper, are asserts.
static Str code_for_readers(Str code, bool asserts, Arena *arena)
{
    Buf kept = {.arena = arena};
    bool at_top = true;
    CodeState open = {0}; // of an assert over several lines
    int blank_lines = 0;
    for (Str line; str_next_line(&code, &line);) {
        at_top = at_top && str_starts(line, "#|");
        if (options_line(line, at_top)) continue;
        bool is_assert = !asserts && str_starts(str_trim(line), "assert ");
        if (is_assert || open.depth || open.joined) {
            code_line(&open, line);
            continue;
        }
        if (str_trim(line).n == 0) {
            blank_lines++;
            continue;
        }
        buf_add_repeat(&kept, '\n', blank_lines);
        blank_lines = 0;
        buf_printf(&kept, "%.*s\n", STR_ARG(line));
    }
    return buf_str(&kept);
}

// ---- what is printed ---------------------------------------------------------------------------

// `part` is one or several whole lines of the text.
static void drop_lines(Buf *text, Str part)
{
    const char *wanted = str_copy(text->arena, part);
    for (int from = 0; part.n;) {
        int found = str_find(str_slice(buf_str(text), from, text->n), wanted);
        if (found < 0) return;
        int at = from + found, end = at + part.n;
        bool whole =
            (at == 0 || text->p[at - 1] == '\n') && (end == text->n || text->p[end] == '\n');
        from = end;
        if (!whole) continue;
        end += end < text->n;
        Str rest = {str_copy(text->arena, str_slice(buf_str(text), end, text->n)), text->n - end};
        buf_cut(text, at);
        buf_add(text, rest);
        from = at;
    }
}

static bool asks_shape(const Prediction *prediction, const char *name)
{
    const Paragraph *question = prediction->question;
    const Inline *code = NULL;
    bool of_shape = false;
    for (int i = 0; i < question->count; i++) {
        const Inline *piece = &question->inlines[i];
        if (!code && piece->kind == INLINE_CODE) code = piece;
        of_shape |= str_find(piece->text, "shape") >= 0;
    }
    return code && of_shape && str_is(str_slice(code->text, 0, str_word(code->text, 0)), name);
}

// Is its shape what a question above it in its step asks for? To count its rows would answer it.
static bool shape_is_asked(const Paper *paper, const Binding *binding)
{
    for (int i = 0; i < paper->asked_in_step; i++) {
        if (asks_shape(paper->in_step[i], binding->name)) return true;
    }
    return false;
}

// Without the prints of tensors that are on the paper as tables.
static Str without_tensors(const Paper *paper, int step, Str printed)
{
    Buf text = {.arena = paper->page.arena};
    const Trace *trace = paper->page.walk->trace;
    buf_add(&text, printed);
    for (int s = 0; s <= step && str_find(buf_str(&text), "tensor(") >= 0; s++) {
        Assigned assigned = assigned_in_step(s);
        while (assigned_next(&assigned, trace)) {
            if (shape_is_asked(paper, &trace->bindings[assigned.binding])) continue;
            SCRATCH(scratch);
            Buf one = {.arena = &scratch};
            int entry = trace->bindings[assigned.binding].entry;
            tensor_print(&one, "tensor", trace->entries[entry].call.output, &PRINT_DEFAULTS, NULL);
            drop_lines(&text, buf_str(&one));
        }
    }
    return buf_str(&text);
}

static void add_printed(Paper *paper, int step, const CodeBlock *code)
{
    const Printed *printed = walk_printed(paper->page.walk, code);
    if (!printed || !*printed->text) return;
    Str text = str_from(printed->text);
    if (paper->kind != PAPER_WHOLE) text = without_tensors(paper, step, text);
    if (str_trim(text).n == 0) return;
    bool waits = paper->kind == PAPER_HANDOUT && paper->asked_in_step;
    document_add(&paper->page, NODE_PRINTED, waits ? STR("____________\n") : text);
}

// ---- blocks -------------------------------------------------------------------------------------

static void begin_step(Paper *paper, int step, bool *begun)
{
    const Lesson *lesson = &paper->page.walk->lesson;
    const char *count = arena_printf(paper->page.arena, "/%d  ", lesson->step_count);
    const char *title =
        arena_printf(paper->page.arena, "%s%d%s%s", paper->is_log ? "step " : "", step + 1,
                     paper->is_log ? count : ". ", lesson->steps[step].title);
    if (!*begun) document_add(&paper->page, NODE_STEP, str_from(title));
    *begun = true;
}

// On a handout each is shown once; its answers have those that it shows in part.
static bool is_left_out(const Paper *paper, const Binding *binding)
{
    const Trace *trace = paper->page.walk->trace;
    const Sight sight = sheet_sight(paper->page.walk);
    if (paper->kind == PAPER_WHOLE) return false;
    bool written = trace->entries[binding->entry].statement == binding->statement &&
                   entry_is_written_out(trace, binding->entry);
    if (paper->seen[binding->entry] || written) return true;
    return paper->kind == PAPER_HANDOUT ? shape_is_asked(paper, binding)
                                        : sight_of_all(&sight, trace, binding->entry);
}

static void add_tensors(Paper *paper, int step, const Source *code, bool *begun)
{
    const Trace *trace = paper->page.walk->trace;
    Assigned assigned = assigned_in_code(step, code);
    while (assigned_next(&assigned, trace)) {
        const Binding *binding = &trace->bindings[assigned.binding];
        bool left_out = is_left_out(paper, binding);
        paper->seen[binding->entry] |= !left_out || paper->kind == PAPER_HANDOUT;
        if (left_out) continue;
        begin_step(paper, step, begun);
        document_add(&paper->page, NODE_TENSOR, str_from(binding->name))->entry = binding->entry;
    }
}

static void add_code(Paper *paper, int step, const CodeBlock *code)
{
    bool whole = paper->kind == PAPER_WHOLE;
    Str text = code_for_readers(code->source->text, whole, paper->page.arena);
    if (text.n || whole) document_add(&paper->page, NODE_CODE, text);
    add_printed(paper, step, code);
    add_tensors(paper, step, code->source, &(bool){true});
}

// In a whole a question has its answer, on a handout there is room for it.
static void add_question(Paper *paper, const Prediction *prediction)
{
    Document *page = &paper->page;
    const Question *question = walk_question_of(page->walk, prediction);
    bool solved = question && (question->has_value || prediction->choice_count);
    const char *solution =
        solved ? question_solution(question, page->walk->view.digits, page->arena) : NULL;
    const char *id = paper->kind == PAPER_ANSWERS ? "answer" : "question";
    paper->in_step[paper->asked_in_step++] = prediction;
    paper->asked++;
    document_add(page, NODE_QUESTION,
                 str_from(arena_printf(page->arena, "%s-%d", id, paper->asked)));
    document_add(page, NODE_QUESTION_TITLE,
                 str_from(arena_printf(page->arena, "Question %d", paper->asked)));
    document_question(page, prediction);
    if (paper->kind == PAPER_HANDOUT)
        document_add(page, prediction->choice_count ? NODE_REASON_ROOM : NODE_ROOM, (Str){0});
    if (paper->kind == PAPER_WHOLE) document_add(page, NODE_ANSWER, (Str){0});
    if (paper->kind != PAPER_HANDOUT) document_answer(page, prediction, solution);
    if (paper->kind == PAPER_WHOLE) document_end(page, NODE_ANSWER);
    document_end(page, NODE_QUESTION);
}

// What cannot be drawn is left out: its numbers are on the paper.
static void add_picture(Paper *paper, const Paragraph *picture)
{
    Document *page = &paper->page;
    Cell cell = walk_picture(page->walk, picture);
    Buf svg = {.arena = page->arena};
    Error error = {.arena = page->arena};
    const char *said = NULL, *kind = picture->heads ? "heads" : "heatmap";
    FigureChoice choice = {kind, "svg", "light", -1, -1, .moves = false};
    if (paper->measure && cell.entry >= 0 &&
        figure_chosen_svg(page->walk, cell, choice, page->sight, paper->measure, &svg, &said,
                          &error))
        document_picture(page, buf_str(&svg), said ? said : "");
}

static void add_blocks(Paper *paper, int step, const Block *blocks, int count)
{
    for (int i = 0, taken; i < count; i += taken) {
        const Block *block = &blocks[i];
        taken = 1;
        if (block->kind == BLOCK_PROSE && block->prose.kind == PARAGRAPH_PICTURE)
            add_picture(paper, &block->prose);
        else if (block->kind == BLOCK_PROSE)
            taken = document_prose(&paper->page, block, count - i);
        else if (block->kind == BLOCK_CODE)
            add_code(paper, step, &block->code);
        else
            add_question(paper, &block->prediction);
    }
}

static void add_answers(Paper *paper, int step, const Block *blocks, int count)
{
    bool begun = false;
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind == BLOCK_CODE) {
            if (begun) add_printed(paper, step, &blocks[i].code);
            add_tensors(paper, step, blocks[i].code.source, &begun);
        }
        if (blocks[i].kind != BLOCK_PREDICTION) continue;
        begin_step(paper, step, &begun);
        add_question(paper, &blocks[i].prediction);
    }
    if (begun) document_end(&paper->page, NODE_STEP);
}

// ---- a paper ------------------------------------------------------------------------------------

static PaperPart selection_of(const Paper *paper, const Block *blocks, int count)
{
    if (paper->kind == PAPER_WHOLE) return (PaperPart){blocks, count};
    return select_for_paper(paper->page.walk, blocks, count, paper->page.arena);
}

// Questions are numbered through the whole lesson, also where one step is printed.
static void add_step(Paper *paper, int step, bool is_shown)
{
    bool begun = false;
    const Step *text = &paper->page.walk->lesson.steps[step];
    PaperPart selection = selection_of(paper, text->blocks, text->count);
    paper->in_step = NEW_ARRAY(paper->page.arena, const Prediction *, selection.count + 1);
    paper->asked_in_step = 0;
    if (!is_shown) {
        for (int i = 0; i < selection.count; i++)
            paper->asked += selection.blocks[i].kind == BLOCK_PREDICTION;
    } else if (paper->kind == PAPER_ANSWERS) {
        add_answers(paper, step, selection.blocks, selection.count);
    } else {
        begin_step(paper, step, &begun);
        add_blocks(paper, step, selection.blocks, selection.count);
        document_end(&paper->page, NODE_STEP);
    }
}

static void begin_part(Paper *paper, bool is_second)
{
    bool answers = paper->kind == PAPER_ANSWERS;
    const Walk *walk = paper->page.walk;
    const char *title =
        arena_printf(paper->page.arena, "%s%s", answers ? "Answers: " : "", walk->lesson.title);
    document_add(&paper->page, is_second ? NODE_PART_TITLE : NODE_TITLE, str_from(title));
    if (paper->kind == PAPER_HANDOUT) document_add(&paper->page, NODE_NAME, (Str){0});
}

static void write_part(Paper paper, int step, bool is_second, const DocumentFormat *format,
                       Buf *out)
{
    const Walk *walk = paper.page.walk;
    const Lesson *lesson = &walk->lesson;
    const char *notice = notice_text(walk, paper.page.arena);
    paper.page.is_whole = paper.kind == PAPER_WHOLE;
    paper.is_log = paper.page.is_whole && format == &document_plain;
    paper.seen = NEW_ARRAY(paper.page.arena, bool, walk->trace->entry_count + 1);
    if (paper.kind == PAPER_HANDOUT) paper.page.sight = sheet_sight(walk);
    if (step < 0 || format != &document_plain) begin_part(&paper, is_second);
    if (paper.kind != PAPER_ANSWERS && notice) document_words(&paper.page, notice);
    if (step < 0 && paper.kind != PAPER_ANSWERS) {
        PaperPart selection = selection_of(&paper, lesson->intro, lesson->intro_count);
        paper.in_step = NEW_ARRAY(paper.page.arena, const Prediction *, selection.count + 1);
        add_blocks(&paper, -1, selection.blocks, selection.count);
    }
    for (int i = 0; i < lesson->step_count; i++) add_step(&paper, i, step < 0 || step == i);
    document_write(&paper.page, format, out);
}

static void write_parts(const Walk *walk, int step, PaperKind kind, const DocumentFormat *format,
                        const Measure *measure, Buf *out)
{
    SCRATCH(arena);
    Paper paper = {.page = {.walk = walk, .arena = &arena}, .kind = kind};
    if (format == &document_html) paper.measure = measure;
    if (kind == PAPER_BOTH) {
        paper.kind = PAPER_HANDOUT;
        write_part(paper, step, false, format, out);
        paper.kind = PAPER_ANSWERS;
    }
    write_part(paper, step, kind == PAPER_BOTH, format, out);
    if (str_ends(buf_str(out), "\n\n")) buf_cut(out, out->n - 1);
}

void paper_html(const Walk *walk, int step, PaperKind kind, const Measure *measure, Buf *out)
{
    buf_add(out, STR("<main>\n"));
    write_parts(walk, step, kind, &document_html, measure, out);
    buf_add(out, STR("</main>\n"));
}

void paper_style(Buf *out)
{
    buf_printf(out, "<style>\n%s</style>\n", manual_page("handout").p);
}

void paper_print(const Walk *walk, int step, PaperKind kind, const DocumentFormat *format,
                 const Measure *measure, Buf *out)
{
    if (format != &document_html) {
        write_parts(walk, step, kind, format, NULL, out);
        return;
    }
    buf_add(out, STR("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\">\n<title>"));
    html_escape(out, str_from(walk->lesson.title));
    buf_add(out, STR("</title>\n"));
    paper_style(out);
    buf_add(out, STR("</head>\n<body>\n"));
    paper_html(walk, step, kind, measure, out);
    buf_add(out, STR("</body>\n</html>\n"));
}
