#!/bin/sh
# The pages that `make site` made, build/site/: they hold together, are valid, fetch nothing from
# elsewhere, and come out the same again. `make site-test` makes them first. Where `make web-test` has
# fetched what drives Chromium, they are looked at there, too.
set -u
cd "$(dirname "$0")/.." || exit
qkv=$PWD/build/qkv site=$PWD/build/site PAGE=${PAGE:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

verdict() { # NAME WHAT-IS-WRONG
    [ -z "$2" ] || { echo "$2"; printf 'not '; }
    echo "ok - $1"
}

cd "$site" || exit 1
pages=$(find . -name '*.html' ! -name qkv.html | sort)

links() { # each "PAGE ADDRESS" of what is linked to, shown or fetched
    for page in $pages; do
        grep -oE ' (href|src|srcset)="[^"]*"' "$page" | sed "s|^[^\"]*\"|$page |; s|\"\$||"
    done
}

links | sort -u | while read -r page address; do
    case $address in http://* | https://* | data:*) continue ;; esac
    target=$(dirname "$page")/${address%%#*} anchor=
    [ -n "${address%%#*}" ] || target=$page
    case $address in *'#'*) anchor=${address#*#} ;; esac
    if [ ! -s "$target" ]; then
        echo "$page: $address is not there"
    elif [ -n "$anchor" ] && [ "${target##*/}" != qkv.html ]; then
        grep -q " id=\"$anchor\"" "$target" || echo "$page: $address has no such place"
    fi
done >"$work/lost"
verdict "each link and picture is there" "$(cat "$work/lost")"
verdict "there are links at all" "$([ "$(links | wc -l)" -gt 200 ] || echo "$(links | wc -l) links")"
verdict "tidy finds nothing" \
    "$(for page in $pages; do # it does not know yet that frames may wait
        tidy -eq "$page" 2>&1 | grep -vF '<iframe> proprietary attribute "loading"' | sed "s|^|$page: |"
    done)"
# shellcheck disable=SC2086
verdict "nothing is fetched from elsewhere, and the program alone is in a frame" \
    "$(grep -nE ' (src|srcset)="[a-z]*:|<link [^>]*href="[a-z]*:|<(script|object|embed)' $pages |
        grep -v ' src="data:image/svg+xml;base64,[^"]*"' | cut -c 1-200
    grep -nE '@import|url\(' site.css
    grep -n '<iframe' $pages | grep -v 'index.html:.*<iframe src="qkv.html" name="live" title="[^"]*" loading="lazy">'
    [ "$(grep -c '<iframe' index.html)" = "${PAGE:+1}" ] || [ -z "$PAGE" ] || echo "no frame with the program")"
own=$(echo "$pages" | grep -v handouts/)
# shellcheck disable=SC2086
verdict "a link to a page shows its title, a sentence on it and a picture, which is 1200 pixels by 630" \
    "$(for tag in 'name="description"' 'property="og:title"' 'property="og:description"' 'property="og:image"' 'rel="icon"'; do
        grep -L "$tag" $own | sed "s/$/ has no $tag/"
    done
    grep -L 'name="description" content="[^"]\{20,\}"' $own
    od -A n -t x1 -j 16 -N 8 qkv-card.png | grep -v '00 00 04 b0 00 00 02 76')"
verdict "what is offered for download is what was built, each with its size and its sum" \
    "$(built=$(cd "$OLDPWD" && for file in ${PAGE:+"$PAGE"} ${PACKAGES:+"$PACKAGES"/*} ${SOURCE:+"$SOURCE"}; do
        case ${file##*/} in *dbgsym* | *.rb) continue ;; esac
        [ ! -f "$file" ] || echo "${file##*/}"
    done)
    for file in $built; do
        grep -qF "href=\"download/$file\"" install.html || echo "$file is not offered"
        cmp "$(cd "$OLDPWD" && ls -d "$PWD/build/web/$file" "$PWD/build/packages/$file" "$PWD/build/$file" 2>/dev/null | head -n 1)" "download/$file"
        grep -qF "$(sha256sum "download/$file" | cut -d ' ' -f 1)" install.html || echo "$file: not its sum"
    done
    [ -z "$built" ] || (cd download && sha256sum --quiet -c SHA256SUMS)
    [ "$(grep -c ' download>' install.html)" = "$(echo "$built" | grep -c .)" ] || echo "offered is not what was built"
    [ -n "$built" ] || ! grep -n 'href="download' install.html)"
