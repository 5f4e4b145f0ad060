// The elements in a page of Chromium, as they are in the package, without a bundler.
import { join } from "node:path";
import { finish, launched, pictures, require, test, until, watch } from "../web/browser.mjs";
import { CODE, DOCUMENT, frameOf, heard } from "./document.mjs";
import { difference, project, serve } from "./project.mjs";

const pages = {};
const [server, address] = await serve(join(project, "node_modules"), pages);

/** A page of that body. What is compiled is counted. */
async function open(body, { size = { width: 1100, height: 900 }, head = "", headers, hash = "" } = {}) {
  const page = await (await (await launched()).createBrowserContext()).newPage();
  watch(page);
  page.removeAllListeners("request");
  await page.setViewport(size);
  await page.evaluateOnNewDocument(() => {
    if (window !== window.top) return;
    window.compiled = 0;
    for (const name of ["compile", "compileStreaming", "instantiateStreaming"]) {
      const own = WebAssembly[name];
      WebAssembly[name] = (...all) => { window.compiled++; return own.apply(WebAssembly, all); };
    }
  });
  pages["test.html"] = [DOCUMENT(body, head), headers ?? {}];
  await page.goto(address + "test.html" + hash);
  return page;
}

const problemsOf = async (page, wrong) => {
  const problems = page.problems.join("\n");
  await page.browserContext().close();
  return wrong || problems;
};

const screenOf = (page, id) => page.evaluate((id) => { const { step, known, screen, lesson } = document.getElementById(id).screen; return { step, known, screen, lesson }; }, id);

await test("two lessons and two figures: one compiled module, events, a step of each its own", async () => {
  const page = await open(`<qkv-lesson id="a" src="eight-steps" step="4" loading="eager"></qkv-lesson>
    <qkv-figure id="f" src="eight-steps" tensor="weights" loading="eager"></qkv-figure>
    <qkv-lesson id="b" loading="eager">${CODE}</qkv-lesson>
    <qkv-figure id="g" tensor="small" loading="eager" no-values>${CODE}</qkv-figure>`);
  await heard(page, "a", "ready"); await heard(page, "b", "ready"); await heard(page, "f", "ready"); await heard(page, "g", "ready");
  const a = await screenOf(page, "a"), b = await screenOf(page, "b");
  const drawn = await page.evaluate(() => ["f", "g"].map((id) => document.getElementById(id).shadowRoot.querySelectorAll("[data-column]").length));
  await page.screenshot({ path: join(pictures, "npm-elements.png"), fullPage: true });
  return problemsOf(page, difference("step", a.step, 3) || difference("lesson", a.known, "eight-steps") || (b.lesson ? "" : JSON.stringify(b))
    || difference("compiled", await page.evaluate(() => window.compiled), 1) || (drawn[0] >= 9 && drawn[1] >= 4 ? "" : `cells ${drawn}`));
});

await test("keys are those of the lesson that has the focus, and the document is not scrolled", async () => {
  const page = await open(`<button id="first">first</button><p style="height: 1500px">Text</p><qkv-lesson id="a" src="eight-steps" keys="]]])" loading="eager"></qkv-lesson><qkv-lesson id="b" src="masking" view="terminal" loading="eager"></qkv-lesson>`);
  await heard(page, "a", "ready"); await heard(page, "b", "ready");
  const before = await page.evaluate(() => [scrollY, document.activeElement.localName]);
  const frame = await frameOf(page, "a"), entries = await page.evaluate(() => history.length);
  const stepB = (await screenOf(page, "b")).step;
  await frame.focus("#app");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  const answer = await heard(page, "a", "answer");
  await page.keyboard.press("]");
  await until(page, () => document.getElementById("a").screen.step === 4);
  return problemsOf(page, difference("before", before.join(), "0,body") || difference("right", answer.right, true) || difference("the other", (await screenOf(page, "b")).step, stepB)
    || difference("address", page.url(), address + "test.html") || difference("history", await page.evaluate(() => history.length), entries));
});

