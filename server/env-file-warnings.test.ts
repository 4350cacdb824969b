import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { envFileWarnings } from "./env-file-warnings.ts";
import { settingNames } from "./settings.ts";

const unknown = (text: string) =>
  envFileWarnings(text, {}).map((doubt) =>
    doubt.kind === "unknown" ? [doubt.line, doubt.name, doubt.nearest] : doubt,
  );

test("every setting is known and is in the table of docs/operators.md", () => {
  expect(envFileWarnings(settingNames.map((name) => `${name}=x`).join("\n"), {})).toEqual([]);
  const table = readFileSync(join(import.meta.dirname, "../docs/operators.md"), "utf8");
  const cells = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/`[A-Z_]+`/g) ?? [],
  );
  expect([...new Set(cells)].sort()).toEqual(settingNames.map((name) => `\`${name}\``).sort());
});

test.each([
  ["SMTP_HOTS", "SMTP_URL"],
  ["SMTP_HOST", "SMTP_URL"],
  ["REGISTRATON", "REGISTRATION"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["port", "PORT"],
  ["Public_Url", "PUBLIC_URL"],
  ["TRUSTED_PROXIES", "TRUST_PROXY"],
  ["COMPOSE_PROJECT_NAME", null],
  ["NODE_EXTRA_CA_CERTS", null],
])("%s is not a setting; the nearest is %s", (name, nearest) => {
  expect(unknown(`# a remark\n\n${name}=x\n`)).toEqual([[3, name, nearest]]);
});

test("a name is reported once, also when it is written with export or blanks", () => {
  expect(unknown("export TEAM = 1\r\n  TEAM=2\r\nTEAM=3")).toEqual([[1, "TEAM", null]]);
});

test("a setting given twice is reported with its last line, and values are never reported", () => {
  const warnings = envFileWarnings("PORT=1\nHOST=::\nPORT=hunter22\n", {});
  expect(warnings).toEqual([{ kind: "twice", line: 3, name: "PORT" }]);
});

test("a setting that the environment overrides is reported, unless the values are equal", () => {
  const text = 'PORT=1\nHOST="::"\nTEAM=1\n';
  expect(
    envFileWarnings(text, { PORT: "2", HOST: "::", TEAM: "2" }).filter(({ kind }) => kind !== "unknown"),
  ).toEqual([{ kind: "overruled", line: 1, name: "PORT" }]);
});

test("lines of a quoted value are not names, and a part of a key pasted without quotes is not repeated", () => {
  expect(unknown('SECRET_KEY="one\nPORTS=two\nthree"\nHOSTT=x')).toEqual([[4, "HOSTT", "HOST"]]);
  expect(unknown("SECRET_KEY=-----BEGIN\nMIIEvQIBADANBgkqhkiG9w0BAQEF=\n")).toEqual([[2, null, null]]);
});

test("any text is handled without an error", () => {
  for (const text of [
    "",
    "=",
    "= =",
    "\n\n",
    "PORT",
    "'",
    '"',
    "PORT='",
    "A=`\nB=1",
    "__proto__=1",
    "constructor=1",
  ])
    expect(Array.isArray(envFileWarnings(text, {}))).toBe(true);
});
