import type { WantedDifferences } from "./wanted.ts";

const asTyped = "a sign has the name that is typed; the oracle called it op= and its operator";
const ofCompound = "stands only as a part of a sign such as +=, which is one token of its own";

export const wantedInJavascript: WantedDifferences = {
  added: {
    "+=": asTyped,
    "-=": asTyped,
    "*=": asTyped,
    "/=": asTyped,
    "%=": asTyped,
    "**=": asTyped,
    default: "the oracle took the default of a switch for a key, as it stands before a colon",
    "regex \\/": "an escaped sign is a construct of patterns, whichever it is",
    "regex \\$": "an escaped sign is a construct of patterns, whichever it is",
  },
  gone: { "op=": asTyped },
  of: {
    "javascript-essentials: const and let: let and assignment": {
      gone: {
        "+": ofCompound,
      },
    },
    "javascript-essentials: for, while and for...of: for loop": {
      gone: {
        "+": ofCompound,
      },
    },
    "javascript-essentials: for, while and for...of: while loop": {
      gone: {
        "-": ofCompound,
        "+": ofCompound,
      },
    },
    "javascript-essentials: for, while and for...of: for...of over a string": {
      gone: {
        "+": ofCompound,
      },
    },
    "javascript-essentials: Arrow functions: Functions as arguments": {
      gone: {
        "+": ofCompound,
      },
    },
    "javascript-essentials: Literals and methods: Keys in brackets and Object.entries": {
      gone: {
        "-": ofCompound,
      },
    },
    "javascript-essentials: JSON and regular expressions: Named groups and matchAll": {
      gone: {
        "+": ofCompound,
        "-": ofCompound,
      },
    },
    "javascript-essentials: JSON and regular expressions: Undo with push and pop": {
      gone: {
        "+": ofCompound,
      },
    },
    "symbols-and-brackets: Arithmetic and comparison: Assignment operators": {
      gone: {
        "+": ofCompound,
        "*": ofCompound,
        "-": ofCompound,
        "/": ofCompound,
        "%": ofCompound,
        "**": ofCompound,
      },
    },
    "symbols-and-brackets: Paths, URLs and flags: URLs": {
      gone: {
        "+": ofCompound,
      },
    },
    "javascript-essentials: Default and rest parameters: Defaults from other parameters": {
      added: { '" "': "the oracle took the slash behind a parenthesis for a pattern, up to the next one" },
    },
  },
};
