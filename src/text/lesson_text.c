// Markdown's paragraphs, tables, code and what the code printed, as lines.
#include "text/lesson_text.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "lesson/options.h"
#include "study/axes/role.h"
#include "terminal/theme.h"
#include "text/prose.h"
#include "text/table.h"
#include "walk/edits/edit.h"
#include "walk/goals.h"

#include <string.h>

enum { LIST_INDENT = 2 };

typedef struct Writer {
    const Walk *walk;
    LessonSight sight;
    Stage stage;
    Arena *arena;
    Text *text;
    LessonText *out; // what is known of its lines; NULL: it is not wanted
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

// ---- prose ------------------------------------------------------------------------------------

static TextRun run_of(const Writer *w, const Inline *part)
{
    TextRun run = {.text = part->text};
    if (part->style & STYLE_STRONG) run.style.attributes |= ATTR_BOLD;
    if (part->style & (STYLE_EMPHASIS | STYLE_LINK)) run.style.attributes |= ATTR_UNDERLINE;
    if (part->kind == INLINE_CODE) run.style.ink = INK_CODE;
    if (part->kind == INLINE_LIVE) {
        run.text = w->hidden ? STR("?") : str_from(walk_live_text(w->walk, part->live));
        run.style.ink = INK_CODE;
    }
    return run;
}

// Inlines up to a break; returns how many were taken, the break included.
static int take_runs(const Writer *w, const Paragraph *p, int from, TextRun *runs, int *count)
{
    int i = from;
    *count = 0;
    for (; i < p->count; i++) {
        if (p->inlines[i].kind == INLINE_BREAK) return i + 1 - from;
        runs[(*count)++] = run_of(w, &p->inlines[i]);
    }
    return i - from;
}

static void write_wrapped(Writer *w, const Paragraph *p)
{
    enum { DEEPEST = 8 };
    static const ProseStyle STYLE = {LIST_INDENT, .heading = "", .quote = "| ", .task = ""};
    TextRun *runs = NEW_ARRAY(w->arena, TextRun, p->count + 1);
    Paragraph shallow = *p;
    if (shallow.depth > DEEPEST) shallow.depth = DEEPEST;
    Prefix prefix = prose_prefix(&shallow, STYLE, w->arena);
    int columns = w->text->columns;
    if (w->out && columns > PROSE_COLUMNS) w->text->columns = PROSE_COLUMNS;
    for (int i = 0, count; i < p->count; prefix.first = prefix.rest) {
        i += take_runs(w, p, i, runs, &count);
        for (int k = 0; k < count && p->kind == PARAGRAPH_HEADING; k++)
            runs[k].style.attributes |= ATTR_BOLD;
        text_wrap(w->text, str_from(prefix.first), str_from(prefix.rest), runs, count);
    }
    w->text->columns = columns;
}

static void write_literal(Writer *w, const Paragraph *p)
{
    for (int i = 0; i < p->count; i++) {
        if (p->inlines[i].kind == INLINE_BREAK) continue;
        TextRun runs[] = {{{0}, STR("    ")}, run_of(w, &p->inlines[i])};
        text_line(w->text, runs, 2);
    }
}

static void write_picture(Writer *w, const Paragraph *p)
{
    Buf key = {.arena = w->arena}; // "VV" opens the second
    buf_add_repeat(&key, 'V', ++w->pictures);
    TextRun runs[] = {{{.attributes = ATTR_BOLD}, buf_str(&key)},
                      {{0}, STR(": a picture of ")},
                      run_of(w, &p->inlines[0]),
                      {{0}, p->heads ? STR(", head by head") : (Str){0}}};
    text_wrap(w->text, STR("  "), STR("  "), runs, 4);
}

static void write_paragraph(Writer *w, const Paragraph *paragraph)
{
    const Paragraph shown = goal_paragraph(w->walk, paragraph, w->arena), *p = &shown;
    if (p->kind == PARAGRAPH_LITERAL)
        write_literal(w, p);
    else if (p->kind == PARAGRAPH_RULE)
        text_plain(w->text, (Style){.ink = INK_QUIET}, "----------");
    else if (p->kind == PARAGRAPH_PICTURE)
        write_picture(w, p);
    else
        write_wrapped(w, p);
}

// ---- tables -------------------------------------------------------------------------------------

static Str cell_text(const Writer *w, const Paragraph *row, int column)
{
    Buf text = {.arena = w->arena};
    int at = 0;
    for (int i = 0; i < row->count; i++) {
        if (row->inlines[i].kind == INLINE_BREAK)
            at++;
        else if (at == column)
            buf_add(&text, run_of(w, &row->inlines[i]).text);
    }
    return buf_str(&text);
}

static int cell_count(const Paragraph *row)
{
    int count = 1;
    for (int i = 0; i < row->count; i++) count += row->inlines[i].kind == INLINE_BREAK;
    return count;
}

// Each row on one line where the table fits, else "cell | cell | cell", wrapped.
static void write_table(Writer *w, const Block *blocks, int count)
{
    int *width = NEW_ARRAY(w->arena, int, cell_count(&blocks[0].prose)), total = 0;
    for (int r = 0; r < count; r++) {
        for (int c = 0; c < cell_count(&blocks[r].prose); c++) {
            int columns = utf8_width(cell_text(w, &blocks[r].prose, c));
            if (columns <= width[c]) continue;
            total += columns - width[c];
            width[c] = columns;
        }
    }
    bool fits = total + 3 * (cell_count(&blocks[0].prose) - 1) <= w->text->columns;
    for (int r = 0; r < count; r++) {
        const Paragraph *row = &blocks[r].prose;
        Buf line = {.arena = w->arena};
        for (int c = 0; c < cell_count(row); c++) {
            Str cell = cell_text(w, row, c);
            if (c) buf_add(&line, STR(" | "));
            buf_add(&line, cell);
            if (fits) buf_add_repeat(&line, ' ', width[c] - utf8_width(cell));
        }
        TextRun run = {{.attributes = row->header ? ATTR_BOLD : 0}, buf_str(&line)};
        if (fits)
            text_line(w->text, &run, 1);
        else
            text_wrap(w->text, STR("- "), (Str){0}, &run, 1);
    }
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
    unsigned bold = current ? ATTR_BOLD : 0;
    TextRun *runs = NEW_ARRAY(w->arena, TextRun, line.n + 1);
    int count = 1, first = line.n - str_trim(line).n;
    CodeState inside = *state;
    runs[0] = (TextRun){{.ink = INK_CODE, .attributes = bold}, current ? STR("  > ") : STR("    ")};
    for (int at = 0, end; at < line.n; at = end) {
        Ink ink;
        end = token_end(w, line, at, &inside, &ink);
        bool here = current && at >= first && overlaps(expression, from + at, from + end);
        runs[count++] = (TextRun){{.ink = ink, .attributes = bold | (here ? ATTR_UNDERLINE : 0)},
                                  str_slice(line, at, end)};
    }
    text_code(w->text, runs, count, state);
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
    bool waits = false;                            // a blank line, for what is shown next
    int first = w->text->count;
    CodeState state = {0};
    bool at_top = true; // "#|" lines are for the program, not for readers
    while (str_next_line(&rest, &line)) {
        int from = (int)(line.p - source.p), to = from + line.n;
        at_top = at_top && str_starts(line, "#|");
        if (options_line(line, at_top)) continue;
        bool inside = overlaps(expression, from, to);
        bool here = inside || overlaps(current, from, to);
        if (may_fold && !here && is_folded(w, code, from, to)) continue;
        if (may_fold && str_trim(line).n == 0) {
            waits = w->text->count > first;
            continue;
        }
        if (waits) text_blank(w->text);
        waits = false;
        if (here && (w->out->current < 0 || (inside && !found))) {
            w->out->current = w->text->count;
            w->out->passage = w->passage;
            w->out->code = first;
        }
        found |= inside;
        write_code_line(w, source, from, to, here, expression, &state);
    }
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
    Str rest = buf_str(&message), line;
    while (str_next_line(&rest, &line)) {
        TextRun run = {{.ink = INK_ERROR}, line};
        text_line(w->text, &run, 1);
    }
    w->failed = true;
}

// Of a step behind the place where the program stopped.
static void write_stopped(Writer *w)
{
    if (w->failed || !walk_at_failure(w->walk)) return;
    text_blank(w->text);
    text_plain(w->text, (Style){0}, "The program stopped before this point:");
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
    Str rest = str_from(printed->text), line;
    bool told = prints_tensors(w, code);
    if (told && folds(w, code)) return;
    if (rest.n) text_blank(w->text);
    int from = w->text->count;
    while (str_next_line(&rest, &line)) {
        TextRun runs[] = {{{0}, STR("    ")}, {{0}, line}};
        text_line(w->text, runs, 2);
    }
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

static void write_choice(Writer *w, const Prediction *prediction, int i, bool is_told)
{
    Paragraph choice = prediction->choices[i].text;
    bool right = is_told && prediction->choices[i].right;
    choice.kind = PARAGRAPH_ITEM;
    choice.marker = arena_printf(w->arena, right ? "%c) right:" : "%c)", 'a' + i % 26);
    write_paragraph(w, &choice);
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

void lesson_asked(const Walk *walk, const Prediction *prediction, bool settled, Text *text)
{
    Writer w = writer_of(walk, text);
    w.hidden = !settled;
    for (int i = 0; i < prediction->question_count; i++)
        write_unquoted(&w, prediction->question[i]);
}

void lesson_question(const Walk *walk, const Prediction *prediction, bool settled, Text *text)
{
    lesson_asked(walk, prediction, settled, text);
    Writer w = writer_of(walk, text);
    for (int i = 0; i < prediction->choice_count; i++) write_choice(&w, prediction, i, settled);
}

void lesson_because(const Walk *walk, const Prediction *prediction, Text *text)
{
    Writer w = writer_of(walk, text);
    for (int i = 0; i < prediction->reason_count; i++) {
        text_blank(text);
        write_unquoted(&w, prediction->reason[i]);
    }
}

void lesson_reason(const Walk *walk, const Prediction *prediction, Text *text)
{
    lesson_because(walk, prediction, text);
    Writer w = writer_of(walk, text);
    bool says = false;
    for (int i = 0; i < prediction->choice_count; i++) {
        if (!prediction->choices[i].says.count) continue;
        if (!says) text_blank(text);
        says = true;
        Paragraph item = prediction->choices[i].says;
        item.depth = prediction->choices[i].text.depth;
        item.marker = arena_printf(w.arena, "not %c:", 'a' + i % 26);
        write_paragraph(&w, &item);
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
    text_words(w->text, (Style){.ink = INK_QUIET}, "",
               arena_printf(w->text->arena,
                            "A question about \"%.*s\" is put aside: with your edits no row or "
                            "column is called that.",
                            STR_ARG(word)));
    return true;
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
    for (int i = 0; i < prediction->question_count && !elsewhere; i++)
        write_paragraph(w, &prediction->question[i]);
    for (int i = 0; i < prediction->choice_count && !elsewhere; i++)
        write_choice(w, prediction, i, told);
    int end = w->text->count;
    bool hidden = w->hidden;
    w->hidden = hidden && !settled;
    for (int i = 0; i < prediction->reason_count && answered; i++) {
        text_blank(w->text);
        write_paragraph(w, &prediction->reason[i]);
    }
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
    text_plain(w->text, (Style){.ink = INK_QUIET}, "(More follows your answer.)");
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

LessonText lesson_text(const Walk *walk, LessonSight sight, int columns, Arena *arena)
{
    const Lesson *lesson = &walk->lesson;
    LessonText out = {.text = {.arena = arena, .columns = columns},
                      .current = -1,
                      .answered = -1,
                      .asked_end = -1,
                      .settled = -1};
    Writer w = writer_of(walk, &out.text);
    w.out = &out;
    w.sight = sight;
    if (w.stage.step <= 0) write_blocks(&w, lesson->intro, lesson->intro_count);
    text_blank(&out.text);
    if (w.stage.step >= 0 && w.stage.step < lesson->step_count) {
        const Step *step = &lesson->steps[w.stage.step];
        const char *aside = text_aside(walk, w.stage.step, arena);
        if (aside) text_words(&out.text, (Style){.ink = INK_QUIET}, "", aside);
        if (aside) text_blank(&out.text);
        write_blocks(&w, step->blocks, step->count);
        write_stopped(&w);
    }
    return out;
}
