// What the page shows of the published courses: written into it by the server, or loaded where the visitor has come from
// another page of the app.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { api } from "../shell/data/api.ts";
import { useQuery } from "../shell/data/query.ts";

export type Landing = ResponseOf<"getLanding">;

/** An example of a published course that is one of the page's own. */
export type Place = Landing["examples"][number];

/** Where the server writes it, as JSON. */
const placeInPage = "landing-data";

const page: { data?: Landing | null } = {};

/** undefined while it is not known. Not for the first rendering in a prerendered page. */
export function useLanding(): Landing | undefined {
  const inPage = dataInPage();
  const { data } = useQuery({
    queryKey: ["open", "landing"],
    queryFn: ({ signal }) => api("getLanding", undefined, { signal }),
    enabled: inPage === null,
  });
  return inPage ?? data;
}

export function placeOf({ language }: { readonly language: string }, landing: Landing): Place | undefined {
  return landing.examples.find((place) => place.language === language);
}

/** null in a page that has none; read once. */
function dataInPage(): Landing | null {
  page.data ??= readPage();
  return page.data;
}

function readPage(): Landing | null {
  try {
    return JSON.parse(document.getElementById(placeInPage)?.textContent ?? "null") as Landing | null;
  } catch {
    return null;
  }
}
