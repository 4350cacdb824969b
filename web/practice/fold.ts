// Folds: what a part of the screen decides, as a pure function from a state and an event to the next state and the
// effects that follow from it. A runner holds the state and carries the effects out.

/** The next state, and what has to be done outside the fold, in this order. */
export type Step<State, Effect> = { readonly state: State; readonly effects: readonly Effect[] };

export type Fold<State, Event, Effect> = (state: State, event: Event) => Step<State, Effect>;

export type Runner<State, Event> = {
  readonly state: () => State;
  dispatch(event: Event): void;
  /** Calls the listener after each change of the state. */
  subscribe(listener: () => void): () => void;
};

/** Carries out one effect, and may dispatch further events, immediately or later. */
export type Perform<Event, Effect> = (effect: Effect, dispatch: (event: Event) => void) => void;

/** After each event the listeners are called first, then the effects are carried out. */
export function createRunner<State, Event, Effect>(
  fold: Fold<State, Event, Effect>,
  initial: State,
  perform: Perform<Event, Effect>,
): Runner<State, Event> {
  let state = initial;
  const listeners = new Set<() => void>();
  const dispatch = (event: Event) => {
    const step = fold(state, event);
    if (step.state !== state) {
      state = step.state;
      for (const listener of listeners) listener();
    }
    for (const effect of step.effects) perform(effect, dispatch);
  };
  return {
    state: () => state,
    dispatch,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
