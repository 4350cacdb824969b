// The pages of the bench, built as the product is and served on loopback.

import { join } from "node:path";
import type { HiddenConstruct } from "@tabstop/engine/memory/grades";
import { createColourer } from "@tabstop/server/learning/colours/colour-runs";
import { hiddenInGaps } from "@tabstop/server/learning/review/hidden";
import { constructsOf } from "@tabstop/syntax/constructs-of";
import { build, preview } from "vite";
import { openPage } from "./browser.ts";
import { sampleCode } from "./sample-code.ts";
import type { Subject, SubjectName } from "./subject.ts";

export type Pages = {
  readonly floor: Subject;
  readonly window: Subject;
  readonly area: Subject;
  /** The code area in Copy, Gaps and Recall. */
  readonly ways: readonly Subject[];
  readonly close: () => Promise<void>;
};

export async function servePages(): Promise<Pages> {
  const configFile = join(import.meta.dirname, "../vite.config.ts");
  await build({ configFile });
  const server = await preview({ configFile, preview: { host: "127.0.0.1", port: 0, strictPort: true } });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new TypeError("The pages have no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    floor: ownPage("floor", `${origin}/floor/`),
    window: ownPage("window", `${origin}/floor/window.html`),
    area: ownPage("area", `${origin}/page/`),
    ways: (["area", "area in Gaps", "area in Recall"] as const).map((name) =>
      ownPage(name, `${origin}/page/`, waysOfAreas[name]),
    ),
    close: () => server.close(),
  };
}

const waysOfAreas = { area: "", "area in Gaps": "gaps", "area in Recall": "recall" } as const;
type Way = "" | "gaps" | "recall";

function ownPage(name: SubjectName, url: string, way: Way = ""): Subject {
  return {
    name,
    async open(browser, length, look = {}) {
      const text = sampleCode(length);
      const tokens = await coloursOf(text);
      const opened = await openPage(browser, { isStill: look.isStill ?? false });
      const { page } = opened;
      await page.addInitScript(
        (example) => {
          window.benchExample = example;
        },
        { text, tokens, way, constructs: hiddenConstructs(text, way) },
      );
      await page.goto(`${url}${look.query ?? ""}`);
      await page.evaluate(() => document.fonts.ready);
      await page.locator("textarea").focus();
      return {
        ...opened,
        text,
        async typed() {
          const { cursor, errors } = await page.evaluate(() => window.benchTyped ?? { cursor: 0, errors: 0 });
          return {
            isDone: cursor === text.length,
            percent: Math.floor((100 * cursor) / text.length),
            errors,
          };
        },
      };
    },
  };
}

/** What is hidden from a learner to whom all constructs of the code are new. */
function hiddenConstructs(code: string, way: Way): readonly HiddenConstruct[] {
  if (way === "") return [];
  const constructs = constructsOf(code, "javascript").map(({ kind, places }, id) => ({ id, kind, places }));
  if (way === "recall") return constructs;
  const chosen = hiddenInGaps(
    code,
    constructs.map((one) => ({ ...one, isDue: false, isNew: true, retrievability: 0 })),
  );
  return constructs.filter(({ id }) => chosen.has(id));
}

/** The colours that the server would compute for this code. */
async function coloursOf(text: string): Promise<readonly (readonly [string, number])[]> {
  colourer ??= createColourer();
  let runs = colours.get(text);
  if (runs === undefined) {
    runs = (await (await colourer).runs(text, "javascript")) ?? [];
    colours.set(text, runs);
  }
  return runs;
}

let colourer: ReturnType<typeof createColourer> | null = null;
const colours = new Map<string, readonly (readonly [string, number])[]>();
