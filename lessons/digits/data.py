"""Digits written by hand, 8 by 8 dots each."""
import numpy
import torch

LEARNED, HELD_OUT = 1197, 300


def read(path):
    """Three parts, each of pictures with dots from 0 to 1 and of the digits that they show: to learn from,
    to compare seeds on, and to test with."""
    file = numpy.load(path)
    order = torch.randperm(len(file["digits"]), generator=torch.Generator().manual_seed(0))
    pictures = torch.from_numpy(file["pictures"]).float()[order] / 16
    digits = torch.from_numpy(file["digits"]).long()[order]
    ends = LEARNED, LEARNED + HELD_OUT
    return [(pictures[part], digits[part])
            for part in (slice(0, ends[0]), slice(*ends), slice(ends[1], None))]
