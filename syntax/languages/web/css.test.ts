import { expect, test } from "vitest";
import { constructsOf } from "../../constructs-of.ts";

function names(code: string): string[] {
  return constructsOf(code, "css").map(({ name }) => name);
}

test("names of the author are no constructs, even when they are words of CSS", () => {
  const code = `@keyframes linear { to { left: 0 } }
.flex#grid { animation: linear; grid-area: center; container-name: text; --auto: var(--none); counter-reset: list }
.a { grid-template-columns: [start] 1fr [end]; font-family: Georgia; will-change: thing }`;
  for (const name of [
    "linear",
    "flex",
    "grid",
    "center",
    "text",
    "auto",
    "none",
    "list",
    "start",
    "end",
    "Georgia",
    "thing",
  ])
    expect(names(code)).not.toContain(name);
});

test("elements and attributes in selectors are learned with those of HTML", () => {
  const family = (name: string) =>
    constructsOf("nav[href] { color: red }", "css").find((one) => one.name === name)?.family;
  expect([family("<nav>"), family("[href]"), family("color")]).toEqual(["html", "html", "css"]);
});

test("of a number, a colour and an escape only the signs are their places", () => {
  const code = 'a { margin: -1.5rem; color: #fff; content: "\\2713" }';
  const textOf = (name: string) => {
    const [start, end] = constructsOf(code, "css").find((one) => one.name === name)?.places[0] ?? [];
    return code.slice(start, end);
  };
  expect(["-1", "0.5", "unit rem", "#rgb", "\\2713"].map(textOf)).toEqual(["-", ".", "rem", "#", "\\"]);
});
