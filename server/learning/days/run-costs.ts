// The costs of a run as they are stored. A class types the same few examples, so that the constructs of the last ones are
// kept.

import type { KeystrokeLog } from "@tabstop/engine/attempt";
import { type PreparedExample, prepare } from "@tabstop/engine/example";
import { constructsOf, syntaxVersion } from "@tabstop/syntax/constructs-of";
import { costRecord } from "../../store/memory/cost-records.ts";
import { type ConstructSteps, constructSteps, type Costs, costsOf } from "./costs.ts";

export type CodeToCost = { readonly code: string; readonly language: string };

/** As the store takes them. */
export type StoredCosts = Pick<Costs, "slips"> & { readonly records: string; readonly syntaxVersion: number };

type Prepared = { readonly example: PreparedExample; readonly steps: ConstructSteps };

/** By language and code. */
const prepared = new Map<string, Prepared>();
const mostPrepared = 20;

/**
 * What constructs cost in a run; null when the language has none. A language without rules has none here, because the
 * colours of its words are not known here.
 */
export function costsOfRun(of: CodeToCost, log: KeystrokeLog): StoredCosts | null {
  const { example, steps } = preparedOf(of);
  if (steps.constructs.length === 0) return null;
  const names = new Map<string, string | null>();
  const nameOf = (text: string) => {
    let name = names.get(text);
    if (name === undefined) {
      name = wholeName(text, of.language);
      names.set(text, name);
    }
    return name;
  };
  const { costs, slips } = costsOf(example, log, steps, nameOf);
  return { records: costs.map(costRecord).join(""), slips, syntaxVersion };
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
