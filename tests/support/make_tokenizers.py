"""Writes tests/models/tokenizers: a tokenizer.json of each kind, texts, and what they become.

    NODE_PATH=FOLDER/node_modules python3 tests/support/make_tokenizers.py

The vocabularies are learned here from CORPUS. The ids and the texts that are made of them again come
from the package tokenizers of npm (`npm install tokenizers`), the program in Rust that these files are
made for: nothing of src/library is used. Needs node and that package.
"""
import base64
import collections
import json
import os
import random
import re
import struct
import subprocess
import unicodedata

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'models', 'tokenizers')
CORPUS = '''Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my
purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the
watery part of the world. It is a way I have of driving off the spleen and regulating the circulation.
Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do:
once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations
in it, "and what is the use of a book," thought Alice "without pictures or conversations?" It isn't 1865;
they're here, we've seen them, I'll go, he'd come. In 1851 there were 12 whales and 3.5 tons of oil.
    def walk(x):
        return x + 1
Der Mann ging über die Straße, l'été à la mer, el niño en la mañana. Москва и мир. Ελλάς. 日本語の本。'''
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
          r"\s*[\r\n]+|\s+(?!\S)|\s+")
CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


# ---- the texts ------------------------------------------------------------------------------------

def texts():
    r = random.Random(36)
    words = ("the whale Alice thought it isn't WE'VE they're I'll 1851 3.5 12345 walk(x): return x+1 über Straße "
             "STRASSE l'été e\u0301te\u0301 niño Москва МИР Ελλάς ΣΟΦΟΣ 日本語 本。 中文 한국어 العربية हिन्दी ไทย 😀 👩‍👧 🇩🇪 "
             "½ ² Ⅷ １２ ﬁne ﷺ ㎏ ſ's ŉ İ \u200b \u200d \ufeff \ufffd \x01 \x7f \x85 \xa0 \u3000 \u2028 ... !? — “so” "
             "a_b #x $5 &amp; <b> <0x41> <0xC3> ▁ ▁▁ Ġ Ċ ## ##ing ing</w> | \\ ` ~ ^ <s> </s> <unk> <mask> "
             "[MASK] [CLS] <|endoftext|> <|im_start|>user word\n \r\n \t").split(' ')
    blanks = [' ', ' ', ' ', '', '  ', '\n', '\t', '\n\n\n']
    made = ['', ' ', '  ', 'a', 'Call me Ishmael.', 'Hello world', ' Hello', 'x' * 120, '\n', '日']
    while len(made) < 200:
        made.append(''.join(r.choice(words) + r.choice(blanks) for _ in range(r.randint(1, 5))))
    return made


# ---- vocabularies ---------------------------------------------------------------------------------

def byte_letters():
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in seen]
    return {**{byte: chr(byte) for byte in seen},
            **{byte: chr(256 + number) for number, byte in enumerate(others)}}


def in_bytes(word):
    return [byte_letters()[byte] for byte in word.encode()]


def learned(words, count, prefix=''):
    """The commonest pair of neighbours is merged, `count` times."""
    counts, merges = collections.Counter(map(tuple, words)), []
    for _ in range(count):
        pairs = collections.Counter()
        for word, times in counts.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += times
        if not pairs:
            break
        best = max(sorted(pairs), key=pairs.get)
        merges.append(best)
        merged = collections.Counter()
        for word, times in counts.items():
            parts, at = [], 0
            while at < len(word):
                is_pair = word[at:at + 2] == best
                parts.append(best[0] + best[1][len(prefix):] if is_pair else word[at])
                at += 2 if is_pair else 1
            merged[tuple(parts)] += times
        counts = merged
    return merges


def numbered(tokens):
    return {token: number for number, token in enumerate(dict.fromkeys(tokens))}


def vocabulary(first, letters, merges, prefix=''):
    return numbered([*first, *letters, *(a + b[len(prefix):] for a, b in merges)])


def words_of(text):
    return re.findall(r' ?\w+| ?[^\w\s]+|\s+', text)


# ---- the files ------------------------------------------------------------------------------------

def added(vocab, *tokens, **ways):
    base = {'single_word': False, 'lstrip': False, 'rstrip': False, 'normalized': False, 'special': True}
    return [{'id': vocab[token], 'content': token, **base, **ways} for token in tokens]


