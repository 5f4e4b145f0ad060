#include "tui/answer.h"

#include "base/utf8.h"

enum { MOST_TYPED = 64, MINUS_SIGN = 0x2212 };

void answer_leave(App *app)
{
    app->answering = false;
    arena_free(&app->answer_arena);
    app->answer = (Buf){.arena = &app->answer_arena};
}

static int choices_of(const Question *question)
{
    return question->prediction ? question->prediction->choice_count : 0;
}

static bool begins_answer(const Question *question, int code)
{
    int choices = choices_of(question);
    if (choices) return code >= 'a' && code < 'a' + choices;
    return (code >= '0' && code <= '9') || code == '-' || code == '.' || code == MINUS_SIGN;
}

static bool is_printable(int code)
{
    return code > ' ' && code != 0x7F && code < KEYCODE_ENTER;
}

static void add_character(App *app, int code)
{
    char text[4];
    if (app->answer.n >= MOST_TYPED)
        app_say(app, true, "An answer is at most %d characters long.", MOST_TYPED);
    else
        buf_add(&app->answer, (Str){text, utf8_encode((uint32_t)code, text)});
}

static void delete_character(App *app)
{
    int n = app->answer.n - 1;
    while (n > 0 && ((unsigned char)app->answer.p[n] & 0xC0) == 0x80) n--;
    app->answer.n = n > 0 ? n : 0;
    if (app->answer.n == 0) answer_leave(app);
}

static void commit(App *app, Question *question)
{
    Verdict verdict = question_answer(app->walk, question, buf_str(&app->answer));
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
    add_character(app, 'a' + choice);
    commit(app, question);
    return true;
}

static bool type_on(App *app, Question *question, Key key)
{
    if (key.code == KEYCODE_ENTER)
        commit(app, question);
    else if (key.code == KEYCODE_BACKSPACE)
        delete_character(app);
    else if (key.code == KEYCODE_ESCAPE)
        answer_leave(app);
    else if (is_printable(key.code))
        add_character(app, key.code);
    else
        return false;
    return true;
}

bool answer_key(App *app, Key key)
{
    Question *question = walk_question(app->walk);
    if (app->screen != ON_WALK || !question) {
        if (app->answering) answer_leave(app);
        return false;
    }
    if (app->answering) {
        bool taken = type_on(app, question, key);
        if (!taken) answer_leave(app); // Space shows the answer, arrows go elsewhere
        return taken;
    }
    if (!begins_answer(question, key.code)) return false;
    answer_leave(app);
    app->answering = true;
    add_character(app, key.code);
    return true;
}
