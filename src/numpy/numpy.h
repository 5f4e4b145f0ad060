// NumPy's arrays, which are tensors under another name: the same operations of the same table make
// them, so that they are recorded and derived in the same way.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

void numpy_make(Run *run); // module.c

extern const Type numpy_scalars[DTYPE_COUNT]; // the classes of numbers (module.c)

// ---- type_ndarray.c ----

extern const Type type_ndarray, type_np_dtype, type_np_method;

// What arrays and numbers have in common.
bool numpy_array_truth(Run *run, Value self, bool *truth);
int64_t numpy_array_length(Run *run, Value self);
Value numpy_array_attribute(Run *run, Value self, const char *name);
Value numpy_array_absolute(Run *run, Value self);
bool numpy_dtype(Run *run, Value value, DType *dtype); // np.float32, 'float32', float, a.dtype

// ---- call.c ----

extern const Native numpy_natives[]; // what src/library/numpy*.py is made of

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
bool numpy_can_multiply(Run *run, const Value item[2]); // matrices
bool numpy_can_raise(Run *run, const Value item[2]);    // to a power
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
void random_add(Run *run, Value module);        // to Python's random
