// The question at hand as a card, the reason of what was settled just now, and a number that is typed to be
// set. All is said by the program: which choices are wrong, what Space does. Nothing here knows an answer.
import { coarse, make, makeField, reveal } from "./pad.js";

/** @typedef {import("./pad.js").Send} Send */

/** @typedef {{ update: (screen: Screen) => void, close?: () => void }} Card */
/** @type {WeakMap<HTMLElement, Card & { of: string }>} */
const cards = new WeakMap();
let lost = false; // the focus, with a card that is gone

// A card is made anew only for another question: what has the focus keeps it.
/** @param {HTMLElement} element @param {Screen} screen @param {string} of "" for none @param {() => Card} build */
function draw(element, screen, of, build) {
  const held = element.contains(document.activeElement);
  let card = cards.get(element);
  if (card?.of !== of) card?.close?.();
  if (!of) {
    lost = lost || held;
    cards.delete(element);
    element.replaceChildren();
    return;
  }
  if (card?.of !== of) {
    card = { of, ...build() };
    cards.set(element, card);
    if (held) focusCard(element);
  }
  card.update(screen);
}

// Where one answers first.
/** @param {HTMLElement} element */
export function focusCard(element) {
  reveal(element);
  const first = /** @type {HTMLElement | null} */ (element.querySelector("button:not([aria-disabled=true], .helps *), input"));
  first?.focus({ preventScroll: true });
}

/** Said politely, and not again where nothing else is said. @param {HTMLElement} part @param {(Node | string)[]} words */
function say(part, ...words) {
  const said = make("div", {}, ...words);
  if (said.innerHTML === part.innerHTML) return;
  part.replaceChildren(...said.childNodes);
  if (words.length) reveal(part);
}

const wrongWith = (/** @type {Screen} */ screen) => (screen.message?.error ? [make("p", { className: "unclear" }, screen.message.text.replace(/^Error: /, ""))] : []);

// ---- the question -------------------------------------------------------------------------------------

const REST = 600; // milliseconds in which a button that has just become "Show the answer" shows nothing

/** @param {Question} question */
const helpOf = (question) => (question.space === "answer" ? "Show the answer" : question.hint ? "Another hint" : "A hint");

/** @param {HTMLElement} element @param {Screen} screen @param {Send} send */
export function drawQuestion(element, screen, send) {
  const asked = screen.typing ? undefined : screen.question;
  const of = asked ? JSON.stringify([screen.known, screen.mode, asked.name, asked.kind, asked.asks]) : "";
  draw(element, screen, of, () => buildQuestion(element, screen, send));
}

/** @param {HTMLElement} element @param {Screen} screen @param {Send} send */
function buildQuestion(element, screen, send) {
  const asked = /** @type {Question} */ (screen.question);
  const turn = make("b", {}, "Your turn.");
  const asks = make("div", { className: "asks", innerHTML: asked.asks || "<p></p>" });
  const first = asks.querySelector("p") || asks.insertBefore(make("p"), asks.firstChild);
  if (!asked.asks) first.append("What will ", make("code", {}, asked.name), " be?");
  first.prepend(turn, " ");
  const said = make("div", { className: "said", role: "status" });
  const field = asked.kind === "number" ? makeField(send, { label: asked.name + " =", take: "Check", placeholder: coarse.matches ? "" : "a number" }) : undefined;
  const check = make("button", { type: "button", className: "primary", onclick: () => send("<Enter>") }, "Check");
  let typed = asked.typed;
  const choose = (/** @type {string} */ letter) => send((typed === undefined ? "" : "<Escape>") + letter + "<Enter>");
  const choices = asked.choices.map(({ letter, html }) => {
    const mark = make("span", { className: "mark" });
    const button = make("button", { type: "button", className: "choice" }, make("kbd", {}, letter), make("span", { innerHTML: html }), mark);
    button.addEventListener("click", () => { if (button.getAttribute("aria-disabled") !== "true") choose(asked.kind === "truth" ? html : letter); });
    return { button, mark };
  });
  let rests = 0;
  const key = make("kbd", { ariaHidden: "true" }, "Space");
  const help = make("button", { type: "button", className: "quiet", onclick: () => { if (performance.now() > rests) send("<Space>"); } });
  const helps = make("div", { className: "helps" }, ...(field ? [] : [check]), help);
  const card = make("section", { className: "turn", role: "group", "aria-label": "Your turn" }, asks,
    make("div", { className: "answers" }, field ? field.field : make("div", { className: "choices" }, ...choices.map(({ button }) => button)), helps),
    ...(field?.pad || []), said);
  // Enter takes what has been typed, whatever has the focus.
  card.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !typed) return;
    event.preventDefault();
    event.stopPropagation();
    send("<Enter>");
  });
  element.replaceChildren(card);
  const update = (/** @type {Screen} */ { question, ...screen }) => {
    if (!question) return;
    typed = question.typed;
    field?.show(typed || "");
    check.hidden = !typed;
    choices.forEach(({ button, mark }, i) => {
      const { wrong, letter } = question.choices[i];
      button.setAttribute("aria-disabled", String(wrong));
      button.classList.toggle("picked", !!typed && typed.toLowerCase() === letter);
      mark.textContent = wrong ? "✗ not this one" : "";
    });
    const { says, hint } = question;
    say(said, ...(typed === undefined ? [] : wrongWith(screen)), ...(says ? [make("p", { className: "says" }, says)] : []),
      ...(hint ? [make("p", { className: "hint" }, make("b", {}, "Hint:"), " ", hint)] : []));
    help.hidden = question.space === "next";
    if (help.firstChild?.textContent === helpOf(question)) return;
    if (question.space === "answer") rests = performance.now() + (help.firstChild ? REST : 0);
    help.replaceChildren(helpOf(question), " ", key);
  };
  if (field && coarse.matches) reveal(element); // the pad has come up below it
  return { update, close: field?.close };
}

