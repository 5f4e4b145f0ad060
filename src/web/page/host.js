// Who shows the page in a frame of a document of theirs: an element of the npm package (src/npm/lesson.js). It
// lends the program and the lessons, says where to begin, and hears what is drawn. The page leaves the address,
// the history and the scrolling of that document alone.

/** @typedef {{
 *   place: string, // where to begin, as an address says it: "#lesson=eight-steps&step=4"
 *   own: { name: string, text: string | Uint8Array, files: Record<string, Uint8Array> } | null, // a lesson that is none of the library
 *   keeps: boolean, // is what is done here remembered in the reader's browser?
 *   theme: () => "light" | "dark",
 *   lessons: () => Promise<Record<string, string | [string]>>,
 *   start: (prepare: (program: Program) => void, options: object) => Promise<Program>,
 *   drawn: (screen: Screen) => void,
 *   begun: (page: { press: (keys: string) => Promise<void>, repaint: () => void }) => void,
 *   failed: (words: string) => void,
 * }} Host */

const frame = /** @type {any} */ (window.frameElement); // null in a document of another origin

/** @type {Host | undefined} */
export const host = frame?.qkv;

/** Is the reader elsewhere in the document that shows this one in a frame? Then nothing here takes the focus or
 * comes into view. */
export const isElsewhere = () => parent !== window && !document.hasFocus();
