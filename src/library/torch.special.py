"""torch.special: functions of torch by the names that scipy.special has."""
from torch import erf, erfinv, exp2, expm1, log1p, log_softmax, logit, logsumexp, round, softmax, xlogy
from torch import sigmoid as expit

xlog1py = lambda input, other: input * log1p(other)


def entr(input):
    """-x log x."""
    return -xlogy(input, input)
