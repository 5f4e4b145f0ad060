"""Rules of differentiation: for each row of the table how the gradients of its inputs come from that
of its output.

`d_NAME` belongs to the row NAME: a function for its only input, or a class with a function for each
input that can have a gradient. What a function's parameters are called says what it is given, and so
what is kept for it until then: `grad`; `output`; an input or an argument of the row by its name; of
an input also its `_shape`, its `_stride`, or whether it `_is_number`; `indices`, where the row gives
those besides: then nothing else is kept of a row that might also not give them. An operation without a rule refuses when a gradient is to go
through it.

A gradient may come in the shape that the input was broadcast to, or in another dtype: it is summed
and converted. `_NAMES` has what PyTorch calls a row where that is not simply NameBackward0; where
PyTorch makes several nodes of it, they are written as one in another: `AddmmBackward0(2,0,T(1))`
stands for a node of the third, the first and (through another one) the second input.

The formulas are those of PyTorch's derivatives.yaml, in its order of operations.
"""
import importlib
import math

import torch
import torch.nn.functional as F
from torch._one_node import ruled


def _rule(name):
    """What the row's node is called, and pairs of an input and its formula."""
    found = getattr(importlib.import_module(__name__), 'd_' + name, ())
    if isinstance(found, type):
        formulas = [(key, value) for key, value in vars(found).items() if key[0] != '_']
    else:
        formulas = [('input', found)] if found else []
    return _NAMES.get(name, _camel(name) + 'Backward0'), formulas


def _camel(name):
    return ''.join([part[:1].upper() + part[1:] for part in name.split('_')])


def _sum_to(grad, shape):
    """Undoes broadcasting."""
    more = grad.dim() - len(shape)
    dims = [d for d in range(grad.dim()) if d < more or (shape[d - more] == 1 != grad.size(d))]
    if dims:
        grad = grad.sum(dims, keepdim=True)
    return grad.view(shape) if more else grad


def _copy_slices(node, shape, stride, part_shape, part_stride, offset):
    """What is written to a part of a tensor: `node` gives the gradients of what was written, and of
    the part as it was."""

    def gradients(grad):
        cells = 0 if 0 in shape else 1 + sum([(n - 1) * step for n, step in zip(shape, stride)])
        flat = torch.empty(cells, dtype=grad.dtype)
        whole = flat.as_strided(shape, stride, 0).copy_(grad)
        part = flat.as_strided(part_shape, part_stride, offset)
        before, *others = node(part.clone())
        if before is None:
            part.zero_()
        else:
            part.copy_(before)
        return (whole, *others)

    return gradients


def _zeros(shape, grad):
    return torch.zeros(shape, dtype=grad.dtype)


# ---- arithmetic ------------------------------------------------------------------------------------


def _times(grad, factor):
    return grad if factor is None or factor == 1 else grad * factor


class d_add:
    def input(grad):
        return grad

    def other(grad, alpha):
        return _times(grad, alpha)


class d_sub:
    def input(grad):
        return grad

    def other(grad, alpha):
        return _times(-grad, alpha)


class d_mul:
    def input(grad, other):
        return grad * other

    def other(grad, input):
        return grad * input


class d_div:
    def input(grad, other, rounding_mode):
        return grad / other if rounding_mode is None else torch.zeros_like(grad)

    def other(grad, input, other, input_is_number, rounding_mode):
        if rounding_mode is not None:
            return torch.zeros_like(grad)
        if input_is_number:
            inverse = other.reciprocal()
            return -(grad * input) * (inverse * inverse)
        return -grad * ((input / other) / other)


class d_remainder:
    def input(grad):
        return grad

    def other(grad, input, other, input_is_number):
        if input_is_number:
            raise RuntimeError('derivative for aten::remainder is not implemented')
        return -grad * torch.div(input, other, rounding_mode='floor')


class d_fmod:
    def input(grad):
        return grad

    def other(grad, input, other):
        return -grad * torch.div(input, other, rounding_mode='trunc')


class d_pow:
    def input(grad, input, exponent, exponent_is_number):
        if exponent_is_number and exponent == 0:
            return torch.zeros_like(grad)
        slope = grad * (exponent * input.pow(exponent - 1))
        return slope if exponent_is_number else slope.masked_fill(exponent == 0, 0)

    def exponent(grad, input, exponent, output, input_is_number):
        if input_is_number:
            if input == 0:
                return torch.zeros_like(grad)
            return grad * (output * math.log(input))
        flat = (input == 0) & (exponent >= 0)
        return grad * torch.where(flat, torch.zeros_like(output), output * input.log())


def d_neg(grad):
    return -grad


def d_square(grad, input):
    return grad * (2 * input)


def d_abs(grad, input):
    return grad * input.sign()


def d_sign(grad):
    return torch.zeros_like(grad)


def _two_zeros(grad):
    return torch.zeros_like(grad), torch.zeros_like(grad)


def d_sgn(grad, input, output):  # PyTorch keeps both, though only complex numbers need them
    return torch.zeros_like(grad)


d_floor = d_ceil = d_trunc = d_round = d_sign


def d_frac(grad):
    return grad


d_positive = d_contiguous = d_clone = d_expand = d_frac
d_to = d_float = d_double = d_half = d_bfloat16 = d_frac


class d_lerp:
    def input(grad, weight):
        return grad * (1 - weight)

    def end(grad, weight):
        return grad * weight

    def weight(grad, input, end):
        return grad * (end - input)


class d_addcmul:
    def input(grad):
        return grad

    def tensor1(grad, tensor2, value):
        return grad * _times(tensor2, value)

    def tensor2(grad, tensor1, value):
        return grad * _times(tensor1, value)


class d_addcdiv:
    def input(grad):
        return grad

    def tensor1(grad, tensor2, value):
        return grad * (value / tensor2)

    def tensor2(grad, tensor1, tensor2, value):
        return -grad * (_times(tensor1, value) / (tensor2 * tensor2))


class d_maximum:
    def input(grad, input, other):
        return torch.where(input == other, grad / 2, grad).masked_fill(input < other, 0)

    def other(grad, input, other):
        return torch.where(input == other, grad / 2, grad).masked_fill(input > other, 0)


class d_minimum:
    def input(grad, input, other):
        return torch.where(input == other, grad / 2, grad).masked_fill(input > other, 0)

    def other(grad, input, other):
        return torch.where(input == other, grad / 2, grad).masked_fill(input < other, 0)


class d_fmax:
    def input(grad, input, other):
        return grad.masked_fill(((input >= other) | other.isnan()).logical_not(), 0)

    def other(grad, input, other):
        return grad.masked_fill((input >= other) | other.isnan(), 0)


