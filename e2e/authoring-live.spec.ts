// The colours of code while an admin types it, and dragging of examples and rows.

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { type Admin, openAsAdmin, test } from "./support/admin-server.ts";
import { expect } from "./support/test.ts";

type Row = { readonly id: number; readonly title: string };

const area = (page: Page) => page.getByLabel("Code Content");
const cards = (page: Page) => page.getByRole("list", { name: "Examples" }).getByRole("article");
const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const titles = (page: Page) => cards(page).getByRole("heading").allTextContents();

async function chapterOf(admin: Admin): Promise<number> {
  const course = await admin.call<Row>("POST", "/admin/courses", { title: "JavaScript" });
  const lesson = await admin.call<Row>("POST", "/admin/lessons", { title: "Maps", course_id: course.id });
  const body = { title: "Grouping", lesson_id: lesson.id };
  return (await admin.call<Row>("POST", "/admin/chapters", body)).id;
}

/** The coloured pieces of the code in their order, each as its token class's last letter and its text: `k:let`. */
function painted(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pieces: { at: number; text: string }[] = [];
    const lines = [...document.querySelectorAll(".code-colours > div > div")];
    for (const [name, ranges] of CSS.highlights)
      for (const { startContainer, startOffset, endOffset } of ranges) {
        const line = lines.findIndex((element) => element.firstChild === startContainer);
        const text = startContainer.textContent?.slice(startOffset, endOffset) ?? "";
        pieces.push({ at: line * 1_000 + startOffset, text: `${name.slice(-1)}:${text}` });
      }
    return pieces.sort((one, other) => one.at - other.at).map(({ text }) => text);
  });
}

/** The code of each request for colours, added as the requests are sent. */
function colourRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/admin/colours"))
      requests.push((request.postDataJSON() as { code_content: string }).code_content);
  });
  return requests;
}

test("code is coloured at each pause in typing and keeps its colours until then @phone", async ({
  page,
  server,
  admin,
}) => {
  const chapter = await chapterOf(admin);
  const requests = colourRequests(page);
  await openAsAdmin(page, server, `/admin/chapters/${chapter}/examples/new`);
  await area(page).fill("let a");
  // Plain text has no colours, so the app requests none.
  await expect(area(page)).not.toHaveAttribute("data-coloured");
  await page.getByLabel("Language").selectOption("JavaScript");
  await expect.poll(() => painted(page)).toEqual(["k:let"]);
  expect(requests).toEqual(["let a"]);
  await area(page).focus();
  await page.keyboard.press("End");
  const releaseResponses = await delayResponses(page, "**/admin/colours");
  await page.keyboard.type(" = 'x';");
  expect(await painted(page)).toEqual(["k:let"]);
  await expect.poll(() => requests.at(-1)).toBe("let a = 'x';");
  expect(await painted(page)).toEqual(["k:let"]);
  releaseResponses();
  await expect.poll(() => painted(page)).toEqual(["k:let", "s:'x'"]);
  // The colours need no second field: there is one text area, which contains the text.
  await expect(area(page)).toHaveValue("let a = 'x';");
  await expect(page.getByRole("textbox", { name: "Code Content" })).toHaveCount(1);
  await expectAccessible(page, "a form with colours");
  await page.getByLabel("Language").selectOption("Plain text");
  await expect(area(page)).not.toHaveAttribute("data-coloured");
});

