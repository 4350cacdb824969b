import { thousands } from "../ui/words.ts";

/** '38 s', '4 min 38 s', '1 h 4 min'; what is smaller is cut off. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${thousands(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
