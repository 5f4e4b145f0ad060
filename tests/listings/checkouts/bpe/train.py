import os
from bpe import BasicTokenizer

path = os.path.join(os.path.dirname(__file__), "tests", "sample.txt")
text = open(path, "r", encoding="utf-8").read()
tokenizer = BasicTokenizer()
tokenizer.train(text, 256 + 6, verbose=True)
ids = tokenizer.encode("the hat sat")
print(ids, tokenizer.decode(ids), [tokenizer.vocab[i] for i in ids])
