"""SentencePiece's table of replacements: a trie of what is replaced, and the texts in its place."""

import regex as _regex

_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}


def _from_base64(text):
    digits = text.rstrip('=')
    made = []
    for at in range(0, len(digits), 4):
        group = digits[at:at + 4]
        number = 0
        for digit in group:
            number = number << 6 | _VALUES[digit]
        count = len(group) * 3 // 4
        made.extend((number >> len(group) * 6 - 8 * count).to_bytes(count, 'big'))
    return bytes(made)


class Charsmap:
    """Four bytes with the size of the trie, the trie (four bytes a unit), the texts, each ended by 0."""

    def __init__(self, charsmap):
        if charsmap in (None, ''):
            charsmap = 'AAAAAA=='
        try:
            table = _from_base64(charsmap) if isinstance(charsmap, str) else bytes(charsmap)
        except (KeyError, TypeError, ValueError):
            raise ValueError('precompiled_charsmap is not written in base64') from None
        size = int.from_bytes(table[:4], 'little')
        if len(table) < 4 or size % 4 or 4 + size > len(table):
            raise ValueError('precompiled_charsmap ends too early')
        self._trie = table[4:4 + size]
        self._texts = table[4 + size:]
        self._known = {}

    def _unit(self, at):
        if 4 * at + 4 > len(self._trie):
            return 0
        return int.from_bytes(self._trie[4 * at:4 * at + 4], 'little')

    def _value(self, key):
        """Where the text for the shortest beginning of the key begins, or None."""
        unit = self._unit(0)
        at = unit >> 10 << ((unit & 1 << 9) >> 6)
        for byte in key:
            if byte == 0:
                return None
            at ^= byte
            unit = self._unit(at)
            if unit & (1 << 31 | 0xff) != byte:
                return None
            at ^= unit >> 10 << ((unit & 1 << 9) >> 6)
            if unit >> 8 & 1:
                return self._unit(at) & (1 << 31) - 1
        return None

    def _found(self, text):
        begin = self._value(text.encode('utf-8'))
        if begin is None or begin >= len(self._texts):
            return None
        end = self._texts.find(b'\0', begin)
        return self._texts[begin:end if end >= 0 else len(self._texts)].decode('utf-8', 'replace')

    def _replacement(self, text):
        if text not in self._known:
            self._known[text] = self._found(text)
        return self._known[text]

    def changes(self, text):
        """(new text, how many characters it takes the place of), from the left."""
        changes = []
        for group in _regex.findall(r'\X', text) if self._trie else ():
            new = self._replacement(group) if len(group.encode('utf-8')) < 6 else None
            if new is not None:
                changes.append((new, len(group)))
                continue
            for letter in group:
                new = self._replacement(letter)
                changes.append((letter if new is None else new, 1))
        return changes if self._trie else [(letter, 1) for letter in text]
