// Prose is written once, before the code that it leads to; a block of code before its first
// operation; what it prints, and the rest of the step, when all of it is open.
#include "linear/tell.h"

#include "linear/narrate.h"
#include "study/film.h"
#include "text/document.h"
#include "text/lesson_text.h"
#include "text/prose.h"
#include "text/table.h"
#include "walk/edits/edit.h"
#include "walk/flow.h"
#include "walk/goals.h"
#include "walk/runs/iteration.h"

// ---- prose --------------------------------------------------------------------------------------

static const Block *blocks_of(const Linear *l, int *count)
{
    const Lesson *lesson = &l->walk->lesson;
    bool known = l->step >= 0 && l->step < lesson->step_count;
    *count = known ? lesson->steps[l->step].count : 0;
    return known ? lesson->steps[l->step].blocks : NULL;
}

static const Stage *stage_of(const Linear *l)
{
    return l->walk->ran.stage_count ? &l->walk->ran.stages[l->walk->at.stage] : NULL;
}

// The block of code that the stage belongs to; none: `count`.
static int block_at(const Linear *l, const Block *blocks, int count)
{
    const Stage *stage = stage_of(l);
    if (!stage || stage->statement < 0) return 0;
    const Source *source = l->walk->trace->statements[stage->statement].source.source;
    int i = 0;
    while (i < count && !(blocks[i].kind == BLOCK_CODE && blocks[i].code.source == source)) i++;
    return i;
}

static void tell_lines(Linear *l, const char *head, Str lines)
{
    Str line;
    bool any = false;
    while (str_next_line(&lines, &line)) {
        if (str_starts(line, "#|")) continue; // for the program
        if (!any) buf_printf(&l->out, "%s\n", head);
        any = true;
        buf_printf(&l->out, line.n ? "    %.*s\n" : "%.*s\n", STR_ARG(line));
    }
}

static void tell_printed(Linear *l, const Block *block)
{
    const Printed *printed = walk_printed(l->walk, &block->code);
    if (printed && *printed->text) tell_lines(l, "It prints:", str_from(printed->text));
}

// "A picture of weights, which look weights puts into words."
static void tell_picture(Linear *l, const Paragraph *picture)
{
    Cell cell = walk_picture(l->walk, picture);
    const char *how = picture->heads ? "heads" : "read";
    Str name = picture->inlines[0].text;
    if (!picture->heads && cell.entry >= 0 && flow_fits(l->walk, cell)) how = "look";
    buf_printf(&l->out, "Here is a picture of %.*s. In words: %s %.*s\n", STR_ARG(name), how,
               STR_ARG(name));
}

int tell_prose(Linear *l, const Block *blocks, int count)
{
    Document prose = {.walk = l->walk, .arena = &l->arena};
    int taken = document_prose(&prose, blocks, count);
    const Node *node = prose.nodes;
    Paragraph shown = goal_paragraph(l->walk, node->paragraph, &l->arena);
    if (shown.kind == PARAGRAPH_PICTURE)
        tell_picture(l, &shown);
    else if (node->kind == NODE_TABLE)
        table_tell(&l->out, l->walk, node->paragraph, node->count, NARRATE_COLUMNS);
    else
        prose_paragraph(&l->out, l->walk, &shown, NARRATE_COLUMNS);
    return taken;
}

// Blocks before `end`; of a block of code what it prints, for it is over.
static void tell_until(Linear *l, const Block *blocks, int end)
{
    for (int taken; l->told < end; l->told += taken) {
        const Block *block = &blocks[l->told];
        taken = 1;
        if (block->kind == BLOCK_CODE) tell_printed(l, block);
        if (block->kind != BLOCK_PROSE) continue;
        taken = tell_prose(l, block, end - l->told);
        buf_add_char(&l->out, '\n');
    }
}

static void tell_title(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    if (l->step < 0 || l->step >= lesson->step_count) return;
    buf_printf(&l->out, "\nStep %d of %d. %s\n\n", l->step + 1, lesson->step_count,
               lesson->steps[l->step].title);
    const char *aside = text_aside(l->walk, l->step, &l->arena);
    if (aside) prose_wrap(&l->out, str_from(aside), "", "", NARRATE_COLUMNS);
    if (aside) buf_add_char(&l->out, '\n');
}

// The prose on the way to the stage, and its code, where these were not written before.
static void tell_way(Linear *l)
{
    int count;
    const Block *blocks = blocks_of(l, &count);
    int end = block_at(l, blocks, count);
    bool is_code = end < count && blocks[end].kind == BLOCK_CODE;
    tell_until(l, blocks, end < count ? end : l->told);
    if (!is_code || l->code == end) return;
    l->code = end;
    tell_lines(l, "The code:", blocks[end].code.source->text);
    buf_add_char(&l->out, '\n');
}

