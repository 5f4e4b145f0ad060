#!/bin/sh
# What src/documents/qkv.lua makes of documents: lecture.md in pages, LaTeX and other formats, and what is
# wrong in wrong.md; and of src/python/qkv/sphinx.py. Without pandoc nothing is tried, and what needs LaTeX or
# Sphinx is left out where they are not; `make documents-test` gets them.
set -u
cd "$(dirname "$0")/../.." || exit 1
export QKV=${QKV:-$PWD/build/qkv}
. tests/support/verdict.sh
here=$PWD/tests/documents filter=$PWD/src/documents/qkv.lua
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export HOME="$work/home" QKV_CACHE="$work/cache" XDG_STATE_HOME="$work/state" LC_ALL=C.UTF-8
mkdir "$HOME"
said=$work/said

command -v pandoc >/dev/null || {
    echo "1..0"
    echo "ok - documents # SKIP no pandoc"
    exit 0
}

convert() { pandoc --lua-filter "$filter" "$@" </dev/null; }

holds() { # NAME FILE PATTERN COUNT: so many lines of it have the pattern
    found=$(grep -cE -e "$3" "$2")
    [ "$found" = "$4" ] || { echo "$found lines of $2 have $3, not $4" >"$said"; false; }
    verdict $? "$1" "$said"
}

# ---- pages ------------------------------------------------------------------------------------

cd "$here" || exit 1
convert -s lecture.md -o "$work/lecture.html" >"$said" 2>&1
verdict $? "a page is made" "$said"
page=$work/lecture.html
holds "with three pictures" "$page" '^<svg ' 3
holds "and one lesson" "$page" '^<qkv-lesson style="white-space:pre-wrap" as="py">import torch$' 1
holds "whose elements are fetched once" "$page" '<script type="module" src="./elements.js"></script>' 1
holds "each figure has its number and caption" "$page" '<figcaption>Figure.[123]:' 3
tr '\n' ' ' <"$page" | grep -oE '<a href="#fig-(scores">(Figure.)?1|cell">Figure.2|weights">Figure.3)</a>' >"$work/references"
holds "and is referred to by it" "$work/references" . 4
grep -oE ' id="[^"]*"' "$page" | sort | uniq -d >"$said"
[ ! -s "$said" ]
verdict $? "no two things have the same id" "$said"
grep -oE '="url\(#[^)]*' "$page" | sed 's/.*#//' | while read -r id; do
    grep -q " id=\"$id\"" "$page" || echo "no $id"
done >"$said"
[ ! -s "$said" ]
verdict $? "each colour ramp is there" "$said"
sed -n '/^``` {.qkv session=head tensor=scores #/,/^```$/p; /^``` .*tensor=weights/,/^```$/p' lecture.md | grep -v '^```' >"$work/head.py"
"$QKV" export "$work/head.py" weights --row cat --annotate 'cat,cat=mostly itself' -q -o "$work/weights.svg"
[ -s "$work/weights.svg" ] && grep '^<text' "$work/weights.svg" | while read -r line; do
    grep -qF -e "$line" "$page" || echo "not in the page: $line"
done >"$said"
[ ! -s "$said" ]
verdict $? "a picture is what qkv export draws" "$said"
if command -v rsvg-convert >/dev/null; then
    awk '/^<svg /, /^<\/svg>/ { print > (work "/" (n + 0) ".svg") } /^<\/svg>/ { n++ }' work="$work" "$page"
    for i in 0 1 2; do rsvg-convert "$work/$i.svg" -o "$work/$i.png" || echo "picture $i"; done >"$said" 2>&1
    [ ! -s "$said" ] && [ -s "$work/2.png" ]
    verdict $? "each can be drawn by another program" "$said"
fi

# ---- other formats ----------------------------------------------------------------------------

convert -s lecture.md -o "$work/lecture.tex" >"$said" 2>&1
verdict $? "LaTeX is made" "$said"
holds "with a picture of TikZ for each, the lesson's too" "$work/lecture.tex" 'begin\{tikzpicture\}' 4
holds "each has its label" "$work/lecture.tex" 'label\{fig-(scores|cell|weights)\}' 3
holds "and is referred to" "$work/lecture.tex" 'figurename~.ref\{fig-' 3
holds "TikZ is loaded once" "$work/lecture.tex" 'usepackage\{tikz\}' 1
printf 'crossref:\n  fig-title: Abbildung\n' >"$work/german.yaml"
convert --metadata-file "$work/german.yaml" lecture.md -t html | grep -o 'Abbildung' >"$work/word"
holds "the word of another language" "$work/word" Abbildung 6