verdict "what a link is called for those who hear it begins with what is seen" \
    "$(grep -ohE 'aria-label="[^"]*">[^<]*' lessons.html | awk -F '["<>]' '
        index($2, $4) != 1 { print "\"" $2 "\" is not \"" $4 "\"" }')"
verdict "one first heading and one main part on each page" \
    "$(for page in $pages; do
        for tag in h1 main; do
            [ "$(grep -o "<${tag}[ >]" "$page" | wc -l)" = 1 ] || echo "$page: not one $tag"
        done
    done)"
# shellcheck disable=SC2086
verdict "nothing is left of templates, comments and this machine" \
    "$(grep -nF -e '{{' -e '<!-- ' -e "$site" -e "$HOME/" $pages | cut -c 1-200)"

version=$(sed -n 's/^VERSION := //p' "$OLDPWD/Makefile")
# shellcheck disable=SC2086
verdict "each page ends with the version, and nothing else of --version" \
    "$(grep -L "^<p>qkv $version, MIT licence[.]" $pages | grep -v handouts/)"

drawn=$(grep -c '<figure>' figures.html)
verdict "ten figures, each for light and dark pages, each said in words" \
    "$([ "$drawn" = 10 ] || echo "$drawn figures"
    [ "$(grep -cE '<img [^>]*alt="[^"]{20,}' figures.html)" = 10 ] || echo "a figure is not said in words"
    for file in figures/*.svg; do
        [ "$(grep -cE '<(rect|path|line|text)' "$file")" -gt 3 ] || echo "$file is empty"
        [ -s "${file%.svg}-dark.svg" ] || [ "$file" != "${file%-dark.svg}" ] || echo "$file has no dark one"
    done)"
verdict "each lesson has its handout" \
    "$(cd "$OLDPWD" && for lesson in lessons/*.md; do
        file=handouts/$(basename "$lesson" .md).html
        [ -s "$site/$file" ] && grep -q "href=\"$file\"" "$site/lessons.html" || echo "no $file"
    done)"
verdict "the film has a scene for each line of scenes.txt, and one that stands still" \
    "$(wanted=$(wc -l <"$OLDPWD/assets/site/scenes.txt")
    for film in wide narrow; do
        [ "$(grep -c "<p class=\"part $film-" index.html)" = "$wanted" ] || echo "$film: not $wanted scenes"
        [ "$(grep -c "<p class=\"part $film-.* still\"" index.html)" = 1 ] || echo "$film: no still scene"
    done)"

cd "$OLDPWD" || exit 1
while IFS="$(printf '\t')" read -r lesson keys shows _; do
    "$qkv" show "$lesson" --screen --size 100x30 --keys "$keys" </dev/null | grep -qF "$shows" ||
        echo "$lesson $keys does not show \"$shows\""
done <assets/site/places.txt >"$work/places"
verdict "the five places show what they say" "$(cat "$work/places")"

modules=${NODE_PATH:-}
[ ! -d build/web/npm/node_modules/axe-core ] || modules=$PWD/build/web/npm/node_modules
if [ -d "$modules/axe-core" ] && command -v chromium >/dev/null; then
    NODE_PATH=$modules node tests/site.cjs build/site
else
    echo "# not looked at in Chromium: make web-test fetches what drives it"
fi

assets/site/site.sh "$work/again" >/dev/null
verdict "made again, every byte is the same" "$(diff -rq "$site" "$work/again")"
