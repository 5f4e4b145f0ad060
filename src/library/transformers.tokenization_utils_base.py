"""What all tokenizers do around `tokenizers`: special tokens, batches, padding, chats, folders."""

import sys as _sys

import torch as _torch
from tokenizers import AddedToken, Tokenizer as _Tokenizer
from tokenizers._encoding import Encoding as _Encoding
from transformers.utils import folder_of, has_file, read_json, refuse
from transformers.utils.chat_template_utils import render_template as _render_template

_ROLES = ('bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token')
_ALLOWED = {'return_overflowing_tokens': ('False',), 'stride': ('0',), 'verbose': None,
            'split_special_tokens': ('False',)}
# What a folder's files or from_pretrained() may say; all else in the files is of no use here.
_SETTINGS = ('model_max_length', 'clean_up_tokenization_spaces', 'padding_side', 'truncation_side',
             'model_input_names', 'chat_template', 'additional_special_tokens',
             'extra_special_tokens', 'add_bos_token', 'add_eos_token', 'add_prefix_space')


class BatchEncoding(dict):
    """What a tokenizer returns: lists, or tensors, by name."""

    is_fast = True

    def __init__(self, data, encodings=()):
        super().__init__(data)
        self.encodings = encodings

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    @property
    def data(self):
        return dict(self)

    def tokens(self, batch_index=0):
        return self.encodings[batch_index].tokens

    def word_ids(self, batch_index=0):
        return self.encodings[batch_index].word_ids

    def sequence_ids(self, batch_index=0):
        return self.encodings[batch_index].sequence_ids

    def token_to_chars(self, batch_or_token_index, token_index=None):
        batch, token = (0, batch_or_token_index) if token_index is None else \
            (batch_or_token_index, token_index)
        return self.encodings[batch].token_to_chars(token)

    def char_to_token(self, batch_or_char_index, char_index=None, sequence_index=0):
        batch, char = (0, batch_or_char_index) if char_index is None else \
            (batch_or_char_index, char_index)
        return self.encodings[batch].char_to_token(char, sequence_index)

    def to(self, device):
        _torch.empty(0).to(device)
        return self


def _token_of(token):
    """A special token may be written as an object with its text in it."""
    if isinstance(token, dict) and isinstance(token.get('content'), str):
        ways = {name: bool(token[name]) for name in ('single_word', 'lstrip', 'rstrip', 'normalized')
                if name in token}
        token = AddedToken(token['content'], special=bool(token.get('special', True)), **ways)
    if not isinstance(token, (str, AddedToken)):
        raise ValueError(f'{token!r} is no text of a token')
    return token


