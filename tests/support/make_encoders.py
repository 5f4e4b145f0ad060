"""Writes tests/models/{roberta,distilbert,vit,clip}, and encoders.safetensors: what is to come out of them.

    python3 tests/support/make_encoders.py

The numbers come from PyTorch's own layers (nn.TransformerEncoderLayer), the pieces of words from the
readers in make_models.py, the pixels from Pillow (make_pictures.py): nothing of src/library is used.
Needs PyTorch, NumPy and safetensors.
"""
import math
import os
import re
import unicodedata

import numpy as np
import torch
from make_models import (
    D, FOLDER, HEADS, LAYERS, LETTER, TEXTS, bpe, golden, interleaved, layers_of, learn_merges, merged,
    of_halves, run_layers, save, spelled, wordpiece, write_json, write_wordpiece)
from safetensors.torch import save_file
from torch import nn

PATCH, SIDE = 8, 32  # pixels


def folder_of(name):
    folder = os.path.join(FOLDER, name)
    os.makedirs(folder, exist_ok=True)
    return folder


def attention_parts(attention):
    """The queries', the keys' and the values' part of a layer: three times (weight, bias)."""
    return zip(attention.in_proj_weight.chunk(3), attention.in_proj_bias.chunk(3))


def write_merges(folder, merges):
    with open(os.path.join(folder, 'merges.txt'), 'w') as file:
        file.write('#version: 0.2\n' + ''.join(f'{a} {b}\n' for a, b in merges))


# ---- texts ------------------------------------------------------------------------------------------

def make_roberta(positions=162):
    folder, merges = folder_of('roberta'), learn_merges(80)
    tokens = ['<s>', '<pad>', '</s>', '<unk>', *LETTER.values(), *(a + b for a, b in merges), '<mask>']
    vocab = {token: number for number, token in enumerate(tokens)}
    write_json(folder, 'vocab.json', vocab)
    write_merges(folder, merges)
    torch.manual_seed(2)
    layers = layers_of(activation='gelu', layer_norm_eps=1e-5)
    word, place, segment = nn.Embedding(len(vocab), D), nn.Embedding(positions, D), nn.Embedding(1, D)
    first, dense, norm = nn.LayerNorm(D), nn.Linear(D, D), nn.LayerNorm(D)
    bias = torch.randn(len(vocab)) * .1
    named = {'roberta.embeddings.LayerNorm': first, 'lm_head.dense': dense, 'lm_head.layer_norm': norm}
    tensors = {'roberta.embeddings.word_embeddings.weight': word.weight,
               'roberta.embeddings.position_embeddings.weight': place.weight,
               'roberta.embeddings.token_type_embeddings.weight': segment.weight, 'lm_head.bias': bias}
    for i, layer in enumerate(layers):
        at = f'roberta.encoder.layer.{i}.'
        for name, (weight, shift) in zip(('query', 'key', 'value'), attention_parts(layer.self_attn)):
            tensors[f'{at}attention.self.{name}.weight'] = weight
            tensors[f'{at}attention.self.{name}.bias'] = shift
        named |= {f'{at}attention.output.dense': layer.self_attn.out_proj,
                  f'{at}attention.output.LayerNorm': layer.norm1,
                  f'{at}intermediate.dense': layer.linear1, f'{at}output.dense': layer.linear2,
                  f'{at}output.LayerNorm': layer.norm2}
    for name, part in named.items():
        tensors |= {f'{name}.weight': part.weight, f'{name}.bias': part.bias}
    save(folder, tensors, {'model_type': 'roberta', 'vocab_size': len(vocab), 'hidden_size': D,
                           'num_hidden_layers': LAYERS, 'num_attention_heads': HEADS,
                           'intermediate_size': 4 * D, 'hidden_act': 'gelu', 'type_vocab_size': 1,
                           'max_position_embeddings': positions, 'layer_norm_eps': 1e-5,
                           'pad_token_id': 1, 'bos_token_id': 0, 'eos_token_id': 2})

    def forward(prefix, ids):
        padding = ids == 1
        at = torch.tensor([[1 if number == 1 else i + 2 for i, number in enumerate(row)]
                           for row in ids.tolist()])  # padding is behind the text
        x = first(word(ids) + segment(torch.zeros_like(ids)) + place(at))
        states, attentions = run_layers(layers, x, None, padding)
        logits = norm(nn.functional.gelu(dense(states[-1]))) @ word.weight.T + bias
        return golden(prefix, logits, states, attentions) | {f'{prefix}.ids': ids}

    def pieces(text):
        made = []
        for part in interleaved(re.split(r'\s*<mask>', text), '<mask>'):
            made += ['<mask>'] if part == '<mask>' else bpe(part, merges)
        return [vocab[token] for token in made]

    ids = torch.tensor([[0, *pieces('The cat sat on the <mask> because'), 2]])
    made = forward('roberta', ids) | of_halves('roberta', tensors, lambda: forward('roberta', ids))
    short = [0, *pieces('the dog'), 2, 2, *pieces('a mat'), 2]
    long = [0, *pieces('she said that it was the dog that was tired'), 2]
    made |= forward('roberta.pair', torch.tensor([short + [1] * (len(long) - len(short)), long]))
    texts = [text for text in TEXTS if '<|' not in text] + ['a <mask> b', 'x<mask><mask> ']
    return made, [[text, [0, *pieces(text), 2]] for text in texts]


