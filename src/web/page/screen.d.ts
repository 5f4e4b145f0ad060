// What web_screen() says of the screen on top: all that the page draws. Written by the program
// (src/tui/described/), read by the page's modules.

/** A stretch of text of one look: its words and, where it has one, its look: names of inks and attributes
 * separated by blanks: "query bold underline". Inks: input key query value score weights weighted output quiet
 * faint code error accent head0 … head6. Grounds: "on-selected", "on-source", "on-turn", "on-chip",
 * "on-panel", "on-heat-12", "on-signed-12". Attributes: bold underline reverse past. */
type Run = [text: string, look?: string];
type Line = Run[];

interface Figure {
  kind: string; // "equation", "heatmap", "heads", "flow", "arrows", "survey" …
  svg: string; // in the page's light or dark; its ground is transparent where the page removes the first rect
  alt: string;
  /** The selected cell, to be outlined. In an equation `place` is the number of its matrix (the groups
   * with class qkv-matrix carry data-place); of heads the number of the head (data-head); else 0. */
  selected?: { place: number; row: number; column: number };
}

interface Question {
  kind: "choice" | "number" | "truth"; // truth: True or False are the answers
  name: string; // "scores_0[1]"
  asks: string; // HTML of paragraphs: what is asked, in words; may be "" (then the name = ? is)
  choices: { letter: string; html: string; wrong: boolean }[]; // wrong: was tried, or ruled out by a hint
  typed?: string; // what has been typed of the answer, where something is
  says?: string; // to the last wrong answer
  hint?: string; // the last hint that was given
  space: "hint" | "answer" | "next"; // what Space does now
}

interface Action {
  keys: string; // in written form for web_keys(): "<Space>", "[", "<C-o>"
  key: string; // as a person reads it: "Space", "["
  label: string; // "next", "back", "hint" … as the key line has it
  help: string; // one line: a tooltip
  rank: number; // of higher rank gives way first; 0 never does
  slot: "help" | "arrows" | "own" | "shared" | "way-out";
  other?: string; // of "[ ]": the keys of the other one, too
  primary?: boolean; // one of all: the blue button (Space, or Enter where that is what goes on)
}

interface Screen {
  screen: string; // "walk", "heads", "help", "lessons", "typing", "prompt" … (SCREENS in small letters)
  over?: string; // what is over it: "typing", "prompt", "figure"
  mode: "walk" | "present" | "notes";
  lesson: string; // its title
  known: string; // its name: "eight-steps"
  step: number; // from 0; -1: none
  steps: string[]; // their titles
  done: boolean[]; // of each: walked to its end?
  at: { stage: number; substep: number; stages: number };
  title: string; // of the screen: the step's title on the walk; else that of the page
  about?: Line[]; // the operation in code, "scores = queries @ keys.T", or what the screen is in words
  names?: { name: string; state: "done" | "now" | "to-come"; step: number; ink: string }[]; // of values, as computed
  figure?: Figure;
  sum?: Line[]; // the arithmetic of the selected cell, as the terminal writes it, in roles
  links?: Line[]; // what it is made from and what it feeds
  status?: string; // "x[0,0] = 1  row the, column i0"
  question?: Question;
  told?: { says: string; right: boolean; html: string }; // the verdict and reason of the question settled just now
  prose?: string; // HTML of the step's text and code as far as it may be seen; the line at hand has class "now"
  thumbs?: { entry: number; name: string; figure: string }[]; // small pictures of what was computed so far (later)
  list?: { lines: Line[]; entries: { from: number; to: number }[]; selected: number }; // of screens that are lists
  text?: Line[]; // of screens that are a text
  foot?: string; // what is known of the selected entry
  // Something is typed that is no answer: "x[0,1] = ", "it is 0", "set" (Enter does it), "0.5".
  typing?: { prompt: string; note?: string; verb: string; text: string; number: boolean };
  // The palette: "go to", what can be typed there, and why nothing fits.
  prompt?: { kind: string; about: string; text: string; entries: { text: string; about: string }[]; selected: number; problem?: string };
  message?: { text: string; error: boolean };
  actions: Action[]; // in the order of the key line
  playing: boolean;
  welcome?: boolean; // the beginning of a lesson with nothing done yet
  grid: boolean; // nothing else shows what this screen shows: paint the grid of characters (web_frame)
}
