// Generates code to type: JavaScript of any length with all seven colours, indents and lines so short that none is
// broken in a pane of 48 columns. The same length always returns the same text.

const nouns =
  "item user order price total count name list node path file line word text code key value index".split(" ");
const verbs = "load save find sort join read send draw move trim fold scan wrap pick".split(" ");
const types = "Map Set Date Error Array Promise".split(" ");
const indent = "  ";

/** Code of exactly `length` ASCII characters, in lines of at most 46, without a newline at the end. */
export function sampleCode(length: number): string {
  const dice = new Dice(length);
  let text = "";
  while (text.length < length) text += `${block(dice).join("\n")}\n\n`;
  const cut = text.slice(0, length);
  // The last character must be visible.
  return /\s$/.test(cut) ? `${cut.slice(0, -1)};` : cut;
}

function block(dice: Dice): string[] {
  const noun = dice.of(nouns);
  const other = dice.of(nouns);
  const name = `${dice.of(verbs)}${capital(noun)}`;
  const lines = [
    `// Give every ${noun} its ${other}.`,
    `export function ${name}(${noun}, ${other}) {`,
    `${indent}const ${noun}s = new ${dice.of(types)}();`,
  ];
  for (let left = 2 + dice.below(4); left > 0; left--) lines.push(...statement(dice, noun));
  lines.push(`${indent}return ${noun}s;`, "}");
  return lines;
}

function statement(dice: Dice, noun: string): string[] {
  const one = dice.of(nouns);
  const verb = dice.of(verbs);
  switch (dice.below(4)) {
    case 0:
      return [`${indent}const ${one}At = ${verb}(${noun}, ${dice.below(900)});`];
    case 1:
      return [
        `${indent}if (${one}.length > ${dice.below(90)}) {`,
        `${indent}${indent}${verb}(${noun}.${one}, "${dice.of(nouns)} ${dice.of(nouns)}");`,
        `${indent}}`,
      ];
    case 2:
      return [
        `${indent}for (const ${one} of ${noun}s) {`,
        `${indent}${indent}${noun}.${verb}(${one}, ${dice.below(40)} / 7);`,
        `${indent}}`,
      ];
    default:
      return [`${indent}let ${one}s = ${noun}.${verb}("${one}-${dice.below(100)}");`];
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A linear congruential generator (with the constants of Numerical Recipes), so that each length has one text. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  of(words: readonly string[]): string {
    return words[this.below(words.length)] ?? "";
  }
}
