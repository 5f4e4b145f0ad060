// A question is in the place of the arithmetic that would give its answer away: what is asked,
// the choices, what was said to the last answer, and what can be done. It comes before everything
// else that is on the screen, and the lesson need not show it as well. Once it is settled, the
// verdict and the reason are there, above the arithmetic, until the next key.
#include "tui/parts/question.h"

#include "study/axes/role.h"
#include "text/lesson_text.h"
#include "tui/parts/lesson_sight.h"

#include "walk/edits/edit.h"

#include <string.h>

// What Space does, where it does not read on.
static const char *space_of(const App *app, const Question *question)
{
    if (!question_has_hint(app->walk, question)) return " Space shows the answer.";
    return question->answer.hints ? " Space: another hint." : " Space: a hint.";
}

// What is said of Space: before the answer it shows what is left to read.
static const char *prompt_of(const App *app, const Question *question, const char *space,
                             Arena *arena)
{
    Buf out = {.arena = arena};
    int choices = question_choices(question);
    if (typing_is(app, &answering))
        return arena_printf(arena, "Your answer: %.*s_   (Enter; Esc cancels)",
                            STR_ARG(typing_text(app)));
    bool again = question->answer.state == ANSWER_WRONG;
    bool is_bool = question_is_bool(app->walk, question);
    if (is_bool)
        buf_add(&out, STR("Type t (True) or f (False)"));
    else if (choices && !again)
        buf_printf(&out, "Type a letter, a-%c", 'a' + choices - 1);
    else
        buf_printf(&out, "%s %s", again ? "Try another" : "Type a", choices ? "letter" : "number");
    buf_printf(&out, ", then Enter.%s", walk_shows_next(app->walk) ? space : "");
    return buf_text(&out);
}

const char *question_prompt(const App *app, const Question *question, Arena *arena)
{
    return prompt_of(app, question, space_of(app, question), arena);
}

// What is asked, with the lines of each choice, and what is said below it.
typedef struct QuestionText {
    Text asked;
    int *choices; // the first line of each, and behind the last one
    Text prompt;
} QuestionText;

// "Not 7: …", of which the answer itself is highlighted, then the hint.
static void add_verdict(const App *app, const Question *question, Text *text)
{
    const Answer *answer = &question->answer;
    const char *hint = question_hint_text(app->walk, question, text->arena);
    if (answer->state == ANSWER_WRONG) {
        Str says = str_from(app_typeset(app, answer->says, text->arena));
        int end = STR("Not ").n + str_from(app_typeset(app, answer->given, text->arena)).n + 1;
        TextRun runs[] = {{{.ink = INK_ERROR, .attributes = ATTR_BOLD}, str_slice(says, 0, end)},
                          {{0}, str_slice(says, end, says.n)}};
        text_wrap(text, (Str){0}, (Str){0}, runs, 2);
    }
    if (hint) text_words(text, BOLD, "", app_typeset(app, hint, text->arena));
}

static QuestionText question_text(const App *app, const Question *question, const char *space,
                                  int columns, Arena *arena)
{
    QuestionText made = {.asked = {.arena = arena, .columns = columns},
                         .prompt = {.arena = arena, .columns = columns}};
    int count = question_choices(question);
    made.choices = NEW_ARRAY(arena, int, count + 1);
    if (question->prediction) lesson_asked(app->walk, question->prediction, false, &made.asked);
    for (int i = 0; i < count; i++) {
        made.choices[i] = made.asked.count;
        lesson_choice(app->walk, question->prediction, i, &made.asked);
    }
    made.choices[count] = made.asked.count;
    add_verdict(app, question, &made.asked);
    text_words(&made.prompt, BOLD, "", prompt_of(app, question, space, arena));
    return made;
}

// The columns that a question has for its words, beside the bar at its left.
static int columns_of(const App *app)
{
    return at_most(layout_inspector_columns(app->columns, app->lesson) - 3, PROSE_COLUMNS);
}

// The letter and words of the right choice, and why it is right.
static Text reason_text(const App *app, const Question *question, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Prediction *prediction = question->prediction;
    for (int i = 0; i < question_choices(question); i++) {
        if (prediction->choices[i].right) lesson_choice(app->walk, prediction, i, &text);
    }
    if (!prediction) return text;
    Text because = {.arena = arena, .columns = columns};
    lesson_because(app->walk, prediction, &because);
    for (int i = 0; i < because.count; i++)
        text_line(&text, because.lines[i].runs, because.lines[i].count);
    return text;
}

const Question *question_told(const App *app)
{
    const Walk *walk = app->walk;
    bool tells = app->tells_answer && app->options->mode == MODE_WALK && walk->at.settled >= 0;
    return tells ? &walk->ran.questions[walk->at.settled] : NULL;
}

