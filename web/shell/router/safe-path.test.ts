import { expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

test("paths of this site are accepted, with query and hash", () => {
  expect(safePath("/courses?lessonId=7#x")).toBe("/courses?lessonId=7#x");
  expect(safePath("/profile")).toBe("/profile");
  expect(safePath("/courses?search=//evil.example")).toBe("/courses?search=//evil.example");
});

test("nothing leads to another site [SEC-26]", () => {
  for (const bad of [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/courses/..//evil.example",
    "/.//evil.example",
    "/courses/../..//evil.example/%5c",
    "/%2e%2e//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "courses",
    "",
    " /courses",
    null,
    undefined,
    { from: "/courses" },
  ])
    expect(safePath(bad), JSON.stringify(bad)).toBeNull();
});
