"""qkv.record: what a PyTorch program computes, as a listing that computes it again.

    with qkv.record("run.py", model, tokens=tokens):
        model(tokens)

writes `run.py`, an ordinary PyTorch program with a class for each kind of module and one statement for
each operation, and `run.safetensors` with the tensors that it begins with. `qkv learn run.py` walks
through it; `python run.py` runs it.
"""
import functools
import os
import sys
import warnings
import weakref

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_flatten

from . import operations, safetensors
from .expression import Unwritable, expression
from .listing import Listing
from .operations import function_of
from .recording import Call, Operation, Use, Value
from .source import caller, frame_of_program, name_in_program, statement_of, variables_of

_SMALL = 1 << 16  # numbers that are copied at once; of others it is waited for a write
_MOST_PARTS = 6   # that one operation gives and that get names


_BACKWARD = "backward", "register_hook", "register_post_accumulate_grad_hook", "retain_grad"


class Modules:
    """The paths of modules, their parameters and buffers."""

    def __init__(self):
        self.path = {}    # id of a module -> (root, path)
        self.tensor = {}  # id of a tensor -> (root, path, is it a parameter)
        self.roots = {}   # name -> module
        self.owned = {}   # id of a module -> ids of the tensors in its attributes

    def add(self, name, module):
        base, number = name, 2
        while name in self.roots:
            name, number = f"{base}_{number}", number + 1
        self.roots[name] = module
        for path, part in module.named_modules():
            self.path.setdefault(id(part), (name, path))
        for path, tensor in module.named_parameters():
            self.tensor.setdefault(id(tensor), (name, path, True))
        for path, tensor in module.named_buffers():
            self.tensor.setdefault(id(tensor), (name, path, False))
        return name

    def attribute(self, module, tensor):
        """The attribute of a module that is this tensor, if any."""
        for name, value in vars(module).items():
            if value is tensor and name.isidentifier():
                return name
        return None


