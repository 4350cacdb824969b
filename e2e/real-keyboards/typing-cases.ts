// Keys that type: held, overlapping, dead, with Caps Lock or Compose, and with a change of the layout in the code.

import { keysOf } from "./layout.ts";
import type { Case, TestBrowser } from "./test-browser.ts";
import { code, hold, type KeyAction, press } from "./x-display.ts";

/** Longer than the X server waits before it repeats a key (0.66 s). */
const heldMs = 1_100;

export const typingCases: readonly Case[] = [
  {
    name: "300 keys in a burst keep their order and none is lost [TYPE-31]",
    async run(browser) {
      const text = `const sum = (list) => list.reduce((a, b) => a + b, 0); // 1 + 2\n`.repeat(5);
      await typeAll(browser, "us", text);
    },
  },
  {
    name: "code with line ends can be typed on the layout de",
    async run(browser) {
      const text = 'if (a[0] === "~") {\n  return `${b}\\n` | c ^ d;\n} // @\n';
      await typeAll(browser, "de", text);
    },
  },
  {
    name: "two keys whose presses overlap are both typed, three times in a row [TYPE-29]",
    async run(browser) {
      await browser.setLayout("us");
      const rolled: KeyAction[] = [
        { down: code.KeyA },
        { down: code.KeyS },
        { up: code.KeyA },
        { up: code.KeyS },
      ];
      await browser.typeAndExpect("asasas!", [rolled, rolled, rolled], { offset: 6, log: [..."asasas"] });
    },
  },
  {
    name: "a held letter counts once, and its next press counts again",
    async run(browser) {
      await browser.setLayout("us");
      await browser.typeAndExpect("aaaaab", [hold(code.KeyA, heldMs)], { offset: 1, log: ["a"] });
      await browser.press(press(code.KeyA));
      await browser.expect({ offset: 2 });
    },
  },
  {
    name: "a letter that is held while the next one is pressed counts once",
    async run(browser) {
      await browser.setLayout("us");
      const actions: KeyAction[] = [
        { down: code.KeyA },
        heldMs,
        { down: code.KeyS },
        { up: code.KeyA },
        { up: code.KeyS },
      ];
      await browser.typeAndExpect("asss", [actions], { offset: 2, log: ["a", "s"] });
    },
  },
  {
    name: "a held AltGr character, Enter and Tab count once; a held Backspace counts at every repeat [TYPE-27]",
    async run(browser) {
      const de = await browser.setLayout("de");
      const brace: KeyAction[] = [
        { down: code.AltRight },
        { down: 16 },
        heldMs,
        { up: 16 },
        { up: code.AltRight },
      ];
      await browser.typeAndExpect("{{{{", [brace], { offset: 1 });
      await browser.typeAndExpect("\n\n\n\n", [hold(code.Enter, heldMs)], { offset: 1 });
      await browser.typeAndExpect("      x", [hold(code.Tab, heldMs)], { offset: 2 });
      await browser.typeAndExpect("abcdefgh!", [keysOf(de, "abcdefgh"), hold(code.Backspace, heldMs)], {
        offset: 0,
      });
    },
  },
  {
    name: "a held dead key counts at most once [TYPE-28]",
    async run(browser) {
      await browser.setLayout("us(intl)");
      await browser.mount("''''''''");
      await browser.press(hold(code.Quote, 1_500));
      // The X server repeats the press an unknown number of times: a dead key may still be pending, and Backspace
      // cancels it.
      await browser.press(press(code.Backspace));
      await browser.expectOneOf([{ offset: 0 }, { offset: 1 }]);
    },
  },
  {
    name: "a character is typed although AltGr or Shift is released before its key [TYPE-30]",
    async run(browser) {
      await browser.setLayout("de");
      const early = (modifier: number, key: number): KeyAction[] => [
        { down: modifier },
        { down: key },
        { up: modifier },
        { up: key },
      ];
      await browser.typeAndExpect("{A{A!", [early(108, 16), early(50, 38), early(108, 16), early(50, 38)], {
        offset: 4,
      });
    },
  },
  {
    name: "Caps Lock types capitals on the layouts us, fr, de and us(intl) [TYPE-20]",
    async run(browser) {
      const us = await browser.setLayout("us");
      const caps = press(code.CapsLock);
      await browser.typeAndExpect(
        "HELLO wORLD; 1!",
        [caps, keysOf(us, "hello World; 1"), caps, keysOf(us, "!")],
        {
          offset: 15,
        },
      );
      await browser.setLayout("fr");
      // The keys of é, è, ç and à, in the row of digits.
      await browser.typeAndExpect("ÉÈÇÀ;x", [caps, [11, 16, 18, 19, 59].map((key) => press(key)), caps], {
        offset: 5,
      });
      await browser.setLayout("de");
      await browser.typeAndExpect("ÄÖÜ,x", [caps, [48, 47, 34, 59].map((key) => press(key)), caps], {
        offset: 4,
      });
      await browser.setLayout("us(intl)");
      await browser.typeAndExpect(
        "ÉÑx",
        [caps, press(code.Quote), press(code.KeyE), press(49, code.ShiftLeft), press(57), caps],
        {
          offset: 2,
        },
      );
    },
  },
  {
    name: "the number pad types with Num Lock, and does nothing without it [TYPE-34]",
    async run(browser) {
      await browser.setLayout("us");
      const pad = [79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 63, 90, 106, 91, 104].map((key) => press(key));
      const lock = press(code.NumLock);
      await browser.typeAndExpect("789-456+123*0/.\nx", [lock, pad, lock], { offset: 16 });
      const arrows = [79, 80, 81, 83, 85, 87, 88, 89, 91].map((key) => press(key));
      await browser.typeAndExpect("ab!", [press(code.KeyA), arrows, press(56)], {
        offset: 2,
        log: ["a", "b"],
      });
    },
  },
  {
    name: "the Compose key with ' e, a e, < < and o c types one character each [TYPE-32]",
    async run(browser) {
      const us = await browser.setLayout("us", "compose:ralt");
      const compose = (symbols: string) => [press(code.AltRight), keysOf(us, symbols)].flat();
      await browser.typeAndExpect(
        "éæ«©x!",
        [compose("'e"), compose("ae"), compose("<<"), compose("oc"), keysOf(us, "x")],
        {
          offset: 5,
          log: ["é", "æ", "«", "©", "x"],
        },
      );
    },
  },
  {
    name: "a tap on Alt, and Alt with a letter, do not affect the following keys [TYPE-35]",
    async run(browser) {
      const us = await browser.setLayout("us");
      const actions = [
        keysOf(us, "a"),
        press(code.AltLeft),
        keysOf(us, "b"),
        press(code.KeyQ, code.AltRight),
        keysOf(us, "c"),
      ];
      await browser.typeAndExpect("abc!", actions, { offset: 3, log: ["a", "b", "c"] });
    },
  },
  {
    name: "a dead key and a letter that cannot have its accent are judged in order [TYPE-25]",
    async run(browser) {
      const intl = await browser.setLayout("us(intl)");
      const dont = [press(40), press(32), press(57), press(code.Quote), press(code.KeyT)];
      await browser.typeAndExpect("don't;", [dont, keysOf(intl, ";")], { offset: 6 });
      // The first wrong character is one error, and the rest of the input chunk is dropped.
      await browser.typeAndExpect("t;", [press(code.Quote), press(code.KeyT)], { offset: 0, errors: 1 });
    },
  },
  {
    name: "a dead key may be cancelled by Backspace, ended by Enter or Escape, pressed twice, or followed by a tap on Shift [TYPE-26]",
    async run(browser) {
      await browser.setLayout("us(intl)");
      const quote = press(code.Quote);
      await browser.typeAndExpect("e!", [quote, press(code.Backspace), press(code.KeyE)], {
        offset: 1,
        log: ["e"],
      });
      await browser.typeAndExpect("'\n!", [quote, press(code.Enter), press(code.Enter)], { offset: 2 });
      const state = await browser.typeAndExpect("'e!", [quote, press(code.Escape), press(code.KeyE)], {
        offset: 2,
      });
      if (state.left !== null) throw new Error("Escape ended the accent and left the code as well");
      await browser.typeAndExpect("'e!", [quote, quote, press(code.KeyE)], { offset: 2 });
      await browser.typeAndExpect("é!", [quote, press(code.ShiftLeft), press(code.KeyE)], {
        offset: 1,
        log: ["é"],
      });
    },
  },
  {
    name: "a wrong key is one error, and the correct key is accepted during the error flash [TYPE-03]",
    async run(browser) {
      const us = await browser.setLayout("us");
      await browser.typeAndExpect("ab!", [keysOf(us, "xa"), keysOf(us, "zzb")], {
        offset: 2,
        errors: 3,
        log: [..."xazzb"],
      });
      await browser.typeAndExpect(
        "ab!",
        [press(code.Enter), keysOf(us, "a"), press(code.Tab), keysOf(us, "b")],
        {
          offset: 2,
          errors: 1,
        },
      );
    },
  },
  {
    name: "' and / and the keys after them are typed, although Firefox has its quick find on them",
    async run(browser) {
      await typeAll(browser, "us", "'/a'b//'c;");
    },
  },
  ...["ru", "ua", "il"].map(
    (name): Case => ({
      name: `us and ${name} can be switched in the code with Alt+Shift, Ctrl+Shift and Caps Lock [TYPE-36]`,
      async run(browser) {
        const us = await browser.setLayout("us");
        const routes = (await browser.setLayout(name)).routes.filter(({ character }) =>
          /\p{L}/u.test(character),
        );
        const there = routes.map(({ character }) => character).join("");
        if (routes.length < 20) throw new Error(`only ${routes.length} letters on ${name}`);
        const switches: readonly (readonly [string, readonly KeyAction[]])[] = [
          ["grp:alt_shift_toggle", press(code.ShiftLeft, code.AltLeft)],
          ["grp:ctrl_shift_toggle", press(code.ShiftLeft, code.ControlLeft)],
          ["grp:caps_toggle", press(code.CapsLock)],
        ];
        for (const [option, toggle] of switches) {
          await browser.setLayout(`us,${name}`, option);
          const text = `// ${there}\nlet a = '/';\n`;
          const actions = [keysOf(us, "// "), toggle, routes.map((route) => route.actions).flat(), toggle];
          await browser.typeAndExpect(`${text}!`, [...actions, keysOf(us, "\nlet a = '/';\n")], {
            offset: text.length,
          });
        }
        return `${routes.length} letters`;
      },
    }),
  ),
  {
    name: "Ctrl+Shift+U and a number, the toolkit's way to any character, types that character [TYPE-33]",
    // Chromium has it only with an input method.
    browsers: ["firefox", "webkit"],
    async run(browser) {
      const us = await browser.setLayout("us");
      const actions = [
        press(30, code.ControlLeft, code.ShiftLeft),
        keysOf(us, "e9"),
        press(code.Enter),
        keysOf(us, "a"),
      ];
      await browser.typeAndExpect("éa!", actions, { offset: 2, log: ["é", "a"] });
    },
  },
];

/** Types all of a text on a layout. A character on no keyboard follows it, so that the run does not end. */
async function typeAll(browser: TestBrowser, layoutName: string, text: string): Promise<void> {
  const layout = await browser.setLayout(layoutName);
  await browser.typeAndExpect(`${text}☃`, [keysOf(layout, text)], { offset: text.length });
}
