// How the lists of wanted differences are written.

/** By the name of the construct, the reason. */
type Reasons = Readonly<Record<string, string>>;

export type WantedDifferences = {
  /** Constructs that the oracle does not have, in whatever example. */
  readonly added?: Reasons;
  /** Constructs that only the oracle has, in whatever example. */
  readonly gone?: Reasons;
  /** Differences of one example, by its place in the courses. */
  readonly of?: Readonly<Record<string, { readonly added?: Reasons; readonly gone?: Reasons }>>;
};