def tokenizer(model, added_tokens, normalizer=None, pre_tokenizer=None, post_processor=None, decoder=None):
    return {'version': '1.0', 'truncation': None, 'padding': None, 'added_tokens': added_tokens,
            'normalizer': normalizer, 'pre_tokenizer': pre_tokenizer, 'post_processor': post_processor,
            'decoder': decoder, 'model': model}


def template(before, behind, vocab, pair):
    def piece(word):
        if word in 'AB':
            return {'Sequence': {'id': word, 'type_id': 'AB'.index(word)}}
        return {'SpecialToken': {'id': word, 'type_id': 0}}
    return {'type': 'TemplateProcessing', 'single': [piece(word) for word in [*before, 'A', *behind]],
            'pair': [piece(word) for word in pair],
            'special_tokens': {word: {'id': word, 'ids': [vocab[word]], 'tokens': [word]}
                               for word in {*before, *behind, *pair} - {'A', 'B'}}}


def bpe(vocab, merges, **given):
    return {'type': 'BPE', 'dropout': None, 'unk_token': None, 'continuing_subword_prefix': None,
            'end_of_word_suffix': None, 'fuse_unk': False, 'byte_fallback': False, 'ignore_merges': False,
            'vocab': vocab, 'merges': merges, **given}


def level(**given):
    return {'type': 'ByteLevel', 'add_prefix_space': False, 'trim_offsets': False, 'use_regex': True, **given}


def in_words(merges):
    return [f'{a} {b}' for a, b in merges]


def split(pattern, behavior='Isolated', invert=False):
    return {'type': 'Split', 'pattern': pattern, 'behavior': behavior, 'invert': invert}


def byte_level():
    """GPT-2, RoBERTa, Llama 3, Qwen: the same pieces, split and surrounded in other ways."""
    merges = learned([in_bytes(word) for word in words_of(CORPUS)], 150)
    letters = list(byte_letters().values())
    end = '<|endoftext|>'
    vocab = vocabulary([], letters, merges)
    vocab[end] = len(vocab)
    yield 'gpt2', tokenizer(bpe(vocab, in_words(merges)), added(vocab, end), None, level(),
                            level(), level())
    first = ['<s>', '<pad>', '</s>', '<unk>', '<mask>']
    vocab = vocabulary(first, letters, merges)
    special = added(vocab, *first[:4]) + added(vocab, '<mask>', lstrip=True)
    yield 'roberta', tokenizer(
        bpe(vocab, in_words(merges)), special, None, level(add_prefix_space=True, trim_offsets=True),
        {'type': 'RobertaProcessing', 'sep': ['</s>', 2], 'cls': ['<s>', 0], 'trim_offsets': True,
         'add_prefix_space': True}, level())
    vocab = vocabulary([], letters, merges[:100])
    vocab['Ġthought'] = len(vocab)  # a word that no merge makes
    for token in ('<s>', '<|im_start|>'):
        vocab[token] = len(vocab)
    yield 'llama3', tokenizer(
        bpe({token: number for token, number in vocab.items() if not token.startswith('<') or token == '<'},
            in_words(merges[:100]), ignore_merges=True), added(vocab, '<s>', '<|im_start|>'), None,
        {'type': 'Sequence', 'pretokenizers': [split({'Regex': LLAMA3}), level(use_regex=False)]},
        {'type': 'Sequence', 'processors': [level(), template(['<s>'], [], vocab, ['<s>', 'A', '<s>', 'B'])]},
        level())
    yield 'qwen', tokenizer(
        bpe({token: number for token, number in vocab.items() if not token.startswith('<') or token == '<'},
            [list(pair) for pair in merges[:100]], continuing_subword_prefix='', end_of_word_suffix=''),
        added(vocab, '<|im_start|>') + added(vocab, '<s>', special=False), {'type': 'NFC'},
        {'type': 'Sequence', 'pretokenizers': [split({'Regex': LLAMA3.replace('{1,3}', '')}),
                                               level(use_regex=False)]}, level(use_regex=False), level())


