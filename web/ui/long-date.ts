// Writes days in one format, whatever the device's language is, in the device's time zone.
import { ifSupported } from "./if-supported.ts";

const format = ifSupported(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }),
);

/** `14 March 2025` for an instant such as `2025-03-14T09:26:53.000Z`. */
export function longDate(instant: string): string {
  return format?.format(new Date(instant)) ?? instant.slice(0, 10);
}
