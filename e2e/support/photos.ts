// Choosing a profile photo, and what it looks like afterwards.

import type { Page } from "@playwright/test";

export const you = (page: Page) => page.getByRole("region", { name: "You", exact: true });
export const cropDialog = (page: Page) => page.getByRole("dialog", { name: "Crop photo" });
export const shown = (page: Page) => you(page).locator("img.avatar");

/** A picture of vertical stripes of equal width. */
export async function stripes(
  page: Page,
  { width = 800, height = 400, type = "image/png", colours = ["#ff0000", "#0000ff"] } = {},
) {
  const address = await page.evaluate(
    (picture) => {
      const canvas = document.createElement("canvas");
      canvas.width = picture.width;
      canvas.height = picture.height;
      const context = canvas.getContext("2d");
      if (!context) throw new TypeError("no canvas");
      const stripe = picture.width / picture.colours.length;
      for (const [i, colour] of picture.colours.entries()) {
        context.fillStyle = colour;
        context.fillRect(i * stripe, 0, stripe, picture.height);
      }
      return canvas.toDataURL(picture.type);
    },
    { width, height, type, colours },
  );
  return {
    name: `me.${type.split("/")[1]}`,
    mimeType: type,
    buffer: Buffer.from(address.split(",")[1] ?? "", "base64"),
  };
}

/** Opens the menu and chooses a file, as a user does. */
export async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await you(page).getByRole("button", { name: "Photo" }).click();
  await page.getByRole("menuitem", { name: "Upload photo" }).click();
  await (await chooser).setFiles(file);
}

/** The colour of the shown photo at a share (0 to 1) of its width and at half its height, as a rough `r g b`. */
export async function colourAt(page: Page, share: number): Promise<string> {
  return shown(page).evaluate(async (element, at) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    if (!context) throw new TypeError("no canvas");
    context.drawImage(image, 0, 0);
    const x = Math.min(canvas.width - 1, Math.floor(canvas.width * at));
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, Math.floor(canvas.height / 2), 1, 1).data;
    return [red, green, blue].map((value) => (value > 127 ? 1 : 0)).join(" ");
  }, share);
}
