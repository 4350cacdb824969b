// The server in production form: the bundle, in a separate process, over real sockets.

import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtServer, talk } from "./test/built-server.ts";
import { startPgBouncer } from "./test/pgbouncer.ts";
import { Proxy } from "./test/proxy.ts";
import { freshPostgresDatabase } from "./test/stores.ts";

const { start, newFolder, scratch, running } = builtServer();

/** JSON, loosely typed: a test states what it expects. */
type Json = Record<string, string & readonly unknown[]>;

async function call(base: URL, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, base), {
    headers: {
      accept: "application/json",
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("the first start creates an admin and prints it once; the next start finds all data again [SEC-114]", async () => {
  const data = newFolder();
  const first = start({ DATA_DIR: data });
  const address = await first.ready;
  const [, email, password] = /^The first admin is (\S+) with the password (\S+) \(/m.exec(first.out()) ?? [];
  expect(email).toBe("admin@localhost");
  const signedIn = await call(address, "/api/auth/login", { email, password });
  expect([signedIn.status, signedIn.body["user"]]).toEqual([
    200,
    expect.objectContaining({ username: "admin" }),
  ]);
  const { body: courses } = await call(address, "/courses/courses", undefined, {
    authorization: `Bearer ${signedIn.body["token"]}`,
  });
  expect(courses["courses"]?.length).toBeGreaterThanOrEqual(3);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  expect(first.out().trim().split("\n")).toEqual([
    expect.stringMatching(/^Imported \d+ built-in courses\.$/),
    expect.stringMatching(
      /^The first admin is admin@localhost with the password \S{20} \(shown only this once\)\.$/,
    ),
    `Mail is written to files in ${join(data, "mail")}, because SMTP_URL is not set.`,
    expect.stringMatching(/^Tabstop is ready at http:\/\/localhost:\d+$/),
    "Stopping …",
  ]);
  for (const line of first.err().trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
  expect(first.err()).not.toContain(password);

  const second = start({ DATA_DIR: data });
  const again = await call(await second.ready, "/api/auth/profile", undefined, {
    authorization: `Bearer ${signedIn.body["token"]}`,
  });
  expect([again.status, again.body["username"]]).toEqual([200, "admin"]);
  expect(second.out()).toMatch(/^Mail is written to files in .*\nTabstop is ready at \S+\n$/);
});

test("the first admin's address and password can come from the settings, and built-in courses can be off", async () => {
  const env = {
    DATA_DIR: newFolder(),
    ADMIN_EMAIL: "ada@example.org",
    ADMIN_PASSWORD: "from settings",
    CATALOGUE: "off",
    SMTP_URL: "smtp://127.0.0.1:1",
  };
  const server = start(env);
  const address = await server.ready;
  expect(server.out()).toMatch(/^Tabstop is ready at \S+\n$/);
  const { status, body } = await call(address, "/auth/login", {
    email: "ada@example.org",
    password: "from settings",
  });
  expect(status).toBe(200);
  const courses = await call(address, "/courses/courses", undefined, {
    authorization: `Bearer ${body["token"]}`,
  });
  expect(courses.body).toEqual({ courses: [] });
});

test("a second server on the same folder is refused, and the folder is free after a kill", async () => {
  const data = newFolder();
  const first = start({ DATA_DIR: data, CATALOGUE: "off" });
  const address = await first.ready;
  const second = start({ DATA_DIR: data, CATALOGUE: "off" });
  expect(await second.ended).toBe(1);
  expect(second.err()).toBe(
    `Another Tabstop server is using the folder ${data}. Stop it, or choose another DATA_DIR.\n`,
  );
  expect(second.out()).toBe("");
  expect((await call(address, "/api/health")).status).toBe(200);
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  const third = start({ DATA_DIR: data, CATALOGUE: "off" });
  expect((await call(await third.ready, "/api/health")).status).toBe(200);
});

test.each([
  [{ PORT: "70000" }, 'PORT is "70000", but must be a whole number from 0 to 65535.\n'],
  [
    { REGISTRATION: "opne" },
    /^REGISTRATION is "opne", but must be open, closed, or a list of mail domains[^\n]*\n$/,
  ],
  [
    { DATABASE_URL: "postgres://u:p@127.0.0.1:1/t" },
    /^SECRET_KEY is not set, but must be with DATABASE_URL: [^\n]*\n$/,
  ],
])("a wrong setting stops the start with a sentence: %j", async (env, sentence) => {
  const data = newFolder();
  const server = start({ DATA_DIR: data, ...env });
  expect(await server.ended).toBe(1);
  expect(server.err()).toMatch(sentence);
  expect(server.out()).toBe("");
  expect(existsSync(data)).toBe(false);
});

test("a .env file in the working directory is read", async () => {
  writeFileSync(join(scratch, ".env"), "LOG_LEVEL=loud\n");
  try {
    const server = start({ DATA_DIR: newFolder() });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^LOG_LEVEL is "loud", but must be/);
  } finally {
    rmSync(join(scratch, ".env"));
  }
});

test("an unknown name in .env, or a setting given twice, is logged and does not stop the start", async () => {
  const lines = ["LOG_LEVEL=warn", "SMTP_HOTS=hunter22.example.org", "CATALOGUE=on", "CATALOGUE=off"];
  writeFileSync(join(scratch, ".env"), `${lines.join("\n")}\n`);
  try {
    const server = start({ DATA_DIR: newFolder() });
    await server.ready;
    const said = server.err().trim().split("\n");
    expect(said.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(".env"))).toEqual([
      {
        level: "warn",
        time: expect.any(String),
        line: 2,
        name: "SMTP_HOTS",
        nearest: "SMTP_URL",
        msg: "a name in .env is not a setting",
      },
      {
        level: "warn",
        time: expect.any(String),
        line: 4,
        name: "CATALOGUE",
        msg: "a setting is in .env more than once; the last one counts",
      },
    ]);
    expect(server.err()).not.toContain("hunter22");
  } finally {
    rmSync(join(scratch, ".env"));
  }
});

test("a port in use, a folder that is a file and an unreadable key each stop the start with one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const data = newFolder();
  const busy = start({ DATA_DIR: data, PORT: String(port), CATALOGUE: "off" });
  expect(await busy.ended).toBe(1);
  // If the web app has not been built yet, the log begins with a warning about that.
  expect(busy.err().replace(/^\{"level":"warn".*"msg":"\\"root\\" path .*\}\n/, "")).toBe(
    "Another program already uses this address. Set PORT to another port.\n",
  );
  taken.close();

  writeFileSync(join(scratch, "file"), "");
  const noFolder = start({ DATA_DIR: join(scratch, "file") });
  expect(await noFolder.ended).toBe(1);
  expect(noFolder.err()).toMatch(/^DATA_DIR is "[^"]+" \(EEXIST\), but must be a folder[^\n]*\n$/);

  const keyless = newFolder();
  mkdirSync(join(keyless, "secret.key"), { recursive: true });
  const noKey = start({ DATA_DIR: keyless, CATALOGUE: "off" });
  expect(await noKey.ended).toBe(1);
  expect(noKey.err()).toBe(
    `The file ${join(keyless, "secret.key")} cannot be used: EISDIR: illegal operation on a directory, read.\n`,
  );
});

test("a start waits for its database and says so once; a signal ends the waiting at once", async () => {
  const away = start({
    DATA_DIR: newFolder(),
    // No program listens on port 1. A port that was just released may already belong to another test.
    DATABASE_URL: "postgres://u:hunter22@127.0.0.1:1/t",
    SECRET_KEY: "s".repeat(32),
  });
  const line = "Waiting up to 60 seconds for the database (PostgreSQL: connect ECONNREFUSED 127.0.0.1:1) …\n";
  await expect.poll(away.out, { timeout: 20_000 }).toBe(line);
  await pause(1_500);
  away.child.kill("SIGTERM");
  expect(await away.ended).toBe(0);
  expect(away.out().startsWith(line)).toBe(true);
  expect(away.out()).not.toContain("hunter22");
});

test("a start goes on as soon as its database can be reached", async () => {
  const database = await freshPostgresDatabase("template0");
  const network = await Proxy.before(database.url);
  try {
    await network.stop();
    const run = start({
      DATA_DIR: newFolder(),
      DATABASE_URL: network.url,
      SECRET_KEY: "s".repeat(32),
      CATALOGUE: "off",
    });
    await expect.poll(run.out, { timeout: 20_000 }).toContain("Waiting up to 60 seconds for the database");
    await pause(3_000);
    await network.resume();
    expect((await call(await run.ready, "/api/health")).status).toBe(200);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
  } finally {
    await network.stop();
    await database.drop();
  }
});

test("behind a pool of transactions the server works with DATABASE_POOL=transaction", async () => {
  const database = await freshPostgresDatabase("template0");
  const pool = await startPgBouncer(database.url, { mode: "transaction", size: 4 });
  try {
    const env = {
      DATABASE_URL: pool.url(new URL(database.url).pathname.slice(1)),
      SECRET_KEY: "s".repeat(32),
      ADMIN_EMAIL: "root@example.com",
      ADMIN_PASSWORD: "a good password",
    };
    const refused = start({ DATA_DIR: newFolder(), ...env });
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toMatch(/^DATABASE_URL leads to a pool of transactions, [^\n]*\n$/);
    // Both at once on an empty database.
    const runs = [0, 1].map(() =>
      start({ DATA_DIR: newFolder(), ...env, DATABASE_POOL: "transaction", RATE_LIMITS: "off" }),
    );
    const addresses = await Promise.all(runs.map(({ ready }) => ready));
    const [one, other] = addresses as [URL, URL];
    const login = { email: "root@example.com", password: "a good password" };
    const signedIn = await call(one, "/api/auth/login", login);
    expect(signedIn.status).toBe(200);
    const headers = { authorization: `Bearer ${signedIn.body["token"]}` };
    const reads = Array.from({ length: 60 }, (_, i) =>
      call(i % 2 ? one : other, "/api/courses/courses", undefined, headers),
    );
    const answers = await Promise.all(reads);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body["courses"]?.length).toBeGreaterThan(0);
    for (const run of runs) run.child.kill("SIGTERM");
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0]);
  } finally {
    await pool.stop();
    await database.drop();
  }
});

