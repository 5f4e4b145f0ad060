// What the modules share: they import it, and it imports none of them.
/** @type {(id: string) => any} */
export const part = (id) => document.getElementById(id);
export const LESSONS = "/data/qkv/lessons/", STATE = "/state", OWN = "/own/", FIRST = "eight-steps";

// What an address says behind its "#". A plus is a key.
export const paramsOf = (hash) => new URLSearchParams(hash.slice(1).replace(/\+/g, "%2B"));
export const wanted = paramsOf(location.hash);

// What several modules share and change.
/** @type {{ program: Program, opened: string, byLines: boolean, sent: boolean, role: "" | "present" | "notes" }} */
export const page = {
  program: /** @type {any} */ (null), // the instance of the wasm
  opened: "", // the lesson, as it was opened
  byLines: false,
  sent: false, // what is open was sent: nothing of it is kept
  role: wanted.has("present") ? "present" : wanted.has("notes") ? "notes" : "",
};
