#!/bin/sh
# The npm package: pack.sh build/npm 1.1.0 makes build/npm/qkv-1.1.0.tgz of build/npm/program.{js,wasm},
# build/web/qkv.html, the lessons and src/npm.
set -eu
cd "$(dirname "$0")/../.."
folder=$1 version=$2
into=$folder/package
rm -rf "$into"
mkdir -p "$into/share/qkv" "$into/bin"

cp src/npm/*.js src/npm/index.d.ts src/npm/elements.d.ts src/npm/README.md LICENSE "$into"
cp src/npm/bin/qkv.js "$into/bin"
chmod +x "$into/bin/qkv.js"
sed "s/@version@/$version/" src/npm/package.json >"$into/package.json"

{ cat "$folder/program.js" && echo 'export default startQkv;'; } >"$into/glue.js"
gzip -9 -n <"$folder/program.wasm" >"$folder/program.wasm.gz"
node -e '
    const fs = require("fs"), [from, into] = process.argv.slice(1);
    fs.writeFileSync(into, `export default "${fs.readFileSync(from).toString("base64")}";\n`);' \
    "$folder/program.wasm.gz" "$into/wasm.js"

cp build/web/qkv.html "$into/share/qkv"
cp -R lessons "$into/share/qkv"
rm -f "$into/share/qkv/lessons/README.md" "$into/share/qkv/lessons"/*/README.md "$into/share/qkv/lessons"/*/train.py "$into/share/qkv/lessons"/*/check.py "$into/share/qkv/lessons/alice/alice.txt"
node -e '
    const fs = require("fs"), [from, into] = process.argv.slice(1), all = {};
    for (const path of fs.readdirSync(from, { recursive: true }).sort()) {
        const name = path.replaceAll("\\", "/"), full = `${from}/${name}`;
        if (fs.statSync(full).isDirectory()) continue;
        const bytes = fs.readFileSync(full);
        all[name] = /\.(md|py|json|txt)$/.test(name) ? bytes.toString() : [bytes.toString("base64")];
    }
    fs.writeFileSync(into, `export default ${JSON.stringify(all)};\n`);' \
    "$into/share/qkv/lessons" "$into/lessons.js"

# The page, for <qkv-lesson>: its modules as one script, its styles, what is between.
page=src/web/page
esbuild --bundle --format=iife --minify --target=es2022 --log-level=warning --loader:.md=text $page/begin.js >"$folder/page.js"
(cd $page && cat page.css $(ls ./*.css | grep -v '^./\(page\|hero\|course\).css$') ../../npm/embed.css) | esbuild --loader=css --minify >"$folder/page.css"
node -e '
    const fs = require("fs"), [html, css, script, into] = process.argv.slice(1).map((path, i) => (i < 3 ? fs.readFileSync(path, "utf8") : path));
    const body = html.slice(html.indexOf("<body>") + "<body>".length, html.indexOf("</body>"))
        .replace(/<script[^]*?<\/script>|<noscript[^]*?<\/noscript>|@hero@/g, "");
    const parts = { body: body.trim(), css, script };
    fs.writeFileSync(into, Object.entries(parts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`).join(""));' \
    $page/page.html "$folder/page.css" "$folder/page.js" "$into/page.js"

(cd "$into" && npm pack --silent --pack-destination .. >/dev/null)
