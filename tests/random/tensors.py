"""Random programs of tensors: ranks 0 to 4, sizes 0 and 1, every dtype, views, writes in place. Two in
five are of half types above all, mixed with the others."""
import math

import torch

TYPES = ["float32"] * 6 + ["float64", "int64", "int64", "int32", "int16", "int8", "uint8", "bool"]
HALVES = ["bfloat16"] * 6 + ["float16"] * 6 + TYPES[3:]
HALF_PROGRAMS = 0.4
STATEMENTS = 20
MOST_CELLS = 200

SHOW = """\
import torch
import torch.nn.functional as F
torch.manual_seed(1)
def show(*values):
    for x in values:
        if isinstance(x, torch.Tensor):
            print(x, x.dtype, tuple(x.shape), x.stride())
        elif isinstance(x, (tuple, list)):
            show(*x)
        else:
            print(x)"""


def fresh():
    torch.set_printoptions(profile="default", sci_mode=None)
    return {"__name__": "__main__"}


# ---- numbers and shapes --------------------------------------------------------------------------


def sizes(rng, rank=None):
    rank = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]) if rank is None else rank
    return [rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5] if rng.random() < 0.4 else [1, 2, 3, 4])
            for _ in range(rank)]


def magnitude(rng):
    """A function that makes numbers of one kind."""
    return rng.choice([
        lambda: rng.randint(-5, 5),
        lambda: rng.randint(-20, 20) / 4,
        lambda: round(rng.uniform(-2, 2), 3),
        lambda: round(rng.gauss(0, 1), 6),
        lambda: float("%.4g" % (rng.gauss(0, 1) * 10 ** rng.randint(-6, 6))),
        lambda: float("%.3g" % (rng.gauss(0, 1) * 10 ** rng.randint(-30, 30))),
        lambda: rng.choice([0.0, -0.0, 1.0, -1.0, 0.5, math.inf, -math.inf, math.nan, 2.0]),
        lambda: rng.uniform(0.001, 3),
    ])


def literal(rng, dtype):
    if dtype == "bool":
        return lambda: rng.random() < 0.5
    if "float" in dtype:
        return magnitude(rng)
    low, high = rng.choice([(-5, 6), (0, 4), (-128, 127), (1, 9)])
    return lambda: max(rng.randint(low, high), 0 if dtype == "uint8" else low)


def nested(number, shape):
    if not shape:
        x = number()
        return f"float('{x}')" if isinstance(x, float) and not math.isfinite(x) else repr(x)
    return "[" + ", ".join(nested(number, shape[1:]) for _ in range(shape[0])) + "]"


# ---- what a statement is made of -------------------------------------------------------------------


