// Writes texts into the page that change with the keys.

/** An element's text. The current text is stored, because reading it from the page costs more than writing it. */
export class ShownText {
  readonly #node: ChildNode;
  #text: string | null;

  constructor(element: HTMLElement) {
    this.#node = element.firstChild ?? element.appendChild(document.createTextNode(""));
    this.#text = this.#node.nodeValue;
  }

  /** Returns whether the text changed. */
  write(text: string): boolean {
    if (text === this.#text) return false;
    this.#text = text;
    this.#node.nodeValue = text;
    return true;
  }
}
