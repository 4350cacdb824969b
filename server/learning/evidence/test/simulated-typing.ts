// Simulated people and programs that type an example, each as the log that a browser would make. All numbers come from
// `random`, so that a seed repeats them.

import { type Keystroke, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import { offsetOfStep, prepare } from "@tabstop/engine/example";

export type Random = () => number;

/** Types the example; `roundMs` is the step of the browser's clock. */
export type Typist = (text: string, random: Random) => KeystrokeLog;

/** One input event before it has a time: the text, `tab`, or `enter`. */
type Input = { readonly text: string; readonly kind: "text" | "enter" | "tab" };

/** The pause before each input, in ms. `index` counts the inputs. */
type Wait = (input: Input, before: Input | undefined, index: number) => number;

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function within(random: Random, least: number, most: number): number {
  return least + (most - least) * random();
}

function logNormal(random: Random, median: number, spread: number): number {
  return median * Math.exp(spread * normal(random));
}

/** Erlang: the gamma distribution of a whole shape. */
function gamma(random: Random, mean: number, shape: number): number {
  let total = 0;
  for (let index = 0; index < shape; index++) total -= Math.log(1 - random());
  return (mean * total) / shape;
}

/** One input for each character; `tabs` types indentation with the Tab key, `slips` is the share of wrong keys. */
function characters(text: string, random: Random, options: { tabs?: boolean; slips?: number } = {}): Input[] {
  const inputs: Input[] = [];
  let attempt = newAttempt(prepare(text));
  const press = (input: Input) => {
    const next = reduce(attempt, { ...input, at: 0 });
    if (next === attempt) return false;
    attempt = next;
    inputs.push(input);
    return true;
  };
  while (attempt.kind !== "done") {
    if (random() < (options.slips ?? 0)) press({ kind: "text", text: "§" });
    if (options.tabs === true && press({ kind: "tab", text: "\t" })) continue;
    const { example, step } = attempt;
    const expected = example.text.slice(offsetOfStep(example, step), offsetOfStep(example, step + 1));
    press(expected === "\n" ? { kind: "enter", text: "\n" } : { kind: "text", text: expected });
  }
  return inputs;
}

/** Joins characters to chunks, as swiped, completed, converted or dictated words come: letters, and `joins` more. */
function chunks(inputs: readonly Input[], random: Random, share: number, letter = /[\p{L}\p{N}]/u): Input[] {
  const joined: Input[] = [];
  let isOpen = false;
  for (const input of inputs) {
    const last = joined.at(-1);
    const isLetter = input.kind === "text" && letter.test(input.text);
    if (isLetter && isOpen && last !== undefined)
      joined[joined.length - 1] = { kind: "text", text: last.text + input.text };
    else {
      joined.push(input);
      isOpen = isLetter && random() < share;
    }
    if (!isLetter) isOpen = false;
  }
  return joined;
}

/** The log of inputs with these waits, by a clock with steps of `roundMs` that started at some time. */
function logOf(inputs: readonly Input[], wait: Wait, roundMs: number, startMs: number): KeystrokeLog {
  let at = startMs;
  return inputs.map((input, index): Keystroke => {
    if (index > 0) at += Math.max(0, wait(input, inputs[index - 1], index));
    const read = Math.floor(at / roundMs) * roundMs;
    return input.kind === "text"
      ? { kind: "text", text: input.text, at: read }
      : { kind: input.kind, at: read };
  });
}

/** The steps of browsers' clocks: Chromium, Safari and Firefox; a 125 Hz keyboard; a frame; Firefox that resists fingerprinting. */
const clocks = [0.1, 1, 8, 1_000 / 60, 100];

function clock(random: Random): readonly [roundMs: number, startMs: number] {
  return [clocks[Math.floor(random() * clocks.length)] ?? 1, within(random, 0, 10_000)];
}

/** A person's waits: each pair of characters has its own, with a spread at every repetition, and they stop to think. */
function fingers(random: Random, medianMs: number, spread: number): Wait {
  const pairs = new Map<string, number>();
  return (input, before) => {
    const pair = `${before?.text}${input.text}`;
    const usual = pairs.get(pair) ?? logNormal(random, medianMs, 0.3);
    pairs.set(pair, usual);
    const thinks = random() < (before?.kind === "enter" ? 0.4 : 0.03);
    return logNormal(random, usual, spread) + (thinks ? gamma(random, 900, 2) : 0);
  };
}

const ordinary: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: within(random, 0, 0.06), tabs: random() < 0.5 });
  return logOf(
    inputs,
    fingers(random, within(random, 70, 350), within(random, 0.15, 0.35)),
    ...clock(random),
  );
};

