/** What input methods do: real engines of ibus, and ibus between the keyboard and the browser with none of them on. */
import type { Bench, Case } from "./bench.ts";
import { routesFor } from "./layout.ts";
import { layoutCases } from "./layout-cases.ts";
import { type Act, code, press } from "./x-display.ts";

const noEngine = "xkb:us::eng";
/** Between a word and what ends it: an engine looks the word up in a process of its own. */
const lookUpMs = 250;

/** With ibus running every key goes through it, dead ones are composed, and the accent shows while it waits. */
const throughIbus = layoutCases(["us(intl)", "de", "fr"]).map(
  (one): Case => ({
    ...one,
    name: `through ibus, ${one.name}`,
    async run(bench) {
      await bench.engine(noEngine);
      return one.run(bench);
    },
  }),
);

export const inputMethodCases: readonly Case[] = [
  ...throughIbus,
  {
    name: "libpinyin: words by Space and by a digit, one after the other",
    async run(bench) {
      await begin(bench, "libpinyin");
      await bench.mount("你好你好!");
      await word(bench, "nihao", press(code.Space));
      await bench.expect({ offset: 2, log: ["你好"] });
      await word(bench, "nihao", press(code.Digit1));
      await bench.expect({ offset: 4, log: ["你好", "你好"] });
    },
  },
  {
    name: "libpinyin: a word cancelled by Esc, a letter of it deleted by Backspace [TYPE-37]",
    async run(bench) {
      await begin(bench, "libpinyin");
      await bench.mount("你好!");
      await word(bench, "nihao", press(code.Escape));
      const state = await bench.expect({ offset: 0, log: [] });
      if (state.left !== null) throw new Error("Esc gave up the word and left the code as well");
      await word(bench, "nihaoo", press(code.Backspace));
      await bench.press(lookUpMs, press(code.Space));
      await bench.expect({ offset: 2, log: ["你好"] });
      await bench.press(press(code.Backspace));
      await bench.expect({ offset: 1 });
    },
  },
  {
    name: "libpinyin: Enter gives the letters and no line end, and code is typed that way [TYPE-38]",
    async run(bench) {
      await begin(bench, "libpinyin");
      await bench.mount("let a\nb");
      await word(bench, "let", press(code.Enter));
      await bench.expect({ offset: 3 });
      await bench.press(press(code.Space));
      await word(bench, "a", press(code.Enter));
      await bench.expect({ offset: 5 });
      await bench.press(press(code.Enter));
      await bench.expect({ offset: 6 });
    },
  },
  {
    name: "libpinyin: a full-width comma and parenthesis are errors, with the hint that an input method is on",
    async run(bench) {
      await begin(bench, "libpinyin");
      await bench.mount(",!");
      await bench.press(keys(bench, ","), lookUpMs);
      const { hint } = await bench.expect({ offset: 0, errors: 1, log: ["，"] });
      if (hint !== "input-method") throw new Error(`no hint but ${hint}`);
    },
  },
  {
    name: "libpinyin in its English mode, by a tap on Shift: every ASCII character [TYPE-40]",
    async run(bench) {
      await begin(bench, "libpinyin");
      const text = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
      await bench.mount(`${text}☃`);
      await bench.press(press(code.ShiftLeft), lookUpMs, keys(bench, text));
      try {
        await bench.expect({ offset: text.length });
      } finally {
        await bench.press(press(code.ShiftLeft));
      }
    },
  },
  {
    name: "libpinyin: a click on the code in the middle of a word",
    async run(bench) {
      await begin(bench, "libpinyin");
      await bench.mount("☃");
      await bench.press(keys(bench, "ni"), lookUpMs);
      await bench.click();
      await word(bench, "hao", press(code.Space));
      // One word, or two where the click ends the first; here all are wrong, so that each shows as one error.
      const { log } = await bench.expectOneOf([
        { offset: 0, errors: 1 },
        { offset: 0, errors: 2 },
      ]);
      if (new Set(log).size !== log.length) throw new Error(`a word came twice: ${log.join(" ")}`);
    },
  },
  {
    name: "anthy: kana by Enter, kanji by Space and Enter, and the next word begun without ending the last [TYPE-41]",
    async run(bench) {
      await begin(bench, "anthy");
      // It starts in its Latin mode.
      await bench.mount("x");
      await bench.press(press(code.KeyJ, code.ControlLeft), lookUpMs);
      await bench.mount("にほん日本日本ご!");
      await word(bench, "nihonn", press(code.Enter));
      await bench.expect({ offset: 3, log: ["にほん"] });
      await word(bench, "nihonn", [...press(code.Space), lookUpMs, ...press(code.Enter)]);
      await bench.expect({ offset: 5 });
      await word(bench, "nihonn", press(code.Space));
      await word(bench, "go", press(code.Enter));
      await bench.expect({ offset: 8 });
    },
  },
  {
    name: "hangul: syllables that end by themselves, a space, and Latin again",
    async run(bench) {
      await begin(bench, "hangul");
      await bench.mount("한글 글!a");
      // Shift+Space is its switch; it starts with Latin.
      await bench.press(press(code.Space, code.ShiftLeft), lookUpMs);
      await bench.press(keys(bench, "gksrmf rmf!"), lookUpMs);
      await bench.expect({ offset: 5 });
      await bench.press(press(code.Space, code.ShiftLeft), lookUpMs, keys(bench, "a"));
      await bench.expect({ offset: 6 });
    },
  },
  {
    name: "unikey: Vietnamese by telex, and code between",
    async run(bench) {
      await begin(bench, "Unikey");
      await bench.mount("tiếng Việt = 1;!");
      await bench.press(keys(bench, "tieesng Vieejt = 1;"), lookUpMs);
      await bench.expect({ offset: 15 });
    },
  },
  // The last: WebKitGTK doesn't get over it.
  {
    name: "libpinyin: the focus lost in the middle of a word, and regained [TYPE-68]",
    async run(bench) {
      await begin(bench, "libpinyin");
      await bench.mount("☃");
      await bench.press(keys(bench, "ni"), lookUpMs);
      await bench.order("blur");
      await bench.order("focus");
      // What was shown may be handed on once, as one error, or dropped; never twice.
      await bench.expectOneOf([{ offset: 0 }, { offset: 0, errors: 1 }]);
      await bench.engine(noEngine);
      await bench.layout("us");
      await bench.mount("ab!");
      await bench.press(keys(bench, "ab"));
      const { offset } = await bench.expectOneOf(
        // WebKitGTK still believes in the word and swallows a key, in a new field as well; nothing is taken for another.
        bench.browser === "webkit" ? [{ offset: 2 }, { offset: 1 }] : [{ offset: 2 }],
      );
      if (offset === 1) await bench.press(keys(bench, "b"));
      await bench.expect({ offset: 2, log: ["a", "b"] });
    },
  },
];

async function begin(bench: Bench, engine: string): Promise<void> {
  await bench.mount("☃");
  await bench.engine(engine);
  await bench.layout("us");
  // An engine's first word may come late or not at all.
  await bench.press(keys(bench, "ni"), 500, press(code.Escape), 300);
}

async function word(bench: Bench, letters: string, end: readonly Act[]): Promise<void> {
  await bench.press(keys(bench, letters), lookUpMs, end, lookUpMs);
}

function keys(bench: Bench, text: string): readonly Act[] {
  return routesFor(bench.layoutNow, text).flatMap(({ acts }) => acts);
}
