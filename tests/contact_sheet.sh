#!/bin/sh
# Every kind of figure in every theme and for every place, and what is found in listings without a
# tensor named, as one page of pictures to look at: build/contact-sheet/index.html.
#
#   contact_sheet.sh          all of it
#   LESSON=masking            of another lesson than multi-head
#   PROGRAM=build/qkv         the program
set -u
cd "$(dirname "$0")/.." || exit 1
program=${PROGRAM:-build/qkv} lesson=${LESSON:-multi-head} out=build/contact-sheet
kinds='heatmap equation heads flow survey steps worksheet'
themes=$($program export "$lesson" --theme none 2>&1 | sed -n 's/.* takes \(.*\), not.*/\1/p' |
    sed 's/,//g; s/ or / /')
places='slides beamer paper'
listings='nano_gpt bert_layer gpt_block vision transformer_module einsum_heads llama bahdanau
          encoder_decoder character_gpt attention_classifier'
rm -rf "$out" && mkdir -p "$out" || exit 1

failed=0 drawn=0
# The patterns of a survey take more tokens than most lessons have.
lesson_of() {
    if [ "$1" = survey ]; then echo tests/listings/nano_gpt.py; else echo "$lesson"; fi
}

# What is refused says what to try instead.
draw() {
    case " $* " in
    *' worksheet '*)
        $program export "$@" -o "$out/sheet.pdf" --force &&
            pdftoppm -r 60 -png -singlefile "$out/sheet.pdf" "$out/$name"
        ;;
    *) $program export "$@" --dpi 110 -o "$out/$name.png" ;;
    esac > "$out/said" 2>&1 || grep -q '^  try: ' "$out/said"
}

# picture NAME CAPTION ARGUMENTS …: draws it, and adds it to the page with what was said of it.
picture() {
    name=$1 caption=$2
    shift 2
    drawn=$((drawn + 1))
    draw "$@" || failed=$((failed + 1))
    said=$(grep -v '^wrote' "$out/said" | sed 's/&/\&amp;/g; s/</\&lt;/g')
    printf '<figure><img src="%s.png" alt=""><figcaption>%s<pre>%s</pre></figcaption></figure>\n' \
        "$name" "$caption" "$said"
}

{
    cat << 'END'
<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>
body { background: #8a8a8a; font: 13px sans-serif; margin: 12px }
section { display: flex; flex-wrap: wrap; gap: 10px; align-items: flex-start }
figure { margin: 0; width: 380px } img { max-width: 100%; display: block }
pre { white-space: pre-wrap; color: #600; margin: 0 }
</style>
END
    for kind in $kinds; do
        printf '<h2>%s</h2><section>\n' "$kind"
        for theme in ${themes:-light dark print transparent}; do
            picture "$kind-$theme" "$kind, $theme" "$(lesson_of $kind)" --kind "$kind" --theme "$theme"
        done
        for place in $places; do
            picture "$kind-$place" "$kind for $place" "$(lesson_of $kind)" --kind "$kind" --for "$place"
        done
        printf '</section>\n'
    done
    printf '<h2>Listings, no tensor named</h2><section>\n'
    for listing in $listings; do
        for kind in heatmap heads; do
            picture "$listing-$kind" "$listing, $kind" "tests/listings/$listing.py" --kind $kind --for slides
        done
    done
    printf '</section>\n'
    rm -f "$out/said" "$out/sheet.pdf"
    echo "$drawn pictures in $out/index.html, $failed could not be drawn" >&2
} > "$out/index.html"
[ "$failed" -eq 0 ]
