/** What is typed on. Each opens an example of so many characters in a fresh page, ready for the first key. */
import type { Browser } from "@playwright/test";
import type { OpenPage } from "./browser.ts";

/** `area` is the product's code area on a page of its own. */
export type SubjectName = "product" | "area" | "floor";

export type Subject = {
  readonly name: SubjectName;
  readonly open: (browser: Browser, length: number, look?: Look) => Promise<Opened>;
};

export type Look = {
  /** Nothing moves, as for people who asked their system for less motion. */
  readonly isStill?: boolean;
  /** For the bench's own pages. */
  readonly query?: string;
};

type Opened = OpenPage & {
  readonly text: string;
  /** Where typing has come to, and the errors it made, as the page itself shows or knows it. */
  readonly typed: () => Promise<Typed>;
};

export type Typed = { readonly isDone: boolean; readonly percent: number; readonly errors: number };
