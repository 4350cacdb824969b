import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { networkOf } from "./network-folder.ts";

test("a local folder and a missing folder are not on a network", () => {
  expect(networkOf(tmpdir())).toBeNull();
  expect(networkOf("/no/such/folder")).toBeNull();
});

test.each([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
  [0xff534d42 | 0, "CIFS"],
  [0x01021997, "9P"],
  // ext4, tmpfs
  [0xef53, null],
  [0x01021994, null],
])("the file system %i is %s", (type, name) => {
  expect(networkOf("/data", () => type)).toBe(name);
});
