// The lesson's text of one step, wrapped to a width, with the line that the walk is at.
#pragma once

#include "terminal/text.h"
#include "tui/view.h"

typedef struct LessonText {
    Text text;
    int current;   // line of the statement at hand, or -1; inside a function, of the line there
    int passage;   // first line of the prose before it, or of its code
    int asked_end; // line behind the prediction that the walk has come to, or -1
    // Of the prediction that was settled just now: its lines, and the first one of its reason.
    int settled, reason, settled_end; // -1: none
    int answered; // first line of the first prediction whose reason is shown, or -1
} LessonText;

LessonText lesson_text(const App *app, int columns, Arena *arena);

// The first line to show in `rows` rows. Where the reader has not scrolled, the prose that leads to
// an operation goes by page by page while the operation opens; then its code stays in sight; when
// the last operation of a step is open, what follows it is shown.
int lesson_top(const App *app, const LessonText *lesson, int rows);

// A choice of a prediction, "b) …"; the right one says so once the question is settled.
void lesson_choice(const App *app, const Prediction *prediction, int choice, Text *text);

// A prediction without the marks of a quote: what is asked, and the reason of the answer.
void lesson_question(const App *app, const Prediction *prediction, bool settled, Text *text);
void lesson_reason(const App *app, const Prediction *prediction, Text *text);

void lesson_paragraph(const App *app, const Paragraph *paragraph, Text *text);

// May be seen what the block prints, because all that it computes is open?
bool lesson_shows_printed(const App *app, const CodeBlock *code);

// Is everything open of the operation that the walk is at?
bool lesson_stage_is_open(const Walk *walk);

// The first line to be reached before the walk goes on from an operation that is all open.
int lesson_target(const App *app, const LessonText *lesson, int rows);

// Where the text stands in its part of the screen, and how many rows of that show it: where not
// all fits, the last one says how much is left.
Rect lesson_area(const App *app, Rect part);
int lesson_rows(const LessonText *lesson, Rect area);

// Has the reader not seen all that belongs to the operation, which is open? Then Space reads on.
bool lesson_reads_on(const App *app, const LessonText *lesson, int rows);
