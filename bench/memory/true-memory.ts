// What a simulated learner really remembers, as opposed to what a scheduler believes.

/**
 * What happened to a construct: it was copied; it was typed from memory; it was asked, had to be shown, and was then
 * typed.
 */
export type Encounter = "copied" | "shown" | "recalled";

/**
 * What an encounter teaches, as a share of what recalling it then would teach. That copying teaches little and recalling
 * much is an assumption (Leinonen et al. 2019; Edwards et al. 2020), and that showing lies between them another one, so
 * the bench varies both.
 */
export type Worth = { readonly copied: number; readonly shown: number };

/** `at` is in days from the first one's start; practice of 10 minutes on day 3 ends at 3 + 10 / 1440. It never goes back. */
export type TrueMemory = {
  /** The chance that the learner would produce the construct unaided; 0 for one never met. */
  readonly chance: (construct: number, at: number) => number;
  readonly meet: (construct: number, at: number, encounter: Encounter) => void;
};

export function worthOf(encounter: Encounter, worth: Worth): number {
  return encounter === "recalled" ? 1 : worth[encounter];
}