test("on PostgreSQL two servers share one database, and a session of one is valid on the other", async () => {
  const database = await freshPostgresDatabase("template0");
  try {
    const env = { DATABASE_URL: database.url, SECRET_KEY: "the same on every server, 32 and more" };
    // Both start at the same time on an empty database: one migrates, imports and creates the admin.
    const both = [start({ ...env, DATA_DIR: newFolder() }), start({ ...env, DATA_DIR: newFolder() })];
    const [one, two] = (await Promise.all(both.map(({ ready }) => ready))) as [URL, URL];
    const said = both.map(({ out }) => out()).join("");
    expect(said.match(/^The first admin is/gm)).toHaveLength(1);
    const imported = [...said.matchAll(/^Imported (\d+) built-in courses?\.$/gm)].map(([, n]) => Number(n));
    const { body: admin } = await call(one, "/api/auth/login", {
      email: "admin@localhost",
      password: /with the password (\S+)/.exec(said)?.[1],
    });
    const { body: list } = await call(one, "/api/courses/courses", undefined, {
      authorization: `Bearer ${admin["token"]}`,
    });
    // Each course exists once, whichever server imported it first.
    expect(imported.reduce((sum, n) => sum + n, 0)).toBe(list["courses"]?.length);
    const { body } = await call(one, "/api/auth/register", {
      username: "mira",
      email: "mira@example.com",
      password: "123456",
    });
    const there = await call(two, "/api/auth/profile", undefined, {
      authorization: `Bearer ${body["token"]}`,
    });
    expect([there.status, there.body["username"]]).toEqual([200, "mira"]);
    for (const { child } of both) child.kill("SIGTERM");
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  } finally {
    for (const child of running) child.kill("SIGKILL");
    await database.drop();
  }
});

