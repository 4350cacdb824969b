// Typing in the product with every kind of input that Chromium's DevTools can make. Real keyboards are tested in
// real-keyboards/. `as recorded`: the driver's calls produce the events that were recorded with real devices. `by
// hand`: the sequence was not recorded, or a script makes the events.

import { createClient } from "@tabstop/contract/client";
import type { CDPSession, Page } from "@playwright/test";
import { storedSessionOf } from "./support/accounts.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { freshName, waitForCode } from "./support/typing.ts";

/** A text that no input types, so that the run never gets beyond the tested part of an example. */
const characterOnNoKey = "☃";
/** The length of every example, so that the percentage typed is the number of characters typed. */
const textLength = 100;

type Typing = {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Waits until this many characters are typed, with this many errors. */
  expectTyped(characters: number, errors?: number): Promise<void>;
};

/** Opens an example that starts with this text, and focuses its code. */
async function typing(page: Page, server: RunningServer, text: string): Promise<Typing> {
  const { admin, chapterId, lessonId, stored } = await (prepared ??= prepare(server));
  const title = freshName("Keys ");
  const code = text + characterOnNoKey.repeat(textLength - [...text].length);
  const example = { title, chapter_id: chapterId, code_content: code };
  const { id } = await admin("adminCreateExample", { body: example });
  await page.addInitScript((user) => localStorage.setItem("user", user), stored);
  await page.goto(`/courses?lessonId=${lessonId}&exampleId=${id}`);
  await waitForCode(page, title);
  return {
    page,
    cdp: await page.context().newCDPSession(page),
    async expectTyped(characters, errors = 0) {
      const bar = page.getByRole("progressbar", { name: "Typed" });
      await expect(bar).toHaveAttribute("aria-valuenow", String(characters));
      const shown = `${errors} ${errors === 1 ? "error" : "errors"}`;
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
    },
  };
}

/** One learner and one lesson for all tests of a worker. */
let prepared: ReturnType<typeof prepare> | null = null;

async function prepare(server: RunningServer) {
  const open = createClient({ baseUrl: server.url, fetch });
  const { token } = await open("login", { body: { ...server.admin, rememberMe: false } });
  const session = { token: () => token, renew: async () => null };
  const admin = createClient({ baseUrl: server.url, fetch, session });
  const title = freshName("Keys ");
  const course = await admin("adminCreateCourse", { body: { title } });
  const lesson = await admin("adminCreateLesson", { body: { title, course_id: course.id } });
  const chapter = await admin("adminCreateChapter", { body: { title, lesson_id: lesson.id } });
  const username = freshName();
  const account = { username, email: `${username}@example.com`, password: "correct horse" };
  const stored = storedSessionOf(await open("register", { body: account }));
  return { admin, chapterId: chapter.id, lessonId: lesson.id, stored };
}

/** Composes a word that grows. */
async function compose(cdp: CDPSession, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await cdp.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
}

test("text without keys, one character or several at once, is judged in order (as recorded) [TYPE-42]", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "é😀let a = 1;\nb\n\nxyz");
  await cdp.send("Input.insertText", { text: "é" });
  await cdp.send("Input.insertText", { text: "😀" });
  await cdp.send("Input.insertText", { text: "let a = 1;" });
  await expectTyped(12);
  // A line end in the middle: one beforeinput, three inputs.
  await cdp.send("Input.insertText", { text: "\nb\n" });
  await page.keyboard.press("Enter");
  await expectTyped(16);
  // The first wrong character is one error, and the rest of that input chunk is dropped.
  await cdp.send("Input.insertText", { text: "xay" });
  await expectTyped(17, 1);
  await cdp.send("Input.insertText", { text: "yz" });
  await expectTyped(19, 1);
});

test("a composition is typed once, at its end; a cancelled one types nothing (as recorded) [TYPE-39]", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "你好for (;;)é!");
  await compose(cdp, "n", "ni", "你", "你h", "你好");
  await cdp.send("Input.insertText", { text: "你好" });
  await expectTyped(2);
  // Cancelled: the composed text gets shorter until it is empty.
  await compose(cdp, "x", "xy", "x", "");
  // Android's keyboards compose every word, and the next key commits it.
  await compose(cdp, "f", "fo", "for");
  await cdp.send("Input.insertText", { text: "for" });
  await cdp.send("Input.insertText", { text: " " });
  await page.keyboard.type("(;;)");
  await expectTyped(10);
  // A dead key with ibus: the pending accent is shown.
  await compose(cdp, "´", "é");
  await cdp.send("Input.insertText", { text: "é" });
  await expectTyped(11);
});

