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


def _lazy_init(*args, **kwargs):
    raise AssertionError("Torch not compiled with CUDA enabled")


get_device_name = get_device_properties = current_device = get_device_capability = _lazy_init
