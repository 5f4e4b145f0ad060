"""Random programs of Python itself: strings, formats, containers, functions, classes, exceptions.

What is outside qkv's part of Python is not yielded: a statement is tried first, in a process of its
own, with every value looked at that an expression of it gives (see `is_inside`).
"""
import ast
import contextlib
import io
import os
import signal
import warnings

STATEMENTS = 20
MOST_BITS = 20000

BEGIN = """\
import math, random, itertools, functools, collections, string, copy, operator, re, json, textwrap, cmath, numbers
from dataclasses import dataclass, field
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
random.seed(1)"""


# ---- what is inside --------------------------------------------------------------------------------


class Outside(BaseException):
    pass


def look(value):
    """Integers that take long are left out; the order of a set is nobody's."""
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise Outside
    if isinstance(value, tuple):
        for item in value:
            look(item)
    return value


class Looking(ast.NodeTransformer):
    """Gives every value that is computed to look()."""

    def generic_visit(self, node):
        super().generic_visit(node)
        whole = isinstance(node, ast.expr) and not isinstance(
            node, (ast.Starred, ast.Slice, ast.FormattedValue))
        if whole and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return ast.Call(ast.Name("look", ast.Load()), [node], [])
        return node

    def visit_JoinedStr(self, node):
        for part in ast.walk(node):
            if isinstance(part, ast.FormattedValue):
                part.value = self.visit(part.value)
        return node


def look_into(value, depth=3):
    look(value)
    if depth and isinstance(value, (list, tuple, set, dict)):
        for item in value:
            look_into(item, depth - 1)
    if depth and isinstance(value, dict):
        for item in value.values():
            look_into(item, depth - 1)


def runs_inside(statement, names):
    tree = ast.fix_missing_locations(Looking().visit(ast.parse(statement)))
    out = io.StringIO()
    names["look"] = look
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(tree, "program.py", "exec"), names)
        except Exception:
            pass
    for name, value in names.items():
        if not name.startswith("__"):
            look_into(value)
    if "nan" in out.getvalue() and "hash(" in statement:
        return False  # the hash of a NaN is its address
    return " at 0x" not in out.getvalue() and len(out.getvalue()) < 4000


def is_inside(statement, names):
    child = os.fork()
    if not child:
        inside = False
        signal.alarm(2)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                inside = runs_inside(statement, names)
        finally:
            os._exit(0 if inside else 1)
    return os.waitpid(child, 0)[1] == 0


# ---- expressions -----------------------------------------------------------------------------------

WORDS = ["", "a", "abc", "Hello World", "query", "key value", "  blanks  ", "x=1,y=2", "UPPER", "42",
         "-7", "3.5", "tab\\tand\\nline", "it's", 'say \\"hi\\"', "naïve café", "λ→∞", "ÄÖÜ ß", "aaa",
         "a,b,,c", "one two  three", "MixedCase", "snake_case", "%d items", "{} and {}", "abcabc", "0x1f",
         "1e5", "nan", "the quick brown fox", "日本語", "e\\u0301", "\\x07bell", "back\\\\slash"]
LETTERS = ["'a'", "'b'", "' '", "','", "'o'", "'bc'", "''", "'é'", "'l'", "'aa'", "'1'", "'\\n'"]