def make_distilbert(positions=160):
    folder = folder_of('distilbert')
    vocab = write_wordpiece(folder)
    torch.manual_seed(3)
    layers = layers_of(activation='gelu', layer_norm_eps=1e-12)
    word, place = nn.Embedding(len(vocab), D), nn.Embedding(positions, D)
    first, dense = nn.LayerNorm(D, eps=1e-12), nn.Linear(D, D)
    norm, before, classes = nn.LayerNorm(D, eps=1e-12), nn.Linear(D, D), nn.Linear(D, 2)
    bias = torch.randn(len(vocab)) * .1
    named = {'distilbert.embeddings.LayerNorm': first, 'vocab_transform': dense, 'vocab_layer_norm': norm,
             'pre_classifier': before, 'classifier': classes}
    tensors = {'distilbert.embeddings.word_embeddings.weight': word.weight,
               'distilbert.embeddings.position_embeddings.weight': place.weight,
               'vocab_projector.bias': bias}
    for i, layer in enumerate(layers):
        at = f'distilbert.transformer.layer.{i}.'
        for name, (weight, shift) in zip(('q_lin', 'k_lin', 'v_lin'), attention_parts(layer.self_attn)):
            tensors[f'{at}attention.{name}.weight'] = weight
            tensors[f'{at}attention.{name}.bias'] = shift
        named |= {f'{at}attention.out_lin': layer.self_attn.out_proj, f'{at}sa_layer_norm': layer.norm1,
                  f'{at}ffn.lin1': layer.linear1, f'{at}ffn.lin2': layer.linear2,
                  f'{at}output_layer_norm': layer.norm2}
    for name, part in named.items():
        tensors |= {f'{name}.weight': part.weight, f'{name}.bias': part.bias}
    save(folder, tensors, {'model_type': 'distilbert', 'vocab_size': len(vocab), 'dim': D,
                           'n_layers': LAYERS, 'n_heads': HEADS, 'hidden_dim': 4 * D,
                           'activation': 'gelu', 'max_position_embeddings': positions,
                           'id2label': {'0': 'NEGATIVE', '1': 'POSITIVE'},
                           'label2id': {'NEGATIVE': 0, 'POSITIVE': 1}})

    def forward(prefix, ids, mask):
        x = first(word(ids) + place(torch.arange(ids.shape[1])))
        states, attentions = run_layers(layers, x, None, mask == 0)
        logits = norm(nn.functional.gelu(dense(states[-1]))) @ word.weight.T + bias
        verdict = classes(before(states[-1][:, 0]).relu()).detach()
        return golden(prefix, logits, states, attentions) | {
            f'{prefix}.ids': ids, f'{prefix}.mask': mask, f'{prefix}.classes': verdict}

    def numbers(text):
        return [vocab[token] for token in ['[CLS]', *wordpiece(text, vocab), '[SEP]']]

    ids = torch.tensor([numbers('the cat [MASK] on the mat')])
    made = forward('distilbert', ids, torch.ones_like(ids))
    made |= of_halves('distilbert', tensors, lambda: forward('distilbert', ids, torch.ones_like(ids)))
    short, long = numbers('the dog saw'), numbers('she said that it was the dog .')
    pad = len(long) - len(short)
    return made | forward('distilbert.pair', torch.tensor([short + [0] * pad, long]),
                          torch.tensor([[1] * len(short) + [0] * pad, [1] * len(long)]))


