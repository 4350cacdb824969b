import { expect, test } from "vitest";
import { bareCode, pieces } from "./pieces.ts";

/** Returns one letter per character: c for code, t for text, # for a comment. */
function draw(code: string, language: string): string {
  const marks = { code: "c", text: "t", comment: "#" } as const;
  return pieces(code, language)
    .map(({ kind, source }) => marks[kind].repeat(source.length))
    .join("");
}

for (const [language, code, drawing] of [
  ["javascript", 'a("b"); // c', "cctttccc####"],
  ["javascript", "a(`b ${c} d`);", "ccttttttttttcc"],
  ["javascript", 'a = /[/"]/; b', "cccc" + "tttttt" + "ccc"],
  ["javascript", "a / b / c; // d", "ccccccccccc####"],
  ["javascript", 'a = "\\""; /* b */', "cccctttt" + "cc" + "#######"],
  ["python", 'a = """b # c""" # d', "cccc" + "t".repeat(11) + "c###"],
  ["sql", "a = 'it''s' -- b", "cccc" + "t".repeat(7) + "c####"],
  ["bash", "a=$# ${#b} # c", "ccccccccccc###"],
  ["bash", "echo it\\'s # c", "c".repeat(11) + "###"],
  ["bash", "a='\\' # b", "cc" + "ttt" + "c###"],
  ["html", "<p><!-- a --></p>", "ccc" + "#".repeat(10) + "cccc"],
  ["css", 'a { content: "/*" } /* b */', "c".repeat(13) + "tttt" + "ccc" + "#".repeat(7)],
  ["java", 'a = """\n"b""" + "c"; // d', "cccc" + "t".repeat(9) + "ccc" + "tttc" + "c####"],
  ["c", "a = '\"'; /* b */", "cccc" + "ttt" + "cc" + "#".repeat(7)],
  ["cpp", "a = 1'000'000; // b", "c".repeat(15) + "####"],
  ["cpp", "a = 'b' + '\\''; // c", "cccc" + "ttt" + "ccc" + "tttt" + "cc" + "####"],
  ["go", 'a := `b\\` + "c" // d', "ccccc" + "tttt" + "ccc" + "ttt" + "c####"],
  ["rust", "fn a<'a>(b: &'a str, c: &'a str) // d", "c".repeat(33) + "####"],
  ["rust", "a = 'b'; c = '\\u{1f4a1}'; // d", "cccc" + "ttt" + "cccccc" + "t".repeat(11) + "cc" + "####"],
  ["php", "#[A]\na('b'); # c", "c".repeat(7) + "ttt" + "ccc" + "###"],
  ["php", "a('b'); // c", "cc" + "ttt" + "ccc" + "####"],
  ["ruby", 'a = "b#{c}" # d', "cccc" + "t".repeat(7) + "c###"],
  ["regex", '"a#b', "cccc"],
] as const) {
  test(`${language}: ${code}`, () => {
    expect(draw(code, language)).toBe(drawing);
    expect(
      pieces(code, language)
        .map(({ source }) => source)
        .join(""),
    ).toBe(code);
  });
}

test("a piece that is not closed extends to the end", () => {
  expect(draw('a "b', "javascript")).toBe("cctt");
  expect(draw("a /* b", "css")).toBe("cc####");
  expect(draw("a \\", "bash")).toBe("ccc");
});

test("blanking out text and comments keeps the lines", () => {
  expect(bareCode("a /* b\nc */ d", "css")).toBe("a     \n     d");
});

test("a piece knows the line in which it starts", () => {
  expect(pieces('a\n"b\nc"\n// d', "javascript").map(({ line }) => line)).toEqual([1, 2, 3, 4]);
});