class Maker:
    def __init__(self, rng, names):
        self.rng, self.names, self.count = rng, names, 0

    def name(self, *types):
        """A variable whose value is of one of these types, or None."""
        fitting = [k for k, x in self.names.items()
                   if k[0] == "v" and k[1:].isdigit() and type(x) in types]
        return self.rng.choice(fitting) if fitting else None

    def pick(self, *makers):
        return self.rng.choice(makers)()

    def new(self, expression, also=""):
        """A statement that names the value, and prints it."""
        name = f"v{self.count}"
        self.count += 1
        return f"{name} = {expression}\nprint(repr({name}){also})"

    def small(self, low=-3, high=6):
        return str(self.rng.randint(low, high))

    def any(self, d=2):
        return self.pick(lambda: self.int(d), lambda: self.float(d), lambda: self.str(d),
                         lambda: self.bool(d), lambda: self.list(d), lambda: self.tuple(d),
                         lambda: self.dict(d), lambda: "None", lambda: self.ints(d), lambda: self.large(d),
                         lambda: self.complex(d))

    def wrong(self, maker, d):
        """Now and then something of another type."""
        return self.any(d) if self.rng.random() < 0.02 else maker(d)

    # ---- numbers

    def int(self, d=2):
        known = self.name(int)
        if d <= 0 or self.rng.random() < 0.2:
            return known if known and self.rng.random() < 0.5 else str(
                self.rng.choice([self.rng.randint(-9, 9), self.rng.randint(-1000, 1000), 0, 1, 255, 65536]))
        i, f, s, n = (lambda: self.wrong(self.int, d - 1)), self.float, self.str, self.ints
        d -= 1
        return self.pick(
            lambda: f"({i()} {self.rng.choice(['+', '-', '*', '//', '%', '&', '|', '^'])} {i()})",
            lambda: f"({i()} {self.rng.choice(['+', '-', '*', '//', '%'])} {i()})",
            lambda: f"{i()} ** {self.small(0, 5)}" if self.rng.random() < 0.7 else f"(-{i()})",
            lambda: f"len({self.pick(lambda: s(d), lambda: n(d), lambda: self.dict(d), lambda: self.list(d))})",
            lambda: f"{s(d)}.{self.rng.choice(['find', 'rfind', 'count', 'index', 'rindex'])}({self.letter()})",
            lambda: f"{s(d)}.{self.rng.choice(['find', 'count', 'rfind'])}({self.letter()}, {self.small()}, {self.small()})",
            lambda: f"{self.rng.choice(['sum', 'max', 'min', 'len'])}({n(d)})",
            lambda: f"{n(d)}[{self.small()}]", lambda: f"{n(d)}.index({i()})", lambda: f"{n(d)}.count({i()})",
            lambda: f"int({f(d)})", lambda: f"int({s(d)!s})", lambda: f"round({f(d)})", lambda: f"abs({i()})",
            lambda: f"int({self.rng.choice(['\"ff\", 16', '\"101\", 2', '\"0x1f\", 0', '\"12\", 3', '\"zz\", 36', '\" 7 \"', '\"1_000\"', '\"-0b11\", 0'])})",
            lambda: f"ord({self.letter()})", lambda: f"({i()} if {self.bool(d)} else {i()})",
            lambda: f"({i()} << {self.small(0, 8)})", lambda: f"({i()} >> {self.small(0, 8)})", lambda: f"~{i()}",
            lambda: f"divmod({i()}, {i()})[{self.small(0, 1)}]", lambda: f"{self.dict(d)}.get({self.key()}, {i()})",
            lambda: f"({i()}).bit_length()", lambda: f"math.{self.rng.choice(['gcd', 'lcm', 'comb', 'perm'])}({i()}, {i()})",
            lambda: f"math.{self.rng.choice(['floor', 'ceil', 'trunc'])}({f(d)})", lambda: f"math.isqrt({i()})",
            lambda: f"(lambda x, y={self.small()}: x * y)({i()})", lambda: f"sum(x * x for x in {n(d)})",
            lambda: f"functools.reduce(lambda a, b: {self.rng.choice(['a + b', 'a * 2 + b', 'max(a, b)', 'a - b'])}, {n(d)}, {i()})",
            lambda: f"pow({i()}, {self.small(0, 6)}, {self.small(1, 9)})", lambda: f"int({self.bool(d)})",
            lambda: f"bool({i()})", lambda: f"next((x for x in {n(d)} if x > {i()}), {i()})",
            lambda: f"({i()} and {i()} or {i()})", lambda: f"Counter({s(d)})[{self.letter()}]",
        )

    def literal(self):
        """An int of 60 bits and more, as it is written."""
        n = self.rng.choice([2**63, 2**63 - 1, -2**63, 2**64, 2**62, 10**18, 10**19, 10**22, 10**23, 2**53, 2**61 - 1,
                             self.rng.getrandbits(self.rng.choice([60, 64, 65, 100, 200]))]) + self.rng.randint(-2, 2)
        return self.rng.choice(["{}", "{}", "(-{})", "{:#x}", "{:_}"]).format(abs(n))

    def large(self, d=2):
        known = self.name(int)
        if d <= 0 or self.rng.random() < 0.2:
            return known if known and self.rng.random() < 0.4 else self.literal()
        b, f = (lambda: self.wrong(self.large, d - 1)), self.float
        i = lambda: self.pick(b, b, lambda: self.int(d - 1))  # noqa: E731
        d -= 1
        return self.pick(
            lambda: f"({b()} {self.rng.choice(['+', '-', '*', '//', '%', '&', '|', '^'])} {i()})", lambda: f"({i()} {self.rng.choice(['+', '-', '*', '//', '%'])} {b()})",
            lambda: f"{i()} ** {self.small(0, 30)}", lambda: f"(-{b()})", lambda: f"~{b()}", lambda: f"abs({b()})", lambda: f"+{b()}",
            lambda: f"({i()} << {self.small(0, 90)})", lambda: f"({b()} >> {self.small(0, 90)})", lambda: f"divmod({b()}, {i()})[{self.small(0, 1)}]",
            lambda: f"pow({b()}, {i()}, {i()})", lambda: f"pow({i()}, {self.small(-3, 40)}, {b()})", lambda: f"round({b()}, {self.small(-25, 3)})",
            lambda: f"math.{self.rng.choice(['gcd', 'lcm'])}({b()}, {i()})", lambda: f"math.isqrt({b()})", lambda: f"math.factorial({self.small(0, 60)})",
            lambda: f"math.{self.rng.choice(['comb', 'perm'])}({self.small(20, 90)}, {self.small(0, 50)})", lambda: f"math.prod([{b()}, {i()}, {i()}])",
            lambda: f"int({f(d)} * 1e{self.small(10, 40)})", lambda: f"math.{self.rng.choice(['floor', 'ceil', 'trunc'])}({f(d)} * 1e{self.small(10, 40)})",
            lambda: f"round({f(d)} * 1e25, {self.rng.choice(['-3', 'None'])})", lambda: f"int(str({b()}))", lambda: f"int({self.rng.choice(['hex', 'bin', 'oct'])}({b()}), 0)",
            lambda: f"int('{'1' * self.rng.randint(18, 40)}', {self.small(2, 36)})", lambda: f"int('{self.rng.choice(['-', ' +', ''])}{self.rng.randint(1, 9)}_{'0' * 25}')",
            lambda: f"sum([{b()}, {i()}, {b()}])", lambda: f"{self.rng.choice(['max', 'min'])}({b()}, {i()}, {f(d)})", lambda: f"({b()}).{self.rng.choice(['bit_length', 'bit_count', 'conjugate'])}()",
            lambda: f"int.from_bytes(({b()}).to_bytes({self.small(8, 40)}, {self.rng.choice(['\"big\"', '\"little\"'])}, signed={self.bool(0)}), 'big')",
            lambda: f"(lambda x: hash(x) if x == x else 0)({self.pick(b, lambda: f(d), lambda: self.complex(d))})", lambda: f"({f(d)}).as_integer_ratio()[{self.small(0, 1)}]", lambda: f"(1.0 * {b()}).as_integer_ratio()[0]",
            lambda: f"range({b()}, {b()}, {i()})[{self.small(-2, 3)}]", lambda: f"sum(x * {b()} for x in {self.ints(d)})", lambda: f"random.getrandbits({self.small(0, 150)})",
            lambda: f"random.randrange({i()}, {b()})", lambda: f"functools.reduce(lambda a, b: a * 3 + b, {self.ints(d)}, {b()})", lambda: f"json.loads(json.dumps({b()}))",
            lambda: f"len(str({b()}))", lambda: f"({i()} if {self.bool(d)} else {b()})", lambda: f"({b()}).{self.rng.choice(['real', 'imag', 'numerator', 'denominator'])}",
            lambda: f"operator.index({b()})", lambda: f"copy.deepcopy([{b()}])[0]", lambda: f"[{i()}, {i()}, 3][{b()} % 3]", lambda: f"sum(map(int, str(abs({b()}))))",
        )

    def complex(self, d=2):
        known = self.name(complex)
        if d <= 0 or self.rng.random() < 0.2:
            if known and self.rng.random() < 0.5:
                return known
            return self.rng.choice([f"{self.rng.randint(0, 9)}j", f"{abs(self.rng.randint(-40, 40)) / 8}j", f"({self.rng.randint(-9, 9)}+{self.rng.randint(0, 9)}j)",
                                    f"complex({self.number()}, {self.number()})", "1e300j", "(-0-0j)", f"({self.number()}-{self.rng.randint(0, 99) / 4}j)"])
        c = lambda: self.wrong(self.complex, d - 1)  # noqa: E731
        x = lambda: self.pick(c, c, lambda: self.float(d - 1), lambda: self.int(d - 1), lambda: self.large(d - 1))  # noqa: E731
        d -= 1
        return self.pick(
            lambda: f"({c()} {self.rng.choice('+-*/')} {x()})", lambda: f"({x()} {self.rng.choice('+-*/')} {c()})", lambda: f"({c()} {self.rng.choice('+-*/')} {c()})",
            lambda: f"{c()} ** {self.pick(lambda: self.small(-3, 6), x)}", lambda: f"({x()}) ** {c()}", lambda: f"(-{c()})", lambda: f"abs({c()})", lambda: f"({c()}).conjugate()",
            lambda: f"({c()}).{self.rng.choice(['real', 'imag'])}", lambda: f"complex({x()}, {x()})", lambda: f"complex({x()})", lambda: f"sum([{c()}, {x()}, {x()}])",
            lambda: f"complex({self.rng.choice(['\"1+2j\"', '\" -1.5J \"', '\"(2-1e3j)\"', '\"j\"', '\"1 + j\"', '\"nan-infj\"', '\"1_0j\"', '\"\"'])})", lambda: f"complex(str({c()}))",
            lambda: f"cmath.{self.rng.choice('sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh phase polar'.split())}({x()})",
            lambda: f"cmath.rect({self.float(d)}, {self.float(d)})", lambda: f"math.prod([{c()}, {x()}])", lambda: f"(-abs({self.float(d)})) ** {self.rng.choice(['0.5', '1.5', '0.3', '-0.25'])}",
            lambda: f"{self.rng.choice(['max', 'min'])}([{c()}, {x()}], key=abs)", lambda: f"({c()} if {self.bool(d)} else {x()})", lambda: f"pow({c()}, {x()})", lambda: f"+{c()}",
        )

    def number_of(self, d=1):
        """A number of any type."""
        return self.pick(lambda: self.int(d), lambda: self.float(d), lambda: self.large(d), lambda: self.complex(d), lambda: self.bool(0))

    def float(self, d=2):
        known = self.name(float)
        if d <= 0 or self.rng.random() < 0.25:
            if known and self.rng.random() < 0.5:
                return known
            return self.number()
        f, i = (lambda: self.wrong(self.float, d - 1)), (lambda: self.int(d - 1))
        d -= 1
        return self.pick(
            lambda: f"({f()} {self.rng.choice(['+', '-', '*', '/', '//', '%'])} {self.pick(f, f, i)})",
            lambda: f"({f()} {self.rng.choice(['+', '-', '*', '/'])} {f()})", lambda: f"({i()} / {i()})",
            lambda: f"(-{f()})", lambda: f"abs({f()})", lambda: f"round({f()}, {self.small(-2, 6)})",
            lambda: f"({f()}) ** {self.rng.choice(['2', '0.5', '-1', '3', '1.5'])}",
            lambda: f"math.{self.rng.choice(['sqrt', 'exp', 'log', 'sin', 'cos', 'tanh', 'log2', 'log10', 'fabs', 'atan', 'log1p', 'expm1', 'degrees', 'radians'])}({f()})",
            lambda: f"float({self.rng.choice(['\"1e5\"', '\" 2.5 \"', '\"1_0.5\"', '\"abc\"', '\"-inf\"', '\"nan\"', '\".5\"', '\"5.\"', '\"0x1p3\"', '\"1e400\"'])})",
            lambda: f"float({i()})", lambda: f"{self.rng.choice(['max', 'min'])}({f()}, {self.pick(f, i)})",
            lambda: f"sum([{f()}, {f()}, {f()}])", lambda: f"math.{self.rng.choice(['fmod', 'copysign', 'hypot', 'atan2', 'pow'])}({f()}, {f()})",
            lambda: f"math.fsum([{f()}, {f()}])", lambda: f"({f()} if {self.bool(d)} else {f()})",
            lambda: f"divmod({f()}, {f()})[{self.small(0, 1)}]", lambda: f"math.{self.rng.choice(['pi', 'e', 'inf', 'tau'])}",
            lambda: f"float.fromhex(({f()}).hex())", lambda: f"math.prod([{f()}, {i()}])",
            lambda: f"math.modf({f()})[{self.small(0, 1)}]", lambda: f"math.frexp({f()})[0]", lambda: f"math.ldexp({f()}, {self.small()})",
            lambda: f"random.{self.rng.choice(['random()', 'uniform(1, 5)', 'gauss(0, 1)'])}",
        )

    def number(self):
        r = self.rng
        plain = r.choice([r.randint(-20, 20) / 4, round(r.uniform(-2, 2), 3), r.gauss(0, 1),
                          float("%.4g" % (r.gauss(0, 1) * 10 ** r.randint(-8, 20))), 0.1, 2.5, 123456.789])
        special = ["0.0", "-0.0", "1e16", "1e-5", "float('inf')", "float('nan')", "1e300", "0.5", "1.5", "1e22", "5e-324"]
        return repr(plain) if r.random() < 0.8 else r.choice(special)

    # ---- texts

    def letter(self):
        return self.rng.choice(LETTERS)

    def key(self):
        return self.rng.choice(["'a'", "'b'", "'c'", "'d'", "1", "(1, 2)", "None", "2.0", "True"])

    def word(self):
        return '"' + self.rng.choice(WORDS) + '"'

    def str(self, d=2):
        known = self.name(str)
        if d <= 0 or self.rng.random() < 0.25:
            return known if known and self.rng.random() < 0.5 else self.word()
        s, i = (lambda: self.wrong(self.str, d - 1)), (lambda: self.int(0))
        d -= 1
        return self.pick(
            lambda: f"({s()} + {s()})", lambda: f"({s()} * {self.small(0, 3)})", lambda: f"{s()}[{self.slice()}]",
            lambda: f"{s()}[{self.slice()}]", lambda: f"{s()}[{self.small()}]",
            lambda: f"{s()}.{self.rng.choice('upper lower title capitalize swapcase casefold strip lstrip rstrip'.split())}()",
            lambda: f"{s()}.{self.rng.choice('strip lstrip rstrip removeprefix removesuffix'.split())}({self.letter()})",
            lambda: f"{s()}.replace({self.letter()}, {self.letter()})", lambda: f"{s()}.replace({self.letter()}, {self.word()}, {self.small(-1, 2)})",
            lambda: f"{self.letter()}.join({self.words(d)})", lambda: f"{self.letter()}.join(map(str, {self.ints(d)}))",
            lambda: f"{s()}.{self.rng.choice(['center', 'ljust', 'rjust'])}({self.small(0, 12)}, {self.rng.choice(['\"*\"', '\"é\"', '\" \"'])})",
            lambda: f"{s()}.{self.rng.choice(['zfill', 'center', 'ljust', 'rjust', 'expandtabs'])}({self.small(0, 12)})",
            lambda: f"repr({self.any(d)})", lambda: f"str({self.any(d)})", lambda: f"ascii({s()})",
            lambda: f"{self.rng.choice(['hex', 'bin', 'oct'])}({i()})", lambda: f"{self.rng.choice(['hex', 'bin', 'oct', 'str', 'repr'])}({self.large(d)})",
            lambda: f"format({self.large(d)}, {self.spec('bdoxXneEfFgG%,_')!r})", lambda: f"format({self.complex(d)}, {self.spec('eEfFgGn')!r})", lambda: f"str({self.complex(d)})",
            lambda: f"('%{self.rng.choice(['', '30', '-30', '030', '+', '#', '.40'])}{self.rng.choice('dxXosrig')}' % ({self.large(d)},))", lambda: f"str(({self.large(d)}).to_bytes({self.small(7, 30)}, 'big', signed={self.bool(0)}))", lambda: f"chr({self.rng.choice([65, 97, 233, 8364, 10, 48])})",
            lambda: f"format({self.any(d)}, {self.spec()!r})", lambda: f"format({self.int(d)}, {self.spec('bdoxXcneEfFgG%,_')!r})",
            lambda: f"format({self.float(d)}, {self.spec('eEfFgG%n')!r})", lambda: f"format({s()}, {self.spec('s')!r})",
            lambda: self.fstring(d), lambda: self.fstring(d), lambda: self.percent(d), lambda: self.template(d),
            lambda: f"''.join({self.rng.choice(['sorted', 'reversed', 'list'])}({s()}))", lambda: f"min({s()}, {s()})",
            lambda: f"({s()} or {s()})", lambda: f"{s()}.partition({self.letter()})[{self.small(0, 2)}]",
            lambda: f"''.join(c for c in {s()} if c.{self.rng.choice(['isalpha', 'islower', 'isdigit', 'isspace', 'isupper'])}())",
            lambda: f"re.sub({self.pattern()}, {self.rng.choice(['\"-\"', '\"\"', '\"<\\\\g<0>>\"'])}, {s()})",
            lambda: f"json.dumps({self.any(d)})", lambda: f"textwrap.{self.rng.choice(['fill', 'shorten'])}({s()}, {self.small(5, 12)})",
            lambda: f"({self.float(d)}).hex()", lambda: f"{s()}.translate(str.maketrans('abc', 'xyz'))",
            lambda: f"{s()}.encode().decode()", lambda: f"type({self.any(d)}).__name__", lambda: f"string.{self.rng.choice(['digits', 'ascii_lowercase', 'punctuation'])}",
        )

    def slice(self):
        part = lambda: self.rng.choice(["", "", self.small(), "-1", "2"])  # noqa: E731
        step = self.rng.choice(["", "", ":-1", ":2", ":-2", ":", ":0" if self.rng.random() < 0.1 else ":3"])
        return f"{part()}:{part()}{step}"

    def pattern(self):
        return self.rng.choice([r"r'\w+'", r"r'[aeiou]'", r"r'\d'", r"r'(a)(b)?'", r"r'\s+'", r"r'^.'", r"r'b*'", r"r'(?i)A.'", r"r'[^a-z ]'", "','"])

    def spec(self, types="sdfgexn%bc"):
        r = self.rng
        fill = r.choice(["", "", "<", ">", "^", "=", "*<", "0>", "->", "_^", " =", "0=", "é^"])
        text = fill + r.choice(["", "", "+", "-", " "]) + r.choice(["", "", "", "z"]) + r.choice(["", "", "", "#"])
        text += r.choice(["", "", "0"]) + r.choice(["", "", "1", "6", "10", "15"]) + r.choice(["", "", "", ",", "_"])
        return text + r.choice(["", "", ".0", ".1", ".3", ".10"]) + r.choice(["", r.choice(types), r.choice(types)])

    def fstring(self, d):
        parts = []
        for _ in range(self.rng.randint(1, 3)):
            value = self.any(d - 1) if d > 0 else self.int(0)
            told = ["", "", "!r", "!s", "!a", "=", "=!s", " = "]
            tail = self.rng.choice(told[:5] if "#" in value else told)  # Python cuts `=` off at a #
            spec = self.rng.choice(["", "", ":" + self.spec(), ":>{10}", ":{'^'}{8}", ":{3}.2f", ":=8"])
            parts.append(self.rng.choice(["", "x ", "{{}} ", "é"]) + "{ " + value + tail + spec + "}")
        return "f'''" + "|".join(parts) + "'''"

    def percent(self, d):
        kinds = [self.rng.choice("d s r f g e x i c a".split()) for _ in range(self.rng.randint(1, 3))]
        shape = lambda: self.rng.choice(["", "", "5", "-8", "05", "+", ".2", "8.3", "#", " ", "-05", "+6.1"])  # noqa: E731
        text = " ".join("%" + shape() + kind for kind in kinds)
        values = ", ".join(self.str(d - 1) if k in "sra" else self.float(d - 1) if k in "fge" else self.int(d - 1) for k in kinds)
        return f"('{text}%%' % ({values},))"

    def template(self, d):
        text = self.rng.choice(["{} {}", "{0} {1} {0}", "{0!r:>8} {1}", "{:>10}|{:<5}", "{a} {0}", "{0:{1}}", "{{}} {0[0]}", "{:^9} {!s}", "{0.real}", "{2}"])
        return f"'{text}'.format({self.any(d - 1)}, {self.any(d - 1)}, a={self.any(d - 1)})"

    # ---- truth

    def bool(self, d=2):
        if d <= 0:
            return self.rng.choice(["True", "False", f"{self.int(0)} < {self.int(0)}"])
        i, s, b = (lambda: self.int(d - 1)), (lambda: self.str(d - 1)), (lambda: self.bool(d - 1))
        d -= 1
        compare = lambda: self.rng.choice(["<", "<=", "==", "!=", ">", ">="])  # noqa: E731
        return self.pick(
            lambda: f"({i()} {compare()} {i()})", lambda: f"({s()} {compare()} {s()})", lambda: f"({self.float(d)} {compare()} {i()})",
            lambda: f"({i()} {compare()} {i()} {compare()} {i()})", lambda: f"(not {b()})", lambda: f"({b()} and {b()})",
            lambda: f"({b()} or {b()})", lambda: f"({self.letter()} in {s()})", lambda: f"({i()} in {self.ints(d)})",
            lambda: f"({self.key()} not in {self.dict(d)})", lambda: f"isinstance({self.any(d)}, {self.rng.choice(['int', 'str', '(int, float)', 'list', 'bool', 'int | str'])})",
            lambda: f"{self.rng.choice(['any', 'all'])}({self.ints(d)})", lambda: f"all(x > 0 for x in {self.ints(d)})",
            lambda: f"{s()}.{self.rng.choice('isalpha isdigit isalnum isspace isupper islower istitle isidentifier isprintable isascii isnumeric isdecimal'.split())}()",
            lambda: f"{s()}.{self.rng.choice(['startswith', 'endswith'])}({self.pick(self.letter, lambda: f'({self.letter()}, {self.letter()})')})",
            lambda: f"({self.list(d)} {compare()} {self.list(d)})", lambda: f"({self.tuple(d)} {compare()} {self.tuple(d)})",
            lambda: f"({self.any(d)} == {self.any(d)})", lambda: f"({self.set(d)} {compare()} {self.set(d)})", lambda: f"bool({self.any(d)})",
            lambda: f"({self.any(d)} is None)", lambda: f"({self.float(d)}).is_integer()", lambda: f"math.{self.rng.choice(['isnan', 'isinf', 'isfinite'])}({self.float(d)})",
            lambda: f"({self.number_of(d)} {compare()} {self.number_of(d)})", lambda: f"({self.large(d)} {compare()} {self.float(d)} * 1e{self.small(10, 30)})",
            lambda: f"({self.large(d)} == float({self.large(d)}))", lambda: f"hash({self.large(d)}) == hash(float({self.large(d)}))", lambda: f"cmath.isclose({self.complex(d)}, {self.complex(d)})",
            lambda: f"isinstance({self.number_of(d)}, {self.rng.choice(['int', 'float', 'complex', 'numbers.Number', 'numbers.Integral', 'numbers.Real', 'numbers.Complex', '(int, complex)'])})",
            lambda: f"({self.number_of(d)} in [{self.number_of(d)}, {self.number_of(d)}])", lambda: f"({self.large(d)}).is_integer()",
            lambda: f"callable({self.rng.choice(['len', 'print', '3', 'str.upper'])})", lambda: f"math.isclose({self.float(d)}, {self.float(d)})",
        )

    # ---- containers

    def ints(self, d=2):
        known = self.name(list)
        if d <= 0 or self.rng.random() < 0.3:
            if known and self.rng.random() < 0.4:
                return known
            return "[" + ", ".join(self.int(0) for _ in range(self.rng.randint(0, 5))) + "]"
        n, i = (lambda: self.wrong(self.ints, d - 1)), (lambda: self.int(d - 1))
        d -= 1
        return self.pick(
            lambda: f"list(range({self.small()}, {self.small(0, 10)}))", lambda: f"list(range({self.small(0, 9)}, {self.small()}, {self.rng.choice(['-1', '2', '-2', '3'])}))",
            lambda: f"[{self.rng.choice(['x * x', 'x + 1', 'x % 3', '-x', 'x // 2'])} for x in {n()} if {self.rng.choice(['x > 0', 'x % 2', 'True', 'x != 1'])}]",
            lambda: f"sorted({n()})", lambda: f"sorted({n()}, reverse=True)", lambda: f"sorted({n()}, key=lambda x: {self.rng.choice(['-x', 'x % 3', 'abs(x)', '(x % 2, x)'])})",
            lambda: f"{n()}[{self.slice()}]", lambda: f"({n()} + {n()})", lambda: f"({n()} * {self.small(-1, 3)})", lambda: f"list(reversed({n()}))",
            lambda: f"list(map(lambda x: x + {self.small()}, {n()}))", lambda: f"list(filter({self.rng.choice(['None', 'lambda x: x > 1', 'bool'])}, {n()}))",
            lambda: f"[len(w) for w in {self.words(d)}]", lambda: f"list(map(ord, {self.str(d)}))", lambda: f"[{i()}, *{n()}, {i()}]",
            lambda: f"list(itertools.{self.rng.choice(['accumulate', 'chain'])}({n()}))", lambda: f"list(itertools.islice(itertools.count({i()}), {self.small(0, 4)}))",
            lambda: f"sorted({self.set(d)}, key=str)", lambda: f"list({self.dict(d)}.values())", lambda: f"[x for y in [{n()}, {n()}] for x in y]", lambda: f"random.sample(range(20), {self.small(0, 5)})",
            lambda: f"[random.randint(0, 9) for _ in range({self.small(0, 5)})]", lambda: f"list(dict.fromkeys({n()}))", lambda: f"copy.copy({n()})",
            lambda: f"list(itertools.takewhile(lambda x: x < 3, {n()}))", lambda: f"list({self.str(d)}.encode())", lambda: f"heap({n()})" if "heap" in self.names else n(),
        )

    def words(self, d=1):
        if d <= 0 or self.rng.random() < 0.3:
            return "[" + ", ".join(self.word() for _ in range(self.rng.randint(0, 4))) + "]"
        s = lambda: self.str(d - 1)  # noqa: E731
        d -= 1
        return self.pick(
            lambda: f"{s()}.split()", lambda: f"{s()}.split({self.rng.choice(LETTERS[:6])})", lambda: f"{s()}.rsplit(None, {self.small(-1, 2)})",
            lambda: f"{s()}.split({self.letter()}, {self.small(-1, 2)})", lambda: f"{s()}.splitlines()", lambda: f"sorted({self.words(d)}, key=len)",
            lambda: f"[w.upper() for w in {self.words(d)}]", lambda: f"list({s()})", lambda: f"sorted({s()})", lambda: f"list({self.str_dict(d)})",
            lambda: f"re.{self.rng.choice(['findall', 'split'])}({self.pattern()}, {s()})", lambda: f"textwrap.wrap({s()}, {self.small(4, 9)})",
            lambda: f"[a + b for a, b in zip({s()}, {s()})]", lambda: f"sorted({self.words(d)}, key=str.lower, reverse=True)", lambda: f"{s()}.splitlines(True)",
        )

    def list(self, d=2):
        if d <= 0 or self.rng.random() < 0.3:
            return "[" + ", ".join(self.any(d - 1) if d > 0 else self.int(0) for _ in range(self.rng.randint(0, 4))) + "]"
        n = lambda: self.pick(lambda: self.ints(d), lambda: self.words(d))  # noqa: E731
        d -= 1
        return self.pick(
            n, n, lambda: f"list(zip({n()}, {n()}))", lambda: f"list(enumerate({n()}))", lambda: f"list(enumerate({n()}, {self.small()}))",
            lambda: f"sorted({self.str_dict(d)}.items())", lambda: f"[(x, y) for x in {n()} for y in {n()} if x != y]", lambda: f"[[x] * 2 for x in {n()}]",
            lambda: f"list(itertools.{self.rng.choice(['combinations', 'permutations'])}({n()}, 2))", lambda: f"list(itertools.product({n()}, repeat=2))",
            lambda: f"[list(g) for _, g in itertools.groupby({n()})]", lambda: f"list(itertools.zip_longest({n()}, {n()}, fillvalue={self.small()}))",
            lambda: f"Counter({n()}).most_common({self.small(0, 3)})", lambda: f"list(map(lambda *a: a, {n()}, {n()}))", lambda: f"list(itertools.pairwise({n()}))",
            lambda: f"sorted({n()}, key=lambda x: (str(x), x))", lambda: f"copy.deepcopy({self.list(d)})", lambda: f"list({self.tuple(d)})", lambda: f"[*{n()}, *{self.tuple(d)}]",
            lambda: f"list(itertools.batched({n()}, 2))", lambda: f"list(map(type, {self.list(d)}))",
        )

    def tuple(self, d=2):
        if d <= 0 or self.rng.random() < 0.4:
            items = [self.any(d - 1) if d > 0 else self.int(0) for _ in range(self.rng.randint(0, 3))]
            return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"
        d -= 1
        return self.pick(
            lambda: f"tuple({self.ints(d)})", lambda: f"divmod({self.int(d)}, {self.int(d)})", lambda: f"({self.tuple(d)} + {self.tuple(d)})",
            lambda: f"{self.tuple(d)}[{self.slice()}]", lambda: f"({self.tuple(d)} * {self.small(0, 2)})", lambda: f"{self.str(d)}.partition({self.letter()})",
            lambda: f"{self.str(d)}.rpartition({self.letter()})", lambda: f"tuple(sorted({self.ints(d)}))", lambda: f"({self.float(d)}).as_integer_ratio()",
            lambda: f"tuple(x for x in {self.words(d)})", lambda: f"math.frexp({self.float(d)})",
        )

    def set(self, d=2):
        if d <= 0 or self.rng.random() < 0.4:
            return "{" + ", ".join(str(self.rng.randint(0, 20)) for _ in range(self.rng.randint(1, 5))) + "}"
        n = lambda: f"{{x % 50 for x in {self.ints(d)} if isinstance(x, int)}}"  # noqa: E731
        d -= 1
        return self.pick(n, lambda: f"({self.set(d)} {self.rng.choice('|&-^')} {self.set(d)})", lambda: f"set({self.ints(d)})",
                         lambda: f"frozenset({self.set(d)})", lambda: f"{self.set(d)}.{self.rng.choice(['union', 'difference', 'intersection'])}({self.ints(d)})")

    def str_dict(self, d=1):
        if d <= 0 or self.rng.random() < 0.5:
            return "{" + ", ".join(f"'{k}': {self.int(d - 1)}" for k in self.rng.sample("abcdef", self.rng.randint(0, 4))) + "}"
        d -= 1
        return self.pick(lambda: f"dict(a={self.int(d)}, b={self.int(d)})", lambda: f"dict(zip({self.words(d)}, {self.ints(d)}))",
                         lambda: f"{{w: len(w) for w in {self.words(d)}}}", lambda: f"({self.str_dict(d)} | {self.str_dict(d)})",
                         lambda: f"{{**{self.str_dict(d)}, 'z': {self.int(d)}}}", lambda: f"dict(Counter({self.str(d)}))",
                         lambda: f"dict(sorted({self.str_dict(d)}.items(), key=lambda p: p[1]))")

    def dict(self, d=2):
        known = self.name(dict)
        if known and self.rng.random() < 0.3:
            return known
        if d <= 0 or self.rng.random() < 0.5:
            return "{" + ", ".join(f"{self.key()}: {self.any(d - 1) if d > 0 else self.int(0)}" for _ in range(self.rng.randint(0, 3))) + "}"
        d -= 1
        return self.pick(lambda: self.str_dict(d), lambda: f"{{x: x * x for x in {self.ints(d)}}}", lambda: f"dict.fromkeys({self.ints(d)}, {self.small()})",
                         lambda: f"dict(enumerate({self.words(d)}))", lambda: f"{{v: k for k, v in {self.str_dict(d)}.items()}}", lambda: f"OrderedDict({self.str_dict(d)})",
                         lambda: f"json.loads(json.dumps({self.str_dict(d)}))")


