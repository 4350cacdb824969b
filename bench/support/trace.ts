// Reads the cost of a key from a Chromium trace.
//
// The model. The thread that dispatched the keydowns is the page's main thread. Its complete events ("X") nest; an
// event's own time is its thread-CPU time less that of the events inside it. Each event belongs to one kind of work by
// its name, or else to its parent's kind. A key's window lasts from its keydown to the next one, and an event counts
// for the window in which it ends: so timers between two keys are part of the cost of typing. The first and the last
// window are not one interval long and are left out.
//
// The cost of a key is script + style + layout + paint. `other` (mostly the scheduler's own time) is not part of it.
//
// Wall-clock times do not count, because on a busy machine they measure the other work. So a long task is one of more
// than 50 ms of CPU time.

export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Thread-CPU time, microseconds. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: Readonly<Record<string, unknown>>;
};

export const kinds = ["script", "style", "layout", "paint", "other"] as const;
type Kind = (typeof kinds)[number];

export type KeyWindow = {
  /** Wall-clock time from the keydown to the next one. */
  readonly spanMs: number;
  /** CPU ms of the main thread by kind. */
  readonly ms: Readonly<Record<Kind, number>>;
  /** In the whole window, timers and animations included. */
  readonly all: Passes;
  /** From the keydown to the end of the next frame: the one that shows the key. */
  readonly first: Passes;
  /** Frames that the main thread took part in. */
  readonly frames: number;
};

type Passes = {
  /** Style passes with something to restyle, and how many elements they restyled. */
  readonly styles: number;
  readonly restyled: number;
  readonly layouts: number;
  /** Style passes and layouts inside a script, which forced them, and those of the browser during an input event. */
  readonly forced: number;
};

/** All events of the same label: a function by its place in the bundle, a layout by the element where it started. */
type Work = {
  readonly label: string;
  readonly kind: Kind;
  readonly timesAKey: number;
  readonly msAKey: number;
};

export type TraceReport = {
  readonly keydowns: number;
  /** One for each key except the first and the last. */
  readonly windows: readonly KeyWindow[];
  /** Tasks of more than 50 ms of CPU from the first keydown on. */
  readonly longTasks: number;
  /** The share of events with a thread-CPU time; for the others the wall-clock time counts. */
  readonly withCpuTime: number;
  /** All work from the first keydown on: how often it occurred and its own ms per key, the most time first. */
  readonly work: readonly Work[];
};

/** script + style + layout + paint. */
export function costOf({ ms }: KeyWindow): number {
  return ms.script + ms.style + ms.layout + ms.paint;
}

