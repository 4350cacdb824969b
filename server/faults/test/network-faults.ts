// Eight ways in which the network between the server and PostgreSQL breaks, each by a proxy.

import type { Socket } from "node:net";
import { setTimeout as later } from "node:timers";
import type { Passing, Proxy } from "../../test/proxy.ts";

export type NetworkFault = {
  readonly name: string;
  /** Whether some requests must succeed while it lasts, because the network is only slow. */
  readonly isSlow?: true;
  begin(proxy: Proxy): void | Promise<void>;
};

const delayMs = 60;
const throttledBytesPerMs = 40;

export const networkFaults: readonly NetworkFault[] = [
  {
    name: "delay",
    isSlow: true,
    begin: (proxy) => proxy.disturb((bytes, to) => void later(() => write(to, bytes), delayMs)),
  },
  { name: "throttle", isSlow: true, begin: (proxy) => proxy.disturb(throttle()) },
  { name: "reset", begin: (proxy) => proxy.disturb(every(25, (_bytes, to, from) => reset(to, from))) },
  { name: "black hole", begin: (proxy) => proxy.silence() },
  { name: "half-open", begin: (proxy) => proxy.loseDatabaseSide() },
  {
    name: "cut in an answer",
    begin: (proxy) =>
      proxy.disturb(
        every(
          10,
          (bytes, to, from) => {
            to.end(bytes.subarray(0, Math.ceil(bytes.length / 2)));
            from.destroy();
          },
          (_bytes, isToDatabase) => !isToDatabase,
        ),
      ),
  },
  {
    name: "cut after a commit",
    begin: (proxy) =>
      proxy.disturb(
        every(
          4,
          (bytes, to, from) => {
            // The database gets the commit; its answer finds no one.
            to.write(bytes, () => from.destroy());
          },
          (bytes, isToDatabase) =>
            isToDatabase && /commit|insert into|update /i.test(bytes.toString("latin1")),
        ),
      ),
  },
  { name: "refused", begin: (proxy) => proxy.stop() },
];

/** Breaks each `nth` of the chunks that `matches`; the others pass. */
function every(
  nth: number,
  breaks: Passing,
  matches: (bytes: Buffer, isToDatabase: boolean) => boolean = () => true,
): Passing {
  let seen = 0;
  return (bytes, to, from, isToDatabase) => {
    if (matches(bytes, isToDatabase) && ++seen % nth === 0) breaks(bytes, to, from, isToDatabase);
    else write(to, bytes);
  };
}

function reset(...sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.resetAndDestroy();
}

/** All connections in one direction share the line. */
function throttle(): Passing {
  const freeAt = { up: 0, down: 0 };
  return (bytes, to, _from, isToDatabase) => {
    const direction = isToDatabase ? "up" : "down";
    const start = Math.max(performance.now(), freeAt[direction]);
    freeAt[direction] = start + bytes.length / throttledBytesPerMs;
    later(() => write(to, bytes), freeAt[direction] - performance.now());
  };
}

function write(to: Socket, bytes: Buffer): void {
  if (to.writable) to.write(bytes);
}
