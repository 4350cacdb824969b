import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@tabstop/course/languages";
import { parseCourse } from "@tabstop/course/markdown/parse-markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createColourer } from "./colour-runs.ts";
import { grammars, hasGrammar } from "./highlight-languages.ts";
import { engineVersion } from "./highlighter.ts";

const colourer = await createColourer();

/** The code with its colours marked: `k⟨return⟩ groups;`. */
async function draw(language: string, code: string): Promise<string> {
  const runs = await colourer.runs(code, language);
  if (runs === null) return code;
  let at = 0;
  const parts = runs.map(([of, length]) => {
    const text = code.slice(at, at + length);
    at += length;
    return of === "" ? text : `${of}⟨${text}⟩`;
  });
  return parts.join("") + code.slice(at);
}

/** Colours the code of a drawing and draws it again, so that one drawing is a complete test. */
async function redraw(language: string, drawing: string): Promise<string> {
  return draw(language, drawing.replace(/[kfysdc]⟨([^⟩]*)⟩/g, "$1"));
}

// ------------------------------------------------------------ the mock-ups (design 01, 02, 02b, 02e, 04, 08b)

const mockUps: Record<string, readonly [string, string]> = {
  "02-practice": [
    "javascript",
    `c⟨// Group items by the key a callback returns.⟩
k⟨export⟩ k⟨function⟩ f⟨groupBy⟩(items, getKey) {
  k⟨const⟩ groups = k⟨new⟩ y⟨Map⟩();

  k⟨for⟩ (k⟨const⟩ item k⟨of⟩ items) {
    k⟨const⟩ key = f⟨getKey⟩(item);
    k⟨const⟩ group = groups.f⟨get⟩(key) ?? [];
    groups.f⟨set⟩(key, [...group, item]);
  }

  k⟨return⟩ groups;
}`,
  ],
  "01-landing, call": [
    "javascript",
    `k⟨async⟩ k⟨function⟩ f⟨getUser⟩(id) {
  k⟨const⟩ res = k⟨await⟩ f⟨fetch⟩(s⟨\`/users/\${id}\`⟩);
  k⟨if⟩ (!res.ok) {
    k⟨throw⟩ k⟨new⟩ y⟨Error⟩(s⟨\`No user \${id}\`⟩);
  }
  k⟨return⟩ res.f⟨json⟩();
}`,
  ],
  "01-landing, arrow": [
    "javascript",
    `k⟨const⟩ double = (n) => n * d⟨2⟩;
f⟨double⟩(d⟨21⟩);`,
  ],
  "02b-practice-focus-error": [
    "javascript",
    `k⟨function⟩ f⟨reduce⟩(state, action) {
  k⟨switch⟩ (action.type) {
    k⟨case⟩ s⟨"add"⟩: {
      k⟨const⟩ existing = state.lines.f⟨find⟩((line) => line.sku === action.sku);
      k⟨const⟩ quantity = (existing?.quantity ?? d⟨0⟩) + action.quantity;

      k⟨return⟩ {
        ...state,
        lines: [...state.lines.f⟨filter⟩((line) => line.sku !== action.sku), { sku: action.sku, quantity }],
        total: state.total + action.price * action.quantity,
      };
    }
    k⟨default⟩:
      k⟨return⟩ state;
  }
}`,
  ],
  "02e-course-complete": [
    "javascript",
    `k⟨function⟩* f⟨take⟩(items, limit) {
  k⟨let⟩ left = limit;

  k⟨for⟩ (k⟨const⟩ item k⟨of⟩ items) {
    k⟨if⟩ (left-- <= d⟨0⟩) k⟨return⟩;
    k⟨yield⟩ item;
  }
}`,
  ],
  // In the mock-up, `continue` is plain by mistake.
  "08b-admin-examples": [
    "javascript",
    `k⟨for⟩ (k⟨const⟩ id k⟨of⟩ ids) {
  k⟨if⟩ (seen.f⟨has⟩(id)) k⟨continue⟩;
  seen.f⟨add⟩(id);
}
k⟨const⟩ sorted = [...groups].f⟨sort⟩(
  ([a], [b]) => a.f⟨localeCompare⟩(b),
);
k⟨for⟩ (k⟨const⟩ word k⟨of⟩ text.f⟨split⟩(s⟨" "⟩)) {
  counts.f⟨set⟩(word, (counts.f⟨get⟩(word) ?? d⟨0⟩) + d⟨1⟩);
}
k⟨const⟩ byId = k⟨new⟩ y⟨Map⟩(rows.f⟨map⟩((row) => [row.id, row]));
k⟨const⟩ first = byId.f⟨get⟩(rows[d⟨0⟩].id);
k⟨for⟩ (k⟨const⟩ item k⟨of⟩ items) {
  (f⟨test⟩(item) ? pass : fail).f⟨push⟩(item);
}
k⟨const⟩ plain = y⟨Object⟩.f⟨fromEntries⟩(groups);
k⟨const⟩ keys = [...groups.f⟨keys⟩()];`,
  ],
  // In the mock-up `float` is plain; here the name of a type is a type in every language.
  "04-login": [
    "python",
    `k⟨from⟩ dataclasses k⟨import⟩ dataclass

@dataclass
k⟨class⟩ y⟨Point⟩:
  x: y⟨float⟩
  y: y⟨float⟩

  k⟨def⟩ f⟨scale⟩(self, by: y⟨float⟩) -> s⟨"Point"⟩:
    k⟨return⟩ y⟨Point⟩(self.x * by, self.y * by)

corner = y⟨Point⟩(d⟨3.0⟩, d⟨4.5⟩)
f⟨print⟩(corner.f⟨scale⟩(d⟨2⟩))`,
  ],
};

