// A question stands in the place of the arithmetic that would give its answer away. If all of its
// choices fit into half of the screen they stand there as well, and the lesson need not show them.
#include "tui/parts/question.h"

#include "base/utf8.h"
#include "tui/parts/answer.h"
#include "tui/parts/lesson_text.h"
#include "tui/parts/name_ink.h"

int question_choices(const Question *question)
{
    return question->prediction ? question->prediction->choice_count : 0;
}

const char *question_prompt(const App *app, const Question *question, Arena *arena)
{
    Buf out = {.arena = arena};
    int choices = question_choices(question);
    if (typing_is(app, &answering))
        return arena_printf(arena, "Your answer: %.*s_   (Enter; Esc leaves)",
                            STR_ARG(typing_text(app)));
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
        Str says = str_from(question->answer.says); // "Not 7: …"
        int end = str_find(says, ":") + 1;
        TextRun runs[] = {{{.ink = INK_ERROR, .attributes = ATTR_BOLD}, str_slice(says, 0, end)},
                          {{0}, str_slice(says, end, says.n)}};
        text_wrap(&text, (Str){0}, (Str){0}, runs, 2);
    }
    return text;
}

int question_rows(const App *app, Arena *arena)
{
    const Question *question = walk_question(app->walk);
    if (!question || question_choices(question) == 0) return 0;
    int columns = layout_equation_columns(app->columns, app->rows, app->lesson) - 3;
    Text text = question_text(app, question, columns, arena);
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

// ---- drawing ------------------------------------------------------------------------------------

#define YOUR_TURN " Your turn   "

// What else stands in the title: whose turn it is, and "= ?   what will it be?".
enum { PREDICT_COLUMNS = 16, QUESTION_COLUMNS = PREDICT_COLUMNS + 24 };

static void draw_choices(Canvas *canvas, Rect area, const Question *question, int row)
{
    Text text = {.arena = canvas->arena, .columns = area.columns};
    Rect left = {area.column, row, area.columns, area.row + area.rows - row};
    for (int i = 0; i < question_choices(question); i++) {
        int first = text.count, rows;
        lesson_choice(canvas->walk, question->prediction, i, &text);
        rows = text.count < left.rows ? text.count - first : left.rows - first;
        if (rows > 0)
            canvas_click(canvas, (Rect){left.column, row + first, left.columns, rows},
                         answer_choose, NULL, i);
    }
    if (left.rows > 0) text_draw(&text, canvas->frame, left, 0);
}

// A question that is cut ends with a whole word: "grows by 1…" is not what "grows by 10" asks.
static const char *fit_words(Arena *arena, Str text, int columns)
{
    if (utf8_width(text) <= columns) return str_copy(arena, text);
    Str start = utf8_fit(text, columns - 2);
    int end = start.n;
    while (end > 0 && start.p[end - 1] != ' ') end--;
    if (end == 0) return canvas_fit_text(arena, text, columns);
    return arena_printf(arena, "%.*s …", end - 1, start.p);
}

// "Your turn   scores_0[1] = ?   what will it be?", and a bar down the left side.
static void draw_heading(Canvas *canvas, Rect part, const char *asked)
{
    Style accent = {.ink = INK_ACCENT, .attributes = ATTR_BOLD};
    canvas_rule(canvas, part, "", "");
    int column = frame_text(canvas->frame, part, part.column + 1, part.row, accent, STR(YOUR_TURN));
    int from = column;
    column = frame_printf(canvas->frame, part, column, part.row, (Style){.attributes = ATTR_BOLD},
                          "%s ", asked);
    name_ink(canvas, (Rect){from, part.row, column - from, 1});
    for (int row = part.row; row < part.row + part.rows; row++)
        frame_text(canvas->frame, part, part.column, row, accent, STR("▌"));
}

bool question_draw(Canvas *canvas, Rect part)
{
    const Question *question = walk_question(canvas->walk);
    Rect area = {part.column + 2, part.row + 1, part.columns - 3, part.rows - 1};
    if (!question || part.rows < 2) return false;
    frame_fill(canvas->frame, part, GROUND_TURN);
    bool is_cell = question->cell.entry >= 0 || question->has_value;
    int beside = is_cell ? QUESTION_COLUMNS : PREDICT_COLUMNS;
    const char *name = fit_words(canvas->arena, str_from(question->name), part.columns - beside);
    const char *asked =
        arena_printf(canvas->arena, is_cell ? "%s = ?   what will it be?" : "%s", name);
    draw_heading(canvas, part, asked);
    Text text = question_text(canvas->app, question, area.columns, canvas->arena);
    text_draw(&text, canvas->frame, area, 0);
    const char *prompt = question_prompt(canvas->app, question, canvas->arena);
    if (typing_is(canvas->app, &answering))
        canvas_cursor_behind(canvas, str_from(prompt), area);
    else if (canvas->layout && canvas->layout->part[PART_EQUATION].rows == 0)
        canvas_cursor_behind(canvas, (Str){0}, area);
    draw_choices(canvas, area, question, area.row + text.count);
    return true;
}
