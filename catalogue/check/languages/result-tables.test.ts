import { expect, test } from "vitest";
import { printTables, readHtmlTables } from "./result-tables.ts";

/** What sqlite3 writes with -html and -header. */
const html = (columns: readonly string[], ...rows: readonly (readonly string[])[]) =>
  [columns.map((cell) => `<TH>${cell}</TH>`), ...rows.map((row) => row.map((cell) => `<TD>${cell}</TD>`))]
    .map((cells) => `<TR>${cells.join("\n")}\n</TR>\n`)
    .join("");

test("a table has its names, a line of dashes and its rows, without trailing blanks", () => {
  expect(
    printTables([
      {
        columns: ["name", "price", "note"],
        rows: [
          ["pen", "1.5", ""],
          ["fountain", "12", "NULL"],
        ],
      },
    ]),
  ).toBe("name      price  note\n--------  -----  ----\npen       1.5\nfountain  12     NULL");
});

test("a blank line stands between two tables, and nothing is printed for none", () => {
  const one = { columns: ["a"], rows: [["1"]] };
  expect(printTables([one, one])).toBe("a\n-\n1\n\na\n-\n1");
  expect(printTables([])).toBe("");
});

test("widths count characters, not units", () => {
  expect(printTables([{ columns: ["a", "b"], rows: [["😀😀", "1"]] }])).toBe("a   b\n--  -\n😀😀  1");
});

test("each row of names begins a table, and values of any content stay what they are", () => {
  expect(
    readHtmlTables(
      html(["COUNT(*)", "a &lt; b"], ["3", "&lt;TR&gt;&amp;lt;"], ["", "it&#39;s &quot;x&quot;"]) +
        html(["line"], ["a\nb"]),
    ),
  ).toEqual([
    {
      columns: ["COUNT(*)", "a < b"],
      rows: [
        ["3", "<TR>&lt;"],
        ["", 'it\'s "x"'],
      ],
    },
    { columns: ["line"], rows: [["a\nb"]] },
  ]);
  expect(readHtmlTables("")).toEqual([]);
});
