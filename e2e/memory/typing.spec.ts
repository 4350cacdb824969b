// What is hidden of an example that is typed from memory is nowhere in the document before it is typed or shown.

import type { Page } from "@playwright/test";
import { adminApiClient, createCourse } from "../support/courses.ts";
import {
  completeDaysAgo,
  type MemoryExample,
  type MemoryWay,
  newLearner,
  openInWay,
  reviewExampleOf,
  typeFromMemory,
} from "../support/memory.ts";
import type { RunningServer } from "../support/running-server.ts";
import { expect, test } from "../support/test.ts";
import { typeKeys } from "../support/typing.ts";

const code = `// A trip.
const trip = async (stops) => {
  await map.load(stops ?? []);
  return typeof stops;
};`;

/** Another code with the same names, of the same shape, and with other signs and words. */
const [first, second] = [
  "let left = total ?? right;\nif (left > right) return total;",
  "var left = total || right;\nif (left < right) delete total;",
];

/** A learner who completed these examples two days ago. */
async function learnerOf(page: Page, server: RunningServer, codes: Readonly<Record<string, string>>) {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, { Trips: { One: codes } }, { language: "javascript" });
  const { api } = await newLearner(page, server);
  const examples: MemoryExample[] = [];
  for (const [title, text] of Object.entries(codes)) {
    const example = { id: course.example(title), lessonId: course.lesson("Trips"), title, code: text };
    // The hidden places and the colours are there soon after an example is made.
    await expect
      .poll(async () => (await reviewExampleOf(api, example.id, "recall")).constructs.length)
      .toBeGreaterThan(0);
    await completeDaysAgo(api, example.id, 2);
    examples.push(example);
  }
  /** The units of each hidden place, worked out without the product: spaces of Recall that belong to none are left out. */
  const hiddenIn = async (example: MemoryExample, way: MemoryWay): Promise<ReadonlySet<number>> => {
    const { constructs } = await reviewExampleOf(api, example.id, way);
    const units = new Set<number>();
    for (const place of constructs.filter(({ hidden }) => hidden).flatMap(({ places }) => places))
      for (let piece = 0; piece < place.length; piece += 2)
        for (let unit = place[piece] ?? 0; unit < (place[piece + 1] ?? 0); unit++) units.add(unit);
    return units;
  };
  const [example] = examples;
  if (example === undefined) throw new RangeError("no example");
  return { example, examples, hiddenIn };
}

/** The text of each part of the code, and all that the document, or the code alone, says anywhere. */
function documentOf(page: Page, { isWhole = true } = {}) {
  return page.evaluate((isWhole) => {
    const textOf = (selector: string) =>
      [...document.querySelectorAll(`.code-area ${selector}`)].map((one) => one.textContent).join("\n");
    const field = document.querySelector<HTMLTextAreaElement>(".code-area textarea");
    const part = isWhole ? document.documentElement : document.querySelector(".code-area");
    const whole = part?.cloneNode(true) as HTMLElement;
    // The list of courses names syntax of its own.
    const courses = whole.querySelector(".side");
    for (const other of whole.querySelectorAll("script, style, link, .side")) other.remove();
    return {
      layers: {
        pencil: textOf(".ca-row > .ca-pencil"),
        ink: textOf(".ca-row > .ca-ink"),
        told: textOf(".ca-told"),
        caret: textOf(".ca-caret"),
        readable: textOf("> pre").replaceAll(" blank ", ""),
        field: field?.value ?? "",
      },
      html: whole.outerHTML,
      courses: courses?.textContent ?? "",
    };
  }, isWhole);
}

/** How often each character that is seen is in a text. */
function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of text.replaceAll(/[\s\u200b]/g, ""))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

function expectNoMore(text: string, allowed: string, what: string): void {
  const most = countsOf(allowed);
  for (const [character, count] of countsOf(text))
    expect(count, `${character} in the ${what}: ${text}`).toBeLessThanOrEqual(most.get(character) ?? 0);
}

for (const way of ["gaps", "recall"] as const)
  test(`in a whole run in ${way}, nothing that is hidden is in the document at any key`, async ({
    page,
    server,
  }) => {
    test.slow();
    const { example, hiddenIn } = await learnerOf(page, server, { "A trip": code });
    const hidden = await hiddenIn(example, way);
    const seenAfter = (typed: number) =>
      code.replaceAll(/[^]/g, (character, unit: number) =>
        unit >= typed && hidden.has(unit) ? " " : character,
      );
    const words = ["async", "await", "typeof", "const", "return"];
    const session = await page.context().newCDPSession(page);
    let furthest = 0;
    const check = async (typed: number) => {
      // Around the code little changes with a key.
      const isWhole = typed % 10 === 0;
      const { layers, html, courses } = await documentOf(page, { isWhole });
      const seen = seenAfter(typed);
      for (const [name, text] of Object.entries(layers)) expectNoMore(text, seen, `${name} after ${typed}`);
      expectNoMore(layers.pencil, seenAfter(0), `pencil after ${typed}`);
      // What was typed and deleted is hidden in the code, but the panel has named it.
      furthest = Math.max(furthest, typed);
      const named = seenAfter(furthest);
      const secret = words.filter((word) => !named.includes(word));
      for (const word of secret) expect(html, `after ${typed}`).not.toContain(word);
      if (!isWhole) return;
      const tree = JSON.stringify(await session.send("Accessibility.getFullAXTree"));
      for (const word of secret)
        if (!courses.includes(word)) expect(tree, `after ${typed}`).not.toContain(word);
    };

    await openInWay(page, example, way);
    expect(hidden.size).toBeGreaterThan(10);
    await check(0);
    for (let typed = 0; typed < code.length - 1; typed++) {
      await typeKeys(page, code.slice(typed, typed + 1));
      await check(typed + 1);
      // What is typed and deleted is hidden again, also after a pause.
      if (typed % 25 !== 24) continue;
      await page.waitForTimeout(700);
      await check(typed + 1);
      await page.keyboard.press("Backspace");
      await check(typed);
      await typeKeys(page, code.slice(typed, typed + 1));
    }
    // A wrong key shows no character, and another size draws all again.
    await page.keyboard.press("~");
    await check(code.length - 1);
    await page.setViewportSize({ width: 700, height: 500 });
    await check(code.length - 1);
    await typeKeys(page, code.slice(-1));
    await expect(page.locator(".code-area > pre")).toHaveText(code, { useInnerText: false });
  });

