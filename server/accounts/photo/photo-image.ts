// Turns an uploaded photo into a small square WebP, or reports that the file is not an image.
//
// Only pixels are kept: an upload is decoded, rotated by its EXIF orientation, cropped to a square and encoded again
// without metadata. So neither the place where a photo was taken nor data hidden in the file is stored or served. A
// file that does not start like a PNG, JPEG, GIF or WebP never reaches a decoder, and the library's other decoders
// (SVG, PDF, …) are switched off for the whole process. Of an animation only the first frame is used.

import { photoFileLimit } from "@tabstop/contract/vocabulary";
import sharp from "sharp";
import { DomainError } from "../../domain-error.ts";
import { createSemaphore, type SemaphoreLimits } from "../semaphore.ts";

/** Width and height of the stored photo, in pixels. */
const side = 512;
export const pixelLimit = 25_000_000;
const timeLimitS = 10;

export type PhotoImages = {
  /** Returns the bytes of a WebP. Throws DomainError TOO_LARGE, UNSUPPORTED_TYPE, UNAVAILABLE (too many at once). */
  toSquare(file: Uint8Array): Promise<Uint8Array>;
};

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif", "VipsForeignLoadWebp"],
});

export function createPhotoImages(limits: SemaphoreLimits = { running: 2, waiting: 16 }): PhotoImages {
  const semaphore = createSemaphore(
    limits,
    "Too many photos are being uploaded right now. Try again in a moment.",
  );
  return {
    async toSquare(file) {
      if (file.length >= photoFileLimit) throw fileTooLarge();
      if (!isImage(file)) throw noImage();
      return semaphore(() => square(file));
    },
  };
}

async function square(file: Uint8Array): Promise<Uint8Array> {
  const options = { limitInputPixels: pixelLimit, failOn: "error", pages: 1 } as const;
  // Read the size from the file header first, so that an oversized image is never decoded.
  const { width, height } = await orNoImage(sharp(file, { ...options, limitInputPixels: false }).metadata());
  if (width * height > pixelLimit)
    throw new DomainError("TOO_LARGE", "The image has too many pixels: at most 25 megapixels are allowed.");
  return orNoImage(
    sharp(file, options)
      .timeout({ seconds: timeLimitS })
      .autoOrient()
      .resize(side, side, { fit: "cover" })
      .toColourspace("srgb")
      .webp({ quality: 82 })
      .toBuffer(),
  );
}

async function orNoImage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    // The file is damaged, truncated, or only starts like an image: in each case the upload is at fault.
    throw noImage();
  }
}

function isImage(file: Uint8Array): boolean {
  const head = Buffer.from(file.subarray(0, 12)).toString("latin1");
  return (
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    head.startsWith("\xff\xd8\xff") ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF[^]{4}WEBP/.test(head)
  );
}

export function fileTooLarge(): DomainError {
  return new DomainError("TOO_LARGE", "File size must be less than 2MB");
}

function noImage(): DomainError {
  return new DomainError("UNSUPPORTED_TYPE", "Only image files are allowed");
}
