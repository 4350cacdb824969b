// Strings that make a careless program slow: each keeps an algorithm of more than linear cost busy, or a regular
// expression that looks for something which never comes. `docs/security.md` shows the table.

type Hostile = {
  readonly name: string;
  /** What it is aimed at. */
  readonly at: string;
  /** A string of about this many UTF-16 units. */
  readonly of: (units: number) => string;
};

const repeated = (piece: string) => (units: number) =>
  piece.repeat(Math.max(1, Math.floor(units / piece.length)));
const between = (start: string, piece: string, end: string) => (units: number) =>
  start + repeated(piece)(units - start.length - end.length) + end;

export const hostileStrings: readonly Hostile[] = [
  {
    name: "a letter with marks of two classes",
    at: "normalize, which sorts marks",
    of: (units) => `a${repeated("\u0301")(units / 2)}${repeated("\u0323")(units / 2)}`,
  },
  { name: "marks in turn", at: "normalize", of: between("a", "\u0301\u0323", "") },
  { name: "half-width voice marks", at: "normalize to NFKC", of: between("か", "\uff9e\u0323", "") },
  { name: "a ligature of 18 letters", at: "normalize to NFKC", of: repeated("\ufdfa") },
  { name: "a capital that becomes two", at: "lower case", of: repeated("İ") },
  { name: "sigmas", at: "lower case, which looks around them", of: between("Σ", "\u0345'", "Σ") },
  { name: "joined emoji", at: "cutting into graphemes", of: between("👩", "\u200d👩", "") },
  { name: "variation selectors", at: "names without a shape", of: repeated("\ufe0f") },
  { name: "letters that become two", at: "the skeleton of look-alikes", of: repeated("m") },
  { name: "spaces and a letter", at: "a pattern of spaces at the end", of: between("", " ", "x") },
  { name: "tabs and line ends", at: "a pattern of white space", of: repeated("\t\r\n") },
  { name: "carriage returns", at: "a pattern of line ends", of: repeated("\r") },
  { name: "at signs", at: "the pattern of addresses", of: repeated("@") },
  { name: "an address without an end", at: "the pattern of addresses", of: between("a@", "a.a-", "@") },
  { name: "labels of Punycode", at: "domains in ASCII", of: between("a@", "xn--a-ecp.", "b") },
  { name: "a long label", at: "domains in ASCII", of: between("a@", "ü", ".example") },
  { name: "dots and hyphens", at: "patterns of names", of: repeated(".-") },
  { name: "digits", at: "numbers in text", of: repeated("9") },
  { name: "percent signs", at: "decoding of addresses", of: repeated("%25") },
  { name: "brackets", at: "readers of Markdown", of: repeated("[") },
  { name: "headings", at: "readers of Markdown", of: repeated("# a\n") },
  { name: "quotes", at: "readers of CSV", of: repeated('"') },
  { name: "letters of another direction", at: "checks of characters", of: repeated("\u202e") },
  { name: "NULs", at: "checks of characters", of: repeated("\0") },
  { name: "halves of surrogate pairs", at: "checks of characters", of: repeated("\ud83d") },
];

/** Whole bodies, as JSON, of about this many bytes. */
export const hostileBodies: readonly { readonly name: string; readonly of: (bytes: number) => string }[] = [
  { name: "nested lists", of: (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2) },
  { name: "nested objects", of: (bytes) => `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}` },
  { name: "many names", of: (bytes) => `{${listOf(bytes, 10, (n) => `"${n}k":1`)}}` },
  { name: "many names that are numbers", of: (bytes) => `{${listOf(bytes, 10, (n) => `"${n * 7}":1`)}}` },
  { name: "one name many times", of: (bytes) => `{${listOf(bytes, 8, () => '"a":1')}}` },
  { name: "a long name", of: (bytes) => `{"${"a\u0301".repeat(bytes / 3)}":1}` },
  { name: "a number of many digits", of: (bytes) => "9".repeat(bytes) },
  { name: "a fraction of many digits", of: (bytes) => `0.${"3".repeat(bytes - 2)}` },
  { name: "escapes", of: (bytes) => `"${"\\u0301".repeat(bytes / 6)}"` },
  { name: "an unfinished text", of: (bytes) => `"${"x".repeat(bytes - 1)}` },
];

/** Values for a field that hold no long text. */
export const hostileValues: readonly { readonly name: string; readonly of: (bytes: number) => string }[] = [
  { name: "a list of texts", of: (bytes) => `[${listOf(bytes, 4, () => '"x"')}]` },
  { name: "2,000 texts in a list", of: () => `[${Array(2_000).fill('"x"').join(",")}]` },
  { name: "2,000 objects in a list", of: () => `[${Array(2_000).fill("{}").join(",")}]` },
  { name: "1,000 names in an object", of: () => `{${listOf(10_000, 10, (n) => `"${n}k":1`)}}` },
  { name: "a list of numbers", of: (bytes) => `[${listOf(bytes, 8, (n) => `${n}`)}]` },
  {
    name: "10,000 ids in a list",
    of: (bytes) => `[${listOf(Math.min(bytes, 110_000), 11, (n) => `${2 ** 31 - 1 - n}`)}]`,
  },
  {
    name: "10,000 numbers beyond ids",
    of: (bytes) => `[${listOf(Math.min(bytes, 110_000), 11, (n) => `${2 ** 31 + n}`)}]`,
  },
  { name: "a list of objects", of: (bytes) => `[${listOf(bytes, 3, () => "{}")}]` },
  { name: "an object of many names", of: (bytes) => `{${listOf(bytes, 10, (n) => `"${n}k":1`)}}` },
  { name: "a huge number", of: () => "1e400" },
  { name: "a number of many digits", of: (bytes) => "9".repeat(bytes) },
];

function listOf(bytes: number, each: number, item: (n: number) => string): string {
  return Array.from({ length: Math.floor(bytes / each) }, (_, n) => item(n)).join(",");
}
