// What the modules share: they import it, and it imports none of them.
/** @type {(id: string) => any} */
export const part = (id) => document.getElementById(id);
export const LESSONS = "/data/qkv/lessons/", STATE = "/state", OWN = "/own/", FIRST = "eight-steps";
export const wanted = new URLSearchParams(location.hash.slice(1).replace(/\+/g, "%2B")); // a plus is a key

// What several modules share and change.
/** @type {{ program: Program, opened: string, byLines: boolean, role: "" | "present" | "notes" }} */
export const page = {
  program: /** @type {any} */ (null), // the instance of the wasm
  opened: "", // the lesson, as it was opened
  byLines: false,
  role: wanted.has("present") ? "present" : wanted.has("notes") ? "notes" : "",
};
