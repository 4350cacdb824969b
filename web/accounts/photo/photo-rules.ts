// The rules for a photo file, and the texts for failed uploads. The server checks again, by content.

import { ApiError } from "@tabstop/contract/client";

export const photoTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export const photoFormats = ["png", "jpg", "jpeg", "gif", "webp"] as const;
export const photoMaxBytes = 5_000_000;
export const photoMaxSide = 2_000;

export const notAnImage = "Only image files are allowed";
export const uploadError = "Error uploading image. Please try again.";

/** Why this file is refused, or null. A file without a type is judged by its name. */
export function refusalOf(file: Pick<File, "name" | "type" | "size">): string | null {
  const isKnown =
    file.type === ""
      ? (photoFormats as readonly string[]).includes(file.name.split(".").at(-1)?.toLowerCase() ?? "")
      : (photoTypes as readonly string[]).includes(file.type);
  if (!isKnown) return notAnImage;
  return file.size > photoMaxBytes ? "File size must be at most 5MB" : null;
}

/** A failed upload, with a sentence for the user. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
}

export type UploadProblem = { readonly message: string; readonly mayBeServer: boolean };

/** `fallback` is the text for an error without a sentence from the server. */
export function uploadProblem(error: unknown, fallback: string): UploadProblem {
  const sentence = error instanceof ApiError || error instanceof UploadFailure ? error.message : "";
  const message = sentence || fallback;
  const isServerError = error instanceof ApiError && error.status === 500;
  return { message, mayBeServer: isServerError || /\b500\b/.test(message) };
}
