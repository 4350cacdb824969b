import { expect, test } from "vitest";
import { addressIn, widgetOptions, widgetProblem } from "./cloudinary-widget.ts";

const account = {
  cloudName: "cloud",
  apiKey: "key",
  folder: "tabstop",
  uploadPreset: "",
};

test("the widget gets its account and the limits of a photo", () => {
  expect(widgetOptions(account)).toMatchObject({
    cloudName: "cloud",
    apiKey: "key",
    folder: "tabstop",
    multiple: false,
    cropping: true,
    croppingAspectRatio: 1,
    maxFileSize: 5_000_000,
    maxImageWidth: 2000,
    maxImageHeight: 2000,
    clientAllowedFormats: ["png", "jpg", "jpeg", "gif", "webp"],
  });
});

test("a preset is sent only if one is configured, since the signature covers all sent fields", () => {
  expect(widgetOptions(account)).not.toHaveProperty("uploadPreset");
  expect(widgetOptions({ ...account, uploadPreset: "square" })).toHaveProperty("uploadPreset", "square");
});

test("errors of the widget are shown in the product's sentences", () => {
  expect(
    [
      { status: "Upload failed", statusText: "Invalid Signature 12ab. String to sign - 'folder=tabstop'" },
      { statusText: "500 Internal Server Error" },
      "Bad Request",
      { status: "Upload failed" },
      {},
    ].map(widgetProblem),
  ).toEqual([
    "Authentication error. The upload credentials were invalid or expired.",
    "Upload error: 500 Internal Server Error",
    "Upload error: Bad Request",
    "Error uploading image. Please try again.",
    "Error uploading image. Please try again.",
  ]);
});

test("the address contains the chosen square", () => {
  const secure_url = "https://res.cloudinary.com/cloud/image/upload/v17/tabstop/me.png";
  expect(addressIn({ secure_url })).toBe(secure_url);
  expect(addressIn({ secure_url, coordinates: { custom: [[10, 20, 300, 300]] } })).toBe(
    "https://res.cloudinary.com/cloud/image/upload/c_crop,x_10,y_20,w_300,h_300/v17/tabstop/me.png",
  );
  expect(addressIn({})).toBeNull();
  expect(addressIn(undefined)).toBeNull();
});
