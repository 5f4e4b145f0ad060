"""
Overrides the globals of train.py: by a file of settings, or by --key=value.
"""
import sys
from ast import literal_eval

for arg in sys.argv[1:] or ['config/train_tiny.py', '--max_iters=6']:
    if '=' not in arg:
        config_file = arg
        print(f"Overriding config with {config_file}:")
        with open(config_file) as f:
            print(f.read().strip())
        exec(open(config_file).read())
    else:
        key, val = arg.split('=')
        key = key[2:]
        if key not in globals():
            raise ValueError(f"Unknown config key: {key}")
        try:
            attempt = literal_eval(val)
        except (SyntaxError, ValueError):
            attempt = val
        assert type(attempt) == type(globals()[key])
        print(f"Overriding: {key} = {attempt}")
        globals()[key] = attempt
