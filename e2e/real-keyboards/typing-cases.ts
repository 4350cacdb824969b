/** Everything that keys do besides giving a sign: held, rolled over, dead, Caps, deletions, clipboard, focus, switches. */
import type { Bench, Case } from "./bench.ts";
import { type Layout, routesFor } from "./layout.ts";
import { pause, setClipboard } from "./machine.ts";
import { type Act, code, hold, press } from "./x-display.ts";

/** Longer than the X server waits before it repeats a key (0.66 s), and then some. */
const heldMs = 1_100;

export const typingCases: readonly Case[] = [
  {
    name: "300 keys in a burst keep their order and none is lost [TYPE-31]",
    async run(bench) {
      const text = `const sum = (list) => list.reduce((a, b) => a + b, 0); // 1 + 2\n`.repeat(5);
      await typedOn(bench, "us", text, text.length);
    },
  },
  {
    name: "a code with line ends, typed on de",
    async run(bench) {
      const text = 'if (a[0] === "~") {\n  return `${b}\\n` | c ^ d;\n} // @\n';
      await typedOn(bench, "de", text, text.length);
    },
  },
  {
    name: "two keys rolled over each other, three times [TYPE-29]",
    async run(bench) {
      await bench.layout("us");
      const rolled: Act[] = [{ down: code.KeyA }, { down: code.KeyS }, { up: code.KeyA }, { up: code.KeyS }];
      await bench.typed("asasas!", [rolled, rolled, rolled], { offset: 6, log: [..."asasas"] });
    },
  },
  {
    name: "a held letter counts once, and the next press of it counts again",
    async run(bench) {
      await bench.layout("us");
      await bench.typed("aaaaab", [hold(code.KeyA, heldMs)], { offset: 1, log: ["a"] });
      await bench.press(press(code.KeyA));
      await bench.expect({ offset: 2 });
    },
  },
  {
    name: "a letter held while the next is pressed",
    async run(bench) {
      await bench.layout("us");
      const acts: Act[] = [
        { down: code.KeyA },
        heldMs,
        { down: code.KeyS },
        { up: code.KeyA },
        { up: code.KeyS },
      ];
      await bench.typed("asss", [acts], { offset: 2, log: ["a", "s"] });
    },
  },
  {
    name: "a held AltGr character, Enter and Tab count once; a held Backspace all the time [TYPE-27]",
    async run(bench) {
      const de = await bench.layout("de");
      const brace: Act[] = [{ down: code.AltRight }, { down: 16 }, heldMs, { up: 16 }, { up: code.AltRight }];
      await bench.typed("{{{{", [brace], { offset: 1 });
      await bench.typed("\n\n\n\n", [hold(code.Enter, heldMs)], { offset: 1 });
      await bench.typed("      x", [hold(code.Tab, heldMs)], { offset: 2 });
      await bench.typed("abcdefgh!", [keysOf(de, "abcdefgh"), hold(code.Backspace, heldMs)], { offset: 0 });
    },
  },
  {
    name: "a held dead key counts once at most [TYPE-28]",
    async run(bench) {
      await bench.layout("us(intl)");
      await bench.mount("''''''''");
      await bench.press(hold(code.Quote, 1_500));
      // How many presses the X server made of it is chance: one more dead key may wait, and Backspace takes it back.
      await bench.press(press(code.Backspace));
      await bench.expectOneOf([{ offset: 0 }, { offset: 1 }]);
    },
  },
  {
    name: "AltGr or Shift let go before the key [TYPE-30]",
    async run(bench) {
      await bench.layout("de");
      const early = (modifier: number, key: number): Act[] => [
        { down: modifier },
        { down: key },
        { up: modifier },
        { up: key },
      ];
      await bench.typed("{A{A!", [early(108, 16), early(50, 38), early(108, 16), early(50, 38)], {
        offset: 4,
      });
    },
  },
  {
    name: "Caps Lock on us, fr, de and us(intl) [TYPE-20]",
    async run(bench) {
      const us = await bench.layout("us");
      const caps = press(code.CapsLock);
      await bench.typed("HELLO wORLD; 1!", [caps, keysOf(us, "hello World; 1"), caps, keysOf(us, "!")], {
        offset: 15,
      });
      await bench.layout("fr");
      // The keys of é, è, ç, à and of the digits, which are signs without Shift.
      await bench.typed("ÉÈÇÀ;x", [caps, [11, 16, 18, 19, 59].map((key) => press(key)), caps], { offset: 5 });
      await bench.layout("de");
      await bench.typed("ÄÖÜ,x", [caps, [48, 47, 34, 59].map((key) => press(key)), caps], { offset: 4 });
      await bench.layout("us(intl)");
      await bench.typed(
        "ÉÑx",
        [caps, press(code.Quote), press(code.KeyE), press(49, code.ShiftLeft), press(57), caps],
        {
          offset: 2,
        },
      );
    },
  },
  {
    name: "the number pad with Num Lock types, without it does nothing [TYPE-34]",
    async run(bench) {
      await bench.layout("us");
      const pad = [79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 63, 90, 106, 91, 104].map((key) => press(key));
      const lock = press(code.NumLock);
      await bench.typed("789-456+123*0/.\nx", [lock, pad, lock], { offset: 16 });
      const arrows = [79, 80, 81, 83, 85, 87, 88, 89, 91].map((key) => press(key));
      await bench.typed("ab!", [press(code.KeyA), arrows, press(56)], { offset: 2, log: ["a", "b"] });
    },
  },
  {
    name: "Compose ' e, a e, < <, o c [TYPE-32]",
    async run(bench) {
      const us = await bench.layout("us", "compose:ralt");
      const compose = (signs: string) => [press(code.AltRight), keysOf(us, signs)].flat();
      await bench.typed(
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
    name: "a tap on Alt, and Alt with a letter, take nothing from what follows [TYPE-35]",
    async run(bench) {
      const us = await bench.layout("us");
      const acts = [
        keysOf(us, "a"),
        press(code.AltLeft),
        keysOf(us, "b"),
        press(code.KeyQ, code.AltRight),
        keysOf(us, "c"),
      ];
      await bench.typed("abc!", acts, { offset: 3, log: ["a", "b", "c"] });
    },
  },
  {
    name: "a dead key before a letter that takes no accent: both are judged in order [TYPE-25]",
    async run(bench) {
      const intl = await bench.layout("us(intl)");
      const dont = [press(40), press(32), press(57), press(code.Quote), press(code.KeyT)];
      await bench.typed("don't;", [dont, keysOf(intl, ";")], { offset: 6 });
      // The first wrong one is one error, and the rest of the hand-over is dropped.
      await bench.typed("t;", [press(code.Quote), press(code.KeyT)], { offset: 0, errors: 1 });
    },
  },
  {
    name: "a dead key cancelled by Backspace, ended by Enter or Escape, pressed twice, or with Shift tapped after it [TYPE-26]",
    async run(bench) {
      await bench.layout("us(intl)");
      const quote = press(code.Quote);
      await bench.typed("e!", [quote, press(code.Backspace), press(code.KeyE)], { offset: 1, log: ["e"] });
      await bench.typed("'\n!", [quote, press(code.Enter), press(code.Enter)], { offset: 2 });
      const state = await bench.typed("'e!", [quote, press(code.Escape), press(code.KeyE)], { offset: 2 });
      if (state.left !== null) throw new Error("Escape ended the accent and left the code as well");
      await bench.typed("'e!", [quote, quote, press(code.KeyE)], { offset: 2 });
      await bench.typed("é!", [quote, press(code.ShiftLeft), press(code.KeyE)], { offset: 1, log: ["é"] });
    },
  },
  {
    name: "a wrong key is one error, and the right one is taken within its flash [TYPE-03]",
    async run(bench) {
      const us = await bench.layout("us");
      await bench.typed("ab!", [keysOf(us, "xa"), keysOf(us, "zzb")], {
        offset: 2,
        errors: 3,
        log: [..."xazzb"],
      });
      await bench.typed("ab!", [press(code.Enter), keysOf(us, "a"), press(code.Tab), keysOf(us, "b")], {
        offset: 2,
        errors: 1,
      });
    },
  },
  {
    name: "Backspace, Shift+Backspace, word and line delete go back by the app's own rule [TYPE-11]",
    async run(bench) {
      const us = await bench.layout("us");
      const line = "let a = foo.bar();";
      await bench.typed(`x\n${line}\nnext`, [keysOf(us, `x\n${line}`)], { offset: 20 });
      for (const offset of [17, 14, 13, 10, 8, 6, 2, 2]) {
        await bench.press(press(code.Backspace, code.ControlLeft));
        await bench.expect({ offset });
      }
      await bench.press(press(code.Backspace));
      await bench.expect({ offset: 1 });
      await bench.press(press(code.Enter), keysOf(us, "let "), press(code.Backspace, code.ShiftLeft));
      await bench.expect({ offset: 5 });
      await bench.press(press(code.Backspace, code.ControlLeft, code.ShiftLeft));
      await bench.expect({ offset: 2 });
    },
  },
  {
    name: "Delete, Ctrl+Delete, Ctrl+X and Alt+Backspace do nothing [TYPE-56]",
    async run(bench) {
      const us = await bench.layout("us");
      const nothing = [
        press(code.Delete),
        press(code.Delete, code.ControlLeft),
        press(code.KeyA, code.ControlLeft),
        press(code.KeyX, code.ControlLeft),
        press(code.Backspace, code.AltLeft),
      ];
      await bench.typed("abc!", [keysOf(us, "ab"), ...nothing, keysOf(us, "c")], {
        offset: 3,
        log: ["a", "b", "c"],
      });
    },
  },
  {
    name: "select all, arrows, Home and Shift+Home before a key change nothing about it [TYPE-57]",
    async run(bench) {
      const us = await bench.layout("us");
      const moves = [
        press(code.KeyA, code.ControlLeft),
        press(code.ArrowLeft),
        press(110),
        press(110, code.ShiftLeft),
        press(code.ArrowLeft, code.ControlLeft, code.ShiftLeft),
        hold(code.ArrowLeft, 800),
      ];
      const letters = [..."abcdef"];
      const acts = moves.flatMap((move, i) => [move, keysOf(us, letters[i] ?? "")]);
      await bench.typed("abcdef!", acts, { offset: 6, log: letters });
      for (const [i, move] of moves.entries()) {
        await bench.press(move, press(code.Backspace));
        await bench.expect({ offset: 5 - i });
      }
      // A dead key meets whatever the last move left.
      await bench.layout("us(intl)");
      const accented = moves.flatMap((move) => [move, press(code.Quote), press(code.KeyE)]);
      await bench.typed("éééééé!", accented, { offset: 6 });
    },
  },
  {
    name: "an arrow still held when the next key comes",
    async run(bench) {
      await bench.layout("us");
      const left: Act[] = [{ down: code.ArrowLeft }, ...press(code.KeyA), { up: code.ArrowLeft }];
      const back: Act[] = [{ down: code.ArrowLeft }, ...press(code.Backspace), { up: code.ArrowLeft }];
      await bench.typed("ab!", [left], { offset: 1 });
      await bench.press(back);
      await bench.expect({ offset: 0 });
    },
  },
  {
    name: "paste by Ctrl+V, Ctrl+Shift+V, Shift+Insert and the middle button inserts nothing [TYPE-51]",
    async run(bench) {
      const us = await bench.layout("us");
      await setClipboard(bench.display, "clipboard", "stolen");
      await setClipboard(bench.display, "primary", "stolen");
      await bench.mount("stolen!");
      await bench.press(press(code.KeyV, code.ControlLeft));
      await bench.press(press(code.KeyV, code.ControlLeft, code.ShiftLeft));
      await bench.press(press(code.Insert, code.ShiftLeft));
      await bench.x.click(640, 500, 2);
      await bench.expect({ offset: 0, log: [] });
      await bench.click();
      await bench.press(keysOf(us, "st"));
      await bench.expect({ offset: 2, log: ["s", "t"] });
    },
  },
  {
    name: "text dragged onto the code inserts nothing, and typing goes on [TYPE-52]",
    async run(bench) {
      const us = await bench.layout("us");
      await bench.mount("stolen!");
      await bench.click();
      const [x, y] = (await bench.read()).outside;
      await bench.x.click(x, y);
      await bench.x.click(x, y);
      // Sooner it would be a third click, which selects and drags nothing.
      await pause(900);
      await bench.x.drag([x, y], [640, 400]);
      const { events } = await bench.read();
      // WebKitGTK starts no drag for these fingers.
      if (bench.browser !== "webkit" && !events.includes("dragstart"))
        throw new Error(`nothing was dragged from ${x},${y}: ${events.join(" ")}`);
      await bench.expect({ offset: 0, log: [] });
      await bench.click();
      await bench.press(keysOf(us, "st"));
      await bench.expect({ offset: 2, log: ["s", "t"] });
    },
  },
  {
    name: "after the browser's find bar a click on the code is enough to type on [TYPE-69]",
    async run(bench) {
      const us = await bench.layout("us");
      await bench.typed("abc!", [keysOf(us, "a")], { offset: 1 });
      await bench.press(press(41, code.ControlLeft), 700, keysOf(us, "stolen"), press(code.Enter), 300);
      await bench.press(press(code.Escape), 500);
      await bench.expect({ offset: 1 });
      await bench.click();
      await bench.press(keysOf(us, "bc"));
      await bench.expect({ offset: 3, log: ["a", "b", "c"] });
    },
  },
  {
    name: "undo and redo insert nothing and take nothing back [TYPE-54]",
    async run(bench) {
      const us = await bench.layout("us");
      const acts = [
        keysOf(us, "ab"),
        press(code.KeyZ, code.ControlLeft),
        press(29, code.ControlLeft),
        press(code.KeyZ, code.ControlLeft, code.ShiftLeft),
        keysOf(us, "c"),
      ];
      await bench.typed("abc!", acts, { offset: 3, log: ["a", "b", "c"] });
      // With something in the browser's own history: a dead key goes by the field.
      await bench.layout("us(intl)");
      const accent = [press(code.Quote), press(code.KeyE)].flat();
      const undo = [press(code.KeyZ, code.ControlLeft), press(code.KeyZ, code.ControlLeft, code.ShiftLeft)];
      await bench.typed("ééa!", [accent, ...undo, accent, ...undo, press(code.KeyA)], {
        offset: 3,
        log: ["é", "é", "a"],
      });
    },
  },
  {
    name: "' and / are typed, and so is what follows (Firefox would open its quick find)",
    async run(bench) {
      await typedOn(bench, "us", "'/a'b//'c;", 10);
    },
  },
  {
    name: "Tab types two spaces or a tab where they come next, else nothing; Backspace takes a space at a time",
    async run(bench) {
      const us = await bench.layout("us");
      await bench.typed("  \tx y", [press(code.Tab), press(code.Tab), keysOf(us, "x"), press(code.Tab)], {
        offset: 4,
      });
      await bench.typed("  x", [press(code.Tab), press(code.Backspace), press(code.Tab), keysOf(us, " ")], {
        offset: 2,
      });
    },
  },
  {
    name: "Esc and Shift+Tab leave the code, a click brings the keyboard back [TYPE-60]",
    async run(bench) {
      const us = await bench.layout("us");
      await bench.typed("ab!", [keysOf(us, "a"), press(code.Escape)], { offset: 1 });
      let state = await bench.until(({ hasFocus }) => !hasFocus);
      if (state.hasFocus || state.left !== "escape") throw new Error("Esc did not leave");
      await bench.press(keysOf(us, "b"));
      await bench.expect({ offset: 1 });
      await bench.click();
      await bench.press(keysOf(us, "b"));
      await bench.expect({ offset: 2 });
      await bench.press(press(code.Tab, code.ShiftLeft));
      state = await bench.until(({ left }) => left === "shift-tab");
      if (state.left !== "shift-tab") throw new Error("Shift+Tab did not leave");
      await bench.click();
      await bench.press(keysOf(us, "!"));
      await bench.expect({ offset: 3 });
    },
  },
  {
    name: "the focus lost to nothing: the next key brings it back and is typed, whatever it is [TYPE-64]",
    async run(bench) {
      const us = await bench.layout("us");
      await bench.mount("'/ a(!");
      for (const [i, sign] of [..."'/ a("].entries()) {
        await bench.order("lose");
        await bench.press(keysOf(us, sign));
        await bench.expect({ offset: i + 1 });
      }
      await bench.press(keysOf(us, "!"));
      await bench.expect({ offset: 6 });
    },
  },
  {
    name: "the focus lost while a key is held, and regained: the key counts again when it is pressed again [TYPE-67]",
    async run(bench) {
      await bench.layout("us");
      await bench.mount("aab!");
      await bench.press([{ down: code.KeyA }, heldMs]);
      await bench.order("blur");
      await bench.press([{ up: code.KeyA }]);
      await bench.order("focus");
      await bench.expect({ offset: 1 });
      await bench.press(press(code.KeyA));
      await bench.expect({ offset: 2 });
    },
  },
  {
    name: "the focus lost while a dead key waits, and regained: the next accent is typed",
    async run(bench) {
      await bench.layout("us(intl)");
      await bench.mount("éé!");
      await bench.press(press(code.Quote), press(code.KeyE), press(code.Quote));
      await bench.order("blur");
      await bench.order("focus");
      // Chromium and Firefox drop the waiting accent, WebKitGTK keeps it. Backspace ends that difference.
      await bench.press(press(code.Backspace));
      const { offset } = await bench.until(() => false, 200);
      if (offset === 0) await bench.press(press(code.Quote), press(code.KeyE));
      await bench.press(press(code.Quote), press(code.KeyE));
      await bench.expect({ offset: 2 });
    },
  },
  ...["ru", "ua", "il"].map(
    (name): Case => ({
      name: `us with ${name}, switched in the code by Alt+Shift, Ctrl+Shift and Caps Lock [TYPE-36]`,
      async run(bench) {
        const us = await bench.layout("us");
        const routes = (await bench.layout(name)).routes.filter(({ character }) => /\p{L}/u.test(character));
        const there = routes.map(({ character }) => character).join("");
        if (routes.length < 20) throw new Error(`only ${routes.length} letters on ${name}`);
        const switches: readonly (readonly [string, readonly Act[]])[] = [
          ["grp:alt_shift_toggle", press(code.ShiftLeft, code.AltLeft)],
          ["grp:ctrl_shift_toggle", press(code.ShiftLeft, code.ControlLeft)],
          ["grp:caps_toggle", press(code.CapsLock)],
        ];
        for (const [option, toggle] of switches) {
          await bench.layout(`us,${name}`, option);
          const text = `// ${there}\nlet a = '/';\n`;
          const acts = [keysOf(us, "// "), toggle, routes.map((route) => route.acts).flat(), toggle];
          await bench.typed(`${text}!`, [...acts, keysOf(us, "\nlet a = '/';\n")], { offset: text.length });
        }
        return `${routes.length} letters`;
      },
    }),
  ),
  {
    name: "Ctrl+Shift+U and a number, the toolkit's way to any sign [TYPE-33]",
    // Chromium has it with an input method only.
    browsers: ["firefox", "webkit"],
    async run(bench) {
      const us = await bench.layout("us");
      const acts = [
        press(30, code.ControlLeft, code.ShiftLeft),
        keysOf(us, "e9"),
        press(code.Enter),
        keysOf(us, "a"),
      ];
      await bench.typed("éa!", acts, { offset: 2, log: ["é", "a"] });
    },
  },
];

function keysOf(layout: Layout, text: string): readonly Act[] {
  return routesFor(layout, text).flatMap(({ acts }) => acts);
}

async function typedOn(bench: Bench, name: string, text: string, offset: number): Promise<void> {
  const layout = await bench.layout(name);
  await bench.typed(`${text}☃`, [keysOf(layout, text)], { offset });
}
