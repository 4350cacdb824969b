// HTML: elements, attributes and a few other symbols. Values and words are the author's.

import type { Found } from "./construct.ts";

export function htmlConstructs(code: string, found: Found): void {
  if (/^<!doctype/i.test(code)) found.symbol("<!doctype>");
  if (code.includes("<!--")) found.symbol("<!-- -->");
  const bare = code.replace(/<!--.*?-->|<!doctype [^>]*>/gis, " ");
  for (const [entity] of bare.matchAll(/&#?\w+;/g)) found.symbol(entity);
  for (const [tag, end, element = "", attributes = ""] of bare.matchAll(/<(\/?)([a-z][\w-]*)([^<>]*)>/g)) {
    found.word(`<${element}>`);
    if (end !== "") found.symbol("</ >");
    if (tag.endsWith("/>")) found.symbol("/>");
    for (const [, name = "", value] of attributes.matchAll(/([a-z][a-z-]*)(="[^"]*")?/g)) {
      found.word(`[${name}]`);
      if (value !== undefined) found.symbol('=" "');
    }
  }
}
