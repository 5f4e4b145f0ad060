"""A tokenizer of bytes that learns which pairs to join."""
from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path
from typing import *


class Pairs:
    def __init__(self):
        self.joined: Dict[Tuple[int, int], int] = {}
        self.table = {i: bytes([i]) for i in range(256)}

    @staticmethod
    def join(ids: list[int], pair: tuple[int, int], new: int) -> list[int]:
        out, i = [], 0
        while i < len(ids):
            if tuple(ids[i:i + 2]) == pair:
                out.append(new)
                i += 2
            else:
                out.append(ids[i])
                i += 1
        return out

    def learn(self, text: str, steps: int) -> "Pairs":
        ids = [*text.encode("utf-8")]
        for step in range(steps):
            counts = Counter(zip(ids, ids[1:]))
            pair, often = max(counts.items(), key=lambda item: (item[1], item[0]))
            new = 256 + step
            ids = self.join(ids, pair, new)
            self.joined[pair] = new
            self.table[new] = self.table[pair[0]] + self.table[pair[1]]
            print(f"{new}: {self.table[new]!r:<10} {often} times, {len(ids)} left")
        return self

    def encode(self, text: str) -> list[int]:
        ids = list(text.encode())
        for pair, new in self.joined.items():
            ids = self.join(ids, pair, new)
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        return b"".join(self.table[i] for i in ids).decode("utf-8", errors="replace")


text = "She sells sea shells — by the sea shore; für Élise, naïve café."
pairs = Pairs().learn(text, 8)
ids = pairs.encode("the shells")
print(ids, pairs.decode(ids), pairs.decode([0xC3]), len(pairs.table))
assert pairs.decode(pairs.encode(text)) == text
plain = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
print(plain, len(text), len(text.encode()), text.encode()[10:16], b"sea" in text.encode())
print(Path("models") / "pairs.bin", Path("models/pairs.bin").suffix, Path("models/pairs.bin").exists())
