import type { WantedDifferences } from "./wanted.ts";

const asTyped = "A sign has the name that is typed; the oracle called it op= and its operator.";
const ofCompound = "It stands only as a part of a sign such as +=, which is one token of its own.";
const inDefault = "It is in the default value of another parameter, which was not read.";

export const wantedInBash: WantedDifferences = {
  added: {
    "+=": asTyped,
    "[ ]=": "The key of an element is syntax and was taken for a text.",
  },
  gone: { "op=": asTyped },
  of: {
    "bash-essentials: for and while read: Counting with for (( ))": { gone: { "+": ofCompound } },
    "bash-essentials: Parameter expansion: Default values": { added: { $3: inDefault } },
    "bash-essentials: Here documents: Options, defaults and error messages": { added: { $2: inDefault } },
  },
};
