// The bare floor: a page written by hand that shows nothing but the text and the caret. A span per character, thirty
// lines in the page; no colours, no clock, no figures. A key sets the class of its span and moves the caret; every
// character moves it, right or wrong. floor.ts shows what the practice screen shows.

const rowsInPage = 30;
const rowPx = 28;
/** The row at which the caret stays once the text moves. */
const heldRow = 12;

const { text } = window.benchExample ?? { text: "" };
const part = (id: string) => document.getElementById(id) as HTMLElement;
const [sheet, caret, sink] = [part("sheet"), part("caret"), part("sink") as HTMLTextAreaElement];
const lines = text.split("\n");
/** The spans of each line that is in the page or was. */
const spans: HTMLElement[][] = [];

let [cursor, errors, line, column, firstRow, scrolled] = [0, 0, 0, 0, 0, 0];

function drawRow(index: number): void {
  const row = document.createElement("div");
  row.className = "line";
  spans[index] = [...(lines[index] ?? "")].map((character) => {
    const span = document.createElement("span");
    span.textContent = character;
    return span;
  });
  row.append(...spans[index]);
  sheet.append(row);
}

function place(): void {
  while (line - firstRow > rowsInPage / 2 + 1 && firstRow + rowsInPage < lines.length) {
    sheet.firstElementChild?.remove();
    drawRow(firstRow + rowsInPage);
    firstRow++;
  }
  const y = Math.max(0, line - firstRow - heldRow) * rowPx;
  if (y !== scrolled) {
    scrolled = y;
    sheet.style.transform = `translateY(${-y}px)`;
  }
  caret.style.transform = `translate(${column * columnPx}px, ${(line - firstRow) * rowPx - scrolled + 2}px)`;
}

sink.addEventListener("beforeinput", (event) => {
  event.preventDefault();
  const character = event.inputType === "insertLineBreak" ? "\n" : event.data;
  if (character === null || cursor >= text.length) return;
  const isRight = character === text.charAt(cursor);
  if (!isRight) errors++;
  const span = spans[line]?.[column];
  if (span !== undefined) span.className = isRight ? "right" : "wrong";
  if (text.charAt(cursor) === "\n") [line, column] = [line + 1, 0];
  else column++;
  cursor++;
  window.benchTyped = { cursor, errors };
  place();
});

for (let index = 0; index < Math.min(rowsInPage, lines.length); index++) drawRow(index);
const probe = document.createElement("span");
probe.textContent = "x".repeat(50);
sheet.append(probe);
const columnPx = probe.getBoundingClientRect().width / 50;
probe.remove();
place();
sink.focus();
export {};