class Maker:
    """Makes statements from the tensors there are."""

    def __init__(self, rng, names, types=TYPES):
        self.rng, self.names, self.types, self.count = rng, names, types, 0

    def tensors(self):
        return [k for k, x in self.names.items() if k[0] == "t" and k[1:].isdigit()
                and isinstance(x, torch.Tensor) and x.numel() <= MOST_CELLS]

    def one(self, where=None):
        """The name of a tensor, of those that `where` holds for if there are any."""
        known = self.tensors()[-9:]
        fitting = [k for k in known if where(self.names[k])] if where else known
        return self.rng.choice(fitting or known)

    def floating(self):
        return self.one(lambda x: x.is_floating_point())

    def like(self, name):
        """One that probably broadcasts with the tensor `name`."""
        shape = self.names[name].shape

        def fits(x):
            return all(a == b or 1 in (a, b) for a, b in zip(x.shape[::-1], shape[::-1]))

        return self.one(fits if self.rng.random() < 0.9 else None)

    def of(self, name):
        return self.names[name]

    def dim(self, name, extra=0):
        rank = self.of(name).dim() + extra
        if self.rng.random() < 0.03:
            return self.rng.randint(-5, 5)
        return self.rng.randint(-rank, rank - 1) if rank else self.rng.choice([0, -1])

    def dims(self, name):
        rank = self.of(name).dim()
        return tuple(self.rng.sample(range(rank), self.rng.randint(0, rank)))

    def number(self):
        return self.rng.choice(["2", "-1", "0", "3", "0.5", "-1.5", "1e-3", "2.0", "True", "100",
                                "float('inf')", "float('nan')", "1e5", "0.1", "1.702", "-0.7",
                                "0.0123", str(round(self.rng.uniform(-3, 3), 3))])

    def dtype(self):
        return "torch." + self.rng.choice(self.types)

    def typed(self):
        """What ends the arguments of a function that makes a tensor: a half type, or nothing."""
        if self.types is TYPES or self.rng.random() < 0.3:
            return ""
        return f", dtype=torch.{self.rng.choice(['bfloat16', 'float16'])}"

    def flag(self):
        return self.rng.choice(["True", "False"])

    def new(self, expression):
        """A statement that names what the expression makes."""
        name = f"t{self.count}"
        self.count += 1
        return f"{name} = {expression}; show({name})"

    def index(self, name):
        """What may stand between the brackets after the tensor."""
        rng, parts = self.rng, []
        for size in self.of(name).shape[: rng.randint(0, self.of(name).dim())]:
            parts.append(rng.choice([
                lambda: str(rng.randint(-size, size - 1) if size else 0),
                lambda: ":",
                lambda: f"{rng.randint(0, max(size - 1, 0))}:",
                lambda: f":{rng.randint(-1, size)}",
                lambda: f"::{rng.randint(1, 2)}",
                lambda: "None",
                lambda: str([rng.randint(-size, size - 1) if size else 0
                             for _ in range(rng.randint(1, 3))]),
            ])())
        if rng.random() < 0.15:
            parts.insert(rng.randint(0, len(parts)), "...")
        if rng.random() < 0.08:
            parts.append(str(rng.randint(-6, 6)))
        return ", ".join(parts) or "..."


ONE = """abs neg exp log sqrt rsqrt sin cos tan tanh sigmoid relu round floor ceil trunc frac sign
square reciprocal exp2 expm1 log2 log10 log1p erf erfc sinh cosh asin acos atan isnan isinf isfinite
nan_to_num logical_not positive deg2rad rad2deg clone contiguous logit signbit sgn""".split()
ACTIVATIONS = """relu gelu silu elu selu celu leaky_relu hardtanh relu6 softplus logsigmoid mish
hardswish hardsigmoid tanh sigmoid softsign tanhshrink""".split()
TWO = """add sub mul div pow remainder floor_divide fmod maximum minimum atan2 eq ne lt le gt ge
logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor fmax fmin hypot logaddexp
xlogy true_divide""".split()
SYMBOLS = "+ - * / // % ** == != < <= > >= & | ^".split()
REDUCTIONS = "sum mean prod amax amin any all max min argmax argmin std var norm logsumexp median nansum".split()
IN_PLACE = "add sub mul div pow copy eq".split()
DIVIDING = "remainder fmod floor_divide".split()  # by 0 they end with some cells written
CASTS = "float double int long short byte char bool half bfloat16".split()


# Each makes the text of one statement.


def create(m):
    rng, dtype, typed = m.rng, m.rng.choice(m.types), m.typed()
    shape = sizes(rng)
    while math.prod(shape) > MOST_CELLS:
        shape = sizes(rng)
    size = ", ".join(map(str, shape)) or "()"
    return m.new(rng.choice([
        lambda: f"torch.tensor({nested(literal(rng, dtype), shape)}, dtype=torch.{dtype})",
        lambda: f"torch.tensor({nested(literal(rng, dtype), shape)})",
        lambda: f"torch.zeros({size}, dtype=torch.{dtype})",
        lambda: f"torch.ones({size}, dtype=torch.{dtype})",
        lambda: f"torch.full(({size}{',' if shape else ''}), {m.number()}{typed})" if shape
        else f"torch.full((), {m.number()}{typed})",
        lambda: f"torch.arange({rng.randint(-3, 3)}, {rng.randint(-3, 12)}, {rng.choice([1, 2, 3, 0.5])}{typed})",
        lambda: f"torch.linspace({rng.randint(-3, 3)}, {rng.randint(-3, 3)}, {rng.randint(0, 7)}{typed})",
        lambda: f"torch.eye({rng.randint(0, 4)}{typed})",
        lambda: f"torch.arange({math.prod(shape)}).reshape({size})",
        lambda: f"torch.arange({math.prod(shape)}.{typed}).reshape({size})",
        lambda: f"torch.randn({size}{typed})",
        lambda: f"torch.rand({size}{typed})",
        lambda: f"torch.randint({rng.randint(-3, 2)}, {rng.randint(3, 9)}, ({size}{',' if shape else ''}))"
        if shape else "torch.randint(5, (2, 2))",
    ])())


