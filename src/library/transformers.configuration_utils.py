"""The sizes and choices of a model, as its config.json says them."""

from transformers.utils import folder_of, has_file, read_json


class PretrainedConfig:
    model_type = ''
    attribute_map = {}  # other names of the same

    def __init__(self, **kwargs):
        self.output_attentions = kwargs.pop('output_attentions', False)
        self.output_hidden_states = kwargs.pop('output_hidden_states', False)
        self.return_dict = kwargs.pop('return_dict', True)
        self.use_cache = kwargs.pop('use_cache', True)
        self.tie_word_embeddings = kwargs.pop('tie_word_embeddings', True)
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        own = type(self).attribute_map.get(name)
        if own is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self, own)

    def __setattr__(self, name, value):
        object.__setattr__(self, type(self).attribute_map.get(name, name), value)

    def _need_sizes(self, *names):
        """Sizes that no model has are refused before anything is made of them."""
        for name in names:
            size = getattr(self, name)
            if type(size) is not int or not 0 < size < 10000000:
                raise ValueError(f'{name} cannot be {size!r}')
        if self.num_hidden_layers > 1000:
            raise ValueError(f'{self.num_hidden_layers} layers are more than qkv reads, 1000')

    def _take_labels(self, id2label=None, num_labels=None):
        """The names of the classes, in config.json under '0', '1' …; without any they are LABEL_0 …"""
        if id2label is None:
            id2label = {number: f'LABEL_{number}' for number in range(num_labels or 2)}
        self.id2label = {int(number): name for number, name in id2label.items()}
        self.label2id = {name: number for number, name in self.id2label.items()}
        self.num_labels = len(self.id2label)

    @property
    def use_return_dict(self):
        return self.return_dict

    @classmethod
    def from_dict(cls, config_dict, **kwargs):
        known = dict(config_dict)
        known.pop('model_type', None)
        return cls(**known, **kwargs)

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path, **kwargs):
        folder = folder_of(pretrained_model_name_or_path)
        if not has_file(folder, 'config.json'):
            raise OSError(f'{folder} has no config.json: it is not the folder of a model')
        content = read_json(folder, 'config.json')
        kind = content.get('model_type', cls.model_type)
        if kind != cls.model_type:
            raise ValueError(f"{folder}/config.json is of a model of the type '{kind}', not "
                             f"'{cls.model_type}'")
        content.update(kwargs)
        return cls.from_dict(content)

    def to_dict(self):
        return {'model_type': type(self).model_type, **self.__dict__}

    def __repr__(self):
        parts = [f'{name}={value!r}' for name, value in self.to_dict().items()]
        return f"{type(self).__name__}({', '.join(parts)})"