// What follows the last operation of a step.
static void tell_rest(Linear *l)
{
    int count;
    const Block *blocks = blocks_of(l, &count);
    if (l->told < count) tell_until(l, blocks, count);
}

// ---- places -------------------------------------------------------------------------------------

static void tell_question(Linear *l)
{
    const Question *question = walk_question_reached(l->walk);
    if (question && question != l->asked) narrate_question(l->walk, question, &l->out);
    l->asked = question;
}

static void tell_stage(Linear *l)
{
    const Stage *stage = stage_of(l);
    if (!stage) return;
    if (stage->entry >= 0)
        narrate_operation(l->walk, &l->out);
    else if (stage->statement >= 0)
        prose_wrap(&l->out, span_text(l->walk->trace->statements[stage->statement].source), "", "",
                   NARRATE_COLUMNS);
    if (stage->entry >= 0 && l->walk->at.substep > 0) narrate_substep(l->walk, &l->out);
}

// "Iteration 21 of 40, loss 0.426.", where it has changed.
static void tell_iteration(Linear *l)
{
    int64_t at;
    const Loop *loop = walk_loop(l->walk, &at);
    bool is_told = l->loop == loop && l->iteration == at;
    if (!loop || at < 0 || !film_is_worth_telling(loop)) loop = NULL;
    l->loop = loop;
    l->iteration = at;
    if (!loop || is_told) return;
    Buf text = {.arena = &l->arena};
    film_write_iteration(loop, at, &text);
    buf_printf(&l->out, "I%s.\n", buf_text(&text) + 1);
}

// The place at hand, whole: after a jump, or on request.
void tell_place(Linear *l)
{
    const Stage *stage = stage_of(l);
    if (stage && stage->step != l->step) {
        l->step = stage->step;
        l->told = 0;
        l->code = -1;
        tell_title(l);
        const char *says =
            l->options->keep ? l->options->keep(l->options->keep_context, l->walk) : NULL;
        if (says) buf_printf(&l->out, "%s\n\n", says);
    }
    if (stage && stage->statement >= 0) tell_way(l);
    tell_iteration(l);
    tell_stage(l);
    l->asked = NULL;
    tell_question(l);
    if (lesson_step_is_done(l->walk)) tell_rest(l);
}

static void tell_end(Linear *l)
{
    const Error *error = &l->walk->ran.error;
    if (error->set) {
        if (!l->stopped) error_print(error, &l->out);
        l->stopped = true;
        buf_add(&l->out, STR("The program stops here. back goes back, q quits.\n"));
        return;
    }
    buf_add(&l->out, STR("That was the lesson. back goes back, q quits.\n"));
    const char *next = l->options->next;
    if (next) buf_printf(&l->out, "The next one: qkv learn --linear %s\n", next);
}

void tell_answered(Linear *l, const Question *question)
{
    narrate_reason(l->walk, question, &l->out);
    if (lesson_step_is_done(l->walk)) tell_rest(l);
}

// What was asked or shown meanwhile was elsewhere; now the reader is back at the text at the end.
static bool is_text_again(const Walk *walk, int stage)
{
    return walk->at.stage == stage && walk->ran.stages[stage].entry < 0;
}

void tell_hint(Linear *l, const Question *question)
{
    const char *hint = question_hint_text(l->walk, question, &l->arena);
    if (hint) prose_wrap(&l->out, str_from(hint), "", "", NARRATE_COLUMNS);
}

void tell_next(Linear *l)
{
    int stage = l->walk->at.stage;
    const Question *question = walk_question(l->walk);
    bool moved = walk_next(l->walk);
    if (moved && question && !question_is_settled(question) && question == walk_question(l->walk)) {
        tell_hint(l, question);
    } else if (moved && question && question_is_settled(question)) {
        prose_wrap(&l->out, str_from(question->answer.says), "", "", NARRATE_COLUMNS);
        tell_answered(l, question);
    } else if (!moved || is_text_again(l->walk, stage)) {
        tell_end(l);
    } else if (l->walk->at.stage != stage) {
        tell_place(l);
    } else {
        narrate_substep(l->walk, &l->out);
        tell_question(l);
        if (lesson_step_is_done(l->walk)) tell_rest(l);
    }
}

void tell_back(Linear *l)
{
    int stage = l->walk->at.stage;
    bool changed = walk_back(l->walk);
    if (!changed) {
        buf_add(&l->out, STR("This is the beginning of the lesson.\n"));
    } else if (l->walk->at.stage == stage && l->walk->at.substep > 0) {
        narrate_substep(l->walk, &l->out);
        tell_question(l);
    } else {
        tell_place(l);
    }
}
