#!/bin/sh
# What `qkv show`, `explain` and `check` print with --json is what assets/qkv.schema.json says: of
# lessons, and of listings with gradients, calls and errors. Operations and places are followed
# to what they name. At last things are spoilt, which must be found.
set -u
cd "$(dirname "$0")/../.." || exit
QKV=${QKV:-$PWD/build/qkv}
schema=$PWD/assets/qkv.schema.json here=$PWD/tests/schema
command -v python3 >/dev/null || { echo "ok - schema # SKIP there is no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/support/verdict.sh

# Those of a few numbers that train nothing: it is the kinds of operations that matter.
for lesson in lessons/*.md $(grep -L 'optim\.' tests/listings/*.py); do
    name=$(basename "$lesson")
    timeout 5 "$QKV" show "$lesson" --json 2>/dev/null | head -c 400000 >"$work/show-$name.json"
    [ "$(wc -c <"$work/show-$name.json")" -lt 400000 ] && [ -s "$work/show-$name.json" ] || rm "$work/show-$name.json"
done
python3 "$here/validate.py" show "$schema" "$work"/show-*.json >"$work/said"
verdict $? "show --json of $(ls "$work"/show-*.json | wc -l) lessons and listings" "$work/said"

python3 "$here/follow.py" "$work"/show-*.json >"$work/said"
verdict $? "operations come before those that use them, and their code is where it is said to be" "$work/said"

"$QKV" explain eight-steps 'outputs[0,0]' --json --depth 9 --why >"$work/explain-deep.json"
"$QKV" explain backward 'd scores[0,1]' --json >"$work/explain-gradient.json" 2>/dev/null ||
    rm "$work/explain-gradient.json"
"$QKV" explain eight-steps 'weights[0,1]' --hold 'weights[0]=uniform' --json >"$work/explain-held.json" 2>/dev/null
python3 "$here/validate.py" explain "$schema" "$work"/explain-*.json >"$work/said"
verdict $? "explain --json" "$work/said"

"$QKV" check --json lessons/0[1-4]*.md >"$work/check-good.json"
"$QKV" check --json tests/commands/files/*.md nowhere.md >"$work/check-bad.json"
python3 "$here/validate.py" check "$schema" "$work"/check-*.json >"$work/said"
verdict $? "check --json of lessons, and of files with mistakes" "$work/said"
python3 -c 'import json, sys
found = json.load(open(sys.argv[1]))
assert {p["severity"] for p in found["problems"]} >= {"error", "warning"}, "not every severity"
count = {s: sum(p["severity"] == s for p in found["problems"]) for s in ("error", "warning", "notice")}
assert all(found["summary"][s + "s"] == n for s, n in count.items()), (found["summary"], count)
assert any(p["line"] for p in found["problems"]) and any(not p["line"] for p in found["problems"])' \
    "$work/check-bad.json" >"$work/said" 2>&1
verdict $? "its summary counts its problems" "$work/said"

# What must be found.
spoil() { # KIND FILE EXPRESSION
    python3 -c 'import json, sys
x = json.load(open(sys.argv[1])); exec(sys.argv[2]); json.dump(x, open(sys.argv[3], "w"))' "$2" "$3" "$work/spoilt.json" &&
        ! python3 "$here/validate.py" "$1" "$schema" "$work/spoilt.json" >/dev/null || echo "not found: $3"
}
show=$work/show-01-eight-steps.md.json
{
    spoil show "$show" 'x["schema"] = 2'
    spoil show "$show" 'del x["steps"][0]["title"]'
    spoil show "$show" 'x["steps"][1]["tensors"][0]["more"] = 1'
    spoil show "$show" 'x["steps"][1]["tensors"][0]["values"] = "1"'
    spoil show "$show" 'x["steps"][1]["operations"][0]["inputs"] = [0.5]'
    spoil show "$show" 'x["steps"][1]["operations"][0]["span"]["line"] = 0'
    spoil explain "$work/explain-deep.json" 'del x["role"]'
    spoil check "$work/check-bad.json" 'x["problems"][0]["severity"] = "bad"'
} >"$work/said" 2>&1
[ ! -s "$work/said" ]
verdict $? "what is spoilt is found" "$work/said"
verdicts
