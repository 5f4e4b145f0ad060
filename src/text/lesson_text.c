// What may be seen of a step: its paragraphs, tables, code and what the code printed, as nodes of a
// document, of which lines or HTML are made.
#include "text/lesson_text.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "lesson/options.h"
#include "study/axes/role.h"
#include "terminal/theme.h"
#include "text/lines.h"
#include "text/table.h"
#include "walk/edits/edit.h"
#include "walk/goals.h"

#include <string.h>

typedef struct Writer {
    const Walk *walk;
    LessonSight sight;
    Stage stage;
    Arena *arena;
    Text *text;
    Document *page;  // takes the place of lines; NULL: there is none
    LessonText *out; // what is known of the lines of a step; NULL: it is not wanted
    bool waits; // a prediction above is not settled: what the code below prints would answer it
    bool waits_below_code, is_held_back; // and so would the prose below it, which is held back
    int passage;                         // first line of the text since the last code
    bool hidden;  // what the code above computes is not all open: values in the prose are "?"
    bool failed;  // why the program stopped has been written
    int pictures; // written so far
} Writer;

bool lesson_stage_is_open(const Walk *walk)
{
    if (walk->ran.stage_count == 0) return true;
    return walk->at.substep >= walk->ran.stages[walk->at.stage].substeps &&
           !walk_question_reached(walk);
}

// ---- nodes --------------------------------------------------------------------------------------

// What is known of lines is noted as they come, so that each node is made lines of at once.
static void put(Writer *w, Node node)
{
    if (w->page)
        *document_add(w->page, node.kind, node.text) = node;
    else
        lines_add(w->text, &node, w->out ? PROSE_COLUMNS : w->text->columns);
}

static void put_text(Writer *w, NodeKind kind, Str text)
{
    put(w, (Node){.kind = kind, .text = text});
}

static void put_end(Writer *w, NodeKind kind)
{
    put(w, (Node){.kind = kind, .ends = true});
}

// The paragraph as it may be seen, with the values in it.
static Paragraph seen(const Writer *w, const Paragraph *paragraph)
{
    Paragraph shown = goal_paragraph(w->walk, paragraph, w->arena);
    Inline *parts = NEW_ARRAY(w->arena, Inline, shown.count + 1);
    for (int i = 0; i < shown.count; i++) {
        parts[i] = shown.inlines[i];
        if (parts[i].kind != INLINE_LIVE) continue;
        parts[i].text = w->hidden ? STR("?") : str_from(walk_live_text(w->walk, parts[i].live));
        parts[i].kind = INLINE_CODE;
    }
    shown.inlines = parts;
    return shown;
}

static void put_paragraph(Writer *w, Node node, const Paragraph *paragraph)
{
    Paragraph *shown = NEW(w->arena, Paragraph);
    *shown = seen(w, paragraph);
    node.paragraph = shown;
    put(w, node);
}

static void write_paragraph(Writer *w, const Paragraph *paragraph)
{
    Node node = {.kind = NODE_PROSE};
    if (paragraph->kind == PARAGRAPH_PICTURE) {
        Buf keys = {.arena = w->arena}; // "VV" opens the second
        buf_add_repeat(&keys, 'V', ++w->pictures);
        node = (Node){.kind = NODE_OPENER, .text = buf_str(&keys)};
    }
    put_paragraph(w, node, paragraph);
}

static void write_table(Writer *w, const Block *blocks, int count)
{
    Paragraph *rows = NEW_ARRAY(w->arena, Paragraph, count);
    for (int i = 0; i < count; i++) rows[i] = seen(w, &blocks[i].prose);
    put(w, (Node){.kind = NODE_TABLE, .paragraph = rows, .count = count});
}

// ---- code -----------------------------------------------------------------------------------

// Bytes [start, end) of the block are the statement at hand; 0, 0: it is elsewhere.
static Span current_statement(const Writer *w, const CodeBlock *code)
{
    Span at = walk_statement_source(w->walk, &w->stage);
    return at.source == code->source ? at : (Span){0};
}

// The expression at hand, if it is in the block; in a function, the statement only calls it.
static Span current_expression(const Writer *w, const CodeBlock *code)
{
    Span at = walk_reader_source(w->walk, &w->stage);
    return at.source == code->source ? at : (Span){0};
}

static bool overlaps(Span span, int from, int to)
{
    return span.source && from < span.end && to > span.start;
}

