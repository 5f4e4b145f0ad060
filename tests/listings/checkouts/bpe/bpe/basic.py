from .base import Tokenizer, get_stats, merge


class BasicTokenizer(Tokenizer):
    def train(self, text, vocab_size, verbose=False):
        ids = list(text.encode("utf-8"))
        for i in range(vocab_size - 256):
            stats = get_stats(ids)
            pair = max(stats, key=stats.get)
            ids = merge(ids, pair, 256 + i)
            self.merges[pair] = 256 + i
            self.vocab[256 + i] = self.vocab[pair[0]] + self.vocab[pair[1]]
            if verbose:
                print(f"merge {i + 1}: {pair} -> {256 + i} ({self.vocab[256 + i]}) had {stats[pair]} occurrences")

    def encode(self, text):
        ids = list(text.encode("utf-8"))
        while len(ids) >= 2:
            pair = min(get_stats(ids), key=lambda p: self.merges.get(p, float("inf")))
            if pair not in self.merges:
                break
            ids = merge(ids, pair, self.merges[pair])
        return ids

    def decode(self, ids):
        return b"".join(self.vocab[idx] for idx in ids).decode("utf-8", errors="replace")
