#!/bin/sh
# Makes the pages that introduce the program, from README.md, NEWS.md, assets/manual, the lessons and
# what the program says and draws. Nothing in them depends on the day or on who makes them.
#
#   site.sh FOLDER     writes them there; what was in it is gone
#   TOOLS=FOLDER       where `film` and `markdown` were built
#   PAGE=FILE          the page that runs the program; empty: the pages do without it
#   PACKAGES=FOLDER    what is offered for download, as far as it was built: packages of this version
#   SOURCE=FILE        and the tarball
#   SITE=ADDRESS       where the pages will be, https://…/: links to them are shown with a picture
set -eu
cd "$(dirname "$0")/../.."
qkv=$PWD/build/qkv from=assets/site site=$1 PAGE=${PAGE:-} PACKAGES=${PACKAGES:-} SOURCE=${SOURCE:-} SITE=${SITE:-}
name=Start # of the page at hand, as the navigation has it
rm -rf "$site"
mkdir -p "$site/figures" "$site/handouts"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
body=$work/body.html
export LC_ALL=C.UTF-8 XDG_STATE_HOME="$work" XDG_DATA_HOME="$work" XDG_DATA_DIRS="$work"

# ---- parts ----------------------------------------------------------------------------------------

escaped() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'; }

# The README up to its first "## ".
opening() { awk '/^## / { exit } { print }' README.md; }

# The pages of the manual, a line each, with tabs: name, address, phrase.
manual() {
    sed -nE 's/^- \[(.*)\]\(.*\.md\): (.*)/\1\t\2/p' assets/manual/README.md | while IFS=$tab read -r subject phrase; do
        address=manual-$subject.html
        case $subject in
        writing-lessons) address=write.html ;;
        installing) address=install.html ;;
        page) [ -z "$PAGE" ] || address=try.html ;;
        esac
        printf '%s\t%s\t%s\n' "$subject" "$address" "$phrase"
    done
}

# Markdown as a part of a page. `qkv help SUBJECT` leads to that page of the manual.
html() {
    "$TOOLS/markdown" | sed -E -f "$work/subjects" | sed -E '/^<!-- shows: .* -->$/d
        s|href="NEWS\.md"|href="news.html"|g; s|<pre>|<pre tabindex="0">|; s|<th>key</th>|<th scope="col">key</th>|
        s|<th>(command\|does)</th>|<th scope="col">\1</th>|'
}

