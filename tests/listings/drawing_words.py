"""Ways to choose the next word, each with a generator of its own."""
from queue import PriorityQueue

import numpy as np
import torch
from torch.distributions import Categorical, kl_divergence
from torch.nn import functional as F

words = np.array([3, 1, 4, 1, 5])
rng = np.random.default_rng(5)
print(rng.normal(size=3), rng.permutation(words), rng.choice(words, size=2), rng.integers(1, 7, size=4))
torch.manual_seed(5)
logits = torch.tensor([[2.0, 1.0, 0.5, 0.0, -1.0], [0.0, 0.0, 3.0, 0.0, 0.0]])
choice = Categorical(logits=logits)
print(choice, choice.sample(), choice.sample((2,)), choice.entropy(), choice.log_prob(torch.tensor([0, 2])))
print(kl_divergence(choice, Categorical(probs=torch.full((5,), 0.2))))
print(F.gumbel_softmax(logits, tau=0.7), F.gumbel_softmax(logits, hard=True))
print(torch.multinomial(logits.softmax(-1), 1, replacement=True), torch.multinomial(logits.softmax(-1), 3))


def typical(logits, mass=0.8):
    """Keeps the words whose surprise is nearest to the mean surprise."""
    log_p = logits.log_softmax(-1)
    apart = (-log_p - choice.entropy().unsqueeze(-1)).abs()
    order = apart.argsort(dim=-1)
    summed = log_p.exp().gather(-1, order).cumsum(-1)
    last = (summed < mass).sum(-1, keepdim=True).clamp(max=logits.shape[-1] - 1)
    limit = apart.gather(-1, order).gather(-1, last)
    return logits.masked_fill(apart > limit, -torch.inf)


print(typical(logits))
queue = PriorityQueue()
for row, p in enumerate(logits.softmax(-1)):
    for place in p.topk(2).indices:
        queue.put((round(-p[place].item(), 4), row, int(place)))
while not queue.empty():
    print(queue.get(), end=" ")
print(np.percentile(rng.random(100), [5, 50, 95]).round(4), np.diff(np.sort(words)), np.unique(words, return_counts=True))
with np.printoptions(precision=3, suppress=True):
    print(rng.standard_normal((2, 3)), np.cov(rng.random((2, 4))))