class d_fmin:
    def input(grad, input, other):
        return grad.masked_fill(((input <= other) | other.isnan()).logical_not(), 0)

    def other(grad, input, other):
        return grad.masked_fill((input <= other) | other.isnan(), 0)


def _within(input, min, max):
    inside = True
    if min is not None:
        inside = input >= min
    if max is not None:
        inside = (input <= max) & inside
    return inside


class d_clamp:
    def input(grad, input, min, max):
        return torch.where(_within(input, min, max), grad, 0)

    def min(grad, input, min, max):
        return torch.where(input < min if max is None else (input < min) & (min < max), grad, 0)

    def max(grad, input, min, max):
        return torch.where(input > max if min is None else (input > max) | (max < min), grad, 0)


class d_clamp_min:
    def input(grad, input, min):
        return torch.where(input >= min, grad, 0)

    def min(grad, input, min):
        return torch.where(input < min, grad, 0)


class d_clamp_max:
    def input(grad, input, max):
        return torch.where(input <= max, grad, 0)

    def max(grad, input, max):
        return torch.where(input > max, grad, 0)


class d_atan2:
    def input(grad, input, other):
        return grad * other * (input * input + other * other).reciprocal()

    def other(grad, input, other):
        return grad * -input * (input * input + other * other).reciprocal()


class d_hypot:
    def input(grad, input, output):
        return grad * input / output

    def other(grad, other, output):
        return grad * other / output


class d_logaddexp:
    def input(grad, input, other):
        return grad / (1 + torch.exp(other - input))

    def other(grad, input, other):
        return grad / (1 + torch.exp(input - other))


class d_xlogy:
    def input(grad, input, other):
        return torch.xlogy(grad, other).masked_fill((input == 0) & (other <= 0), 0)

    def other(grad, input, other):
        return grad * input / other


# ---- functions of one number -----------------------------------------------------------------------


def d_exp(grad, output):
    return grad * output


def d_exp2(grad, output):
    return grad * output * math.log(2)


def d_expm1(grad, output):
    return grad * (output + 1)


def d_log(grad, input):
    return grad / input


def d_log2(grad, input):
    return grad / (input * 0.6931471805599453)


def d_log10(grad, input):
    return grad / (input * 2.3025850929940456)


def d_log1p(grad, input):
    return grad / (input + 1)


def d_sqrt(grad, output):
    return grad / (2 * output)


def d_rsqrt(grad, output):
    return -0.5 * grad * output.pow(3)


def d_reciprocal(grad, output):
    return -grad * (output * output)


def d_sin(grad, input):
    return grad * input.cos()


def d_cos(grad, input):
    return grad * -input.sin()


def d_tan(grad, output):
    return grad * (1 + output.pow(2))


def d_asin(grad, input):
    return grad * (-input * input + 1).rsqrt()


def d_acos(grad, input):
    return grad * -((-input * input + 1).rsqrt())


def d_atan(grad, input):
    return grad / (input * input + 1)


def d_sinh(grad, input):
    return grad * input.cosh()


def d_cosh(grad, input):
    return grad * input.sinh()


def d_erf(grad, input):
    return 2.0 / math.sqrt(math.pi) * torch.exp(-(input.pow(2))) * grad


def d_erfc(grad, input):
    return -2.0 / math.sqrt(math.pi) * torch.exp(-(input.pow(2))) * grad


def d_logit(grad, input, eps):
    slope = grad / (input * (1.0 - input))
    if eps is None:
        return torch.where((input < 0) | (input > 1), math.nan, slope)
    return torch.where((input < eps) | (input > 1 - eps), 0, slope)


def d_deg2rad(grad):
    return grad * (math.pi / 180)


def d_rad2deg(grad):
    return grad * (180 / math.pi)


# ---- activations -----------------------------------------------------------------------------------


def d_tanh(grad, output):
    return torch._VF.tanh_backward(grad, output)


class d_tanh_backward:
    def grad_output(grad, output):
        return torch._VF.tanh_backward(grad, output)

    def output(grad, grad_output, output):
        return grad * (-2 * output * grad_output)


def _widely(formula, grad, tensor):
    """Of halves with float32, rounded once: these are one operation in PyTorch."""
    if grad.dtype in (torch.float16, torch.bfloat16):
        return formula(grad.float(), tensor.float()).to(grad.dtype)
    return formula(grad, tensor)


def _sigmoid(grad, output):
    return grad * (1 - output) * output


def d_sigmoid(grad, output):
    if grad.dtype == torch.float16:  # which PyTorch rounds at each step, here alone
        return _sigmoid(grad, output)
    return _widely(_sigmoid, grad, output)


def d_relu(grad, output):
    return grad.masked_fill(output <= 0, 0)


def d_relu6(grad, input):
    return grad.masked_fill((input <= 0) | (input >= 6), 0)


def d_hardtanh(grad, input, min_val, max_val):
    return grad.masked_fill((input <= min_val) | (input >= max_val), 0)


def d_threshold(grad, input, threshold):
    return grad.masked_fill(input <= threshold, 0)


def d_leaky_relu(grad, input, negative_slope):
    return torch.where(input > 0, grad, grad * negative_slope)


def _elu(grad, input, alpha, scale, input_scale):
    below = grad * input_scale * (alpha * scale) * torch.exp(input * input_scale)
    return torch.where(input > 0, _times(grad, scale), below)


def d_elu(grad, input, alpha):
    return _widely(lambda grad, input: _elu(grad, input, alpha, 1, 1), grad, input)


def d_celu(grad, input, alpha):
    return _widely(lambda grad, input: _elu(grad, input, alpha, 1, 1 / alpha), grad, input)


def d_selu(grad, input):
    alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
    return _widely(lambda grad, input: _elu(grad, input, alpha, scale, 1), grad, input)


def _fused(a, b, c):
    """a * b + c, of float32 rounded once, as PyTorch's kernels do."""
    like = a if isinstance(a, torch.Tensor) else b
    return torch.addcmul(*[each if isinstance(each, torch.Tensor) else
                           torch.tensor(each, dtype=like.dtype) for each in (c, a, b)])


def _silu(grad, input):
    sigmoid = input.sigmoid()
    return grad * sigmoid * _fused(input, 1 - sigmoid, 1.0)


def d_silu(grad, input):
    return _widely(_silu, grad, input)


def _mish(grad, input):
    sigmoid, tanh = input.sigmoid(), F.softplus(input).tanh()
    return grad * _fused(input * sigmoid, _fused(-tanh, tanh, 1.0), tanh)


def d_mish(grad, input):
    return _widely(_mish, grad, input)


def _softplus(grad, input, beta, threshold):
    power = torch.exp(input * beta)
    return torch.where(input * beta > threshold, grad, grad * power / (power + 1.0))


def d_softplus(grad, input, beta, threshold):
    return _widely(lambda grad, input: _softplus(grad, input, beta, threshold), grad, input)


