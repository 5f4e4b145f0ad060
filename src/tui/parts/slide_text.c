// Chooses the words of a slide: a question with its votes and, once settled, its answer; else one
// sentence about the operation; else the code and output of a statement; else the first paragraph
// of the step. A slide shows little on purpose: the rest is in the notes.
#include "tui/parts/slide_text.h"

#include "tui/parts/lesson_text.h"
#include "tui/parts/poll.h"
#include "tui/parts/question.h"

static void add_line(Text *text, unsigned attributes, const char *line)
{
    TextRun run = {{.attributes = attributes}, str_from(line)};
    text_wrap(text, (Str){0}, (Str){0}, &run, 1);
}

static bool has_two_rounds(const Poll *poll)
{
    return poll->round[0].count && poll->round[1].count;
}

static void add_votes(Text *text, const Poll *poll, SlideWords words)
{
    static const char *const NAMES[POLL_ROUNDS] = {"before", "after "};
    if (words != WORDS_ALL && has_two_rounds(poll)) {
        Buf line = {.arena = text->arena};
        buf_add(&line, STR("before "));
        poll_write_shares(&poll->round[0], &line);
        buf_add(&line, STR("; after "));
        poll_write_shares(&poll->round[1], &line);
        add_line(text, ATTR_BOLD, buf_text(&line));
        return;
    }
    for (int i = 0; i < POLL_ROUNDS; i++) {
        Buf line = {.arena = text->arena};
        if (poll->round[i].count == 0) continue;
        poll_write(&poll->round[i], NAMES[i], &line);
        add_line(text, ATTR_BOLD, buf_text(&line));
    }
}

static void add_asked(Text *text, const App *app, const Question *question, bool settled)
{
    if (question->prediction)
        lesson_question(app->walk, question->prediction, settled, text);
    else
        add_line(text, 0, arena_printf(text->arena, "%s = ?", question->name));
}

// What is asked, the votes, and when it is settled the answer and its reason.
static void add_question(Text *text, const App *app, const Question *question, SlideWords words)
{
    bool settled = question_is_settled(question);
    if (!settled || words != WORDS_OF_ANSWER) add_asked(text, app, question, settled);
    const char *says = question_says(app, question, text->arena);
    if (settled && says) {
        text_blank(text);
        add_line(text, ATTR_BOLD, says);
    }
    const Poll *poll = present_poll(app, question);
    bool is_close = poll && settled && words != WORDS_ALL && has_two_rounds(poll);
    if (poll && !is_close) text_blank(text);
    if (poll) add_votes(text, poll, words);
    if (settled && question->prediction) lesson_reason(app->walk, question->prediction, text);
}

int slide_asked_rows(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Question *question = present_question(app);
    if (question) add_question(&text, app, question, WORDS_OF_ANSWER);
    return text.count;
}

static void add_caption(Text *text, const App *app)
{
    const Op *op = app->walk->trace->entries[app->walk->focus].call.op;
    if (walk_call(app->walk) || !op->doc || !op->sources) return;
    char *caption = arena_printf(text->arena, "%s.", op->doc);
    if (caption[0] >= 'a' && caption[0] <= 'z') caption[0] = (char)(caption[0] - 32);
    add_line(text, 0, caption);
}

static const CodeBlock *code_at(const App *app, const Stage *stage)
{
    const Step *step = &app->walk->lesson.steps[stage->step];
    const Source *source = app->walk->trace->statements[stage->statement].source.source;
    for (int i = 0; i < step->count; i++) {
        if (step->blocks[i].kind == BLOCK_CODE && step->blocks[i].code.source == source)
            return &step->blocks[i].code;
    }
    return NULL;
}

static void add_code(Text *text, Str lines)
{
    CodeState state = {0};
    Str line;
    while (str_next_line(&lines, &line)) {
        TextRun runs[] = {{PLAIN, STR("")}, {{.ink = INK_CODE}, line}};
        text_code(text, runs, 2, &state);
    }
}

static void add_lines(Text *text, Str lines)
{
    Str line;
    while (str_next_line(&lines, &line)) {
        TextRun run = {PLAIN, line};
        text_line(text, &run, 1);
    }
}

// A statement that computes nothing: its code, and what was printed once it may be seen.
static void add_statement(Text *text, const App *app, const Stage *stage)
{
    const CodeBlock *code = code_at(app, stage);
    add_code(text, span_text(app->walk->trace->statements[stage->statement].source));
    const Printed *printed = code ? walk_printed(app->walk, code) : NULL;
    if (!printed || !lesson_shows_printed(app->walk, code)) return;
    text_blank(text);
    add_lines(text, str_from(printed->text));
}

// What the step begins with; the rest is for the notes.
static void add_prose(Text *text, const App *app, int step)
{
    const Lesson *lesson = &app->walk->lesson;
    bool known = step >= 0 && step < lesson->step_count;
    const Block *blocks = known ? lesson->steps[step].blocks : lesson->intro;
    int count = known ? lesson->steps[step].count : lesson->intro_count;
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind != BLOCK_PROSE) continue;
        lesson_paragraph(app->walk, &blocks[i].prose, text);
        return;
    }
}

Text slide_text(const App *app, bool has_equation, SlideWords words, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Question *question = present_question(app);
    Stage stage = walk_stage(app->walk);
    if (question)
        add_question(&text, app, question, words);
    else if (has_equation)
        add_caption(&text, app);
    else if (stage.statement >= 0)
        add_statement(&text, app, &stage);
    else
        add_prose(&text, app, stage.step);
    return text;
}
