// In front of a class: slides in one window, their notes in another.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { at, ended, finish, folder, launched, open, pictures, ready, serve, test, type, until, watch, within } from "./browser.mjs";

// A page that somebody else made, and the window that it opens with ours at that place.
async function stranger(url, opens) {
  const page = await (await launched()).newPage();
  await page.goto(url);
  const opened = new Promise((resolve) => page.once("popup", resolve));
  await page.evaluate((opens) => {
    window.heard = [];
    addEventListener("message", (event) => heard.push(event.data));
    window.theirs = open(opens, "_blank", "popup");
  }, opens);
  return [page, await ready(await opened)];
}

// The window with the slides, which the button opens.
async function presented(page) {
  const opened = new Promise((resolve, reject) => {
    page.once("popup", resolve);
    setTimeout(() => reject(new Error("no window was opened")), 10000);
  });
  await page.click("#menu > summary");
  await page.click("#present");
  return ready(await opened);
}

await test("slides in one window, their notes in another, by the button", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=100x30");
  const wall = await presented(page);
  await type(wall, "]]]");
  const wrong = (await within(wall, "query_0 = queries[0]")) || (await at(page, 3));
  await wall.screenshot({ path: `${pictures}/wall.png` });
  await page.screenshot({ path: `${pictures}/notes.png` });
  await wall.close();
  return ended(page, wrong);
});

await test("the same by a channel, where windows do not know each other; two presentations do not mix", async () => {
  const [server, url] = await serve(resolve(folder));
  const windows = [];
  for (const hash of ["present&with=one", "notes&with=one", "notes&with=other", "notes"]) {
    const page = watch(await (await launched()).newPage());
    await page.goto(url + "qkv.html#lesson=masking&" + hash);
    await ready(page);
    windows.push(page);
  }
  await type(windows[0], "]]");
  let wrong = await at(windows[1], 2);
  for (const page of windows.slice(2)) wrong ||= await at(page, 0);
  for (const page of windows) await page.close();
  server.close();
  return wrong;
});

await test("a reload of the slides or of the notes leads back to the same presentation", async () => {
  const [server, url] = await serve(resolve(folder));
  const page = watch(await (await launched()).newPage());
  await page.goto(url + "qkv.html#lesson=masking&size=80x24");
  await ready(page);
  const wall = await presented(page);
  for (const each of [page, wall]) {
    await each.reload();
    await ready(each);
  }
  await type(wall, "]]");
  const wrong = await at(page, 2);
  await wall.close();
  await page.close();
  server.close();
  return wrong;
});

await test("a stranger's window hears nothing and moves nothing, neither slides nor notes", async () => {
  const [server, url] = await serve(resolve(folder));
  const [other, theirs_url] = await serve(pictures);
  writeFileSync(resolve(pictures, "empty.html"), "<!doctype html>");
  const wrong = [];
  for (const role of ["present", "notes"])
    for (const word of ["", "&with=one"]) {
      const [page, window] = await stranger(theirs_url + "empty.html", url + "qkv.html#lesson=masking&" + role + word);
      const message = await window.evaluate(async () => { await queue(() => run("web_keys", "]]")); return call("web_message"); });
      await page.evaluate((message) => {
        for (const what of [{ qkv: "asks" }, { qkv: "opens", lesson: "eight-steps" }, { qkv: "message", lesson: "masking", message }])
          for (const word of [{}, { word: "" }, { word: "one" }]) theirs.postMessage({ ...what, ...word }, "*");
      }, message.replace("3", "5"));
      await type(window, "]");
      await new Promise((resolve) => setTimeout(resolve, 300));
      const heard = await page.evaluate(() => heard.length), lesson = await window.evaluate(() => opened);
      if (heard || lesson !== "masking") wrong.push(`${role}${word}: heard ${heard}, in ${lesson}`);
      await window.close();
      await page.close();
    }
  server.close();
  other.close();
  return wrong.join("\n");
});

await test("notes hear the window that they opened, with the word of its link, and no other", async () => {
  const page = await open("#terminal&lesson=masking&size=80x24");
  const wall = await presented(page);
  await page.evaluate(() => {
    window.followed = 0;
    const before = program.ccall;
    program.ccall = (name, ...values) => { followed += name === "web_follow"; return before(name, ...values); };
  });
  const forged = { qkv: "message", lesson: "masking", message: "" };
  await page.evaluate((forged) => postMessage({ ...forged, word }, "*"), forged); // from itself
  await wall.evaluate((forged) => peer.postMessage(forged, "*"), forged); // without the word
  await wall.evaluate((forged) => peer.postMessage({ ...forged, word: "guessed" }, "*"), forged);
  await wall.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  const refused = await page.evaluate(() => followed);
  await type(wall, "]]");
  const follows = await at(page, 2);
  await wall.close();
  return ended(page, refused ? `${refused} forged messages were followed` : follows);
});

await test("notes keep nothing, also line by line, and take the slides along to another lesson", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  const wall = await presented(page);
  await page.bringToFront();
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.select("#lesson", "masking");
  const along = await at(wall, 0, "masking");
  const before = await page.evaluate(() => Object.keys(localStorage).length);
  await page.evaluate(() => queue(() => readLines(true)));
  for (const line of ["go 7", "n"]) await page.evaluate((line) => queue(() => sayLine(line)), line);
  const after = await page.evaluate(() => Object.keys(localStorage).length);
  await wall.close();
  return ended(page, along || (after <= before ? "" : "notes have kept something"));
});

await finish();