def _logsigmoid(grad, input):
    power = torch.exp(-input.abs())
    part = power / (1 + power)
    return grad * torch.where(input < 0, 1 - part, part)


def d_logsigmoid(grad, input):
    return _widely(_logsigmoid, grad, input)


def d_hardswish(grad, input):
    return _widely(_hardswish, grad, input)


def _hardswish(grad, input):
    middle = grad * ((input / 3.0) + 0.5)
    return torch.where(input < -3, 0, torch.where(input <= 3, middle, grad))


def d_hardsigmoid(grad, input):
    return torch.where((input > -3) & (input < 3), grad * 0.1666666716337204, 0)


def _polynomial(x, *coefficients):
    found = torch.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        found = _fused(found, x, coefficient)
    return found


def _exp_of_onednn(x):
    """2 ** n times a polynomial of the rest."""
    x = x.clamp(-87.3365479, 88.7228394)
    n = (x * 1.44269502 + 0.5).floor()
    rest = _fused(-n, 0.693147182, x)
    return _polynomial(rest, 0.00828929059, 0.0418978221, 0.166676521, 0.499991506, 0.999999702,
                       1.0) * n.exp2()


def _gelu_of_onednn(grad, input):
    """As oneDNN computes it, to which PyTorch hands it: the error function is that of Abramowitz and
    Stegun, formula 7.1.26 (jit_uni_eltwise_injector.cpp: gelu_erf_compute_vector_bwd)."""
    part = input * 0.707106769
    power = _exp_of_onednn(-(part * part))
    density = part * 0.564189553 * power
    share = 1 / _fused(part.abs(), 0.327591091, 1.0)
    rest = _polynomial(share, 1.06140542, -1.45315206, 1.42141378, -0.284496725, 0.254829586)
    erf = _fused(-power * share, rest, 1.0)
    erf = torch.where(part < 0, -erf, erf)
    return grad * _fused(erf, 0.5, density + 0.5)


def d_gelu(grad, input, approximate):
    if approximate == 'none' and grad.dtype == torch.float32 and not torch.is_grad_enabled():
        return _gelu_of_onednn(grad, input)
    return _widely(lambda grad, input: _gelu(grad, input, approximate), grad, input)


def _gelu(grad, input, approximate):
    if approximate == 'tanh':
        factor, cubed = math.sqrt(2 / math.pi), torch.tensor(0.044715, dtype=input.dtype)
        square = input * input
        tanh = (factor * _fused(cubed, square * input, input)).tanh()
        slope = factor * _fused(3 * cubed, square, 1.0)
        bend = 0.5 * input * _fused(-tanh, tanh, 1.0) * slope
        return grad * (0.5 * (1 + tanh) + bend)
    share = 0.5 * (1.0 + torch.erf(input * math.sqrt(0.5)))
    density = torch.exp(-0.5 * (input * input)) * (1 / math.sqrt(2 * math.pi))
    return grad * (share + input * density)


def _softmax_dim(input_shape, dim):
    if dim is None:
        return 0 if len(input_shape) in (0, 1, 3) else 1
    return dim


def d_softmax(grad, output, dim):
    return torch._softmax_backward_data(grad, output, _softmax_dim(output.shape, dim))


def d_log_softmax(grad, output, dim):
    return torch._log_softmax_backward_data(grad, output, _softmax_dim(output.shape, dim))


class d__softmax_backward_data:
    def grad_output(grad, output, dim):
        return torch._softmax_backward_data(grad, output, dim)

    def output(grad, grad_output, output, dim):
        return (grad * grad_output - grad * (output * grad_output).sum(dim, keepdim=True)
                - grad_output * (output * grad).sum(dim, keepdim=True))


class d__log_softmax_backward_data:
    def grad_output(grad, output, dim):
        return grad - (grad * output.exp()).sum(dim, keepdim=True)

    def output(grad, grad_output, output, dim):
        return -grad_output.sum(dim, keepdim=True) * output.exp() * grad


# ---- products of matrices --------------------------------------------------------------------------


def _rows(tensor):
    return tensor.reshape(math.prod(tensor.shape[:-1]), tensor.size(-1))


class d_matmul:
    def input(grad, other, input_shape):
        if other.dim() == 1:
            return grad.unsqueeze(-1) * other
        if len(input_shape) == 1:
            return _sum_to(grad.unsqueeze(-2) @ other.mT, (1, *input_shape)).view(input_shape)
        return grad @ other.mT

    def other(grad, input, other_shape):
        if len(other_shape) == 1:
            if input.dim() == 1:
                return grad * input
            return _rows(input).t() @ grad.reshape(-1)
        if input.dim() == 1:
            return _sum_to(input.unsqueeze(-1) @ grad.unsqueeze(-2), other_shape)
        if len(other_shape) == 2 and input.dim() > 2:
            return _rows(input).t() @ _rows(grad)
        return input.mT @ grad


class d_mm:
    def input(grad, mat2):
        return grad @ mat2.t()

    def mat2(grad, input):
        return input.t() @ grad


class d_bmm:
    def input(grad, mat2):
        return grad @ mat2.mT

    def mat2(grad, input):
        return input.mT @ grad


class d_mv:
    def input(grad, vec):
        return torch.outer(grad, vec)

    def vec(grad, input):
        return input.t() @ grad


class d_dot:
    def input(grad, tensor):
        return grad * tensor

    def tensor(grad, input):
        return grad * input


class d_outer:
    def input(grad, vec2):
        return (grad * vec2).sum(1)

    def vec2(grad, input):
        return (grad * input.view(-1, 1)).sum(0)


class d_linear:
    def input(grad, weight):
        return grad @ weight if weight.dim() == 2 else grad.unsqueeze(-1) * weight

    def weight(grad, input, weight_shape):
        if len(weight_shape) == 1:
            return grad.reshape(-1) @ _rows(input)
        return _rows(grad).t() @ _rows(input)

    def bias(grad, bias_shape):
        return _rows(grad) if bias_shape else grad


class d_addmm:
    def input(grad, beta):
        return _times(grad, beta)

    def mat1(grad, mat2, alpha):
        return _times(grad @ mat2.t(), alpha)

    def mat2(grad, mat1, alpha):
        return _times(mat1.t() @ grad, alpha)


class d_addmv:
    def input(grad, beta):
        return _times(grad, beta)

    def mat(grad, vec, alpha):
        return _times(torch.outer(grad, vec), alpha)

    def vec(grad, mat, alpha):
        return _times(mat.t() @ grad, alpha)


class d_baddbmm:
    def input(grad, beta):
        return _times(grad, beta)

    def batch1(grad, batch2, alpha):
        return _times(grad @ batch2.mT, alpha)

    def batch2(grad, batch1, alpha):
        return _times(batch1.mT @ grad, alpha)


