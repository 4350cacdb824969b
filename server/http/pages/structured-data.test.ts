import { expect, test } from "vitest";
import { siteData } from "./structured-data.ts";

type Graph = { "@graph": [{ potentialAction: { target: { urlTemplate: string } } }, { sameAs?: string[] }] };

test("the site can be searched, at its public address", () => {
  const [site, organization] = (siteData("https://learn.example", []) as Graph)["@graph"];
  expect(site.potentialAction.target.urlTemplate).toBe(
    "https://learn.example/courses?search={search_term_string}",
  );
  expect(organization).not.toHaveProperty("sameAs");
});

test("social links are those of the settings", () => {
  const [, organization] = (
    siteData("https://learn.example", ["https://a.example/x", "https://b.example/y"]) as Graph
  )["@graph"];
  expect(organization.sameAs).toEqual(["https://a.example/x", "https://b.example/y"]);
});