def unary(m):
    name = m.rng.choice(ONE)
    x = m.one()
    return m.new(m.rng.choice([f"torch.{name}({x})", f"{x}.{name}()"]) if name != "contiguous"
                 else f"{x}.contiguous()")


def activation(m):
    return m.new(f"F.{m.rng.choice(ACTIVATIONS)}({m.floating()})")


def binary(m):
    a = m.one()
    b = m.like(a) if m.rng.random() < 0.7 else m.number()
    if m.rng.random() < 0.5:
        if m.rng.random() < 0.4:
            a, b = b, a
        return m.new(f"{a} {m.rng.choice(SYMBOLS)} {b}")
    return m.new(f"torch.{m.rng.choice(TWO)}({a}, {b})")


def three(m):
    a = m.one()
    b, c = m.like(a), m.like(a)
    mask = m.one(lambda x: x.dtype == torch.bool)
    return m.new(m.rng.choice([
        f"torch.where({mask}, {a}, {b})",
        f"torch.where({a} > {m.number()}, {b}, {m.number()})",
        f"{a}.masked_fill({mask}, {m.number()})",
        f"{a}.masked_fill({b} > 0, {m.number()})",
        f"torch.addcmul({a}, {b}, {c})",
        f"torch.lerp({a}, {b}, {m.rng.choice(['0.5', '0.25', c])})",
        f"{a}.clamp({m.rng.choice(['-1', '0', '0.5'])}, {m.rng.choice(['1', '2', '2.5'])})",
        f"{a}.clamp(min={m.number()})",
        f"torch.isclose({a}, {b})",
        f"torch.allclose({a}, {b})",
        f"torch.equal({a}, {b})",
    ]))


def scaled(m):
    """With numbers beside the tensors."""
    a = m.one()
    b, n, k = m.like(a), m.number(), m.number()
    x = m.floating()
    y = m.like(x)
    return m.new(m.rng.choice([
        f"torch.add({a}, {b}, alpha={n})", f"torch.sub({a}, {b}, alpha={n})", f"torch.rsub({a}, {n})",
        f"torch.addcmul({x}, {y}, {y}, value={n})", f"torch.addcdiv({x}, {y}, {y}, value={n})",
        f"torch.lerp({x}, {y}, {n})", f"torch.mul({n}, {a})", f"torch.true_divide({a}, {n})",
        f"torch.remainder({n}, {a})", f"torch.fmod({a}, {n})", f"torch.pow({n}, {a})",
        f"torch.where({a} > {k}, {n}, {b})", f"torch.xlogy({a}, {n})", f"torch.full_like({a}, {n})",
        f"F.leaky_relu({x}, {n})", f"F.threshold({x}, {n}, {k})", f"F.softplus({x}, {m.rng.choice([1, 2, 0.7])})",
        f"F.elu({x}, {m.rng.choice([1.0, 0.7, 1.702])})", f"F.softshrink({x}, 0.3)", f"F.hardshrink({x}, 0.7)",
        f"torch.div({a}, {n}, rounding_mode='{m.rng.choice(['floor', 'trunc'])}')", f"{a}.clamp_max({n})",
        f"torch.tensor({n}) * {a}", f"{a} / torch.tensor({n})", f"{a} - torch.tensor({n}, dtype={m.dtype()})",
        f"F.gelu({x}, approximate='tanh')", f"torch.nan_to_num({x}, {n})", f"{x}.logit(1e-3)",
        f"torch.float_power({a}, {m.rng.choice([2, 0.5, 1.7])})", f"torch.hypot({x}, {y})", f"torch.dist({x}, {y})",
    ]))


