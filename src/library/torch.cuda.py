"""torch.cuda: there is no GPU here."""


def is_available():
    return False


def device_count():
    return 0


def manual_seed(seed):
    pass


def manual_seed_all(seed):
    pass


def empty_cache():
    pass


def synchronize(device=None):
    pass


def is_initialized():
    return False


def is_bf16_supported(including_emulation=True):
    return False


def memory_allocated(device=None):
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated
memory_cached = max_memory_cached = memory_allocated


def seed_all():
    pass


seed = seed_all


def get_rng_state_all():
    return []


get_arch_list = get_rng_state_all


def _lazy_init(*args, **kwargs):
    raise AssertionError("Torch not compiled with CUDA enabled")


get_device_name = get_device_properties = current_device = get_device_capability = _lazy_init
get_rng_state = set_rng_state = initial_seed = init = current_stream = default_stream = _lazy_init
mem_get_info = ipc_collect = can_device_access_peer = _lazy_init


class OutOfMemoryError(RuntimeError):
    __module__ = 'torch'


class Stream:
    def __init__(self, *args, **kwargs):
        raise RuntimeError(f"Tried to instantiate dummy base class {type(self).__name__}")


class Event(Stream):
    pass


def _without(name):
    def refuse(*args, **kwargs):
        raise AttributeError(f"module 'torch._C' has no attribute '{name}'")

    return refuse


set_device = _without('_cuda_setDevice')
reset_peak_memory_stats = _without('_cuda_resetPeakMemoryStats')
reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats
