// What a learner knows of a language: the constructs that its published examples have, each with the learner's card.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import { spokenName } from "@tabstop/syntax/spoken";
import type { Principal } from "../../principal.ts";
import { cardsOf, type KnownConstruct, publishedExamples } from "../../store/memory/knowledge.ts";
import { knownByLanguage } from "../memory/known-by-language.ts";
import { countedAs, stateOf } from "../memory/state.ts";
import type { TaughtConstructs } from "../memory/taught-constructs.ts";
import { cardOfRow } from "../memory/card-of-row.ts";
import { todayOf } from "../days/today.ts";
import type { ReviewDeps } from "./with-due.ts";

type Input = ParsedParams<"getKnowledge"> & ParsedQuery<"getKnowledge">;
type Result = HandlerResult<"getKnowledge">;
type Row = Omit<Result["constructs"][number], "last_example">;

const mostRows = 1_000;
const mostGrades = 10;

export type KnowledgeDeps = Pick<ReviewDeps, "store" | "now"> & {
  readonly taughtConstructs: TaughtConstructs;
};

/** A language without published examples has no constructs. */
export function getKnowledge(
  { store, now, taughtConstructs }: KnowledgeDeps,
  { userId }: Principal,
  { language, show = "all", zone }: Input,
): Promise<Result> {
  return store.read(async (db) => {
    const today = (await todayOf(db, { userId, now: now() }, zone)).day;
    const taught = await taughtConstructs(db);
    const lessons = taught.get(language) ?? new Map<number, never>();
    const order = new Map([...lessons.keys()].map((id, at) => [id, at]));
    const counts = { known: 0, learning: 0, fading: 0, not_met: 0 };
    const rows: { readonly row: Row; readonly at: number; readonly last: number | null }[] = [];
    const add = (row: KnownConstruct) => {
      const card = cardOfRow(row);
      const state = stateOf(card, today);
      counts[countedAs(state)] += 1;
      if (show !== "all" && show !== state && show !== countedAs(state)) return;
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
    const known = await knownByLanguage(db, taught, { userId, today });
    return {
      ...{ language, counts },
      constructs: shown.map(({ row, last }) => ({
        ...row,
        last_example: last === null ? null : (examples.get(last) ?? null),
      })),
      more: sorted.length > mostRows,
      languages: known.map((one) => one.language).toSorted(),
    };
  });
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
