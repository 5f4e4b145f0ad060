// Calls of operations: arguments, what a call gives, and how each of its cells is made. What
// operations there are, and what is known about each, is in tensor/op.h.
//
// Life of a call: someone fills op, input and arg; op_apply() runs infer (checks, result shape),
// makes the output and runs forward. `sources` may be asked for any cell at any time later.
#pragma once

#include "tensor/held.h"

typedef struct Op Op;

// ---- arguments that are not tensors --------------------------------------------------------

typedef enum SubscriptKind {
    SUBSCRIPT_INT,      // x[2]
    SUBSCRIPT_SLICE,    // x[1:3]
    SUBSCRIPT_NEW_AXIS, // x[None]
    SUBSCRIPT_ELLIPSIS, // x[...]
    SUBSCRIPT_TENSOR,   // x[index]: positions or a mask, the input number `start`
} SubscriptKind;

typedef struct Subscript {
    SubscriptKind kind;
    int64_t start, stop, step; // INT uses start only
    bool has_start, has_stop;  // x[:3] has no start
} Subscript;

typedef enum ArgKind {
    ARG_NONE,
    ARG_BOOL,
    ARG_INT,
    ARG_FLOAT,
    ARG_INTS,
    ARG_DTYPE,
    ARG_SUBSCRIPTS,
    ARG_STR
} ArgKind;

typedef struct Arg {
    ArgKind kind; // ARG_NONE: not given, or None
    int count;    // of ints or subscripts
    int64_t i;    // BOOL, INT, DTYPE
    double f;     // FLOAT (INT as well)
    union {
        const char *text; // STR
        int64_t *ints;    // INTS
        Subscript *subscripts;
    };
} Arg;

enum { MAX_ARGS = 6 };

typedef struct OpCall {
    const Op *op;
    const Op *by;   // the operation, where `op` is what it gives besides (more); else NULL
    Tensor **input; // in the order of the signature; all Python numbers are tensors by now
    int input_count;
    unsigned absent;   // bit k: the signature's k-th input was not given, or None
    Arg arg[MAX_ARGS]; // the signature's other parameters, in order
    Arena *arena;      // for what infer wants to keep; lives as long as the call
    DType halves;      // where forward computes float32 for halves: those, else 0 (call_stepped)
    int64_t most_work; // what takes longer, as op_work() counts, is not begun; 0: anything is

    // Set by infer:
    Shape shape; // of the output
    DType dtype;
    bool is_view; // the output shares input[0]'s storage, read through `stride` and `offset`
    bool is_same; // the output is input[0] itself: nothing is to be done
    int64_t stride[MAX_DIMS];
    int64_t offset;
    const char *warning; // what PyTorch warns of, or NULL

    Tensor *output;        // set by op_apply, or what takes its place where some of it is held
    const HeldCells *held; // cells of the output that are not as computed; NULL: none
} OpCall;

// ---- how a cell is made (terms.c) ---------------------------------------------------------------

typedef enum TermsKind {
    TERMS_CONSTANT,        // given by the program: no terms
    TERMS_MOVED,           // one term, taken over unchanged
    TERMS_ELEMENTWISE,     // op->value of one cell of each input
    TERMS_REDUCTION,       // op->value of several cells of one input
    TERMS_SUM_OF_PRODUCTS, // term 0 * term 1 + term 2 * term 3 + …, and a last one without partner
    TERMS_EXP_OVER_SUM,    // exp(term `self`) / sum of exp(term k)
    TERMS_FORMULA,         // what op->formula writes
} TermsKind;

typedef struct Term {
    int input; // which input
    Index at;  // which cell of it
} Term;

// Terms come in reading order: the arithmetic and its animation show them one after another.
typedef struct Terms {
    TermsKind kind;
    // EXP_OVER_SUM: the term above the line. FORMULA: the one that becomes the cell
    // while the others only go into it, or -1.
    int self;
    Index at; // the cell that was asked for
    Term *term;
    int count; // SUM_OF_PRODUCTS: two for each product, and one where something is added
    size_t capacity;
    // Cells whose values say which terms those are, no part of the arithmetic: of a mask, an index.
    Term *decider;
    int decider_count;
    size_t decider_capacity;
    // Other values would have taken terms from other places: sort, index. A mask does not.
    bool by_values;
    int64_t looked_at; // cells that had to be looked at to find the terms, where that is the work
    // Set by the caller:
    int most;        // long sums may stop there, where more do not matter; 0: all
    bool as_written; // as the operation makes such a cell, even where this one is held
    Arena *arena;
    // Set by op_sources():
    const OpCall *call;
} Terms;

// Notes down how a FORMULA is computed, see tensor/formula.h.
typedef struct Formula Formula;

// Counts what a call computes, see tensor/cost.h.
typedef struct Cost Cost;

void terms_add(Terms *terms, int input, Index at);
void terms_decide(Terms *terms, int input, Index at);
void terms_expect(Terms *terms, int64_t count); // where they may be thousands: room for them
bool terms_suffice(const Terms *terms);         // as many as matter

// Fills `terms` for cell `at` of the call's output; one that is held is made of nothing. The arena
// is set, perhaps `most` or `as_written`; the rest is zero, or as an earlier call left it, and then
// its memory is used again.
void op_sources(const OpCall *call, Index at, Terms *terms);

// The value of the cell that a term, or what decides, is.
double term_value(const Terms *terms, const Term *term);
// The cell's value from the values of its terms, in double precision. For MOVED the term itself,
// for CONSTANT NaN. What is printed as arithmetic is checked against this.
double terms_value(const OpCall *call, const Terms *terms, const double *values);
// The same where nothing is rounded to float16 or bfloat16.
double terms_value_by_hand(const OpCall *call, const Terms *terms, const double *values);
// The value of a SUM_OF_PRODUCTS.
double terms_products(const double *value, int count);

// ---- running -----------------------------------------------------------------------------------

// The operation of a call, also where `op` is what that gives besides.
static inline const Op *op_computing(const OpCall *call)
{
    return call->by ? call->by : call->op;
}

// About how long the call takes, after infer: 1 is what a simple statement takes.
int64_t op_work(const OpCall *call);
// The same of a tensor that the language made, without a call: "rand".
int64_t op_work_of_made(const Op *op, const Tensor *tensor);

// Runs the call: infer, allocation, forward. A new tensor, or input[0] where call->is_same. NULL:
// the error is set, without a place; none is where it was more than call->most_work.
Tensor *op_apply(OpCall *call, TensorHeap *heap, Error *error);
// The same of a row that changes only a part of its first input, which is written to: setitem,
// index_put.
bool op_apply_in_place(OpCall *call, Error *error);
