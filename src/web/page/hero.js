// The first screen: what this is, a sentence whose attention the program draws, where to begin, and
// below it a film and the course.
import { drawCourse } from "./course.js";
import template from "./hero.md";

/** What the page lends to the first screen.
 * @typedef {{
 *   run: (name: string, ...values: any[]) => Promise<string>, // a call of the program that may run one
 *   call: (name: string, ...values: any[]) => string, // one that runs none
 *   queue: (task: () => any) => Promise<any>, // after what is being done
 *   open: (lesson: string) => any, // a lesson of the library, where it was left
 *   openText?: (name: string, text: string) => any, // one that is given as Markdown
 *   text?: (path: string) => string, // of a lesson's file
 *   last?: () => string, // the lesson that was open last, or ""
 * }} Calls
 * @typedef {{ name: string, title: string, path: string, summary: string, steps: number, done: number, due: number,
 *   number: number | null, part: string | null, minutes: number | null, answers: string | null }} Lesson */

const FIRST = "eight-steps", FILM = "watch-a-head-learn";
const MOST_WORDS = 12, MOST_LETTERS = 16;

/** The words of a sentence: between blanks, or where a language has none, as it divides them.
 * @param {string} sentence */
export function wordsOf(sentence) {
  const words = sentence.replace(/\p{Cs}/gu, "").split(/[\s\p{Cc}]+/u).filter(Boolean);
  if (words.length !== 1 || !("Segmenter" in Intl)) return words;
  const parts = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(words[0])];
  return parts.filter((part) => part.isWordLike).length > 1 ? parts.map((part) => part.segment) : words;
}

/** @param {string[]} words */
function capped(words) {
  const shorter = words.slice(0, MOST_WORDS).map((word) => {
    const letters = [...word];
    return letters.length > MOST_LETTERS ? letters.slice(0, MOST_LETTERS - 1).join("") + "…" : word;
  });
  const says = words.length > MOST_WORDS ? `The first ${MOST_WORDS} of ${words.length} words are drawn.` : "";
  return { words: shorter, says };
}

/** The lesson that is run. A string of JSON is one of Python, too.
 * @param {string[]} words @param {number} times */
export const lessonOf = (words, times) =>
  template.replace(/@(words|times)@/g, (_, name) => (name === "words" ? JSON.stringify(words) : String(times)));

const isDark = () => document.documentElement.dataset.theme === "dark";
const percent = (weight) => Math.round(100 * weight) + "\u00a0%";

/** "“cat” looks at cat 47 %, sat 18 %, mat 18 %"
 * @param {string[]} words @param {number[][]} weights @param {number} at @param {boolean} isKey: who looks at it? */
function saysOf(words, weights, at, isKey) {
  const others = words.map((word, i) => ({ word, weight: isKey ? weights[i][at] : weights[at][i] }));
  const most = others.sort((a, b) => b.weight - a.weight).slice(0, 3).filter((one) => one.weight >= 0.005);
  return `“${words[at]}” ${isKey ? "is looked at by" : "looks at"} ${most.map((one) => `${one.word} ${percent(one.weight)}`).join(", ")}`;
}

/** A picture that answers to being pointed at: a word on the left shows what it looks at, one on the right who
 * looks at it.
 * @param {HTMLElement} box @param {string} drawn @param {string[]} words @param {(text: string) => void} say */
function showPicture(box, drawn, words, say) {
  const begin = drawn.indexOf("<svg"), weights = JSON.parse(drawn.slice(0, drawn.indexOf("\n")));
  box.innerHTML = drawn.slice(begin);
  const svg = /** @type {SVGSVGElement} */ (box.firstElementChild);
  const all = (selector) => /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll(selector)]);
  for (const one of all("title, desc")) one.remove();
  for (const one of all("[id]")) one.removeAttribute("id");
  const bounds = svg.viewBox.baseVal, ribbons = all("[data-row]"), numbers = all(".qkv-numbers text");
  const sides = [all(".qkv-row-labels text"), all(".qkv-column-labels text")];
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", "Ribbons from each word to the words that it looks at");

  const select = (at, isKey) => {
    const key = isKey ? "column" : "row";
    for (const ribbon of ribbons) ribbon.classList.toggle("far", at >= 0 && +(ribbon.dataset[key] ?? -1) !== at);
    for (const number of numbers) number.classList.toggle("far", at >= 0);
    sides.forEach((side, i) => side.forEach((label, j) => label.classList.toggle("near", i === +isKey && j === at)));
    say(at < 0 ? "" : saysOf(words, weights, at, isKey));
  };
  const point = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    const isKey = at.x > bounds.x + bounds.width / 2;
    const far = sides[+isKey].map((label) => Math.abs(at.y - +(label.getAttribute("y") || 0)));
    select(far.indexOf(Math.min(...far)), isKey);
  };
  svg.addEventListener("pointermove", point);
  svg.addEventListener("pointerdown", point);
  svg.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") select(-1, false); });
  sides[0].forEach((label, i) => {
    label.setAttribute("tabindex", "0");
    label.setAttribute("role", "img");
    label.setAttribute("aria-label", saysOf(words, weights, i, false));
    label.addEventListener("focus", () => select(i, false));
    label.addEventListener("blur", () => select(-1, false));
  });
}