test("a suggestion taken for the word being composed is inserted once (as recorded) [TYPE-43]", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "the cat");
  await compose(cdp, "t", "te", "teh");
  await cdp.send("Input.imeSetComposition", {
    text: "the",
    selectionStart: 3,
    selectionEnd: 3,
  });
  await cdp.send("Input.insertText", { text: "the" });
  await page.keyboard.type(" cat");
  await expectTyped(7);
});

test("a composition interrupted by a lost focus is typed once or not at all, and typing continues (by hand)", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "abc");
  await compose(cdp, "a");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expectTyped(1);
  await page.keyboard.type("bc");
  await expectTyped(3);
});

test("Android's keydown 229 and Option on a Mac are text; a held key counts once (as recorded) [TYPE-18]", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "x[aab");
  const android = { windowsVirtualKeyCode: 229, key: "Unidentified", code: "" };
  await cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...android });
  await cdp.send("Input.insertText", { text: "x" });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...android });
  await expectTyped(1);
  const option = { key: "[", code: "Digit5", windowsVirtualKeyCode: 53, modifiers: 1 };
  await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: "[", unmodifiedText: "[", ...option });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...option });
  await expectTyped(2);
  await page.keyboard.down("a");
  for (let i = 0; i < 5; i++) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await page.keyboard.type("ab");
  await expectTyped(5);
});

test("paste, drop, undo, redo and autocorrect insert nothing (as recorded; autocorrect by hand) [TYPE-53]", async ({
  page,
  server,
  context,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "stolen goods");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("stolen"));
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Control+Shift+v");
  await page.keyboard.press("Shift+Insert");
  await page.keyboard.type("s");
  await expectTyped(1);

  const box = await page.locator(".code-area textarea").boundingBox();
  if (box === null) throw new TypeError("the field has no box");
  const data = { items: [{ mimeType: "text/plain", data: "tolen" }], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await cdp.send("Input.dispatchDragEvent", { type, x: box.x, y: box.y + box.height / 2, data });
  await page.keyboard.type("t");
  await expectTyped(2);

  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.type("o");
  await expectTyped(3);

  // The browser's own undo history needs an entry: text that was read from the field.
  await cdp.send("Input.insertText", { text: "le" });
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Shift+z");
  await expectTyped(5);

  await page.locator(".code-area textarea").evaluate((field: HTMLTextAreaElement) => {
    const init = { inputType: "insertReplacementText", data: "n", bubbles: true };
    if (field.dispatchEvent(new InputEvent("beforeinput", { ...init, cancelable: true }))) {
      field.value += "n";
      field.dispatchEvent(new InputEvent("input", init));
    }
  });
  await page.keyboard.type("n goods");
  await expectTyped(12);
});

test("smart punctuation is an error in place of the plain character, but the plain key fits in place of a smart one (as recorded)", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, `"'-“a” ‘b’ — …\u00a0;`);
  for (const smart of ["“", "”"]) await cdp.send("Input.insertText", { text: smart });
  await page.keyboard.type('"');
  for (const smart of ["‘", "’"]) await cdp.send("Input.insertText", { text: smart });
  await page.keyboard.type("'");
  await cdp.send("Input.insertText", { text: "—" });
  await expectTyped(2, 5);
  await page.keyboard.type(`-"a" 'b' - ... ;`);
  await expectTyped(16, 5);
});

test("an accent by itself counts as its key's plain character; a full-width character is an error with a hint (as recorded) [TYPE-16]", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "'t^~\"(a");
  await cdp.send("Input.insertText", { text: "´t" });
  for (const accent of ["ˆ", "˜", "¨"]) await cdp.send("Input.insertText", { text: accent });
  await expectTyped(5);
  await cdp.send("Input.insertText", { text: "（" });
  await expectTyped(5, 1);
  const hint = page.getByText("An input method seems to be on");
  await expect(hint).toBeVisible();
  await page.keyboard.type("(");
  await expect(hint).toBeHidden();
  await expectTyped(6, 1);
});

test("a letter and its accent may arrive separately, in either form (by hand)", async ({ page, server }) => {
  const { cdp, expectTyped } = await typing(page, server, "éñe\u0301!");
  await cdp.send("Input.insertText", { text: "e\u0301" });
  await page.keyboard.type("n");
  await cdp.send("Input.insertText", { text: "\u0303" });
  await cdp.send("Input.insertText", { text: "é" });
  await page.keyboard.type("!");
  await expectTyped(5);
});

test("key events without a key, as autofill and password managers send them, have no effect (by hand) [TYPE-24]", async ({
  page,
  server,
}) => {
  const { expectTyped } = await typing(page, server, "abc");
  await page.keyboard.press("a");
  // An exception would fail the test.
  await page.evaluate(() => {
    for (const target of [document.activeElement, document.body])
      for (const type of ["keydown", "keypress", "keyup"])
        target?.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  });
  await page.keyboard.type("bc");
  await expectTyped(3);
});

