import { expect, test } from "vitest";
import { tolerateDomMutations } from "./tolerate-dom-mutations.ts";

/** The parts of the DOM's Node that the two methods need, equally strict. */
class SmallNode {
  parentNode: SmallNode | null = null;
  readonly children: SmallNode[] = [];
  readonly name: string;
  constructor(name: string, ...children: readonly SmallNode[]) {
    this.name = name;
    for (const child of children) this.insertBefore(child, null);
  }
  removeChild(child: SmallNode): SmallNode {
    if (child.parentNode !== this) throw new DOMException("", "NotFoundError");
    this.children.splice(this.children.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
  insertBefore(node: SmallNode, before: SmallNode | null): SmallNode {
    if (before !== null && before.parentNode !== this) throw new DOMException("", "NotFoundError");
    this.children.splice(before === null ? this.children.length : this.children.indexOf(before), 0, node);
    node.parentNode = this;
    return node;
  }
  toString(): string {
    return this.children.length === 0 ? this.name : `${this.name}(${this.children.join(" ")})`;
  }
}

test("removing a text that a translation has wrapped or replaced, or inserting before it, causes no error", () => {
  tolerateDomMutations(SmallNode as unknown as typeof Node);
  const [text, kbd] = [new SmallNode("text"), new SmallNode("kbd")];
  const button = new SmallNode("button", text, kbd);
  expect(button.removeChild(kbd)).toBe(kbd);
  button.insertBefore(kbd, text);
  expect(String(button)).toBe("button(kbd text)");

  // Wrapped: the text is inside an element that the translation added.
  button.removeChild(text);
  button.insertBefore(new SmallNode("font", new SmallNode("font", text)), null);
  button.insertBefore(new SmallNode("icon"), text);
  expect(String(button)).toBe("button(kbd icon font(font(text)))");
  button.removeChild(text);
  expect(String(button)).toBe("button(kbd icon)");

  // Replaced: the text is no longer inside any element.
  const gone = new SmallNode("gone");
  expect(button.removeChild(gone)).toBe(gone);
  button.insertBefore(new SmallNode("last"), gone);
  expect(String(button)).toBe("button(kbd icon last)");
});
