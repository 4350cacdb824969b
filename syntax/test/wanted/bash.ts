import type { WantedDifferences } from "./wanted.ts";

const inDefault = "It is in the default value of another parameter, which was not read.";

export const wantedInBash: WantedDifferences = {
  added: {
    "[ ]=": "The key of an element is syntax and was taken for a text.",
  },
  of: {
    "bash-essentials: Parameter expansion: Default values": { added: { $3: inDefault } },
    "bash-essentials: Here documents: Options, defaults and error messages": { added: { $2: inDefault } },
  },
};
