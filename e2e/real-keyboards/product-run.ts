// Tests the whole product with real keys: examples typed to their ends on several layouts, the focus lost and regained,
// the shortcuts after Esc. The outcome is read from the results that finished runs send to the server.

import { type BrowserName, startBrowser } from "./browsers.ts";
import { keysOf, layoutOf } from "./layout.ts";
import type { Processes } from "./processes.ts";
import { startProduct } from "./product.ts";
import { pause } from "./programs.ts";
import { type KeyAction, code, hold, press, XDisplay } from "./x-display.ts";
import { setLayout, startDisplay } from "./x-server.ts";

/** Longer than a result ignores keys, and longer than it takes to show the next example. */
const nextMs = 1_500;
/** A point on the code in every window that fills the display. */
const clickPoint = [640, 520] as const;

type Tools = {
  readonly x: XDisplay;
  readonly keys: (text: string) => readonly KeyAction[];
  /** An empty place in the bar at the top of the page. */
  readonly bar: readonly [number, number];
};

type Step = {
  readonly name: string;
  readonly layout: string;
  readonly text: string;
  /** Types the text; by default from start to end. */
  readonly type?: (tools: Tools, text: string) => Promise<void>;
};

const steps: readonly Step[] = [
  {
    name: "an example with every AltGr character can be typed on the layout de",
    layout: "de",
    text: 'if (a[0] === "~") {\n  return `${b}` | c ^ @d \\ 2;\n}',
    async type({ x, keys }, text) {
      await x.click(...clickPoint);
      await x.perform(keys(text));
    },
  },
  {
    name: "after a click beside the code, the next key is typed into the code, also ' and / [TYPE-59]",
    layout: "us",
    text: "'use strict';\n/a/.test(b);",
    async type({ x, keys, bar }, text) {
      await x.click(...bar);
      await x.perform(keys(text.slice(0, 14)));
      await x.click(...bar);
      await x.perform(keys(text.slice(14)));
    },
  },
  {
    name: "after Esc, ' and / open nothing, and Enter returns to the code [TYPE-58]",
    layout: "us",
    text: "let a = 'b' / c;",
    async type({ x, keys }, text) {
      await x.perform([
        ...keys("let"),
        ...press(code.Escape),
        200,
        ...keys("'/zz"),
        200,
        ...press(code.Enter),
        200,
      ]);
      await x.perform(keys(text.slice(3)));
    },
  },
  {
    name: "after a click beside the code, a dead key is typed into the code",
    layout: "us(intl)",
    text: "\"é\" + 'ñ' + `ü`",
    async type({ x, keys, bar }, text) {
      await x.click(...bar);
      await x.perform(keys(text));
    },
  },
  {
    name: "after a click beside the code, a dead key and Space type its sign [TYPE-72]",
    layout: "us(intl)",
    text: "let a = 'b';",
    async type({ x, keys, bar }) {
      // Not by `keys`, which finds the sign on AltGr too.
      const quote = [...press(code.Quote), ...press(code.Space)];
      await x.perform(keys("let a = "));
      await x.click(...bar);
      await x.perform(quote);
      await x.perform(keys("b"));
      await x.click(...bar);
      await x.perform([...quote, ...keys(";")]);
    },
  },
  {
    name: "after Esc, N and P pressed twice quickly move by one example and type nothing [TYPE-62]",
    layout: "us",
    text: "let pair = [n, p];",
    async type({ x, keys }, text) {
      for (const key of ["n", "p"])
        await x.perform([...press(code.Escape), 200, ...keys(key), 60, ...keys(key), 800]);
      await x.perform(keys(text));
    },
  },
  {
    name: "after Esc, R restarts and types nothing when it is held and then pressed twice quickly [TYPE-63]",
    layout: "us",
    text: "let again = r;",
    async type({ x, keys }, text) {
      await x.perform([...keys("le"), ...press(code.Escape), 200, ...hold(code.KeyR, 900), 800]);
      await x.perform([...keys("l"), ...press(code.Escape), 200, ...keys("r"), 60, ...keys("r"), 800]);
      await x.perform(keys(text));
    },
  },
  { name: "an example can be typed on the layout fr", layout: "fr", text: "const ê = { [é]: '#', ç: `~` };" },
];

/** Returns the outcomes in order: the name, and the problem or null. */
export async function runProduct(
  processes: Processes,
  browser: BrowserName,
): Promise<readonly { readonly name: string; readonly problem: string | null }[]> {
  const product = await startProduct(steps.map(({ text }) => text));
  try {
    const display = await startDisplay(processes);
    const x = await XDisplay.open(display);
    startBrowser(processes, browser, display, product.start);
    const [left, top] = await product.enter(() => x.click(640, 400));
    const bar = [left + 640, top + 28] as const;
    await pause(nextMs);
    const outcomes: { name: string; problem: string | null }[] = [];
    for (const [i, step] of steps.entries()) {
      let problem: string | null = null;
      try {
        await setLayout(display, step.layout);
        const layout = layoutOf(await x.keymap());
        const keys = (text: string) => keysOf(layout, text);
        if (i > 0) {
          // Pressed twice, because the second press must not be typed into the example that the first one opens.
          await x.perform([...press(code.Enter), 60, ...press(code.Enter)]);
          await pause(nextMs);
        }
        await (step.type ?? ((_, text) => x.perform(keys(text))))({ x, keys, bar }, step.text);
        const { accuracy, errors } = await product.finished(i + 1);
        if (errors !== 0 || accuracy !== 100) problem = `${errors} errors, ${accuracy}%`;
        await pause(nextMs);
        problem ??= (await product.isCompleted(i + 1)) ? null : "it is not completed on the server";
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      outcomes.push({ name: `the product: ${step.name}`, problem });
      // The next step would start in the wrong example.
      if (problem?.includes("not typed")) break;
    }
    x.close();
    return outcomes;
  } finally {
    await product.close();
  }
}
