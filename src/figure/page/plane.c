// One pass over the cells finds the range of the finite ones, for the colours; infinities and nan
// are only counted, as they are drawn apart.
#include "figure/page/plane.h"

#include "base/text/number.h"
#include "study/axes/heat.h"
#include "study/looks/number.h"
#include "tensor/dtype.h"
#include "trace/record/gradients.h"

#include <math.h>

static bool check_cells(const Matrix *matrix, Arena *arena, Error *error)
{
    const Shape *shape = &matrix->tensor->shape;
    if (shape_count(shape) > 0) return true;
    return error_fail(error, "choose a tensor with at least one cell",
                      "shape %s has no cells, there is nothing to draw", shape_tuple(arena, shape));
}

static void add_to_range(Plane *plane, double value)
{
    if (isnan(value)) {
        plane->invalid++;
    } else if (isinf(value)) {
        if (value < 0)
            plane->below++;
        else
            plane->above++;
    } else {
        if (!plane->finite || value < plane->low) plane->low = value;
        if (!plane->finite || value > plane->high) plane->high = value;
        if (value > 0 && value < plane->least) plane->least = value;
        plane->finite++;
    }
}

bool plane_is_left_out(const Plane *plane, int64_t row, int64_t column)
{
    if (!plane->triangle) return false;
    int64_t off = plane->triangle == TRIANGLE_UPPER ? column - row : row - column;
    return off >= !plane->with_diagonal;
}

double plane_value(const Plane *plane, int64_t row, int64_t column)
{
    bool is_out = plane_is_masked(plane, row, column) || plane_is_left_out(plane, row, column);
    if (is_out || plane_seen(plane, row, column) != SEEN) return -HUGE_VAL;
    return matrix_value(&plane->matrix, row, column);
}

void plane_row(const Plane *plane, int64_t row, double *values)
{
    matrix_row(&plane->matrix, row, values);
    if (!plane->masked && !plane->sight.of) return;
    for (int64_t column = 0; column < plane->matrix.columns; column++)
        values[column] = plane_value(plane, row, column);
}

Seen plane_seen(const Plane *plane, int64_t row, int64_t column)
{
    if (!plane->sight.of) return SEEN;
    return sight_of(&plane->sight,
                    (Cell){plane->matrix.entry, matrix_index(&plane->matrix, row, column)});
}

bool plane_is_masked(const Plane *plane, int64_t row, int64_t column)
{
    return plane->masked && masked_at(&plane->masks, &plane->matrix, row, column);
}

void plane_add_special(Plane *all, const Plane *plane)
{
    all->masked += plane->masked;
    all->below += plane->below;
    all->above += plane->above;
    all->invalid += plane->invalid;
}

bool plane_has_special(const Plane *plane)
{
    return plane->masked || plane->below || plane->above || plane->invalid;
}

static void read_cells(Plane *plane)
{
    const Matrix *matrix = &plane->matrix;
    bool may_mask = plane->masks.entry >= 0;
    SCRATCH(scratch);
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    for (int64_t row = 0; row < matrix->rows; row++) {
        matrix_row(matrix, row, values);
        for (int64_t column = 0; column < matrix->columns; column++) {
            if (plane_is_left_out(plane, row, column))
                plane->left_out++;
            else if (plane_seen(plane, row, column) != SEEN)
                plane->unseen++;
            else if (may_mask && masked_at(&plane->masks, matrix, row, column))
                plane->masked++;
            else
                add_to_range(plane, values[column]);
        }
    }
}

void plane_leave_out(Plane *plane, Triangle triangle)
{
    plane->triangle = triangle;
    plane->finite = plane->masked = plane->unseen = plane->left_out = 0;
    plane->below = plane->above = plane->invalid = 0;
    plane->low = plane->high = 0;
    plane->least = HUGE_VAL;
    read_cells(plane);
}

static bool is_all_nan(const Plane *plane)
{
    const Matrix *matrix = &plane->matrix;
    for (int64_t row = 0; row < matrix->rows; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            bool is_out = plane_is_left_out(plane, row, column);
            if (is_out != (isnan(matrix_value(matrix, row, column)) != 0)) return false;
        }
    }
    return true;
}

// Is what is nan one triangle and no more?
static void leave_nan_out(Plane *plane)
{
    int64_t side = plane->matrix.rows, strict = side * (side - 1) / 2;
    Plane tried = *plane;
    tried.with_diagonal = plane->invalid == strict + side;
    if (side < 3 || side != plane->matrix.columns || plane->unseen) return;
    if (!tried.with_diagonal && plane->invalid != strict) return;
    for (tried.triangle = TRIANGLE_UPPER; tried.triangle <= TRIANGLE_LOWER; tried.triangle++) {
        if (!is_all_nan(&tried)) continue;
        plane->with_diagonal = tried.with_diagonal;
        plane_leave_out(plane, tried.triangle);
        return;
    }
}

bool plane_of(Plane *plane, const Trace *trace, Matrix shown, Sight sight, Arena *arena,
              Error *error)
{
    *plane = (Plane){.matrix = shown, .sight = sight, .least = HUGE_VAL};
    const Matrix *matrix = &plane->matrix;
    if (!check_cells(matrix, arena, error)) return false;
    plane->masks = masked_of(trace, matrix, arena);
    read_cells(plane);
    leave_nan_out(plane);
    bool are_parts = plane->masked && plane->low >= 0 && plane->high <= 1; // of weights
    plane->holds_shares =
        (are_parts && plane->masks.after_softmax) || matrix_holds_shares(trace, matrix);
    plane->is_gradient = gradient_at(trace, matrix->entry);
    return true;
}

int plane_digits(int most)
{
    enum { USUAL = 4 };
    if (most == 0) return USUAL;
    if (most < 0) return 0;
    return most > MOST_DECIMALS ? MOST_DECIMALS : most;
}

int plane_decimals(const Plane *plane, int most)
{
    return number_column(&plane->matrix, plane_digits(most)).decimals;
}

double plane_largest(const Plane *plane)
{
    return plane->finite ? fmax(fabs(plane->low), fabs(plane->high)) : 0;
}

void plane_write(const Matrix *matrix, double value, int decimals, double largest, Buf *out)
{
    int start = out->n;
    if (dtype_is_float(matrix->tensor->dtype))
        number_aligned(out, value, decimals, largest);
    else
        dtype_write(out, matrix->tensor->dtype, value, decimals);
    number_typeset(out, start);
}
