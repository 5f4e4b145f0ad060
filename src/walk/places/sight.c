// What of a walk may be seen. Where the reader is, cells open as the walk goes on, and a question
// hides its own. On a sheet of paper everything is open at once: there it hides the row that it is
// about, wherever that is computed again, each row that has its answer in it, and where it is about
// no cell, all that the code below it in its step computes.
#include "trace/explain/sight.h"

#include "tensor/op.h"
#include "walk/places/go.h"
#include "walk/questions/question.h"
#include "walk/walk.h"

#include <math.h>

// What was there before the step, and what the program gives, is there to answer from.
static bool is_known(const Walk *walk, const Question *question, Cell cell)
{
    return cell.entry < questions_first_entry(walk, question->step) ||
           !walk->trace->entries[cell.entry].call.op->sources;
}

// A reader asks for what the statement does with numbers that are there already.
static bool is_seen_before(const Walk *walk, const Question *question, Cell cell)
{
    const Entry *entries = walk->trace->entries;
    return question->origin == ASKED_BY_READER &&
           entries[cell.entry].statement < entries[question->cell.entry].statement;
}

// The same number under another name: moved here, or on its way to where it is asked for.
static bool is_about(const Walk *walk, const Question *question, Cell cell)
{
    if (question->cell.entry < 0) return false;
    if (cell_equal(question->cell, cell)) return true;
    if (is_known(walk, question, cell)) return false;
    if (is_seen_before(walk, question, cell)) return false;
    if (cell_equal(question->source, cell)) return true;
    return walk->trace->entries[cell.entry].call.op->moves &&
           cell_is_from(walk->trace, cell, question->source);
}

// A reader who has gone past a question without an answer sees everything; on the way back it is
// asked again.
bool walk_awaits(const Walk *walk, const Question *question)
{
    int stage, substep;
    if (question_is_settled(question)) return false;
    if (question->origin == ASKED_BY_READER) return true;
    return question_place(walk, question, &stage, &substep) && walk->at.stage <= stage;
}

// ---- where the reader is ------------------------------------------------------------------------

Question *walk_hiding(const Walk *walk, Cell cell)
{
    for (int i = 0; i < walk->ran.question_count && cell.entry >= 0; i++) {
        Question *question = &walk->ran.questions[i];
        if (walk_awaits(walk, question) && is_about(walk, question, cell)) return question;
    }
    return NULL;
}

static bool is_computed(const Walk *walk, Cell cell)
{
    const Shape *shape = &walk->trace->entries[cell.entry].call.shape;
    return index_ravel(shape, cell.at) < walk_open_count(walk, cell.entry);
}

Seen walk_seen_at(const Walk *walk, Cell cell)
{
    if (walk_hiding(walk, cell)) return HIDDEN;
    return is_computed(walk, cell) ? SEEN : TO_COME;
}

bool walk_hides(const Walk *walk, Cell cell)
{
    return walk_hiding(walk, cell) != NULL;
}

bool walk_is_open(const Walk *walk, Cell cell)
{
    return walk_seen_at(walk, cell) == SEEN;
}

// Is anything of it asked for? Of a large matrix not each cell is looked at.
static bool may_hide(const Walk *walk, int entry)
{
    bool may = false;
    for (int i = 0; i < walk->ran.question_count && !may; i++) {
        const Question *question = &walk->ran.questions[i];
        int made = question->source.entry;
        bool moved = walk->trace->entries[entry].call.op->moves && made < entry;
        may = (question->cell.entry == entry || made == entry || moved) &&
              walk_awaits(walk, question);
    }
    return may;
}

static Seen rows_seen(const Walk *walk, const Matrix *matrix, int64_t from, int64_t end)
{
    Cell cell = {.entry = matrix->entry};
    bool asks = may_hide(walk, matrix->entry);
    for (int64_t row = from; row < end && asks; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            cell.at = matrix_index(matrix, row, column);
            if (walk_hides(walk, cell)) return HIDDEN;
        }
    }
    cell.at = matrix_index(matrix, end - 1, matrix->columns - 1);
    return is_computed(walk, cell) ? SEEN : TO_COME;
}

Seen walk_row_seen(const Walk *walk, const Matrix *matrix, int64_t row)
{
    return rows_seen(walk, matrix, row, row + 1);
}

Seen walk_matrix_seen(const Walk *walk, const Matrix *matrix)
{
    return rows_seen(walk, matrix, 0, matrix->rows);
}

static Seen seen_here(const void *walk, Cell cell)
{
    return walk_seen_at(walk, cell);
}

static bool all_seen_here(const void *by, int entry)
{
    const Walk *walk = by;
    const Shape *shape = &walk->trace->entries[entry].call.shape;
    bool seen = walk_open_count(walk, entry) == shape_count(shape);
    Cell cell = {.entry = entry};
    bool more = seen && shape_count(shape) > 0 && may_hide(walk, entry);
    for (; seen && more; more = index_next(shape, &cell.at)) seen = !walk_hides(walk, cell);
    return seen;
}

