// What a run says of what was hidden: the clauses of 'Grades'.

import { expect, test } from "vitest";
import { gradesOf, type HiddenConstruct, type Trouble } from "./grades.ts";

// f(a => (b => c)(d => e))
const arrow: HiddenConstruct = {
  id: 1,
  kind: "symbol",
  places: [
    [4, 6],
    [10, 12],
    [18, 20],
  ],
};
const round: HiddenConstruct = {
  id: 2,
  kind: "symbol",
  places: [
    [1, 2, 23, 24],
    [7, 8, 14, 15],
    [15, 16, 22, 23],
  ],
};
const form: HiddenConstruct = { id: 3, kind: "form", places: [[7, 8, 10, 12, 14, 15]] };

const none: ReadonlySet<number> = new Set();
const trouble = (more: Partial<Trouble>): Trouble => ({ helps: [], tries: [], ...more });
const graded = (hidden: readonly HiddenConstruct[], more: Partial<Trouble> | null, shown = none) =>
  gradesOf(hidden, shown, more && trouble(more)).map(({ id, grade }) => [id, grade]);

test("without a log, what the client showed is Again and all else Good", () => {
  expect(graded([arrow, round], null)).toEqual([
    [1, "good"],
    [2, "good"],
  ]);
  expect(graded([arrow, round], null, new Set([2, 9]))).toEqual([
    [1, "good"],
    [2, "again"],
  ]);
});

test("shown at any place is Again, by help or by a second wrong try at one character", () => {
  expect(graded([arrow], { helps: [[19, 20]] })).toEqual([[1, "again"]]);
  expect(graded([arrow], { tries: [[19, 20, 2]] })).toEqual([[1, "again"]]);
  // Two tries at two characters of one place are not two at one.
  expect(
    graded([arrow], {
      tries: [
        [4, 5, 1],
        [5, 6, 1],
      ],
    }),
  ).toEqual([[1, "hard"]]);
  // The client's list counts beside the log.
  expect(graded([arrow], {}, new Set([1]))).toEqual([[1, "again"]]);
});

test("a wrong try at one of its first two hidden places is Hard, later places change nothing", () => {
  expect(graded([arrow], { tries: [[4, 5, 1]] })).toEqual([[1, "hard"]]);
  expect(graded([arrow], { tries: [[11, 12, 1]] })).toEqual([[1, "hard"]]);
  expect(graded([arrow], { tries: [[18, 19, 1]] })).toEqual([[1, "good"]]);
  // Also when the places do not come in the order of the text.
  const turned = { ...arrow, places: arrow.places.toReversed() };
  expect(graded([turned], { tries: [[18, 19, 1]] })).toEqual([[1, "good"]]);
});

test("only hidden places count", () => {
  expect(
    graded([arrow], {
      helps: [
        [0, 1],
        [3, 4],
        [6, 7],
      ],
      tries: [[20, 21, 3]],
    }),
  ).toEqual([[1, "good"]]);
});

test("a pair is one place: showing one half counts for the pair", () => {
  expect(graded([round], { helps: [[23, 24]] })).toEqual([[2, "again"]]);
  // The second half of the second place.
  expect(graded([round], { tries: [[14, 15, 1]] })).toEqual([[2, "hard"]]);
  expect(graded([round], { tries: [[22, 23, 1]] })).toEqual([[2, "good"]]);
});

test("where a form is hidden its atoms count for the form only", () => {
  const inForm = { helps: [[10, 11]] as const };
  expect(graded([arrow, round, form], inForm)).toEqual([
    [1, "good"],
    [2, "good"],
    [3, "again"],
  ]);
  expect(graded([arrow, round], inForm)).toEqual([
    [1, "again"],
    [2, "good"],
  ]);
  // The first two places of its own are those outside the form.
  expect(graded([arrow, form], { tries: [[18, 19, 1]] })).toEqual([
    [1, "hard"],
    [3, "good"],
  ]);
  // An atom whose places all belong to forms has no grade.
  const only = { ...arrow, places: [[10, 12]] };
  expect(graded([only, form], { tries: [[10, 11, 1]] }, new Set([1]))).toEqual([[3, "hard"]]);
  expect(graded([only], null)).toEqual([[1, "good"]]);
});

test("a character that belongs to a place and to invisible ones before it counts", () => {
  expect(graded([arrow], { helps: [[3, 5]] })).toEqual([[1, "again"]]);
  expect(graded([arrow], { helps: [[2, 4]] })).toEqual([[1, "good"]]);
});

test("without a log, an atom that is listed as shown and has no place beside the forms means these forms", () => {
  const inner: HiddenConstruct = { id: 4, kind: "symbol", places: [[10, 12]] };
  const other: HiddenConstruct = { id: 5, kind: "form", places: [[30, 31, 33, 34]] };
  const all = [inner, form, other];
  expect(graded(all, null, new Set([4]))).toEqual([
    [3, "again"],
    [5, "good"],
  ]);
  // An atom with a place of its own was shown there.
  expect(graded([arrow, form], null, new Set([1]))).toEqual([
    [1, "again"],
    [3, "good"],
  ]);
  // A log says which place was shown.
  expect(graded(all, {}, new Set([4]))).toEqual([
    [3, "good"],
    [5, "good"],
  ]);
});