bool question_told_is_here(const App *app)
{
    const Question *told = question_told(app);
    Cell selected = app->walk->at.selected;
    if (!told || told->cell.entry < 0 || selected.entry < 0) return false;
    return cell_equal(selected, told->cell) || cell_equal(selected, told->source);
}

static const char *says_of(const App *app, const Question *question, const char *name, Arena *arena)
{
    const Answer *answer = &question->answer;
    if (!answer->says_number) return answer->says;
    return arena_printf(arena, "%.*s%s is %s", answer->says_name, answer->says, name,
                        app_typeset(app, answer->says + answer->says_number, arena));
}

const char *question_says(const App *app, const Question *question, Arena *arena)
{
    return says_of(app, question, question->name, arena);
}

static const char *marked_name(const App *app, const Question *question, Arena *arena)
{
    int entry = question->cell.entry;
    return entry < 0 ? question->name : role_mark(app->walk->trace, entry, question->name, arena);
}

int question_rows(const App *app, Arena *arena)
{
    const Question *question = walk_question(app->walk), *told = question_told(app);
    if (told) return reason_text(app, told, columns_of(app), arena).count;
    if (!question) return 0;
    QuestionText text =
        question_text(app, question, space_of(app, question), columns_of(app), arena);
    return text.asked.count + text.prompt.count;
}

const Question *question_beside(const App *app)
{
    bool beside = app->lesson != LESSON_WHOLE && app->options->mode == MODE_WALK;
    return beside ? walk_question(app->walk) : NULL;
}

// ---- drawing ------------------------------------------------------------------------------------

#define YOUR_TURN " Your turn "

// What else is in the title: whose turn it is, and "= ?   what will it be?".
enum { QUESTION_COLUMNS = 37 }; // of what is around the name of a cell

static void note_choices(Canvas *canvas, Rect area, const Question *question,
                         const QuestionText *text)
{
    for (int i = 0; i < question_choices(question); i++) {
        int from = text->choices[i], end = text->choices[i + 1];
        if (end > area.rows) end = area.rows;
        if (end > from)
            canvas_click(canvas, (Rect){area.column, area.row + from, area.columns, end - from},
                         answer_choose, i);
    }
}

// "Your turn   scores_0[1] = ?   what will it be?", and a bar down the left side. What is no cell
// of a tensor is asked in words, below.
static void draw_heading(Canvas *canvas, Rect part, const Question *question)
{
    Style accent = {.ink = INK_ACCENT, .attributes = ATTR_BOLD};
    canvas_rule(canvas, part, "", "");
    int column = frame_text(canvas->frame, part, part.column + 1, part.row, accent, STR(YOUR_TURN));
    if (question->cell.entry >= 0 || question->has_value) {
        const char *name = marked_name(canvas->app, question, canvas->arena);
        name = canvas_fit_text(canvas->arena, str_from(name), part.columns - QUESTION_COLUMNS);
        frame_printf(canvas->frame, part, column, part.row, BOLD, "  %s = ?   what will it be? ",
                     name);
    }
    for (int row = part.row; row < part.row + part.rows; row++)
        frame_text(canvas->frame, part, part.column, row, accent, STR("▌"));
}

// Where not all has room what is asked gives way to what is typed, else that to what is asked.
static int asked_rows(const Canvas *canvas, const QuestionText *text, int rows)
{
    if (text->asked.count + text->prompt.count <= rows) return text->asked.count;
    bool typing = typing_is(canvas->app, &answering);
    if (!typing && text->asked.count <= rows) return text->asked.count;
    return rows > text->prompt.count ? rows - text->prompt.count : 0;
}

bool question_draw(Canvas *canvas, Rect part)
{
    const Question *question = walk_question(canvas->walk);
    Rect area = {part.column + 2, part.row + 1, part.columns - 3, part.rows - 1};
    if (!question || question_told(canvas->app) || part.rows < 2) return false;
    const App *app = canvas->app;
    const char *space = lesson_goes_on(app) ? " Space reads on." : space_of(app, question);
    QuestionText text = question_text(app, question, space, columns_of(app), canvas->arena);
    part.rows = at_most(part.rows, 1 + text.asked.count + text.prompt.count);
    frame_fill(canvas->frame, part, GROUND_TURN);
    draw_heading(canvas, part, question);
    Rect below = area, asked = rect_take(&below, asked_rows(canvas, &text, area.rows));
    text_draw(&text.asked, canvas->frame, asked, 0);
    text_draw(&text.prompt, canvas->frame, below, 0);
    note_choices(canvas, asked, question, &text);
    const char *prompt = question_prompt(canvas->app, question, canvas->arena);
    if (typing_is(canvas->app, &answering))
        canvas_cursor_behind(canvas, str_from(prompt), below);
    else if (canvas->layout && canvas->layout->part[PART_EQUATION].rows == 0)
        canvas_cursor_behind(canvas, (Str){0}, area);
    return true;
}

