// The profile photo: choosing, cropping, uploading, showing and removing it, with pointer, fingers and keys, and the
// texts for failures.

import { createHash } from "node:crypto";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser, storedSession } from "./support/accounts.ts";
import { choose, colourAt, cropDialog, shown, stripes, you } from "./support/photos.ts";
import { startServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";

const red = "1 0 0";
const blue = "0 0 1";

test("a photo is chosen, cropped to its middle, uploaded, shown everywhere, and removed @phone", async ({
  page,
}) => {
  await openAsNewUser(page, "/profile");
  await choose(page, await stripes(page));
  await expect(cropDialog(page)).toBeVisible();
  await expect(page.getByRole("group", { name: "Crop area, move with arrow keys" })).toBeFocused();
  await expectAccessible(page, "the crop dialog");
  const sent = page.waitForRequest("**/api/auth/profile-photo");
  await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
  expect((await sent).headers()["content-type"]).toContain("multipart/form-data");
  await expect(cropDialog(page)).toBeHidden();
  await expect(you(page).getByText("Photo updated.")).toBeVisible();
  await expect(you(page).getByRole("button", { name: "Photo" })).toBeFocused();
  expect([await colourAt(page, 0.2), await colourAt(page, 0.8)]).toEqual([red, blue]);
  expect(await shown(page).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);
  await expect(page.getByRole("banner").locator("img.avatar")).toBeVisible();
  expect((await storedSession(page))?.profile_photo).toMatch(/^\/media\/[0-9a-f]+\.webp$/);
  await page.reload();
  await expect(shown(page)).toBeVisible();

  await you(page).getByRole("button", { name: "Photo" }).click();
  await expectAccessible(page, "the photo menu");
  await page.getByRole("menuitem", { name: "Remove photo" }).click();
  await expect(you(page).getByText("Photo removed.")).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
  await expect(page.getByRole("banner").locator("img.avatar")).toHaveCount(0);
  expect((await storedSession(page))?.profile_photo).toBeNull();
});

test("the pointer drags the crop square", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await choose(page, await stripes(page));
  const area = page.getByRole("group", { name: "Crop area, move with arrow keys" });
  const box = await area.boundingBox();
  if (!box) throw new TypeError("no crop area");
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 140, { steps: 5 });
  await page.mouse.up();
  await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
  await expect(you(page).getByText("Photo updated.")).toBeVisible();
  expect([await colourAt(page, 0.02), await colourAt(page, 0.98)]).toEqual([red, red]);
});

test("a photo is chosen, cropped and saved with the keyboard alone", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await expect(you(page).getByRole("definition").first()).toBeVisible();
  const file = await stripes(page, { colours: ["#ff0000", "#00ff00", "#0000ff", "#ffffff"] });
  await you(page).getByRole("button", { name: "Photo" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Upload photo" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Remove photo" })).toBeFocused();
  // If no listener exists in time, the browser opens its own file chooser.
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Upload photo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(file);
  const area = page.getByRole("group", { name: "Crop area, move with arrow keys" });
  await expect(area).toBeFocused();
  await expect(area).toHaveAccessibleDescription(/Its centre is 50% from the left and 50% from the top\.$/);
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
  await expect(area).toHaveAccessibleDescription(/Its centre is 75% from the left/);
  await page.keyboard.press("+");
  const zoom = page.getByRole("slider", { name: "Zoom" });
  await expect(zoom).toHaveValue("110");
  await page.keyboard.press("Tab");
  await expect(zoom).toBeFocused();
  await page.keyboard.press("End");
  await expect(zoom).toHaveValue("300");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(cropDialog(page).getByRole("button", { name: "Save Photo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(you(page).getByText("Photo updated.")).toBeVisible();
  // The crop is a third of the height wide and centred on the border between the third and the fourth stripe.
  expect([await colourAt(page, 0.1), await colourAt(page, 0.9)]).toEqual([blue, "1 1 1"]);
});

test("two fingers zoom the photo, and one finger moves it @phone", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await choose(page, await stripes(page));
  const area = page.getByRole("group", { name: "Crop area, move with arrow keys" });
  const box = await area.boundingBox();
  if (!box) throw new TypeError("no crop area");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, ...points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  await touch("touchStart", { x: middle.x - 30, y: middle.y }, { x: middle.x + 30, y: middle.y });
  for (const reach of [40, 50, 60])
    await touch("touchMove", { x: middle.x - reach, y: middle.y }, { x: middle.x + reach, y: middle.y });
  await touch("touchEnd");
  const zoom = page.getByRole("slider", { name: "Zoom" });
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(190);
  await touch("touchStart", middle);
  for (const by of [40, 80, 120, 160, 200, 300, 400])
    await touch("touchMove", { x: middle.x + by, y: middle.y });
  await touch("touchEnd");
  await expect(area).toHaveAccessibleDescription(/Its centre is 1\d% from the left/);
});

