// Takes the keys with which a question is answered. Digits and letters have other meanings when
// nothing is asked, so a key counts as an answer only if it can begin one: a letter of the
// choices, t or f for a bool, a digit or a sign for a number.
#include "tui/parts/answer.h"

#include "tui/parts/question.h"
#include "walk/edit.h"

enum { MINUS_SIGN = 0x2212 };

static bool is_digit(int code)
{
    return code >= '0' && code <= '9';
}

// A digit in the place of a letter is taken too, so that it can be told what the letters are.
static bool begins_answer(const Walk *walk, const Question *question, int code)
{
    int choices = question_choices(question), letter = code | 0x20;
    if (question_is_bool(walk, question) && (letter == 't' || letter == 'f')) return true;
    if (choices && code >= 'a' && code < 'a' + choices) return true;
    return is_digit(code) || (!choices && (code == '-' || code == '.' || code == MINUS_SIGN));
}

// A minus sign begins a number too, but where the selected number can be lowered that is its key.
static bool begins_number(const App *app, int code)
{
    if (is_digit(code) || code == MINUS_SIGN) return true;
    if (code != '-') return false;
    Error error = {.arena = app->scratch};
    Cell input;
    bool lowers = edit_input(app->walk, app->walk->selected, &input, &error);
    return !lowers;
}

// Numbers answer the question in sight, also before the walk has come to it.
static Question *question_for(App *app, Key key)
{
    Walk *walk = app->walk;
    Question *question = walk_question(walk);
    bool typed = !question && begins_number(app, key.code);
    for (int i = 0; i < walk->question_count && typed && !question; i++) {
        Cell cell = walk->questions[i].cell;
        bool in_sight = cell.entry >= 0 && cell.entry == walk->focus && walk_hides(walk, cell);
        if (in_sight && walk_select(walk, cell)) question = walk_question(walk);
    }
    return question;
}

void answer_tell(App *app)
{
    const Walk *walk = app->walk;
    app->tells_answer = true;
    if (walk->settled < 0 || (app->lesson != LESSON_WHOLE && question_told(app))) return;
    const Question *settled = &walk->questions[walk->settled];
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

static const char *prompt(const App *app, int columns, Arena *arena)
{
    (void)columns;
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