# A line that begins with "--" and one with ": " below it are a term and what it means.
terms() {
    awk '
        function safe(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
        /^--/ { printf "%s<dt><code>%s</code></dt>", open ? "</dd>" : "<dl>", safe($0); open = 1; next }
        open && /^: / { printf "\n<dd>%s", safe(substr($0, 3)); next }
        open && /^  / { printf " %s", safe(substr($0, 3)); next }
        open && /^$/ { next }
        open { print "</dd></dl>\n"; open = 0 }
        { print }
        END { if (open) print "</dd></dl>" }
    '
}

link() { # FILE NAME
    if [ "$2" = "$name" ]; then echo "<strong>$2</strong>"; else echo "<a href=\"$1\">$2</a>"; fi
}

links() {
    link index.html Start
    [ -z "$PAGE" ] || link try.html 'Try it'
    link lessons.html Lessons
    link figures.html Figures
    link manual.html Manual
    link write.html 'Write a lesson'
    link install.html Install
    link man.html 'Man page'
}

# page FILE NAME DESCRIPTION: of what is in $body. The name is also what the navigation calls it.
page() {
    name=$2
    links >"$work/links"
    title="$2 - qkv"
    [ "$1" != index.html ] || title='qkv: self-attention, one number at a time'
    awk -v title="$title" -v description="$3" -v version="$version" -v site="$SITE" -v work="$work" '
        function copy(file, line) { while ((getline line < file) > 0) print line }
        /^{{body}}$/ { copy(work "/body.html"); next }
        /^{{links}}$/ { copy(work "/links"); next }
        { sub(/{{title}}/, title); sub(/{{description}}/, description); sub(/{{version}}/, version); sub(/{{site}}/, site); print }
    ' $from/page.html >"$site/$1"
}

tab=$(printf '\t')
manual | while IFS=$tab read -r subject address _; do
    echo "s|<code>qkv help $subject</code>|<a href=\"$address\">&</a>|g; s|href=\"$subject\.md\"|href=\"$address\"|g"
done >"$work/subjects"

version=$($qkv --version | awk 'NR == 1 { print $2 }')
cp $from/site.css build/help/* "$site"
# What a link to a page shows, and its icon, which the page that runs the program has within it.
sed -n 's|^<link rel="icon" href="data:image/svg+xml,\(.*\)">$|\1|p' src/web/page/page.html |
    sed 's/%3C/</g; s/%3E/>/g; s/%23/#/g' >"$site/qkv-icon.svg"
$qkv export eight-steps --kind equation --cell 'scores[1,2]' --title 'Self-attention, one number at a time' \
    --caption 'qkv: the numbers of a lesson, and where each one comes from' --size 1200x630 -q -o "$site/qkv-card.png"
# That page as it is served can be installed by a browser.
if [ -n "$PAGE" ]; then
    sed "1,/^<title>/s|^<title>|<link rel=\"manifest\" href=\"qkv.webmanifest\">\\n&|
        s|content=\"qkv-card.png\"|content=\"${SITE}qkv-card.png\"|" "$PAGE" >"$site/qkv.html"
    cp $from/qkv-sw.js $from/qkv.webmanifest "$site"
fi

# ---- the first page -------------------------------------------------------------------------------

# picture FILE ARGUMENTS: a figure for light pages and for dark ones.
picture() {
    file=figures/$1
    eval "$qkv export $2 -q -o '$site/$file'"
    eval "$qkv export $2 -q --theme dark -o '$site/${file%.svg}-dark.svg'"
    words=$(sed -n 's|^<desc>\(.*\)</desc>.*|\1|p' "$site/$file" | head -n 1 | sed 's/"/\&quot;/g')
    size=$(sed -n 's|^<svg.* width="\([0-9.]*\)pt" height="\([0-9.]*\)pt".*|width="\1" height="\2"|p' "$site/$file")
    echo "<picture><source srcset=\"${file%.svg}-dark.svg\" media=\"(prefers-color-scheme: dark)\"><img src=\"$file\" $size alt=\"$words\"></picture>"
}

film() { # NAME SIZE
    "$TOOLS/film" "$1" lessons/01-eight-steps.md "$2" "$work/film.css" $from/scenes.txt
    cat "$work/film.css" >>"$site/site.css"
}

# The five places, with a word on each, or to be shown in the window TARGET. tests/site.sh looks for
# what each shows.
places() { # [TARGET]
    while IFS=$tab read -r lesson keys _ title text; do
        address="qkv.html#lesson=$lesson&amp;keys=$(echo "$keys" | sed 's/\]/%5D/g; s/</%3C/g; s/>/%3E/g')"
        if [ -n "${1:-}" ]; then
            echo "<li><a href=\"$address\" target=\"$1\">$title</a></li>"
        else
            echo "<li><a href=\"$address\">$title</a>. $text</li>"
        fi
    done <$from/places.txt
}

opening | html >"$work/opening"
{
    # Of the README the tagline is the heading, and the end; the rest is said by the program itself.
    sed -n '2s|<p>\(.*\)\.</p>|<h1 class="first">\1</h1>|p' "$work/opening"
    echo '<p class="lead">Predict each number, change it, and see where it came from: in this browser, or in a terminal.</p>'
    worked=$(picture worked.svg "eight-steps --kind equation --cell 'scores[1,2]'")
    if [ -n "$PAGE" ]; then
        echo '<div class="live"><iframe src="qkv.html" name="live" title="qkv, which runs in this page" loading="lazy"></iframe></div>'
        echo "<p class=\"narrow picture\"><a href=\"qkv.html\">$worked</a></p>"
        echo '<p class="actions"><a href="qkv.html#lesson=eight-steps">Start the first lesson</a>'
    else
        echo "<p class=\"picture\">$worked</p><p class=\"actions\">"
    fi
    echo '<a href="install.html">Download it</a> <a href="lessons.html">See the lessons</a></p>'
    if [ -n "$PAGE" ]; then
        echo '<p class="wide">Show in the frame above:</p><ul class="wide links">'
        places live
        echo '</ul>'
    fi
    cat $from/pitch.html
    echo '<h2>The same in a terminal</h2>
<input type="checkbox" id="pause" class="pause"><label for="pause">Pause</label>'
    film wide 80x24
    film narrow 60x16
    echo '<h2>Figures for your slides</h2>
<p>Each is drawn from the numbers of a program: those of a lesson, or of your own listing. <a href="figures.html">Ten
of them, with their commands</a>.</p>'
    echo "<p class=\"picture\">$(picture sixteen.svg 'tests/screens/lessons/sixteen.py weights_1 --kind heads --size 1000x560')</p>"
    echo '<h2>A course of four evenings</h2>'
    awk 'shown { print } /eight-steps-weights/ { shown = 1 }' "$work/opening"
} >"$body"
page index.html Start 'Walk through self-attention one operation at a time, in a browser or a terminal: every number can be predicted, changed, and followed to where it came from.'

# ---- figures --------------------------------------------------------------------------------------

# figure TITLE FILE ARGUMENTS: with its command below.
figure() {
    before='' after='' # what moves can be stopped
    case $3 in *--animate*) before='<details open><summary>Close this to stop it</summary>' after='</details>' ;; esac
    cat <<END
<figure>
<figcaption><h2>$1</h2></figcaption>
$before$(picture "$2" "$3")$after
<pre tabindex="0"><code>$(echo "qkv export $3 -o $2" | escaped)</code></pre>
</figure>
END
}

{
    echo '<h1>Ten figures</h1>
<p>The program drew them from the numbers of its lessons, each by the command below it; a click on a
command selects it. The same commands draw your own listing, notebook or file of tensors, as PNG, SVG,
PDF or TikZ. <a href="manual-figures.html">The manual</a> says what else can be chosen.</p>'
    while IFS='|' read -r title file arguments; do
        figure "$title" "$file" "$arguments" </dev/null
    done <$from/figures.txt
} >"$body"
page figures.html Figures 'Ten figures of attention, each with the command that drew it.'

# ---- lessons --------------------------------------------------------------------------------------

# The lessons, a line each, with tabs: number, name, file, minutes, part, title, question.
$qkv lessons --json | sed 's/}, {"name"/}\n{"name"/g' | awk '
    function field(key, rest) {
        rest = substr($0, index($0, "\"" key "\": ") + length(key) + 4)
        if (!match(rest, /^"([^"\\]|\\.)*"/)) return rest + 0
        rest = substr(rest, 2, RLENGTH - 2)
        gsub(/\\"/, "\"", rest)
        return rest
    }
    { file = field("path"); sub(/.*\//, "", file); sub(/\.md$/, "", file); OFS = "\t"
      print field("number"), field("name"), file, field("minutes"), field("part"), field("title"), field("summary") }
' | escaped >"$work/lessons"

lessons() {
    group=
    while IFS=$tab read -r number short file minutes part title question; do
        $qkv show "$short" --handout --html >"$site/handouts/$file.html" </dev/null
        if [ "$part" != "$group" ]; then
            [ -z "$group" ] || echo '</ol>'
            echo "<h2>$part</h2><ol start=\"$number\" class=\"lessons\">"
            group=$part
        fi
        run=
        [ -z "$PAGE" ] || run=" · <a href=\"qkv.html#lesson=$short\" aria-label=\"Walk through it: $title\">Walk through it</a>"
        cat <<END
<li><h3>$title</h3>
<p>$question</p>
<p class="links"><a href="handouts/$file.html" aria-label="Handout: $title">Handout</a>$run · $minutes minutes · <code>qkv learn $short</code></p></li>
END
    done <"$work/lessons"
    echo '</ol>'
}

{
    echo '<h1>The lessons</h1>
<p>Four evenings, and what can be read afterwards. Each lesson begins with a question, asks for numbers
before it shows them, and ends with the whole in one breath. A handout is the lesson on paper, without
the answers and with room to write; a browser prints it.</p>'
    lessons
} >"$body"
page lessons.html Lessons "The course: $(grep -c . "$work/lessons") lessons on attention, with handouts to print."

# ---- the page that runs it ------------------------------------------------------------------------

if [ -n "$PAGE" ]; then
    {
        echo '<h1>Try it in this browser</h1>
<p class="lead">The whole program with all its lessons is one page. It runs in the browser itself, also
without a network.</p>
<p class="actions"><a href="qkv.html">Open the page</a></p>
<h2>Five places to begin</h2>
<ul class="places">'
        places
        echo '</ul>'
        html <assets/manual/page.md | sed '1s/.*/<h2>What the page can do<\/h2>/'
    } >"$body"
    page try.html 'Try it' 'The program itself, in a page.'
