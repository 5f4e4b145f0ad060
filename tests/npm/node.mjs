// What a program in node calls.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { finish, test } from "../web/browser.mjs";
import { difference, imported, native, project, sameObjects } from "./project.mjs";

const LISTING = `import torch
q = torch.tensor([[1., 0.], [0., 2.]])
k = torch.tensor([[1., 1.], [0., 3.]])
scores = q @ k.T
weights = torch.softmax(scores, dim=-1)
print(weights)
`;
const folder = mkdtempSync(join(tmpdir(), "qkv-npm-")), file = join(folder, "listing.py");
writeFileSync(file, LISTING);

let compiled = 0;
const compile = WebAssembly.compile;
WebAssembly.compile = (bytes) => { compiled += bytes.byteLength > 1e6; return compile(bytes); }; // node has small ones of its own
const { command, explain, lessonNames, library, QkvError, run, show, svg } = await imported("index.js");
const texts = (drawn) => [...drawn.matchAll(/<(?:text|title|desc)[^>]*>([^<]*)/g)].map((one) => one[1]).join("\n");

await test("run prints what the program prints", async () => {
  const { output, error, status } = await run(LISTING);
  return difference("output", output, native(["run", file]).output) || difference("error", error, "") || difference("status", status, 0);
});

await test("a mistake is an error with its place", async () => {
  const { output, error, status } = await run("print(1)\nimport torch\ntorch.ones(2, 3) @ torch.ones(2)\n", { name: "mine.py" });
  return difference("output", output, "1\n") || difference("status", status, 1) || (/mine\.py", line 3|mine\.py:3:/.test(error) ? "" : error);
});

await test("a word is a name: of a lesson, of a file, or of one that is misspelled", async () => {
  const wrong = await svg("eight-step", "weights").then(() => "an SVG", (error) => `${error.message} ${error.hint}`);
  const none = await run().then(() => "ran", (error) => error.constructor.name + error.message);
  return difference("a file", (await run("sub/mine.py", { files: { "sub/mine.py": "print(3)" } })).output, "3\n")
    || (/no such lesson/.test(wrong) && /did you mean eight-steps/.test(wrong) ? "" : wrong) || (/^TypeError.*no code/.test(none) ? "" : none);
});

await test("explain and show are the objects of --json", async () => {
  const same = async (what, is, words) => sameObjects(what, JSON.stringify(is), JSON.stringify(JSON.parse(native(words, { cwd: folder }).output)));
  return await same("of a lesson", await explain("eight-steps", "scores[0,1]", { depth: 2 }), ["explain", "eight-steps", "scores[0,1]", "--json", "--depth", "2"])
    || await same("of a listing", await explain(LISTING, "weights[1,0]", { name: "listing.py", set: ["q[0,0]=3"] }), ["explain", "listing.py", "weights[1,0]", "--json", "--set", "q[0,0]=3"])
    || await same("a walk", await show(LISTING, { name: "listing.py" }), ["show", "listing.py", "--json"]);
});

await test("svg has the same numbers and words as the program's", async () => {
  for (const [tensor, options, words] of [["weights", {}, []], ["scores", { noValues: true, title: "Scores" }, ["--no-values", "--title", "Scores"]], ["scores_0", { kind: "equation" }, ["--kind", "equation"]]]) {
    const drawn = await svg("eight-steps", tensor, options), should = native(["export", "eight-steps", tensor, "--format", "svg", "-o", "-", ...words]).output;
    const wrong = /^<\?xml|^<svg/.test(drawn) ? difference(tensor, texts(drawn), texts(should)) : drawn.slice(0, 200);
    if (wrong) return wrong;
  }
  return "";
});

await test("what is wrong is thrown, with what may help", async () => {
  const problem = await explain("eight-steps", "scroes[0,1]").catch((problem) => problem);
  if (!(problem instanceof QkvError) || !/scroes/.test(problem.message) || /^qkv:/.test(problem.message)) return String(problem);
  return problem.hint || (await svg(LISTING, "weights", { kind: "no-such" }).catch((other) => other.status)) === 2 ? "" : "no hint";
});

await test("files are read, and nothing of the machine", async () => {
  const files = { "two.csv": "1,2\n3,4\n", "help.py": "def twice(x): return x + x\n" };
  const own = await run('import numpy\nfrom help import twice\nprint(twice(numpy.loadtxt("two.csv", delimiter=",")))\n', { files });
  const others = await run('print(open("/etc/passwd").read())\n');
  return difference("own", own.output, "[[2. 4.]\n [6. 8.]]\n") || (/PermissionError|FileNotFoundError/.test(others.error) && !others.output ? "" : JSON.stringify(others));
});

await test("Markdown and notebooks are told from code, and a lesson by its name", async () => {
  const markdown = "# A lesson\n\n## A step\n\n```python\nx = 1 + 1\nprint(x)\n```\n";
  const notebook = JSON.stringify({ cells: [{ cell_type: "code", metadata: {}, source: ["print(3)"], outputs: [], execution_count: null }], metadata: {}, nbformat: 4, nbformat_minor: 5 });
  const outputs = [(await run(markdown)).output, (await run(notebook)).output];
  const names = await lessonNames(), files = Object.keys(await library());
  return difference("outputs", outputs.join(), "2\n,3\n") || (names[0] === "eight-steps" && names.length > 20 && files.includes("translator/translator.pt") ? "" : names.join());
});

await test("any command, with standard input", async () => {
  const checked = await command(["check", "mine.md"], { files: { "mine.md": "# A\n\n## B\n\n```python\nprint(2)\n```\n\n```output\n3\n```\n" } });
  const typed = await command(["show", "-"], { input: LISTING });
  return difference("check", checked.status, 1) || (/mine\.md:/.test(checked.error + checked.output) ? "" : checked.error) || difference("show -", typed.output, native(["show", "-"], { input: LISTING }).output);
});

await test("a program without an end is stopped", async () => {
  const stop = new AbortController(), from = Date.now();
  setTimeout(() => stop.abort(new Error("enough")), 300);
  const problem = await run("while True:\n    pass\n", { signal: stop.signal }).catch((problem) => problem);
  return problem.message === "enough" && Date.now() - from < 30000 ? "" : String(problem);
});

await test("runs at the same time do not disturb one another, and share one compiled module", async () => {
  const outputs = await Promise.all([1, 2, 3, 4].map((n) => run(`x = ${n}\nfor i in range(20000): x = x + 1\nprint(x)\n`)));
  return difference("outputs", outputs.map((one) => one.output).join(""), [1, 2, 3, 4].map((n) => n + 20000 + "\n").join("")) || difference("compiled", compiled, 1);
});

await test("generators and deep calls", async () => {
  const { output } = await run("def g(n):\n    if n: yield from g(n - 1)\n    yield n\nprint(sum(g(30)))\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(200))\n");
  const endless = await run("def f(n): return f(n + 1)\nf(0)\n");
  return difference("output", output, "465\n200\n") || (endless.status === 1 && /RecursionError|deeply/.test(endless.error) ? "" : JSON.stringify(endless).slice(0, 300));
});

await test("the types hold, of what is promised and of what is used", () => {
  writeFileSync(join(project, "used.ts"), readFileSync("tests/npm/used.ts"));
  const { stdout, status } = spawnSync("tsc", ["--noEmit", "--strict", "--module", "es2022", "--moduleResolution", "node", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--typeRoots", folder, join(project, "used.ts")], { encoding: "utf8" });
  const own = spawnSync("tsc", ["-p", resolve("src/npm")], { encoding: "utf8" });
  return stdout || own.stdout || difference("status", status + own.status, 0);
});

await finish();