test("a stop finishes the request in flight, accepts no new one, and exits with 0", async () => {
  const data = newFolder();
  const server = start({ DATA_DIR: data, CATALOGUE: "off" });
  const address = await server.ready;
  const body = JSON.stringify({ username: "mira", email: "mira@example.com", password: "123456" });
  const head = `POST /api/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answer = await talk(
    address,
    head + body.slice(0, 20),
    async () => {
      await pause(100);
      server.child.kill("SIGTERM");
      // A terminal signals the whole process group, and npm forwards the signal.
      server.child.kill("SIGTERM");
      await pause(300);
      await expect(fetch(new URL("/api/health", address))).rejects.toThrow();
    },
    body.slice(20),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(await server.ended).toBe(0);
  // What the server acknowledged is stored.
  const again = start({ DATA_DIR: data, CATALOGUE: "off" });
  const login = await call(await again.ready, "/api/auth/login", {
    email: "mira@example.com",
    password: "123456",
  });
  expect(login.status).toBe(200);
});

test("an idle keep-alive connection does not delay the stop", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off" });
  const address = await server.ready;
  const idle = talk(address, "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
  await pause(200);
  const begun = performance.now();
  server.child.kill("SIGINT");
  expect(await server.ended).toBe(0);
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await idle).toMatch(/^HTTP\/1\.1 200 OK/);
});

test.runIf(existsSync("/dev/full"))("a full disk under the log stops nothing [SEC-125]", async () => {
  const full = openSync("/dev/full", "w");
  try {
    const run = start({ CATALOGUE: "off", DATA_DIR: newFolder() }, [], full);
    const address = await run.ready;
    for (let n = 0; n < 20; n++) expect((await call(address, "/api/test")).status).toBe(200);
    expect(await talk(address, "BLAH\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect((await call(address, "/api/health")).status).toBe(200);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
  } finally {
    closeSync(full);
  }
});

test("a package's warning is logged", async () => {
  const run = start({
    DATA_DIR: newFolder(),
    // The package warns that the meaning of `require` will change.
    DATABASE_URL: "postgres://u:p@127.0.0.1:1/t?sslmode=require",
    SECRET_KEY: "s".repeat(32),
  });
  await expect.poll(run.out, { timeout: 20_000 }).toContain("Waiting up to 60 seconds for the database");
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  const [warning = "", ...more] = run.err().trim().split("\n");
  expect(JSON.parse(warning)).toMatchObject({
    level: "warn",
    err: { message: expect.stringContaining("SSL modes") },
    msg: "warning",
  });
  expect(more).toEqual([]);
});

test("input that is not HTTP gets an error in the common format [SEC-30]", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off" });
  const address = await server.ready;
  for (const [said, status, code] of [
    ["GET /api/test HTTP/1.1\r\nConnection: close\r\n\r\n", "400 Bad Request", "MALFORMED"],
    ["nonsense\r\n\r\n", "400 Bad Request", "MALFORMED"],
    ["GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", "400 Bad Request", "MALFORMED"],
    [
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "TOO_LARGE",
    ],
    [
      `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "TOO_LARGE",
    ],
    ["POST /api/test-post HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400 Bad Request", "MALFORMED"],
    [
      "POST /api/test-post HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n",
      "400 Bad Request",
      "MALFORMED",
    ],
  ] as const) {
    const answer = await talk(address, said);
    expect(answer.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toContain("content-security-policy: default-src 'none'");
    expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({ error: expect.any(String), code });
  }
});

