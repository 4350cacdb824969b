import { expect, test } from "vitest";
import { mediaUrl, resolveApiBase } from "./api-base.ts";

test("the base that the server wrote has precedence over the build's, and the build's over this origin", () => {
  expect(resolveApiBase("https://a.example", "https://b.example")).toBe("https://a.example");
  expect(resolveApiBase(null, "https://b.example")).toBe("https://b.example");
  expect(resolveApiBase("", undefined)).toBe("");
});

test("a photo's path is under the API base, however the base is written", () => {
  for (const base of [
    "https://a.example",
    "https://a.example/",
    "https://a.example/api",
    "https://a.example/api/",
  ])
    expect(mediaUrl("/media/x.webp", base)).toBe("https://a.example/api/media/x.webp");
  expect(mediaUrl("media/x.webp", "")).toBe("/api/media/x.webp");
});

test("an absolute photo address stays as it is", () => {
  expect(mediaUrl("https://cdn.example/x.png", "")).toBe("https://cdn.example/x.png");
  expect(mediaUrl("HTTP://cdn.example/x.png", "")).toBe("HTTP://cdn.example/x.png");
});

test("an address with any other scheme is refused [SEC-05]", () => {
  expect(mediaUrl("javascript:alert(1)", "")).toBe("/api/javascript:alert(1)");
});