# ---- statements ------------------------------------------------------------------------------------


def assign(m):
    kind = m.rng.choice(["int", "int", "float", "float", "str", "str", "str", "str", "bool", "ints", "list",
                         "tuple", "dict", "words"])
    return m.new(getattr(m, kind)(3))


def numbers_set(m):
    return f"print(sorted({m.set(2)}, key=str), len({m.set(2)}), {m.int()} in {m.set(2)})"


def of_all_types(m):
    """What numbers of different types have to do with each other."""
    n = m.number_of
    real = lambda: m.pick(m.int, m.large, m.float)  # noqa: E731
    a, b = n(), n()
    return m.rng.choice([
        lambda: f"a, b = {a}, {b}\nprint(a == b, hash(a) == hash(b), {{a: 1, b: 2}}, len({{a, b}}), a is None)",
        lambda: f"d = {{{n()}: 1}}\nd[{n()}] = 2\nd[{n()}] = 3\nprint(d, {n()} in d, d.get({n()}))",
        lambda: f"print(sorted([x for x in [{real()}, {real()}, {real()}, {real()}] if x == x]), max({real()}, {real()}), min({real()}, {real()}), sum([{real()}, {real()}, {real()}]))",
        lambda: f"a, b = {real()}, {real()}\nfor f in [operator.lt, operator.eq, operator.floordiv, operator.mod, operator.truediv, operator.sub, operator.pow]:\n    try:\n        print(f(a, b % 7 if f is operator.pow else b), end=' ')\n    except (ArithmeticError, ValueError) as error:\n        print(type(error).__name__, end=' ')\nprint()",
        lambda: f"a = {m.large()}\nprint(a, a // 10 ** 9, a % 10 ** 9, a * a, a.bit_length(), f'{{a:,}}', a / 3, float(a), -a // 7, a == int(str(a)))",
        lambda: f"r = range({m.large(1)}, {m.large(1)}, {m.large(1)})\nprint(r, bool(r), list(itertools.islice(r, 3)), {m.large(1)} in r, r[0] if r else r, r[-1] if r else 0)",
        lambda: f"x = {m.large(1)}\nfor i in range({m.small(1, 12)}):\n    x = {m.rng.choice(['x * 3 + 1 if x % 2 else x // 2', 'x * x % 1000000007', 'x ^ x << 13', '-x * 7 // 3', 'x * i - x'])}\nprint(x)",
        lambda: f"x, y = {m.large(1)}, {m.small(2, 40)}\nprint(math.log({m.rng.choice(['abs(x) + 1', 'x', '2 ** (y * 50)'])}), math.log2(abs(x) + 2), math.log10(abs(x) + 1), math.sqrt(abs(x)), math.log(abs(x) + 2, y))",
        lambda: f"z = {m.complex()}\nprint(z, [z], f'{{z}}', z == z.conjugate(), abs(z), z * z, z + 1, 2 / z)",
        lambda: f"print(json.dumps([{m.large()}, {real()}]), json.dumps({{'a': {m.large()}}}, indent=1), isinstance({n()}, numbers.Integral), type({n()}), str({n()}), [{n()}])",
        lambda: f"print(str({m.small(2, 9)} ** {m.rng.choice([100, 4000, 5000, 9000])} {m.rng.choice(['% 10 ** 20', '', '// 10 ** 4290'])})[:30])",
    ])()


