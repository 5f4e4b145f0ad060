"""BERT's pieces of words: words and punctuation first, then the longest pieces that are known."""

from tokenizers import Tokenizer, decoders, pre_tokenizers, processors
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from transformers.tokenization_utils_fast import PreTrainedTokenizer
from transformers.utils import has_file


class BertTokenizer(PreTrainedTokenizer):
    _defaults = {'unk_token': '[UNK]', 'sep_token': '[SEP]', 'pad_token': '[PAD]',
                 'cls_token': '[CLS]', 'mask_token': '[MASK]'}
    _cleans_up = True
    _own_settings = ('do_lower_case', 'tokenize_chinese_chars', 'strip_accents')

    def __init__(self, do_lower_case=None, tokenize_chinese_chars=None, strip_accents=None, **kwargs):
        super().__init__(**kwargs)
        normalizer = self._tokenizer.normalizer
        if isinstance(normalizer, BertNormalizer):
            given = {'lowercase': do_lower_case, 'handle_chinese_chars': tokenize_chinese_chars,
                     'strip_accents': strip_accents}
            for name, value in given.items():
                if value is not None:
                    setattr(normalizer, name, bool(value))
            self.do_lower_case = normalizer.lowercase

    @classmethod
    def _from_vocabulary(cls, folder, settings):
        if not has_file(folder, 'vocab.txt'):
            raise OSError(f'{folder} has neither tokenizer.json nor vocab.txt')
        with open(f'{folder}/vocab.txt', encoding='utf-8') as file:
            lines = file.read().split('\n')
        lines = lines[:-1] if lines[-1] == '' else lines
        special = {role: settings.get(role) or token for role, token in cls._defaults.items()}
        special = {role: token.get('content') if isinstance(token, dict) else token
                   for role, token in special.items()}
        vocab = dict(zip(lines, range(len(lines))))
        tokenizer = Tokenizer(WordPiece(vocab, special['unk_token']))
        tokenizer.normalizer = BertNormalizer()
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        tokenizer.decoder = decoders.WordPiece()
        cls_token, sep_token = special['cls_token'], special['sep_token']
        if cls_token in vocab and sep_token in vocab:
            tokenizer.post_processor = processors.BertProcessing(
                (sep_token, vocab[sep_token]), (cls_token, vocab[cls_token]))
        return tokenizer