def network(m):
    """Of what models are made; the weights may be of another dtype than what they weigh."""
    x = m.one(lambda t: t.is_floating_point() and t.dim())
    last = m.of(x).shape[-1] if m.of(x).dim() else 1
    same = m.one(lambda y: y.dim() == m.of(x).dim() and y.shape[-1:] == m.of(x).shape[-1:]
                 and y.dtype == m.of(x).dtype)
    row = m.one(lambda y: tuple(y.shape) == (last,) and y.is_floating_point())
    return m.new(m.rng.choice([
        f"F.rms_norm({x}, ({last},))", f"F.rms_norm({x}, ({last},), {row})", f"F.rms_norm({x}, ({last},), {row}, 1e-6)",
        f"F.layer_norm({x}, ({last},), {row}, {row})", f"F.layer_norm({x}, ({last},), {row}, None, 1e-3)",
        f"F.scaled_dot_product_attention({x}, {same}, {same})", f"F.softmax({x}, -1, dtype={m.dtype()})",
        f"F.scaled_dot_product_attention({x}, {x}, {x}, is_causal=True)", f"F.linear({x}, {same}, {row})",
        f"F.log_softmax({x}, dim=-1, dtype=torch.float32)", f"F.cross_entropy({x}, torch.zeros({x}.shape[:1], dtype=torch.long))",
        f"F.mse_loss({x}, {same})", f"F.l1_loss({x}, {same})", f"F.smooth_l1_loss({x}, {same})",
        f"F.embedding(torch.tensor([[0, 0]]), {x})", f"({x} @ {same}.mT / {last} ** 0.5).softmax(-1) @ {same}",
        f"({x} - {x}.mean(-1, keepdim=True)) / ({x}.std(-1, keepdim=True) + 1e-5)", f"F.glu({x})",
        f"{x} * {x}.sigmoid()", f"torch.addmm({row}, {x}, {same}.T, alpha={m.rng.choice([1, 0.5, 1.702])})",
        f"F.cosine_similarity({x}, {same})", f"{x}.sum(-1, dtype={m.dtype()})", f"{x}.mean(-1, dtype=torch.float32)",
        f"F.dropout({x}, 0.3)", f"F.huber_loss({x}, {same})", f"torch.logaddexp({x}, {same})",
        f"F.binary_cross_entropy_with_logits({x}, {same})", f"F.kl_div({x}, {same}, reduction='sum')",
    ]))


def move(m):
    x = m.one()
    d, e = m.dim(x), m.dim(x)
    order = list(range(m.of(x).dim()))
    m.rng.shuffle(order)
    repeats = [m.rng.randint(0 if m.rng.random() < 0.1 else 1, 2) for _ in order] or [2]
    return m.new(m.rng.choice([
        f"{x}.transpose({d}, {e})", f"{x}.transpose({d}, {e})", f"{x}.permute({order})",
        f"{x}.unsqueeze({m.dim(x, 1)})", f"{x}.squeeze()", f"{x}.squeeze({d})",
        f"{x}.T" if len(order) < 3 else f"{x}.mT", f"{x}.flip({m.dims(x)})",
        f"{x}.roll({m.rng.randint(-2, 3)}, {d})", f"{x}.repeat({str(repeats)[1:-1]})",
        f"{x}.repeat_interleave({m.rng.randint(0, 3)}, dim={d})",
        f"{x}.expand({m.rng.randint(0, 3)}, {', '.join(['-1'] * len(order))})".replace(", )", ")"),
        f"torch.movedim({x}, {d}, {e})", f"{x}.diagonal()", f"{x}.tril()", f"{x}.triu({m.rng.randint(-1, 1)})",
        f"F.pad({x}, ({m.rng.randint(-1, 2)}, {m.rng.randint(0, 2)}))",
        f"torch.swapaxes({x}, {d}, {e})", f"torch.zeros_like({x})", f"torch.ones_like({x})",
        f"torch.full_like({x}, {m.number()})", f"{x}.detach()",
        f"{x}.narrow({d}, 0, {m.rng.randint(0, 2)})", f"{x}.select({d}, {m.rng.randint(-2, 2)})",
        f"{x}.unfold({d}, {m.rng.randint(1, 3)}, {m.rng.randint(1, 2)})",
        f"torch.rot90({x})", f"torch.diag({x})", f"{x}.new_zeros({m.rng.randint(0, 3)}, 2)",
    ]))