def _einsum_letters(equation, count):
    """The letters of each operand, and those of the result."""
    equation = equation.replace(' ', '')
    before, arrow, after = equation.partition('->')
    if not arrow:
        seen = before.replace(',', '').replace('...', '')
        once = sorted([letter for letter in set(seen) if seen.count(letter) == 1])
        after = ('...' if '...' in before else '') + ''.join(once)
    return before.split(','), after


def _without_repeats(grad, named, once):
    """Back from one cell for each letter to a diagonal, where a letter of an operand comes twice."""
    dots = grad.dim() - len(once)
    places = list(range(dots)) + [dots + once.index(letter) for letter in named]
    grids = torch.meshgrid(*[torch.arange(n) for n in grad.shape], indexing='ij')
    return _zeros([grad.size(at) for at in places], grad).index_put(tuple([grids[at] for at in places]), grad)


def _einsum_grad(grad, operands, shape, letters, result, at):
    """The operands with the gradient in the place of one of them; what only that has is repeated.
    What its dots stand for comes first until the end."""
    before, dots, after = letters[at].partition('...')
    named = before + after
    first = len(shape) - len(named)
    sizes = shape[len(before):len(before) + first]
    texts = [result] + [text for i, text in enumerate(letters) if i != at]
    given = [grad] + [other for i, other in enumerate(operands) if i != at]
    known = ''.join(texts)
    once = ''.join(sorted(set(named), key=named.index))
    kept = ''.join([letter for letter in once if letter in known])
    found = torch.einsum(f"{','.join(texts)}->{'...' if '...' in known else ''}{kept}", *given)
    more = found.dim() - len(kept) - first
    found = found[(None,) * -more] if more < 0 else found
    found = _sum_to(found, (*sizes, *found.shape[found.dim() - len(kept):])) if more >= 0 else found
    for place, letter in enumerate(once):
        if letter not in kept:
            found = found.unsqueeze(first + place)
    given_sizes = dict(zip(named, shape[:len(before)] + shape[len(before) + first:]))
    found = found.expand((*sizes, *[given_sizes[letter] if found.size(first + place) == 1 else -1
                                    for place, letter in enumerate(once)]))
    if len(once) < len(named):
        found = _without_repeats(found, named, once)
    return found.movedim(list(range(first)), [len(before) + d for d in range(first)]) if before else found


class d_einsum:
    def operands(grad, operands, operands_shape, operands_needed, equation):
        letters, result = _einsum_letters(equation, len(operands))
        return tuple([_einsum_grad(grad, operands, operands_shape[at], letters, result, at) if needed
                      else None for at, needed in enumerate(operands_needed)])


# ---- reductions ------------------------------------------------------------------------------------


def _dims(shape, dim):
    """The dimensions that a reduction went over, each from 0."""
    if dim is None or dim == ():
        return list(range(len(shape)))
    return sorted([d % max(len(shape), 1) for d in ((dim,) if isinstance(dim, int) else dim)])


def _restored(grad, shape, dim, keepdim):
    """With the dimensions that a reduction took away, each of size 1."""
    if keepdim or not shape:
        return grad
    for d in _dims(shape, dim):
        grad = grad.unsqueeze(d)
    return grad


def _cells(shape, dim):
    count = 1
    for d in _dims(shape, dim):
        count *= shape[d] if shape else 1
    return count


def d_nansum(grad, input, dim, keepdim, dtype):
    spread = _restored(grad, input.shape, dim, keepdim).expand(input.shape)
    return spread * input.isnan().logical_not()


def d_logsumexp(grad, input, output, dim, keepdim):
    grad = _restored(grad, input.shape, dim, keepdim)
    return grad * (input - _restored(output, input.shape, dim, keepdim)).exp()


def d_trace(grad, input):
    # As in PyTorch, which counts every (columns + 1)-th cell, also below the diagonal.
    count = input.numel()
    places = torch.arange(0, count, input.size(1) + 1)
    return _from_places(grad.expand(places.shape), count, places, input.shape)


def d_nan_to_num(grad, input, nan, posinf, neginf):
    return grad * (input.isinf() | input.isnan()).logical_not()


def d_sum(grad, input_shape, dim, keepdim):
    return _restored(grad, input_shape, dim, keepdim).expand(input_shape)


def d_mean(grad, input_shape, dim, keepdim):
    return (_restored(grad, input_shape, dim, keepdim).expand(input_shape)
            / _cells(input_shape, dim))


def _products_of_others(input, dim):
    """Of each cell the product of all others in its row."""
    ones = torch.ones_like(input.narrow(dim, 0, 1))
    size = input.size(dim)
    before = torch.cat([ones, input.narrow(dim, 0, size - 1)], dim).cumprod(dim)
    after = torch.cat([ones, input.narrow(dim, 1, size - 1).flip(dim)], dim).cumprod(dim).flip(dim)
    return before * after


def d_prod(grad, input, output, dim, keepdim):
    if input.dim() == 0:
        return grad
    whole, result = _restored(grad, input.shape, dim, keepdim), _restored(output, input.shape, dim, keepdim)
    if not bool((input == 0).any()):
        return whole * (result / input)
    if dim is None:
        return grad * _products_of_others(input.reshape(-1), 0).view(input.shape)
    return whole * _products_of_others(input, dim)


def _cumsum_back(grad, dim):
    return grad.flip(dim).cumsum(dim).flip(dim)


def d_cumsum(grad, dim):
    if grad.dim() == 0:
        return grad
    return _cumsum_back(grad, dim)


def _cumprod_by_zeros(grad, input, output, dim):
    """Behind the first zero of a row no cell matters, nor does any but that zero once it is there."""
    zeros = (input == 0).cumsum(dim)
    before, first = zeros == 0, (zeros == 1) & (input == 0)
    slopes = _cumsum_back((output * grad).masked_fill(~before, 0), dim) / input
    behind = input.masked_fill((zeros != 1) | first, 1).cumprod(dim) * grad.masked_fill(zeros != 1, 0)
    one = torch.ones_like(input.narrow(dim, 0, 1))
    ahead = torch.cat([one, output.narrow(dim, 0, output.size(dim) - 1)], dim)
    at_zero = behind.sum(dim, keepdim=True) * ahead
    return torch.where(before, slopes, torch.where(first, at_zero, 0))


def _cumprod_by_cells(grad, input, dim):
    """As many products as there are cells: what can be differentiated again."""
    size, columns = input.size(dim), []
    for at in range(size):
        until = input.narrow(dim, 0, at).prod(dim, keepdim=True)
        products = until * input.narrow(dim, at + 1, size - at - 1).cumprod(dim)
        rest = grad.narrow(dim, at, size - at)
        columns.append((rest * torch.cat([until, products], dim)).sum(dim, keepdim=True))
    return torch.cat(columns, dim)


