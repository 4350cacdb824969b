// Runs from memory for API tests: an example with constructs, and logs with asked help.

import { randomUUID } from "node:crypto";
import type { RequestBody, ResponseOf } from "@tabstop/contract/endpoints";
import { logToText } from "@tabstop/engine/packed-log";
import { coverageChanged } from "../store/coverage-version.ts";
import type { Store } from "../store/store.ts";
import type { Person } from "./harness.ts";
import { plantExample } from "./typed-runs.ts";

export type PlantedConstruct = {
  readonly name: string;
  readonly kind?: "symbol" | "word" | "form";
  readonly family?: string;
  readonly places: readonly (readonly number[])[];
};

/** Stores the constructs of an example as the filler does. Returns their ids by name. */
export async function plantConstructs(
  store: Store,
  exampleId: number,
  constructs: readonly PlantedConstruct[],
  codeVersion = 1,
): Promise<Readonly<Record<string, number>>> {
  return store.write(async (tx) => {
    const ids: Record<string, number> = {};
    await tx.deleteFrom("example_construct").where("example_id", "=", exampleId).execute();
    await tx.deleteFrom("example_syntax").where("example_id", "=", exampleId).execute();
    const starts = (all: PlantedConstruct["places"]) =>
      all.map((place) => place.filter((_, at) => at % 2 === 0));
    const ofForms = new Set(
      constructs.flatMap(({ kind, places }) => (kind === "form" ? starts(places).flat() : [])),
    );
    for (const [position, { name, kind = "symbol", family = "planted", places }] of constructs.entries()) {
      const isInForms = kind !== "form" && starts(places).every((own) => own.some((at) => ofForms.has(at)));
      const row = { family, name, kind };
      await tx
        .insertInto("construct")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id } = await tx
        .selectFrom("construct")
        .select("id")
        .where("family", "=", family)
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      ids[name] = id;
      const of = { example_id: exampleId, construct_id: id };
      await tx
        .insertInto("example_construct")
        .values({ ...of, position, places: JSON.stringify(places), in_forms: isInForms ? 1 : 0 })
        .execute();
    }
    const marker = { example_id: exampleId, code_version: codeVersion, syntax_version: 1 };
    await tx
      .insertInto("example_syntax")
      .values({ ...marker, met_after_user_id: null })
      .execute();
    await coverageChanged(tx);
    return ids;
  });
}

/** All places of a text in the code, as places of one piece. */
export function placesOf(code: string, text: string): number[][] {
  const places: number[][] = [];
  for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + text.length))
    places.push([at, at + text.length]);
  return places;
}

/** A published example with these constructs. */
export async function plantMemoryExample(
  store: Store,
  code: string,
  constructs: readonly PlantedConstruct[],
): Promise<{ readonly exampleId: number; readonly ids: Readonly<Record<string, number>> }> {
  const exampleId = await plantExample(store, code);
  return { exampleId, ids: await plantConstructs(store, exampleId, constructs) };
}

/** What happens at an offset of the code before its character is typed: help, or wrong keys at these times after another. */
export type Event = "show" | { readonly wrong: readonly number[]; readonly key?: string };

/** The log of a run that types the code, as it is sent. Only for code without characters of several code points. */
export function memoryLog(code: string, events: Readonly<Record<number, readonly Event[]>> = {}): string {
  const bytes = [1];
  let [at, before] = [0, 0];
  const put = (kind: number, ...more: number[]) => {
    const difference = at - before;
    putVarint(bytes, (difference < 0 ? -2 * difference - 1 : 2 * difference) * 8 + kind);
    for (const number of more) putVarint(bytes, number);
    before = at;
  };
  for (let offset = 0; offset < code.length; offset++) {
    for (const event of events[offset] ?? []) {
      if (event === "show") put(7);
      else
        for (const wait of event.wrong) {
          at += wait;
          put(1, 1, (event.key ?? "¤").codePointAt(0) ?? 0);
        }
    }
    if (offset > 0 || at > 0) at += 100;
    put(code[offset] === "\n" ? 2 : 0);
  }
  return logToText(Uint8Array.from(bytes));
}

function putVarint(bytes: number[], number: number): void {
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

type Body = RequestBody<"saveReview">;
/** Any JSON in the lenient fields. */
export type MemoryBody = Partial<Omit<Body, "log" | "zone">> & {
  readonly log?: unknown;
  readonly zone?: unknown;
};

export function memoryBody(more: MemoryBody): Body {
  const way = "gaps" as const;
  return {
    ...{ attemptId: randomUUID(), way, codeVersion: 1, hidden: [], shown: [], zone: "UTC" },
    ...more,
  } as Body;
}

export function review(
  person: Pick<Person, "client">,
  exampleId: number,
  more: MemoryBody,
): Promise<ResponseOf<"saveReview">> {
  return person.client("saveReview", { params: { exampleId }, body: memoryBody(more) });
}
