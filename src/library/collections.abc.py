"""collections.abc: names for annotations."""

from typing import (Callable, Collection, Container, Generator, Hashable, Iterable, Iterator,
                    Mapping, MutableMapping, MutableSequence, Sequence, Sized)
