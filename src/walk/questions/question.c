// Where questions come from, and where in the walk they are asked.
#include "walk/questions/question.h"

#include "base/text/number.h"
#include "study/names/typed_name.h"
#include "tensor/op.h"
#include "walk/live.h"
#include "walk/places/stages.h"
#include "walk/walk.h"

#include <math.h>

// ---- making them -------------------------------------------------------------------------------

// A cell written with all its indices; anything else is only an expression.
static bool names_cell(const Trace *trace, Str text, double value, Cell *cell)
{
    SCRATCH(scratch);
    Error error = {.arena = &scratch};
    int indices;
    bool ok = trace_parse_tensor(trace, text, cell, &indices, &error);
    const Tensor *tensor = ok ? trace_output(trace, cell->entry) : NULL;
    ok = ok && indices == tensor->shape.ndim && tensor_count(tensor) > 0;
    double found = ok ? tensor_get(tensor, cell->at) : 0;
    return ok && (found == value || (isnan(found) && isnan(value)));
}

const char *prediction_name(const Prediction *prediction, Arena *arena)
{
    if (prediction->cell) return str_copy(arena, str_trim(prediction->cell->text));
    Buf words = {.arena = arena};
    for (int i = 0; i < prediction->question_count; i++) {
        const Paragraph *paragraph = &prediction->question[i];
        for (int k = 0; k < paragraph->count; k++) {
            const Inline *part = &paragraph->inlines[k];
            bool is_label = i == 0 && k == 0; // the word "Predict"
            if (!is_label) buf_add(&words, part->kind == INLINE_BREAK ? STR(" ") : part->text);
        }
    }
    return str_copy(arena, str_trim(buf_str(&words)));
}

static void evaluate(Walk *walk, Question *question, const Source *expression)
{
    Buf text = {.arena = &walk->ran.arena};
    if (!live_expression(walk->ran.run, expression, &text, NULL, &question->error)) return;
    question->text = buf_text(&text);
    question->has_value = number_parse_double(buf_str(&text), &question->value);
    if (!question->has_value) return;
    Cell cell;
    if (!names_cell(walk->trace, expression->text, question->value, &cell)) {
        written_hint(walk, question, expression);
        return;
    }
    question->cell = cell;
    question->source = cell_origin(walk->trace, cell);
    written_given(walk, question);
}

static void add_question(Walk *walk, Question question)
{
    *ARENA_ADD(&walk->ran.arena, walk->ran.questions, walk->ran.question_count) = question;
}

void question_add_cell(Walk *walk, Cell cell, QuestionOrigin origin)
{
    Question question = {.origin = origin,
                         .block = -1,
                         .name = cell_name(walk->trace, cell, &walk->ran.arena),
                         .cell = cell,
                         .source = cell_origin(walk->trace, cell),
                         .has_value = true,
                         .value = cell_value(walk->trace, cell),
                         .error = {.arena = &walk->ran.arena}};
    Buf text = {.arena = &walk->ran.arena};
    number_repr_double(&text, question.value);
    question.text = buf_text(&text);
    question.step = walk->trace->statements[walk->trace->entries[cell.entry].statement].step;
    add_question(walk, question);
}

void questions_of_step(Walk *walk, int step)
{
    const Step *text = &walk->lesson.steps[step];
    for (int b = 0; b < text->count; b++) {
        if (text->blocks[b].kind != BLOCK_PREDICTION) continue;
        const Prediction *prediction = &text->blocks[b].prediction;
        Question question = {.prediction = prediction,
                             .step = step,
                             .block = b,
                             .name = prediction_name(prediction, &walk->ran.arena),
                             .cell = {.entry = -1},
                             .source = {.entry = -1},
                             .error = {.arena = &walk->ran.arena}};
        if (prediction->cell) evaluate(walk, &question, prediction->cell);
        bool has_cell = question.cell.entry >= 0;
        if (has_cell && cell_held(walk->trace, question.cell)) continue; // it would give it away
        add_question(walk, question);
    }
}

// ---- their place -------------------------------------------------------------------------------

