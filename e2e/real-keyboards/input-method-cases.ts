// Input methods: real engines of ibus, and ibus between the keyboard and the browser without an engine.

import type { TestBrowser, Case } from "./test-browser.ts";
import { keysOf } from "./layout.ts";
import { layoutCases } from "./layout-cases.ts";
import { type KeyAction, code, press } from "./x-display.ts";

const noEngine = "xkb:us::eng";
/** The pause between a word and the key that ends it, because an engine looks the word up in another process. */
const lookUpMs = 250;

/** While ibus runs, every key goes through it, dead keys are composed, and a pending accent is shown. */
const throughIbus = layoutCases(["us(intl)", "de", "fr"]).map(
  (one): Case => ({
    ...one,
    name: `through ibus, ${one.name}`,
    async run(browser) {
      await browser.setEngine(noEngine);
      return one.run(browser);
    },
  }),
);

export const inputMethodCases: readonly Case[] = [
  ...throughIbus,
  {
    name: "libpinyin: consecutive words that Space and a digit commit are typed",
    async run(browser) {
      await start(browser, "libpinyin");
      await browser.mount("你好你好!");
      await word(browser, "nihao", press(code.Space));
      await browser.expect({ offset: 2, log: ["你好"] });
      await word(browser, "nihao", press(code.Digit1));
      await browser.expect({ offset: 4, log: ["你好", "你好"] });
    },
  },
  {
    name: "libpinyin: a word that Esc cancels types nothing, and Backspace within a word deletes only its letter [TYPE-37]",
    async run(browser) {
      await start(browser, "libpinyin");
      await browser.mount("你好!");
      await word(browser, "nihao", press(code.Escape));
      const state = await browser.expect({ offset: 0, log: [] });
      if (state.left !== null) throw new Error("Esc cancelled the word and left the code as well");
      await word(browser, "nihaoo", press(code.Backspace));
      await browser.press(lookUpMs, press(code.Space));
      await browser.expect({ offset: 2, log: ["你好"] });
      await browser.press(press(code.Backspace));
      await browser.expect({ offset: 1 });
    },
  },
  {
    name: "libpinyin: Enter types the letters and no line end, so that code can be typed [TYPE-38]",
    async run(browser) {
      await start(browser, "libpinyin");
      await browser.mount("let a\nb");
      await word(browser, "let", press(code.Enter));
      await browser.expect({ offset: 3 });
      await browser.press(press(code.Space));
      await word(browser, "a", press(code.Enter));
      await browser.expect({ offset: 5 });
      await browser.press(press(code.Enter));
      await browser.expect({ offset: 6 });
    },
  },
  {
    name: "libpinyin: a full-width comma and parenthesis are errors, with the hint that an input method is on",
    async run(browser) {
      await start(browser, "libpinyin");
      await browser.mount(",!");
      await browser.press(keys(browser, ","), lookUpMs);
      const { hint } = await browser.expect({ offset: 0, errors: 1, log: ["，"] });
      if (hint !== "input-method") throw new Error(`no hint but ${hint}`);
    },
  },
  {
    name: "libpinyin in its English mode, after a tap on Shift, types every ASCII character [TYPE-40]",
    async run(browser) {
      await start(browser, "libpinyin");
      const text = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
      await browser.mount(`${text}☃`);
      await browser.press(press(code.ShiftLeft), lookUpMs, keys(browser, text));
      try {
        await browser.expect({ offset: text.length });
      } finally {
        await browser.press(press(code.ShiftLeft));
      }
    },
  },
  {
    name: "libpinyin: a click on the code in the middle of a word types no word twice",
    async run(browser) {
      await start(browser, "libpinyin");
      await browser.mount("☃");
      await browser.press(keys(browser, "ni"), lookUpMs);
      await browser.click();
      await word(browser, "hao", press(code.Space));
      // The result is one word, or two if the click commits the first. Each is wrong here and counts as one error.
      const { log } = await browser.expectOneOf([
        { offset: 0, errors: 1 },
        { offset: 0, errors: 2 },
      ]);
      if (new Set(log).size !== log.length) throw new Error(`a word came twice: ${log.join(" ")}`);
    },
  },
  {
    name: "anthy: Enter types kana, Space and Enter type kanji, and starting the next word commits the last one [TYPE-41]",
    async run(browser) {
      await start(browser, "anthy");
      // The engine starts in its Latin mode.
      await browser.mount("x");
      await browser.press(press(code.KeyJ, code.ControlLeft), lookUpMs);
      await browser.mount("にほん日本日本ご!");
      await word(browser, "nihonn", press(code.Enter));
      await browser.expect({ offset: 3, log: ["にほん"] });
      await word(browser, "nihonn", [...press(code.Space), lookUpMs, ...press(code.Enter)]);
      await browser.expect({ offset: 5 });
      await word(browser, "nihonn", press(code.Space));
      await word(browser, "go", press(code.Enter));
      await browser.expect({ offset: 8 });
    },
  },
  {
    name: "hangul: syllables that end by themselves, a space and Latin letters are typed",
    async run(browser) {
      await start(browser, "hangul");
      await browser.mount("한글 글!a");
      // Shift+Space switches the engine, which starts with Latin.
      await browser.press(press(code.Space, code.ShiftLeft), lookUpMs);
      await browser.press(keys(browser, "gksrmf rmf!"), lookUpMs);
      await browser.expect({ offset: 5 });
      await browser.press(press(code.Space, code.ShiftLeft), lookUpMs, keys(browser, "a"));
      await browser.expect({ offset: 6 });
    },
  },
  {
    name: "unikey: Vietnamese in telex is typed, and code between the words",
    async run(browser) {
      await start(browser, "Unikey");
      await browser.mount("tiếng Việt = 1;!");
      await browser.press(keys(browser, "tieesng Vieejt = 1;"), lookUpMs);
      await browser.expect({ offset: 15 });
    },
  },
  // The last case, because WebKitGTK does not recover from it.
  {
    name: "libpinyin: after the focus was lost in the middle of a word, the word is typed once or dropped [TYPE-68]",
    async run(browser) {
      await start(browser, "libpinyin");
      await browser.mount("☃");
      await browser.press(keys(browser, "ni"), lookUpMs);
      await browser.send("blur");
      await browser.send("focus");
      // The composed text may be typed once, as one error, or dropped, but never typed twice.
      await browser.expectOneOf([{ offset: 0 }, { offset: 0, errors: 1 }]);
      await browser.setEngine(noEngine);
      await browser.setLayout("us");
      await browser.mount("ab!");
      await browser.press(keys(browser, "ab"));
      const { offset } = await browser.expectOneOf(
        // WebKitGTK still composes and drops a key, in a new field too; no key is taken for another.
        browser.name === "webkit" ? [{ offset: 2 }, { offset: 1 }] : [{ offset: 2 }],
      );
      if (offset === 1) await browser.press(keys(browser, "b"));
      await browser.expect({ offset: 2, log: ["a", "b"] });
    },
  },
];

async function start(browser: TestBrowser, engine: string): Promise<void> {
  await browser.mount("☃");
  await browser.setEngine(engine);
  await browser.setLayout("us");
  // An engine's first word may arrive late or not at all.
  await browser.press(keys(browser, "ni"), 500, press(code.Escape), 300);
}

async function word(browser: TestBrowser, letters: string, end: readonly KeyAction[]): Promise<void> {
  await browser.press(keys(browser, letters), lookUpMs, end, lookUpMs);
}

function keys(browser: TestBrowser, text: string): readonly KeyAction[] {
  return keysOf(browser.layout, text);
}
