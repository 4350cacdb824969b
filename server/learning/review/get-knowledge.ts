// What a learner knows of a language: the constructs that its published examples have, each with the learner's card.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import type { ConstructState } from "@tabstop/contract/vocabulary";
import { spokenName } from "@tabstop/syntax/spoken";
import type { Principal } from "../../principal.ts";
import {
  cardsOf,
  constructsOfLanguage,
  type KnownConstruct,
  practisedLanguages,
  publishedExamples,
} from "../../store/memory/knowledge.ts";
import { stateOf } from "../memory/state.ts";
import { cardOfRow } from "./card-of-row.ts";
import { todayOf } from "./today.ts";
import type { ReviewDeps } from "./with-due.ts";

type Input = ParsedParams<"getKnowledge"> & ParsedQuery<"getKnowledge">;
type Result = HandlerResult<"getKnowledge">;
type Row = Omit<Result["constructs"][number], "last_example">;

const mostRows = 1_000;
const mostGrades = 10;

/** A language without published examples has no constructs. */
export function getKnowledge(
  { store, now }: Pick<ReviewDeps, "store" | "now">,
  { userId }: Principal,
  { language, show = "all", zone }: Input,
): Promise<Result> {
  return store.read(async (db) => {
    const today = (await todayOf(db, { userId, now: now() }, zone)).day;
    const lessons = await constructsOfLanguage(db, language);
    const order = new Map([...lessons.keys()].map((id, at) => [id, at]));
    const counts = { known: 0, learning: 0, fading: 0, not_met: 0 };
    const rows: { readonly row: Row; readonly at: number; readonly last: number | null }[] = [];
    const add = (row: KnownConstruct) => {
      const card = cardOfRow(row);
      const state = stateOf(card, today);
      counts[countOf(state)] += 1;
      if (show !== "all" && show !== state && show !== countOf(state)) return;
      const { id, family, name, kind, due_day } = row;
      const grades = (card?.days ?? []).slice(-mostGrades).map(({ grade }) => grade);
      const lesson = state === "not_met" || state === "resting" ? (lessons.get(id) ?? null) : null;
      rows.push({
        row: { id, family, name, spoken: spokenName(name), kind, due_day, state, grades, lesson },
        at: order.get(id) ?? 0,
        last: row.last_example_id,
      });
    };
    for await (const some of cardsOf(db, userId, [...lessons.keys()])) for (const row of some) add(row);
    const sorted = rows.toSorted((a, b) => placeOf(a.row) - placeOf(b.row) || a.at - b.at);
    const shown = sorted.slice(0, mostRows);
    const examples = await publishedExamples(db, [...new Set(shown.flatMap(({ last }) => last ?? []))]);
    return {
      ...{ language, counts },
      constructs: shown.map(({ row, last }) => ({
        ...row,
        last_example: last === null ? null : (examples.get(last) ?? null),
      })),
      more: sorted.length > mostRows,
      languages: await practisedLanguages(db, userId),
    };
  });
}

/** What rests is still being learned. */
function countOf(state: ConstructState): Exclude<ConstructState, "resting"> {
  return state === "resting" ? "learning" : state;
}

/** By the next date; after those what was met and never graded, then what was not met. */
function placeOf({
  due_day: day,
  state,
}: {
  readonly due_day: number | null;
  readonly state: string;
}): number {
  if (state === "not_met") return Number.POSITIVE_INFINITY;
  return day ?? Number.MAX_VALUE;
}
