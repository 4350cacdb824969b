// Checks the English of comments, documents and texts for people, and that renamed identifiers and files stay renamed.
//
// Documents must also name only files that exist. The lists are in docs/style.md, so that the document and the check
// cannot differ. The check reads all comments; JSX text and strings with a space in them; of tests only the titles,
// since their other strings are data; the documents; every identifier; every file's name. It does not read the texts
// that the specification quotes (e2e/texts.md), inline code in sentences (except for renamed identifiers), and what
// `exempt` lists.
//
// `--only PREFIX` reads only the files whose path begins with it. Without it, too few files, comments or documents are
// a fault.

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { root } from "./install.mjs";
import { filesOf, isForTests } from "./tree-files.mjs";

const sourceFile = /^[a-z0-9-]+\/.*\.(tsx?|mjs|js|css)$/;
const document = /^(docs\/.*|README)\.md$/;
const fewest = { files: 500, comments: 2_000, texts: 1_000, documents: 15 };

/** Paths whose strings or sentences are not our own text, each with the reason. */
const exempt = {
  /** @param {string} path */
  strings: (path) =>
    path === "web/landing/pictures.ts" || // Code to look at.
    path.startsWith("catalogue/plan/") || // What the built-in courses teach: their authors' words.
    path.startsWith("syntax/"),
  /** @param {string} path */
  sentences: (path) => path === "docs/style.md", // It holds the lists.
};

/** @typedef {{ word: string, instead: string, pattern: RegExp }} Phrase */
/** @typedef {{ phrases: Phrase[], identifiers: Map<string, string>, files: Map<string, string> }} Lists */
/** @typedef {{ path: string, line: number, fault: string }} Fault */
/** @typedef {{ faults: Fault[], comments: number, texts: number }} Reading */

/**
 * @param {string} style the text of docs/style.md
 * @returns {Lists}
 */
export function readLists(style) {
  const block = (/** @type {string} */ name) => {
    const body = new RegExp(`^\`\`\`${name}\\n([^\`]*)^\`\`\`$`, "m").exec(style)?.[1] ?? "";
    return body
      .trim()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [word = "", instead = ""] = line.split(" → ");
        return /** @type {const} */ ([word, instead]);
      });
  };
  return {
    phrases: block("phrases").map(([word, instead]) => ({ word, instead, pattern: patternOf(word) })),
    identifiers: new Map(block("identifiers")),
    files: new Map(block("files")),
  };
}

/**
 * Whole words in any case; a line may end between two of them.
 * @param {string} phrase
 */
function patternOf(phrase) {
  const words = phrase.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}_'’-])${words.join("\\s+")}(?![\\p{L}\\p{N}_-])`, "giu");
}

/**
 * @param {string} path
 * @param {string} text
 * @param {Lists} lists
 * @param {readonly string[]} quoted texts of the specification, which stay as they are
 * @returns {Reading}
 */
export function checkSource(path, text, lists, quoted = []) {
  const lineOf = lineCounter(text);
  const { comments, texts, identifiers } = path.endsWith(".css") ? readCss(text) : readScript(path, text);
  /** @type {Fault[]} */
  const faults = [];
  for (const { start, body } of comments)
    faults.push(
      ...proseFaults(body, lists).map(({ at, fault }) => ({ path, line: lineOf(start + at), fault })),
    );
  if (!exempt.strings(path))
    for (const { start, body } of texts) {
      if (quoted.some((quote) => body.includes(quote))) continue;
      faults.push(
        ...phraseFaults(body, lists.phrases).map(({ at, fault }) => ({
          path,
          line: lineOf(start + at),
          fault,
        })),
      );
    }
  for (const { start, name } of identifiers) {
    const instead = lists.identifiers.get(name);
    if (instead !== undefined)
      faults.push({ path, line: lineOf(start), fault: `the name ${name} → ${instead}` });
  }
  faults.push(...fileNameFaults(path, lists));
  return { faults: byLine(faults), comments: comments.length, texts: texts.length };
}

/**
 * @param {string} path
 * @param {string} text
 * @param {Lists} lists
 * @returns {Fault[]}
 */
export function checkDocument(path, text, lists) {
  const lineOf = lineCounter(text);
  const faults = fileNameFaults(path, lists);
  if (exempt.sentences(path)) return faults;
  // Blocks of code are not sentences. Spaces in their place keep every offset.
  const sentences = text.replace(/^```[^]*?^```$/gm, blank);
  for (const { at, fault } of proseFaults(sentences, lists)) faults.push({ path, line: lineOf(at), fault });
  return byLine(faults);
}

