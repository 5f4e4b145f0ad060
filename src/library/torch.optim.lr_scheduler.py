"""torch.optim.lr_scheduler: learning rates that change from step to step."""
import math
import types
import warnings
from bisect import bisect_right
from collections import Counter
from functools import partial, wraps

import torch

__all__ = ['LambdaLR', 'MultiplicativeLR', 'StepLR', 'MultiStepLR', 'ConstantLR', 'LinearLR',
           'ExponentialLR', 'SequentialLR', 'CosineAnnealingLR', 'ChainedScheduler',
           'ReduceLROnPlateau', 'CyclicLR', 'CosineAnnealingWarmRestarts', 'OneCycleLR',
           'PolynomialLR', 'LRScheduler']

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, "
    "where available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose.")

_SEE = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_OVERRIDDEN = ("Seems like `optimizer.step()` has been overridden after learning rate scheduler "
               "initialization. Please, make sure to call `optimizer.step()` before "
               "`lr_scheduler.step()`. " + _SEE)
_TOO_EARLY = ("Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 "
              "and later, you should call them in the opposite order: `optimizer.step()` before "
              "`lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first "
              "value of the learning rate schedule. " + _SEE)


def _check_verbose(verbose):
    if verbose == 'deprecated':
        return False
    warnings.warn("The verbose parameter is deprecated. Please use get_last_lr() to access the "
                  "learning rate.", UserWarning)
    return verbose


def _check_optimizer(optimizer):
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _for_each_group(name, optimizer, value):
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(f"{name} must have the same length as optimizer.param_groups. {name} has "
                         f"{len(value)} values, param_groups has {groups}.")
    return list(value)


def _rates(optimizer):
    return [group['lr'] for group in optimizer.param_groups]


def _notice_steps(optimizer):
    """From now on the optimizer notes that it has made a step."""
    step = optimizer.step
    if hasattr(step, '_wrapped_by_lr_sched'):
        return

    @wraps(step)
    def noticed(*args, **kwargs):
        optimizer._opt_called = True
        return step(*args, **kwargs)

    noticed._wrapped_by_lr_sched = True
    optimizer.step = noticed


class LRScheduler:
    """What a schedule does is in get_lr(): the rates of the groups at the step last_epoch."""

    _get_lr_called_within_step = False

    def __init__(self, optimizer, last_epoch=-1, verbose='deprecated'):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault('initial_lr', group['lr'])
            elif 'initial_lr' not in group:
                raise KeyError("param 'initial_lr' is not specified in "
                               f"param_groups[{number}] when resuming an optimizer")
        self.base_lrs = [group['initial_lr'] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _notice_steps(optimizer)
        self.verbose = _check_verbose(verbose)
        self._initial_step()

    def _initial_step(self):
        self._step_count = 0
        self.step()

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def print_lr(self, is_verbose, group, lr, epoch=None):
        warnings.warn("`LRScheduler.print_lr()` is being deprecated. To fetch the learning rate, please "
                      "use `get_last_lr()` instead. For more details, see "
                      "https://github.com/pytorch/pytorch/issues/99270.", UserWarning)
        if is_verbose:
            when = "" if epoch is None else f"Epoch {epoch:{'.2f' if isinstance(epoch, float) else '05d'}}: a"
            print(f"{when or 'A'}djusting learning rate of group {group} to {lr:.4e}.")

    def state_dict(self):
        state = dict(self.__dict__)
        state.pop('optimizer', None)
        return state

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)

    def step(self, epoch=None):
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, '_wrapped_by_lr_sched'):
                warnings.warn(_OVERRIDDEN, UserWarning)
            elif not getattr(self.optimizer, '_opt_called', False):
                warnings.warn(_TOO_EARLY, UserWarning)
        self._step_count += 1
        if epoch is None:
            self.last_epoch += 1
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning)
            self.last_epoch = epoch
        self._set_rates(epoch is not None and getattr(self, '_get_closed_form_lr', None))

    def _set_rates(self, rule=None):
        self._get_lr_called_within_step = True
        try:
            rates = rule() if rule else self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, rate in zip(self.optimizer.param_groups, rates):
            group['lr'] = rate
        self._last_lr = _rates(self.optimizer)

    def _rates_before(self, factor=1):
        """What get_lr() begins with: the rates as they are, times a factor."""
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use "
                          "`get_last_lr()`.", UserWarning, stacklevel=2)
        rates = _rates(self.optimizer)
        return rates if factor == 1 else [rate * factor for rate in rates]