def show(m):
    return m.rng.choice([
        lambda: f"print({m.any()}, {m.any()}, sep={m.letter()})", lambda: f"print({m.fstring(2)})",
        lambda: f"print(*{m.list()}, end='!\\n')", lambda: f"print({m.str()})", lambda: f"print({m.list()})",
    ])()


def unpack(m):
    a, b, c = (f"v{m.count + i}" for i in range(3))
    m.count += 3
    return m.rng.choice([
        f"{a}, {b} = {m.tuple()}\nprint({a}, {b})", f"{a}, *{b} = {m.list()}\nprint({a}, {b})",
        f"*{a}, {b} = {m.str()}\nprint({a}, {b})", f"{a} = {b} = {m.ints()}\nprint({a} is {b}, {a})",
        f"{a}, ({b}, {c}) = {m.int()}, {m.tuple()}\nprint({a}, {b}, {c})",
        f"{a}, {b} = {m.int()}, {m.int()}\n{a}, {b} = {b}, {a}\nprint({a}, {b})",
        f"[{a}, {b}, *{c}] = {m.ints()}\nprint({a}, {b}, {c})",
    ])


def change(m):
    """Something that exists is changed in place. A sort that fails leaves an order that is nobody's."""
    a, d, s = m.name(list), m.name(dict), m.name(str, int, float)
    made = [lambda: assign(m)]
    if a:
        made += [lambda: f"{a}.{m.rng.choice(['append', 'remove'])}({m.int()})\nprint({a})", lambda: f"{a}.insert({m.small()}, {m.any(1)})\nprint({a})",
                 lambda: f"print({a}.pop({m.rng.choice(['', '0', '-1', m.small()])}), {a})", lambda: f"{a}[{m.small()}] = {m.any(1)}\nprint({a})",
                 lambda: f"{a}[{m.slice()}] = {m.list(1)}\nprint({a})", lambda: f"del {a}[{m.pick(m.small, m.slice)}]\nprint({a})",
                 lambda: f"{a}.{m.rng.choice(['reverse()', 'sort(key=str)', 'sort(key=str, reverse=True)', 'clear()'])}\nprint({a})",
                 lambda: f"{a} += {m.pick(m.list, m.str, m.tuple)}\nprint({a})", lambda: f"{a} *= {m.small(0, 2)}\nprint({a})",
                 lambda: f"{a}.extend({m.pick(m.ints, m.str)})\nprint({a})"]
    if d:
        made += [lambda: f"{d}[{m.key()}] = {m.any(1)}\nprint({d})", lambda: f"print({d}.pop({m.key()}{m.rng.choice(['', ', None'])}), {d})",
                 lambda: f"{d}.update({m.str_dict()})\nprint({d})", lambda: f"print({d}.setdefault({m.key()}, {m.int()}), {d})",
                 lambda: f"del {d}[{m.key()}]\nprint({d})", lambda: f"{d} |= {m.str_dict()}\nprint({d})", lambda: f"print({d}.popitem(), len({d}))",
                 lambda: f"print(list({d}.keys()), list({d}.items()), {m.key()} in {d})", lambda: f"print({d}[{m.key()}])"]
    if s:
        made += [lambda: f"{s} {m.rng.choice('+*-%')}= {m.pick(m.int, m.str, m.float)}\nprint(repr({s}))"]
    return m.rng.choice(made)()