for (const [mockUp, [language, drawing]] of Object.entries(mockUps)) {
  test(`the code of mock-up ${mockUp} has the mock-up's colours`, async () => {
    expect(await redraw(language, drawing)).toBe(drawing);
  });
}

// ------------------------------------------------------------ the languages of the catalogue

const drawings: Record<string, readonly string[]> = {
  javascript: [
    "console.f⟨log⟩(y⟨JSON⟩.f⟨stringify⟩(x), y⟨Math⟩.PI, k⟨this⟩.#n ** d⟨2⟩);",
    "k⟨const⟩ ok = d⟨true⟩ && d⟨null⟩ !== d⟨undefined⟩ || k⟨typeof⟩ a === s⟨'b'⟩;",
    "k⟨return⟩ s⟨/^(\\d+)-[a-z]\\b$/giu⟩;",
    "f⟨log⟩(s⟨`sum ${a + ⟩d⟨1⟩s⟨} of ${⟩f⟨sum⟩s⟨(b)}\\n`⟩);",
    'k⟨const⟩ o = { name: s⟨"x"⟩, area: (r) => r, f⟨run⟩() {}, [key]: d⟨1⟩ };',
    "k⟨yield⟩* f⟨other⟩(); label: k⟨for⟩ (;;) { k⟨continue⟩ label; }",
  ],
  typescript: [
    "k⟨interface⟩ y⟨User⟩<y⟨T⟩ k⟨extends⟩ y⟨object⟩ = {}> { k⟨readonly⟩ id: y⟨number⟩; name?: y⟨string⟩ | d⟨null⟩ }",
    "k⟨type⟩ y⟨Keys⟩<y⟨T⟩> = { [y⟨K⟩ k⟨in⟩ k⟨keyof⟩ y⟨T⟩]?: y⟨T⟩[y⟨K⟩] k⟨extends⟩ k⟨infer⟩ y⟨U⟩ ? y⟨U⟩ : y⟨never⟩ };",
    "k⟨let⟩ v = x k⟨as⟩ k⟨const⟩ k⟨satisfies⟩ y⟨Foo⟩; k⟨const⟩ s: y⟨Set⟩<y⟨Date⟩> = k⟨new⟩ y⟨Set⟩<y⟨Date⟩>();",
  ],
  python: [
    'f⟨print⟩(s⟨f"{name!r}: {price:.2f} {⟩f⟨len⟩s⟨(x) + ⟩d⟨3⟩s⟨}"⟩, sep=s⟨"\\n"⟩)',
    'x = d⟨0xFF⟩ + d⟨3j⟩ k⟨if⟩ y k⟨is⟩ k⟨not⟩ d⟨None⟩ k⟨and⟩ d⟨True⟩ k⟨else⟩ y⟨int⟩(s⟨r"\\d+"⟩)',
    'k⟨def⟩ f⟨go⟩(*args: y⟨list⟩[y⟨str⟩], **kw) -> d⟨None⟩:\n    s⟨"""Go on.\n    Now."""⟩\n    k⟨raise⟩ y⟨ValueError⟩()',
  ],
  sql: [
    "k⟨SELECT⟩ name, f⟨COUNT⟩(*) k⟨AS⟩ total k⟨FROM⟩ users k⟨WHERE⟩ age >= d⟨18⟩ k⟨AND⟩ x k⟨IS⟩ k⟨NOT⟩ d⟨NULL⟩; c⟨-- all⟩",
    "k⟨CREATE⟩ k⟨TABLE⟩ k⟨IF⟩ k⟨NOT⟩ k⟨EXISTS⟩ t (id y⟨INTEGER⟩ k⟨PRIMARY⟩ k⟨KEY⟩, name y⟨VARCHAR⟩(d⟨20⟩) k⟨DEFAULT⟩ s⟨'it''s'⟩);",
    "k⟨INSERT⟩ k⟨INTO⟩ t (id) k⟨VALUES⟩ (d⟨1⟩) k⟨ON⟩ k⟨CONFLICT⟩ (id) k⟨DO⟩ k⟨UPDATE⟩ k⟨SET⟩ date = excluded.date k⟨RETURNING⟩ id;",
    "k⟨select⟩ f⟨coalesce⟩(a, d⟨null⟩) k⟨from⟩ t k⟨limit⟩ d⟨3⟩",
  ],
  bash: [
    'f⟨echo⟩ s⟨"Hello, ${name}! $(⟩f⟨date⟩ s⟨+%s)"⟩ > out.txt',
    'k⟨for⟩ file k⟨in⟩ *.txt; k⟨do⟩\n  [[ k⟨-f⟩ s⟨"$file"⟩ ]] || k⟨continue⟩\nk⟨done⟩',
    'f⟨git⟩ commit -m s⟨"message"⟩ && f⟨git⟩ push origin main',
  ],
  html: [
    '<k⟨a⟩ f⟨class⟩=s⟨"btn"⟩ f⟨disabled⟩>Go d⟨&amp;⟩ come</k⟨a⟩> c⟨<!-- note -->⟩',
    "<k⟨script⟩>k⟨const⟩ x = d⟨1⟩;</k⟨script⟩>",
  ],
  css: [
    'f⟨.card⟩ > k⟨a⟩[f⟨href⟩^=s⟨"x"⟩]f⟨:hover⟩ { y⟨color⟩: f⟨rgb⟩(d⟨0⟩ d⟨0⟩ d⟨0⟩ / d⟨50%⟩) k⟨!important⟩; }',
    "k⟨@media⟩ (y⟨min-width⟩: d⟨40rem⟩) { k⟨ul⟩ { --gap: d⟨1rem⟩; y⟨margin⟩: f⟨calc⟩(d⟨1px⟩ + f⟨var⟩(--gap)) auto; } }",
  ],
  json: ['{ y⟨"name"⟩: s⟨"x"⟩, y⟨"n"⟩: [d⟨-2.5e3⟩, d⟨true⟩, d⟨null⟩] }'],
  yaml: ['y⟨on⟩: [s⟨push⟩, s⟨"x"⟩] c⟨# x⟩\ny⟨n⟩: d⟨3⟩'],
  regex: ["k⟨^⟩(y⟨\\d⟩k⟨{4}⟩)-(0[s⟨1-9⟩]k⟨|⟩1[s⟨0-2⟩])y⟨\\s⟩k⟨*⟩s⟨\\.⟩k⟨$⟩"],
  java: [
    "k⟨import⟩ java.util.y⟨List⟩;\n\nk⟨public⟩ k⟨final⟩ k⟨class⟩ y⟨Shape⟩<y⟨T⟩ k⟨extends⟩ y⟨Comparable⟩<y⟨T⟩>> k⟨implements⟩ y⟨Runnable⟩ {\n" +
      "  k⟨private⟩ k⟨static⟩ k⟨final⟩ y⟨int⟩ MAX = d⟨10⟩;\n  @y⟨Override⟩\n  k⟨public⟩ y⟨void⟩ f⟨run⟩() {\n" +
      "    k⟨super⟩.f⟨run⟩();\n    k⟨var⟩ names = k⟨new⟩ y⟨ArrayList⟩<y⟨String⟩>();\n    y⟨System⟩.out.f⟨println⟩(names.f⟨stream⟩().f⟨map⟩(n -> n + s⟨'c'⟩));\n  }\n}",
  ],
  c: [
    "k⟨#include⟩ s⟨<stdio.h>⟩\n\ny⟨int⟩ f⟨main⟩(y⟨void⟩) {\n  k⟨struct⟩ node *p = f⟨malloc⟩(k⟨sizeof⟩(y⟨Node⟩));\n" +
      '  k⟨if⟩ (p == d⟨NULL⟩) k⟨return⟩ d⟨1⟩;\n  y⟨size_t⟩ n = d⟨0xFFul⟩;\n  f⟨printf⟩(s⟨"%d\\n"⟩, p->value);\n}',
  ],
  cpp: [
    "std::y⟨vector⟩<y⟨int⟩> v{d⟨1⟩, d⟨2⟩};\nk⟨for⟩ (k⟨const⟩ k⟨auto⟩& x : v) std::cout << x << s⟨'\\n'⟩;\nk⟨auto⟩ p = std::f⟨make_unique⟩<y⟨Foo⟩>(d⟨3⟩);",
  ],
  csharp: [
    'k⟨public⟩ k⟨record⟩ y⟨Person⟩(y⟨string⟩ Name);\nk⟨var⟩ x = k⟨await⟩ y⟨Task⟩.f⟨Run⟩(() => s⟨$"Hi {Name} {Age:F2}"⟩);\ny⟨Console⟩.f⟨WriteLine⟩(x?.Name ?? d⟨null⟩);',
  ],
  go: [
    'k⟨package⟩ main\n\nk⟨type⟩ y⟨Point⟩ k⟨struct⟩ { X, Y y⟨int⟩ }\n\nk⟨func⟩ (p *y⟨Point⟩) f⟨Move⟩(dx y⟨float64⟩) y⟨error⟩ {\n\tfmt.f⟨Println⟩(s⟨"x"⟩)\n\tk⟨return⟩ d⟨nil⟩\n}',
  ],
  rust: [
    'k⟨fn⟩ f⟨area⟩(&k⟨self⟩, k⟨mut⟩ x: &y⟨str⟩) -> y⟨Result⟩<y⟨i32⟩, y⟨String⟩> {\n    f⟨println!⟩(s⟨"{x:?}"⟩);\n    k⟨let⟩ n = x.f⟨parse⟩::<y⟨u8⟩>()?;\n    y⟨Ok⟩(n k⟨as⟩ y⟨i32⟩ + d⟨1_000i32⟩)\n}',
  ],
  php: [
    "$x = [d⟨1⟩, d⟨2⟩]; k⟨echo⟩ f⟨count⟩($x);",
    '<k⟨li⟩ f⟨class⟩=s⟨"a"⟩><?= f⟨htmlspecialchars⟩($item->name) ?></k⟨li⟩>',
    "<?k⟨php⟩\nk⟨final⟩ k⟨class⟩ y⟨User⟩ k⟨extends⟩ y⟨Base⟩\n{\n    k⟨public⟩ k⟨function⟩ f⟨__construct⟩(k⟨private⟩ ?y⟨int⟩ $age = d⟨null⟩)\n    {\n    }\n}",
  ],
  ruby: [
    'k⟨class⟩ y⟨Person⟩\n  k⟨attr_reader⟩ d⟨:name⟩\n\n  k⟨def⟩ f⟨to_s⟩ = s⟨"Hi #{@name}"⟩\nk⟨end⟩\n[d⟨1⟩].f⟨map⟩ { |n| n * d⟨2⟩ }\nf⟨puts⟩ y⟨Person⟩.f⟨new⟩(name: s⟨"x"⟩)',
  ],
  kotlin: [
    'k⟨data⟩ k⟨class⟩ y⟨Point⟩(k⟨val⟩ x: y⟨Int⟩ = d⟨1⟩)\n\nk⟨fun⟩ f⟨main⟩() {\n    f⟨println⟩(s⟨"Hi ${name?.length}"⟩)\n    k⟨when⟩ (x) { k⟨is⟩ y⟨Int⟩ -> d⟨null⟩ }\n}',
  ],
  swift: [
    'k⟨struct⟩ y⟨Point⟩: y⟨Equatable⟩ {\n    k⟨var⟩ x = d⟨0⟩\n    k⟨mutating⟩ k⟨func⟩ f⟨move⟩(by dx: y⟨Int⟩) -> y⟨Bool⟩ {\n        k⟨self⟩.x += dx\n        k⟨return⟩ d⟨true⟩\n    }\n}\nf⟨print⟩(y⟨Point⟩(x: d⟨1⟩).f⟨move⟩(by: d⟨2⟩), s⟨"\\(name)"⟩)',
  ],
};

