// Unit tests that were compiled to wasm, under node: unit.mjs FOLDER NAME…; what differs in a page and
// why is in differences.txt. And the listings of tests/listings, by the page's own program.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesBelow, start } from "./program.mjs";

const [folder, ...names] = process.argv.slice(2);
let passed = 0, failed = 0;

function verdict(name, wrong) {
  console.log(`${wrong ? "not ok" : "ok"} - ${name}`);
  if (wrong) console.log(wrong.split("\n").slice(0, 30).map((line) => "    " + line).join("\n"));
  wrong ? failed++ : passed++;
}

const known = readFileSync("tests/web/differences.txt", "utf8").split("\n")
  .filter((line) => line && !line.startsWith("#")).map((line) => line.split(" # ")[0]);

// Lines "FILE: CASE: what" of a failed comparison, without those that are known.
const unknown = (lines) => lines.filter((line) =>
  /^tests\/.*\.test: /.test(line) && !known.some((one) => line.startsWith(one)));

async function unit(name) {
  const lines = [];
  const module = await start(`${folder}/tests/${name}`, filesBelow("lessons", "tests/lang", "tests/screens", "tests/listings", "tests/commands/files"),
    { print: (line) => lines.push(line), printErr: (line) => lines.push(line), quit: () => {} });
  try {
    module.callMain([]);
  } catch (problem) {
    if (problem?.name !== "ExitStatus") lines.push(String(problem.stack || problem));
  }
  const ran = lines.some((line) => /test\(s\) run/.test(line));
  const others = lines.filter((line) => /^\[  FAILED  \] \w/.test(line) && !/test_every_program|test_they_print|screens_look/.test(line) && !/listed below/.test(line));
  others.push(...lines.filter((line) => /--- ERROR/.test(line)));
  const wrong = ran ? [...unknown(lines), ...others] : lines.slice(-10);
  verdict(name + " as wasm", wrong.join("\n"));
}

async function listings() {
  const work = mkdtempSync(join(tmpdir(), "qkv-"));
  for (const file of readdirSync("tests/listings").filter((name) => name.endsWith(".py"))) {
    const path = "tests/listings/" + file;
    const program = await start(`${folder}/program`, filesBelow("tests/listings"));
    program.FS.chdir("/data/qkv/tests/listings");
    program.ccall("web_run", null, ["string"], [readFileSync(path, "utf8")]);
    while (program._web_is_busy()) program._web_go_on();
    const printed = join(work, "printed");
    writeFileSync(printed, program.UTF8ToString(program._web_result()));
    let wrong = "";
    try {
      execFileSync("awk", ["-f", "tests/support/drift.awk", path, path.replace(/py$/, "out"), printed], { encoding: "utf8" });
    } catch (problem) {
      wrong = problem.stdout || String(problem);
    }
    verdict(`${file} prints what Python prints`, known.includes(path) ? "" : wrong);
  }
  rmSync(work, { recursive: true });
}

for (const name of names) await unit(name);
await listings();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
