// Keeps the page alive when a translation or an extension changes the DOM that React manages.

/**
 * Translations and extensions put elements around texts that React does not know. React would then remove a text from
 * an element that is no longer its parent, and the error would unmount the whole page. With this, such calls do not
 * throw. (React leaves this to applications: github.com/facebook/react/issues/11538.)
 */
export function tolerateDomMutations(nodes: typeof Node = Node): void {
  const { removeChild, insertBefore } = nodes.prototype;
  nodes.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = childOf(this, child);
    // No child contains the node any more: something else has replaced it.
    if (own !== null) removeChild.call(this, own);
    return child;
  };
  nodes.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before === null ? null : childOf(this, before));
    return node;
  };
}

/** The child of this parent that is or contains the node, or null. */
function childOf(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own !== null && own.parentNode !== parent) own = own.parentNode;
  return own;
}
