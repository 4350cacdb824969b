// Keys and mouse buttons that do not type: deletions, selections, the clipboard, undo, Tab.

import { keysOf } from "./layout.ts";
import { pause } from "./programs.ts";
import type { Case } from "./test-browser.ts";
import { code, hold, type KeyAction, press } from "./x-display.ts";
import { setClipboard } from "./x-server.ts";

export const editingCases: readonly Case[] = [
  {
    name: "Backspace, Shift+Backspace, word delete and line delete follow the app's own rules [TYPE-11]",
    async run(browser) {
      const us = await browser.setLayout("us");
      const line = "let a = foo.bar();";
      await browser.typeAndExpect(`x\n${line}\nnext`, [keysOf(us, `x\n${line}`)], { offset: 20 });
      for (const offset of [17, 14, 13, 10, 8, 6, 2, 2]) {
        await browser.press(press(code.Backspace, code.ControlLeft));
        await browser.expect({ offset });
      }
      await browser.press(press(code.Backspace));
      await browser.expect({ offset: 1 });
      await browser.press(press(code.Enter), keysOf(us, "let "), press(code.Backspace, code.ShiftLeft));
      await browser.expect({ offset: 5 });
      await browser.press(press(code.Backspace, code.ControlLeft, code.ShiftLeft));
      await browser.expect({ offset: 2 });
    },
  },
  {
    name: "Delete, Ctrl+Delete, Ctrl+X and Alt+Backspace do nothing [TYPE-56]",
    async run(browser) {
      const us = await browser.setLayout("us");
      const nothing = [
        press(code.Delete),
        press(code.Delete, code.ControlLeft),
        press(code.KeyA, code.ControlLeft),
        press(code.KeyX, code.ControlLeft),
        press(code.Backspace, code.AltLeft),
      ];
      await browser.typeAndExpect("abc!", [keysOf(us, "ab"), ...nothing, keysOf(us, "c")], {
        offset: 3,
        log: ["a", "b", "c"],
      });
    },
  },
  {
    name: "select all, arrows, Home and Shift+Home do not change the effect of the next key [TYPE-57]",
    async run(browser) {
      const us = await browser.setLayout("us");
      const moves = [
        press(code.KeyA, code.ControlLeft),
        press(code.ArrowLeft),
        press(110),
        press(110, code.ShiftLeft),
        press(code.ArrowLeft, code.ControlLeft, code.ShiftLeft),
        hold(code.ArrowLeft, 800),
      ];
      const letters = [..."abcdef"];
      const actions = moves.flatMap((move, i) => [move, keysOf(us, letters[i] ?? "")]);
      await browser.typeAndExpect("abcdef!", actions, { offset: 6, log: letters });
      for (const [i, move] of moves.entries()) {
        await browser.press(move, press(code.Backspace));
        await browser.expect({ offset: 5 - i });
      }
      // The same with a dead key after each move.
      await browser.setLayout("us(intl)");
      const accented = moves.flatMap((move) => [move, press(code.Quote), press(code.KeyE)]);
      await browser.typeAndExpect("éééééé!", accented, { offset: 6 });
    },
  },
  {
    name: "a key that is pressed while an arrow is still held is typed",
    async run(browser) {
      await browser.setLayout("us");
      const left: KeyAction[] = [{ down: code.ArrowLeft }, ...press(code.KeyA), { up: code.ArrowLeft }];
      const back: KeyAction[] = [{ down: code.ArrowLeft }, ...press(code.Backspace), { up: code.ArrowLeft }];
      await browser.typeAndExpect("ab!", [left], { offset: 1 });
      await browser.press(back);
      await browser.expect({ offset: 0 });
    },
  },
  {
    name: "a paste with Ctrl+V, Ctrl+Shift+V, Shift+Insert and the middle button inserts nothing [TYPE-51]",
    async run(browser) {
      const us = await browser.setLayout("us");
      await setClipboard(browser.display, "clipboard", "stolen");
      await setClipboard(browser.display, "primary", "stolen");
      await browser.mount("stolen!");
      await browser.press(press(code.KeyV, code.ControlLeft));
      await browser.press(press(code.KeyV, code.ControlLeft, code.ShiftLeft));
      await browser.press(press(code.Insert, code.ShiftLeft));
      await browser.x.click(640, 500, 2);
      await browser.expect({ offset: 0, log: [] });
      await browser.click();
      await browser.press(keysOf(us, "st"));
      await browser.expect({ offset: 2, log: ["s", "t"] });
    },
  },
  {
    name: "text dragged onto the code inserts nothing, and typing continues [TYPE-52]",
    async run(browser) {
      const us = await browser.setLayout("us");
      await browser.mount("stolen!");
      await browser.click();
      const [x, y] = (await browser.read()).dragSource;
      await browser.x.click(x, y);
      await browser.x.click(x, y);
      // An earlier press would be a third click, which selects the line and drags nothing.
      await pause(900);
      await browser.x.drag([x, y], [640, 400]);
      const { events } = await browser.read();
      // WebKitGTK starts no drag for these events.
      if (browser.name !== "webkit" && !events.includes("dragstart"))
        throw new Error(`nothing was dragged from ${x},${y}: ${events.join(" ")}`);
      await browser.expect({ offset: 0, log: [] });
      await browser.click();
      await browser.press(keysOf(us, "st"));
      await browser.expect({ offset: 2, log: ["s", "t"] });
    },
  },
  {
    name: "undo and redo insert nothing and delete nothing [TYPE-54]",
    async run(browser) {
      const us = await browser.setLayout("us");
      const actions = [
        keysOf(us, "ab"),
        press(code.KeyZ, code.ControlLeft),
        press(29, code.ControlLeft),
        press(code.KeyZ, code.ControlLeft, code.ShiftLeft),
        keysOf(us, "c"),
      ];
      await browser.typeAndExpect("abc!", actions, { offset: 3, log: ["a", "b", "c"] });
      // The browser's own undo history needs an entry: the text of a dead key, which is read from the field.
      await browser.setLayout("us(intl)");
      const accent = [press(code.Quote), press(code.KeyE)].flat();
      const undo = [press(code.KeyZ, code.ControlLeft), press(code.KeyZ, code.ControlLeft, code.ShiftLeft)];
      await browser.typeAndExpect("ééa!", [accent, ...undo, accent, ...undo, press(code.KeyA)], {
        offset: 3,
        log: ["é", "é", "a"],
      });
    },
  },
  {
    name: "Tab types two spaces or a tab where they are expected, else nothing; Backspace deletes one space at a time",
    async run(browser) {
      const us = await browser.setLayout("us");
      await browser.typeAndExpect(
        "  \tx y",
        [press(code.Tab), press(code.Tab), keysOf(us, "x"), press(code.Tab)],
        {
          offset: 4,
        },
      );
      await browser.typeAndExpect(
        "  x",
        [press(code.Tab), press(code.Backspace), press(code.Tab), keysOf(us, " ")],
        {
          offset: 2,
        },
      );
    },
  },
];
