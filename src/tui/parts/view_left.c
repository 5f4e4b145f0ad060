// What the reader left: predictions and what became of them, edits as old -> new, marks. A pane
// of the largest screens.
#include "tui/parts/views.h"

#include "terminal/text.h"
#include "walk/edits/edit.h"
#include "walk/places/spot.h"

enum { COLUMNS = 64 }; // of the pane, within which it is wrapped

static void add_heading(Text *text, const char *heading)
{
    text_blank(text);
    text_plain(text, BOLD, heading);
}

// "scores_0[1]: right", "Turn scores into shares: not c"
static void add_question(Text *text, const Question *question)
{
    static const char *const STATES[] = {
        [ANSWER_WRONG] = "not", [ANSWER_RIGHT] = "right:", [ANSWER_SHOWN] = "shown"};
    const Answer *answer = &question->answer;
    bool given = answer->given && answer->state != ANSWER_SHOWN;
    Str name = str_from(question->name);
    if (str_ends(name, ".")) name.n--; // of a sentence
    text_words(text, PLAIN, "  ",
               arena_printf(text->arena, "%.*s: %s %s", STR_ARG(name), STATES[answer->state],
                            given ? answer->given : ""));
}

static void add_questions(const Walk *walk, Text *text)
{
    Score score = questions_score(walk);
    if (walk->ran.question_count == 0) return;
    Buf heading = {.arena = text->arena};
    buf_add(&heading, STR("Predictions: "));
    score_write(&score, &heading);
    add_heading(text, buf_text(&heading));
    for (int i = 0; i < walk->ran.question_count; i++) {
        if (walk->ran.questions[i].answer.state != ANSWER_NONE)
            add_question(text, &walk->ran.questions[i]);
    }
}

static void add_edits(const Walk *walk, Text *text)
{
    Edit *edits;
    int count = walk_edits(walk, text->arena, &edits);
    if (count) add_heading(text, "Edits");
    for (int i = 0; i < count; i++) {
        Buf line = {.arena = text->arena};
        edit_write(&edits[i], walk->view.digits, &line);
        text_words(text, PLAIN, "  ", buf_text(&line));
    }
}

static void add_marks(const Walk *walk, Text *text)
{
    bool any = false;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Spot *mark = walk_marked(walk, letter);
        if (!mark) continue;
        if (!any) add_heading(text, "Marks");
        any = true;
        text_words(text, PLAIN, arena_printf(text->arena, "  %c  ", letter),
                   spot_title(walk, mark, text->arena));
    }
}

static Text left_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    add_questions(app->walk, &text);
    add_edits(app->walk, &text);
    add_marks(app->walk, &text);
    return text;
}

int left_rows(const App *app, Arena *arena)
{
    return left_text(app, COLUMNS, arena).count;
}

void view_left(Canvas *canvas, Rect part)
{
    Rect area = {part.column + 2, part.row + 1, part.columns - 3, part.rows - 1};
    Rect inside = {part.column + 1, part.row, part.columns - 1, part.rows};
    frame_fill(canvas->frame, inside, GROUND_PANEL);
    canvas_border(canvas, part);
    canvas_rule(canvas, inside, "yours", "");
    Text text = left_text(canvas->app, area.columns, canvas->arena);
    text_draw(&text, canvas->frame, area, 0);
}
