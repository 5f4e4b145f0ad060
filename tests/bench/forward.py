"""Times the end of a listing as `bench forward` does. Usage: forward.py LISTING TOKENS RUNS"""
import re
import sys
import time

sys.path.insert(0, "lessons/translator")
path, tokens, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(path) as file:
    text = re.sub(r"(?m)^TOKENS = .*", "TOKENS = " + tokens, file.read())
before, timed = text.split("\n# What follows is timed.\n")
names = {"__name__": "__main__"}
exec(before, names)
timed = compile(timed, path, "exec")
times = []
for _ in range(1 + runs):
    start = time.perf_counter()
    exec(timed, names)
    times.append((time.perf_counter() - start) * 1e3)
print(times[0], min(times[1:]))
