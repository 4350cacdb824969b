// The pages that a bench types on. Each opens an example of a given length in a fresh page, ready for the first key.

import type { Browser } from "@playwright/test";
import type { OpenPage } from "./browser.ts";

/**
 * `area` is the product's code area alone on a page; `window` the bare floor, which has no colours and no clock; `ghost`
 * the product while the ghost of an earlier run races along. In Gaps and Recall they type the example from memory.
 */
export type SubjectName =
  | "product"
  | "ghost"
  | "floor"
  | "window"
  | `${"product" | "area"}${"" | " in Gaps" | " in Recall"}`;

export type Subject = {
  readonly name: SubjectName;
  readonly open: (browser: Browser, length: number, look?: Look) => Promise<Opened>;
};

export type Look = {
  /** Without animations, as for people who set their system to less motion. */
  readonly isStill?: boolean;
  /** The query of the address; only for the bench's pages. */
  readonly query?: string;
};

type Opened = OpenPage & {
  readonly text: string;
  /** The progress and the errors, read from the screen or from the page's own variables. */
  readonly typed: () => Promise<Typed>;
};

export type Typed = { readonly isDone: boolean; readonly percent: number; readonly errors: number };
