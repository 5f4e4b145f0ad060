"""The direction of each step from the last gradients and moves, which stand for second derivatives."""
import torch
from torch.optim.optimizer import Optimizer, options


class _Point:
    """A step of length t along a direction: the loss there, its gradient, the slope of the way."""

    def __init__(self, t, loss, grad, slope):
        self.t, self.loss, self.grad, self.slope = t, loss, grad, slope


def _lowest(a, b, bounds=None):
    """Where the cubic through two points is least."""
    low, high = bounds or ((a.t, b.t) if a.t <= b.t else (b.t, a.t))
    bend = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = bend ** 2 - a.slope * b.slope
    if square < 0:
        return (low + high) / 2.0
    root = square.sqrt()
    if a.t <= b.t:
        found = b.t - (b.t - a.t) * ((b.slope + root - bend) / (b.slope - a.slope + 2 * root))
    else:
        found = a.t - (a.t - b.t) * ((a.slope + root - bend) / (a.slope - b.slope + 2 * root))
    return min(max(found, low), high)


class _Search:
    """For a step after which the loss has fallen enough, and the slope is flat: the strong Wolfe
    conditions."""

    def __init__(self, point_at, start, size, falls=1e-4, flat=0.9, least=1e-9, most=25):
        self.point_at, self.start, self.size = point_at, start, size
        self.falls, self.flat, self.least, self.most = falls, flat, least, most
        self.tried, self.is_done = 0, False

    def _is_high(self, point):
        return point.loss > self.start.loss + self.falls * point.t * self.start.slope

    def _is_flat(self, point):
        return abs(point.slope) <= -self.flat * self.start.slope

    def _bracket(self, t):
        """Two points that have one of those between them; or one."""
        before, new = self.start, self.point_at(t)
        while self.tried < self.most:
            if self._is_high(new) or self.tried > 1 and new.loss >= before.loss:
                return [before, new]
            if self._is_flat(new):
                self.is_done = True
                return [new]
            if new.slope >= 0:
                return [before, new]
            bounds = (new.t + 0.01 * (new.t - before.t), new.t * 10)
            t = _lowest(before, new, bounds)
            before, new = new, self.point_at(t)
            self.tried += 1
        return [self.start, new]

    def _between(self, ends, was_near):
        """The next step, not too near to an end twice; and whether this one is near."""
        t, low, high = _lowest(*ends), min([end.t for end in ends]), max([end.t for end in ends])
        margin = 0.1 * (high - low)
        if min(high - t, t - low) >= margin:
            return t, False
        if not was_near and low < t < high:
            return t, True
        return (high - margin if abs(t - high) < abs(t - low) else low + margin), False

    def run(self, t):
        ends, is_near = self._bracket(t), False
        low = 0 if ends[0].loss <= ends[-1].loss else 1
        while not self.is_done and self.tried < self.most:
            if abs(ends[1].t - ends[0].t) * self.size < self.least:
                break
            t, is_near = self._between(ends, is_near)
            new = self.point_at(t)
            self.tried += 1
            if self._is_high(new) or new.loss >= ends[low].loss:
                ends[1 - low] = new
                low = 0 if ends[0].loss <= ends[1].loss else 1
                continue
            self.is_done = bool(self._is_flat(new))
            if not self.is_done and new.slope * (ends[1 - low].t - ends[low].t) >= 0:
                ends[1 - low] = ends[low]
            ends[low] = new
        return ends[low]


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7,
                 tolerance_change=1e-9, history_size=100, line_search_fn=None):
        options(lr=lr)
        super().__init__(params, {
            'lr': lr, 'max_iter': max_iter,
            'max_eval': max_iter * 5 // 4 if max_eval is None else max_eval,
            'tolerance_grad': tolerance_grad, 'tolerance_change': tolerance_change,
            'history_size': history_size, 'line_search_fn': line_search_fn})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]['params']

    def _gradient(self):
        """Of all parameters, as one vector."""
        return torch.cat([torch.zeros(param.numel(), dtype=param.dtype) if param.grad is None
                          else param.grad.reshape(-1) for param in self._params])

    def _go(self, t, direction):
        start = 0
        for param in self._params:
            part = direction[start:start + param.numel()]
            param.add_(part.view_as(param), alpha=t)
            start += param.numel()

    def _direction(self, state, grad, history_size):
        """Against the gradient, as the last moves have bent it."""
        if state['n_iter'] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return grad.neg()
        changes, moves, factors = state['old_dirs'], state['old_stps'], state['ro']
        change, move = grad - state['prev_flat_grad'], state['d'] * state['t']
        product = change.dot(move)
        if product > 1e-10:
            if len(changes) == history_size:
                for past in (changes, moves, factors):
                    past.pop(0)
            changes.append(change)
            moves.append(move)
            factors.append(1.0 / product)
            state['H_diag'] = product / change.dot(change)
        parts, q = state.setdefault('al', [None] * history_size), grad.neg()
        for i in range(len(changes) - 1, -1, -1):
            parts[i] = moves[i].dot(q) * factors[i]
            q = q.add(changes[i], alpha=-parts[i].item())
        direction = q * state['H_diag']
        for i in range(len(changes)):
            part = changes[i].dot(direction) * factors[i]
            direction = direction.add(moves[i], alpha=(parts[i] - part).item())
        return direction

    def _search(self, closure, start, t, direction, least):
        before = [param.clone() for param in self._params]

        def point_at(t):
            self._go(t, direction)
            loss, grad = float(closure()), self._gradient()
            for param, value in zip(self._params, before):
                param.copy_(value)
            self.evaluated += 1
            return _Point(t, loss, grad, grad.dot(direction))

        return _Search(point_at, start, direction.abs().max()).run(t)

    @torch.no_grad()
    def step(self, closure):
        closure, group = torch.enable_grad()(closure), self.param_groups[0]
        if group['line_search_fn'] not in (None, 'strong_wolfe'):
            raise RuntimeError("only 'strong_wolfe' is supported")
        state = self.state[self._params[0]]
        state.setdefault('func_evals', 0)
        state.setdefault('n_iter', 0)
        first = closure()
        loss, grad, self.evaluated = float(first), self._gradient(), 1
        if grad.abs().max() > group['tolerance_grad']:
            self._walk(closure, group, state, loss, grad)
        state['func_evals'] += self.evaluated
        return first

    def _walk(self, closure, group, state, loss, grad):
        least = group['tolerance_change']
        for turn in range(group['max_iter']):
            state['n_iter'] += 1
            state['d'] = direction = self._direction(state, grad, group['history_size'])
            state['prev_flat_grad'], state['prev_loss'] = grad.clone(), loss
            t = group['lr']
            if state['n_iter'] == 1:
                t = min(1.0, 1.0 / grad.abs().sum()) * t
            state['t'], slope = t, grad.dot(direction)
            if slope > -least:
                break
            if group['line_search_fn']:
                end = self._search(closure, _Point(0, loss, grad, slope), t, direction, least)
                state['t'], loss, grad = end.t, end.loss, end.grad
                self._go(end.t, direction)
            else:
                self._go(t, direction)
                if turn + 1 < group['max_iter']:
                    loss, grad = float(closure()), self._gradient()
                    self.evaluated += 1
            if self._is_there(group, state, loss, grad):
                break

    def _is_there(self, group, state, loss, grad):
        least = group['tolerance_change']
        return (self.evaluated >= group['max_eval'] or grad.abs().max() <= group['tolerance_grad']
                or (state['d'] * state['t']).abs().max() <= least
                or abs(loss - state['prev_loss']) < least)