class _LRScheduler(LRScheduler):
    pass


class LambdaLR(LRScheduler):
    """The rate that each group begins with, times what its function says of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose='deprecated'):
        self.optimizer = optimizer
        many, groups = isinstance(lr_lambda, (list, tuple)), len(optimizer.param_groups)
        if many and len(lr_lambda) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda) if many else [lr_lambda] * groups
        super().__init__(optimizer, last_epoch, verbose)

    def state_dict(self):
        state = super().state_dict()
        del state['lr_lambdas']
        state['lr_lambdas'] = [None if isinstance(function, types.FunctionType)
                               else dict(function.__dict__) for function in self.lr_lambdas]
        return state

    def load_state_dict(self, state_dict):
        self.__dict__.update({key: value for key, value in state_dict.items()
                              if key != 'lr_lambdas'})
        for function, state in zip(self.lr_lambdas, state_dict['lr_lambdas']):
            if state is not None:
                function.__dict__.update(state)

    def get_lr(self):
        self._rates_before()
        return [base * function(self.last_epoch)
                for function, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(LambdaLR):
    def get_lr(self):
        rates = self._rates_before()
        if self.last_epoch <= 0:
            return rates
        return [rate * function(self.last_epoch) for function, rate in zip(self.lr_lambdas, rates)]


class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose='deprecated'):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        falls = self.last_epoch != 0 and self.last_epoch % self.step_size == 0
        return self._rates_before(self.gamma if falls else 1)

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose='deprecated'):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        falls = self.last_epoch in self.milestones
        return self._rates_before(self.gamma ** self.milestones[self.last_epoch] if falls else 1)

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma ** passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1,
                 verbose='deprecated'):
        self.factor, self.total_iters = factor, total_iters
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._rates_before(self.factor)
        return self._rates_before(1.0 / self.factor if self.last_epoch == self.total_iters else 1)

    def _get_closed_form_lr(self):
        rise = (self.last_epoch >= self.total_iters) * (1 - self.factor)
        return [base * (self.factor + rise) for base in self.base_lrs]


class LinearLR(LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5,
                 last_epoch=-1, verbose='deprecated'):
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        if start_factor <= 0 or start_factor > 1.0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less "
                             "or equal to 1.")
        if end_factor < 0 or end_factor > 1.0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._rates_before(self.start_factor)
        if self.last_epoch > self.total_iters:
            return self._rates_before()
        rise = self.end_factor - self.start_factor
        return self._rates_before(1.0 + rise / (self.total_iters * self.start_factor
                                                + (self.last_epoch - 1) * rise))

    def _get_closed_form_lr(self):
        passed = min(self.total_iters, self.last_epoch)
        return [base * (self.start_factor + (self.end_factor - self.start_factor) * passed
                        / self.total_iters) for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose='deprecated'):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return self._rates_before(1 if self.last_epoch == 0 else self.gamma)

    def _get_closed_form_lr(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose='deprecated'):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._rates_before()
        return self._rates_before(((1.0 - self.last_epoch / self.total_iters)
                                   / (1.0 - (self.last_epoch - 1) / self.total_iters)) ** self.power)

    def _get_closed_form_lr(self):
        rest = (1.0 - min(self.total_iters, self.last_epoch) / self.total_iters) ** self.power
        return [base * rest for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose='deprecated'):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        rates, least = self._rates_before(), self.eta_min
        if self.last_epoch == 0:
            return rates
        if self._step_count == 1 and self.last_epoch > 0:
            turned = self.last_epoch * math.pi / self.T_max
            return [least + (base - least) * (1 + math.cos(turned)) / 2 for base in self.base_lrs]
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            return [rate + (base - least) * (1 - math.cos(math.pi / self.T_max)) / 2
                    for rate, base in zip(rates, self.base_lrs)]
        return [(1 + math.cos(math.pi * self.last_epoch / self.T_max))
                / (1 + math.cos(math.pi * (self.last_epoch - 1) / self.T_max))
                * (rate - least) + least for rate in rates]

    def _get_closed_form_lr(self):
        return [self.eta_min + (base - self.eta_min)
                * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
                for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1, verbose='deprecated'):
        self._check(T_0, T_mult, eta_min)
        self.T_0 = self.T_i = T_0  # how long the first cycle is, and this one
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    @staticmethod
    def _check(first, growth, least):
        if first <= 0 or not isinstance(first, int):
            raise ValueError(f"Expected positive integer T_0, but got {first}")
        if growth < 1 or not isinstance(growth, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {growth}")
        if not isinstance(least, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {least} of type {type(least)}")

    def get_lr(self):
        self._rates_before()
        return [self.eta_min + (base - self.eta_min)
                * (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2 for base in self.base_lrs]

    def step(self, epoch=None):
        if epoch is not None or self.last_epoch < 0:
            epoch = 0 if epoch is None else epoch
            self._place(epoch)
        else:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        self.last_epoch = math.floor(epoch)
        self._set_rates()

    def _place(self, epoch):
        """How far into which cycle an epoch is."""
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        if epoch < self.T_0:
            self.T_i = self.T_0
            self.T_cur = epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            more = self.T_mult - 1
            longer = self.T_mult ** int(math.log(epoch / self.T_0 * more + 1, self.T_mult))
            self.T_i = self.T_0 * longer
            self.T_cur = epoch - self.T_0 * (longer - 1) / more


# ---- several schedules ---------------------------------------------------------------------------


class _Several(LRScheduler):
    def _check(self, optimizer, schedulers):
        name = type(self).__name__
        for place, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, 'optimizer'):
                raise TypeError(f"{name} at index {place} should have `optimizer` as its attribute.")
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError(f"{name} does not support `ReduceLROnPlateau` scheduler as it "
                                 "requires additional kwargs to be specified when calling `step`, "
                                 f"but got one at index {place} in the given schedulers sequence.")
            if optimizer != scheduler.optimizer:
                raise ValueError(f"{name} expects all schedulers to belong to the same optimizer, but "
                                 f"got scheduler {type(scheduler).__name__} at index {place} has "
                                 f"{scheduler.optimizer}, which is different from "
                                 f"{type(optimizer).__name__}.")

    def state_dict(self):
        state = super().state_dict()
        del state['_schedulers']
        state['_schedulers'] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        self.__dict__.update({key: value for key, value in state_dict.items()
                              if key != '_schedulers'})
        for scheduler, state in zip(self._schedulers, state_dict['_schedulers']):
            scheduler.load_state_dict(state)


class SequentialLR(_Several):
    """One schedule after the other: each begins anew at its milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose='deprecated'):
        if len(schedulers) < 1:
            raise ValueError(f"{type(self).__name__} expects at least one scheduler, but got no "
                             "scheduler.")
        self._check(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one "
                             "more than the number of milestone points, but got number of schedulers "
                             f"{len(schedulers)} and the number of milestones to be equal to "
                             f"{len(milestones)}")
        _check_verbose(verbose)
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group['lr'] = group['initial_lr']
        self.recursive_undo()
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def recursive_undo(self, sched=None):
        """The step that each schedule made when it was made is taken back."""
        scheduler = self if sched is None else sched
        if hasattr(scheduler, '_schedulers'):
            for part in scheduler._schedulers:
                self.recursive_undo(part)
        elif hasattr(scheduler, 'last_epoch'):
            scheduler.last_epoch -= 1

    def step(self):
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[place]
        if place > 0 and self._milestones[place - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Several):
    """All schedules at every step."""

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) < 1:
            raise ValueError(f"{type(self).__name__} expects at least one scheduler to be chained, "
                             "but got no scheduler.")
        optimizer = optimizer or schedulers[0].optimizer
        self._check(optimizer, schedulers)
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = _rates(schedulers[-1].optimizer)

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = _rates(self._schedulers[-1].optimizer)


