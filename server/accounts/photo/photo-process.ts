// The program of the process that decodes one uploaded photo and ends (`photo-image.ts` starts it).
//
// A decoder works in threads of the library, which nothing can stop; a process can be killed. It watches its own CPU
// time, which a busy machine does not use up.

import sharp from "sharp";
import type { PhotoJob, PhotoOutcome } from "./photo-image.ts";

/** Width and height of the stored photo, in pixels. */
const side = 512;
const watchEveryMs = 20;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif", "VipsForeignLoadWebp"],
});

process.once("message", (job: PhotoJob) => {
  const before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > job.cpuLimitMs) end({ kind: "too-slow" });
  }, watchEveryMs);
  square(job).then(end, () => end({ kind: "no-image" }));
});
// The server has ended.
process.once("disconnect", kill);

async function square({ file, pixelLimit }: PhotoJob): Promise<PhotoOutcome> {
  const options = { limitInputPixels: pixelLimit, failOn: "error", pages: 1 } as const;
  // Read the size from the file header first, so that an oversized image is never decoded.
  const { width, height } = await sharp(file, { ...options, limitInputPixels: false }).metadata();
  if (width * height > pixelLimit) return { kind: "too-many-pixels" };
  const bytes = await sharp(file, options)
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .toColourspace("srgb")
    .webp({ quality: 82 })
    .toBuffer();
  return { kind: "square", bytes };
}

function end(outcome: PhotoOutcome): void {
  process.send?.(outcome, kill);
}

/** An orderly exit would wait for the decoder's threads. */
function kill(): void {
  process.kill(process.pid, "SIGKILL");
}