/** @param {Fault[]} faults */
function byLine(faults) {
  return faults.sort((one, other) => one.line - other.line);
}

/**
 * Files and folders that a document names in inline code or in a link, and that do not exist.
 * @param {string} path
 * @param {string} text
 * @param {string} folder the top of the tree
 * @returns {Fault[]}
 */
export function missingFiles(path, text, folder) {
  const lineOf = lineCounter(text);
  /** @type {Fault[]} */
  const faults = [];
  // `catalogue/NAME.md` is a pattern; what a build writes may be absent.
  for (const { 1: named = "", index } of text.matchAll(/`([a-z0-9-]+\/[\w./-]+)`/g))
    if (
      existsSync(join(folder, named.split("/")[0] ?? "")) &&
      !/NAME|^build\/|^node_modules\//.test(named) &&
      !existsSync(join(folder, named))
    )
      faults.push({ path, line: lineOf(index), fault: `there is no ${named}` });
  for (const { 1: named = "", index } of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
    if (!existsSync(join(folder, dirname(path), named)))
      faults.push({ path, line: lineOf(index), fault: `there is no ${named}` });
  return faults;
}

/** @param {string} path @param {Lists} lists @returns {Fault[]} */
function fileNameFaults(path, lists) {
  const name = basename(path).split(".")[0] ?? "";
  const instead = lists.files.get(name);
  return instead === undefined ? [] : [{ path, line: 1, fault: `the file name ${name} → ${instead}` }];
}

/**
 * Sentences: phrases outside of inline code, renamed identifiers inside of it.
 * @param {string} text
 * @param {Lists} lists
 */
function proseFaults(text, lists) {
  const faults = [];
  for (const { 1: code = "", index } of text.matchAll(/`([^`\n]+)`/g)) {
    const name = /^[\w$]+/.exec(code)?.[0] ?? "";
    const instead = lists.identifiers.get(name);
    if (instead !== undefined) faults.push({ at: index, fault: `the name ${name} → ${instead}` });
  }
  faults.push(...phraseFaults(text.replace(/`[^`\n]+`/g, blank), lists.phrases));
  return faults;
}

/**
 * @param {string} text
 * @param {readonly Phrase[]} phrases
 */
function phraseFaults(text, phrases) {
  return phrases.flatMap(({ word, instead, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({
      at: index,
      fault: `"${word}" → ${instead}: …${text
        .slice(Math.max(0, index - 30), index + 50)
        .replace(/\s+/g, " ")
        .trim()}…`,
    })),
  );
}

/** @param {string} text */
function blank(text) {
  return text.replace(/[^\n]/g, " ");
}

/** @param {string} text */
function lineCounter(text) {
  return (/** @type {number} */ at) => text.slice(0, at).split("\n").length;
}

/** @typedef {{ start: number, body: string }} Piece */

/**
 * @param {string} text
 * @returns {{ comments: Piece[], texts: Piece[], identifiers: { start: number, name: string }[] }}
 */
function readCss(text) {
  const comments = [...text.matchAll(/\/\*[^]*?\*\//g)].map(({ 0: body, index }) => ({
    start: index,
    body: withoutMarks(body),
  }));
  return { comments, texts: [], identifiers: [] };
}

/**
 * @param {string} path
 * @param {string} text
 */
function readScript(path, text) {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  /** @type {Piece[]} */
  const texts = [];
  /** @type {{ start: number, name: string }[]} */
  const identifiers = [];
  const onlyTitles = isForTests(path);
  /** @param {any} node */
  const addText = (node) => {
    for (const piece of node.type === "TemplateLiteral" ? node.quasis : [node]) {
      const body = text.slice(piece.start, piece.end);
      if (typeof (piece.value?.raw ?? piece.value) === "string" && /\S\s+\S/.test(body))
        texts.push({ start: piece.start, body });
    }
  };
  /** @param {unknown} value */
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = /** @type {Record<string, any>} */ (value);
    if (["Identifier", "JSXIdentifier", "PrivateIdentifier"].includes(node.type))
      identifiers.push({ start: node.start, name: node.name });
    // No framework runs the tests with real keyboards: a test is an object with a `name`.
    const title =
      node.type === "CallExpression" && isTest(node.callee)
        ? node.arguments[0]
        : node.type === "Property" && node.key.name === "name" && path.startsWith("e2e/real-keyboards/")
          ? node.value
          : undefined;
    if (onlyTitles) {
      if (title?.type === "Literal" || title?.type === "TemplateLiteral") addText(title);
    } else if (["Literal", "TemplateLiteral", "JSXText"].includes(node.type)) addText(node);
    for (const key in node) if (key !== "parent") visit(node[key]);
  };
  visit(program);
  return { comments: together(text, comments), texts, identifiers };
}

