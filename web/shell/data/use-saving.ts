// A choice that is saved in place: shown at once, and no longer when it could not be saved.

import { useRef, useState } from "react";

/**
 * Shows a choice at once and saves it. What is chosen while a save is under way is saved after it. After a failure
 * `chosen` is null again, so that what is shown is what the server has.
 */
export function useSaving<T>(save: (value: T) => Promise<void>) {
  const [chosen, setChosen] = useState<T | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const next = useRef<{ readonly value: T } | null>(null);
  const isSaving = useRef(false);

  const saveAll = async () => {
    isSaving.current = true;
    try {
      while (next.current !== null) {
        const { value } = next.current;
        next.current = null;
        await save(value);
      }
    } catch (error) {
      next.current = null;
      setProblem(error);
    } finally {
      isSaving.current = false;
      setChosen(null);
    }
  };

  return {
    chosen,
    problem,
    choose: (value: T) => {
      next.current = { value };
      setChosen(value);
      setProblem(null);
      if (!isSaving.current) void saveAll();
    },
  };
}
