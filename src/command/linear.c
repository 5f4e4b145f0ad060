// Moves are those of the walk (walk/walk.h), words are those of command/narrate.h; here is who says
// what when. Prose is told on the way to the code that it leads to, once.
#include "command/linear.h"

#include "base/number.h"
#include "base/utf8.h"
#include "command/narrate.h"
#include "command/prose.h"
#include "tui/frame.h"
#include "walk/edit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LINE = 1000 };

typedef struct Linear {
    Walk *walk;
    App *app;
    const LinearOptions *options;
    Buf out;               // what is said next, in `arena`
    Arena arena;           // of one turn
    int step, told;        // of this step so many blocks have been told
    int code;              // the block of code that was told last
    bool hinted;           // the commands have been said
    const Question *asked; // whose words have been told
    bool quit;
    bool stopped; // why the program stopped has been said
} Linear;

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
    return l->walk->stage_count ? &l->walk->stages[l->walk->stage] : NULL;
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

// Blocks before `end`; of a block of code what it prints, for it is over.
static void tell_until(Linear *l, const Block *blocks, int end)
{
    for (; l->told < end; l->told++) {
        const Block *block = &blocks[l->told];
        if (block->kind == BLOCK_CODE) tell_printed(l, block);
        if (block->kind != BLOCK_PROSE) continue;
        prose_paragraph(&l->out, l->walk, &block->prose, NARRATE_COLUMNS);
        buf_add_char(&l->out, '\n');
    }
}

static void tell_title(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    if (l->step < 0 || l->step >= lesson->step_count) return;
    buf_printf(&l->out, "\nStep %d of %d. %s\n\n", l->step + 1, lesson->step_count,
               lesson->steps[l->step].title);
}

static bool is_last_of_step(const Linear *l)
{
    const Stage *stage = stage_of(l);
    if (!stage) return true;
    bool last = l->walk->stage + 1 == l->walk->stage_count || stage[1].step != stage->step;
    return last && l->walk->substep >= stage->substeps && !walk_question_reached(l->walk);
}

// The prose on the way to the stage, and its code, where these were not told before.
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
    if (stage->entry >= 0 && l->walk->substep > 0) narrate_substep(l->walk, &l->out);
}

// The place at hand, whole: after a jump, or on request.
static void tell_place(Linear *l)
{
    const Stage *stage = stage_of(l);
    if (stage && stage->step != l->step) {
        l->step = stage->step;
        l->told = 0;
        l->code = -1;
        tell_title(l);
        if (l->options->keep) l->options->keep(l->options->keep_context, l->walk);
    }
    if (stage && stage->statement >= 0) tell_way(l);
    tell_stage(l);
    l->asked = NULL;
    tell_question(l);
    if (is_last_of_step(l)) tell_rest(l);
}

static void tell_end(Linear *l)
{
    const Error *error = &l->walk->error;
    if (error->set) {
        if (!l->stopped) error_print(error, &l->out);
        l->stopped = true;
        buf_add(&l->out, STR("The program stops here. back goes back, q quits.\n"));
        return;
    }
    buf_add(&l->out, STR("That was the lesson. back goes back, q quits.\n"));
}

static void go_on(Linear *l)
{
    int stage = l->walk->stage;
    const Question *question = walk_question(l->walk);
    if (!walk_next(l->walk)) {
        tell_end(l);
        return;
    }
    if (question && question_is_settled(question)) {
        prose_wrap(&l->out, str_from(question->answer.says), "", "", NARRATE_COLUMNS);
        narrate_reason(l->walk, question, &l->out);
        if (is_last_of_step(l)) tell_rest(l);
    } else if (l->walk->stage != stage) {
        tell_place(l);
    } else {
        narrate_substep(l->walk, &l->out);
        tell_question(l);
        if (is_last_of_step(l)) tell_rest(l);
    }
}

static void moved(Linear *l, bool changed, const char *why_not)
{
    if (changed)
        tell_place(l);
    else
        buf_printf(&l->out, "%s\n", why_not);
}

// ---- answers ------------------------------------------------------------------------------------

static bool is_answer(const Question *question, Str word)
{
    int choices = question->prediction ? question->prediction->choice_count : 0;
    if (choices) {
        int letter = word.n == 1 ? (word.p[0] | 0x20) - 'a' : -1;
        return letter >= 0 && letter < choices;
    }
    return answer_compare(word, question->value) != NOT_A_NUMBER;
}

static void take_answer(Linear *l, Question *question, Str word)
{
    Verdict verdict = question_answer(l->walk, question, word);
    prose_wrap(&l->out, str_from(question->answer.says), "", "", NARRATE_COLUMNS);
    if (verdict != VERDICT_RIGHT) return;
    narrate_reason(l->walk, question, &l->out);
    if (is_last_of_step(l)) tell_rest(l);
}

