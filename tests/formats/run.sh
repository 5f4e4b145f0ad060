#!/bin/sh
# What a teacher or an author takes into another program is read by programs that know nothing of
# qkv. A reader that is not there leaves its part out and says so: `make formats` gets them all.
#
# gift-pegjs and parse5 come from npm, into build/formats, once.
set -u
cd "$(dirname "$0")/../.." || exit 1
qkv=${QKV:-$PWD/build/qkv} modules=$PWD/build/formats here=$PWD/tests/formats
. tests/support/verdict.sh
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
export HOME="$folder" XDG_STATE_HOME="$folder/state"
said=$folder/said
lessons=$("$qkv" lessons --names)

has() { # READER…: else says what is left out
    for reader in "$@"; do
        command -v "$reader" >/dev/null 2>&1 && continue
        echo "ok - $part # SKIP no $reader"
        return 1
    done
}

fetched() {
    tests/support/modules.sh "$modules" && return
    echo "ok - $part # SKIP npm fetches nothing"
    return 1
}

quiet() { # NAME: nothing was said
    [ ! -s "$said" ]
    verdict $? "$1" "$said"
}

# ---- questions and tables ----------------------------------------------------------------------

count=$("$qkv" export --format gift -o "$folder/all.gift" | sed 's/.*: \([0-9]*\) questions/\1/')
part="GIFT of all lessons, by gift-pegjs"
if has node npm && fetched; then
    node "$here/npm.mjs" "$modules" gift "$folder/all.gift" "$count" >"$said" 2>&1
    quiet "$part"
    sed 's/:0.00005/:5e-05/' "$folder/all.gift" >"$folder/wrong.gift"
    node "$here/npm.mjs" "$modules" gift "$folder/wrong.gift" "$count" >"$said" 2>&1
    [ -s "$said" ]
    verdict $? "$part: what is no number is found" "$said"
fi

part="CSV, by Python's csv"
if has python3; then
    "$qkv" export --format cards -q -o "$folder/cards.csv"
    python3 "$here/tables.py" cards "$folder/cards.csv" "$count" >"$said" 2>&1
    quiet "$part: cards of all lessons"
    printf '36\n4\n' | "$qkv" quiz eight-steps --results "$folder/ann.json" --name 'Ann "A", =1+1' >/dev/null 2>&1
    "$qkv" grades --csv "$folder/ann.json" >"$folder/grades.csv"
    python3 "$here/tables.py" grades "$folder/grades.csv" 'Ann "A", =1+1' >"$said" 2>&1
    quiet "$part: grades"
    "$qkv" export eight-steps weights -q -o "$folder/weights.csv"
    python3 "$here/tables.py" numbers "$folder/weights.csv" >"$said" 2>&1
    quiet "$part: a tensor"
fi

# ---- paper -------------------------------------------------------------------------------------

for lesson in $lessons; do
    "$qkv" show "$lesson" --handout --answers -o "$folder/$lesson.html" >/dev/null
    "$qkv" show "$lesson" -o "$folder/$lesson-whole.html" >/dev/null
