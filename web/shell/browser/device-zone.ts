import { ifSupported } from "../../ui/if-supported.ts";

/** The device's time zone as an IANA name, such as `Europe/Berlin`; null where the browser does not say it. */
export function deviceZone(): string | null {
  // Some browsers hide it, or say "" or Etc/Unknown.
  const zone: unknown = ifSupported(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return typeof zone === "string" && zone !== "" && zone !== "Etc/Unknown" ? zone : null;
}
