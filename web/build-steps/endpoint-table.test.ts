import { join } from "node:path";
import { endpointTable as computed } from "@tabstop/contract/endpoint-table";
import { normalizePath, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { endpointTable } from "./endpoint-table.ts";

test("the browser's table is the contract's, as a literal without imports", async () => {
  const watched: string[] = [];
  const load = endpointTable().load as (this: unknown, id: string) => Promise<string | null>;
  const context = { addWatchFile: (file: string) => watched.push(file) };
  const file = normalizePath(join(import.meta.dirname, "../../contract/endpoint-table.ts"));
  const code = await load.call(context, file);
  expect(code).toMatch(/^export const endpointTable = \{.*\};$/);
  expect(JSON.parse(code?.slice("export const endpointTable = ".length, -1) ?? "")).toEqual(computed);
  expect(watched.some((path) => path.endsWith("contract/accounts.ts"))).toBe(true);
  expect(await load.call(context, file.replace("endpoint-table", "endpoints"))).toBe(null);
});

test("a build that contains the validator, or no table, fails", async () => {
  const check = endpointTable().generateBundle as unknown as (options: object, bundle: object) => void;
  expect(() => check({}, {})).toThrow(/is not in the build/);
  const plugin = endpointTable();
  const load = plugin.load as (this: unknown, id: string) => Promise<string | null>;
  const file = normalizePath(join(import.meta.dirname, "../../contract/endpoint-table.ts"));
  await load.call({ addWatchFile: () => {} }, file);
  const chunk = (moduleIds: string[]) =>
    ({ "a.js": { type: "chunk", moduleIds } }) as unknown as Rolldown.OutputBundle;
  const generate = plugin.generateBundle as unknown as (options: object, bundle: object) => void;
  expect(() => generate({}, chunk(["/x/web/main.tsx"]))).not.toThrow();
  expect(() => generate({}, chunk(["/x/node_modules/zod/mini/index.js"]))).toThrow(/would load .*zod/);
});
