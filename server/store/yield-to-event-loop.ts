/** Lets the event loop do what else waits; a unit of many statements calls it between them. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
