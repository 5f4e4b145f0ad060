"""How a model goes on with a text: the likeliest token again and again, or tokens that are drawn."""

import inspect

import torch
from transformers.modeling_outputs import ModelOutput
from transformers.utils import folder_of, has_file, read_json, refuse

# What may be said without effect, and the only values of what is not there.
_ALLOWED = {'num_beams': ('1', 'None'), 'early_stopping': None, 'length_penalty': None,
            'output_attentions': ('False', 'None'), 'output_hidden_states': ('False', 'None'),
            'no_repeat_ngram_size': ('0', 'None'), 'renormalize_logits': ('False', 'None'),
            'token_type_ids': ('None',), 'cache_implementation': ('None', 'dynamic')}
_FIELDS = {'do_sample': False, 'temperature': 1.0, 'top_k': 50, 'top_p': 1.0, 'min_p': None,
           'repetition_penalty': 1.0, 'max_new_tokens': None, 'max_length': None,
           'num_return_sequences': 1, 'use_cache': True, 'bos_token_id': None, 'pad_token_id': None,
           'eos_token_id': None, 'return_dict_in_generate': False, 'output_scores': False,
           'output_logits': False}


class GenerationConfig:
    """How tokens are chosen; what generate() is called with goes before what is said here."""

    def __init__(self, **kwargs):
        for name, value in {**_FIELDS, **kwargs}.items():
            setattr(self, name, value)

    @classmethod
    def from_pretrained(cls, pretrained_model_name, **kwargs):
        folder = folder_of(pretrained_model_name)
        if not has_file(folder, 'generation_config.json'):
            raise OSError(f'{folder} has no generation_config.json')
        return cls(**{**read_json(folder, 'generation_config.json'), **kwargs})

    def to_dict(self):
        return dict(self.__dict__)

    def __repr__(self):
        parts = [f'{name}={value!r}' for name, value in self.__dict__.items()
                 if name not in _FIELDS or value != _FIELDS[name]]
        return f"GenerationConfig({', '.join(parts)})"


# ---- what is done to the scores before a token is drawn -------------------------------------------

class LogitsProcessor:
    def __call__(self, input_ids, scores):
        raise NotImplementedError(f'{type(self).__name__} does not say what it does to scores')


class LogitsProcessorList(list):
    def __call__(self, input_ids, scores):
        for processor in self:
            scores = processor(input_ids, scores)
        return scores


class TemperatureLogitsWarper(LogitsProcessor):
    def __init__(self, temperature):
        if isinstance(temperature, bool) or not temperature > 0:
            hint = '; do_sample=False takes the likeliest token' if temperature == 0 else ''
            raise ValueError(f'temperature must be greater than 0, not {temperature}{hint}')
        self.temperature = temperature

    def __call__(self, input_ids, scores):
        return scores / self.temperature


class RepetitionPenaltyLogitsProcessor(LogitsProcessor):
    """Tokens that occurred: scores above 0 are divided by it, scores below 0 multiplied."""

    def __init__(self, penalty):
        if not penalty > 0:
            raise ValueError(f'repetition_penalty must be greater than 0, not {penalty}')
        self.penalty = penalty

    def __call__(self, input_ids, scores):
        known = scores.gather(1, input_ids)
        lower = torch.where(known < 0, known * self.penalty, known / self.penalty)
        return scores.scatter(1, input_ids, lower)


class _Dropping(LogitsProcessor):
    """Tokens whose scores are set to filter_value, after which their share is 0."""

    def __init__(self, filter_value=float('-inf'), min_tokens_to_keep=1):
        if type(min_tokens_to_keep) is not int or min_tokens_to_keep < 1:
            raise ValueError(f'min_tokens_to_keep must be 1 or more, not {min_tokens_to_keep}')
        self.filter_value = filter_value
        self.min_tokens_to_keep = min_tokens_to_keep


