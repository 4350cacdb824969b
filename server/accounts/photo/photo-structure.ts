// Looks at how a picture's file is built, before any decoder runs: refuses files that no camera or program writes and
// that cost a decoder far more than their pixels do. One pass over the bytes; nothing is decompressed.

/** The largest number of scans of a JPEG: programs write at most 20, and each costs a pass over all pixels. */
export const scanLimit = 64;
/** The largest number of parts of a PNG or WebP, and of frames of a GIF: parts cost work, however small they are. */
export const partLimit = 10_000;

/** Whether a decoder may see this file. `file` starts like a PNG, JPEG, GIF or WebP. */
export function isPlainlyBuilt(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes[0] === 0xff) return isPlainJpeg(bytes);
  if (bytes[0] === 0x89) return hasFewParts(bytes, 8, endOfPngPart);
  if (bytes[0] === 0x52) return hasFewParts(bytes.subarray(0, 8 + bytes.readUInt32LE(4)), 12, endOfWebpPart);
  return hasFewGifBlocks(bytes);
}

/**
 * ISO/IEC 10918-1, annex B: markers, most with a length, and the coded data after each start of a scan. Only the
 * processes that browsers decode are allowed (baseline, extended and progressive with Huffman codes), in one frame.
 */
function isPlainJpeg(bytes: Buffer): boolean {
  let frames = 0;
  let scans = 0;
  let parts = 0;
  for (let at = bytes.indexOf(0xff, 2); at !== -1; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0xd9;
    // A stuffed zero, a fill byte, a restart: coded data goes on.
    if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xd9) return true;
    if (++parts > partLimit) return false;
    if (marker === 0xda && ++scans > scanLimit) return false;
    if (isFrame(marker) && (marker > 0xc2 || ++frames > 1)) return false;
    at += 2 + Math.max(2, at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 2);
  }
  // The end is missing: the decoder says so.
  return true;
}

/** The markers SOF0 to SOF15. DHT, JPG and DAC are between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** `endOf` returns where the part at a place ends. Each part has a head of eight bytes. */
function hasFewParts(bytes: Buffer, from: number, endOf: (bytes: Buffer, at: number) => number): boolean {
  let parts = 0;
  for (let at = from; at + 8 <= bytes.length; at = endOf(bytes, at)) if (++parts > partLimit) return false;
  return true;
}

/** Length, type, data and checksum. What follows the part IEND is not read. */
function endOfPngPart(bytes: Buffer, at: number): number {
  if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return bytes.length;
  return at + 12 + bytes.readUInt32BE(at);
}

/** Type, length and data, padded to an even length. */
function endOfWebpPart(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32LE(at + 4);
  return at + 8 + length + (length % 2);
}

/** GIF89a, appendix A: the colour table, then frames (`,`) and extensions (`!`), each a chain of sub-blocks. */
function hasFewGifBlocks(bytes: Buffer): boolean {
  const colours = (packed = 0) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);
  let at = 13 + colours(bytes[10]);
  for (let blocks = 0; at < bytes.length; blocks++) {
    if (blocks > partLimit) return false;
    const kind = bytes[at];
    if (kind === 0x2c) at += 11 + colours(bytes[at + 9]);
    else if (kind === 0x21) at += 2;
    else return true;
    for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length;
    at += 1;
  }
  return true;
}