def d_cumprod(grad, input, output, dim):
    if input.numel() <= 1 or input.size(dim) == 1:
        return grad
    if not bool((input == 0).any()):
        return _cumsum_back(output * grad, dim) / input
    if torch.is_grad_enabled():
        return _cumprod_by_cells(grad, input, dim)
    return _cumprod_by_zeros(grad, input, output, dim)


def _freedom(shape, dim, unbiased, correction):
    if correction is None:
        correction = 1 if unbiased else 0
    return (1 if dim == () else _cells(shape, dim)) - correction  # as in PyTorch, where () is all


def _variance(grad, input, dim, freedom):
    mean = input.mean() if dim is None else input.mean(dim, keepdim=True)
    return (2.0 / freedom if freedom else math.inf) * grad * (input - mean)


def d_var(grad, input, dim, unbiased, keepdim, correction):
    return _variance(_restored(grad, input.shape, dim, keepdim), input, dim,
                     _freedom(input.shape, dim, unbiased, correction))


def d_std(grad, input, output, dim, unbiased, keepdim, correction):
    slope = (grad / (output * 2)).masked_fill(output == 0, 0)
    return _variance(_restored(slope, input.shape, dim, keepdim), input, dim,
                     _freedom(input.shape, dim, unbiased, correction))


def d_norm(grad, input, output, p, dim, keepdim):
    grad = _restored(grad, input.shape, dim, keepdim)
    norm = _restored(output, input.shape, dim, keepdim)
    if p is None or p == 'fro' or p == 2:
        return grad * (input / norm).masked_fill(norm == 0, 0)
    if isinstance(p, str):
        raise NotImplementedError(f"the derivative for 'norm' with p='{p}' is not implemented")
    if p == 0:
        return None
    if p == 1:
        return input.sign() * grad
    if p in (math.inf, -math.inf):
        largest = input.abs() == norm
        count = largest.sum(_dims(input.shape, dim), keepdim=True)
        return input.sign() * ((grad / count) * largest)
    if p < 1:
        scaled = (input.sign() * input.abs().pow(p - 1)).masked_fill(input == 0, 0)
        return scaled * grad * norm.pow(1 - p)
    if p < 2:
        return input.sign() * input.abs().pow(p - 1) * (grad / norm.pow(p - 1)).masked_fill(norm == 0, 0)
    return input * input.abs().pow(p - 2) * (grad / norm.pow(p - 1)).masked_fill(norm == 0, 0)


def _held(size, eps):
    """At least eps, of which a gradient sees nothing."""
    held = size.clone()
    with torch.no_grad():
        return held.clamp_min_(eps)


def _cosine(grad, input, other, dim, eps):
    size = input.norm(dim=dim, keepdim=True)
    held, others = _held(size, eps), _held(other.norm(dim=dim, keepdim=True), eps)
    grad = grad.unsqueeze(dim) * (other / others)
    slope = (-grad * ((input / held) / held)).sum(dim, keepdim=True)
    return grad / held + slope * (input / size).masked_fill(size == 0, 0)


class d_cosine_similarity:
    def x1(grad, x1, x2, dim, eps):
        x1, x2 = torch.broadcast_tensors(x1.to(grad.dtype), x2.to(grad.dtype))
        return _cosine(grad, x1, x2, dim, eps)

    def x2(grad, x1, x2, dim, eps):
        x1, x2 = torch.broadcast_tensors(x1.to(grad.dtype), x2.to(grad.dtype))
        return _cosine(grad, x2, x1, dim, eps)


def _evenly(grad, input, output):
    """What several cells share, each has its part of."""
    same = (input == output) | (input.isnan() & output.isnan())
    return torch.where(same, grad / same.sum(), 0)


def _to_places(grad, places, shape, dim, keepdim):
    if not shape:
        return grad
    if not keepdim:
        grad, places = grad.unsqueeze(dim), places.unsqueeze(dim)
    return _zeros(shape, grad).scatter(dim, places, grad)


def d_max(grad, input, input_shape, output, indices, dim, keepdim):
    if indices is None:
        return _evenly(grad, input, output)
    return _to_places(grad, indices, input_shape, dim, keepdim)


d_min = d_median = d_max


def d_mode(grad, input_shape, indices, dim, keepdim):
    return _to_places(grad, indices, input_shape, dim, keepdim)


d_kthvalue = d_mode


def d_amax(grad, input, output, dim, keepdim):
    same = _restored(output, input.shape, dim, keepdim) == input
    grad = _restored(grad, input.shape, dim, keepdim)
    return (grad * same) / same.sum(_dims(input.shape, dim), keepdim=True)


d_amin = d_amax


def d_sort(grad, input_shape, indices, dim):
    return _to_places(grad, indices, input_shape, dim, True)


d_topk = d_sort


def d_cummax(grad, input, indices, dim):
    if not input.shape or 0 in input.shape:
        return grad
    return _zeros(input.shape, grad).scatter_add(dim, indices, grad)


d_cummin = d_cummax


def _norm_parts(input, normalized_shape, eps):
    dims = list(range(-len(normalized_shape), 0))
    mean = input.mean(dims, keepdim=True)
    return dims, mean, (input.var(dims, correction=0, keepdim=True) + eps).rsqrt()


class d__sum_of_products:
    def input(grad, other):
        return grad.unsqueeze(-1) * other

    def other(grad, input):
        return grad.unsqueeze(-1) * input


def d__moment(grad, input, order):
    grad, mean = grad.unsqueeze(-1), input.mean(-1, keepdim=True)
    return grad * (2 * (input - mean) if order == 2 else torch.ones_like(input)) / input.size(-1)


class d_layer_norm:
    """In one step; of several operations where that is to be differentiated again."""

    def input(grad, input, weight, normalized_shape, eps):
        if not torch.is_grad_enabled():
            return torch._VF._layer_norm_backward(grad, input, normalized_shape, weight, eps)
        dims, mean, scale = _norm_parts(input, normalized_shape, eps)
        if weight is not None:
            grad = grad * weight
        normal = (input - mean) * scale
        return scale * (grad - grad.mean(dims, keepdim=True)
                        - normal * (grad * normal).mean(dims, keepdim=True))

    def weight(grad, input, normalized_shape, eps):
        if not torch.is_grad_enabled():
            return torch._VF._layer_norm_backward_weight(grad, input, normalized_shape, eps)
        dims, mean, scale = _norm_parts(input, normalized_shape, eps)
        return grad * ((input - mean) * scale)

    def bias(grad, input, normalized_shape):
        if not torch.is_grad_enabled():
            return torch._VF._layer_norm_backward_bias(grad, input, normalized_shape)
        return grad


