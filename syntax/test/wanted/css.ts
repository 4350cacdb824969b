import type { WantedDifferences } from "./wanted.ts";

export const wantedInCss: WantedDifferences = {
  added: {
    "{ }": "Braces around declarations are syntax and were not looked at.",
    ":": "The colon of a declaration is syntax and was not looked at.",
    "( )": "The parentheses around a condition are syntax and were not looked at.",
    ";": "The end of a declaration is syntax and was not looked at.",
    "translateY()": "The name of the function was read without its capital letter.",
  },
  gone: {
    "selector a b": "The space between two selectors has no text of its own and is shown.",
    translate: "It was the beginning of `translateY()`.",
  },
  of: {
    "html-and-css-essentials: Keyframes: Keyframes with percentages": {
      added: {
        "selector ,": "A comma between keyframes is that of other selectors.",
        "--name": "The use of a custom property has its two hyphens too.",
      },
    },
  },
};
