// Chooses the tasks of a worksheet. The operation says by itself how its cells are made (its
// `sources` and its cost), so that no operation is known by name here.
//
// With another seed the inputs have other numbers, but a result that the program contains as a
// literal still belongs to the old ones. Such a result and all that follows from it (is_stale)
// cannot be asked for.
#include "figure/kinds/exercise.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "study/axes/matrix.h"
#include "study/axes/role.h"
#include "tensor/cost.h"
#include "tensor/dtype.h"
#include "tensor/op.h"

#include <math.h>

enum { MOST_OPERANDS = 4, MOST_IN_CALL = 2 };

static const Entry *entry_at(const Trace *trace, int entry)
{
    return &trace->entries[entry];
}

// What is held does not follow from anything.
static bool is_leaf(const OpCall *call)
{
    return !call->op->sources || call->held;
}

// ---- arithmetic -------------------------------------------------------------------------------

// Roots, roundings, comparisons and changes of sign count as others: they are no arithmetic to
// practise.
static bool costs_arithmetic(const OpCall *call)
{
    Cost cost = op_cost(call);
    return cost.count[COST_MULTIPLICATIONS] > 0 || cost.count[COST_ADDITIONS] > 0 ||
           cost.count[COST_EXPONENTIALS] > 0;
}

static bool is_arithmetic(const OpCall *call)
{
    if (is_leaf(call) || call->op->moves || !dtype_is_float(call->output->dtype)) return false;
    return costs_arithmetic(call);
}

static bool fits_paper(const Matrix *matrix)
{
    return matrix->rows > 0 && matrix->columns > 0 && matrix->rows <= EXERCISE_SIDE &&
           matrix->columns <= EXERCISE_SIDE;
}

static bool has_finite_cell(const Matrix *matrix)
{
    for (int64_t row = 0; row < matrix->rows; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            if (isfinite(matrix_value(matrix, row, column))) return true;
        }
    }
    return false;
}

// ---- operands ---------------------------------------------------------------------------------

typedef struct TaskReader {
    const Trace *trace;
    Arena *arena;
    Terms terms; // used again and again
} TaskReader;

int exercise_origin(const Trace *trace, int entry)
{
    for (;;) {
        const OpCall *call = &entry_at(trace, entry)->call;
        if (!call->op->moves || call->input_count != 1 || call->input[0]->origin < 0) return entry;
        entry = call->input[0]->origin;
    }
}

static bool is_number(const Trace *trace, int entry)
{
    return entry_at(trace, entry)->call.output->is_number && !entry_at(trace, entry)->name;
}

// The number that begins at `start`, if one does, in the middle of no name: "1e-3". Its sign is not
// part of it.
static Str literal_at(Str code, int start)
{
    int end = start;
    bool in_name = start > 0 && (ascii_is_word(code.p[start - 1]) || code.p[start - 1] == '.');
    if (in_name || !(ascii_is_digit(code.p[start]) || code.p[start] == '.')) return (Str){0};
    for (; end < code.n; end++) {
        bool after_e = end > start && ascii_lower(code.p[end - 1]) == 'e';
        bool is_sign = after_e && (code.p[end] == '-' || code.p[end] == '+');
        if (!ascii_is_word(code.p[end]) && code.p[end] != '.' && !is_sign) break;
    }
    return str_slice(code, start, end);
}

// Does the task's code say the number, and not only a name or an expression for it?
static bool is_in_code(const ExerciseTask *task, const Trace *trace, int entry)
{
    Str code = str_from(task->part->code);
    double number = fabs(tensor_get(entry_at(trace, entry)->call.output, (Index){0})), value;
    for (int i = 0; i < code.n; i++) {
        Str literal = literal_at(code, i);
        if (literal.n && number_parse_double(literal, &value) && value == number) return true;
        i += literal.n;
    }
    return false;
}

static bool add_operand(ExerciseTask *task, const Trace *trace, int entry, Index at)
{
    for (int i = 0; i < task->operand_count; i++) {
        if (task->operand[i].entry == entry) return true;
    }
    if (is_number(trace, entry) && is_in_code(task, trace, entry)) return true;
    Matrix matrix = matrix_shown(trace, entry, at);
    if (task->operand_count == MOST_OPERANDS || !fits_paper(&matrix)) return false;
    task->operand[task->operand_count++] = (Operand){entry, exercise_origin(trace, entry), at};
    return true;
}

static bool lies_in_slice(const Matrix *matrix, Index at)
{
    for (int dim = 0; dim < matrix->tensor->shape.ndim; dim++) {
        bool within = dim == matrix->row_dim || dim == matrix->column_dim;
        if (!within && at.at[dim] != matrix->base.at[dim]) return false;
    }
    return true;
}

// Are the terms of a cell on the slices that are shown beside it?
static bool terms_are_shown(const TaskReader *reader, const OpCall *call, const ExerciseTask *task)
{
    for (int i = 0; i < reader->terms.count; i++) {
        const Term *term = &reader->terms.term[i];
        int entry = call->input[term->input]->origin;
        for (int k = 0; k < task->operand_count; k++) {
            const Operand *operand = &task->operand[k];
            if (operand->entry != entry) continue;
            Matrix matrix = matrix_shown(reader->trace, entry, operand->at);
            if (!lies_in_slice(&matrix, term->at)) return false;
        }
    }
    return true;
}

