import type { WantedDifferences } from "./wanted.ts";

export const wantedInRegex: WantedDifferences = {
  added: { "regex \\$": "an escaped sign is a construct of patterns, whichever it is" },
  of: {
    "symbols-and-brackets: Regular expressions: Groups and references": {
      gone: { "regex *": "stands only in the lazy *?, which is one token" },
    },
  },
};
