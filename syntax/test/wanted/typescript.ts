import type { WantedDifferences } from "./wanted.ts";

const asTyped = "a sign has the name that is typed; the oracle called it op= and its operator";
const ofCompound = "stands only as a part of a sign such as +=, which is one token of its own";

const beforeComma = "the oracle left out a type with a comma or an equals sign behind it";
const bracesInside = "the oracle took type arguments that hold braces for comparisons";
const textsInside = "the oracle took type arguments that are texts for comparisons";
const behindBracket = "the oracle left out the mark behind a bracket, as in a mapped type";

export const wantedInTypescript: WantedDifferences = {
  added: {
    "+=": asTyped,
    "*=": asTyped,
    "??=": asTyped,
    "?: optional": behindBracket,
  },
  gone: { "op=": asTyped },
  of: {
    "typescript-essentials: Type aliases and readonly: readonly properties and arrays": {
      gone: {
        "*": ofCompound,
      },
    },
    "typescript-essentials: Mapped and conditional types: Modifiers in a mapped type": {
      gone: {
        "??": ofCompound,
      },
    },
    "typescript-essentials: Access modifiers: private and readonly": {
      gone: {
        "+": ofCompound,
      },
    },
    "typescript-essentials: Access modifiers: protected and override": {
      gone: {
        "+": ofCompound,
      },
    },
    "typescript-essentials: Primitives and arrays: string and number": { added: { string: beforeComma } },
    "typescript-essentials: Tuples and literal types: Tuple": { added: { string: beforeComma } },
    "typescript-essentials: Access modifiers: Parameter properties": { added: { string: beforeComma } },
    "typescript-essentials: satisfies, as const and import type: Parameters and ReturnType in a Map": {
      added: { string: beforeComma },
    },
    "typescript-essentials: Index signatures and Record: Entries that may be missing": {
      added: { number: beforeComma },
    },
    "typescript-essentials: Constraints and keyof: extends as a constraint": {
      added: { "< >": bracesInside },
      gone: { "<": bracesInside, ">": bracesInside },
    },
    "typescript-essentials: Generic classes: Extending a generic class": {
      gone: { "<": textsInside, ">": textsInside },
    },
    "typescript-essentials: satisfies, as const and import type: Extract and satisfies never": {
      gone: { "<": bracesInside, ">": bracesInside },
    },
  },
};