class Recorder(TorchFunctionMode):
    """Sees each operation of PyTorch and each call of a module."""

    def __init__(self, path, model=None, only=None, steps=None, weights=None, keep=None, **named):
        super().__init__()
        self.path, self.keep, self.weights = os.fspath(path), keep, weights
        self.only = [only] if isinstance(only, str) else list(only or [])
        self.steps, self.step = steps, 0
        self.modules = Modules()
        self.known = {}    # id of a tensor -> (weak reference, value)
        self.given = []    # values with numbers to be written
        self.stored = {}   # address of a storage -> (weak reference, value), given and lying in it
        self.is_busy = False  # an operation that is recorded as one runs
        self.keys = set()
        self.program = self.scope = Call()
        self.calls = {}    # id of a module -> calls of it
        self.all_calls = []
        self.is_paused = bool(self.only)
        self.is_entered = self.may_pass = False
        self.going = []    # functions that are being gone into
        self.has_backward = False
        self.named, self.model = named, model
        self.words = {}    # lists of words that were given
        self.undo = []
        self.hooks = self.optimizer_steps = 0

    # ---- values ------------------------------------------------------------------------------

    def find(self, tensor):
        row = self.known.get(id(tensor))
        return row[1] if row and row[0]() is tensor else None

    def bind(self, tensor, value):
        key = id(tensor)
        self.known[key] = (weakref.ref(tensor), value)

    def fresh_key(self, base):
        key, number = base, 2
        while key in self.keys:
            key, number = f"{base}_{number}", number + 1
        self.keys.add(key)
        return key

    def give(self, tensor, value, key):
        """Has its numbers written as they are now. What that takes is no operation of the program."""
        was_paused, self.is_paused = self.is_paused, True
        value.key = self.fresh_key(key)
        value.requires_grad = tensor.requires_grad and tensor.is_leaf
        value.shape, value.is_integer = tuple(tensor.shape), not tensor.is_floating_point()
        numbers = tensor.detach()
        value.tensor = numbers.clone() if numbers.numel() <= _SMALL else numbers
        self.is_paused = was_paused
        value.version = _version(tensor)
        self.given.append(value)
        self.stored.setdefault(_address(tensor), []).append((weakref.ref(tensor), value))
        return value

    def value(self, tensor, frame=None, name=None, scope=None):
        """The value that a tensor is, given where nothing is known of it."""
        value = self.find(tensor)
        if value is not None:
            if value.version is not None and value.version != _version(tensor):
                self.written_unseen(tensor, value)
            return value
        owned = self.modules.tensor.get(id(tensor))
        if owned:
            root, path, _ = owned
            value = Value(self.program)
            value.root, value.path = root, path
            self.give(tensor, value, f"{root}.{path}")
        else:
            value = self.new_given(tensor, self.called(tensor, frame) or name, scope or self.scope)
        self.bind(tensor, value)
        return value

    def called(self, tensor, frame):
        for name, value in variables_of(frame) if frame else ():
            if value is tensor and name.isidentifier():
                return name
        return None

    def new_given(self, tensor, name, scope):
        """In a call of a module, an attribute of it; else a variable of the program."""
        module = scope.module
        attribute = self.modules.attribute(module, tensor) if module is not None else None
        name = attribute or name or "given"
        if module is None:
            value = Value(self.program, name, True)
            self.give(tensor, value, name)
            return value
        value = Value(self.program, name)
        value.root = scope.root
        prefix = scope.path + "." if scope.path else ""
        taken = {path for root, path, _ in self.modules.tensor.values() if root == scope.root}
        base, number = prefix + name, 2
        value.path = base
        while value.path in taken or value.path in self.paths_given or \
                (hasattr(module, value.path[len(prefix):]) and not attribute):
            value.path, number = f"{base}_{number}", number + 1
        self.paths_given.add(value.path)
        self.give(tensor, value, f"{scope.root}.{value.path}")
        return value

    def written_unseen(self, tensor, value):
        """Something wrote to it that was not recorded: the listing takes over what it left."""
        value.version = _version(tensor)
        numbers = Value(self.program, (value.name or "given") + "_new", True)
        self.give(tensor.detach().clone(), numbers, (value.path or value.name or "given") + "_new")
        numbers.requires_grad = False
        self.add(Operation([Use(value, True), ".copy_(", Use(numbers), ")"], [], None, is_statement=True,
                           note="changed by something that was not recorded", state=(False, None)))

    def before_write(self, tensors):
        """Large tensors that were given are copied before they change."""
        for address in {_address(tensor) for tensor in tensors}:
            for _, value in self.stored.get(address, ()):
                if value.tensor is not None and _address(value.tensor) == address:
                    value.tensor = value.tensor.clone()

    def after_write(self, tensors):
        for address in {_address(tensor) for tensor in tensors}:
            for reference, value in self.stored.get(address, ()):
                tensor = reference()
                if tensor is not None:
                    value.version = _version(tensor)

    def run(self, func, args, kwargs):
        """Runs an operation that is recorded as one: modules that it calls are part of it."""
        was_busy, self.is_busy = self.is_busy, True
        try:
            return func(*args, **kwargs)
        finally:
            self.is_busy = was_busy

    # ---- operations --------------------------------------------------------------------------

    def add(self, operation):
        self.scope.operations.append(operation)
        return operation

    def state(self):
        enabled = getattr(torch, "is_autocast_cpu_enabled", bool)()
        dtype = torch.get_autocast_cpu_dtype() if enabled else None
        if torch.is_autocast_enabled():
            dtype = torch.get_autocast_gpu_dtype()
        return torch.is_grad_enabled(), dtype

    def place(self, frame):
        """The statement that runs, the same for all operations of one run of it."""
        statement = statement_of(frame)
        if statement is None:
            return None
        last = self.scope.last
        if last and last[0] == id(frame) and last[1] is statement and last[2] < frame.f_lasti:
            place = last[3]
        else:
            self.take_names(frame)
            place = (statement, object())
        self.scope.last = (id(frame), statement, frame.f_lasti, place)
        return place

    def take_names(self, frame):
        """What the variables of the program hold, before its next statement."""
        for name, tensor in variables_of(frame):
            if isinstance(tensor, torch.Tensor):
                value = self.find(tensor)
                if value is not None and value.home is self.scope and not value.is_named and \
                        not value.is_attribute:
                    value.name, value.is_named = name, True

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if self.is_paused:
            return func(*args, **kwargs)
        function = function_of(func)
        name = function.name
        if name == "storage":  # before PyTorch 2.0 it is written in Python, and calls itself
            return func(*args, **kwargs)
        if function.is_method and name in _BACKWARD:
            return getattr(self, name)(func, function, args, kwargs)
        if name in operations.DROPOUTS and _draws(args, kwargs) and function.code is None:
            return self.drop(func, function, args, kwargs)
        if name == operations.ATTENTION and _attention_draws(args, kwargs):
            with self:
                return operations.attention(*args, **kwargs)
        if function.code is not None and function.module in self.patched and not function.operator \
                and not function.is_special and function not in self.going:
            return self.go_into(func, function, args, kwargs)
        return self.operate(func, function, args, kwargs)

    def go_into(self, func, function, args, kwargs):
        """What PyTorch writes in Python: what it does is recorded, or itself, if that says more."""
        scope = self.scope
        start, last = len(scope.operations), scope.last
        self.may_pass = True
        self.going.append(function)  # a method in C that it calls has the same name
        try:
            with self:
                out = func(*args, **kwargs)
        finally:
            self.may_pass = False
            self.going.pop()
        made = scope.operations[start:]
        is_whole = function.is_known and made and not function.name.startswith("__") and \
            not any(operation.is_by_chance or operation.call for operation in made) and \
            (len(made) == 1 or any(operation.is_unknown for operation in made))
        if is_whole:
            tensors = _tensors(out)
            values = [self.find(tensor) for tensor in tensors]
            frame = frame_of_program(sys._getframe(1), function.code)
            is_plain = all(value is not None for value in values) and \
                not any(operation.is_statement for operation in made)
            if is_plain:
                del scope.operations[start:]
                scope.last = last
                for value in values:
                    self.take_back(value, function)
                self.write(function, args, kwargs, out, tensors, frame, values)
        return out

    def take_back(self, value, function):
        """It was given, or made by a part of the function that is recorded instead."""
        if value.key:
            self.given.remove(value)
            self.keys.discard(value.key)
            self.paths_given.discard(value.path)
        value.home, value.name, value.is_named = self.scope, _plain_name(function.name), False
        value.key = value.path = value.tensor = value.version = None

    def operate(self, func, function, args, kwargs):
        tensors = _tensors((args, kwargs))
        if function.writes or "out" in kwargs:
            for tensor in tensors:
                self.value(tensor, sys._getframe(1))
            self.before_write(tensors)
            if function.is_setter:
                return self.set(func, function, args, kwargs)
        before = [_version(tensor) for tensor in tensors]
        chance = torch.get_rng_state() if function.may_draw else None
        out = self.run(func, args, kwargs)
        outs = _tensors(out)
        written = [t for t, version in zip(tensors, before) if _version(t) != version]
        if not written and function.writes:
            is_set = function.name == "__setitem__"
            written = tensors[:1] if is_set else [t for t in outs if any(t is other for other in tensors)]
        if not outs and not written and not function.is_setter:
            return out
        if function.is_getter and all(self.find(o) is not None for o in outs):
            return out
        if not written and outs and all(any(o is t for t in tensors) for o in outs) and not function.writes:
            return out  # it gave what it was given
        frame = frame_of_program(sys._getframe(1))
        drew = chance is not None and not torch.equal(chance, torch.get_rng_state())
        if written:
            self.write_in_place(function, args, kwargs, out, outs, written, frame, drew)
        elif self.only_moved(function, args, outs):
            self.bind(outs[0], self.value(args[0], frame))
        elif drew:
            self.write_given(function, outs, frame, f"drawn by {function.public}", by_chance=True)
        else:
            self.write(function, args, kwargs, out, outs, frame)
        return out

    def only_moved(self, function, args, outs):
        """To another device, and nothing else."""
        return function.name in ("to", "cuda", "cpu", "pin_memory") and len(outs) == 1 and \
            isinstance(args[0], torch.Tensor) and outs[0].dtype == args[0].dtype

    def use(self, frame):
        return lambda tensor: Use(self.value(tensor, frame))

    def write(self, function, args, kwargs, out, outs, frame, values=None):
        """Records the operation, if a listing can have it; else what it gave."""
        is_of_all = function.is_getter and function.name == "grad" and _processes() > 1
        try:
            if not function.is_known or is_of_all:
                raise Unwritable
            place = self.place(frame)
            pieces, is_atom = expression(function, args, kwargs, self.use(frame))
        except Unwritable:
            note = "of all processes: this one's own gradient is in it" if is_of_all else \
                f"computed by {function.public}, not explained"
            self.write_given(function, outs, frame, note, values=values)
            return
        values = values or [self.made(tensor, function.name) for tensor in outs]
        operation = Operation(pieces, values, place, is_atom, state=self.state())
        operation.out_names = self.names_of_parts(out, len(values))
        operation.is_idle = function.is_getter
        if len(values) > _MOST_PARTS or (isinstance(out, (tuple, list)) and len(out) != len(values)) or \
                (isinstance(out, (tuple, list)) and len(values) == 1):
            self.write_parts(operation, out, values)
        else:
            self.add(operation)
        for tensor, value in zip(outs, values):
            self.bind(tensor, value)
            if function.name not in operations.WITHOUT_NUMBERS:
                self.keep_numbers(value, tensor)

    def made(self, tensor, name):
        value = Value(self.scope, _plain_name(name))
        value.shape = tuple(tensor.shape)
        return value

    def names_of_parts(self, out, count):
        fields = getattr(out, "_fields", None) or getattr(type(out), "__match_args__", None)
        return [str(field) for field in fields] if fields and len(fields) == count else None

    def write_parts(self, operation, out, values):
        """Many results are one list, and each is a part of it."""
        whole = Value(self.scope, "parts" if not values else values[0].name + "_parts", True)
        operation.outs, operation.out_names = [whole], None
        self.add(operation)
        value = iter(values)
        for i, part in enumerate(out):
            if isinstance(part, torch.Tensor):
                item = Operation([Use(whole, True), f"[{i}]"], [next(value)], operation.place,
                                 state=operation.state)
                item.is_idle = True
                self.add(item)

    def keep_numbers(self, value, tensor):
        wanted = self.keep
        if wanted is None:
            wanted = tensor.device.type != "cpu" or tensor.dtype in (torch.float16, torch.bfloat16)
        if wanted and safetensors.can_store(tensor):
            value.kept = tensor.detach().to("cpu", copy=True)

    def write_given(self, function, outs, frame, note, by_chance=False, values=None, called=None):
        place = self.place(frame)
        target = place[0].targets if place else []
        for i, tensor in enumerate(outs):
            name = target[i] if i < len(target) and target[i] and len(target) == len(outs) else None
            value = self.new_given(tensor, called or name or _plain_name(function.name), self.scope)
            if values:  # they are known already
                for field in ("home", "name", "is_named", "key", "path", "root", "requires_grad", "tensor",
                              "version", "shape", "is_integer"):
                    setattr(values[i], field, getattr(value, field))
                self.given[-1] = value = values[i]
            value.requires_grad = False
            self.bind(tensor, value)
            operation = Operation([], [value], place, note=note, state=self.state())
            operation.is_unknown, operation.is_by_chance = not by_chance, by_chance
            self.add(operation)

    def write_in_place(self, function, args, kwargs, out, outs, written, frame, drew):
        self.after_write(written)  # first: from here on they are what this operation left
        place = self.place(frame)
        operation = None
        fresh = [tensor for tensor in outs if self.find(tensor) is None]
        if function.is_known and not drew:
            try:
                pieces, is_atom = expression(function, args, kwargs, self.use(frame))
                values = [self.made(tensor, function.name) for tensor in fresh]
                operation = Operation(pieces, values, place, is_atom, not values, state=self.state())
                operation.out_names = None
                self.add(operation)
                for tensor, value in zip(fresh, values):
                    self.bind(tensor, value)
                    self.keep_numbers(value, tensor)
            except Unwritable:
                operation = None
        if operation is None:
            what = "drawn by" if drew else "computed by"
            more = "" if drew else ", not explained"
            for tensor in written:
                numbers = self.new_given(tensor.detach().clone(), _plain_name(function.name), self.scope)
                numbers.requires_grad = False
                target = Use(self.value_at_write(tensor), True)
                row = Operation([target, ".copy_(", Use(numbers), ")"], [], place, is_statement=True,
                                note=f"{what} {function.public}{more}", state=self.state())
                row.is_by_chance = drew
                self.add(row)
            if fresh:
                self.write_given(function, fresh, frame, f"{what} {function.public}{more}")

    def value_at_write(self, tensor):
        value = self.find(tensor)
        value.version = _version(tensor) if value.version is not None else None
        return value

    def set(self, func, function, args, kwargs):
        """x.grad = None, x.data = y, x.requires_grad = True."""
        had = function.name == "grad" and args[0].grad is not None
        out = func(*args, **kwargs)
        if function.name == "grad" and not had and (len(args) < 2 or args[1] is None):
            return out
        if function.name in ("grad", "data", "requires_grad") and len(args) == 2:
            frame = frame_of_program(sys._getframe(1))
            self.after_write([args[0]])
            place = self.place(frame)
            pieces, is_atom = expression(function, args, kwargs, self.use(frame))
            self.add(Operation(pieces, [], place, is_atom, True, state=self.state()))
        return out

    # ---- dropout -----------------------------------------------------------------------------

    def drop(self, func, function, args, kwargs):
        """A dropout is a product with a mask that is given: of ones, it is the mask."""
        input = args[0]
        frame = frame_of_program(sys._getframe(1))
        ones = torch.ones_like(input)
        mask = func(ones, *args[1:], **kwargs)
        self.write_given(function, [mask], frame, f"drawn by {function.public}", by_chance=True,
                         called="dropout_mask")
        with self:
            return input.mul_(mask) if function.name.endswith("_") else input * mask

    # ---- gradients ---------------------------------------------------------------------------

    def backward(self, func, function, args, kwargs):
        frame = frame_of_program(sys._getframe(1))
        place = self.place(frame)
        kwargs = {k: v for k, v in kwargs.items() if v is not None and v is not False}
        args = [argument for i, argument in enumerate(args) if i == 0 or argument is not None]
        pieces, _ = expression(function, args, kwargs, self.use(frame))
        self.has_backward = True
        self.add(Operation(pieces, [], place, is_statement=True, state=self.state()))
        return self.run(func, args, kwargs)

    def register_hook(self, func, function, args, kwargs):
        """A hook of a gradient is a function of the listing, recorded when backward() calls it."""
        tensor, hook = args[0], args[1] if len(args) > 1 else kwargs["hook"]
        frame = frame_of_program(sys._getframe(1))
        value, place = self.value(tensor, frame), self.place(frame)
        self.hooks += 1
        call = Call(self.program, name=f"hook_{self.hooks}", is_open=True)
        self.add(Operation([Use(value, True), f".{function.name}({call.name})"], [], place,
                           is_statement=True, state=self.state()))
        self.all_calls.append(call)

        def recorded(grad):
            if self.is_paused or not self.is_entered or call.is_recorded:
                return hook(grad)
            call.is_recorded = True
            outer, self.scope = self.scope, call
            argument = Value(call, "grad", True)
            self.bind(grad, argument)
            call.parameters.append((argument, "grad"))
            try:
                was_busy, self.is_busy = self.is_busy, False
                with self:
                    out = hook(grad)
                self.is_busy = was_busy
                if isinstance(out, torch.Tensor):
                    call.results.append(self.value(out, None))
                return out
            finally:
                self.scope = outer
        return func(tensor, recorded)

    register_post_accumulate_grad_hook = register_hook

    def retain_grad(self, func, function, args, kwargs):
        frame = frame_of_program(sys._getframe(1))
        place = self.place(frame)
        self.add(Operation([Use(self.value(args[0], frame), True), ".retain_grad()"], [], place,
                           is_statement=True, state=self.state()))
        return func(*args, **kwargs)

    # ---- calls of modules --------------------------------------------------------------------

    def call_module(self, original, module, args, kwargs):
        if not self.is_entered or self.is_busy:
            return original(module, *args, **kwargs)
        was_paused = self.is_paused
        root, path = self.path_of(module)
        is_root = self.scope is self.program and not was_paused and not self.only
        if self.only and was_paused and path in self.only:
            self.is_paused, is_root = False, True
        if is_root and self.scope is self.program:
            self.step += 1
            if self.steps is not None and self.step > self.steps:
                self.is_paused = True
        if self.is_paused:
            return original(module, *args, **kwargs)
        try:
            return self.record_call(original, module, root, path, args, kwargs)
        finally:
            self.is_paused = was_paused if self.only else self.is_paused

    def path_of(self, module):
        row = self.modules.path.get(id(module))
        if row is None:
            frame = frame_of_program(sys._getframe(2))
            name = name_in_program(module, frame) if self.scope is self.program else None
            self.modules.add(name or type(module).__name__.lower(), module)
            row = self.modules.path[id(module)]
        return row

    def record_call(self, original, module, root, path, args, kwargs):
        frame = frame_of_program(sys._getframe(3))
        outer = self.scope
        call = Call(outer, module, root, path)
        place = self.place(frame)
        for name, tensor in _arguments(module, args, kwargs):
            value = self.value(tensor, frame, name)
            call.argument_names.setdefault(value, name)
        calls = self.calls.setdefault(id(module), [])
        call.number, call.state = len(calls) + 1, self.state()
        calls.append(call)
        self.all_calls.append(call)
        operation = Operation([], [], place, state=call.state)
        operation.call = call
        outer.operations.append(operation)
        self.scope = call
        try:
            out = original(module, *args, **kwargs)
        finally:
            self.scope = outer
        for tensor in _tensors(out):
            value = self.value(tensor, None, scope=outer)
            if not value.is_attribute and value.home.is_in(call):
                outer.need(value)
                if value not in call.results:
                    call.give(value)
        targets = place[0].targets if place and isinstance(out, (tuple, list)) else []
        for name, part in zip(targets, out) if len(targets) == len(out) else ():
            if name and isinstance(part, torch.Tensor):
                call.result_names[self.find(part)] = name
        return out

    # ---- optimizers --------------------------------------------------------------------------

    def begin_step(self, optimizer, *_):
        if self.is_paused or self.is_busy:
            return
        frame = frame_of_program(sys._getframe(1))
        self.optimizer_steps += 1
        name = f"{type(optimizer).__name__.lower()}_step_{self.optimizer_steps}"
        call = Call(self.scope, name=name, is_open=True)
        call.state = self.state()
        operation = Operation([], [], self.place(frame), state=self.state())
        operation.call = call
        self.add(operation)
        self.all_calls.append(call)
        self.scope = call

    def end_step(self, optimizer, *_):
        if self.scope.name and self.scope.caller is not None and self.scope.module is None:
            self.scope = self.scope.caller

    # ---- beginning and end -------------------------------------------------------------------

    def patch(self, owner, name, value):
        self.undo.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def begin(self):
        frame = caller()
        self.paths_given = set()
        if self.model is not None:
            self.modules.add(name_in_program(self.model, frame) or "model", self.model)
        for name, value in self.named.items():
            if isinstance(value, torch.Tensor):
                self.bind(value, self.give(value, Value(self.program, name, True), name))
            else:
                self.words[name] = list(value)
        # Functions that PyTorch writes in Python ask these whether a mode is to see them.
        self.patched = set()
        for module in (torch.nn.functional, torch.functional, torch._tensor):
            self.patched.add(module.__name__)
            for name in ("has_torch_function", "has_torch_function_unary", "has_torch_function_variadic"):
                if hasattr(module, name):
                    self.patch(module, name, self.asked(getattr(module, name)))
        original = torch.nn.Module.__call__
        recorder = self

        @functools.wraps(original)
        def called(module, *args, **kwargs):
            return recorder.call_module(original, module, args, kwargs)
        self.patch(torch.nn.Module, "__call__", called)
        optimizer = sys.modules[torch.optim.Optimizer.__module__]
        if hasattr(optimizer, "register_optimizer_step_pre_hook"):
            self.handles = [optimizer.register_optimizer_step_pre_hook(self.begin_step),
                            optimizer.register_optimizer_step_post_hook(self.end_step)]
        else:
            self.handles = []

    def asked(self, real):
        def has(*args):
            if self.may_pass:
                self.may_pass = False
                return False
            return real(*args)
        return has

    def end(self):
        for owner, name, value in reversed(self.undo):
            setattr(owner, name, value)
        for handle in self.handles:
            handle.remove()
        self.undo, self.handles = [], []

    def __enter__(self):
        if self.is_entered:
            return super().__enter__()
        check_path(self.path, self.weights)
        self.begin()
        self.is_entered = True
        super().__enter__()
        return self

    def finish(self, failed):
        self.is_entered = False
        self.end()
        if not failed and not self.program.operations:
            warnings.warn(f"qkv.record: nothing was computed, so that {self.path!r} is empty", stacklevel=3)
        if not failed:
            Listing(self).save()


