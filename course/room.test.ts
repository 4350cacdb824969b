import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the room imports nothing of Node, because it also runs in a browser", () => {
  const folder = new URL("./", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?:(?:csv|markdown|typability)\/)?[\w-]+\.ts$/.test(name.replaceAll("\\", "/")),
  );
  expect(sources.length).toBeGreaterThan(15);
  for (const name of sources) {
    const source = readFileSync(new URL(name, folder), "utf8");
    expect(source, name).not.toMatch(/from "node:|\b(?:process|Buffer|Date|require)\b[.(]/);
  }
});