def byte_fallback():
    """Llama 2 and Gemma: whole texts are merged, and what is unknown becomes bytes."""
    first = ['<unk>', '<s>', '</s>', *(f'<0x{byte:02X}>' for byte in range(256))]
    words = ['▁' + '▁'.join(line.split(' ')) for line in CORPUS.replace('日', '').split('\n')]
    merges = learned([list(word) for word in words], 150)
    letters = sorted({letter for word in words for letter in word})
    vocab = vocabulary(first, letters, merges)
    special = added(vocab, *first[:3])
    back = [{'type': 'Replace', 'pattern': {'String': '▁'}, 'content': ' '}, {'type': 'ByteFallback'},
            {'type': 'Fuse'}]
    yield 'llama2', tokenizer(
        bpe(vocab, in_words(merges), unk_token='<unk>', fuse_unk=True, byte_fallback=True), special,
        {'type': 'Sequence', 'normalizers': [{'type': 'Prepend', 'prepend': '▁'},
                                             {'type': 'Replace', 'pattern': {'String': ' '}, 'content': '▁'}]},
        None, template(['<s>'], [], vocab, ['<s>', 'A', '<s>', 'B']),
        {'type': 'Sequence', 'decoders': [*back, {'type': 'Strip', 'content': ' ', 'start': 1, 'stop': 0}]})
    runs = [('\n', '\n'), ('\n\n', '\n'), ('▁', '▁')]
    vocab = vocabulary([*first, '\n'], letters, runs + merges)
    special = added(vocab, *first[:3]) + added(vocab, '\n\n\n', '▁▁', special=False)
    yield 'gemma', tokenizer(
        bpe(vocab, [list(pair) for pair in runs + merges], unk_token='<unk>', fuse_unk=True,
            byte_fallback=True), special,
        {'type': 'Replace', 'pattern': {'String': ' '}, 'content': '▁'},
        split({'String': ' '}, 'MergedWithPrevious'),
        template(['<s>'], [], vocab, ['<s>', 'A', '<s>', 'B']), {'type': 'Sequence', 'decoders': back})


def ended_words():
    """CLIP: a sign at the end of each word, lower case, one digit at a time."""
    words = re.findall(r'\w+|[^\w\s]+', CORPUS.lower())
    as_parts = [in_bytes(word)[:-1] + [in_bytes(word)[-1] + '</w>'] for word in words]
    merges = learned(as_parts, 120)
    letters = list(byte_letters().values())
    vocab = vocabulary([], [*letters, *(letter + '</w>' for letter in letters)], merges)
    for token in ('<s>', '</s>'):
        vocab[token] = len(vocab)
    model = bpe(vocab, in_words(merges), unk_token='</s>', continuing_subword_prefix='',
                end_of_word_suffix='</w>')
    yield 'clip', tokenizer(
        model, added(vocab, '<s>', normalized=True) + added(vocab, '</s>'),
        {'type': 'Sequence', 'normalizers': [
            {'type': 'NFC'}, {'type': 'Replace', 'pattern': {'Regex': r'\s+'}, 'content': ' '},
            {'type': 'Lowercase'}]},
        {'type': 'Sequence', 'pretokenizers': [split({'Regex': CLIP}, 'Removed', True), level()]},
        {'type': 'RobertaProcessing', 'sep': ['</s>', vocab['</s>']], 'cls': ['<s>', vocab['<s>']],
         'trim_offsets': False, 'add_prefix_space': False}, level())
    merges = learned([[word[0], *('##' + letter for letter in word[1:])] for word in words], 80, '##')
    letters = sorted({part for word in words for part in [word[0], *('##' + letter for letter in word[1:])]})
    vocab = vocabulary(['<unk>'], letters, merges, '##')
    yield 'prefix', tokenizer(
        bpe(vocab, in_words(merges), unk_token='<unk>', continuing_subword_prefix='##'),
        added(vocab, '<unk>'), {'type': 'Lowercase'}, {'type': 'Whitespace'}, None,
        {'type': 'WordPiece', 'prefix': '##', 'cleanup': True})


