// Mistakes and the numbers that they give are those of study/arithmetic/mistake.h; which of them
// was made is decided here.
#include "walk/questions/diagnosis.h"

#include "base/text/number.h"
#include "study/arithmetic/mistake.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/record/loops.h"

#include <math.h>
#include <string.h>

// ---- what the lesson says ----------------------------------------------------------------------

const char *diagnosis_text(const Walk *walk, const Paragraph *says, Arena *arena)
{
    Buf words = {.arena = arena};
    for (int i = 0; i < says->count; i++) {
        const Inline *part = &says->inlines[i];
        bool live = part->kind == INLINE_LIVE;
        Str text = live ? str_from(walk_live_text(walk, part->live)) : part->text;
        buf_add(&words, part->kind == INLINE_BREAK ? STR(" ") : text);
    }
    return str_copy(arena, str_trim(buf_str(&words)));
}

static const Paragraph *foreseen_by(const Question *question, Str given)
{
    const Prediction *prediction = question->prediction;
    for (int i = 0; prediction && i < prediction->foreseen_count; i++) {
        const Foreseen *wrong = &prediction->foreseen[i];
        for (int k = 0; k < wrong->count; k++) {
            if (answer_is_same(given, wrong->numbers[k])) return &wrong->says;
        }
    }
    return NULL;
}

// ---- usual mistakes ----------------------------------------------------------------------------

enum { RANKS = 5, MOST_SAID = 2 };

// Many small numbers are met by chance: of those an earlier statement is no likely source.
static bool is_telling(Str given)
{
    enum { TELLING_DIGITS = 3 };
    return answer_digits(given) >= TELLING_DIGITS;
}

// Was it made in a statement before the one asked for, or in an iteration before?
static bool is_earlier(const Walk *walk, const Question *question, const MistakeValue *mistake)
{
    const Trace *trace = walk->trace;
    int asked = question_shown_cell(walk, question).entry;
    const Loop *loop;
    return trace->entries[mistake->entry].statement != trace->entries[asked].statement ||
           loop_iteration_of(trace, mistake->entry, &loop) !=
               loop_iteration_of(trace, asked, &loop);
}

// Where numbers are only moved, and where the answer is a common one, nothing before the statement
// asked for can have gone wrong: what it gave is on the screen.
static bool is_possible(const Walk *walk, const Question *question, Str given,
                        const MistakeValue *mistake)
{
    if (!is_earlier(walk, question, mistake)) return true;
    const Entry *asked = &walk->trace->entries[question_shown_cell(walk, question).entry];
    return !asked->call.op->moves && is_telling(given);
}

// What is on the screen comes before what was computed, of that the simple before the rare, and an
// earlier statement last.
static int rank_of(const Walk *walk, const Question *question, const MistakeValue *mistake)
{
    if (is_earlier(walk, question, mistake)) return RANKS - 1;
    bool is_seen = mistake->is_shown && walk_is_open(walk, mistake->from);
    return is_seen ? 0 : 1 + mistake->rarity;
}

// Of several mistakes that give the same, no more than these are said.
typedef struct Candidates {
    const char *words[MOST_SAID];
    int count; // of all
} Candidates;

static void keep_words(Candidates *found, const char *said)
{
    for (int i = 0; i < found->count && i < MOST_SAID; i++) {
        if (strcmp(found->words[i], said) == 0) return;
    }
    if (found->count < MOST_SAID) found->words[found->count] = said;
    found->count++;
}

static bool add_words(const Candidates *found, Buf *says)
{
    if (found->count == 0 || found->count > MOST_SAID) return false;
    buf_printf(says, ": %s.", found->words[0]);
    if (found->count > 1) buf_printf(says, " Or %s.", found->words[1]);
    return true;
}

// Exactly: as the screen would show it.
static bool gives(const Walk *walk, Str given, double value, bool exactly)
{
    if (exactly)
        return answer_is_exact(given, value) ||
               answer_is_exact(given, number_rounded(value, walk->view.digits));
    return answer_digits(given) > 1 && answer_grade(given, value) == EQUAL;
}

// Those of the likeliest rank that gives the answer, exactly or rounded; where they are too many,
// those of them that come of computing something else.
static bool add_mistake(const Walk *walk, const Question *question, Str given, Buf *says)
{
    MistakeValue *values;
    int count = mistake_values(walk->trace, question->cell, 0, says->arena, &values);
    for (int rank = 0; rank < 2 * RANKS; rank++) {
        Candidates all = {0}, of_method = {0};
        for (int i = 0; i < count; i++) {
            if (!gives(walk, given, values[i].value, rank < RANKS)) continue;
            if (!is_possible(walk, question, given, &values[i])) continue;
            if (rank_of(walk, question, &values[i]) != rank % RANKS) continue;
            keep_words(&all, values[i].words);
            if (values[i].mistake) keep_words(&of_method, values[i].words);
        }
        if (all.count) return add_words(&all, says) || add_words(&of_method, says);
    }
    return false;
}

// Is it the value with its sign turned, to the digits typed? What is counted has none.
static bool is_negated(const Walk *walk, const Question *question, Str given)
{
    double value = question->value;
    const Tensor *output = trace_output(walk->trace, question->cell.entry);
    bool counts = value >= 0 && dtype_is_integer(output->dtype);
    return isfinite(value) && value != 0 && !counts && answer_grade(given, -value) == EQUAL;
}

bool diagnosis_add(const Walk *walk, const Question *question, Str given, Buf *says)
{
    const Paragraph *foreseen = foreseen_by(question, given);
    if (foreseen) {
        buf_printf(says, ". %s", diagnosis_text(walk, foreseen, says->arena));
        return true;
    }
    if (question->cell.entry < 0) return false;
    if (add_mistake(walk, question, given, says)) return true;
    bool negated = is_negated(walk, question, given);
    if (negated) buf_add(says, STR(": the sign is the other way round."));
    return negated;
}

bool diagnosis_doubts(const Walk *walk, const Question *question, Str given)
{
    if (question->cell.entry < 0) return false;
    SCRATCH(scratch);
    MistakeValue *values;
    bool doubts = false;
    double shown = number_rounded(question->value, walk->view.digits);
    int count = mistake_values(walk->trace, question->cell, 0, &scratch, &values);
    for (int i = 0; i < count && !doubts; i++) {
        bool differs = number_rounded(values[i].value, walk->view.digits) != shown;
        doubts = differs && answer_compare(given, values[i].value) != NOT_EQUAL;
    }
    return doubts;
}
