// The running program, and what the files of the evaluator offer each other.
#pragma once

#include "base/fiber.h"
#include "lang/dunder.h"
#include "lang/memo.h"
#include "lang/run.h"
#include "lang/value.h"
#include "syntax/names.h"
#include "syntax/parser.h"
#include "tensor/dtype.h"
#include "tensor/print.h"
#include "tensor/print_array.h"
#include "tensor/random.h"
#include "tensor/twister.h"

enum {
    MAX_CALLS = 1000,           // of functions of the program, one in another, as in Python
    MAX_STACK_BYTES = 4 << 20,  // of the C stack
    MAX_OBJECT_BYTES = 1 << 30, // of lists, strings and the like in one run
    MAX_TEXT_BYTES = MAX_OBJECT_BYTES / 4, // of one string
    MAX_OUTPUT_BYTES = 64 << 20,
    OP_PLACES = 4,                     // as many as there are IN_…
    DEFAULT_STEPS = 200 * 1000 * 1000, // statements and expressions in one run
};

// The variables of a call. The top level has none: its variables are the run's globals.
struct Scope {
    Object object;
    Scope *outer; // NULL: the globals
    const char **name;
    Value *value; // NOTHING: not bound yet
    int count;
    const FunctionCode *code; // NULL: of a comprehension
};

// Values that stay although nothing in the program may refer to them: those that the statements
// being run have to do with. Whoever runs a piece of a statement again and again (a loop, a
// comprehension) notes `count` before and goes back to it with release_held().
typedef struct Held {
    Value *item;
    size_t count, capacity;
} Held;

typedef struct Collector {
    size_t objects, tensor_bytes, tensors; // there is a collection when one of them is reached
    int64_t more;                          // statements that collect in any case, for tests
    Object **found;                        // marked, but what they refer to is not yet
    size_t count, capacity;
} Collector;

// What NumPy keeps between calls.
typedef struct NumpyState {
    ArrayOptions print;
    Twister random; // np.random.seed
    double spare;   // the second of a pair of normal numbers
    bool has_spare;
} NumpyState;

struct Run {
    Arena arena;   // of syntax trees and modules
    Arena scratch; // of the statement being run
    Trace trace;
    Names names;
    Buf *out, *messages; // what it prints, and what it prints to sys.stderr
    Error *error;        // of the piece being run
    Error own_error;
    Arena failing;             // of its texts
    Value raised, raised_args; // the exception object that the error is; or its arguments
    Handled *handled;          // the exceptions being handled, innermost first
    Routine *routine;          // the innermost one that is running
    Routine *routines;         // those that are suspended or running
    int routine_count;
    FiberPool fibers;
    bool has_ended; // by SystemExit
    int exit_status;
    Table *globals; // of the module that is running: the program's are in `program`
    Table program, builtins, modules;
    Table operations[OP_PLACES];            // those asked for so far, by where they are found
    Memo native_signatures, op_signatures;  // as read, by the text and by the row
    Memo rows;                              // by a literal with the name
    const Op *operators[2][OPERATOR_COUNT]; // those asked for so far, with one or two operands
    Scope *scope;                           // NULL at the top level
    const struct Owner *owner;              // path.h; NULL: none
    Span here;                              // the expression being evaluated, for the trace
    int calls;
    const char *stack; // where the C stack was when the run began, or the generator's begins
    ptrdiff_t stack_bytes;
    int64_t steps, step_limit;
    Object *objects;
    size_t object_bytes, object_limit; // of all objects and what they own
    Held held;
    Collector collector;
    PrintOptions print;
    int figures; // that the program has drawn
    NumpyState numpy;
    const char *dunder[DUNDER_COUNT]; // interned
    Table identities;                 // pointers to what id() gives for them
    Span plumbing;   // the call that led into plumbing of the library, while that runs
    Span user_call;  // the innermost call that the program itself (no library) makes
    Value *printing; // the containers that are being printed, one inside another
    size_t printing_count, printing_room;
    Twister python_random;     // of the module random
    Value default_generator;   // torch.default_generator
    RandomState *random_state; // in it
};

// How a statement ended. What `return` gave is no longer held: who runs more statements before the
// function ends must hold() it.
typedef enum Flow { FLOW_NEXT, FLOW_RETURN, FLOW_BREAK, FLOW_CONTINUE, FLOW_ERROR } Flow;

// ---- errors ------------------------------------------------------------------------------------

// Sets the error; its place is added by the expression that fails. Returns NOTHING.
Value raise_error(Run *run, const char *kind, const char *format, ...) PRINTF_LIKE(3, 4);
// "… is outside the part of Python that qkv runs"; `hint` is what to try. Returns NOTHING.
Value outside_subset(Run *run, const char *hint, const char *format, ...) PRINTF_LIKE(3, 4);