class TopKLogitsWarper(_Dropping):
    """Keeps the k largest scores."""

    def __init__(self, top_k, **kwargs):
        super().__init__(**kwargs)
        if type(top_k) is not int or top_k < 1:
            raise ValueError(f'top_k must be a whole number of 1 or more, not {top_k}')
        self.top_k = max(top_k, self.min_tokens_to_keep)

    def __call__(self, input_ids, scores):
        least = scores.topk(min(self.top_k, scores.size(-1))).values[..., -1:]
        return scores.masked_fill(scores < least, self.filter_value)


class TopPLogitsWarper(_Dropping):
    """Keeps the likeliest tokens whose shares together reach p."""

    def __init__(self, top_p, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= top_p <= 1:
            raise ValueError(f'top_p must be between 0 and 1, not {top_p}')
        self.top_p = top_p

    def __call__(self, input_ids, scores):
        rising, places = scores.sort(dim=-1)
        up_to_here = rising.softmax(dim=-1).cumsum(dim=-1)
        dropped = up_to_here <= 1 - self.top_p
        dropped[..., -self.min_tokens_to_keep:] = False
        return scores.masked_fill(dropped.scatter(-1, places, dropped), self.filter_value)


class MinPLogitsWarper(_Dropping):
    """Keeps tokens whose share is at least p of the largest share."""

    def __init__(self, min_p, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= min_p <= 1:
            raise ValueError(f'min_p must be between 0 and 1, not {min_p}')
        self.min_p = min_p

    def __call__(self, input_ids, scores):
        shares = scores.softmax(dim=-1)
        dropped = shares < self.min_p * shares.amax(dim=-1, keepdim=True)
        kept = scores.topk(min(self.min_tokens_to_keep, scores.size(-1))).indices
        return scores.masked_fill(dropped.scatter(-1, kept, False), self.filter_value)


# ---- text as it is made -----------------------------------------------------------------------------

class TextStreamer:
    """Prints a text token by token, as far as what follows cannot change it any more."""

    def __init__(self, tokenizer, skip_prompt=False, **decode_kwargs):
        self.tokenizer = tokenizer
        self.skip_prompt = skip_prompt
        self.decode_kwargs = decode_kwargs
        self._ids, self._printed, self._is_prompt = [], 0, True

    def put(self, value):
        if value.dim() > 1 and value.size(0) > 1:
            raise ValueError('TextStreamer prints one text, not several at once')
        prompt, self._is_prompt = self._is_prompt, False
        if prompt and self.skip_prompt:
            return
        self._ids.extend(value.reshape(-1).tolist())
        text = self.tokenizer.decode(self._ids, **self.decode_kwargs)
        if text.endswith('\n'):
            self._say(text)
            self._ids, self._printed = [], 0
        elif not text.endswith('\ufffd'):  # a letter of which bytes are still to come
            self._say(text[:text.rfind(' ') + 1])

    def end(self):
        text = self.tokenizer.decode(self._ids, **self.decode_kwargs) if self._ids else ''
        self._say(text, True)
        self._ids, self._printed, self._is_prompt = [], 0, True

    def _say(self, text, stream_end=False):
        rest = text[self._printed:]
        self._printed += len(rest)
        self.on_finalized_text(rest, stream_end)

    def on_finalized_text(self, text, stream_end=False):
        print(text, end='\n' if stream_end else '', flush=True)


# ---- the loop -----------------------------------------------------------------------------------------

class GenerateDecoderOnlyOutput(ModelOutput):
    fields = ('sequences', 'scores', 'logits', 'attentions', 'hidden_states', 'past_key_values')


def _config_of(model, given):
    """What the model says (generation_config.json, else config.json), and before it what is given."""
    said = getattr(model, 'generation_config', None)
    values = dict(_FIELDS) if said is None else said.to_dict()
    for name in ('bos_token_id', 'pad_token_id', 'eos_token_id'):
        if values.get(name) is None:
            values[name] = getattr(model.config, name, None)
    values.update({name: value for name, value in given.items() if value is not None})
    return GenerationConfig(**values)


def _room(config, tokens):
    count = config.max_new_tokens
    if count is None:
        count = (20 if config.max_length is None else config.max_length) - tokens
    if count <= 0:
        raise ValueError(f'the text has {tokens} tokens already: max_new_tokens says how many are to '
                         'be added')
    return count


def _processors(config, more):
    made = LogitsProcessorList()
    if config.repetition_penalty not in (None, 1.0):
        made.append(RepetitionPenaltyLogitsProcessor(config.repetition_penalty))
    made.extend(more or [])
    if not config.do_sample:
        return made
    if config.temperature not in (None, 1.0):
        made.append(TemperatureLogitsWarper(config.temperature))
    if config.top_k not in (None, 0):
        made.append(TopKLogitsWarper(config.top_k))
    if config.top_p is not None and config.top_p < 1:
        made.append(TopPLogitsWarper(config.top_p))
    if config.min_p is not None:
        made.append(MinPLogitsWarper(config.min_p))
    return made


def _numbers(token):
    return token if isinstance(token, (list, tuple)) else [] if token is None else [token]


class GenerationMixin:
    def _next_logits(self, fresh, past, attention_mask, use_cache):
        """The scores of the next token of each text, and the keys and values of all before it."""
        places = (attention_mask.long().cumsum(-1) - 1).masked_fill(attention_mask == 0, 1)
        last = {'logits_to_keep': 1} if self._keeps_last else {}
        outputs = self(input_ids=fresh, past_key_values=past, attention_mask=attention_mask,
                       position_ids=places[:, -fresh.size(1):], return_dict=True,
                       use_cache=use_cache, **last)
        return outputs.logits[:, -1, :].float(), outputs.past_key_values

    @property
    def _keeps_last(self):
        """Can the model be asked for the scores at the last place alone?"""
        return 'logits_to_keep' in inspect.signature(self.forward).parameters

    def generate(self, inputs=None, generation_config=None, logits_processor=None, streamer=None,
                 input_ids=None, attention_mask=None, **kwargs):
        given = {} if generation_config is None else generation_config.to_dict()
        given.update({name: kwargs.pop(name) for name in list(kwargs) if name in _FIELDS})
        refuse('generate', kwargs, _ALLOWED)
        config = _config_of(self, given)
        ids = inputs if input_ids is None else input_ids
        attention_mask = torch.ones_like(ids) if attention_mask is None else attention_mask
        if config.num_return_sequences > 1:
            if not config.do_sample:
                raise ValueError('num_return_sequences without do_sample=True would give the same '
                                 'text again and again')
            ids = ids.repeat_interleave(config.num_return_sequences, dim=0)
            attention_mask = attention_mask.repeat_interleave(config.num_return_sequences, dim=0)
        with torch.no_grad():
            return self._go_on(ids, attention_mask, config, _processors(config, logits_processor),
                               streamer)

    def _go_on(self, ids, attention_mask, config, processors, streamer):
        ends = _numbers(config.eos_token_id)
        pad = ends[0] if config.pad_token_id is None and ends else config.pad_token_id
        running = torch.ones(ids.size(0), dtype=torch.long)
        past, fresh, all_scores, all_logits = None, ids, (), ()
        if streamer is not None:
            streamer.put(ids)
        for _ in range(_room(config, ids.size(1))):
            logits, past = self._next_logits(fresh, past, attention_mask, config.use_cache)
            scores = processors(ids, logits)
            all_scores += (scores,) if config.output_scores else ()
            all_logits += (logits,) if config.output_logits else ()
            if config.do_sample:
                next_token = torch.multinomial(scores.softmax(dim=-1), 1)[:, 0]
            else:
                next_token = scores.argmax(dim=-1)
            if ends:
                next_token = next_token * running + pad * (1 - running)
            ids = torch.cat((ids, next_token[:, None]), dim=-1)
            attention_mask = torch.cat(
                (attention_mask, attention_mask.new_ones((ids.size(0), 1))), dim=-1)
            if streamer is not None:
                streamer.put(next_token)
            for end in ends:
                running = running * (next_token != end).long()
            if running.max() == 0:
                break
            fresh = ids if past is None else next_token[:, None]
        if streamer is not None:
            streamer.end()
        if not config.return_dict_in_generate:
            return ids
        return GenerateDecoderOnlyOutput(sequences=ids, scores=all_scores or None,
                                         logits=all_logits or None, past_key_values=past)