test("two codes that differ only in what is hidden have the same document", async ({ page, server }) => {
  const { examples, hiddenIn } = await learnerOf(page, server, { Left: first, Right: second });
  const drawn: string[] = [];
  const hidden: unknown[] = [];
  for (const example of examples) {
    hidden.push(await hiddenIn(example, "recall"));
    await openInWay(page, example, "recall");
    await page.evaluate(() => document.fonts.ready);
    const html = await page.locator(".code-area").evaluate((area) => area.outerHTML);
    drawn.push(html.replaceAll(/ (?:style=""|is-idle)/g, "").replaceAll(example.title, "TITLE"));
  }
  expect(hidden[0]).toEqual(hidden[1]);
  expect(drawn[0]).toBe(drawn[1]);
});

test("help shows both halves of a pair until they are typed, says them by name, and a restart hides them", async ({
  page,
  server,
}) => {
  const { example } = await learnerOf(page, server, { "A trip": code });
  await openInWay(page, example, "recall");
  const readable = page.locator(".code-area > pre");
  const before = await documentOf(page);
  const open = code.indexOf("(stops)");
  await typeKeys(page, code.slice(0, open));
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".code-area .shown")).toHaveCount(2);
  await expect(page.locator(".ca-told")).toHaveText("()");
  await expect(page.locator("p.sr[aria-live]")).toHaveText("Shown: left parenthesis, right parenthesis.");
  await expect(readable).toContainText(/\(stops\s*\)/);
  await page.keyboard.press("Control+Space");
  await typeKeys(page, "(");
  await expect(page.locator(".code-area .shown")).toHaveCount(1);
  await expect(page.locator(".code-area .was-shown")).toHaveCount(1);

  // The button, and then two wrong tries.
  await typeKeys(page, code.slice(open + 1, code.indexOf("=>")));
  // The pointer ends focus mode, which hides the button.
  await page.mouse.move(700, 300);
  await page.mouse.move(720, 320);
  await page.getByRole("button", { name: "Show", exact: true }).first().click();
  await expect(page.locator("p.sr[aria-live]")).toHaveText("Shown: equals, greater than.");
  await typeFromMemory(
    page,
    code,
    { givesUp: [code.indexOf("??")] },
    { from: code.indexOf("=>"), to: code.indexOf("??") + 1 },
  );
  await expect(page.locator("p.sr[aria-live]")).toHaveText(
    /Shown: question mark, question mark\.|errors so far/,
  );
  await expect(page.locator(".code-area .shown")).toHaveCount(1);

  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(page.locator(".code-area :is(.shown, .was-shown)")).toHaveCount(0);
  expect((await documentOf(page)).layers.readable).toBe(before.layers.readable);
});

test("a click on a blank, and Ctrl+Space where nothing is hidden, show nothing", async ({ page, server }) => {
  const { example } = await learnerOf(page, server, { "A trip": code });
  await openInWay(page, example, "gaps");
  const trip = code.indexOf("trip =");
  await page.locator(".code-area .blank").first().click();
  await typeKeys(page, code.slice(0, trip));
  const before = await documentOf(page);
  await page.keyboard.press("Control+Space");
  await page.locator(".code-area .blank").last().click();
  expect((await documentOf(page)).layers).toEqual(before.layers);
  await expect(page.locator(".code-area .shown")).toHaveCount(0);
});

test("blanks are as wide as their text, and are seen in forced colours and on paper", async ({
  page,
  server,
}) => {
  const { example, hiddenIn } = await learnerOf(page, server, { "A trip": code });
  const hidden = await hiddenIn(example, "gaps");
  await openInWay(page, example, "gaps");
  const widths = await page
    .locator(".code-area .blank")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  const column = await page.locator(".ca-caret").evaluate((caret) => caret.getBoundingClientRect().width);
  const columns = widths.map((width) => width / column);
  for (const count of columns) expect(count).toBeCloseTo(Math.round(count), 1);
  expect(columns.reduce((sum, count) => sum + Math.round(count), 0)).toBe(hidden.size);

  const dots = () =>
    page
      .locator(".code-area .blank")
      .first()
      .evaluate((blank) => getComputedStyle(blank).backgroundImage);
  // Another medium may draw the code again.
  await page.emulateMedia({ forcedColors: "active" });
  await expect.poll(dots).toContain("gradient");
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  await expect.poll(dots).toContain("gradient");

  await page.emulateMedia({ media: "print" });
  const word = page.locator(".code-area .blank-word").first();
  await expect(word).toBeVisible();
  expect(await word.evaluate((one) => getComputedStyle(one).color)).toMatch(/, 0\)$/);
  const isHidden = (place: number, length: number) =>
    Array.from({ length }, (_, unit) => hidden.has(place + unit)).every(Boolean);
  const words = [...code.matchAll(/[a-z]+/g)].filter(({ 0: { length }, index }) => isHidden(index, length));
  expect(words.length).toBeGreaterThan(0);
  const printed = await page.locator(".code-area > pre").innerText();
  for (const [name] of words) expect(printed).not.toContain(name);
});