def loop(m):
    v = f"v{m.count}"
    m.count += 1
    n = m.pick(m.ints, m.words, m.str, m.list, m.dict)
    return m.rng.choice([
        f"{v} = []\nfor i, x in enumerate({n}):\n    if i == {m.small(0, 4)}:\n        continue\n    {v}.append((i, x))\nelse:\n    {v}.append('end')\nprint({v})",
        f"{v} = {m.int()}\nfor x in {m.ints()}:\n    if x > {m.int(1)}:\n        break\n    {v} {m.rng.choice(['+', '-', '|'])}= x\nelse:\n    print('no break')\nprint({v})",
        f"{v} = {m.int()}\nwhile abs({v}) > 3:\n    {v} //= {m.small(-3, 4)}\n    if {v} in (-1, 7):\n        break\nprint({v})",
        f"{v} = {{}}\nfor x in {n}:\n    {v}[str(x)] = {v}.get(str(x), 0) + 1\nprint({v})",
        f"for a, b in zip({n}, {m.ints()}):\n    print(a, b, end=';')\nprint()",
        f"{v} = defaultdict(list)\nfor w in {m.words()}:\n    {v}[len(w)].append(w)\nprint(dict({v}))",
        f"{v} = [row[:] for row in [[0] * 3] * 2]\nfor i in range(2):\n    {v}[i][{m.small(-3, 3)}] = {m.any(1)}\nprint({v})",
        f"{v} = deque({m.ints()}, maxlen={m.small(1, 4)})\n{v}.append({m.int()})\n{v}.appendleft({m.int()})\n{v}.rotate({m.small()})\nprint({v}, list({v}))",
    ])