/**
 * Comments as sentences: `//` lines that follow each other are one. Offsets stay.
 * @param {string} text
 * @param {readonly { start: number, end: number }[]} comments
 * @returns {Piece[]}
 */
function together(text, comments) {
  /** @type {{ start: number, end: number }[]} */
  const groups = [];
  for (const { start, end } of comments) {
    const last = groups.at(-1);
    const isNext = last !== undefined && /^\s*$/.test(text.slice(last.end, start));
    if (isNext && text.startsWith("//", start) && text.startsWith("//", last.start)) last.end = end;
    else groups.push({ start, end });
  }
  return groups.map(({ start, end }) => ({ start, body: withoutMarks(text.slice(start, end)) }));
}

/** @param {string} comment */
function withoutMarks(comment) {
  return comment.replace(/^\s*(?:\/\/|\/\*+|\*(?!\/))/gm, (mark) => mark.replace(/[/*]/g, " "));
}

/** @param {any} callee */
function isTest(callee) {
  const named = callee.type === "CallExpression" ? callee.callee : callee;
  const name = named.type === "MemberExpression" ? named.object.name : named.name;
  return ["test", "describe"].includes(name);
}

/**
 * The texts in the table of e2e/texts.md, at `…` cut into pieces.
 * @param {string} table
 */
export function quotedTexts(table) {
  return table
    .split("\n")
    .map((line) => line.split("|")[2]?.trim() ?? "")
    .filter((cell, index) => index > 0 && cell.includes(" "))
    .flatMap((cell) => cell.split("…"))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 10);
}

/**
 * @param {string} folder the top of the tree
 * @param {string} prefix of the paths to read
 */
function checkTree(folder, prefix) {
  const read = (/** @type {string} */ path) => readFileSync(join(folder, path), "utf8");
  const lists = readLists(read("docs/style.md"));
  const quoted = quotedTexts(read("e2e/texts.md"));
  /** @type {Fault[]} */
  const faults = [];
  const seen = { files: 0, comments: 0, texts: 0, documents: 0 };
  for (const path of filesOf(folder, sourceFile)) {
    if (!path.startsWith(prefix)) continue;
    const reading = checkSource(path, read(path), lists, quoted);
    faults.push(...reading.faults);
    seen.files++;
    seen.comments += reading.comments;
    seen.texts += reading.texts;
  }
  for (const path of filesOf(folder, document)) {
    if (!path.startsWith(prefix)) continue;
    faults.push(...checkDocument(path, read(path), lists));
    // A decision may name files that a later one removed.
    if (!path.startsWith("docs/decisions/")) faults.push(...missingFiles(path, read(path), folder));
    seen.documents++;
  }
  const isEmpty = lists.phrases.length < 20 || lists.identifiers.size < 10 || lists.files.size < 5;
  return { faults, seen, isEmpty };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--only");
  const prefix = at < 0 ? "" : (process.argv[at + 1] ?? "");
  const { faults, seen, isEmpty } = checkTree(root, prefix);
  for (const { path, line, fault } of faults) console.error(`${path}:${line} ${fault}`);
  /** @type {Map<string, number>} */
  const byFolder = new Map();
  for (const { path } of faults) {
    const folder = path.split("/").slice(0, -1).slice(0, 3).join("/") || ".";
    byFolder.set(folder, (byFolder.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of [...byFolder].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${String(count).padStart(5)} ${folder}`);
  const { files, comments, texts, documents } = seen;
  console.log(
    `${files} files, ${comments} comments, ${texts} texts, ${documents} documents, ${faults.length} faults`,
  );
  const isSmall =
    files < fewest.files ||
    comments < fewest.comments ||
    texts < fewest.texts ||
    documents < fewest.documents;
  const isBlind = isEmpty || files + documents === 0 || (prefix === "" && isSmall);
  if (isBlind) console.error("too little seen: this check looked at the wrong place");
  process.exitCode = faults.length === 0 && !isBlind ? 0 : 1;
}
