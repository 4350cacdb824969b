// The file name of an exported course.

import { firstCodePoints } from "@tabstop/engine/code-points";

export type ExportName = {
  /** In any script, for `filename*`. */
  readonly name: string;
  /** For programs that read only `filename`: the same when it is ASCII. */
  readonly ascii: string;
};

export function exportName(title: string, id: number, extension: "md" | "csv"): ExportName {
  const plain = `course-${id}`;
  const slug = slugOf(title) || plain;
  return {
    name: `${slug}.${extension}`,
    ascii: `${/^[\x20-\x7e]+$/.test(slug) ? slug : plain}.${extension}`,
  };
}

/** In code points, of at most four bytes each: file systems take 255 bytes. */
const longestSlug = 60;

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * Letters and digits of any script in lower case, with their marks (vowel signs are marks); anything else becomes a
 * hyphen.
 */
function slugOf(title: string): string {
  const words =
    title
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const slug = firstCodePoints(words.join("-"), longestSlug).replace(/-$/, "");
  return deviceName.test(slug) ? `course-${slug}` : slug;
}
