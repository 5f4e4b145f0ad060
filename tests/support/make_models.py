"""Writes tests/models: folders in the shape of GPT-2 and BERT, and what is to come out of them.

    python3 tests/support/make_models.py

The numbers come from PyTorch's own layers (nn.TransformerEncoderLayer), the pieces of words from
readers written here for that: nothing of src/library is used. Needs PyTorch and safetensors.
"""
import json
import os
import unicodedata

import torch
from safetensors.torch import save_file
from torch import nn

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'models')
D, HEADS, LAYERS = 8, 2, 2
CORPUS = ('The cat sat on the mat because it was tired . the cat sat on the mat because it was tired . the dog saw the cat and the cat saw the dog . '
          'a small black cat sleeps on a red mat . she said that it was the dog that was tired .')
TEXTS = ['The cat sat on the mat because it was tired', '', ' ', '  two  blanks ', 'a\n\nb\t c\r\n',
         "it's the dog's, isn't it? I'll say we've 12 cats!", 'café Müller ñandú Ångström İstanbul',
         'cafe\u0301 naïve', '日本語のテキスト and 中文', 'Ελληνικά русский ქართული עברית', '😀 👩‍👩‍👧 🇩🇪 ❤️',
         'supercalifragilisticexpialidocious', 'x' * 120, 'e=mc² ½ ٣ Ⅷ', 'a\u00a0b\u3000c\u200bd\u00ade',
         '«Zitat» – „so“ … ¿qué?', 'tab\tend ', '   ', 'a  b   c', '<|endoftext|>', 'the [MASK] sat .',
         'the<|endoftext|>cat', '[CLS] a [SEP]', '##s #s', 'don\'t DON\'T', '\ufffd\x01z', '123abc456',
         'a_b-c.d', '\u0130 \u00df \ufb01']


# ---- pieces of words, byte by byte ----------------------------------------------------------------

def kind(letter):
    if letter.isspace() and letter not in '\x1c\x1d\x1e\x1f':
        return 's'
    category = unicodedata.category(letter)[0]
    return {'L': 'L', 'N': 'N'}.get(category, 'o')


def words_of(text):
    """GPT-2's words, without a pattern."""
    words, at = [], 0
    while at < len(text):
        rest = text[at:]
        end = next((e for e in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if rest.startswith(e)), None)
        if end:
            words.append(end)
            at += len(end)
            continue
        start = 1 if rest[0] == ' ' and len(rest) > 1 and kind(rest[1]) != 's' else 0
        of = kind(rest[start])
        stop = start
        while stop < len(rest) and kind(rest[stop]) == of:
            stop += 1
        if of == 's' and stop < len(rest) and stop > 1:
            stop -= 1
        words.append(rest[:stop])
        at += stop
    return words


def letters():
    seen = [b for b in range(256) if 33 <= b <= 126 or (161 <= b <= 255 and b != 173)]
    hidden = [b for b in range(256) if b not in seen]
    return {b: chr(b) if b in seen else chr(256 + hidden.index(b)) for b in range(256)}


LETTER = letters()


def spelled(word):
    return tuple(LETTER[b] for b in word.encode())


def merged(parts, pair):
    """All places of the pair at once, from the left."""
    made, at = [], 0
    while at < len(parts):
        if parts[at:at + 2] == pair:
            made.append(pair[0] + pair[1])
            at += 2
        else:
            made.append(parts[at])
            at += 1
    return tuple(made)


