"""numpy.lib.arraysetops: arrays as sets."""
import numpy as np
from torch._more import alike


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    ar = np.asarray(ar)
    rows = ar.ravel() if axis is None else np.moveaxis(ar, axis, 0)
    first, inverse, counts = alike(rows.reshape(len(rows), -1).tolist())
    values = rows[np.array(first, dtype=np.int64)]
    values = values if axis is None else np.moveaxis(values, 0, axis)
    also = [(return_index, first), (return_inverse, inverse), (return_counts, counts)]
    more = [np.array(places, dtype=np.int64) for wanted, places in also if wanted]
    return (values, *more) if more else values


def isin(element, test_elements, invert=False):
    element = np.asarray(element)
    wanted = set(np.asarray(list(test_elements)).ravel().tolist())
    found = [(value in wanted) != invert for value in element.ravel().tolist()]
    return np.array(found, dtype=bool).reshape(element.shape)


def in1d(ar1, ar2, invert=False):
    return isin(np.asarray(ar1).ravel(), ar2, invert)


def setdiff1d(ar1, ar2):
    values = unique(ar1)
    return values[isin(values, ar2, invert=True)]


def union1d(ar1, ar2):
    return unique(np.concatenate([np.asarray(ar1).ravel(), np.asarray(ar2).ravel()]))


def intersect1d(ar1, ar2):
    values = unique(ar1)
    return values[isin(values, ar2)]
