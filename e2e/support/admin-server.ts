// For tests of admin pages: a server without built-in courses, requests of its admin, and pages that are logged in as
// the admin.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { openAs } from "./accounts.ts";
import { testOnEmptyServer } from "./empty-server.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";

/** Starts a server for the tests of one file. Each test begins without courses. */
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
  /** Sends any request as the admin. Throws when the response is not a success. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  structure(): Promise<readonly Row[]>;
  /** Imports a file of `course/fixtures` as a new course and returns its id. */
  importCourse(name: string): Promise<number>;
  /** The exported file with its byte order mark, which the response's `text()` would remove. */
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

/** The path of a valid or invalid sample of the course formats, such as `lessons.csv` or `invalid/11-rows.csv`. */
export function courseFile(name: string): string {
  return fileURLToPath(new URL(`../../course/fixtures/${name}`, import.meta.url));
}

/** Opens an admin page with a session of the server's first admin. */
export async function openAsAdmin(page: Page, server: RunningServer, path: string): Promise<void> {
  const response = await page.request.post(`${server.url}/api/auth/login`, { data: server.admin });
  expect(response.status()).toBe(200);
  await openAs(page, await response.json(), path, server.url);
}

/**
 * Presses the mouse on the middle of a button. With a `clickCount` of 2 the press is the second of a double click, even
 * if the first one hit another button.
 */
export async function pressOn(button: Locator, clickCount: 1 | 2): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new RangeError("The button is not shown");
  const { mouse } = button.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down({ clickCount });
  await mouse.up({ clickCount });
}
