// The operations any and all: whether any cell, or every cell, along a dimension is True (or not
// 0).
#include "tensor/cost.h"
#include "tensor/reductions/reduce.h"

static bool infer_truth(OpCall *call, Error *error)
{
    // PyTorch's any and all of bytes are bytes.
    call->dtype = call->input[0]->dtype == DTYPE_UINT8 ? DTYPE_UINT8 : DTYPE_BOOL;
    return infer_reduced(call, 1, error);
}

// How many cells are not 0.
#define TRUE_CELLS(name, Cell)                                                                     \
    static int64_t name(const Cell *cell, int64_t stride, int64_t n)                               \
    {                                                                                              \
        int64_t found = 0;                                                                         \
        for (int64_t i = 0; i < n; i++) found += cell[i * stride] != 0;                            \
        return found;                                                                              \
    }

TRUE_CELLS(true_floats, float)
TRUE_CELLS(true_doubles, double)
TRUE_CELLS(true_ints, int64_t)

#define TRUTH_FOLD(name, count, is_true)                                                           \
    static void name(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)  \
    {                                                                                              \
        (void)call;                                                                                \
        int64_t found = count(cells, stride, n);                                                   \
        *(int64_t *)out = (is_true);                                                               \
    }

// `is_true` says of `found`, the number of true cells among n, what the cell becomes.
#define TRUTH(id, is_true, word, its_doc)                                                          \
    TRUTH_FOLD(id##_floats, true_floats, is_true)                                                  \
    TRUTH_FOLD(id##_doubles, true_doubles, is_true)                                                \
    TRUTH_FOLD(id##_ints, true_ints, is_true)                                                      \
    static double id##_value(const OpCall *call, const double *term, int n)                        \
    {                                                                                              \
        (void)call;                                                                                \
        int64_t found = true_doubles(term, 1, n);                                                  \
        return (is_true);                                                                          \
    }                                                                                              \
    static void id##_forward(OpCall *call)                                                         \
    {                                                                                              \
        reduce(call, reduce_operand(call->input[0]->dtype),                                        \
               &(Folds){id##_floats, DTYPE_INT64, id##_ints, id##_doubles});                       \
    }                                                                                              \
    REDUCTION(id, ALONG_ONE, its_doc, .infer = infer_truth, .forward = id##_forward,               \
              FOLDED_BY(id##_value), WRITTEN(NULL, " " word " ", NULL), .effort = {6, 12})

TRUTH(any, found > 0, "or", "True where a cell along the dimension is")
TRUTH(all, found == n, "and", "True where all cells along the dimension are")
