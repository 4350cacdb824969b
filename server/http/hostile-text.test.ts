// No text from outside may keep the server's one thread busy: every field of every endpoint gets every hostile string,
// as do whole bodies, names in paths, queries and headers, and each request may take 20 ms of CPU time; on a slow machine
// four times as long as it takes to read and write the longest body. The fields are read off the contract's schemas, so a
// new one is tested without an entry here.

import type { Endpoint } from "@tabstop/contract/endpoint";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import { fillPath } from "@tabstop/contract/paths";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type EndpointExample, endpointExamples } from "../test/endpoint-examples.ts";
import { openServer, type Person, sqliteOpener, type TestServer } from "../test/harness.ts";
import { hostileBodies, hostileStrings, hostileValues } from "../test/hostile-strings.ts";
import { addSampleCourse } from "../test/sample-course.ts";
import { leastCpuMs } from "../test/thread-cpu.ts";
import { routes } from "./routes.ts";

let measured = { enoughMs: 20, runs: 6 };
/** What each field may hold at most, and what fills the body. */
const lengths = [64, 250, 500, 10_000, Number.POSITIVE_INFINITY];
/** Longer bodies hold course files, which are read in a worker thread. */
const longestBody = 128 * 1024;
/** Node refuses longer heads. */
const longestHead = 16 * 1024 - 500;

const served = Object.keys(routes({} as never)) as EndpointName[];

let harness: TestServer;
let people: { learner: Person; admin: Person };
beforeAll(async () => {
  measured = { ...measured, enoughMs: Math.max(measured.enoughMs, 4 * (await msOfLongestBody())) };
  harness = await openServer(sqliteOpener, {
    env: { RATE_LIMITS: "off", CLOUDINARY_URL: "cloudinary://key:secret@cloud" },
  });
  people = { learner: await harness.register("mira"), admin: await harness.registerAdmin("ada") };
});
afterAll(() => harness.close());

/** The CPU time in which this machine reads and writes 1 MiB of JSON, the longest body that the event loop reads. */
async function msOfLongestBody(): Promise<number> {
  const times = 5;
  const text = JSON.stringify("\ud83d".repeat(2 ** 20 / 6));
  const work = async () => {
    for (let i = 0; i < times; i++) JSON.stringify(JSON.parse(text));
  };
  return (await leastCpuMs(work, { enoughMs: 0, runs: 3 })) / times;
}

/** What to send. Each further run sends something else, so that no run is fast because of a cache. */
type Sent = (run: number) => {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string;
};

async function tooSlow(name: EndpointName, person: Person, what: string, sent: Sent): Promise<string[]> {
  const { method, access } = endpoints[name];
  const ms = await leastCpuMs((run) => {
    const { headers, ...rest } = sent(run);
    return harness.app.inject({
      method,
      ...rest,
      headers: {
        ...(rest.payload === undefined ? {} : { "content-type": "application/json" }),
        ...(access === "open" ? {} : { authorization: `Bearer ${person.token}` }),
        ...headers,
      },
    });
  }, measured);
  return ms > measured.enoughMs ? [`${name}, ${what}: ${ms.toFixed(0)} ms`] : [];
}

const inRun = (run: number, text: string) => (run === 0 ? text : `${run}${text.slice(1)}`);

type Field = { readonly name: string; readonly lengths: readonly number[] };

/** The fields of a body, from its schema. One that is not text gets only the longest strings. */
function fieldsOf(name: EndpointName): Field[] {
  const { body } = endpoints[name] as { readonly body?: z.ZodMiniType };
  if (body === undefined) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    lengths: JSON.stringify(schema).includes('"string"') ? lengths : lengths.slice(-1),
  }));
}

async function exampleOf(name: EndpointName) {
  const person = endpoints[name].access === "admin" ? people.admin : people.learner;
  // A new course for each endpoint, since some endpoints delete or fill it.
  const at = await addSampleCourse(harness.store, harness.clock.now);
  const example = endpointExamples(at, person)[name] as EndpointExample;
  const url = (params: Record<string, string | number> = {}) =>
    `/api${fillPath(endpoints[name].path, { ...example.params, ...params })}`;
  const payload = example.body === undefined ? {} : { payload: JSON.stringify(example.body) };
  return { person, example, url, payload };
}

/** JSON of the example's body with this field's value, given as JSON. */
function bodyWith(example: EndpointExample, field: string, json: string): string {
  const others = Object.entries(example.body ?? {}).filter(([name]) => name !== field);
  const members = others.map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return `{${[...members, `"${field}":${json}`].join(",")}}`;
}

const withBody = served.filter((name) => "body" in endpoints[name]);

test.each(withBody)(
  "no text in a body of %s takes 20 ms of CPU time [SEC-130]",
  { timeout: 600_000 },
  async (name) => {
    const { person, example, url } = await exampleOf(name);
    const { bodyLimit, lenientFields }: Endpoint = endpoints[name];
    // The event loop also parses the long bodies that may carry a log.
    const room = (lenientFields === undefined ? Math.min(bodyLimit, longestBody) : bodyLimit) - 2_000;
    const slow: string[] = [];
    const send = async (what: string, payloadOf: (run: number) => string) =>
      slow.push(...(await tooSlow(name, person, what, (run) => ({ url: url(), payload: payloadOf(run) }))));
    for (const field of fieldsOf(name)) {
      for (const hostile of hostileStrings) {
        const bytesPerUnit = Buffer.byteLength(JSON.stringify(hostile.of(1_000))) / 1_000;
        const units = Math.floor(room / bytesPerUnit);
        for (const length of new Set(field.lengths.map((limit) => Math.min(limit, units)))) {
          const text = hostile.of(length);
          await send(`${field.name}: ${hostile.name}, ${length}`, (run) =>
            bodyWith(example, field.name, JSON.stringify(inRun(run, text))),
          );
        }
      }
      for (const hostile of hostileValues) {
        const body = bodyWith(example, field.name, hostile.of(room));
        await send(`${field.name}: ${hostile.name}`, () => body);
      }
    }
    for (const hostile of hostileBodies) {
      const body = hostile.of(room);
      await send(hostile.name, () => body);
    }
    expect(slow).toEqual([]);
  },
);

