// `npx qkv` on the machine's own files, beside the program itself.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, test } from "../web/browser.mjs";
import { difference, imported, installed, native, npx, sameObjects } from "./project.mjs";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "qkv-npx-")));
const here = (name, content) => { writeFileSync(join(folder, name), content); return join(folder, name); };
here("mine.py", 'import torch\nfrom other import half\nq = half(torch.ones(2, 3))\nscores = q @ q.T\nprint(scores)\n');
here("other.py", "def half(x):\n    return x / 2\n");
here("ask.md", "# A\n\nIt asks.\n\n## B\n\n```python\nx = 1 + 1\nprint(x)\n```\n\n```output\n2\n```\n\n> **Predict** `x`\n>\n> Two.\n");
here("wrong.md", "# A\n\n## B\n\n```python\nprint(2)\n```\n\n```output\n3\n```\n");

/** The same words to both: the same is printed, and the same status. */
const same = (words, options = {}) => {
  const fresh = () => ({ cwd: folder, ...options, env: { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), "qkv-state-")) } });
  const is = npx(words, fresh()), should = native(words, fresh());
  return sameObjects(words.join(" ") + ": output", is.output, should.output) || difference("error", is.error, should.error) || difference("status", is.status, should.status);
};
const all = (...cases) => cases.reduce((wrong, [words, options]) => wrong || same(words, options), "");

await test("run, show, explain and check say what the program says", () => all(
  [["run", "mine.py"]],
  [["run", join(folder, "mine.py")]],
  [["show", "mine.py"]],
  [["show", "eight-steps", "--step", "3", "--json"]],
  [["show", "mine.py", "--screen", "--size", "80x24"]],
  [["explain", "mine.py", "scores[0,1]"]],
  [["explain", "eight-steps", "outputs[0,0]", "--depth", "3"]],
  [["check", "ask.md"]],
  [["check", "wrong.md"]],
  [["run", "-"], { input: "print(2 ** 70)\n" }],
));

await test("what is wrong is said in the same words", () => all(
  [["explain", "mine.py", "no_such"]],
  [["explain", "no-such-lesson", "x"]],
  [["run", "no-such.py"]],
  [["shwo", "mine.py"]],
  [["export", "mine.py", "--no-such"]],
));

await test("help, lessons and a quiz on standard input", () => all(
  [["help"]], [["help", "export"]], [["help", "figures"]], [["lessons"]],
  [["quiz", "ask.md"], { input: "3\n2\n" }],
  [["learn", "ask.md", "--linear"], { input: "n\n2\nq\n" }],
));

await test("files are written as the program writes them, and are not replaced", () => {
  const wrote = npx(["export", "eight-steps", "weights", "-o", "w.svg"], { cwd: folder }), bytes = readFileSync(join(folder, "w.svg"));
  const again = npx(["export", "eight-steps", "weights", "-o", "w.svg"], { cwd: folder });
  const tikz = npx(["export", "mine.py", "scores", "-o", "s.tikz"], { cwd: folder });
  const left = readdirSync(folder).filter((name) => name.startsWith("."));
  return (/^wrote w\.svg: weights, .*, (\d+) bytes\n$/.exec(wrote.output)?.[1] === String(bytes.length) ? "" : wrote.output + wrote.error)
    || (String(bytes).includes("<svg") && again.status === 1 && /exists already/.test(again.error) ? "" : again.error)
    || difference("mode", (statSync(join(folder, "w.svg")).mode & 0o777).toString(8), "644")
    || difference("tikz", readFileSync(join(folder, "s.tikz"), "utf8").includes("tikzpicture"), true) || tikz.error
    || difference("left", left.join(), "") || all([["export", "mine.py", "scores", "--format", "csv"]]);
});

await test("bytes come out as they are", () => {
  const { bytes, status } = npx(["export", "mine.py", "scores", "--format", "npy", "-o", "-"], { cwd: folder });
  return difference("status", status, 0) || (bytes.subarray(1, 6).toString() === "NUMPY" && bytes[0] === 0x93 ? "" : bytes.toString("hex", 0, 16));
});

await test("links and folders are followed as by the program", () => {
  mkdirSync(join(folder, "deep"), { recursive: true });
  writeFileSync(join(folder, "deep", "a.py"), "print(7)\n");
  if (!existsSync(join(folder, "linked"))) symlinkSync("deep", join(folder, "linked"));
  if (!existsSync(join(folder, "link.py"))) symlinkSync("deep/a.py", join(folder, "link.py"));
  return all([["run", "deep/a.py"]], [["run", "../" + folder.replace(/^.*\//, "") + "/deep/a.py"]], [["run", "linked/a.py"]], [["run", "link.py"]]);
});

await test("a figure that needs cairo is refused in words", () => {
  const { error, status } = npx(["export", "mine.py", "scores", "-o", "s.png"], { cwd: folder });
  return difference("status", status, 1) || (/no PNG/.test(error) && /try: .*\.svg/.test(error) && !existsSync(join(folder, "s.png")) ? "" : error);
});

await test("without a command the page is opened, with its path told", () => {
  const opener = here("opener", `#!/bin/sh\necho "$1" >"${join(folder, "opened")}"\n`);
  chmodSync(opener, 0o755);
  const plain = npx([], { cwd: folder, env: { BROWSER: "none" } }), path = plain.output.trim();
  const own = npx(["learn", "mine.py"], { cwd: folder, env: { BROWSER: opener } }), file = own.output.trim();
  for (const end = Date.now() + 5000; !existsSync(join(folder, "opened")) && Date.now() < end;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  return difference("the page", readFileSync(path, "latin1") === readFileSync(join(installed, "share/qkv/qkv.html"), "latin1"), true)
    || difference("opened", readFileSync(join(folder, "opened"), "utf8").trim(), "file://" + file)
    || (readFileSync(file, "utf8").includes('"name":"mine.py"') ? "" : "the listing is not in the page");
});

await test("paths of Windows, in and out", async () => {
  const { inside, outside } = await imported("host_files.js");
  return difference("in", inside("C:\\Users\\Ann\\a.py", true), "/C:/Users/Ann/a.py") || difference("drive", inside("d:/x.py", true), "/D:/x.py")
    || difference("beside", inside("sub\\a.py", true), "sub/a.py") || difference("elsewhere", inside("/home/a b.py", false), "/home/a b.py")
    || difference("out", outside("qkv: /C:/Users/Ann/a.py:3:1: x", true), "qkv: C:/Users/Ann/a.py:3:1: x") || difference("a slice", outside("x[0]/C:y", true), "x[0]/C:y");
});

await finish();