// Of each input the slice that the first cell is made from.
static bool find_operands(TaskReader *reader, const OpCall *call, ExerciseTask *task)
{
    op_sources(call, (Index){0}, &reader->terms);
    for (int i = 0; i < call->input_count; i++) {
        int entry = call->input[i]->origin;
        if (entry < 0) return false;
        Index at = {0};
        for (int k = reader->terms.count - 1; k >= 0; k--) {
            if (reader->terms.term[k].input == i) at = reader->terms.term[k].at;
        }
        if (!add_operand(task, reader->trace, entry, at)) return false;
    }
    return true;
}

static bool read_operation(TaskReader *reader, const OpCall *call, ExerciseTask *task)
{
    Matrix result = matrix_shown(reader->trace, task->part->entry, (Index){0});
    if (!is_arithmetic(call) || !fits_paper(&result) || !has_finite_cell(&result)) return false;
    if (!find_operands(reader, call, task)) return false;
    for (int64_t row = 0; row < result.rows; row++) {
        for (int64_t column = 0; column < result.columns; column++) {
            op_sources(call, matrix_index(&result, row, column), &reader->terms);
            if (!terms_are_shown(reader, call, task)) return false;
        }
    }
    return task->operand_count > 0;
}

// ---- calls ------------------------------------------------------------------------------------

static bool add_inputs(const Trace *trace, const Call *call, const OpCall *made, ExerciseTask *task)
{
    for (int i = 0; i < made->input_count; i++) {
        int origin = made->input[i]->origin;
        if (origin >= call->first_entry && origin < call->entry_end) continue;
        if (origin < 0 || entry_at(trace, origin)->named.is_attribute) return false;
        if (shape_slices(&made->input[i]->shape) > 1) return false;
        if (!add_operand(task, trace, origin, (Index){0})) return false;
    }
    return true;
}

// A call is one task where it is little work, all of it arithmetic of what it is given.
static bool read_call(const TaskReader *reader, const Call *call, ExerciseTask *task)
{
    Matrix result = matrix_shown(reader->trace, task->part->entry, (Index){0});
    int operations = 0;
    if (!fits_paper(&result) || !has_finite_cell(&result)) return false;
    for (int i = call->first_entry; i < call->entry_end; i++) {
        const OpCall *made = &entry_at(reader->trace, i)->call;
        bool is_unseen = is_number(reader->trace, i) && !is_in_code(task, reader->trace, i);
        if (is_unseen) return false;
        if (is_number(reader->trace, i)) continue;
        if (!made->op->moves && (++operations > MOST_IN_CALL || !is_arithmetic(made))) return false;
        if (!add_inputs(reader->trace, call, made, task)) return false;
    }
    return operations > 0 && task->operand_count > 0;
}

// ---- results as numbers -----------------------------------------------------------------------

static bool is_result(const Trace *trace, int entry)
{
    Role role = role_of(trace, entry);
    return role_is_of_pairs(role) || role == ROLE_WEIGHTED || role == ROLE_OUTPUT;
}

// Which entries are results that the program has as numbers, after one that it computed, or follow
// from such.
static bool *find_stale(const Trace *trace, Arena *arena)
{
    bool *is_stale = NEW_ARRAY(arena, bool, trace->entry_count), computed = false;
    for (int i = 0; i < trace->entry_count; i++) {
        const OpCall *made = &entry_at(trace, i)->call;
        bool result = is_result(trace, i);
        is_stale[i] = computed && result && is_leaf(made);
        for (int k = 0; k < made->input_count; k++) {
            int origin = made->input[k]->origin;
            is_stale[i] |= origin >= 0 && is_stale[origin];
        }
        computed |= result && !is_leaf(made);
    }
    return is_stale;
}

// ---- all of it --------------------------------------------------------------------------------

static const Op *operation_of(const Trace *trace, const ExerciseTask *task)
{
    return op_computing(&entry_at(trace, task->part->entry)->call);
}

static void count_repeats(const Exercise *exercise, const Trace *trace, ExerciseTask *task)
{
    for (int i = 0; i < exercise->count; i++)
        task->repeats += operation_of(trace, &exercise->task[i]) == operation_of(trace, task);
}

static bool is_wanted(const FigureRequest *request, const WalkPart *part)
{
    const bool *left_out = request->tasks.left_out;
    if (part->entry < 0 || (left_out && left_out[part->step])) return false;
    return !request->tasks.step_end ||
           (part->step >= request->tasks.first_step && part->step < request->tasks.step_end);
}

void exercise_read(Exercise *exercise, const FigureRequest *request, Arena *arena)
{
    const Trace *trace = request->trace;
    TaskReader reader = {.trace = trace, .arena = arena, .terms = {.arena = arena}};
    const bool *is_stale = request->tasks.seed >= 0 ? find_stale(trace, arena) : NULL;
    *exercise = (Exercise){.task = NEW_ARRAY(arena, ExerciseTask, request->walk.part_count)};
    for (int i = 0; i < request->walk.part_count; i++) {
        const WalkPart *part = &request->walk.parts[i];
        if (!is_wanted(request, part) || (is_stale && is_stale[part->entry])) continue;
        ExerciseTask task = {.part = part, .operand = NEW_ARRAY(arena, Operand, MOST_OPERANDS)};
        const OpCall *call = &entry_at(trace, part->entry)->call;
        bool ok = part->call ? read_call(&reader, part->call, &task)
                             : read_operation(&reader, call, &task);
        if (!ok) continue;
        count_repeats(exercise, trace, &task);
        exercise->task[exercise->count++] = task;
    }
}
