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

// Words in quotes that label nothing any more, each once, as far as they fit a sentence.
typedef struct GoneWords {
    Str word[4];
    int count;
} GoneWords;

static void add_gone(const Walk *walk, int step, Str text, GoneWords *gone)
{
    enum { MOST = sizeof gone->word / sizeof *gone->word };
    Str word;
    for ((void)str_take(&text, "\""); text.n; (void)str_take(&text, "\"")) {
        Str words = str_take(&text, "\"");
        while (gone->count < MOST && str_next_word(&words, &word)) {
            int i = 0;
            while (i < gone->count && !str_equal(word, gone->word[i])) i++;
            if (i == gone->count && is_gone(walk, step, word)) gone->word[gone->count++] = word;
        }
    }
}

static void add_gone_of(const Walk *walk, int step, const Paragraph *paragraph, GoneWords *gone)
{
    for (int i = 0; i < paragraph->count; i++) {
        if (paragraph->inlines[i].kind != INLINE_BREAK)
            add_gone(walk, step, paragraph->inlines[i].text, gone);
    }
}

bool question_is_aside(const Walk *walk, const Prediction *prediction, Str *word)
{
    GoneWords gone = {.count = 0};
    if (!walk->original || prediction->choice_count == 0) return false;
    int step = step_of_prediction(walk, prediction);
    for (int i = 0; i < prediction->question_count; i++)
        add_gone_of(walk, step, &prediction->question[i], &gone);
    *word = gone.word[0];
    return gone.count > 0;
}

const char *text_aside(const Walk *walk, int number, Arena *arena)
{
    GoneWords gone = {.count = 0};
    if (!walk->original || number < 0 || number >= walk->lesson.step_count) return NULL;
    const Step *step = &walk->lesson.steps[number];
    add_gone(walk, number, str_from(step->title), &gone);
    for (int b = 0; b < step->count; b++) {
        if (step->blocks[b].kind == BLOCK_PROSE)
            add_gone_of(walk, number, &step->blocks[b].prose, &gone);
    }
    if (gone.count == 0) return NULL;
    Buf text = {.arena = arena};
    buf_add(&text, STR("The text does not follow your edits: it says "));
    for (int i = 0; i < gone.count; i++)
        buf_printf(&text, "%s\"%.*s\"",
                   i == 0               ? ""
                   : i + 1 < gone.count ? ", "
                                        : " and ",
                   STR_ARG(gone.word[i]));
    buf_printf(&text, ", and no row or column is called %s now.",
               gone.count > 1 ? "any of these" : "that");
    return buf_text(&text);
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
