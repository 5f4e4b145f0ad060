// The course as a path: all lessons in order, in its parts, with what is done and what is due.

/** @typedef {import("./hero.js").Calls} Calls */
/** @typedef {import("./hero.js").Lesson} Lesson */

/** @param {string} name @returns {any} */
function make(name, look = "", text = "") {
  const element = document.createElement(name);
  if (look) element.className = look;
  if (text) element.textContent = text;
  return element;
}

/** What is known of the reader's progress, in words.
 * @param {Lesson} lesson */
function progressOf(lesson) {
  const isDone = lesson.steps > 0 && lesson.done >= lesson.steps;
  const words = [isDone ? "done" : lesson.done ? `${lesson.done} of ${lesson.steps} steps` : lesson.minutes ? `${lesson.minutes} minutes` : ""];
  if (lesson.due) words.push(`${lesson.due} due`);
  return { isDone, words: words.filter(Boolean).join(", ") };
}

/** @param {Lesson} lesson @param {Calls} calls */
function itemOf(lesson, calls) {
  const item = make("li"), link = make("a", "course-lesson"), { isDone, words } = progressOf(lesson);
  link.href = "#lesson=" + encodeURIComponent(lesson.name);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a window of its own
    event.preventDefault();
    calls.open(lesson.name);
  });
  const number = make("span", "course-number" + (isDone ? " done" : lesson.done ? " begun" : ""), isDone ? "✓" : lesson.number ? String(lesson.number) : "·");
  number.ariaHidden = "true";
  const about = make("span", "course-words");
  about.append(make("b", "", lesson.title), " ", make("span", "course-progress" + (lesson.due ? " due" : ""), words));
  if (lesson.summary) about.append(make("span", "course-summary", lesson.summary + (/[.?!]$/.test(lesson.summary) ? "" : ".")));
  about.append(make("span", "course-found"));
  link.append(number, about);
  item.append(link);
  return item;
}

/** The prose of a lesson, a paragraph each: no code, and no question with its answers.
 * @param {string} text */
const proseOf = (text) => text.replace(/^---[^]*?^---/m, "").replace(/^```[^]*?^```/gm, "").split(/\n{2,}/)
  .map((paragraph) => paragraph.replace(/\s+/g, " ").trim()).filter((paragraph) => paragraph && !/^[>|#]/.test(paragraph));

/** The sentence of the lesson that has the words, rather the one that introduces them; or "".
 * @param {string[]} prose @param {string} sought in small letters */
function sentenceWith(prose, sought) {
  const all = prose.flatMap((paragraph) => paragraph.split(/(?<=[.?!]) (?=[A-Z`*])/));
  const found = all.find((one) => one.toLowerCase().includes("**" + sought)) || all.find((one) => one.toLowerCase().includes(sought));
  return (found || "").replace(/[*`]/g, "");
}

/** @param {HTMLElement} element @param {Lesson[]} lessons @param {Calls} calls */
export function drawCourse(element, lessons, calls) {
  element.replaceChildren();
  element.classList.add("course");
  const done = lessons.filter((one) => progressOf(one).isDone).length;
  const label = make("label", "course-search", "Search "), field = make("input"), count = make("p", "course-count");
  field.type = "search";
  field.placeholder = "softmax, mask, heads …";
  count.role = "status";
  label.append(field);
  const head = make("div", "course-head");
  head.append(make("h2", "", "The course"), label);
  element.append(head, count);
  /** @type {{ lesson: Lesson, item: HTMLElement, prose: string[] | undefined }[]} */
  const rows = [];
  /** @type {HTMLElement[]} */
  const parts = [];
  for (const lesson of lessons) {
    const part = lesson.part || "Other lessons";
    if (parts.at(-1)?.dataset.part !== part) {
      const section = make("section", "course-part");
      section.dataset.part = part;
      section.append(make("h3", "", part), make("ol"));
      parts.push(section);
      element.append(section);
    }
    const item = itemOf(lesson, calls);
    parts.at(-1)?.lastElementChild?.append(item);
    rows.push({ lesson, item, prose: undefined });
  }
  const whole = `${lessons.length} lessons` + (done ? `, ${done} done` : "");
  count.textContent = whole;

  field.addEventListener("input", () => {
    const sought = field.value.trim().toLowerCase();
    let found = 0;
    for (const row of rows) {
      row.prose ??= proseOf(calls.text?.(row.lesson.path) || "");
      const named = (row.lesson.title + " " + row.lesson.summary + " " + row.lesson.name).toLowerCase().includes(sought);
      const line = named || !sought ? "" : sentenceWith(row.prose, sought);
      row.item.hidden = !named && !line;
      /** @type {any} */ (row.item.querySelector(".course-found")).textContent = line;
      found += +!row.item.hidden;
    }
    for (const part of parts) part.hidden = !part.querySelector("li:not([hidden])");
    count.textContent = !sought ? whole : found ? `Found in ${found} of ${lessons.length} lessons` : `Nothing about “${field.value.trim()}”`;
  });
}
