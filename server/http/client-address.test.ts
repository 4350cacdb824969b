import { expect, test } from "vitest";
import type { Environment } from "../settings.ts";
import { withServer } from "../test/harness.ts";

async function seenAddress(env: Environment, forwarded: string): Promise<string> {
  return withServer(env, async ({ app, log }) => {
    await app.inject({
      url: "/api/test",
      remoteAddress: "10.0.0.9",
      headers: { "x-forwarded-for": forwarded },
    });
    return log.map((line) => JSON.parse(line)).find(({ msg }) => msg === "request").address;
  });
}

test("a client's address is taken only from a trusted proxy [SEC-28]", async () => {
  const seen = (env: Environment) => seenAddress(env, "6.6.6.6, 203.0.113.7");
  expect(await seen({})).toBe("10.0.0.9");
  expect(await seen({ TRUST_PROXY: "10.0.0.0/8" })).toBe("203.0.113.7");
  expect(await seen({ TRUST_PROXY: "192.168.0.0/16" })).toBe("10.0.0.9");
});

test("the log warns once about a proxy that TRUST_PROXY does not name", async () => {
  const warnings = (env: Environment) =>
    withServer(env, async ({ app, log }) => {
      const send = (headers: Record<string, string>) =>
        app.inject({ url: "/api/test", remoteAddress: "10.0.0.9", headers });
      await send({});
      await send({ "x-forwarded-for": "203.0.113.7" });
      await send({ "x-forwarded-for": "203.0.113.8" });
      return log
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg.includes("TRUST_PROXY"))
        .map(({ level, proxy }) => [level, proxy]);
    });
  expect(await warnings({})).toEqual([["warn", "10.0.0.9"]]);
  expect(await warnings({ TRUST_PROXY: "loopback" })).toEqual([["warn", "10.0.0.9"]]);
  expect(await warnings({ TRUST_PROXY: "10.0.0.9" })).toEqual([]);
});

test.each([
  ["203.0.113.7:50123", "203.0.113.7"],
  ["6.6.6.6:1, 203.0.113.7:50123", "203.0.113.7"],
  ["[2001:db8::7]:50123", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["unknown", "10.0.0.9"],
  ["203.0.113.7:50123:9", "10.0.0.9"],
  ["", "10.0.0.9"],
])("a proxy that forwards %j means %s [SEC-29]", async (forwarded, address) => {
  expect(await seenAddress({ TRUST_PROXY: "10.0.0.0/8" }, forwarded)).toBe(address);
});