class record:
    """Records what is computed inside of `with`, and writes a listing that computes it again.

    path     of the listing; its tensors are written beside it, as NAME.safetensors
    model    the module that is called; others are found when they are called
    only     path of a module, or several: only their calls are recorded
    steps    how many calls of the model are recorded
    weights  a .safetensors file, in the listing's folder or below it, that has the parameters already:
             the listing reads them from there
    keep     True: what was computed is kept in NAME.computed.safetensors, to be compared; where it is
             not given, what a GPU computed and what is of 16 bits
    Others are tensors, which get these names, and lists of words, which label the tokens.

    Where torch.distributed runs several processes, only that of rank 0 records; gradients that these
    have summed up are given.
    """

    def __init__(self, path, model=None, *, only=None, steps=None, weights=None, keep=None, **named):
        self.recorder = Recorder(path, model, only, steps, weights, keep, **named) if is_first() else None

    def __enter__(self):
        if self.recorder:
            self.recorder.__enter__()
        return self

    def __exit__(self, kind, value, traceback):
        if self.recorder:
            self.recorder.__exit__(kind, value, traceback)
            self.recorder.finish(kind is not None)


def _processes():
    distributed = torch.distributed
    return distributed.get_world_size() if distributed.is_available() and distributed.is_initialized() else 1


