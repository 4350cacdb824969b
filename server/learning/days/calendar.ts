// Calendar days of time zones. A day is a number, counted from 1970-01-01 in that zone's calendar.

type Zone = {
  readonly format: Intl.DateTimeFormat;
  /** The quarter of an hour that was asked for last, and its day. */
  quarter: number;
  day: number;
  /** Whether it has these days: a streak looks at each day that was missed. */
  readonly hasDay: Map<number, boolean>;
};

/** By name, also of names that are no zones (null): to ask the runtime takes 40 µs, and a zone takes 25 kB. */
const zones = new Map<string, Zone | null>();
const mostZones = 200;
const utc = "UTC";

/** Whether it is the IANA name of a zone that this runtime knows; null when it is not. Never throws. */
export function knownZone(zone: unknown): string | null {
  return typeof zone === "string" && zoneNamed(zone) !== null ? zone : null;
}

/** The zone by which a run counts. One that is unknown counts as UTC; without one it is the last that was known. */
export function zoneOf(sent: string | null | undefined, last: string | null): string {
  return knownZone(sent ?? last) ?? utc;
}

/**
 * The day of a moment, ms since 1970 UTC, in a zone; in UTC if the zone is unknown. Most runs end just before they are
 * saved, and then it takes less than 1 µs; the runtime takes 20 to 40 µs in a busy server.
 */
export function dayOf(at: number, name: string): number {
  const zone = zoneNamed(name);
  if (zone === null) return Math.floor(at / dayMs);
  const quarter = Math.floor(at / quarterMs);
  if (zone.quarter === quarter) return zone.day;
  const [month = 0, day = 0, year = 0] = zone.format.format(at).split("/").map(Number);
  const number = Date.UTC(year, month - 1, day) / dayMs;
  if (at >= quartersSince) {
    zone.quarter = quarter;
    zone.day = number;
  }
  return number;
}

const quarterMs = 15 * 60_000;
/** Since 1980 every zone differs from UTC by quarters of an hour, so that its days begin with one. */
const quartersSince = Date.UTC(1980, 0);

/** Whether a zone has this day: one that moves over the date line skips a day, as Samoa did in 2011. */
export function hasDay(day: number, zone: string): boolean {
  const known = zoneNamed(zone)?.hasDay;
  const has = known?.get(day) ?? lookForDay(day, zone);
  // Decades of days, of which each learner asks for some.
  if (known !== undefined && known.size >= mostDays) known.clear();
  known?.set(day, has);
  return has;
}

const mostDays = 10_000;

function lookForDay(day: number, zone: string): boolean {
  const noon = (day + 0.5) * dayMs;
  // The noon of every zone is less than 15 hours from that of UTC.
  for (const hours of [0, ...Array.from({ length: 15 }, (_, index) => [index + 1, -index - 1]).flat()])
    if (dayOf(noon + hours * 3_600_000, zone) === day) return true;
  return false;
}

/** The month of a day: 12 × year + month, the month from 0. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

const dayMs = 86_400_000;

function zoneNamed(name: string): Zone | null {
  const cached = zones.get(name);
  if (cached !== undefined) return cached;
  // Of those that are asked again, the one that came first is the cheapest to lose.
  if (zones.size >= mostZones) zones.delete(zones.keys().next().value ?? "");
  const format = newFormat(name);
  const zone = format && { format, quarter: Number.NaN, day: 0, hasDay: new Map<number, boolean>() };
  zones.set(name, zone);
  return zone;
}

/** Newer runtimes also know differences such as +01:00, which are no names. */
function newFormat(name: string): Intl.DateTimeFormat | null {
  if (name.length > 64 || !/^[A-Za-z][\w+/-]*$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "numeric",
      day: "numeric",
    });
  } catch {
    return null;
  }
}
