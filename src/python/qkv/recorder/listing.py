"""A recording as text: a class for each kind of module, and a statement for each operation."""
import keyword
import os
import re

import torch

from . import safetensors
from .recording import Use

_WIDTH = 100  # columns of a line; a longer one is only an expression that is not split
_RESERVED = {"torch", "nn", "F", "t", "self", "load_file", "assembled", "float", "getattr",
             *keyword.kwlist}

_HEAD = '''\
"""{title}

{mark} under PyTorch {version}. Its tensors are in {tensors}.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file

t = load_file({tensors!r})
'''

_ASSEMBLED = '''

def assembled(name, model, parts, buffers=()):
    """The model: its modules at their paths, with the tensors of the file that are called after it."""
    for path, part in parts.items():
        owner, _, attribute = path.rpartition(".")
        model.get_submodule(owner).add_module(attribute, part)
    for key, tensor in t.items():
        root, _, path = key.partition(".")
        owner, _, attribute = path.rpartition(".")
        if root == name and (not owner or owner in parts):
            is_buffer = path in buffers or not tensor.is_floating_point()
            setattr(model.get_submodule(owner), attribute, tensor if is_buffer else {parameter})
    return model
'''


def _identifier(name):
    name = re.sub(r"\W", "_", name) or "value"
    return "_" + name if name[0].isdigit() else name


def _attribute(text, path):
    """`text` and what is at the path from there: "self.h[0].attn"."""
    parts = path.split(".") if path else []
    for i, part in enumerate(parts):
        if part.isdigit() and i < len(parts) - 1 or part.isdigit() and path.endswith("."):
            text = f"{text}[{part}]"
        elif part.isidentifier() and not keyword.iskeyword(part):
            text = f"{text}.{part}"
        elif part:
            text = f"getattr({text}, {part!r})"
    return text


def _module(text, path):
    return _attribute(text, path + ".") if path else text


