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

/**
 * A grey progressive JPEG with this many scans, each of which makes a decoder visit every block: first the mean of each
 * block, then one more bit of one of its 63 other coefficients a scan, all of them zero (ISO/IEC 10918-1, annex G).
 */
export function jpegOfManyScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const segment = (marker: number, ...data: number[]) =>
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data]);
  // One code of one bit, 0: of table 0 the difference 0, of table 1 a run of 2^14 to 2^15 - 1 blocks without a value.
  const codes = (table: number, value: number) => [table, 1, ...Array<number>(15).fill(0), value];
  const parts: Buffer[] = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0),
    segment(0xc4, ...codes(0x00, 0)),
    segment(0xc4, ...codes(0x10, 0xe0)),
    segment(0xda, 1, 1, 0x00, 0, 0, 0x00),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  const run = blocksInRuns(blocks);
  for (let scan = 1; scan < scans; scan++) {
    const [coefficient, bit] = [1 + Math.floor((scan - 1) / 14), 13 - ((scan - 1) % 14)];
    const approximation = ((bit === 13 ? 0 : bit + 1) << 4) | bit;
    parts.push(segment(0xda, 1, 1, 0x00, coefficient, coefficient, approximation), run);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

/** The coded data of a scan without a value: runs of blocks, each as the code 0 and 14 bits. */
function blocksInRuns(blocks: number): Buffer {
  let bits = "";
  for (let left = blocks; left > 0; ) {
    const length = Math.min(Math.max(left, 2 ** 14), 2 ** 15 - 1);
    bits += `0${(length - 2 ** 14).toString(2).padStart(14, "0")}`;
    left -= length;
  }
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "1"), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

export function pngChunk(type: string, data: Buffer): Buffer {
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
