import argparse
def trial(*words):
    p = argparse.ArgumentParser(description='Trains.')
    p.add_argument('seeds', nargs='*', type=int, default=[1], help='seeds')
    p.add_argument('--save', metavar='FILE.pt', help='where to')
    p.add_argument('--lr', type=float, default=3e-4)
    p.add_argument('-n', '--num-layers', type=int, default='2', choices=[1, 2, 3])
    p.add_argument('--betas', nargs=2, type=float)
    p.add_argument('--verbose', action='store_true')
    try:
        print(words, p.parse_args(list(words) if words != ('argv',) else None))
    except SystemExit as e:
        print(words, 'exit', e.code)
trial()
trial('1', '2', '--lr', '0.5')
trial('--lr=1e-2', '-n3', '--verbose', '7')
trial('--num', '1', '--betas', '0.9', '-1.5')
trial('--lr', 'x')
trial('-n', '5')
trial('--bogus', '3')
trial('--lr')
trial('--betas', '1')
trial('--verbose=3')
trial('--', '4')
trial('argv')
p = argparse.ArgumentParser()
p.add_argument('path')
p.add_argument('rest', nargs='*')
print(p.parse_args(['a', 'b', 'c']), p.parse_known_args(['a', '--x', 'b']))
try:
    p.parse_args([])
except SystemExit as e:
    print(e.code)
