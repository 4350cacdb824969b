// The labels of a time axis.

/** `20s`, `1m`, `1m 30s`, `1h`. */
export function secondsLabel(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds - 60 * minutes);
  if (minutes >= 60 && minutes % 60 === 0 && rest === 0) return `${minutes / 60}h`;
  return rest === 0 ? `${minutes}m` : `${minutes}m ${rest}s`;
}
