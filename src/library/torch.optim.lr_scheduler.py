"""torch.optim.lr_scheduler: schedules can be made; their steps need an optimizer's."""


class LRScheduler:
    def __init__(self, optimizer, *args, **kwargs):
        self.optimizer = optimizer

    def get_last_lr(self):
        return [group['lr'] for group in self.optimizer.param_groups]

    def step(self, epoch=None):
        raise NotImplementedError(f"qkv computes no gradients yet: {type(self).__name__}.step()")


class LambdaLR(LRScheduler):
    pass


class StepLR(LRScheduler):
    pass


class ExponentialLR(LRScheduler):
    pass


class CosineAnnealingLR(LRScheduler):
    pass


class ReduceLROnPlateau(LRScheduler):
    pass
