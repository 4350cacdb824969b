// Classes that depend on the word, which a grammar cannot know: conventions of a language and its built-in names.

import type { TokenClass } from "@tabstop/contract/vocabulary";

export type Word = {
  readonly word: string;
  /** The class from the grammar. */
  readonly of: TokenClass;
  /** The character after the word, '' at the end. */
  readonly next: string;
  readonly language: string;
  readonly code: string;
  /** The grammar calls it an object or a class, so a capital letter decides. */
  readonly capitalIsType: boolean;
};

export function classOfWord(found: Word): TokenClass {
  const { word, of, next, language } = found;
  if (of !== "d" && of !== "k" && /^\p{N}/u.test(word)) return "d";
  // Labels, keys and packages that the grammar mistakes: `on: push`, `move(by: 1)`, and `sync` of `sync.WaitGroup`.
  if (language === "yaml" && of === "d" && next === ":") return "y";
  if (language === "swift" && of === "f" && next === ":") return "";
  if (language === "go" && of === "y" && next === ".") return "";
  const known = knownWords.get(language)?.get(word);
  if (known !== undefined) return known;
  if (sqlDialects.has(language)) return classOfSqlWord(found);
  const convention = found.capitalIsType ? "names" : conventions.get(language);
  const mayBeType = convention !== undefined && (of === "f" || (of === "" && convention === "names"));
  return mayBeType && typeName.test(word) ? "y" : of;
}

/** Whether symbols get colours too: a regular expression consists of little else. */
export function hasColouredSymbols(language: string): boolean {
  return language === "regex";
}

// A capital first letter means a type, and grammars without a symbol table call it a function (`Point(1, 2)`) or a
// variable (`Object.keys`). With `calls` it means a type only where the name is called, because plain text may be prose
// (JSX, HTML around PHP).
const conventions = new Map<string, "names" | "calls">([
  ["c", "names"],
  ["cpp", "names"],
  ["dart", "names"],
  ["java", "names"],
  ["javascript", "names"],
  ["jsx", "calls"],
  ["kotlin", "names"],
  ["php", "calls"],
  ["python", "names"],
  ["ruby", "names"],
  ["rust", "names"],
  ["scala", "names"],
  ["swift", "names"],
  ["tsx", "calls"],
  ["typescript", "names"],
]);
// MAX_SIZE and PI are constants, a single T may be anything.
const typeName = /^\p{Lu}[\p{L}\p{N}]*\p{Ll}[\p{L}\p{N}]*$/u;

function wordList(
  lists: Partial<Record<Exclude<TokenClass, "s" | "c">, string>>,
): ReadonlyMap<string, TokenClass> {
  const list = new Map<string, TokenClass>();
  for (const [of, words] of Object.entries(lists))
    for (const word of words.split(" ")) list.set(word, of as TokenClass);
  return list;
}

const typescriptWords = wordList({ k: "const unique", y: "JSON URL", d: "null undefined" });
const knownWords = new Map([
  ["javascript", wordList({ y: "JSON URL" })],
  ["typescript", typescriptWords],
  ["tsx", typescriptWords],
  ["python", wordList({ k: "super", "": "metaclass", y: "dict frozenset list set tuple" })],
  ["java", wordList({ k: "super this when" })],
  ["kotlin", wordList({ k: "out" })],
  ["rust", wordList({ y: "Self" })],
  ["ruby", wordList({ f: "new" })],
  ["php", wordList({ k: "echo print" })],
  ["c", wordList({ y: "FILE" })],
  [
    "cpp",
    wordList({
      k: "auto requires concept namespace",
      y:
        "string string_view vector map set unordered_map unordered_set multimap deque queue stack list pair tuple array span " +
        "optional variant expected any function unique_ptr shared_ptr weak_ptr exception runtime_error logic_error " +
        "invalid_argument out_of_range ostream istream ostringstream istringstream size_t",
    }),
  ],
]);

const sqlDialects = new Set(["mysql", "plsql", "postgresql", "sql", "sqlite"]);
const sqlWords = new Map<string, TokenClass>(
  Object.entries({
    k:
      "action add after all alter always analyze and any as asc autoincrement before begin between both by cascade case check " +
      "collate column commit conflict constraint create cross cube current database default deferrable deferred delete " +
      "desc distinct do drop each else end escape except exclude exists explain fetch filter first following for foreign " +
      "from full generated glob grant group grouping groups having identity if ignore ilike immediate in index initially " +
      "inner insert instead intersect into is isnull join key lag last lateral left like limit local lock match " +
      "materialized merge natural next no not nothing notnull nulls of offset on only or order others outer over " +
      "partition preceding primary privileges procedure range recursive references regexp release rename replace restrict " +
      "returning revoke right rollback rollup row rows savepoint schema select sequence set sets similar some start stored " +
      "strict table tablesample temp temporary then ties to transaction trigger truncate unbounded union unique update " +
      "using vacuum values view virtual when where window with within without",
    y:
      "bigint binary blob boolean bytea char character clob date decimal double float int integer interval json jsonb " +
      "money nchar numeric nvarchar precision real serial bigserial smallint text time timestamp timestamptz tinyint " +
      "uuid varbinary varchar varying xml",
    d: "true false null unknown",
  } as const).flatMap(([of, words]) => words.split(" ").map((word) => [word, of as TokenClass] as const)),
);

// Grammars of SQL know the words of one product each and take column names such as `name` or `date` for keywords. In a
// text that writes keywords in capitals, as is usual, a word not in capitals is a name.
function classOfSqlWord({ word, of, next, code }: Word): TokenClass {
  const inCapitals = word === word.toUpperCase();
  if (!inCapitals && /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|BEGIN|FROM|WHERE)\b/.test(code))
    return next === "(" ? "f" : "";
  const known = sqlWords.get(word.toLowerCase());
  // `REPLACE(…)`, `LEFT(…)` are functions, `IN (…)` and `VARCHAR(20)` are not.
  if (known !== undefined) return known === "k" && of === "f" && next === "(" ? "f" : known;
  return of === "" && next === "(" ? "f" : of;
}
