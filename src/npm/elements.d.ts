// What `import … from "qkv/elements"` has; importing it defines the elements.
export { configure } from "./index.js";

/** What the screen says, as far as others may rely on it. */
export interface QkvScreen {
  /** Which screen: "walk", "heads", "help" … */
  screen: string;
  /** The lesson's title, and its name. */
  lesson: string;
  known: string;
  /** From 0; -1: none. */
  step: number;
  steps: string[];
  done: boolean[];
  [more: string]: unknown;
}

/** The walk through a lesson: `<qkv-lesson src="eight-steps" step="4">`, or with code between its tags. */
export class QkvLesson extends HTMLElement {
  /** What is on the screen now. */
  readonly screen: QkvScreen | undefined;
  /** Types keys as a reader would: "]]<Space>". */
  press(keys: string): Promise<void>;
  /** Goes to a step, from 1. */
  go(step: number): Promise<void>;
  /** Begins anew. */
  reload(): Promise<void>;
}

/** The figure of a tensor: `<qkv-figure src="eight-steps" tensor="weights">`, or of code between its tags. */
export class QkvFigure extends HTMLElement {
  /** Draws it anew. */
  reload(): Promise<unknown>;
}

declare global {
  interface HTMLElementTagNameMap {
    "qkv-lesson": QkvLesson;
    "qkv-figure": QkvFigure;
  }
  interface HTMLElementEventMap {
    "qkv-ready": CustomEvent<{ lesson?: string; steps?: string[]; svg?: string }>;
    "qkv-step": CustomEvent<{ step: number; title: string }>;
    "qkv-answer": CustomEvent<{ right: boolean; says: string; name?: string }>;
    "qkv-screen": CustomEvent<{ screen: QkvScreen }>;
    "qkv-error": CustomEvent<{ message: string }>;
  }
}
