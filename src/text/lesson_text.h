// The lesson's text of one step as far as it may be seen: wrapped to a width, with the line that
// the walk is at, or as HTML for a page (document.h).
#pragma once

#include "terminal/text.h"
#include "walk/walk.h"

typedef struct LineSpan {
    int from, end; // behind the last one
} LineSpan;

typedef struct LessonText {
    Text text;
    int current;   // line of the statement at hand, or -1; inside a function, of the line there
    int passage;   // first line of the prose before it, or of its code
    int code;      // first line of its code
    int prose_end; // line behind the last one that is no code, nor shown elsewhere
    int asked_end; // line behind the prediction that the walk has come to, or -1; behind the prose
                   // before it, where it is shown elsewhere
    // Of the prediction that was settled just now: its lines, and the first one of its reason.
    int settled, reason, settled_end; // -1: none
    int answered; // first line of the first prediction whose reason is shown, or -1
    // What is shown elsewhere too: the predictions that are settled, with their reasons, and
    // tensors that were printed, whose numbers are open beside the text.
    LineSpan *told;
    int told_count;
} LessonText;

// What is shown of it beside what the walk has come to.
typedef struct LessonSight {
    bool tells_all;            // a presenter's notes hide nothing: they are for the one who asks
    const Question *elsewhere; // shown whole beside the lesson; NULL: none
    bool holds_back;           // prose below the code of a question that is not settled
    bool folds; // leaves out asserts, prints of tensors and what they print, but the one at hand
} LessonSight;

LessonText lesson_text(const Walk *walk, LessonSight sight, int columns, Arena *arena);

// A choice of a prediction, "b) …"; the right one says so once the question is settled.
void lesson_choice(const Walk *walk, const Prediction *prediction, int choice, Text *text);

// A prediction without the marks of a quote: what is asked, and the reason of the answer, with what
// is said of the wrong choices.
void lesson_question(const Walk *walk, const Prediction *prediction, bool settled, Text *text);
void lesson_reason(const Walk *walk, const Prediction *prediction, Text *text);
// Parts of that: what is asked, without the choices, and why the right answer is right.
void lesson_asked(const Walk *walk, const Prediction *prediction, bool settled, Text *text);
void lesson_because(const Walk *walk, const Prediction *prediction, Text *text);

// The same as HTML: a step, what is asked, a choice without an element around it, and why the right
// answer is right.
void lesson_html(const Walk *walk, LessonSight sight, Buf *out);
void lesson_asked_html(const Walk *walk, const Prediction *prediction, bool settled, Buf *out);
void lesson_choice_html(const Walk *walk, const Prediction *prediction, int choice, Buf *out);
void lesson_because_html(const Walk *walk, const Prediction *prediction, Buf *out);

void lesson_paragraph(const Walk *walk, const Paragraph *paragraph, Text *text);

// May be seen what the block prints, because all that it computes is open?
bool lesson_shows_printed(const Walk *walk, const CodeBlock *code);

// Is everything open of the operation that the walk is at?
bool lesson_stage_is_open(const Walk *walk);
bool lesson_stage_is_last(const Walk *walk); // of its step
bool lesson_step_is_done(const Walk *walk);  // is everything of the step open?