// Where the token at `at` ends, and its ink: names have that of their role.
static int token_end(const Writer *w, Str line, int at, CodeState *state, Ink *ink)
{
    const Trace *trace = w->walk->trace;
    bool in_text = state->quote;
    int end = in_text ? at : str_word(line, at);
    *ink = INK_CODE;
    if (!in_text && line.p[at] == '#') {
        *ink = INK_QUIET;
        return line.n;
    }
    if (end == at) {
        do {
            end += code_step(state, str_slice(line, end, line.n));
        } while (end < line.n && (state->quote || utf8_continues(line.p[end])));
        if (in_text || state->quote) *ink = INK_PLAIN;
    } else if (ascii_is_digit(line.p[at])) {
        while (end < line.n && line.p[end] == '.') end = str_word(line, end + 1);
        *ink = INK_PLAIN;
    } else if (at == 0 || line.p[at - 1] != '.') {
        Role role = role_called(trace, trace->entry_count - 1, str_slice(line, at, end));
        if (role) *ink = ink_of_role(role);
    }
    return end;
}

// What is underlined: the part of the expression on the line [from, to), without what indents it.
static void write_code_line(Writer *w, Str source, int from, int to, bool current, Span expression,
                            CodeState *state)
{
    Str line = str_slice(source, from, to);
    TextRun *runs = NEW_ARRAY(w->arena, TextRun, line.n + 1);
    Node node = {.kind = NODE_LINE, .is_marked = current, .runs = runs, .inside = *state};
    int first = line.n - str_trim(line).n;
    CodeState inside = *state;
    for (int at = 0, end; at < line.n; at = end) {
        TextRun *run = &runs[node.count++];
        end = token_end(w, line, at, &inside, &run->style.ink);
        bool here = current && at >= first && overlaps(expression, from + at, from + end);
        run->style.attributes = here ? ATTR_UNDERLINE : 0;
        run->text = str_slice(line, at, end);
    }
    code_line(state, line);
    put(w, node);
}

// ---- what only shows ---------------------------------------------------------------------------

// Nothing but tensors, as PyTorch writes them over several lines?
static bool is_tensors(Str text)
{
    int depth = 0;
    Str line;
    while (str_next_line(&text, &line)) {
        if (depth == 0 && !str_starts(line, "tensor(")) return false;
        for (int i = 0; i < line.n; i++) depth += (line.p[i] == '(') - (line.p[i] == ')');
    }
    return depth == 0;
}

// Do asserts, and prints of tensors, only repeat what is beside the text as numbers? Not where the
// block consists of them.
static bool folds(const Writer *w, const CodeBlock *code)
{
    const Trace *trace = w->walk->trace;
    bool others = false;
    for (int i = 0; i < trace->statement_count && w->sight.folds && !others; i++) {
        const Statement *of = &trace->statements[i];
        others = of->source.source == code->source && !of->is_claim &&
                 !str_starts(span_text(of->source), "print(");
    }
    return others;
}

static bool prints_tensors(const Writer *w, const CodeBlock *code)
{
    const Printed *printed = walk_printed(w->walk, code);
    return printed && !printed->failed && is_tensors(str_from(printed->text));
}

// Is the line [from, to) of an assert or a print that is folded away?
static bool is_folded(const Writer *w, const CodeBlock *code, int from, int to)
{
    const Trace *trace = w->walk->trace;
    for (int i = 0; i < trace->statement_count; i++) {
        const Statement *of = &trace->statements[i];
        if (of->source.source != code->source || !overlaps(of->source, from, to)) continue;
        bool prints = str_starts(span_text(of->source), "print(") && prints_tensors(w, code);
        return of->is_claim || prints;
    }
    return false;
}

static void write_source(Writer *w, const CodeBlock *code)
{
    Str source = code->source->text, rest = source, line;
    Span current = current_statement(w, code), expression = current_expression(w, code);
    bool found = false, may_fold = folds(w, code); // the line of the expression
    bool waits = false, any = false;               // a blank line, for what is shown next
    int first = w->text->count;
    CodeState state = {0};
    bool at_top = true; // "#|" lines are for the program, not for readers
    put_text(w, NODE_SOURCE, (Str){0});
    while (str_next_line(&rest, &line)) {
        int from = (int)(line.p - source.p), to = from + line.n;
        at_top = at_top && str_starts(line, "#|");
        if (options_line(line, at_top)) continue;
        bool inside = overlaps(expression, from, to);
        bool here = inside || overlaps(current, from, to);
        if (may_fold && !here && is_folded(w, code, from, to)) continue;
        if (may_fold && str_trim(line).n == 0) {
            waits = any;
            continue;
        }
        if (waits) put_text(w, NODE_LINE, (Str){0});
        waits = false;
        any = true;
        if (here && (w->out->current < 0 || (inside && !found))) {
            w->out->current = w->text->count;
            w->out->passage = w->passage;
            w->out->code = first;
        }
        found |= inside;
        write_code_line(w, source, from, to, here, expression, &state);
    }
    put_end(w, NODE_SOURCE);
}