test("a large picture leaves the browser with at most 2000 pixels a side and less than 2 MB", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (address, init) => {
      if (init?.body instanceof FormData) (window as { sent?: unknown }).sent = init.body.get("profilePhoto");
      return send(address, init);
    };
  });
  await openAsNewUser(page, "/profile");
  const noise = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3_200, 3_000);
    const context = canvas.getContext("2d");
    if (!context) throw new TypeError("no canvas");
    // Coarse noise compresses badly, and the file still stays under the limit.
    for (let y = 0; y < 3_000; y += 12)
      for (let x = 0; x < 3_200; x += 12) {
        context.fillStyle = `rgb(${Math.random() * 255} ${Math.random() * 255} ${Math.random() * 255})`;
        context.fillRect(x, y, 12, 12);
      }
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 8_192)
      text += String.fromCharCode(...bytes.subarray(i, i + 8_192));
    return btoa(text);
  });
  const buffer = Buffer.from(noise, "base64");
  expect(buffer.length).toBeGreaterThan(2_000_000);
  expect(buffer.length).toBeLessThan(5_000_000);
  await choose(page, { name: "noise.jpg", mimeType: "image/jpeg", buffer });
  await expect(cropDialog(page)).toBeVisible();
  await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
  await expect(you(page).getByText("Photo updated.")).toBeVisible();
  const sent = await page.evaluate(async () => {
    const file = (window as unknown as { sent: Blob }).sent;
    const { width, height } = await createImageBitmap(file);
    return { width, height, size: file.size, type: file.type };
  });
  expect(sent.size).toBeLessThan(2_000_000);
  expect(sent.width).toBe(sent.height);
  expect(sent.width).toBeGreaterThanOrEqual(1_000);
  expect(sent.width).toBeLessThanOrEqual(2_000);
  expect(sent.type).toBe("image/webp");
});

test("a file that is not a photo is refused with a reason before it is uploaded [TEXT-34]", async ({
  page,
}) => {
  await openAsNewUser(page, "/profile");
  const alert = you(page).getByRole("alert");
  const sentMethods: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/profile-photo")) sentMethods.push(request.method());
  });
  await choose(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(alert).toContainText("Upload failed");
  await expect(alert).toContainText("Only image files are allowed");
  await choose(page, {
    name: "me.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(alert).toContainText("Only image files are allowed");
  await choose(page, { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5_000_001) });
  await expect(alert).toContainText("File size must be at most 5MB");
  await choose(page, { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(alert).toContainText("Only image files are allowed");
  await expect(cropDialog(page)).toBeHidden();
  await expectAccessible(page, "a refused photo");
  await choose(page, await stripes(page));
  await expect(alert).toBeHidden();
  await cropDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(cropDialog(page)).toBeHidden();
  await expect(you(page).getByRole("button", { name: "Photo" })).toBeFocused();
  expect(sentMethods).toEqual([]);
});

test("the dialog reports a failed upload and stays open for another try [TEXT-33]", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of (413|415|500)|ERR_FAILED/);
  await openAsNewUser(page, "/profile");
  await choose(page, await stripes(page));
  const save = cropDialog(page).getByRole("button", { name: "Save Photo" });
  const alert = cropDialog(page).getByRole("alert");
  const respondWith = (status: number, json?: object) =>
    page.route("**/api/auth/profile-photo", (route) =>
      route.fulfill(json ? { status, json } : { status, body: "" }),
    );
  await respondWith(413, { error: "File size must be less than 2MB", code: "TOO_LARGE" });
  await save.click();
  await expect(alert).toContainText("Upload failed");
  await expect(alert).toContainText("File size must be less than 2MB");
  await respondWith(415, { error: "Only image files are allowed", code: "UNSUPPORTED_TYPE" });
  await save.click();
  await expect(alert).toContainText("Only image files are allowed");
  await respondWith(500);
  await save.click();
  await expect(alert).toContainText("Photo upload failed");
  await expect(alert).toContainText("There may be a server issue.");
  await expectAccessible(page, "an upload that failed");
  await page.route("**/api/auth/profile-photo", (route) => route.abort());
  await save.click();
  await expect(alert).not.toContainText("There may be a server issue.");
  await page.unroute("**/api/auth/profile-photo");
  await save.click();
  await expect(you(page).getByText("Photo updated.")).toBeVisible();

  await respondWith(500);
  await you(page).getByRole("button", { name: "Photo" }).click();
  await page.getByRole("menuitem", { name: "Remove photo" }).click();
  await expect(you(page).getByRole("alert")).toHaveText("Photo deletion failed");
  await expect(shown(page)).toBeVisible();
});

