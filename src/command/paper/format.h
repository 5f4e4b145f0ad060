// What a format of papers sets, piece by piece. Each adds to paper->out.
#pragma once

#include "command/paper/paper.h"
#include "text/cells.h"

typedef struct Paper {
    const Walk *walk;
    const struct PaperFormat *format;
    PaperKind kind; // of the part at hand, never PAPER_BOTH
    Sight sight;
    Buf *out;
    Buf *around;                // what `out` is written into in the end; NULL: nothing
    Arena *arena;               // while it is printed
    bool *seen;                 // for each entry: has its matrix been shown?
    int asked;                  // questions so far
    const Prediction **in_step; // those of the step at hand
    int asked_in_step;
} Paper;

// A question, with what its answer page says.
typedef struct PaperQuestion {
    int number; // from 1; 0: it has none
    const Prediction *prediction;
    const char *solution; // "4", "b"; NULL: the reason says it
} PaperQuestion;

// What begins and ends something.
typedef struct PaperMarks {
    const char *before, *behind;
} PaperMarks;

struct PaperFormat {
    const char *name;
    void (*begin)(Paper *paper);            // the title; of answers, which are a part of their own
    void (*end)(Paper *paper, bool is_all); // the part, or the whole
    void (*begin_step)(Paper *paper, int step);
    void (*end_step)(Paper *paper);
    // A run of paragraphs without anything between them.
    void (*prose)(Paper *paper, const Block *blocks, int count);
    void (*code)(Paper *paper, Str code);
    void (*printed)(Paper *paper, Str text);
    void (*tensor)(Paper *paper, const Binding *binding);
    // A question in a whole, with its answer; NULL: as elsewhere, the answer in `answer`.
    void (*whole)(Paper *paper, const Prediction *prediction);
    // What is asked, without choices; in what follows, up to its end.
    void (*begin_question)(Paper *paper, const PaperQuestion *question);
    void (*end_question)(Paper *paper);
    void (*item)(Paper *paper, const char *mark, const Paragraph *text); // of a list
    void (*escape)(Buf *out, Str text);
    PaperMarks answer, solution, number;
    PaperMarks choices, choice; // the list, and a letter; without `behind` there is no letter
    PaperMarks replies, reply;  // to wrong answers
    const char *room[2];        // for a number, and for the reason of a choice
};

extern const PaperFormat paper_text, paper_markdown, paper_html;

// What all of them need: shared.c.

// Does a link begin or end with this part of the paragraph?
bool paper_link_begins(const Paragraph *paragraph, int part);
bool paper_link_ends(const Paragraph *paragraph, int part);

// "`3`, `4`" of a foreseen answer, as the format writes numbers.
const char *paper_numbers(const Paper *paper, const Foreseen *foreseen);
// What is shown of a tensor with more than two dimensions, slice by slice: calls `add` with the
// title of each ("wv[0]", or `name` alone of a matrix). Returns what is left out, or NULL.
const char *paper_slices(Paper *paper, const Binding *binding,
                         void (*add)(Paper *paper, const char *title, const TextMatrix *matrix));
// A question, open or in a whole answered; and on the answer page.
void paper_question(Paper *paper, const PaperQuestion *question);
void paper_answer(Paper *paper, const PaperQuestion *question);
