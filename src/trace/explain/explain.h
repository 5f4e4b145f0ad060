// Where a number came from.
//
// What is printed checks by hand: operands carry as many digits as it takes for the printed
// arithmetic to give the printed result; where no number of digits does, the sign is "~=".
#pragma once

#include "trace/explain/sight.h"
#include "trace/names/roles.h"

// One term of the arithmetic, as it is written: names, numbers, and what they come to.
typedef struct Piece {
    const char *symbols; // "queries[0,0]*keys[1,0]"
    const char *numbers; // "1*4"
    const char *value;   // "4", never marked
    bool is_value;       // the numbers say no more than the value
} Piece;

typedef struct Arithmetic {
    Cell cell; // the one asked for, before writes in place that left it alone
    TermsKind kind;
    double value;
    Terms terms;              // as the operation declares them
    Cell *source;             // for each term cell_named(): keys[1,0], not keys.T[0,1]
    int piece_count;          // products, or single terms
    Piece *pieces;            // those without symbols are not written yet
    const char *head_symbols; // before the pieces: "exp(scores[0,1]-4) / ("
    const char *head_numbers;
    const char *between, *after; // " + ", ")"
    const char *relation;        // "=" or "~="
    const char *result;          // "4"
    const char *given;           // of a CONSTANT: "given", "held at 0, was 0.83", ...
    const Hold *hold;            // of a cell that is held, or NULL
    struct Operands *operands;   // what the pieces are written from
} Arithmetic;

// ---- arithmetic.c ----

// The arithmetic of one cell; the result is written with at most `digits` decimals.
// Everything is in `arena`.
void explain_cell(const Trace *trace, Cell cell, int digits, Arena *arena, Arithmetic *arithmetic);

// The same, where the cell is made of few enough numbers to be written out. False: it is made of
// arithmetic->terms.count of them.
bool explain_if_few(const Trace *trace, Cell cell, int digits, Arena *arena,
                    Arithmetic *arithmetic);

// Of thousands of pieces few are shown: each is written when it is first asked for.
const Piece *arithmetic_piece(const Arithmetic *arithmetic, int i);

// Of pieces written from now on each operand is marked as one of its role (roles.h).
void arithmetic_mark(Arithmetic *arithmetic, RoleMark *mark);

// In pieces written from now on "?" takes the place of each number that a question hides, and of
// what such a number goes into.
void arithmetic_look(Arithmetic *arithmetic, Sight sight);

// How many terms the first `pieces` are written from.
int arithmetic_terms_in(const Arithmetic *arithmetic, int pieces);

// A sum that no operation of the trace computes: only its pieces are known.
Arithmetic arithmetic_of_pieces(Piece *pieces, int count, const char *relation, const char *result);

enum { ARITHMETIC_PIECES = 24 }; // of more than these only some are written
// "1*4 + 0*4 + 2*0" (symbols false) or the same with names. Nothing for constants.
void arithmetic_write(const Arithmetic *arithmetic, bool symbols, Buf *out);
// The same with at most about `most` pieces, at least one: "1*4 + ... 62 more ... + 2*0".
void arithmetic_write_part(const Arithmetic *arithmetic, bool symbols, int most, Buf *out);

// "1*4 + 0*4 + 2*0 = 4"; of a number that was only moved "4".
void arithmetic_write_sum(const Arithmetic *arithmetic, Buf *out);

// "decided by mask[0,1] = True": why it is made from these cells. The term is one of the call's
// deciders; its value is left out where it may not be seen; its name may be
// marked as one of its role.
void term_write_decider(const Trace *trace, const OpCall *call, const Term *term, bool with_value,
                        RoleMark *mark, Buf *out);

// ---- explain.c ----

// One cell of a derivation. Of many sources some are left out: then `arithmetic` is NULL, and
// `left_out` says how many.
typedef struct Derived {
    Cell cell;
    const Arithmetic *arithmetic;
    int level; // 0: the cell itself, 1: its sources
    int left_out;
} Derived;

typedef bool DerivedVisit(const Derived *derived, void *context); // false: that is enough

// The derivation, `depth` levels down: a cell, then its sources, each with its own before the next.
// A cell is written once, and one that a question hides not at all. False: the visitor had enough.
bool explain_each(const Trace *trace, Sight sight, Cell cell, int depth, int digits,
                  DerivedVisit *visit, void *context);

// All of it, sources indented below their cell; it says where it leaves something out:
//     scores[0,1] = queries[0,0]*keys[1,0] + … = 1*4 + 0*4 + 2*0 = 4
void explain_print(const Trace *trace, Sight sight, Cell cell, int depth, int digits, Buf *out);

// ---- cells (cell.c) ----

