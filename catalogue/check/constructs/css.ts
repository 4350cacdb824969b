// CSS: selectors, properties, values with their units and functions, at-rules with their conditions. Names of classes,
// custom properties, grid areas and animations are the author's; elements and attributes count as those of HTML.

import { type Found, findEscapes } from "./construct.ts";

export function cssConstructs(code: string, found: Found): void {
  if (code.includes("/*")) found.symbol("/* */");
  let bare = code.replace(/\/\*.*?\*\//gs, " ");
  const own = ownNames(bare);
  bare = bare.replace(/"([^"]*)"/g, (_, inside: string) => {
    findEscapes(
      inside.replace(/\\[\da-f]+ ?/gi, () => (found.symbol("\\2713"), "")),
      found,
    );
    found.symbol('" "');
    return '""';
  });
  // The code before a brace is a selector or an at-rule; a declaration has a colon and ends with a semicolon.
  for (const [, head = "", end] of bare.matchAll(/([^{};]+)([{};])/g)) {
    const text = head.trim();
    if (end === "{" && text.startsWith("@")) atRule(text, found);
    else if (end === "{") selector(text, found);
    else if (text !== "") declaration(text, own, found);
  }
}

function ownNames(bare: string): ReadonlySet<string> {
  return new Set(
    [...bare.matchAll(/@keyframes (\S+)|(?:grid-area|container-name):\s*([\w-]+)/g)].map(
      ([, a, b]) => a ?? b ?? "",
    ),
  );
}

function selector(text: string, found: Found): void {
  if (/^(?:from|to|[\d.]+%)(?:,|$)/.test(text)) {
    if (/%/.test(text)) found.word("n% { }");
    if (/from|to/.test(text)) found.word("from and to");
    return;
  }
  const rest = text
    .replace(/\[([\w-]+)(?:([~|^$*]?=)"")?\]/g, (_, name: string, operator?: string) => {
      found.word(`[${name}]`);
      found.symbol(operator === undefined ? "[attribute]" : `[attribute${operator}]`);
      return "";
    })
    .replace(
      /::?[a-z][a-z-]*(\()?/g,
      (name) => (found.word(name.replace("(", "()")), name.endsWith("(") ? " ( " : ""),
    )
    .replace(/\b(?:even|odd)\b/g, (name) => (found.word(name), ""));
  if (/\.[\w-]/.test(rest)) found.symbol(".class");
  if (/#[\w-]/.test(rest)) found.symbol("#id");
  for (const symbol of [">", "+", "~", "&", "*", ","])
    if (rest.includes(symbol)) found.symbol(`selector ${symbol}`);
  if (/[\w\])] +[\w.#[]/.test(text.replace(/\([^()]*\)/g, ""))) found.symbol("selector a b");
  for (const [, element = ""] of rest.matchAll(/(?<![\w.#-])([a-z][a-z\d]*)/g)) found.word(`<${element}>`);
}

function atRule(text: string, found: Found): void {
  const [, rule = "", rest = ""] = /^(@[\w-]+)\s*(.*)$/s.exec(text) ?? [];
  found.word(rule);
  if (rule === "@keyframes") return;
  for (const [name] of rest.matchAll(/[a-z][a-z-]*[a-z]\b/g)) {
    if (/^(?:rem|px|em)$/.test(name)) found.word(`unit ${name}`);
    else found.word(`${rule} ${name}`);
  }
  for (const symbol of [">=", "<="]) if (rest.includes(symbol)) found.symbol(symbol);
  if (/<(?!=)/.test(rest)) found.symbol("<");
}

function declaration(text: string, own: ReadonlySet<string>, found: Found): void {
  const at = text.indexOf(":");
  const property = text.slice(0, at).trim();
  let value = text.slice(at + 1).trim();
  if (property.startsWith("--")) found.symbol("--name");
  else found.word(property);
  value = value.replace(/!important/, () => (found.word("!important"), " "));
  value = value.replace(/#[\da-f]{3,8}\b/gi, () => (found.symbol("#rgb"), " ")).replace(/--[\w-]+/g, " ");
  for (const [, unit = ""] of value.matchAll(/(?<![\w-])-?[\d.]+([a-z]+|%)/g))
    found.word(unit === "%" ? "unit %" : `unit ${unit}`);
  if (/(?<![\w-])-[\d.]/.test(value)) found.symbol("-1");
  if (/(?<!\d)\.\d|\d\.\d/.test(value)) found.symbol("0.5");
  for (const symbol of [",", "/", "*"]) if (value.includes(symbol)) found.symbol(`value ${symbol}`);
  if (/ [+-] /.test(value)) found.symbol("value + or -");
  const words = value.replace(/[\d.]+(?:[a-z]+|%)/g, " ");
  for (const [, name = "", open] of words.matchAll(/(?<![\w"-])([a-z][a-z-]*)(\()?/g)) {
    if (open !== undefined) found.word(`${name}()`);
    else if (colors.has(name)) found.word("a color's name");
    else if (!own.has(name)) found.word(name);
  }
}

const colors = new Set(
  "black blue brown crimson gray green navy orange red seagreen silver teal tomato white gold".split(" "),
);
