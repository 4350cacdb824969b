import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { UploadFailure, uploadProblem, refusalOf } from "./photo-rules.ts";

const file = (name: string, type: string, size = 1000) => refusalOf({ name, type, size });

test("the five formats are recognised by type or, without a type, by name", () => {
  expect([
    file("me.png", "image/png"),
    file("me.jpg", "image/jpeg"),
    file("me.gif", "image/gif"),
    file("me.webp", "image/webp"),
    file("ME.JPEG", ""),
  ]).toEqual([null, null, null, null, null]);
});

test("a file that is not an image is refused, and so is an SVG", () => {
  expect([
    file("notes.txt", "text/plain"),
    file("me.svg", "image/svg+xml"),
    file("me.png.exe", ""),
    file("me.png", "application/pdf"),
  ]).toEqual(Array(4).fill("Only image files are allowed"));
});

test("5,000,000 bytes are accepted, one more is not", () => {
  expect(file("me.png", "image/png", 5_000_000)).toBeNull();
  expect(file("me.png", "image/png", 5_000_001)).toBe("File size must be at most 5MB");
});

test("a failed upload shows the server's sentence, and whether the fault may be the server's", () => {
  const large = new ApiError(413, { error: "File size must be less than 2MB", code: "TOO_LARGE" }, null);
  expect(uploadProblem(large, "Photo upload failed")).toEqual({
    message: "File size must be less than 2MB",
    mayBeServer: false,
  });
  expect(uploadProblem(new ApiError(500, "", null), "Photo upload failed")).toEqual({
    message: "Photo upload failed",
    mayBeServer: true,
  });
  expect(uploadProblem(new NetworkError("away"), "Photo upload failed").message).toBe("Photo upload failed");
  expect(
    uploadProblem(new UploadFailure("Upload error: 500 Internal Server Error"), "Failed to update profile"),
  ).toEqual({ message: "Upload error: 500 Internal Server Error", mayBeServer: true });
});
