from pathlib import Path

import torch

import bert
from bert import BertConfig, BertForMaskedLM, FullTokenizer

here = Path(__file__).resolve().parent
config = BertConfig.from_json_file(here / "bert" / "config.json")
print(config.to_json_string())
tokenizer = FullTokenizer()
tokens = ["[CLS]"] + tokenizer.tokenize("The cat sat on the mats, unaffable Cát.") + ["[SEP]"]
print(tokens)
ids = torch.tensor([tokenizer.convert_tokens_to_ids(tokens)[:12]])
torch.manual_seed(1)
model = BertForMaskedLM(config)
masked, labels = ids.clone(), torch.full_like(ids, -1)
masked[0, 2], labels[0, 2] = tokenizer.vocab["[MASK]"], ids[0, 2]
print(model(masked, labels=labels))
scores = model(masked)[0, 2].softmax(-1)
print([(tokenizer.inv_vocab[i.item()], round(p.item(), 4)) for p, i in zip(*scores.topk(3))])
print(bert.tokenization.BasicTokenizer().tokenize("Né,à"), Path(bert.__file__).name, Path(bert.tokenization.VOCAB_FILE).relative_to(here))