def bert_words():
    first = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
    plain = ''.join(letter for letter in unicodedata.normalize('NFD', CORPUS.lower())
                    if unicodedata.category(letter) != 'Mn')
    words = re.findall(r'\w+|[^\w\s]', plain)
    common = [word for word, _ in collections.Counter(words).most_common(70)]
    letters = sorted(set(''.join(words)))
    vocab = numbered([*first, *letters, *('##' + letter for letter in letters if letter.isalnum()), *common,
                      '##ing', '##tion', '##ed', '##er', '##s'])
    yield 'bert', tokenizer(
        {'type': 'WordPiece', 'unk_token': '[UNK]', 'continuing_subword_prefix': '##',
         'max_input_chars_per_word': 100, 'vocab': vocab}, added(vocab, *first),
        {'type': 'BertNormalizer', 'clean_text': True, 'handle_chinese_chars': True, 'strip_accents': None,
         'lowercase': True}, {'type': 'BertPreTokenizer'},
        template(['[CLS]'], ['[SEP]'], vocab, ['[CLS]', 'A', '[SEP]', 'B', '[SEP]']),
        {'type': 'WordPiece', 'prefix': '##', 'cleanup': True})


def whole_words():
    words = re.findall(r'\w+|[^\w\s]+', CORPUS)
    vocab = numbered(['<unk>', '<pad>', *(word for word, _ in collections.Counter(words).most_common(120)),
                      *'0123456789.,!?'])
    tokens = [*added(vocab, '<unk>', '<pad>'),
              {'id': len(vocab), 'content': 'whale', 'single_word': True, 'lstrip': False, 'rstrip': True,
               'normalized': False, 'special': False},
              {'id': len(vocab) + 1, 'content': 'Über', 'single_word': False, 'lstrip': True, 'rstrip': False,
               'normalized': True, 'special': False}]
    yield 'words', tokenizer(
        {'type': 'WordLevel', 'vocab': vocab, 'unk_token': '<unk>'}, tokens,
        {'type': 'Sequence', 'normalizers': [{'type': 'Strip', 'strip_left': True, 'strip_right': True},
                                             {'type': 'Nmt'}, {'type': 'NFKD'}, {'type': 'StripAccents'}]},
        {'type': 'Sequence', 'pretokenizers': [
            {'type': 'Whitespace'}, {'type': 'Punctuation', 'behavior': 'Isolated'},
            {'type': 'Digits', 'individual_digits': True}]}, None, None)


