import type { WantedDifferences } from "./wanted.ts";

const asTyped = "A sign has the name that is typed; the oracle called it op= and its operator.";
const ofCompound = "It stands only as a part of a sign such as +=, which is one token of its own.";
const format = { gone: { ".": 'It was the point of a format such as `:.2f`, which counts as `f"{:.nf}"`.' } };

export const wantedInPython: WantedDifferences = {
  added: {
    "&=": asTyped,
    "+=": asTyped,
    "-=": asTyped,
    "^=": asTyped,
    indent: "White space that opens a block is syntax in Python and was not looked at.",
    "not in": "The two words are one operator, which was found as its words only.",
    "is not": "The two words are one operator, which was found as its words only.",
    "case _": "A pattern that fits everything is written with a name that no author chose.",
    "0b": "What says that a number is binary is syntax and was not looked at.",
  },
  gone: { "op=": asTyped },
  of: {
    "python-essentials: *args, **kwargs and lambda: Any number of arguments with *": {
      gone: { "&": ofCompound },
    },
    "python-essentials: Dictionaries and sets: Dictionary literals and keys": { gone: { "-": ofCompound } },
    "python-essentials: Dictionaries and sets: Nested dictionaries": { gone: { "+": ofCompound } },
    "python-essentials: Lists and tuples: List literals and append": { gone: { "+": ofCompound } },
    "python-essentials: for, range and enumerate: for over the letters of a text": {
      gone: { "+": ofCompound },
    },
    "python-essentials: for, range and enumerate: range": { gone: { "+": ofCompound } },
    "python-essentials: try, except and raise: An exception of your own and else": {
      gone: { "-": ofCompound },
    },
    "python-essentials: try, except and raise: try and except": { gone: { "+": ofCompound } },
    "python-essentials: while, break and else: continue and else behind a loop": {
      gone: { "+": ofCompound },
    },
    "python-essentials: while, break and else: while and break": { gone: { "+": ofCompound } },
    "symbols-and-brackets: Logic and bits: Bitwise operators": { gone: { "^": ofCompound } },
    "python-essentials: Comprehensions: List comprehension": {
      gone: { "[a:b]": "There is only `[::2]`, which was found as both forms." },
    },
    "python-essentials: Comprehensions: Set comprehension and generator expression": format,
    "python-essentials: def, defaults and keyword arguments: Keyword-only arguments": format,
    "python-essentials: f-strings and slicing: Format numbers with :.2f": format,
    "python-essentials: match and type hints: Type hints": {
      added: { float: "It was taken for a parameter, because it stands behind a comma." },
      ...format,
    },
    "python-essentials: *args, **kwargs and lambda: lambda as a key": {
      gone: { "(x for x in y)": "It is a list comprehension in the parentheses of a call." },
    },
  },
};
