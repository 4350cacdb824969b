// The costs of a run as they are stored. A class types the same few examples, so that the constructs of the last ones are
// kept.

import { type PreparedExample, prepare } from "@tabstop/engine/example";
import { constructsOf, syntaxVersion } from "@tabstop/syntax/constructs-of";
import { costRecord } from "../../store/memory/cost-records.ts";
import { type ConstructSteps, constructSteps, type CostCounter, costCounter, type Costs } from "./costs.ts";

export type CodeToCost = { readonly code: string; readonly language: string };

/** As the store takes them. */
export type StoredCosts = Pick<Costs, "slips"> & { readonly records: string; readonly syntaxVersion: number };

type Prepared = { readonly example: PreparedExample; readonly steps: ConstructSteps };

/** By language and code. */
const prepared = new Map<string, Prepared>();
const mostPrepared = 20;

export type RunCounter = {
  readonly example: PreparedExample;
  readonly add: CostCounter["add"];
  /** null when the text has no constructs. */
  readonly costs: () => StoredCosts | null;
};

/**
 * Adds up a run on this code while it is replayed. A language without rules has no constructs here, because the colours
 * of its words are not known here.
 */
export function runCounter(of: CodeToCost): RunCounter {
  const { example, steps } = preparedOf(of);
  const names = new Map<string, string | null>();
  const counter = costCounter(example, steps, (text) => {
    let name = names.get(text);
    if (name === undefined) {
      name = wholeName(text, of.language);
      names.set(text, name);
    }
    return name;
  });
  return {
    example,
    add: counter.add,
    costs() {
      if (steps.constructs.length === 0) return null;
      const { costs, slips } = counter.costs();
      return { records: costs.map(costRecord).join(""), slips, syntaxVersion };
    },
  };
}

function preparedOf({ code, language }: CodeToCost): Prepared {
  const key = `${language}\n${code}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const example = prepare(code);
  const found = { example, steps: constructSteps(example, constructsOf(example.text, language)) };
  if (prepared.size >= mostPrepared) prepared.delete(prepared.keys().next().value ?? "");
  prepared.set(key, found);
  return found;
}

/** The name of the construct that a text is as a whole; null when it is none. */
function wholeName(text: string, language: string): string | null {
  const isWhole = (place: readonly number[]) =>
    place.length === 2 && place[0] === 0 && place[1] === text.length;
  const found = constructsOf(text, language).find(
    ({ kind, places }) => kind !== "form" && places.some(isWhole),
  );
  return found?.name ?? null;
}