def function(m):
    f, call = f"f{m.count}", lambda: m.rng.choice([m.int(), m.any(1), f"{m.int()}, {m.int()}", f"b={m.int()}, a={m.any(1)}", f"*{m.ints()}", f"**{m.str_dict()}", ""])  # noqa: E731
    m.count += 1
    body = m.rng.choice([
        f"def {f}(a, b={m.any(1)}, *rest, key={m.any(1)}, **more):\n    return a, b, rest, key, sorted(more)\n",
        f"def {f}(a, b=2):\n    def inner(c):\n        nonlocal b\n        b += c\n        return a, b\n    return inner({m.int()}), inner({m.int()})\n",
        f"def {f}(a, b=1, /, c=2):\n    if a == b:\n        return\n    return a * c\n",
        f"def {f}(n, b=0):\n    return b if n <= 0 or n > 30 else {f}(n - 1, b + n)\n",
        f"def {f}(*items, sep=', '):\n    'Joins.'\n    return sep.join(map(repr, items)), {f}.__name__\n",
        f"def {f}(a, b=3):\n    try:\n        return a / b\n    except ZeroDivisionError:\n        return 'zero'\n    finally:\n        print('finally', a)\n",
        f"def {f}(a, b=[]):\n    b.append(a)\n    return b\n",
        f"@functools.lru_cache(None)\ndef {f}(n, b=0):\n    return n if n < 2 else {f}(n - 1) + {f}(n - 2)\n",
        f"def twice(g):\n    @functools.wraps(g)\n    def wrapped(*a, **k):\n        return [g(*a, **k), g(*a, **k)]\n    return wrapped\n@twice\ndef {f}(a, b=1):\n    return (a, b)\n",
        f"{f} = functools.partial(lambda *a, **k: (a, sorted(k.items())), {m.any(1)})\n",
        f"{f} = lambda a, b={m.int()}: [g(a) for g in [(lambda x, i=i: (x, i)) for i in range(2)]] + [b]\n",
    ])
    return body + f"print({f}({call()}))\nprint({f}({call()}))"


