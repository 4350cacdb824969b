/** Gives the event loop a turn. A transaction of many statements calls it between them. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
