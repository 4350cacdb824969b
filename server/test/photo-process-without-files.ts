// A process that processes a photo while it may open no more files, and again when it may. It prints the code of the
// error, then `done` with the size of the photo.

import { closeSync, openSync } from "node:fs";
import { createPhotoImages } from "../accounts/photo/photo-image.ts";
import { DomainError } from "../domain-error.ts";
import { halves } from "./images.ts";

const file = await halves(64, 64).png().toBuffer();
const images = createPhotoImages();
const files: number[] = [];
try {
  for (;;) files.push(openSync("/dev/null", "r"));
} catch {
  // No more files.
}
const error: unknown = await images.toSquare(file).catch((reason: unknown) => reason);
for (const one of files) closeSync(one);
process.stdout.write(`${error instanceof DomainError ? error.code : String(error)}\n`);
const square = await images.toSquare(file);
process.stdout.write(`done ${square.length > 0}\n`);
