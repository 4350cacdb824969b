// Every key of a layout. The examples are made from the X server's table of the layout, so no key is left out.

import type { TestBrowser, Case } from "./test-browser.ts";
import { ascii, type Route } from "./layout.ts";

/** The layouts of `npm run test:all`; `--layouts` accepts any other of xkeyboard-config. */
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

/** No key types it, so every key is wrong. */
const notOnAnyKeyboard = "☃";

export function layoutCases(layouts: readonly string[]): readonly Case[] {
  return layouts.flatMap((name): Case[] => [
    {
      name: `${name}: each way to type a character is accepted and counts once [TYPE-17]`,
      async run(browser) {
        const layout = await browser.setLayout(name);
        const absent = ascii.filter((character) => layout.to(character).length === 0);
        // Some layouts lack a character or two, which the note names.
        if (absent.length > maxMissing) throw new Error(`the layout lacks ${absent.join(" ")}`);
        await acceptsAll(browser, layout.routes);
        return `${layout.routes.length} ways${absent.length > 0 ? `, no ${absent.join(" ")}` : ""}`;
      },
    },
    {
      name: `${name}: each key is refused with one error where another is expected [TYPE-19]`,
      async run(browser) {
        const layout = await browser.setLayout(name);
        const routes = ascii.flatMap((character) => [...layout.to(character)]);
        await browser.typeAndExpect(
          notOnAnyKeyboard,
          routes.map(({ actions }) => actions),
          {
            offset: 0,
            errors: routes.length,
          },
        );
      },
    },
  ]);
}

const maxMissing = 3;

async function acceptsAll(browser: TestBrowser, routes: readonly Route[]): Promise<void> {
  const text = routes.map(({ character }) => character).join("");
  await browser.mount(`${text}${notOnAnyKeyboard}`);
  await browser.press(...routes.map(({ actions }) => actions));
  try {
    await browser.expect({ offset: text.length, errors: 0 });
  } catch (error) {
    const state = await browser.read();
    const at = state.log.findIndex((type, i) => type !== routes[i]?.character);
    const missed = routes[at === -1 ? state.log.length : at];
    throw new Error(
      `at ${JSON.stringify(missed?.character)} by ${missed?.name}\n${(error as Error).message}`,
    );
  }
}
