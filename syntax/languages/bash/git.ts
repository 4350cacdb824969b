// What has a meaning in the arguments of git: names of commits, such as `HEAD~2`, and the formats of `git log`.

import type { Found } from "../../found.ts";

/** Of `main~3` the branch and the number are the author's, of `stash@{1}` what is in the braces. */
const commits =
  /(?<![\w-])(?:CHERRY_PICK_|FETCH_|MERGE_|ORIG_)?HEAD(?![\w-])|(?<=[\w}~^])(?:\.\.\.(?=[\w@$^])|\.\.(?![./]))|(?<=[\w}~^])[~^](?!\{)|(?<=[\w}~^]):(?=[\w.]|\/(?!\/))|@\{[^\s{}]{1,40}\}/g;
const marks: Readonly<Record<string, string>> = {
  "~": "x~n",
  "^": "x^n",
  "..": "x..y",
  "...": "x...y",
  ":": "x:y",
};

/** Adds what is git's in the name of a commit, or of two with dots between them. */
export function findCommits(code: string, start: number, end: number, found: Found): void {
  for (const { index, 0: text } of code.slice(start, end).matchAll(commits)) {
    const at = start + index;
    const close = at + text.length;
    if (text.endsWith("HEAD")) found.word(text, at, close);
    else if (/^@\{(?:u|upstream|push)\}$/.test(text)) found.symbol(text, at, close);
    else if (text.startsWith("@{")) found.symbol("x@{ }", at, at + 2, close - 1, close);
    else found.symbol(marks[text] ?? text, at, close);
  }
}

const placeholders = /%(?:%|[acgGC][a-zA-Z]|[BDHNPSTbdefhmnpst]|(C?\()[^()\n]{1,40}\))/g;

/** Adds the placeholders in a format of `git log`, such as `%h`; those of `git branch` have a name: `%(refname)`. */
export function findPlaceholders(code: string, start: number, end: number, found: Found): void {
  for (const { index, 0: text, 1: open } of code.slice(start, end).matchAll(placeholders)) {
    const at = start + index;
    const close = at + text.length;
    if (open === "C(") found.symbol("git %C( )", at, at + 3, close - 1, close);
    else found.symbol(`git ${text}`, at, close);
  }
}