/** 160 words a minute and more, with bursts of 20 characters a second that last for words. */
const professional: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: 0.01, tabs: true });
  const usual = fingers(random, within(random, 55, 80), 0.15);
  let burst = 0;
  const wait: Wait = (...given) => {
    burst = burst > 0 ? burst - 1 : random() < 0.05 ? 30 : 0;
    return burst > 0 ? logNormal(random, 50, 0.2) : usual(...given);
  };
  return logOf(inputs, wait, ...clock(random));
};

/** The next key goes down before the last one is up, some pairs at nearly the same time. */
const roller: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: 0.03 });
  const usual = fingers(random, within(random, 80, 160), 0.2);
  const wait: Wait = (...given) => (random() < 0.3 ? within(random, 0, 18) : usual(...given));
  return logOf(inputs, wait, ...clock(random));
};

/** The letters of the home row come when the key is released or a limit has passed, and the keys after it wait for it. */
const homeRow: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: 0.02 });
  const usual = fingers(random, within(random, 80, 200), 0.2);
  let down = 0;
  let sent = 0;
  const wait: Wait = (input, before, index) => {
    down += usual(input, before, index);
    const held = /[asdfjkl;]/.test(input.text) ? Math.min(200, logNormal(random, 95, 0.25)) : 0;
    const last = sent;
    sent = Math.max(sent, down + held);
    return sent - last;
  };
  return logOf(inputs, wait, ...clock(random));
};

/** Taps, swiped or completed words in one input or letter by letter at once, in the frames of a screen. */
const phone: Typist = (text, random) => {
  const single = characters(text, random, { slips: 0.04 });
  const isLetterByLetter = random() < 0.4;
  const share = random();
  const inputs = isLetterByLetter ? single : chunks(single, random, share);
  const usual = fingers(random, within(random, 120, 400), 0.3);
  let isWord = false;
  const wait: Wait = (input, before, index) => {
    const isLetter = /^\p{L}/u.test(input.text);
    if (isLetterByLetter && isLetter && isWord) return within(random, 0, 2);
    isWord = isLetter && random() < share;
    return usual(input, before, index) + (isWord || input.text.length > 1 ? within(random, 200, 900) : 0);
  };
  return logOf(inputs, wait, random() < 0.5 ? 1_000 / 60 : 8, within(random, 0, 10_000));
};

/** Converted words of one to four characters, each chosen from a list; signs come singly. */
const inputMethod: Typist = (text, random) => {
  const inputs = chunks(characters(text, random, { slips: 0.03 }), random, within(random, 0.2, 1));
  const usual = fingers(random, within(random, 150, 350), 0.25);
  const wait: Wait = (...given) => usual(...given) + given[0].text.length * within(random, 120, 300);
  return logOf(inputs, wait, ...clock(random));
};

/**
 * A scanner moves on every `period` and its user presses at the wanted character: every interval is a number of periods,
 * exactly or with the user's reaction. `linear` scans letters by how frequent they are, `rows` rows and then columns,
 * `predicted` offers the right one first half of the time.
 */
const switchUser: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: 0.02 });
  const period = within(random, 100, 1_100);
  const layout = Math.floor(random() * 3);
  const reaction = random() < 0.5 ? 0 : within(random, 10, 60);
  const byFrequency = " etaoinsrhldcumfpgwybvkxjqz";
  const wait: Wait = (input) => {
    const place = byFrequency.indexOf(input.text.toLowerCase());
    const rank = place < 0 ? 27 + ((input.text.codePointAt(0) ?? 0) % 30) : place;
    const isFirst = layout === 2 && random() < 0.5;
    const steps = layout === 0 ? 1 + rank : isFirst ? 1 : 2 + Math.floor(rank / 8) + (rank % 8);
    return steps * period + reaction * normal(random);
  };
  return logOf(inputs, wait, ...clock(random));
};

/** Looks at a key for a fixed time, after a look for it. */
const gaze: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: 0.03 });
  const dwell = within(random, 300, 1_000);
  const wait: Wait = () => dwell + 120 + gamma(random, within(random, 100, 300), 3);
  return logOf(inputs, wait, ...clock(random));
};

