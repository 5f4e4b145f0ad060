"""torch.autograd: gradients. The pass from the roots to the leaves itself is in C (engine.c), the
rules that it goes by are in torch._derivatives."""
import warnings

import torch
from torch import _C
from torch import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch._C import _variable as Variable


def _tuple(given):
    if given is None:
        return None
    return (given,) if isinstance(given, torch.Tensor) else tuple(given)


def _beginnings(tensors, gradients):
    """The gradients that the pass begins with: 1 of a single number, or what was given."""
    given = (None,) * len(tensors) if gradients is None else _tuple(gradients)
    found = []
    for at, (tensor, gradient) in enumerate(zip(tensors, given)):
        if gradient is None:
            if tensor.requires_grad and tensor.numel() != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            found.append(torch.ones_like(tensor))
            continue
        if gradient.shape != tensor.shape:
            raise RuntimeError(f"Mismatch in shape: grad_output[{at}] has a shape of {gradient.shape} "
                               f"and output[{at}] has a shape of {tensor.shape}.")
        found.append(gradient)
    return tuple(found)


def _backward(tensors, grad_tensors, retain_graph, create_graph, inputs):
    tensors, inputs = _tuple(tensors), _tuple(inputs)
    if inputs is not None and not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    _C._run_backward(tensors, _beginnings(tensors, grad_tensors), inputs,
                     create_graph if retain_graph is None else bool(retain_graph), bool(create_graph),
                     True, True)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None,
             inputs=None):
    """Adds the gradients of the tensors to the .grad of what they are made of."""
    _backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=None, is_grads_batched=False, materialize_grads=False):
    """The gradients themselves, which are added to nothing."""
    if is_grads_batched:
        raise NotImplementedError("is_grads_batched is not there in qkv: a loop over the gradients is")
    outputs, inputs = _tuple(outputs), _tuple(inputs)
    for number, tensor in enumerate(inputs):
        if not tensor.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    found = _C._run_backward(outputs, _beginnings(outputs, grad_outputs), inputs,
                             create_graph if retain_graph is None else bool(retain_graph),
                             bool(create_graph), False, bool(allow_unused) or materialize_grads)
    if materialize_grads:
        found = tuple([torch.zeros_like(x) if g is None else g for g, x in zip(found, inputs)])
    return found


class _RemovableHandle:
    """Takes a hook away again."""

    def __init__(self, hooks, hook):
        self.hooks, self.hook = hooks, hook
        hooks.append(hook)

    def remove(self):
        if self.hook in self.hooks:
            self.hooks.remove(self.hook)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.remove()


# ---- functions of the program ----------------------------------------------------------------------


class _Context:
    """What forward() notes down for backward()."""

    def __init__(self, needs):
        self.needs_input_grad = needs
        self._saved, self._not_differentiable, self._dirty, self._fills = None, (), (), True

    def save_for_backward(self, *tensors):
        self._to_save = tensors

    save_for_forward = save_for_backward

    def mark_non_differentiable(self, *tensors):
        self._not_differentiable = tensors

    def mark_dirty(self, *tensors):
        self._dirty = tensors

    def set_materialize_grads(self, value):
        self._fills = value

    @property
    def saved_tensors(self):
        if self._saved is None:
            return ()
        for tensor, version in self._saved:
            if tensor is not None and tensor._version != version:
                raise RuntimeError(
                    "one of the variables needed for gradient computation has been modified by an "
                    f"inplace operation: [torch.{tensor.type()[6:]} {list(tensor.shape)}] is at version "
                    f"{tensor._version}; expected version {version} instead. Hint: enable anomaly "
                    "detection to find the operation that failed to compute its gradient, with "
                    "torch.autograd.set_detect_anomaly(True).")
        return tuple([tensor for tensor, _ in self._saved])


def _is_in(tensor, tensors):
    return any([tensor is other for other in tensors])


class Function:
    """An operation with a gradient of its own: forward() and backward() of a class derived from it."""

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom "
                                  "autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom "
                                  "autograd.Function to use it with backward mode AD.")

    @classmethod
    def apply(cls, *args):
        needs = tuple([isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args])
        ctx = _Context(needs)
        differentiates = torch.is_grad_enabled() and any(needs)
        with no_grad():
            if hasattr(cls, 'setup_context'):
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
            else:
                output = cls.forward(ctx, *args)
        outputs = output if isinstance(output, tuple) else (output,)
        outputs = tuple([each.view_as(each) if _is_in(each, args) and not _is_in(each, ctx._dirty)
                         else each for each in outputs])
        if hasattr(ctx, '_to_save'):
            ctx._saved = [(each, None if each is None else each._version) for each in ctx._to_save]
        if differentiates:
            _connect(cls, ctx, outputs, args)
        return outputs if isinstance(output, tuple) else outputs[0]


def _connect(cls, ctx, outputs, args):
    shapes = [each.shape if isinstance(each, torch.Tensor) else None for each in outputs]
    wanted = [each if isinstance(each, torch.Tensor) and not _is_in(each, ctx._not_differentiable)
              else None for each in outputs]
    tensors = [at for at, arg in enumerate(args) if isinstance(arg, torch.Tensor)]

    def gradients(*grads):
        if ctx._fills:
            grads = [torch.zeros(shape) if grad is None and shape is not None else grad
                     for grad, shape in zip(grads, shapes)]
        found = cls.backward(ctx, *grads)
        found = found if isinstance(found, tuple) else (found,)
        while len(found) > len(args) and found[-1] is None:
            found = found[:-1]
        if len(found) != len(args):
            raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of "
                               f"gradients (expected {len(args)}, got {len(found)})")
        return tuple([found[at] for at in tensors])

    _C._connect(tuple(wanted), tuple([args[at] for at in tensors]), cls.__name__ + 'Backward', gradients)


def once_differentiable(function):
    return function


# ---- looking for what went wrong -------------------------------------------------------------------


class set_detect_anomaly:
    """A gradient that is not a number is an error where it comes from."""

    def __init__(self, mode, check_nan=True):
        self.before = _C._find_nan(mode and check_nan)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        _C._find_nan(self.before)


class detect_anomaly:
    def __init__(self, check_nan=True):
        warnings.warn('Anomaly Detection has been enabled. This mode will increase the runtime and should '
                      'only be enabled for debugging.', stacklevel=2)
        self.check_nan = check_nan

    def __enter__(self):
        self.before = _C._find_nan(self.check_nan)

    def __exit__(self, kind, value, traceback):
        _C._find_nan(self.before)


def __getattr__(name):
    if name == 'functional':
        import importlib
        return importlib.import_module('torch.autograd.functional')
    if name in ('gradcheck', 'gradgradcheck'):
        from torch.autograd import _gradcheck
        return getattr(_gradcheck, name)
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
