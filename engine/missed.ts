// The missed steps of an attempt: an immutable set of step numbers. Adding one copies a path and not the set: it is a
// tree with 32 branches a node, whose leaves are 32 bits each. For an example of 100,000 steps it is four levels deep.

/** The bits of a leaf, or the branches of a node; 0 is the empty set. */
export type Missed = number | readonly Missed[];

export const noneMissed: Missed = 0;

/** The set with one more step; the same set if the step is already in it. `steps` is the example's number of steps. */
export function withMissed(missed: Missed, steps: number, step: number): Missed {
  return isMissed(missed, steps, step) ? missed : added(missed, levels(steps), step);
}

export function isMissed(missed: Missed, steps: number, step: number): boolean {
  let node = missed;
  for (let level = levels(steps); typeof node !== "number"; level--)
    node = node[branch(level, step)] ?? noneMissed;
  return (node & (1 << (step & 31))) !== 0;
}

/** The number of levels above the leaves. */
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
