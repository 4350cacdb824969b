// What tests of admin pages share: a server without built-in courses, the admin's calls, and a page signed in as admin.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { openAs } from "./accounts.ts";
import { testOnEmptyServer } from "./empty-server.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";

/** A server of its own for a file's tests, empty at first; a test begins with `admin.clear()`. */
export const test = testOnEmptyServer().extend<{ admin: Admin }>({
  admin: async ({ server }, use) => {
    const admin = await adminOf(server);
    await admin.clear();
    await use(admin);
  },
});

type Row = {
  readonly id: number;
  readonly title: string;
  readonly lessons: readonly (Omit<Row, "lessons"> & {
    readonly chapters: readonly Omit<Row, "lessons">[];
  })[];
};

export type Admin = {
  readonly token: string;
  /** Any call; fails on an answer that is no success. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  structure(): Promise<readonly Row[]>;
  /** Imports a file of `course/fixtures` as a new course and gives its id. */
  importCourse(name: string): Promise<number>;
  /** The exported course, byte for byte as text. */
  exported(courseId: number, format: "markdown" | "csv"): Promise<string>;
  /** Deletes every course. */
  clear(): Promise<void>;
};

async function adminOf(server: RunningServer): Promise<Admin> {
  const send = (method: string, path: string, token: string | null, body?: unknown) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const login = await send("POST", "/auth/login", null, server.admin);
  const { token } = (await login.json()) as { token: string };
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await send(method, path, token, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const structure = async () =>
    (await call<{ courses: readonly Row[] }>("GET", "/admin/courses-structure")).courses;
  return {
    token,
    call,
    structure,
    importCourse: async (name) => {
      const text = readFileSync(courseFile(name), "utf8");
      const [format, body] = name.endsWith(".csv")
        ? ["csv", { csvData: text }]
        : ["markdown", { markdown: text }];
      return (await call<{ courseId: number }>("POST", `/admin/courses/import/${format}`, body)).courseId;
    },
    exported: async (courseId, format) => {
      const response = await send("GET", `/admin/courses/${courseId}/export/${format}`, token);
      if (!response.ok) throw new Error(`export: ${response.status}`);
      return Buffer.from(await response.arrayBuffer()).toString("utf8");
    },
    clear: async () => {
      for (const { id } of await structure()) await call("DELETE", `/admin/courses/${id}`);
    },
  };
}

/** A sample of the course formats, right or faulty, such as `lessons.csv` or `invalid/11-rows.csv`. */
export function courseFile(name: string): string {
  return fileURLToPath(new URL(`../../course/fixtures/${name}`, import.meta.url));
}

/** Opens an admin page as the first admin, without the form. */
export async function openAsAdmin(page: Page, server: RunningServer, path: string): Promise<void> {
  const response = await page.request.post(`${server.url}/api/auth/login`, { data: server.admin });
  expect(response.status()).toBe(200);
  await openAs(page, await response.json(), path, server.url);
}

/** One press at its middle, as the first or the second of a double click, wherever the first one was. */
export async function pressOn(button: Locator, clickCount: 1 | 2): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new RangeError("The button is not shown");
  const { mouse } = button.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down({ clickCount });
  await mouse.up({ clickCount });
}
