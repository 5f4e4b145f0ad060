"""torch.random: the default generator of random numbers."""
from torch import Generator, default_generator, manual_seed


def seed():
    return default_generator.seed()


def initial_seed():
    return default_generator.initial_seed()


def get_rng_state():
    return default_generator.get_state()


def set_rng_state(new_state):
    default_generator.set_state(new_state)