# ---- pictures ---------------------------------------------------------------------------------------

def patches_of(pixels):
    """(pictures, patches, numbers of a patch), row by row."""
    rows = [[pixels[:, :, y:y + PATCH, x:x + PATCH].flatten(1) for x in range(0, SIDE, PATCH)]
            for y in range(0, SIDE, PATCH)]
    return torch.stack([patch for row in rows for patch in row], dim=1)


def prepared(name, mean, std):
    """Pillow's pixels of that picture, as numbers for the model."""
    with np.load(os.path.join(FOLDER, 'pictures', 'pillow.npz')) as file:
        pixels = file[name].astype(np.float64) / 255
    pixels = (pixels - np.array(mean)) / np.array(std)
    return torch.tensor(pixels, dtype=torch.float32).permute(2, 0, 1)[None]


def make_vit():
    folder = folder_of('vit')
    torch.manual_seed(4)
    layers = layers_of(activation='gelu', layer_norm_eps=1e-12, norm_first=True)
    count = (SIDE // PATCH) ** 2
    weight, shift = torch.randn(D, 3 * PATCH * PATCH) * .1, torch.randn(D) * .1
    first, place = torch.randn(D) * .3, torch.randn(count + 1, D) * .3
    last, classes = nn.LayerNorm(D, eps=1e-12), nn.Linear(D, 3)
    nn.init.normal_(last.weight, 1, .2)
    tensors = {'vit.embeddings.cls_token': first.view(1, 1, D),
               'vit.embeddings.position_embeddings': place[None],
               'vit.embeddings.patch_embeddings.projection.weight': weight.view(D, 3, PATCH, PATCH),
               'vit.embeddings.patch_embeddings.projection.bias': shift}
    named = {'vit.layernorm': last, 'classifier': classes}
    for i, layer in enumerate(layers):
        at = f'vit.encoder.layer.{i}.'
        for name, (part, bias) in zip(('query', 'key', 'value'), attention_parts(layer.self_attn)):
            tensors[f'{at}attention.attention.{name}.weight'] = part
            tensors[f'{at}attention.attention.{name}.bias'] = bias
        named |= {f'{at}attention.output.dense': layer.self_attn.out_proj,
                  f'{at}layernorm_before': layer.norm1, f'{at}layernorm_after': layer.norm2,
                  f'{at}intermediate.dense': layer.linear1, f'{at}output.dense': layer.linear2}
    for name, part in named.items():
        tensors |= {f'{name}.weight': part.weight, f'{name}.bias': part.bias}
    labels = ['disk', 'square', 'sky']
    save(folder, tensors, {'model_type': 'vit', 'hidden_size': D, 'num_hidden_layers': LAYERS,
                           'num_attention_heads': HEADS, 'intermediate_size': 4 * D,
                           'hidden_act': 'gelu', 'image_size': SIDE, 'patch_size': PATCH,
                           'num_channels': 3, 'qkv_bias': True, 'layer_norm_eps': 1e-12,
                           'id2label': {str(i): label for i, label in enumerate(labels)},
                           'label2id': {label: i for i, label in enumerate(labels)}})
    write_json(folder, 'preprocessor_config.json',
               {'do_normalize': True, 'do_rescale': True, 'do_resize': True, 'image_mean': [.5, .5, .5],
                'image_std': [.5, .5, .5], 'image_processor_type': 'ViTImageProcessor', 'resample': 2,
                'rescale_factor': 1 / 255, 'size': {'height': SIDE, 'width': SIDE}})

    def forward(pixels):
        x = torch.cat((first.expand(len(pixels), 1, D), patches_of(pixels) @ weight.T + shift), dim=1)
        states, attentions = run_layers(layers, x + place, None)
        return golden('vit', classes(last(states[-1])[:, 0]), states, attentions) | {
            'vit.pixels': pixels, 'vit.last': last(states[-1]).detach()}

    pixels = prepared('vit', [.5] * 3, [.5] * 3)
    return forward(pixels) | of_halves('vit', tensors, lambda: forward(pixels))


def clip_words(text):
    """Letters together, digits one by one, other signs together; the common short endings."""
    text = ' '.join(unicodedata.normalize('NFC', text).split()).lower()
    words, at = [], 0

    def kind(letter):
        return 's' if letter.isspace() else {'L': 'L', 'N': 'N'}.get(unicodedata.category(letter)[0], 'o')

    while at < len(text):
        end = next((e for e in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if text.startswith(e, at)), '')
        stop = at + (len(end) or 1)
        while not end and kind(text[at]) != 'N' and stop < len(text) and kind(text[stop]) == kind(text[at]):
            stop += 1
        if kind(text[at]) != 's':
            words.append(text[at:stop])
        at = stop
    return words


def marked(word):
    parts = spelled(word)
    return (*parts[:-1], parts[-1] + '</w>')


def clip_merges(texts, count):
    words, merges = [marked(word) for text in texts for word in clip_words(text)], []
    for _ in range(count):
        pairs = {}
        for word in words:
            for pair in zip(word, word[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        best = max(pairs, key=pairs.get)
        merges.append(best)
        words = [merged(word, best) for word in words]
    return merges


def tower(tensors, named, at, layers):
    for i, layer in enumerate(layers):
        for name, (part, bias) in zip('qkv', attention_parts(layer.self_attn)):
            tensors[f'{at}.encoder.layers.{i}.self_attn.{name}_proj.weight'] = part
            tensors[f'{at}.encoder.layers.{i}.self_attn.{name}_proj.bias'] = bias
        named |= {f'{at}.encoder.layers.{i}.self_attn.out_proj': layer.self_attn.out_proj,
                  f'{at}.encoder.layers.{i}.layer_norm1': layer.norm1,
                  f'{at}.encoder.layers.{i}.layer_norm2': layer.norm2,
                  f'{at}.encoder.layers.{i}.mlp.fc1': layer.linear1,
                  f'{at}.encoder.layers.{i}.mlp.fc2': layer.linear2}


def make_clip(most=24, features=6):
    folder, captions = folder_of('clip'), ['a red disk', 'a green square', 'the sky, and no cats']
    merges = clip_merges(captions + [TEXTS[0]], 30)
    letters = list(LETTER.values())
    tokens = letters + [letter + '</w>' for letter in letters] + [a + b for a, b in merges]
    tokens += ['<|startoftext|>', '<|endoftext|>']
    vocab = {token: number for number, token in enumerate(tokens)}
    write_json(folder, 'vocab.json', vocab)
    write_merges(folder, merges)
    begin, end = len(tokens) - 2, len(tokens) - 1
    torch.manual_seed(5)

    def quick_gelu(x):
        return x / (1 + torch.exp(-1.702 * x))

    texts, views = (layers_of(activation=quick_gelu, norm_first=True) for _ in range(2))
    word, place = nn.Embedding(len(vocab), D), nn.Embedding(most, D)
    count = (SIDE // PATCH) ** 2
    weight, first = torch.randn(D, 3 * PATCH * PATCH) * .1, torch.randn(D) * .3
    spot, final, before, after = nn.Embedding(count + 1, D), nn.LayerNorm(D), nn.LayerNorm(D), nn.LayerNorm(D)
    to_text, to_view = torch.randn(features, D) * .4, torch.randn(features, D) * .4
    scale = torch.tensor(2.0)
    tensors = {'text_model.embeddings.token_embedding.weight': word.weight,
               'text_model.embeddings.position_embedding.weight': place.weight,
               'vision_model.embeddings.class_embedding': first,
               'vision_model.embeddings.patch_embedding.weight': weight.view(D, 3, PATCH, PATCH),
               'vision_model.embeddings.position_embedding.weight': spot.weight,
               'text_projection.weight': to_text, 'visual_projection.weight': to_view,
               'logit_scale': scale}
    named = {'text_model.final_layer_norm': final, 'vision_model.pre_layrnorm': before,
             'vision_model.post_layernorm': after}
    tower(tensors, named, 'text_model', texts)
    tower(tensors, named, 'vision_model', views)
    for name, part in named.items():
        tensors |= {f'{name}.weight': part.weight, f'{name}.bias': part.bias}
    sizes = {'hidden_size': D, 'intermediate_size': 4 * D, 'num_hidden_layers': LAYERS,
             'num_attention_heads': HEADS, 'projection_dim': features, 'hidden_act': 'quick_gelu'}
    save(folder, tensors, {'model_type': 'clip', 'projection_dim': features, 'logit_scale_init_value': 2.6592,
                           'text_config': {**sizes, 'vocab_size': len(vocab), 'bos_token_id': begin,
                                           'eos_token_id': end, 'max_position_embeddings': most,
                                           'model_type': 'clip_text_model'},
                           'vision_config': {**sizes, 'image_size': SIDE, 'patch_size': PATCH,
                                             'model_type': 'clip_vision_model'}})
    mean, std = [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]
    write_json(folder, 'preprocessor_config.json',
               {'crop_size': SIDE, 'do_center_crop': True, 'do_normalize': True, 'do_resize': True,
                'image_mean': mean, 'image_std': std, 'resample': 3, 'size': SIDE})

    def pieces(text):
        made = []
        for part in clip_words(text):
            parts = marked(part)
            for pair in merges:
                parts = merged(parts, pair)
            made += [vocab[token] for token in parts]
        return [begin, *made, end]

    rows = [pieces(text) for text in captions]
    ids = torch.tensor([row + [end] * (max(map(len, rows)) - len(row)) for row in rows])
    lengths = torch.tensor([len(row) for row in rows])

    def forward(pixels):
        n = ids.shape[1]
        hidden = torch.arange(n) >= lengths[:, None]
        x = word(ids) + place(torch.arange(n))
        states, attentions = run_layers(texts, x, torch.ones(n, n).triu(1).bool(), hidden)
        text = final(states[-1])[torch.arange(len(rows)), lengths - 1]
        made = golden('clip.text', text, states, attentions)
        x = torch.cat((first.expand(1, 1, D), patches_of(pixels) @ weight.T), dim=1)
        states, attentions = run_layers(views, before(x + spot.weight), None)
        view = after(states[-1][:, 0])
        made |= golden('clip.view', view, states, attentions)
        text, view = text @ to_text.T, view @ to_view.T
        cosines = (text / text.square().sum(-1, keepdim=True).sqrt()) @ (view / view.norm()).T
        return {'clip.logits': (cosines * math.exp(scale.item())).detach(), 'clip.ids': ids,
                'clip.pixels': pixels} | made

    pixels = prepared('clip', mean, std)
    texts_known = [text for text in TEXTS if '<|' not in text and '\x01' not in text]
    return (forward(pixels) | of_halves('clip', tensors, lambda: forward(pixels)),
            [[text, pieces(text)] for text in texts_known])


with torch.no_grad():
    (roberta, roberta_tokens), (clip, clip_tokens) = make_roberta(), make_clip()
    made = roberta | make_distilbert() | make_vit() | clip
save_file({name: tensor.contiguous() for name, tensor in made.items()},
          os.path.join(FOLDER, 'encoders.safetensors'), {'format': 'pt'})
write_json(FOLDER, 'encoders.json', {'roberta': roberta_tokens, 'clip': clip_tokens})
