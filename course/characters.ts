// Characters that a text cannot have, or should not: what cannot be stored, what was lost, what is hard to type.

import { limits } from "./course.ts";
import { excerpt, type Fault, type Remark } from "./problems.ts";
import { characterName, oneStray } from "./unseen.ts";

/**
 * CRLF and a lone CR become LF: a learner cannot type CR, and the tools that touch files rewrite it. The text is
 * rewritten in pieces of `pieceUnits`; tests use small ones.
 */
export function normaliseLineEnds(text: string, pieceUnits = 100_000): string {
  if (!text.includes("\r")) return text;
  // In pieces, and by split and join: `replace` would build a rope with one node per match, 250 MB for a file of CRs.
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + pieceUnits;
    // A CRLF stays in one piece. After CR CR the first CR is a line end of its own.
    if (text[end - 1] === "\r" && text[end] === "\n") end += 1;
    pieces.push(text.slice(start, end).split("\r\n").join("\n").split("\r").join("\n"));
    start = end;
  }
  return pieces.join("");
}

/** The text of a file: without byte order marks (joined files have several), with LF line ends. */
export function plainText(file: string): string {
  return normaliseLineEnds(file.replace(/^\ufeff+/, ""));
}

/** Faults for characters that cannot be stored, one per line. `where` begins the sentence: "The code". */
export function forbiddenCharacters(text: string, where: string): Fault[] {
  if (text.search(forbidden) === -1) return [];
  const faults: Fault[] = [];
  eachLine(text, (line, number) => {
    const characters = new Set<string>();
    for (const [character] of line.matchAll(forbidden)) characters.add(characterName(character));
    if (characters.size === 0) return;
    const found = [...characters].join(", ");
    const sentence = `${where} contains a character that cannot be stored: ${found}.`;
    const expected = "text without control characters";
    faults.push({ code: "CHARACTER_FORBIDDEN", line: number, found, expected, sentence });
  });
  return faults;
}

/** Remarks for U+FFFD, which replaces characters that a program could not read, one per line. */
export function replacementCharacters(text: string, where: string): Remark[] {
  if (!text.includes("\ufffd")) return [];
  const remarks: Remark[] = [];
  const sentence = `${where} contains U+FFFD (\ufffd): a character was lost when the file was saved or read. Save it as UTF-8.`;
  eachLine(text, (line, number) => {
    if (!line.includes("\ufffd")) return;
    remarks.push({ code: "TEXT_REPLACEMENT", line: number, found: excerpt(line), sentence });
  });
  return remarks;
}

/** The names of what in a line of code has no key: no-break spaces, curly quotes, zero-width and bidi characters. */
export function hardToType(line: string): string[] {
  const found = new Set<string>();
  for (const [character] of line.matchAll(hardCharacters)) found.add(characterName(character));
  return [...found];
}

/** Calls `look` for each line of a text, numbered from 1, up to a number of lines that no valid field has. */
export function eachLine(text: string, look: (line: string, number: number) => void): void {
  let start = 0;
  for (let number = 1; number <= linesLookedAt; number += 1) {
    const end = text.indexOf("\n", start);
    look(end === -1 ? text.slice(start) : text.slice(start, end), number);
    if (end === -1) return;
    start = end + 1;
  }
}

/** A text of more lines is refused for its length anyway. */
const linesLookedAt = limits.description + 1;

// C0 controls but TAB and LF, DEL, C1 controls, the line ends of Unicode, the byte order mark and its mirror,
// U+FFFF, and halves of surrogate pairs: databases, YAML, spreadsheets or editors change or refuse each of these.
const forbidden = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/gu;

// Curly quotes, and all invisible characters but those that are forbidden anyway or belong where they are.
const hardCharacters = new RegExp(`[\u2018-\u201f]|(?!${forbidden.source})${oneStray}`, "gu");
