"""argparse, as programs use it to be told numbers and names: no subcommands, no exclusive groups."""

import sys


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


class ArgumentTypeError(Exception):
    pass


_CONSTANTS = {'store_true': False, 'store_false': True}


class _Argument:
    def __init__(self, names, action='store', nargs=None, default=None, type=None, choices=None,
                 required=False, dest=None, help=None, metavar=None):
        if action != 'store' and action not in _CONSTANTS:
            raise NotImplementedError(f'argparse: action={action!r} is not there in qkv')
        self.names, self.nargs, self.type, self.choices = names, nargs, type, choices
        self.flag = _CONSTANTS.get(action)
        self.default = self.flag if default is None else default
        self.dest, self.metavar = dest or _destination(names), metavar
        self.is_option = names[0].startswith('-')
        self.required = required if self.is_option else nargs not in ('?', '*')
        self.least = nargs if isinstance(nargs, int) else 0 if nargs in ('?', '*') else 1
        self.most = nargs if isinstance(nargs, int) else sys.maxsize if nargs in ('*', '+') else 1

    def called(self):
        return '/'.join(self.names) if self.is_option else self.metavar or self.dest

    def value_of(self, words, parser):
        values = [self.one(word, parser) for word in words]
        return values[0] if self.nargs in (None, '?') else values

    def one(self, word, parser):
        try:
            value = self.type(word) if self.type else word
        except (TypeError, ValueError):
            name = getattr(self.type, '__name__', repr(self.type))
            parser.error(f'argument {self.called()}: invalid {name} value: {word!r}')
        except ArgumentTypeError as error:
            parser.error(f'argument {self.called()}: {error}')
        if self.choices is not None and value not in self.choices:
            choices = ', '.join(map(str, self.choices))
            parser.error(f"argument {self.called()}: invalid choice: {str(value)!r} "
                         f"(choose from {choices})")
        return value


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, **keywords):
        self.prog = prog or sys.argv[0].split('/')[-1]
        self.description = description
        self._arguments, self._defaults = [], {}

    def add_argument(self, *names, **keywords):
        argument = _Argument(names, **keywords)
        self._arguments.append(argument)
        return argument

    def add_argument_group(self, *arguments, **keywords):
        return self

    def set_defaults(self, **defaults):
        self._defaults.update(defaults)

    def error(self, message):
        print(f'{self.prog}: error: {message}', file=sys.stderr)
        raise SystemExit(2)

    def print_help(self):
        print(f'usage: {self.prog} [-h]', *[argument.called() for argument in self._arguments])
        if self.description:
            print(f'\n{self.description}')

    def _option(self, word):
        """What an option is, also shortened, and what is glued to it."""
        name, equals, glued = word.partition('=')
        exact = [a for a in self._arguments if name in a.names]
        found = exact or [a for a in self._arguments if name.startswith('--')
                          and any(own.startswith(name) for own in a.names)]
        if len(found) > 1:
            self.error(f'ambiguous option: {name} could match several')
        if not found and not name.startswith('--') and len(word) > 2:
            found = [a for a in self._arguments if word[:2] in a.names]
            if found and found[0].flag is None:
                return found[0], [word[2:]]
            found = []
        return found[0] if found else None, [glued] if equals else []

    def _is_option(self, word):
        has_numbers = any(name[1:2].isdigit() for a in self._arguments for name in a.names)
        if not word.startswith('-') or word == '-' or ' ' in word:
            return False
        return has_numbers or not word[1:].replace('.', '', 1).isdigit()

    def _take(self, argument, words, glued, values):
        """The words behind an option that are its own."""
        if argument.flag is not None:
            if glued:
                self.error(f'argument {argument.called()}: ignored explicit argument {glued[0]!r}')
            values[argument.dest] = not argument.flag
            return
        own = glued
        while words and not glued and len(own) < argument.most and not self._is_option(words[0]):
            own = own + [words.pop(0)]
        if len(own) < argument.least:
            many = argument.nargs if isinstance(argument.nargs, int) else None
            wanted = f'{many} arguments' if many else 'at least one argument' \
                if argument.nargs == '+' else 'one argument'
            self.error(f'argument {argument.called()}: expected {wanted}')
        if own or argument.nargs == '*':
            values[argument.dest] = argument.value_of(own, self)

    def _place(self, words, values):
        """Words that stand by themselves, in order; those that must follow are left their own."""
        places = [a for a in self._arguments if not a.is_option]
        for i, argument in enumerate(places):
            later = sum(a.least for a in places[i + 1:])
            count = max(min(argument.most, len(words) - later), 0)
            if count >= argument.least and count:
                values[argument.dest] = argument.value_of(words[:count], self)
                words = words[count:]
        return words

    def parse_known_args(self, args=None, namespace=None):
        words, alone, unknown = list(sys.argv[1:] if args is None else args), [], []
        values = {}
        while words:
            word = words.pop(0)
            if word == '--':
                alone += words
                break
            argument, glued = self._option(word) if self._is_option(word) else (None, [])
            if argument:
                self._take(argument, words, glued, values)
            elif word in ('-h', '--help'):
                self.print_help()
                raise SystemExit(0)
            else:
                (unknown if self._is_option(word) else alone).append(word)
        unknown += self._place(alone, values)
        missing = [a.called() for a in self._arguments if a.required and a.dest not in values]
        if missing:
            self.error(f"the following arguments are required: {', '.join(missing)}")
        return self._filled(values, namespace or Namespace()), unknown

    def _filled(self, values, namespace):
        for argument in self._arguments:
            default = self._defaults.get(argument.dest, argument.default)
            if isinstance(default, str):
                default = argument.one(default, self) if argument.type else default
            setattr(namespace, argument.dest, values.get(argument.dest, default))
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        return namespace

    def parse_args(self, args=None, namespace=None):
        namespace, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return namespace
