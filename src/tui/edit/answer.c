// Takes the keys with which a question is answered. Digits and letters have other meanings when
// nothing is asked, so a key counts as an answer only if it can begin one: a letter of the
// choices, t or f for a bool, a digit or a sign for a number.
#include "tui/edit/answer.h"

#include "tui/edit/typed.h"
#include "walk/edit.h"

enum { MINUS_SIGN = 0x2212 };

void answer_leave(App *app)
{
    app->answering = false;
    typed_clear(app);
}

static int choices_of(const Question *question)
{
    return question->prediction ? question->prediction->choice_count : 0;
}

static bool is_digit(int code)
{
    return code >= '0' && code <= '9';
}

// A digit in the place of a letter is taken too, so that it can be told what the letters are.
static bool begins_answer(const Walk *walk, const Question *question, int code)
{
    int choices = choices_of(question), letter = code | 0x20;
    if (question_is_bool(walk, question) && (letter == 't' || letter == 'f')) return true;
    if (choices && code >= 'a' && code < 'a' + choices) return true;
    return is_digit(code) || (!choices && (code == '-' || code == '.' || code == MINUS_SIGN));
}

// A minus sign begins a number too, but where the selected number can be lowered that is its key.
static bool begins_number(const App *app, int code)
{
    if (is_digit(code) || code == MINUS_SIGN) return true;
    if (code != '-') return false;
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Cell input;
    bool lowers = edit_input(app->walk, app->walk->selected, &input, &error);
    arena_free(&scratch);
    return !lowers;
}

// Numbers answer the question in sight, also before the walk has come to it.
static Question *question_for(App *app, Key key)
{
    Walk *walk = app->walk;
    Question *question = walk_question(walk);
    bool typed = !question && app->screen == ON_WALK && begins_number(app, key.code);
    for (int i = 0; i < walk->question_count && typed && !question; i++) {
        Cell cell = walk->questions[i].cell;
        bool in_sight = cell.entry >= 0 && cell.entry == walk->focus && walk_hides(walk, cell);
        if (in_sight && walk_select(walk, cell)) question = walk_question(walk);
    }
    return question;
}

static void commit(App *app, Question *question)
{
    Verdict verdict = question_answer(app->walk, question, buf_str(&app->typed));
    const char *says = question->answer.says;
    if (verdict == VERDICT_RIGHT)
        app_say(app, false, "%s", says);
    else if (verdict == VERDICT_UNCLEAR)
        app_say(app, true, "%s", says);
    if (verdict == VERDICT_UNCLEAR) return;
    answer_leave(app);
    app->lesson_scroll = SCROLL_FOLLOWS;
}

bool answer_choose(App *app, int choice)
{
    Question *question = walk_question(app->walk);
    if (!question || choice >= choices_of(question)) return false;
    answer_leave(app);
    typed_add(app, 'a' + choice);
    commit(app, question);
    return true;
}

static bool type_on(App *app, Question *question, Key key)
{
    Typed typed = typed_key(app, key);
    if (typed == TYPED_COMMIT) commit(app, question);
    if (typed == TYPED_LEFT) answer_leave(app);
    return typed != TYPED_OTHER;
}

bool answer_key(App *app, Key key)
{
    Question *question = question_for(app, key);
    if (app->screen != ON_WALK || !question) {
        if (app->answering) answer_leave(app);
        return false;
    }
    if (app->answering) {
        bool taken = type_on(app, question, key);
        if (!taken) answer_leave(app); // Space shows the answer, arrows go elsewhere
        return taken;
    }
    if (!begins_answer(app->walk, question, key.code)) return false;
    answer_leave(app);
    app->answering = true;
    typed_add(app, key.code);
    return true;
}
