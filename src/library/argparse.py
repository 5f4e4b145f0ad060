"""argparse: a program that runs here has no arguments, so that every one has its default."""


class Namespace:
    def __init__(self, **members):
        self.__dict__.update(members)

    def __repr__(self):
        members = ', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())
        return f'Namespace({members})'

    def __eq__(self, other):
        return isinstance(other, Namespace) and vars(self) == vars(other)

    def __contains__(self, name):
        return name in self.__dict__


class HelpFormatter:
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


def _destination(names):
    long = [name for name in names if name.startswith('--')]
    name = (long or names)[0]
    return name.lstrip('-').replace('-', '_')


_CONSTANTS = {'store_true': False, 'store_false': True}


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, **keywords):
        self.description = description
        self._defaults = {}
        self._missing = []

    def add_argument(self, *names, action='store', default=None, type=None, required=False,
                     dest=None, **keywords):
        dest = dest or _destination(names)
        if default is None and action in _CONSTANTS:
            default = _CONSTANTS[action]
        if type is not None and isinstance(default, str):
            default = type(default)
        optional = names[0].startswith('-') or keywords.get('nargs') in ('?', '*')
        if required or not optional:
            self._missing.append(names[0])
        self._defaults[dest] = default

    def add_argument_group(self, *arguments, **keywords):
        return self

    def set_defaults(self, **defaults):
        self._defaults.update(defaults)

    def parse_args(self, args=None, namespace=None):
        if args:
            raise NotImplementedError('qkv reads no arguments of a command line')
        if self._missing:
            names = ', '.join(self._missing)
            raise SystemExit(f'error: the following arguments are required: {names}')
        return Namespace(**self._defaults)

    def parse_known_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace), []