// Is the run's error of this builtin class? (exceptions.c)
bool error_is(Run *run, const char *kind);
// The same, and then it is forgotten.
bool take_error(Run *run, const char *kind);
void forget_error(Run *run);

// A line on sys.stderr, unless it stands there already.
void say_once(Run *run, const char *line);

// Counts a step; false when the run has used up its steps or the C stack.
bool take_step(Run *run);
bool take_work(Run *run, const OpCall *done); // the steps of an operation

// ---- collect.c -------------------------------------------------------------------------------

// Gives back what cannot be reached, if enough came since the last time. Only between statements.
void safe_point(Run *run);
void collect_garbage(Run *run);
void keep_held(Run *run, const Held *held); // for a visit()
static inline void release_held(Run *run, size_t count)
{
    if (run->held.count > count) run->held.count = count;
}
void free_objects(Run *run);                // all of them, at the end of the run
void free_object(Run *run, Object *object); // object.c; it has dropped what it owns

// ---- eval_expr.c ----------------------------------------------------------------

Value eval(Run *run, const Expr *expr);

// ---- eval_statement.c, assign.c, import.c ----

// Runs a block; what `return` gave goes to `*result`.
Flow run_block(Run *run, const StmtList *block, Value *result);
Flow run_statement(Run *run, const Stmt *stmt, Value *result);
bool assign(Run *run, const Expr *target, Value value);
bool assign_augmented(Run *run, const Stmt *stmt);
bool delete_target(Run *run, const Expr *target);
bool run_import(Run *run, const Stmt *stmt);
// A module by its whole name; NOTHING without an error: there is none.
Value import_module(Run *run, const char *name);
// Value `name` (interned) of a module: an attribute, or an operation.
Value module_attribute(Run *run, Value module, const char *name);

// ---- scope.c ---------------------------------------------------------------------------------

Scope *new_scope(Run *run, const char **names, int count, const FunctionCode *code, Scope *outer);
Value find_name(Run *run, const char *name);
// The innermost scope that functions made in `scope` see: not the body of a class.
Scope *visible_scope(Scope *scope);
Value scope_value(const Scope *scope, const char *name); // NOTHING: not bound in it
extern const Type type_scope;
bool bind_variable(Run *run, const char *name, Value value);
bool unbind_variable(Run *run, const char *name);

// ---- call.c, native.c, op_call.c, tensor_subscript.c ----

Value call_with(Run *run, Value function, const Value *item, int count); // positional only
Value call_value(Run *run, Value function, const Args *args);
// With `first` before the other arguments.
Value call_with_first(Run *run, Value function, Value first, const Args *args);
// The arguments of a CALL; they live in run->scratch.
bool eval_arguments(Run *run, const Expr *call, Args *args);
// A dict as the keywords of `args`, in run->scratch.
bool spread_keywords(Run *run, const Dict *dict, Args *args);
Value eval_call(Run *run, const Expr *expr);
Value call_function(Run *run, const Function *function, const Args *args);
Value call_native(Run *run, const Native *native, const Args *args, const Value *self);
Value call_op(Run *run, const Op *op, const Args *args, const Value *self);
Value call_in_place(Run *run, const Op *op, const Args *args, const Value *self);
Value make_function(Run *run, const FunctionCode *code);

// An operation by its name among those found in `where`, or NULL.
const Op *find_op(Run *run, const char *name, unsigned where);
// A row by its name, which is a literal in qkv's own code.
const Op *row_named(Run *run, const char *name);
// Runs an operation on inputs and arguments that are ready.
Value apply_op(Run *run, const Op *op, const Value *input, int count, const Arg *arg, int args);
// A cell as Python has it: a float, an int or a bool.
Value cell_number(const Tensor *tensor, Index at);
// A number or tensor as an input of an operation; NULL with an error for anything else.
Tensor *tensor_of(Run *run, Value value);
Value tensor_subscript(Run *run, Value self, Value key);
bool tensor_set_subscript(Run *run, Value self, Value key, Value value);
// x.index_put_(indices, values): tensors only, as a tuple.
bool tensor_put(Run *run, Value self, Value indices, Value value, bool accumulate);
// Writes to what subscripts without tensors select.
bool tensor_write_part(Run *run, Value self, Value value, Arg subscripts);
// torch.float32, …, or Python's int and bool. False without an error: it is no dtype.
bool dtype_of(Run *run, Value value, DType *dtype);
// "torch.LongTensor", "LongTensor"
bool dtype_of_class_name(Str name, DType *dtype);
// torch.FloatTensor(2, 3), torch.FloatTensor([1, 2])
Value tensor_of_class(Run *run, DType dtype, const Args *args);
// Nested lists of numbers as a tensor that nobody has recorded yet; `wanted` is a dtype or NULL.
Tensor *tensor_of_data(Run *run, Value data, const DType *wanted);
// torch.tensor(data, dtype=…); `dtype` may be NOTHING or None.
Value tensor_from_data(Run *run, Value data, Value dtype);
// Puts `value` into the cells of `target`, for operators and methods that work in place.
bool tensor_write(Run *run, Value target, Value value);
// May an operation that writes to `target` read `value`? Not where they overlap in part.
bool may_read_while_writing(Run *run, Value target, Value value);
// A finite number must not become infinite when it is put into a tensor.
bool float_fits(Run *run, Value value, DType dtype);

