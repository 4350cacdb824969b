/**
 * A page that the browser translates, or that an extension marks up, has elements around its texts that React does not
 * know: it would take a text out of a parent that is no longer its parent, and the whole page would go with the error.
 * (React leaves this to applications: github.com/facebook/react/issues/11538.)
 */
export function tolerateDomMutations(nodes: typeof Node = Node): void {
  const { removeChild, insertBefore } = nodes.prototype;
  nodes.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = childOf(this, child);
    // In nobody's hands: somebody has put something else in its place.
    if (own !== null) removeChild.call(this, own);
    return child;
  };
  nodes.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before === null ? null : childOf(this, before));
    return node;
  };
}

/** The child of this parent that holds the node; null where none does. */
function childOf(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own !== null && own.parentNode !== parent) own = own.parentNode;
  return own;
}
