// Finds the questions that a change left without their subject: with choices, about a word that
// labels nothing any more. They are put aside, and what takes their place says why.
#include "walk/edits/edit.h"

#include <limits.h>
#include <stdlib.h>

static bool has_label(const AxisNote *note, Str word)
{
    for (int d = 0; d < note->count; d++) {
        for (int k = 0; note->item[d] && k < note->item_count[d]; k++) {
            if (str_is(word, note->item[d][k])) return true;
        }
    }
    return false;
}

static int step_of_note(const Trace *trace, const AxisNote *note)
{
    if (note->first_binding >= trace->binding_count) return INT_MAX;
    int statement = trace->entries[trace->bindings[note->first_binding].entry].statement;
    return statement < 0 ? 0 : trace->statements[statement].step;
}

// Of the labels that the word was among, those nearest to the step: is it there no more?
static bool is_gone(const Walk *walk, int step, Str word)
{
    const Trace *before = walk->original->trace, *now = walk->trace;
    int nearest = -1, distance = INT_MAX;
    for (int i = 0; i < before->axis_note_count; i++) {
        if (!has_label(&before->axis_notes[i], word)) continue;
        int own = abs(step_of_note(before, &before->axis_notes[i]) - step);
        if (own < distance) nearest = i;
        if (own < distance) distance = own;
    }
    return nearest >= 0 && nearest < now->axis_note_count &&
           !has_label(&now->axis_notes[nearest], word);
}

static int step_of_prediction(const Walk *walk, const Prediction *prediction)
{
    for (int s = 0; s < walk->lesson.step_count; s++) {
        const Step *step = &walk->lesson.steps[s];
        for (int b = 0; b < step->count; b++) {
            bool is_one = step->blocks[b].kind == BLOCK_PREDICTION;
            if (is_one && step->blocks[b].prediction.question == prediction->question) return s;
        }
    }
    return 0;
}

// The next piece of a text in quotes.
static bool next_quoted(Str *text, Str *quoted)
{
    (void)str_take(text, "\"");
    bool any = text->n > 0;
    *quoted = str_take(text, "\"");
    return any;
}

static bool find_gone(const Walk *walk, int step, const Paragraph *paragraph, Str *word)
{
    for (int i = 0; i < paragraph->count; i++) {
        if (paragraph->inlines[i].kind == INLINE_BREAK) continue;
        Str text = paragraph->inlines[i].text;
        while (next_quoted(&text, word)) {
            if (is_gone(walk, step, *word)) return true;
        }
    }
    return false;
}

bool question_is_aside(const Walk *walk, const Prediction *prediction, Str *word)
{
    if (!walk->original || prediction->choice_count == 0) return false;
    int step = step_of_prediction(walk, prediction);
    for (int i = 0; i < prediction->question_count; i++) {
        if (find_gone(walk, step, &prediction->question[i], word)) return true;
    }
    return false;
}

void questions_put_aside(Walk *walk)
{
    Str word;
    int kept = 0;
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->prediction && question_is_aside(walk, question->prediction, &word)) continue;
        walk->ran.questions[kept++] = *question;
    }
    if (kept < walk->ran.question_count) walk->at.settled = -1;
    walk->ran.question_count = kept;
}