def is_first():
    """Is this the process that records?"""
    if _processes() > 1:
        return torch.distributed.get_rank() == 0
    return os.environ.get("RANK", "0") == "0"


def check_path(path, weights=None):
    """Only what a recorder wrote is written again, the listing and the tensors beside it."""
    if not path.endswith(".py"):
        raise ValueError(f"qkv.record: {path!r} is to be a listing; give it a name that ends with .py")
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise FileNotFoundError(f"qkv.record: there is no folder {os.path.dirname(path)!r} for {path!r}")
    tensors, is_ours = path[:-3] + ".safetensors", False
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            is_ours = Listing.MARK in file.read(2000)
    is_weights = weights is not None and os.path.abspath(weights) == os.path.abspath(tensors)
    for one in (path, tensors):
        if os.path.exists(one) and (not is_ours or one == tensors and is_weights):
            raise FileExistsError(f"qkv.record: {one!r} is there and was not recorded; give the "
                                  "recording another name, or remove the file")


# ---- arguments -------------------------------------------------------------------------------------

def _tensors(values):
    if isinstance(values, torch.Tensor):
        return [values]
    return [leaf for leaf in _leaves(values) if isinstance(leaf, torch.Tensor)]


def _leaves(values):
    if isinstance(values, slice):
        return [values.start, values.stop, values.step]
    leaves = []
    for leaf in tree_flatten(values)[0]:
        if isinstance(leaf, slice):
            leaves += [leaf.start, leaf.stop, leaf.step]
        elif hasattr(leaf, "__dataclass_fields__"):
            for name in leaf.__dataclass_fields__:
                leaves += _leaves(getattr(leaf, name, None))
        else:
            leaves.append(leaf)
    return leaves


