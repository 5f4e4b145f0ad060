#!/bin/sh
# Puts a page together on standard output: pack.sh build/web/program, which is program.js and
# program.wasm. Lessons and the program are packed; everything is in the one file.
set -eu
cd "$(dirname "$0")/../.."
program=$1
work=$(mktemp) page=$(mktemp)
trap 'rm -f "$work" "$page"' EXIT

packed() { # what comes in, as a browser unpacks it: unpacked() of files.js; packed only once
    cat >"$work"
    kept=${program%/*}/letters/$(cksum <"$work" | tr ' ' -)
    if [ ! -s "$kept" ]; then
        mkdir -p "${kept%/*}"
        letters >"$kept.new"
        mv "$kept.new" "$kept"
    fi
    cat "$kept"
}

letters() {
    zopfli -c "$work" | node -e '
        const bytes = require("fs").readFileSync(0), more = (9 - (bytes.length % 9)) % 9;
        const all = Buffer.concat([bytes, Buffer.alloc(more)]).toString("hex"), letters = [String(more)];
        for (let at = 0; at < all.length; at += 18) { // eleven letters of 94 are nine bytes
            let number = BigInt("0x" + all.slice(at, at + 18)), group = "";
            for (let i = 0; i < 11; i++, number /= 94n) {
                const code = 32 + Number(number % 94n); // from a space to ~ without <
                group = String.fromCharCode(code + (code >= 60)) + group;
            }
            letters.push(group);
        }
        process.stdout.write(letters.join(""));'
}

# {"01-eight-steps.md": "…", "translator/translator.pt": ["…, in base64"], …}: what lessons read, too.
lessons_as_json() {
    node -e '
        const fs = require("fs"), all = {};
        const text = /\.(md|py|json|txt)$/;
        for (const name of fs.readdirSync("lessons", { recursive: true }).sort()) {
            const path = "lessons/" + name;
            if (fs.statSync(path).isDirectory() || /(^|\/)(README.md|train.py|check.py|alice.txt)$/.test(name)) continue;
            const bytes = fs.readFileSync(path);
            all[name] = text.test(name) ? bytes.toString() : [bytes.toString("base64")];
        }
        process.stdout.write(JSON.stringify(all));'
}

# The first lesson on paper; qkv export --format page puts that of its own lesson there.
noscript() {
    XDG_DATA_DIRS=/nowhere build/qkv show lessons/01-eight-steps.md --handout --html |
        sed -n '/<style>/,/<\/style>/p; /<main>/,/<\/main>/p'
}

# The first screen with its first picture, which is painted before the program is there.
hero() {
    sentence=$(sed -n 's/.*id="hero-sentence".* value="\([^"]*\)".*/\1/p' src/web/page/hero.html)
    words=$(echo "$sentence" | sed 's/ /", "/g; s/.*/["&"]/')
    sed "s/@words@/$words/; s/@times@/1/" src/web/page/hero.md >"$work.md"
    XDG_DATA_DIRS=/nowhere build/qkv export "$work.md" weights --kind flow --bare --min 0.01 --theme transparent -o - --format svg |
        sed '1d; s/<title>.*<\/title>//; s/<desc>.*<\/desc>//' >"$work.svg"
    test -s "$work.svg"
    sed -e "s/@count@/$(ls lessons/[0-9]*.md | wc -l)/" -e "/@first@/{s/@first@.*//;r $work.svg
a </div>
}" src/web/page/hero.html
    rm "$work.md" "$work.svg"
}

# The modules as one script, which begins with begin.js.
script() {
    esbuild --bundle --format=iife --minify --target=es2022 --log-level=warning --loader:.md=text src/web/page/begin.js
}

style() { # those of the modules after the page's own, whose variables they use
    cd src/web/page
    cat page.css $(ls ./*.css | grep -v '^./page.css$') | esbuild --loader=css --minify
}

# The policy names the scripts and the styles that there are by their hashes: no other is run.
with_policy() {
    node -e '
        const fs = require("fs"), page = fs.readFileSync(0, "utf8");
        const hash = (text) => `\x27sha256-${require("crypto").createHash("sha256").update(text).digest("base64")}\x27`;
        const all = (pattern) => [...page.matchAll(pattern)].map((one) => hash(one[1]));
        const scripts = [...all(/<script>([^]*?)<\/script>/g), hash(fs.readFileSync(process.argv[1]))];
        const styles = all(/<style>([^]*?)<\/style>/g);
        process.stdout.write(page.replace("@scripts@", scripts.join(" ")).replace("@styles@", styles.join(" ")));' "$1"
}

while IFS= read -r line; do
    case $line in
    *@css@*) printf '<style>'; (style); echo '</style>' ;;
    *@hero@*) hero ;;
    *@noscript@*) echo '<noscript id="paper">'; noscript; echo '</noscript>' ;;
    *@lessons@*) printf '<script type="text/plain" id="lessons">'; lessons_as_json | packed; echo '</script>' ;;
    *@wasm@*) printf '<script type="text/plain" id="program">'; packed <"$program.wasm"; echo '</script>' ;;
    *@glue@*) printf '<script type="text/plain" id="glue">'; packed <"$program.js"; echo '</script>' ;;
    *@js@*) echo '<script>'; script; echo '</script>' ;;
    *) printf '%s\n' "$line" ;;
    esac
done <src/web/page/page.html >"$page"
with_policy "$program.js" <"$page"
