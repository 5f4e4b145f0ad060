"""tqdm.notebook: as tqdm."""

from tqdm import tqdm, trange
