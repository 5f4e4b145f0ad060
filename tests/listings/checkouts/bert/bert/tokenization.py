"""Tokenization: words, then the longest pieces that the vocabulary has."""
import collections
import os
import unicodedata

VOCAB_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vocab.txt")


def load_vocab(vocab_file):
    vocab = collections.OrderedDict()
    with open(vocab_file, "r", encoding="utf-8") as reader:
        for index, token in enumerate(reader):
            vocab[token.strip()] = index
    return vocab


class BasicTokenizer(object):
    def __init__(self, do_lower_case=True):
        self.do_lower_case = do_lower_case

    def tokenize(self, text):
        tokens = []
        for token in text.strip().split():
            if self.do_lower_case:
                token = self._strip_accents(token.lower())
            tokens.extend(self._split_on_punc(token))
        return tokens

    def _strip_accents(self, text):
        return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")

    def _split_on_punc(self, text):
        output, start_new = [], True
        for char in text:
            if unicodedata.category(char).startswith("P"):
                output.append(char)
                start_new = True
            elif start_new:
                output.append(char)
                start_new = False
            else:
                output[-1] += char
        return output


class WordpieceTokenizer(object):
    def __init__(self, vocab, unk_token="[UNK]"):
        self.vocab, self.unk_token = vocab, unk_token

    def tokenize(self, word):
        pieces, start = [], 0
        while start < len(word):
            end = len(word)
            while start < end:
                piece = ("##" if start > 0 else "") + word[start:end]
                if piece in self.vocab:
                    break
                end -= 1
            if start == end:
                return [self.unk_token]
            pieces.append(piece)
            start = end
        return pieces


class FullTokenizer(object):
    def __init__(self, vocab_file=VOCAB_FILE):
        self.vocab = load_vocab(vocab_file)
        self.inv_vocab = {v: k for k, v in self.vocab.items()}
        self.basic, self.wordpiece = BasicTokenizer(), WordpieceTokenizer(self.vocab)

    def tokenize(self, text):
        return [piece for word in self.basic.tokenize(text)
                for piece in ([word] if word in self.vocab else self.wordpiece.tokenize(word))]

    def convert_tokens_to_ids(self, tokens):
        return [self.vocab[token] for token in tokens]
