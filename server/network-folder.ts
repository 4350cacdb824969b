// Detects a data folder on a network file system. SQLite's write-ahead log needs shared memory and reliable file locks.
// Neither is certain over a network, so two servers could write at once.

import { statfsSync } from "node:fs";

/** File system types as Linux numbers them (`man 2 statfs`). Other systems use other numbers, none of them these. */
const networks = new Map<number, string>([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9P"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
]);

/** Returns the name of the network file system, such as `NFS`; null for a local folder or an unknown type. */
export function networkOf(folder: string, typeOf = (path: string) => statfsSync(path).type): string | null {
  try {
    // Some systems return the number as a signed integer.
    return networks.get(typeOf(folder) >>> 0) ?? null;
  } catch {
    return null;
  }
}
