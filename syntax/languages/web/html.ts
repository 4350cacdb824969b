// HTML: elements, attributes, entities and the signs around them. Values and words are the author's; the code in `script`
// and `style` is another language, and shown.

import type { Found } from "../../found.ts";
import { attributePattern, attributes, elements } from "./html-words.ts";

const tag = /<(\/?)([A-Za-z][A-Za-z\d-]{0,60})/y;
const attribute = /([^\s"'<>/=]{1,100})(\s{0,100}=\s{0,100}(["']?))?/y;
const entity = /&(?:[A-Za-z][A-Za-z\d]{1,30}|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g;
/** Elements whose inside has no tags. */
const rawElements: ReadonlySet<string> = new Set(["script", "style", "textarea", "title"]);

export function htmlConstructs(code: string, found: Found): void {
  new Reader(code, found).read();
}

class Reader {
  readonly #code: string;
  readonly #found: Found;
  #at = 0;

  constructor(code: string, found: Found) {
    this.#code = code;
    this.#found = found;
  }

  read(): void {
    while (this.#at < this.#code.length) {
      const next = this.#code.indexOf("<", this.#at);
      const end = next < 0 ? this.#code.length : next;
      this.#entities(this.#at, end);
      this.#at = end;
      if (next < 0) return;
      if (this.#code.startsWith("<!--", end)) this.#comment();
      else if (/^<!doctype/i.test(this.#code.slice(end, end + 9))) this.#doctype();
      else this.#tag();
    }
  }

  #comment(): void {
    const start = this.#at;
    const close = this.#code.indexOf("-->", start + 4);
    if (close < 0) this.#at = this.#code.length;
    else {
      this.#found.symbol("<!-- -->", start, start + 4, close, close + 3);
      this.#at = close + 3;
    }
  }

  #doctype(): void {
    const start = this.#at;
    const close = this.#code.indexOf(">", start);
    this.#at = close < 0 ? this.#code.length : close + 1;
    if (/^<!doctype html>$/i.test(this.#code.slice(start, start + 15)))
      this.#found.symbol("<!doctype>", start, start + 15);
    else if (close >= 0) this.#found.symbol("<!doctype>", start, start + 9, close, close + 1);
  }

  #tag(): void {
    const start = this.#at;
    tag.lastIndex = start;
    const match = tag.exec(this.#code);
    if (match === null) {
      this.#at += 1;
      return;
    }
    const [whole, slash = "", written = ""] = match;
    const name = written.toLowerCase();
    const isKnown = elements.has(name);
    const nameEnd = start + whole.length;
    this.#at = nameEnd;
    while (this.#attribute());
    // A tag that is not closed ends where the next one begins.
    const isEmpty = this.#code.startsWith("/>", this.#at);
    const close = this.#code[this.#at] === ">" ? this.#at : -1;
    if (slash !== "") {
      const closing = close < 0 ? [] : [close, close + 1];
      this.#found.symbol("</ >", start, start + 2, ...closing);
      if (isKnown) this.#found.word(`<${name}>`, start + 2, nameEnd);
    } else if (isKnown) {
      const closing = close < 0 || isEmpty ? [] : close === nameEnd ? [] : [close, close + 1];
      this.#found.word(`<${name}>`, start, close === nameEnd ? nameEnd + 1 : nameEnd, ...closing);
    } else {
      // An element of the author: its name is theirs.
      const closing = close < 0 || isEmpty ? [] : [close, close + 1];
      this.#found.symbol("< >", start, start + 1, ...closing);
    }
    if (isEmpty) this.#found.symbol("/>", this.#at, this.#at + 2);
    if (isEmpty) this.#at += 2;
    else if (close >= 0) this.#at += 1;
    if (slash === "" && close >= 0 && rawElements.has(name)) this.#raw(name);
  }

  /** False at the end of a tag. */
  #attribute(): boolean {
    const code = this.#code;
    while (this.#at < code.length && /\s/.test(code[this.#at] as string)) this.#at += 1;
    const start = this.#at;
    const character = code[start];
    if (character === undefined || character === ">" || character === "<" || code.startsWith("/>", start))
      return false;
    attribute.lastIndex = start;
    const match = attribute.exec(code);
    if (match === null) {
      this.#at += 1;
      return true;
    }
    const [whole, written = "", assigned, quote = ""] = match;
    const name = written.toLowerCase();
    if (attributes.has(name) || attributePattern.test(name))
      this.#found.word(`[${name}]`, start, start + written.length);
    else if (name.startsWith("data-")) this.#found.word("[data-*]", start, start + 5);
    const end = start + whole.length;
    this.#at = end;
    if (assigned !== undefined) this.#value(code.indexOf("=", start + written.length), quote, end);
    return true;
  }

  #value(equals: number, quote: string, start: number): void {
    const code = this.#code;
    if (quote === "") {
      this.#found.symbol("=", equals, equals + 1);
      while (this.#at < code.length && !/[\s<>]/.test(code[this.#at] as string)) this.#at += 1;
      return;
    }
    const close = code.indexOf(quote, start);
    const end = close < 0 ? code.length : close;
    const opening = equals + 1 === start - 1 ? [equals, start] : [equals, equals + 1, start - 1, start];
    const closing = close < 0 ? [] : [close, close + 1];
    // An empty value has its quotes side by side.
    if (close === start) this.#found.symbol(`=${quote} ${quote}`, ...opening.slice(0, -1), close + 1);
    else this.#found.symbol(`=${quote} ${quote}`, ...opening, ...closing);
    this.#entities(start, end);
    this.#at = close < 0 ? end : close + 1;
  }

  #raw(name: string): void {
    const close = new RegExp(`</${name}(?![A-Za-z\\d-])`, "gi");
    close.lastIndex = this.#at;
    const end = close.exec(this.#code)?.index ?? this.#code.length;
    if (name === "textarea" || name === "title") this.#entities(this.#at, end);
    this.#at = end;
  }

  #entities(start: number, end: number): void {
    const text = this.#code.slice(start, end);
    if (!text.includes("&")) return;
    for (const { 0: written, index } of text.matchAll(entity)) {
      const at = start + index;
      // The number of a character is the author's.
      if (written.startsWith("&#"))
        this.#found.symbol("&# ;", at, at + 2, at + written.length - 1, at + written.length);
      else this.#found.symbol(written, at, at + written.length);
    }
  }
}
