// Reads the running clock as a person does. A worker draws it into a canvas, so the page's text does not say what is to
// be seen: the picture does.

import type { Locator, Page } from "@playwright/test";

/** From the next page on, the browser has no canvas for workers, and the page writes the clock's text itself. */
export async function withoutClockWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
  });
}

/** Waits until the clock's digits are the worker's. */
export async function waitForClockFace(page: Page): Promise<Locator> {
  const timer = page.getByRole("timer");
  await timer.and(page.locator("[data-drawn]")).waitFor();
  return timer;
}

export type ClockReader = { read(): Promise<string> };

/**
 * Learns what each digit looks like from the clock's text, which it shows for a moment. Call it before the first key;
 * `read` then returns the time that is to be seen, such as `00:01.35`, with `?` for each place whose pixels are not exactly
 * those of a digit of the text.
 */
export async function clockReader(page: Page): Promise<ClockReader> {
  const timer = await waitForClockFace(page);
  const box = await timer.boundingBox();
  if (box === null) throw new Error("The timer has no size");
  const [x, y] = [Math.floor(box.x) - 2, Math.floor(box.y) - 4];
  const clip = { x, y, width: Math.ceil(box.width) + 20, height: Math.ceil(box.height) + 8 };
  const places = await timer.evaluate((element, left) => {
    element.removeAttribute("data-drawn");
    return [...element.querySelectorAll(":scope > * > span")].flatMap(({ firstChild: text }) =>
      [...(text?.nodeValue ?? "")].map((_, i) => {
        const range = document.createRange();
        range.setStart(text as Text, i);
        range.setEnd(text as Text, i + 1);
        const rect = range.getBoundingClientRect();
        return { left: Math.ceil(rect.left - left), right: Math.floor(rect.right - left) };
      }),
    );
  }, clip.x);
  const write = (digit: number) =>
    timer.evaluate((element, written) => {
      for (const part of element.querySelectorAll(":scope > * > span"))
        if (part.firstChild) part.firstChild.nodeValue = part.textContent.replace(/\d/g, written);
    }, String(digit));
  const learnt: string[] = [];
  for (let digit = 9; digit >= 0; digit--) {
    await write(digit);
    learnt[digit] = (await page.screenshot({ clip })).toString("base64");
  }
  await timer.evaluate((element) => element.setAttribute("data-drawn", ""));
  return {
    async read() {
      const now = (await page.screenshot({ clip })).toString("base64");
      const digits = await page.evaluate(
        async ({ pictures, columns }) => {
          const [seen, ...known] = await Promise.all(
            pictures.map(async (base64) => {
              const image = new Image();
              image.src = `data:image/png;base64,${base64}`;
              await image.decode();
              const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
              context?.drawImage(image, 0, 0);
              return context?.getImageData(0, 0, image.width, image.height);
            }),
          );
          const bytesIn = (picture: ImageData | undefined, left: number, right: number) => {
            const bytes: number[] = [];
            if (picture === undefined) return bytes;
            for (let y = 0; y < picture.height; y++)
              for (let at = 4 * (y * picture.width + left); at < 4 * (y * picture.width + right); at++)
                bytes.push(picture.data[at] ?? 0);
            return bytes;
          };
          return columns.map(({ left, right }) => {
            const bytes = bytesIn(seen, left, right);
            return known.findIndex((picture) =>
              bytesIn(picture, left, right).every((byte, i) => byte === bytes[i]),
            );
          });
        },
        { pictures: [now, ...learnt], columns: places },
      );
      const text = digits.map((digit) => (digit === -1 ? "?" : `${digit}`)).join("");
      return text.replace(/^(..)(.)(..)(.)(..)$/, (_, minutes, colon, seconds, point, hundredths) => {
        const separator = (sign: string, found: string) => (found === "?" ? "?" : sign);
        return `${minutes}${separator(":", colon)}${seconds}${separator(".", point)}${hundredths}`;
      });
    },
  };
}

/** The ms of a time such as `00:01.35`; NaN where a digit was not read. */
export function msOf(time: string): number {
  const [, minutes, seconds, hundredths] = /^(\d+):(\d\d)\.(\d\d)$/.exec(time) ?? [];
  return Number(minutes) * 60_000 + Number(seconds) * 1_000 + Number(hundredths) * 10;
}
