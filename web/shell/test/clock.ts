/** A clock that is a number. Timers run when a test lets their time pass. */
export function numberClock(start: number) {
  let time = start;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    /** Runs the function after the delay; the returned function cancels that. */
    later: (delayMs: number, run: () => void): (() => void) => {
      const timer = { at: time + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    /** Lets time pass and runs the due timers in order, each until its promises are settled. */
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

/** Lets promises settle that need no timers, also chains of them. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
