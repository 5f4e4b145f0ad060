"""torch.backends: settings of libraries that are not here. They may be made and change nothing."""


class _Backend:
    enabled = False
    deterministic = False
    benchmark = False
    allow_tf32 = False

    def is_available(self):
        return False

    def is_built(self):
        return False


cudnn = _Backend()
mps = _Backend()
cuda = _Backend()
cuda.matmul = _Backend()
mkldnn = _Backend()
