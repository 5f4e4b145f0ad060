#!/usr/bin/env python3
"""What can be asked of the recorder besides, under Python with PyTorch (PYTHON=COMMAND): a part of a model,
one step, weights in a file of their own, hooks, 16 bits, attention weights alone. What it wrote must run
under qkv.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
from compare import ROOT, tell  # noqa: E402
from judge import judges_python  # noqa: E402

PROGRAM = '''
import os, torch, torch.nn as nn, qkv
from qkv.recorder import safetensors
torch.manual_seed(0)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.h = nn.ModuleList([nn.TransformerEncoderLayer(8, 2, 16, batch_first=True) for _ in range(3)])
        self.out = nn.Linear(8, 3)

    def forward(self, x):
        for layer in self.h:
            x = layer(x)
        return self.out(x)

model, x = Net().eval(), torch.randn(1, 4, 8)
safetensors.write("own.safetensors", dict(model.state_dict()))
size = os.path.getsize("own.safetensors")
with torch.no_grad():
    with qkv.record("only.py", model, only="h.1", keep=True):
        model(x)
    with qkv.record("steps.py", model, steps=1, keep=True, x=x):
        for i in range(3):
            model(x + i)
    with qkv.record("weights.py", model, weights="own.safetensors", keep=True, x=x):
        y = model(x)
    half = nn.Linear(4, 4).to(torch.bfloat16)
    given = torch.randn(2, 4).to(torch.bfloat16)
    with qkv.record("half.py", half):
        out = half(given)
for taken in "own.py", "only.txt", "theirs.py":
    open("theirs.py", "w").close()
    try:
        with qkv.record(taken, model, weights="own.safetensors"):
            model(x)
    except (FileExistsError, ValueError) as error:
        print("refused", taken, type(error).__name__)
print("weights are", "whole" if os.path.getsize("own.safetensors") == size else "lost")

p = nn.Parameter(torch.randn(3))
with qkv.record("hooks.py", keep=True, p=p):
    y = p * 2
    y.register_hook(lambda grad: grad * 3)
    y.sum().backward()
    grad = p.grad + 0

words = ["the", "cat", "sat", "down"]
qkv.attention(nn.MultiheadAttention(8, 2, batch_first=True), (x, x, x), "one.npz", tokens=words)
qkv.attention(model, x, "net.npz")
class Output:
    attentions = tuple(torch.softmax(torch.randn(1, 2, 4, 4), -1) for _ in range(2))
qkv.attention(Output(), path="output.npz", tokens=words)
qkv.attention({"blocks.0.attn.hook_pattern": Output.attentions[0], "blocks.0.hook_q": x}, path="cache.npz")
class Generated:
    attentions = ((torch.ones(1, 2, 3, 3) / 3,), (torch.ones(1, 2, 1, 4) / 4,))
qkv.attention(Generated(), path="generated.npz")
try:
    qkv.attention(nn.Linear(8, 8), x, "none.npz")
except ValueError as error:
    print(error)
os.environ["RANK"] = "1"
with qkv.record("rank.py", model):
    model(x)
print("rank 1 wrote", os.path.exists("rank.py"))
'''


# Two processes train one model, as torchrun starts them.
PROCESSES = """
import os
os.environ.update(WORLD_SIZE="2", GLOO_SOCKET_IFNAME="lo", RANK="1" if os.fork() == 0 else "0")
import torch
from torch import nn
import qkv
torch.distributed.init_process_group("gloo", init_method="file://" + os.path.abspath("meeting"),
                                     rank=int(os.environ["RANK"]), world_size=2)
torch.manual_seed(0)
net = nn.parallel.DistributedDataParallel(nn.Linear(4, 2))
x = torch.randn(3, 4) + torch.distributed.get_rank()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
with qkv.record("processes.py", net, x=x, keep=True):
    loss = net(x).square().mean()
    loss.backward()
    optimizer.step()
    after = net.module.weight * 1
if os.environ["RANK"] == "0":
    os.wait()
"""


def main():
    python = judges_python()
    if not python:
        sys.exit("no PyTorch here; name a Python that has it: PYTHON=COMMAND")
    qkv = os.environ["QKV"] = os.path.join(ROOT, "build/qkv")
    os.makedirs(f"{ROOT}/build", exist_ok=True)  # where a root of another Debian sees it
    with tempfile.TemporaryDirectory(dir=f"{ROOT}/build") as folder:
        os.chdir(folder)
        shutil.copytree(f"{ROOT}/src/python/qkv", "qkv")  # a root of another Debian sees this folder alone
        with open("program.py", "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open("two_processes.py", "w", encoding="utf-8") as file:
            file.write(PROCESSES)
        uses(python, qkv)
        os.chdir(ROOT)


def uses(python, qkv):
    def run(*command):
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    sys.path.insert(0, f"{ROOT}/src/python")
    from qkv.comparison import check
    done = run(*python, "-W", "ignore", "program.py")
    if not tell(done.returncode == 0, "all is recorded", done.stderr[-2000:]):
        return

    def says(words):
        tell(words in done.stdout, words, "" if words in done.stdout else done.stdout)
    for words in ("refused own.py FileExistsError", "refused only.txt ValueError", "refused theirs.py FileExistsError",
                  "weights are whole", "no attention weights were found", "rank 1 wrote False"):
        says(words)
    done = run(*python, "-W", "ignore", "two_processes.py")
    tell(done.returncode == 0, "two processes are recorded by one", done.stderr[-2000:])
    for name, count in ("processes", 2), ("only", 20), ("steps", 60), ("weights", 60), ("hooks", 2), ("half", 1):
        found = check(name + ".py")
        good = bool(found) and len(found.rows) >= count or (name == "half" and found.rows and found.rows[0].distance < 0.01)
        tell(good, f"{name}: {len(found.rows)} tensors, as PyTorch computed them", "" if good else str(found))
    with open("only.py", encoding="utf-8") as file:
        only = file.read()
    tell("h.1" in only and "h.0." not in only and "h.2" not in only, "only: the one layer alone is there")
    tell(os.path.getsize("weights.safetensors") < 1000, "weights: they are read from their own file")
    with open("hooks.py", encoding="utf-8") as file:
        tell("def hook_1(grad):\n    return grad * 3" in file.read(), "hooks: a hook is a function")
    for name, layers, heads in ("one", 1, 2), ("net", 3, 2), ("output", 2, 2), ("cache", 1, 2), ("generated", 1, 2):
        shown = run(qkv, "show", name + ".npz", "--heads", "--json").stdout
        good = shown.count('"head":') == layers * heads
        tell(good, f"{name}: {layers} layers of {heads} heads", "" if good else shown)
    shown = run(qkv, "show", "one.npz", "--screen", "--step", "2").stdout
    tell("cat" in shown and "down" in shown, "one: it has its words", "" if "cat" in shown else shown)


main()
