// The record of a run: every tensor operation, in order, with its inputs, its output and its
// place in the source. Everything that is shown reads it; nothing in it is ever changed by a view.
//
// The trace keeps tensors of its own, so that a later write in place does not alter what was
// recorded: before a storage is written, recorded tensors that share it get a copy (see
// trace_assign). `tensor->origin` names the entry that made a tensor; each tensor has one,
// also constants (an entry whose cells have no sources).
//
// What is recorded is bounded. A statement may record STATEMENT_ENTRIES, and a share of the bytes:
// the trace keeps half of the memory limit at most for itself, a statement half of what is left of
// that. What comes after runs unrecorded; a tensor that was made there has the origin -1, and
// becomes a constant (of the row "unrecorded") where something recorded uses it.
#pragma once

#include "tensor/op_call.h"

typedef struct Trace Trace;
typedef struct Loop Loop; // of loops.h

// A call of a function that is written in Python, by the program or in qkv's library.
typedef struct Call {
    const char *function; // "attention", "SelfAttention.forward"
    const char *path;     // of the module whose method it is, "model.layers[0].attn", or NULL
    const char *class;    // of that module, "SelfAttention"
    Span source;          // the call expression
    Span definition;      // of the function
    bool is_library;      // the function is part of qkv
    bool is_backward;     // of one operation of the program, which is the source
    int of;               // what that made: its entry, or -1
    bool is_unrecorded;   // it only says where the program is, for what is held
    struct Call *caller;  // NULL at the top level
    int index;            // in trace->calls
    uint64_t site;        // the same for all calls of a module, or of a function from one place
    int depth;            // 1 for a call at the top level
    int statement;
    int first_entry, entry_end; // [first_entry, entry_end): what it recorded, inner calls included
    int *argument;              // entries of the tensors that it was given, in order
    int argument_count;
    size_t argument_capacity;
    int result;       // entry of the tensor that it returned, the first of several, or -1
    int result_count; // tensors that it returned, in a tuple or alone
} Call;

// One statement at the top level of the program, the unit that the walk goes by.
typedef struct Statement {
    Span source;
    int step;                   // of the lesson, from 0
    int first_entry, entry_end; // its entries: [first_entry, entry_end)
    int first_binding, binding_end;
    bool is_compound; // it has a body: for, with
    bool is_claim;    // an assert: what it computes is recorded, but not walked through
    int64_t left_out; // operations that were not recorded
} Statement;

// What an entry is of the gradient of another's output.
typedef enum GradientKind {
    GRADIENT_PART,   // what comes through one of the operations that it was used in
    GRADIENT_SO_FAR, // the sum of some of these
    GRADIENT_WHOLE,  // all that one backward() gives: "d scores"
    GRADIENT_KEPT,   // the sum over several of them: "W.grad"
} GradientKind;

typedef struct Gradient {
    GradientKind kind;
    int entry;        // that has it
    int of;           // the entry of the tensor that it is the gradient of
    int through;      // of a PART: the entry of the operation that the tensor was used in; or -1
    int root;         // the entry of the number that backward() began at, or -1
    int64_t pass;     // alike for all that one backward() gives
    const char *name; // once names are settled
    const struct Gradient *earlier; // of the same tensor, or NULL
    const struct Gradient *first;   // the earliest one of it
} Gradient;

// Where the name of an entry comes from (naming.c).
typedef struct EntryName {
    bool is_attribute; // it is that of an attribute: "query.weight"
    bool is_local;     // it is known only inside a function
    bool is_library;   // and that function is qkv's own, not the reader's
    const Call *in;    // the call in which it got a local name
    const char *path;  // of an attribute, all of it: "model.layers[0].query.weight"; or NULL
    const struct OtherPath *other_paths; // that it was reached by as well, or NULL
} EntryName;

typedef struct Entry {
    OpCall call; // inputs and output are the trace's own tensors
    Span source; // the expression
    int statement;
    const Call *inside;       // NULL at the top level
    const char *name;         // the first name it was bound to, one at the top level first; or NULL
    bool is_given;            // made by the program, not computed from other tensors
    bool is_computed;         // by an operation that the program asked for
    EntryName named;          // how it got that name
    bool is_write;            // in place: it has the name of what it wrote to
    const char *shown;        // what distinguishes it from others of its name; NULL: that itself
    int nth;                  // of those of its name in its call, from 1
    int last_binding;         // of this entry, or -1; the others follow through Binding.previous
    const Gradient *gradient; // what of another tensor's gradient it is, or NULL
    const Gradient *gradients; // of its output: the latest one, or NULL (gradients.h)
} Entry;