/** @param {HTMLElement} element @param {Calls} calls */
function drawTry(element, calls) {
  const find = (selector) => /** @type {any} */ (element.querySelector(selector));
  const [field, slider, figure, says, chips] =
    ["#hero-sentence", "#hero-scale", ".hero-figure", ".hero-says", ".hero-chips"].map(find);
  const times = () => 2 ** slider.value;
  let wanted = 0;

  const draw = () => {
    const mine = ++wanted, { words, says: cut } = capped(wordsOf(field.value));
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.textContent === field.value));
    const formula = `softmax(scores ÷ (${+times().toFixed(2)} × √d))`;
    find("output").value = formula;
    slider.setAttribute("aria-valuetext", formula);
    const hint = cut || (words.length === 1 ? "A single word can only look at itself. Add another."
      : "Each word on the left shares its attention among those on the right. Pick one.");
    if (!words.length) {
      figure.replaceChildren();
      says.textContent = "Type a few words, or take one of the examples.";
      return;
    }
    calls.queue(async () => {
      if (mine !== wanted) return;
      const drawn = await calls.run("web_hero", lessonOf(words, times()), +isDark());
      if (mine !== wanted) return;
      says.textContent = hint;
      if (drawn.includes("<svg")) showPicture(figure, drawn, words, (text) => { says.textContent = text || hint; });
      else says.textContent = drawn;
    });
  };

  for (const chip of chips.children) chip.addEventListener("click", () => { field.value = chip.textContent; draw(); });
  field.addEventListener("input", draw);
  slider.addEventListener("input", draw);
  const open = find(".hero-try .hero-link");
  open.hidden = !calls.openText;
  open.addEventListener("click", () => {
    const { words } = capped(wordsOf(field.value));
    if (words.length) calls.openText?.("your-sentence.md", lessonOf(words, times()));
  });
  draw();
  return draw;
}

/** One blue button: the first lesson, or where the reader was.
 * @param {HTMLElement} element @param {Lesson[]} lessons @param {Calls} calls */
function drawStart(element, lessons, calls) {
  const place = /** @type {HTMLElement} */ (element.querySelector(".hero-start"));
  const about = /** @type {HTMLElement} */ (element.querySelector(".hero-about"));
  const due = lessons.reduce((sum, one) => sum + one.due, 0);
  about.dataset.words ??= about.textContent ?? "";
  about.textContent = due ? `${due} question${due === 1 ? " is" : "s are"} due again; the course below shows where.` : about.dataset.words;
  const last = lessons.find((one) => one.name === calls.last?.()) || lessons.find((one) => one.done > 0 && one.done < one.steps);
  const add = (words, lesson, look) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.className = look;
    button.addEventListener("click", () => calls.open(lesson));
    place.append(button);
  };
  place.replaceChildren();
  if (last && last.done < last.steps) {
    add(`Go on: ${last.title}, step\u00a0${last.done + 1}\u00a0of\u00a0${last.steps}`, last.name, "primary");
    if (last.name !== FIRST) add("Start with the first lesson", FIRST, "hero-link");
  } else {
    add("Start the lesson", FIRST, "primary");
  }
  const own = document.createElement("button");
  own.type = "button";
  own.textContent = "Open code or tensors of your own";
  own.className = "hero-link";
  own.addEventListener("click", () => document.getElementById("open-file")?.click());
  place.append(own);
}

/** Made when it comes into sight: its lesson has to run first.
 * @param {HTMLElement} element @param {Calls} calls */
function drawFilm(element, calls) {
  const picture = /** @type {HTMLElement} */ (element.querySelector(".hero-film-picture"));
  const button = /** @type {HTMLButtonElement} */ (element.querySelector(".hero-play"));
  const image = new Image();
  let moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const show = () => calls.queue(async () => {
    const svg = await calls.run("web_film", FILM, +isDark(), +moves);
    picture.ariaBusy = "false";
    if (!svg.includes("<svg")) return;
    URL.revokeObjectURL(image.src);
    // Who presses Play wants it to move, whatever the system says.
    image.src = URL.createObjectURL(new Blob([svg.replace(/<style>[^]*?<\/style>/, "")], { type: "image/svg+xml" }));
    image.alt = (/<desc>([^<]*)/.exec(svg) || ["", ""])[1];
    button.textContent = moves ? "Stop" : "Play";
    picture.replaceChildren(image);
  });
  button.addEventListener("click", () => { moves = !moves; show(); });
  element.querySelector(".hero-film-open")?.addEventListener("click", () => calls.open(FILM));
  let seen = false;
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    seen = true;
    show();
  }, { threshold: 0.2 }).observe(picture);
  return () => { if (seen) show(); };
}

let isDrawn = false;

/** @param {HTMLElement} element which has what hero.html says @param {Calls} calls */
export function drawHero(element, calls) {
  if (!isDrawn) {
    isDrawn = true;
    const again = [drawTry(element, calls), drawFilm(element, calls)];
    const themes = new MutationObserver(() => { if (element.offsetParent) again.forEach((draw) => draw()); });
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    drawStart(element, [], calls);
  }
  return calls.queue(() => { // reads every lesson for its title: after the picture
    const lessons = /** @type {Lesson[]} */ (JSON.parse(calls.call("web_course")));
    drawStart(element, lessons, calls);
    drawCourse(/** @type {HTMLElement} */ (element.querySelector(".hero-course")), lessons, calls);
  });
}