// ---- commands -----------------------------------------------------------------------------------

#define AT_END   "This is the end of the lesson."
#define AT_BEGIN "This is the beginning of the lesson."

static void run_next(Linear *l, Str rest)
{
    (void)rest;
    go_on(l);
}

static void run_back(Linear *l, Str rest)
{
    (void)rest;
    int stage = l->walk->stage;
    bool changed = walk_back(l->walk);
    if (changed && l->walk->stage == stage && l->walk->substep > 0) {
        narrate_substep(l->walk, &l->out);
        tell_question(l);
        return;
    }
    moved(l, changed, AT_BEGIN);
}

static void run_step(Linear *l, Str rest)
{
    int64_t step = 0;
    int count = l->walk->lesson.step_count;
    if (rest.n == 0) {
        moved(l, walk_next_step(l->walk), AT_END);
        return;
    }
    bool known = number_parse_int(rest, &step) && step >= 1 && step <= count;
    if (known) {
        l->step = -1;
        walk_go_to_step(l->walk, (int)step - 1);
        tell_place(l);
    } else {
        buf_printf(&l->out, "There is no step %.*s, only 1 to %d.\n", STR_ARG(rest), count);
    }
}

static void run_previous(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_previous_step(l->walk), AT_BEGIN);
}

static void run_operation(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_next_stage(l->walk), AT_END);
}

static void run_into(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_step_into(l->walk), "There is no call here to step into.");
}

static void run_out(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_step_out(l->walk), "This is not inside a call.");
}

static void run_why(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    Cell cell = l->walk->selected;
    if (rest.n && !cell_parse(l->walk->trace, rest, &cell, &error))
        error_print(&error, &l->out);
    else if (cell.entry < 0)
        buf_add(&l->out, STR("There is no number here to explain.\n"));
    else
        narrate_cell(l->walk, cell, &l->out);
}

static void run_read(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    Cell cell = {.entry = l->walk->focus};
    int given;
    if (rest.n && !tensor_parse(l->walk->trace, rest, &cell, &given, &error))
        error_print(&error, &l->out);
    else if (cell.entry < 0)
        buf_add(&l->out, STR("There is no tensor here. As in: read keys\n"));
    else
        narrate_tensor(l->walk, cell.entry, &l->out);
}

// How much of what the program computes is another number now.
static void say_edited(Linear *l, const char *what)
{
    const Trace *trace = l->walk->trace;
    l->asked = NULL; // the questions are new ones
    const char *other = walk_other_way(l->walk, &l->arena);
    buf_printf(&l->out, "%s.%s%s\n", what, other ? " Now " : "", other ? other : "");
    for (int i = 0; i < trace->binding_count; i++) {
        int64_t cells, changed = walk_changed_cells(l->walk, trace->bindings[i].entry, &cells);
        if (changed > 0)
            buf_printf(&l->out, "  %s: %" PRId64 " of %" PRId64 " changed.\n",
                       trace->bindings[i].name, changed, cells);
    }
}

// "x[0,1] 5" or, for the number at hand, "5".
static void run_edit(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    int space = str_find(rest, " ");
    Str number = space < 0 ? rest : str_trim(str_slice(rest, space, rest.n));
    Cell cell = l->walk->selected;
    bool known = space < 0 || cell_parse(l->walk->trace, str_slice(rest, 0, space), &cell, &error);
    if (rest.n == 0 || cell.entry < 0)
        buf_add(&l->out, STR("As in: edit x[0,1] 5\n"));
    else if (known && walk_edit(l->walk, cell, number, &error))
        say_edited(l, "Done");
    if (error.set) error_print(&error, &l->out);
}

static void run_undo(Linear *l, Str rest)
{
    (void)rest;
    if (walk_undo(l->walk))
        say_edited(l, "Undone");
    else
        buf_add(&l->out, STR("There is no edit to undo.\n"));
}

static void run_again(Linear *l, Str rest)
{
    (void)rest;
    l->step = -1;
    tell_place(l);
}

static void run_quit(Linear *l, Str rest)
{
    (void)rest;
    l->quit = true;
}

static void run_help(Linear *l, Str rest);

