// Lessons from their start to their end in one way alone: walks.mjs FOLDER keys, mouse or touch. Every
// question is answered rightly, by what the native program says is right.
import { readFileSync } from "node:fs";
import { answersOf, bare, valueOf } from "./answers.mjs";
import { blank, described, ended, finish, page_url, quick, ready, saves, settled, test, until, words } from "./browser.mjs";

const [way] = words;
const LESSONS = process.env.LESSON ? [process.env.LESSON] : quick ? ["eight-steps"] : ["eight-steps", "masking", "multi-head", "watch-a-head-learn", "translator"];
const SIZE = way === "touch" ? { width: 390, height: 844, hasTouch: true, isMobile: true } : { width: 1440, height: 900 };

async function open(hash) {
  const page = await blank(SIZE);
  await page.goto(page_url + hash);
  return ready(page);
}

// ---- a hand ---------------------------------------------------------------------------------------

// Clicks or taps what a reader sees: an element that is in sight, or can be scrolled there, and not covered.
async function push(page, selector, nth = 0) {
  const element = (await page.$$(selector))[nth];
  if (!element) throw new Error("there is no " + selector);
  await element.evaluate((element) => element.scrollIntoView({ block: "center", inline: "nearest" }));
  const covered = await element.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const on = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(on) ? "" : `${element.outerHTML.slice(0, 80)} is covered by ${on?.outerHTML.slice(0, 80)}`;
  });
  if (covered) throw new Error(covered);
  await (way === "touch" ? element.tap() : element.click());
  await settled(page);
}

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
};

const next = (page) => (way === "keys" ? press(page, "Space") : push(page, "#next"));

// A number into the field that is there: typed, or by the pad.
async function number(page, text) {
  if (way === "keys") return press(page, ...text, "Enter");
  if (way === "mouse" && !(await page.$(".pad:not([hidden])"))) await push(page, ".field .quiet");
  for (const key of text) await push(page, `.pad:not([hidden]) button[aria-label="${{ "-": "minus", ".": "point" }[key] ?? key}"]`);
  await push(page, ":is(.field, .pad:not([hidden])) .primary");
}

async function answer(page, question, all, lesson) {
  const right = all.find((one) => bare(one.name) === bare(question.name)) ?? { number: valueOf(lesson, question.name) };
  if (!right.number && !right.right) return `the native program asks no ${question.name}`;
  if (question.kind === "number") await number(page, right.number);
  else {
    const at = question.choices.findIndex((choice) => bare(choice.html) === right.right);
    if (at < 0) return `${question.name}: no choice is ${right.right}`;
    if (way === "keys") await press(page, question.choices[at].letter, "Enter");
    else await push(page, "#question .choice", at);
  }
  const { told } = await described(page);
  const says = await page.$eval("#told", (told) => told.textContent);
  return told?.right && /✓/.test(says) ? "" : `${question.name}, ${JSON.stringify(right)}: ${JSON.stringify(told)} ${says}`;
}

async function walk(lesson) {
  const all = answersOf(lesson), page = await open("#lesson=" + lesson), asked = new Set();
  let presses = 0, last = "";
  for (; presses < 600; presses++) {
    const is = await described(page), place = JSON.stringify([is.at, is.screen, is.question?.name, is.told, is.title]);
    if (is.screen === "closing") break;
    if (place === last && presses > 590) throw new Error("nothing goes on at " + place);
    last = place;
    if (is.question) {
      if (asked.has(is.question.name)) return ended(page, `${is.question.name} is asked again`);
      asked.add(is.question.name);
      const wrong = await answer(page, is.question, all, lesson);
      if (wrong) return ended(page, wrong);
    } else await next(page);
  }
  const left = all.filter((one) => ![...asked].some((name) => bare(name) === bare(one.name))).map((one) => one.name);
  console.log(`# ${way}: ${lesson} in ${presses} presses, ${asked.size} questions`);
  return ended(page, presses >= 600 ? "there is no end: " + last : left.length ? "never asked: " + left : "");
}

for (const lesson of LESSONS) await test(`${lesson} from its start to its end, every question answered`, () => walk(lesson));

// ---- what else is done ------------------------------------------------------------------------------