def _nll_twice(grad, before, input, target, weight, ignore_index, reduction):
    again = F.nll_loss(grad, target, weight, ignore_index=ignore_index, reduction=reduction)
    return again, torch.zeros_like(input)


@ruled('NllLossBackwardBackward0', _nll_twice)
def _nll_back(grad, input, target, weight, ignore_index, reduction):
    used = target != ignore_index
    places = torch.where(used, target, 0)
    factor = used.to(grad.dtype) if weight is None else weight[places] * used
    if reduction == 'mean':
        grad = grad / factor.sum()
    axis = 1 if len(input.shape) > 1 else 0
    cells = torch.where(used, factor * -grad, 0).unsqueeze(axis)
    return _zeros(input.shape, grad).scatter(axis, places.unsqueeze(axis), cells)


def d_nll_loss(grad, input, target, weight, ignore_index, reduction, size_average, reduce):
    if size_average is not None or reduce is not None:
        reduction = 'none' if reduce is False else 'sum' if size_average is False else 'mean'
    return _nll_back(grad, input, target, weight, ignore_index, reduction)


# ---- other views of the same numbers ---------------------------------------------------------------


def d_reshape(grad, input_shape):
    return grad.reshape(input_shape)


d_view = d_flatten = d_squeeze = d_unsqueeze = d_reshape


def d_transpose(grad, dim0, dim1):
    return grad.transpose(dim0, dim1)


def d_t(grad):
    return grad.t()


def d_T(grad):
    return grad.permute(tuple(range(grad.dim()))[::-1])


def d_mT(grad):
    return grad.mT


def d_permute(grad, dims):
    places = [0] * len(dims)
    for place, dim in enumerate(dims):
        places[dim] = place
    return grad.permute(places)


def d_getitem(grad, input_shape, index):
    whole = _zeros(input_shape, grad)
    whole[index] = grad
    return whole


def d_select(grad, input_shape, dim, index):
    whole = _zeros(input_shape, grad)
    whole.select(dim, index).copy_(grad)
    return whole


def d_narrow(grad, input_shape, dim, start, length):
    whole = _zeros(input_shape, grad)
    whole.narrow(dim, start, length).copy_(grad)
    return whole


def d_diagonal(grad, input_shape, offset, dim1, dim2):
    whole = _zeros(input_shape, grad)
    whole.diagonal(offset, dim1, dim2).copy_(grad)
    return whole


def _from_places(grad, count, places, shape):
    """Each cell of the gradient to its place among `count`; what comes to the same is added."""
    return torch._C._put(_zeros((count,), grad), (places.reshape(-1),), grad.reshape(-1), True).view(shape)


def d_unfold(grad, input_shape, dimension, size, step):
    count = math.prod(input_shape)
    places = torch.arange(count).view(input_shape).unfold(dimension, size, step)
    return _from_places(grad, count, places, input_shape)


def d_as_strided(grad, input_shape, input_stride, size, stride, storage_offset):
    begin = storage_offset or 0
    last = begin + sum([(n - 1) * step for n, step in zip(size, stride)]) if 0 not in size else begin
    own = sum([(n - 1) * step for n, step in zip(input_shape, input_stride)])
    count = max(last, own) + 1
    places = torch.arange(count).as_strided(size, stride, begin)
    flat = _from_places(grad, count, places, (count,))
    return flat.as_strided(input_shape, input_stride, 0)


def d_repeat(grad, input_shape, repeats):
    more = len(repeats) - len(input_shape)
    pairs = []
    for d, times in enumerate(repeats):
        pairs += [times, input_shape[d - more] if d >= more else 1]
    if 0 in repeats:
        return _zeros(input_shape, grad)
    if len(pairs) > 8:
        for d, times in enumerate(repeats):
            grad = sum(grad.chunk(times, d))
        return grad.reshape(input_shape)
    return grad.reshape(pairs).sum(list(range(0, len(pairs), 2))).reshape(input_shape) if pairs else grad


def d_flip(grad, dims):
    return grad.flip(dims)


def d_constant_pad_nd(grad, pad):
    return torch.constant_pad_nd(grad, [-side for side in pad], 0)


def d_bincount(grad, *arguments):
    raise RuntimeError('derivative for aten::bincount is not implemented')


class d_cat:
    def tensors(grad, tensors_shape, dim):
        parts, start = [], 0
        for shape in tensors_shape:
            if shape == (0,) and grad.dim() != 1:
                parts.append(_zeros(shape, grad))
                continue
            parts.append(grad.narrow(dim, start, shape[dim]))
            start += shape[dim]
        return tuple(parts)


class d_stack:
    def tensors(grad, tensors_shape, dim):
        return tuple([grad.select(dim, at) for at in range(len(tensors_shape))])


# ---- picking cells ---------------------------------------------------------------------------------


def d_index(grad, input_shape, indices, index):
    return torch._C._put(_zeros(input_shape, grad), index, grad, True)


def _with_zeros(grad, index):
    grad = grad.clone()
    grad[index] = 0
    return grad


def _in_shape(part, shape):
    """What was written may have more dimensions of size 1 before the others."""
    more = len(shape) - part.dim()
    return part.reshape((1,) * more + tuple(part.shape)) if more > 0 else part


class d_setitem:
    def input(grad, index):
        return _with_zeros(grad, index)

    def value(grad, value_shape, index):
        return _in_shape(grad[index], value_shape)


class d_index_put:
    def input(grad, indices, index, accumulate):
        return grad if accumulate else _with_zeros(grad, index)

    def value(grad, indices, value_shape, index):
        return _in_shape(grad[index], value_shape)


def d_index_select(grad, input_shape, dim, index):
    if not input_shape:
        return grad.reshape(())
    index = index if index.dim() else index.reshape(1)
    return torch._C._put(_zeros(input_shape, grad), (*[slice(None)] * (dim % len(input_shape)), index), grad, True)


class d_embedding:
    def weight(grad, input, weight_shape, padding_idx, scale_grad_by_freq):
        places, rows = input.reshape(-1), grad.reshape(input.numel(), weight_shape[-1])
        if scale_grad_by_freq:
            rows = rows / torch.bincount(places, minlength=weight_shape[0])[places].unsqueeze(1)
        if padding_idx is not None and padding_idx != -1:
            rows = rows.masked_fill((places == padding_idx % weight_shape[0]).unsqueeze(1), 0)
        return torch._C._put(_zeros(weight_shape, grad), (places,), rows, True)


def d_gather(grad, input, dim, index):
    return _zeros(input.shape, grad).scatter_add(dim, index, grad)


class d_scatter:
    def input(grad, dim, index):
        return grad.scatter(dim, index, 0)

    def src(grad, dim, index):
        return grad.gather(dim, index)


