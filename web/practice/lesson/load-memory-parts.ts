// Loads the parts of typing from memory when they are first needed, so that Copy loads sooner.

type MemoryParts = typeof import("./memory-parts.ts");

/** Outside React, so that the result is there in the very render that follows the stage. */
let loaded: MemoryParts | null = null;

export async function loadMemoryParts(): Promise<MemoryParts> {
  loaded = await import("./memory-parts.ts");
  return loaded;
}

/** null until they are loaded. */
export function loadedMemoryParts(): MemoryParts | null {
  return loaded;
}