fi

# ---- text -----------------------------------------------------------------------------------------

{
    echo '<h1>The manual</h1>
<p>A page for each subject. <code>qkv help</code> prints them as well, and <a href="man.html">the man
page</a> has all commands and options.</p>
<ul class="contents">'
    manual | escaped | while IFS=$tab read -r subject address phrase; do
        echo "<li><a href=\"$address\">$subject</a>: $phrase</li>"
    done
    echo '</ul>'
} >"$body"
page manual.html Manual 'The manual of qkv, a page for each subject.'

manual | while IFS=$tab read -r subject address phrase; do
    [ "$address" = "manual-$subject.html" ] || continue
    terms <"assets/manual/$subject.md" | html >"$body"
    page "$address" "$(sed -n '1s/^# //p' "assets/manual/$subject.md" | escaped)" "The manual of qkv: $phrase."
done

{
    html <assets/manual/writing-lessons.md
    echo '<h2 id="template">What <code>qkv new</code> writes</h2>
<p>A lesson of four steps that passes <code>qkv check</code>, to be replaced piece by piece.</p>'
    printf '<pre tabindex="0"><code>%s</code></pre>\n' "$($qkv new my-lesson -o - | escaped)"
} >"$body"
page write.html 'Write a lesson' 'How to write a lesson of your own, in Markdown.'