int questions_first_entry(const Walk *walk, int step)
{
    const Trace *trace = walk->trace;
    int low = 0, high = trace->statement_count; // steps are in order
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (trace->statements[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    bool has_code = low < trace->statement_count && trace->statements[low].step == step;
    return has_code ? trace->statements[low].first_entry : trace->entry_count;
}

// The sub-step of an operation's stage that opens the cell, or begins to. What opens at once with
// the rest of a row or of the result is asked before: beside the other shares of its row, a share
// is no riddle.
static int opening_substep(const Walk *walk, const Stage *stage, Cell cell)
{
    if (stage->call >= 0) return 1;
    if (cell.entry != stage->entry) return 0;
    const Shape *shape = &walk->trace->entries[cell.entry].call.shape;
    int64_t position = index_ravel(shape, cell.at);
    int64_t row = shape->ndim ? shape->dim[shape->ndim - 1] : 1;
    int opens = walk_substep_of(walk, stage, position);
    if (position == 0) return 0; // before its first term
    bool alone = stage->opening.terms > 0 && position < row;
    return alone || opens == 0 ? opens : opens - 1;
}

// The first code after the prediction, in its step.
static const Source *code_after(const Walk *walk, const Question *question)
{
    const Step *step = &walk->lesson.steps[question->step];
    for (int b = question->block + 1; b < step->count; b++) {
        if (step->blocks[b].kind == BLOCK_CODE) return step->blocks[b].code.source;
    }
    return NULL;
}

// Of a question without a cell: before the code that follows it, else at the end of its step.
static bool place_in_text(const Walk *walk, const Question *question, int *stage, int *substep)
{
    const Source *code = code_after(walk, question);
    *stage = -1;
    for (int i = 0; i < walk->ran.stage_count; i++) {
        const Stage *s = &walk->ran.stages[i];
        if (s->step != question->step) continue;
        *stage = i;
        *substep = s->substeps;
        bool found = code && s->statement >= 0 &&
                     walk->trace->statements[s->statement].source.source == code;
        if (!found) continue;
        *substep = 0;
        return true;
    }
    return *stage >= 0;
}

Cell question_shown_cell(const Walk *walk, const Question *question)
{
    const Entry *entries = walk->trace->entries;
    bool together =
        entries[question->source.entry].statement == entries[question->cell.entry].statement;
    return together ? question->source : question->cell;
}

bool question_place(const Walk *walk, const Question *question, int *stage, int *substep)
{
    if (question->cell.entry < 0) return place_in_text(walk, question, stage, substep);
    Cell cell = question_shown_cell(walk, question);
    *stage = stages_find(walk, cell.entry);
    if (*stage < 0) return false;
    *substep = opening_substep(walk, &walk->ran.stages[*stage], cell);
    return true;
}

// ---- cells that the lesson blanks --------------------------------------------------------------

static bool has_question(const Walk *walk, int stage)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        int its_stage, substep;
        bool placed = question_place(walk, &walk->ran.questions[i], &its_stage, &substep);
        if (placed && its_stage == stage) return true;
    }
    return false;
}

// What is left of a 0 by rounding.
static bool is_crumb(double value)
{
    return value != 0 && fabs(value) < 1e-6;
}

// Something that a person can compute in his head: few terms, and a number with few digits.
static bool is_for_the_head(const Walk *walk, Cell cell)
{
    enum { MOST_TERMS = 16, MOST_VALUE = 1000, PARTS = 20 }; // 0.05, 0.25, 1.5
    double value = cell_value(walk->trace, cell), parts = value * PARTS;
    bool is_short = fabs(value) < MOST_VALUE && fabs(parts - round(parts)) <= 1e-4;
    if (!is_short || is_crumb(value)) return false;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    op_sources(call, cell.at, &terms);
    for (int i = 0; i < terms.count && i <= MOST_TERMS; i++) {
        const Term *term = &terms.term[i];
        if (is_crumb(tensor_get(call->input[term->input], term->at))) return false;
    }
    return terms.count > 0 && terms.count <= MOST_TERMS && terms.kind != TERMS_MOVED;
}

void score_add(Score *score, const Answer *answer)
{
    bool right = answer->state == ANSWER_RIGHT;
    score->asked++;
    score->right += right;
    score->hinted += right && answer->hints > 0;
    score->shown += answer->state == ANSWER_SHOWN;
    score->due += answer->day == ANSWER_DUE;
}

const char *answer_sign(const Answer *answer)
{
    if (answer->state == ANSWER_RIGHT) return answer->hints ? "~" : "✓";
    return answer->state == ANSWER_SHOWN ? "·" : "?";
}

Score questions_score(const Walk *walk)
{
    Score score = {0};
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (!question->error.set) score_add(&score, &question->answer);
    }
    return score;
}

void score_write(const Score *score, Buf *out)
{
    buf_printf(out, "%d of %d right", score->right - score->hinted, score->asked);
    if (score->hinted) buf_printf(out, ", %d with a hint", score->hinted);
    if (score->shown) buf_printf(out, ", %d shown", score->shown);
}

const char *score_text(const Score *score, Arena *arena)
{
    const char *const what[] = {"right", "with a hint", "shown", "open"};
    const int count[] = {score->right - score->hinted, score->hinted, score->shown,
                         score->asked - score->right - score->shown};
    Buf text = {.arena = arena};
    for (int i = 0; i < 4; i++)
        if (count[i]) buf_printf(&text, "%s%d %s", text.n ? ", " : "", count[i], what[i]);
    return score->right + score->shown ? buf_text(&text) : NULL;
}

// The last cell of the first row that is good for it.
static bool cell_to_blank(const Walk *walk, const Stage *stage, Cell *cell)
{
    enum { MOST_COLUMNS = 64 };
    if (stage->call >= 0 || stage->entry < 0 || stage->substeps == 0) return false;
    const OpCall *call = &walk->trace->entries[stage->entry].call;
    if (call->op->moves || shape_count(&call->shape) < 2) return false;
    *cell = (Cell){.entry = stage->entry};
    int last = call->shape.ndim - 1;
    int64_t column = call->shape.dim[last];
    if (column > MOST_COLUMNS) column = MOST_COLUMNS;
    while (column-- > 0) {
        cell->at.at[last] = column;
        if (is_for_the_head(walk, *cell)) return true;
    }
    return false;
}

void questions_fade(Walk *walk)
{
    int left = 0, step = -1;
    for (int i = walk->ran.stage_count - 1; i >= 0; i--) {
        const Stage *stage = &walk->ran.stages[i];
        if (stage->step != step) left = walk->lesson.front.fade;
        step = stage->step;
        Cell cell;
        if (left == 0 || !cell_to_blank(walk, stage, &cell) || has_question(walk, i)) continue;
        question_add_cell(walk, cell, ASKED_BY_FADE);
        left--;
    }
}
