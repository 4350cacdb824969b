// A lock between the tabs of a browser.

/**
 * Runs the function when no other tab of this browser holds the lock of this name. If the browser has no locks (plain
 * http) or refuses them (site data blocked), runs it immediately.
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
