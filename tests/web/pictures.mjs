// Pictures of the page to look at: pictures.mjs FOLDER; each screen in six sizes, light and dark, into
// FOLDER/pictures. ONLY=WORD: those with the word in their names.
import { existsSync, readFileSync } from "node:fs";
import { beside, open, launched, pictures, settled, until } from "./browser.mjs";
import { KINDS, lead } from "./kinds.mjs";

const NAMES = ["first screen", "beginning", "choices", "number", "wrong and hint", "answered", "arithmetic", "edited", "help", "commands", "map", "heads", "flow", "large", "closing"];
const SIZES = [[390, 844], [844, 390], [768, 1024], [1280, 800], [1440, 900], [1920, 1080]];

for (const [width, height] of SIZES) {
  const size = { width, height, hasTouch: width < 900, isMobile: width < 900 };
  const page = await open("#lesson=eight-steps", size);
  for (const kind of KINDS.filter(({ name }) => NAMES.includes(name))) {
    const at = kind.hash === undefined ? page : await beside(page, kind.hash, size);
    const wrong = kind.hash === undefined ? await lead(page, kind, existsSync(kind.lesson) ? readFileSync(kind.lesson, "utf8") : "") : "";
    if (wrong) console.log(`# ${kind.name}: ${wrong}`);
    for (const theme of ["light", "dark"]) {
      const name = `${kind.name.replace(/ /g, "-")}-${width}x${height}-${theme}.png`;
      if (!name.includes(process.env.ONLY ?? "")) continue;
      await at.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
      await until(at, (theme) => document.documentElement.dataset.theme === theme, theme);
      await settled(at);
      await at.screenshot({ path: `${pictures}/${name}` });
    }
    if (at !== page) await at.close();
  }
  console.log(`# ${width}x${height}`);
  await page.close();
}
await (await launched()).close();
