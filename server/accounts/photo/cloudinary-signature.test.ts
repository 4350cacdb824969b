import { expect, test } from "vitest";
import { getCloudinarySignature, sign } from "./cloudinary-signature.ts";

// The results of `utils.api_sign_request` in Cloudinary's SDK for Node (2.11.0) for the same parameters and secret.
test.each([
  [
    { upload_preset: "photos", timestamp: "1795780800", folder: "tabstop" },
    "f500c7596ca85f8ed2100eb0a88a7bdf249f6490",
  ],
  [
    { folder: "tabstop", timestamp: "1795780800", upload_preset: "" },
    "96f6bc796a2be44f98952bbb3c7c498464228b07",
  ],
  [
    {
      folder: "a&b=c",
      timestamp: "1795780800",
      upload_preset: "p é",
      source: "uw",
      custom_coordinates: "1,2,300,400",
    },
    "a65165be1431e3b31b72de5583f673196f667a93",
  ],
])("%j is signed as the SDK does", (parameters, signature) => {
  expect(sign(parameters, "s3cret-key")).toBe(signature);
});

const cloudinary = {
  cloudName: "demo",
  apiKey: "123",
  apiSecret: "s3cret-key",
  uploadPreset: "photos",
  folder: "tabstop",
};
const now = () => 1_795_780_800_999;

test("the response contains what the widget needs and never the secret", async () => {
  const answer = await getCloudinarySignature({ cloudinary, now }, {});
  expect(answer).toEqual({
    cloudName: "demo",
    apiKey: "123",
    timestamp: 1_795_780_800,
    signature: "f500c7596ca85f8ed2100eb0a88a7bdf249f6490",
    folder: "tabstop",
    uploadPreset: "photos",
  });
});

test("the widget's own parameters are signed too, and nothing else is", async () => {
  const signatureFor = async (query: Record<string, unknown>) =>
    (await getCloudinarySignature({ cloudinary, now }, query)).signature;
  const plain = await signatureFor({});
  expect(await signatureFor({ source: "uw" })).toBe(
    sign({ folder: "tabstop", source: "uw", timestamp: "1795780800", upload_preset: "photos" }, "s3cret-key"),
  );
  for (const query of [
    { folder: "elsewhere", upload_preset: "other", public_id: "admin", timestamp: "1" },
    { source: "uw&folder=elsewhere" },
    { source: ["uw", "uw"] },
    { custom_coordinates: "1,2,3" },
    { __proto__: { source: "uw" } },
  ])
    expect(await signatureFor(query)).toBe(plain);
});

test("the widget's own timestamp is signed if it is close to the server's time", async () => {
  const at = async (timestamp: string) =>
    (await getCloudinarySignature({ cloudinary, now }, { timestamp })).timestamp;
  expect([await at("1795780100"), await at("1795784400"), await at("1795784401"), await at("-1")]).toEqual([
    1_795_780_100, 1_795_784_400, 1_795_780_800, 1_795_780_800,
  ]);
  const { signature } = await getCloudinarySignature({ cloudinary, now }, { timestamp: "1795780100" });
  expect(signature).toBe(
    sign({ folder: "tabstop", timestamp: "1795780100", upload_preset: "photos" }, "s3cret-key"),
  );
});
