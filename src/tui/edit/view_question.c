// The question at hand, in the place of the arithmetic that would give its answer away.
#include "tui/edit/view_question.h"
#include "terminal/text.h"
#include "tui/edit/answer.h"
#include "tui/parts/lesson_text.h"
#include "tui/parts/question.h"
#include "tui/view.h"

#include "base/utf8.h"

// What else stands in the title: "= ?   what will it be?", or "Predict", and the rule around it.
enum { QUESTION_COLUMNS = 24, PREDICT_COLUMNS = 14 };

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
    if (end == 0) return fit_text(arena, text, columns);
    return text_printf(arena, "%.*s …", end - 1, start.p);
}

bool draw_question(Canvas *canvas, Rect part)
{
    const Question *question = walk_question(canvas->walk);
    Rect area = {part.column + 1, part.row + 1, part.columns - 2, part.rows - 1};
    if (!question || part.rows < 2) return false;
    bool is_cell = question->cell.entry >= 0 || question->has_value;
    int beside = is_cell ? QUESTION_COLUMNS : PREDICT_COLUMNS;
    const char *name = fit_words(canvas->arena, str_from(question->name), part.columns - beside);
    canvas_rule(
        canvas, part,
        text_printf(canvas->arena, is_cell ? "%s = ?   what will it be?" : "Predict %s", name), "");
    Text text = question_text(canvas->app, question, area.columns, canvas->arena);
    text_draw(&text, canvas->frame, area, 0);
    const char *prompt = question_prompt(canvas->app, question, canvas->arena);
    if (canvas->app->answering)
        canvas_cursor_behind(canvas, str_from(prompt), area);
    else if (canvas->layout && canvas->layout->part[PART_EQUATION].rows == 0)
        canvas_cursor_behind(canvas, (Str){0}, area);
    draw_choices(canvas, area, question, area.row + text.count);
    return true;
}