class PreTrainedTokenizerBase:
    model_input_names = ['input_ids', 'token_type_ids', 'attention_mask']
    is_fast = False
    _defaults = {}           # the special tokens, where the files name none
    _cleans_up = False       # takes out the blanks before punctuation
    _own_settings = ()       # of this class alone
    padding_side = 'right'
    truncation_side = 'right'

    def __init__(self, tokenizer_object=None, tokenizer_file=None, model_max_length=None,
                 clean_up_tokenization_spaces=None, padding_side='right', truncation_side='right',
                 model_input_names=None, chat_template=None, additional_special_tokens=None,
                 extra_special_tokens=None, added_tokens=(), **kwargs):
        if tokenizer_object is None and tokenizer_file is None:
            raise ValueError(f"Couldn't instantiate {type(self).__name__}: it needs a "
                             'tokenizer_object or a tokenizer_file')
        self._tokenizer = _Tokenizer.from_file(tokenizer_file) if tokenizer_object is None \
            else tokenizer_object
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.model_max_length = _sys.maxsize if model_max_length is None else model_max_length
        self.padding_side, self.truncation_side = padding_side, truncation_side
        self.chat_template = _templates(chat_template)
        if model_input_names is not None:
            self.model_input_names = model_input_names
        self.clean_up_tokenization_spaces = (self._cleans_up if clean_up_tokenization_spaces is None
                                             else clean_up_tokenization_spaces)
        for token in added_tokens:
            if token.content not in self._tokenizer._added:
                self._tokenizer.add_tokens([token])
        self._special = {}
        for role in _ROLES:
            token = kwargs.get(role, self._defaults.get(role))
            self._special[role] = None if token is None else self._made_special(token)
        extra = extra_special_tokens if isinstance(extra_special_tokens, dict) else {}
        for name, token in extra.items():
            self._special[name] = self._made_special(token)
        self.additional_special_tokens = [self._made_special(token)
                                          for token in additional_special_tokens or ()]

    # ---- the vocabulary ----------------------------------------------------------------------

    @property
    def backend_tokenizer(self):
        return self._tokenizer

    @property
    def vocab(self):
        return self._tokenizer.get_vocab()

    def _made_special(self, token):
        """The text of a token that no text is split within from now on."""
        token = _token_of(token)
        if str(token) not in self._tokenizer._added or not self._tokenizer._added[str(token)].special:
            self._tokenizer.add_special_tokens([token])
        return str(token)

    def __getattr__(self, name):
        special = self.__dict__.get('_special', {})
        if name in special:
            return special[name]
        if name[-3:] == '_id' and name[:-3] in special:
            token = special[name[:-3]]
            return None if token is None else self.convert_tokens_to_ids(token)
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")

    def __setattr__(self, name, value):
        if name not in _ROLES:
            object.__setattr__(self, name, value)
        else:
            self._special[name] = None if value is None else self._made_special(value)

    def add_special_tokens(self, special_tokens_dict):
        before = len(self)
        for role, token in special_tokens_dict.items():
            if role == 'additional_special_tokens':
                self.additional_special_tokens = [self._made_special(one) for one in token]
            elif role in _ROLES:
                self._special[role] = self._made_special(token)
            else:
                raise NotImplementedError(f"add_special_tokens({{'{role}': …}}) is not there in qkv")
        return len(self) - before

    def add_tokens(self, new_tokens, special_tokens=False):
        new_tokens = new_tokens if isinstance(new_tokens, (list, tuple)) else [new_tokens]
        before = len(self)
        for token in [_token_of(token) for token in new_tokens]:
            add = self._tokenizer.add_special_tokens if special_tokens else self._tokenizer.add_tokens
            add([token])
        return len(self) - before

    @property
    def special_tokens_map(self):
        named = {role: token for role, token in self._special.items() if token is not None}
        if self.additional_special_tokens:
            named['additional_special_tokens'] = self.additional_special_tokens
        return named

    @property
    def all_special_tokens(self):
        named = [token for token in self._special.values() if token is not None]
        return list(dict.fromkeys(named + self.additional_special_tokens))

    @property
    def all_special_ids(self):
        return self.convert_tokens_to_ids(self.all_special_tokens)

    @property
    def added_tokens_decoder(self):
        return self._tokenizer.get_added_tokens_decoder()

    @property
    def vocab_size(self):
        return self._tokenizer.get_vocab_size(False)

    def __len__(self):
        return self._tokenizer.get_vocab_size()

    def get_vocab(self):
        return self._tokenizer.get_vocab()

    def get_added_vocab(self):
        return dict(self._tokenizer._numbers)

    def convert_tokens_to_ids(self, tokens):
        if tokens is None or isinstance(tokens, str):
            number = self._tokenizer.token_to_id(tokens)
            return self._tokenizer.token_to_id(self._special['unk_token']) if number is None else number
        return [self.convert_tokens_to_ids(token) for token in tokens]

    def convert_ids_to_tokens(self, ids, skip_special_tokens=False):
        if isinstance(ids, int) or getattr(ids, 'ndim', None) == 0:
            return self._word(int(ids))
        ids = [int(number) for number in ids]
        special = self.all_special_ids if skip_special_tokens else ()
        return [self._word(number) for number in ids if number not in special]

    def _word(self, number):
        word = self._tokenizer.id_to_token(number)
        if word is None:
            raise IndexError(f'the vocabulary has no token {number}; it has {len(self)} tokens')
        return word

    # ---- from text to numbers ----------------------------------------------------------------

    def tokenize(self, text, pair=None, add_special_tokens=False):
        return self._tokenizer.encode(text, pair, add_special_tokens=add_special_tokens,
                                      with_places=False).tokens

    def num_special_tokens_to_add(self, pair=False):
        return self._tokenizer.num_special_tokens_to_add(pair)

    def _with_special_tokens(self, token_ids_0, token_ids_1):
        parts = [_Encoding.of_special(ids, [''] * len(ids), number)
                 for number, ids in enumerate((token_ids_0, token_ids_1)) if ids is not None]
        processor = self._tokenizer.post_processor
        return _Encoding.joined(parts if processor is None else processor.process(parts, True))

    def build_inputs_with_special_tokens(self, token_ids_0, token_ids_1=None):
        return self._with_special_tokens(token_ids_0, token_ids_1).ids

    def create_token_type_ids_from_sequences(self, token_ids_0, token_ids_1=None):
        return self._with_special_tokens(token_ids_0, token_ids_1).type_ids

    def _one(self, text, pair, special, in_words, with_places):
        for given in (text, pair):
            is_text = isinstance(given, (list, tuple)) if in_words else isinstance(given, str)
            if given is not None and not is_text or text is None:
                raise ValueError('text input must be of type `str` (single example), `List[str]` '
                                 '(batch or single pretokenized example)')
        return self._tokenizer.encode(text, pair, in_words, special, with_places)

    def _all(self, texts, pairs, special, in_words, with_places, most, truncation):
        """An Encoding for each of the texts."""
        self._tokenizer.no_truncation()
        if most is not None:
            strategy = 'longest_first' if truncation is True else truncation
            self._tokenizer.enable_truncation(most, 0, strategy, self.truncation_side)
        try:
            return [self._one(one, pair, special, in_words, with_places)
                    for one, pair in zip(texts, pairs)]
        finally:
            self._tokenizer.no_truncation()

    def _pad(self, encodings, padding, max_length, multiple, side):
        if padding in (False, None, 'do_not_pad'):
            return
        if padding not in (True, 'longest', 'max_length'):
            raise ValueError(f"padding={padding!r} is none of True, 'longest', 'max_length', False")
        if self._special['pad_token'] is None:
            raise ValueError(
                'Asking to pad but the tokenizer does not have a padding token. Please select a token '
                'to use as `pad_token` `(tokenizer.pad_token = tokenizer.eos_token e.g.)` or add a new '
                "pad token via `tokenizer.add_special_tokens({'pad_token': '[PAD]'})`.")
        count = max([len(encoding.ids) for encoding in encodings], default=0)
        if padding == 'max_length':
            count = self.model_max_length if max_length is None else max_length
            if count >= _sys.maxsize:
                raise ValueError("padding='max_length' needs a max_length: the tokenizer has none")
        count = -(-count // (multiple or 1)) * (multiple or 1)
        for encoding in encodings:
            encoding.pad(count, side or self.padding_side, self.pad_token_id, 0, self.pad_token)

    def __call__(self, text, text_pair=None, add_special_tokens=True, padding=False,
                 truncation=None, max_length=None, is_split_into_words=False, pad_to_multiple_of=None,
                 padding_side=None, return_tensors=None, return_token_type_ids=None,
                 return_attention_mask=None, return_special_tokens_mask=False,
                 return_offsets_mapping=False, return_length=False, **kwargs):
        refuse(f'{type(self).__name__}', kwargs, _ALLOWED)
        cuts = truncation not in (None, False, 'do_not_truncate')
        if cuts and truncation not in (True, 'longest_first', 'only_first', 'only_second'):
            raise ValueError(f"truncation={truncation!r} is none of True, 'longest_first', "
                             "'only_first', 'only_second', False")
        is_batch = isinstance(text, (list, tuple)) and not (
            is_split_into_words and text and isinstance(text[0], str))
        texts = text if is_batch else [text]
        pairs = text_pair if is_batch and text_pair is not None else [text_pair] * len(texts)
        if is_batch and text_pair is None and texts and isinstance(texts[0], tuple):
            texts, pairs = [pair[0] for pair in texts], [pair[1] for pair in texts]
        most = (self.model_max_length if max_length is None else max_length) if cuts else None
        encodings = self._all(texts, pairs, add_special_tokens, is_split_into_words,
                              return_offsets_mapping, most, truncation)
        lengths = [len(encoding.ids) for encoding in encodings]
        self._pad(encodings, padding, max_length, pad_to_multiple_of, padding_side)
        columns = {'input_ids': [encoding.ids for encoding in encodings]}
        if self._wants('token_type_ids', return_token_type_ids):
            columns['token_type_ids'] = [encoding.type_ids for encoding in encodings]
        if self._wants('attention_mask', return_attention_mask):
            columns['attention_mask'] = [encoding.attention_mask for encoding in encodings]
        if return_special_tokens_mask:
            columns['special_tokens_mask'] = [one.special_tokens_mask for one in encodings]
        if return_offsets_mapping:
            columns['offset_mapping'] = [encoding.offsets for encoding in encodings]
        if return_length:
            columns['length'] = lengths
        if return_tensors is not None:
            columns = self._tensors(columns, return_tensors)
        elif not is_batch:
            columns = {name: rows if name == 'length' else rows[0] for name, rows in columns.items()}
        return BatchEncoding(columns, encodings)

    def _wants(self, name, is_asked):
        return name in self.model_input_names if is_asked is None else is_asked

    def _tensors(self, columns, kind):
        if kind != 'pt':
            raise NotImplementedError(f"return_tensors='{kind}' is not there in qkv; "
                                      "return_tensors='pt' is")
        if len({len(row) for row in columns['input_ids']}) > 1:
            raise ValueError(
                "Unable to create tensor, you should probably activate truncation and/or padding with "
                "'padding=True' 'truncation=True' to have batched tensors with the same length.")
        return {name: _torch.tensor(rows, dtype=_torch.long) for name, rows in columns.items()}

    def encode(self, text, text_pair=None, **kwargs):
        return self(text, text_pair, **kwargs)['input_ids']

    def encode_plus(self, text, text_pair=None, **kwargs):
        return self(text, text_pair, **kwargs)

    def batch_encode_plus(self, batch_text_or_text_pairs, **kwargs):
        return self(batch_text_or_text_pairs, **kwargs)

    # ---- and back ------------------------------------------------------------------------------

    def convert_tokens_to_string(self, tokens):
        return self._tokenizer._text_of(tokens)

    @staticmethod
    def clean_up_tokenization(out_string):
        for mark in (' .', ' ?', ' !', ' ,'):
            out_string = out_string.replace(mark, mark[1:])
        out_string = out_string.replace(" ' ", "'")
        for end in (" n't", " 'm", " 's", " 've", " 're"):
            out_string = out_string.replace(end, end[1:])
        return out_string

    def decode(self, token_ids, skip_special_tokens=False, clean_up_tokenization_spaces=None,
               **kwargs):
        if isinstance(token_ids, int) or getattr(token_ids, 'ndim', None) == 0:
            token_ids = [token_ids]
        text = self._tokenizer.decode(token_ids, skip_special_tokens)
        if clean_up_tokenization_spaces is None:
            clean_up_tokenization_spaces = self.clean_up_tokenization_spaces
        return self.clean_up_tokenization(text) if clean_up_tokenization_spaces else text

    def batch_decode(self, sequences, **kwargs):
        return [self.decode(sequence, **kwargs) for sequence in sequences]

    # ---- chats ---------------------------------------------------------------------------------

    def get_chat_template(self, chat_template=None, tools=None):
        """The template of that name, or that text; else the tokenizer's own."""
        own = self.chat_template
        if isinstance(own, dict):
            name = chat_template or ('tool_use' if tools and 'tool_use' in own else 'default')
            if name in own:
                return own[name]
            if chat_template is None:
                raise ValueError('This model has multiple chat templates with no default specified! '
                                 f'The available template names are {sorted(own)}.')
        if chat_template is not None:
            return chat_template
        if own is None:
            raise ValueError(
                'Cannot use chat template functions because tokenizer.chat_template is not set and no '
                'template argument was passed! For information about writing templates and setting '
                'the tokenizer.chat_template attribute, please see the documentation at '
                'https://huggingface.co/docs/transformers/main/en/chat_templating')
        return own

    def apply_chat_template(self, conversation, tools=None, documents=None, chat_template=None,
                            add_generation_prompt=False, continue_final_message=False, tokenize=True,
                            padding=False, truncation=False, max_length=None, return_tensors=None,
                            return_dict=False, tokenizer_kwargs=None, **kwargs):
        template = self.get_chat_template(chat_template, tools)
        is_batch = bool(conversation) and isinstance(conversation[0], (list, tuple))
        texts = [_render_template(template, messages, tools, documents, add_generation_prompt,
                                  continue_final_message, {**self.special_tokens_map, **kwargs})
                 for messages in (conversation if is_batch else [conversation])]
        if not tokenize:
            return texts if is_batch else texts[0]
        made = self(texts if is_batch else texts[0], padding=padding, truncation=truncation,
                    max_length=max_length, add_special_tokens=False, return_tensors=return_tensors,
                    **(tokenizer_kwargs or {}))
        return made if return_dict else made['input_ids']

    # ---- from a folder -------------------------------------------------------------------------

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        """A tokenizers.Tokenizer, of a folder without tokenizer.json."""
        raise OSError(f'{folder} has no tokenizer.json')

    @classmethod
    def _own_chat_template(cls, folder):
        if not has_file(folder, 'chat_template.jinja'):
            return {}
        with open(f'{folder}/chat_template.jinja', encoding='utf-8') as file:
            return {'chat_template': file.read()}

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        folder = folder_of(pretrained_model_name_or_path)
        names = (*_ROLES, *_SETTINGS, *cls._own_settings)
        refuse(f'{cls.__name__}.from_pretrained', kwargs,
               {'local_files_only': None, 'use_fast': None, 'trust_remote_code': None,
                'legacy': None, **dict.fromkeys(names)})
        config = read_json(folder, 'tokenizer_config.json')
        given = {}
        for content in (read_json(folder, 'special_tokens_map.json'), config,
                        cls._own_chat_template(folder), kwargs):
            given.update({name: value for name, value in content.items() if name in names})
        if has_file(folder, 'tokenizer.json'):
            tokenizer = _Tokenizer.from_file(f'{folder}/tokenizer.json')
        else:
            tokenizer = cls._from_vocabulary(folder, given)
        return cls(tokenizer_object=tokenizer, added_tokens=_added(folder, config), **given)

    def __repr__(self):
        return (f"{type(self).__name__}(vocab_size={self.vocab_size}, "
                f"model_max_length={self.model_max_length}, "
                f"padding_side='{self.padding_side}', special_tokens={self.special_tokens_map})")


def _templates(given):
    """A text, or {name: text} where a file lists several."""
    if isinstance(given, list):
        try:
            return {template['name']: template['template'] for template in given}
        except (KeyError, TypeError):
            raise ValueError("chat_template is no list of objects with 'name' and 'template'") from None
    if given is not None and not isinstance(given, (str, dict)):
        raise ValueError(f'chat_template is {given!r}, and no text')
    return given


def _added(folder, config):
    """What tokenizer_config.json and added_tokens.json name beside the vocabulary."""
    listed = config.get('added_tokens_decoder') or {}
    if not isinstance(listed, dict) or not all([number.isdigit() for number in listed]):
        raise ValueError(f'{folder}/tokenizer_config.json: added_tokens_decoder is no object with '
                         'tokens by their numbers')
    tokens = [_token_of(listed[number]) for number in sorted(listed, key=int)]
    tokens = [AddedToken(token) if isinstance(token, str) else token for token in tokens]
    old = read_json(folder, 'added_tokens.json')
    if not {int}.issuperset(map(type, old.values())):
        raise ValueError(f'{folder}/added_tokens.json is no object with a number for each token')
    named = [token.content for token in tokens]
    return tokens + [AddedToken(content, normalized=False) for content in sorted(old, key=old.get)
                     if content not in named]