for (const [language, each] of Object.entries(drawings)) {
  test(`the tokens of ${language} have the classes of the design`, async () => {
    for (const drawing of each) expect(await redraw(language, drawing)).toBe(drawing);
  });
}

// ------------------------------------------------------------ any text

function expectWhole(code: string, runs: Awaited<ReturnType<typeof colourer.runs>>): void {
  expect(runs?.reduce((sum, [, length]) => sum + length, 0)).toBe(code.length);
  expect(runs?.every(([, length]) => length > 0)).toBe(true);
  expect(runs?.every(([of], at) => of !== runs[at - 1]?.[0])).toBe(true);
}

const atoms = [
  ...Array.from("\"'`\\/#$<>{}()[]*-=;:,.!?@&|~^%+ \t\n\r\u2028\u00a0"),
  ...Array.from("aZ0_é漢😀\u0301\u202e\ud800"),
  "\r\n",
  "/*",
  "*/",
  "//",
  "<!--",
  "-->",
  "${",
  "<?php",
  "?>",
  '"""',
  "'''",
  "<<EOF\n",
  "\nEOF\n",
  "function ",
  "class A",
  "SELECT ",
];
const hostileCode = fc.array(fc.constantFrom(...atoms), { maxLength: 120 }).map((parts) => parts.join(""));

