// Photos from the upload to the address that shows them, good and hostile ones, on both databases.

import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../../test/harness.ts";
import { animatedGif, halves, phonePhoto, pngBomb, quarters } from "../../test/images.ts";
import { createPhotoImages, pixelLimit } from "./photo-image.ts";

const onlyImages = { error: "Only image files are allowed", code: "UNSUPPORTED_TYPE" };
const tooLarge = { error: "File size must be less than 2MB", code: "TOO_LARGE" };

type Part = {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly file?: string;
  readonly type?: string;
};

function form(...parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = "----tabstop-test-boundary";
  const chunks = parts.flatMap(({ name, content, file, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n${type ? `content-type: ${type}\r\n` : ""}\r\n`,
    ),
    Buffer.from(content as Uint8Array),
    Buffer.from("\r\n"),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let people = 0;
  beforeAll(async () => {
    harness = await openServer(opener, {
      env: {
        PHOTO_HOSTS: "images.example.org, cdn.example.org:8443",
        CLOUDINARY_URL: "cloudinary://123:secret@own-cloud",
        RATE_LIMITS: "off",
      },
    });
  });
  afterAll(() => harness.close());
  const somebody = () => harness.register(`somebody ${++people}`.replace(" ", "-"));

  const send = async (person: Person, ...parts: Part[]) => {
    const { payload, headers } = form(...parts);
    const answer = await harness.app.inject({
      method: "POST",
      url: "/api/auth/profile-photo",
      payload,
      headers: { ...headers, authorization: `Bearer ${person.token}` },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const upload = (person: Person, content: Uint8Array | string, file = "me.png", type = "image/png") =>
    send(person, { name: "profilePhoto", content, file, type });
  const media = (path: string, headers = {}) => harness.app.inject({ url: path, headers });

  test.each(["png", "jpeg", "gif", "webp"] as const)(
    "a %s becomes a square WebP under the hash of its bytes, cacheable forever",
    async (format) => {
      const mira = await somebody();
      const { status, body } = await upload(mira, await halves(900, 400).toFormat(format).toBuffer());
      expect([status, body]).toEqual([
        200,
        { profile_photo: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/) },
      ]);
      expect((await mira.client("getProfile")).profile_photo).toBe(body.profile_photo);
      for (const path of [body.profile_photo, `/api${body.profile_photo}`, `${body.profile_photo}?t=17`]) {
        const photo = await media(path, { accept: "image/avif,image/webp,*/*" });
        expect([photo.statusCode, photo.headers["content-type"], photo.headers["cache-control"]]).toEqual([
          200,
          "image/webp",
          "public, max-age=31536000, immutable",
        ]);
        expect(photo.headers["x-content-type-options"]).toBe("nosniff");
        const hash = createHash("sha256").update(photo.rawPayload).digest("hex");
        expect(body.profile_photo).toBe(`/media/${hash}.webp`);
        const { width, height, format: kept } = await sharp(photo.rawPayload).metadata();
        expect([kept, width, height]).toEqual(["webp", 512, 512]);
        expect(await quarters(photo.rawPayload)).toEqual(["red", "blue", "red", "blue"]);
      }
      const etag = `"${body.profile_photo.split("/").at(-1)}"`;
      const again = await media(body.profile_photo, { "if-none-match": etag });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    },
  );

  test("a phone's photo is rotated upright, and place, camera and name are removed [SEC-97]", async () => {
    const mira = await somebody();
    const photo = await phonePhoto();
    const lying = await sharp(photo).metadata();
    expect([lying.orientation, lying.exif?.includes("canary-camera")]).toEqual([6, true]);
    const { body } = await upload(mira, photo, "IMG_0001.JPG", "image/jpeg");
    const { rawPayload } = await media(body.profile_photo);
    const { exif, xmp, iptc, icc, orientation } = await sharp(rawPayload).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
    expect(rawPayload.includes("canary")).toBe(false);
    // After a quarter turn to the right, the left half is at the top.
    expect(await quarters(rawPayload)).toEqual(["red", "red", "blue", "blue"]);
  });

  test("of an animation only the first frame is kept", async () => {
    const mira = await somebody();
    const gif = await animatedGif();
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3);
    const { body } = await upload(mira, gif, "me.gif", "image/gif");
    const { rawPayload } = await media(body.profile_photo);
    expect((await sharp(rawPayload, { animated: true }).metadata()).pages ?? 1).toBe(1);
    expect(await quarters(rawPayload)).toEqual(Array(4).fill("red"));
  });

  test("a file that is not an image is refused, whatever its name or type, and the old photo stays [SEC-34]", async () => {
    const mira = await somebody();
    const png = await halves(50, 50).png().toBuffer();
    const jpeg = await halves(400, 400).jpeg().toBuffer();
    const { body: kept } = await upload(mira, png);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const hostile: [string, Uint8Array | string][] = [
      ["text", "hello"],
      ["SVG", svg],
      ["SVG with an XML head", `<?xml version="1.0"?>${svg}`],
      ["HTML", "<!doctype html><script>alert(1)</script>"],
      ["PDF", "%PDF-1.7\n1 0 obj"],
      ["TIFF", await halves(20, 20).tiff().toBuffer()],
      ["AVIF", await halves(20, 20).avif().toBuffer()],
      ["a GIF head before a script", "GIF89a/*\x01\x00*/=1;alert(document.domain)//"],
      ["a PNG head before HTML", `\x89PNG\r\n\x1a\n${svg}`],
      ["a JPEG cut short", jpeg.subarray(0, Math.floor(jpeg.length / 2))],
      ["a PNG cut short", png.subarray(0, png.length - 40)],
      ["the head of a JPEG", jpeg.subarray(0, 20)],
      ["a WebP head and noise", Buffer.concat([Buffer.from("RIFF\x10\0\0\0WEBPVP8 "), Buffer.alloc(400, 7)])],
    ];
    for (const [what, content] of hostile) {
      const { status, body } = await upload(mira, content);
      expect([what, status, body]).toEqual([what, 415, onlyImages]);
    }
    expect((await mira.client("getProfile")).profile_photo).toBe(kept.profile_photo);
  });

  test("a polyglot keeps its pixels and loses the rest [SEC-37]", async () => {
    const mira = await somebody();
    const script = Buffer.from("<script>alert('canary')</script>PK\x03\x04");
    const polyglot = Buffer.concat([await halves(80, 80).png().toBuffer(), script]);
    const { status, body } = await upload(mira, polyglot, "x.html", "text/html");
    expect(status).toBe(200);
    const { rawPayload, headers } = await media(body.profile_photo);
    expect([rawPayload.includes("canary"), headers["content-type"]]).toEqual([false, "image/webp"]);
  });

  test("an image with too many pixels is refused by its header, however small the file [SEC-36]", async () => {
    const mira = await somebody();
    const before = process.memoryUsage().rss;
    for (const [width, height] of [
      [5_001, 5_000],
      [60_000, 60_000],
      [2_000_000_000, 2],
    ] as const) {
      const bomb = height > 10 && width < 6_000 ? pngBomb(width, height) : pngBomb(width, 2).fill(0, 0, 0);
      if (height > 2) bomb.writeUInt32BE(height, 20);
      const { status, body } = await upload(mira, bomb);
      expect([width, [413, 415].includes(status)]).toEqual([width, true]);
      if (status === 413) expect(body.error).toContain("25 megapixels");
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    expect((await upload(mira, pngBomb(5_000, 5_000))).status).toBe(200);
  });

  test("2,000,000 bytes are too many, one byte less is accepted [SEC-32]", async () => {
    const mira = await somebody();
    const png = await halves(50, 50).png().toBuffer();
    const padded = (length: number) => Buffer.concat([png, Buffer.alloc(length - png.length)]);
    expect((await upload(mira, padded(1_999_999))).status).toBe(200);
    for (const length of [2_000_000, 2_000_001, 6_000_000]) {
      const { status, body } = await upload(mira, padded(length));
      expect([length, status, body]).toEqual([length, 413, tooLarge]);
    }
  });

  test("the file must be in the field profilePhoto, once; JSON, an empty body and a broken form are refused", async () => {
    const mira = await somebody();
    const png = await halves(50, 50).png().toBuffer();
    const photo = { name: "profilePhoto", content: png, file: "me.png", type: "image/png" };
    const missing = { status: 400, body: { code: "INVALID", details: [{ path: "profilePhoto" }] } };
    expect(await send(mira)).toMatchObject(missing);
    expect(await send(mira, { ...photo, name: "photo" })).toMatchObject(missing);
    expect(await send(mira, { name: "profilePhoto", content: "text" })).toMatchObject(missing);
    expect(await send(mira, { ...photo, content: "" })).toMatchObject(missing);
    expect(await send(mira, photo, photo)).toMatchObject(missing);
    expect(await send(mira, { name: "__proto__", content: "x" }, photo)).toMatchObject({ status: 400 });
    expect((await send(mira, { name: "note", content: "hello" }, photo)).status).toBe(200);

    const post = async (payload: string | Buffer, type: string) => {
      const answer = await harness.app.inject({
        method: "POST",
        url: "/api/auth/profile-photo",
        payload,
        headers: { "content-type": type, authorization: `Bearer ${mira.token}` },
      });
      return [answer.statusCode, answer.json().code];
    };
    expect(await post('{"profilePhoto":"x"}', "application/json")).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await post(png, "image/png")).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await post("nonsense", "multipart/form-data; boundary=x")).toEqual([400, "MALFORMED"]);
    expect(
      await post(
        form(photo).payload.subarray(0, 300),
        "multipart/form-data; boundary=----tabstop-test-boundary",
      ),
    ).toEqual([400, "MALFORMED"]);
    expect(await post("x", "multipart/form-data")).toEqual([400, "MALFORMED"]);
    const { payload, headers } = form(photo);
    const nobody = await harness.app.inject({
      method: "POST",
      url: "/api/auth/profile-photo",
      payload,
      headers,
    });
    expect(nobody.statusCode).toBe(401);
    const elsewhere = await harness.app.inject({ method: "POST", url: "/api/auth/login", payload, headers });
    expect(elsewhere.statusCode).toBe(415);
  });

  test("a new photo replaces the old one, and a removed photo's address is 404", async () => {
    const mira = await somebody();
    const other = await somebody();
    const png = await halves(70, 70).png().toBuffer();
    const green = await sharp({ create: { width: 9, height: 9, channels: 3, background: "green" } })
      .png()
      .toBuffer();
    const first = (await upload(mira, png)).body.profile_photo;
    expect((await upload(other, png)).body.profile_photo).toBe(first);
    const second = (await upload(mira, green)).body.profile_photo;
    expect(second).not.toBe(first);
    // The other user's photo is the same picture and stays.
    expect((await media(first)).statusCode).toBe(200);
    expect(await other.client("deleteProfilePhoto")).toEqual({ message: "Your photo has been removed." });
    expect((await other.client("getProfile")).profile_photo).toBe(null);
    const gone = await media(first);
    expect([gone.statusCode, gone.json().code, gone.headers["cache-control"]]).toEqual([
      404,
      "NOT_FOUND",
      "no-store",
    ]);
    expect((await media(second)).statusCode).toBe(200);
    await other.client("deleteProfilePhoto");
  });

  test("an address that is not a photo's is 404 and never the web app [SEC-38]", async () => {
    for (const path of [
      "/media/",
      "/media/x.webp",
      `/media/${"a".repeat(64)}`,
      `/media/${"A".repeat(64)}.webp`,
      `/media/${"a".repeat(64)}.webp/x`,
      "/media/..%2f..%2fsecret.key",
      "/media/%00.webp",
    ]) {
      const answer = await media(path, { accept: "text/html" });
      expect([path, answer.statusCode === 404 || answer.statusCode === 400]).toEqual([path, true]);
      expect(answer.headers["content-type"]).toContain("json");
    }
  });

  test("a photo's address must be https under the operator's own cloud or on an allowed host [SEC-04]", async () => {
    const mira = await somebody();
    const set = (profilePhoto: string) => mira.client("updateProfilePhoto", { body: { profilePhoto } });
    const uploaded = (await upload(mira, await halves(60, 60).png().toBuffer())).body.profile_photo;
    for (const url of [
      "https://res.cloudinary.com/own-cloud/image/upload/c_crop,x_10,y_0,w_90,h_90/v1/faces/me.jpg",
      "https://images.example.org/a?b=c",
      "https://cdn.example.org:8443/me.png",
    ]) {
      expect(await set(url)).toEqual({ profile_photo: url });
      expect((await mira.client("getProfile")).profile_photo).toBe(url);
    }
    expect((await media(uploaded)).statusCode).toBe(404);
    for (const url of [
      "http://res.cloudinary.com/own-cloud/image/upload/me.jpg",
      "https://res.cloudinary.com/other-cloud/image/upload/me.jpg",
      "https://res.cloudinary.com/own-cloud-2/image/upload/me.jpg",
      "https://res.cloudinary.com/OWN-CLOUD/image/upload/me.jpg",
      "https://res.cloudinary.com/own-cloud/image/fetch/https://evil.test/me.jpg",
      "https://res.cloudinary.com/own-cloud/raw/upload/me.svg",
      "https://res.cloudinary.com/own-cloud/image/upload/../../../other-cloud/image/upload/me.jpg",
      "https://res.cloudinary.com/own-cloud/image/upload/%2e%2e/%2E%2E/%2e./other-cloud/me.jpg",
      "https://res.cloudinary.com/own-cloud/image/upload/..%2F..%2fother-cloud/me.jpg",
      "https://res.cloudinary.com/own-cloud/image/upload/..%5c..%5Cother-cloud/me.jpg",
      "https://res.cloudinary.com.evil.test/me.jpg",
      "https://evil.test/res.cloudinary.com",
      "https://res.cloudinary.com@evil.test/",
      "https://user:pass@res.cloudinary.com/",
      "https://res.cloudinary.com:8443/",
      "https://cdn.example.org/",
      "https:\\\\res.cloudinary.com\\x",
      " https://res.cloudinary.com/x",
      "javascript:alert(1)//res.cloudinary.com",
      "data:image/png;base64,AAAA",
      "//res.cloudinary.com/x",
      "/media/x.webp",
      "",
    ])
      await expect(set(url), url).rejects.toMatchObject({
        status: 400,
        code: "INVALID",
        details: [{ path: "profilePhoto" }],
      });
  });
});

test("without Cloudinary no address of its host is taken, and a signature request gets 503 with a sentence", async () => {
  const harness = await openServer(openers[0] as (typeof openers)[number], {});
  try {
    const mira = await harness.register("mira");
    const profilePhoto = "https://res.cloudinary.com/demo/image/upload/me.jpg";
    await expect(mira.client("updateProfilePhoto", { body: { profilePhoto } })).rejects.toMatchObject({
      status: 400,
      message: "This server takes no photos from other addresses. Upload the photo as a file.",
    });
    await expect(mira.client("getCloudinarySignature")).rejects.toMatchObject({
      status: 503,
      code: "NOT_CONFIGURED",
    });
  } finally {
    await harness.close();
  }
});

test("with Cloudinary configured, a logged-in user gets a signature and never the secret", async () => {
  const harness = await openServer(openers[0] as (typeof openers)[number], {
    env: {
      CLOUDINARY_URL: "cloudinary://123:s3cret-key@demo",
      CLOUDINARY_UPLOAD_PRESET: "photos",
      CLOUDINARY_FOLDER: "faces",
    },
  });
  try {
    const mira = await harness.register("mira");
    const headers = { authorization: `Bearer ${mira.token}` };
    for (const url of ["/auth/cloudinary-signature", "/api/auth/cloudinary-signature?source=uw"]) {
      const answer = await harness.app.inject({ url, headers });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          cloudName: "demo",
          apiKey: "123",
          timestamp: harness.clock.now / 1000,
          signature: expect.stringMatching(/^[0-9a-f]{40}$/),
          folder: "faces",
          uploadPreset: "photos",
        },
      ]);
      expect(answer.body).not.toContain("s3cret");
    }
  } finally {
    await harness.close();
  }
});

test("two photos are processed at a time, a limited number waits, and further uploads get a time to retry [SEC-103]", async () => {
  const images = createPhotoImages({ running: 2, waiting: 3 });
  const png = await halves(300, 300).png().toBuffer();
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => images.toSquare(png)));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array(5).fill("fulfilled"),
    ...Array(3).fill("rejected"),
  ]);
  expect(results.at(-1)).toMatchObject({ reason: { code: "UNAVAILABLE", more: { retryAfterS: 2 } } });
  expect(pixelLimit).toBe(25_000_000);
});