def generator(m):
    g = f"g{m.count}"
    m.count += 1
    return m.rng.choice([
        f"def {g}(n):\n    for i in range(n):\n        got = yield i * i\n        if got:\n            yield got\n    return 'done'\nit = {g}({m.small(0, 4)})\nprint(next(it, None), list(it))",
        f"def {g}(x):\n    try:\n        while True:\n            x = yield x\n    finally:\n        x = None\nit = {g}({m.any(1)})\nprint(next(it), it.send({m.any(1)}))\nit.close()\nprint(list(it))",
        f"def {g}(*parts):\n    for part in parts:\n        got = yield from part\n        yield got\nprint(list({g}({m.ints()}, {m.str()})))",
        f"def {g}(t):\n    for x in t:\n        if isinstance(x, (list, tuple)):\n            yield from {g}(x)\n        else:\n            yield x\nprint(list({g}({m.list(3)})))",
        f"it = (x * y for x in {m.ints()} for y in range({m.small(0, 3)}) if x != y)\nprint(next(it, 'none'), sum(it), list(it))",
        f"it = iter({m.pick(m.ints, m.str, m.dict)})\nprint(next(it, 0))\nprint([x for x in it], next(it))",
        f"def {g}():\n    try:\n        yield 1\n    except ValueError as error:\n        yield str(error)\nit = {g}()\nnext(it)\nprint(it.throw({m.rng.choice(['ValueError', 'KeyError'])}({m.str(1)})))",
    ])


def errors(m):
    names = ["ValueError", "KeyError", "IndexError", "TypeError", "ZeroDivisionError", "AttributeError", "Exception",
             "(KeyError, IndexError)", "LookupError", "ArithmeticError", "RuntimeError", "OverflowError", "NameError"]
    a, b, name = m.rng.choice(names), m.rng.choice(names), f"E{m.count}"
    m.count += 1
    risky = m.rng.choice([m.any(3), f"{m.int()} // {m.small(0, 1)}", f"{m.list()}[{m.small()}]", f"{m.dict()}[{m.key()}]", f"int({m.str()})",
                          f"{m.any(1)}.{m.rng.choice(['upper()', 'append(1)', 'keys()', 'nothing', 'real'])}", "undefined", f"{m.any(1)} + {m.any(1)}",
                          f"{m.any(1)}({m.int()})", f"len({m.any(1)})", f"[].pop()", f"next(iter({m.ints()}))", f"float({m.str()})", f"{m.any(1)}[{m.any(1)}]",
                          f"-{m.any(1)}", f"{m.any(1)} < {m.any(1)}", f"sorted({m.list()})", f"sum({m.list()})", f"''.join({m.list()})"])
    return m.rng.choice([
        f"try:\n    print({risky})\nexcept {a} as error:\n    print('A', type(error).__name__)\nexcept {b}:\n    print('B')\nelse:\n    print('else')\nfinally:\n    print('finally')",
        f"try:\n    try:\n        print({risky})\n    except {a} as error:\n        raise RuntimeError('again') from error\nexcept Exception as error:\n    print(type(error).__name__, type(error.__cause__).__name__, type(error.__context__).__name__)",
        f"class {name}({m.rng.choice(['Exception', 'ValueError', 'KeyError'])}):\n    def __init__(self, code, *more):\n        super().__init__(code, *more)\n        self.code = code\ntry:\n    raise {name}({m.any(1)}, {m.any(1)})\nexcept {name} as error:\n    print(error, repr(error), error.code, error.args)",
        f"class {name}({m.rng.choice(['Exception', 'LookupError'])}):\n    pass\nfor x in {m.ints()}:\n    try:\n        if x % 2:\n            raise {name}\n        assert x > 0, x\n    except {name} as error:\n        print(repr(error), isinstance(error, LookupError))\n    except AssertionError as error:\n        print('assert', error)",
        f"print({risky})", f"print(repr({m.rng.choice(['ValueError', 'KeyError', 'OSError'])}({m.any(1)})))\nraise {m.rng.choice(['ValueError', 'KeyError'])}({m.any(1)})",
        f"def {name}():\n    for i in range(3):\n        try:\n            if i == {m.small(0, 3)}:\n                return i\n            continue\n        finally:\n            print('f', i)\n    return 'end'\nprint({name}())",
        f"class {name}:\n    def __enter__(self):\n        print('enter')\n        return self\n    def __exit__(self, kind, error, trace):\n        print('exit', kind and kind.__name__)\n        return {m.rng.choice(['True', 'False', 'None'])}\nwith {name}() as x:\n    print({risky})\nprint('after')",
    ])


POINT = """\
class {c}{bases}:
    made = {any}
    def __init__(self, x, y=0):
        self.x, self.y = x, y
    def __repr__(self):
        return f"{c}({{self.x!r}}, {{self.y!r}})"
{methods}"""
METHODS = [
    "    def __add__(self, other):\n        return type(self)(self.x + other.x, self.y + other.y)\n",
    "    def __mul__(self, k):\n        return type(self)(self.x * k, self.y * k)\n    __rmul__ = __mul__\n",
    "    def __eq__(self, other):\n        if not isinstance(other, type(self)):\n            return NotImplemented\n        return (self.x, self.y) == (other.x, other.y)\n    def __hash__(self):\n        return hash((self.x, self.y))\n",
    "    def __lt__(self, other):\n        return (self.x, self.y) < (other.x, other.y)\n",
    "    def __len__(self):\n        return 2\n    def __getitem__(self, i):\n        return (self.x, self.y)[i]\n",
    "    def __iter__(self):\n        yield self.x\n        yield self.y\n",
    "    def __contains__(self, item):\n        return item == self.x\n",
    "    def __call__(self, *args):\n        return self.x, args\n",
    "    def __bool__(self):\n        return bool(self.y)\n",
    "    def __str__(self):\n        return f'<{self.x}>'\n",
    "    def __format__(self, spec):\n        return f'[{spec}|{self.x}]'\n",
    "    def __getattr__(self, name):\n        if name.startswith('z'):\n            return name.upper()\n        raise AttributeError(name)\n",
    "    @property\n    def both(self):\n        return self.x, self.y\n    @both.setter\n    def both(self, value):\n        self.x, self.y = value\n",
    "    @classmethod\n    def of(cls, x):\n        return cls(x, x)\n    @staticmethod\n    def help(x):\n        return [x]\n",
    "    def __neg__(self):\n        return type(self)(-self.x, -self.y)\n    def __abs__(self):\n        return abs(self.x)\n",
    "    def __setitem__(self, key, value):\n        setattr(self, key, value)\n    def __delitem__(self, key):\n        delattr(self, key)\n",
    "    def __int__(self):\n        return 7\n    def __float__(self):\n        return 2.5\n    def __index__(self):\n        return 1\n",
    "    def __iadd__(self, k):\n        self.x += k\n        return self\n",
    "    def __matmul__(self, other):\n        return self.x * other.x\n    def __rsub__(self, other):\n        return 'rsub', other\n",
    "    __slots__ = ('x', 'y')\n",
]


