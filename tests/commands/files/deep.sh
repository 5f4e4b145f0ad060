#!/bin/sh
# Inputs that are nested as deep as a text can be, after the pathological tests of cmark: each ends with
# a result or a message, within two seconds and a stack of 256 KiB. Prints what is said of each.
stack=256 seconds=2
if grep -q __asan_init "$(readlink -f "$(command -v qkv)")"; then stack=8192 seconds=60; fi # its frames are larger
repeat() { awk -v count="$1" -v text="$2" 'BEGIN { while (count--) printf "%s", text }'; }
tell() { # what is said, without the place; a signal or too much time is a number above 1
    (ulimit -s $stack && ulimit -t $seconds && "$@") >said 2>&1
    status=$?
    message=$(grep -a -m 1 '^qkv: ' said | sed -E 's/^qkv: [^:]*:[0-9]+:[0-9]+: //' | cut -c 1-70)
    echo "$name: $status${message:+ $message}"
}
while IFS='|' read -r kind name count first opens middle closes last; do
    case $kind in
    python)
        { printf "$first"; repeat "$count" "$opens"; printf "$middle"; repeat "$count" "$closes"; printf "$last\n"; } >deep.py
        tell qkv run deep.py ;;
    markdown)
        { printf '# T\n\n## S\n\n'; printf "$first"; repeat "$count" "$opens"; printf "$middle"; repeat "$count" "$closes"
          printf "$last\n\n\`\`\`python\nx = 1\n\`\`\`\n"; } >deep.md
        tell qkv show deep.md ;;
    notebook)
        { repeat "$count" "$opens"; repeat "$count" "$closes"; } >deep.ipynb
        tell qkv show deep.ipynb ;;
    esac
done <<'END'
python|parentheses|50000|x = |(|1|)|
python|signs|50000|x = |-|1||
python|not|50000|x = |not |1||
python|attributes|50000|x = 1\nx|.a|||
python|conditions|50000|x = |1 if 0 else |2||
python|sum|50000|x = 1|+1|||
python|powers|50000|x = 1|**1|||
python|calls|50000|def f(): return f\nf|()|||
python|subscripts|50000|x = 1\nx|[0]|||
python|lambdas|50000|x = |lambda: |1||
python|dicts|50000|x = |{1:|1|}|
python|elif|50000|x = 5\nif x == 0: pass\n|elif x == 1: pass\n|||else: pass
python|comprehensions|3000|x = |[a for a in |[]|]|
python|walrus|50000|x = |(a:=|1|)|
python|targets|50000||(|a|)| = 1
python|import|60000|import a|.a|||
python|from|60000|from a|.a||| import b
python|literal|1|import ast\nast.literal_eval(|'[' * 10**5 + ']' * 10**5|||)
python|json|1|import json\njson.loads(|'[' * 10**6|||)
python|repr|1|x = []\nfor i in range(10**5): x = [x]\n|print(x)|||
python|equal|1|x, y = [], []\nfor i in range(10**5): x, y = [x], [y]\n|print(x == y)|||
python|hash|1|x = ()\nfor i in range(10**5): x = (x,)\n|print(hash(x))|||
python|deepcopy|1|import copy\nx = []\nfor i in range(10**5): x = [x]\n|copy.deepcopy(x)|||
python|pickle|1|import pickle\nx = []\nfor i in range(10**5): x = [x]\n|pickle.dumps(x)|||
python|isinstance|1|x = int\nfor i in range(10**5): x = (x,)\n|print(isinstance('', x))|||
python|map|1|x = [1]\nfor i in range(10**5): x = map(abs, x)\n|print(list(x))|||
python|generators|1|def g(x):\n    for a in x: yield a\nx = [1]\nfor i in range(5000): x = g(x)\n|print(list(x))|||
python|calls in calls|1|def f(n): return f(n + 1)\n|f(0)|||
python|caught|1|def f(n):\n    try: return f(n + 1)\n    except RecursionError: return n\n|f(0)|||
python|attribute in itself|1|class A:\n    def __getattr__(self, name): return getattr(self, name)\n|A().x|||
python|groups|1|import re\n|re.compile('(' * 10**5 + ')' * 10**5)|||
python|format|1|print(|('{' * 10**5 + '}' * 10**5).format(1)|||)
python|tensor|1|import torch\nx = [1]\nfor i in range(10**5): x = [x]\n|torch.tensor(x)|||
python|einsum|1|import torch\ntorch.einsum(|'(' * 10**5|||, torch.ones(2))
python|Sequential|1|from torch import nn, ones\nm = nn.Identity()\nfor i in range(3000): m = nn.Sequential(m)\n|m(ones(1))|||
python|graph|1|import torch\nx = y = torch.ones(1, requires_grad=True)\nfor i in range(20000): y = y + 1\n|y.backward()|||
markdown|quotes|50000||>|a||
markdown|lists|50000||- |a||
markdown|emphasis|50000||*|a|*|
markdown|strong|50000||**a |||
markdown|links|50000||[|a|](b)|
markdown|images|50000||![|a|](b)|
markdown|brackets|50000||[a||]|
markdown|code|50000||`|||
markdown|comments|50000||<!--|||
markdown|table|50000||\||||
markdown|fractions|100000|$|\\frac||| $
markdown|roots|100000|$|\\sqrt||| $
markdown|roots in braces|50000|$|\\sqrt{|x|}|$
markdown|powers|50000|$x|^{x||}|$
markdown|live|50000|`{python} |(|x|)|`
notebook|arrays|50000||[||]|
notebook|objects|50000||{"a":|||
END
