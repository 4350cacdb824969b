// What the checks of the catalogue find.

export type Fault = {
  /** `file: lesson > chapter > example`, or the beginning of it for a fault of a whole course, lesson or chapter. */
  readonly at: string;
  readonly rule: string;
  readonly message: string;
};

/** What is wrong in one example. */
export type Finding = readonly [rule: string, message: string];
