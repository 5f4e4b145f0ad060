import torch
import torch.nn.functional as F
from heapq import nlargest, heappush, heappop
from functools import total_ordering
torch.manual_seed(8)
VOCAB = ["<eos>", "a", "cat", "sat", "the", "mat", "on"]
W = torch.randn(len(VOCAB), len(VOCAB)) * 2
@total_ordering
class Node:
    __slots__ = ("tokens", "logp")
    def __init__(self, tokens, logp): self.tokens, self.logp = tokens, logp
    @property
    def last(self): return self.tokens[-1]
    def score(self, alpha=0.7): return self.logp / (((5 + len(self.tokens)) / 6) ** alpha)
    def __lt__(self, other): return self.score() < other.score()
    def __eq__(self, other): return self.score() == other.score()
    def __hash__(self): return hash(tuple(self.tokens))
    def __repr__(self): return f"Node({' '.join(VOCAB[t] for t in self.tokens)!r}, {self.logp:.3f})"
    def __add__(self, step):
        tok, lp = step
        return Node(self.tokens + [tok], self.logp + lp)
def expand(node, k):
    lp = F.log_softmax(W[node.last], dim=-1)
    for v, i in zip(*torch.topk(lp, k)):
        yield node + (i.item(), v.item())
def beam_search(start, k=3, max_len=5):
    live, done = [Node([start], 0.0)], []
    for step in range(max_len):
        cand = [c for n in live for c in expand(n, k)]
        live = []
        for c in nlargest(k, cand):
            (done if c.last == 0 else live).append(c)
        if not live: break
    else:
        print("length limit")
    return sorted(done + live, reverse=True)
for n in beam_search(4): print(n, f"{n.score():+.4f}")
def sample(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    logits = logits / max(temperature, 1e-5)
    if top_k: 
        kth = torch.topk(logits, top_k).values[..., -1:]
        logits = torch.where(logits < kth, torch.tensor(float("-inf")), logits)
    if top_p:
        s, i = logits.sort(descending=True)
        cut = s.softmax(-1).cumsum(-1) > top_p
        cut = torch.roll(cut, 1, -1); cut[..., 0] = False
        logits = logits.scatter(-1, i, s.masked_fill(cut, float("-inf")))
    p = logits.softmax(-1)
    return torch.multinomial(p, 1, generator=generator), p
g = torch.Generator().manual_seed(5)
for kw in ({}, {"temperature": 0.5}, {"top_k": 2}, {"top_p": .9, "temperature": 2.}):
    t, p = sample(W[4], generator=g, **kw); print(kw, VOCAB[t], p)
def ngram_block(tokens, n=2):
    seen = {}
    for gram in zip(*(tokens[i:] for i in range(n))):
        seen.setdefault(gram[:-1], []).append(gram[-1])
    return seen.get(tuple(tokens[-(n - 1):]), [])
print(ngram_block([1, 2, 1, 3, 1]))
def rep_penalty(logits, toks, pen=1.2):
    s = torch.gather(logits, 0, toks)
    s = torch.where(s < 0, s * pen, s / pen)
    return logits.scatter(0, toks, s)
print(rep_penalty(W[0], torch.tensor([1, 3])))
pq = []
for s, t in [(0.3, 'b'), (0.1, 'a'), (0.2, 'c')]: heappush(pq, (-s, t))
print([heappop(pq)[1] for _ in range(len(pq))])
hyp, ref = "the cat sat".split(), "the cat sat on the mat".split()
prec = [sum(h in ref for h in hyp) / len(hyp)]
print(f"BLEU-ish {prec[0]:.2f} | {'hyp':<10}|{'ref':>10}|", *hyp, sep=" ")