typedef struct OtherPath {
    const char *path;
    const struct OtherPath *next;
} OtherPath;

// A name given to a tensor at the top level of the program.
typedef struct Binding {
    const char *name;
    int entry;
    int statement;
    int previous; // binding of the same entry, or -1
} Binding;

// A write in place: the storage as the program sees it, and the entry that holds what was written.
// The version of a storage is 1 + the entry that first recorded it or wrote to it last: recorded
// tensors before that entry do not share it.
typedef struct Write {
    const Storage *storage;
    int entry;
    int version; // of the storage, after the write
    Arg geometry;
} Write;

// What a lesson says of a name: "#| axes: x = tokens, features", "#| role: x = input".
typedef struct AxisNote {
    const char *name;
    const char *axis[MAX_DIMS];        // the names given, NULL where none
    const char *const *item[MAX_DIMS]; // labels cell by cell where the axis name was a list of
    int item_count[MAX_DIMS];          //   strings, else NULL
    int count;
    int first_binding; // it holds from this binding on, and before it if no other note does
    bool is_of_entry;  // given by the reader to this entry, whatever its name
    int entry;
} AxisNote;

typedef struct RoleNote {
    const char *name;
    int role; // Role of roles.h
} RoleNote;

// A setting of the program, which could be another one: a learning rate, an optimizer, a seed.
typedef struct Setting {
    const char *name;         // "learning rate"
    Span at;                  // where the program says what it is
    const char *now;          // "0.1"
    const char *const *other; // what it might be; `count` of them
    int count;
    bool is_of_chance;    // a seed: any other does as well
    int statement, entry; // when it was made
} Setting;

// Other numbers than those of the program, which it then goes on with. `source` is the expression
// that makes the tensor, which is recorded next, where trace_is_recording().
typedef struct OtherNumbers {
    // Asked for each tensor that the program gives as it is: may put numbers into it. NULL: they
    // all stay.
    void (*change)(void *context, const Trace *trace, Span source, Tensor *tensor);
    // Asked for each tensor that is computed, recorded or not: what of it is held? False: that is
    // not known. NULL: nothing ever is.
    bool (*hold)(void *context, const Trace *trace, Span source, const Tensor *tensor,
                 HeldCells *held);
    // Asked for each text, each list of items, each number and each name behind a point that is
    // called in the program: the words that it has instead, a space between them, or NULL. `text`:
    // what a text says, or how the others are written. NULL: all stay.
    const char *(*words)(void *context, Span source, Str text);
    void *context;
    uint64_t chance; // added to the seeds of generators that the program does not seed
} OtherNumbers;

struct Trace {
    Arena arena;     // the trace's own; lives until trace_free
    TensorHeap heap; // of the whole run, recorded and not
    Entry *entries;
    int entry_count;
    Binding *bindings;
    int binding_count;
    Statement *statements;
    int statement_count;
    AxisNote *axis_notes;
    int axis_note_count;
    RoleNote *role_notes;
    int role_note_count;
    Write *writes;
    int write_count;
    Call **calls; // in the order in which they began, without those that recorded nothing
    int call_count;
    Setting *settings;
    int setting_count;

    struct AxisMemo *axes; // of axes.h
    const bool *turned;    // entries that are read transposed (convention.h); NULL: none
    bool is_ascii;         // names are to be shown in ASCII alone

    Loop **loops; // in the order in which they began
    int loop_count;
    Loop *loop;                       // the one that is running, or NULL
    const struct LoopWindow *windows; // which iterations are wanted, loop by loop; live as long
    int window_count;

    OtherNumbers others;
    // What the program calls a tensor now, or NULL; is it a name in a function? Asked in a loop for
    // what an iteration before it has left that was not recorded.
    const char *(*called)(void *context, const Tensor *tensor, bool *is_local);
    void *called_context;
    int step; // what is being recorded now
    Call *inside;
    bool off;                    // nothing is recorded, ever
    bool paused;                 // run without recording: for text that only shows a value
    bool leaves_out;             // of the statements to come nothing is recorded
    struct Recording *recording; // of trace/record/writes.h: what may still be recorded
};