// What the key does: by it, by the button that says so, or by the list of all commands.
async function act(page, key, command) {
  if (way === "keys") return press(page, key);
  const row = (selector, key) => page.$$eval(selector, (rows, key) => rows.findIndex((row) => (row.querySelector("kbd")?.textContent ?? /\(([^()]*)\)$/.exec(row.title)?.[1] ?? "").split(" ").includes(key) && row.offsetParent), key);
  const few = await row("#few button", key);
  if (few >= 0) return push(page, "#few button", few);
  await push(page, "#more > summary");
  const more = await row("#actions button", key);
  if (more >= 0) return push(page, "#actions button", more);
  await push(page, "#actions button", await row("#actions button", ":"));
  const at = await page.$$eval("#palette-list li", (rows, words) => rows.findIndex((row) => row.textContent.includes(words)), command);
  if (at < 0) throw new Error(`no command does what ${key} does: ` + await page.$$eval("#palette-list li", (rows) => rows.map((row) => row.textContent).join("; ")));
  await push(page, "#palette-list li", at);
}

// Where it is the one thing to do, it is the blue button.
const back = async (page) => (way === "keys" ? press(page, "Escape") : push(page, (await page.$("#back[hidden]")) ? "#next" : "#back"));
const cells = (page) => page.$$eval("#drawing [data-place] [data-column]", (cells) => cells.map((cell) => cell.textContent));

await test("an edit changes what follows, and a link leads another window to it", async () => {
  const page = await open("#lesson=eight-steps");
  if (way === "keys") await press(page, "l");
  else await push(page, "#drawing [data-place='0'] [data-row='0'][data-column='1']");
  await act(page, "e");
  await number(page, "7");
  const edited = await cells(page);
  if (!edited.some((cell) => cell.includes(": 7"))) return ended(page, "no 7 in " + edited);
  if (way === "keys") await press(page, "]", "]");
  else await push(page, "#steps button", 2).catch(async () => { for (let i = 0; i < 20 && (await described(page)).step < 2; i++) await next(page); });
  if (way === "keys") {
    await page.focus("[data-share]").catch(() => {});
    await page.evaluate(() => document.querySelector("#menu").setAttribute("open", ""));
    await page.focus("[data-share]");
    await page.keyboard.press("Enter");
  } else {
    await push(page, "#menu > summary");
    await push(page, "[data-share]");
  }
  await until(page, "document.querySelector('#link').value");
  const link = await page.$eval("#link", (one) => one.value), here = await described(page);
  const other = await blank(SIZE);
  await other.goto(link.startsWith("file:") ? link : page_url + link.replace(/^[^#]*/, ""));
  await ready(other);
  const there = await described(other);
  const same = there.known === here.known && there.step === here.step && JSON.stringify(await cells(other)) === JSON.stringify(await cells(page));
  return (await ended(other, same ? "" : `${link}: ${JSON.stringify([there.step, await cells(other)])}, not ${JSON.stringify([here.step, await cells(page)])}`)) || ended(page);
});

await test("what if, all heads, a hold and a figure that is saved", async () => {
  const page = await open("#lesson=multi-head"), file = await saves(page), wrong = [];
  const all = answersOf("multi-head");
  for (let i = 0; i < 200; i++) { // to the weights of both heads, which are computed
    const is = await described(page);
    if (is.question) wrong.push(await answer(page, is.question, all, "multi-head"));
    else if (is.actions.some((action) => action.key === "H") && is.at.substep > 0) break;
    else await next(page);
  }
  const leads = async (key, command, screen) => {
    await act(page, key, command);
    const is = await described(page);
    if (is.screen !== screen) wrong.push(`${key} leads to ${is.screen}`);
  };
  await leads("H", "all heads of these weights", "heads");
  await back(page);
  await leads("W", "what if", "whatif");
  await back(page);
  await act(page, "Z", "hold the cell at zero");
  if (!(await cells(page)).length || !/held|zero/i.test((await described(page)).message?.text ?? "")) wrong.push("no hold: " + JSON.stringify((await described(page)).message));
  await leads("x", "a figure of the selected matrix", "figure");
  if (way === "keys") await press(page, "Enter");
  else await next(page);
  const path = await file().catch((problem) => (wrong.push(problem.message), ""));
  if (path && readFileSync(path).length < 1000) wrong.push(path + " is empty");
  return ended(page, wrong.filter(Boolean).join("\n"));
});

await finish();