def divisor(m, cells):
    fitting = [d for d in range(1, cells + 1) if cells % d == 0] or [0, 1]
    return m.rng.choice(fitting)


def reshape(m):
    x = m.one()
    cells = m.of(x).numel()
    a = divisor(m, cells)
    b = divisor(m, cells // a if a else 0)
    sizes_given = m.rng.choice(["-1", f"{a}, -1", f"-1, {a}", f"{a}, {b}, -1", f"{cells}, 1",
                                f"{a}, {cells // a if a else 0}", f"-1, {b}, {a}"])
    return m.new(m.rng.choice([
        f"{x}.reshape({sizes_given})", f"{x}.reshape({sizes_given})", f"{x}.view({sizes_given})",
        f"{x}.view({sizes_given})", f"{x}.flatten()", f"{x}.flatten({m.dim(x)}, {m.dim(x)})",
        f"{x}.contiguous()", f"{x}.contiguous().view({sizes_given})", f"{x}.ravel()",
        f"{x}.view_as({m.one()})", f"{x}.reshape_as({m.like(x)})", f"{x}.unflatten({m.dim(x)}, (-1, 1))",
    ]))


def reduce(m):
    x, name = m.one(), m.rng.choice(REDUCTIONS)
    d = m.dim(x)
    if name in ("max", "min", "median", "argmax", "argmin", "any", "all"):
        given = m.rng.choice(["", f"{d}", f"dim={d}", f"{d}, keepdim=True"])
    elif name in ("logsumexp", "prod"):
        given = m.rng.choice([f"{d}", f"{d}, keepdim={m.flag()}"])
    else:
        given = m.rng.choice(["", f"dim={d}", f"dim={m.dims(x)}", f"dim={d}, keepdim={m.flag()}",
                              f"dim={m.dims(x)}, keepdim=True"])
    return m.new(m.rng.choice([f"{x}.{name}({given})",
                               f"torch.{name}({x}{', ' if given else ''}{given})"]))


def along(m):
    x = m.one()
    d, k = m.dim(x), m.rng.randint(0, 3)
    return m.new(m.rng.choice([
        f"{x}.cumsum({d})", f"{x}.cumprod({d})", f"{x}.sort({d})", f"{x}.sort(dim={d}, descending=True)",
        f"{x}.argsort(dim={d}, stable=True)", f"{x}.topk({k}, dim={d})", f"torch.diff({x}, dim={d})",
        f"torch.unique({x})", f"torch.unique({x}, return_counts=True)", f"{x}.cummax({d})",
        f"{x}.kthvalue({max(k, 1)}, {d})", f"{x}.nonzero()", f"torch.count_nonzero({x})",
        f"torch.quantile({x}, {m.rng.choice(['0.5', '0.25', '1.0'])})", f"torch.histc({x}, 4)",
        f"{x}.softmax({d})", f"F.softmax({x}, dim={d})", f"{x}.log_softmax({d})",
        f"F.normalize({x}, dim={d})", f"torch.bincount({x})", f"F.one_hot({x})",
        f"torch.trace({x})", f"{x}.norm({m.rng.choice(['1', '2', 'float(chr(105) + chr(110) + chr(102))', '0', '-1', '3'])})",
        f"torch.std_mean({x})", f"torch.aminmax({x})", f"torch.searchsorted({m.one(lambda t: t.dim() == 1)}, {m.like(x)})",
        f"torch.cov({x})", f"torch.unbind({x}, {d})", f"F.layer_norm({x}, {list(m.of(x).shape[-1:])})",
    ]))


def join(m):
    x = m.one()
    y, d = m.one(lambda y: y.shape == m.of(x).shape), m.dim(x)
    wide = m.one(lambda y: y.dim() == m.of(x).dim())
    return m.new(m.rng.choice([
        f"torch.cat([{x}, {y}], {d})", f"torch.cat([{x}, {wide}], dim={d})", f"torch.stack([{x}, {y}], {d})",
        f"torch.stack(({x}, {x}), dim={m.dim(x, 1)})", f"{x}.split({m.rng.randint(1, 3)}, dim={d})",
        f"{x}.chunk({m.rng.randint(1, 3)}, dim={d})", f"torch.hstack([{x}, {y}])", f"torch.vstack([{x}, {y}])",
        f"torch.tensor_split({x}, {m.rng.randint(1, 3)}, dim={d})", f"torch.meshgrid({m.one(lambda t: t.dim() < 2)}, {m.one(lambda t: t.dim() < 2)}, indexing='ij')",
    ]))


def product(m):
    a = m.floating()
    last = m.of(a).shape[-1:] or [1]
    b = m.one(lambda y: y.dim() and (y.shape[-2] if y.dim() > 1 else y.shape[0]) == last[0]
              and y.dtype == m.of(a).dtype)
    same = m.one(lambda y: y.dim() == m.of(a).dim() and y.shape[-1:] == m.of(a).shape[-1:])
    return m.new(m.rng.choice([
        f"{a} @ {b}", f"{a} @ {b}", f"torch.matmul({a}, {b})", f"torch.mm({a}, {b})", f"torch.bmm({a}, {b})",
        f"{a} @ {same}.transpose(-2, -1)", f"{a} @ {a}.mT", f"torch.mv({a}, {b})", f"torch.dot({a}, {b})",
        f"torch.outer({a}, {b})", f"F.linear({a}, {same})", f"torch.kron({a}, {b})",
        f"torch.einsum('ij,jk->ik', {a}, {b})", f"torch.einsum('...i,...j->...ij', {a}, {a})",
        f"torch.einsum('bij->bji', {a})", f"torch.einsum('ij->', {a})", f"torch.einsum('ii->i', {a})",
        f"torch.tensordot({a}, {b}, dims=1)", f"torch.inner({a}, {same})", f"F.mse_loss({a}, {same})",
        f"torch.cdist({a}, {same})", f"F.cosine_similarity({a}, {same}, dim=-1)",
    ]))


def read(m):
    x = m.one(lambda t: t.dim())
    other = m.one(lambda t: t.dtype == torch.bool and t.shape == m.of(x).shape)
    return m.new(m.rng.choice([
        f"{x}[{m.index(x)}]", f"{x}[{m.index(x)}]", f"{x}[{m.index(x)}]", f"{x}[{x} > {m.number()}]",
        f"{x}[{other}]", f"{x}[{m.one(lambda t: t.dtype == torch.int64)}]",
        f"{x}.index_select({m.dim(x)}, torch.tensor([0]))", f"{x}.gather({m.dim(x)}, torch.zeros_like({x}, dtype=torch.long))",
        f"torch.take({x}, torch.tensor([0, -1]))", f"{x}.masked_select({other})",
        f"torch.take_along_dim({x}, {x}.argsort(dim={m.dim(x)}, stable=True), {m.dim(x)})",
    ]))


def write(m):
    x = m.one()
    value = m.number() if m.rng.random() < 0.6 else m.one()
    return m.rng.choice([
        f"{x}[{m.index(x)}] = {value}; show({x})", f"{x}[{m.index(x)}] = {value}; show({x})",
        f"{x}[{m.index(x)}] += {value}; show({x})", f"{x}[{x} > {m.number()}] = {m.number()}; show({x})",
        f"{x}.masked_fill_({x} < {m.number()}, {m.number()}); show({x})",
        f"{x}.fill_({m.number()}); show({x})", f"{x}.zero_(); show({x})",
        f"{x}.index_fill_({m.dim(x)}, torch.tensor([0]), {m.number()}); show({x})",
        f"{x}.scatter_({m.dim(x)}, torch.zeros_like({x}, dtype=torch.long), {m.number()}); show({x})",
        f"{x}.index_add_({m.dim(x)}, torch.tensor([0]), {m.one()}); show({x})",
    ])


def in_place(m):
    x = m.one()
    other = m.like(x) if m.rng.random() < 0.6 else m.number()
    return m.rng.choice([
        f"{x}.{m.rng.choice(IN_PLACE)}_({other}); show({x})",
        f"{x}.{m.rng.choice(DIVIDING)}_({m.rng.choice(['2', '-3', '0.5'])}); show({x})",
        f"{x} {m.rng.choice(['+', '-', '*', '/'])}= {other}; show({x})",
        f"{x}.{m.rng.choice(['abs', 'neg', 'exp', 'sqrt', 'sigmoid', 'relu', 'round', 'floor', 'tanh'])}_(); show({x})",
        f"{x}.clamp_({m.number()}, 2); show({x})",
        m.new(f"{x}.clone().transpose_({m.dim(x)}, {m.dim(x)})"), m.new(f"{x}.clone().squeeze_()"),
        m.new(f"{x}.clone().unsqueeze_({m.dim(x, 1)})"), m.new(f"{x}.clone().t_()"),
        f"{x}.copy_({m.like(x)}); show({x})", f"{x}.normal_(); show({x})", f"{x}.uniform_(); show({x})",
    ])


def cast(m):
    x = m.one()
    return m.new(m.rng.choice([f"{x}.{m.rng.choice(CASTS)}()", f"{x}.to({m.dtype()})",
                               f"{x}.type({m.dtype()})", f"{x}.to({m.one()}.dtype)",
                               f"torch.tensor({x}.tolist())", f"torch.zeros_like({x}, dtype={m.dtype()})"]))


def tell(m):
    x = m.one()
    single = m.one(lambda t: t.numel() == 1)
    return m.rng.choice([
        f"print({single}.item() == {single}.tolist())", f"print({m.one(lambda t: not t.is_floating_point())}.tolist())", f"print('%.4g' % {single}.item())", f"print(f'{{{single}:.3f}} {{{x}}}')", f"print([{x}, {x}])",
        f"print({x}.is_contiguous(), {x}.stride(), {x}.storage_offset())", f"print({x}.numel(), {x}.dim(), {x}.size())",
        f"print(str({x}) == repr({x}), {x}.shape)", f"print(bool({single}), float({single}))", f"print(len({x}))",
        f"print(int({single}))", f"for row in {x}: show(row)", f"print({single} in {x})",
        f"print(torch.result_type({x}, {m.one()}), torch.is_tensor({x}))", f"show({x})",
        f"print({x}.element_size(), {x}.is_floating_point())",
        f"print({x}.mean(dtype=torch.float64))",
    ])


MAKERS = ([create] * 3 + [unary] * 3 + [binary] * 5 + [three] * 2 + [scaled] * 2 + [network] + [move] * 5 + [reshape] * 4
          + [reduce] * 4 + [along] * 4 + [join] * 2 + [product] * 2 + [read] * 3 + [write] * 2
          + [in_place] * 3 + [cast] * 2 + [tell] * 3 + [activation])


def statements(rng, names):
    m = Maker(rng, names, HALVES if rng.random() < HALF_PROGRAMS else TYPES)
    yield SHOW
    for _ in range(3):
        yield create(m)
    for _ in range(STATEMENTS - 4):
        yield rng.choice(MAKERS)(m) if m.tensors() else create(m)
    yield "show(" + ", ".join(m.tensors()) + ")"
