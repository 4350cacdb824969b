// Turns an uploaded photo into a small square WebP, or reports that the file is not an image.
//
// Only pixels are kept: an upload is decoded, rotated by its EXIF orientation, cropped to a square and encoded again
// without metadata. So neither the place where a photo was taken nor data hidden in the file is stored or served. A
// file that does not start like a PNG, JPEG, GIF or WebP never reaches a decoder, and the library's other decoders
// (SVG, PDF, …) are switched off. Of an animation only the first frame is used.
//
// Each photo is decoded in a process of its own (`photo-process.ts`), which is killed when it exceeds its CPU time. A
// file that crashes the decoder ends that process and nothing else.

import { fork } from "node:child_process";
import { photoFileLimit } from "@tabstop/contract/vocabulary";
import { DomainError } from "../../domain-error.ts";
import { sourceLoader, threadModule } from "../../threads/thread-jobs.ts";
import { createSemaphore, type SemaphoreLimits } from "../semaphore.ts";
import { isPlainlyBuilt } from "./photo-structure.ts";

export const pixelLimit = 25_000_000;
const cpuLimitMs = 2_000;
/** The last resort for a process that hangs without using its CPU time, or waits for a machine that is too busy. */
const wallLimitMs = 30_000;

/** The message to the process: the file and its limits. `cpuLimitMs` counts from the arrival of the message. */
export type PhotoJob = {
  readonly file: Uint8Array;
  readonly pixelLimit: number;
  readonly cpuLimitMs: number;
};
/** The message from the process. `square` has the bytes of a WebP. */
export type PhotoOutcome =
  | { readonly kind: "square"; readonly bytes: Uint8Array }
  | { readonly kind: "too-many-pixels" }
  | { readonly kind: "too-slow" }
  | { readonly kind: "no-image" };

export type PhotoImages = {
  /** Returns the bytes of a WebP. Throws DomainError TOO_LARGE, UNSUPPORTED_TYPE, UNAVAILABLE (too many at once). */
  toSquare(file: Uint8Array): Promise<Uint8Array>;
};

export function createPhotoImages(
  limits: SemaphoreLimits & { readonly cpuLimitMs?: number } = { running: 2, waiting: 16 },
): PhotoImages {
  const semaphore = createSemaphore(
    limits,
    "Too many photos are being uploaded right now. Try again in a moment.",
  );
  return {
    async toSquare(file) {
      if (file.length >= photoFileLimit) throw fileTooLarge();
      if (!isImage(file)) throw noImage();
      if (!isPlainlyBuilt(file)) throw tooSlow();
      return semaphore(async () =>
        squareOf(await decode({ file, pixelLimit, cpuLimitMs: limits.cpuLimitMs ?? cpuLimitMs })),
      );
    },
  };
}

/** Resolves once the process has ended. Throws DomainError UNAVAILABLE if it could not start or took too long. */
function decode(job: PhotoJob): Promise<PhotoOutcome> {
  return new Promise((resolve, reject) => {
    const module = threadModule("accounts/photo/photo-process");
    const loader = sourceLoader(module);
    const child = fork(loader ?? module, loader ? [module.href] : [], {
      serialization: "advanced",
      // The process sees none of the server's secrets, and nothing it prints reaches the log.
      env: {},
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let outcome: PhotoOutcome | null = null;
    const timer = setTimeout(() => child.kill("SIGKILL"), wallLimitMs);
    child.once("message", (message: PhotoOutcome) => {
      outcome = message;
    });
    child.once("error", () => {
      clearTimeout(timer);
      reject(unavailable());
    });
    child.once("close", () => {
      clearTimeout(timer);
      if (outcome !== null) resolve(outcome);
      // `killed` means that the timer ended it; else the file crashed the decoder.
      else if (child.killed) reject(unavailable());
      else resolve({ kind: "no-image" });
    });
    // If the server may open no more files, there is no channel to the process, and `error` follows.
    if (child.connected)
      child.send(job, (error) => {
        if (error !== null) child.kill("SIGKILL");
      });
  });
}

function squareOf(outcome: PhotoOutcome): Uint8Array {
  switch (outcome.kind) {
    case "square":
      return outcome.bytes;
    case "too-many-pixels":
      throw new DomainError("TOO_LARGE", "The image has too many pixels: at most 25 megapixels are allowed.");
    case "too-slow":
      throw tooSlow();
    // The file is damaged, truncated, or only starts like an image: in each case the upload is at fault.
    case "no-image":
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

function tooSlow(): DomainError {
  return new DomainError(
    "UNSUPPORTED_TYPE",
    "The image takes too long to open. Save it again as a plain PNG or JPEG, or make it smaller.",
  );
}

function unavailable(): DomainError {
  return new DomainError(
    "UNAVAILABLE",
    "The photo could not be processed right now. Try again in a moment.",
    {
      retryAfterS: 10,
    },
  );
}