test("unusual forms of requests get the usual response, headers included [SEC-31]", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off" });
  const address = await server.ready;
  for (const head of [
    "GET http://any.example/api/test HTTP/1.1\r\nHost: x",
    "GET http://any.example/test HTTP/1.1\r\nHost: x",
    "GET /api/test HTTP/1.1\r\nHost: x\r\nExpect: something",
    "GET /api/test HTTP/1.0",
  ]) {
    const answer = await talk(address, `${head}\r\nConnection: close\r\n\r\n`);
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
    expect(answer).toContain("content-security-policy: default-src 'none'");
    expect(answer).toContain("cache-control: no-store");
    expect(answer).toContain('"message":"Tabstop answers."');
  }
});

test("no spelling of a path reaches a file outside the web app's folder [SEC-39]", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off" });
  const address = await server.ready;
  for (const path of [
    "/static/../../../package.json",
    "/../../package.json",
    "/static/..%2f..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "/..%5c..%5cpackage.json",
    "/static//etc/passwd.txt",
    "//etc/passwd.txt",
    "/static/%252e%252e/package.json",
  ]) {
    const answer = await talk(address, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([path, answer.split("\r\n")[0]]).toEqual([path, "HTTP/1.1 404 Not Found"]);
    expect(answer).not.toContain("workspaces");
  }
});

test("an endless body and a body that is too large are refused without being read", async () => {
  const server = start({ DATA_DIR: newFolder(), CATALOGUE: "off" });
  const address = await server.ready;
  const head = "POST /api/test-post HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  const begun = performance.now();
  const declared = await talk(address, `${head}Content-Length: 1000000000\r\n\r\n`);
  expect(declared).toMatch(/^HTTP\/1\.1 413 /);
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const endless = await talk(address, `${head}Transfer-Encoding: chunked\r\n\r\n`, ...Array(6).fill(chunk));
  expect(endless).toMatch(/^HTTP\/1\.1 413 /);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test("the server starts within 3 s of CPU time", async () => {
  const data = newFolder();
  const once = start({ DATA_DIR: data });
  await once.ready;
  once.child.kill("SIGTERM");
  await once.ended;
  const tellCpu =
    "data:text/javascript,process.on('exit',()=>console.error('cpu '+JSON.stringify(process.cpuUsage())))";
  const server = start({ DATA_DIR: data }, ["--import", tellCpu]);
  await server.ready;
  server.child.kill("SIGTERM");
  await server.ended;
  const { user, system } = JSON.parse(/^cpu (.*)$/m.exec(server.err())?.[1] ?? "");
  expect((user + system) / 1_000_000).toBeLessThan(3);
});
