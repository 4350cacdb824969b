// Computes the colour runs of code, in the highlight thread. For any text, the runs add up to its length in UTF-16
// units, newlines included.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { grammars, hasGrammar } from "./highlight-languages.ts";
import { classOfWord, hasColouredSymbols } from "./highlight-words.ts";
import { classTheme, paintOfColour, type TokenPaint } from "./highlight-theme.ts";

export type Colourer = {
  /** Returns null when the language has no grammar. The first code in a language loads its grammar. */
  runs(code: string, language: string): Promise<Tokens | null>;
};

export async function createColourer(): Promise<Colourer> {
  // `forgiving` leaves out a pattern that JavaScript cannot express; otherwise the whole grammar would fail.
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
        // Its file could not be read at this moment; the next text tries again.
        name.catch(() => loaded.delete(language));
      }
      const grammar = await name;
      // A text without any tag is PHP from its first character, not a template.
      const isBarePhp = grammar === "php-template" && !code.includes("<?");
      return runsOf(highlighter, code, isBarePhp ? "php" : grammar, language);
    },
  };
}

async function loadGrammar(highlighter: HighlighterCore, language: string): Promise<string> {
  const registrations = (await (grammars[language] as NonNullable<(typeof grammars)[string]>)()).default;
  await highlighter.loadLanguage(registrations);
  // The language itself comes last, after the languages that it embeds.
  return (registrations.at(-1) as (typeof registrations)[number]).name;
}

// Longer lines stay plain: no course may contain one, and some grammars need quadratic time for them.
const longestLine = 2_000;

function runsOf(highlighter: HighlighterCore, code: string, grammar: string, language: string): Tokens {
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar,
    theme: "classes",
    tokenizeMaxLineLength: longestLine,
    // 0 is no limit. With a limit, colours would depend on the machine's load; the thread as a whole has a time limit.
    tokenizeTimeLimit: 0,
  });

  const painter = new Painter();
  let at = 0;
  for (const line of lines) {
    for (const token of line) {
      // Only the line ends are covered by no token.
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
  readonly code: string;
  /** Where the token ends in the code. */
  readonly end: number;
};

function paintToken(painter: Painter, text: string, { of, how }: TokenPaint, place: Place): void {
  if (how === "whole") {
    // Some grammars count the blank before an opening slash or quote as part of the string.
    const blanks = of === "s" && !painter.isIn("s") ? text.length - text.trimStart().length : 0;
    painter.add("", blanks);
    return painter.add(of, text.length - blanks);
  }
  // Blanks and symbols have no class: an operator is as plain as a bracket.
  const between = how === "keyword in string" ? "s" : "";
  const { language, code, end } = place;
  let at = 0;
  for (const { 0: word, index } of text.matchAll(
    hasColouredSymbols(language) && of !== "" ? /\S+/g : words[of],
  )) {
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

// The parts of a token that get its class. In a keyword these are words with their own symbols: only `yield` of
// `yield*`, but all of `#include`, `@media`, `!important`, `-eq`.
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

/** Collects runs. A line end gets the class on both sides of it (a comment of several lines is one run), else none. */
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