convert lecture.md -o "$work/lecture.docx" >"$said" 2>&1
python3 -c 'import sys, zipfile
names = [n for n in zipfile.ZipFile(sys.argv[1]).namelist() if n.endswith(".png")]
sys.exit(0 if len(names) == 4 else f"{len(names)} pictures")' "$work/lecture.docx" >>"$said" 2>&1
verdict $? "a document of Word has four pictures" "$said"

sed 's/fig-/fig:/g' lecture.md >"$work/crossref.md"
convert "$work/crossref.md" -t native >"$work/native"
holds "pandoc-crossref finds images" "$work/native" '"fig:(scores|cell|weights)" *,' 3

# ---- what is wrong ----------------------------------------------------------------------------

cp wrong.md "$work" && cd "$work" || exit 1
convert wrong.md -o wrong.html 2>"$work/wrong" >&2
[ $? = 83 ] && [ ! -e wrong.html ] && diff "$here/wrong.txt" "$work/wrong" >"$said"
verdict $? "each mistake is said with the document's line, and there is no document" "$said"
[ ! -e evil.svg ]
verdict $? "no block writes a file" /dev/null
sed -n '/error=true/,$p' wrong.md >shown.md
convert shown.md -o shown.html && grep -q 'shown.md:3:5: RuntimeError' shown.html
verdict $? "error=true shows it instead" /dev/null
QKV=no-such-program convert shown.md -o shown2.html >"$said" 2>&1
[ $? = 83 ] && grep -q 'the program no-such-program cannot be run' "$said"
verdict $? "a program that is not there is named" "$said"
printf '```{.qkv tensor=x}\nimport torch\nx = 1 +\n```\n' | pandoc --lua-filter "$filter" 2>&1 | grep -q '^qkv: block 1, line 2:8: SyntaxError'
verdict $? "of standard input, the block and its line" /dev/null

# ---- the cache ----------------------------------------------------------------------------------

