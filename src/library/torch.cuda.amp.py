"""torch.cuda.amp: mixed precision, which does nothing where there is no CUDA."""


class autocast:
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


class GradScaler:
    def __init__(self, *args, **kwargs):
        pass

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass

    def is_enabled(self):
        return False
