// The focus of the code: how it is left, lost and regained.

import { keysOf } from "./layout.ts";
import type { Case } from "./test-browser.ts";
import { code, press } from "./x-display.ts";

/** Longer than the X server waits before it repeats a key (0.66 s). */
const heldMs = 1_100;

export const focusCases: readonly Case[] = [
  {
    name: "after the browser's find bar, one click on the code lets typing continue [TYPE-69]",
    async run(browser) {
      const us = await browser.setLayout("us");
      await browser.typeAndExpect("abc!", [keysOf(us, "a")], { offset: 1 });
      await browser.press(press(41, code.ControlLeft), 700, keysOf(us, "stolen"), press(code.Enter), 300);
      await browser.press(press(code.Escape), 500);
      await browser.expect({ offset: 1 });
      await browser.click();
      await browser.press(keysOf(us, "bc"));
      await browser.expect({ offset: 3, log: ["a", "b", "c"] });
    },
  },
  {
    name: "Esc and Shift+Tab leave the code, and a click returns the focus to it [TYPE-60]",
    async run(browser) {
      const us = await browser.setLayout("us");
      await browser.typeAndExpect("ab!", [keysOf(us, "a"), press(code.Escape)], { offset: 1 });
      let state = await browser.waitFor(({ hasFocus }) => !hasFocus);
      if (state.hasFocus || state.left !== "escape") throw new Error("Esc did not leave");
      await browser.press(keysOf(us, "b"));
      await browser.expect({ offset: 1 });
      await browser.click();
      await browser.press(keysOf(us, "b"));
      await browser.expect({ offset: 2 });
      await browser.press(press(code.Tab, code.ShiftLeft));
      state = await browser.waitFor(({ left }) => left === "shift-tab");
      if (state.left !== "shift-tab") throw new Error("Shift+Tab did not leave");
      await browser.click();
      await browser.press(keysOf(us, "!"));
      await browser.expect({ offset: 3 });
    },
  },
  {
    name: "when no element has the focus, the next key returns it to the code and is typed, whichever key it is [TYPE-64]",
    async run(browser) {
      const us = await browser.setLayout("us");
      await browser.mount("'/ a(!");
      for (const [i, sign] of [..."'/ a("].entries()) {
        await browser.send("lose");
        await browser.press(keysOf(us, sign));
        await browser.expect({ offset: i + 1 });
      }
      await browser.press(keysOf(us, "!"));
      await browser.expect({ offset: 6 });
    },
  },
  {
    name: "a key that was held when the focus was lost counts again when it is pressed again after that [TYPE-67]",
    async run(browser) {
      await browser.setLayout("us");
      await browser.mount("aab!");
      await browser.press([{ down: code.KeyA }, heldMs]);
      await browser.send("blur");
      await browser.press([{ up: code.KeyA }]);
      await browser.send("focus");
      await browser.expect({ offset: 1 });
      await browser.press(press(code.KeyA));
      await browser.expect({ offset: 2 });
    },
  },
  {
    name: "after the focus was lost during a pending dead key, the next accent is typed",
    async run(browser) {
      await browser.setLayout("us(intl)");
      await browser.mount("éé!");
      await browser.press(press(code.Quote), press(code.KeyE), press(code.Quote));
      await browser.send("blur");
      await browser.send("focus");
      // Chromium and Firefox drop the pending accent, WebKitGTK keeps it. Backspace removes the difference.
      await browser.press(press(code.Backspace));
      const { offset } = await browser.waitFor(() => false, 200);
      if (offset === 0) await browser.press(press(code.Quote), press(code.KeyE));
      await browser.press(press(code.Quote), press(code.KeyE));
      await browser.expect({ offset: 2 });
    },
  },
];