const falsifiers: Record<string, () => void> = {
  "returns noise": () => {
    const noise = (pixels: ImageData) => {
      crypto.getRandomValues(pixels.data.subarray(0, 65_536));
      for (let at = 65_536; at < pixels.data.length; at += 65_536)
        pixels.data.copyWithin(at, 0, Math.min(65_536, pixels.data.length - at));
      return pixels;
    };
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (...area) {
      return noise(getImageData.apply(this, area));
    };
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...rest) {
      const context = this.getContext("2d");
      const pixels = context && getImageData.call(context, 0, 0, this.width, this.height);
      if (context && pixels) context.putImageData(noise(pixels), 0, 0);
      return toBlob.apply(this, rest);
    };
  },
  "returns white": () => {
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (...area) {
      const pixels = getImageData.apply(this, area);
      pixels.data.fill(255);
      return pixels;
    };
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...rest) {
      const white = document.createElement("canvas");
      white.width = this.width;
      white.height = this.height;
      return toBlob.apply(white, rest);
    };
  },
  "encodes stripes and reads the truth": () => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...rest) {
      const striped = document.createElement("canvas");
      striped.width = this.width;
      striped.height = this.height;
      const context = striped.getContext("2d");
      context?.drawImage(this, 0, 0);
      for (let x = 0; x < this.width; x += 9) context?.fillRect(x, 0, 4, this.height);
      return toBlob.apply(striped, rest);
    };
  },
  "refuses to be read": () => {
    CanvasRenderingContext2D.prototype.getImageData = () => {
      throw new DOMException("not here", "SecurityError");
    };
  },
  "encodes nothing": () => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  },
  "has no context": () => {
    HTMLCanvasElement.prototype.getContext = () => null;
  },
};

for (const [what, falsify] of Object.entries(falsifiers))
  test(`where the canvas ${what}, the file itself is sent and its middle is the photo [SEC-153]`, async ({
    page,
  }) => {
    await openAsNewUser(page, "/profile");
    const file = await stripes(page);
    await page.evaluate(falsify);
    await choose(page, file);
    await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
    await expect(you(page).getByText("so the photo shows the middle of the file.")).toBeVisible();
    // Reads the photo with an honest canvas.
    await page.reload();
    expect([await colourAt(page, 0.2), await colourAt(page, 0.8)]).toEqual([red, blue]);
    await page.evaluate(falsify);
    const large = { ...file, buffer: Buffer.concat([file.buffer, Buffer.alloc(2_000_000)]) };
    await choose(page, large);
    await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
    await expect(cropDialog(page).getByRole("alert")).toContainText(
      "Your browser does not let this page crop pictures, so the file itself is sent: it must be less than 2MB",
    );
  });

test("a browser that changes colours a little keeps the crop", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  const file = await stripes(page);
  await page.evaluate(() => {
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (...area) {
      const pixels = getImageData.apply(this, area);
      for (const [at, value] of pixels.data.entries()) pixels.data[at] = value ^ (at % 2);
      return pixels;
    };
  });
  await choose(page, file);
  await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
  await expect(you(page).getByText("Photo updated.", { exact: true })).toBeVisible();
});