def _arguments(module, args, kwargs):
    """The tensors that a module is called with, each with the name of its parameter."""
    import inspect
    try:
        bound = inspect.signature(module.forward).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        bound = {f"input_{i}": argument for i, argument in enumerate(args)}
    for name, argument in bound.items():
        if isinstance(argument, torch.Tensor):
            yield name, argument
            continue
        tensors = _tensors(argument)
        for i, tensor in enumerate(tensors):
            yield (name if len(tensors) == 1 else f"{name}_{i}"), tensor


def _draws(args, kwargs):
    p = args[1] if len(args) > 1 else kwargs.get("p", 0.5)
    train = args[2] if len(args) > 2 else kwargs.get("train", kwargs.get("training", True))
    return bool(train) and 0 < p < 1


def _attention_draws(args, kwargs):
    return (args[4] if len(args) > 4 else kwargs.get("dropout_p", 0.0)) > 0


def _plain_name(name):
    name = name.strip("_")
    return {"getitem": "part", "T": "transposed", "mT": "transposed"}.get(name, name) or "value"


def _version(tensor):
    try:
        return tensor._version
    except RuntimeError:  # of inference_mode
        return 0


def _address(tensor):
    try:
        storage = tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()
        return storage.data_ptr()
    except (RuntimeError, NotImplementedError):
        return 0

