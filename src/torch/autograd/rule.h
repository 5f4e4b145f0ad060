// How a row is differentiated: functions of src/library/torch._derivatives.py, read once for each
// row. What the parameters of one are called says what it is given, and so what a node keeps for
// it. The run keeps the rules as long as it lasts.
#pragma once

#include "lang/interp.h"

typedef struct Node Node;

typedef enum SlotKind {
    SLOT_GRAD,         // "grad"
    SLOT_OUTPUT,       // "output"
    SLOT_OUTPUT_SHAPE, // "output_shape"
    SLOT_IS_IN_PLACE,  // "is_in_place"
    SLOT_IS_VIEW,      // "is_view": does the output share the first input's numbers?
    SLOT_INPUT,        // "weight": an input of the row, a tensor or a number
    SLOT_SHAPE,        // "weight_shape"
    SLOT_IS_NUMBER,    // "weight_is_number"
    SLOT_NEEDED,       // "weight_needed": does it want a gradient?
    SLOT_STRIDE,       // "weight_stride"
    SLOT_ARGUMENT,     // "dim": an argument of the row
    SLOT_MORE,         // "indices": what the row gives besides
} SlotKind;

// What one parameter of a rule means.
typedef struct RuleSlot {
    SlotKind kind;
    int which;    // of the signature's inputs, or arguments
    bool is_list; // an input that takes several tensors
} RuleSlot;

enum { MAX_SLOTS = 8, MAX_FORMULAS = 4 };

typedef struct RuleFormula {
    Value function;
    int slot_count;
    RuleSlot slot[MAX_SLOTS];
} RuleFormula;

// Of one row: for each input that can have a gradient, how it is made.
typedef struct GradientRule {
    const Op *op;
    const char *title;  // what PyTorch calls the node, or NULL:
    RuleFormula naming; // what says it, from what was given
    int count;
    struct {
        int input; // of the signature's inputs
        bool is_list;
        RuleFormula formula;
    } of[MAX_FORMULAS];
} GradientRule;

const GradientRule *gradient_rule_of(Run *run, const Op *op); // NULL: failed
// A function of the library that is called for a node is no call of its own.
void function_is_rule(const Function *function);
// Calls it for the node; `grad` may be NOTHING where it has no such parameter.
Value gradient_rule_call(Run *run, const Node *node, const RuleFormula *formula, Value grad);
