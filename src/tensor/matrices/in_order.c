// A few rows of the left matrix meet eight columns of the right one at a time, in registers. Cells
// of the result do not depend on each other: each still gets its products one after the other, so
// that the bits are those of a plain loop.
#include "tensor/matrices/product.h"

#include "tensor/float/bits.h"
#include "tensor/float/rows.h"

#include <string.h>

enum { ROWS = 4, COLUMNS = 8, DEPTH = 128 };

typedef float Eight __attribute__((vector_size(COLUMNS * sizeof(float))));

// Some columns of the right matrix over some k, the cells of one k side by side.
typedef struct Panel {
    const float *cells;
    int64_t step; // from one k to the next
    int64_t column, columns, k, depth;
} Panel;

LANE int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// Of fewer than eight columns the last is taken for those that are missing.
LANE void lay_panel(const Product *p, const float *b, Panel *panel, Eight laid[DEPTH])
{
    const float *column[COLUMNS];
    for (int j = 0; j < COLUMNS; j++)
        column[j] = b + panel->k * p->b_row + smaller(panel->column + j, p->n - 1) * p->b_column;
    for (int64_t k = 0; k < panel->depth; k++) {
        int64_t at = k * p->b_row;
        laid[k] = (Eight){column[0][at], column[1][at], column[2][at], column[3][at],
                          column[4][at], column[5][at], column[6][at], column[7][at]};
    }
    panel->cells = (const float *)laid;
    panel->step = COLUMNS;
}

// Adds the products of four rows with the panel. Of fewer the last is taken for those missing.
LANE void add_products(const Product *p, const float *a, const Panel *panel, int64_t i,
                       Eight sum[ROWS])
{
    const float *row[ROWS], *cells = panel->cells;
    for (int r = 0; r < ROWS; r++)
        row[r] = a + smaller(i + r, p->m - 1) * p->a_row + panel->k * p->a_column;
    const float *a0 = row[0], *a1 = row[1], *a2 = row[2], *a3 = row[3];
    Eight sum0 = sum[0], sum1 = sum[1], sum2 = sum[2], sum3 = sum[3];
    for (int64_t k = 0, at = 0; k < panel->depth; k++, at += p->a_column, cells += panel->step) {
        Eight b;
        memcpy(&b, cells, sizeof b);
        sum0 += a0[at] * b;
        sum1 += a1[at] * b;
        sum2 += a2[at] * b;
        sum3 += a3[at] * b;
    }
    sum[0] = sum0, sum[1] = sum1, sum[2] = sum2, sum[3] = sum3;
}

// All rows with one panel. From the second on, what the panels above it came to is in the output.
LANE void multiply_panel(const Product *p, const float *a, const Panel *panel, float *out)
{
    size_t bytes = (size_t)panel->columns * sizeof *out;
    Eight zeros = {0}, start = p->alone ? -zeros : zeros;
    for (int64_t i = 0; i < p->m; i += ROWS) {
        Eight sum[ROWS] = {start, start, start, start};
        int rows = (int)smaller(ROWS, p->m - i);
        float *to = out + i * p->n + panel->column;
        for (int r = 0; panel->k > 0 && r < rows; r++) memcpy(&sum[r], to + r * p->n, bytes);
        add_products(p, a, panel, i, sum);
        for (int r = 0; r < rows; r++) {
            if (bytes == sizeof *sum)
                memcpy(to + r * p->n, &sum[r], sizeof *sum);
            else
                memcpy(to + r * p->n, &sum[r], bytes);
        }
    }
}

// The last eight columns may overlap with those before, which are then computed again.
LANE void multiply_in_order_body(const Product *p, const float *a, const float *b, float *out)
{
    Eight laid[DEPTH];
    Panel panel = {.columns = smaller(COLUMNS, p->n), .step = p->b_row};
    bool side_by_side = p->b_column == 1 && p->n >= COLUMNS;
    for (int64_t j = 0; j < p->n; j += COLUMNS) {
        panel.column = smaller(j, p->n - panel.columns);
        for (panel.k = 0; panel.k == 0 || panel.k < p->k; panel.k += DEPTH) {
            panel.depth = smaller(DEPTH, p->k - panel.k);
            if (side_by_side)
                panel.cells = b + panel.k * p->b_row + panel.column;
            else
                lay_panel(p, b, &panel, laid);
            multiply_panel(p, a, &panel, out);
        }
    }
}

COMPILED_TWICE(, multiply_in_order, (const Product *p, const void *a, const void *b, void *out),
               (p, a, b, out))
