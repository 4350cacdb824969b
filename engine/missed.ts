// Which steps were missed: a set of step numbers that never changes. Adding one copies a path, not the set: a
// tree of 32 branches a node, whose leaves are 32 bits each. An example of 100,000 steps is four levels deep.

/** A leaf's bits, or a node's branches; 0 is empty. */
export type Missed = number | readonly Missed[];

export const noneMissed: Missed = 0;

/** The set with one more step, of an example with so many steps; the same set if it is in already. */
export function withMissed(missed: Missed, steps: number, step: number): Missed {
  return isMissed(missed, steps, step) ? missed : added(missed, levels(steps), step);
}

export function isMissed(missed: Missed, steps: number, step: number): boolean {
  let node = missed;
  for (let level = levels(steps); typeof node !== "number"; level--)
    node = node[branch(level, step)] ?? noneMissed;
  return (node & (1 << (step & 31))) !== 0;
}

/** How many levels of branches stand above the leaves. */
function levels(steps: number): number {
  let count = 0;
  for (let room = 32; room < steps; room *= 32) count++;
  return count;
}

function added(missed: Missed, level: number, step: number): Missed {
  if (level === 0) return (typeof missed === "number" ? missed : 0) | (1 << (step & 31));
  const branches = typeof missed === "number" ? Array.from({ length: 32 }, () => noneMissed) : missed.slice();
  const taken = branch(level, step);
  branches[taken] = added(branches[taken] ?? noneMissed, level - 1, step);
  return branches;
}

function branch(level: number, step: number): number {
  return (step >>> (5 * level)) & 31;
}
