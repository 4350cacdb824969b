import { expect, test } from "vitest";
import { exportName } from "./export-name.ts";

const nameOf = (title: string) => exportName(title, 7, "md").name;

test("letters and digits of any script stay, other characters between them become one hyphen", () => {
  expect(nameOf("TypeScript: First Types")).toBe("typescript-first-types.md");
  expect(nameOf("  C++ & C#, part 2!  ")).toBe("c-c-part-2.md");
  expect(nameOf("Größe_über 日本語")).toBe("größe-über-日本語.md");
  expect(nameOf("हिन्दी भाषा")).toBe("हिन्दी-भाषा.md");
  expect(nameOf("../../etc/passwd\0.exe")).toBe("etc-passwd-exe.md");
  expect(nameOf("e\u0301t")).toBe("\u00e9t.md");
});

test("a course whose title has no letters or digits is named by its id", () => {
  expect(exportName("+++ 😀", 7, "csv")).toEqual({ name: "course-7.csv", ascii: "course-7.csv" });
});

test("the ASCII name is the same, or made from the id if the title is not ASCII", () => {
  expect(exportName("SQL: First", 7, "csv")).toEqual({ name: "sql-first.csv", ascii: "sql-first.csv" });
  expect(exportName("Größe", 7, "csv")).toEqual({ name: "größe.csv", ascii: "course-7.csv" });
});

test("a name is valid on every file system", () => {
  for (const title of [
    "x".repeat(200),
    "a ".repeat(100),
    "😀𝒳".repeat(100),
    "日".repeat(200),
    `${"x".repeat(59)} y`,
  ]) {
    const { name } = exportName(title, 7, "csv");
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect(name).not.toMatch(/-\.|\ufffd/);
  }
  expect(["CON", "nul", "Com1"].map(nameOf)).toEqual(["course-con.md", "course-nul.md", "course-com1.md"]);
});
