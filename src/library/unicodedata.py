"""unicodedata: letters without their accents, for the languages of Latin script."""

# Each accent with the letters that it stands on, and what they are together.
_ACCENTS = {
    '\u0300': ('AEIOUaeiouNn', 'ÀÈÌÒÙàèìòùǸǹ'),
    '\u0301': ('AEIOUYaeiouyCcLlNnRrSsZz', 'ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹź'),
    '\u0302': ('AEIOUaeiouCcGgHhJjSsWwYy', 'ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ'),
    '\u0303': ('ANOanoIiUu', 'ÃÑÕãñõĨĩŨũ'),
    '\u0304': ('AaEeIiOoUu', 'ĀāĒēĪīŌōŪū'),
    '\u0306': ('AaEeGgIiOoUu', 'ĂăĔĕĞğĬĭŎŏŬŭ'),
    '\u0307': ('CcEeGgIZz', 'ĊċĖėĠġİŻż'),
    '\u0308': ('AEIOUaeiouyY', 'ÄËÏÖÜäëïöüÿŸ'),
    '\u030a': ('AaUu', 'ÅåŮů'),
    '\u030b': ('OoUu', 'ŐőŰű'),
    '\u030c': ('CcDdEeNnRrSsTtZz', 'ČčĎďĚěŇňŘřŠšŤťŽž'),
    '\u0327': ('CcGKkLlNnRrSsTt', 'ÇçĢĶķĻļŅņŖŗŞşŢţ'),
    '\u0328': ('AaEeIiUu', 'ĄąĘęĮįŲų'),
}
_APART = {whole: letter + accent for accent, (letters, wholes) in _ACCENTS.items()
          for letter, whole in zip(letters, wholes)}
_TOGETHER = {parts: whole for whole, parts in _APART.items()}
_ALONE = 'ßÆæØøÐðÞþŁłĐđĦħıŒœ¡¿«»–—‘’“”…•°'


def normalize(form, unistr):
    for character in unistr:
        if ord(character) > 127 and character not in _APART and character not in _ALONE and \
                not 0x300 <= ord(character) < 0x370:
            raise NotImplementedError(f"unicodedata.normalize of {character!r} is not there in qkv: "
                                      "Latin letters are")
    apart = ''.join([_APART.get(character, character) for character in unistr])
    if form in ('NFD', 'NFKD'):
        return apart
    found = ''
    for character in apart:
        whole = _TOGETHER.get(found[-1:] + character)
        found = found[:-1] + whole if whole else found + character
    return found


def category(chr):
    if 0x300 <= ord(chr) < 0x370:
        return 'Mn'
    if chr.isalpha():
        return 'Lu' if chr.isupper() else 'Ll'
    known = {' ': 'Zs', '\n': 'Cc', '\t': 'Cc', '_': 'Pc', '-': 'Pd', '$': 'Sc'}
    if chr in known:
        return known[chr]
    groups = {'Nd': '0123456789', 'Ps': '([{', 'Pe': ')]}', 'Sm': '+<=>|~', 'Sk': '^`',
              'Po': '!"#%&\'*,./:;?@\\¡¿•…', 'Pd': '–—', 'Pi': '«‘“', 'Pf': '»’”', 'So': '°'}
    for name, characters in groups.items():
        if chr in characters:
            return name
    raise NotImplementedError(f"unicodedata.category of {chr!r} is not there in qkv")
