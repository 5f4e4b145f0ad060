// <qkv-lesson>: the walk through a lesson or a listing, live, in any document.
//
// It is the page itself, in a frame inside the element. The page's modules lay out a whole window: its width
// decides between one column and two, its text size and its keys are the window's, its dialogs cover it. A frame
// is such a window, of the element's size, and what it does is tested as the page; in a shadow root alone each
// of these would have to be made anew. The frame is of the document's own origin, so that all share one compiled
// module, which is most of the time that a start takes; what a frame adds is the page's script, 90 KB.
import { givenTo, themeOf, watchTheme, whenNear } from "./given.js";
import { lessons, start } from "./program.js";

/** @typedef {import("../web/page/host.js").Host} Host */

const STYLE = `:host { display: block; box-sizing: border-box; block-size: 34rem; min-inline-size: 20rem; min-block-size: 14.4rem; max-inline-size: 100%; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 12px; overflow: hidden; }
:host([hidden]) { display: none; }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
p { margin: 1rem; white-space: pre-line; }`;

const Base = globalThis.HTMLElement ?? class {}; // where documents are made by a server there are none

export class QkvLesson extends Base {
  static observedAttributes = ["src", "as", "files", "step", "keys", "place", "view", "theme", "keep"];

  /** What is on the screen now (screen.d.ts). @type {Screen | undefined} */
  screen;
  /** @type {{ press: (keys: string) => Promise<void>, repaint: () => void } | undefined} */
  #page;
  /** @type {(() => void)[]} */
  #ends = [];
  #time = 0; // how often it was begun
  #answer = "";
  #settled = "";

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#ends = [watchTheme(() => this.#page?.repaint()), whenNear(this, () => this.reload())];
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#stop();
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#time || !this.isConnected) return;
    if (name === "theme") this.#page?.repaint();
    else if (name === "step" && this.#page && now) this.go(Number(now));
    else this.reload();
  }

  #stop() {
    this.#page = this.screen = undefined;
    this.#answer = this.#settled = "";
    this.shadowRoot?.replaceChildren();
  }

  /** Begins anew, with what its attributes say and what is between its tags. */
  async reload() {
    const time = ++this.#time;
    this.#stop();
    try {
      const [given, page] = await Promise.all([givenTo(this), import("./page.js")]);
      if (time !== this.#time || !this.isConnected) return;
      this.#mount(given, page);
    } catch (problem) {
      if (time === this.#time) this.#fail(/** @type {Error} */ (problem).message);
    }
  }

  /** As an address of the page says it. @param {import("./given.js").Given} given */
  #placeOf(given) {
    const place = new URLSearchParams();
    place.set("lesson", "lesson" in given ? given.lesson : given.name);
    for (const name of ["step", "keys"]) if (this.hasAttribute(name)) place.set(name, this.getAttribute(name) ?? "");
    for (const [name, value] of new URLSearchParams(this.getAttribute("place")?.replace(/^[^#]*#/, "").replaceAll("+", "%2B") ?? "")) place.set(name, value);
    const view = this.getAttribute("view");
    if (view === "terminal" || view === "lines") place.set(view, "");
    return "#" + place;
  }

  /** @param {import("./given.js").Given} given @param {typeof import("./page.js")} page */
  #mount(given, { body, css, script }) {
    const frame = /** @type {HTMLIFrameElement & { qkv?: Host }} */ (document.createElement("iframe")), time = this.#time;
    const isOurs = () => time === this.#time;
    frame.qkv = {
      place: this.#placeOf(given),
      own: "lesson" in given ? null : given,
      keeps: this.hasAttribute("keep"),
      theme: () => themeOf(this),
      lessons,
      start,
      drawn: (screen) => { if (isOurs()) this.#drawn(screen); },
      begun: (page) => {
        if (!isOurs()) return;
        this.#page = page;
        this.#tell("ready", { lesson: this.screen?.lesson ?? "", steps: this.screen?.steps ?? [] });
      },
      failed: (message) => {
        if (!isOurs()) return;
        if (this.#page) this.#tell("error", { message });
        else this.#fail(message);
      },
    };
    const nonce = this.nonce ? ` nonce="${this.nonce}"` : "";
    frame.title = this.getAttribute("aria-label") ?? "A walk through self-attention";
    frame.setAttribute("part", "frame");
    frame.allow = "clipboard-write";
    frame.srcdoc = `<!doctype html><html lang="en" data-theme="${themeOf(this)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style${nonce}>${css}</style></head><body data-embed>${body}<script${nonce}>${script}</script></body></html>`;
    this.shadowRoot?.replaceChildren(frame);
  }

  /** @param {Screen} screen */
  #drawn(screen) {
    const before = this.screen, { step, steps, told, question } = screen;
    this.screen = screen;
    const frame = this.shadowRoot?.querySelector("iframe");
    if (frame && screen.lesson !== before?.lesson) frame.title = this.getAttribute("aria-label") ?? screen.lesson;
    if (step >= 0 && (step !== before?.step || screen.lesson !== before.lesson)) this.#tell("step", { step: step + 1, title: steps[step] });
    const settled = told ? JSON.stringify([screen.at, told.says]) : "", wrong = question?.says ? JSON.stringify([question.name, question.says]) : "";
    if (told && settled !== this.#settled) this.#tell("answer", { right: told.right, says: told.says });
    else if (question && wrong && wrong !== this.#answer) this.#tell("answer", { right: false, name: question.name, says: question.says });
    [this.#settled, this.#answer] = [settled, wrong];
    this.#tell("screen", { screen });
  }

  /** @param {string} message */
  #fail(message) {
    const words = document.createElement("p");
    words.setAttribute("role", "alert");
    words.textContent = message;
    this.shadowRoot?.replaceChildren(words);
    this.#tell("error", { message });
  }

  /** @param {string} what @param {object} detail */
  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent("qkv-" + what, { bubbles: true, composed: true, detail }));
  }

  /** Types keys, as a reader would: "]]<Space>". @param {string} keys */
  async press(keys) {
    await this.#page?.press(keys);
  }

  /** Goes to a step, from 1. @param {number} step */
  async go(step) {
    if (Number.isInteger(step) && step > 0) await this.press(`g${step}<Enter>`);
  }
}
