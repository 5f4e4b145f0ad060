// The package in a bundle: esbuild needs no options.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish, launched, test, watch } from "../web/browser.mjs";
import { CODE, DOCUMENT, heard } from "./document.mjs";
import { difference, project, serve } from "./project.mjs";

const APP = `import { run, svg } from "qkv";
import "qkv/elements";
const { output } = await run("import torch\\nprint(torch.ones(2) + 1)\\n");
document.querySelector("#printed").textContent = output;
document.querySelector("#drawn").innerHTML = await svg("eight-steps", "scores", { bare: true });
`;
writeFileSync(join(project, "app.js"), APP);
mkdirSync(join(project, "out"), { recursive: true });
const bundle = (...words) => spawnSync("esbuild", ["app.js", "--bundle", "--format=esm", "--minify", "--log-level=warning", ...words], { cwd: project, encoding: "utf8" });

for (const [name, words] of [["in pieces", ["--splitting", "--outdir=out"]], ["in one file", ["--outfile=out/app.js"]]])
  await test("bundled " + name + ", it runs in Chromium", async () => {
    const { stderr, status } = bundle(...words);
    if (status || stderr) return stderr || "esbuild failed";
    const body = `<pre id="printed"></pre><div id="drawn"></div><qkv-lesson id="a" loading="eager">${CODE}</qkv-lesson>`;
    const [server, address] = await serve(join(project, "out"), { "test.html": DOCUMENT(body).replace("/qkv/elements.js", "app.js") });
    const page = await (await (await launched()).createBrowserContext()).newPage();
    watch(page);
    page.removeAllListeners("request");
    await page.goto(address + "test.html");
    await heard(page, "a", "ready");
    await page.waitForFunction(() => document.querySelector("#drawn svg"), { timeout: 60000 });
    const printed = await page.$eval("#printed", (one) => one.textContent), problems = page.problems.join("\n");
    await page.close();
    server.close();
    return difference("printed", printed, "tensor([2., 2.])\n") || problems;
  });

await test("a bundle for node runs as well", () => {
  writeFileSync(join(project, "tool.js"), 'import { explain } from "qkv";\nconsole.log((await explain("eight-steps", "scores[0,1]")).value);\n');
  const made = spawnSync("esbuild", ["tool.js", "--bundle", "--format=esm", "--platform=node", "--outfile=out/tool.mjs", "--log-level=warning"], { cwd: project, encoding: "utf8" });
  const ran = spawnSync(process.execPath, ["out/tool.mjs"], { cwd: project, encoding: "utf8" });
  return made.stderr || difference("printed", ran.stdout, "4\n") || ran.stderr;
});

await test("what has no part in it is left out", () => {
  const { status } = bundle("--splitting", "--outdir=out/pieces");
  const pieces = readdirSync(join(project, "out/pieces"));
  return difference("status", status, 0) || (["wasm", "lessons", "page"].every((name) => pieces.some((one) => one.startsWith(name + "-"))) ? "" : pieces.join());
});

await finish();
