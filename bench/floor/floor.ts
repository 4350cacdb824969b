// The floor: the least that a key can cost. A page written by hand for typing one example. It shows everything that
// the practice screen shows: seven colours, pencil and ink, marks of indents and line ends, the ruler's needle, the
// caret with its character or mark, timer, accuracy, errors, progress. It has no framework, no accessibility, no
// wrapping, no Backspace and no resize. It takes only ASCII, and each key is the expected character or an error.
//
// The page holds thirty lines around the caret. Ink is drawn over pencil and clipped at the caret. One transform moves
// caret and needle. The layout is never read.
//
//   ?glide=yes       the caret glides for 70 ms; the practice screen has no glide because of its cost
//   ?capture=value   reads the text from the field, as input methods require, instead of preventing it at beforeinput

import type { HiddenConstruct } from "@tabstop/engine/memory/grades";

type Example = {
  readonly text: string;
  readonly tokens: readonly (readonly [string, number])[];
  /** How the code area types it from memory: "" in Copy. */
  readonly way: "" | "gaps" | "recall";
  /** What is hidden then. */
  readonly constructs: readonly HiddenConstruct[];
};
declare global {
  interface Window {
    /** Set by the bench before the page loads. */
    benchExample?: Example;
    /** Read by the bench: characters typed, errors. */
    benchTyped?: { cursor: number; errors: number };
  }
}

const columnPx = 12;
const rowPx = 32;
const rowsInPage = 30;
const heldRows = 6;
const widthPx = 560;

const query = new URLSearchParams(location.search);
const { text, tokens } = window.benchExample ?? { text: "", tokens: [] };
document.documentElement.toggleAttribute("data-glide", query.get("glide") === "yes");

const part = (id: string) => document.getElementById(id) as HTMLElement;
const [sheet, carriage, caret, sink] = [
  part("sheet"),
  part("carriage"),
  part("caret"),
  part("sink") as HTMLTextAreaElement,
];
const bar = document.querySelector("#progress > i") as HTMLElement;
const textNode = (id: string) => part(id).firstChild as Text;
const [minutes, hundredths, accuracy, errorCount, percent] = [
  textNode("minutes"),
  textNode("hundredths"),
  textNode("accuracy"),
  textNode("errors"),
  textNode("percent"),
];
const caretText = document.createTextNode("");
caret.append(caretText);
document.querySelectorAll<HTMLElement>("#ruler > b").forEach((number, i) => {
  number.style.left = `${i * 10 * columnPx + 4}px`;
});

/** The coloured pieces of each line. */
const lines: [string, string][][] = [[]];
/** For each line, the spaces that are drawn as marks, two spaces per mark. */
const indents: number[] = [];
{
  let at = 0;
  for (const [colour, length] of tokens) {
    text
      .slice(at, at + length)
      .split("\n")
      .forEach((piece, i) => {
        if (i > 0) lines.push([]);
        if (piece !== "") lines.at(-1)?.push([colour, piece]);
      });
    at += length;
  }
  for (const line of text.split("\n")) indents.push((/^ */.exec(line)?.[0].length ?? 0) & ~1);
}

let cursor = 0;
let errors = 0;
let line = 0;
let column = 0;
let firstRow = 0;
let startedAt = -1;
const inks: HTMLElement[] = [];

function drawRow(index: number): void {
  const row = document.createElement("div");
  row.className = "row";
  row.style.top = `${index * rowPx}px`;
  const number = document.createElement("span");
  number.textContent = `${index + 1}`;
  row.append(number);
  for (const layer of ["pencil", "ink"]) {
    const box = document.createElement("div");
    box.className = layer;
    const indent = indents[index] ?? 0;
    const marks = layer === "pencil" ? indent / 2 : Math.min(1, indent);
    for (let i = 0; i < marks; i++) {
      const mark = document.createElement("i");
      mark.className = layer === "pencil" ? "tab" : "guides";
      if (layer === "ink") mark.style.width = `${indent * columnPx}px`;
      box.append(mark);
    }
    let skipped = layer === "pencil" ? indent : 0;
    for (const [colour, piece] of lines[index] ?? []) {
      const run = document.createElement("span");
      run.className = colour;
      run.textContent = piece.slice(skipped);
      skipped = Math.max(0, skipped - piece.length);
      box.append(run);
    }
    row.append(box);
    if (layer === "pencil" && index + 1 < lines.length) {
      const enter = document.createElement("i");
      enter.className = "enter";
      box.append(enter);
    }
    if (layer === "ink") {
      box.style.clipPath = `inset(0 ${widthPx}px 0 0)`;
      inks[index] = box;
    }
  }
  sheet.append(row);
}

function place(): void {
  const x = column * columnPx;
  carriage.style.transform = `translateX(${x}px)`;
  const ink = inks[line];
  if (ink !== undefined) ink.style.clipPath = `inset(0 ${widthPx - x}px 0 0)`;
  const character = text.charAt(cursor);
  const isIndent = column < (indents[line] ?? 0) && column % 2 === 0;
  const kind = isIndent ? "tab" : character === " " ? "space" : character === "\n" ? "enter" : "";
  if (caret.className !== kind) caret.className = kind;
  put(caretText, kind === "" ? character : "");
}

function nextLine(): void {
  const ink = inks[line];
  if (ink !== undefined) ink.style.clipPath = "";
  line++;
  column = 0;
  if (line - firstRow > rowsInPage / 2 && firstRow + rowsInPage < lines.length) {
    sheet.firstElementChild?.remove();
    drawRow(firstRow + rowsInPage);
    firstRow++;
  }
  const scrolled = Math.max(0, line - heldRows) * rowPx;
  sheet.style.transform = `translateY(${-scrolled}px)`;
  caret.style.translate = `0 ${line * rowPx - scrolled}px`;
}

function judge(character: string): void {
  if (cursor >= text.length) return;
  if (startedAt < 0) startedAt = performance.now();
  if (character === text.charAt(cursor)) {
    cursor++;
    if (character === "\n") nextLine();
    else column++;
    place();
  } else {
    errors++;
    caret.toggleAttribute("data-wrong", true);
    setTimeout(() => caret.toggleAttribute("data-wrong", false), 300);
  }
  const share = Math.floor((100 * cursor) / text.length);
  put(accuracy, `${cursor === 0 ? 0 : Math.max(0, Math.floor((100 * (cursor - errors)) / cursor))}%`);
  put(errorCount, `${errors}`);
  if (put(percent, `${share}%`)) bar.style.transform = `scaleX(${share / 100})`;
  window.benchTyped = { cursor, errors };
}

function put(node: Text, value: string): boolean {
  if (node.data === value) return false;
  node.data = value;
  return true;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

setInterval(() => {
  if (startedAt < 0 || cursor >= text.length) return;
  const now = Math.floor((performance.now() - startedAt) / 10);
  put(minutes, `${two(Math.floor(now / 6000))}:${two(Math.floor(now / 100) % 60)}`);
  put(hundredths, `.${two(now % 100)}`);
}, 50);

if (query.get("capture") === "value") {
  const sentinel = "\u200b";
  const putBack = () => {
    sink.value = sentinel;
    sink.setSelectionRange(1, 1);
  };
  putBack();
  sink.addEventListener("input", () => {
    const typed = sink.value.replace(sentinel, "");
    putBack();
    judge(typed);
  });
} else {
  sink.addEventListener("beforeinput", (event) => {
    event.preventDefault();
    judge(event.inputType === "insertLineBreak" ? "\n" : (event.data ?? ""));
  });
}

for (let index = 0; index < Math.min(rowsInPage, lines.length); index++) drawRow(index);
place();
sink.focus();
