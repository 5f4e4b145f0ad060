// <qkv-figure>: the figure of a tensor of a lesson or a listing.
import { QkvError, svg } from "./index.js";
import { givenTo, themeOf, watchTheme, whenNear } from "./given.js";

const STYLE = `:host { display: block; }
:host([hidden]) { display: none; }
svg { display: block; max-inline-size: 100%; block-size: auto; margin-inline: auto; }
p { white-space: pre-line; }`;

// Options of `qkv export` as attributes; those of the second list have no value.
const OPTIONS = ["kind", "head", "layer", "query", "cell", "row", "highlight", "annotate", "arrow", "title", "caption", "cmap", "range", "digits", "steps", "min", "mask", "set", "tokens", "hold", "axes", "font"];
const FLAGS = ["bare", "no-values", "animate", "compare", "log", "rollout"];

const Base = globalThis.HTMLElement ?? class {};

/** Figures are made one after the other. @type {Promise<unknown>} */
let last = Promise.resolve();

export class QkvFigure extends Base {
  static observedAttributes = ["src", "as", "files", "tensor", "theme", ...OPTIONS, ...FLAGS];

  /** @type {(() => void)[]} */
  #ends = [];
  #time = 0;
  #theme = "";

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#ends = [watchTheme(() => { if (this.#time && this.#chosenTheme() !== this.#theme) this.reload(); }), whenNear(this, () => this.reload())];
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }

  /** @param {string} _ @param {string | null} before @param {string | null} now */
  attributeChangedCallback(_, before, now) {
    if (before !== now && this.#time && this.isConnected) this.reload();
  }

  /** Of the document's own ground. */
  #chosenTheme() {
    const asked = this.getAttribute("theme");
    if (asked && !["auto", "light", "dark"].includes(asked)) return asked;
    return themeOf(this) === "dark" ? "transparent-dark" : "transparent";
  }

  #options() {
    /** @type {Record<string, unknown>} */
    const options = { theme: (this.#theme = this.#chosenTheme()) };
    for (const name of OPTIONS) if (this.hasAttribute(name)) options[name] = this.getAttribute(name);
    for (const name of FLAGS) if (this.hasAttribute(name)) options[name] = true;
    return options;
  }

  /** Draws it anew, from what its attributes say and what is between its tags. */
  reload() {
    const time = ++this.#time;
    last = last.then(() => (time === this.#time ? this.#draw(time) : undefined));
    return last;
  }

  /** @param {number} time */
  async #draw(time) {
    try {
      const given = await givenTo(this), options = this.#options(), tensor = this.getAttribute("tensor") ?? "weights";
      const text = "lesson" in given ? await svg(given.lesson, tensor, options)
        : await svg(typeof given.text === "string" ? given.text : new TextDecoder().decode(given.text), tensor, { ...options, name: given.name, files: given.files });
      if (time === this.#time) this.#show(text);
    } catch (problem) {
      if (time === this.#time) this.#fail(/** @type {Error} */ (problem));
    }
  }

  /** @param {string} text */
  #show(text) {
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (this.getAttribute("aria-label")) drawn.setAttribute("aria-label", this.getAttribute("aria-label") ?? "");
    drawn.setAttribute("part", "svg");
    this.shadowRoot?.replaceChildren(drawn);
    this.dispatchEvent(new CustomEvent("qkv-ready", { bubbles: true, composed: true, detail: { svg: text } }));
  }

  /** @param {Error} problem */
  #fail(problem) {
    const words = document.createElement("p"), message = problem.message + (problem instanceof QkvError && problem.hint ? "\ntry: " + problem.hint : "");
    words.setAttribute("role", "alert");
    words.textContent = message;
    this.shadowRoot?.replaceChildren(words);
    this.dispatchEvent(new CustomEvent("qkv-error", { bubbles: true, composed: true, detail: { message } }));
  }
}