class d_scatter_add:
    def input(grad):
        return grad

    def src(grad, dim, index):
        return grad.gather(dim, index)


class d_scatter_multiply:
    def input(grad):
        raise RuntimeError('derivative for aten::scatter is not implemented')

    src = input


class d_masked_fill:
    def input(grad, mask):
        return grad.masked_fill(mask, 0)

    def value(grad, mask):
        return torch.where(mask, grad, 0).sum()


class d_where:
    def input(grad, condition):
        return torch.where(condition, grad, 0)

    def other(grad, condition):
        return torch.where(condition, 0, grad)


def d_tril(grad, diagonal):
    return grad.tril(diagonal)


def d_triu(grad, diagonal):
    return grad.triu(diagonal)


# ---- names -----------------------------------------------------------------------------------------


def _is_contiguous(shape, stride):
    fits = [size == 1 or own == step for size, own, step in zip(shape, stride, _strides(shape))]
    return all(fits) or 0 in shape


def _as_view(shape, stride, kept, inner):
    """An input of which all dimensions but the last `kept` become one: seen so, or copied for it."""
    for d in range(len(shape) - kept - 1):
        if shape[d] != 1 and stride[d] != stride[d + 1] * shape[d + 1]:
            return f'UnsafeViewBackward0(CloneBackward0({inner}))'
    kind = 'ViewBackward0' if _is_contiguous(shape, stride) else 'ReshapeAliasBackward0'
    return f'{kind}({inner})'


def _matmul_name(input_shape, input_stride, other_shape, other_stride, other_needed, input_needed):
    left, right = len(input_shape), len(other_shape)
    if left <= 2 and right <= 2:
        return {(1, 1): 'DotBackward0(0,1)', (2, 1): 'MvBackward0(0,1)', (2, 2): 'MmBackward0(0,1)',
                (1, 2): 'SqueezeBackward4(MmBackward0(UnsqueezeBackward0(0),1))'}[left, right]
    if left == right == 3 and input_shape[0] != other_shape[0]:  # one of them is broadcast
        if input_shape[0] == 1 and input_needed:
            name = _matmul_name(input_shape[1:], input_stride[1:], other_shape, other_stride, other_needed,
                                input_needed)
            return name.replace('(0)', '(SqueezeBackward1(0))')
        if other_shape[0] == 1 and other_needed:
            name = _matmul_name(input_shape, input_stride, other_shape[1:], other_stride[1:], other_needed,
                                input_needed)
            return name.replace(',1)', ',SqueezeBackward1(1))')
    if right <= 2 and (other_needed or input_stride == _strides(input_shape)):
        kind = 'MmBackward0' if right == 2 else 'MvBackward0'
        return f'UnsafeViewBackward0({kind}({_as_view(input_shape, input_stride, 1, "0")},1))'
    if left <= 2 and (input_needed or left == 1):
        turned = 'UnsafeViewBackward0(CloneBackward0(TransposeBackward0(1)))'
        if left == 1:
            return f'UnsafeViewBackward0(MvBackward0({turned},0))'
        found = f'TransposeBackward0(UnsafeViewBackward0(MmBackward0({turned},TBackward0(0))))'
        sizes = (*other_shape[:-2], input_shape[0], other_shape[-1])
        is_in_order = input_shape[0] == 1 or other_shape[-1] == 1 or 0 in sizes
        return found if is_in_order else f'CloneBackward0({found})'
    return (f'UnsafeViewBackward0(BmmBackward0({_as_view(input_shape, input_stride, 2, "ExpandBackward0(0)")},'
            f'{_as_view(other_shape, other_stride, 2, "ExpandBackward0(1)")}))')


