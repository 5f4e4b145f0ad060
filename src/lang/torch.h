// Tensors as values of the language, and what the modules of torch are put together from.
#pragma once

#include "lang/value.h"
#include "syntax/parser.h"
#include "tensor/random.h"

// ---- op_arguments.c, tensor_subscript.c, torch_data.c, type_dtype.c ----

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

// ---- op_call.c: operators ----

// The operation that stands for an operator, run; NOT_IMPLEMENTED when an operand does not fit.
Value tensor_binary(Run *run, Operator op, Value left, Value right);
Value tensor_unary(Run *run, Operator op, Value operand);

// ---- functions and methods ----

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
void make_torch_random(Run *run, Value torch);
// Methods of tensors that stand elsewhere: the random ones, those of the library in Python
// (torch.Tensor.py). NOTHING without an error: none.
Value tensor_extra(Run *run, Value self, const char *name);
Value tensor_library_method(Run *run, Value self, const char *name);
Value tensor_library_function(Run *run, const char *name);
// A method asked of the class, torch.Tensor.matmul: takes the tensor as its first argument.
Value tensor_class_member(Run *run, const char *name);
extern const Native tensor_random[]; // methods that fill a tensor in place