done
part="HTML of all lessons, by parse5"
if has node npm && fetched; then
    node "$here/npm.mjs" "$modules" html "$folder"/*.html >"$said" 2>&1
    quiet "$part"
    printf '<title>x</title><p a="" a="">x' >"$folder/wrong"
    node "$here/npm.mjs" "$modules" html "$folder/wrong" >"$said" 2>&1
    [ -s "$said" ]
    verdict $? "$part: what is wrong is found" "$said"
fi

part="A handout on paper, by Chromium"
if has chromium pdftotext; then
    chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
        --print-to-pdf="$folder/handout.pdf" "file://$folder/eight-steps.html" >/dev/null 2>&1
    pdftotext -layout "$folder/handout.pdf" "$folder/handout"
    awk '/\f/ { page++; steps = 0 } /^[ \f]*[1-9]\. [A-Z]/ { if (++steps == 2) shared++ }
        /^[ \f]*Answers: / { answers = page }
        END {
            if (shared < 3) print shared + 0 " pages have two steps"
            if (answers < 4 || page > 12) print page " pages, the answers from " answers + 1 " on"
        }' "$folder/handout" >"$said"
    quiet "$part: steps share pages, the answers come last"
fi

# ---- figures -----------------------------------------------------------------------------------

kinds="heatmap equation heads flow arrows worksheet"
draw() { # ENDING
    for kind in $kinds; do
        lesson=eight-steps more=
        [ "$kind" != heads ] || lesson=multi-head
        [ "$kind" != worksheet ] || more='--steps 3'
        # shellcheck disable=SC2086
        "$qkv" export $lesson --kind $kind $more -q -o "$folder/$kind.$1" 2>&1
    done
    "$qkv" export "$folder/odd.md" odd -q -o "$folder/odd.$1" 2>&1
}

# What an ending could do harm with.
cat >"$folder/odd.md" <<'END'
# A & B < C
## One
```python
import torch
signs = ["$x_1$ & <b>", "50% \\ #1 {a}", "]]> \"q\""]
#| axes: odd = signs, signs
odd = torch.tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0], [0.0, 1.0, 1.0]])
```
END
for ending in svg pdf tikz; do draw $ending >"$said"; quiet "every kind is written as $ending"; done

part="SVG, by librsvg"
if has rsvg-convert; then
    for kind in $kinds odd; do
        rsvg-convert "$folder/$kind.svg" -o "$folder/$kind.png" 2>&1
        [ "$(wc -c <"$folder/$kind.png")" -gt 2000 ] || echo "$kind: nothing is drawn"
    done >"$said"
    quiet "$part"
fi
part="SVG, by Inkscape"
if has inkscape; then
    (cd "$folder" && inkscape --export-type=png --export-filename=ink.png odd.svg 2>&1 | grep -v WARNING | grep -iE 'error|fail|pars' >"$said"
    [ -s ink.png ] || echo "nothing is drawn" >>"$said")
    quiet "$part"
fi

part="PDF, by poppler"
if has pdfinfo pdffonts pdftotext; then
    "$qkv" export eight-steps --kind worksheet --seed 1-3 -q -o "$folder/set.pdf" --answers "$folder/key.pdf"
    "$qkv" export eight-steps --all "$folder/deck.pdf" -q 2>/dev/null
    for file in $kinds odd set key deck; do
        pdfinfo "$folder/$file.pdf" 2>&1 >/dev/null | sed "s/^/$file: /"
        pdffonts "$folder/$file.pdf" 2>&1 | awk -v f="$file" 'NR > 2 && $(NF - 4) != "yes" { print f ": not embedded: " $0 }'
        pdftotext "$folder/$file.pdf" - 2>&1 | grep -q '[a-z]' || echo "$file: no text"
    done >"$said"
    quiet "$part: sound, with its fonts and its text"
fi

document() { # ENDING: with each figure
    printf '%s\n' '\documentclass{article}\usepackage{graphicx,tikz}\begin{document}'
    for kind in $kinds odd; do
        if [ "$1" = pdf ]; then
            printf '%s\n' "\\includegraphics[width=8cm]{$kind.pdf}\\par"
        else
            printf '%s\n' "\\resizebox{8cm}{!}{\\input{$kind.tikz}}\\par"
        fi
    done
    printf '%s\n' '\end{document}'
}
for tex in pdflatex lualatex; do
    part="LaTeX, by $tex"
    has $tex || continue
    for ending in pdf tikz; do
        document $ending >"$folder/$ending-$tex.tex"
        (cd "$folder" && timeout 120 $tex -interaction=nonstopmode -halt-on-error "$ending-$tex.tex" </dev/null) >"$folder/log" 2>&1
        status=$?
        grep -A 3 '^!' "$folder/log" >"$said" || [ $status = 0 ] || tail -n 5 "$folder/log" >"$said"
        [ $status != 0 ] || [ -s "$folder/$ending-$tex.pdf" ] || echo "no document" >"$said"
        quiet "$part: figures as $ending"
    done
done
verdicts