Sight walk_sight_so_far(const Walk *walk)
{
    return (Sight){seen_here, all_seen_here, walk};
}

// A listing has been run: without a question nothing of it is kept back.
Sight walk_sight(const Walk *walk)
{
    bool asks = false;
    for (int i = 0; i < walk->ran.question_count && !asks; i++)
        asks = walk_awaits(walk, &walk->ran.questions[i]);
    bool is_told = walk->program.is_data || walk_is_listing(walk) || walk_is_at_end(walk);
    return is_told && !asks ? (Sight){0} : walk_sight_so_far(walk);
}

// ---- on a sheet ---------------------------------------------------------------------------------

// The cell of `cell`'s row that is in the column of `of`.
static Cell beside(const Walk *walk, Cell cell, Cell of)
{
    const Shape *shape = &walk->trace->entries[cell.entry].call.shape;
    const Shape *other = &walk->trace->entries[of.entry].call.shape;
    if (shape->ndim && other->ndim) cell.at.at[shape->ndim - 1] = of.at.at[other->ndim - 1];
    return cell;
}

static int64_t row_length(const Walk *walk, Cell cell)
{
    const Shape *shape = &walk->trace->entries[cell.entry].call.shape;
    return shape->ndim ? shape->dim[shape->ndim - 1] : 1;
}

static bool is_in_row(const Walk *walk, Cell of, Cell cell)
{
    return of.entry == cell.entry && cell_equal(of, beside(walk, cell, of));
}

static bool is_near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-5 * fmax(fabs(a), fabs(b));
}

// Is the row the one that is asked for, computed again? It has the same number there, and another
// one of it, for some may be masked.
static bool repeats(const Walk *walk, Cell asked, Cell cell)
{
    int64_t length = row_length(walk, asked);
    int alike = 0;
    if (length < 2 || row_length(walk, cell) != length) return false;
    cell = beside(walk, cell, asked);
    if (!is_near(cell_value(walk->trace, asked), cell_value(walk->trace, cell))) return false;
    Cell other = asked;
    int last = walk->trace->entries[asked.entry].call.shape.ndim - 1;
    for (int64_t i = 0; i < length && alike < 2; i++) {
        other.at.at[last] = i;
        cell = beside(walk, cell, other);
        alike += is_near(cell_value(walk->trace, other), cell_value(walk->trace, cell));
    }
    return alike > 1;
}

static bool is_answer(const Question *question, double value, bool with_choices)
{
    const Prediction *prediction = question->prediction;
    bool has_numbers;
    for (int i = 0; i < prediction->choice_count && with_choices; i++) {
        const Choice *choice = &prediction->choices[i];
        if (choice->right && choice_states(choice, value, &has_numbers)) return true;
    }
    return question->has_value && is_near(value, question->value);
}

// A choice is a number of few digits, which a long row has by chance.
static bool row_answers(const Walk *walk, const Question *question, Cell cell)
{
    const int64_t long_row = 16;
    int64_t length = row_length(walk, cell);
    int last = walk->trace->entries[cell.entry].call.shape.ndim - 1;
    for (int64_t i = 0; i < length; i++) {
        if (last >= 0) cell.at.at[last] = i;
        double value = cell_value(walk->trace, cell);
        // A whole number of two digits can be met by chance.
        bool is_telling = isfinite(value) && (value != floor(value) || fabs(value) >= 100);
        if (is_telling && is_answer(question, value, length < long_row)) return true;
    }
    return false;
}

// Is it computed by the code below the question, in its step?
static bool is_below(const Walk *walk, const Question *question, int entry)
{
    const Step *step = &walk->lesson.steps[question->step];
    int statement = walk->trace->entries[entry].statement;
    const Source *code = walk->trace->statements[statement].source.source;
    bool is = false;
    for (int b = question->block + 1; b < step->count; b++)
        is |= step->blocks[b].kind == BLOCK_CODE && step->blocks[b].code.source == code;
    return is;
}

static bool gives_away(const Walk *walk, const Question *question, Cell cell)
{
    bool has_cell = question->cell.entry >= 0;
    if (has_cell && is_in_row(walk, question->cell, cell)) return true;
    if (is_known(walk, question, cell)) return false;
    if (row_answers(walk, question, cell)) return true;
    if (!has_cell) return is_below(walk, question, cell.entry);
    return is_in_row(walk, question->source, cell_origin(walk->trace, cell)) ||
           repeats(walk, question->cell, cell);
}

static Seen seen_on_sheet(const void *by, Cell cell)
{
    const Walk *walk = by;
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        bool asks = question->origin == ASKED_BY_LESSON && !question->error.set;
        if (asks && gives_away(walk, question, cell)) return HIDDEN;
    }
    return SEEN;
}

Sight sheet_sight(const Walk *walk)
{
    return (Sight){seen_on_sheet, NULL, walk};
}
