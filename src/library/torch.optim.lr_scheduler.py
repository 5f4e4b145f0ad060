"""torch.optim.lr_scheduler: schedules can be made; their steps need an optimizer's."""


class LRScheduler:
    def __init__(self, optimizer, *args, **kwargs):
        self.optimizer = optimizer
        self.base_lrs = [group.setdefault('initial_lr', group['lr'])
                         for group in optimizer.param_groups]

    def get_last_lr(self):
        return [group['lr'] for group in self.optimizer.param_groups]

    def step(self, epoch=None):
        raise NotImplementedError(f"qkv computes no gradients yet: {type(self).__name__}.step()")


class _LRScheduler(LRScheduler):
    pass


class LambdaLR(LRScheduler):
    """The rate that each group begins with, times what its function says of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        super().__init__(optimizer)
        groups = optimizer.param_groups
        many = isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas = list(lr_lambda) if many else [lr_lambda] * len(groups)
        if len(self.lr_lambdas) != len(groups):
            raise ValueError(f"Expected {len(groups)} lr_lambdas, but got {len(self.lr_lambdas)}")
        for group, base, function in zip(groups, self.base_lrs, self.lr_lambdas):
            group['lr'] = base * function(last_epoch + 1)


class StepLR(LRScheduler):
    pass


class ExponentialLR(LRScheduler):
    pass


class CosineAnnealingLR(LRScheduler):
    pass


class ReduceLROnPlateau(LRScheduler):
    pass
