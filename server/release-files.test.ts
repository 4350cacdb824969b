// Servers of two releases on one database: each serves the hashed files of the other, exactly as its own server does.

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "./log.ts";
import { openReleaseFiles } from "./release-files.ts";
import { releasePaths, sweepReleaseFiles } from "./store/release-files.ts";
import type { Store } from "./store/store.ts";
import { builtServer } from "./test/built-server.ts";
import { freshPostgresDatabase, openers, withStore } from "./test/stores.ts";

const { start, newFolder, bundle, scratch } = builtServer();
const releases = join(import.meta.dirname, `../.cache/releases-under-test-${process.pid}`);
const bundleOf = (release: string) => join(releases, release, "build/server");

/** The files of a release that have a hash, without their compressed forms. */
const filesOf = (release: string) => [
  `static/js/app-${release}${release}1-_.js`,
  `static/js/practice-screen-${release}${release}22.js`,
  `static/css/index-${release}${release}33.css`,
  `static/fonts/code-${release}${release}44.woff2`,
];

function writeRelease(folder: string, release: string): void {
  const page = `<!doctype html><head><!--tabstop:head--><!--tabstop:runtime--><script type="module" src="/${filesOf(release)[0]}"></script></head><div id="root"></div>`;
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const screens = ["/", "/courses", "/*"].map((path) => ({
    path,
    title: "Tabstop",
    description: "",
    openGraphDescription: "",
    isIndexed: false,
    file: "index.html",
  }));
  write(".pages.json", JSON.stringify(screens));
  write("index.html", page);
  for (const name of filesOf(release)) {
    const content = `/* ${name} of ${release} ${"text ".repeat(500)} */`;
    write(name, content);
    if (name.endsWith(".woff2")) continue;
    write(`${name}.br`, brotliCompressSync(content));
    write(`${name}.gz`, gzipSync(content));
  }
}

beforeAll(() => {
  for (const release of ["old", "new"]) {
    writeRelease(join(releases, release, "build/web"), release);
    writeFileSync(join(releases, release, "package.json"), '{"name":"tabstop","type":"module"}');
    cpSync(bundle, bundleOf(release), { recursive: true });
  }
});
afterAll(() => rmSync(releases, { recursive: true, force: true }));

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: Buffer };

function get(base: URL, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, base), { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** What belongs to one response or to one disk. */
function comparable({ status, headers, body }: Answer) {
  const { date: _, etag: _e, "last-modified": _l, "x-request-id": _x, ...rest } = headers;
  return { status, headers: rest, body };
}

test("each of two servers of different releases serves the files of the other as the other does [SEC-179]", async () => {
  const database = await freshPostgresDatabase("template0");
  try {
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: "the same on every server, 32 and more",
      CATALOGUE: "off",
    };
    const old = start({ ...env, DATA_DIR: newFolder() }, [], "pipe", bundleOf("old"));
    const oldAddress = await old.ready;
    // A server that runs already has looked at the database before the new release is there.
    expect((await get(oldAddress, `/${filesOf("new")[0]}`)).status).toBe(404);
    const newer = start({ ...env, DATA_DIR: newFolder() }, [], "pipe", bundleOf("new"));
    const newAddress = await newer.ready;

    const page = (await get(newAddress, "/courses", { accept: "text/html" })).body.toString();
    const script = /src="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await get(oldAddress, script)).status).toBe(200);

    for (const [release, own, other] of [
      ["new", newAddress, oldAddress],
      ["old", oldAddress, newAddress],
    ] as const)
      for (const name of filesOf(release))
        for (const accept of ["", "gzip", "gzip, deflate, br, zstd", "br;q=0, gzip", "zstd"])
          for (const method of ["GET", "HEAD"]) {
            const headers = { "accept-encoding": accept };
            const there = comparable(await get(own, `/${name}`, headers, method));
            expect(there.status).toBe(200);
            const here = comparable(await get(other, `/${name}`, headers, method));
            expect([name, accept, method, here]).toEqual([name, accept, method, there]);
          }
    const { headers } = await get(oldAddress, script);
    const again = await get(oldAddress, script, { "if-none-match": String(headers["etag"]) });
    expect([again.status, again.body.length]).toEqual([304, 0]);

    for (const path of [
      "/static/js/app-nowhere12.js",
      `/${filesOf("new")[0]}.map`,
      `/static/js/..%2f..%2f${filesOf("new")[0]}`,
      `/static//js/${filesOf("new")[0]?.slice(10)}`,
      "/static/js/app-newnew1-_.js%00",
      "/index-newnew33.css",
    ]) {
      const answer = await get(oldAddress, path);
      expect([path, answer.headers["content-type"]]).toEqual([path, "application/json; charset=utf-8"]);
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    for (const { child, ended } of [old, newer]) {
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
  } finally {
    await database.drop();
  }
});

test("on SQLite a page of the release before still gets its files after an upgrade", async () => {
  const env = { DATA_DIR: newFolder(), CATALOGUE: "off" };
  const old = start(env, [], "pipe", bundleOf("old"));
  await old.ready;
  old.child.kill("SIGTERM");
  expect(await old.ended).toBe(0);
  const newer = start(env, [], "pipe", bundleOf("new"));
  const address = await newer.ready;
  for (const name of filesOf("old")) expect((await get(address, `/${name}`)).status).toBe(200);
});

const log = createLog("silent", { write: () => {} });
const day = 86_400_000;

/** Counts the reads of a store. */
function counting(store: Store) {
  let reads = 0;
  const read: Store["read"] = (run) => {
    reads++;
    return store.read(run);
  };
  return { store: { ...store, read }, reads: () => reads };
}

for (const open of openers) {
  test(`unknown names cost the database next to nothing, however many there are (${open.name})`, () =>
    withStore(open, async ({ store }) => {
      const counted = counting(store);
      const files = openReleaseFiles({ store: counted.store, folder: scratch, now: Date.now, log });
      for (let round = 0; round < 5; round++)
        await Promise.all(
          Array.from({ length: 1_000 }, (_, n) => files.read(`static/js/x-${round}aaaa${n}.js`, [".br"])),
        );
      expect(counted.reads()).toBe(5);
    }));

  test(`files of a release that no server has used for 30 days are deleted (${open.name})`, () =>
    withStore(open, async ({ store }) => {
      let now = Date.UTC(2026, 0, 1);
      const stored = () => store.read(releasePaths);
      const serverOf = (release: string) =>
        openReleaseFiles({ store, folder: join(releases, release, "build/web"), now: () => now, log });
      await serverOf("old").share();
      now += 20 * day;
      await serverOf("old").share();
      await serverOf("new").share();
      now += 29 * day;
      await serverOf("new").share();
      expect((await stored()).size).toBe(20);
      now += 2 * day;
      await serverOf("new").share();
      const left = await stored();
      expect([...left].every((path) => path.includes("new"))).toBe(true);
      expect(left.size).toBe(10);

      // Beyond the limit of all bytes, the files used last stay.
      await serverOf("old").share();
      now += day;
      await serverOf("new").share();
      await store.write((tx) => sweepReleaseFiles(tx, { before: 0, maxBytes: 10_000 }));
      const few = [...(await stored())];
      expect(few.length).toBeGreaterThan(0);
      expect(few.every((path) => path.includes("new"))).toBe(true);
    }));
}
