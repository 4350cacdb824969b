// Files that cost a decoder far more than their pixels do, and sound files at the limits.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { animatedGif, halves, jpegOfManyScans, pngBomb, pngChunk } from "../../test/images.ts";
import { createPhotoImages } from "./photo-image.ts";
import { isPlainlyBuilt, partLimit, scanLimit } from "./photo-structure.ts";

const takesTooLong = {
  code: "UNSUPPORTED_TYPE",
  message: "The image takes too long to open. Save it again as a plain PNG or JPEG, or make it smaller.",
};
const images = (more = {}) => createPhotoImages({ running: 2, waiting: 16, ...more });

test("a progressive JPEG with a scan for every bit of its coefficients is refused before it is decoded [SEC-150]", async () => {
  const bomb = jpegOfManyScans(5_000, 5_000, 63 * 14 + 1);
  const before = process.cpuUsage();
  await expect(images().toSquare(bomb)).rejects.toMatchObject(takesTooLong);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(200);
});

test("a decoder that exceeds its CPU time is killed, and other photos are processed [SEC-151]", async () => {
  const slow = jpegOfManyScans(5_000, 5_000, scanLimit);
  // It passes within the usual time: only the limit of this test is too short for it.
  expect((await images().toSquare(slow)).length).toBeGreaterThan(100);
  const strict = images({ cpuLimitMs: 100 });
  const small = await halves(300, 300).png().toBuffer();
  const results = await Promise.allSettled([slow, slow, slow, small].map((file) => strict.toSquare(file)));
  expect(results.slice(0, 3)).toMatchObject(Array(3).fill({ status: "rejected", reason: takesTooLong }));
  expect(results[3]).toMatchObject({ status: "fulfilled" });
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ["a PNG with too many parts", () => pngOfParts(partLimit)],
  ["a WebP with too many parts", () => webpOfParts(partLimit + 1)],
  ["a GIF with too many frames", () => gifOfFrames(partLimit + 2)],
  [
    "a JPEG with too many comments",
    () => jpegWith(Buffer.alloc(4 * (partLimit + 1), "\xff\xfe\x00\x02", "latin1")),
  ],
  ["a JPEG with one scan too many", () => jpegOfManyScans(64, 64, scanLimit + 1)],
  ["a JPEG with arithmetic coding", () => withFrame(0xc9)],
  ["a JPEG without loss", () => withFrame(0xc3)],
  ["a JPEG in levels", () => withFrame(0xc5)],
  ["a JPEG of two frames", async () => jpegWith(frameOf(await halves(64, 64).jpeg().toBuffer()))],
])("%s is refused before it is decoded", async (_, file) => {
  await expect(images().toSquare(await file())).rejects.toMatchObject(takesTooLong);
});

test("what cameras and programs write passes, also 25 megapixels in the formats that cost most", async () => {
  const large = () =>
    sharp({
      create: { width: 5_000, height: 5_000, channels: 4, background: { r: 200, g: 10, b: 60, alpha: 0.7 } },
    });
  const files = [
    large().png({ progressive: true }).toBuffer(),
    large().toColourspace("rgb16").png().toBuffer(),
    large().webp({ lossless: true }).toBuffer(),
    large().gif().toBuffer(),
    large().flatten().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
    large().flatten().jpeg({ mozjpeg: true }).toBuffer(),
    halves(900, 400)
      .jpeg()
      .withExif({ IFD0: { Artist: "x".repeat(30_000) } })
      .toBuffer(),
    animatedGif(),
    pngBomb(5_000, 5_000),
    jpegOfManyScans(64, 64, scanLimit),
    pngOfParts(partLimit - 10),
    gifOfFrames(1_000),
  ];
  for (const file of files) expect((await images().toSquare(await file)).length).toBeGreaterThan(50);
});

test("looking at the structure ends and never throws, whatever follows the first bytes", () => {
  const heads = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF89a", "RIFF\xff\xff\xff\x7fWEBP"];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), (head, rest) => {
      expect(isPlainlyBuilt(Buffer.concat([Buffer.from(head, "latin1"), rest]))).toBeTypeOf("boolean");
    }),
  );
});

function pngOfParts(parts: number): Buffer {
  const png = pngBomb(40, 40);
  const end = png.length - 12;
  const comment = pngChunk("tEXt", Buffer.from("a\0b", "latin1"));
  return Buffer.concat([png.subarray(0, end), ...Array<Buffer>(parts).fill(comment), png.subarray(end)]);
}

function webpOfParts(parts: number): Buffer {
  const file = Buffer.alloc(12 + 8 * parts);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WEBP", 8, "latin1");
  for (let at = 12; at < file.length; at += 8) file.write("ANMF", at, "latin1");
  return file;
}

/** Frames of one pixel: a descriptor, the size of a code, one sub-block with clear, pixel and end, and its end. */
function gifOfFrames(frames: number): Buffer {
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]);
  const head = Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(";")]);
}

/** A JPEG with these bytes after its start. */
async function jpegWith(bytes: Buffer): Promise<Buffer> {
  const jpeg = await halves(64, 64).jpeg().toBuffer();
  return Buffer.concat([jpeg.subarray(0, 2), bytes, jpeg.subarray(2)]);
}

/** A JPEG whose frame claims another process of coding. */
async function withFrame(marker: number): Promise<Buffer> {
  const jpeg = await halves(64, 64).jpeg().toBuffer();
  jpeg[jpeg.indexOf(frameOf(jpeg)) + 1] = marker;
  return jpeg;
}

function frameOf(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
}

test.runIf(process.platform !== "win32")(
  "while the server may open no more files a photo is refused for the moment, and the server goes on",
  { timeout: 60_000 },
  async () => {
    const file = join(import.meta.dirname, "../../test/photo-process-without-files.ts");
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      'ulimit -n 300 && exec "$0" --import tsx "$1"',
      process.execPath,
      file,
    ]);
    expect(stdout).toBe("UNAVAILABLE\ndone true\n");
  },
);
