/**
 * Runs when no other tab of this browser runs something under this name; where the browser has no locks (plain http) or
 * refuses them (site data blocked), at once.
 */
export async function exclusively<T>(
  name: string,
  run: () => Promise<T>,
  locks: Pick<LockManager, "request"> | undefined = globalThis.navigator?.locks,
): Promise<T> {
  if (locks === undefined) return run();
  let hasRun = false;
  try {
    return await locks.request(name, () => {
      hasRun = true;
      return run();
    });
  } catch (error) {
    if (hasRun) throw error;
    return run();
  }
}