# A program that counts how often it draws.
cat >counting <<'END'
#!/bin/sh
case $1 in --version) echo "${SAID_VERSION:-qkv 1}" && exit ;; esac
echo >>"$COUNTED"
exec "$REAL" "$@"
END
chmod +x counting
export REAL="$QKV" QKV="$work/counting" COUNTED="$work/counted"
drawn() { # NAME COUNT COMMAND…: it draws so often
    name=$1 wanted=$2
    shift 2
    : >"$COUNTED"
    "$@" >"$said" 2>&1 || echo "it failed" >>"$said"
    count=$(grep -c '' "$COUNTED")
    [ "$count" = "$wanted" ] && [ ! -s "$said" ] || { echo "$count times, not $wanted" >>"$said"; false; }
    verdict $? "$name" "$said"
}
document() { # ATTRIBUTES CODE
    printf '``` {.qkv tensor=x %s}\nimport torch, numpy as np\n%s\n```\n' "$1" "$2" >cached.md
}
plain='x = torch.tensor(np.load("data.npy"))'
printf 'import torch\na = torch.eye(2)\nb = 2 * a\n' >data.py
"$REAL" export data.py a -q -o data.npy
rm -rf "$QKV_CACHE"
document '' "$plain"
drawn "a figure is drawn once" 1 convert cached.md -o one.html
drawn "and taken from the cache then" 0 convert cached.md -o two.html
cmp one.html two.html >"$said"
verdict $? "which gives the same page" "$said"
document bare=true "$plain"
drawn "with another option it is drawn" 1 convert cached.md -o two.html
document bare=false "$plain"
drawn "an option that is off is none" 0 convert cached.md -o two.html
document '' "$plain + 1"
drawn "with other code it is drawn" 1 convert cached.md -o two.html
document '' "$plain"
drawn "for another medium it is drawn" 1 convert cached.md -o two.tex
SAID_VERSION='qkv 2' drawn "by another version it is drawn" 1 convert cached.md -o two.html
"$REAL" export data.py b -q --force -o data.npy
drawn "of another file of numbers it is drawn" 1 convert cached.md -o two.html
for file in "$QKV_CACHE"/*; do : >"$file"; done
drawn "where the file is empty it is drawn" 1 convert cached.md -o three.html
cmp two.html three.html >"$said"
verdict $? "and is the same" "$said"
document cache=false "$plain"
ls "$QKV_CACHE" >before
drawn "cache=false draws it" 1 convert cached.md -o two.html
ls "$QKV_CACHE" | diff before - >"$said"
verdict $? "and keeps nothing" "$said"

export QKV="$REAL"
rm -rf "$QKV_CACHE"
for i in 1 2 3 4 5 6; do convert -s "$here/lecture.md" -o "at-once-$i.html" & done
wait
for i in 1 2 3 4 5 6; do cmp "$page" "at-once-$i.html"; done >"$said" 2>&1
ls "$QKV_CACHE" | grep -vxE '[0-9a-f]{40}\.svg' >>"$said"
[ ! -s "$said" ] && [ "$(ls "$QKV_CACHE" | wc -l)" = 3 ]
verdict $? "six at once give the same pages, and leave three whole files" "$said"

# ---- what is drawn of ---------------------------------------------------------------------------

printf '``` {.qkv file=data.py tensor="a; b" .numberLines startFrom=5}\n```\n\n``` {.qkv lesson=eight-steps tensor=weights}\n```\n' >files.md
convert files.md -o files.html >"$said" 2>&1
verdict $? "a file and a lesson of the course" "$said"
holds "the file's code is shown, as code" files.html 'class="sourceCode numberSource python' 1
holds "two pictures, one of two tensors" files.html '<title>(a, b|a and b|weights)</title>' 2

# ---- PDF ----------------------------------------------------------------------------------------

part="a PDF by LaTeX"
if ! kpsewhich lmodern.sty tikz.sty >/dev/null 2>&1; then
    echo "ok - $part # SKIP no LaTeX with TikZ and Latin Modern"
else
    cd "$work" && cp lecture.tex latex.tex
    for _ in 1 2; do pdflatex -interaction=nonstopmode -halt-on-error latex.tex; done >"$said" 2>&1
    verdict $? "$part" "$said"
    grep -E '^(Overfull .hbox|LaTeX Warning: (Reference|Label)|!)' latex.log >"$said"
    [ ! -s "$said" ]
    verdict $? "$part: nothing is wider than the page, each reference is found" "$said"
    pdftotext -layout latex.pdf latex.txt
    holds "$part: captions" latex.txt '^ *Figure [123]: ' 3
    holds "$part: the numbers are text" latex.txt '0\.9316' 1
    sed 's/^qkv:$/qkv:\n  latex: pdf/' "$here/lecture.md" >graphics.md
    convert graphics.md -o graphics.pdf >"$said" 2>&1
    verdict $? "$part: with pictures as PDF" "$said"
    pdftotext -layout graphics.pdf graphics.txt
    holds "$part: their captions" graphics.txt '^ *Figure [123]: ' 3
fi

# ---- Sphinx -------------------------------------------------------------------------------------

part="a site by Sphinx"
sphinx=$(command -v sphinx-build)
if [ -z "$sphinx" ] || ! $(sed -n '1s/^#!//p' "$sphinx") -c 'import myst_parser' 2>/dev/null; then
    echo "ok - $part # SKIP no Sphinx with myst-parser"
else
    cd "$work" && cp -r "$here/sphinx" site
    export PYTHONPATH="$here/../../src/python" PYTHONDONTWRITEBYTECODE=1
    build() { sphinx-build -q -W --keep-going -b "$1" site "$1" >"$said" 2>&1; }
    build html
    verdict $? "$part" "$said"
    holds "$part: its figure has its number" html/index.html 'Fig. 2 .*<em>each<.em> query' 1
    holds "$part: and is an SVG" html/index.html '<img .*src="_images/[0-9a-f]*.svg"' 1
    holds "$part: the lesson is live there" html/index.html '<qkv-lesson step="1" as="py">import torch' 1
    holds "$part: its elements are fetched" html/index.html '<script type="module" src="https://example.org/elements.js">' 1
    holds "$part: a figure in Markdown" html/markdown.html '<img .*src="_images/[0-9a-f]*.svg"' 1
    build latex
    holds "$part: LaTeX has all three" latex/alecture.tex 'includegraphics.*[0-9a-f]{40}' 3
    printf '\n.. qkv:: z\n   :output: evil.svg\n\n   z = 1\n\n- item\n\n  .. qkv:: z\n\n     z = 3 +\n' >>site/index.rst
    sed 's/torch.eye(2)/torch.eye(/' "$here/sphinx/markdown.md" >site/markdown.md
    ! build html && grep -q 'index.rst:29: ERROR: qkv: output is not for a block' "$said" &&
        grep -q 'index.rst:38:8: SyntaxError' "$said" && grep -q 'markdown.md:7:14: SyntaxError' "$said" && [ ! -e site/evil.svg ]
    verdict $? "$part: mistakes are said with the document's line" "$said"
fi

verdicts