await test("a wrong answer is told as well", async () => {
  const page = await open('<qkv-lesson id="a" src="eight-steps" keys="]]])" loading="eager"></qkv-lesson>');
  await heard(page, "a", "ready");
  await page.evaluate(() => document.getElementById("a").press("7<Enter>"));
  const answer = await heard(page, "a", "answer");
  return problemsOf(page, difference("right", answer.right, false) || (answer.says && answer.name ? "" : JSON.stringify(answer)));
});

await test("attributes are followed: step, src, theme", async () => {
  const page = await open('<qkv-lesson id="a" src="eight-steps" loading="eager"></qkv-lesson>');
  await heard(page, "a", "ready");
  await page.evaluate(() => document.getElementById("a").setAttribute("step", "6"));
  await until(page, () => document.getElementById("a").screen.step === 5);
  const frame = await frameOf(page, "a"), theme = () => frame.evaluate(() => document.documentElement.dataset.theme), first = await theme();
  await page.evaluate(() => { document.documentElement.style.cssText = "color-scheme: dark; background: #111; color: #eee"; });
  await until(page, () => document.getElementById("a").shadowRoot.querySelector("iframe").contentDocument.documentElement.dataset.theme === "dark");
  await page.evaluate(() => document.getElementById("a").setAttribute("theme", "light"));
  await until(page, () => document.getElementById("a").shadowRoot.querySelector("iframe").contentDocument.documentElement.dataset.theme === "light");
  await page.evaluate(() => document.getElementById("a").setAttribute("src", "masking"));
  await heard(page, "a", "ready", 2);
  return problemsOf(page, difference("at first", first, "light") || difference("lesson", (await screenOf(page, "a")).known, "masking"));
});

