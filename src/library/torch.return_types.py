"""torch.return_types: tuples whose parts have names."""


def _named(name, fields):
    def shown(self):
        parts = [f'{field}={value!r}' for field, value in zip(fields, self)]
        return f'torch.return_types.{name}(\n' + ',\n'.join(parts) + ')'

    members = {'__repr__': shown}
    for place, field in enumerate(fields):
        members[field] = property(lambda self, place=place: self[place])
    return type(name, (tuple,), members)


aminmax = _named('aminmax', ('min', 'max'))
qr = _named('qr', ('Q', 'R'))
linalg_qr = _named('linalg_qr', ('Q', 'R'))
linalg_slogdet = _named('linalg_slogdet', ('sign', 'logabsdet'))
frexp = _named('frexp', ('mantissa', 'exponent'))
nanmedian = _named('nanmedian', ('values', 'indices'))
