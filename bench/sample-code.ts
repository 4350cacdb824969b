// Code to type that nobody wrote: JavaScript of any length in which all seven colours occur, with indents, short
// lines (a pane of 48 columns breaks none of them) and the same text every time.

const NOUNS =
  "item user order price total count name list node path file line word text code key value index".split(" ");
const VERBS = "load save find sort join read send draw move trim fold scan wrap pick".split(" ");
const TYPES = "Map Set Date Error Array Promise".split(" ");
const INDENT = "  ";

/** Exactly so many characters, all of them ASCII; lines of at most 46, the last one without a newline. */
export function sampleCode(length: number): string {
  const dice = new Dice(length);
  let text = "";
  while (text.length < length) text += `${block(dice).join("\n")}\n\n`;
  const cut = text.slice(0, length);
  // The last character is one that can be seen.
  return /\s$/.test(cut) ? `${cut.slice(0, -1)};` : cut;
}

function block(dice: Dice): string[] {
  const noun = dice.of(NOUNS);
  const other = dice.of(NOUNS);
  const name = `${dice.of(VERBS)}${capital(noun)}`;
  const lines = [
    `// Give every ${noun} its ${other}.`,
    `export function ${name}(${noun}, ${other}) {`,
    `${INDENT}const ${noun}s = new ${dice.of(TYPES)}();`,
  ];
  for (let left = 2 + dice.below(4); left > 0; left--) lines.push(...statement(dice, noun));
  lines.push(`${INDENT}return ${noun}s;`, "}");
  return lines;
}

function statement(dice: Dice, noun: string): string[] {
  const one = dice.of(NOUNS);
  const verb = dice.of(VERBS);
  switch (dice.below(4)) {
    case 0:
      return [`${INDENT}const ${one}At = ${verb}(${noun}, ${dice.below(900)});`];
    case 1:
      return [
        `${INDENT}if (${one}.length > ${dice.below(90)}) {`,
        `${INDENT}${INDENT}${verb}(${noun}.${one}, "${dice.of(NOUNS)} ${dice.of(NOUNS)}");`,
        `${INDENT}}`,
      ];
    case 2:
      return [
        `${INDENT}for (const ${one} of ${noun}s) {`,
        `${INDENT}${INDENT}${noun}.${verb}(${one}, ${dice.below(40)} / 7);`,
        `${INDENT}}`,
      ];
    default:
      return [`${INDENT}let ${one}s = ${noun}.${verb}("${one}-${dice.below(100)}");`];
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A linear congruential generator (Numerical Recipes' numbers), so that a length has one text. */
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