static int last_statement(const Trace *trace, const CodeBlock *code)
{
    int last = -1;
    for (int i = 0; i < trace->statement_count; i++) {
        if (trace->statements[i].source.source == code->source) last = i;
    }
    return last;
}

// Whether all is open that the block computes, so that what it prints may be seen. Statements
// without operations have no stage: they run with the one before.
static bool is_reached(const Writer *w, const CodeBlock *code)
{
    if (w->sight.tells_all) return true;
    const Walk *walk = w->walk;
    int statement = last_statement(walk->trace, code), stage = -1;
    for (int i = 0; i < walk->ran.stage_count; i++) {
        const Stage *s = &walk->ran.stages[i];
        if (s->step == w->stage.step && s->entry >= 0 && s->statement <= statement) stage = i;
    }
    return walk->at.stage > stage || (walk->at.stage == stage && lesson_stage_is_open(walk));
}

static void write_error(Writer *w)
{
    Buf message = {.arena = w->arena};
    error_print(&w->walk->ran.error, &message);
    put_text(w, NODE_ERROR, buf_str(&message));
    w->failed = true;
}

// Of a step behind the place where the program stopped.
static void write_stopped(Writer *w)
{
    if (w->failed || !walk_at_failure(w->walk)) return;
    text_blank(w->text);
    Inline words = {.text = STR("The program stopped before this point:")};
    write_paragraph(w, &(Paragraph){.inlines = &words, .count = 1});
    text_blank(w->text);
    write_error(w);
}

static void note_told(Writer *w, int from)
{
    LessonText *out = w->out;
    *ARENA_ADD(w->arena, out->told, out->told_count) = (LineSpan){from, out->text.count};
}

static void write_printed(Writer *w, const CodeBlock *code)
{
    const Printed *printed = walk_printed(w->walk, code);
    w->hidden = w->waits || !is_reached(w, code);
    if (!printed || w->hidden) return;
    Str text = str_from(printed->text);
    bool told = prints_tensors(w, code);
    if (told && folds(w, code)) return;
    if (text.n) text_blank(w->text);
    int from = w->text->count;
    if (text.n) put_text(w, NODE_PRINTED, text);
    if (told)
        note_told(w, from);
    else
        w->out->prose_end = w->text->count;
    if (printed->failed) write_error(w);
}

static void write_code(Writer *w, const CodeBlock *code)
{
    write_source(w, code);
    write_printed(w, code);
    w->waits_below_code |= w->waits && w->sight.holds_back;
    w->passage = w->text->count + 1;
}

// ---- predictions ------------------------------------------------------------------------------

bool lesson_stage_is_last(const Walk *walk)
{
    if (walk->at.stage + 1 >= walk->ran.stage_count) return true;
    return walk->ran.stages[walk->at.stage + 1].step != walk->ran.stages[walk->at.stage].step;
}

// The reason is for afterwards: when everything of the step is open.
bool lesson_step_is_done(const Walk *walk)
{
    return lesson_stage_is_open(walk) && lesson_stage_is_last(walk);
}

static Str letter(const Writer *w, int choice)
{
    return str_from(arena_printf(w->arena, "%c", 'a' + choice % 26));
}

static void write_choice(Writer *w, const Prediction *prediction, int i, bool is_told)
{
    const Choice *choice = &prediction->choices[i];
    bool right = is_told && choice->right;
    put_paragraph(w, (Node){.kind = NODE_CHOICE, .text = letter(w, i), .is_marked = right},
                  &choice->text);
}

static void write_choices(Writer *w, const Prediction *prediction, bool is_told)
{
    if (!prediction->choice_count) return;
    put_text(w, NODE_CHOICES, (Str){0});
    for (int i = 0; i < prediction->choice_count; i++) write_choice(w, prediction, i, is_told);
    put_end(w, NODE_CHOICES);
}

static Writer writer_of(const Walk *walk, Text *text)
{
    return (Writer){.walk = walk, .stage = walk_stage(walk), .arena = text->arena, .text = text};
}

void lesson_choice(const Walk *walk, const Prediction *prediction, int choice, Text *text)
{
    Writer w = writer_of(walk, text);
    write_choice(&w, prediction, choice, false);
}

