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

typedef struct QuotedWords {
    Str text, words; // what is left of it, and of the piece in quotes at hand
} QuotedWords;

// The next word in quotes that labels nothing any more.
static bool next_gone(const Walk *walk, int step, QuotedWords *quoted, Str *word)
{
    for (;;) {
        while (str_next_word(&quoted->words, word)) {
            if (is_gone(walk, step, *word)) return true;
        }
        (void)str_take(&quoted->text, "\"");
        if (quoted->text.n == 0) return false;
        quoted->words = str_take(&quoted->text, "\"");
    }
}

static bool find_gone(const Walk *walk, int step, const Paragraph *paragraph, Str *word)
{
    for (int i = 0; i < paragraph->count; i++) {
        QuotedWords quoted = {.text = paragraph->inlines[i].text};
        bool is_break = paragraph->inlines[i].kind == INLINE_BREAK;
        if (!is_break && next_gone(walk, step, &quoted, word)) return true;
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

typedef struct GoneWords {
    const char *word[4];
    int count;
} GoneWords;

// Each once, as far as they fit a sentence.
static void add_gone(const Walk *walk, int step, Str text, GoneWords *gone, Arena *arena)
{
    enum { MOST = sizeof gone->word / sizeof *gone->word };
    Str word;
    QuotedWords quoted = {.text = text};
    while (gone->count < MOST && next_gone(walk, step, &quoted, &word)) {
        int i = 0;
        while (i < gone->count && !str_is(word, gone->word[i])) i++;
        if (i == gone->count) gone->word[gone->count++] = str_copy(arena, word);
    }
}

const char *text_aside(const Walk *walk, int number, Arena *arena)
{
    GoneWords gone = {.count = 0};
    if (!walk->original || number < 0 || number >= walk->lesson.step_count) return NULL;
    const Step *step = &walk->lesson.steps[number];
    add_gone(walk, number, str_from(step->title), &gone, arena);
    for (int b = 0; b < step->count; b++) {
        const Paragraph *prose = &step->blocks[b].prose;
        for (int i = 0; step->blocks[b].kind == BLOCK_PROSE && i < prose->count; i++) {
            if (prose->inlines[i].kind != INLINE_BREAK)
                add_gone(walk, number, prose->inlines[i].text, &gone, arena);
        }
    }
    if (gone.count == 0) return NULL;
    Buf text = {.arena = arena};
    buf_add(&text, STR("The text does not follow your edits: it says "));
    for (int i = 0; i < gone.count; i++)
        buf_printf(&text, "%s\"%s\"",
                   i == 0               ? ""
                   : i + 1 < gone.count ? ", "
                                        : " and ",
                   gone.word[i]);
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