const withParams = served.filter((name) => "params" in endpoints[name]);

test.each(withParams)(
  "no name in a path of %s takes 20 ms of CPU time [SEC-136]",
  { timeout: 600_000 },
  async (name) => {
    const { person, example, url, payload } = await exampleOf(name);
    const slow: string[] = [];
    for (const param of Object.keys(example.params ?? {}))
      for (const hostile of hostileStrings)
        for (const length of [90, 900, 5_000]) {
          const text = hostile.of(length).toWellFormed();
          const sent = { url: url({ [param]: text }).slice(0, longestHead), ...payload };
          slow.push(...(await tooSlow(name, person, `${param}: ${hostile.name}, ${length}`, () => sent)));
        }
    expect(slow).toEqual([]);
  },
);

test("no query takes 20 ms of CPU time [SEC-137]", { timeout: 600_000 }, async () => {
  const slow: string[] = [];
  for (const name of served.filter((other) => endpoints[other].method === "GET")) {
    const { person, url } = await exampleOf(name);
    for (const { name: hostile, of } of hostileStrings) {
      const text = encodeURIComponent(of(longestHead).toWellFormed()).slice(0, longestHead / 3);
      const query = `source=${text}&${text}=1&${"a=1&".repeat(longestHead / 12)}`;
      const sent = { url: `${url()}?${query}` };
      slow.push(...(await tooSlow(name, person, `query: ${hostile}`, () => sent)));
    }
  }
  expect(slow).toEqual([]);
});

test("no address of a page, a file or a photo takes 20 ms of CPU time", { timeout: 600_000 }, async () => {
  const slow: string[] = [];
  const folders = [
    "",
    "static/",
    "media/",
    "api/",
    "api/media/",
    "courses/",
    "admin/courses/",
    "reset-password?token=",
  ];
  for (const { name, of } of hostileStrings)
    for (const units of [90, longestHead]) {
      const text = encodeURIComponent(of(units).toWellFormed()).slice(0, longestHead - 30);
      for (const folder of folders)
        for (const accept of ["text/html", "*/*"]) {
          const sent = { url: `/${folder}${text}`, headers: { accept } };
          slow.push(...(await tooSlow("test", people.learner, `/${folder}: ${name}, ${units}`, () => sent)));
        }
    }
  expect(slow).toEqual([]);
});

const headers = [
  ...["accept", "accept-encoding", "authorization", "content-type", "content-encoding", "content-length"],
  ...["expect", "host", "if-match", "if-none-match", "if-modified-since", "origin", "range", "referer"],
  ...["access-control-request-method", "transfer-encoding", "user-agent", "x-forwarded-for", "x-request-id"],
];

test.each(headers)(
  "no value of the header %s takes 20 ms of CPU time [SEC-138]",
  { timeout: 600_000 },
  async (header) => {
    const slow: string[] = [];
    // One for each way in which headers are read.
    const names: EndpointName[] = ["login", "getProfile", "adminUpdateCourse", "uploadProfilePhoto"];
    for (const name of names) {
      const { person, url, payload } = await exampleOf(name);
      for (const { name: hostile, of } of hostileStrings) {
        const text = Buffer.from(of(longestHead))
          .toString("latin1")
          .replace(/[\0-\x1f\x7f]/g, " ")
          .slice(0, longestHead);
        for (const value of [
          text,
          ...(header === "authorization" ? [`Bearer ${text}`] : []),
          ...(header === "content-type"
            ? [`application/json; charset=${text}`, `multipart/form-data; boundary=${text}`]
            : []),
          `1.2.3.4, ${text}`,
        ]) {
          const sent = { url: url(), headers: { [header]: value }, ...payload };
          slow.push(...(await tooSlow(name, person, `${header}: ${hostile}`, () => sent)));
        }
      }
    }
    expect(slow).toEqual([]);
  },
);

test("no name in a multipart body takes 20 ms of CPU time", { timeout: 600_000 }, async () => {
  const { person, url } = await exampleOf("uploadProfilePhoto");
  const slow: string[] = [];
  const part = (head: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\na\r\n`;
  for (const { name, of } of hostileStrings)
    for (const units of [90, 10_000, 60_000]) {
      const text = of(units)
        .toWellFormed()
        .replace(/[\r\n"]/g, " ");
      const bodies = [
        part(`name="${text}"`),
        part(`name=a; filename="${text}"`),
        part(`name=a; filename*=UTF-8''${encodeURIComponent(text)}`),
        part(`name=a\r\ncontent-type: ${text}`),
        part(text),
        `--x\r\n${text}: a\r\n\r\n`,
        text.replace(/./gsu, (letter) => (letter === "-" ? "--x" : letter)),
        part("name=a").repeat(units / 60),
      ];
      for (const body of bodies) {
        const sent = {
          url: url(),
          headers: { "content-type": "multipart/form-data; boundary=x" },
          payload: `${body}--x--\r\n`,
        };
        slow.push(...(await tooSlow("uploadProfilePhoto", person, `${name}, ${units}`, () => sent)));
      }
    }
  expect(slow).toEqual([]);
});
