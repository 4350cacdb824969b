import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { problemText } from "../shell/data/problem-text.ts";
import { bannerText, fallbacks } from "./banner-text.ts";

test("the banner shows the server's sentence", () => {
  const error = new ApiError(404, { error: "There is no such course.", code: "NOT_FOUND" }, null);
  expect(bannerText(error)).toBe("Error: There is no such course.");
  expect(problemText(error, fallbacks.save)).toBe("There is no such course.");
});

test("without a sentence the banner shows the status, in words for a read or for a save", () => {
  const error = new ApiError(502, "<html>Bad gateway</html>", null);
  expect(bannerText(error)).toBe("Error: 502");
  expect(bannerText(error, fallbacks.save)).toBe("Error: Request failed with status 502");
  expect(problemText(error, "Failed to export CSV")).toBe("Failed to export CSV");
});

test("without a response the banner says that the server could not be reached", () => {
  expect(bannerText(new NetworkError("The server could not be reached"))).toBe(
    "Error: The server could not be reached",
  );
  expect(bannerText("?")).toBe("Error: Something went wrong.");
});
