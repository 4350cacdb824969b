// Whether a folder lies on another machine's disk. SQLite's log needs memory that all who use it share, and locks that
// hold: over a network neither is certain, and two servers could write at once.

import { statfsSync } from "node:fs";

/** As Linux numbers them (`man 2 statfs`); other systems number theirs in other ways, and none as these. */
const networks = new Map<number, string>([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9P"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
]);

/** Such as `NFS`; null: on this machine, or nobody knows. */
export function networkOf(folder: string, typeOf = (path: string) => statfsSync(path).type): string | null {
  try {
    // Some systems give the number with its highest bit as a sign.
    return networks.get(typeOf(folder) >>> 0) ?? null;
  } catch {
    return null;
  }
}
