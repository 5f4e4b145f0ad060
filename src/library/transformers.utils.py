"""transformers.utils: how files of a model's folder are found, and what is said of them."""

import json as _json
import os as _os
import sys as _sys


def folder_of(name):
    """The folder itself; what is none would be a model on a network."""
    name = str(name)
    if _os.path.isdir(name):
        return name.rstrip('/') or name
    raise OSError(f"{name} is no folder that this program can read, and there is no network to get a "
                  "model from: save it with save_pretrained where there is one, and pass the "
                  f"folder, as './{_os.path.basename(name.rstrip('/'))}'")


def has_file(folder, name):
    return _os.path.isfile(f'{folder}/{name}')


def file_of(folder):
    """The name of the one in it that has the tensors, or says which files have them."""
    names = 'model.safetensors', 'pytorch_model.bin'
    for name in names:
        if has_file(folder, name):
            return name
        if has_file(folder, f'{name}.index.json'):
            return f'{name}.index.json'
    raise OSError(f'{folder} has neither model.safetensors nor pytorch_model.bin')


def files_of(folder):
    """The names of all that have tensors: the one file, or those that the index names."""
    name = file_of(folder)
    if not name.endswith('.index.json'):
        return [name]
    places = read_json(folder, name).get('weight_map')
    if not isinstance(places, dict) or not places:
        raise ValueError(f'{folder}/{name} has no weight_map, which says which file has which tensor')
    files = []
    for file in places.values():
        if not isinstance(file, str) or '/' in file or not file.endswith(('.safetensors', '.bin')):
            raise ValueError(f'{folder}/{name} names {file!r}, which is no file of tensors beside it')
        if file not in files:
            files.append(file)
    for file in files:
        if not has_file(folder, file):
            raise OSError(f'{folder} lacks {file}, which {name} names: {len(files)} files belong '
                          'together')
    return sorted(files)


def _limited(digits):
    return int(digits) if len(digits) < 19 else _sys.maxsize


def read_json(folder, name):
    """The object in that file; {} where there is none."""
    if not has_file(folder, name):
        return {}
    with open(f'{folder}/{name}', encoding='utf-8') as file:
        text = file.read()
    try:
        content = _json.loads(text)
    except OverflowError:  # 1e30 written out, for a length without a limit
        content = _json.loads(text, parse_int=_limited)
    if not isinstance(content, dict):
        raise ValueError(f'{folder}/{name} holds no object')
    return content


def refuse(where, given, allowed):
    """What is given beside the allowed values is not there."""
    for name, value in given.items():
        if name not in allowed:
            raise NotImplementedError(f'{where}({name}=…) is not there in qkv')
        if allowed[name] is not None and str(value) not in allowed[name]:
            raise NotImplementedError(f'{where}({name}={value!r}) is not there in qkv; '
                                      f'{name}={allowed[name][0]} is')