# ---- rates that follow a loss --------------------------------------------------------------------


class ReduceLROnPlateau(LRScheduler):
    def __init__(self, optimizer, mode='min', factor=0.1, patience=10, threshold=1e-4,
                 threshold_mode='rel', cooldown=0, min_lr=0, eps=1e-8, verbose='deprecated'):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        groups, several = len(optimizer.param_groups), isinstance(min_lr, (list, tuple))
        if several and len(min_lr) != groups:
            raise ValueError(f"expected {groups} min_lrs, got {len(min_lr)}")
        self.default_min_lr = None if several else min_lr
        self.min_lrs = list(min_lr) if several else [min_lr] * groups
        self.patience = patience
        self.verbose = _check_verbose(verbose)
        self.cooldown = cooldown
        self.cooldown_counter = 0
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = _rates(optimizer)
        if mode not in ('min', 'max'):
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in ('rel', 'abs'):
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.mode_worse = math.inf if mode == 'min' else -math.inf
        self._reset()

    def _reset(self):
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def step(self, metrics, epoch=None):
        current = float(metrics)
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        better = self.is_better(current, self.best)
        self.best = current if better else self.best
        self.num_bad_epochs = 0 if better else self.num_bad_epochs + 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = _rates(self.optimizer)

    def _reduce_lr(self, epoch):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from when "
                    f"`ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due to a new "
                    "param group being added to the optimizer. Please modify the `min_lrs` field to "
                    "match the length of the `optimizer` param groups.")
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs):
            before = float(group['lr'])
            after = max(before * self.factor, least)
            if before - after > self.eps:
                group['lr'] = after

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def is_better(self, a, best):
        if self.mode == 'min':
            return a < (best * (1.0 - self.threshold) if self.threshold_mode == 'rel'
                        else best - self.threshold)
        return a > (best * (self.threshold + 1.0) if self.threshold_mode == 'rel'
                    else best + self.threshold)


