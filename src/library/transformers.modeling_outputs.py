"""What models return: tensors under their names, and in the same order as a tuple."""


class ModelOutput(dict):
    """What is None is not among the items, yet it can be asked for as an attribute."""

    fields = ()

    def __init__(self, **values):
        super().__init__({name: values[name] for name in self.fields
                          if values.get(name) is not None})

    def __getattr__(self, name):
        if name in self.fields:
            return self[name] if name in self else None
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __getitem__(self, key):
        if isinstance(key, str):
            return super().__getitem__(key)
        return self.to_tuple()[key]

    def to_tuple(self):
        return tuple(self.values())

    def __repr__(self):
        parts = [f'{name}={getattr(self, name)!r}' for name in self.fields]
        return f"{type(self).__name__}({', '.join(parts)})"


class BaseModelOutputWithPastAndCrossAttentions(ModelOutput):
    fields = ('last_hidden_state', 'past_key_values', 'hidden_states', 'attentions',
              'cross_attentions')


class BaseModelOutputWithPoolingAndCrossAttentions(ModelOutput):
    fields = ('last_hidden_state', 'pooler_output', 'hidden_states', 'past_key_values', 'attentions',
              'cross_attentions')


class BaseModelOutputWithPast(ModelOutput):
    fields = ('last_hidden_state', 'past_key_values', 'hidden_states', 'attentions')


class CausalLMOutputWithPast(ModelOutput):
    fields = ('loss', 'logits', 'past_key_values', 'hidden_states', 'attentions')


class CausalLMOutputWithCrossAttentions(ModelOutput):
    fields = ('loss', 'logits', 'past_key_values', 'hidden_states', 'attentions',
              'cross_attentions')


class MaskedLMOutput(ModelOutput):
    fields = ('loss', 'logits', 'hidden_states', 'attentions')
