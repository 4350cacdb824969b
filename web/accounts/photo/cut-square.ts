// Cuts the square out of a picture in the browser, small enough for the server.

import { photoFileLimit } from "@tabstop/contract/vocabulary";
import type { Cut } from "./crop-geometry.ts";
import { photoMaxSide, UploadFailure, uploadError } from "./photo-rules.ts";

/** Below the server's limit, with room for the multipart body around the photo. */
const sentMaxBytes = photoFileLimit - 10_000;
const quality = 0.92;

/** `original` is the media type of the chosen file: a JPEG has no transparency to keep. Throws UploadFailure. */
export async function cutSquare(image: HTMLImageElement, cut: Cut, original: string): Promise<Blob> {
  const full = Math.max(1, Math.round(Math.min(cut.side, photoMaxSide)));
  for (const side of [full, ...[1_400, 1_000, 700, 512].filter((side) => side < full)]) {
    const blob = await encoded(drawn(image, cut, side), original);
    if (blob.size <= sentMaxBytes) return blob;
  }
  throw new UploadFailure(uploadError);
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
async function encoded(canvas: HTMLCanvasElement, original: string): Promise<Blob> {
  const webp = await blobOf(canvas, "image/webp");
  if (webp.type === "image/webp" || original !== "image/jpeg") return webp;
  return blobOf(canvas, "image/jpeg");
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new UploadFailure(uploadError)) : resolve(blob)),
      type,
      quality,
    );
  });
}
