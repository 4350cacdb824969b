// Ties the runner of a fold to a component.

import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRunner, type Fold, type Perform, type Runner } from "./fold.ts";

/**
 * A runner that lives as long as the component. `perform` is called as it was given at the latest render. The component
 * renders again only for what it reads with `useSelected`.
 */
export function useRunner<State, Event, Effect>(
  fold: Fold<State, Event, Effect>,
  initial: () => State,
  perform: Perform<Event, Effect>,
): Runner<State, Event> {
  const latest = useRef(perform);
  useLayoutEffect(() => {
    latest.current = perform;
  });
  const [runner] = useState(() =>
    createRunner<State, Event, Effect>(fold, initial(), (effect, dispatch) =>
      latest.current(effect, dispatch),
    ),
  );
  return runner;
}

/** A part of the runner's state; the component renders again when it becomes another value. */
export function useSelected<State, Event, Part>(
  runner: Runner<State, Event>,
  select: (state: State) => Part,
): Part {
  return useSyncExternalStore(runner.subscribe, () => select(runner.state()));
}
