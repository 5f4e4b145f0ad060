// The terminal view: the golden screens as it paints them, keys, clicks and the wheel.
import { existsSync, readFileSync } from "node:fs";
import { at, ended, finish, open, quick, settled, shows, test, type, until, within } from "./browser.mjs";
import { allCases, difference } from "./screens.mjs";

// Cases with a way in of their own are left to the unit test. Quick: one in eight.
async function testScreens() {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await page.evaluate(() => setTheme(true)); // its signs are what is stated
  const all = allCases().filter((one) => !one.flags.length), wrong = [];
  let shots = 0;
  for (const one of all.filter((_, i) => !quick || i % 8 === 0)) {
    const file = existsSync(one.lesson) ? { name: one.lesson, text: readFileSync(one.lesson, "utf8") } : null;
    for (const shot of one.shots) {
      if (++shots % 200 === 0) console.log(`# ${shots} screens`);
      const lines = await page.evaluate(async (one, shot, file) => {
        const at = file ? file.name : one.lesson;
        if (file) write(program.FS, "/data/qkv/" + file.name, file.text);
        wanted.set("size", shot.columns + "x" + shot.rows);
        program._web_resize(shot.columns, shot.rows);
        await run("web_show", at);
        await run("web_keys", one.keys || "");
        paint();
        return [...document.querySelectorAll("#screen > div")].map((row) => row.textContent.trimEnd());
      }, { lesson: one.lesson, keys: one.keys }, shot, file);
      const what = difference(shot, lines);
      if (what) wrong.push(`${one.file}: ${one.title} (${shot.columns}x${shot.rows})`, what);
    }
  }
  console.log(`# ${shots} screens`);
  return ended(page, wrong.join("\n"));
}

await test("the screens of tests/screens are painted as stated", testScreens);

await test("a question is answered by keys", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40&keys=]]]");
  await page.focus("#screen");
  for (let i = 0; i < 8 && (await shows(page, "what will it be?")); i++) await page.keyboard.press("Space");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  return ended(page, await shows(page, "Right"));
});

await test("a click selects a cell, a tap on a hint opens the help", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40&keys=");
  const place = await page.evaluate(() => {
    const lines = [...document.querySelectorAll("#screen > div")].map((line) => line.textContent);
    const row = lines.findIndex((line) => /^\s*cat/.test(line)), column = lines[row].search(/\d/);
    const box = document.querySelector("#screen").getBoundingClientRect();
    return [box.left + cell.width * (column + 0.5), box.top + cell.height * (row + 0.5)];
  });
  await page.mouse.click(...place);
  return ended(page, await shows(page, "x[1,"));
});

await test("two clicks go to the source; the list of lessons is gone through by keys", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40&keys=]])<Space>");
  const place = await page.evaluate(() => {
    const screen = document.querySelector("#screen").getBoundingClientRect(), [column, row] = document.querySelector("#screen").dataset.cursor.split(" ").map(Number);
    return [screen.left + cell.width * (column + 0.5), screen.top + cell.height * (row + 0.5)];
  });
  await page.mouse.click(...place, { clickCount: 2 });
  await settled(page);
  const source = await within(page, "is given by");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.click("#menu summary");
  await page.focus("#lesson");
  for (let i = 0; i < 3; i++) { await page.keyboard.press("ArrowDown"); await settled(page); }
  const focus = await page.evaluate(() => document.activeElement.id + " " + document.querySelector("#lesson").selectedIndex);
  return ended(page, source || (focus === "lesson 3" ? "" : focus));
});

await test("a wheel moves by notches, and leaves to the page what it does not need", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  const turns = await page.evaluate(() => {
    const turn = (given) => { const event = new WheelEvent("wheel", { cancelable: true, ...given }); turnWheel(event); return event.defaultPrevented; };
    return [turn({ deltaY: 3 }), turn({ deltaX: 9 }), turn({ deltaY: 9, ctrlKey: true })].join();
  });
  return ended(page, turns === "true,false,false" ? "" : turns);
});

await test("keys that belong to the browser are left to it; those that a layout makes with Alt are typed", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  const wrong = await page.evaluate(() => {
    const key = (name, more) => keyName(new KeyboardEvent("keydown", { key: name, ...more }));
    const taken = [["F5"], ["F1"], ["f", { ctrlKey: true }], ["p", { ctrlKey: true }], ["ArrowLeft", { altKey: true }], ["r", { metaKey: true }]].filter((one) => key(...one));
    const lost = [["]", { altKey: true }], ["{", { altKey: true, ctrlKey: true, modifierAltGraph: true }], ["é"], ["Enter"]].filter((one) => !key(...one));
    return JSON.stringify([taken, lost]);
  });
  return ended(page, wrong === "[[],[]]" ? "" : wrong);
});

await test("dark or light, the place stays", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24&keys=]]");
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await settled(page);
  return ended(page, await at(page, 2));
});

await finish();
