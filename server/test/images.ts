// Images for tests, valid and hostile, generated instead of stored as files.

import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A photo whose left half is red and whose right half is blue. */
export function halves(width: number, height: number) {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: "red" } };
  return sharp({ create: { width, height, channels: 3, background: "blue" } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

/** A JPEG as a phone makes it: rotated by its EXIF orientation, with the GPS position in its metadata. */
export function phonePhoto(): Promise<Buffer> {
  return halves(300, 200)
    .jpeg()
    .withExif({
      IFD0: { Make: "canary-camera", Artist: "canary-artist" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 31/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "13/1 24/1 0/1",
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A GIF of three frames: red, green, blue. */
export async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ["red", "green", "blue"].map((background) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [50, 50, 50] })
    .toBuffer();
}

/** A file of a few kilobytes that has and declares this size: one shade of grey after another. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The colours in the middle of the four quarters, row by row, each as `red`, `green`, `blue` or its values. */
export async function quarters(image: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(from, from + 3);
    if (r > 180 && g < 80 && b < 80) return "red";
    if (r < 80 && g > 80 && b < 80) return "green";
    if (r < 80 && g < 80 && b > 180) return "blue";
    return `${r} ${g} ${b}`;
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}