test("every coloured letter is exactly over the text area's own, at any width, zoom and scroll position @phone", async ({
  page,
  server,
  admin,
}) => {
  test.slow();
  const chapter = await chapterOf(admin);
  const long = `const sum = [${Array.from({ length: 28 }, (_, i) => `"${i}", f${i}(${i})`).join(", ")}];`;
  const lines = ["\tif (a)\t// tab\tstops", "", long, "/* 漢字 ünï é 🦊 العربية */ x = `שלום ${y}`;", "  "];
  const body = {
    title: "Hard to draw",
    code_content: [...lines, ...Array.from({ length: 60 }, (_, i) => `let a${i} = ${i};`), "", ""].join("\n"),
    language: "javascript",
    chapter_id: chapter,
  };
  const { id } = await admin.call<Row>("POST", "/admin/examples", body);
  for (const [width, zoom] of [
    [null, "1"],
    [360, "1"],
    [1_000, "1.25"],
  ] as const) {
    if (width !== null) await page.setViewportSize({ width, height: 700 });
    if (width === null) await openAsAdmin(page, server, `/admin/examples/${id}/edit`);
    await expect(area(page)).toHaveAttribute("data-coloured");
    await page.evaluate((by) => {
      document.documentElement.style.zoom = by;
      // With one colour for all token classes, only the letters' places can differ.
      for (const name of ["keyword", "function", "type", "string", "number", "comment"])
        document.documentElement.style.setProperty(`--ink-${name}`, "var(--ink)");
    }, zoom);
    // The corner at which a pointer resizes the area is not a letter, and browsers draw it above or below the colours.
    await area(page).evaluate((field) => {
      field.style.resize = "none";
    });
    for (const [left, top] of [
      [0, 0],
      [333, 0],
      [0, 100_000],
      [100_000, 100_000],
    ] as const) {
      await area(page).evaluate((field, to) => field.scrollTo(to.left, to.top), { left, top });
      // The visible part of the code is coloured.
      const seen = left > 0 ? "d:" : top > 0 ? "k:let" : "k:const";
      await expect.poll(async () => (await painted(page)).join(" ")).toContain(seen);
      const coloured = await area(page).screenshot();
      await area(page).evaluate((field) => {
        field.style.color = "var(--ink)";
        (field.nextElementSibling as HTMLElement).style.visibility = "hidden";
      });
      const plain = await area(page).screenshot();
      await area(page).evaluate((field) => {
        field.style.color = "";
        (field.nextElementSibling as HTMLElement).style.visibility = "";
      });
      const where = `${width} px, zoom ${zoom}, at ${left} ${top}`;
      // Greys may differ slightly where a colour ends within a letter's soft edge. A shifted letter differs as much as
      // white from black.
      expect(await largestDifference(page, coloured, plain), where).toBeLessThan(32);
    }
  }
});

/** The largest difference between two pictures' pixels: 0 to 255. */
function largestDifference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const pixels = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        context?.drawImage(picture, 0, 0);
        return context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
      };
      const [a, b] = await Promise.all(pictures.map(pixels));
      if (a === undefined || b === undefined || a.length === 0 || a.length !== b.length) return 255;
      return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);
    },
    [one.toString("base64"), other.toString("base64")],
  );
}

test("when the colours cannot be loaded, the code is plain and no message is shown", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault("net::ERR_FAILED");
  faults.expectFault("status of 503");
  const chapter = await chapterOf(admin);
  const requests = colourRequests(page);
  await page.route("**/admin/colours", (route) => route.abort());
  await openAsAdmin(page, server, `/admin/chapters/${chapter}/examples/new`);
  await page.getByLabel("Example Title").fill("Plain");
  await page.getByLabel("Language").selectOption("JavaScript");
  await area(page).fill("let a = 1;");
  await expect.poll(() => requests).toEqual(["let a = 1;"]);
  await expect(area(page)).toHaveCSS("color", await area(page).evaluate(inkOf));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Create Example" }).click();
  await page.waitForURL(`**/admin/chapters/${chapter}/examples`);
  await expect(cards(page)).toHaveCount(1);
});

