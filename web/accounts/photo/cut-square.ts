// Cuts the square out of a picture in the browser, small enough for the server.

import { photoFileLimit } from "@tabstop/contract/vocabulary";
import { canvasIsHonest, lookAlike } from "./canvas-check.ts";
import type { Cut } from "./crop-geometry.ts";
import { photoMaxSide, UploadFailure, uploadError } from "./photo-rules.ts";

/** Below the server's limit, with room for the multipart body around the photo. */
const sentMaxBytes = photoFileLimit - 10_000;
const quality = 0.92;
/** The smallest canvas, in pixels a side, in which honesty is checked: a cut may be a single pixel. */
const probeSide = 64;

/** What is sent. Where the browser falsifies canvases it is the chosen file, of which the server takes the middle. */
export type PhotoToSend = { readonly photo: Blob; readonly isCut: boolean };

/** Throws UploadFailure, also when neither the square nor the whole file can be sent. */
export async function cutSquare(image: HTMLImageElement, cut: Cut, file: Blob): Promise<PhotoToSend> {
  const square = await honestSquare(image, cut, file.type);
  if (square !== null) return { photo: square, isCut: true };
  if (file.size <= sentMaxBytes) return { photo: file, isCut: false };
  throw new UploadFailure(
    "Your browser does not let this page crop pictures, so the file itself is sent: it must be less than 2MB",
  );
}

/** Null where the browser refuses to read the canvas or falsifies what is read. */
async function honestSquare(image: HTMLImageElement, cut: Cut, original: string): Promise<Blob | null> {
  const full = Math.max(1, Math.round(Math.min(cut.side, photoMaxSide)));
  if (!readable(() => canvasIsHonest(Math.max(full, probeSide), Math.max(full, probeSide)))) return null;
  for (const side of [full, ...[1_400, 1_000, 700, 512].filter((side) => side < full)]) {
    const canvas = drawn(image, cut, side);
    const blob = await encoded(canvas, original);
    if (blob === null || !(await looksLike(blob, canvas))) return null;
    if (blob.size <= sentMaxBytes) return blob;
  }
  throw new UploadFailure(uploadError);
}

function readable(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** The encoder may be falsified where reading pixels is not. */
async function looksLike(blob: Blob, canvas: HTMLCanvasElement): Promise<boolean> {
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return lookAlike(image, canvas);
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(image: HTMLImageElement, cut: Cut, side: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (context === null) throw new UploadFailure(uploadError);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, cut.x, cut.y, cut.side, cut.side, 0, 0, side, side);
  return canvas;
}

/** WebP. Safari cannot write it and writes PNG instead, which is too large for photos: they become JPEG. */
async function encoded(canvas: HTMLCanvasElement, original: string): Promise<Blob | null> {
  const webp = await blobOf(canvas, "image/webp");
  // A JPEG has no transparency to keep.
  if (webp?.type === "image/webp" || original !== "image/jpeg") return webp;
  return blobOf(canvas, "image/jpeg");
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => {
    try {
      canvas.toBlob(resolve, type, quality);
    } catch {
      resolve(null);
    }
  });
}
