"""Random programs that end with backward(): shapes, broadcasting, views and writes in place through them,
in float64; what each result's node is called, and the gradient of every leaf."""
import tensors
from tensors import Maker, fresh, nested, sizes  # noqa: F401

LEAVES = 3
STATEMENTS = 14

SHOW = """\
import torch
import torch.nn.functional as F
torch.manual_seed(1)
def digits(x):
    return [float(f"{cell:.12e}") for cell in x.double().reshape(-1).tolist()]
def show(*values):
    for x in values:
        if isinstance(x, torch.Tensor):
            name = type(x.grad_fn).__name__ if x.requires_grad else None
            print(name, x.dtype, tuple(x.shape), digits(x.detach()))
        elif isinstance(x, (tuple, list)):
            show(*x)
        else:
            print(x)
def told(x):
    print(None if x.grad is None else (tuple(x.grad.shape), digits(x.grad.clone())))
def weighed(x):
    weights = (torch.arange(x.numel(), dtype=torch.float64) * 0.7 + 0.3).cos().reshape(x.shape)
    return (x * weights).sum()"""


def network(m):
    """Of what models are made."""
    x = m.floating()
    last = m.of(x).shape[-1] if m.of(x).dim() else 1
    same = m.one(lambda y: y.dim() == m.of(x).dim() and y.shape[-1:] == m.of(x).shape[-1:])
    row = m.one(lambda y: tuple(y.shape) == (last,))
    return m.new(m.rng.choice([
        f"F.scaled_dot_product_attention({x}, {same}, {same})",
        f"F.scaled_dot_product_attention({x}, {x}, {x}, is_causal=True)",
        f"({x} @ {same}.transpose(-2, -1) / {last} ** 0.5).softmax(-1) @ {same}",
        f"F.layer_norm({x}, ({last},))", f"F.layer_norm({x}, ({last},), {row}, {row})",
        f"F.cross_entropy({x}, torch.zeros({x}.shape[:1], dtype=torch.long))",
        f"F.mse_loss({x}, {same})", f"F.embedding(torch.tensor([[0, 0]]), {x})",
        f"{x} * {x} + {x}", f"({x} - {x}.mean(-1, keepdim=True)) / ({x}.std(-1, keepdim=True) + 1)",
        f"F.gelu({x}) + F.softplus({x})", f"F.dropout({x}, 0.5)", f"F.linear({x}, {same}, None)",
    ]))


def is_written(x):
    """May it be written to? What split() made says nothing of itself once a part has been written."""
    try:
        return x.dim() > 0 and not x.is_leaf
    except RuntimeError:
        return False


def write_view(m):
    """Through one view or two; what it is a view of is shown as well."""
    x = m.one(is_written)
    name = f"t{m.count}"
    m.count += 1
    d, value = m.dim(x), m.rng.choice([m.number(), m.like(x)])
    view = m.rng.choice([f"{x}[0]", f"{x}[..., :1]", f"{x}.transpose(0, -1)", f"{x}.view(-1)[::2]",
                         f"{x}.select({d}, 0)", f"{x}.narrow({d}, 0, 1)", f"{x}.diagonal()",
                         f"{x}.unsqueeze(0)[0, :1]", f"{x}.expand_as({x})[:1]", f"{x}.chunk(1)[0]"])
    written = m.rng.choice([f"{name}.mul_({value})", f"{name}.add_({value})", f"{name}.copy_({value})",
                            f"{name}.zero_()", f"{name}[:1] = {value}", f"{name} *= {value}",
                            f"{name}.sigmoid_()", f"{name}.fill_({m.number()})"])
    return f"{name} = {view}; {written}; show({name}, {x})"


MAKERS = ([tensors.unary] * 2 + [tensors.binary] * 5 + [tensors.three] * 2 + [tensors.move] * 5
          + [tensors.reshape] * 4 + [tensors.reduce] * 4 + [tensors.along] * 3 + [tensors.join] * 2
          + [tensors.product] * 3 + [tensors.read] * 4 + [tensors.write] * 2 + [tensors.in_place] * 2
          + [tensors.activation] * 2 + [network] * 5 + [write_view] * 4)


def leaf(m):
    shape = sizes(m.rng)
    data = nested(lambda: round(m.rng.uniform(-2, 2), 3), shape)
    if 0 in shape:
        return m.new(f"torch.zeros({tuple(shape)}, dtype=torch.float64, requires_grad=True)")
    return m.new(f"torch.tensor({data}, dtype=torch.float64, requires_grad=True)")


def statements(rng, names):
    m = Maker(rng, names)
    yield SHOW
    for _ in range(LEAVES):
        yield leaf(m)
    leaves = m.tensors()
    for _ in range(STATEMENTS):
        yield rng.choice(MAKERS)(m)
    made = [k for k in m.tensors() if names[k].is_floating_point() and names[k].requires_grad]
    read = "; ".join(f"told({each})" for each in leaves)
    for name in rng.sample(made, min(len(made), 4)):
        anew = rng.choice(["", "".join(f"{each}.grad = None; " for each in leaves)])
        yield f"{anew}weighed({name}).backward(retain_graph=True); {read}"