void lesson_paragraph(const Walk *walk, const Paragraph *paragraph, Text *text)
{
    Writer w = writer_of(walk, text);
    write_paragraph(&w, paragraph);
}

bool lesson_shows_printed(const Walk *walk, const CodeBlock *code)
{
    Writer w = writer_of(walk, &(Text){0});
    return is_reached(&w, code);
}

static void write_unquoted(Writer *w, Paragraph paragraph)
{
    if (paragraph.kind == PARAGRAPH_QUOTE) paragraph.kind = PARAGRAPH_TEXT;
    write_paragraph(w, &paragraph);
}

static void write_asked(Writer *w, const Prediction *prediction, bool settled)
{
    w->hidden = !settled;
    for (int i = 0; i < prediction->question_count; i++) write_unquoted(w, prediction->question[i]);
    w->hidden = false;
}

void lesson_asked(const Walk *walk, const Prediction *prediction, bool settled, Text *text)
{
    Writer w = writer_of(walk, text);
    write_asked(&w, prediction, settled);
}

void lesson_question(const Walk *walk, const Prediction *prediction, bool settled, Text *text)
{
    Writer w = writer_of(walk, text);
    write_asked(&w, prediction, settled);
    write_choices(&w, prediction, settled);
}

static void write_because(Writer *w, const Prediction *prediction)
{
    for (int i = 0; i < prediction->reason_count; i++) {
        text_blank(w->text);
        write_unquoted(w, prediction->reason[i]);
    }
}

void lesson_because(const Walk *walk, const Prediction *prediction, Text *text)
{
    Writer w = writer_of(walk, text);
    write_because(&w, prediction);
}

void lesson_reason(const Walk *walk, const Prediction *prediction, Text *text)
{
    Writer w = writer_of(walk, text);
    bool says = false;
    write_because(&w, prediction);
    for (int i = 0; i < prediction->choice_count; i++) {
        Paragraph reply = prediction->choices[i].says;
        if (!reply.count) continue;
        if (!says) text_blank(text);
        says = true;
        reply.depth = prediction->choices[i].text.depth;
        put_paragraph(&w, (Node){.kind = NODE_REPLY, .text = letter(&w, i)}, &reply);
    }
}

// Where the lesson is to be scrolled to for the question.
static void note_lines(Writer *w, const Question *question, int from, int question_end, int reason)
{
    const Walk *walk = w->walk;
    if (walk->ran.question_count == 0 || !question) return;
    bool elsewhere = question == w->sight.elsewhere;
    if (question == walk_question_reached(walk))
        w->out->asked_end = question_end - (elsewhere && question_end > 0); // its blank line
    if (question_is_settled(question)) note_told(w, from);
    if (question - walk->ran.questions != walk->at.settled) return;
    w->out->settled = from;
    w->out->reason = reason;
    w->out->settled_end = w->text->count;
}

// What takes the place of a question that nothing is left of.
static bool write_aside(Writer *w, const Prediction *prediction)
{
    Str word;
    if (!question_is_aside(w->walk, prediction, &word)) return false;
    const char *note = arena_printf(w->arena,
                                    "A question about \"%.*s\" is put aside: with your edits no "
                                    "row or column is called that.",
                                    STR_ARG(word));
    put_text(w, NODE_NOTE, str_from(note));
    return true;
}

static Str numbered(const Writer *w, const Question *question)
{
    int number = (int)(question - w->walk->ran.questions) + 1;
    return str_from(arena_printf(w->arena, "asked-%d", number));
}

static void write_prediction(Writer *w, const Prediction *prediction)
{
    if (write_aside(w, prediction)) return;
    const Question *question = walk_question_of(w->walk, prediction);
    bool settled = question && question_is_settled(question), done = lesson_step_is_done(w->walk);
    w->waits |= question && walk_awaits(w->walk, question) && !w->sight.tells_all;
    bool told = settled || done || w->sight.tells_all;
    bool answered = prediction->reason_count && told;
    int from = w->text->count;
    bool elsewhere = question && question == w->sight.elsewhere;
    if (answered && done && w->out->answered < 0) w->out->answered = from;
    bool is_group = question && (!elsewhere || answered);
    if (is_group) put_text(w, NODE_QUESTION, numbered(w, question));
    for (int i = 0; i < prediction->question_count && !elsewhere; i++)
        write_paragraph(w, &prediction->question[i]);
    if (!elsewhere) write_choices(w, prediction, told);
    int end = w->text->count;
    bool hidden = w->hidden;
    w->hidden = hidden && !settled;
    for (int i = 0; i < prediction->reason_count && answered; i++) {
        text_blank(w->text);
        write_paragraph(w, &prediction->reason[i]);
    }
    if (is_group) put_end(w, NODE_QUESTION);
    w->hidden = hidden;
    note_lines(w, question, from, end, answered ? end + 1 : end);
}

