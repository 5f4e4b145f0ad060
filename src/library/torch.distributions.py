"""torch.distributions: Categorical, Normal, Bernoulli and Uniform; samples as PyTorch draws them."""
import math
from numbers import Integral

import torch


class Distribution:
    def __init__(self, batch_shape=()):
        self.batch_shape = torch.Size(batch_shape)

    def _sized(self, sample_shape):
        sample_shape = (sample_shape,) if isinstance(sample_shape, Integral) else tuple(sample_shape)
        return torch.Size(sample_shape + tuple(self.batch_shape))

    def __repr__(self):
        parts = []
        for name in self._shown:
            if name not in self.__dict__:
                continue
            value = getattr(self, name)
            parts.append(f'{name}: {value.item() if value.numel() == 1 else value.size()}')
        return f"{type(self).__name__}({', '.join(parts)})"


class Categorical(Distribution):
    """One of several, each with a probability of its own."""

    _shown = ['probs', 'logits']

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        given = self.logits if probs is None else self.probs
        self._num_events = given.size(-1)
        super().__init__(given.shape[:-1])

    def __getattr__(self, name):
        """The other one of both is made when it is asked for."""
        if name == 'probs':
            self.probs = torch.softmax(self.logits, dim=-1)
            return self.probs
        if name == 'logits':
            eps = torch.finfo(self.probs.dtype).eps
            self.logits = self.probs.clamp(min=eps, max=1 - eps).log()
            return self.logits
        raise AttributeError(f"'Categorical' object has no attribute '{name}'")

    def sample(self, sample_shape=()):
        shape = self._sized(sample_shape)
        count = math.prod(shape[:len(shape) - len(self.batch_shape)])
        rows = self.probs.reshape(-1, self._num_events)
        return torch.multinomial(rows, count, True).t().reshape(shape)

    def log_prob(self, value):
        value, logits = torch.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        least = torch.finfo(self.logits.dtype).min
        return -(self.logits.clamp(min=least) * self.probs).sum(-1)


class _Located(Distribution):
    def __init__(self, first, second):
        tensors = [value if isinstance(value, torch.Tensor) else torch.tensor(float(value))
                   for value in (first, second)]
        tensors = torch.broadcast_tensors(*tensors)
        for name, value in zip(self._shown, tensors):
            setattr(self, name, value)
        super().__init__(tensors[0].shape)


class Normal(_Located):
    _shown = ['loc', 'scale']

    def __init__(self, loc, scale, validate_args=None):
        super().__init__(loc, scale)

    mean = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale.pow(2))

    def sample(self, sample_shape=()):
        shape = self._sized(sample_shape)
        return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        return self.loc + torch.randn(self._sized(sample_shape)) * self.scale

    def log_prob(self, value):
        return (-((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log()
                - math.log(math.sqrt(2 * math.pi)))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))


class Uniform(_Located):
    _shown = ['low', 'high']

    def __init__(self, low, high, validate_args=None):
        super().__init__(low, high)

    def rsample(self, sample_shape=()):
        return self.low + torch.rand(self._sized(sample_shape)) * (self.high - self.low)

    sample = rsample

    def log_prob(self, value):
        inside = (self.low <= value) & (value < self.high)
        return torch.log(inside.type_as(self.low)) - torch.log(self.high - self.low)

    def entropy(self):
        return torch.log(self.high - self.low)


class Bernoulli(Distribution):
    _shown = ['probs']

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if logits is None else logits
        given = given if isinstance(given, torch.Tensor) else torch.tensor(float(given))
        if logits is None:
            self.probs = given
            eps = torch.finfo(given.dtype).eps
            kept = given.clamp(min=eps, max=1 - eps)
            self.logits = torch.log(kept) - torch.log1p(-kept)
        else:
            self._shown = ['logits']
            self.logits, self.probs = given, torch.sigmoid(given)
        super().__init__(given.shape)

    def sample(self, sample_shape=()):
        return torch.bernoulli(self.probs.expand(self._sized(sample_shape)))

    def log_prob(self, value):
        logits, value = torch.broadcast_tensors(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value,
                                                                     reduction='none')

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs,
                                                                    reduction='none')


def kl_divergence(p, q):
    """How far p is from q."""
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        terms = p.probs * (p.logits - q.logits)
        terms = torch.where(q.probs == 0, torch.full_like(terms, math.inf), terms)
        return torch.where(p.probs.expand_as(terms) == 0, torch.zeros_like(terms), terms).sum(-1)
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale).pow(2)
        return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())
    raise NotImplementedError(f"kl_divergence({type(p).__name__}, {type(q).__name__}) is not there "
                              "in qkv")


def __getattr__(name):
    if name[0] == '_':
        raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
    raise NotImplementedError(f"torch.distributions.{name} is not there in qkv; Categorical, Normal, "
                              "Uniform and Bernoulli are")
