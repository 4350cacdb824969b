// Short examples are often parts of a program: some functions, or some statements. They are tried as they are and in
// the frames of their language, such as its main function, until one attempt compiles without a fault.

import { writeFile } from "node:fs/promises";
import type { ExampleFile, Verdict } from "./language.ts";

export type Source = {
  /** What the frame adds, such as `main`; absent if the source is the example as it is. */
  readonly frame?: string;
  readonly text: string;
  /** For each line of the text, its number in the example; undefined for a line of the frame. */
  readonly lines: readonly (number | undefined)[];
};

/** Text of the frame, or lines of the example, which begin at `firstLine`. */
export type Part = string | { readonly code: string; readonly firstLine: number };

/** An example in the source that was written to its file. */
export type Attempt = { readonly one: ExampleFile; readonly source: Source };

export type Compiled = Attempt & { readonly faults: readonly string[] };

/** Each part begins in a new line. */
export function sourceOf(frame: string | undefined, parts: readonly Part[]): Source {
  const lines = parts.flatMap((part) => {
    const texts = (typeof part === "string" ? part : part.code).split("\n");
    return texts.map((text, at) => ({
      text,
      number: typeof part === "string" ? undefined : part.firstLine + at,
    }));
  });
  return {
    ...(frame === undefined ? {} : { frame }),
    text: `${lines.map(({ text }) => text).join("\n")}\n`,
    lines: lines.map(({ number }) => number),
  };
}

export function wholeCode({ example }: ExampleFile): Part {
  return { code: example.code, firstLine: 1 };
}

/** `line 3: `, or nothing if the line is one of the frame. */
export function placeIn(source: Source, line: number): string {
  const number = source.lines[line - 1];
  return number === undefined ? "" : `line ${number}: `;
}

/**
 * Compiles each example in its first source, those with faults in their second one, and so on. An example that has
 * faults in all of them is returned in the one with the fewest, which is probably what the author meant; of two with
 * as many in the later one, because a compiler often gives up at the first statement outside of a function.
 */
export async function compileInFrames(
  exampleFiles: readonly ExampleFile[],
  sourcesOf: (one: ExampleFile) => readonly Source[],
  compile: (attempts: readonly Attempt[]) => Promise<readonly (readonly string[])[]>,
): Promise<readonly Compiled[]> {
  const best = new Map<ExampleFile, Compiled>();
  const sources = new Map(exampleFiles.map((one) => [one, sourcesOf(one)]));
  for (let round = 0; ; round++) {
    const attempts = exampleFiles.flatMap((one) => {
      const source = sources.get(one)?.[round];
      return source === undefined || best.get(one)?.faults.length === 0 ? [] : [{ one, source }];
    });
    if (attempts.length === 0) break;
    await Promise.all(attempts.map(({ one, source }) => writeFile(one.file, source.text)));
    const results = await compile(attempts);
    for (const [index, attempt] of attempts.entries()) {
      const faults = results[index] ?? ["syntax: was not compiled"];
      const before = best.get(attempt.one);
      if (before === undefined || faults.length <= before.faults.length)
        best.set(attempt.one, { ...attempt, faults });
    }
  }
  return exampleFiles.map((one) => {
    const compiled = best.get(one);
    if (compiled === undefined) throw new RangeError(`no source for the example ${one.example.title}`);
    return compiled;
  });
}

/** Adds the frame to the verdict of an example that passed. */
export function inFrame({ frame }: Source, verdict: Verdict): Verdict {
  return frame === undefined || verdict.faults.length > 0 ? verdict : { ...verdict, frame };
}