// ---- operators.c, arithmetic.c ----
const char *name_for_message(Value value); // of its type: 'torch.return_types.max'

Value unary(Run *run, Operator op, Value operand);
Value binary(Run *run, Operator op, Value left, Value right);
Value binary_in_place(Run *run, Operator op, Value left, Value right);
Value compare(Run *run, Operator op, Value left, Value right);
bool values_equal(Run *run, Value a, Value b, bool *equal);
bool same_value(Value a, Value b); // a is b

// The operation that stands for an operator, run; NOT_IMPLEMENTED when an operand does not fit.
Value tensor_binary(Run *run, Operator op, Value left, Value right);
Value tensor_unary(Run *run, Operator op, Value operand);

Value number_binary(Run *run, Operator op, Value left, Value right);
Value number_unary(Run *run, Operator op, Value operand);
Value int_overflow(Run *run); // the error: more than 64 bits

// ---- what can be done with any value (protocol.c) ----

void value_repr(Run *run, Value value, Buf *out);
void value_str(Run *run, Value value, Buf *out);
bool value_truth(Run *run, Value value, bool *truth);
bool value_hash(Run *run, Value value, uint64_t *hash);
int64_t value_length(Run *run, Value value); // -1: failed
Value get_attribute(Run *run, Value object, const char *name);
bool set_attribute(Run *run, Value object, const char *name, Value value);
bool delete_attribute(Run *run, Value object, const char *name);
Value type_of(Value value); // its class
// Of functions that end with a row without name; NULL: not there.
const Native *native_named(const Native *natives, const char *name);
// The names of a type's methods, with room for `more` behind them; they live in run->scratch.
const char **method_names(Run *run, const Type *type, int more, int *count);
Value get_subscript(Run *run, Value object, Value key);
// Run through: `for (int64_t at = 0; (item = value_next(run, source, &at)).type;)`, after
// start_iteration(), which puts the iterator of a class's instance in its place, and with a look
// at the error afterwards.
bool start_iteration(Run *run, Value *source);
Value value_next(Run *run, Value source, int64_t *at);
// Has the text that is being made not become too long? To be asked before every part.
bool text_fits(Run *run, const Buf *text);
// All items, as a new list or tuple.
Value collect(Run *run, const Type *type, Value source);
bool has_failed(const Run *run);
// Is `value` not being printed already? To be left again when it was printed.
bool repr_enter(Run *run, Value value);
void repr_leave(Run *run);
// Keys of a table keep their place and the table's size in `*at`; an error when it has changed.
bool same_size(Run *run, const char *what, size_t count, int64_t *at);
int64_t place_of(int64_t at);
int64_t with_place(int64_t at, int64_t place);
// An int, or an object whose value is one; false with Python's error.
bool index_of(Run *run, Value value, int64_t *index);
// A value that `next` runs through once.
Value new_iterator(Run *run, const char *name, Value (*next)(Run *run, Iterator *iterator),
                   const Value *source, int count);
Value iterate_sources(Run *run, Iterator *iterator); // the items of its only source
Value list_sort(Run *run, Value *arg);
// What min, max and sort go by: key(item), or the item.
Value key_of(Run *run, Value key, Value item);
bool precedes(Run *run, Operator op, Value a, Value b, bool *result); // a op b
extern const Native iterating_builtins[], number_builtins[], text_builtins[];

// What the program's __index__ methods give takes the place of the objects in an index or a slice:
// to be asked before the length of what may change meanwhile.
bool plain_key(Run *run, Value *key);
// An index or the positions of a slice in a sequence of `length`.
bool wrap_index(Run *run, const char *what, Value key, int64_t length, int64_t *index);
bool slice_bounds(Run *run, Value slice, int64_t length, int64_t *start, int64_t *stop,
                  int64_t *step);