def _strides(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    return tuple(strides)


def _linear_name(input_shape, input_stride, weight_shape, weight_stride, bias_shape, weight_needed,
                 input_needed):
    dims = len(input_shape)
    if len(weight_shape) == 1:
        return 'DotBackward0(0,1)' if dims == 1 else 'MvBackward0(0,1)'
    if bias_shape is None and dims == 2:
        return 'MmBackward0(0,TBackward0(1))'
    if bias_shape is None and dims == 1:
        return 'SqueezeBackward4(MmBackward0(UnsqueezeBackward0(0),TBackward0(1)))'
    rows = _as_view(input_shape, input_stride, 1, '0')
    if bias_shape is None:
        return f'UnsafeViewBackward0(MmBackward0({rows},TBackward0(1)))'
    if dims == 2:
        return 'AddmmBackward0(2,0,TBackward0(1))'
    if not _is_contiguous(input_shape, input_stride):
        product = _matmul_name(input_shape, input_stride, weight_shape[::-1], weight_stride[::-1],
                               weight_needed, input_needed)
        product = product.replace('(1)', '(TBackward0(1))').replace(',1)', ',TBackward0(1))')
        return f'AddBackward0({product},2)'
    return f'ViewBackward0(AddmmBackward0(2,{rows},TBackward0(1)))'


def _is_all(item, size):
    """A slice whose end is said, and which leaves nothing out: PyTorch passes it over."""
    return (isinstance(item, slice) and item.stop is not None and item.start in (0, None) and
            item.step in (1, None) and item.stop == size)


def _subscripts(index, shape):
    """A node for each subscript, the last one outermost."""
    text, dim = '0', 0
    taken = len([item for item in index if item is not None and item is not ...])
    for item in index:
        if item is ...:
            dim += len(shape) - taken
            continue
        kind = ('Unsqueeze' if item is None else 'Slice' if isinstance(item, slice) else
                'Select' if isinstance(item, int) else None)
        if kind and not _is_all(item, shape[dim] if dim < len(shape) else -1):
            text = f'{kind}Backward0({text})'
        dim += item is not None
    return text


def _getitem_name(index, input_shape):
    if len(index) == 1 and isinstance(index[0], slice):
        return 'SliceBackward0(0)'
    text = _subscripts(index, input_shape)
    return 'AliasBackward0(0)' if text == '0' else text


def _setitem_name(index, input_shape, value_shape, value_is_number):
    if _subscripts(index, input_shape) != '0':
        return 'torch::autograd::CopySlices'
    if value_shape or not input_shape:
        return 'torch::autograd::CopyBackwards(0,1)'
    return 'FillBackward3(0)' if value_is_number else 'FillBackward3(0,1)'


def _index_put_name(index, input_shape):
    is_all = input_shape and _subscripts(index, input_shape) == '0'
    return 'IndexPutBackward0' if is_all else 'torch::autograd::CopySlices'


def _einsum_name(equation, operands_shape):
    letters, result = _einsum_letters(equation, len(operands_shape))
    if len(letters) > 1:
        known = set(''.join(letters))
        if all([letter in result for letter in known]):
            return 'MulBackward0(PermuteBackward0(UnsqueezeBackward0(0)),PermuteBackward0(UnsqueezeBackward0(1)))'
        sides = []
        for at, own in enumerate(letters[:2]):
            more = len(known) - len(set(own))
            sides.append('ViewBackward0(PermuteBackward0(PermuteBackward0(' + 'UnsqueezeBackward0(' * more
                         + str(at) + ')' * more + ')))')
        return f'ViewBackward0(PermuteBackward0(ViewBackward0(BmmBackward0({",".join(sides)}))))'
    if len(set(letters[0])) < len(letters[0].replace('...', '.')):
        diagonal = 'PermuteBackward0(PermuteBackward0(DiagonalBackward0(0)))'
        return diagonal if set(letters[0]) == set(result) else f'SumBackward1({diagonal})'
    if len(set(letters[0])) > len(set(result)):
        return 'SumBackward1(PermuteBackward0(0))'
    return 'PermuteBackward0(0)'


def _nll_name(input_shape, reduction):
    if len(input_shape) < 3:
        return 'NllLossBackward0'
    if len(input_shape) == 4:
        return 'NllLoss2DBackward0'
    name = 'NllLoss2DBackward0(ViewBackward0(0))'
    return f'ViewBackward0({name})' if reduction == 'none' else name


def _reduced(name, all_of, along):
    return lambda dim: f'{name}Backward{all_of if dim is None else along}(0)'


def _reshape_name(is_view, input_shape, input_stride):
    if not is_view:
        return 'UnsafeViewBackward0(CloneBackward0(0))'
    return 'ViewBackward0' if _is_contiguous(input_shape, input_stride) else 'ReshapeAliasBackward0'


_NAMES = {
    'sub': lambda input_is_number: 'RsubBackward1(1)' if input_is_number else 'SubBackward0(0,1)',
    'mul': lambda input_is_number: 'MulBackward0(1,0)' if input_is_number else 'MulBackward0(0,1)',
    'add': lambda input_is_number: 'AddBackward0(1,0)' if input_is_number else 'AddBackward0(0,1)',
    'div': lambda input_is_number, rounding_mode: (
        'MulBackward0(ReciprocalBackward0(1),-)' if input_is_number else
        'DivBackward0(0,1)' if rounding_mode is None else
        'DivBackward1(0,1)'),
    'floordiv': 'torch::autograd::NotImplemented',
    'floor_divide': 'torch::autograd::NotImplemented',
    'scatter_multiply': 'torch::autograd::NotImplemented',
    'remainder': lambda input_is_number, other_is_number: (
        'torch::autograd::NotImplemented(1)' if input_is_number else
        'RemainderBackward0(0)' if other_is_number else 'RemainderBackward1'),
    'fmod': lambda other_is_number: 'FmodBackward0(0)' if other_is_number else 'FmodBackward1',
    'pow': lambda input_is_number, exponent_is_number: (
        'PowBackward2(1)' if input_is_number else
        'PowBackward0(0)' if exponent_is_number else 'PowBackward1'),
    'square': 'PowBackward0',
    'round': lambda decimals: 'RoundBackward1' if decimals else 'RoundBackward0',
    'matmul': _matmul_name,
    'outer': 'MulBackward0(ViewBackward0(0),1)',
    'linear': _linear_name,
    'einsum': _einsum_name,
    'layer_norm': 'NativeLayerNormBackward0',
    'embedding': 'EmbeddingBackward0',
    'log1p': 'Log1PBackward0',
    'deg2rad': 'Deg2RadBackward0',
    'rad2deg': 'Rad2DegBackward0',
    'clamp': lambda min_is_number, max_is_number, min_shape, max_shape: (
        'ClampBackward1(0)' if (min_is_number or min_shape is None) and
        (max_is_number or max_shape is None) else 'ClampBackward0'),
    'clamp_min': lambda min_is_number: 'ClampMinBackward0(0)' if min_is_number else 'ClampMinBackward1',
    'clamp_max': lambda max_is_number: 'ClampMaxBackward0(0)' if max_is_number else 'ClampMaxBackward1',
    'lerp': lambda weight_is_number: 'LerpBackward0(0,1)' if weight_is_number else 'LerpBackward1',
    'selu': 'EluBackward0',
    'xlogy': lambda input_is_number, other_is_number: (
        'XlogyBackward1(1)' if input_is_number else 'XlogyBackward2(0)' if other_is_number else
        'XlogyBackward0(0,1)'),
    'relu6': 'HardtanhBackward0',
    'logsigmoid': 'LogSigmoidBackward0',
    'sum': _reduced('Sum', 0, 1),
    'mean': _reduced('Mean', 0, 1),
    'prod': _reduced('Prod', 0, 1),
    'max': _reduced('Max', 1, 0),
    'min': _reduced('Min', 1, 0),
    'median': _reduced('Median', 0, 1),
    'norm': 'LinalgVectorNormBackward0',
    'cosine_similarity': 'SumBackward1(MulBackward0(' + ','.join(
        [f'DivBackward0({at},CloneBackward0(LinalgVectorNormBackward0({at})))' for at in (0, 1)]) + '))',
    'nll_loss': _nll_name,
    'T': 'PermuteBackward0',
    't': lambda is_in_place: 'TBackward1' if is_in_place else 'TBackward0',
    'transpose': lambda is_in_place: f'TransposeBackward{int(is_in_place)}',
    'unsqueeze': lambda is_in_place: f'UnsqueezeBackward{int(is_in_place)}',
    'mT': 'TransposeBackward0',
    'reshape': _reshape_name,
    'flatten': _reshape_name,
    'squeeze': lambda dim, is_in_place: 'SqueezeBackward' + str(
        (0 if dim is None else 1 if len(dim) == 1 else 2) + 3 * is_in_place),
    'contiguous': 'CloneBackward0',
    'getitem': _getitem_name,
    'setitem': _setitem_name,
    'index_put': _index_put_name,
    'index': lambda indices, index, input_shape: f'IndexBackward0({_subscripts(index, input_shape)})',
    'narrow': 'SliceBackward0',
    'masked_fill': lambda value_is_number: ('MaskedFillBackward0(0)' if value_is_number else
                                            'MaskedFillBackward1'),
    'scatter': lambda src_is_number: 'ScatterBackward1(0)' if src_is_number else 'ScatterBackward0',
    'to': 'ToCopyBackward0',
    'float': 'ToCopyBackward0',
    'double': 'ToCopyBackward0',
    'half': 'ToCopyBackward0',
    'bfloat16': 'ToCopyBackward0',
    'constant_pad_nd': 'ConstantPadNdBackward0',
    '_softmax_backward_data': 'SoftmaxBackwardDataBackward0',
    '_log_softmax_backward_data': 'LogSoftmaxBackwardDataBackward0',
}
