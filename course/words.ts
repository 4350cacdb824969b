// Numbers and pieces of text as the sentences about faults show them.

import { excerpt } from "./problems.ts";

/** "1 lesson", "2,001 lessons". */
export function counted(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** "12,345", the same on every machine; `toLocaleString` depends on the machine's language. */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The start of a text, in quotes. */
export function quoted(text: string): string {
  return `"${excerpt(text.trim())}"`;
}

/** With a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
