// Tests the whole product with real keys in Recall: an example typed to its end on several layouts and through an input
// method, with what helps there. The outcome is read from the runs that the server has graded.

import { type BrowserName, startBrowser } from "./browsers.ts";
import { type Ibus, startIbus } from "./ibus.ts";
import { keysOf, layoutOf } from "./layout.ts";
import type { Processes } from "./processes.ts";
import { type Product, startProduct } from "./product.ts";
import { pause } from "./programs.ts";
import { type KeyAction, code, press, XDisplay } from "./x-display.ts";
import { setLayout, startDisplay } from "./x-server.ts";

/** Longer than a result ignores keys, and longer than it takes to restart. */
const nextMs = 1_500;
/** Wrong keys that are less than a second apart are one try. */
const betweenTriesMs = 1_100;
const lookUpMs = 250;
/** A point on the code in every window that fills the display. */
const clickPoint = [640, 520] as const;

/** Its signs are behind AltGr or a dead key on many layouts. */
const text = "const add = (a, b) => {\n  return `${a} ${b}` || [a, b];\n};\n";

type Tools = {
  readonly press: (...actions: readonly (KeyAction | readonly KeyAction[])[]) => Promise<void>;
  readonly keys: (text: string) => readonly KeyAction[];
  readonly ibus: Ibus | null;
};

type Step = {
  readonly name: string;
  readonly layout: string;
  /** Where a place had to be shown: what the text has there. */
  readonly shown: readonly string[];
  readonly type: (tools: Tools) => Promise<void>;
};

const help = press(code.Space, code.ControlLeft);
const before = (part: string) => text.slice(0, text.indexOf(part));
const from = (part: string) => text.slice(text.indexOf(part));

const plainSteps: readonly Step[] = [
  {
    name: "an example in Recall can be typed on the layout de, and all of it came back",
    layout: "de",
    shown: [],
    type: async ({ press: hit, keys }) => hit(keys(text)),
  },
  {
    name: "in Recall on the layout fr(bepo), Ctrl+Space shows what is hidden and types nothing",
    layout: "fr(bepo)",
    shown: ["=>", "||"],
    type: async ({ press: hit, keys }) =>
      hit(
        keys(before("=>")),
        help,
        keys(text.slice(before("=>").length, before("||").length)),
        help,
        keys(from("||")),
      ),
  },
  {
    name: "in Recall on the layout us(intl), a second wrong try shows a place that a dead key types",
    layout: "us(intl)",
    shown: ["`"],
    // The grave accent is dead here, so that Space comes after it.
    type: async ({ press: hit, keys }) =>
      hit(keys(before("`")), keys("x"), betweenTriesMs, keys("x"), 200, keys(from("`"))),
  },
];

const inputMethodSteps: readonly Step[] = [
  {
    name: "in Recall through libpinyin, full-width characters are no try, and Ctrl+Space shows",
    layout: "us",
    shown: ["||"],
    async type({ press: hit, keys, ibus }) {
      await ibus?.switchTo("libpinyin");
      // A tap on Shift switches the engine to English and back.
      const tap = [lookUpMs, ...press(code.ShiftLeft), lookUpMs];
      await hit(tap, keys(before(",")));
      // A full-width comma in its place, twice: two tries of any other character would show the place.
      await hit(tap, keys(","), betweenTriesMs, keys(","), tap);
      await hit(keys(text.slice(before(",").length, before("||").length)), help, keys(from("||")), tap);
      await ibus?.switchTo("xkb:us::eng");
    },
  },
];

/** Returns the outcomes in order: the name, and the problem or null. */
export async function runFromMemory(
  processes: Processes,
  browser: BrowserName,
  hasIbus: boolean,
): Promise<readonly { readonly name: string; readonly problem: string | null }[]> {
  const product = await startProduct([text], { language: "javascript", way: "recall" });
  try {
    const display = await startDisplay(processes);
    const x = await XDisplay.open(display);
    const ibus = hasIbus ? await startIbus(processes, display) : null;
    startBrowser(processes, browser, display, product.start, ibus?.env);
    await product.enter(() => x.click(640, 400));
    await pause(nextMs);
    await x.click(...clickPoint);
    const outcomes: { name: string; problem: string | null }[] = [];
    for (const [i, step] of (hasIbus ? inputMethodSteps : plainSteps).entries()) {
      let problem: string | null;
      try {
        await setLayout(display, step.layout);
        const layout = layoutOf(await x.keymap());
        // The result of the run before is open.
        if (i > 0) await x.perform([...keysOf(layout, "r"), nextMs]);
        await step.type({
          press: (...actions) => x.perform(actions.flat() as readonly KeyAction[]),
          keys: (part) => keysOf(layout, part),
          ibus,
        });
        problem = await problemOf(product, i + 1, step);
        await pause(nextMs);
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      outcomes.push({ name: `the product from memory: ${step.name}`, problem });
      // The next step would begin in the middle of this one.
      if (problem?.includes("not typed")) break;
    }
    x.close();
    return outcomes;
  } finally {
    await product.close();
  }
}

/** Exactly the constructs that have a place where help came were shown; all others came back or slipped. */
async function problemOf(product: Product, run: number, { shown }: Step): Promise<string | null> {
  const constructs = await product.constructs(1);
  const { sent, answer } = await product.reviewed(run);
  const nameOf = (id: number) => constructs.find((one) => one.id === id)?.name ?? `${id}`;
  if (sent.way !== "recall" || !answer.graded) return `${sent.way}, graded: ${answer.graded}`;
  if (sent.hidden.length === 0) return "nothing was hidden";
  const helpedAt = shown.map((part) => text.indexOf(part));
  const wasShown = constructs.filter(({ id }) => sent.shown.includes(id));
  const missed = helpedAt.filter((at) => !wasShown.some(({ places }) => isAt(places, at)));
  if (missed.length > 0) return `not shown: ${missed.map((at) => text.slice(at, at + 3)).join(" ")}`;
  const others = wasShown.filter(({ places }) => !helpedAt.some((at) => isAt(places, at)));
  if (others.length > 0) return `shown as well: ${others.map(({ name }) => name).join(" ")}`;
  const again = answer.constructs.filter(({ grade }) => grade === "again").map(({ id }) => nameOf(id));
  const wanted = sent.shown.map(nameOf);
  if (again.toSorted().join(" ") !== wanted.toSorted().join(" "))
    return `graded as shown: ${again.join(" ")}, shown: ${wanted.join(" ")}`;
  return answer.constructs.some(({ grade }) => grade === "hard") ? "a slip was counted" : null;
}

/** Whether one of the places has the character at this offset. */
function isAt(places: readonly (readonly number[])[], at: number): boolean {
  return places.some((place) =>
    place.some((start, i) => i % 2 === 0 && start <= at && at < (place[i + 1] ?? start)),
  );
}