test("with forced colours the text area draws its own letters", async ({ page, server, admin }) => {
  const chapter = await chapterOf(admin);
  const body = { title: "A", code_content: "let a;", language: "javascript", chapter_id: chapter };
  const { id } = await admin.call<Row>("POST", "/admin/examples", body);
  await page.emulateMedia({ forcedColors: "active" });
  await openAsAdmin(page, server, `/admin/examples/${id}/edit`);
  await expect(area(page)).toHaveAttribute("data-coloured");
  await expect(page.locator(".code-colours")).toBeHidden();
  const { color, background } = await area(page).evaluate((field) => {
    const style = getComputedStyle(field);
    return { color: style.color, background: style.backgroundColor };
  });
  expect(color).toMatch(/^rgb\(/);
  expect(color).not.toBe(background);
});

function inkOf(field: Element): string {
  const probe = document.createElement("i");
  probe.style.color = "var(--ink)";
  field.after(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

// ---------------------------------------------------------------- dragging

async function createFourExamples(admin: Admin): Promise<number> {
  const chapter = await chapterOf(admin);
  for (const title of ["A", "B", "C", "D"])
    await admin.call("POST", "/admin/examples", {
      title,
      code_content: `${title}\n1\n2`,
      chapter_id: chapter,
    });
  return chapter;
}

const grip = (page: Page, title: string) => card(page, title).locator(".grip");

async function middle(at: Locator): Promise<{ x: number; y: number }> {
  const box = await at.boundingBox();
  if (box === null) throw new RangeError(`${String(at)} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A point in the upper or the lower half of a card. */
async function half(page: Page, title: string, of: "upper" | "lower"): Promise<{ x: number; y: number }> {
  const box = await card(page, title).boundingBox();
  if (box === null) throw new RangeError(`${title} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height * (of === "upper" ? 0.2 : 0.8) };
}

test("dragging an example with the mouse moves, announces and saves it, and Esc undoes the drag", async ({
  page,
  server,
  admin,
}) => {
  const chapter = await createFourExamples(admin);
  await openAsAdmin(page, server, `/admin/chapters/${chapter}/examples`);
  const saved = async () => {
    const path = `/admin/chapters/${chapter}/examples`;
    const { examples } = await admin.call<{ examples: Row[] }>("GET", path);
    return examples.map(({ title }) => title);
  };
  const drag = async (title: string, over: string, of: "upper" | "lower") => {
    const from = await middle(grip(page, title));
    const to = await half(page, over, of);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
  };
  await drag("A", "C", "lower");
  await expect(page.locator("[data-drop]")).toHaveAttribute("data-drop", "after");
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(["B", "C", "A", "D"]);
  await expect(page.locator("main > output")).toHaveText("A is now 3 of 4.");
  await expect.poll(saved).toEqual(["B", "C", "A", "D"]);
  await drag("D", "B", "upper");
  await page.mouse.up();
  await expect.poll(saved).toEqual(["D", "B", "C", "A"]);

  await drag("D", "A", "lower");
  await expect(page.locator("[data-drop]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-drop], [data-dragged]")).toHaveCount(0);
  await page.mouse.up();
  // Dropped on its own place, the example does not move.
  await drag("D", "D", "lower");
  await page.mouse.up();
  expect(await titles(page)).toEqual(["D", "B", "C", "A"]);
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
  // Text of the code can still be selected.
  await cards(page).first().locator(".lines").dblclick();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
});

test("an example can be dragged with a finger, and the page does not scroll @phone", async ({
  page,
  server,
  admin,
}) => {
  const chapter = await createFourExamples(admin);
  await openAsAdmin(page, server, `/admin/chapters/${chapter}/examples`);
  await expect(cards(page)).toHaveCount(4);
  const finger = await fingerOn(page);
  await finger.drag(await middle(grip(page, "A")), await half(page, "B", "lower"));
  await expect(page.locator("[data-drop]")).toHaveAttribute("data-drop", "after");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await finger.lift();
  await expect.poll(() => titles(page)).toEqual(["B", "A", "C", "D"]);
  await expect(page.locator("main > output")).toHaveText("A is now 2 of 4.");
});

const rowOf = (page: Page, title: string) =>
  page.locator(".content-row").filter({ has: page.getByText(title, { exact: true }) });
const rowGrip = (page: Page, title: string) => rowOf(page, title).locator(".grip");

/** The titles of sibling rows, from top to bottom. */
function rows(page: Page, of = "Courses"): Promise<string[]> {
  const list = page.getByRole("list", { name: of, exact: true });
  return list.locator(":scope > li > div > .name").allTextContents();
}

/** A point in a row beside its name, a little above or below the row's middle. */
async function inRow(page: Page, title: string, of: "upper" | "lower"): Promise<{ x: number; y: number }> {
  const box = await rowOf(page, title).boundingBox();
  if (box === null) throw new RangeError(`${title} is not shown`);
  return { x: box.x + box.width * 0.4, y: box.y + box.height * (of === "upper" ? 0.2 : 0.8) };
}

async function dragWithMouse(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
}

/** Sends touch events of one finger, even to a page that has no touch screen. */
async function fingerOn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    async drag(from: { x: number; y: number }, to: { x: number; y: number }) {
      await touch("touchStart", from);
      for (const part of [0.3, 0.6, 1])
        await touch("touchMove", { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    },
    lift: () => touch("touchEnd"),
  };
}

/** The bodies of the requests that save an order, added as they are sent. */
function orderRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/admin/order")) sent.push(request.postData() ?? "");
  });
  return sent;
}