bool slice_positions(Run *run, Value slice, int64_t length, int64_t *start, int64_t *step,
                     int64_t *count);

// ---- format.c --------------------------------------------------------------------------------

// format(value, spec), as in f"{value:spec}".
bool format_value(Run *run, Value value, Str spec, Buf *out);
// The same without the __format__ that the class of an instance defines.
bool format_plain(Run *run, Value value, Str spec, Buf *out);
Value eval_fstring(Run *run, const Expr *expr);

// ---- library.c: modules written in Python (src/library) ----------------------------------------

// Is part of qkv's library, not of the program?
bool is_library(const FunctionCode *code);
// Runs the library file of the module and fills `module` with its names. A module that has no file
// is left as it is.
bool load_library(Run *run, Value module);
bool has_library(const char *module);

// What src/library/builtins.py defines, or NULL; it is run when a name is first looked for there.
const Value *find_library_builtin(Run *run, const char *name);

// ---- modules -----------------------------------------------------------------------------------

// What to try instead of a module that is not there; NULL: nothing in particular.
const char *hint_for_module(const char *module);

void add_natives(Run *run, Table *table, const Native *natives);
Value new_module(Run *run, const char *name, unsigned found);
void set_member(Run *run, Value module, const char *name, Value value);
void add_builtins(Run *run); // builtins.c
Value make_math(Run *run);   // module_math.c
extern const Native math_of_many[], math_gammas[];
bool as_double(Run *run, Value value, double *number); // as float() converts it
Value make_random(Run *run);                           // module_random.c
Value make_copy(Run *run);                             // module_copy.c
Value make_inspect(Run *run);                          // module_inspect.c
Value make_sys(Run *run);                              // module_sys.c
void make_qkv(Run *run);                               // module_qkv.c
void make_numpy(Run *run);                             // module_numpy.c
void make_torch(Run *run);                             // module_torch.c: all modules of torch
extern const Native tensor_methods[], torch_makers[], torch_questions[];
// torch_part.c, torch_rank.c, torch_pick.c, torch_shape.c, torch_join.c
extern const Native part_methods[], rank_methods[], pick_methods[], shape_methods[];
extern const Native torch_parts[], torch_ranks[], torch_picks[], torch_shapes[], torch_joins[];
extern const Native functional_picks[];
Value torch_equal(Run *run, Value *arg);
Value torch_allclose(Run *run, Value *arg);
Value torch_isclose(Run *run, Value *arg);
Value torch_max(Run *run, Value *arg);
Value torch_min(Run *run, Value *arg);
bool need_tensor(Run *run, const char *function, Value value); // as argument `input`

// ---- type_dtype.c, tensor_convert.c, gradient.c ----

void add_dtypes(Run *run, Value torch);
Value no_cuda(Run *run); // the error that there is no GPU
// Is it the CPU? Others are an error if `refuse`.
bool is_device_name(Run *run, Str name, bool refuse);
extern const Native torch_data_makers[], tensor_makers[], tensor_new_methods[],
    tensor_conversions[], gradient_methods[];
Value tensor_to(Run *run, Value *arg); // x.to(…)
void add_gradients(Run *run, Value torch);
// requires_grad, data, grad and the like. NOTHING without an error: another attribute.
Value gradient_attribute(Run *run, Value self, const char *name);
bool gradient_set_attribute(Run *run, Value self, const char *name, Value value);
// May the program write to the tensor, or to a part of it? Not to a leaf that requires a gradient.
bool may_write(Run *run, const Tensor *target, bool part);
// Is it a tensor, or one of NumPy's arrays and numbers, which are tensors too?
static inline bool holds_tensor(Value value)
{
    return value.type == &type_tensor || value.type == &type_ndarray ||
           value.type == &type_np_scalar;
}
bool is_parameter(Value value); // a torch.nn.Parameter, whose Value has type_tensor

// ---- torch_create.c, torch_random.c: functions that make tensors ----

// Options that many have; `given` may be NOTHING or None.
bool plain_options(Run *run, Value device, Value requires_grad);
bool dtype_option(Run *run, const char *function, Value given, DType otherwise, DType *dtype);
bool size_option(Run *run, const char *function, Value given, Shape *shape);
void make_importlib(Run *run); // import.c
void make_torch_random(Run *run, Value torch);
// Methods of tensors that stand elsewhere: the random ones, those of the library in Python
// (torch.Tensor.py). NOTHING without an error: none.
Value tensor_extra(Run *run, Value self, const char *name);
Value tensor_library_method(Run *run, Value self, const char *name);
extern const Native tensor_random[]; // methods that fill a tensor in place