test("the runs of hostile texts add up to the text's length in every language of the catalogue", async () => {
  const language = fc.constantFrom(...Object.keys(drawings));
  await fc.assert(
    fc.asyncProperty(hostileCode, language, async (code, language) => {
      expectWhole(code, await colourer.runs(code, language));
    }),
    { numRuns: 300 },
  );
});

test("a line of ten thousand characters stays plain and takes hardly any time", async () => {
  const code = `const a = 1;\n${"(a+)+\"'`${".repeat(1_112)}\nconst b = 2;`;
  const runs = await colourer.runs(code, "javascript");
  expectWhole(code, runs);
  expect(runs?.[0]).toEqual(["k", 5]);
});

test("the runs of every example of the catalogue add up to its length, and each has a colour", async () => {
  const folder = join(import.meta.dirname, "../../../catalogue");
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const reading = parseCourse(readFileSync(join(folder, file), "utf8"));
    if (!reading.ok) throw new Error(`${file}: ${reading.problems[0]?.message}`);
    const chapters = reading.course.lessons.flatMap((lesson) => lesson.chapters);
    for (const { title, code_content: code, language } of chapters.flatMap((chapter) => chapter.examples)) {
      const runs = await colourer.runs(code, language);
      expectWhole(code, runs);
      expect(
        runs?.some(([of]) => of !== ""),
        `${file}: ${title}`,
      ).toBe(true);
    }
  }
});

test("every language of the course formats has a grammar, except plain text and tables", async () => {
  const without = languages.map(({ id }) => id).filter((id) => !hasGrammar(id));
  expect(without).toEqual(["text", "csv"]);
  for (const load of Object.values(grammars)) expect((await load()).default.length).toBeGreaterThan(0);
});

test("an unknown language has no colours, even when its name is that of a method of objects", async () => {
  for (const language of ["klingon", "text", "constructor", "__proto__", ""])
    expect(await colourer.runs("let x = 1;", language)).toBeNull();
});

// ------------------------------------------------------------ the engine version

test("the engine version is raised with every change of colours", async () => {
  const hash = createHash("sha256");
  for (const [language, each] of Object.entries(drawings))
    for (const drawing of each) hash.update(await redraw(language, drawing));
  // When this fails, raise `engineVersion` and copy both values here: stored colours are then computed again.
  expect({ engineVersion, digest: hash.digest("hex").slice(0, 16) }).toEqual({
    engineVersion: "1",
    digest: "6b03ee9365ead774",
  });
});