/** Phrases in one input. */
const dictation: Typist = (text, random) => {
  const inputs = chunks(characters(text, random), random, 1, /[\p{L}\p{N} ().,=;]/u);
  const wait: Wait = (input) => logNormal(random, 400, 0.25) + input.text.length * within(random, 50, 90);
  return logOf(inputs, wait, ...clock(random));
};

/** Phrases that the program types letter by letter at its own even pace, until the next one is spoken. */
const voiceCoder: Typist = (text, random) => {
  const inputs = characters(text, random);
  const paceMs = within(random, 0, 12);
  let left = 0;
  const wait: Wait = () => {
    left -= 1;
    if (left > 0) return paceMs;
    left = Math.ceil(within(random, 2, 25));
    return 500 + left * within(random, 50, 90);
  };
  return logOf(inputs, wait, ...clock(random));
};

/** Holds a key for a row of equal characters: after a delay it repeats 10 to 31 times a second. */
const holder: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: 0.02 });
  const usual = fingers(random, within(random, 90, 250), 0.25);
  const delay = within(random, 250, 1_200);
  const period = within(random, 32, 100);
  const wait: Wait = (input, before, index) =>
    input.text !== before?.text
      ? usual(input, before, index)
      : inputs[index - 2]?.text === input.text
        ? period
        : delay;
  return logOf(inputs, wait, ...clock(random));
};

/** One key after another with hardly a difference, as evenly as a person can: 8 to 12 % around up to 1.1 s. */
const slow: Typist = (text, random) => {
  const inputs = characters(text, random, { slips: within(random, 0, 0.03) });
  const usual = within(random, 350, 1_100);
  const spread = within(random, 0.08, 0.12);
  return logOf(inputs, () => usual * (1 + spread * normal(random)), ...clock(random));
};

export const people: Readonly<Record<string, Typist>> = {
  ordinary,
  professional,
  "rolled keys": roller,
  "home-row modifiers": homeRow,
  "phone keyboard": phone,
  "input method": inputMethod,
  "switch access": switchUser,
  "eye gaze": gaze,
  dictation,
  "dictation letter by letter": voiceCoder,
  "held keys": holder,
  "slow and even": slow,
};

/** How a program with a fixed delay varies it, as a share of the delay; `drifts`: from key to key or around a schedule. */
export const jitters: Readonly<Record<string, (random: Random) => number>> = {
  none: () => 0,
  "2 % uniform": (random) => within(random, -0.02, 0.02),
  "2 % normal": (random) => 0.02 * normal(random),
};

/** Presses a key every `delayMs`; with `isScheduled` at the times of a schedule instead of after the last key. */
export function fixedDelay(
  text: string,
  random: Random,
  delayMs: number,
  jitter: (random: Random) => number,
  options: { readonly tabs: boolean; readonly slips: number; readonly isScheduled: boolean },
): KeystrokeLog {
  let off = 0;
  const wait: Wait = () => {
    const before = options.isScheduled ? off : 0;
    off = jitter(random) * delayMs;
    return delayMs + off - before;
  };
  const roundMs = random() < 0.5 ? 1 : 0.1;
  return logOf(characters(text, random, options), wait, roundMs, within(random, 0, 10_000));
}

/** Programs that imitate people's random delays, at a mean from 60 to 300 ms. */
export const imitations: Readonly<Record<string, Typist>> = {
  "log-normal": (text, random) => {
    const usual = within(random, 60, 300);
    return logOf(characters(text, random), () => logNormal(random, usual, 0.3), 0.1, 0);
  },
  gamma: (text, random) => {
    const mean = within(random, 60, 300);
    return logOf(characters(text, random), () => gamma(random, mean, 6), 0.1, 0);
  },
  "uniform by 20 %": (text, random) => {
    const mean = within(random, 60, 300);
    return logOf(characters(text, random), () => mean * within(random, 0.8, 1.2), 0.1, 0);
  },
  "a fixed time for each character": (text, random) => {
    const times = new Map<string, number>();
    const wait: Wait = ({ text: character }) => {
      const ms = times.get(character) ?? within(random, 60, 300);
      times.set(character, ms);
      return ms;
    };
    return logOf(characters(text, random), wait, 0.1, 0);
  },
  "a copied run": (text, random) =>
    logOf(characters(text, random), fingers(random, within(random, 70, 300), 0.25), 0.1, 0),
};
