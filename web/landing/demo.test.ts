import { expect, test } from "vitest";
import { pictureRows } from "../typing/picture-rows.ts";
import { firstMoment, type Moment, momentAfter, pauseAfter, pictureOf } from "./demo.ts";

/** The moments from `from` until `from` occurs again. */
function round(from: Moment): Moment[] {
  const moments: Moment[] = [];
  let moment = from;
  do {
    moments.push(moment);
    moment = momentAfter(moment);
  } while (moment.keys !== from.keys || moment.isSlipping !== from.isSlipping);
  return moments;
}

function drawn(moment: Moment): string {
  const { code, errors, accuracy } = pictureOf(moment);
  const row = pictureRows(code)[code.caret.line];
  const text = row?.pieces
    .map(({ state, text }) => (state === "current" || state === "slipping" ? `|${text}` : text))
    .join("");
  return `${text} ${errors} ${accuracy}%`;
}

test("the demo starts with the state that the design shows", () => {
  expect(drawn(firstMoment)).toBe("  if (!res.|ok) { 1 98%");
});

test("the demo types the whole code with some errors, and starts again", () => {
  const moments = round({ keys: 0, isSlipping: false });
  expect(drawn(moments[0] as Moment)).toBe("|async function getUser(id) { 0 100%");
  expect(moments.filter(({ isSlipping }) => isSlipping).map(drawn)).toEqual([
    "  const |res = await fetch(`/users/${id}`); 1 97%",
    "    throw new Error(`No |user ${id}`); 2 98%",
    "  return res.|json(); 3 97%",
  ]);
  expect(drawn(moments.at(-1) as Moment)).toBe("} 3 98%");
});

test("an error is shown for 300 ms, and the end stays long enough to be read", () => {
  const moments = round({ keys: 0, isSlipping: false });
  const slip = moments.find(({ isSlipping }) => isSlipping) as Moment;
  expect(pauseAfter(slip, 0.5)).toBe(300);
  expect(pauseAfter(moments.at(-1) as Moment, 0.5)).toBe(2_400);
  expect([pauseAfter(firstMoment, 0), pauseAfter(firstMoment, 1)]).toEqual([70, 180]);
});

test("a Tab is one key of two columns", () => {
  const places = round({ keys: 0, isSlipping: false }).map(
    ({ keys }) => pictureOf({ keys, isSlipping: false }).code.caret,
  );
  expect(
    places
      .filter(({ line }) => line === 3)
      .map(({ column }) => column)
      .slice(0, 4),
  ).toEqual([0, 2, 4, 5]);
});
