"""torch.random: the seeds by another name."""
from torch import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, \
    set_rng_state