enum { MAX_ENTRIES = 1000000, STATEMENT_ENTRIES = 20000 };

void trace_init(Trace *trace, size_t memory_limit);
void trace_free(Trace *trace);
// Releases the tensors that neither the marks nor the trace keep.
void trace_sweep(Trace *trace);
bool trace_is_recording(const Trace *trace);
bool trace_follows_calls(const Trace *trace);    // it records them, or something may be held
const Call *trace_innermost(const Trace *trace); // call that the program is in, recorded or not

// Runs the call and records it; its arena need not live longer. The result is a tensor for the
// program to use; its origin is the new entry. NULL: the error is set (its place is `source` unless
// it has one).
Tensor *trace_apply(Trace *trace, OpCall *call, Span source, Error *error);

// Records a tensor that the program gave as it is: torch.tensor([...]), torch.rand(...).
// `op` must be a row without sources. Takes no copy until it is written to.
void trace_constant(Trace *trace, const Op *op, Tensor *tensor, Span source);

// Writes `value` (broadcast) into the cells of `target` that the call of op "setitem" selects, in
// place, seen by all views of its storage; recorded as an entry whose output is the new target.
bool trace_assign(Trace *trace, OpCall *call, Span source, Error *error);

// Makes `target` the tensor that `data` is, under the names it has: target.data = data.
void trace_take_data(Trace *trace, Tensor *target, Tensor *data, Span source);

void trace_statement_begin(Trace *trace, Span source, bool is_claim);
void trace_note_taken(Trace *trace,
                      const Tensor *tensor);    // notes that the program reads its numbers
void trace_statement_is_compound(Trace *trace); // called after its beginning
void trace_statement_end(Trace *trace);
// Names; naming.c says which of several a tensor is called by.
void trace_bind(Trace *trace, const char *name, Tensor *tensor);
// Before the end of a statement that was not recorded whole, for each name that there is then.
void trace_bind_left_out(Trace *trace, const char *name, Tensor *tensor);
bool trace_left_out(const Trace *trace); // was something of this statement not recorded?
// A name inside a function: it titles the tensor until one at the top level does.
void trace_bind_local(Trace *trace, const char *name, const Tensor *tensor);
// A tensor that was read as an attribute of an object is called that until it gets a better name.
// `path` is how the program reaches it.
void trace_bind_attribute(Trace *trace, const char *path, Tensor *tensor);
// Once the run is over: shortens paths, and distinguishes what has the same name.
void trace_settle_names(Trace *trace);
// What a call is called in its caller: "attn" for "model.layers[0].attn", or the function.
const char *call_title(const Call *call);
const char *call_whole_title(const Call *call); // "model.layers[0].attn"
// `call` says function, path, source, definition and is_library; function and path must live until
// it is left. NULL: it is not recorded.
Call *trace_enter(Trace *trace, const Call *call);
// A tensor that the call was given; called right after trace_enter(), in order.
void trace_argument(Trace *trace, Call *entered, const Tensor *tensor);
// `result` is what it returned, or NULL where that is no tensor. `entered` may be NULL.
void trace_leave(Trace *trace, Call *entered, const Tensor *result);
// The same for a piece of a call, as a generator runs in: one that recorded nothing is forgotten.
void trace_leave_part(Trace *trace, Call *entered, const Tensor *result);
void trace_note_axes(Trace *trace, AxisNote note);
void trace_forget_entry_notes(Trace *trace); // what was noted of single entries
// A setting that was read now; `now` and `other` may go. One that is known stays as it is.
void trace_note_setting(Trace *trace, const Setting *setting);
void trace_note_role(Trace *trace, const char *name, int role);

// What an entry gave.
static inline const Tensor *trace_output(const Trace *trace, int entry)
{
    return trace->entries[entry].call.output;
}
static inline const Shape *trace_shape(const Trace *trace, int entry)
{
    return &trace->entries[entry].call.output->shape;
}

// The last binding of `name` among the first `statements` statements (-1: all), or -1.
int trace_find(const Trace *trace, Str name, int statements);
