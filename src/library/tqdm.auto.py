"""tqdm.auto: as tqdm."""

from tqdm import tqdm, trange