test("a character beyond U+FFFF in two halves, Hangul from iOS and a composition that never ends are typed once (by hand)", async ({
  page,
  server,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "😀abfor x");
  const field = page.locator(".code-area textarea");
  /** Enters text as a browser does: beforeinput, the change, input. */
  const write = (text: string, inputType = "insertText") =>
    field.evaluate(
      (element: HTMLTextAreaElement, [data, type]) => {
        const init = { inputType: type, data, bubbles: true };
        if (!element.dispatchEvent(new InputEvent("beforeinput", { ...init, cancelable: true }))) return;
        element.value = type === "insertText" ? element.value + data : element.value.slice(0, -1);
        element.dispatchEvent(new InputEvent("input", init));
      },
      [text, inputType] as const,
    );
  // By script, because the driver cannot type half a character.
  await field.evaluate((element: HTMLTextAreaElement) => {
    for (const unit of "😀".split("")) {
      element.value += unit;
      element.dispatchEvent(new InputEvent("input", { inputType: "insertText", data: unit, bubbles: true }));
    }
  });
  await page.keyboard.press("a");
  await expectTyped(2);
  const longer = async (letter: string, text: string) => {
    await field.dispatchEvent("keydown", { key: letter });
    await write("", "deleteContentBackward");
    await write(text);
    await field.dispatchEvent("keyup", { key: letter });
  };
  // Each is an error, and none deletes the letter a.
  await write("ㅊ");
  await longer("ㅗ", "초");
  await expectTyped(2, 2);
  await page.keyboard.press("b");
  // The browser ends the composition without an event.
  await page.evaluate(() =>
    addEventListener("compositionend", (event) => event.stopImmediatePropagation(), {
      capture: true,
      once: true,
    }),
  );
  await compose(cdp, "f", "fo", "for");
  await cdp.send("Input.insertText", { text: "for" });
  await page.keyboard.type(" x");
  await expectTyped(8, 2);
});

test("word delete, line delete, arrows and select all follow the app's own rules (as recorded)", async ({
  page,
  server,
}) => {
  const { expectTyped } = await typing(page, server, "x\nlet a = foo.bar();");
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  await page.keyboard.type("let a = foo.bar();");
  await expectTyped(20);
  for (const left of [17, 14, 13, 10]) {
    await page.keyboard.press("Control+Backspace");
    await expectTyped(left);
  }
  for (const nothing of ["Delete", "Control+Delete", "Control+x", "Alt+Backspace"])
    await page.keyboard.press(nothing);
  for (const move of ["ArrowLeft", "Home", "Control+a", "Shift+ArrowLeft"]) {
    await page.keyboard.press(move);
    await page.keyboard.press("Backspace");
  }
  await expectTyped(6);
  await page.keyboard.press("Control+Shift+Backspace");
  await expectTyped(2);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("let");
  await expectTyped(5);
});

test("when no element has the focus, the next key returns it to the code and is typed (by hand)", async ({
  page,
  server,
}) => {
  const { expectTyped } = await typing(page, server, "'/a(b");
  for (const [i, sign] of [..."'/a("].entries()) {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press(sign);
    await expectTyped(i + 1);
  }
  await page.locator(".code-area").click();
  await page.keyboard.press("b");
  await expectTyped(5);
});

test("the keys of the key strip type without a keyboard, after the word being composed [TYPE-50] @phone", async ({
  page,
  server,
  isMobile,
}) => {
  const { cdp, expectTyped } = await typing(page, server, "  {\n\t(a);for(a");
  if (!isMobile) {
    await expect(page.getByRole("group", { name: "Keys missing from phone keyboards" })).toBeHidden();
    return;
  }
  const strip = page.getByRole("group", { name: "Keys missing from phone keyboards" });
  await strip.getByRole("button", { name: "Tab" }).tap();
  await strip.getByRole("button", { name: "{" }).tap();
  await strip.getByRole("button", { name: "Enter" }).tap();
  await strip.getByRole("button", { name: "Tab" }).tap();
  await strip.getByRole("button", { name: "(" }).tap();
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  await compose(cdp, "a");
  await cdp.send("Input.insertText", { text: "a" });
  await cdp.send("Input.insertText", { text: ");" });
  await expectTyped(9);
  // Pressing a key of the page does not end a word on a phone's keyboard (by hand).
  await compose(cdp, "f", "fo", "for");
  await strip.getByRole("button", { name: "(" }).tap();
  await expectTyped(13);
  await compose(cdp, "a");
  await cdp.send("Input.insertText", { text: "a" });
  await expectTyped(14);
});
