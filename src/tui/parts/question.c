// The prompt of a question and the rows that it needs. If all choices fit into half of the screen
// they are shown in the place of the arithmetic, and the lesson need not show them as well.
#include "tui/parts/question.h"

#include "tui/parts/lesson_text.h"

int question_choices(const Question *question)
{
    return question->prediction ? question->prediction->choice_count : 0;
}

const char *question_prompt(const App *app, const Question *question, Arena *arena)
{
    Buf out = {.arena = arena};
    int choices = question_choices(question);
    if (app->answering)
        return text_printf(arena, "Your answer: %s_   (Enter; Esc leaves)", buf_text(&app->typed));
    bool again = question->answer.state == ANSWER_WRONG;
    if (again && choices) buf_printf(&out, "%s ", question->answer.says);
    bool is_bool = question_is_bool(app->walk, question);
    buf_add(&out, is_bool ? STR("Type ") : again ? STR("Try another ") : STR("Type a "));
    if (choices)
        buf_printf(&out, "letter, a to %c", 'a' + choices - 1);
    else
        buf_add(&out, is_bool ? STR("t for True, f for False") : STR("number"));
    buf_printf(&out, ", then Enter.%s",
               walk_shows_next(app->walk) ? " Space shows the answer." : "");
    return buf_text(&out);
}

Text question_text(const App *app, const Question *question, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    TextRun run = {{.attributes = ATTR_BOLD}, str_from(question_prompt(app, question, arena))};
    text_wrap(&text, (Str){0}, (Str){0}, &run, 1);
    if (question->answer.state == ANSWER_WRONG && question_choices(question) == 0) {
        TextRun says = {{0}, str_from(question->answer.says)};
        text_wrap(&text, (Str){0}, (Str){0}, &says, 1);
    }
    return text;
}

int question_rows(const App *app, Arena *arena)
{
    const Question *question = walk_question(app->walk);
    if (!question || question_choices(question) == 0) return 0;
    Text text = question_text(app, question, app->columns - 2, arena);
    for (int i = 0; i < question_choices(question); i++)
        lesson_choice(app->walk, question->prediction, i, &text);
    return text.count;
}

// Half of the screen is kept for a question.
const Question *question_with_room(const App *app, Arena *arena)
{
    bool fits = app->lesson != LESSON_WHOLE && question_rows(app, arena) <= app->rows / 2 - 2;
    return fits ? walk_question(app->walk) : NULL;
}
