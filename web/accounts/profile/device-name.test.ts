import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";
import { longDate } from "../../ui/long-date.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test("a device is named after its browser and system", () => {
  const names = [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
  ].map(deviceName);
  expect(names).toEqual([
    "Chrome on Windows",
    "Edge on Windows",
    "Safari on iPhone",
    "Chrome on iPad",
    "Firefox on Linux",
    "Samsung Internet on Android",
    "Chrome on ChromeOS",
    "Safari on Mac",
    "Chrome on Linux",
  ]);
});

test("another program has its own name, and an empty user agent is unknown", () => {
  expect(["curl/8.5.0", "", "Mozilla/5.0 (X11; Linux x86_64)", "  "].map(deviceName)).toEqual([
    "curl",
    "Unknown device",
    "Unknown browser on Linux",
    "Unknown device",
  ]);
});

test("a day is written as day, month and year, in the device's time zone", () => {
  const noon = new Date(2025, 2, 14, 12).toISOString();
  expect(longDate(noon)).toBe("14 March 2025");
});
