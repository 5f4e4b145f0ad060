import re
import string
from typing import Dict, List, Iterable, Tuple, Any, Callable
from itertools import chain, islice
from functools import reduce
import torch
corpus = """The animal didn't cross the street because it was too tired.
The street was too wide -- said the ANIMAL!"""
class Tokenizer:
    specials: Tuple[str, ...] = ("<pad>", "<unk>", "<bos>", "<eos>")
    def __init__(self, lower: bool = True, min_freq: int = 1) -> None:
        self.lower, self.min_freq = lower, min_freq
        self._stoi: Dict[str, int] = {}
    @staticmethod
    def split(text: str) -> List[str]:
        return re.findall(r"[A-Za-z']+|[.!?]", text)
    def fit(self, lines: Iterable[str]) -> "Tokenizer":
        freq: Dict[str, int] = {}
        for tok in chain.from_iterable(map(self.split, lines)):
            tok = tok.lower() if self.lower else tok
            freq[tok] = freq.get(tok, 0) + 1
        ordered = sorted(((t, f) for t, f in freq.items() if f >= self.min_freq), key=lambda tf: (-tf[1], tf[0]))
        self._stoi = {t: i for i, t in enumerate([*self.specials, *(t for t, _ in ordered)])}
        return self
    @property
    def itos(self) -> List[str]:
        return [t for t, _ in sorted(self._stoi.items(), key=lambda kv: kv[1])]
    def __len__(self): return len(self._stoi)
    def __getitem__(self, tok: str) -> int:
        return self._stoi.get(tok, self._stoi["<unk>"])
    def __contains__(self, tok): return tok in self._stoi
    def encode(self, text, add_special=True, max_len=None):
        ids = [self[t.lower()] for t in self.split(text)]
        if add_special: ids = [self["<bos>"], *ids, self["<eos>"]]
        return ids if max_len is None else (ids + [0] * max_len)[:max_len]
    def decode(self, ids: Iterable[int], skip=True) -> str:
        toks = (self.itos[i] for i in ids)
        return " ".join(t for t in toks if not (skip and t in self.specials))
    def __repr__(self): return f"{type(self).__name__}(size={len(self)}, lower={self.lower!r})"
tok = Tokenizer().fit(corpus.splitlines())
print(tok, len(tok), "animal" in tok, "zebra" in tok)
for line in corpus.split("\n"):
    ids = tok.encode(line, max_len=16)
    print(ids, "->", tok.decode(ids))
batch = torch.tensor([tok.encode(l, max_len=18) for l in corpus.splitlines()])
mask = batch.ne(0)
print(batch, mask.sum(1), mask.long(), batch.size(), sep="\n")
print("%-10s|%5s" % ("token", "id"))
print("-" * 16)
for t in islice(tok.itos, 6):
    print("%-10s|%5d" % (t, tok[t]))
table = str.maketrans({p: None for p in string.punctuation})
print(corpus.translate(table).lower().split()[:5])
print(reduce(lambda acc, w: acc + len(w), corpus.split(), 0), max(corpus.split(), key=len))
print({len(w) for w in corpus.split()}, sorted({w[0].upper() for w in corpus.split()}))
one_hot = torch.nn.functional.one_hot(batch[0, :4], num_classes=len(tok))
print(one_hot, one_hot.dtype)
