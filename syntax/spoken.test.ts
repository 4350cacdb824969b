// The names of signs as people say them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { constructsOf } from "./constructs-of.ts";
import { spokenName } from "./spoken.ts";
import { codeOf } from "./test/underlined.ts";

test.each([
  ["??", "nullish coalescing"],
  ["?.", "optional chaining"],
  ["=>", "arrow"],
  ["&&", "and"],
  ["( )", "parentheses"],
  ["${ }", "hole"],
  ["\\n", "new line"],
  ["%n.nf", "number directive"],
  ["%lu", "unsigned integer directive"],
  ["{:?}", "format"],
  ['r#" "#', "prefixed quotes"],
  ["regex {n,m}", "bounded repetition"],
  ["const", null],
])("%s is %s", (name, spoken) => {
  expect(spokenName(name)).toBe(spoken);
});

test("every sign of the built-in examples and of the programs has a name to say, and no word has one", () => {
  const texts = [...programs(), ...examples()];
  expect(texts.length).toBeGreaterThan(400);
  const all = texts.flatMap(({ code, language }) => constructsOf(code, language));
  const without = all.filter((one) => one.kind === "symbol" && spokenName(one.name) === null);
  expect([...new Set(without.map(({ name }) => name))]).toEqual([]);
  const said = all.filter(
    (one) => one.kind === "word" && /^[a-z]\w*$/i.test(one.name) && spokenName(one.name) !== null,
  );
  expect([...new Set(said.map(({ name }) => name))]).toEqual([]);
});

type Text = { readonly language: string; readonly code: string };

function filesIn(folder: string): readonly (readonly [language: string, text: string])[] {
  const path = join(import.meta.dirname, "test", folder);
  return readdirSync(path).map((file) => [
    file.replace(/\.\w+$/, ""),
    readFileSync(join(path, file), "utf8"),
  ]);
}

function programs(): readonly Text[] {
  return filesIn("programs").flatMap(([language, text]) =>
    text.split(/^=== .*\n/m).map((program) => ({ language, code: codeOf(program) })),
  );
}

function examples(): readonly Text[] {
  return filesIn("oracle").flatMap(([language, text]) =>
    (JSON.parse(text) as readonly { readonly code: string }[]).map(({ code }) => ({ language, code })),
  );
}
