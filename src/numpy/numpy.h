// NumPy's arrays, which are tensors under another name: the same operations of the same table make
// them, so that they are recorded and derived in the same way.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

void numpy_make(Run *run); // module.c

// scalar.c: the classes of numbers
extern const Type numpy_scalars[DTYPE_COUNT];
void numpy_add_scalars(Run *run, Value numpy);

// ---- type_ndarray.c ----

extern const Type type_ndarray, type_np_dtype, type_np_function, type_np_method;

// What arrays and numbers have in common.
bool numpy_array_truth(Run *run, Value self, bool *truth);
int64_t numpy_array_length(Run *run, Value self);
Value numpy_array_attribute(Run *run, Value self, const char *name);
Value numpy_array_absolute(Run *run, Value self);
bool numpy_dtype(Run *run, Value value, DType *dtype); // np.float32, 'float32', float, a.dtype

// ---- functions.c ----

// A function of the module numpy that is one operation of the table. A Value of type_np_function
// refers to its `native`, with which it begins and which has the name alone.
typedef struct NumpyFunction {
    Native native;
    const char *op;
    int arrays;      // how many parameters are arrays, from the first on
    bool list;       // the first one is a list of arrays
    bool floats;     // integers and bools become float64 first
    bool same_dtype; // as in products, where the operation converts nothing
    bool flat;       // without an axis it goes through all cells in order
    bool method;     // of arrays as well
    bool plain;      // the result is an array, whatever class those given are of
} NumpyFunction;

extern const NumpyFunction numpy_functions[]; // ends with a row without op
const NumpyFunction *numpy_find_function(const char *name);
const NumpyFunction *numpy_function_of(Value function);

// ---- call.c ----

Value call_numpy(Run *run, const NumpyFunction *function, const Args *args, const Value *self);

// A tensor as an array, or as a number where it has no dimensions. NOTHING stays so.
Value numpy_as_array(Value tensor);
// The same as an array of the class of `of`, where that is one of the program's.
Value numpy_as_array_of(Run *run, Value of, Value tensor);
// An array, a number of NumPy's or (nested) lists as a tensor; Python's numbers stay as they are.
Value numpy_as_operand(Run *run, Value value);
// np.array(data), recorded.
Value numpy_array_of(Run *run, Value data, const DType *dtype);
// While arrays are computed floats are float64; returns what was before.
DType numpy_begin_floats(Run *run);
Value numpy_made_array(Run *run, const char *name, Tensor *tensor);

// Before an operation on tensors: operands get the dtype that NumPy's rules give them where it is
// not PyTorch's; two operands get one dtype; shapes that do not fit are an error in NumPy's words.
bool numpy_promote(Run *run, Value *item, int count);
bool numpy_make_same(Run *run, Value *item, int count);
bool numpy_broadcast(Run *run, const Value *item, int count);
bool numpy_can_multiply(Run *run, const Value item[2]);              // matrices
bool numpy_can_raise(Run *run, const char *op, const Value item[2]); // to a power
// Can the dtype hold the value, if it is an int of Python's?
bool numpy_integer_fits(Run *run, Value value, DType dtype);
Value numpy_array_converted(Run *run, Value tensor, DType dtype);

// ---- operator.c ----

Value numpy_binary(Run *run, Operator op, Value left, Value right);
Value numpy_unary(Run *run, Operator op, Value operand);
Value numpy_in_place(Run *run, Operator op, Value left, Value right);
Value numpy_subscript(Run *run, Value self, Value key);
bool numpy_set_subscript(Run *run, Value self, Value key, Value value);

// ---- random.c ----

extern const Type type_np_pcg, type_np_twister; // numpy.random.PCG64, and what is below RandomState

// ---- create.c ----

extern const Native array_of_tensor[], numpy_makers[];
bool numpy_shape(Run *run, Value size, Shape *shape); // 3 or (2, 3)
Value numpy_ndarray(Run *run, Value *arg);            // shape, dtype, buffer
Value numpy_asarray(Run *run, Value *arg);            // array or data, dtype