// ---- a step -------------------------------------------------------------------------------------

static bool follows_on(const Block *block, const Block *next)
{
    if (block->kind != BLOCK_PROSE || next->kind != BLOCK_PROSE) return false;
    return block->prose.kind == PARAGRAPH_ITEM && next->prose.kind == PARAGRAPH_ITEM;
}

// Prose below the code of a question that is not settled may give its answer away.
static void hold_back(Writer *w)
{
    w->is_held_back = true;
    put_text(w, NODE_NOTE, STR("(More follows your answer.)"));
}

static void write_blocks(Writer *w, const Block *blocks, int count)
{
    for (int i = 0; i < count; i++) {
        const Block *block = &blocks[i];
        int rows = table_rows(block, count - i);
        if (rows) {
            write_table(w, block, rows);
            w->out->prose_end = w->text->count;
            i += rows - 1;
        } else if (block->kind == BLOCK_CODE) {
            write_code(w, &block->code);
        } else if (block->kind == BLOCK_PREDICTION) {
            write_prediction(w, &block->prediction);
        } else if (w->waits_below_code) {
            if (w->is_held_back) continue;
            hold_back(w);
        } else {
            write_paragraph(w, &block->prose);
            w->out->prose_end = w->text->count;
        }
        if (i + 1 < count && !follows_on(block, &blocks[i + 1])) text_blank(w->text);
    }
}

static void write_step(Writer *w)
{
    const Lesson *lesson = &w->walk->lesson;
    int at = w->stage.step;
    if (at <= 0) write_blocks(w, lesson->intro, lesson->intro_count);
    text_blank(w->text);
    if (at < 0 || at >= lesson->step_count) return;
    const char *aside = text_aside(w->walk, at, w->arena);
    if (aside) put_text(w, NODE_NOTE, str_from(aside));
    if (aside) text_blank(w->text);
    write_blocks(w, lesson->steps[at].blocks, lesson->steps[at].count);
    write_stopped(w);
}

static LessonText new_text(Arena *arena, int columns)
{
    return (LessonText){.text = {.arena = arena, .columns = columns},
                        .current = -1,
                        .answered = -1,
                        .asked_end = -1,
                        .settled = -1};
}

LessonText lesson_text(const Walk *walk, LessonSight sight, int columns, Arena *arena)
{
    LessonText out = new_text(arena, columns);
    Writer w = writer_of(walk, &out.text);
    w.out = &out;
    w.sight = sight;
    write_step(&w);
    return out;
}

// ---- the same as HTML ---------------------------------------------------------------------------

typedef struct HtmlWriter {
    Document document;
    LessonText none; // no lines
    Writer writer;
} HtmlWriter;

static Writer *page_begin(HtmlWriter *page, const Walk *walk, Arena *arena)
{
    page->document = (Document){.walk = walk, .arena = arena};
    page->none = new_text(arena, 0);
    page->writer = writer_of(walk, &page->none.text);
    page->writer.page = &page->document;
    page->writer.out = &page->none;
    return &page->writer;
}

void lesson_html(const Walk *walk, LessonSight sight, Buf *out)
{
    SCRATCH(arena);
    HtmlWriter page;
    Writer *w = page_begin(&page, walk, &arena);
    w->sight = sight;
    write_step(w);
    document_write(&page.document, &document_html, out);
}

void lesson_asked_html(const Walk *walk, const Prediction *prediction, bool settled, Buf *out)
{
    SCRATCH(arena);
    HtmlWriter page;
    write_asked(page_begin(&page, walk, &arena), prediction, settled);
    document_write(&page.document, &document_html, out);
}

void lesson_choice_html(const Walk *walk, const Prediction *prediction, int choice, Buf *out)
{
    SCRATCH(arena);
    Writer w = writer_of(walk, &(Text){.arena = &arena});
    Paragraph shown = seen(&w, &prediction->choices[choice].text);
    html_inlines(out, walk, &shown);
}

void lesson_because_html(const Walk *walk, const Prediction *prediction, Buf *out)
{
    SCRATCH(arena);
    HtmlWriter page;
    write_because(page_begin(&page, walk, &arena), prediction);
    document_write(&page.document, &document_html, out);
}