int question_tell(Canvas *canvas, Rect part)
{
    const Question *told = question_told(canvas->app);
    if (!told || part.rows < 1) return 0;
    Rect area = {part.column + 1, part.row + 1, part.columns - 2, part.rows - 1};
    const char *name = marked_name(canvas->app, told, canvas->arena);
    const char *says = says_of(canvas->app, told, name, canvas->arena);
    canvas_rule(canvas, part, canvas_fit_text(canvas->arena, str_from(says), part.columns - 4), "");
    Text text = reason_text(canvas->app, told, columns_of(canvas->app), canvas->arena);
    text_draw(&text, canvas->frame, area, 0);
    int used = text.count < area.rows ? text.count : area.rows;
    if (used < text.count && used > 0)
        frame_text(
            canvas->frame, area, area.column, area.row + used - 1, QUIET,
            str_from(arena_printf(canvas->arena, "(%d more lines: o)", text.count - used + 1)));
    return 1 + used;
}

// ---- answering ----------------------------------------------------------------------------------

// Digits and letters have other meanings when nothing is asked, so a key counts as an answer only
// if it can begin one: a letter of the choices, t or f for a bool, a digit or a sign for a number.
enum { MINUS_SIGN = 0x2212 };

static bool is_digit(int code)
{
    return code >= '0' && code <= '9';
}

// A digit in the place of a letter is taken too, so that the reply can name the letters.
static bool begins_answer(const Walk *walk, const Question *question, int code)
{
    int choices = question_choices(question), letter = code | 0x20;
    if (question_is_bool(walk, question) && (letter == 't' || letter == 'f')) return true;
    if (choices && letter >= 'a' && letter < 'a' + choices) return true;
    if (choices && code >= 'A' && code <= 'D') return true; // it says which letters there are
    return is_digit(code) || (!choices && (code == '-' || code == '.' || code == MINUS_SIGN));
}

// A minus sign begins a number too, but where the selected number can be lowered that is its key.
static bool begins_number(const App *app, int code)
{
    if (is_digit(code) || code == MINUS_SIGN) return true;
    if (code != '-') return false;
    Error error = {.arena = app->scratch};
    Cell input;
    bool lowers = edit_input(app->walk->trace, app->walk->at.selected, &input, &error);
    return !lowers;
}

// Numbers answer the question in sight, also before the walk has come to it.
static Question *question_for(App *app, Key key)
{
    Walk *walk = app->walk;
    Question *question = walk_question(walk);
    bool typed = !question && begins_number(app, key.code);
    for (int i = 0; i < walk->ran.question_count && typed && !question; i++) {
        Cell cell = walk->ran.questions[i].cell;
        bool in_sight = cell.entry >= 0 && cell.entry == walk->at.focus && walk_hides(walk, cell);
        if (in_sight && walk_select(walk, cell)) question = walk_question(walk);
    }
    return question;
}

void answer_tell(App *app)
{
    const Walk *walk = app->walk;
    app->tells_answer = true;
    if (walk->at.settled < 0 || (app->lesson != LESSON_WHOLE && question_told(app))) return;
    const Question *settled = &walk->ran.questions[walk->at.settled];
    app_say(app, false, "%s", question_says(app, settled, app->scratch));
    app->lesson_scroll = SCROLL_FOLLOWS;
}

static void commit(App *app)
{
    Question *question = walk_question(app->walk);
    if (!question) {
        typing_leave(app);
        return;
    }
    Verdict verdict = question_answer(app->walk, question, typing_text(app));
    const char *says = question->answer.says;
    if (verdict == VERDICT_UNCLEAR) {
        app_say(app, true, "%s", says);
        return;
    }
    if (verdict == VERDICT_RIGHT) answer_tell(app);
    typing_leave(app);
}

static const char *prompt(const App *app, int columns UNUSED, Arena *arena)
{
    const Question *question = walk_question(app->walk);
    return question ? question_prompt(app, question, arena) : "";
}

const TypingKind answering = {
    .prompt = prompt,
    .commit = commit,
    .most = 64,
    .too_long = "An answer is at most 64 characters long.",
};

bool answer_choose(App *app, int choice)
{
    Question *question = walk_question(app->walk);
    if (!question || choice >= question_choices(question)) return false;
    typing_leave(app);
    typing_begin(app, &answering);
    typing_add(app, 'a' + choice);
    commit(app);
    return true;
}

bool answer_key(App *app, Key key)
{
    Question *question = question_for(app, key);
    if (!question || !begins_answer(app->walk, question, key.code)) return false;
    app->reads = false;
    typing_begin(app, &answering);
    typing_add(app, key.code);
    return true;
}