# download FILE SAYS: a copy of it, with its size and its sum.
download() {
    mkdir -p "$site/download"
    cp "$1" "$site/download/"
    short=${1##*/}
    sum=$(cd "$site/download" && sha256sum "$short" | tee -a SHA256SUMS | cut -d ' ' -f 1)
    cat <<END
<li><h3><a href="download/$short" download>$short</a> <small>$(wc -c <"$1" | awk '{ printf "%.1f MB", $1 / 1e6 }')</small></h3>
<p>$2</p>
<p class="links">SHA-256 <code>$sum</code></p></li>
END
}

downloads() { # those that are there
    for file in ${PAGE:+"$PAGE"} ${PACKAGES:+"$PACKAGES"/*} ${SOURCE:+"$SOURCE"}; do
        short=${file##*/}
        [ -f "$file" ] || continue
        case $short in
        qkv.html) download "$file" 'The whole program with its lessons in one file. Save it and open it in a browser: nothing
has to be installed, and it needs no network.' ;;
        "qkv_${version}_"*.deb) download "$file" "For Debian: <code>sudo apt install ./$short</code>" ;;
        "qkv-$version-"*.whl) download "$file" "For Python and its notebooks: <code>pip install ./$short</code>" ;;
        "qkv-$version.tgz") download "$file" "For pages and programs in JavaScript: <code>npm install ./$short</code>" ;;
        "qkv-$version.tar.gz") download "$file" "The source. <code>make run</code> in its folder installs what is missing, builds
the program and opens the first lesson." ;;
        esac
    done
}

{
    echo '<h1>Install</h1>'
    [ -z "$PAGE" ] || echo '<p class="lead">To try it, install nothing: <a href="qkv.html">the page</a> is the whole program.</p>'
    downloads >"$work/downloads"
    if [ -s "$work/downloads" ]; then
        echo '<h2 id="download">Download</h2><ul class="downloads">'
        cat "$work/downloads"
        echo '</ul><p><code>sha256sum -c SHA256SUMS</code> compares what you have with <a href="download/SHA256SUMS">all sums</a>.</p>'
    fi
    sed 1d assets/manual/installing.md | html
    echo '<h2 id="needs">What it is built with</h2>
<p><code>make run</code> and <code>make deps</code> install what of this is missing.</p>
<div class="wide-table" tabindex="0" role="region" aria-label="Packages"><table><thead><tr><th scope="col">Debian, Ubuntu</th><th scope="col">Fedora</th><th scope="col">Arch</th><th scope="col">Homebrew</th></tr></thead><tbody>'
    awk '$1 == "build" { sub(",", ", ", $3)
        print "<tr><td>" $3 "</td><td>" $4 "</td><td>" $5 "</td><td>" $6 "</td></tr>" }' tests/support/deps.sh
    echo '</tbody></table></div>'
} >"$body"
page install.html Install 'Download qkv, or build it: the page for browsers, packages, the source.'

{
    echo '<h1>What each version brings</h1>'
    sed 1d NEWS.md | html
} >"$body"
page news.html News 'What each version of qkv brings.'

{
    echo '<h1>The manual page</h1>'
    $qkv help --man | mandoc -T html -O fragment | sed -E '
        /<table class="(head|foot)">/,/<\/table>/d; /^<p class="Pp"><\/p>$/d
        s/<(\/?)h2( class="Ss"|>)/<\1h3\2/g; s/<h1 class="Sh"/<h2 class="Sh"/; s/<\/h1>/<\/h2>/
        s/<pre>/<pre tabindex="0">/'
} >"$body"
page man.html 'Man page' 'The manual page of qkv: all commands and options.'
echo "  wrote  $site/index.html"
