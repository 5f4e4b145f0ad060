#!/bin/sh
# The pages that `make site` made, build/site/: they hold together, are valid, fetch nothing from
# elsewhere, and come out the same again. `make site-test` makes them first.
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
    case $address in http://* | https://*) continue ;; esac
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
    "$(for page in $pages; do tidy -eq "$page" 2>&1 | sed "s|^|$page: |"; done)"
# shellcheck disable=SC2086
verdict "nothing is fetched from elsewhere" \
    "$(grep -nE ' (src|srcset)="[a-z]*:|<link [^>]*href="[a-z]*:|<(script|iframe|object|embed)' $pages
    grep -nE '@import|url\(' site.css)"
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

assets/site/site.sh "$work/again" >/dev/null
verdict "made again, every byte is the same" "$(diff -rq "$site" "$work/again")"
