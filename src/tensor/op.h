// Operations: everything the program knows about one, in one row.
//
// `ops[]` lists them all. The engine looks up a few that it is made of (op_find()); nothing else
// names an operation. The language finds functions and
// methods by `name`, `aliases` and `signature`, operators by `symbol`; views show what `doc`,
// `symbol` and `notation` say; highlights, arithmetic, labels, order of animation and "what does
// this feed" all derive from `sources`. To add an operation, add a row.
#pragma once

#include "tensor/op_call.h"

// Makes `n` cells of the output. Input k is read at in[k][0], in[k][stride[k]], …;
// in[PARAMETERS] (elementwise.h) are the call's arguments, as doubles.
typedef void RowFunction(void *output, const void *const *in, const int64_t *stride, int64_t n);

// The row functions of an operation, one for each dtype that is computed in (dtype_compute). NULL
// where infer refuses the dtype.
typedef struct RowSet {
    RowFunction *floats, *doubles; // float, double
    RowFunction *ints;             // int64_t, for all integers
    RowFunction *bools;            // unsigned char
} RowSet;

// ---- the table (ops.c) --------------------------------------------------------------------------

// How the arithmetic of ELEMENTWISE and REDUCTION is written: before, terms joined by between,
// after. "$n" means the number of terms, "$0" … for arg[0] …: mean is {"(", " + ", ") / $n"}.
typedef struct Notation {
    const char *before, *between, *after; // NULL counts as ""
    const char *pattern; // of ELEMENTWISE instead of these: "$x / (1 + $y)", terms by name
} Notation;

enum {
    IN_TORCH = 1,      // torch.NAME(…)
    IN_TENSOR = 2,     // tensor.NAME(…), the first parameter being the tensor
    IN_FUNCTIONAL = 4, // torch.nn.functional.NAME(…)
    IN_PROPERTY = 8,   // tensor.NAME
    IN_LIBRARY = 16,   // torch._VF.NAME(…): for functions of the library that are made of them
};

enum {
    OP_DETACHES = 1,     // the result requires no gradient
    OP_BY_CHANCE = 2,    // numbers as a dropout draws them
    OP_APART = 4,        // in place: no input may have cells of what is written
    OP_EXACT_NUMBER = 8, // what is reduced, or a single number as last input, is not rounded first,
    OP_EXACT_FIRST = 16, // nor one of Python's as first
    OP_KNOWS_HALVES = 32,  // forward reads and writes float16 and bfloat16; else op_apply() has it
                           // compute with float32, and rounds the result
    OP_WRITES_ALL = 64,    // forward writes each cell, so that the output need not be zero before
    OP_MORE_ALONG = 128,   // it gives `more` only along a dimension, its first argument
    OP_READS_WEIGHT = 256, // of halves: forward takes a large second factor of bfloat16 as it is
};

struct Op {
    const char *name;      // PyTorch's: "matmul"
    const char *aliases;   // "mm bmm", or NULL
    const char *signature; // Python's parameters, see below
    const char *shape;     // "(..., m, k), (..., k, n) -> (..., m, n)"
    const char *doc;       // one plain sentence: what a cell of the result is
    const char *symbol;    // the operator for it: "@"; with one input a prefix: "-"
    unsigned found;        // IN_TORCH | …; 0: only through its symbol or the language itself
    bool moves;            // only moves numbers: shown inside the operation that uses it
    bool turns;      // transposed, it is the same of its inputs transposed, in the other order
    unsigned turned; // bit k: input k is written as columns have it, transposed to its others
    unsigned traits; // OP_DETACHES | …
    // A cell takes this many times as long as one of a sum of two (measured:
    // tests/unit/test_steps.c): of float32, and of other dtypes where that differs; 0: once.
    int effort[2];
    Notation notation;

    // Checks the inputs; sets shape and dtype, and for views is_view, stride and offset.
    // False: the error says what did not fit, with the shapes, in PyTorch's own words.
    bool (*infer)(OpCall *call, Error *error);
    const char *kernel; // what PyTorch computes it with, as "not implemented for" messages have it
    // ELEMENTWISE, with elementwise_forward: the functions that make the cells.
    const RowSet *rows;
    // Fills call->output, which is zero before, unless it has OP_WRITES_ALL. Not called for views.
    void (*forward)(OpCall *call);
    // The strides of the output, where its cells do not lie in reading order; forward finds them
    // there. NULL: they do. See tensor/layout.h.
    void (*layout)(const OpCall *call, int64_t *stride);
    // How the cell `at` of the output is made. NULL: CONSTANT.
    void (*sources)(const OpCall *call, Index at, Terms *terms);
    // How many terms a cell has, where they are so many that they are the work. NULL: few.
    int64_t (*depth)(const OpCall *call);
    // ELEMENTWISE and REDUCTION: the cell from its terms.
    double (*value)(const OpCall *call, const double *term, int count);
    // The same where it matters which cell of the output it is, terms->at: where the k-th largest
    // cell is. Takes the place of `value`.
    double (*value_at)(const OpCall *call, const Terms *terms, const double *term);
    // FORMULA: the same, while the arithmetic is written.
    double (*formula)(const OpCall *call, Formula *formula);
    // Adds what the call costs, see tensor/cost.h. NULL: what its first cell costs, for each cell.
    void (*cost)(const OpCall *call, Cost *cost);
    // What it gives besides, as the second item of a tuple (op_besides): a row that says how its
    // cells are made. infer and forward are those of this row, and see by call->op which one is
    // asked for.
    const Op *more;
    // The row that is meant where the second argument is a tensor: max(x, y) is maximum(x, y).
    const Op *of_two;
};

// The signature is a comma-separated list of `name: type` or `name: type = default`. Types:
//   Tensor    an input                    Tensors   a list or tuple of tensors, all of them inputs
//   Number    a tensor or a Python number, an input
//   int float bool dtype str              arguments
//   order     a number or a str; padding: one or several integers or a str
//   scalar    a Python number of any type, an argument
//   Tensors...  the tensors that follow, or a list of them
//   ints      one or several integers, as a tuple or as the remaining positional arguments
//   subscripts  what is between [ and ]
// A parameter `inplace: bool` that is True has the result written to the first input.
// A type followed by ? may be None. Inputs and arguments are numbered separately, in order.

extern const Op *const ops[]; // NULL-terminated
extern const int op_count;

// By name or alias, among those found in one of `where` (IN_…), or among all rows when it is 0
// ("getitem", "zeros"); NULL when there is none.
const Op *op_find(Str name, unsigned where);
// By operator and number of inputs: ("@", 2), ("-", 1).
const Op *op_by_symbol(Str symbol, int inputs);

// The row of what the call gives besides, or NULL.
static inline const Op *op_besides(const OpCall *call)
{
    bool along = (call->op->traits & OP_MORE_ALONG) != 0;
    return along && call->arg[0].kind == ARG_NONE ? NULL : call->op->more;
}
