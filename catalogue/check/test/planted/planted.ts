// What the self-test knows about an example that it plants.

export type Planted = {
  readonly name: string;
  readonly language: string;
  readonly code: string;
  /** The output in the course file; none if it is undefined. */
  readonly output?: string;
  readonly description?: string;
  /** One of the faults must match this. When it is undefined, there must be none. */
  readonly expect?: RegExp;
  readonly frame?: string;
  /** Files beside it. */
  readonly fixture?: Readonly<Record<string, string>>;
};
