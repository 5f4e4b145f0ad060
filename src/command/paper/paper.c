// Goes through a lesson and hands its pieces to a format.
//
// On a handout each matrix is printed once: where it is made, with its labels. What the code prints
// is left out as far as it is such a matrix. What it prints below a question of its step is hidden,
// as in the walk before the question is settled, and printed on the answer page.
#include "command/paper/format.h"
#include "command/paper/selection.h"

#include "base/text/ascii.h"
#include "lesson/options.h"
#include "tensor/print.h"
#include "text/assigned.h"
#include "walk/edits/edit.h"

#include <string.h>

const PaperFormat *paper_format(const char *name)
{
    static const PaperFormat *const FORMATS[] = {&paper_text, &paper_markdown, &paper_html};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        if (strcmp(FORMATS[i]->name, name) == 0) return FORMATS[i];
    }
    return NULL;
}

// ---- code ---------------------------------------------------------------------------------------

static int brackets(Str line)
{
    int open = 0;
    for (int i = 0; i < line.n; i++) {
        open += strchr("([{", line.p[i]) != NULL;
        open -= strchr(")]}", line.p[i]) != NULL;
    }
    return open;
}

// Options ("#| …") are for the program, not for readers; nor, on paper, are asserts.
static Str code_for_readers(Str code, bool asserts, Arena *arena)
{
    Buf kept = {.arena = arena};
    bool at_top = true;
    int open = 0, blank_lines = 0;
    for (Str line; str_next_line(&code, &line);) {
        at_top = at_top && str_starts(line, "#|");
        if (options_line(line, at_top)) continue;
        bool is_assert = !asserts && str_starts(str_trim(line), "assert ");
        if (is_assert || open > 0) {
            open += brackets(line);
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
    Buf text = {.arena = paper->arena};
    const Trace *trace = paper->walk->trace;
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

// A block of a selection is a copy; its source is the same.
static const Printed *printed_by(const Walk *walk, const CodeBlock *code)
{
    for (int i = 0; i < walk->ran.printed_count; i++) {
        if (walk->ran.printed[i].code->source == code->source) return &walk->ran.printed[i];
    }
    return NULL;
}

static void add_printed(Paper *paper, int step, const CodeBlock *code)
{
    const Printed *printed = printed_by(paper->walk, code);
    if (!printed || !*printed->text) return;
    Str text = str_from(printed->text);
    if (paper->kind != PAPER_WHOLE) text = without_tensors(paper, step, text);
    if (str_trim(text).n == 0) return;
    bool waits = paper->kind == PAPER_HANDOUT && paper->asked_in_step;
    paper->format->printed(paper, waits ? STR("____________\n") : text);
}

// ---- blocks -------------------------------------------------------------------------------------

// Does the code itself show all of the numbers?
static bool is_written_out(const Trace *trace, const Binding *binding)
{
    const OpCall *call = &trace->entries[binding->entry].call;
    if (call->input_count || trace->entries[binding->entry].statement != binding->statement)
        return false;
    Str code = span_text(trace->statements[binding->statement].source);
    int64_t numbers = 0;
    for (int i = 1; i < code.n; i++) {
        char before = code.p[i - 1];
        numbers += ascii_is_digit(code.p[i]) && !ascii_is_word(before) && before != '.';
    }
    return numbers >= shape_count(&call->shape);
}

static void add_tensors(Paper *paper, int step, const Source *code)
{
    const Trace *trace = paper->walk->trace;
    Assigned assigned = assigned_in_code(step, code);
    while (assigned_next(&assigned, trace)) {
        const Binding *binding = &trace->bindings[assigned.binding];
        bool again = paper->kind == PAPER_HANDOUT &&
                     (paper->seen[binding->entry] || is_written_out(trace, binding) ||
                      shape_is_asked(paper, binding));
        paper->seen[binding->entry] = true;
        if (!again) paper->format->tensor(paper, binding);
    }
}

static void begin_answers(Paper *paper, int step, bool *begun)
{
    if (!*begun) paper->format->begin_step(paper, step);
    *begun = true;
}

// The matrices that the handout shows in part.
static void add_hidden_tensors(Paper *paper, int step, const Source *code, bool *begun)
{
    const Trace *trace = paper->walk->trace;
    const Sight sight = sheet_sight(paper->walk);
    Assigned assigned = assigned_in_code(step, code);
    while (assigned_next(&assigned, trace)) {
        const Binding *binding = &trace->bindings[assigned.binding];
        if (paper->seen[binding->entry] || is_written_out(trace, binding)) continue;
        if (sight_of_all(&sight, trace, binding->entry)) continue;
        paper->seen[binding->entry] = true;
        begin_answers(paper, step, begun);
        paper->format->tensor(paper, binding);
    }
}

static void add_code(Paper *paper, int step, const CodeBlock *code)
{
    bool whole = paper->kind == PAPER_WHOLE;
    Str text = code_for_readers(code->source->text, whole, paper->arena);
    if (text.n || whole) paper->format->code(paper, text);
    add_printed(paper, step, code);
    add_tensors(paper, step, code->source);
}

static PaperQuestion next_question(Paper *paper, const Prediction *prediction)
{
    const Question *question = selection_question(paper->walk, prediction);
    bool solved = question && (question->has_value || prediction->choice_count);
    paper->in_step[paper->asked_in_step++] = prediction;
    return (PaperQuestion){
        .number = ++paper->asked,
        .prediction = prediction,
        .solution =
            solved ? question_solution(question, paper->walk->view.digits, paper->arena) : NULL,
    };
}

static int prose_length(const Block *blocks, int count)
{
    int length = 0;
    while (length < count && blocks[length].kind == BLOCK_PROSE) length++;
    return length;
}

static void add_blocks(Paper *paper, int step, const Block *blocks, int count)
{
    for (int i = 0, taken; i < count; i += taken) {
        const Block *block = &blocks[i];
        taken = 1;
        if (block->kind == BLOCK_PROSE) {
            taken = prose_length(block, count - i);
            paper->format->prose(paper, block, taken);
        } else if (block->kind == BLOCK_CODE) {
            add_code(paper, step, &block->code);
        } else {
            PaperQuestion question = next_question(paper, &block->prediction);
            paper_question(paper, &question);
        }
    }
}

static void add_answers(Paper *paper, int step, const Block *blocks, int count)
{
    bool begun = false;
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind == BLOCK_CODE) {
            if (begun) add_printed(paper, step, &blocks[i].code);
            add_hidden_tensors(paper, step, blocks[i].code.source, &begun);
        }
        if (blocks[i].kind != BLOCK_PREDICTION) continue;
        PaperQuestion question = next_question(paper, &blocks[i].prediction);
        begin_answers(paper, step, &begun);
        paper_answer(paper, &question);
    }
    if (begun) paper->format->end_step(paper);
}

// ---- a paper ------------------------------------------------------------------------------------

static PaperPart selection_of(const Paper *paper, const Block *blocks, int count)
{
    if (paper->kind == PAPER_WHOLE) return (PaperPart){blocks, count};
    return select_for_paper(paper->walk, blocks, count, paper->arena);
}

// Questions are numbered through the whole lesson, also where one step is printed.
static void add_step(Paper *paper, int step, bool is_shown)
{
    const Step *text = &paper->walk->lesson.steps[step];
    PaperPart selection = selection_of(paper, text->blocks, text->count);
    paper->in_step = NEW_ARRAY(paper->arena, const Prediction *, selection.count + 1);
    paper->asked_in_step = 0;
    if (!is_shown) {
        for (int i = 0; i < selection.count; i++)
            paper->asked += selection.blocks[i].kind == BLOCK_PREDICTION;
    } else if (paper->kind == PAPER_ANSWERS) {
        add_answers(paper, step, selection.blocks, selection.count);
    } else {
        paper->format->begin_step(paper, step);
        add_blocks(paper, step, selection.blocks, selection.count);
        paper->format->end_step(paper);
    }
}

static void add_notice(Paper *paper)
{
    const char *text = notice_text(paper->walk, paper->arena);
    if (!text) return;
    Inline all = {.kind = INLINE_TEXT, .text = str_from(text)};
    Block block = {.kind = BLOCK_PROSE, .prose = {.inlines = &all, .count = 1}};
    paper->format->prose(paper, &block, 1);
}

static void print_part(Paper paper, int step, bool is_last)
{
    const Lesson *lesson = &paper.walk->lesson;
    paper.seen = NEW_ARRAY(paper.arena, bool, paper.walk->trace->entry_count + 1);
    if (paper.kind == PAPER_HANDOUT) paper.sight = sheet_sight(paper.walk);
    if (step < 0 || paper.format != &paper_text) paper.format->begin(&paper);
    if (paper.kind != PAPER_ANSWERS) add_notice(&paper);
    if (step < 0 && paper.kind != PAPER_ANSWERS) {
        PaperPart selection = selection_of(&paper, lesson->intro, lesson->intro_count);
        paper.in_step = NEW_ARRAY(paper.arena, const Prediction *, selection.count + 1);
        add_blocks(&paper, -1, selection.blocks, selection.count);
    }
    for (int i = 0; i < lesson->step_count; i++) add_step(&paper, i, step < 0 || step == i);
    paper.format->end(&paper, is_last);
}

void paper_print(const Walk *walk, int step, PaperKind kind, const PaperFormat *format, Buf *out)
{
    SCRATCH(arena);
    Paper paper = {.walk = walk, .format = format, .kind = kind, .out = out, .arena = &arena};
    if (kind == PAPER_BOTH) {
        paper.kind = PAPER_HANDOUT;
        print_part(paper, step, false);
        paper.kind = PAPER_ANSWERS;
    }
    print_part(paper, step, true);
}