static const struct LinearCommand {
    const char *words; // the first is the short one
    const char *help;
    void (*run)(Linear *linear, Str rest);
} COMMANDS[] = {
    {"n next", "Enter alone does the same: goes on; at a question, shows the answer", run_next},
    {"b back", "goes back by the same amount", run_back},
    {"o operation", "to the next operation", run_operation},
    {"s step", "to the next step; s 4: to step 4", run_step},
    {"p previous", "to the beginning of this step, then to the one before", run_previous},
    {"into", "through the call at hand", run_into},
    {"out", "out of it", run_out},
    {"w why", "where the number came from; w scores[0,1]: of any number", run_why},
    {"r read", "reads the result; r keys: any tensor", run_read},
    {"e edit", "another number instead: e x[0,1] 5; all that follows is computed anew", run_edit},
    {"u undo", "undoes the last edit", run_undo},
    {"again", "tells the place once more, with the step's text", run_again},
    {"h help ?", "this list", run_help},
    {"q quit exit", "leaves; the place is remembered", run_quit},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void run_help(Linear *l, Str rest)
{
    (void)rest;
    for (int i = 0; i < COMMAND_COUNT; i++)
        buf_printf(&l->out, "%s: %s\n", COMMANDS[i].words, COMMANDS[i].help);
    buf_add(&l->out, STR("At a question, a number or the letter of a choice answers it.\n"));
}

static bool is_word_of(Str word, const char *words)
{
    for (Str rest = str_from(words); rest.n;) {
        int end = str_find(rest, " ");
        if (end < 0) end = rest.n;
        if (str_equal(word, str_slice(rest, 0, end))) return true;
        rest = str_slice(rest, end + 1, rest.n);
    }
    return false;
}

static void take_command(Linear *l, Str line)
{
    int space = str_find(line, " ");
    Str word = space < 0 ? line : str_slice(line, 0, space);
    Str rest = space < 0 ? (Str){0} : str_trim(str_slice(line, space, line.n));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!is_word_of(word, COMMANDS[i].words)) continue;
        COMMANDS[i].run(l, rest);
        return;
    }
    if (str_find(line, "[") > 0)
        run_why(l, line);
    else
        buf_printf(&l->out, "%.*s means nothing here. h lists what does.\n", STR_ARG(line));
}

static void take_line(Linear *l, Str line)
{
    Question *question = walk_question(l->walk);
    if (line.n == 0)
        go_on(l);
    else if (question && is_answer(question, line))
        take_answer(l, question, line);
    else
        take_command(l, line);
}

// ---- the loop -----------------------------------------------------------------------------------

static void say_prompt(Linear *l)
{
    const Question *question = walk_question(l->walk);
    bool choices = question && question->prediction && question->prediction->choice_count;
    const char *prompt = choices     ? "Your letter? "
                         : question  ? "Your number? "
                         : l->hinted ? "Next? "
                                     : "Next? (Enter, b back, e edit, w why, h help, q quit) ";
    if (question && !l->hinted)
        prompt = choices ? "Your letter? (Enter shows the answer, back, q quit) "
                         : "Your number? (Enter shows the answer, b back, h help, q quit) ";
    l->hinted = true;
    buf_add(&l->out, str_from(prompt));
}

// Writes what was said. False: nobody is there any more.
static bool speak(Linear *l)
{
    Str rest = buf_str(&l->out);
    int length;
    for (; rest.n && l->options->ascii; rest = str_slice(rest, length, rest.n)) {
        uint32_t code = utf8_decode(rest, &length);
        buf_add_char(l->app->out, code < 0x80 ? (char)code : ascii_for(code));
    }
    buf_add(l->app->out, rest);
    bool ok = command_flush(l->app);
    arena_free(&l->arena);
    l->out = (Buf){.arena = &l->arena};
    return ok;
}

// One line of standard input. False: it has ended.
static bool read_line(Buf *line)
{
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c != '\r' && line->n < MOST_LINE) buf_add_char(line, (char)c);
    }
    return c != EOF || line->n > 0;
}

static bool take_turn(Linear *l)
{
    say_prompt(l);
    if (!speak(l)) return false;
    Buf line = {.arena = &l->arena};
    bool more = read_line(&line);
    Str typed = str_trim(buf_str(&line));
    if (!isatty(STDIN_FILENO))
        buf_printf(&l->out, "%.*s\n", STR_ARG(typed)); // else it stands there
    if (more) take_line(l, typed);
    return more && !l->quit;
}

static void begin(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    buf_printf(&l->out, "%s, %d steps.\n", lesson->title, lesson->step_count);
    if (l->options->note) buf_printf(&l->out, "%s\n", l->options->note);
    bool at_start = l->walk->stage == 0 && l->walk->substep == 0;
    if (at_start && lesson->intro_count) buf_add_char(&l->out, '\n');
    for (int i = 0; at_start && i < lesson->intro_count; i++) {
        if (lesson->intro[i].kind == BLOCK_PROSE)
            prose_paragraph(&l->out, l->walk, &lesson->intro[i].prose, NARRATE_COLUMNS);
    }
    tell_place(l);
}

void linear_run(Walk *walk, const LinearOptions *options, App *app)
{
    Linear l = {.walk = walk, .app = app, .options = options, .step = -1};
    l.out.arena = &l.arena;
    begin(&l);
    while (take_turn(&l)) continue;
    speak(&l);
    if (options->keep) options->keep(options->keep_context, walk);
    arena_free(&l.arena);
}
