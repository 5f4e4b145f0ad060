// Tensors as values of the language, and what the modules of torch are put together from.
#pragma once

#include "lang/binding.h"
#include "syntax/parser.h"
#include "tensor/random/random.h"

// In tensors, size.c and operations.
extern const Type type_tensor, type_size, type_dtype, type_tensor_class, type_parameter, type_op,
    type_op_method, type_in_place, type_torch_function,
    type_torch_method; // the last two in builtin.c

static inline Value from_tensor(Tensor *tensor)
{
    if (!tensor) return NOTHING;
    const Object *own = tensor->attributes; // it may be an instance of a class of the program
    bool plain = !own || own->type->holds != HOLDS_TENSOR;
    return (Value){.type = plain ? &type_tensor : own->type, .tensor = tensor};
}

static inline Value from_dtype(DType dtype)
{
    return (Value){.type = &type_dtype, .dtype = dtype};
}

Value torch_from_shape(Run *run, const Shape *shape); // a torch.Size

void torch_make(Run *run); // module.c: all modules of torch
// Of torch._C (module.c, autocast.c, setting.c).
extern const Native print_functions[], autocast_functions[], setting_functions[];
// Notes the seed that a call of the program gives now, which could be another (setting.c).
void setting_note_seed(Run *run, int64_t now);

// ---- op_arguments.c, subscript.c, data.c, type_dtype.c ----

// A number or tensor as an input of an operation; NULL with an error for anything else.
Tensor *tensor_of(Run *run, Value value);
Value tensor_subscript(Run *run, Value self, Value key);
bool tensor_set_subscript(Run *run, Value self, Value key, Value value);
// x.index_put_(indices, values): tensors only, as a tuple.
bool tensor_put(Run *run, Value self, Value indices, Value value, bool accumulate);
// Writes to what subscripts without tensors select; `node` made the value, where it is what an
// operation in place gives the whole tensor, or NULL (tape.h).
bool tensor_write_part(Run *run, Value self, Value value, Arg subscripts, void *node);
// torch.float32, …, or Python's int and bool. False without an error: it is no dtype.
bool dtype_of(Run *run, Value value, DType *dtype);
// torch.FloatTensor(2, 3), torch.FloatTensor([1, 2])
Value tensor_of_class(Run *run, DType dtype, const Args *args);
// Nested lists of numbers as a tensor that is not recorded yet; `wanted` is a dtype or NULL.
// `together` says what two dtypes have together.
Tensor *tensor_of_data(Run *run, Value data, const DType *wanted, DType (*together)(DType, DType));
// torch.tensor(data, dtype=…); `dtype` may be NOTHING or None.
Value tensor_from_data(Run *run, Value data, Value dtype);
// Puts `value` into the cells of `target`, for operators and methods that work in place
// (type_tensor.c).
bool tensor_write(Run *run, Value target, Value value);
// May an operation that writes to `target` read `value`? Not where they overlap in part
// (type_tensor.c).
bool torch_may_read_while_writing(Run *run, Value target, Value value);
// Is a cell of the tensor other than 0? False where `value` is NOTHING. (type_tensor.c)
bool tensor_any(Value value, bool *any);
// Nested lists; of more than twice `edge` only those at the edges, unless it is negative.
// (methods.c)
Value tensor_lists(Run *run, const Tensor *tensor, int64_t edge);
// A finite number must not become infinite when it is put into a tensor.
bool dtype_fits_float(Run *run, Value value, DType dtype);

// The signature of a row; is a parameter of it an input of the operation, not one of its arguments?
// (op_arguments.c)
Signature *op_signature_of(Run *run, const Op *op);
bool op_parameter_is_input(const SignatureParameter *parameter);

// ---- op_function.c, op_call.c: operations ------------------------------------------------------

// A module that has the operations found in `found` (IN_…) besides its own names.
Value torch_new_module(Run *run, const char *name, unsigned found);
// An operation by its name among those found in `where`, or NULL.
const Op *op_found(Run *run, const char *name, unsigned where);
// A row by its name, which is a literal in qkv's own code.
const Op *op_row_named(Run *run, const char *name);
// Runs an operation on inputs and arguments that are ready.
Value op_call_with(Run *run, const Op *op, const Value *input, int count, const Arg *arg, int args);
// What is made of an instance of a class of the program is one too, but for parameters.
Value tensor_as_class_of(Run *run, Value of, Value made);
Value call_op(Run *run, const Op *op, const Args *args, const Value *self);
Value call_in_place(Run *run, const Op *op, const Args *args, const Value *self);

// ---- op_call.c: operators ----

// The operation of an operator, run; NOT_IMPLEMENTED when an operand does not fit.
Value tensor_binary(Run *run, Operator op, Value left, Value right);
Value tensor_unary(Run *run, Operator op, Value operand);

// ---- functions and methods ----

// Marks for functions of the library that are C in PyTorch, and the file that has most of them
// (builtin.c). It is loaded when one of its functions is asked for; then they are all among the
// members of torch and run->tensor_methods. False: it has none of that name, or failed.
extern const Native builtin_decorators[];
bool torch_load_builtin(Run *run, const char *name);

// methods.c, compare.c
extern const Native tensor_methods[], tensor_functions[], torch_questions[];
// Of torch._C: what torch._makers.py is made of (create.c, data.c, draw.c, compare.c).
extern const Native torch_makers[], torch_data_makers[], random_functions[];
bool tensor_needed(Run *run, const char *function, Value value); // options.c; as argument `input`

// ---- type_dtype.c, data.c, create.c ----

void dtype_add_all(Run *run, Value torch);
extern const Native gradient_methods[], subclass_methods[];
void gradient_add_all(Run *run, Value torch);
// requires_grad, data, grad and the like. NOTHING without an error: another attribute.
Value gradient_attribute(Run *run, Value self, const char *name);
bool gradient_set_attribute(Run *run, Value self, const char *name, Value value);

// attributes.c: what a program hangs on a tensor; NOTHING: no such thing.
Value tensor_own_attribute(const Tensor *tensor, const char *name);
bool tensor_set_own_attribute(Run *run, Tensor *tensor, const char *name, Value value);
bool tensor_delete_attribute(Run *run, Value self, const char *name);
Value tensor_own_attributes(Run *run, const Tensor *tensor); // __dict__
// May the program write to the tensor, or to a part of it? Not to a leaf that requires a gradient.
bool tensor_may_write(Run *run, const Tensor *target, bool part);
bool value_is_parameter(Value value); // a torch.nn.Parameter, whose Value has type_tensor

// ---- generator.c, extra_methods.c ----

// torch.Generator, torch.default_generator, torch.manual_seed and the like.
bool generator_make_default(Run *run, Value torch);
// The argument `generator`; the default one where none is given.
bool generator_option(Run *run, const char *function, Value given, RandomState **generator);

// Methods of tensors that are elsewhere: those of the library in Python
// (torch.Tensor.py). NOTHING without an error: none. (extra_methods.c)
void tensor_add_methods(Run *run);
Value tensor_extra(Run *run, Value self, const char *name);
// A method asked of the class, torch.Tensor.matmul: takes the tensor as its first argument
// (extra_methods.c).
Value tensor_class_member(Run *run, const char *name);