/** Throws a RangeError when the trace has no keydown. */
export function analyse(events: readonly TraceEvent[]): TraceReport {
  const main = mainThreadOf(events);
  const own = events
    .filter((event) => threadOf(event) === main && event.ph === "X" && event.dur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const downs = own.filter(isKeydown).map((event) => event.ts);
  const last = downs.at(-1) ?? 0;

  const windows = downs.map((at, i) => emptyWindow(((downs[i + 1] ?? at) - at) / 1000));
  const work = new Map<string, { kind: Kind; times: number; us: number }>();
  let key = -1;
  for (const { event, end, kind, ownUs, isInScript } of nested(own)) {
    while (key + 1 < downs.length && (downs[key + 1] ?? 0) <= end) key++;
    const window = windows[key];
    if (window === undefined || event.ts > last + tailUs) continue;
    window.ms[kind] += Math.max(0, ownUs) / 1000;
    const label = labelOf(event);
    const sum = work.get(label) ?? { kind, times: 0, us: 0 };
    work.set(label, { kind, times: sum.times + 1, us: sum.us + Math.max(0, ownUs) });

    countPasses(window, event, isInScript);
  }
  const kept = windows.slice(1, -1);
  return {
    keydowns: downs.length,
    windows: kept,
    longTasks: own.filter(
      (event) => event.name === "RunTask" && cpuOf(event) > longUs && event.ts > (downs[0] ?? 0),
    ).length,
    withCpuTime: own.filter((event) => event.tdur !== undefined).length / Math.max(1, own.length),
    work: [...work]
      .map(([label, { kind, times, us }]) => ({
        label,
        kind,
        timesAKey: times / downs.length,
        msAKey: us / 1000 / downs.length,
      }))
      .toSorted((a, b) => b.msAKey - a.msAKey),
  };
}

function countPasses(window: ReturnType<typeof emptyWindow>, event: TraceEvent, isInScript: boolean): void {
  const passes = window.frames === 0 ? [window.all, window.first] : [window.all];
  if (event.name === "UpdateLayoutTree" || event.name === "RecalculateStyles") {
    const elements = Number(event.args?.elementCount ?? 0);
    if (elements === 0) return;
    for (const counts of passes) {
      counts.styles++;
      counts.restyled += elements;
      if (isInScript) counts.forced++;
    }
  } else if (event.name === "Layout") {
    for (const counts of passes) {
      counts.layouts++;
      if (isInScript) counts.forced++;
    }
  } else if (frameEnd.test(event.name)) {
    window.frames++;
  }
}

/** What the main thread does between two keys that are far apart. */
export type RestReport = {
  readonly seconds: number;
  /** CPU time of all tasks, a second. */
  readonly msASecond: number;
  readonly styles: number;
  readonly layouts: number;
  readonly frames: number;
  /** Callbacks of timers and animation frames. */
  readonly callbacks: number;
};

/**
 * Reads the time between the last two keydowns, without the first `settleMs` of it, in which the frames of the key
 * itself end. Throws a RangeError when the trace has fewer than two keydowns.
 */
export function analyseRest(events: readonly TraceEvent[], settleMs: number): RestReport {
  const main = mainThreadOf(events);
  const own = events.filter((event) => threadOf(event) === main && event.ph === "X");
  const [before, after] = own
    .filter(isKeydown)
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
    .slice(-2);
  if (before === undefined || after === undefined) throw new RangeError("A rest needs two keydowns");
  const from = before + settleMs * 1000;
  const within = own.filter(({ ts, dur }) => ts >= from && ts + (dur ?? 0) < after - keyUs);
  const count = (pattern: RegExp) => within.filter(({ name }) => pattern.test(name)).length;
  const seconds = (after - keyUs - from) / 1e6;
  const tasks = within.filter(({ name }) => name === "RunTask");
  return {
    seconds,
    msASecond: tasks.reduce((sum, task) => sum + cpuOf(task), 0) / 1000 / seconds,
    styles: count(/^(?:UpdateLayoutTree|RecalculateStyles)$/),
    layouts: count(/^Layout$/),
    frames: count(frameEnd),
    callbacks: count(/^(?:TimerFire|FireAnimationFrame|FireIdleCallback)$/),
  };
}

/** Before a keydown the main thread already handles the event. */
const keyUs = 20_000;

const longUs = 50_000;
/** An event that starts later than this after the last keydown is not counted for any key. */
const tailUs = 400_000;

const names: readonly (readonly [Kind, RegExp])[] = [
  [
    "script",
    /^(?:EvaluateScript|v8\.|V8\.|FunctionCall|EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback|RunMicrotasks|MinorGC|MajorGC|BlinkGC|CppGC|GCEvent|XHR|HandlePostMessage|RunPostMessageCallback|AsyncTask|MutationObserver|ParseHTML|ParseAuthorStyleSheet)/,
  ],
  ["style", /^(?:UpdateLayoutTree|RecalculateStyles|ScheduleStyle|StyleRecalc|InvalidateStyle)/],
  ["layout", /^(?:Layout$|InvalidateLayout|UpdateLayout$|LocalFrameView|HitTest|IntersectionObserver)/],
  [
    "paint",
    /^(?:PrePaint|Paint|Layerize|Commit|CompositeLayers|UpdateLayer|RasterTask|PaintImage|DecodeImage|PaintSetup)/,
  ],
];

/** The main thread's part of a frame ends when the compositor takes it. */
const frameEnd = /^(?:Commit|CompositeLayers)$/;

function kindOf(name: string): Kind | undefined {
  return names.find(([, pattern]) => pattern.test(name))?.[0];
}

function isKeydown(event: TraceEvent): boolean {
  return (
    event.name === "EventDispatch" && (event.args?.data as { type?: string } | undefined)?.type === "keydown"
  );
}

/** Microseconds. */
function cpuOf({ tdur, dur }: TraceEvent): number {
  return tdur ?? dur ?? 0;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}

function mainThreadOf(events: readonly TraceEvent[]): string {
  const counts = new Map<string, number>();
  for (const event of events) {
    if (isKeydown(event)) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  }
  const most = [...counts].toSorted((a, b) => b[1] - a[1])[0];
  if (most === undefined) throw new RangeError(`no keydown among ${events.length} trace events`);
  return most[0];
}

type Nested = {
  readonly event: TraceEvent;
  readonly end: number;
  readonly kind: Kind;
  ownUs: number;
  readonly isInScript: boolean;
};

/** All events in order of their start, each with its own time and kind. */
function nested(sorted: readonly TraceEvent[]): readonly Nested[] {
  const all: Nested[] = [];
  const open: Nested[] = [];
  for (const event of sorted) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) open.pop();
    const parent = open.at(-1);
    const cpu = cpuOf(event);
    const item: Nested = {
      event,
      end: event.ts + (event.dur ?? 0),
      kind: kindOf(event.name) ?? parent?.kind ?? "other",
      ownUs: cpu,
      isInScript: open.some(({ kind }) => kind === "script"),
    };
    if (parent !== undefined) parent.ownUs -= cpu;
    open.push(item);
    all.push(item);
  }
  return all;
}

function emptyWindow(spanMs: number) {
  const noPasses = () => ({ styles: 0, restyled: 0, layouts: 0, forced: 0 });
  return {
    spanMs,
    ms: { script: 0, style: 0, layout: 0, paint: 0, other: 0 },
    all: noPasses(),
    first: noPasses(),
    frames: 0,
  };
}

function labelOf({ name, args }: TraceEvent): string {
  if (name === "Layout") {
    const end = args?.endData as { layoutRoots?: readonly { nodeName?: string }[] } | undefined;
    const roots = (end?.layoutRoots ?? []).map(({ nodeName }) => nodeName ?? "?");
    return `Layout of ${roots.join(" and ") || "nothing"}`;
  }
  const { type, functionName, url, lineNumber, columnNumber } = (args?.data ?? {}) as {
    readonly type?: string;
    readonly functionName?: string;
    readonly url?: string;
    readonly lineNumber?: number;
    readonly columnNumber?: number;
  };
  if (name === "EventDispatch") return `EventDispatch ${type ?? "?"}`;
  if (name !== "FunctionCall") return name;
  const file = (url ?? "").replace(/^.*\//, "");
  return `FunctionCall ${functionName || "(anonymous)"} ${file}:${lineNumber ?? "?"}:${columnNumber ?? "?"}`;
}
