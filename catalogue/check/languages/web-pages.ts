// Checks HTML and CSS: html-validate and stylelint with their standard rules, and Prettier. Nothing is run.

import type { ConfigData, HtmlValidate } from "html-validate";
import type { CatalogueExample } from "../../course-files.ts";
import type { Language, Verdict } from "./language.ts";
import { formatFault, prettierRule } from "./prettier-format.ts";
import { htmlValidate, installedFolder, prettier, stylelint, stylelintConfig } from "./tools.ts";

const htmlRules: ConfigData = {
  extends: ["html-validate:recommended", "html-validate:document", "html-validate:prettier"],
  // A style sheet of the same site needs no checksum.
  rules: { "require-sri": ["error", { target: "crossorigin" }] },
};

/**
 * A piece of a page is judged inside these frames, a whole document as it is. The first frame without a fault counts.
 */
const frames: readonly { readonly name: string; readonly before: string; readonly after: string }[] = [
  {
    name: "head",
    before: '<!doctype html>\n<html lang="en">\n<head>\n',
    after: "\n</head>\n<body><p>Text</p></body>\n</html>\n",
  },
  {
    name: "head",
    before: '<!doctype html>\n<html lang="en">\n<head>\n<title>Page</title>\n',
    after: "\n</head>\n<body><p>Text</p></body>\n</html>\n",
  },
  { name: "html", before: '<!doctype html>\n<html lang="en">\n', after: "\n</html>\n" },
  {
    name: "body",
    before: '<!doctype html>\n<html lang="en">\n<head><title>Page</title></head>\n<body>\n',
    after: "\n</body>\n</html>\n",
  },
  {
    name: "body under a heading",
    before: '<!doctype html>\n<html lang="en">\n<head><title>Page</title></head>\n<body>\n<h1>Page</h1>\n',
    after: "\n</body>\n</html>\n",
  },
];

export const html: Language = {
  name: "html",
  tools: [htmlValidate, prettier],
  prints: false,
  rules: [`html-validate ${JSON.stringify(htmlRules)}`, JSON.stringify(frames), prettierRule],
  async check(examples) {
    const { HtmlValidate } = await import("html-validate");
    const validator = new HtmlValidate({ root: true, ...htmlRules });
    return Promise.all(
      examples.map(async ({ code }) => {
        const { faults, ...frame } = await markupVerdict(validator, code);
        const format = await formatFault(code, "html");
        return { ...frame, faults: format === undefined ? faults : [...faults, format] };
      }),
    );
  },
};

export const css: Language = {
  name: "css",
  tools: [stylelint, stylelintConfig, prettier],
  prints: false,
  rules: ["stylelint stylelint-config-standard", prettierRule],
  async check(examples) {
    const { default: linter } = await import("stylelint");
    const config = { extends: [installedFolder("stylelint-config-standard")] };
    return Promise.all(
      examples.map(async ({ code }: CatalogueExample): Promise<Verdict> => {
        const { results } = await linter.lint({ code: `${code}\n`, config });
        const warnings = results.flatMap((result) => result.warnings);
        const faults = warnings.map(({ line, text }) => `lint: line ${line}: ${text}`);
        const format = await formatFault(code, "css");
        return { faults: format === undefined ? faults : [...faults, format] };
      }),
    );
  },
};

async function markupVerdict(validator: HtmlValidate, code: string): Promise<Verdict> {
  if (/^\s*(<!--[^]*?-->\s*)*<!doctype/i.test(code)) return { faults: await markupFaults(validator, code) };
  let fewest: readonly string[] | undefined;
  for (const { name, before, after } of frames) {
    const faults = await markupFaults(validator, code, before, after);
    if (faults.length === 0) return { faults, frame: name };
    // The author probably meant the frame in which the piece has the fewest faults.
    if (fewest === undefined || faults.length < fewest.length) fewest = faults;
  }
  return { faults: fewest ?? ["syntax: there is no frame"] };
}

async function markupFaults(
  validator: HtmlValidate,
  code: string,
  before = "",
  after = "",
): Promise<string[]> {
  const report = await validator.validateString(`${before}${code}${after}`);
  const linesBefore = before.split("\n").length - 1;
  const messages = report.results
    .flatMap((result) => result.messages)
    .map(({ line, message, ruleId }) => ({ line: line - linesBefore, text: `${message} (${ruleId})` }));
  // An unclosed tag also causes faults in the frame around the piece, which the author does not know.
  const lines = code.split("\n").length;
  const inside = messages.filter(({ line }) => line >= 1 && line <= lines);
  return (inside.length > 0 ? inside : messages).map(({ line, text }) => `syntax: line ${line}: ${text}`);
}
