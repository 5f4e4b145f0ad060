"""Sentences as numbers and back, and what a model translates."""
import json

import torch

BEGIN, END, LONGEST = 1, 2, 20


class Vocabulary:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            words = json.load(file)
        self.german, self.english = words["german"], words["english"]

    def numbers(self, pairs):
        """German and English sentences, each in a row that ends in zeros."""
        source = torch.zeros(len(pairs), LONGEST, dtype=torch.long)
        target = torch.zeros(len(pairs), LONGEST + 2, dtype=torch.long)
        for i, (german, english) in enumerate(pairs):
            ours = [self.german.index(word) for word in german.split()]
            theirs = [self.english.index(word) for word in english.split()]
            source[i, : len(ours)] = torch.tensor(ours)
            target[i, : len(theirs) + 2] = torch.tensor([BEGIN] + theirs + [END])
        return source, target

    def words(self, row):
        """An English sentence, without its begin and end."""
        row = row.tolist()
        return " ".join(self.english[i] for i in row[1 : row.index(END) if END in row else len(row)])

    def translate(self, model, sentences):
        source, _ = self.numbers([(sentence, "") for sentence in sentences])
        with torch.no_grad():
            memory, hidden = model.encode(source)
            target = torch.full((len(source), 1), BEGIN)
            while target.shape[1] < LONGEST + 2 and not (target == END).any(dim=1).all():
                best = model.decode(target, memory, hidden)[:, -1].argmax(dim=-1, keepdim=True)
                target = torch.cat([target, best], dim=1)
        return [self.words(row) for row in target]

    def count_right(self, model, pairs):
        made = self.translate(model, [german for german, _ in pairs])
        return sum(ours == theirs for ours, (_, theirs) in zip(made, pairs))