class Body:
    """The statements of one call, with names for its values."""

    def __init__(self, listing, call):
        self.listing, self.call = listing, call
        listing.bodies[call] = self
        self.target_names = {}
        self.names, self.holder = {}, {}
        self.inlined = {}  # value -> its operation
        self.operations = call.operations
        self.position = {}
        self.last_use = {}
        self.count = {}    # of a name: values that had it
        self.targets()
        self.decide()
        self.parameters = [self.name(value, name or value.name, -1) for value, name in call.parameters]
        self.lines = []
        self.write()

    # ---- what is named -----------------------------------------------------------------------

    def targets(self):
        """The last operation of a statement gives what the statement assigns."""
        last = {}
        for operation in self.operations:
            if operation.place and self.outs(operation):
                last[operation.place[1]] = operation
        for operation in last.values():
            names, outs = operation.place[0].targets, self.outs(operation)
            if operation.call and operation.call.result_names:
                for value, name in operation.call.result_names.items():
                    self.target(value, name)
            elif len(names) == len(outs):
                for name, value in zip(names, outs):
                    self.target(value, name)
            elif len(names) == 1 and names[0]:
                for i, value in enumerate(outs):
                    self.target(value, f"{names[0]}_{i}")

    def target(self, value, name):
        if name and not value.is_attribute and name != "_" and self.own_name(value) is None:
            self.target_names[value] = name

    def own_name(self, value):
        """What the program calls it here, if anything."""
        if value.is_named and value.home is self.call:
            return value.name
        return self.target_names.get(value)

    @staticmethod
    def outs(operation):
        return operation.call.results if operation.call else operation.outs

    def decide(self):
        uses, user = {}, {}
        for i, operation in enumerate(self.operations):
            self.position[operation] = i
            for value in operation.uses():
                uses[value] = uses.get(value, 0) + 1
                user[value] = operation
        for value in self.call.results:
            uses[value] = uses.get(value, 0) + 1
            user[value] = None
        for operation in reversed(self.operations):
            if self.may_inline(operation, uses, user):
                value = self.outs(operation)[0]
                consumer = user[value]
                self.inlined[value] = operation
                self.position[operation] = self.position.get(consumer, len(self.operations))
            for value in operation.uses():
                self.last_use[value] = max(self.last_use.get(value, 0), self.position[operation])
        for value in self.call.results:
            self.last_use[value] = len(self.operations) + 1

    def may_inline(self, operation, uses, user):
        outs = self.outs(operation)
        if operation.is_statement or not (operation.pieces or operation.call) or len(outs) != 1:
            return False
        value = outs[0]
        if self.own_name(value) or value.is_attribute or uses.get(value) != 1 or \
                value in self.listing.pinned or operation.note:
            return False
        consumer = user[value]
        if consumer is None:
            return self.stays(operation, len(self.operations))
        return consumer.place is operation.place and consumer.state == operation.state and \
            self.stays(operation, self.position[consumer])

    def stays(self, operation, at):
        """Is nothing written between it and where its result is used?"""
        for other in self.operations[self.position[operation] + 1:at]:
            if other.is_statement or other.call and not self.is_inlined(other):
                return False
        return True

    def is_inlined(self, operation):
        outs = self.outs(operation)
        return len(outs) == 1 and self.inlined.get(outs[0]) is operation

    def name(self, value, base, at, taken=()):
        base = _identifier(base or "value")
        name, number = base, 2
        while name in taken or not self.is_free(name, at):
            name, number = f"{base}_{number}", number + 1
        self.names[value] = name
        self.holder[name] = value
        nth = self.count[name] = self.count.get(name, 0) + 1
        # What an optimizer or a hook hands on may have been written to since.
        if value.kept is not None and at >= 0 and (value.home is self.call or value.home.module is not None):
            self.listing.keep(self.call, name, nth, value)
        return name

    def is_free(self, name, at):
        if name in _RESERVED or name in self.listing.reserved:
            return False
        holder = self.holder.get(name)
        return holder is None or (self.last_use.get(holder, -1) <= at and holder not in self.listing.pinned
                                  and at >= 0)

    # ---- text --------------------------------------------------------------------------------

    def text(self, value):
        if value.key:
            self.listing.used.add(value)
        if value.is_attribute:
            call, root, path = self.call, value.root, value.path
            prefix = call.path + "." if call.path else ""
            if call.module is not None and call.root == root and path.startswith(prefix):
                return _attribute("self", path[len(prefix):])
            self.listing.needs_root(root)
            return _attribute(root, path)
        if value in self.names:
            return self.names[value]
        if self.call.is_open:
            return self.listing.body(self.call.caller).text(value)
        return "missing"

    def operand(self, value, is_tight=False):
        operation = self.inlined.get(value)
        if operation is None:
            return self.text(value)
        text = self.expression(operation)
        return f"({text})" if is_tight and not operation.is_atom else text

    def expression(self, operation):
        if operation.call:
            return self.listing.call_text(self, operation.call)
        return "".join(self.operand(piece.value, piece.tight) if isinstance(piece, Use) else piece
                       for piece in operation.pieces)

    def write(self):
        baseline = self.listing.state(self.call.state)
        comment = state = None
        state = baseline
        for i, operation in enumerate(self.operations):
            if self.is_inlined(operation):
                continue
            lines = self.statement(operation, i)
            if lines[0].startswith("#"):
                self.lines += [("    " if state != baseline else "") + line for line in lines]
                continue
            now = self.listing.state(operation.state) if operation.state else baseline
            if now != state and now != baseline:
                self.lines.append(self.listing.with_state(baseline, now))
            state = now
            indent = "    " if now != baseline else ""
            place = operation.place
            if place and place[0] is not comment and not place[0].text.startswith(("def ", "class ")):
                comment = place[0]
                self.lines.append(indent + place[0].comment())
            self.lines += [indent + line for line in lines]

    def statement(self, operation, i):
        note = f"  # {operation.note}" if operation.note else ""
        outs = self.outs(operation)
        if not operation.pieces and not operation.call:  # it was given
            value = outs[0]
            if value.is_attribute or self.call.caller is not None or value not in self.listing.needed:
                return [f"# {self.text(value) if value.is_attribute else value.key}: {operation.note}"]
            self.listing.placed.add(value)
            self.listing.used.add(value)
            name = self.name(value, value.name, i)
            return [f"{name} = {self.listing.given_text(value)}{note}"]
        text = self.expression(operation)
        if operation.is_statement or not outs:
            return [text + note]
        left = []
        for k, value in enumerate(outs):
            name = self.own_name(value) or (operation.out_names or {k: self.plain_name(operation, value)})[k]
            left.append(self.name(value, name, self.position[operation], left))
        left = ", ".join(left)
        return [f"{left} = {text}{note}"]

    @staticmethod
    def plain_name(operation, value):
        """Of what a call gave, what the module is called in its owner."""
        if not operation.call:
            return value.name
        parts = [part for part in (operation.call.path or "").split(".") if part and not part.isdigit()]
        return parts[-1] if parts else value.name

    def returned(self):
        return ", ".join(self.operand(value) for value in self.call.results)