def learn_merges(count):
    words = [spelled(word) for word in words_of(CORPUS)]
    merges = []
    for _ in range(count):
        pairs = {}
        for word in words:
            for pair in zip(word, word[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        if not pairs:
            break
        best = max(pairs, key=pairs.get)
        merges.append(best)
        words = [merged(word, best) for word in words]
    return merges


def bpe(text, merges):
    tokens = []
    for place, part in enumerate(text.split('<|endoftext|>')):
        if place:
            tokens.append('<|endoftext|>')
        for word in words_of(part):
            parts = spelled(word)
            for pair in merges:  # in the order in which they were learned
                parts = merged(parts, pair)
            tokens.extend(parts)
    return tokens


def write_bpe(folder, merges):
    tokens = list(LETTER.values()) + [a + b for a, b in merges] + ['<|endoftext|>']
    vocab = {token: number for number, token in enumerate(tokens)}
    write_json(folder, 'vocab.json', vocab)
    with open(os.path.join(folder, 'merges.txt'), 'w') as file:
        file.write('#version: 0.2\n' + ''.join(f'{a} {b}\n' for a, b in merges))
    return vocab


def write_json(folder, name, content):
    with open(os.path.join(folder, name), 'w') as file:
        json.dump(content, file, ensure_ascii=name != 'vocab.json')


# ---- pieces of words, from the left ---------------------------------------------------------------

def write_wordpiece(folder):
    tokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', '.', ',', "'", '?', '!', '-', '_', '#', '…']
    tokens += sorted(set(CORPUS.lower().split()) - set(tokens))
    tokens += [letter for letter in 'abcdefghijklmnopqrstuvwxyz0123456789' if letter not in tokens]
    tokens += ['##' + letter for letter in 'abcdefghijklmnopqrstuvwxyz0123456789']
    tokens += ['cafe', '##nd', 'super', '##cali', '中', '日', '語', '##ing', 'naive', 'istanbul', 'ς', '²']
    with open(os.path.join(folder, 'vocab.txt'), 'w') as file:
        file.write(''.join(f'{token}\n' for token in tokens))
    return {token: number for number, token in enumerate(tokens)}


def plain_words(text):
    """BERT's words: what a blank or a sign ends, in small letters without accents."""
    words, open_word = [], ''

    def close():
        nonlocal open_word
        small = unicodedata.normalize('NFD', open_word.lower())
        small = ''.join(letter for letter in small if unicodedata.category(letter) != 'Mn')
        if small:
            words.append(small)
        open_word = ''

    for letter in text:
        category, code = unicodedata.category(letter), ord(letter)
        sign = category[0] == 'P' or (33 <= code < 127 and not letter.isalnum())
        chinese = unicodedata.name(letter, '').startswith('CJK ')
        if letter in '\t\n\r' or category == 'Zs':
            close()
        elif category[0] == 'C' or code in (0, 0xfffd):
            continue
        elif sign or chinese:
            close()
            words.append(letter)
        else:
            open_word += letter
    close()
    return words


def longest_first(word, vocab):
    if len(word) > 100:
        return ['[UNK]']
    if word == '':
        return []
    pieces, before = [], ''
    while word:
        known = [word[:end] for end in range(len(word), 0, -1) if before + word[:end] in vocab]
        if not known:
            return ['[UNK]']
        pieces.append(before + known[0])
        word, before = word[len(known[0]):], '##'
    return pieces


def wordpiece(text, vocab):
    parts = [text]
    for special in ('[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'):
        parts = [piece for part in parts for piece in
                 ([part] if part.startswith('[') and part.endswith(']') and part in vocab
                  else interleaved(part.split(special), special))]
    tokens = []
    for part in parts:
        if part in ('[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'):
            tokens.append(part)
        else:
            for word in plain_words(part):
                tokens.extend(longest_first(word, vocab))
    return tokens


def interleaved(parts, between):
    return [item for place, part in enumerate(parts) for item in ([between] if place else []) + [part]]


# ---- models -----------------------------------------------------------------------------------------

def layers_of(**options):
    layers = nn.ModuleList([nn.TransformerEncoderLayer(D, HEADS, 4 * D, 0.0, batch_first=True, **options)
                            for _ in range(LAYERS)]).eval()
    for parameter in layers.parameters():
        nn.init.normal_(parameter, std=.5)
    return layers


def run_layers(layers, x, mask, padding=None):
    """The states after each layer, and the weights of its attention."""
    states, attentions = [x], []
    for layer in layers:
        seen = layer.norm1(x) if layer.norm_first else x
        attentions.append(layer.self_attn(seen, seen, seen, attn_mask=mask, key_padding_mask=padding,
                                          average_attn_weights=False)[1])
        x = layer(x, src_mask=mask, src_key_padding_mask=padding)
        states.append(x)
    return states, attentions


def golden(prefix, logits, states, attentions):
    made = {f'{prefix}.logits': logits}
    made |= {f'{prefix}.states.{i}': state for i, state in enumerate(states)}
    made |= {f'{prefix}.attentions.{i}': weights for i, weights in enumerate(attentions)}
    return {name: tensor.detach().contiguous() for name, tensor in made.items()}


def of_halves(prefix, tensors, run):
    """The logits where each tensor has been a half, as in the files that hold halves."""
    made = {}
    for dtype in (torch.float16, torch.bfloat16):
        kept = [tensor.detach().clone() for tensor in tensors.values()]
        for tensor in tensors.values():
            tensor.detach().copy_(tensor.detach().to(dtype))
        logits = next(value for name, value in run().items() if name.endswith('.logits'))
        made[f'{prefix}.{str(dtype)[6:]}.logits'] = logits
        for tensor, numbers in zip(tensors.values(), kept):
            tensor.detach().copy_(numbers)
    return made


def save(folder, tensors, config):
    tensors = {name: tensor.detach().contiguous().clone() for name, tensor in tensors.items()}
    save_file(tensors, os.path.join(folder, 'model.safetensors'), {'format': 'pt'})
    for dtype in (torch.float16, torch.bfloat16):
        name = f'{str(dtype)[6:]}.safetensors'
        save_file({key: tensor.to(dtype) for key, tensor in tensors.items()}, os.path.join(folder, name),
                  {'format': 'pt'})
    write_json(folder, 'config.json', config)


def make_gpt2(positions=160):
    folder = os.path.join(FOLDER, 'gpt2')
    os.makedirs(folder, exist_ok=True)
    merges = learn_merges(80)
    vocab = write_bpe(folder, merges)
    torch.manual_seed(0)
    layers = layers_of(activation=lambda x: nn.functional.gelu(x, approximate='tanh'), norm_first=True)
    wte, wpe, last = nn.Embedding(len(vocab), D), nn.Embedding(positions, D), nn.LayerNorm(D)
    tensors = {'wte.weight': wte.weight, 'wpe.weight': wpe.weight,
               'ln_f.weight': last.weight, 'ln_f.bias': last.bias}
    for i, layer in enumerate(layers):
        for name, part, turned in (
                ('ln_1', layer.norm1, False), ('ln_2', layer.norm2, False),
                ('attn.c_proj', layer.self_attn.out_proj, True),
                ('mlp.c_fc', layer.linear1, True), ('mlp.c_proj', layer.linear2, True)):
            tensors[f'h.{i}.{name}.weight'] = part.weight.T if turned else part.weight
            tensors[f'h.{i}.{name}.bias'] = part.bias
        tensors[f'h.{i}.attn.c_attn.weight'] = layer.self_attn.in_proj_weight.T
        tensors[f'h.{i}.attn.c_attn.bias'] = layer.self_attn.in_proj_bias
    end = vocab['<|endoftext|>']
    save(folder, tensors, {'model_type': 'gpt2', 'vocab_size': len(vocab), 'n_positions': positions,
                           'n_embd': D, 'n_layer': LAYERS, 'n_head': HEADS, 'bos_token_id': end,
                           'eos_token_id': end, 'activation_function': 'gelu_new',
                           'layer_norm_epsilon': 1e-5})
    # As older programs wrote it: another prefix, and masks beside the weights.
    old = {f'transformer.{name}': tensor.detach().contiguous() for name, tensor in tensors.items()}
    old['transformer.h.0.attn.bias'] = torch.ones(1, 1, 4, 4).tril().bool()
    old['transformer.h.0.attn.masked_bias'] = torch.tensor(-1e4)
    torch.save(old, os.path.join(folder, 'pytorch_model.bin'))

    def forward(ids):
        n = ids.shape[1]
        x = wte(ids) + wpe(torch.arange(n))
        states, attentions = run_layers(layers, x, torch.ones(n, n).triu(1).bool())
        states[-1] = last(states[-1])
        return golden(f'gpt2.{n}', states[-1] @ wte.weight.T, states, attentions)

    ids = torch.tensor([[vocab[t] for t in bpe(TEXTS[0], merges)]])
    made = forward(ids) | {'gpt2.ids': ids} | of_halves('gpt2', tensors, lambda: forward(ids))
    for _ in range(5):
        logits = forward(ids)[f'gpt2.{ids.shape[1]}.logits']
        ids = torch.cat((ids, logits[:, -1:].argmax(-1)), dim=1)
    made['gpt2.generated'] = ids
    tokens = [[text, bpe(text, merges), [vocab[t] for t in bpe(text, merges)]] for text in TEXTS]
    return made, tokens


def make_bert(positions=160):
    folder = os.path.join(FOLDER, 'bert')
    os.makedirs(folder, exist_ok=True)
    vocab = write_wordpiece(folder)
    torch.manual_seed(1)
    layers = layers_of(activation='gelu', layer_norm_eps=1e-12)
    word, place, segment = nn.Embedding(len(vocab), D), nn.Embedding(positions, D), nn.Embedding(2, D)
    first, dense = nn.LayerNorm(D, eps=1e-12), nn.Linear(D, D)
    norm, pooled = nn.LayerNorm(D, eps=1e-12), nn.Linear(D, D)
    bias = torch.randn(len(vocab)) * .1
    named = {'bert.embeddings.LayerNorm': first, 'cls.predictions.transform.dense': dense,
             'cls.predictions.transform.LayerNorm': norm, 'bert.pooler.dense': pooled}
    tensors = {'bert.embeddings.word_embeddings.weight': word.weight,
               'bert.embeddings.position_embeddings.weight': place.weight,
               'bert.embeddings.token_type_embeddings.weight': segment.weight,
               'cls.predictions.bias': bias}
    for i, layer in enumerate(layers):
        at, attention = f'bert.encoder.layer.{i}.', layer.self_attn
        weights, biases = attention.in_proj_weight.chunk(3), attention.in_proj_bias.chunk(3)
        for name, weight, shift in zip(('query', 'key', 'value'), weights, biases):
            tensors[f'{at}attention.self.{name}.weight'] = weight
            tensors[f'{at}attention.self.{name}.bias'] = shift
        named |= {f'{at}attention.output.dense': attention.out_proj,
                  f'{at}attention.output.LayerNorm': layer.norm1,
                  f'{at}intermediate.dense': layer.linear1, f'{at}output.dense': layer.linear2,
                  f'{at}output.LayerNorm': layer.norm2}
    for name, part in named.items():
        tensors |= {f'{name}.weight': part.weight, f'{name}.bias': part.bias}
    save(folder, tensors, {'model_type': 'bert', 'vocab_size': len(vocab), 'hidden_size': D,
                           'num_hidden_layers': LAYERS, 'num_attention_heads': HEADS,
                           'intermediate_size': 4 * D, 'hidden_act': 'gelu',
                           'max_position_embeddings': positions, 'layer_norm_eps': 1e-12})
    write_json(folder, 'tokenizer_config.json', {'do_lower_case': True, 'model_max_length': positions})
    # As older programs wrote it: other names of the parts of a norm.
    old = {name.replace('LayerNorm.weight', 'LayerNorm.gamma').replace('LayerNorm.bias', 'LayerNorm.beta'):
           tensor.detach().contiguous() for name, tensor in tensors.items()}
    old['bert.embeddings.position_ids'] = torch.arange(positions)[None]
    torch.save(old, os.path.join(folder, 'pytorch_model.bin'))

    def forward(prefix, ids, types, mask):
        x = first(word(ids) + segment(types) + place(torch.arange(ids.shape[1])))
        states, attentions = run_layers(layers, x, None, mask == 0)
        logits = norm(nn.functional.gelu(dense(states[-1]))) @ word.weight.T + bias
        return golden(prefix, logits, states, attentions) | {
            f'{prefix}.ids': ids, f'{prefix}.types': types, f'{prefix}.mask': mask,
            f'{prefix}.pooled': pooled(states[-1][:, 0]).tanh().detach()}

    def numbers(text):
        return [vocab[t] for t in ['[CLS]', *wordpiece(text, vocab), '[SEP]']]

    ids = torch.tensor([numbers('the cat [MASK] on the mat')])
    inputs = (ids, torch.zeros_like(ids), torch.ones_like(ids))
    made = forward('bert', *inputs) | of_halves('bert', tensors, lambda: forward('bert', *inputs))
    two, other = numbers('the dog saw'), numbers('a red mat')[1:]
    long = numbers('she said that it was the dog that was tired .')
    short = two + other
    pad = len(long) - len(short)
    made |= forward('pair', torch.tensor([short + [0] * pad, long]),
                    torch.tensor([[0] * len(two) + [1] * len(other) + [0] * pad, [0] * len(long)]),
                    torch.tensor([[1] * len(short) + [0] * pad, [1] * len(long)]))
    tokens = [[text, wordpiece(text, vocab), numbers(text)] for text in TEXTS]
    return made, tokens


torch.backends.mha.set_fastpath_enabled(False)
if __name__ == '__main__':
    gpt2, gpt2_tokens = make_gpt2()
    bert, bert_tokens = make_bert()
    save_file(gpt2 | bert, os.path.join(FOLDER, 'golden.safetensors'), {'format': 'pt'})
    write_json(FOLDER, 'tokens.json', {'gpt2': gpt2_tokens, 'bert': bert_tokens})
