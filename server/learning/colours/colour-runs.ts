// Code in, runs of colour out: what the highlight thread computes.
//
// The runs of a text add up to its length in UTF-16 units, newlines included, whatever the text is.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { grammars, hasGrammar } from "./highlight-languages.ts";
import { classOfWord, signsCount } from "./highlight-words.ts";
import { classTheme, paintOfColour, type TokenPaint } from "./highlight-theme.ts";

export type Colourer = {
  /** null: a language without a grammar. Loads the grammar when it is first asked for. */
  runs(code: string, language: string): Promise<Tokens | null>;
};

export async function createColourer(): Promise<Colourer> {
  // `forgiving`: a single pattern of a grammar that JavaScript cannot express is left out instead of failing all of it.
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const highlighter = await createHighlighterCore({ themes: [classTheme], langs: [], engine });
  const loaded = new Map<string, Promise<string>>();

  return {
    async runs(code, language) {
      if (!hasGrammar(language)) return null;
      let name = loaded.get(language);
      if (name === undefined) {
        name = loadGrammar(highlighter, language);
        loaded.set(language, name);
      }
      const grammar = await name;
      // Without a tag the text is no template but PHP from its first character.
      const isBarePhp = grammar === "php-template" && !code.includes("<?");
      return runsOf(highlighter, code, isBarePhp ? "php" : grammar, language);
    },
  };
}

async function loadGrammar(highlighter: HighlighterCore, language: string): Promise<string> {
  const registrations = (await (grammars[language] as NonNullable<(typeof grammars)[string]>)()).default;
  await highlighter.loadLanguage(registrations);
  // The language itself comes last, after those that it embeds.
  return (registrations.at(-1) as (typeof registrations)[number]).name;
}

// Longer lines stay plain: no course may hold one, and some grammars need quadratic time for them.
const longestLine = 2_000;

function runsOf(highlighter: HighlighterCore, code: string, grammar: string, language: string): Tokens {
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar,
    theme: "classes",
    tokenizeMaxLineLength: longestLine,
    // 0: none. A limit by the clock would make colours depend on how busy the machine is; the thread as a whole has one.
    tokenizeTimeLimit: 0,
  });

  const painter = new Painter();
  let at = 0;
  for (const line of lines) {
    for (const token of line) {
      // What no token covers is the line ends between them.
      if (token.offset > at) painter.lineEnd(token.offset - at);
      at = token.offset + token.content.length;
      paintToken(painter, token.content, paintOfColour(token.color), { language, code, end: at });
    }
  }
  if (code.length > at) painter.lineEnd(code.length - at);
  return painter.runs();
}

type Place = {
  readonly language: string;
  readonly code: string /** Where the token ends in the code. */;
  readonly end: number;
};

function paintToken(painter: Painter, text: string, { of, how }: TokenPaint, place: Place): void {
  if (how === "whole") {
    // Some grammars count the blank before an opening slash or quote as its own.
    const blanks = of === "s" && !painter.isIn("s") ? text.length - text.trimStart().length : 0;
    painter.add("", blanks);
    return painter.add(of, text.length - blanks);
  }
  // Blanks, and signs beside words, belong to no class: an operator is as plain as a bracket.
  const between = how === "keyword in string" ? "s" : "";
  const { language, code, end } = place;
  let at = 0;
  for (const { 0: word, index } of text.matchAll(signsCount(language) && of !== "" ? /\S+/g : words[of])) {
    painter.add(between, index - at);
    at = index + word.length;
    const next = code.slice(end - text.length + at, end - text.length + at + 1);
    painter.add(
      classOfWord({ word, of, next, language, code, capitalIsType: how === "capital is type" }),
      word.length,
    );
  }
  painter.add(between, text.length - at);
}

// What of a token carries its class. In a keyword only words, with the sign that belongs to them: `yield` of `yield*`,
// but `#include`, `@media`, `!important`, `-eq`.
const aName = /[\p{L}_$@#][\p{L}\p{N}_$]*/gu;
const aValue = /\S*[\p{L}\p{N}~]\S*/gu;
const words: Readonly<Record<TokenClass, RegExp>> = {
  "": aName,
  k: /[#@!-]?[\p{L}_][\p{L}\p{N}_?!-]*(?<!-)/gu,
  f: aValue,
  y: aValue,
  d: aValue,
  s: aValue,
  c: aValue,
};

/** Puts runs together. A line end takes the class around it (a comment of several lines is one run), else none. */
class Painter {
  readonly #runs: [TokenClass, number][] = [];
  #pendingLineEnd = 0;

  add(of: TokenClass, length: number): void {
    if (length === 0) return;
    if (this.#pendingLineEnd > 0) {
      const pending = this.#pendingLineEnd;
      this.#pendingLineEnd = 0;
      const around = of === this.#runs.at(-1)?.[0] && (of === "s" || of === "c");
      this.add(around ? of : "", pending);
    }
    const last = this.#runs.at(-1);
    if (last?.[0] === of) last[1] += length;
    else this.#runs.push([of, length]);
  }

  isIn(of: TokenClass): boolean {
    return this.#runs.at(-1)?.[0] === of;
  }

  lineEnd(length: number): void {
    this.#pendingLineEnd += length;
  }

  runs(): Tokens {
    const pending = this.#pendingLineEnd;
    this.#pendingLineEnd = 0;
    this.add("", pending);
    return this.#runs;
  }
}