class Listing:
    MARK = "Recorded by qkv"

    def __init__(self, recorder):
        self.recorder = recorder
        self.path = recorder.path
        self.program = recorder.program
        self.bodies, self.methods = {}, {}
        self.used, self.placed, self.pinned, self.needed = set(), set(), set(), set()
        self.roots, self.kept = [], {}
        self.reserved = set(recorder.modules.roots) | set(recorder.words)
        self.classes = {}       # text -> name
        self.class_names = set()
        self.calls = [call for call in recorder.all_calls]
        self.simplify()
        self.link()

    # ---- before it is text -------------------------------------------------------------------

    def simplify(self):
        """Calls in which nothing happens are left out; the one operation of a plain module is written without its call."""
        for call in reversed(self.calls):
            if call.caller is None or call.is_open:
                continue
            outer = call.caller
            at = next((i for i, o in enumerate(outer.operations) if o.call is call), None)
            if at is None:
                continue
            is_plain = call.module is not None and type(call.module).__module__.startswith("torch.nn")
            if not call.operations:
                del outer.operations[at]
            elif is_plain and len(call.operations) == 1 and call.operations[0].pieces:
                operation, place = call.operations[0], outer.operations[at].place
                operation.place = place
                for value in operation.outs:
                    value.home = outer
                    name = (call.path or "").split(".")[-1]
                    value.is_named = False
                    value.name = type(call.module).__name__.lower() if not name or name.isdigit() else name
                outer.operations[at] = operation
            else:
                continue
            call.operations = []
            call.results = []
        self.calls = [call for call in self.calls if call.operations]
        used = {value for call in [self.program, *self.calls] for operation in call.operations
                if not operation.call for value in operation.uses()}
        used.update(value for call in self.calls for value in call.results)
        for call in [self.program, *self.calls]:
            call.operations = [operation for operation in call.operations
                               if not operation.is_idle or used.intersection(operation.outs)]

    def link(self):
        for call in [self.program, *self.calls]:
            for operation in call.operations:
                for value in operation.uses() if not operation.call else ():
                    call.need(value)
                    self.note_needed(value)
                    if call.is_open and value.home is not call and not value.is_attribute:
                        self.pinned.add(value)
            for value in call.results:
                self.note_needed(value)
        # What a call gives that another needs was found on the way; the order of results is that of use.

    def note_needed(self, value):
        if value.key and not value.is_attribute:
            self.needed.add(value)

    def state(self, state):
        grad, dtype = state or (True, None)
        return (grad or not self.recorder.has_backward), dtype

    @staticmethod
    def with_state(outer, inner):
        parts = []
        if inner[0] != outer[0]:
            parts.append("torch.enable_grad()" if inner[0] else "torch.no_grad()")
        if inner[1] != outer[1]:
            parts.append(f'torch.autocast("cpu", dtype={inner[1]})' if inner[1] else
                         'torch.autocast("cpu", enabled=False)')
        return f"with {', '.join(parts)}:"

    # ---- calls -------------------------------------------------------------------------------

    def body(self, call):
        return self.bodies.get(call) or Body(self, call)

    def method(self, call):
        """Name of the method, or function, that a call is of."""
        if call.module is None:
            return call.name
        texts = self.methods.setdefault(id(call.module), [])
        for earlier in self.recorder.calls[id(call.module)]:
            if earlier.operations and not hasattr(earlier, "method"):
                earlier.method = f"forward_{earlier.number}"  # while it is being written
                text = self.function(earlier, "self")
                if text not in texts:
                    texts.append(text)
                number = texts.index(text) + 1
                earlier.method = "forward" if number == 1 else f"forward_{number}"
            if earlier is call:
                break
        return call.method

    def function(self, call, *first):
        """Its parameters and its lines, without its name."""
        body = self.body(call)
        lines = [f"({', '.join([*first, *body.parameters])}):"]
        lines += ["    " + line for line in body.lines]
        if call.results:
            lines.append(f"    return {body.returned()}")
        elif all(line.lstrip().startswith("#") for line in body.lines):
            lines.append("    pass")
        return "\n".join(lines)

    def call_text(self, body, call):
        method = self.method(call)
        arguments = ", ".join(body.operand(value) for value, _ in call.parameters)
        if call.module is None:
            return f"{method}({arguments})"
        within = body.call
        prefix = within.path + "." if within.path else ""
        if within.module is not None and within.root == call.root and call.path != within.path and \
                call.path.startswith(prefix):
            target = _module("self", call.path[len(prefix):])
        elif within.module is call.module:
            target = "self"
        else:
            self.needs_root(call.root)
            target = _module(call.root, call.path)
        return f"{target}({arguments})" if method == "forward" else f"{target}.{method}({arguments})"

    def needs_root(self, root):
        if root not in self.roots:
            self.roots.append(root)

    def keep(self, call, name, nth, value):
        path = ".".join(filter(None, (call.root, call.path))) if call.module is not None else call.name
        where = (path or "") + (f"({call.number})" if call.number > 1 else "")
        key = (where + "." if where else "") + name + (f"@{nth}" if nth > 1 else "")
        self.kept[key] = value.kept

    # ---- modules -----------------------------------------------------------------------------

    def class_of(self, module):
        """The class that has what was computed in the calls of a module; None: nothing was."""
        calls = [call for call in self.recorder.calls.get(id(module), ()) if call.operations]
        if not calls:
            return None
        for call in calls:
            self.method(call)
        texts = self.methods[id(module)]
        has_items = any(name.isdigit() for name, _ in module.named_children())
        base = "nn.ModuleList" if has_items else "nn.Module"
        methods = "\n\n".join(
            "    def forward" + (f"_{i + 1}" if i else "") + text.replace("\n", "\n    ")
            for i, text in enumerate(texts))
        wanted = _identifier(type(module).__name__)
        known = self.classes.get((wanted, base, methods))
        if known:
            return known
        name, number = wanted, 2
        while name in self.class_names or name in _RESERVED or name in self.reserved:
            name, number = f"{wanted}_{number}", number + 1
        self.class_names.add(name)
        self.classes[(wanted, base, methods)] = name
        return name

    def parts_of(self, root):
        """Path -> what makes the module there, for those that are needed."""
        modules = dict(self.recorder.modules.roots[root].named_modules())
        needed = {""}
        for value in self.used:
            if value.is_attribute and value.root == root:
                needed.add(value.path.rpartition(".")[0])
        for call in self.calls:
            if call.root == root:
                needed.add(call.path)
        for path in list(needed):
            while path:
                path = path.rpartition(".")[0]
                needed.add(path)
        for path in list(needed):  # the items of a list are counted from 0
            owner, _, name = path.rpartition(".")
            if name.isdigit():
                needed.update(f"{owner}.{i}".lstrip(".") for i in range(int(name)))
        parts = {}
        order = {path: i for i, path in enumerate(modules)}
        for path in sorted(needed, key=lambda path: (order.get(path, -1))):
            module = modules.get(path)
            kind = self.class_of(module) if module is not None else None
            has_items = module is not None and any(n.isdigit() for n, _ in module.named_children())
            parts[path] = (kind or ("nn.ModuleList" if has_items else "nn.Module")) + "()"
        return parts

    def root_text(self, root):
        parts = self.parts_of(root)
        attributes = {path: is_parameter for _, path, is_parameter in
                      (row for row in self.recorder.modules.tensor.values() if row[0] == root)}
        buffers = sorted(value.path for value in self.used if value.is_attribute and value.root == root and
                         not attributes.get(value.path))
        lines = [f"{root} = assembled({root!r}, {parts.pop('')}, {{"]
        lines += [f"    {path!r}: {kind}," for path, kind in parts.items()]
        if buffers:
            lines[-1:] = [lines[-1], "}, {"] if parts else [lines[0] + "}, {"]
            lines += [f"    {path!r}," for path in buffers]
        text = "\n".join(lines)
        return text + ("\n})" if parts or buffers else "})")

    # ---- all of it ---------------------------------------------------------------------------

    def given_text(self, value):
        grad = self.recorder.has_backward and value.requires_grad
        return f't["{value.key}"]' + (".requires_grad_()" if grad else "")

    def axes_text(self, values):
        """The tokens that were named label what has as many."""
        lines, words = [], self.recorder.words
        for name, items in words.items():
            lines.append(f"{name} = {[str(item) for item in items]!r}")
        notes = []
        for name, items in words.items():
            whole = [v for v in values if v.is_integer and v.shape[-1:] == (len(items),)]
            rows = [v for v in values if len(v.shape) > 1 and v.shape[-2] == len(items)]
            for value in whole or rows[:1]:
                axes = ["batch"] * (len(value.shape) - (1 if whole else 2)) + [name]
                axes += [] if whole else ["features"]
                if len(set(axes)) == len(axes):
                    notes.append(f"#| axes: {self.body(self.program).names[value]} = {', '.join(axes)}")
        return lines, notes

    def text(self):
        recorder, program = self.recorder, self.program
        givens = [value for value in recorder.given if value in self.needed or
                  (value.home is program and value.is_named and value.name in recorder.named)]
        in_place = {value for operation in program.operations if not operation.pieces and not operation.call
                    for value in operation.outs}
        first = [value for value in givens if value not in in_place and not value.is_attribute]
        program.parameters = [(value, value.name) for value in first]
        body = self.body(program)
        self.used.update(first)
        open_calls = [call for call in self.calls if call.module is None]
        functions = [f"\n\ndef {call.name}{self.function(call)}\n" for call in open_calls]
        roots = [(root, self.root_text(root)) for root in self.ordered_roots()]
        storage = os.path.basename(self.path)[:-3] + ".safetensors"
        head = _HEAD.format(title=self.title(), mark=self.MARK, tensors=storage, version=torch.__version__)
        head += self.weights_text()
        parts = [head]
        if roots:
            parts.append("\n\n# %% The modules\n")
        for (wanted, base, methods), name in self.classes.items():
            parts.append(f"\n\nclass {name}({base}):\n{methods}\n")
        if roots:
            parameter = "nn.Parameter(tensor)" if recorder.has_backward else \
                "nn.Parameter(tensor, requires_grad=False)"
            parts.append(_ASSEMBLED.replace("{parameter}", parameter))
            parts.append("\n")
            parts += [f"\n{text}\n" for _, text in roots]
        parts += functions
        words, notes = self.axes_text(first)
        if words or first:
            parts.append("\n# %% What it is given\n")
            parts += [line + "\n" for line in words + notes]
            parts += [f"{body.names[value]} = {self.given_text(value)}\n" for value in first]
        parts.append("\n# %% What is computed\n")
        parts.append("\n".join(body.lines) + "\n")
        return "".join(parts)

    def ordered_roots(self):
        found = {call.root for call in self.calls if call.module is not None} | set(self.roots)
        found |= {value.root for value in self.used if value.is_attribute}
        return [root for root in self.recorder.modules.roots if root in found]

    def title(self):
        for operation in self.program.operations:
            if operation.place:
                return f"{operation.place[0].text[:80].rstrip()}".replace('"""', "'''").replace("\\", "") + "."
        return "A PyTorch program."

    # ---- files -------------------------------------------------------------------------------

    def weights_text(self):
        """Parameters that a file of the model's own has are read from there."""
        self.elsewhere = set()
        if not self.recorder.weights:
            return ""
        folder = os.path.dirname(os.path.abspath(self.path))
        relative = os.path.relpath(os.path.abspath(self.recorder.weights), folder)
        if relative.startswith(os.pardir):
            raise ValueError(f"qkv.record: weights={self.recorder.weights!r} is to be in the folder of the "
                             "listing or below it: qkv reads nothing from outside")
        reader = safetensors.Reader(self.recorder.weights)
        prefixes = {}
        for value in self.used:
            if not value.is_attribute:
                continue
            parts = value.path.split(".")
            for i in range(len(parts)):
                if reader.has(".".join(parts[i:]), value.tensor):
                    prefixes.setdefault(".".join([value.root, *parts[:i]]) + ".", []).append(value)
                    break
        lines = []
        for prefix, values in prefixes.items():
            self.elsewhere.update(values)
            lines.append(f't.update({{"{prefix}" + name: tensor for name, tensor in '
                         f"load_file({relative!r}).items()}})\n")
        return "".join(lines)

    def save(self):
        text = self.text()
        stem = self.path[:-3]
        tensors = {value.key: value.tensor for value in self.recorder.given
                   if value in self.used and value not in self.elsewhere}
        safetensors.write(stem + ".safetensors", tensors)
        if self.kept:
            safetensors.write(stem + ".computed.safetensors", self.kept)
        elif os.path.exists(stem + ".computed.safetensors"):
            os.remove(stem + ".computed.safetensors")
        with open(self.path + ".tmp", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(self.path + ".tmp", self.path)
