"""Functions of one's own with forward and backward, checked, and used in a network that learns."""
import math

import torch
from torch import nn
from torch.autograd import Function, gradcheck


class LegendrePolynomial3(Function):
    """P3(x) = (5 x^3 - 3 x) / 2, with its derivative written down."""

    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return 0.5 * (5 * input ** 3 - 3 * input)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        return grad_output * 1.5 * (5 * input ** 2 - 1)


class LinearFunction(Function):
    @staticmethod
    def forward(ctx, input, weight, bias=None):
        ctx.save_for_backward(input, weight, bias)
        output = input.mm(weight.t())
        if bias is not None:
            output += bias.unsqueeze(0).expand_as(output)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias


class StraightThroughSign(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sign(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1).float()


class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return -ctx.alpha * grad_output, None


class AttentionFunction(Function):
    """softmax(Q K^T / sqrt(d)) V; the weights are kept for the way back."""

    @staticmethod
    def forward(ctx, q, k, v):
        scale = 1 / math.sqrt(q.size(-1))
        weights = torch.softmax(q @ k.transpose(-2, -1) * scale, dim=-1)
        ctx.save_for_backward(q, k, v, weights)
        ctx.scale = scale
        return weights @ v

    @staticmethod
    def backward(ctx, grad):
        q, k, v, weights = ctx.saved_tensors
        d_v = weights.transpose(-2, -1) @ grad
        d_weights = grad @ v.transpose(-2, -1)
        d_scores = weights * (d_weights - (d_weights * weights).sum(-1, keepdim=True)) * ctx.scale
        return d_scores @ k, d_scores.transpose(-2, -1) @ q, d_v


torch.manual_seed(0)
double = dict(dtype=torch.double, requires_grad=True)
print(gradcheck(LinearFunction.apply, (torch.randn(5, 4, **double), torch.randn(3, 4, **double),
                                       torch.randn(3, **double)), eps=1e-6, atol=1e-4))
print(gradcheck(LegendrePolynomial3.apply, torch.randn(6, **double)))
print(gradcheck(AttentionFunction.apply, [torch.randn(2, 3, 4, **double) for _ in range(3)]))
try:
    gradcheck(StraightThroughSign.apply, torch.randn(4, **double))
except Exception as error:
    print(type(error).__name__)

# ---- y = sin(x) fitted by a + b P3(c + d x) --------------------------------------------------

x = torch.linspace(-math.pi, math.pi, 200)
y = torch.sin(x)
a = torch.full((), 0.0, requires_grad=True)
b = torch.full((), -1.0, requires_grad=True)
c = torch.full((), 0.0, requires_grad=True)
d = torch.full((), 0.3, requires_grad=True)
learning_rate = 5e-5
for t in range(300):
    P3 = LegendrePolynomial3.apply
    y_pred = a + b * P3(c + d * x)
    loss = (y_pred - y).pow(2).sum()
    if t < 20 or t % 100 == 99:
        print(t, f'{loss.item():.4f}')
    loss.backward()
    with torch.no_grad():
        for p in (a, b, c, d):
            p -= learning_rate * p.grad
            p.grad = None
print(f'Result: y = {a.item():.3f} + {b.item():.3f} * P3({c.item():.3f} + {d.item():.3f} x)')


# ---- a layer that uses it ----------------------------------------------------------------------


class Head(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Parameter(torch.randn(3, dim, dim) / dim ** 0.5)

    def forward(self, x):
        q, k, v = (x @ w for w in self.qkv)
        return AttentionFunction.apply(q, k, v)


head = Head(4)
x = torch.randn(8, 5, 4)
target = x.flip(1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.5)
for step in range(20):
    loss = nn.functional.mse_loss(head(x), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f'step {step} loss {loss.item():.4f}')
print(type(head(x).grad_fn).__name__, head.qkv.grad.shape)

z = torch.randn(3, requires_grad=True)
GradientReversal.apply(z, 0.5).sum().backward()
print(z.grad)
s = torch.tensor([-2.0, -0.5, 0.0, 0.7, 3.0], requires_grad=True)
StraightThroughSign.apply(s).sum().backward()
print(s.grad)
