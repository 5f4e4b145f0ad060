"""tokenizers.Encoding: what a text became, token by token."""

_LISTS = ('ids', 'tokens', 'offsets', 'word_ids', 'type_ids', 'sequence_ids', 'special_tokens_mask',
          'attention_mask')


class Encoding:
    overflowing = ()

    def __init__(self):
        for name in _LISTS:
            setattr(self, name, [])

    def add(self, number, token, place, word):
        self.ids.append(number)
        self.tokens.append(token)
        self.offsets.append(place)
        self.word_ids.append(word)
        self.special_tokens_mask.append(0)
        self.attention_mask.append(1)

    @staticmethod
    def of_special(ids, tokens, type_id):
        encoding, count = Encoding(), len(ids)
        encoding.ids, encoding.tokens = list(ids), list(tokens)
        encoding.offsets, encoding.word_ids = [(0, 0)] * count, [None] * count
        encoding.type_ids, encoding.sequence_ids = [type_id] * count, [None] * count
        encoding.special_tokens_mask, encoding.attention_mask = [1] * count, [1] * count
        return encoding

    def part(self, start, end):
        encoding = Encoding()
        for name in _LISTS:
            setattr(encoding, name, getattr(self, name)[start:end])
        return encoding

    def copy(self):
        return self.part(0, len(self.ids))

    @staticmethod
    def joined(parts):
        encoding = Encoding()
        for name in _LISTS:
            setattr(encoding, name, [item for part in parts for item in getattr(part, name)])
        return encoding

    def pad(self, length, direction='right', pad_id=0, pad_type_id=0, pad_token='[PAD]'):
        count = length - len(self.ids)
        if count <= 0:
            return
        padding = Encoding.of_special([pad_id] * count, [pad_token] * count, pad_type_id)
        padding.attention_mask = [0] * count
        both = [padding, self] if direction == 'left' else [self, padding]
        for name in _LISTS:
            setattr(self, name, getattr(both[0], name) + getattr(both[1], name))

    @property
    def n_sequences(self):
        return len({number for number in self.sequence_ids if number is not None}) or 1

    def token_to_chars(self, token_index):
        return self.offsets[token_index] if self.sequence_ids[token_index] is not None else None

    def char_to_token(self, char_pos, sequence_index=0):
        for at, (start, end) in enumerate(self.offsets):
            if self.sequence_ids[at] == sequence_index and start <= char_pos < end:
                return at
        return None

    def token_to_word(self, token_index):
        return self.word_ids[token_index]

    def __len__(self):
        return len(self.ids)

    def __repr__(self):
        return (f'Encoding(num_tokens={len(self.ids)}, attributes=[ids, type_ids, tokens, offsets, '
                'attention_mask, special_tokens_mask, overflowing])')