test("the first letter of the name replaces a photo whose file is missing", async ({ page, faults }) => {
  faults.expectFault(/status of 404/);
  await openAsNewUser(page, "/profile");
  await choose(page, await stripes(page));
  await cropDialog(page).getByRole("button", { name: "Save Photo" }).click();
  await expect(shown(page)).toBeVisible();
  await page.route("**/api/media/**", (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  await expect(you(page).locator("span.avatar", { hasText: "M" })).toBeVisible();
});

test("with Cloudinary configured, its widget uploads the photo, as the server's content security policy allows [TEXT-44]", async ({
  page,
  faults,
}) => {
  const server = await startServer({
    CLOUDINARY_URL: "cloudinary://key17:very-secret@cloud17",
    CLOUDINARY_UPLOAD_PRESET: "square",
    CLOUDINARY_FOLDER: "photos",
  });
  try {
    faults.expectFault(`request to another host: ${server.url}`);
    faults.expectFault("request to another host: https://upload-widget.cloudinary.com/");
    faults.expectFault("request to another host: https://res.cloudinary.com/");
    faults.expectFault(/status of (500|503)/);
    let isThere = false;
    await page.route("https://upload-widget.cloudinary.com/**", (route) =>
      isThere ? route.fulfill({ contentType: "text/javascript", body: fakeWidget }) : route.abort(),
    );
    faults.expectFault(/ERR_FAILED.*upload-widget|upload-widget.*ERR_FAILED|ERR_FAILED/);
    const photo = await stripes(page);
    await page.route("https://res.cloudinary.com/**", (route) =>
      route.fulfill({ contentType: "image/png", body: photo.buffer }),
    );
    await openAsNewUser(page, "/profile", server.url);
    const alert = you(page).getByRole("alert");
    const upload = async () => {
      await you(page).getByRole("button", { name: "Photo" }).click();
      await page.getByRole("menuitem", { name: "Upload photo" }).click();
    };
    const says = (message: string) => expect(alert).toContainText(message);

    await upload();
    await says("Upload widget is not ready yet. Please try again.");
    await says("Upload failed");
    isThere = true;
    await page.reload();
    await page.waitForFunction(() => "cloudinary" in window);

    await page.route("**/api/auth/cloudinary-signature*", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await upload();
    await says("Failed to authenticate upload. Please try again.");
    await page.unroute("**/api/auth/cloudinary-signature*");

    const setWidgetEvent = (what: object) =>
      page.evaluate((value) => {
        (window as { fakeEvent?: unknown }).fakeEvent = value;
      }, what);
    await setWidgetEvent({ error: { status: "Upload failed", statusText: "Invalid Signature 12ab" } });
    await upload();
    await says("Authentication error. The upload credentials were invalid or expired.");
    await setWidgetEvent({ error: { statusText: "500 Internal Server Error" } });
    await upload();
    await says("Upload error: 500 Internal Server Error");
    await says("There may be a server issue.");
    await setWidgetEvent({ error: {} });
    await upload();
    await says("Error uploading image. Please try again.");
    await expectAccessible(page, "the widget's failure");

    await setWidgetEvent({ event: "close" });
    await upload();
    await expect(alert).toBeHidden();

    await page.route("**/api/auth/update-profile-photo", (route) => route.fulfill({ status: 500, body: "" }));
    await setWidgetEvent({ event: "success" });
    await upload();
    await says("Failed to update profile");
    await page.unroute("**/api/auth/update-profile-photo");
    await upload();
    await expect(you(page).getByText("Photo updated.")).toBeVisible();
    const address =
      "https://res.cloudinary.com/cloud17/image/upload/c_crop,x_10,y_0,w_90,h_90/v1/photos/me.png";
    await expect(shown(page)).toHaveAttribute("src", address);
    expect((await storedSession(page))?.profile_photo).toBe(address);

    // The widget got these options, and its signature covers exactly the fields that it sends.
    const { options, sent, signature } = await page.evaluate(
      () =>
        (
          window as unknown as {
            fakeUpload: { options: object; sent: Record<string, string>; signature: string };
          }
        ).fakeUpload,
    );
    expect(options).toMatchObject({
      cloudName: "cloud17",
      apiKey: "key17",
      folder: "photos",
      uploadPreset: "square",
      multiple: false,
      cropping: true,
      croppingAspectRatio: 1,
      maxFileSize: 5_000_000,
      maxImageWidth: 2_000,
      maxImageHeight: 2_000,
      clientAllowedFormats: ["png", "jpg", "jpeg", "gif", "webp"],
    });
    const text = Object.keys(sent)
      .sort()
      .map((name) => `${name}=${sent[name]}`)
      .join("&");
    expect(signature).toBe(createHash("sha1").update(`${text}very-secret`).digest("hex"));

    await page.route("**/api/auth/profile-photo", (route) => route.fulfill({ status: 500, body: "" }));
    await you(page).getByRole("button", { name: "Photo" }).click();
    await page.getByRole("menuitem", { name: "Remove photo" }).click();
    await expect(alert).toHaveText("Failed to remove profile photo");
  } finally {
    await server.dispose();
  }
});

test("without Cloudinary configured, none of its files are loaded [SEC-95]", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await expect(you(page).getByRole("definition").first()).toBeVisible();
  expect(await page.locator('script[src*="cloudinary"]').count()).toBe(0);
});

/**
 * Replaces the widget: reports what the test says, and requests a signature of the fields that the widget would send.
 */
const fakeWidget = `
window.cloudinary = {
  createUploadWidget(options, listener) {
    const { uploadSignature, ...plain } = options;
    return {
      destroy() {},
      open() {
        const event = window.fakeEvent ?? { event: "close" };
        if (event.error) return setTimeout(() => listener(event.error));
        if (event.event !== "success") return setTimeout(() => listener(null, event));
        const sent = {
          custom_coordinates: "10,0,90,90",
          folder: options.folder,
          source: "uw",
          timestamp: String(Math.floor(Date.now() / 1000)),
          upload_preset: options.uploadPreset,
        };
        uploadSignature((signature) => {
          window.fakeUpload = { options: JSON.parse(JSON.stringify(plain)), sent, signature };
          listener(null, {
            event: "success",
            info: {
              secure_url: "https://res.cloudinary.com/" + options.cloudName + "/image/upload/v1/photos/me.png",
              coordinates: { custom: [[10, 0, 90, 90]] },
            },
          });
        }, sent);
      },
    };
  },
};`;
