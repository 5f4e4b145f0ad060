"""statistics: the simplest of them."""

import math


def mean(data):
    data = list(data)
    if not data:
        raise ValueError("mean requires at least one data point")
    if any(isinstance(x, float) for x in data):
        return math.fsum(data) / len(data)
    whole, rest = divmod(sum(data), len(data))
    return sum(data) / len(data) if rest else whole


def fmean(data):
    data = list(data)
    return math.fsum(data) / len(data)


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise ValueError("no median for empty data")
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def pvariance(data, mu=None):
    data = list(data)
    centre = fmean(data) if mu is None else mu
    return math.fsum([(x - centre) ** 2 for x in data]) / len(data)


def variance(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise ValueError("variance requires at least two data points")
    centre = fmean(data) if xbar is None else xbar
    return math.fsum([(x - centre) ** 2 for x in data]) / (len(data) - 1)


def stdev(data, xbar=None):
    return math.sqrt(variance(data, xbar))


def pstdev(data, mu=None):
    return math.sqrt(pvariance(data, mu))
