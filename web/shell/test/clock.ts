/** A clock that is a number: timers run when a test lets their time pass. */
export function numberClock(start: number) {
  let time = start;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    /** Runs once that much later; what it gives calls that off. */
    later: (delayMs: number, run: () => void): (() => void) => {
      const timer = { at: time + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    /** Lets time pass, runs what is due in its order, and lets each come to rest. */
    pass: async (ms: number): Promise<void> => {
      const end = time + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        time = next.at;
        timers = timers.filter((other) => other !== next);
        next.run();
        await settled();
      }
      time = end;
      await settled();
    },
  };
}

/** All that needs no time has happened: promises that wait for promises. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