await test("a listing by its address, with the file that it reads", async () => {
  pages["own/two.py"] = "import numpy\nx = numpy.load('two.npy')\ny = x + x\n";
  pages["own/two.npy"] = [Buffer.concat([Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".padEnd(117) + "\n"), Buffer.from(new Float32Array([1, 2]).buffer)])];
  pages["own/two.npy"].push({ "content-type": "application/octet-stream" });
  const page = await open('<qkv-lesson id="a" src="own/two.py" files="own/two.npy" loading="eager"></qkv-lesson><qkv-figure id="f" src="own/two.py" files="own/two.npy" tensor="y" loading="eager"></qkv-figure>');
  await heard(page, "a", "ready"); await heard(page, "f", "ready");
  const text = await page.evaluate(() => document.getElementById("f").shadowRoot.textContent);
  return problemsOf(page, /4/.test(text) ? "" : text);
});

await test("what is wrong is said in its place, and told", async () => {
  const page = await open(`<qkv-lesson id="a" src="no-such" loading="eager"></qkv-lesson><qkv-lesson id="b" src="gone.py" loading="eager"></qkv-lesson><qkv-figure id="f" src="eight-steps" tensor="no_such" loading="eager"></qkv-figure><qkv-lesson id="c" as="md" loading="eager"><script type="text/plain"># A title</script></qkv-lesson>`);
  const told = [await heard(page, "a", "error"), await heard(page, "b", "error"), await heard(page, "f", "error")].map((one) => one.message);
  told.push((await heard(page, "c", "error")).message);
  page.problems = page.problems.filter((one) => !/404/.test(one));
  return problemsOf(page, /no-such/.test(told[0]) && /404/.test(told[1]) && /no_such/.test(told[2]) && /python/.test(told[3]) ? "" : told.join("\n"));
});

await test("in 320 by 230 pixels all that is needed can be seen and touched", async () => {
  const page = await open('<qkv-lesson id="a" src="eight-steps" style="inline-size: 322px; block-size: 232px" loading="eager"></qkv-lesson>', { size: { width: 360, height: 640, hasTouch: true, isMobile: true } });
  await heard(page, "a", "ready");
  const frame = await frameOf(page, "a"), seen = await frame.evaluate(() => {
    const { right, bottom, height } = document.querySelector("#next").getBoundingClientRect();
    return { right, bottom, height, wide: document.documentElement.scrollWidth, inner: [innerWidth, innerHeight], head: document.querySelector("header").getBoundingClientRect().height };
  });
  const before = await page.evaluate(() => window.told.filter((one) => one[1] === "screen").length);
  await (await frame.$("#next")).tap();
  await heard(page, "a", "screen", before + 1);
  await page.screenshot({ path: join(pictures, "npm-small.png") });
  return problemsOf(page, seen.right <= 320.5 && seen.bottom <= 230.5 && seen.height >= 36 && seen.wide <= 320 && seen.head <= 40 ? "" : JSON.stringify(seen));
});

await test("nothing is remembered, unless the element says so", async () => {
  const page = await open('<qkv-lesson id="a" src="eight-steps" step="3" loading="eager"></qkv-lesson>');
  await heard(page, "a", "ready");
  await page.evaluate(() => document.getElementById("a").press("]"));
  const kept = await page.evaluate(() => Object.keys(localStorage).length);
  await page.evaluate(() => { document.getElementById("a").setAttribute("keep", ""); document.getElementById("a").removeAttribute("step"); });
  await heard(page, "a", "ready", 2);
  await page.evaluate(() => document.getElementById("a").press("]]"));
  await (await frameOf(page, "a")).evaluate(() => dispatchEvent(new Event("pagehide")));
  const after = await page.evaluate(() => Object.keys(localStorage).length);
  return problemsOf(page, difference("kept", kept, 0) || (after > 0 ? "" : "it keeps nothing"));
});

await test("it is moved, and begins when it comes near", async () => {
  const page = await open('<qkv-lesson id="a" src="eight-steps"></qkv-lesson><div style="height: 6000px"></div><qkv-lesson id="b" src="masking"></qkv-lesson><section id="other"></section>');
  await heard(page, "a", "ready");
  const early = await page.evaluate(() => !!document.getElementById("b").shadowRoot?.querySelector("iframe"));
  await page.evaluate(() => document.getElementById("b").scrollIntoView());
  await heard(page, "b", "ready");
  await page.evaluate(() => document.getElementById("other").append(document.getElementById("b")));
  await heard(page, "b", "ready", 2);
  return problemsOf(page, difference("early", early, false));
});

await test("under a policy with a nonce", async () => {
  const policy = "default-src 'self'; script-src 'self' 'nonce-xyz' 'wasm-unsafe-eval'; style-src 'self' 'nonce-xyz'; img-src data: blob:";
  pages["policy.js"] = 'window.told = []; for (const name of ["ready", "error"]) addEventListener("qkv-" + name, (event) => told.push([event.target.id, name, event.detail])); import("/qkv/elements.js");';
  pages["policy.html"] = [`<!doctype html><html lang="en"><title>A lecture</title><link rel="icon" href="data:,"><script type="module" src="/policy.js"></script><qkv-lesson id="a" nonce="xyz" src="eight-steps" loading="eager"></qkv-lesson><qkv-figure id="f" src="eight-steps" tensor="weights" loading="eager"></qkv-figure>`, { "content-security-policy": policy }];
  const page = await (await (await launched()).createBrowserContext()).newPage();
  watch(page);
  page.removeAllListeners("request");
  await page.goto(address + "policy.html");
  await heard(page, "a", "ready"); await heard(page, "f", "ready");
  const frame = await frameOf(page, "a");
  return problemsOf(page, difference("styled", await frame.evaluate(() => getComputedStyle(document.querySelector("#foot-of-page")).position), "sticky"));
});

await test("axe finds nothing, in the document and in the frame", async () => {
  const page = await open('<qkv-lesson id="a" src="eight-steps" keys="]]])" loading="eager"></qkv-lesson><qkv-figure id="f" src="eight-steps" tensor="weights" loading="eager"></qkv-figure>');
  await heard(page, "a", "ready"); await heard(page, "f", "ready");
  const axe = require("axe-core").source;
  await page.evaluate(axe);
  await (await frameOf(page, "a")).evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run()).violations.map((one) => one.id + ": " + one.nodes.map((node) => node.target.join(" ") + " " + node.html.slice(0, 80) + " " + node.failureSummary).join(", ")));
  return problemsOf(page, found.join("\n"));
});

await finish();
server.close();
