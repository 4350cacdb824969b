import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { bannerText, fallbacks } from "./banner-text.ts";

const said = new ApiError(500, { error: "Something went wrong on our side.", code: "INTERNAL" }, null);
const silent = new ApiError(502, "<html>Bad gateway</html>", null);
const away = new NetworkError("The server could not be reached");

test("the banner shows the server's sentence", () => {
  expect(bannerText(said, fallbacks.dashboard)).toBe("Error: Something went wrong on our side.");
  expect(bannerText(said)).toBe("Error: Something went wrong on our side.");
});

test("without a sentence the banner shows what failed, or the status", () => {
  expect(bannerText(silent, fallbacks.dashboard)).toBe("Error: Failed to fetch dashboard data");
  expect(bannerText(silent, fallbacks.board)).toBe("Error: Failed to load leaderboard (Status: 502)");
  expect(bannerText(silent)).toBe("Error: 502");
});

test("without a response the banner shows no status", () => {
  expect(bannerText(away, fallbacks.dashboard)).toBe("Error: Failed to fetch dashboard data");
  expect(bannerText(away, fallbacks.board)).toBe("Error: The server could not be reached");
  expect(bannerText(away)).toBe("Error: The server could not be reached");
  expect(bannerText("?")).toBe("Error: Something went wrong.");
});