/** Creates three empty courses and a fourth one with two lessons of two chapters, which is returned. */
async function createCourses(admin: Admin): Promise<Row> {
  for (const title of ["A", "B", "C"]) await admin.call("POST", "/admin/courses", { title });
  const course = await admin.call<Row>("POST", "/admin/courses", { title: "Open" });
  for (const title of ["One", "Two"]) {
    const lesson = await admin.call<Row>("POST", "/admin/lessons", { title, course_id: course.id });
    for (const chapter of [`${title} first`, `${title} second`])
      await admin.call("POST", "/admin/chapters", { title: chapter, lesson_id: lesson.id });
  }
  return course;
}

test("a row can be dragged with the mouse to a place among its siblings, and is saved once", async ({
  page,
  server,
  admin,
}) => {
  await createCourses(admin);
  const orders = orderRequests(page);
  await openAsAdmin(page, server, "/admin/courses");
  await expect.poll(() => rows(page)).toEqual(["A", "B", "C", "Open"]);
  const saved = async () => (await admin.structure()).map(({ title }) => title);
  // The row is dragged by itself, then by its handle.
  await dragWithMouse(page, await inRow(page, "A", "lower"), await inRow(page, "C", "lower"));
  await expect(page.locator("[data-drop]")).toHaveAttribute("data-drop", "after");
  await page.mouse.up();
  await expect(page.locator("main > output")).toHaveText("A is now 3 of 4.");
  await expect.poll(saved).toEqual(["B", "C", "A", "Open"]);
  expect(orders).toHaveLength(1);
  await dragWithMouse(page, await middle(rowGrip(page, "Open")), await inRow(page, "B", "upper"));
  await page.mouse.up();
  await expect.poll(saved).toEqual(["Open", "B", "C", "A"]);
  expect(await rows(page)).toEqual(["Open", "B", "C", "A"]);
  expect(orders).toHaveLength(2);

  await page.getByRole("button", { name: "Toggle Open" }).click();
  await page.getByRole("button", { name: "Toggle One" }).click();
  // A chapter can also be dragged by its name, which is a link.
  await dragWithMouse(
    page,
    await middle(page.getByRole("link", { name: "One second", exact: true })),
    await inRow(page, "One first", "upper"),
  );
  await page.mouse.up();
  await expect.poll(() => rows(page, "Chapters of One")).toEqual(["One second", "One first"]);
  // A drag that ends on the link itself is not a click.
  const name = await middle(page.getByRole("link", { name: "One second", exact: true }));
  await dragWithMouse(page, name, { x: name.x + 12, y: name.y });
  await page.mouse.up();
  await dragWithMouse(page, await inRow(page, "Two", "lower"), await inRow(page, "One", "upper"));
  await page.mouse.up();
  await expect.poll(() => rows(page, "Lessons of Open")).toEqual(["Two", "One"]);
  expect(orders).toHaveLength(4);

  // A lesson cannot be dropped among the courses. A course that is dropped on another one's contents lands below that
  // course.
  await dragWithMouse(page, await inRow(page, "Two", "upper"), await inRow(page, "C", "lower"));
  await expect(page.locator("[data-dragging]")).toHaveCount(1);
  await expect(page.locator("[data-drop]")).toHaveCount(0);
  await page.mouse.up();
  await dragWithMouse(page, await inRow(page, "A", "upper"), await inRow(page, "One first", "lower"));
  await expect(page.locator("[data-drop]")).toHaveAttribute("data-drop", "after");
  await page.mouse.up();
  await expect.poll(saved).toEqual(["Open", "A", "B", "C"]);
  expect(orders).toHaveLength(5);
  expect(new URL(page.url()).pathname).toBe("/admin/courses");
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
  await page.getByRole("link", { name: "One second", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/chapters\/\d+\/examples$/);
});

test("Esc undoes the drag of a row, and a drag cannot start on the row's buttons", async ({
  page,
  server,
  admin,
}) => {
  await createCourses(admin);
  const orders = orderRequests(page);
  await openAsAdmin(page, server, "/admin/courses");
  await expect.poll(() => rows(page)).toEqual(["A", "B", "C", "Open"]);
  await dragWithMouse(page, await inRow(page, "A", "lower"), await inRow(page, "C", "lower"));
  await expect(page.locator("[data-drop]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-drop], [data-dragged], [data-dragging]")).toHaveCount(0);
  await page.mouse.up();
  const edit = page.getByRole("button", { name: "Delete A", exact: true });
  await dragWithMouse(page, await middle(edit), await inRow(page, "C", "lower"));
  await expect(page.locator("[data-dragging]")).toHaveCount(0);
  await page.mouse.up();
  // The next press has its effect: a cancelled drag does not swallow a click.
  await page.getByRole("button", { name: "Move A down" }).click();
  await expect.poll(() => rows(page)).toEqual(["B", "A", "C", "Open"]);
  await expect.poll(async () => (await admin.structure())[0]?.title).toBe("B");
  expect(orders).toHaveLength(1);
});

test("a finger drags a row by its handle, and elsewhere in the row it scrolls the page @phone", async ({
  page,
  server,
  admin,
}) => {
  for (let n = 10; n < 50; n += 1) await admin.call("POST", "/admin/courses", { title: `Course ${n}` });
  const orders = orderRequests(page);
  await openAsAdmin(page, server, "/admin/courses");
  await expect(rowOf(page, "Course 49")).toBeAttached();
  const finger = await fingerOn(page);
  await finger.drag(await middle(rowGrip(page, "Course 10")), await inRow(page, "Course 12", "lower"));
  await expect(page.locator("[data-drop]")).toHaveAttribute("data-drop", "after");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await finger.lift();
  await expect
    .poll(async () => (await rows(page)).slice(0, 3))
    .toEqual(["Course 11", "Course 12", "Course 10"]);
  await expect(page.locator("main > output")).toHaveText("Course 10 is now 3 of 40.");
  await expect
    .poll(async () => (await admin.structure()).slice(0, 3).map(({ title }) => title))
    .toEqual(["Course 11", "Course 12", "Course 10"]);
  expect(orders).toHaveLength(1);

  await finger.drag(
    await middle(rowOf(page, "Course 14").locator(".name")),
    await inRow(page, "Course 11", "upper"),
  );
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(page.locator("[data-dragging]")).toHaveCount(0);
  await finger.lift();
  expect((await rows(page)).slice(0, 3)).toEqual(["Course 11", "Course 12", "Course 10"]);
  expect(orders).toHaveLength(1);
});

test("a dragged row returns to its place when the order cannot be saved, and the page says so", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(/status of 503 .*\/admin\/order$/);
  await createCourses(admin);
  await openAsAdmin(page, server, "/admin/courses");
  await expect.poll(() => rows(page)).toEqual(["A", "B", "C", "Open"]);
  await page.route("**/admin/order", (route) => route.fulfill({ status: 503, json: {} }));
  await dragWithMouse(page, await inRow(page, "A", "lower"), await inRow(page, "C", "lower"));
  await page.mouse.up();
  await expect(page.getByRole("alert")).toHaveText(/^Error: /);
  await expect.poll(() => rows(page)).toEqual(["A", "B", "C", "Open"]);
  await page.unroute("**/admin/order");
  await dragWithMouse(page, await inRow(page, "A", "lower"), await inRow(page, "C", "lower"));
  await page.mouse.up();
  await expect(page.getByRole("alert")).toBeHidden();
  await expect.poll(async () => (await admin.structure())[2]?.title).toBe("A");
});