def class_of(m):
    c = f"C{m.count}"
    m.count += 1
    methods = "".join(m.rng.sample(METHODS, m.rng.randint(1, 5)))
    classes = [k for k, x in m.names.items() if isinstance(x, type) and k[0] == "C" and k[1:].isdigit()]
    bases = f"({m.rng.choice(classes)})" if classes and m.rng.random() < 0.4 else ""
    text = POINT.format(c=c, bases=bases, any=m.any(1), methods=methods)
    return text + f"p = {c}({m.int()}, {m.int(1)})\nq = {c}({m.int(1)})\nprint(p, q, repr(p))"


USES = ["p + q", "p * {i}", "{i} * p", "p == q", "p != {a}", "p < q", "sorted([p, q, {c}({i})])", "len(p)", "p[0]", "p[{a}]", "list(p)", "{i} in p", "p({a})",
        "bool(p)", "str(p)", "f'{{p}} {{q!r}} {{p:>5}}'", "p.zoo", "p.nothing", "p.both", "p.of({a})", "{c}.help({a})", "-p", "abs(p)", "int(p)", "float(q)", "[1, 2, 3][q]",
        "p @ q", "{i} - p", "getattr(p, 'both', 'none')", "hasattr(p, 'y')", "type(p).__name__", "isinstance(p, {c})", "issubclass({c}, object)", "p.__dict__", "vars(q)",
        "{{p: 1}}", "{c}.made, p.made", "p is q", "hash(p) == hash(q)", "max(p, q)", "sum([p, q], p)", "[*p]", "p.x, p.y", "{c}.__name__, {c}.__mro__[-1]", "callable(p)", "dir(p)[-1]", "p + {a}",
        "'%s %r' % (p, q)", "min([p, q], key=lambda o: o.x)", "copy.copy(p).x", "reversed(p)", "range(p)"]


def use(m):
    classes = [k for k, x in m.names.items() if isinstance(x, type) and k[0] == "C" and k[1:].isdigit()]
    if not classes or "p" not in m.names:
        return class_of(m)
    filled = lambda: m.rng.choice(USES).format(c=m.rng.choice(classes), a=m.any(1), i=m.int(1))  # noqa: E731
    return m.rng.choice([
        lambda: f"print({filled()})", lambda: f"print({filled()})", lambda: f"p.x = {m.any(1)}\nprint(p.x, p)", lambda: f"p += {m.int()}\nprint(p)",
        lambda: f"p.both = {m.tuple()}\nprint(p.x)", lambda: f"p['y'] = {m.any(1)}\nprint(p)", lambda: f"del p.y\nprint(p.x)", lambda: f"a, b = p\nprint(a, b)",
        lambda: f"p = {m.rng.choice(classes)}({m.any(1)}, {m.any(1)})\nq = {m.rng.choice(classes)}({m.int()})\nprint(p, q)", lambda: f"p.new = {m.any(1)}\nprint(p.new)",
    ])()


def data(m):
    c = f"D{m.count}"
    m.count += 1
    return m.rng.choice([
        f"@dataclass{m.rng.choice(['', '(order=True)', '(frozen=True)'])}\nclass {c}:\n    a: int\n    b: str = {m.str(1)}\n    c: list = field(default_factory=list)\nd = {c}({m.any(1)}, c={m.list(1)})\nprint(d, d == {c}({m.any(1)}), d.c)\nd.a = {m.int()}\nprint(d, d < {c}(3))",
        f"{c} = namedtuple('{c}', 'x y', defaults=[{m.any(1)}])\nd = {c}({m.any(1)})\nprint(d, d.x, d[1], d._replace(x={m.int()}), d._asdict(), d == ({m.int()}, 2))\na, b = d\nprint(a, b, {c}._fields, sorted([d, d._replace(x=d.x)]))",
        f"from enum import Enum, IntEnum, auto\nclass {c}({m.rng.choice(['Enum', 'IntEnum'])}):\n    RED = {m.small(0, 3)}\n    GREEN = {m.small(3, 6)}\n    BLUE = auto()\nprint(list({c}), {c}.RED, {c}['GREEN'].value, {c}.BLUE.name, repr({c}.RED), {c}({m.small()}), {c}.RED == {m.small()})",
        f"d = Counter({m.pick(m.str, m.ints)})\nd.update({m.pick(m.str, m.ints)})\nprint(d, d.most_common(2), d['a'], sum(d.values()), +d, d - Counter('ab'))",
        f"class {c}(dict):\n    def __missing__(self, key):\n        return ('missing', key)\nd = {c}({m.str_dict()})\nprint(d, d['a'], d.get('a'), len(d), isinstance(d, dict))",
        f"class {c}(list):\n    def total(self):\n        return sum(self)\nd = {c}({m.ints()})\nd.append({m.int()})\nprint(d, d.total(), d[:2], type(d[:2]).__name__, d + [1])",
        f"class {c}:\n    def __set_name__(self, owner, name):\n        self.name = name\n    def __get__(self, obj, owner=None):\n        return (self.name, obj is None)\nclass {c}x:\n    field = {c}()\nprint({c}x.field, {c}x().field)",
        f"class {c}:\n    def __init_subclass__(cls, tag=None):\n        cls.tag = tag\nclass {c}x({c}, tag={m.any(1)}):\n    def __init__(self):\n        super().__init__()\nclass {c}y({c}x):\n    pass\nprint({c}x.tag, {c}y.tag, [k.__name__ for k in {c}y.__mro__], {c}y().tag)",
        f"class {c}:\n    def who(self):\n        return ['{c}']\nclass {c}a({c}):\n    def who(self):\n        return ['a'] + super().who()\nclass {c}b({c}):\n    def who(self):\n        return ['b'] + super().who()\nclass {c}c({c}a, {c}b):\n    pass\nprint({c}c().who(), {c}c.mro()[2].__name__)",
    ])


def table(m):
    return (f"for row in {m.list(2)}:\n    for spec in {[m.spec() for _ in range(3)]!r}:\n        try:\n            print(format(row, spec), end='|')\n"
            "        except (ValueError, TypeError) as error:\n            print(type(error).__name__, end='|')\nprint()")


MAKERS = ([assign] * 8 + [show] * 3 + [unpack] * 2 + [change] * 5 + [loop] * 3 + [function] * 3 + [generator] * 2
          + [errors] * 4 + [class_of] * 2 + [use] * 4 + [data] * 2 + [table] + [numbers_set] + [of_all_types] * 4)


def statements(rng, names):
    m = Maker(rng, names)
    yield BEGIN
    done = 1
    while done < STATEMENTS:
        statement = rng.choice(MAKERS)(m)
        if is_inside(statement, names):
            yield statement
            done += 1