// ---- what was settled ---------------------------------------------------------------------------------

/** @param {HTMLElement} element @param {Screen} screen */
export function drawTold(element, screen) {
  const told = screen.told;
  element.setAttribute("aria-live", "polite");
  draw(element, screen, told ? JSON.stringify([screen.known, screen.at, told.says]) : "", () => {
    const { right, says, html } = /** @type {NonNullable<typeof told>} */ (told);
    const sign = make("span", { className: "sign", ariaHidden: "true" }, right ? "✓" : "→");
    const verdict = make("p", { className: "verdict" }, sign, " ", right ? says : "Shown: " + says);
    const card = make("section", { className: right ? "told right" : "told", tabIndex: -1, role: "group", "aria-label": "The answer" },
      verdict, make("div", { className: "reason", innerHTML: html }));
    element.replaceChildren(card);
    if (lost) card.focus({ preventScroll: true });
    reveal(element);
    return { update: () => {} };
  });
  lost = false;
}

// ---- what is typed to be set --------------------------------------------------------------------------

const capital = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1);

/** @param {HTMLElement} element @param {Screen} screen @param {Send} send */
export function drawTyping(element, screen, send) {
  const typing = screen.typing;
  draw(element, screen, typing ? typing.prompt + typing.verb : "", () => {
    const { prompt, note, verb, number } = /** @type {NonNullable<typeof typing>} */ (typing);
    const field = makeField(send, { label: prompt, take: capital(verb), number, begins: true });
    const said = make("div", { className: "said", role: "status" });
    const leave = make("button", { type: "button", className: "quiet", onclick: () => send("<Escape>") }, "Leave");
    element.replaceChildren(make("section", { className: "turn typing", role: "group", "aria-label": "Type " + (number ? "a number" : "words") },
      make("div", { className: "answers" }, field.field, ...(note ? [make("span", { className: "note" }, note)] : []), leave), ...field.pad, said));
    field.input.focus();
    reveal(element);
    const update = (/** @type {Screen} */ screen) => {
      field.show(screen.typing?.text || "");
      say(said, ...wrongWith(screen));
    };
    return { update, close: field.close };
  });
}

// ---- the one clear next thing -------------------------------------------------------------------------

/** What the page's blue button is instead while something is asked or typed; undefined: what it always is. It
 * never gives a hint or an answer: these are in the card, to which it leads where it has no keys to send
 * (focusCard).
 * @param {Screen} screen @returns {{ label: string, keys?: string, quiet?: boolean } | undefined} */
export function primaryOf({ question, typing }) {
  if (typing) return { label: capital(typing.verb), keys: "<Enter>", quiet: !typing.text };
  if (!question || question.space === "next") return undefined;
  return question.typed ? { label: "Check", keys: "<Enter>" } : { label: "Your turn", quiet: true };
}
