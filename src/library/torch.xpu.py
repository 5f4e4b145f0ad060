"""torch.xpu: there is no Intel GPU here."""


def is_available():
    return False


is_initialized = is_bf16_supported = is_available


def device_count():
    return 0


def memory_allocated(device=None):
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def manual_seed(seed):
    pass


def manual_seed_all(seed):
    pass


def seed_all():
    pass


def empty_cache():
    pass


def _lazy_init(*args, **kwargs):
    raise AssertionError('Torch not compiled with XPU enabled')


get_device_name = get_device_properties = current_device = get_device_capability = _lazy_init
synchronize = init = current_stream = get_rng_state = initial_seed = _lazy_init
