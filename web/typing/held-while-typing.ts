// A value that may move what is on the screen, and so changes only between runs.

import { useState } from "react";
import { useTypingNow } from "./typing-now.ts";

/** The value as it was when the learner began to type, until they stop. */
export function useHeldWhileTyping<T>(value: T): T {
  const isTyping = useTypingNow();
  const [held, setHeld] = useState(value);
  if (!isTyping && !Object.is(held, value)) setHeld(value);
  return isTyping ? held : value;
}