def charsmap(table):
    """SentencePiece's trie in two arrays (darts-clone), with texts: each key a byte at a time."""
    texts, values = b'', {}
    for key in sorted(table, key=str.encode):
        values[key.encode()] = len(texts)
        texts += table[key].encode() + b'\0'
    units, used, bases = {0: 0}, {0}, set()

    def place(at, beginning):
        """Lays out what follows this beginning; the unit `at` already has its label."""
        keys = [key for key in values if key.startswith(beginning)]
        children = sorted({key[len(beginning)] for key in keys if len(key) > len(beginning)})
        labels = ([0] if beginning in values else []) + children
        base = next(base for base in range(1, 1 << 20)
                    if base not in bases and (base ^ at) < 1 << 21 and all(base ^ label not in used for label in labels))
        used.update(base ^ label for label in labels)
        bases.add(base)
        units[at] |= (at ^ base) << 10 | (256 if beginning in values else 0)
        if beginning in values:
            units[base] = values[beginning] | 1 << 31
        for child in children:
            units[base ^ child] = child
        for child in children:
            place(base ^ child, beginning + bytes([child]))
    place(0, b'')
    size = -(-(max(units) + 1) // 256) * 256
    trie = b''.join(struct.pack('<I', units.get(at, 0)) for at in range(size))
    return base64.b64encode(struct.pack('<I', len(trie)) + trie + texts).decode()


def unigram():
    """T5, and one that knows bytes: the likeliest pieces."""
    words = ['▁' + word for word in CORPUS.replace('日', '').split()]
    counts = collections.Counter(word[a:b] for word in words for a in range(len(word))
                                 for b in range(a + 1, min(len(word), a + 6) + 1))
    letters = [piece for piece in counts if len(piece) == 1]
    common = [piece for piece, times in counts.most_common(400) if len(piece) > 1 and times > 2][:150]
    r = random.Random(3)
    scored = [[piece, -round(3 + 9 / counts[piece] ** .5 - .8 * len(piece) + r.random(), 4)]
              for piece in letters + common]
    table = {'ﬁ': 'fi', '\xa0': ' ', '\u3000': ' ', '\t': ' ', '\n': ' ', '\r': ' ', '１': '1', '２': '2',
             '\u200b': ' ', '\ufeff': '', 'e\u0301': 'é', '㎏': 'kg', '½': '1⁄2', 'Ⅷ': 'VIII', '\x7f': '', '\x01': ''}
    first = [['<pad>', 0.0], ['</s>', 0.0], ['<unk>', 0.0]]
    vocab = {'</s>': 1}
    yield 't5', tokenizer(
        {'type': 'Unigram', 'unk_id': 2, 'vocab': first + scored, 'byte_fallback': False},
        added({'<pad>': 0, '</s>': 1, '<unk>': 2}, '<pad>', '</s>', '<unk>'),
        {'type': 'Sequence', 'normalizers': [
            {'type': 'Precompiled', 'precompiled_charsmap': charsmap(table)},
            {'type': 'Replace', 'pattern': {'Regex': ' {2,}'}, 'content': ' '}]},
        {'type': 'Sequence', 'pretokenizers': [
            {'type': 'WhitespaceSplit'},
            {'type': 'Metaspace', 'replacement': '▁', 'prepend_scheme': 'always', 'split': True}]},
        template([], ['</s>'], vocab, ['A', '</s>', 'B', '</s>']),
        {'type': 'Metaspace', 'replacement': '▁', 'prepend_scheme': 'always', 'split': True})
    first = [['<unk>', 0.0], ['<s>', 0.0], ['</s>', 0.0], *([f'<0x{byte:02X}>', -20.0] for byte in range(256))]
    yield 'unigram', tokenizer(
        {'type': 'Unigram', 'unk_id': 0, 'vocab': first + scored, 'byte_fallback': True},
        added({'<unk>': 0, '<s>': 1, '</s>': 2}, '<unk>', '<s>', '</s>'), None,
        {'type': 'Metaspace', 'replacement': '▁', 'prepend_scheme': 'first', 'split': False},
        {'type': 'BertProcessing', 'sep': ['</s>', 2], 'cls': ['<s>', 1]},
        {'type': 'Sequence', 'decoders': [
            {'type': 'ByteFallback'},
            {'type': 'Metaspace', 'replacement': '▁', 'prepend_scheme': 'first', 'split': False}]})


# ---- what they make of the texts ------------------------------------------------------------------

GOLDEN = r'''
const { Tokenizer } = require('tokenizers')
const fs = require('fs')
async function main() {
    const golden = {}
    const given = JSON.parse(fs.readFileSync(0))
    for (const kind of given.kinds) {
        const tokenizer = Tokenizer.fromFile(`${given.folder}/${kind}.json`)
        golden[kind] = []
        for (const text of given.texts) {
            const encoding = await tokenizer.encode(text)
            const ids = encoding.getIds()
            const places = encoding.getOffsets().flat()
            const pair = await tokenizer.encode(text, 'a b')
            const sum = places.reduce((sum, place, at) => (sum * 31 + place + at) % 1000003, 7)
            const types = pair.getTypeIds().reduce((sum, type) => sum + type, 0)
            // Where SentencePiece's table drops a character, that program loses the places behind it.
            golden[kind].push([ids, await tokenizer.decode(ids, true), pair.getIds().length, types,
                               kind === 't5' ? null : sum])
        }
    }
    console.log(JSON.stringify(golden))
}
main()
'''


def write(name, content):
    with open(os.path.join(FOLDER, name), 'w', encoding='utf-8') as file:
        file.write(content + '\n')


def main():
    os.makedirs(FOLDER, exist_ok=True)
    kinds = []
    for makers in (byte_level, byte_fallback, ended_words, bert_words, whole_words, unigram):
        for kind, content in makers():
            kinds.append(kind)
            write(f'{kind}.json', json.dumps(content, ensure_ascii=False, separators=(',', ':')))
    given = json.dumps({'kinds': kinds, 'folder': FOLDER, 'texts': texts()})
    made = subprocess.run(['node', '-e', GOLDEN], input=given, capture_output=True, text=True, check=True)
    golden = json.loads(made.stdout)
    rows = [f' {json.dumps(kind)}: [\n' + ',\n'.join(
        json.dumps(row, ensure_ascii=False, separators=(',', ':')) for row in golden[kind]) + ']' for kind in kinds]
    write('texts.json', '[' + ',\n'.join(json.dumps(text) for text in texts()) + ']')
    write('golden.json', '{' + ',\n'.join(rows) + '}')


main()