// What the operation says that a cell is made from, and which cell a term of it is.
Terms cell_terms(const Trace *trace, Cell cell, Arena *arena);
Cell term_cell(const Terms *terms, const Term *term);
// As the operation makes such a cell, held or not; at most about `most` terms, 0: all.
Terms call_terms(const OpCall *call, Index at, int most, Arena *arena);

// A cell that was only moved, followed to where its number was made.
Cell cell_origin(const Trace *trace, Cell cell);
bool cell_is_from(const Trace *trace, Cell cell, Cell origin); // is that its origin?

// The same, but no further than to the first tensor that has a name.
Cell cell_named(const Trace *trace, Cell cell);

// A cell that writes in place left alone, as it was before them: in the tensor of the same name.
Cell cell_before_writes(const Trace *trace, Cell cell);

// The first cell that one is made from, else the first that decides what it is; numbers written in
// the code do not count. False: there is none.
bool cell_first_source(const Trace *trace, Cell cell, Cell *source);

double cell_value(const Trace *trace, Cell cell);
// How the call's first cell is made, held or not; CONSTANT where there is none.
TermsKind call_kind(const OpCall *call);
// The hold that the cell has its number from, perhaps only moved since; or NULL.
const Hold *cell_held(const Trace *trace, Cell cell);
bool cell_equal(Cell a, Cell b);
bool cells_have(const Cell *cells, int count, Cell cell);

// What a pencil gives for the cell where it was made, from operands with `digits` decimals, as
// shown on the screen: 0.6652*1 + 0.0900*1 is 0.7552, where the cell itself may be 0.7553. NaN: the
// cell was not computed, or from too many.
double cell_by_hand(const Trace *trace, Cell cell, int digits);

// ---- what they are called (title.c) ----

// "scores[0,1]"; an output without a name is written as its expression: "(a + b)[0,1]"; a single
// number has no brackets.
const char *cell_name(const Trace *trace, Cell cell, Arena *arena);

// The same as an operand: what is written as an expression has brackets around it.
const char *trace_operand_name(const Trace *trace, Cell cell, Arena *arena);

// "queries[0,:]" for cells of one entry; what is no block of cells: "4 cells of x".
const char *cells_name(const Trace *trace, const Cell *cells, int count, Arena *arena);

// Does it have a name that its reader knows? Not one that only qkv's library gives it.
bool entry_goes_by_name(const Trace *trace, int entry);
// What the output of an entry is called: its name, and which one it is of those before it that have
// the name, "x₂"; else its expression as written, shortened.
const char *entry_title(const Trace *trace, int entry, Arena *arena);

// The same as a name goes before brackets, shortened: "(a + b)".
const char *trace_operand_title(const Trace *trace, int entry, Arena *arena);

// What the part of it is called that its first `leading` indices lead to: "weights[0,1]",
// "(a + b)[0]"; with none of them all of it, "a + b".
const char *slice_title(const Trace *trace, int entry, Index at, int leading, Arena *arena);

// The name that the code around `source`, which made the entry, gives it; nothing: the code only
// returns it, or it has none.
Str entry_assigned_to(const Trace *trace, int entry, Span source);
// "y = x + 1": `source` with the name that it is assigned to; in place "x += 1". Of a gradient
// "AddBackward0 of y = x + 1".
void entry_write_code(const Trace *trace, int entry, Span source, Buf *out);
// Of a gradient, or of what a call of backward() gave, the same; else nothing, and false.
bool entry_write_backward(const Trace *trace, int entry, Span source, Buf *out);

// The code that made an entry, as the program's reader finds it: the expression, or the call whose
// result it is; never a line of qkv's library.
Span entry_written(const Trace *trace, int entry);
// Is its code, in the convention at hand, not that of the program? A product of which the operands
// are read in the other order; its title then says how.
bool entry_is_written_anew(const Trace *trace, int entry, Span source);
Str entry_code(const Trace *trace, int entry, Span source, Arena *arena);
const char *entry_whole_title(const Trace *trace, int entry, Arena *arena); // not shortened

// ---- what an entry is called --------------------------------------------------------------------

// Does the path end with the name? "weight" and "query.weight" end "model.query.weight".
bool path_ends(const char *path, Str name);
// Is it the name of the entry's output, or the end of a path to it? Or of another path?
bool entry_is_called(const Trace *trace, int entry, Str name);
bool entry_is_reached_by(const Entry *entry, Str path);
// The call that gave a tensor its name, where that is known only inside of it; else NULL.
const Call *entry_named_in(const Entry *entry);
// The calls that gave this name to a tensor, in order; returns how many.
int calls_with_name(const Trace *trace, Str name, Arena *arena, const Call ***calls);
// "[0,3] held at zero, [1] held at uniform": what is held of an entry's output; NULL: nothing.
const char *entry_held(const Trace *trace, int entry, Arena *arena);
// The brackets of a part of a tensor, "[0,1]", "[:,3]", "", without the : at its end.
void part_write_indices(const Trace *trace, Cell part, Buf *out);