# ---- rates that rise and fall, and the momentum against them -------------------------------------


class _WithMomentum(LRScheduler):
    def _begin_momentum(self, base_momentum, max_momentum, last_epoch):
        """Each group at the momentum that it begins with; the least and the largest of each."""
        defaults = self.optimizer.defaults
        if 'momentum' not in defaults and 'betas' not in defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option "
                             "enabled")
        self.use_beta1 = 'betas' in defaults
        least = _for_each_group('base_momentum', self.optimizer, base_momentum)
        most = _for_each_group('max_momentum', self.optimizer, max_momentum)
        for group, low, high in zip(self.optimizer.param_groups, least, most):
            if last_epoch == -1:
                self._set_momentum(group, high)
                group['max_momentum'] = high
                group['base_momentum'] = low
        return least, most

    def _set_momentum(self, group, momentum):
        if self.use_beta1:
            group['betas'] = (momentum, *group['betas'][1:])
        else:
            group['momentum'] = momentum


class CyclicLR(_WithMomentum):
    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None,
                 mode='triangular', gamma=1.0, scale_fn=None, scale_mode='cycle',
                 cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
                 verbose='deprecated'):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = _for_each_group('base_lr', optimizer, base_lr)
        if last_epoch == -1:
            for rate, group in zip(base_lrs, optimizer.param_groups):
                group['lr'] = rate
        self.max_lrs = _for_each_group('max_lr', optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (float(step_size_down) if step_size_down is not None else up)
        self.step_ratio = up / self.total_size
        if mode not in ('triangular', 'triangular2', 'exp_range') and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        self._init_scale_fn()
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums, self.max_momentums = self._begin_momentum(
                base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = base_lrs

    def _init_scale_fn(self):
        if self._scale_fn_custom is not None:
            return
        self.scale_mode = 'iterations' if self.mode == 'exp_range' else 'cycle'
        self._scale_fn_ref = {'triangular': self._triangular_scale_fn,
                              'triangular2': self._triangular2_scale_fn,
                              'exp_range': partial(self._exp_range_scale_fn, self.gamma)}[self.mode]

    @staticmethod
    def _exp_range_scale_fn(gamma, x):
        return gamma ** x

    @staticmethod
    def _triangular2_scale_fn(x):
        return 1 / (2.0 ** (x - 1))

    @staticmethod
    def _triangular_scale_fn(x):
        return 1.0

    def scale_fn(self, x):
        return (self._scale_fn_custom or self._scale_fn_ref)(x)

    def get_lr(self):
        self._rates_before()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        if x <= self.step_ratio:
            part = x / self.step_ratio
        else:
            part = (x - 1) / (self.step_ratio - 1)
        at = cycle if self.scale_mode == 'cycle' else self.last_epoch
        if self.cycle_momentum:
            for group, low, high in zip(self.optimizer.param_groups, self.base_momentums,
                                        self.max_momentums):
                self._set_momentum(group, high - (high - low) * part * self.scale_fn(at))
        return [low + (high - low) * part * self.scale_fn(at)
                for low, high in zip(self.base_lrs, self.max_lrs)]

    def state_dict(self):
        state = super().state_dict()
        state.pop('_scale_fn_ref', None)
        function = state.pop('_scale_fn_custom')
        state['_scale_fn_custom'] = None if function is None or isinstance(
            function, types.FunctionType) else dict(function.__dict__)
        return state

    def load_state_dict(self, state_dict):
        self.__dict__.update({key: value for key, value in state_dict.items()
                              if key != '_scale_fn_custom'})
        if state_dict['_scale_fn_custom'] is not None:
            self._scale_fn_custom.__dict__.update(state_dict['_scale_fn_custom'])
        self._init_scale_fn()


def _phase(end_step, start, end, start_momentum, end_momentum):
    return {'end_step': end_step, 'start_lr': start, 'end_lr': end,
            'start_momentum': start_momentum, 'end_momentum': end_momentum}


def _positive_int(name, value):
    if value <= 0 or not isinstance(value, int):
        raise ValueError(f"Expected positive integer {name}, but got {value}")


class OneCycleLR(_WithMomentum):
    """Up to the largest rate, and down again far below the first one."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None,
                 pct_start=0.3, anneal_strategy='cos', cycle_momentum=True, base_momentum=0.85,
                 max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False,
                 last_epoch=-1, verbose='deprecated'):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = self._count_steps(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = self._phases(pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ('cos', 'linear'):
            raise ValueError("anneal_strategy must be one of 'cos' or 'linear', instead got "
                             f"{anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        for group, most in zip(optimizer.param_groups, _for_each_group('max_lr', optimizer, max_lr)):
            if last_epoch == -1:
                group['initial_lr'] = most / div_factor
                group['max_lr'] = most
                group['min_lr'] = group['initial_lr'] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch, verbose)

    def _count_steps(self, total_steps, epochs, steps_per_epoch):
        if total_steps is not None:
            _positive_int('total_steps', total_steps)
            return total_steps
        if epochs is None or steps_per_epoch is None:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        _positive_int('epochs', epochs)
        _positive_int('steps_per_epoch', steps_per_epoch)
        return epochs * steps_per_epoch

    def _phases(self, pct_start, three_phase):
        up = float(pct_start * self.total_steps) - 1
        down, last = float(2 * pct_start * self.total_steps) - 2, self.total_steps - 1
        first = _phase(up, 'initial_lr', 'max_lr', 'max_momentum', 'base_momentum')
        if not three_phase:
            return [first, _phase(last, 'max_lr', 'min_lr', 'base_momentum', 'max_momentum')]
        return [first, _phase(down, 'max_lr', 'initial_lr', 'base_momentum', 'max_momentum'),
                _phase(last, 'initial_lr', 'min_lr', 'max_momentum', 'max_momentum')]

    def _anneal_func(self, start, end, pct):
        if self._anneal_func_type == 'cos':
            return self._annealing_cos(start, end, pct)
        return self._annealing_linear(start, end, pct)

    @staticmethod
    def _annealing_cos(start, end, pct):
        return end + (start - end) / 2.0 * (math.cos(math.pi * pct) + 1)

    @staticmethod
    def _annealing_linear(start, end, pct):
        return (end - start) * pct + start

    def _phase_now(self):
        """The phase of this step, and how much of it is done."""
        start = 0.0
        for phase in self._schedule_phases:
            if self.last_epoch <= phase['end_step'] or phase is self._schedule_phases[-1]:
                return phase, (self.last_epoch - start) / (phase['end_step'] - start)
            start = phase['end_step']

    def get_lr(self):
        self._rates_before()
        if self.last_epoch > self.total_steps:
            raise ValueError(f"Tried to step {self.last_epoch} times. The specified number of total "
                             f"steps is {self.total_steps}")
        phase, done = self._phase_now()
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._anneal_func(group[phase['start_lr']], group[phase['end_lr']], done))
            if self.cycle_momentum:
                self._set_momentum(group, self._anneal_func(
                    group[phase['start_momentum']], group[phase['end_momentum']], done))
        return rates
