import { useEffect, useState } from "react";

const settledMs = 400;

/** The value once typing pauses, so that no remark appears in the middle of a word. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (settled === value) return;
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled;
}
