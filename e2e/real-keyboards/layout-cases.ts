/**
 * Every key of a layout. The examples are made from the X server's own table of the layout, so no list of ours can
 * leave a key out.
 */
import type { Bench, Case } from "./bench.ts";
import { ascii, type Route } from "./layout.ts";

/** What `npm run test:all` tries; `--layouts` takes any other of xkeyboard-config. */
export const testedLayouts = [
  "us",
  "us(intl)",
  "us(altgr-intl)",
  "us(dvorak)",
  "us(mac)",
  "gb",
  "gb(mac)",
  "de",
  "de(nodeadkeys)",
  "de(mac)",
  "at",
  "ch",
  "ch(fr)",
  "fr",
  "fr(bepo)",
  "be",
  "ca",
  "es",
  "latam",
  "it",
  "pt",
  "br",
  "se",
  "no",
  "dk",
  "fi",
  "pl",
  "cz",
  "hu",
  "ro",
  "tr",
];

/** Nothing can type it, so that every key is wrong. */
const notOnAnyKeyboard = "☃";

export function layoutCases(layouts: readonly string[]): readonly Case[] {
  return layouts.flatMap((name): Case[] => [
    {
      name: `${name}: every way to every character is accepted, once [TYPE-17]`,
      async run(bench) {
        const layout = await bench.layout(name);
        const absent = ascii.filter((character) => layout.to(character).length === 0);
        // Some leave out a sign; what they are is in the outcome.
        if (absent.length > missingAtMost) throw new Error(`the layout lacks ${absent.join(" ")}`);
        await acceptsAll(bench, layout.routes);
        return `${layout.routes.length} ways${absent.length > 0 ? `, no ${absent.join(" ")}` : ""}`;
      },
    },
    {
      name: `${name}: every key is refused where another is expected, one error each [TYPE-19]`,
      async run(bench) {
        const layout = await bench.layout(name);
        const routes = ascii.flatMap((character) => [...layout.to(character)]);
        await bench.typed(
          notOnAnyKeyboard,
          routes.map(({ acts }) => acts),
          {
            offset: 0,
            errors: routes.length,
          },
        );
      },
    },
  ]);
}

const missingAtMost = 3;

async function acceptsAll(bench: Bench, routes: readonly Route[]): Promise<void> {
  const text = routes.map(({ character }) => character).join("");
  await bench.mount(`${text}${notOnAnyKeyboard}`);
  await bench.press(...routes.map(({ acts }) => acts));
  try {
    await bench.expect({ offset: text.length, errors: 0 });
  } catch (error) {
    const state = await bench.read();
    const at = state.log.findIndex((typed, i) => typed !== routes[i]?.character);
    const missed = routes[at === -1 ? state.log.length : at];
    throw new Error(
      `at ${JSON.stringify(missed?.character)} by ${missed?.name}\n${(error as Error).message}`,
    );
  }
}
