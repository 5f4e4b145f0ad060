"""torch.mps: this is no Mac."""


def is_available():
    return False


def device_count():
    return 0


def manual_seed(seed):
    pass


def _without(name):
    def refuse(*args, **kwargs):
        raise RuntimeError(f'Cannot execute {name}() without MPS backend.')

    return refuse


empty_cache = _without('emptyCache')
synchronize = _without('deviceSynchronize')
seed = get_rng_state = set_rng_state = _without('getDefaultGenerator')
current_allocated_memory = _without('getCurrentAllocatedMemory')
driver_allocated_memory = _without('getDriverAllocatedMemory')
recommended_max_memory = _without('getRecommendedMaxMemory')
set_per_process_memory_fraction = _without('setMemoryFraction')
