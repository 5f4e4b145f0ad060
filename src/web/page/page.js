// What the modules share: they import it, and it imports none of them but host.js.
import { host } from "./host.js";

/** @type {(id: string) => any} */
export const part = (id) => document.getElementById(id);
export const LESSONS = "/data/qkv/lessons/", STATE = "/state", OWN = "/own/", FIRST = "eight-steps";

// What an address says behind its "#". A plus is a key.
export const paramsOf = (hash) => new URLSearchParams(hash.slice(1).replace(/\+/g, "%2B"));
export const wanted = paramsOf(host?.place ?? location.hash);

// The page as it was before anything was drawn, for who saves it.
export const shell = [...document.body.children].map((one) => (one.matches("script, noscript") ? null : one.cloneNode(true)));

// What several modules share and change.
/** @type {{ program: Program, opened: string, byLines: boolean, terminal: boolean, sent: boolean, role: "" | "present" | "notes" }} */
export const page = {
  program: /** @type {any} */ (null), // the instance of the wasm
  opened: "", // the lesson, as it was opened
  byLines: false,
  terminal: wanted.has("terminal") || wanted.has("size"), // the grid of characters instead of cards
  sent: false, // what is open was sent: nothing of it is kept
  role: wanted.has("present") ? "present" : wanted.has("notes") ? "notes" : "",
};
