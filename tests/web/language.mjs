// Programs, by the page's own wasm under node: language.mjs FOLDER PART PARTS. The cases of tests/lang
// (what differs in a page and why is in differences.txt), and the listings of tests/listings.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, folder, test, words } from "./browser.mjs";
import { filesBelow, known, start } from "./program.mjs";

const [part, parts] = words.map(Number);

const FEW = [64, 1024, 30]; // MiB for tensors and for objects, million steps: those of tests/lang

function printed(program, code, limits = [0, 0, 0]) {
  program.ccall("web_run", null, ["string", "number", "number", "number"], [code, ...limits]);
  while (program._web_is_busy()) program._web_go_on();
  return program.UTF8ToString(program._web_result());
}

// A number in words may have another last digit: the C library of a page is musl.
function alike(a, b) {
  const NUMBER = /[\d.]+(?:e[-+]\d+)?/g, one = a.match(NUMBER) ?? [], other = b.match(NUMBER) ?? [];
  return a.replace(NUMBER, "#") === b.replace(NUMBER, "#") &&
    one.every((number, i) => number === other[i] || Math.abs(number - other[i]) <= 1e-15 * Math.abs(number));
}

// The cases of a file of tests/lang: { title, program, said }: what it prints, and its error.
function casesOf(text) {
  return text.split(/^=== /m).slice(1).map((one) => {
    const [head, ...said] = one.split(/^---(?: error(?: here)?)?\n/m);
    const [title, ...lines] = head.split("\n");
    return { title, program: lines.join("\n"), said: said.join("") };
  });
}

async function language(name) {
  const path = "tests/lang/" + name, wrong = [];
  let program = await start(`${folder}/program`, { none: "" });
  for (const { title, program: code, said } of casesOf(readFileSync(path, "utf8"))) {
    if (code.includes("<NUL>") || known.includes(`${path}: ${title}`)) continue;
    let says;
    try {
      says = printed(program, code, FEW).replaceAll("page.py", "case.py");
    } catch (problem) { // the calls of node's own were too deep: a page begins anew, too
      says = String(problem);
      program = await start(`${folder}/program`, { none: "" });
    }
    if (alike(said, says)) continue;
    const a = said.split("\n"), b = says.split("\n"), at = a.findIndex((line, i) => line !== b[i]);
    wrong.push(`${title}: line ${at + 1}\n  stated  ${a[at]}\n  printed ${b[at]}`);
  }
  return wrong.join("\n");
}

async function listing(path) {
  const work = mkdtempSync(join(tmpdir(), "qkv-")), file = join(work, "printed");
  const program = await start(`${folder}/program`, filesBelow("tests/listings"));
  program.FS.chdir("/data/qkv/tests/listings");
  writeFileSync(file, printed(program, readFileSync(path, "utf8")));
  try {
    execFileSync("awk", ["-f", "tests/support/drift.awk", path, path.replace(/py$/, "out"), file], { encoding: "utf8" });
    return "";
  } catch (problem) {
    return problem.stdout || String(problem);
  } finally {
    rmSync(work, { recursive: true });
  }
}

const named = (folder, ending) => readdirSync(folder).filter((name) => name.endsWith(ending)).sort();
const all = [
  ...named("tests/lang", ".test").map((name) => [name, () => language(name)]),
  ...named("tests/listings", ".py").filter((name) => !known.includes("tests/listings/" + name))
    .map((name) => [`${name} prints what Python prints`, () => listing("tests/listings/" + name)]),
];
for (const [name, run] of all.filter((_, i) => i % parts === part - 1)) await test(name, run);
await finish();
